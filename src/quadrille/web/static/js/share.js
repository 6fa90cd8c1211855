/** Links, files and pictures of a game. */

import { download } from "./api.js";
import { button, icon, make } from "./dom.js";
import { copyRow, menu } from "./menus.js";
import { loadKeys } from "./store.js";

/**
 * The link of a seat; servers do not see the key after the "#".
 * @param {string} id
 * @param {string} key
 */
export function seatLink(id, key) {
  return `${location.origin}/game/${id}#${key}`;
}

/**
 * @param {object} game
 * @param {string} game.id
 * @param {() => string} game.name
 * @param {() => number} game.ply The ply that is shown.
 * @param {() => string | null} game.key
 * @param {(error: string) => void} game.onError
 */
export function shareMenu({ id, name, ply, key, onError }) {
  const file = (/** @type {string} */ text, /** @type {string} */ path, /** @type {string} */ suffix) =>
    button(text, () => {
      download(`/api/rooms/${id}/${path}`, `${name()}-${id}${suffix}`, key()).catch((error) => onError(error.message));
    }, { class: "chip" });
  return menu([icon("share"), "Share"], { class: "chip" }, () => [
    make("h3", {}, "Share"),
    copyRow("Link to this position", `${location.origin}/game/${id}?ply=${ply()}`),
    (loadKeys(id).links ?? []).map((link) => copyRow(`Seat of player ${link.player + 1}`, seatLink(id, link.key))),
    make("p", { class: "small quiet" }, "Save as a file:"),
    make("div", { class: "row" },
      file("Record", "record.jsonl", ".jsonl"),
      file("Picture", `picture.svg?ply=${ply()}`, `-${ply()}.svg`),
      file("Film", "film.svg", "-film.svg"),
    ),
  ]);
}

/**
 * The links of seats that nobody has played for yet.
 * @param {string} id
 * @param {number[]} movedPlayers Players that have made moves.
 */
export function invitations(id, movedPlayers) {
  const open = (loadKeys(id).links ?? []).filter(({ player }) => !movedPlayers.includes(player));
  if (open.length === 0) return null;
  return make("section", { class: "panel invite" },
    make("h3", {}, "Invite"),
    make("p", { class: "small quiet" }, "Send the link: whoever opens it takes that seat."),
    open.map(({ player, key }) => copyRow(`Player ${player + 1}`, seatLink(id, key))),
  );
}
