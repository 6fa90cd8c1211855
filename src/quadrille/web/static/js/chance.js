/** The panel that chooses a chance move: buttons, a search box if there are many, a random draw. */

import { button, fill, icon, make } from "./dom.js";
import { percent } from "./format.js";
import { weightedChoice } from "./lines.js";

/** @typedef {Move & {weight?: number}} ChanceMove */

const MIN_FOR_SEARCH = 12;
const MAX_SHOWN = 80;

/** @param {(text: string) => void} play Plays a move. */
export function chancePicker(play) {
  /** @type {ChanceMove[]} */
  let moves = [];
  const list = make("div", { class: "row choices" });
  const rest = make("p", { class: "small quiet" });
  const search = make("input", {
    type: "search", placeholder: "Search", "aria-label": "Search chance moves", oninput: () => render(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const [first] = matching();
      if (event.key === "Enter" && first) play(first.text);
    },
  });
  const drawButton = button([icon("again"), "Draw at random"], () => {
    const one = weightedChoice(moves, Math.random());
    if (one) play(one.text);
  }, { class: "chip primary" });
  const element = make("section", { class: "panel chancepicker", "aria-label": "Chance", hidden: true },
    make("div", { class: "spread" }, make("h2", {}, "Chance"), make("div", { class: "row" }, search, drawButton)), list, rest);
  const matching = () => {
    const wanted = search.value.trim().toLowerCase();
    return moves.filter(({ text }) => text.toLowerCase().includes(wanted));
  };
  const render = () => {
    const sum = moves.reduce((all, { weight = 1 }) => all + weight, 0);
    const matches = matching();
    fill(list, matches.slice(0, MAX_SHOWN).map(({ text, weight = 1 }) =>
      button([text, make("span", { class: "quiet small number" }, percent(weight / sum))], () => play(text), { class: "chip" })));
    rest.textContent = matches.length > MAX_SHOWN ? `and ${matches.length - MAX_SHOWN} more` : matches.length === 0 ? "No move matches." : "";
  };
  return {
    element,
    /** @param {ChanceMove[]} next Empty if it is the turn of a player. */
    set(next) {
      moves = next;
      element.hidden = moves.length === 0;
      search.hidden = moves.length <= MIN_FOR_SEARCH;
      search.value = "";
      if (moves.length > 0) render();
    },
  };
}
