/**
 * The board: shows a picture, and follows clicks in it along the legal moves.
 *
 * It knows no rules. A picture has elements with a data-spot; each legal move has a path, the spots
 * to click in order. Numbers and turns at the end of a path are chosen in a bar beside the spot.
 */

import { Chooser } from "./chooser.js";
import { button, fill, icon, make } from "./dom.js";
import { RULES, areaOf, boxOf, pill, ring } from "./marks.js";
import { anchor, click, completed, following, forced, kindOf, usual } from "./paths.js";
import { parseFragment, parsePicture, spotsOf } from "./picture.js";
import { readingOrder } from "./spots.js";
import { wishes } from "./store.js";

/** @typedef {import("./marks.js").Mark} Mark */

const SMALL = 34;
const HOVER = 40;
const ZOOMS = [1, 1.7, 2.5];

export class Board {
  /**
   * @param {object} wishes
   * @param {(text: string) => void} wishes.play Makes a move; `show` has to follow.
   * @param {(text: string, ply: number) => Promise<string>} [wishes.preview] The ghost of a move.
   * @param {(text: string) => void} [wishes.announce] Tells screen readers.
   */
  constructor({ play, preview = async () => "", announce = () => {} }) {
    this.play = play;
    this.preview = preview;
    this.announce = announce;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {string[]} */
    this.base = [];
    /** @type {string[]} */
    this.chosen = [];
    /** @type {Move | null} A whole move that waits to be confirmed. */
    this.pending = null;
    this.pick = "";
    /** @type {string | null} */
    this.preferredTurn = null;
    this.hovered = "";
    this.touch = false;
    this.pointed = false;
    this.refocus = false;
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Map<string, SVGElement[]>} */
    this.spots = new Map();
    /** @type {Map<string, string>} */
    this.ghosts = new Map();
    this.ghosted = "";
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    this.canvas = make("div", { class: "canvas" });
    this.stage = make("div", { class: "stage" }, this.canvas);
    this.chooser = new Chooser();
    this.extra = make("div", { class: "extra", role: "group", "aria-label": "Moves", hidden: true });
    const zoom = button(icon("zoom"), () => this.zoom(), {
      class: "round zoom", "aria-label": "Enlarge the board", title: "Enlarge",
    });
    this.element = make("div", { class: "board" }, this.stage, zoom, this.chooser.element, this.extra);
    this.shadow = this.canvas.attachShadow({ mode: "open" });
    this.rules = new CSSStyleSheet();
    this.rules.replaceSync(RULES);
  }

  // --- the picture ---

  /**
   * Show a position. What was clicked before is forgotten.
   * @param {Scene} scene
   */
  show(scene) {
    const focus = this.shadow.activeElement?.getAttribute("data-spot") ?? null;
    const free = document.activeElement === document.body || document.activeElement === this.canvas;
    this.refocus = (this.refocus || focus !== null) && free;
    if (this.scene?.ply !== scene.ply || this.scene.svg !== scene.svg) this.ghosts.clear();
    this.scene = scene;
    this.moves = scene.moves;
    const { svg, sheets } = parsePicture(scene.svg);
    this.svg = svg;
    this.spots = spotsOf(svg, this.moves);
    this.shadow.adoptedStyleSheets = [...sheets, this.rules];
    this.shadow.replaceChildren(svg);
    const view = svg.viewBox.baseVal;
    this.element.style.setProperty("--aspect", `${view.width / Math.max(view.height, 1)}`);
    this.ghosted = "";
    this.hovered = "";
    this.marks = [];
    this.base = forced(this.moves, [], false, this.inPicture);
    this.reset();
    if (!this.refocus || this.spots.size === 0) return;
    this.focus(focus ?? undefined);
    this.refocus = false;
  }

  /** Whether a step is a spot of the picture. */
  inPicture = (/** @type {string} */ step) => this.spots.has(step);

  /** Forget what was clicked. */
  reset() {
    this.chosen = this.base;
    this.pending = null;
    this.refresh();
  }

  /**
   * Put labels at the spots of moves; the first at a spot counts.
   * @param {Mark[]} marks
   */
  mark(marks) {
    this.marks = marks;
    this.overlay();
  }

  /** Make everything show what was chosen so far. */
  refresh() {
    const kind = this.kind;
    const steps = new Set(following(this.moves, this.chosen));
    if (kind !== "picture") {
      this.pick = usual(kind, [...steps], this.preferredTurn);
    }
    const begun = this.chosen.length > this.base.length;
    const aside = kind === "picture" ? [] : following(this.moves, this.chosen.slice(0, -1));
    for (const [name, elements] of this.spots) {
      const on = steps.has(name) && !this.pending;
      for (const each of elements) {
        each.classList.toggle("legal", on || aside.includes(name));
        each.classList.toggle("q-off", begun && !on && !this.chosen.includes(name));
      }
    }
    this.order();
    this.overlay();
    this.offer([...steps]);
    this.shade();
  }

  /** What the next click chooses. */
  get kind() {
    return this.pending ? "picture" : kindOf(this.moves, this.chosen);
  }

  /** Draw the ring round what was chosen, and the labels. */
  overlay() {
    const svg = this.svg;
    if (!svg) return;
    svg.querySelectorAll(".q-ring, .q-mark").forEach((each) => each.remove());
    const last = anchor(this.chosen, this.inPicture);
    if (last !== null && this.chosen.length > this.base.length) {
      const element = this.spots.get(last)?.[0];
      if (element) svg.append(ring(areaOf(svg, element)));
    }
    const unit = svg.viewBox.baseVal.width / Math.max(svg.getBoundingClientRect().width, 1);
    const taken = new Set();
    for (const mark of this.marks) {
      const place = anchor(mark.path, this.inPicture);
      const element = place === null ? undefined : this.spots.get(place)?.[0];
      if (!element || taken.has(place)) continue;
      taken.add(place);
      svg.append(pill(areaOf(svg, element), mark, unit));
    }
  }

  /** Enlarge the picture, for small screens. */
  zoom() {
    const now = Number(this.element.style.getPropertyValue("--zoom") || 1);
    const next = ZOOMS[(ZOOMS.indexOf(now) + 1) % ZOOMS.length] ?? 1;
    this.element.style.setProperty("--zoom", `${next}`);
    this.element.classList.toggle("zoomed", next !== 1);
    this.overlay();
  }

  // --- choosing ---

  /**
   * Click a spot, or a step that is none.
   * @param {string} step
   */
  press(step) {
    if (this.pending) {
      if (this.chosen.includes(step)) return this.make(this.pending);
      this.pending = null;
      this.chosen = this.chosen.slice(0, -1);
    }
    const kind = this.kind;
    const found = click(this.moves, this.chosen, step);
    if (found.does === "same") {
      if (kind === "turn") this.turn(1);
      else if (kind === "number") this.done();
      else this.back();
      return undefined;
    }
    if (found.does === "nothing") return this.reset();
    this.chosen = forced(this.moves, found.chosen, true, this.inPicture);
    const whole = completed(this.moves, this.chosen);
    if (!whole || following(this.moves, this.chosen).length > 0) return this.refresh();
    if (kind === "picture" && this.asks(step)) {
      this.pending = whole;
      return this.refresh();
    }
    return this.make(whole);
  }

  /**
   * Whether a move is confirmed before it is made: as wished, or where a finger covers the spot.
   * @param {string} step
   */
  asks(step) {
    const { confirm } = wishes();
    if (confirm !== "auto") return confirm === "always";
    const spot = this.spots.get(step)?.[0];
    const box = spot && boxOf(spot);
    return this.touch && box !== undefined && Math.min(box.width, box.height) < SMALL;
  }

  /** @param {Move} move */
  make(move) {
    this.chooser.hide();
    this.extra.hidden = true;
    this.svg?.classList.add("q-quiet");
    this.moves = [];
    this.pending = null;
    this.chosen = this.base = [];
    this.play(move.text);
  }

  /** Take what the bar shows. */
  done() {
    if (this.pending) this.make(this.pending);
    else if (this.kind !== "picture") this.press(this.pick);
  }

  /** Go back a step; false if there is none. */
  back() {
    if (!this.pending && this.chosen.length <= this.base.length) return false;
    this.pending = null;
    const left = this.chosen.slice(0, -1);
    const kept = forced(this.moves, left, false, this.inPicture);
    this.chosen = kept.length < this.chosen.length ? kept : this.base;
    this.refresh();
    return true;
  }

  /**
   * Choose a number or a turn, without taking it yet.
   * @param {string} step
   */
  prefer(step) {
    const kind = this.kind;
    if (kind === "picture") return;
    this.pick = step;
    if (kind === "turn") this.preferredTurn = step;
    this.chooser.update(step);
    this.announce(step);
    this.shade();
  }

  /** @param {number} by */
  turn(by) {
    const steps = following(this.moves, this.chosen);
    const index = (steps.indexOf(this.pick) + by + steps.length) % steps.length;
    this.prefer(steps[index] ?? this.pick);
  }

  /** @param {number} by */
  count(by) {
    const steps = following(this.moves, this.chosen);
    const index = Math.min(Math.max(steps.indexOf(this.pick) + by, 0), steps.length - 1);
    this.prefer(steps[index] ?? this.pick);
  }

  /**
   * Show the bar, and the steps that are not in the picture as buttons.
   * @param {string[]} steps
   */
  offer(steps) {
    const { chooser, extra, kind } = this;
    const does = {
      change: (/** @type {string} */ step) => this.prefer(step),
      done: () => this.done(),
      back: () => void this.back(),
    };
    if (this.pending) chooser.confirm(this.pending.text, does);
    else if (kind === "number") chooser.number(steps, this.pick, does);
    else if (kind === "turn") chooser.turn(steps, this.pick, does);
    else chooser.hide();
    const absent = kind === "picture" && !this.pending ? steps.filter((step) => !this.inPicture(step)) : [];
    extra.hidden = absent.length === 0;
    fill(extra, absent.map((step) => button(step, () => this.press(step), { class: "chip" })));
    const last = anchor(this.chosen, this.inPicture);
    chooser.place(this.element, last === null ? undefined : this.spots.get(last)?.[0]);
  }

  // --- ghosts ---

  /** Show what the chosen or pointed-at move would do. */
  shade() {
    void this.haunt(this.pending?.text ?? this.likely() ?? "");
  }

  /** The text of the move that the next click, or the bar, would make. */
  likely() {
    if (this.kind !== "picture") return completed(this.moves, [...this.chosen, this.pick])?.text;
    if (!this.hovered || !following(this.moves, this.chosen).includes(this.hovered)) return undefined;
    const next = forced(this.moves, [...this.chosen, this.hovered], true, this.inPicture);
    const kind = kindOf(this.moves, next);
    const rest = kind === "picture" ? [] : [usual(kind, following(this.moves, next), this.preferredTurn)];
    return completed(this.moves, [...next, ...rest])?.text;
  }

  /** @param {string} text Of a move; nothing to show none. */
  async haunt(text) {
    if (text === this.ghosted) return;
    this.ghosted = text;
    const svg = this.svg;
    const ply = this.scene?.ply ?? 0;
    if (text !== "" && !this.ghosts.has(text)) {
      await new Promise((resolve) => setTimeout(resolve, HOVER));
      if (this.ghosted !== text || svg !== this.svg) return;
      this.ghosts.set(text, await this.preview(text, ply).catch(() => ""));
    }
    if (this.ghosted !== text || svg !== this.svg || !svg) return;
    svg.querySelectorAll(":scope > .ghost").forEach((each) => each.remove());
    svg.append(...parseFragment(this.ghosts.get(text) ?? ""));
  }

  // --- the keyboard ---

  /** @param {string} spot That the mouse or the focus is on. */
  point(spot) {
    if (spot === this.hovered || this.moves.length === 0) return;
    this.hovered = spot;
    this.shade();
  }

  /** The spots that can be clicked now, and where they lie. */
  boxes() {
    const names = [...this.spots.keys()].filter(
      (name) => click(this.moves, this.chosen, name).does !== "nothing",
    );
    return names.map((name) => {
      const spot = /** @type {Element} */ (this.spots.get(name)?.[0]);
      const { x, y, width, height } = boxOf(spot);
      return { name, x, y, width, height };
    });
  }

  /** Let the tab key reach one spot, from which the arrow keys reach all. */
  order() {
    const names = readingOrder(this.boxes());
    const reached = new Set(names);
    const focused = this.shadow.activeElement?.getAttribute("data-spot") ?? "";
    const first = reached.has(focused) ? focused : names[0];
    for (const [name, [element]] of this.spots) {
      if (!element) continue;
      element.setAttribute("tabindex", name === first ? "0" : "-1");
      if (reached.has(name)) element.removeAttribute("aria-disabled");
      else element.setAttribute("aria-disabled", "true");
    }
  }

  /**
   * Give a spot the focus, or the first one.
   * @param {string} [spot]
   */
  focus(spot) {
    const element = spot === undefined ? undefined : this.spots.get(spot)?.[0];
    const first = this.svg?.querySelector('[data-spot][tabindex="0"]');
    const chosen = /** @type {SVGElement | null} */ (element ?? first ?? null);
    if (!chosen) return;
    for (const [each] of this.spots.values()) each?.setAttribute("tabindex", "-1");
    chosen.setAttribute("tabindex", "0");
    chosen.focus({ preventScroll: true });
  }
}
