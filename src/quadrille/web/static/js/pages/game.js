/** A game that is played or watched. */

import { said } from "../api.js";
import { Board } from "../board.js";
import { joined, lineup, seatAfter, status } from "../course.js";
import { fill } from "../dom.js";
import { GameView } from "../gameview.js";
import { addInputListeners } from "../input.js";
import { announce, navigate, setTitle, showMissing } from "../shell.js";
import { Socket } from "../socket.js";
import { tick } from "../sound.js";
import { forget, keep, keysOf, remember } from "../store.js";
import { percent } from "../words.js";

const HINTS = 3;

/**
 * @param {HTMLElement} main
 * @param {Address} parameters
 */
export function show(main, { parts: [id = ""], query, hash }) {
  if (hash) {
    keep(id, { ...keysOf(id), key: hash });
    history.replaceState(null, "", location.pathname + location.search);
  }
  main.className = "wide";
  const ply = query.get("ply");
  const page = new GamePage(main, id, ply === null ? null : Number(ply));
  return () => page.close();
}

class GamePage {
  /**
   * @param {HTMLElement} main
   * @param {string} id
   * @param {number | null} wanted The ply of the address.
   */
  constructor(main, id, wanted) {
    this.main = main;
    this.id = id;
    this.wanted = wanted;
    /** @type {Message | null} */
    this.room = null;
    /** @type {Played[]} */
    this.played = [];
    /** @type {Scene | null} The position now. */
    this.scene = null;
    /** @type {Scene | null} An earlier position that is looked at. */
    this.looked = null;
    /** @type {Result | null} */
    this.result = null;
    this.board = new Board({
      play: (text) => this.move(text),
      preview: async (text, ply) => (await this.socket.ask({ type: "preview", ply, text })).svg,
      announce,
    });
    addInputListeners(this.board);
    this.view = new GameView(this.board, {
      id,
      send: (message) => this.send(message),
      play: (text) => this.move(text),
      look: (ply) => void this.look(ply),
      key: () => keysOf(id).key,
    });
    fill(main, this.view.element);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.socket = new Socket({
      hello: () => ({ type: "join", room: id, key: keysOf(id).key }),
      hear: (message) => this.hear(message),
      refused: (error) => this.gone(error),
    });
  }

  close() {
    this.socket.close();
    this.view.close();
    document.removeEventListener("keydown", this.keys);
  }

  // --- messages ---

  /** @param {Message} message */
  hear(message) {
    /** @type {Record<string, (message: Message) => void>} */
    const does = {
      room: () => this.enter(message),
      scene: () => this.see(message),
      thinking: () => this.view.players.thinking(message),
      clock: () => this.view.players.clocks(message.clock, message.running),
      cover: () => this.view.cover(message.player, () => this.send({ type: "ready" })),
      hidden: () => this.view.hide(message.error ?? ""),
      pace: () => this.view.pace.set(/** @type {any} */ (message)),
      analysis: () => this.hint(message.analysis),
      "moved-to": () => this.follow(message),
      refused: () => this.view.tell(message.error ?? ""),
      gone: () => this.gone(message.error ?? ""),
    };
    does[message.type]?.(message);
  }

  /** @param {Message} message */
  enter(message) {
    this.room = message;
    this.played = message.played;
    setTitle(message.title);
    this.view.enter(message);
  }

  /** @param {Message} message */
  see(message) {
    const before = this.scene;
    this.scene = message.scene;
    this.result = message.result;
    this.played = joined(this.played, message.since, message.played);
    this.view.uncover();
    this.view.players.clocks(message.clock, message.running);
    if (!this.looked) this.board.show(message.scene);
    this.paint();
    this.tell(before, message.played);
    const players = this.room?.players ?? [];
    const state = this.result ? this.result.text : status(players, message.scene, null);
    remember({ id: this.id, game: this.room?.game, title: this.room?.title, players: lineup(players), state, time: Date.now() });
    if (this.wanted !== null && this.wanted !== this.played.length) void this.look(this.wanted);
    this.wanted = null;
  }

  /**
   * Tell of new moves, by sound and for screen readers.
   * @param {Scene | null} before
   * @param {Played[]} moves
   */
  tell(before, moves) {
    if (!before || !this.scene || this.scene.ply === before.ply) return;
    const mine = this.room?.players[this.scene.player]?.here;
    tick(mine ? 660 : 520);
    for (const { player, text } of moves) {
      announce(player < 0 ? `Chance: ${text}` : `Player ${player + 1}: ${text}`);
    }
    announce(status(this.room?.players ?? [], this.scene, this.result));
  }

  /** Make the panel show what is known. */
  paint() {
    const shown = this.looked ?? this.scene;
    if (!shown || !this.scene || !this.room) return;
    this.view.paint({
      room: this.room, scene: shown, last: this.scene, played: this.played, result: this.result, looking: this.looked !== null,
    });
  }

  /** @param {string} error */
  gone(error) {
    forget(this.id);
    this.close();
    showMissing(this.main, error);
  }

  /** @param {Message} message */
  follow({ room, key }) {
    const players = this.room?.players ?? [];
    const links = (keysOf(this.id).links ?? []).map((link) => ({ ...link, player: seatAfter(players, link.player) }));
    keep(room, { key, links });
    navigate(`/game/${room}`);
  }

  // --- what is done here ---

  /** @param {Message} message */
  send(message) {
    if (!this.socket.send(message)) this.view.tell("There is no connection; trying again");
  }

  /** @param {string} text */
  move(text) {
    if (!this.scene) return;
    if (this.socket.send({ type: "move", ply: this.scene.ply, text })) return;
    this.view.tell("There is no connection; the move was not made");
    this.board.show(this.scene);
  }

  /** @param {number} ply */
  async look(ply) {
    if (ply >= this.played.length) return this.back();
    try {
      const { scene } = await this.socket.ask({ type: "look", ply });
      this.looked = scene;
      this.board.show(scene);
      history.replaceState(null, "", `${location.pathname}?ply=${scene.ply}`);
      this.paint();
    } catch (error) {
      this.view.tell(said(error));
    }
    return undefined;
  }

  /** Show the position of the game itself. */
  back() {
    if (!this.looked || !this.scene) return;
    this.looked = null;
    history.replaceState(null, "", location.pathname);
    this.board.show(this.scene);
    this.paint();
  }

  /** @param {Analysis} analysis */
  hint(analysis) {
    if (analysis.ply !== this.scene?.ply || this.looked) return;
    const best = analysis.moves.slice(0, HINTS);
    this.board.mark(best.map(({ path, value }, index) => ({
      path, label: value === null ? `${index + 1}` : percent(value), kind: index === 0 ? "best" : "plain",
    })));
    const [first] = best;
    if (!first) return;
    const worth = first.value === null ? "" : ` (${percent(first.value)} to win)`;
    this.view.tell(`${analysis.done ? "Hint" : "Thinking"}: ${first.move}${worth}`, "hint");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.closest?.("input, select, textarea, .menu[open], pre")) return;
    if (this.view.moves.key(event.key)) event.preventDefault();
  }
}
