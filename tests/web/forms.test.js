import assert from "node:assert/strict";
import { test } from "node:test";

import * as forms from "../../src/quadrille/web/static/js/forms.js";

/** @param {number[]} sides @returns {any} */
const form = (...sides) => ({
  seats: sides.map((side, player) => ({ player, side, label: `Player ${player + 1}` })),
  sides: new Set(sides).size,
});
/** @param {Record<string, any>} more @returns {any} */
const field = (more) => ({ name: "sims", type: "int", label: "", doc: "", default: null, optional: true, ...more });
const roles = (/** @type {import("../../src/quadrille/web/static/js/forms.js").Seat[]} */ seats) => seats.map(({ role }) => role);

test("controls give values of the right kind", () => {
  assert.equal(forms.parseValue(field({}), "50"), 50);
  assert.equal(forms.parseValue(field({}), " "), null);
  assert.equal(forms.parseValue(field({ optional: false, default: 8 }), ""), 8);
  assert.equal(forms.parseValue(field({ default: 8 }), "many"), 8);
  assert.equal(forms.parseValue(field({ type: "bool" }), "true"), true);
  assert.equal(forms.parseValue(field({ type: "choice", choices: [1, 2] }), "2"), 2);
});

test("a spec has only what differs from the defaults", () => {
  const fields = [field({}), field({ name: "prove", type: "bool", default: true }), field({ name: "c", default: 1 })];
  assert.equal(forms.specOf("mcts", fields, { sims: null, prove: true, c: 1 }), "mcts");
  assert.equal(forms.specOf("mcts", fields, { sims: 50, prove: false, c: 1 }), "mcts:sims=50,prove=false");
  assert.equal(forms.specOf("mcts", fields, { sims: 50, prove: true, c: null }), "mcts:sims=50");
  assert.deepEqual(forms.changedValues(fields, { sims: 3, prove: true }), { sims: 3 });
});

test("a person plays for the whole first side", () => {
  assert.deepEqual(roles(forms.seatsAgainst(form(0, 1), "mcts")), ["person", "agent"]);
  assert.deepEqual(roles(forms.seatsAgainst(form(0, 1, 0, 1), "mcts")), ["person", "agent", "person", "agent"]);
  assert.deepEqual(roles(forms.seatsByLink(form(0, 1, 2))), ["person", "link", "link"]);
  assert.deepEqual(roles(forms.sameSeats(form(0, 1), forms.person())), ["person", "person"]);
});

test("more seats are like the last one, fewer drop the last", () => {
  const seats = forms.seatsAgainst(form(0, 1), "mcts");
  assert.deepEqual(roles(forms.resizeSeats(form(0, 1, 2, 3), seats)), ["person", "agent", "agent", "agent"]);
  assert.deepEqual(roles(forms.resizeSeats(form(0), seats)), ["person"]);
});

test("sides change places as a whole", () => {
  const teams = form(0, 0, 1, 1);
  const seats = forms.seatsAgainst(teams, "mcts");
  assert.deepEqual(roles(forms.swapSides(teams, seats, 0, 1)), ["agent", "agent", "person", "person"]);
  const uneven = form(0, 0, 1);
  assert.deepEqual(roles(forms.swapSides(uneven, forms.seatsAgainst(uneven, "x"), 0, 1)), ["person", "person", "agent"]);
});

test("who is alone can begin, be last, or be put anywhere", () => {
  const four = form(0, 1, 2, 3);
  const seats = forms.seatsAgainst(four, "mcts");
  assert.equal(forms.mySide(four, seats), 0);
  const last = forms.placePerson(four, seats, "last", 0);
  assert.deepEqual(roles(last), ["agent", "agent", "agent", "person"]);
  assert.deepEqual(roles(forms.placePerson(four, last, "first", 0)), roles(seats));
  assert.equal(forms.mySide(four, forms.placePerson(four, seats, "random", 0.6)), 2);
  const pair = form(0, 1);
  const both = forms.sameSeats(pair, forms.person());
  assert.equal(forms.mySide(pair, both), -1);
  assert.deepEqual(forms.placePerson(pair, both, "last", 0), both);
});

test("clocks have the text that the server reads", () => {
  assert.equal(forms.clockSpec("none", 5, 0), "");
  assert.equal(forms.clockSpec("move", 5, 3), "move=5");
  assert.equal(forms.clockSpec("game", 300, 3), "300+3");
  assert.equal(forms.clockSpec("game", 300, 0), "300");
  assert.equal(forms.clockSpec("game", 0, 3), "");
});
