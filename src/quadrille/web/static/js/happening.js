/** What has just happened on a board: pieces move to their places, points rise where they come from. */

import { draw } from "./dom.js";
import { MOTION_TIME, PieceMotion } from "./motion.js";

const SECONDS = 3.6;

/**
 * The points of moves that were not shown before.
 * @param {Scene | null} before The scene that was shown.
 * @param {Scene} now
 */
export function newGains(before, now) {
  return before && before.ply < now.ply ? now.gains.filter(({ ply }) => ply >= before.ply) : [];
}

/** Shows positions on a board, with what led from one to the next. */
export class Happening {
  /**
   * @param {import("./board.js").Board} board
   * @param {object} [options]
   * @param {(player: number) => boolean} [options.moves] Whether the moves of a player are shown by motion: one's own are not.
   * @param {boolean} [options.skims] Whether nothing but the newest points is shown while positions follow each other faster than pieces move.
   */
  constructor(board, { moves = () => true, skims = false } = {}) {
    this.board = board;
    this.moves = moves;
    this.skims = skims;
    /** @type {{gain: Gain, since: number}[]} */
    this.shown = [];
    this.motion = new PieceMotion();
    this.time = -Infinity;
  }

  /** @param {Scene} scene */
  show(scene) {
    const before = this.board.scene;
    const elapsed = performance.now() - this.time;
    this.time = performance.now();
    const isSkimmed = this.skims && elapsed < MOTION_TIME;
    if (isSkimmed) this.shown = [];
    this.motion.stop();
    this.board.show(scene);
    this.showGains(before, scene);
    if (!isSkimmed) this.showMotions(before, scene);
  }

  /**
   * Let the points of new moves rise, and go on with those of the last seconds.
   * @param {Scene | null} before
   * @param {Scene} now
   */
  showGains(before, now) {
    const svg = this.board.svg;
    if (!svg) return;
    const time = performance.now();
    const goesOn = before && before.ply <= now.ply;
    const old = goesOn ? this.shown.filter(({ since }) => time - since < SECONDS * 1000) : [];
    this.shown = [...old, ...newGains(before, now).map((gain) => ({ gain, since: time }))];
    svg.querySelectorAll(".q-gain").forEach((each) => each.remove());
    if (this.shown.length === 0) return;
    const { pixels } = this.board.camera;
    const size = Math.min(16, Math.max(13, (pixels * svg.viewBox.baseVal.width) / 55)) / pixels;
    /** @type {Map<string, number>} How many there are at a place. */
    const rows = new Map();
    for (const { gain: unmoved, since } of this.shown) {
      const gain = this.board.camera.seen(unmoved);
      const place = `${Math.round(gain.x)},${Math.round(gain.y)}`;
      const row = rows.get(place) ?? 0;
      rows.set(place, row + 1);
      svg.append(label(gain, size, row, (since - time) / 1000));
    }
  }

  /**
   * Let pieces come from where they were, one after the other.
   * @param {Scene | null} before
   * @param {Scene} now
   */
  showMotions(before, now) {
    if (!before || before.ply >= now.ply || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const found = now.motions.filter(({ ply, player }) => ply >= before.ply && this.moves(player));
    const { svg, camera } = this.board;
    if (svg && found.length > 0) this.motion.start(svg, camera.pixels, found);
  }
}

/**
 * @param {Gain} gain
 * @param {number} size Of the letters.
 * @param {number} row How many are above it at its place.
 * @param {number} delay Negative for one that is shown already.
 */
function label({ x, y, text, player }, size, row, delay) {
  const wide = size * (0.62 * text.length + 1);
  const middle = y + row * size * 1.9;
  const found = draw("g", { class: `q-mark q-gain player-${player}`, "pointer-events": "none" },
    draw("rect", { x: x - wide / 2, y: middle - size * 0.9, width: wide, height: size * 1.8, rx: size * 0.9 }),
    draw("text", { x, y: middle + size * 0.36, "font-size": size, "text-anchor": "middle" }, text));
  found.style.animationDelay = `${delay}s`;
  found.addEventListener("animationend", () => found.remove());
  return found;
}
