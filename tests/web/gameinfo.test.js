import assert from "node:assert/strict";
import { test } from "node:test";

import { groupTurns, lineup, playsOneSide, presenceNews, presenceText, promptText, resultKind, seatText, soundOf, statusText, titleText, updateMoves } from "../../src/quadrille/web/static/js/gameinfo.js";
import { newGains } from "../../src/quadrille/web/static/js/happening.js";
import { retryDelay } from "../../src/quadrille/web/static/js/socket.js";
import { nearest } from "../../src/quadrille/web/static/js/spots.js";
import { ago, clockText, percent, pointsText, sentenceCase, short } from "../../src/quadrille/web/static/js/format.js";

const played = (/** @type {number[]} */ ...players) => players.map((player, ply) => ({ ply, player, text: `m${ply}` }));
/** @param {number} index @param {Record<string, any>} more @returns {any} */
const player = (index, more) => ({ index, name: `Player ${index + 1}`, side: index, role: "agent", label: "", here: false, ...more });
const you = player(0, { role: "person", here: true });
const club = player(1, { name: "Club", label: "Club" });

test("moves after a message, also after an undo", () => {
  const known = played(0, 1, 0);
  assert.equal(updateMoves(known, 3, played(1)).length, 4);
  assert.deepEqual(updateMoves(known, 1, []).map(({ ply }) => ply), [0]);
});

test("a turn is what one player does, with the chance before it", () => {
  const shape = (/** @type {number[]} */ ...players) => groupTurns(played(...players)).map((turn) => [turn.player, turn.moves.length]);
  assert.deepEqual(shape(), []);
  assert.deepEqual(shape(0, 1, 1, 0, 0), [[0, 1], [1, 2], [0, 2]]);
  assert.deepEqual(shape(-1, 0, 0, -1, 1, -1), [[0, 3], [1, 2], [-1, 1]]);
  assert.deepEqual(shape(-1, 0, -1, 0), [[0, 2], [0, 2]]);
  assert.deepEqual(groupTurns(played(0, 1)).map(({ number }) => number), [1, 2]);
});

test("players are called by who they are", () => {
  assert.equal(lineup([you, club]), "Player 1 – Club");
  const guest = player(1, { role: "person", here: true, name: "Anna", label: "Anna" });
  assert.equal(lineup([you, guest]), "Player 1 – Anna");
  const team = [0, 1, 2].map((index) => player(index, { side: index && 1, name: `Club ${index}`, label: "Club" }));
  assert.equal(lineup(team), "Club – Club ×2");
  assert.equal(playsOneSide([you, guest]), false);
});

test("the status says whose turn it is", () => {
  const scene = (/** @type {number} */ mover) => ({ player: mover, headline: "A draw by chance" });
  assert.equal(statusText([you, club], scene(0), null), "Your turn");
  assert.equal(statusText([you, club], scene(1), null), "Club is thinking");
  assert.equal(statusText([you, club], scene(-1), null), "A draw by chance");
  assert.equal(statusText([you, player(1, { role: "link" })], scene(1), null), "It is Player 2's turn");
  assert.equal(statusText([you, { ...club, here: true }], scene(1), null), "Your turn: Club");
});

test("what to do changes from click to click", () => {
  const prompts = ["Choose a place for the tile", "Turn the tile"];
  const step = (/** @type {number} */ index, more = {}) => promptText(prompts, { index, kind: "picture", isPending: false, touch: false, ...more });
  assert.equal(step(0), "Choose a place for the tile");
  assert.equal(step(1), "Turn the tile");
  assert.equal(step(5), "Turn the tile");
  assert.equal(step(1, { kind: "rotation" }), "Turn the tile with R or the wheel, then click Place");
  assert.equal(step(1, { kind: "rotation", touch: true }), "Turn the tile with the arrows, then tap Place");
  assert.match(step(1, { isPending: true }), /again to play it/);
  assert.equal(promptText([], { index: 0, kind: "picture", isPending: false, touch: false }), "");
});

test("sounds and titles tell whose turn it is", () => {
  const scene = (/** @type {number} */ mover) => /** @type {any} */ ({ player: mover });
  const result = (/** @type {number[]} */ ...outcome) => ({ ended: "finished", outcome, scores: [], text: "" });
  const sounds = [scene(0), scene(1)].map((each) => soundOf([you, club], each, null, false));
  assert.deepEqual(sounds, ["turn", "move"]);
  assert.equal(soundOf([you, club], scene(0), null, true), "score");
  assert.deepEqual([[1, -1], [-1, 1], [0, 0]].map((each) => soundOf([you, club], scene(-2), result(...each), true)), ["won", "lost", "over"]);
  assert.equal(titleText("Quarto", [you, club], scene(0), null), "● Your turn – Quarto");
  assert.equal(titleText("Quarto", [you, club], scene(1), null), "Quarto");
  assert.equal(titleText("Quarto", [you, you], scene(0), null), "Quarto");
  assert.equal(titleText("Quarto", [you, club], scene(-2), result(1, -1)), "Game over – Quarto");
});

test("points are shown once", () => {
  const gains = [2, 3, 4].map((ply) => ({ ply, player: 0, text: "+1", x: 0, y: 0 }));
  const at = (/** @type {number} */ ply) => /** @type {any} */ ({ ply, gains });
  assert.deepEqual(newGains(at(3), at(5)).map(({ ply }) => ply), [3, 4]);
  assert.deepEqual(newGains(at(6), at(5)), []);
  assert.deepEqual(newGains(null, at(5)), []);
});

test("an end is a win, a loss, a draw or nobody's here", () => {
  const end = (/** @type {number[]} */ ...outcome) => ({ ended: "finished", outcome, scores: [], text: "" });
  assert.equal(resultKind([you, club], end(1, -1)), "won");
  assert.equal(resultKind([you, club], end(-1, 1)), "lost");
  assert.equal(resultKind([you, club], end(0, 0)), "drawn");
  assert.equal(resultKind([player(0, {}), club], end(1, -1)), "over");
  assert.equal(resultKind([you], end(1)), "over");
});

test("seats and presence in words", () => {
  const guest = player(1, { role: "link", taken: false, present: false });
  assert.equal(seatText([you, guest]), "You play as Player 1.");
  assert.equal(seatText([club, guest]), "You are watching.");
  assert.equal(seatText([0, 1, 2].map((index) => player(index, { here: true }))), "You play as Player 1, Player 2 and Player 3.");
  assert.deepEqual([you, club, guest, { ...guest, taken: true }, { ...guest, taken: true, present: true }].map(presenceText), ["", "", "not here yet", "away", ""]);
  const come = { ...guest, taken: true, present: true };
  assert.equal(presenceNews([you, guest], [you, come]), "Player 2 has joined.");
  assert.equal(presenceNews([you, come], [you, { ...come, present: false }]), "Player 2 is away.");
  assert.equal(presenceNews([you, come], [{ ...you, present: true }, come]), "");
});

test("numbers and times in words", () => {
  assert.deepEqual([0, 5, 9.96, 65, 3725].map(clockText), ["0.0", "5.0", "9.9", "1:05", "1:02:05"]);
  assert.deepEqual([10_000, 120_000, 7_200_000, 90_000_000, 900_000_000].map(ago), ["just now", "2 min ago", "2 h ago", "yesterday", "10 days ago"]);
  assert.equal(percent(0.456), "46 %");
  assert.deepEqual([12, 45_600, 2_340_000].map(short), ["12", "46k", "2.3M"]);
  assert.deepEqual([3, 29.48].map(pointsText), ["3", "29.5"]);
});

test("messages of the server become sentences", () => {
  assert.equal(sentenceCase("it is not your turn"), "It is not your turn.");
  assert.equal(sentenceCase("Really?"), "Really?");
  assert.equal(sentenceCase(""), "");
});

test("attempts to connect come further and further apart", () => {
  assert.ok(retryDelay(0, 0) < 300 && retryDelay(0, 1) > 300);
  assert.ok(retryDelay(3, 0.5) > retryDelay(1, 0.5));
  assert.equal(retryDelay(50, 0.5), retryDelay(5, 0.5));
});

const grid = ["c1", "a1", "b2", "a2", "b1"].map((name) => ({
  name, x: 100 * (name.charCodeAt(0) - 97), y: name[1] === "1" ? 3 : 100, width: 90, height: 90,
}));

test("arrow keys find the nearest spot ahead", () => {
  assert.equal(nearest(grid, "a1", "ArrowRight"), "b1");
  assert.equal(nearest(grid, "b1", "ArrowDown"), "b2");
  assert.equal(nearest(grid, "c1", "ArrowDown"), "b2");
  assert.equal(nearest(grid, "a1", "ArrowLeft"), null);
  assert.equal(nearest(grid, "zz", "ArrowLeft"), null);
});
