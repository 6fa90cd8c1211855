/** Mouse, touch and keyboard input of a board. */

import { nextSteps } from "./paths.js";
import { boxesOf, nearest } from "./spots.js";

/** @typedef {import("./board.js").Board} Board */

const DIGIT_DELAY = 900;

/** @param {Board} board */
export function addInputListeners(board) {
  const root = board.shadow;
  const typed = { text: "", time: 0 };
  root.addEventListener("pointerdown", (event) => {
    board.touch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    board.usedPointer = true;
  });
  root.addEventListener("click", (event) => {
    const spot = spotAt(event);
    if (board.moves.length === 0 || board.camera.dragged) return;
    const isSecond = /** @type {MouseEvent} */ (event).detail === 2 && board.isFresh && spot === board.chosen.at(-1);
    if (isSecond) board.confirm();
    else if (spot !== null) board.press(spot);
    else board.stepBack();
  });
  root.addEventListener("pointerover", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType !== "touch") board.hover(spotAt(event) ?? "");
  });
  board.canvas.addEventListener("pointerleave", () => board.hover(""));
  root.addEventListener("focusin", (event) => {
    if (!(/** @type {Element} */ (event.target).matches(":focus-visible"))) return;
    board.usedPointer = false;
    board.hover(spotAt(event) ?? "");
  });
  board.stage.addEventListener("wheel", (event) => handleWheel(board, event), { passive: false });
  board.element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!handleKey(board, event.key, /** @type {Element} */ (event.composedPath()[0]), typed)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * @param {Board} board
 * @param {WheelEvent} event
 */
function handleWheel(board, event) {
  if (event.ctrlKey || event.deltaY === 0 || (board.kind === "picture" && !board.camera.view)) return;
  event.preventDefault();
  if (board.kind === "picture") return board.camera.zoom(1.0015 ** -event.deltaY, { x: event.clientX, y: event.clientY });
  if (board.kind === "rotation") board.rotate(event.deltaY > 0 ? 1 : -1);
  else board.changeNumber(event.deltaY > 0 ? -1 : 1);
  return undefined;
}

/**
 * Handle a key; false if it does nothing here.
 * @param {Board} board
 * @param {string} key
 * @param {Element} target
 * @param {{text: string, time: number}} typed
 */
function handleKey(board, key, target, typed) {
  const kind = board.kind;
  if (key === "Escape") return board.stepBack();
  if (kind === "rotation" && key.toLowerCase() === "r") return board.rotate(key === "R" ? -1 : 1) ?? true;
  if (kind === "number" && /^\d$/.test(key)) return typeDigit(board, key, typed);
  if (target.matches("button, input")) return false;
  if (key === "Enter" && (board.pending || kind !== "picture")) return board.confirm() ?? true;
  if (kind === "number" && key.startsWith("Arrow")) {
    return board.changeNumber(key === "ArrowUp" || key === "ArrowRight" ? 1 : -1) ?? true;
  }
  const spot = target.getAttribute("data-spot");
  if (spot === null) return false;
  if (key === "Enter" || key === " ") {
    board.touch = false;
    return board.press(spot) ?? true;
  }
  // After a click, arrow keys move through the list of moves.
  if (board.usedPointer || !/^Arrow(Left|Right|Up|Down)$/.test(key)) return false;
  const next = nearest(boxesOf(board.spots, board.reachable()), spot, /** @type {"ArrowUp"} */ (key));
  if (next !== null) board.focus(next);
  return true;
}

/**
 * Turn what lies at no place yet, or show another view, by a key that was pressed anywhere on the page; false if it does nothing.
 * @param {Board} board
 * @param {string} key
 */
export function turnAhead(board, key) {
  if (key.toLowerCase() === "v") return board.views.next();
  if (key.toLowerCase() !== "r" || board.turns.length === 0) return false;
  board.rotate(key === "R" ? -1 : 1);
  return true;
}

/**
 * Type a digit of a number; digits typed quickly form one number.
 * @param {Board} board
 * @param {string} digit
 * @param {{text: string, time: number}} typed
 */
function typeDigit(board, digit, typed) {
  const now = Date.now();
  typed.text = now - typed.time < DIGIT_DELAY ? typed.text + digit : digit;
  typed.time = now;
  const steps = nextSteps(board.moves, board.chosen);
  const found = [typed.text, digit].find((each) => steps.includes(each));
  if (found !== undefined) board.select(found);
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
