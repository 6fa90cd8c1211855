/** The small bar beside a chosen spot, for a number, a rotation, or a confirmation. */

import { button, fill, icon, make } from "./dom.js";
import { boxOf } from "./marks.js";

/** @typedef {{change: (step: string) => void, confirm: () => void, back: () => void}} Actions */

const GAP = 10;
const EDGE = 6;

export class Chooser {
  constructor() {
    this.element = make("div", { class: "chooser", role: "group", "aria-label": "Choose", hidden: true });
    this.what = make("p", { class: "what" });
    this.key = "";
    /** @type {(step: string) => void} */
    this.update = () => {};
  }

  /** @param {string} words What will be played. */
  say(words) {
    this.what.textContent = words;
  }

  hide() {
    this.element.hidden = true;
    this.key = "";
    this.update = () => {};
  }

  /**
   * Choose a number, by a slider and buttons.
   * @param {string[]} steps
   * @param {string} value
   * @param {Actions} actions
   */
  number(steps, value, actions) {
    this.open(`number ${steps.join(" ")}`, value, () => {
      const slider = make("input", {
        type: "range", min: 0, max: steps.length - 1, step: 1, "aria-label": "How many",
        oninput: () => actions.change(steps[Number(slider.value)] ?? value),
      });
      const confirmButton = button("", actions.confirm, { class: "primary" });
      const changeBy = (/** @type {number} */ change) => () => {
        const index = Math.min(Math.max(Number(slider.value) + change, 0), steps.length - 1);
        actions.change(steps[index] ?? value);
      };
      this.update = (step) => {
        slider.value = `${steps.indexOf(step)}`;
        slider.setAttribute("aria-valuetext", step);
        fill(confirmButton, icon("check"), make("b", { class: "amount" }, step));
        confirmButton.setAttribute("aria-label", `Confirm ${step}`);
      };
      return [
        button("−", changeBy(-1), { class: "round", "aria-label": "Fewer" }),
        slider,
        button("+", changeBy(1), { class: "round", "aria-label": "More" }),
        confirmButton,
        this.cancel(actions),
      ];
    });
  }

  /**
   * Choose a rotation.
   * @param {string[]} steps
   * @param {string} value
   * @param {Actions} actions
   */
  rotation(steps, value, actions) {
    this.open(`turn ${steps.join(" ")}`, value, () => {
      let now = value;
      const changeBy = (/** @type {number} */ change) => () => {
        const index = (steps.indexOf(now) + change + steps.length) % steps.length;
        actions.change(steps[index] ?? now);
      };
      const name = make("span", { class: "amount quiet" });
      this.update = (step) => {
        now = step;
        name.textContent = `${steps.indexOf(step) + 1}/${steps.length}`;
      };
      return [
        button(icon("counter"), changeBy(-1), { class: "round", "aria-label": "Turn left", title: "Turn left (Shift+R)" }),
        name,
        button(icon("clockwise"), changeBy(1), { class: "round", "aria-label": "Turn right", title: "Turn right (R)" }),
        button([icon("check"), "Place"], actions.confirm, { class: "primary", title: "Place (Enter)" }),
        this.cancel(actions),
      ];
    });
  }

  /**
   * Confirm a move.
   * @param {string} text
   * @param {Actions} actions
   */
  confirm(text, actions) {
    this.open(`confirm ${text}`, text, () => [
      button([icon("check"), make("span", { class: "notation" }, "Play ", text)], actions.confirm, { class: "primary" }),
      this.cancel(actions),
    ]);
  }

  /** @param {Actions} actions */
  cancel(actions) {
    return button(icon("cross"), actions.back, { class: "round quiet", "aria-label": "Back", title: "Back (Escape)" });
  }

  /**
   * Show a bar; it is only built again if its key has changed.
   * @param {string} key
   * @param {string} value
   * @param {() => HTMLElement[]} build
   */
  open(key, value, build) {
    if (this.key !== key) {
      this.update = () => {};
      fill(this.element, this.what, build());
      this.say("");
      this.key = key;
    }
    this.element.hidden = false;
    this.update(value);
  }

  /**
   * Put the bar where the picture has room for it, else below a spot, or above it.
   * @param {Element} board
   * @param {Element} [spot]
   * @param {Element | null} [dock]
   */
  place(board, spot, dock) {
    const bar = this.element;
    if (bar.hidden) return;
    bar.classList.toggle("docked", Boolean(dock));
    const all = board.getBoundingClientRect();
    const near = dock ? dock.getBoundingClientRect() : spot ? boxOf(spot) : all;
    if (dock) bar.style.setProperty("--width", `${near.width}px`);
    const { width, height } = bar.getBoundingClientRect();
    const below = (dock ? near.top : near.bottom + GAP) - all.top;
    const fits = dock || (below + height <= all.height && near.bottom + GAP + height < innerHeight);
    const left = near.left + near.width / 2 - all.left - width / 2;
    const right = Math.max(all.width - width - EDGE, EDGE);
    bar.style.setProperty("--x", `${Math.min(Math.max(left, EDGE), right)}px`);
    bar.style.setProperty("--y", `${fits ? below : Math.max(near.top - all.top - height - GAP, EDGE)}px`);
  }
}
