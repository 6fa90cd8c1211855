/**
 * What a person points at in the picture: its outline, and a note on what there is to know about it.
 *
 * The server knows the parts of a picture; they are asked for when somebody first points at it.
 */

import { fill, make } from "./dom.js";
import { parseFragment } from "./picture.js";

/** @typedef {import("./board.js").Board} Board */

const REST = 250;
const EDGE = 8;

export class Parts {
  /**
   * @param {Board} board
   * @param {(ply: number) => Promise<{svg: string, notes: PartNote[]}>} ask
   */
  constructor(board, ask) {
    this.board = board;
    this.ask = ask;
    /** @type {Scene | null} The position that the parts belong to. */
    this.scene = null;
    /** @type {PartNote[]} */
    this.notes = [];
    this.timer = 0;
    this.shown = -1;
    this.element = make("div", { class: "partnote", role: "status", hidden: true });
    board.element.append(this.element);
    const { canvas } = board;
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this.rest(event, event.buttons > 0 ? -1 : REST);
    });
    canvas.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.hide();
    });
    canvas.addEventListener("pointerdown", () => this.hide());
    canvas.addEventListener("click", (event) => {
      if (board.touch && !board.camera.dragged) this.rest(event, 0);
    });
  }

  /**
   * Show what is at a place soon, unless the pointer moves on.
   * @param {MouseEvent} event
   * @param {number} delay In milliseconds; below 0 for never.
   */
  rest(event, delay) {
    clearTimeout(this.timer);
    const point = { x: event.clientX, y: event.clientY };
    if (delay < 0 || !this.board.scene?.asks) return this.hide();
    if (this.shown >= 0 && this.partAt(point) !== this.shown) this.hide();
    this.timer = setTimeout(() => void this.showAt(point), delay);
    return undefined;
  }

  /** @param {{x: number, y: number}} point */
  async showAt(point) {
    await this.load();
    const found = this.partAt(point);
    if (found < 0) return this.hide();
    this.show(found, point);
    return undefined;
  }

  /** Get the parts of the position that the board shows. */
  async load() {
    const { scene, svg } = this.board;
    if (!scene || !svg || (this.scene === scene && svg.querySelector(":scope > .parts"))) return;
    const { svg: fragment, notes } = await this.ask(scene.ply).catch(() => ({ svg: "", notes: [] }));
    if (this.board.scene !== scene || svg !== this.board.svg) return;
    svg.querySelectorAll(":scope > .parts").forEach((each) => each.remove());
    svg.append(...parseFragment(fragment));
    this.board.camera.apply();
    this.scene = scene;
    this.notes = notes;
  }

  /**
   * The number of the part at a place of the screen; -1 for none.
   * @param {{x: number, y: number}} point
   */
  partAt(point) {
    if (this.scene !== this.board.scene) return -1;
    const groups = [...(this.board.svg?.querySelectorAll(":scope > .parts [data-part]") ?? [])].reverse();
    const found = groups.find((each) => holds(/** @type {SVGGeometryElement} */ (each.firstElementChild), point));
    return found ? Number(found.getAttribute("data-part")) : -1;
  }

  /**
   * @param {number} number
   * @param {{x: number, y: number}} point
   */
  show(number, point) {
    const note = this.notes[number];
    if (!note) return;
    this.shown = number;
    for (const each of this.board.svg?.querySelectorAll("[data-part]") ?? []) {
      each.classList.toggle("shown", each.getAttribute("data-part") === `${number}`);
    }
    fill(this.element, make("strong", {}, note.title), note.lines.map((line) => make("span", {}, line)));
    this.element.hidden = false;
    const all = this.board.element.getBoundingClientRect();
    const { width, height } = this.element.getBoundingClientRect();
    const left = Math.min(Math.max(point.x - all.left + 14, EDGE), all.width - width - EDGE);
    const below = point.y - all.top + 20;
    const top = point.y + 20 + height > innerHeight ? below - height - 34 : below;
    this.element.style.left = `${Math.max(left, 0)}px`;
    this.element.style.top = `${top}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.shown = -1;
    this.element.hidden = true;
    this.board.svg?.querySelectorAll(".part.shown").forEach((each) => each.classList.remove("shown"));
  }
}

/**
 * Whether a shape is at a place of the screen.
 * @param {SVGGeometryElement | null} shape
 * @param {{x: number, y: number}} point
 */
function holds(shape, { x, y }) {
  const inverse = shape?.getScreenCTM()?.inverse();
  if (!shape || !inverse) return false;
  const place = new DOMPoint(x, y).matrixTransform(inverse);
  return shape.classList.contains("line") ? shape.isPointInStroke(place) : shape.isPointInFill(place);
}
