/** The page of a game: the board, and beside it players, moves and buttons. */

import { button, fill, icon, make } from "./dom.js";
import { sentenceCase } from "./format.js";
import { promptText, resultKind, seatText, statusText } from "./gameinfo.js";
import { seatPanel } from "./invitations.js";
import { settingsMenu } from "./menus.js";
import { MoveList } from "./movelist.js";
import { OfferPanel } from "./offers.js";
import { paceControls } from "./pace.js";
import { Players } from "./players.js";
import { shareMenu } from "./share.js";
import { moveInput, textBoard } from "./typing.js";

const ERROR_TIME = 6000;
const CONFIRM_TIME = 4000;

export class GameView {
  /**
   * @param {import("./board.js").Board} board
   * @param {GameActions} actions
   */
  constructor(board, actions) {
    this.actions = actions;
    this.board = board;
    this.ply = 0;
    this.timer = 0;
    this.trouble = "";
    this.turnText = "";
    /** @type {Player[]} */
    this.people = [];
    /** @type {Step} */
    this.step = { index: 0, kind: "picture", isPending: false, touch: false };
    /** @type {string[]} */
    this.prompts = [];
    this.players = new Players(() => actions.send({ type: "now" }),
      (player, name) => actions.send({ type: "name", player, name }));
    this.moves = new MoveList((ply) => actions.goTo(ply));
    this.pace = paceControls((change) => actions.send({ type: "pace", ...change }));
    this.moveInput = moveInput((text) => actions.play(text));
    this.textBoard = textBoard();
    this.name = make("h1", { class: "gamename" });
    this.rules = make("a", { class: "button round quiet", href: "/", target: "_blank", title: "Rules", "aria-label": "Rules" }, icon("book"));
    this.status = make("p", { class: "status", "aria-live": "off" });
    this.message = make("p", { class: "message small", role: "status", hidden: true });
    this.statusBox = make("div", { class: "state" }, this.status, this.players.thinkingBox, this.message);
    this.banner = make("div", { class: "banner", hidden: true });
    this.seats = seatPanel(actions.id, (message) => actions.send(message));
    this.seatLine = make("p", { class: "seatline small quiet" });
    this.offer = new OfferPanel((message) => actions.send(message));
    this.coverPanel = make("div", { class: "cover", hidden: true });
    this.buttons = this.createButtons();
    this.noHelp = make("p", { class: "small quiet nohelp", hidden: true }, "A game between people: hints and analysis come after it.");
    const share = shareMenu({
      id: actions.id, name: () => this.name.textContent ?? "game", ply: () => this.ply, keys: actions.keys, onError: (error) => this.showMessage(error),
    });
    this.element = make("div", { class: "table" },
      make("div", { class: "place" }, board.element, this.coverPanel),
      make("aside", { class: "side" },
        make("div", { class: "spread head" }, this.name, make("div", { class: "row" }, this.rules, share, settingsMenu())),
        this.players.element,
        this.seatLine,
        this.statusBox,
        this.banner,
        this.offer.element,
        this.pace.element,
        this.seats.element,
        make("div", { class: "actions" }, Object.values(this.buttons)),
        this.noHelp,
        this.moves.element,
        make("div", { class: "below" }, this.moveInput.element, this.textBoard.element),
      ),
    );
  }

  close() {
    clearTimeout(this.timer);
    this.players.close();
  }

  createButtons() {
    const { send, goTo } = this.actions;
    let confirming = 0;
    const resign = button([icon("flag"), "Resign"], () => {
      if (confirming) return send({ type: "resign" });
      fill(resign, icon("flag"), "Really resign?");
      confirming = setTimeout(() => {
        confirming = 0;
        fill(resign, icon("flag"), "Resign");
      }, CONFIRM_TIME);
      return undefined;
    }, { class: "danger" });
    return {
      back: button([icon("last"), "Back to the game"], () => goTo(Infinity), { class: "primary" }),
      undo: button([icon("undo"), "Undo"], () => send({ type: "undo" })),
      takeBack: button([icon("undo"), "Take back"], () => send({ type: "offer", what: "take-back" }), { title: "Ask to take your last move back" }),
      draw: button([icon("draw"), "Offer a draw"], () => send({ type: "offer", what: "draw" })),
      hint: button([icon("hint"), "Hint"], () => {
        this.showMessage("Looking for a good move…", "hint");
        send({ type: "hint" });
      }),
      resign,
      rematch: button([icon("again"), "Rematch"], () => send({ type: "rematch" }), { class: "primary" }),
      another: make("a", { class: "button", href: "/" }, "New game"),
      analyse: make("a", { class: "button", href: "/" }, icon("board"), "Analyse"),
    };
  }

  /** @param {Message} room The message that the server sends when the game is joined. */
  setRoom(room) {
    this.name.textContent = room.title;
    this.rules.href = `/rules/${encodeURIComponent(room.game)}`;
    this.buttons.another.setAttribute("href", `/new/${encodeURIComponent(room.game)}`);
    const here = room.players.some((/** @type {Player} */ each) => each.here);
    this.setSeats(room);
    const agents = room.players.some((/** @type {Player} */ each) => each.role === "agent");
    this.statusBox.classList.toggle("agents", agents);
    this.moveInput.element.hidden = !here;
    this.pace.element.hidden = !room.can.pause;
    if (room.can.pause) this.pace.set(/** @type {any} */ (room));
  }

  /** @param {Message} room Who sits where. */
  setSeats({ players }) {
    const here = players.some((/** @type {Player} */ each) => each.here);
    const people = players.some((/** @type {Player} */ each) => each.role !== "agent");
    this.people = players;
    this.moves.players = players;
    this.players.set(players, here || !people);
    this.seatLine.textContent = seatText(players);
    this.seatLine.hidden = !people;
    this.seatLine.classList.toggle("unseen", here); // The list of players shows it.
  }

  /** @param {GameState} state */
  render(state) {
    const { room, scene, last, played, result, isPast } = state;
    this.ply = scene.ply;
    const mover = last.player;
    const isOwnTurn = room.players[mover]?.here === true && !result;
    this.element.classList.toggle("mine", isOwnTurn);
    this.players.turn(result ? -1 : mover, last.scores);
    this.status.hidden = result !== null && !isPast;
    if (result || isOwnTurn) this.players.hideThinking();
    this.prompts = isOwnTurn && !isPast ? last.prompts : [];
    this.turnText = isPast ? `Position after ${scene.ply} of ${played.length} moves` : statusText(room.players, last, result);
    this.renderStatus();
    if (this.message.classList.contains("hint")) this.hideMessage();
    this.statusBox.hidden = this.status.hidden && this.message.hidden;
    this.moveInput.set(scene);
    this.textBoard.set(scene);
    this.renderResult(state);
    this.seats.set(room.invitations, room.players, result !== null);
    const { back, undo, takeBack, draw, hint, resign, rematch, another, analyse } = this.buttons;
    const { can } = room;
    back.hidden = !isPast;
    undo.hidden = !can.undo || isPast;
    undo.disabled = !played.some(({ player }) => room.players[player]?.here);
    this.offer.set(result ? null : room.offer, room.players);
    takeBack.hidden = !can.takeback || result !== null || isPast;
    takeBack.disabled = Boolean(room.offer) || !played.some(({ player }) => room.players[player]?.here);
    draw.hidden = !can.draw || result !== null || isPast;
    draw.disabled = Boolean(room.offer);
    hint.hidden = !can.hint || result !== null || isPast;
    this.noHelp.hidden = can.help || result !== null;
    hint.disabled = !isOwnTurn;
    resign.hidden = !can.resign || result !== null || isPast;
    rematch.hidden = !can.rematch || !result;
    another.hidden = !result;
    analyse.hidden = !(result || can.pause || (room.help && can.analyse));
    analyse.href = `/analyse/${encodeURIComponent(room.game)}?room=${this.actions.id}&ply=${scene.ply}`;
    if (result) this.pace.element.hidden = true;
    this.element.classList.toggle("over", result !== null);
    this.moves.set(played, scene.ply);
  }

  /** @param {Step} step How far the choice of a move has come. */
  setStep(step) {
    this.step = step;
    this.renderStatus();
  }

  /** Say whose turn it is, or what to do. */
  renderStatus() {
    const words = promptText(this.prompts, this.step);
    const mover = this.turnText.startsWith("Your turn: ") ? `${this.turnText.slice(11)}: ` : "";
    this.status.textContent = !words ? this.turnText : mover ? mover + words.charAt(0).toLowerCase() + words.slice(1) : words;
  }

  /** @param {GameState} state */
  renderResult({ room, result }) {
    this.banner.hidden = !result;
    if (!result) return;
    const kind = resultKind(room.players, result);
    const words = { won: "You win", lost: "You lose", drawn: "A draw", over: result.text }[kind];
    this.banner.className = `banner ${kind}`;
    const more = [kind === "over" ? "" : result.text, result.note ?? ""].filter((each) => each && each !== words);
    fill(this.banner, make("strong", {}, words), more.map((each) => make("span", { class: "small" }, each)));
  }

  /**
   * Show a message; errors disappear after a few seconds.
   * @param {string} text
   * @param {string} [kind] "hint" or "fault".
   */
  showMessage(text, kind = "fault") {
    this.message.textContent = kind === "fault" ? sentenceCase(text) : text;
    this.message.className = `message small ${kind}`;
    this.message.hidden = !text;
    this.statusBox.hidden = this.status.hidden && !text;
    clearTimeout(this.timer);
    if (kind === "fault") this.timer = setTimeout(() => this.hideMessage(), ERROR_TIME);
  }

  /**
   * Show an error that lasts until it is replaced; an empty one removes it.
   * @param {string} error
   */
  setTrouble(error) {
    if (error === this.trouble) return;
    this.trouble = error;
    this.hideMessage();
  }

  /** Hide the message; an error that lasts is shown again. */
  hideMessage() {
    this.showMessage(this.trouble);
    clearTimeout(this.timer);
  }

  /**
   * Hide the board until the next player says that nobody else sees the screen.
   * @param {number} player
   * @param {() => void} ready
   */
  showHandover(player, ready) {
    const name = this.people[player]?.name ?? "";
    this.showCover(
      make("h2", {}, `It is ${name}'s turn`),
      make("p", {}, "The board stays hidden until only this player sees the screen."),
      button(`I am ${name}: show the board`, ready, { class: "primary large" }),
    );
  }

  /** @param {string} reason Why this viewer may not see the game. */
  showHidden(reason) {
    this.showCover(make("h2", {}, "The board is hidden"), make("p", {}, sentenceCase(reason)));
  }

  /** @param {HTMLElement[]} content */
  showCover(...content) {
    fill(this.coverPanel, make("div", { class: "panel" }, content));
    this.coverPanel.hidden = false;
    this.element.classList.add("covered");
    this.coverPanel.querySelector("button")?.focus();
  }

  hideCover() {
    this.coverPanel.hidden = true;
    this.element.classList.remove("covered");
  }
}
