/** The review of a game: what came of its moves. Nothing here touches the page. */

import { percent } from "./words.js";

/** @typedef {"best" | "fine" | "mistake" | "blunder"} Class */

/**
 * @typedef {object} Review What is known of one ply.
 * @property {number} ply
 * @property {number[]} chance Of each side, before the move.
 * @property {Class | null} class Of the move that was made there.
 * @property {number | null} lost Chance that the move lost.
 * @property {string | null} best
 * @property {boolean} exact
 */

/** @typedef {{player: number, best: number, fine: number, mistake: number, blunder: number, moves: number, lost: number}} Tally */

/** @type {readonly Class[]} */
export const CLASSES = ["best", "fine", "mistake", "blunder"];

/**
 * The line of one side, in the order of the plies.
 * @param {Map<number, Review>} reviews
 * @param {number} side
 * @returns {import("./scale.js").Point[]}
 */
export function pointsOf(reviews, side) {
  return [...reviews.values()]
    .sort((a, b) => a.ply - b.ply)
    .map(({ ply, chance }) => ({ ply, chance: chance[side] ?? 0 }));
}

/**
 * What is known at a ply, or at the last one before it.
 * @param {Map<number, Review>} reviews
 * @param {number} ply
 * @returns {Review | null}
 */
export function nearest(reviews, ply) {
  for (let each = ply; each >= 0; each -= 1) {
    const found = reviews.get(each);
    if (found) return found;
  }
  return null;
}

/**
 * The classes of moves by the ply after them.
 * @param {Map<number, Review>} reviews
 * @returns {Map<number, Class>}
 */
export function classesOf(reviews) {
  /** @type {Map<number, Class>} */
  const found = new Map();
  for (const { ply, class: kind } of reviews.values()) if (kind) found.set(ply + 1, kind);
  return found;
}

/**
 * How many moves of each class every player made, and how much chance they lost.
 * @param {Map<number, Review>} reviews
 * @param {Played[]} played
 * @returns {Tally[]}
 */
export function tally(reviews, played) {
  /** @type {Map<number, Tally>} */
  const found = new Map();
  for (const { ply, class: kind, lost } of reviews.values()) {
    const player = played[ply]?.player ?? -1;
    if (!kind || player < 0) continue;
    const row = found.get(player) ?? { player, best: 0, fine: 0, mistake: 0, blunder: 0, moves: 0, lost: 0 };
    row[kind] += 1;
    row.moves += 1;
    row.lost += lost ?? 0;
    found.set(player, row);
  }
  return [...found.values()].sort((a, b) => a.player - b.player);
}

/**
 * The chance that moves lost on average, in words.
 * @param {Tally} row
 */
export function meanLoss({ lost, moves }) {
  const mean = (100 * lost) / Math.max(moves, 1);
  return `${mean.toFixed(1)} %`;
}

/**
 * The state of a game at a ply in words, for the plot's slider.
 * @param {Map<number, Review>} reviews
 * @param {number} ply
 * @param {Played[]} played
 * @param {{side: number, name: string}[]} sides
 */
export function tellPly(reviews, ply, played, sides) {
  const found = nearest(reviews, ply);
  const move = played[ply - 1];
  const kind = reviews.get(ply - 1)?.class;
  const parts = [ply === 0 ? "Start" : `Move ${ply}${move ? ` ${move.text}` : ""}${kind ? `, ${kind}` : ""}`];
  if (found) {
    const shown = sides.length === 2 ? sides.slice(0, 1) : sides;
    parts.push(...shown.map(({ side, name }) => `${name} ${percent(found.chance[side] ?? 0)}`));
  }
  return parts.join(", ");
}
