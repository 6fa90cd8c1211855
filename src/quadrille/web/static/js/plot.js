/**
 * The review of a game: a plot of the chance to win at every ply, and a table of good and bad moves.
 *
 * Reviews arrive ply by ply. The plot is a slider: a click or an arrow key goes to a ply.
 */

import { errorText } from "./api.js";
import { button, draw, fill, icon, make } from "./dom.js";
import { sidesOf } from "./evaluation.js";
import { capital } from "./format.js";
import { areChances, CLASSES, classesOf, countClasses, describePly, meanLoss, pointsOf, reviewAt } from "./review.js";
import { areaPath, linePath, plyAt, ticks, xOf, yOf } from "./scale.js";

const HEIGHT = 132;
const MIN_WIDTH = 240;
const EDGES = { left: 30, right: 8, top: 8, bottom: 20 };
const SPEEDS = [["Quick", 0.1], ["Normal", 0.3], ["Thorough", 1]];

export class Plot {
  element = make("section", { class: "panel pane plot", "aria-label": "Review of the game" });
  stats = make("span", { class: "small quiet number" });
  startButton = button([icon("hint"), "Review the game"], () => this.start(), { class: "chip" });
  stopButton = button([icon("cross"), "Stop"], () => this.stop(), { class: "chip", hidden: true });
  progress = make("progress", { max: 1, value: 0, "aria-label": "Review", hidden: true });
  speed = make("select", { class: "small", "aria-label": "How thorough" },
    SPEEDS.map(([name, seconds]) => make("option", { value: seconds, selected: seconds === 0.3 }, name)));
  figure = make("div", {
    class: "figure", role: "slider", tabindex: 0, "aria-label": "Estimates, by move", "aria-valuemin": 0,
    onkeydown: (/** @type {KeyboardEvent} */ event) => this.handleKey(event),
    onpointerdown: (/** @type {PointerEvent} */ event) => this.handlePointer(event),
    onpointermove: (/** @type {PointerEvent} */ event) => this.handlePointer(event),
  });
  table = make("table", { class: "tally" });
  body = make("div", { class: "body", hidden: true });
  error = make("p", { class: "error" });

  /** @param {PlotOptions} options */
  constructor({ socket, players, goTo, onClasses = () => {}, onRunning = () => {}, announce = () => {} }) {
    this.socket = socket;
    this.players = players;
    this.sides = sidesOf(players);
    this.goTo = goTo;
    this.onClasses = onClasses;
    this.onRunning = onRunning;
    this.announce = announce;
    /** @type {Played[]} */
    this.played = [];
    this.ply = 0;
    this.running = false;
    this.frame = 0;
    this.size = 400;
    this.resizeObserver = new ResizeObserver(() => this.renderSoon());
    this.resizeObserver.observe(this.figure);
    /** @type {Map<number, Review>} */
    this.reviews = new Map();
    fill(this.body, this.figure, this.table);
    fill(this.element,
      make("header", { class: "spread" }, make("h2", {}, "Review"), this.stats,
        make("div", { class: "row" }, this.speed, this.startButton, this.stopButton)),
      this.progress, this.error, this.body);
  }

  // --- calls of the page ---

  /**
   * Set the moves and the ply that is shown; reviews of replaced moves are dropped.
   * @param {Played[]} played
   * @param {number} ply
   */
  setMoves(played, ply) {
    const same = played.findIndex((move, index) => this.played[index]?.text !== move.text);
    const kept = same < 0 ? Math.min(played.length, this.played.length) : same;
    const dropped = [...this.reviews.keys()].filter((each) => each > kept || (each === kept && kept < this.played.length));
    if (kept < this.played.length) dropped.forEach((each) => this.reviews.delete(each));
    if (this.running && (kept < this.played.length || kept < played.length)) this.stop();
    this.played = played;
    this.ply = ply;
    this.element.hidden = played.length === 0;
    this.render();
  }

  /**
   * Handle a message of the server; false if it is not about the review.
   * @param {Message} message
   */
  onMessage(message) {
    if (message.type === "reviewed") {
      if (this.running) this.finish("Review done.");
      return true;
    }
    if (message.type !== "review") return false;
    if (this.running) {
      this.reviews.set(message.ply, /** @type {Review} */ (/** @type {unknown} */ (message)));
      this.renderSoon();
    }
    return true;
  }

  /** Call this when the connection is lost. */
  onDisconnect() {
    if (this.running) this.finish("");
  }

  close() {
    cancelAnimationFrame(this.frame);
    this.resizeObserver.disconnect();
    if (this.running) this.socket.send({ type: "quiet" });
  }

  // --- running ---

  start() {
    this.reviews.clear();
    this.running = true;
    this.error.textContent = "";
    this.onRunning(true);
    this.socket.ask({ type: "review", seconds: Number(this.speed.value) }).catch((error) => {
      if (!this.running) return;
      this.error.textContent = errorText(error);
      this.finish("");
    });
    this.render();
    this.stopButton.focus();
  }

  stop() {
    this.socket.send({ type: "quiet" });
    this.finish("Review stopped.");
  }

  /** @param {string} message */
  finish(message) {
    const focused = document.activeElement === this.stopButton;
    this.running = false;
    this.onRunning(false);
    this.render();
    if (focused) this.figure.focus();
    const rows = countClasses(this.reviews, this.played).map((row) =>
      `${this.players[row.player]?.name}: ${row.mistake} mistakes, ${row.blunder} blunders.`);
    this.announce([message, ...rows].join(" "));
  }

  renderSoon() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.render());
  }

  // --- moving ---

  /** @param {PointerEvent} event */
  handlePointer(event) {
    if (event.type === "pointermove" && event.buttons !== 1) return;
    const box = this.figure.getBoundingClientRect();
    const x = ((event.clientX - box.left) / Math.max(box.width, 1)) * this.size;
    this.moveTo(plyAt(x, this.played.length, this.edges));
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const { ply, played: { length } } = this;
    const target = {
      ArrowLeft: ply - 1, ArrowDown: ply - 1, ArrowRight: ply + 1, ArrowUp: ply + 1,
      PageDown: ply - 10, PageUp: ply + 10, Home: 0, End: length,
    }[event.key];
    if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.moveTo(Math.min(Math.max(target, 0), length));
  }

  /** @param {number} ply */
  moveTo(ply) {
    if (ply !== this.ply) this.goTo(ply);
  }

  // --- rendering ---

  render() {
    const { reviews, played, running } = this;
    const total = played.length;
    const first = Math.min(total, ...reviews.keys());
    this.startButton.hidden = this.speed.hidden = running;
    this.stopButton.hidden = this.progress.hidden = !running;
    if (reviews.size > 0) this.progress.value = (total - first) / Math.max(total, 1);
    else this.progress.removeAttribute("value");
    this.stats.textContent = running && reviews.size > 0 ? `${total - first} of ${total} moves` : "";
    fill(this.startButton, icon("hint"), reviews.size > 0 ? "Again" : "Review the game");
    this.body.hidden = reviews.size === 0 && !running;
    this.onClasses(classesOf(reviews));
    if (this.body.hidden) return;
    this.size = Math.max(this.figure.clientWidth || 400, MIN_WIDTH);
    fill(this.figure, this.picture());
    this.figure.setAttribute("aria-valuemax", `${total}`);
    this.figure.setAttribute("aria-valuenow", `${this.ply}`);
    this.figure.setAttribute("aria-valuetext", describePly(reviews, this.ply, played, this.sides));
    this.renderTable();
  }

  /** The place of the plot in its picture. */
  get edges() {
    const { left, right, top, bottom } = EDGES;
    return { left, right: this.size - right, top, bottom: HEIGHT - bottom };
  }

  picture() {
    const total = this.played.length;
    const frame = this.edges;
    const shape = { viewBox: `0 0 ${this.size} ${HEIGHT}`, "aria-hidden": "true", class: this.sides.length === 2 ? "two" : "many" };
    const x = xOf(this.ply, total, frame);
    return draw("svg", shape, this.grid(frame), this.lines(frame),
      draw("line", { class: "now", x1: x, x2: x, y1: frame.top, y2: frame.bottom }), this.dots(frame));
  }

  /** @param {Frame} frame */
  grid(frame) {
    const total = this.played.length;
    const { left, right, top, bottom } = frame;
    const middle = yOf(0.5, frame);
    return draw("g", { class: "grid" },
      draw("rect", { x: left, y: top, width: right - left, height: bottom - top }),
      draw("line", { x1: left, x2: right, y1: middle, y2: middle }),
      [0, 0.5, 1].map((chance) =>
        draw("text", { x: left - 5, y: yOf(chance, frame) + (chance === 1 ? 7 : chance === 0 ? 1 : 4), "text-anchor": "end" }, areChances(this.reviews) ? 100 * chance : 2 * chance - 1)),
      ticks(total, Math.floor(this.size / 50)).map((ply) =>
        draw("text", { x: xOf(ply, total, frame), y: bottom + 13, "text-anchor": ply === 0 ? "start" : "middle" }, ply)));
  }

  /** @param {Frame} frame */
  lines(frame) {
    const total = this.played.length;
    if (this.sides.length === 2) {
      const points = pointsOf(this.reviews, this.sides[0]?.side ?? 0);
      return [
        draw("path", { class: "area side-0", d: areaPath(points, total, frame) }),
        draw("path", { class: "line side-0", d: linePath(points, total, frame) }),
      ];
    }
    return this.sides.map(({ side }) => draw("path", { class: `line side-${side}`, d: linePath(pointsOf(this.reviews, side), total, frame) }));
  }

  /**
   * Dots for mistakes and blunders, at the position after the move.
   * @param {Frame} frame
   */
  dots(frame) {
    const total = this.played.length;
    return [...this.reviews.values()].filter((each) => each.class === "mistake" || each.class === "blunder").map((each) => {
      const mover = this.players[this.played[each.ply]?.player ?? 0]?.side ?? 0;
      const side = this.sides.length === 2 ? (this.sides[0]?.side ?? 0) : mover;
      const after = reviewAt(this.reviews, each.ply + 1) ?? each;
      const place = { cx: xOf(each.ply + 1, total, frame), cy: yOf(after.chance[side] ?? 0, frame) };
      return draw("circle", { ...place, r: each.class === "blunder" ? 4 : 3.2, class: `is-${each.class}` });
    });
  }

  renderTable() {
    const rows = countClasses(this.reviews, this.played);
    const head = CLASSES.map((kind) => make("th", { scope: "col", class: "number" }, make("span", { class: `key is-${kind}` }), capital(kind)));
    const two = this.sides.length === 2;
    const isChance = areChances(this.reviews);
    fill(this.table,
      make("caption", { class: "unseen" }, "Moves of each class, by player"),
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, make("span", { class: "unseen" }, "Player")), head,
        make("th", { scope: "col", class: "number", title: isChance ? "Chance to win that a move lost on average" : "Value that a move lost on average, of a scale from −1 to 1" }, "Lost"))),
      make("tbody", {}, rows.map((row) => {
        const player = this.players[row.player];
        const mark = two && player?.side !== this.sides[0]?.side ? "other" : `side-${player?.side ?? 0}`;
        return make("tr", {},
          make("th", { scope: "row" }, make("span", { class: `key ${mark}` }), player?.name ?? ""),
          CLASSES.map((kind) => make("td", { class: "number" }, row[kind])),
          make("td", { class: "number" }, meanLoss(row, isChance)));
      })));
  }
}
