/** A game that is played or watched. */

import { errorText } from "../api.js";
import { Board } from "../board.js";
import { fill } from "../dom.js";
import { labelOf, worthText } from "../evaluation.js";
import { lineup, presenceNews, soundOf, statusText, titleText, updateMoves } from "../gameinfo.js";
import { GameView } from "../gameview.js";
import { Happening, newGains } from "../happening.js";
import { addInputListeners, turnAhead } from "../input.js";
import { keepKeys, openLink } from "../invitations.js";
import { offerNews } from "../offers.js";
import { Parts } from "../parts.js";
import { announce, navigate, setTitle, showMissing } from "../shell.js";
import { Socket } from "../socket.js";
import { play } from "../sound.js";
import { addRecentGame, load, loadKeys, removeRecentGame, saveKeys } from "../store.js";

const MAX_HINTS = 3;

/**
 * @param {HTMLElement} main
 * @param {Address} parameters
 */
export function show(main, { parts: [id = ""], query, hash }) {
  if (hash) {
    openLink(id, hash);
    history.replaceState(null, "", location.pathname + location.search);
  }
  main.className = "wide";
  const ply = query.get("ply");
  const page = new GamePage(main, id, ply === null ? null : Number(ply));
  return () => page.close();
}

/**
 * The message that joins a game; whoever takes a seat brings the name of this browser.
 * @param {string} id
 */
function joinMessage(id) {
  const { keys, claim } = loadKeys(id);
  return { type: "join", room: id, keys, ...(claim && { claim: { ...claim, name: load("name", "") } }) };
}

class GamePage {
  /**
   * @param {HTMLElement} main
   * @param {string} id
   * @param {number | null} targetPly The ply of the address.
   */
  constructor(main, id, targetPly) {
    this.main = main;
    this.id = id;
    this.targetPly = targetPly;
    /** @type {Message | null} */
    this.room = null;
    /** @type {Played[]} */
    this.played = [];
    /** @type {Scene | null} The current position. */
    this.scene = null;
    /** @type {Scene | null} The earlier position that is shown. */
    this.past = null;
    /** @type {Result | null} */
    this.result = null;
    this.board = new Board({
      play: (text) => this.move(text),
      preview: async (text, ply) => /** @type {any} */ (await this.socket.ask({ type: "preview", ply, text })),
      announce,
      onStep: (step) => this.view?.setStep(step),
    });
    addInputListeners(this.board);
    this.parts = new Parts(this.board, async (ply) => /** @type {any} */ (await this.socket.ask({ type: "parts", ply })));
    this.happening = new Happening(this.board, { moves: (player) => !this.room?.players[player]?.here });
    /** @type {GameView} */
    this.view = new GameView(this.board, {
      id,
      send: (message) => this.send(message),
      play: (text) => this.move(text),
      goTo: (ply) => void this.goTo(ply),
      keys: () => loadKeys(id).keys,
    });
    fill(main, this.view.element);
    this.keyListener = (/** @type {KeyboardEvent} */ event) => this.handleKey(event);
    document.addEventListener("keydown", this.keyListener);
    this.socket = new Socket({
      firstMessage: () => joinMessage(id),
      onMessage: (message) => this.onMessage(message),
      onRefused: (error) => this.onGone(error),
    });
  }

  close() {
    this.socket.close();
    this.view.close();
    document.removeEventListener("keydown", this.keyListener);
  }

  // --- messages ---

  /** @param {Message} message */
  onMessage(message) {
    /** @type {Record<string, (message: Message) => void>} */
    const handlers = {
      room: () => this.onRoom(message),
      seats: () => this.onSeats(message),
      scene: () => this.onScene(message),
      thinking: () => this.view.players.thinking(message),
      clock: () => this.view.players.clocks(message.clock, message.running),
      cover: () => this.view.showHandover(message.player, () => this.send({ type: "ready" })),
      hidden: () => this.view.showHidden(message.error ?? ""),
      offer: () => this.onOffer(message.offer),
      pace: () => this.view.pace.set(/** @type {any} */ (message)),
      analysis: () => this.showHint(message.analysis),
      "moved-to": () => this.onRematch(message),
      trouble: () => this.view.setTrouble(message.error ?? ""),
      refused: () => this.view.showMessage(message.error ?? ""),
      gone: () => this.onGone(message.error ?? ""),
    };
    handlers[message.type]?.(message);
  }

  /** @param {Message} message */
  onRoom(message) {
    this.room = message;
    this.played = message.played;
    setTitle(message.title);
    keepKeys(this.id, message);
    this.view.seats.setClaim(message.claim);
    this.view.setRoom(message);
  }

  /** @param {Message} message */
  onSeats(message) {
    if (!this.room) return;
    const news = presenceNews(this.room.players, message.players);
    this.room = { ...this.room, ...message, type: "room" };
    keepKeys(this.id, this.room);
    this.view.setSeats(this.room);
    this.render();
    if (!news) return;
    this.view.showMessage(news, "hint");
    announce(news);
  }

  /** @param {Offer | null} offer */
  onOffer(offer) {
    if (!this.room) return;
    const news = offerNews(this.room.offer, offer, this.room.players, this.result !== null);
    this.room = { ...this.room, offer };
    this.render();
    announce(news);
    if (offer?.asked.some((player) => this.room?.players[player]?.here)) play("turn");
    if (news && !offer) this.view.showMessage(news, "hint");
  }

  /** @param {Message} message */
  onScene(message) {
    const before = this.scene;
    this.scene = message.scene;
    this.result = message.result;
    this.played = updateMoves(this.played, message.since, message.played);
    this.view.hideCover();
    this.view.setTrouble("");
    this.view.players.clocks(message.clock, message.running);
    if (!this.past) this.happening.show(message.scene);
    this.render();
    this.announceMoves(before, message.played);
    const players = this.room?.players ?? [];
    const state = this.result ? this.result.text : statusText(players, message.scene, null);
    addRecentGame({ id: this.id, game: this.room?.game, title: this.room?.title, players: lineup(players), state, time: Date.now() });
    if (this.targetPly !== null && this.targetPly !== this.played.length) void this.goTo(this.targetPly);
    this.targetPly = null;
  }

  /**
   * Announce new moves by sound and to screen readers.
   * @param {Scene | null} before
   * @param {Played[]} moves
   */
  announceMoves(before, moves) {
    if (!before || !this.scene || this.scene.ply === before.ply) return;
    const mine = this.room?.players[this.scene.player]?.here;
    play(soundOf(this.room?.players ?? [], this.scene, this.result, newGains(before, this.scene).length > 0));
    const players = this.room?.players ?? [];
    for (const { player, text, words } of moves) announce(`${players[player]?.name ?? "Chance"}: ${words || text}`);
    announce(statusText(players, this.scene, this.result));
    if (mine) announce(this.scene.prompts[0] ?? "");
  }

  /** Update the view. */
  render() {
    const shown = this.past ?? this.scene;
    if (!shown || !this.scene || !this.room) return;
    setTitle(titleText(this.room.title, this.room.players, this.scene, this.result));
    this.view.render({
      room: this.room, scene: shown, last: this.scene, played: this.played, result: this.result, isPast: this.past !== null,
    });
  }

  /** @param {string} error */
  onGone(error) {
    removeRecentGame(this.id);
    this.close();
    showMissing(this.main, error);
  }

  /** @param {Message} message */
  onRematch({ room }) {
    saveKeys(room, { keys: loadKeys(this.id).keys });
    navigate(`/game/${room}`);
  }

  // --- actions ---

  /** @param {Message} message */
  send(message) {
    if (!this.socket.send(message)) this.view.showMessage("There is no connection to the server. Try again in a moment.");
  }

  /** @param {string} text */
  move(text) {
    if (!this.scene) return;
    if (this.socket.send({ type: "move", ply: this.scene.ply, text })) return;
    this.view.showMessage("There is no connection to the server. The move was not played; try again in a moment.");
    this.board.show(this.scene);
  }

  /** @param {number} ply */
  async goTo(ply) {
    if (ply >= this.played.length) return this.returnToGame();
    try {
      const { scene } = await this.socket.ask({ type: "look", ply });
      this.past = scene;
      this.happening.show(scene);
      history.replaceState(null, "", `${location.pathname}?ply=${scene.ply}`);
      this.render();
    } catch (error) {
      this.view.showMessage(errorText(error));
    }
    return undefined;
  }

  /** Show the current position again. */
  returnToGame() {
    if (!this.past || !this.scene) return;
    this.past = null;
    history.replaceState(null, "", location.pathname);
    this.happening.show(this.scene);
    this.render();
  }

  /** @param {Analysis} analysis */
  showHint(analysis) {
    if (analysis.ply !== this.scene?.ply || this.past) return;
    const best = analysis.moves.slice(0, MAX_HINTS);
    this.board.mark(best.map((each, index) => ({
      path: each.path, label: each.value === null ? `${index + 1}` : labelOf(each, analysis.percent), kind: index === 0 ? "best" : "plain",
    })));
    const [first] = best;
    if (!first) return;
    const worth = first.value === null ? "" : ` (${worthText(first.value, first.lead, analysis.percent)}${analysis.percent ? " to win" : ""})`;
    this.view.showMessage(`${analysis.done ? "Hint" : "Thinking"}: ${first.move}${worth}`, "hint");
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.closest?.("input, select, textarea, .menu[open], pre")) return;
    if (turnAhead(this.board, event.key) || this.view.moves.handleKey(event.key)) event.preventDefault();
  }
}
