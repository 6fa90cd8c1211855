/** The box to type a move, and the board as text. */

import { fill, make } from "./dom.js";
import { findTyped } from "./paths.js";

const MAX_OFFERED = 300;

/**
 * A box to type a move, which suggests the legal ones.
 * @param {(text: string) => void} play
 * @returns {{element: HTMLElement, set: (scene: Scene) => void}}
 */
export function moveInput(play) {
  /** @type {Move[]} */
  let moves = [];
  const list = make("datalist", { id: "legal-moves" });
  const error = make("span", { class: "small bad", role: "alert" });
  const input = make("input", {
    list: "legal-moves", placeholder: "Type a move", "aria-label": "Type a move",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go",
    oninput: () => { error.textContent = ""; },
  });
  const element = make("form", { class: "typebox", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const move = findTyped(moves, input.value);
    if (!move) {
      error.textContent = input.value.trim() ? `“${input.value.trim()}” is not a legal move here` : "";
      return;
    }
    input.value = "";
    play(move.text);
  } }, input, list, error);
  return {
    element,
    set(scene) {
      moves = scene.moves;
      input.disabled = moves.length === 0;
      error.textContent = "";
      fill(list, moves.slice(0, MAX_OFFERED).map(({ text }) => make("option", { value: text })));
    },
  };
}

/**
 * The position as text, for screen readers and for copying.
 * @returns {{element: HTMLElement, set: (scene: Scene) => void}}
 */
export function textBoard() {
  const board = make("pre", { class: "scroll", tabindex: 0, "aria-label": "The board as text" });
  const text = make("code", { class: "position" });
  const element = make("details", { class: "textboard" }, make("summary", {}, "Board as text"), board, text);
  return {
    element,
    set(scene) {
      board.textContent = scene.board;
      text.textContent = scene.text ?? "";
    },
  };
}
