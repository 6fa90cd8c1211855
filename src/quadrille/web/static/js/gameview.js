/** What is beside the board of a game: players, moves, buttons. */

import { fate, status } from "./course.js";
import { button, fill, icon, make } from "./dom.js";
import { settingsMenu } from "./menus.js";
import { MoveList } from "./movelist.js";
import { paceControls } from "./pace.js";
import { Players } from "./players.js";
import { invitations, shareMenu } from "./share.js";
import { textBoard, typeBox } from "./typing.js";
import { sentenceCase } from "./words.js";

const TOLD = 6000;
const REALLY = 4000;

/**
 * @typedef {object} Does What the view can ask for.
 * @property {string} id
 * @property {(message: Message) => void} send
 * @property {(text: string) => void} play
 * @property {(ply: number) => void} look
 * @property {() => string | null} key
 */

/**
 * @typedef {object} Shown
 * @property {Message} room
 * @property {Scene} scene What is shown.
 * @property {Scene} last The position now.
 * @property {Played[]} played
 * @property {Result | null} result
 * @property {boolean} looking
 */

export class GameView {
  /**
   * @param {import("./board.js").Board} board
   * @param {Does} does
   */
  constructor(board, does) {
    this.does = does;
    this.board = board;
    this.ply = 0;
    this.timer = 0;
    this.players = new Players(() => does.send({ type: "now" }));
    this.moves = new MoveList((ply) => does.look(ply));
    this.pace = paceControls((wish) => does.send({ type: "pace", ...wish }));
    this.type = typeBox((text) => does.play(text));
    this.text = textBoard();
    this.name = make("h1", { class: "gamename" });
    this.state = make("p", { class: "status", "aria-live": "off" });
    this.told = make("p", { class: "told small", role: "status", hidden: true });
    this.stand = make("div", { class: "state" }, this.state, this.players.thought, this.told);
    this.banner = make("div", { class: "banner", hidden: true });
    this.invite = make("div");
    this.lid = make("div", { class: "cover", hidden: true });
    this.actions = this.buttons();
    const share = shareMenu({
      id: does.id, name: () => this.name.textContent ?? "game", ply: () => this.ply, key: does.key, fail: (error) => this.tell(error),
    });
    this.element = make("div", { class: "table" },
      make("div", { class: "place" }, board.element, this.lid),
      make("aside", { class: "side" },
        make("div", { class: "spread head" }, this.name, make("div", { class: "row" }, share, settingsMenu())),
        this.players.element,
        this.stand,
        this.banner,
        this.pace.element,
        this.invite,
        make("div", { class: "actions" }, Object.values(this.actions)),
        this.moves.element,
        make("div", { class: "below" }, this.type.element, this.text.element),
      ),
    );
  }

  close() {
    clearTimeout(this.timer);
    this.players.close();
  }

  buttons() {
    const { send, look } = this.does;
    let sure = 0;
    const resign = button([icon("flag"), "Resign"], () => {
      if (sure) return send({ type: "resign" });
      fill(resign, icon("flag"), "Really?");
      sure = setTimeout(() => {
        sure = 0;
        fill(resign, icon("flag"), "Resign");
      }, REALLY);
      return undefined;
    }, { class: "danger" });
    return {
      back: button([icon("last"), "Back to the game"], () => look(Infinity), { class: "primary" }),
      undo: button([icon("undo"), "Undo"], () => send({ type: "undo" })),
      hint: button([icon("hint"), "Hint"], () => {
        this.tell("Looking for a good move…", "hint");
        send({ type: "hint" });
      }),
      resign,
      rematch: button([icon("again"), "Rematch"], () => send({ type: "rematch" }), { class: "primary" }),
      another: make("a", { class: "button", href: "/" }, "New game"),
      analyse: make("a", { class: "button", href: "/" }, icon("board"), "Analyse"),
    };
  }

  /** @param {Message} room What is known of a game when it is joined. */
  enter(room) {
    this.name.textContent = room.title;
    this.actions.another.setAttribute("href", `/new/${encodeURIComponent(room.game)}`);
    const here = room.players.some((/** @type {Player} */ each) => each.here);
    const people = room.players.some((/** @type {Player} */ each) => each.role !== "agent");
    this.players.set(room.players, here || !people);
    const agents = room.players.some((/** @type {Player} */ each) => each.role === "agent");
    this.stand.classList.toggle("agents", agents);
    this.type.element.hidden = !here;
    this.pace.element.hidden = !room.can.pause;
    if (room.can.pause) this.pace.set(/** @type {any} */ (room));
  }

  /** @param {Shown} shown */
  paint(shown) {
    const { room, scene, last, played, result, looking } = shown;
    this.ply = scene.ply;
    const mover = last.player;
    const mine = room.players[mover]?.here === true && !result;
    this.element.classList.toggle("mine", mine);
    this.players.turn(result ? -1 : mover, last.scores);
    this.stand.hidden = result !== null && !looking;
    if (result || mine) this.players.calm();
    this.state.textContent = looking ? `Position after ${scene.ply} of ${played.length} moves` : status(room.players, last, result);
    if (this.told.classList.contains("hint")) this.told.hidden = true;
    this.type.set(scene);
    this.text.set(scene);
    this.paintResult(shown);
    fill(this.invite, result ? null : invitations(this.does.id, played.map(({ player }) => player)));
    const { back, undo, hint, resign, rematch, another, analyse } = this.actions;
    const { can } = room;
    back.hidden = !looking;
    undo.hidden = !can.undo || looking;
    undo.disabled = !played.some(({ player }) => room.players[player]?.here);
    hint.hidden = !can.hint || result !== null || looking;
    hint.disabled = !mine;
    resign.hidden = !can.resign || result !== null || looking;
    rematch.hidden = !can.rematch || !result;
    another.hidden = !result;
    analyse.hidden = !(result || can.pause);
    analyse.href = `/analyse/${encodeURIComponent(room.game)}?room=${this.does.id}&ply=${scene.ply}`;
    if (result) this.pace.element.hidden = true;
    this.element.classList.toggle("over", result !== null);
    this.moves.set(played, scene.ply);
  }

  /** @param {Shown} shown */
  paintResult({ room, result }) {
    this.banner.hidden = !result;
    if (!result) return;
    const end = fate(room.players, result);
    const words = { won: "You win", lost: "You lose", drawn: "A draw", over: result.text }[end];
    this.banner.className = `banner ${end}`;
    const more = [end === "over" ? "" : result.text, result.note ?? ""].filter((each) => each && each !== words);
    fill(this.banner, make("strong", {}, words), more.map((each) => make("span", { class: "small" }, each)));
  }

  /**
   * Say something for a while.
   * @param {string} text
   * @param {string} [kind] "hint" or "fault".
   */
  tell(text, kind = "fault") {
    this.told.textContent = text;
    this.told.className = `told small ${kind}`;
    this.told.hidden = false;
    clearTimeout(this.timer);
    if (kind === "fault") this.timer = setTimeout(() => { this.told.hidden = true; }, TOLD);
  }

  /**
   * Hide everything until the next player sits at the screen.
   * @param {number} player
   * @param {() => void} ready
   */
  cover(player, ready) {
    const name = `Player ${player + 1}`;
    this.raise(
      make("h2", {}, `${name} is to move`),
      make("p", {}, "The board is hidden until only that player looks at the screen."),
      button(`I am ${name}: show the board`, ready, { class: "primary large" }),
    );
  }

  /** @param {string} reason Why nothing may be seen. */
  hide(reason) {
    this.raise(make("h2", {}, "Not for your eyes yet"), make("p", {}, sentenceCase(reason)));
  }

  /** @param {HTMLElement[]} content */
  raise(...content) {
    fill(this.lid, make("div", { class: "panel" }, content));
    this.lid.hidden = false;
    this.element.classList.add("covered");
    this.lid.querySelector("button")?.focus();
  }

  uncover() {
    this.lid.hidden = true;
    this.element.classList.remove("covered");
  }
}
