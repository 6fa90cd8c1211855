import assert from "node:assert/strict";
import { test } from "node:test";

import { click, completedMove, defaultStep, findTyped, followForced, labelSpot, movesStartingWith, nextSteps, stepKind } from "../../src/quadrille/web/static/js/paths.js";

const move = (/** @type {string} */ text, /** @type {string[]} */ ...path) => ({ text, path });
const cells = [move("a1", "a1"), move("b1", "b1")];
const flocks = [
  move("c4-h4:1", "c4", "h4", "1"),
  move("c4-h4:2", "c4", "h4", "2"),
  move("c4-h4:3", "c4", "h4", "3"),
  move("c4-c9:1", "c4", "c9", "1"),
  move("d5-d1:1", "d5", "d1", "1"),
];
const tiles = [
  move("0,1@0", "0,1", "@0"),
  move("0,1@90", "0,1", "@90"),
  move("1,0@180", "1,0", "@180"),
];
const cards = [
  move("move up", "move", "e4"),
  move("move left", "move", "d5"),
  move("build e4", "build", "e4"),
  move("pass move", "move", "initiative"),
];
const everything = () => true;
const places = (/** @type {string} */ step) => !/^(\d+|@.*)$/.test(step);

test("the steps that follow come once, in the order of the moves", () => {
  assert.deepEqual(nextSteps(flocks, []), ["c4", "d5"]);
  assert.deepEqual(nextSteps(flocks, ["c4"]), ["h4", "c9"]);
  assert.deepEqual(nextSteps(flocks, ["c4", "h4"]), ["1", "2", "3"]);
  assert.deepEqual(nextSteps(flocks, ["c4", "h4", "2"]), []);
  assert.deepEqual(nextSteps(flocks, ["x9"]), []);
});

test("a move is complete when all of its path was clicked", () => {
  assert.equal(completedMove(cells, []), null);
  assert.equal(completedMove(cells, ["b1"])?.text, "b1");
  assert.equal(completedMove(flocks, ["c4", "h4"]), null);
  assert.equal(completedMove(flocks, ["c4", "h4", "2"])?.text, "c4-h4:2");
  assert.equal(movesStartingWith(flocks, ["c4"]).length, 4);
});

test("first clicks are places even if they are numbers", () => {
  const columns = [move("1", "1"), move("2", "2")];
  assert.equal(stepKind(columns, []), "picture");
  assert.equal(stepKind(flocks, ["c4"]), "picture");
  assert.equal(stepKind(flocks, ["c4", "h4"]), "number");
  assert.equal(stepKind(tiles, ["0,1"]), "rotation");
  assert.equal(stepKind(cards, ["move"]), "picture");
});

test("steps without a choice need no click", () => {
  const one = flocks.slice(0, 4);
  assert.deepEqual(followForced(one, [], false, places), ["c4"]);
  assert.deepEqual(followForced(flocks, [], false, places), []);
  assert.deepEqual(followForced(tiles, ["1,0"], true, places), ["1,0", "@180"]);
  assert.deepEqual(followForced(flocks, ["d5", "d1"], true, places), ["d5", "d1", "1"]);
});

test("no move is made without a click, nor one that was not seen", () => {
  assert.deepEqual(followForced([move("a1", "a1")], [], false, everything), []);
  assert.deepEqual(followForced(tiles.slice(2), [], false, places), ["1,0"]);
  assert.deepEqual(followForced(cards.slice(2, 3), ["build"], true, everything), ["build"]);
});

test("clicks continue a move, repeat a step, restart a move or do nothing", () => {
  assert.deepEqual(click(flocks, ["c4"], "h4"), { action: "next", chosen: ["c4", "h4"] });
  assert.deepEqual(click(tiles, ["0,1"], "0,1"), { action: "repeat", chosen: ["0,1"] });
  assert.deepEqual(click(flocks, ["c4", "h4"], "c9"), { action: "restart", chosen: ["c4", "c9"] });
  assert.deepEqual(click(flocks, ["c4", "h4"], "d5"), { action: "restart", chosen: ["d5"] });
  assert.deepEqual(click(flocks, ["c4"], "zz"), { action: "none", chosen: ["c4"] });
});

test("half of a number and the first rotation are the defaults, unless another is preferred", () => {
  assert.equal(defaultStep("number", ["1", "2", "3"], null), "2");
  assert.equal(defaultStep("rotation", ["@0", "@90"], null), "@0");
  assert.equal(defaultStep("rotation", ["@0", "@90"], "@90"), "@90");
  assert.equal(defaultStep("rotation", ["@0", "@90"], "@270"), "@0");
});

test("labels belong to the last place of a path", () => {
  assert.equal(labelSpot(["c4", "h4", "2"], everything), "h4");
  assert.equal(labelSpot(["0,1", "@90"], everything), "0,1");
  assert.equal(labelSpot(["4"], everything), "4");
  assert.equal(labelSpot(["draw"], () => false), null);
});

test("typed moves are found by their text or a clear beginning", () => {
  assert.equal(findTyped(cells, " a1 ")?.text, "a1");
  assert.equal(findTyped(cells, "B1")?.text, "b1");
  assert.equal(findTyped(cards, "bui")?.text, "build e4");
  assert.equal(findTyped(cards, "move"), null);
  assert.equal(findTyped(cards, ""), null);
  const pieces = [move("give:tlsh", "x"), move("give:TLSH", "y")];
  assert.equal(findTyped(pieces, "give:TLSH")?.path[0], "y");
  assert.equal(findTyped(pieces, "GIVE:tlsh"), null);
});
