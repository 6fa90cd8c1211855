/**
 * The analysis pane: what an agent thinks of the position that is shown.
 *
 * Any page with a board and a socket can mount it. The page tells it each position that the board
 * shows (`at`) and each message that it does not know (`hear`).
 */

import { said } from "./api.js";
import { button, fill, icon, make } from "./dom.js";
import { load, save } from "./store.js";
import { Variation } from "./variation.js";
import { analysts, counts, factsOf, fateOf, kindOf, marksOf, nothing, sentence, sidesOf } from "./verdicts.js";
import { percent, short } from "./words.js";

/**
 * @typedef {object} AnalysisWishes
 * @property {import("./socket.js").Socket} socket
 * @property {import("./board.js").Board} board
 * @property {GameForm} form Of the game with its options.
 * @property {Player[]} players
 * @property {boolean} [on] Whether it is on at first.
 * @property {string} [name] Under which this browser remembers whether it is on; empty to forget.
 * @property {(moves: string[]) => void} [play] Makes moves where the page may: a click on a move then plays it.
 * @property {(text: string) => void} [announce] Tells screen readers.
 */

const SECONDS = [1, 3, 5, 10, 30, 60];
const ROWS = 5;
const MARKS = 5;
const PAUSE = 150;
const KEPT = 300;

export class AnalysisPane {
  element = make("section", { class: "panel pane analysis", "aria-label": "Analysis" });
  body = make("div", { class: "body" });
  toggle = make("input", { type: "checkbox", role: "switch", onchange: () => this.turn() });
  facts = make("span", { class: "facts small quiet number" });
  progress = make("progress", { max: 1, value: 0, "aria-label": "Analysis" });
  chances = make("div", { class: "chances" });
  table = make("table", { class: "verdicts", onpointerleave: () => void this.board.haunt("") });
  rows = make("tbody");
  more = button("", () => this.expand(), { class: "quiet small more" });
  note = make("p", { class: "note quiet" });
  error = make("p", { class: "error" });

  /** @param {AnalysisWishes} wishes */
  constructor(wishes) {
    const { socket, board, form, players, on = false, name = "", play, announce = () => {} } = wishes;
    this.socket = socket;
    this.board = board;
    this.form = form;
    this.name = name;
    this.play = play ?? null;
    this.announce = announce;
    this.sides = sidesOf(players);
    this.on = name ? load(`analysis.${name}`, on) : on;
    this.spec = load(`analyst.${form.name}`, "");
    if (!this.choices().includes(this.spec)) this.spec = "";
    this.seconds = load("analysis.seconds", 5);
    this.resting = "";
    this.all = false;
    this.timer = 0;
    this.number = 0;
    this.peeked = "";
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Analysis | null} */
    this.result = null;
    /** @type {Map<string, Analysis>} */
    this.known = new Map();
    /** @type {Map<string, Promise<Scene>>} */
    this.peeks = new Map();
    this.variation = new Variation({ peek: (moves) => void this.peek(moves), play: this.play });
    this.build();
    this.paint();
  }

  build() {
    this.toggle.checked = this.on;
    fill(this.table,
      make("caption", { class: "unseen" }, "The best moves, best first"),
      make("colgroup", {}, make("col", { class: "name" }), make("col"), make("col", { class: "visits" })),
      make("thead", { class: "unseen" }, make("tr", {}, ["Move", "Chance to win", "Visits"].map((text) => make("th", { scope: "col" }, text)))),
      this.rows);
    fill(this.body, this.progress, this.chances, this.table, this.more, this.variation.element, this.note, this.error);
    fill(this.element,
      make("header", { class: "spread" },
        make("label", { class: "switch" }, this.toggle, make("span", {}, "Analysis")),
        this.facts, this.settings()),
      this.body);
  }

  /** The menu for who looks at positions, and how long. */
  settings() {
    const option = (/** @type {string | number} */ value, /** @type {string} */ text, /** @type {boolean} */ selected) =>
      make("option", { value, selected }, text);
    const agent = make("select", { onchange: () => {
      this.spec = agent.value;
      save(`analyst.${this.form.name}`, this.spec);
      seconds.disabled = !counts(this.form.agents, this.spec);
      this.begin(true);
    } },
      option("", "Automatic", this.spec === ""),
      this.choices().slice(1).map((spec) => option(spec, spec, spec === this.spec)));
    const seconds = make("select", { disabled: !counts(this.form.agents, this.spec), onchange: () => {
      this.seconds = Number(seconds.value);
      save("analysis.seconds", this.seconds);
      this.begin(true);
    } }, SECONDS.map((each) => option(each, `${each} s`, each === this.seconds)));
    return make("details", { class: "menu" },
      make("summary", { class: "button round quiet", role: "button", "aria-label": "Settings of the analysis" }, icon("gear")),
      make("div", { class: "panel" },
        make("label", { class: "field" }, "Agent", agent),
        make("label", { class: "field" }, "Time", seconds),
        make("p", { class: "help" }, `Automatic solves what can be solved, and asks ${this.form.analyst} otherwise.`)));
  }

  /** Specs to choose from; the first is the choice of the server. */
  choices() {
    return ["", ...analysts(this.form.agents).map(({ name }) => name), ...this.form.more];
  }

  // --- what the page tells ---

  /**
   * The board shows this position now.
   * @param {Scene} scene
   */
  at(scene) {
    this.scene = scene;
    this.peeked = "";
    this.variation.unpin();
    this.peeks.clear();
    this.element.classList.remove("peeking");
    this.begin(false);
  }

  /**
   * A message of the server; false if it is not about the analysis.
   * @param {Message} message
   */
  hear(message) {
    if (message.type === "refused" && !message.id && this.on && message.error?.startsWith("no analysis")) {
      this.error.textContent = message.error;
      this.paint();
      return true;
    }
    if (message.type !== "analysis") return false;
    if (!this.on) return false;
    const found = /** @type {Analysis} */ (message.analysis);
    if (this.resting || !this.scene || found.ply !== this.scene.ply) return true;
    this.error.textContent = "";
    this.result = found;
    this.paint();
    if (found.done) {
      this.keep(found);
      this.announce(sentence(found));
    }
    return true;
  }

  /**
   * Something else needs the server's attention; empty when it is free again.
   * @param {string} why
   */
  rest(why) {
    if (why === this.resting) return;
    this.resting = why;
    clearTimeout(this.timer);
    if (why) this.result = this.recall();
    this.paint();
    if (!why) this.begin(false);
  }

  close() {
    clearTimeout(this.timer);
    if (this.on && !this.resting) this.socket.send({ type: "quiet" });
  }

  // --- asking ---

  turn() {
    this.on = this.toggle.checked;
    if (this.name) save(`analysis.${this.name}`, this.on);
    if (!this.on && !this.resting) this.socket.send({ type: "quiet" });
    this.begin(false);
  }

  /** @param {boolean} anew Whether what is known is asked again. */
  begin(anew) {
    clearTimeout(this.timer);
    this.number += 1;
    if (anew) this.known.clear();
    this.error.textContent = "";
    this.result = this.on ? this.recall() : null;
    this.paint();
    if (!this.asks()) return;
    this.timer = setTimeout(() => void this.ask(this.number), PAUSE);
  }

  /** Whether the server is to look at this position. */
  asks() {
    return this.on && !this.resting && this.scene !== null && !nothing(this.scene) && !this.result;
  }

  /** @param {number} number */
  async ask(number) {
    const wish = { type: "analyse", ply: this.scene?.ply, seconds: this.seconds };
    try {
      await this.socket.ask(this.spec ? { ...wish, spec: this.spec } : wish);
    } catch (error) {
      if (number !== this.number) return;
      this.error.textContent = said(error);
      this.paint();
    }
  }

  /** @param {Analysis} found */
  keep(found) {
    const text = this.scene?.text;
    if (!text) return;
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(text, found);
  }

  /** What was found of this position before. */
  recall() {
    const found = this.known.get(this.scene?.text ?? "") ?? null;
    return found && { ...found, ply: this.scene?.ply ?? 0 };
  }

  // --- showing ---

  paint() {
    const { result, scene } = this;
    const idle = scene ? nothing(scene) : "";
    const waits = this.on && !idle && !result && !this.error.textContent;
    this.body.hidden = !this.on;
    this.facts.textContent = this.on && result ? factsOf(result) : "";
    this.progress.hidden = !(this.on && !idle && !this.resting && !result?.done && !this.error.textContent);
    if (result && !result.done) this.progress.value = Math.min(result.seconds / this.seconds, 1);
    else this.progress.removeAttribute("value");
    const note = this.on ? idle || this.resting : "";
    this.note.textContent = note || (waits ? "Thinking…" : result && !result.value ? "This agent gives no chances to win." : "");
    this.paintChances(result?.value ?? null);
    this.paintMoves(result);
    if (this.peeked) return;
    this.variation.set(result?.pv ?? []);
    this.mark();
  }

  /** @param {number[] | null} value Chance of each side. */
  paintChances(value) {
    this.chances.hidden = value === null;
    if (!value) return;
    const two = this.sides.length === 2;
    const shown = this.sides.map(({ side, name }) => {
      const chance = value[side] ?? 0;
      const element = make("div", { class: `chance side-${side}` }, make("span", {}, name), make("b", { class: "number" }, percent(chance)));
      element.style.setProperty("--part", `${chance}`);
      return element;
    });
    const balance = make("div", { class: "balance" });
    balance.style.setProperty("--part", `${value[this.sides[0]?.side ?? 0] ?? 0.5}`);
    this.chances.classList.toggle("two", two);
    fill(this.chances, shown, two ? balance : null);
  }

  /** @param {Analysis | null} result */
  paintMoves(result) {
    const moves = result?.moves ?? [];
    const best = moves[0]?.value ?? null;
    const focused = this.rows.contains(document.activeElement) ? document.activeElement?.textContent : null;
    this.table.hidden = moves.length === 0;
    fill(this.rows, moves.slice(0, this.all ? moves.length : ROWS).map((each, index) => this.row(each, index, best)));
    this.more.hidden = moves.length <= ROWS;
    this.more.textContent = this.all ? "Fewer moves" : `All ${moves.length} moves`;
    if (focused) [...this.rows.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
  }

  /**
   * @param {Verdict} verdict
   * @param {number} index
   * @param {number | null} best
   */
  row(verdict, index, best) {
    const { move, value, visits, exact } = verdict;
    const fate = fateOf(value, exact);
    const meter = make("span", { class: `meter is-${kindOf(verdict, index, best)}` });
    meter.style.setProperty("--part", `${value ?? 0}`);
    const shown = fate ? make("span", { class: `badge fate ${fate}`, title: "Proven" }, fate)
      : make("span", { class: "number" }, value === null ? "–" : percent(value));
    const label = this.play ? `Play ${move}` : `Show the position after ${move}`;
    const name = button(move, () => (this.play ? this.play([move]) : this.pin(move)), { class: "move", title: label });
    return make("tr", {
      onpointerenter: () => void this.board.haunt(move),
      onpointerleave: () => void this.board.haunt(""),
      onfocusin: () => void this.board.haunt(move),
      onfocusout: () => void this.board.haunt(""),
    },
      make("th", { scope: "row" }, name),
      make("td", {}, make("div", { class: "worth" }, value === null ? null : meter, shown)),
      make("td", { class: "number quiet small" }, visits === null ? "" : short(visits)));
  }

  expand() {
    this.all = !this.all;
    this.paint();
  }

  mark() {
    this.board.mark(this.on && this.result ? marksOf(this.result.moves, MARKS) : []);
  }

  // --- looking ahead ---

  /** @param {string} move */
  pin(move) {
    void this.peek(this.peeked === move ? null : [move]);
  }

  /**
   * Show the position after some moves; null for the one that is analysed.
   * @param {string[] | null} moves
   */
  async peek(moves) {
    const { scene } = this;
    const wanted = moves?.join("\n") ?? "";
    if (!scene || wanted === this.peeked) return;
    this.peeked = wanted;
    if (!moves) {
      this.element.classList.remove("peeking");
      this.board.show(scene);
      this.paint();
      return;
    }
    let found = this.peeks.get(wanted);
    if (!found) {
      found = this.socket.ask({ type: "peek", ply: scene.ply, moves }).then(({ scene: ahead }) => ahead);
      this.peeks.set(wanted, found);
    }
    const ahead = await found.catch(() => null);
    if (!ahead || this.peeked !== wanted || scene !== this.scene) return;
    this.element.classList.add("peeking");
    this.board.show({ ...ahead, moves: [] });
  }
}
