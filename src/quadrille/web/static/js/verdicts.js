/** What an analysis says, in words and labels. Nothing here touches the page. */

import { percent, short } from "./words.js";

/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {"win" | "draw" | "loss"} Fate */

const EQUAL = 0.02;
const CLOSE = 0.1;
const CERTAIN = 1e-6;

/**
 * What a proven value means; null if it is not proven, or something between.
 * @param {number | null} value Chance to win, 0 to 1.
 * @param {boolean} exact
 * @returns {Fate | null}
 */
export function fateOf(value, exact) {
  if (!exact || value === null) return null;
  if (value > 1 - CERTAIN) return "win";
  if (value < CERTAIN) return "loss";
  return Math.abs(value - 0.5) < CERTAIN ? "draw" : null;
}

/**
 * How good a move is beside the best one.
 * @param {Verdict} verdict
 * @param {number} index Among the moves, the best first.
 * @param {number | null} best Chance of the best one.
 * @returns {"best" | "good" | "fine" | "bad" | "plain"}
 */
export function kindOf({ value }, index, best) {
  if (index === 0) return "best";
  if (value === null || best === null) return "plain";
  if (best - value < EQUAL) return "good";
  return best - value < CLOSE ? "fine" : "bad";
}

/**
 * The value of a move in few letters.
 * @param {Verdict} verdict
 */
export function labelOf({ value, exact }) {
  return fateOf(value, exact) ?? (value === null ? "?" : percent(value).replace(" ", ""));
}

/**
 * Labels on the board for the best moves.
 * @param {Verdict[]} moves The best first.
 * @param {number} most
 * @returns {Mark[]}
 */
export function marksOf(moves, most) {
  const best = moves[0]?.value ?? null;
  return moves.slice(0, most).map((verdict, index) => ({
    path: verdict.path,
    label: verdict.value === null ? (index === 0 ? "best" : "") : labelOf(verdict),
    kind: kindOf(verdict, index, best),
    title: verdict.move,
  })).filter(({ label }) => label !== "");
}

/**
 * A finished analysis in a sentence.
 * @param {Analysis} analysis
 */
export function sentence({ moves: [best] }) {
  if (!best) return "Analysis done.";
  const fate = fateOf(best.value, best.exact);
  if (fate) return `Analysis done: best move ${best.move}, a proven ${fate}.`;
  const chance = best.value === null ? "" : `, ${percent(best.value)} to win`;
  return `Analysis done: best move ${best.move}${chance}.`;
}

/**
 * How much was searched.
 * @param {Analysis} analysis
 */
export function factsOf({ nodes, depth, seconds, exact }) {
  const parts = [
    exact ? "solved" : "",
    depth ? `depth ${depth}` : "",
    nodes ? `${short(nodes)} nodes` : "",
    seconds === null ? "" : `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`,
  ];
  return parts.filter(Boolean).join(" · ");
}

/**
 * Agents that can say something of moves: those that search, or average over deals.
 * @param {AgentForm[]} agents
 */
export function analysts(agents) {
  return agents.filter(({ fields }) => fields.some(({ name }) => name === "time" || name === "deals"));
}

/**
 * Whether an agent thinks as long as it is told to.
 * @param {AgentForm[]} agents
 * @param {string} spec Empty for the choice of the server.
 */
export function counts(agents, spec) {
  const found = agents.find(({ name }) => name === spec.split(":")[0]);
  return !found || found.fields.some(({ name }) => name === "time");
}

/**
 * The names of sides, and whose they are.
 * @param {Player[]} players
 * @returns {{side: number, name: string, players: number[]}[]}
 */
export function sidesOf(players) {
  const sides = [...new Set(players.map(({ side }) => side))].sort((a, b) => a - b);
  return sides.map((side) => {
    const own = players.filter((each) => each.side === side);
    const numbers = own.map(({ index }) => index + 1);
    const name = own.length === 1 ? `Player ${numbers[0]}` : `Players ${numbers.join(", ")}`;
    return { side, name, players: own.map(({ index }) => index) };
  });
}

/**
 * Why there is nothing to analyse; empty if there is something.
 * @param {{player: number}} scene
 */
export function nothing({ player }) {
  if (player >= 0) return "";
  return player === -1 ? "Chance moves here: nothing to decide." : "The game is over: nothing to decide.";
}
