/** The results of an analysis as labels and sentences. Nothing here touches the page. */

import { estimateText, leadText, short, signedText } from "./format.js";

/** @typedef {"win" | "draw" | "loss"} ProvenOutcome */

const EQUAL = 0.02;
const CLOSE = 0.1;
const TOLERANCE = 1e-6;

/**
 * The outcome that a value proves; null if it proves none.
 * @param {number | null} value Chance to win, 0 to 1.
 * @param {boolean} exact
 * @returns {ProvenOutcome | null}
 */
export function provenOutcome(value, exact) {
  if (!exact || value === null) return null;
  if (value > 1 - TOLERANCE) return "win";
  if (value < TOLERANCE) return "loss";
  return Math.abs(value - 0.5) < TOLERANCE ? "draw" : null;
}

/**
 * How good a move is compared with the best one.
 * @param {AnalysedMove} analysed
 * @param {number} index Among the moves, the best first.
 * @param {number | null} best Chance of the best one.
 * @returns {"best" | "good" | "fine" | "bad" | "plain"}
 */
export function moveKind({ value }, index, best) {
  if (index === 0) return "best";
  if (value === null || best === null) return "plain";
  if (best - value < EQUAL) return "good";
  return best - value < CLOSE ? "fine" : "bad";
}

/**
 * The value of a move as a short label: the expected lead, where points matter.
 * @param {AnalysedMove} analysed
 * @param {boolean} isChance
 */
export function labelOf({ value, lead, exact }, isChance) {
  if (lead !== null && value !== null) return signedText(lead, 0);
  return provenOutcome(value, exact) ?? (value === null ? "?" : estimateText(value, isChance).replaceAll(" ", ""));
}

/**
 * The expected lead, where points matter, and the chance to win, in words.
 * @param {number} value
 * @param {number | null | undefined} lead
 * @param {boolean} isChance
 */
export function worthText(value, lead, isChance) {
  const estimate = estimateText(value, isChance);
  return lead === null || lead === undefined ? estimate : `${leadText(lead)}, ${estimate}`;
}

/**
 * Labels on the board for the best moves, and for all whose exact value is known.
 * @param {AnalysedMove[]} moves The best first.
 * @param {number} max
 * @param {boolean} isChance
 * @returns {Mark[]}
 */
export function marksFor(moves, max, isChance) {
  const best = moves[0]?.value ?? null;
  const shown = moves.filter(({ exact }, index) => index < max || exact);
  return shown.map((analysed, index) => ({
    path: analysed.path,
    label: analysed.value === null ? (index === 0 ? "best" : "") : labelOf(analysed, isChance),
    kind: moveKind(analysed, index, best),
    title: analysed.move,
  })).filter(({ label }) => label !== "");
}

/**
 * The result of a finished analysis in a sentence.
 * @param {Analysis} analysis
 */
export function summary({ moves: [best], percent }) {
  if (!best) return "Analysis done.";
  const outcome = provenOutcome(best.value, best.exact);
  if (outcome) return `Analysis done: best move ${best.move}, a proven ${outcome}.`;
  const chance = best.value === null ? "" : `, ${worthText(best.value, best.lead, percent)}${percent ? " to win" : ""}`;
  return `Analysis done: best move ${best.move}${chance}.`;
}

/**
 * How much was searched.
 * @param {Analysis} analysis
 */
export function searchStats({ nodes, depth, seconds, exact }) {
  const parts = [
    exact ? "solved" : "",
    depth ? `depth ${depth}` : "",
    nodes ? `${short(nodes)} nodes` : "",
    seconds === null ? "" : `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`,
  ];
  return parts.filter(Boolean).join(" · ");
}

/**
 * The agents that can evaluate moves: those that search, or average over deals.
 * @param {AgentForm[]} agents
 */
export function analysisAgents(agents) {
  return agents.filter(({ fields }) => fields.some(({ name }) => name === "time" || name === "deals"));
}

/**
 * Whether an agent has a time limit.
 * @param {AgentForm[]} agents
 * @param {string} spec Empty for the choice of the server.
 */
export function hasTimeLimit(agents, spec) {
  const found = agents.find(({ name }) => name === spec.split(":")[0]);
  return !found || found.fields.some(({ name }) => name === "time");
}

/**
 * The sides with their names and players.
 * @param {Player[]} players
 * @returns {{side: number, name: string, colour: string, players: number[]}[]}
 */
export function sidesOf(players) {
  const sides = [...new Set(players.map(({ side }) => side))].sort((a, b) => a - b);
  return sides.map((side) => {
    const own = players.filter((each) => each.side === side);
    const numbers = own.map(({ index }) => index + 1);
    const name = own.length === 1 ? (own[0]?.name ?? "") : own[0]?.team || `Players ${numbers.join(", ")}`;
    return { side, name, colour: own[0]?.colour ?? "", players: own.map(({ index }) => index) };
  });
}

/**
 * Why a position cannot be analysed; empty if it can.
 * @param {{player: number}} scene
 */
export function noAnalysisReason({ player }) {
  if (player >= 0) return "";
  return player === -1 ? "It is a chance move: there is nothing to analyse." : "The game is over: there is nothing to analyse.";
}
