/** The page of a line: board, moves, analysis, plot and tools, for stored games and analysis boards. */

import { gameForm, said } from "./api.js";
import { Board } from "./board.js";
import { chancePicker } from "./chance.js";
import { button, fill, icon, make } from "./dom.js";
import { changed } from "./forms.js";
import { addInputListeners } from "./input.js";
import { Line } from "./line.js";
import { addressOf } from "./lines.js";
import { settingsMenu } from "./menus.js";
import { MoveList } from "./movelist.js";
import { Players } from "./players.js";
import { replayer } from "./replay.js";
import { announce, setTitle, showMissing } from "./shell.js";
import { mountStudy } from "./study.js";
import { playTool, positionTool, remainingTool, shareTool } from "./tools.js";
import { textBoard, typeBox } from "./typing.js";

/** @typedef {import("./line.js").Room} Room */

/**
 * @typedef {object} ViewWishes
 * @property {Message} open What opens the line.
 * @property {import("./lines.js").Branch | null} branch Moves to begin with.
 * @property {number | null} ply To begin at; null for the end.
 * @property {string} name Under which this browser remembers the wish for analysis.
 * @property {string | null} stored The number of a stored game.
 * @property {(view: LineView) => string} address Of what is shown, as far as it can be opened again.
 * @property {(view: LineView) => string} [share] Another address to share; empty for the same.
 * @property {(text: string, view: LineView) => void} setUp Opens a position.
 * @property {(view: LineView) => import("./dom.js").Child} [more] Further tools.
 * @property {[string, string]} [otherwise] Where to go if there is no such line, and its name.
 */

const SETTLE = 300;

export class LineView {
  name = make("h1", { class: "gamename" });
  about = make("p", { class: "quiet small about" });
  status = make("p", { class: "status" });
  fault = make("p", { class: "told small fault", role: "status", hidden: true });
  astray = make("div", { class: "astray", hidden: true });
  analysis = make("div", { class: "analysed" });
  plot = make("div", { class: "plotted" });
  toolbox = make("div", { class: "toolbox" });

  /**
   * @param {HTMLElement} main
   * @param {ViewWishes} wishes
   */
  constructor(main, wishes) {
    this.main = main;
    this.wishes = wishes;
    this.timer = 0;
    this.told = 0;
    /** @type {GameForm | null} */
    this.form = null;
    /** @type {Room | null} */
    this.room = null;
    /** @type {ReturnType<typeof mountStudy> | null} */
    this.study = null;
    this.board = new Board({
      play: (text) => void this.play([text]),
      preview: async (text, ply) => (await this.line.socket.ask({ type: "preview", ply, text })).svg,
      announce,
    });
    addInputListeners(this.board);
    this.chance = chancePicker((text) => void this.play([text]));
    this.moves = new MoveList((ply) => this.look(ply));
    this.players = new Players(() => {});
    this.replay = replayer(() => this.step(), () => this.look(0));
    this.type = typeBox((text) => void this.play([text]));
    this.text = textBoard();
    this.build();
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.resize = new ResizeObserver(() => this.moves.reveal(this.moves.list.querySelector("[aria-current]")));
    this.resize.observe(this.moves.scroller);
    this.line = new Line({
      open: wishes.open, branch: wishes.branch, ply: wishes.ply,
      enter: (room) => this.enter(room),
      show: () => this.show(),
      hear: (message) => this.hear(message),
      fail: (error) => this.fail(error),
      lost: () => this.study?.lost(),
    });
  }

  build() {
    this.moves.element.querySelector(".controls")?.append(this.replay.toggle, this.replay.speed);
    fill(this.main, make("div", { class: "table study" },
      make("div", { class: "place" }, this.board.element, this.plot, this.toolbox),
      make("aside", { class: "side" },
        make("div", { class: "spread head" }, make("div", {}, this.name, this.about), settingsMenu()),
        this.players.element,
        make("div", { class: "state" }, this.status, this.fault),
        this.astray,
        this.moves.element,
        this.analysis,
        this.chance.element,
        make("div", { class: "below" }, this.type.element, this.text.element))));
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.told);
    this.replay.stop();
    this.resize.disconnect();
    this.study?.close();
    this.players.close();
    this.line.close();
    document.removeEventListener("keydown", this.keys);
  }

  // --- hearing ---

  /** @param {Room} room */
  async enter(room) {
    const same = this.room && JSON.stringify([this.room.game, this.room.options]) === JSON.stringify([room.game, room.options]);
    this.room = room;
    if (same) return;
    const form = await gameForm(room.game, room.options);
    this.form = form;
    setTitle(room.title);
    this.name.textContent = room.title;
    this.players.set(room.players.map((each) => ({ ...each, label: each.label || each.name })), false);
    this.study?.close();
    this.study = mountStudy({ analysis: this.analysis, plot: this.plot, list: this.moves.element }, {
      socket: this.line.socket, board: this.board, form, players: room.players, announce,
      on: true, name: this.wishes.name,
      play: (moves) => void this.play(moves),
      look: (ply) => this.look(ply),
    });
    this.equip(form);
  }

  /** @param {GameForm} form */
  equip(form) {
    const { wishes } = this;
    const position = positionTool(form.name, (text) => wishes.setUp(text, this));
    const share = shareTool(wishes.stored === null ? null : { id: wishes.stored, name: form.name });
    const play = playTool(form, () => ({ scene: this.line.scene, options: this.room?.options ?? {} }));
    const remaining = remainingTool(this.line.socket);
    this.equipment = { position, share, play, remaining };
    fill(this.toolbox, remaining.element, position.element, play.element, share.element, wishes.more?.(this));
  }

  /** @param {Message} message */
  hear(message) {
    if (this.study?.hear(message)) return;
    if (message.type === "refused") this.tell(message.error ?? "");
  }

  /** @param {string} error The line cannot be opened. */
  fail(error) {
    if (this.line?.scene) return this.tell(error);
    this.close();
    showMissing(this.main, error);
    const { otherwise } = this.wishes;
    if (otherwise) this.main.querySelector(".primary")?.replaceWith(make("a", { class: "button primary", href: otherwise[0] }, otherwise[1]));
    return undefined;
  }

  /** @param {string} text */
  tell(text) {
    this.fault.textContent = text;
    this.fault.hidden = false;
    clearTimeout(this.told);
    this.told = setTimeout(() => { this.fault.hidden = true; }, 6000);
  }

  // --- showing ---

  show() {
    const { line, room } = this;
    const { scene } = line;
    if (!scene || !room) return;
    const byChance = scene.player === -1;
    const shown = byChance ? { ...scene, moves: [] } : scene;
    const ended = line.ply === line.total ? line.result : null;
    this.board.show(shown);
    this.chance.set(byChance ? scene.moves : []);
    this.moves.set(line.played, line.ply);
    this.players.turn(scene.player, scene.scores);
    this.type.set(scene);
    this.text.set(scene);
    this.status.textContent = ended ? endText(ended) : "";
    this.fault.hidden = true;
    this.paintAstray();
    this.study?.at(shown, line.played);
    const address = this.wishes.address(this);
    this.equipment?.position.set(scene, room.options);
    this.equipment?.play.set(scene);
    this.equipment?.share.set(this.wishes.share?.(this) || address, line.ply, line.strayed);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      history.replaceState(null, "", address);
      void this.equipment?.remaining.set(line.ply);
    }, SETTLE);
  }

  paintAstray() {
    const { line } = this;
    const off = line.strayed;
    const left = line.former !== null && !off;
    this.astray.hidden = !off && !left;
    if (this.astray.hidden) return;
    const words = off ? `Your own line from move ${(line.branch?.from ?? 0) + 1}` : "Another line than before";
    fill(this.astray, make("span", {}, words),
      button([icon("undo"), off ? "Back to the game" : "Back to it"], () => line.back(), { class: "chip" }));
  }

  // --- doing ---

  /** @param {number} ply */
  look(ply) {
    if (this.replay.plays) this.replay.stop();
    this.line.look(ply).catch((error) => this.tell(error.message));
  }

  /** Show the next ply, for the replay; false at the end. */
  step() {
    const { line } = this;
    if (line.ply >= line.total) return false;
    line.look(line.ply + 1).catch((error) => this.tell(error.message));
    return true;
  }

  /** @param {string[]} texts */
  async play(texts) {
    this.replay.stop();
    this.study?.interrupt();
    try {
      await this.line.moves(texts);
      announce(this.line.scene?.headline ?? "");
    } catch (error) {
      if (this.line.scene) this.show();
      this.tell(said(error));
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.closest?.("input, select, textarea, .menu[open], pre")) return;
    const free = !target.closest?.("button, a, summary");
    if (this.moves.key(event.key)) event.preventDefault();
    else if (event.key === " " && free) {
      event.preventDefault();
      this.replay.flip();
    }
  }
}

/**
 * The address of an analysis board with a position of the game that is shown.
 * @param {LineView} view
 * @param {string} position
 */
export function positionOf({ form, room }, position) {
  const options = changed(form?.options ?? [], room?.options ?? {});
  return addressOf({ game: room?.game ?? "", options, position, seed: null, moves: [], ply: null });
}

/** @param {Result} result */
function endText({ text, ended, note }) {
  const how = ended === "adjudicated" ? "adjudicated" : "";
  return [text, how, note].filter(Boolean).join(", ");
}
