/** The bar beside the board: the chance of each side to win, in the colours of the players. */

import { make } from "./dom.js";
import { worthText } from "./evaluation.js";

export class EvaluationBar {
  /**
   * @param {{side: number, name: string, colour: string}[]} sides The first one is at the bottom.
   */
  constructor(sides) {
    this.sides = sides;
    this.parts = sides.map(({ side, colour }) => {
      const part = make("span", { class: `part side-${side}` });
      if (colour) part.style.setProperty("--own", colour);
      return part;
    });
    this.element = make("div", { class: "evaluation-bar", role: "img", hidden: true }, this.parts);
  }

  /**
   * Show estimates; without any, those before stay until there are new ones.
   * @param {Estimates | null} estimates
   * @param {boolean} isOn Whether to show the bar at all.
   */
  set(estimates, isOn) {
    const value = estimates?.value;
    if (value) {
      const words = this.sides.map(({ side, name }) => `${name} ${worthText(value[side] ?? 0, estimates.leads?.[side], estimates.percent)}`);
      this.element.setAttribute("aria-label", `${estimates.percent ? "Chances to win" : "Estimates"}: ${words.join(", ")}`);
      this.element.title = words.join(", ");
      this.parts.forEach((part, index) => part.style.setProperty("--part", `${value[this.sides[index]?.side ?? 0] ?? 0}`));
    }
    this.element.hidden = !isOn || this.element.title === "";
  }
}
