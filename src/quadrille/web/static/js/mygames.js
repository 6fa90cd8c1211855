/** The games of this browser, as the server has them. */

import { post } from "./api.js";
import { button, icon, make } from "./dom.js";
import { ago } from "./format.js";
import { gameName, loadKeys, nameGame, recentGames, removeRecentGame } from "./store.js";

const MAX_NAME_LENGTH = 60;

/**
 * The games of this browser that the server still has, the latest first.
 * @returns {Promise<MyGame[]>}
 */
export async function myGames() {
  const known = recentGames().map(({ id }) => ({ id, keys: loadKeys(id).keys }));
  if (known.length === 0) return [];
  const { rooms } = await post("/api/rooms/list", { rooms: known });
  return rooms;
}

/** @param {MyGame} game */
export function isUnfinished({ ended }) {
  return ended === "unfinished";
}

/**
 * Those that wait for this person come first.
 * @param {MyGame[]} games
 */
export function waitingFirst(games) {
  return [...games.filter(isMyTurn), ...games.filter((each) => !isMyTurn(each))];
}

/** @param {MyGame} game */
export function isMyTurn(game) {
  return isUnfinished(game) && game.mine.includes(game.mover);
}

/**
 * The players of a game in a line, those of one side together.
 * @param {MyGame} game
 */
export function playersText({ players, sides }) {
  const groups = [...new Set(sides)].map((side) => players.filter((_, player) => sides[player] === side).join(" + "));
  return groups.join(" – ");
}

/**
 * How a game stands, in a few words.
 * @param {MyGame} game
 */
export function standingText(game) {
  if (!isUnfinished(game)) return game.text;
  if (isMyTurn(game)) return "Your turn";
  const mover = game.players[game.mover];
  return mover ? `${mover} to move` : "Not finished";
}

/**
 * A game as a row of a list, with what can be done with it.
 * @param {MyGame} game
 * @param {{onRemove: () => void, hasTools?: boolean}} options
 */
export function gameRow(game, { onRemove, hasTools = false }) {
  const { id, title } = game;
  const name = make("strong", {});
  const showName = () => {
    name.textContent = gameName(id) || title;
  };
  showName();
  const kind = make("span", { class: "quiet small kind" }, gameName(id) ? title : "");
  const badge = make("span", { class: isMyTurn(game) ? "badge on" : "badge" }, standingText(game));
  const link = make("a", { href: `/game/${encodeURIComponent(id)}` },
    make("span", { class: "title" }, name, kind),
    make("span", {}, playersText(game)),
    badge,
    make("span", { class: "quiet small" }, ago(Date.now() - Date.parse(game.changed))));
  const row = make("li", { class: isUnfinished(game) ? "unfinished" : "ended", "data-game": id }, link);
  if (hasTools) {
    row.append(make("div", { class: "row rowtools" },
      renameButton(id, title, (text) => {
        showName();
        kind.textContent = text ? title : "";
      }),
      isUnfinished(game) && game.people > 1 ? null : make("a", { class: "button chip", href: `/analyse/${encodeURIComponent(game.game)}?room=${id}&ply=${game.plies}` }, "Analyse"),
      game.hidden ? null : make("a", { class: "button chip", href: `/api/rooms/${id}/record.jsonl`, download: `${game.game}-${id}.jsonl` }, "Record")));
  }
  row.append(button(icon("cross"), () => {
    removeRecentGame(id);
    row.remove();
    onRemove();
  }, { class: "round quiet", "aria-label": `Remove this game of ${title} from the list`, title: "Remove from the list; the game stays on the server" }));
  return row;
}

/**
 * A button that asks for a name of a game in its place.
 * @param {string} id
 * @param {string} title
 * @param {(name: string) => void} onName
 */
function renameButton(id, title, onName) {
  const open = button(icon("pen"), () => {
    const field = make("input", { type: "text", value: gameName(id), maxlength: MAX_NAME_LENGTH, placeholder: title, "aria-label": "Name of the game" });
    let isDone = false;
    const done = (/** @type {boolean} */ keep) => {
      if (isDone) return;
      isDone = true; // Removing the field takes the focus from it.
      if (keep) {
        nameGame(id, field.value.trim());
        onName(field.value.trim());
      }
      form.replaceWith(open);
    };
    const form = make("form", { class: "row", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      done(true);
      open.focus();
    } }, field);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") done(false);
    });
    field.addEventListener("blur", () => done(true));
    open.replaceWith(form);
    field.focus();
    field.select();
  }, { class: "round quiet", "aria-label": `Name this game of ${title}`, title: "Name this game" });
  return open;
}
