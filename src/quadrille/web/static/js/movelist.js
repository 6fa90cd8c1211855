/** The list of moves in numbered turns; a click on a move shows the position after it. */

import { button, fill, icon, make } from "./dom.js";
import { groupTurns } from "./gameinfo.js";

/** Milliseconds after a key press in which responses to earlier key presses may arrive. */
const RESPONSE_TIME = 600;

export class MoveList {
  /** @param {(ply: number) => void} showPly Shows the position at a ply. */
  constructor(showPly) {
    this.showPly = showPly;
    /** @type {Player[]} */
    this.players = [];
    /** @type {Played[]} */
    this.played = [];
    this.ply = 0;
    this.target = 0;
    this.requestTime = -Infinity;
    this.list = make("ol", { class: "turns", "aria-label": "Moves" });
    this.buttons = {
      first: this.control("first", "First position (Home)", () => 0),
      left: this.control("left", "Previous move (left arrow)", () => this.target - 1),
      right: this.control("right", "Next move (right arrow)", () => this.target + 1),
      last: this.control("last", "Last position (End)", () => this.played.length),
    };
    this.scroller = make("div", { class: "scroll moves" }, this.list);
    this.element = make("section", { class: "movelist", "aria-label": "Moves" },
      this.scroller,
      make("div", { class: "controls" }, Object.values(this.buttons)),
    );
  }

  /**
   * @param {"first" | "left" | "right" | "last"} name
   * @param {string} label
   * @param {() => number} target
   */
  control(name, label, target) {
    return button(icon(name), () => this.goTo(target()), { "aria-label": label, title: label });
  }

  /** @param {number} ply */
  goTo(ply) {
    const next = Math.min(Math.max(ply, 0), this.played.length);
    if (next === this.target) return;
    this.target = next;
    this.requestTime = performance.now();
    this.showPly(next);
  }

  /**
   * Handle a key; false if it does nothing here.
   * @param {string} key
   */
  handleKey(key) {
    const targets = { ArrowLeft: this.target - 1, ArrowRight: this.target + 1, Home: 0, End: this.played.length };
    if (!(key in targets)) return false;
    this.goTo(targets[/** @type {"Home"} */ (key)]);
    return true;
  }

  /**
   * Show these moves, and mark the one that led to a ply.
   * @param {Played[]} played
   * @param {number} ply
   */
  set(played, ply) {
    this.ply = ply;
    if (performance.now() > this.requestTime + RESPONSE_TIME) this.target = ply;
    if (played !== this.played) {
      this.played = played;
      const all = groupTurns(played);
      this.list.classList.toggle("long", all.some(({ moves }) => moves.length > 1 || moves.some(({ words }) => words)));
      fill(this.list, all.map((turn) => this.renderTurn(turn)));
    }
    for (const each of this.list.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
    const current = this.list.querySelector(`[data-ply="${ply}"]`);
    current?.setAttribute("aria-current", "true");
    // Where things are is asked once all of the page has changed.
    requestAnimationFrame(() => this.scrollTo(current));
    this.buttons.first.disabled = this.buttons.left.disabled = ply === 0;
    this.buttons.last.disabled = this.buttons.right.disabled = ply === played.length;
  }

  /** @param {Turn} turn */
  renderTurn({ number, player, moves }) {
    return make("li", {},
      make("span", { class: "count" }, number),
      player >= 0 ? make("span", { class: `dot player-${player}`, title: this.players[player]?.name }, player + 1) : null,
      make("span", { class: "texts" }, moves.map((move) => this.renderMove(move))),
    );
  }

  /** @param {Played} move */
  renderMove({ ply, player, text, words, lost, say }) {
    const shown = text || (lost ? `lost: ${lost}` : "…");
    return button([make("span", {}, shown), words ? make("span", { class: "in-words" }, words) : null], () => this.goTo(ply + 1), {
      class: player < 0 ? "move chance" : lost ? "move bad" : "move",
      "data-ply": ply + 1,
      title: say ?? lost,
    });
  }

  /** @param {Element | null} current The element to scroll to; the page itself never scrolls. */
  scrollTo(current) {
    const box = this.scroller;
    if (!current) {
      box.scrollTop = 0;
      return;
    }
    const [outer, inner] = [box.getBoundingClientRect(), current.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 6;
    if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 6;
  }
}
