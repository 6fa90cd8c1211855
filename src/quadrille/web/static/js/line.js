/** A line on the server: its moves, the position that is shown, and ways off the played game. */

import { branchOf, drops } from "./lines.js";
import { joined } from "./course.js";
import { Socket, showStatus } from "./socket.js";

/** @typedef {import("./lines.js").Branch} Branch */

/**
 * @typedef {object} Room What the server says of a line that was opened.
 * @property {string} game
 * @property {string} title
 * @property {Record<string, unknown>} options
 * @property {Player[]} players
 */

/**
 * @typedef {object} LineWishes
 * @property {Message} open What opens the line.
 * @property {Branch | null} branch Moves to begin with.
 * @property {number | null} ply To begin at; null for the end.
 * @property {(room: Room) => Promise<void>} enter A line was opened.
 * @property {() => void} show Something has changed.
 * @property {(message: Message) => void} hear Gets all other messages.
 * @property {(error: string) => void} fail The line cannot be opened.
 * @property {() => void} lost The connection was lost.
 */

export class Line {
  /** @param {LineWishes} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    this.open = wishes.open;
    this.branch = wishes.branch;
    /** @type {number | null} */
    this.wanted = wishes.ply;
    /** @type {string[] | null} The moves of the played game. */
    this.trunk = null;
    /** @type {string[] | null} A line that was left by another move. */
    this.former = null;
    /** @type {Played[]} */
    this.played = [];
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Result | null} */
    this.result = null;
    this.looking = false;
    this.queue = Promise.resolve();
    this.socket = new Socket({
      hello: () => this.hello(),
      hear: (message) => {
        this.queue = this.queue.then(() => this.hear(message)).catch((error) => wishes.fail(`${error.message ?? error}`));
      },
      status: (status) => {
        showStatus(status);
        if (status === "lost") wishes.lost();
      },
      refused: (error) => wishes.fail(error),
    });
  }

  /** @returns {Message} */
  hello() {
    const { branch } = this;
    return branch ? { ...this.open, from: branch.from, branch: branch.moves } : this.open;
  }

  get ply() {
    return this.scene?.ply ?? 0;
  }

  get total() {
    return this.played.length;
  }

  get texts() {
    return this.played.map(({ text }) => text);
  }

  /** Whether the moves differ from those of the played game. */
  get strayed() {
    return this.trunk !== null && this.trunk.length > 0 && branchOf(this.trunk, this.texts) !== null;
  }

  close() {
    this.socket.close();
  }

  // --- hearing ---

  /** @param {Message} message */
  async hear(message) {
    if (message.type === "room") {
      this.played = [];
      await this.wishes.enter(/** @type {any} */ (message));
    } else if (message.type === "scene") {
      await this.take(message);
    } else {
      this.wishes.hear(message);
    }
  }

  /** @param {Message} message A scene. */
  async take(message) {
    if (message.played.length > 0 || message.since < this.played.length) {
      this.played = joined(this.played, message.since, message.played);
    }
    this.result = message.result;
    if (this.trunk === null) this.trunk = isGame(this.open) ? this.texts : [];
    this.branch = branchOf(this.trunk, this.texts);
    const wanted = this.wanted;
    this.wanted = null;
    if (wanted !== null && wanted < this.total && wanted !== message.scene.ply) return this.look(wanted);
    this.scene = message.scene;
    return this.wishes.show();
  }

  // --- doing ---

  /**
   * Show a ply. While one is on its way, the last one asked for waits.
   * @param {number} ply
   */
  async look(ply) {
    this.wanted = Math.min(Math.max(ply, 0), this.total);
    if (this.looking) return;
    this.looking = true;
    try {
      while (this.wanted !== null) {
        const next = /** @type {number} */ (this.wanted);
        const message = await this.socket.ask({ type: "look", ply: next });
        if (this.wanted === next) this.wanted = null;
        this.scene = message.scene;
        this.wishes.show();
      }
    } finally {
      this.looking = false;
    }
  }

  /**
   * Make a move at the ply that is shown; an Error of one line if it is not possible.
   * @param {string} text
   */
  async move(text) {
    const ply = this.ply;
    const kept = drops(this.texts, ply, text) && (this.strayed || this.trunk?.length === 0) ? this.texts : null;
    const message = await this.socket.ask({ type: "move", ply, text });
    if (kept) this.former = kept;
    await this.take(message);
  }

  /** @param {string[]} texts Moves to make one after another. */
  async moves(texts) {
    for (const text of texts) await this.move(text);
  }

  /** Take up the played game again, or the line that was left. */
  back() {
    const at = this.branch?.from ?? this.ply;
    if (this.former && !this.trunk?.length) {
      const kept = this.former;
      const from = branchOf(this.texts, kept)?.from ?? 0;
      this.former = null;
      this.reopen(this.open, { from: 0, moves: kept }, Math.max(from, 0));
    } else {
      this.former = null;
      this.reopen(this.open, null, at);
    }
  }

  /**
   * Open something else in place of this line.
   * @param {Message} open
   * @param {Branch | null} branch
   * @param {number | null} ply
   */
  reopen(open, branch, ply) {
    this.open = open;
    this.branch = branch;
    this.wanted = ply;
    if (!isGame(open)) this.trunk = [];
    this.socket.send({ ...this.hello(), id: 1 });
  }
}

/** @param {Message} open Whether it opens a game that was played. */
function isGame(open) {
  return open["stored"] !== undefined || open["room"] !== undefined;
}
