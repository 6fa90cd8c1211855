/** What the panes say and where they draw it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { boardAddress, findBranch, parseAddress, parseInteger, replacesMoves, weightedChoice } from "../../src/quadrille/web/static/js/lines.js";
import { gamesAddress, interval, meetingTable, pointsShare, share, signed, teams, variant } from "../../src/quadrille/web/static/js/numbers.js";
import { classesOf, countClasses, describePly, meanLoss, pointsOf, reviewAt } from "../../src/quadrille/web/static/js/review.js";
import { areaPath, linePath, plyAt, span, ticks, xOf, yOf } from "../../src/quadrille/web/static/js/scale.js";
import { analysisAgents, hasTimeLimit, labelOf, marksFor, moveKind, noAnalysisReason, provenOutcome, searchStats, sidesOf, summary } from "../../src/quadrille/web/static/js/evaluation.js";

const FRAME = { left: 10, right: 110, top: 0, bottom: 50 };

/** A move of an analysis. */
const analysed = (move, value, more = {}) => ({ move, path: [move], value, lead: null, visits: 1, exact: false, prior: null, ...more });

/** A ply of a review. */
const review = (ply, first, kind = null, lost = null) => ({ ply, chance: [first, 1 - first], class: kind, lost, best: null, exact: false, leads: null, percent: true });

const byPly = (...all) => new Map(all.map((each) => [each.ply, each]));

// --- the scale -------------------------------------------------------------------------------

test("plies and chances lie within the frame", () => {
  assert.equal(xOf(0, 20, FRAME), 10);
  assert.equal(xOf(20, 20, FRAME), 110);
  assert.equal(xOf(0, 0, FRAME), 10);
  assert.equal(yOf(0, FRAME), 50);
  assert.equal(yOf(1, FRAME), 0);
  assert.equal(yOf(1.4, FRAME), 0);
});

test("a place gives the nearest ply", () => {
  for (let ply = 0; ply <= 20; ply += 1) assert.equal(plyAt(xOf(ply, 20, FRAME) + 2, 20, FRAME), ply);
  assert.equal(plyAt(-100, 20, FRAME), 0);
  assert.equal(plyAt(1000, 20, FRAME), 20);
});

test("lines and areas follow their points", () => {
  const points = [{ ply: 0, chance: 0.5 }, { ply: 10, chance: 1 }];
  assert.equal(linePath(points, 10, FRAME), "M10 25L110 0");
  assert.equal(areaPath(points, 10, FRAME), "M10 25L110 0L110 50L10 50Z");
  assert.equal(linePath([], 10, FRAME), "");
  assert.equal(areaPath([], 10, FRAME), "");
});

test("ticks have round steps and are not too many", () => {
  assert.deepEqual(ticks(4, 8), [0, 1, 2, 3, 4]);
  assert.deepEqual(ticks(32, 8), [0, 5, 10, 15, 20, 25, 30]);
  assert.deepEqual(ticks(0, 8), [0]);
  for (const total of [7, 53, 99, 238, 1000]) assert.ok(ticks(total, 8).length <= 9, `${total}`);
});

test("a span of intervals has zero in it", () => {
  const { low, high } = span([{ low: 100, high: 300 }]);
  assert.ok(low < 0 && high > 300);
  const none = span([]);
  assert.ok(none.low < none.high);
});

// --- reviews ---------------------------------------------------------------------------------

test("reviews that come backwards are put in order", () => {
  const reviews = byPly(review(4, 0.2), review(2, 0.6), review(0, 0.5));
  assert.deepEqual(pointsOf(reviews, 0).map(({ ply }) => ply), [0, 2, 4]);
  assert.deepEqual(pointsOf(reviews, 1).map(({ chance }) => chance), [0.5, 0.4, 0.8]);
  assert.equal(reviewAt(reviews, 3)?.ply, 2);
  assert.equal(reviewAt(new Map(), 3), null);
});

test("moves are counted by player and class, chance is not", () => {
  const played = [{ ply: 0, player: 0, text: "a" }, { ply: 1, player: -1, text: "b" }, { ply: 2, player: 1, text: "c" }, { ply: 3, player: 0, text: "d" }];
  const reviews = byPly(review(3, 0.5, "blunder", 0.3), review(2, 0.5, "best", 0), review(1, 0.5, "fine", 0.05), review(0, 0.5, "best", 0.01));
  const [first, second, ...others] = countClasses(reviews, played);
  assert.deepEqual(others, []);
  assert.deepEqual([first.player, first.best, first.blunder, first.moves], [0, 1, 1, 2]);
  assert.equal(meanLoss(first, true), "15.5 %");
  assert.equal(meanLoss(first, false), "0.31");
  assert.deepEqual([second.player, second.best, second.moves], [1, 1, 1]);
  assert.deepEqual([...classesOf(reviews)].sort(), [[1, "best"], [2, "fine"], [3, "best"], [4, "blunder"]]);
});

test("a ply is described in words", () => {
  const sides = [{ side: 0, name: "Player 1" }, { side: 1, name: "Player 2" }];
  const reviews = byPly(review(0, 0.5, "mistake", 0.15), review(1, 0.35));
  assert.equal(describePly(reviews, 1, [{ ply: 0, player: 0, text: "b3" }], sides), "Move 1 b3, mistake, Player 1 35 %");
  assert.equal(describePly(new Map(), 0, [], sides), "Start");
});

// --- analysis --------------------------------------------------------------------------------

test("only proven values have an outcome", () => {
  assert.equal(provenOutcome(1, true), "win");
  assert.equal(provenOutcome(0, true), "loss");
  assert.equal(provenOutcome(0.5, true), "draw");
  assert.equal(provenOutcome(1, false), null);
  assert.equal(provenOutcome(0.7, true), null);
  assert.equal(provenOutcome(null, true), null);
});

test("moves are compared with the best one", () => {
  assert.equal(moveKind(analysed("a", 0.6), 0, 0.6), "best");
  assert.equal(moveKind(analysed("a", 0.59), 1, 0.6), "good");
  assert.equal(moveKind(analysed("a", 0.55), 1, 0.6), "fine");
  assert.equal(moveKind(analysed("a", 0.2), 1, 0.6), "bad");
  assert.equal(moveKind(analysed("a", null), 1, 0.6), "plain");
});

test("labels on the board are short and few", () => {
  const moves = [analysed("a", 0.62), analysed("b", 1, { exact: true }), analysed("c", null), analysed("d", 0.1)];
  assert.equal(labelOf(moves[1], true), "win");
  assert.equal(labelOf(analysed("a", 0.62), false), "+0.24");
  assert.equal(labelOf(analysed("a", 0.12, { lead: -38.2 }), true), "−38");
  assert.equal(labelOf(analysed("a", 0.999), true), ">99%");
  assert.deepEqual(marksFor(moves, 3, true).map(({ label }) => label), ["62%", "win"]);
  assert.deepEqual(marksFor([analysed("a", null), analysed("b", null)], 3, true).map(({ label }) => label), ["best"]);
  assert.deepEqual(marksFor([], 3, true), []);
  const solved = ["a", "b", "c"].map((move) => ({ ...analysed(move, 0.5), exact: true }));
  assert.deepEqual(marksFor([...solved, analysed("d", 0.4)], 1, true).map(({ title }) => title), ["a", "b", "c"]);
});

test("an analysis is summed up in a sentence", () => {
  assert.equal(summary({ moves: [analysed("b3", 0.62)], percent: true }), "Analysis done: best move b3, 62 % to win.");
  assert.equal(summary({ moves: [analysed("b3", 0.62)], percent: false }), "Analysis done: best move b3, +0.24.");
  assert.equal(summary({ moves: [analysed("b3", 0.12, { lead: -38.2 })], percent: true }), "Analysis done: best move b3, −38 points, 12 % to win.");
  assert.equal(summary({ moves: [analysed("b3", 0, { exact: true })] }), "Analysis done: best move b3, a proven loss.");
  assert.equal(summary({ moves: [] }), "Analysis done.");
  assert.equal(searchStats({ nodes: 12_345, depth: 7, seconds: 2.34, exact: false }), "depth 7 · 12k nodes · 2.3 s");
  assert.equal(searchStats({ nodes: null, depth: null, seconds: 12.3, exact: true }), "solved · 12 s");
  assert.equal(noAnalysisReason({ player: 0 }), "");
  assert.match(noAnalysisReason({ player: -1 }), /chance/);
  assert.match(noAnalysisReason({ player: -2 }), /over/);
});

test("agents that search can analyse, and only some count seconds", () => {
  const field = (name) => ({ name, type: "float", label: name, doc: "", default: null });
  const agents = [{ name: "mcts", about: "", fields: [field("time")] }, { name: "greedy", about: "", fields: [field("deals")] }, { name: "random", about: "", fields: [] }];
  assert.deepEqual(analysisAgents(agents).map(({ name }) => name), ["mcts", "greedy"]);
  assert.equal(hasTimeLimit(agents, "mcts:sims=3"), true);
  assert.equal(hasTimeLimit(agents, "greedy"), false);
  assert.equal(hasTimeLimit(agents, ""), true);
});

test("players of one side have one name", () => {
  const players = [0, 0, 1].map((side, index) => ({ index, side, name: `Player ${index + 1}`, role: "agent", label: "", here: true }));
  assert.deepEqual(sidesOf(players), [{ side: 0, name: "Players 1, 2", colour: "", players: [0, 1] }, { side: 1, name: "Player 3", colour: "", players: [2] }]);
});

// --- lines -----------------------------------------------------------------------------------

test("a branch is where lines differ", () => {
  assert.equal(findBranch(["a", "b"], ["a", "b"]), null);
  assert.deepEqual(findBranch(["a", "b"], ["a", "c", "d"]), { from: 1, moves: ["c", "d"] });
  assert.deepEqual(findBranch(["a", "b"], ["a"]), { from: 1, moves: [] });
  assert.deepEqual(findBranch([], ["a"]), { from: 0, moves: ["a"] });
  assert.equal(replacesMoves(["a", "b"], 1, "b"), false);
  assert.equal(replacesMoves(["a", "b"], 1, "c"), true);
  assert.equal(replacesMoves(["a", "b"], 2, "c"), false);
});

test("the address of a board names all of it", () => {
  const board = { game: "sheep", options: { players: 2 }, position: "#..#/A1 -", seed: null, moves: ["a1-b2:3", "build e2"], ply: 1 };
  const address = boardAddress(board);
  const { pathname, searchParams } = new URL(address, "http://x");
  assert.deepEqual(parseAddress(pathname.split("/")[2], searchParams), board);
  assert.equal(boardAddress({ game: "quarto", options: {}, position: "", seed: null, moves: [], ply: null }), "/analyse/quarto");
  assert.match(boardAddress({ ...board, ply: 2 }), /moves=a1-b2:3~build\+e2$/);
});

test("addresses that make no sense are read as far as they do", () => {
  const read = (text) => parseAddress("quarto", new URLSearchParams(text));
  assert.deepEqual(read("options=[1]&seed=x&ply=-3").options, {});
  assert.deepEqual(read("options={").options, {});
  assert.equal(read("seed=7").seed, 7);
  assert.equal(read("ply=1.5").ply, null);
  assert.equal(parseInteger("12"), 12);
  assert.equal(parseInteger(null), null);
});

test("chance draws by weight", () => {
  const things = [{ text: "a", weight: 1 }, { text: "b", weight: 3 }];
  assert.equal(weightedChoice(things, 0)?.text, "a");
  assert.equal(weightedChoice(things, 0.24)?.text, "a");
  assert.equal(weightedChoice(things, 0.26)?.text, "b");
  assert.equal(weightedChoice(things, 1)?.text, "b");
  assert.equal(weightedChoice([], 0.5), undefined);
});

// --- the arena -------------------------------------------------------------------------------

test("numbers of the arena have signs and no false certainty", () => {
  assert.deepEqual([signed(12.4), signed(-0.2), signed(-35.6)], ["+12", "0", "−36"]);
  assert.equal(interval({ elo: 0, low: -10, high: 20 }), "−10 to +20");
  assert.deepEqual([share(1), share(0.999), share(0.001), share(0), share(0.5)], ["100 %", "> 99 %", "< 1 %", "0 %", "50 %"]);
  assert.equal(pointsShare({ wins: 1, draws: 1, losses: 2 }), 0.375);
  assert.equal(pointsShare({ wins: 0, draws: 0, losses: 0 }), null);
  assert.equal(variant({ torus: true, players: 3 }), "torus, players 3");
});

test("meetings are found by row and column", () => {
  const found = meetingTable([{ row: "a", column: "b", wins: 1 }, { row: "a", column: "c", wins: 2 }]);
  assert.equal(found.get("a")?.get("c")?.wins, 2);
  assert.equal(found.get("b"), undefined);
});

test("agents of a game stand by side, with who won", () => {
  assert.deepEqual(teams(["a", "a", "b", "c"], [0, 0, 1, 1], [1, -1]), [{ names: "a ×2", won: true }, { names: "b + c", won: false }]);
  assert.deepEqual(teams(["a", "b"], [0, 1], [0, 0]).map(({ won }) => won), [false, false]);
  assert.deepEqual(teams(["a", "b"], [0, 1], null).map(({ won }) => won), [false, false]);
});

test("filters that are empty stay out of addresses", () => {
  assert.equal(gamesAddress({ game: "", agent: "", offset: 0 }), "/arena/games");
  assert.equal(gamesAddress({ game: "quarto", agent: "mcts:sims=50", offset: 50 }), "/arena/games?game=quarto&agent=mcts%3Asims%3D50&offset=50");
});
