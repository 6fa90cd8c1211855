/** The page of a line of moves, for stored games and analysis boards: board, moves, analysis, plot, tools. */

import { errorText, gameForm } from "./api.js";
import { Board } from "./board.js";
import { chancePicker } from "./chance.js";
import { button, fill, icon, make } from "./dom.js";
import { sentenceCase } from "./format.js";
import { changedValues } from "./forms.js";
import { Happening } from "./happening.js";
import { addInputListeners, turnAhead } from "./input.js";
import { Line } from "./line.js";
import { boardAddress } from "./lines.js";
import { settingsMenu } from "./menus.js";
import { MoveList } from "./movelist.js";
import { Parts } from "./parts.js";
import { Players } from "./players.js";
import { createReplay } from "./replay.js";
import { announce, setTitle, showMissing } from "./shell.js";
import { createStudy } from "./study.js";
import { playTool, positionTool, remainingTool, shareTool } from "./tools.js";
import { moveInput, textBoard } from "./typing.js";

const ADDRESS_DELAY = 300;
const ERROR_TIME = 6000;

export class LineView {
  name = make("h1", { class: "gamename" });
  about = make("p", { class: "quiet small about" });
  status = make("p", { class: "status" });
  error = make("p", { class: "message small fault", role: "status", hidden: true });
  branchBar = make("div", { class: "branch-bar", hidden: true });
  analysis = make("div", { class: "analysed" });
  plot = make("div", { class: "plotted" });
  toolbox = make("div", { class: "toolbox" });

  /**
   * @param {HTMLElement} main
   * @param {ViewOptions} options
   */
  constructor(main, options) {
    this.main = main;
    this.options = options;
    this.addressTimer = 0;
    this.errorTimer = 0;
    /** @type {GameForm | null} */
    this.form = null;
    /** @type {Room | null} */
    this.room = null;
    /** @type {ReturnType<typeof createStudy> | null} */
    this.study = null;
    this.board = new Board({
      play: (text) => void this.play([text]),
      preview: async (text, ply) => /** @type {any} */ (await this.line.socket.ask({ type: "preview", ply, text })),
      announce,
    });
    addInputListeners(this.board);
    this.parts = new Parts(this.board, async (ply) => /** @type {any} */ (await this.line.socket.ask({ type: "parts", ply })));
    this.happening = new Happening(this.board, { skims: true });
    this.chance = chancePicker((text) => void this.play([text]));
    this.moves = new MoveList((ply) => this.goTo(ply));
    this.players = new Players(() => {});
    this.replay = createReplay(() => this.step(), () => this.goTo(0));
    this.moveInput = moveInput((text) => void this.play([text]));
    this.textBoard = textBoard();
    this.build();
    this.keyListener = (/** @type {KeyboardEvent} */ event) => this.handleKey(event);
    document.addEventListener("keydown", this.keyListener);
    this.resizeObserver = new ResizeObserver(() => this.moves.scrollTo(this.moves.list.querySelector("[aria-current]")));
    this.resizeObserver.observe(this.moves.scroller);
    this.line = new Line({
      open: options.open, branch: options.branch, ply: options.ply,
      onOpen: (room) => this.onOpen(room),
      onChange: () => this.show(),
      onMessage: (message) => this.onMessage(message),
      onError: (error) => this.onError(error),
      onDisconnect: () => this.study?.onDisconnect(),
    });
  }

  build() {
    this.moves.element.querySelector(".controls")?.append(this.replay.playButton, this.replay.speed);
    fill(this.main, make("div", { class: "table study" },
      make("div", { class: "place" }, this.board.element, this.plot, this.toolbox),
      make("aside", { class: "side" },
        make("div", { class: "spread head" }, make("div", {}, this.name, this.about), settingsMenu()),
        this.players.element,
        make("div", { class: "state" }, this.status, this.error),
        this.branchBar,
        this.moves.element,
        this.analysis,
        this.chance.element,
        make("div", { class: "below" }, this.moveInput.element, this.textBoard.element))));
  }

  close() {
    clearTimeout(this.addressTimer);
    clearTimeout(this.errorTimer);
    this.replay.stop();
    this.resizeObserver.disconnect();
    this.study?.close();
    this.players.close();
    this.line.close();
    document.removeEventListener("keydown", this.keyListener);
  }

  // --- messages ---

  /** @param {Room} room */
  async onOpen(room) {
    const same = this.room && JSON.stringify([this.room.game, this.room.options]) === JSON.stringify([room.game, room.options]);
    this.room = room;
    if (same) return;
    const form = await gameForm(room.game, room.options);
    this.form = form;
    setTitle(room.title);
    this.name.textContent = room.title;
    this.players.set(room.players, false);
    this.moves.players = room.players;
    this.study?.close();
    this.study = createStudy({ analysis: this.analysis, plot: this.plot, list: this.moves.element }, {
      socket: this.line.socket, board: this.board, form, players: room.players, announce,
      on: true, name: this.options.name,
      play: (moves) => void this.play(moves),
      goTo: (ply) => this.goTo(ply),
    });
    this.createTools(form);
  }

  /** @param {GameForm} form */
  createTools(form) {
    const { options } = this;
    const position = positionTool(form.name, (text) => options.setUp(text, this));
    const share = shareTool(options.stored === null ? null : { id: options.stored, name: form.name });
    const play = playTool(form, () => ({ scene: this.line.scene, options: this.room?.options ?? {} }));
    const remaining = remainingTool(this.line.socket);
    this.tools = { position, share, play, remaining };
    fill(this.toolbox, remaining.element, position.element, play.element, share.element, options.more?.(this));
  }

  /** @param {Message} message */
  onMessage(message) {
    if (this.study?.onMessage(message)) return;
    if (message.type === "refused") this.showError(message.error ?? "");
  }

  /** @param {string} error */
  onError(error) {
    if (this.line?.scene) return this.showError(error);
    this.close();
    showMissing(this.main, error);
    const { fallback } = this.options;
    if (fallback) this.main.querySelector(".primary")?.replaceWith(make("a", { class: "button primary", href: fallback[0] }, fallback[1]));
    return undefined;
  }

  /** @param {string} text */
  showError(text) {
    this.error.textContent = sentenceCase(text);
    this.error.hidden = false;
    clearTimeout(this.errorTimer);
    this.errorTimer = setTimeout(() => { this.error.hidden = true; }, ERROR_TIME);
  }

  // --- rendering ---

  show() {
    const { line, room } = this;
    const { scene } = line;
    if (!scene || !room) return;
    const isChance = scene.player === -1;
    const shown = isChance ? { ...scene, moves: [] } : scene;
    const ended = line.ply === line.total ? line.result : null;
    this.happening.show(shown);
    this.chance.set(isChance ? scene.moves : []);
    this.moves.set(line.played, line.ply);
    this.players.turn(scene.player, scene.scores);
    this.moveInput.set(scene);
    this.textBoard.set(scene);
    this.status.textContent = ended ? endText(ended) : "";
    this.error.hidden = true;
    this.renderBranch();
    this.study?.setScene(shown, line.played);
    const address = this.options.address(this);
    this.tools?.position.set(scene, room.options);
    this.tools?.play.set(scene);
    this.tools?.share.set(this.options.share?.(this) || address, line.ply, line.hasBranched);
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => {
      history.replaceState(null, "", address);
      void this.tools?.remaining.set(line.ply);
    }, ADDRESS_DELAY);
  }

  renderBranch() {
    const { line } = this;
    const branched = line.hasBranched;
    const replaced = line.previousLine !== null && !branched;
    this.branchBar.hidden = !branched && !replaced;
    if (this.branchBar.hidden) return;
    const words = branched ? `You left the game at move ${(line.branch?.from ?? 0) + 1}` : "This move replaced another line";
    fill(this.branchBar, make("span", {}, words),
      button([icon("undo"), branched ? "Back to the game" : "Restore it"], () => line.leaveBranch(), { class: "chip" }));
  }

  // --- actions ---

  /** @param {number} ply */
  goTo(ply) {
    if (this.replay.isPlaying) this.replay.stop();
    this.line.goTo(ply).catch((error) => this.showError(error.message));
  }

  /** Show the next ply; false at the end. */
  step() {
    const { line } = this;
    if (line.ply >= line.total) return false;
    line.goTo(line.ply + 1).catch((error) => this.showError(error.message));
    return true;
  }

  /** @param {string[]} texts */
  async play(texts) {
    this.replay.stop();
    this.study?.stopReview();
    try {
      await this.line.playMoves(texts);
      announce(this.line.scene?.headline ?? "");
    } catch (error) {
      if (this.line.scene) this.show();
      this.showError(errorText(error));
    }
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.closest?.("input, select, textarea, .menu[open], pre")) return;
    const free = !target.closest?.("button, a, summary");
    if (turnAhead(this.board, event.key) || this.moves.handleKey(event.key)) event.preventDefault();
    else if (event.key === " " && free) {
      event.preventDefault();
      this.replay.toggle();
    }
  }
}

/**
 * The address of an analysis board with a position of the game that is shown.
 * @param {LineView} view
 * @param {string} position
 */
export function positionAddress({ form, room }, position) {
  const options = changedValues(form?.options ?? [], room?.options ?? {});
  return boardAddress({ game: room?.game ?? "", options, position, seed: null, moves: [], ply: null });
}

/** @param {Result} result */
function endText({ text, ended, note }) {
  const how = ended === "adjudicated" ? "adjudicated" : "";
  return [text, how, note].filter(Boolean).join(", ");
}
