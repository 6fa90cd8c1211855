/** Mouse, touch and keyboard input of a board. */

import { following } from "./paths.js";
import { nearest } from "./spots.js";

/** @typedef {import("./board.js").Board} Board */

const PAUSE = 900;

/** @param {Board} board */
export function addInputListeners(board) {
  const root = board.shadow;
  const typed = { text: "", time: 0 };
  root.addEventListener("pointerdown", (event) => {
    board.touch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    board.pointed = true;
  });
  root.addEventListener("click", (event) => {
    const spot = spotAt(event);
    if (board.moves.length === 0) return;
    if (spot !== null) board.press(spot);
    else board.back();
  });
  root.addEventListener("pointerover", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType !== "touch") board.point(spotAt(event) ?? "");
  });
  board.canvas.addEventListener("pointerleave", () => board.point(""));
  root.addEventListener("focusin", (event) => {
    if (!(/** @type {Element} */ (event.target).matches(":focus-visible"))) return;
    board.pointed = false;
    board.point(spotAt(event) ?? "");
  });
  board.stage.addEventListener("wheel", (event) => wheel(board, event), { passive: false });
  board.element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!key(board, event.key, /** @type {Element} */ (event.composedPath()[0]), typed)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * @param {Board} board
 * @param {WheelEvent} event
 */
function wheel(board, event) {
  if (board.kind === "picture" || event.ctrlKey || event.deltaY === 0) return;
  event.preventDefault();
  if (board.kind === "turn") board.turn(event.deltaY > 0 ? 1 : -1);
  else board.count(event.deltaY > 0 ? -1 : 1);
}

/**
 * Do what a key stands for; false if it stands for nothing.
 * @param {Board} board
 * @param {string} name
 * @param {Element} target
 * @param {{text: string, time: number}} typed
 */
function key(board, name, target, typed) {
  const kind = board.kind;
  if (name === "Escape") return board.back();
  if (kind === "turn" && name.toLowerCase() === "r") return board.turn(name === "R" ? -1 : 1) ?? true;
  if (kind === "number" && /^\d$/.test(name)) return digit(board, name, typed);
  if (target.matches("button, input")) return false;
  if (name === "Enter" && (board.pending || kind !== "picture")) return board.done() ?? true;
  if (kind === "number" && name.startsWith("Arrow")) {
    return board.count(name === "ArrowUp" || name === "ArrowRight" ? 1 : -1) ?? true;
  }
  const spot = target.getAttribute("data-spot");
  if (spot === null) return false;
  if (name === "Enter" || name === " ") {
    board.touch = false;
    return board.press(spot) ?? true;
  }
  // After a click, arrow keys are for the list of moves.
  if (board.pointed || !/^Arrow(Left|Right|Up|Down)$/.test(name)) return false;
  const next = nearest(board.boxes(), spot, /** @type {"ArrowUp"} */ (name));
  if (next !== null) board.focus(next);
  return true;
}

/**
 * A digit of a number; digits typed quickly belong together.
 * @param {Board} board
 * @param {string} name
 * @param {{text: string, time: number}} typed
 */
function digit(board, name, typed) {
  const now = Date.now();
  typed.text = now - typed.time < PAUSE ? typed.text + name : name;
  typed.time = now;
  const steps = following(board.moves, board.chosen);
  const found = [typed.text, name].find((each) => steps.includes(each));
  if (found !== undefined) board.prefer(found);
  return true;
}

/**
 * The spot that an event happened at.
 * @param {Event} event
 */
function spotAt(event) {
  const target = /** @type {Element} */ (event.composedPath()[0]);
  return target.closest?.("[data-spot]")?.getAttribute("data-spot") ?? null;
}
