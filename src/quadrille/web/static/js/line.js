/** A line of moves on the server, and the position of it that is shown. */

import { updateMoves } from "./gameinfo.js";
import { findBranch, replacesMoves } from "./lines.js";
import { showStatus, Socket } from "./socket.js";

export class Line {
  /** @param {LineOptions} options */
  constructor(options) {
    this.options = options;
    this.open = options.open;
    this.branch = options.branch;
    /** @type {number | null} */
    this.targetPly = options.ply;
    /** @type {string[] | null} The moves of the played game. */
    this.mainLine = null;
    /** @type {string[] | null} The line that the last move has replaced. */
    this.previousLine = null;
    /** @type {Played[]} */
    this.played = [];
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Result | null} */
    this.result = null;
    this.loading = false;
    this.queue = Promise.resolve();
    this.socket = new Socket({
      firstMessage: () => this.firstMessage(),
      onMessage: (message) => {
        this.queue = this.queue.then(() => this.onMessage(message)).catch((error) => options.onError(`${error.message ?? error}`));
      },
      onStatus: (status) => {
        showStatus(status);
        if (status === "lost") options.onDisconnect();
      },
      onRefused: (error) => options.onError(error),
    });
  }

  /** @returns {Message} */
  firstMessage() {
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
  get hasBranched() {
    return this.mainLine !== null && this.mainLine.length > 0 && findBranch(this.mainLine, this.texts) !== null;
  }

  close() {
    this.socket.close();
  }

  // --- messages ---

  /** @param {Message} message */
  async onMessage(message) {
    if (message.type === "room") {
      this.played = [];
      await this.options.onOpen(/** @type {any} */ (message));
    } else if (message.type === "scene") {
      await this.update(message);
    } else {
      this.options.onMessage(message);
    }
  }

  /** @param {Message} message Of type "scene". */
  async update(message) {
    if (message.played.length > 0 || message.since < this.played.length) {
      this.played = updateMoves(this.played, message.since, message.played);
    }
    this.result = message.result;
    if (this.mainLine === null) this.mainLine = isGame(this.open) ? this.texts : [];
    this.branch = findBranch(this.mainLine, this.texts);
    const targetPly = this.targetPly;
    this.targetPly = null;
    if (targetPly !== null && targetPly < this.total && targetPly !== message.scene.ply) return this.goTo(targetPly);
    this.scene = message.scene;
    return this.options.onChange();
  }

  // --- actions ---

  /**
   * Show a ply. While a request is under way, only the newest target is kept.
   * @param {number} ply
   */
  async goTo(ply) {
    this.targetPly = Math.min(Math.max(ply, 0), this.total);
    if (this.loading) return;
    this.loading = true;
    try {
      while (this.targetPly !== null) {
        const next = /** @type {number} */ (this.targetPly);
        const message = await this.socket.ask({ type: "look", ply: next });
        if (this.targetPly === next) this.targetPly = null;
        this.scene = message.scene;
        this.options.onChange();
      }
    } finally {
      this.loading = false;
    }
  }

  /**
   * Play a move at the ply that is shown; throws an Error if the server refuses it.
   * @param {string} text
   */
  async playMove(text) {
    const ply = this.ply;
    const replaced = replacesMoves(this.texts, ply, text) && (this.hasBranched || this.mainLine?.length === 0) ? this.texts : null;
    const message = await this.socket.ask({ type: "move", ply, text });
    if (replaced) this.previousLine = replaced;
    await this.update(message);
  }

  /** @param {string[]} texts The moves to play, in order. */
  async playMoves(texts) {
    for (const text of texts) await this.playMove(text);
  }

  /** Return to the played game, or to the previous line. */
  leaveBranch() {
    const at = this.branch?.from ?? this.ply;
    if (this.previousLine && !this.mainLine?.length) {
      const replaced = this.previousLine;
      const from = findBranch(this.texts, replaced)?.from ?? 0;
      this.previousLine = null;
      this.reopen(this.open, { from: 0, moves: replaced }, Math.max(from, 0));
    } else {
      this.previousLine = null;
      this.reopen(this.open, null, at);
    }
  }

  /**
   * Open another line in place of this one.
   * @param {Message} open
   * @param {Branch | null} branch
   * @param {number | null} ply
   */
  reopen(open, branch, ply) {
    this.open = open;
    this.branch = branch;
    this.targetPly = ply;
    if (!isGame(open)) this.mainLine = [];
    this.socket.send({ ...this.firstMessage(), id: 1 });
  }
}

/** @param {Message} open The message that opens a line. */
function isGame(open) {
  return open["stored"] !== undefined || open["room"] !== undefined;
}
