/** Links, files and pictures of a game. */

import { download } from "./api.js";
import { button, icon, make } from "./dom.js";
import { copyRow, menu } from "./menus.js";

/**
 * @param {object} game
 * @param {string} game.id
 * @param {() => string} game.name
 * @param {() => number} game.ply The ply that is shown.
 * @param {() => string[]} game.keys Of this browser.
 * @param {(error: string) => void} game.onError
 */
export function shareMenu({ id, name, ply, keys, onError }) {
  const file = (/** @type {string} */ text, /** @type {string} */ path, /** @type {string} */ suffix) =>
    button(text, () => {
      download(`/api/rooms/${id}/${path}`, `${name()}-${id}${suffix}`, keys()).catch((error) => onError(error.message));
    }, { class: "chip" });
  return menu([icon("share"), "Share"], { class: "chip" }, () => [
    make("h3", {}, "Share"),
    copyRow("Link to this position", `${location.origin}/game/${id}?ply=${ply()}`),
    make("p", { class: "small quiet" }, "Save as a file:"),
    make("div", { class: "row" },
      file("Record", "record.jsonl", ".jsonl"),
      file("Picture", `picture.svg?ply=${ply()}`, `-${ply()}.svg`),
      file("Film", "film.svg", "-film.svg"),
    ),
  ]);
}
