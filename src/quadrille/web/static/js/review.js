/** Evaluates the review of a game. Nothing here touches the page. */

import { worthText } from "./evaluation.js";

/** @type {readonly MoveClass[]} */
export const CLASSES = ["best", "fine", "mistake", "blunder"];

/**
 * The chances of one side, in the order of the plies.
 * @param {Map<number, Review>} reviews
 * @param {number} side
 * @returns {Point[]}
 */
export function pointsOf(reviews, side) {
  return [...reviews.values()]
    .sort((a, b) => a.ply - b.ply)
    .map(({ ply, chance }) => ({ ply, chance: chance[side] ?? 0 }));
}

/**
 * The review of a ply, or of the last reviewed ply before it.
 * @param {Map<number, Review>} reviews
 * @param {number} ply
 * @returns {Review | null}
 */
export function reviewAt(reviews, ply) {
  for (let each = ply; each >= 0; each -= 1) {
    const result = reviews.get(each);
    if (result) return result;
  }
  return null;
}

/**
 * The classes of moves by the ply after each move.
 * @param {Map<number, Review>} reviews
 * @returns {Map<number, MoveClass>}
 */
export function classesOf(reviews) {
  /** @type {Map<number, MoveClass>} */
  const result = new Map();
  for (const { ply, class: kind } of reviews.values()) if (kind) result.set(ply + 1, kind);
  return result;
}

/**
 * How many moves of each class every player made, and how much chance they lost.
 * @param {Map<number, Review>} reviews
 * @param {Played[]} played
 * @returns {ClassCounts[]}
 */
export function countClasses(reviews, played) {
  /** @type {Map<number, ClassCounts>} */
  const result = new Map();
  for (const { ply, class: kind, lost } of reviews.values()) {
    const player = played[ply]?.player ?? -1;
    if (!kind || player < 0) continue;
    const row = result.get(player) ?? { player, best: 0, fine: 0, mistake: 0, blunder: 0, moves: 0, lost: 0 };
    row[kind] += 1;
    row.moves += 1;
    row.lost += lost ?? 0;
    result.set(player, row);
  }
  return [...result.values()].sort((a, b) => a.player - b.player);
}

/**
 * Whether all estimates of a review are chances to win.
 * @param {Map<number, Review>} reviews
 */
export function areChances(reviews) {
  return [...reviews.values()].every(({ percent }) => percent);
}

/**
 * What a move lost on average, as text: chance to win, or value of the agent, from -1 to 1.
 * @param {ClassCounts} row
 * @param {boolean} isChance
 */
export function meanLoss({ lost, moves }, isChance) {
  const mean = lost / Math.max(moves, 1);
  return isChance ? `${(100 * mean).toFixed(1)} %` : (2 * mean).toFixed(2);
}

/**
 * A ply in words, for the slider of the plot.
 * @param {Map<number, Review>} reviews
 * @param {number} ply
 * @param {Played[]} played
 * @param {{side: number, name: string}[]} sides
 */
export function describePly(reviews, ply, played, sides) {
  const result = reviewAt(reviews, ply);
  const move = played[ply - 1];
  const kind = reviews.get(ply - 1)?.class;
  const parts = [ply === 0 ? "Start" : `Move ${ply}${move ? ` ${move.text}` : ""}${kind ? `, ${kind}` : ""}`];
  if (result) {
    const shown = sides.length === 2 ? sides.slice(0, 1) : sides;
    parts.push(...shown.map(({ side, name }) => `${name} ${worthText(result.chance[side] ?? 0, result.leads?.[side], result.percent)}`));
  }
  return parts.join(", ");
}
