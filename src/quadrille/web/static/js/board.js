/**
 * The board: shows a picture, and turns clicks in it into moves.
 *
 * It knows no rules. A picture has elements with a data-spot; each legal move has a path, the spots
 * to click in order. Numbers and rotations in a path are chosen in a bar beside the spot.
 */

import { BoardView } from "./boardview.js";
import { NARROW } from "./boxes.js";
import { Chooser } from "./chooser.js";
import { button, fill, icon, make } from "./dom.js";
import { boxOf, clearMarks, markChosen, markLabel } from "./marks.js";
import { click, completedMove, defaultStep, followForced, labelSpot, movesStartingWith, nextSteps, stepKind } from "./paths.js";
import { parseFragment, releaseSpots, spotsOf } from "./picture.js";
import { focusOne, setTabOrder } from "./spots.js";
import { preferences } from "./store.js";
import { Views } from "./views.js";

const MIN_TARGET = 34;
const GHOST_DELAY = 40;

export class Board {
  /**
   * @param {object} options
   * @param {(text: string) => void} options.play Plays a move; the caller then calls `show`.
   * @param {(text: string, ply: number) => Promise<Preview>} [options.preview] What a move would do.
   * @param {(text: string) => void} [options.announce] Lets screen readers say a text.
   * @param {(step: Step) => void} [options.onStep] Called when the choice of a move has come to another step.
   */
  constructor({ play, preview = async () => ({ svg: "", words: "" }), announce = () => {}, onStep = () => {} }) {
    this.onStep = onStep;
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
    /** Whether the last click chose a spot, so that a second one there confirms it. */
    this.isFresh = false;
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Map<string, Spot[]>} */
    this.spots = new Map();
    /** @type {Map<string, Preview>} */
    this.ghosts = new Map();
    this.shownGhost = "";
    this.canvas = make("div", { class: "canvas" });
    this.stage = make("div", { class: "stage" }, this.canvas);
    this.chooser = new Chooser();
    this.extra = make("div", { class: "extra", role: "group", "aria-label": "Moves", hidden: true });
    this.zoomButton = button(icon("zoom"), () => this.camera.toggle(), {
      class: "round zoom", "aria-label": "The whole board, or a part of it", title: "The whole board", hidden: true,
    });
    this.element = make("div", { class: "board" }, this.stage, this.zoomButton, this.chooser.element, this.extra);
    this.view = new BoardView(this.canvas, () => this.onMoved());
    this.views = new Views(this.view, this.zoomButton, () => this.onMoved());
    this.shadow = this.view.shadow;
    this.camera = this.view.camera;
    NARROW.addEventListener("change", () => this.scene && this.show(this.scene));
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
    releaseSpots(this.spots);
    const svg = this.view.show(scene);
    this.views.update();
    this.zoomButton.hidden = !this.camera.hasMore;
    this.spots = spotsOf(this.shadow, this.moves);
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

  get svg() {
    return this.view.svg;
  }

  /** The map was moved: what lies above it moves along. */
  onMoved() {
    this.zoomButton.hidden = !this.camera.hasMore;
    this.drawOverlay();
    this.placeChooser();
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
    const { turns } = this;
    const started = this.chosen.length > this.base.length;
    const alternatives = kind === "picture" ? [] : nextSteps(this.moves, this.chosen.slice(0, -1));
    for (const [name, elements] of this.spots) {
      const on = (steps.has(name) || turns.includes(name)) && !this.pending;
      for (const each of elements) {
        each.classList.toggle("legal", on || alternatives.includes(name));
        each.classList.toggle("q-off", started && !on && !this.chosen.includes(name));
      }
    }
    setTabOrder(this.spots, this.reachable(), this.shadow.activeElement);
    if (kind === "picture") this.camera.reveal([...steps].flatMap((step) => this.spots.get(step) ?? []));
    this.drawOverlay();
    this.renderChooser([...steps]);
    this.updateGhost();
    this.onStep({ index: this.chosen.length, kind, isPending: this.pending !== null, touch: this.touch });
  }

  /** What the next step is. */
  get kind() {
    return this.pending ? "picture" : stepKind(this.moves, this.chosen);
  }

  /** The rotations to choose from before the place for what is rotated. */
  get turns() {
    if (this.kind !== "picture") return [];
    const after = movesStartingWith(this.moves, this.chosen).map(({ path }) => path[this.chosen.length + 1] ?? "");
    return [...new Set(after.filter((step) => step.startsWith("@")))].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  }

  /** Draw the ring round the chosen spot, and the labels. */
  drawOverlay() {
    const svg = this.svg;
    if (!svg) return;
    svg.querySelectorAll(".q-ring, .q-mark").forEach((each) => each.remove());
    clearMarks(this.spots);
    const last = labelSpot(this.chosen, this.inPicture);
    const ahead = this.turns.length > 0 ? this.preferredRotation : null;
    for (const name of [this.chosen.length > this.base.length ? last : null, ahead]) {
      const element = name === null ? undefined : this.spots.get(name)?.[0];
      if (element) markChosen(svg, element);
    }
    const labelled = new Set();
    for (const mark of this.marks) {
      const place = labelSpot(mark.path, this.inPicture);
      const element = place === null ? undefined : this.spots.get(place)?.[0];
      if (!element || labelled.has(place)) continue;
      labelled.add(place);
      markLabel(svg, element, mark);
    }
  }

  // --- choosing a move ---

  /**
   * Choose a step: a spot of the picture or one of the buttons.
   * @param {string} step
   */
  press(step) {
    this.isFresh = false;
    if (this.turns.includes(step)) return this.turnAhead(step);
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
    this.isFresh = true;
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

  /**
   * Select a rotation before a place is chosen.
   * @param {string} step
   */
  turnAhead(step) {
    this.preferredRotation = step;
    this.announce(step);
    this.drawOverlay();
    this.updateGhost();
  }

  /** @param {number} by */
  rotate(by) {
    const here = this.turns.length > 0 ? nextSteps(this.moves, [...this.chosen, this.hovered]) : [];
    const turns = here.length > 0 ? here : this.turns;
    const next = Math.max(turns.indexOf(this.preferredRotation ?? ""), 0) + by + turns.length;
    if (turns.length > 0) return this.turnAhead(turns[next % turns.length] ?? "");
    const steps = nextSteps(this.moves, this.chosen);
    const index = (steps.indexOf(this.selected) + by + steps.length) % steps.length;
    return this.select(steps[index] ?? this.selected);
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
    this.placeChooser();
  }

  placeChooser() {
    const last = labelSpot(this.chosen, this.inPicture);
    const dock = this.kind === "number" ? this.svg?.querySelector("[data-dock]") : null;
    this.chooser.place(this.element, last === null ? undefined : this.spots.get(last)?.[0], dock);
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
    const { svg, scene } = this;
    const ply = scene?.ply ?? 0;
    if (text !== "" && !this.ghosts.has(text)) {
      await new Promise((resolve) => setTimeout(resolve, GHOST_DELAY));
      if (this.shownGhost !== text || scene !== this.scene) return;
      this.ghosts.set(text, await this.preview(text, ply).catch(() => ({ svg: "", words: "" })));
    }
    if (this.shownGhost !== text || scene !== this.scene || !svg) return;
    svg.querySelectorAll(":scope > .ghost").forEach((each) => each.remove());
    const shown = this.ghosts.get(text);
    svg.append(...parseFragment(shown?.svg ?? ""));
    this.camera.apply();
    this.chooser.say(shown?.words ?? "");
  }

  // --- the keyboard ---

  /** @param {string} spot The spot under the pointer or with the focus; empty for none. */
  hover(spot) {
    if (spot === this.hovered || this.moves.length === 0) return;
    this.hovered = spot;
    this.updateGhost();
  }

  /** The spots that can be clicked now. */
  reachable() {
    const { turns } = this;
    return [...this.spots.keys()].filter((name) => turns.includes(name) || click(this.moves, this.chosen, name).action !== "none");
  }

  /**
   * Focus a spot; the first one by default.
   * @param {string} [spot]
   */
  focus(spot) {
    const element = spot === undefined ? undefined : this.spots.get(spot)?.[0];
    const first = this.shadow.querySelector('[data-spot][tabindex="0"]');
    const chosen = /** @type {Spot | null} */ (element ?? first ?? null);
    if (chosen) focusOne(this.spots, chosen);
  }
}
