/** The line of moves that an agent expects; pointing at a move shows the position after it. */

import { button, fill, icon, make } from "./dom.js";

const MAX_MOVES = 12;

export class Variation {
  /**
   * @param {object} options
   * @param {(moves: string[] | null) => void} options.peek Shows the position after moves; null shows the current one again.
   * @param {((moves: string[]) => void) | null} options.play Plays moves, if the page allows it.
   */
  constructor({ peek, play }) {
    this.peek = peek;
    this.play = play;
    /** @type {string[]} */
    this.moves = [];
    this.pinned = -1;
    this.list = make("ol", { class: "texts", "aria-label": "Expected moves" });
    this.playButton = button([icon("play"), "Play"], () => this.playShown(), { class: "chip small", title: "Play these moves" });
    this.playButton.hidden = play === null;
    this.element = make("div", { class: "variation", hidden: true },
      make("span", { class: "small quiet" }, "Expected"), this.list, this.playButton);
    this.element.addEventListener("keydown", (event) => this.handleKey(event));
    this.list.addEventListener("pointerleave", () => this.show(this.pinned));
    this.list.addEventListener("focusout", () => this.show(this.pinned));
  }

  /** @param {string[]} moves */
  set(moves) {
    const shown = moves.slice(0, MAX_MOVES);
    this.element.hidden = shown.length === 0;
    if (shown.join("\n") === this.moves.join("\n")) return;
    const focused = this.buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    this.moves = shown;
    this.unpin();
    fill(this.list, shown.map((text, index) => make("li", {}, button(text, () => this.pin(index), {
      class: "move",
      "aria-pressed": "false",
      title: "Show the position after this move",
      onpointerenter: (/** @type {PointerEvent} */ event) => {
        if (event.pointerType !== "touch") this.show(index);
      },
      onfocus: (/** @type {Event} */ event) => {
        if (/** @type {Element} */ (event.target).matches(":focus-visible")) this.show(index);
      },
    }))));
    if (focused >= 0) this.buttons[Math.min(focused, shown.length - 1)]?.focus();
  }

  get buttons() {
    return [...this.list.querySelectorAll("button")];
  }

  /** @param {number} index The last move to show; -1 for the current position. */
  show(index) {
    this.peek(index < 0 ? null : this.moves.slice(0, index + 1));
    this.buttons.forEach((each, place) => each.classList.toggle("shown", place <= index));
  }

  /** @param {number} index The move that stays shown until it is clicked again. */
  pin(index) {
    this.pinned = this.pinned === index ? -1 : index;
    this.buttons.forEach((each, place) => each.setAttribute("aria-pressed", `${place === this.pinned}`));
    this.show(this.pinned);
  }

  /** Unpin the move, without showing another position. */
  unpin() {
    this.pinned = -1;
    this.buttons.forEach((each) => {
      each.setAttribute("aria-pressed", "false");
      each.classList.remove("shown");
    });
  }

  playShown() {
    const moves = this.moves.slice(0, this.pinned < 0 ? this.moves.length : this.pinned + 1);
    this.unpin();
    this.play?.(moves);
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const now = this.buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape" && this.pinned >= 0) this.pin(this.pinned);
    else if (step && now >= 0) this.buttons[Math.min(Math.max(now + step, 0), this.moves.length - 1)]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
