/**
 * The analysis pane: how an agent evaluates the position that is shown.
 *
 * The page passes each position that the board shows to `setScene`, and each message that it does
 * not handle itself to `onMessage`.
 */

import { errorText } from "./api.js";
import { button, fill, icon, make } from "./dom.js";
import { analysisAgents, hasTimeLimit, marksFor, moveKind, noAnalysisReason, provenOutcome, searchStats, sidesOf, summary } from "./evaluation.js";
import { EvaluationBar } from "./evaluationbar.js";
import { estimateText, leadText, short, signedText } from "./format.js";
import { load, save } from "./store.js";
import { Variation } from "./variation.js";

const SECONDS = [1, 3, 5, 10, 30, 60];
const MAX_ROWS = 5;
const MAX_MARKS = 5;
const DELAY = 150;
const MAX_CACHED = 300;

export class AnalysisPane {
  element = make("section", { class: "panel pane analysis", "aria-label": "Analysis" });
  body = make("div", { class: "body" });
  checkbox = make("input", { type: "checkbox", role: "switch", onchange: () => this.toggleOn() });
  stats = make("span", { class: "facts small quiet number" });
  progress = make("progress", { max: 1, value: 0, "aria-label": "Analysis" });
  chances = make("div", { class: "chances" });
  table = make("table", { class: "best-moves", onpointerleave: () => void this.board.showGhost("") });
  rows = make("tbody");
  moreButton = button("", () => this.expand(), { class: "quiet small more" });
  note = make("p", { class: "note quiet" });
  error = make("p", { class: "error" });

  /** @param {AnalysisOptions} options */
  constructor(options) {
    const { socket, board, form, players, on = false, name = "", play, announce = () => {} } = options;
    this.socket = socket;
    this.board = board;
    this.form = form;
    this.name = name;
    this.play = play ?? null;
    this.announce = announce;
    this.sides = sidesOf(players);
    this.bar = new EvaluationBar(this.sides);
    board.element.append(this.bar.element);
    this.on = name ? load(`analysis.${name}`, on) : on;
    this.spec = load(`analyst.${form.name}`, "");
    if (!this.choices().includes(this.spec)) this.spec = "";
    this.seconds = load("analysis.seconds", 5);
    this.pauseReason = "";
    this.all = false;
    this.timer = 0;
    this.number = 0;
    this.peeked = "";
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Analysis | null} */
    this.result = null;
    /** @type {Map<string, Analysis>} */
    this.results = new Map();
    /** @type {Map<string, Promise<Scene>>} */
    this.peeks = new Map();
    this.variation = new Variation({ peek: (moves) => void this.peek(moves), play: this.play });
    this.build();
    this.render();
  }

  build() {
    this.checkbox.checked = this.on;
    fill(this.table,
      make("caption", { class: "unseen" }, "The best moves, best first"),
      make("colgroup", {}, make("col", { class: "name" }), make("col"), make("col", { class: "visits" })),
      make("thead", { class: "unseen" }, make("tr", {}, ["Move", "Estimate", "Visits"].map((text) => make("th", { scope: "col" }, text)))),
      this.rows);
    fill(this.body, this.progress, this.chances, this.table, this.moreButton, this.variation.element, this.note, this.error);
    fill(this.element,
      make("header", { class: "spread" },
        make("label", { class: "switch" }, this.checkbox, make("span", {}, "Analysis")),
        this.stats, this.settings()),
      this.body);
  }

  /** The menu that chooses the agent and its time. */
  settings() {
    const option = (/** @type {string | number} */ value, /** @type {string} */ text, /** @type {boolean} */ selected) =>
      make("option", { value, selected }, text);
    const agent = make("select", { onchange: () => {
      this.spec = agent.value;
      save(`analyst.${this.form.name}`, this.spec);
      seconds.disabled = !hasTimeLimit(this.form.agents, this.spec);
      this.restart(true);
    } },
      option("", "Automatic", this.spec === ""),
      this.choices().slice(1).map((spec) => option(spec, spec, spec === this.spec)));
    const seconds = make("select", { disabled: !hasTimeLimit(this.form.agents, this.spec), onchange: () => {
      this.seconds = Number(seconds.value);
      save("analysis.seconds", this.seconds);
      this.restart(true);
    } }, SECONDS.map((each) => option(each, `${each} s`, each === this.seconds)));
    return make("details", { class: "menu" },
      make("summary", { class: "button round quiet", role: "button", "aria-label": "Settings of the analysis" }, icon("gear")),
      make("div", { class: "panel" },
        make("label", { class: "field" }, "Agent", agent),
        make("label", { class: "field" }, "Time", seconds),
        make("p", { class: "help" }, `Automatic uses a solver where the position can be solved, and ${this.form.analyst} otherwise.`)));
  }

  /** The specs to choose from; the empty one lets the server choose. */
  choices() {
    return ["", ...analysisAgents(this.form.agents).map(({ name }) => name), ...this.form.more];
  }

  // --- calls of the page ---

  /**
   * Analyse the position that the board shows.
   * @param {Scene} scene
   */
  setScene(scene) {
    this.scene = scene;
    this.peeked = "";
    this.variation.unpin();
    this.peeks.clear();
    this.element.classList.remove("peeking");
    this.restart(false);
  }

  /**
   * Handle a message of the server; false if it is not about the analysis.
   * @param {Message} message
   */
  onMessage(message) {
    if (message.type === "refused" && !message.id && this.on && message.error?.startsWith("no analysis")) {
      this.error.textContent = errorText(message.error);
      this.render();
      return true;
    }
    if (message.type !== "analysis") return false;
    if (!this.on) return false;
    const found = /** @type {Analysis} */ (message.analysis);
    if (this.pauseReason || !this.scene || found.ply !== this.scene.ply) return true;
    this.error.textContent = "";
    this.result = found;
    this.render();
    if (found.done) {
      this.store(found);
      this.announce(summary(found));
    }
    return true;
  }

  /**
   * Pause the analysis and show why; an empty reason resumes it.
   * @param {string} reason
   */
  pause(reason) {
    if (reason === this.pauseReason) return;
    this.pauseReason = reason;
    clearTimeout(this.timer);
    if (reason) this.result = this.storedResult();
    this.render();
    if (!reason) this.restart(false);
  }

  close() {
    clearTimeout(this.timer);
    this.bar.element.remove();
    if (this.on && !this.pauseReason) this.socket.send({ type: "quiet" });
  }

  // --- requests ---

  toggleOn() {
    this.on = this.checkbox.checked;
    if (this.name) save(`analysis.${this.name}`, this.on);
    if (!this.on && !this.pauseReason) this.socket.send({ type: "quiet" });
    this.restart(false);
  }

  /** @param {boolean} clear Whether to drop the stored results. */
  restart(clear) {
    clearTimeout(this.timer);
    this.number += 1;
    if (clear) this.results.clear();
    this.error.textContent = "";
    this.result = this.on ? this.storedResult() : null;
    this.render();
    if (!this.needsRequest()) return;
    this.timer = setTimeout(() => void this.ask(this.number), DELAY);
  }

  /** Whether the server must analyse this position. */
  needsRequest() {
    return this.on && !this.pauseReason && this.scene !== null && !noAnalysisReason(this.scene) && !this.result;
  }

  /** @param {number} number */
  async ask(number) {
    const request = { type: "analyse", ply: this.scene?.ply, seconds: this.seconds };
    try {
      await this.socket.ask(this.spec ? { ...request, spec: this.spec } : request);
    } catch (error) {
      if (number !== this.number) return;
      this.error.textContent = errorText(error);
      this.render();
    }
  }

  /** @param {Analysis} found */
  store(found) {
    const text = this.scene?.text;
    if (!text) return;
    if (this.results.size >= MAX_CACHED) this.results.clear();
    this.results.set(text, found);
  }

  /** The stored result for this position. */
  storedResult() {
    const found = this.results.get(this.scene?.text ?? "") ?? null;
    return found && { ...found, ply: this.scene?.ply ?? 0 };
  }

  // --- rendering ---

  render() {
    const { result, scene } = this;
    const idle = scene ? noAnalysisReason(scene) : "";
    const waiting = this.on && !idle && !result && !this.error.textContent;
    this.body.hidden = !this.on;
    this.stats.textContent = this.on && result ? searchStats(result) : "";
    this.progress.hidden = !(this.on && !idle && !this.pauseReason && !result?.done && !this.error.textContent);
    if (result && !result.done) this.progress.value = Math.min(result.seconds / this.seconds, 1);
    else this.progress.removeAttribute("value");
    const note = this.on ? idle || this.pauseReason : "";
    this.note.textContent = note || (waiting ? "Thinking…" : result && !result.value ? "This agent does not estimate chances to win." : "");
    this.renderChances(result);
    this.renderMoves(result);
    if (this.peeked) return;
    this.variation.set(result?.pv ?? []);
    this.renderMarks();
  }

  /** @param {Analysis | null} result */
  renderChances(result) {
    this.bar.set(result, this.on);
    const value = result?.value ?? null;
    this.chances.hidden = value === null;
    if (!result || !value) return;
    const two = this.sides.length === 2;
    const shown = this.sides.map(({ side, name }) => {
      const chance = value[side] ?? 0;
      const lead = result.leads?.[side];
      const worth = lead === undefined ? [make("b", { class: "number" }, estimateText(chance, result.percent))]
        : [make("b", { class: "number lead" }, leadText(lead)), make("span", { class: "number quiet" }, estimateText(chance, result.percent))];
      const element = make("div", { class: `chance side-${side}` }, make("span", {}, name), worth);
      element.style.setProperty("--part", `${chance}`);
      return element;
    });
    const balance = make("div", { class: "balance" });
    balance.style.setProperty("--part", `${value[this.sides[0]?.side ?? 0] ?? 0.5}`);
    this.chances.classList.toggle("two", two);
    fill(this.chances, shown, two ? balance : null);
  }

  /** @param {Analysis | null} result */
  renderMoves(result) {
    const moves = result?.moves ?? [];
    const best = moves[0]?.value ?? null;
    const focused = this.rows.contains(document.activeElement) ? document.activeElement?.textContent : null;
    this.table.hidden = moves.length === 0;
    fill(this.rows, moves.slice(0, this.all ? moves.length : MAX_ROWS).map((each, index) => this.row(each, index, best)));
    this.moreButton.hidden = moves.length <= MAX_ROWS;
    this.moreButton.textContent = this.all ? "Fewer moves" : `All ${moves.length} moves`;
    if (focused) [...this.rows.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
  }

  /**
   * @param {AnalysedMove} analysed
   * @param {number} index
   * @param {number | null} best
   */
  row(analysed, index, best) {
    const { move, value, lead, visits, exact } = analysed;
    const isChance = this.result?.percent ?? false;
    const outcome = provenOutcome(value, exact);
    const meter = make("span", { class: `meter is-${moveKind(analysed, index, best)}` });
    meter.style.setProperty("--part", `${value ?? 0}`);
    const shown = outcome ? make("span", { class: `badge proven ${outcome}`, title: "Proven" }, outcome)
      : make("span", { class: "number" }, value === null ? "–" : estimateText(value, isChance));
    const points = lead === null || value === null ? null : make("b", { class: "number lead", title: "Expected lead in points" }, signedText(lead, 0));
    const label = this.play ? `Play ${move}` : `Show the position after ${move}`;
    const name = button(move, () => (this.play ? this.play([move]) : this.pin(move)), { class: "move", title: label });
    return make("tr", {
      onpointerenter: () => void this.board.showGhost(move),
      onpointerleave: () => void this.board.showGhost(""),
      onfocusin: () => void this.board.showGhost(move),
      onfocusout: () => void this.board.showGhost(""),
    },
      make("th", { scope: "row" }, name),
      make("td", {}, make("div", { class: "worth" }, value === null ? null : meter, points, shown)),
      make("td", { class: "number quiet small" }, visits === null ? "" : short(visits)));
  }

  expand() {
    this.all = !this.all;
    this.render();
  }

  renderMarks() {
    this.board.mark(this.on && this.result ? marksFor(this.result.moves, MAX_MARKS, this.result.percent) : []);
  }

  // --- looking ahead ---

  /** @param {string} move */
  pin(move) {
    void this.peek(this.peeked === move ? null : [move]);
  }

  /**
   * Show the position after some moves; null shows the analysed position again.
   * @param {string[] | null} moves
   */
  async peek(moves) {
    const { scene } = this;
    const key = moves?.join("\n") ?? "";
    if (!scene || key === this.peeked) return;
    this.peeked = key;
    if (!moves) {
      this.element.classList.remove("peeking");
      this.board.show(scene);
      this.render();
      return;
    }
    let found = this.peeks.get(key);
    if (!found) {
      found = this.socket.ask({ type: "peek", ply: scene.ply, moves }).then(({ scene: ahead }) => ahead);
      this.peeks.set(key, found);
    }
    const ahead = await found.catch(() => null);
    if (!ahead || this.peeked !== key || scene !== this.scene) return;
    this.element.classList.add("peeking");
    this.board.show({ ...ahead, moves: [] });
  }
}
