/** The views that a picture has, such as one from above, and the button that switches between them. */

import { button, icon } from "./dom.js";
import { load, save } from "./store.js";

export class Views {
  /**
   * @param {import("./boardview.js").BoardView} view
   * @param {Element} neighbour What the button is put behind.
   * @param {() => void} onSwitch Called when another view is shown.
   */
  constructor(view, neighbour, onSwitch) {
    this.view = view;
    this.onSwitch = onSwitch;
    this.button = button(icon("view"), () => this.next(), { class: "round view", hidden: true });
    neighbour.after(this.button);
  }

  /** The part of the picture that looks different in each view. */
  get element() {
    return this.view.svg?.querySelector("[data-views]") ?? null;
  }

  get names() {
    return this.element?.getAttribute("data-views")?.split(", ") ?? [];
  }

  /** How this browser stores the view that was chosen for pictures of this kind. */
  get key() {
    return `view.${this.view.source?.getAttribute("class")}`;
  }

  get index() {
    return load(this.key, 0) % Math.max(this.names.length, 1);
  }

  /** Show the next view; false if there is only one. */
  next() {
    if (this.names.length < 2) return false;
    save(this.key, (this.index + 1) % this.names.length);
    this.update();
    this.onSwitch();
    return true;
  }

  /** Let the style of a new picture show the view that was chosen, and the button say what it does. */
  update() {
    const { names, index, element } = this;
    names.forEach((_, each) => element?.classList.toggle(`view-${each + 1}`, each === index));
    this.button.hidden = names.length < 2;
    const next = `${names[(index + 1) % names.length] ?? ""} (V)`;
    this.button.title = next;
    this.button.setAttribute("aria-label", next);
  }
}
