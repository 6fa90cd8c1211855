/**
 * The board: shows a picture, and turns clicks in it into moves.
 *
 * It knows no rules. A picture has elements with a data-spot; each legal move has a path, the spots
 * to click in order. Numbers and rotations in a path are chosen in a bar beside the spot.
 */

import { Chooser } from "./chooser.js";
import { button, fill, icon, make } from "./dom.js";
import { areaOf, boxOf, pill, ring, RULES } from "./marks.js";
import { click, completedMove, defaultStep, followForced, labelSpot, nextSteps, stepKind } from "./paths.js";
import { parseFragment, parsePicture, spotsOf } from "./picture.js";
import { readingOrder } from "./spots.js";
import { preferences } from "./store.js";

const MIN_TARGET = 34;
const GHOST_DELAY = 40;
const ZOOMS = [1, 1.7, 2.5];

export class Board {
  /**
   * @param {object} options
   * @param {(text: string) => void} options.play Plays a move; the caller then calls `show`.
   * @param {(text: string, ply: number) => Promise<string>} [options.preview] The SVG fragment that previews a move.
   * @param {(text: string) => void} [options.announce] Lets screen readers say a text.
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
    /** @type {Move | null} A complete move that waits to be confirmed. */
    this.pending = null;
    this.selected = "";
    /** @type {string | null} */
    this.preferredRotation = null;
    this.hovered = "";
    this.touch = false;
    this.usedPointer = false;
    this.refocus = false;
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Map<string, SVGElement[]>} */
    this.spots = new Map();
    /** @type {Map<string, string>} */
    this.ghosts = new Map();
    this.shownGhost = "";
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
   * Show a position, and drop the steps chosen so far.
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
    this.shownGhost = "";
    this.hovered = "";
    this.marks = [];
    this.base = followForced(this.moves, [], false, this.inPicture);
    this.reset();
    if (!this.refocus || this.spots.size === 0) return;
    this.focus(focus ?? undefined);
    this.refocus = false;
  }

  /** Whether a step is a spot of the picture. */
  inPicture = (/** @type {string} */ step) => this.spots.has(step);

  /** Drop the steps chosen so far. */
  reset() {
    this.chosen = this.base;
    this.pending = null;
    this.refresh();
  }

  /**
   * Put labels at the spots of moves; only the first one at each spot is shown.
   * @param {Mark[]} marks
   */
  mark(marks) {
    this.marks = marks;
    this.drawOverlay();
  }

  /** Update the board after a change of the chosen steps. */
  refresh() {
    const kind = this.kind;
    const steps = new Set(nextSteps(this.moves, this.chosen));
    if (kind !== "picture") {
      this.selected = defaultStep(kind, [...steps], this.preferredRotation);
    }
    const started = this.chosen.length > this.base.length;
    const alternatives = kind === "picture" ? [] : nextSteps(this.moves, this.chosen.slice(0, -1));
    for (const [name, elements] of this.spots) {
      const on = steps.has(name) && !this.pending;
      for (const each of elements) {
        each.classList.toggle("legal", on || alternatives.includes(name));
        each.classList.toggle("q-off", started && !on && !this.chosen.includes(name));
      }
    }
    this.updateTabOrder();
    this.drawOverlay();
    this.renderChooser([...steps]);
    this.updateGhost();
  }

  /** What the next step is. */
  get kind() {
    return this.pending ? "picture" : stepKind(this.moves, this.chosen);
  }

  /** Draw the ring round the chosen spot, and the labels. */
  drawOverlay() {
    const svg = this.svg;
    if (!svg) return;
    svg.querySelectorAll(".q-ring, .q-mark").forEach((each) => each.remove());
    const last = labelSpot(this.chosen, this.inPicture);
    if (last !== null && this.chosen.length > this.base.length) {
      const element = this.spots.get(last)?.[0];
      if (element) svg.append(ring(areaOf(svg, element)));
    }
    const unit = svg.viewBox.baseVal.width / Math.max(svg.getBoundingClientRect().width, 1);
    const labelled = new Set();
    for (const mark of this.marks) {
      const place = labelSpot(mark.path, this.inPicture);
      const element = place === null ? undefined : this.spots.get(place)?.[0];
      if (!element || labelled.has(place)) continue;
      labelled.add(place);
      svg.append(pill(areaOf(svg, element), mark, unit));
    }
  }

  /** Switch to the next zoom level. */
  zoom() {
    const now = Number(this.element.style.getPropertyValue("--zoom") || 1);
    const next = ZOOMS[(ZOOMS.indexOf(now) + 1) % ZOOMS.length] ?? 1;
    this.element.style.setProperty("--zoom", `${next}`);
    this.element.classList.toggle("zoomed", next !== 1);
    this.drawOverlay();
  }

  // --- choosing a move ---

  /**
   * Choose a step: a spot of the picture or one of the buttons.
   * @param {string} step
   */
  press(step) {
    if (this.pending) {
      if (this.chosen.includes(step)) return this.playMove(this.pending);
      this.pending = null;
      this.chosen = this.chosen.slice(0, -1);
    }
    const kind = this.kind;
    const found = click(this.moves, this.chosen, step);
    if (found.action === "repeat") {
      if (kind === "rotation") this.rotate(1);
      else if (kind === "number") this.confirm();
      else this.stepBack();
      return undefined;
    }
    if (found.action === "none") return this.reset();
    this.chosen = followForced(this.moves, found.chosen, true, this.inPicture);
    const whole = completedMove(this.moves, this.chosen);
    if (!whole || nextSteps(this.moves, this.chosen).length > 0) return this.refresh();
    if (kind === "picture" && this.needsConfirmation(step)) {
      this.pending = whole;
      return this.refresh();
    }
    return this.playMove(whole);
  }

  /**
   * Whether to ask before a move: by preference, else if a finger covers the spot.
   * @param {string} step
   */
  needsConfirmation(step) {
    const { confirm } = preferences();
    if (confirm !== "auto") return confirm === "always";
    const spot = this.spots.get(step)?.[0];
    const box = spot && boxOf(spot);
    return this.touch && box !== undefined && Math.min(box.width, box.height) < MIN_TARGET;
  }

  /** @param {Move} move */
  playMove(move) {
    this.chooser.hide();
    this.extra.hidden = true;
    this.svg?.classList.add("q-quiet");
    this.moves = [];
    this.pending = null;
    this.chosen = this.base = [];
    this.play(move.text);
  }

  /** Play the pending move, or choose the selected step. */
  confirm() {
    if (this.pending) this.playMove(this.pending);
    else if (this.kind !== "picture") this.press(this.selected);
  }

  /** Undo the last chosen step; false if there is none. */
  stepBack() {
    if (!this.pending && this.chosen.length <= this.base.length) return false;
    this.pending = null;
    const left = this.chosen.slice(0, -1);
    const kept = followForced(this.moves, left, false, this.inPicture);
    this.chosen = kept.length < this.chosen.length ? kept : this.base;
    this.refresh();
    return true;
  }

  /**
   * Select a number or a rotation in the bar.
   * @param {string} step
   */
  select(step) {
    const kind = this.kind;
    if (kind === "picture") return;
    this.selected = step;
    if (kind === "rotation") this.preferredRotation = step;
    this.chooser.update(step);
    this.announce(step);
    this.updateGhost();
  }

  /** @param {number} by */
  rotate(by) {
    const steps = nextSteps(this.moves, this.chosen);
    const index = (steps.indexOf(this.selected) + by + steps.length) % steps.length;
    this.select(steps[index] ?? this.selected);
  }

  /** @param {number} by */
  changeNumber(by) {
    const steps = nextSteps(this.moves, this.chosen);
    const index = Math.min(Math.max(steps.indexOf(this.selected) + by, 0), steps.length - 1);
    this.select(steps[index] ?? this.selected);
  }

  /**
   * Show the bar, and buttons for the steps that are not in the picture.
   * @param {string[]} steps
   */
  renderChooser(steps) {
    const { chooser, extra, kind } = this;
    const actions = {
      change: (/** @type {string} */ step) => this.select(step),
      confirm: () => this.confirm(),
      back: () => void this.stepBack(),
    };
    if (this.pending) chooser.confirm(this.pending.text, actions);
    else if (kind === "number") chooser.number(steps, this.selected, actions);
    else if (kind === "rotation") chooser.rotation(steps, this.selected, actions);
    else chooser.hide();
    const absent = kind === "picture" && !this.pending ? steps.filter((step) => !this.inPicture(step)) : [];
    extra.hidden = absent.length === 0;
    fill(extra, absent.map((step) => button(step, () => this.press(step), { class: "chip" })));
    const last = labelSpot(this.chosen, this.inPicture);
    chooser.place(this.element, last === null ? undefined : this.spots.get(last)?.[0]);
  }

  // --- ghosts ---

  /** Preview the selected move, or else the one under the pointer. */
  updateGhost() {
    void this.showGhost(this.pending?.text ?? this.likelyMove() ?? "");
  }

  /** The text of the move that the next click would play. */
  likelyMove() {
    if (this.kind !== "picture") return completedMove(this.moves, [...this.chosen, this.selected])?.text;
    if (!this.hovered || !nextSteps(this.moves, this.chosen).includes(this.hovered)) return undefined;
    const next = followForced(this.moves, [...this.chosen, this.hovered], true, this.inPicture);
    const kind = stepKind(this.moves, next);
    const rest = kind === "picture" ? [] : [defaultStep(kind, nextSteps(this.moves, next), this.preferredRotation)];
    return completedMove(this.moves, [...next, ...rest])?.text;
  }

  /** @param {string} text The move to preview; empty to remove the preview. */
  async showGhost(text) {
    if (text === this.shownGhost) return;
    this.shownGhost = text;
    const svg = this.svg;
    const ply = this.scene?.ply ?? 0;
    if (text !== "" && !this.ghosts.has(text)) {
      await new Promise((resolve) => setTimeout(resolve, GHOST_DELAY));
      if (this.shownGhost !== text || svg !== this.svg) return;
      this.ghosts.set(text, await this.preview(text, ply).catch(() => ""));
    }
    if (this.shownGhost !== text || svg !== this.svg || !svg) return;
    svg.querySelectorAll(":scope > .ghost").forEach((each) => each.remove());
    svg.append(...parseFragment(this.ghosts.get(text) ?? ""));
  }

  // --- the keyboard ---

  /** @param {string} spot The spot under the pointer or with the focus; empty for none. */
  hover(spot) {
    if (spot === this.hovered || this.moves.length === 0) return;
    this.hovered = spot;
    this.updateGhost();
  }

  /** The spots that can be clicked now, with their places on the screen. */
  boxes() {
    const names = [...this.spots.keys()].filter(
      (name) => click(this.moves, this.chosen, name).action !== "none",
    );
    return names.map((name) => {
      const spot = /** @type {Element} */ (this.spots.get(name)?.[0]);
      const { x, y, width, height } = boxOf(spot);
      return { name, x, y, width, height };
    });
  }

  /** Let the Tab key reach one spot; arrow keys go on from there. */
  updateTabOrder() {
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
   * Focus a spot; the first one by default.
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
