/** The values of forms: options, specs of agents, seats. Nothing here touches the page. */

/**
 * Parse the text of a control; null for an empty optional field.
 * @param {Field} field
 * @param {string} text
 * @returns {number | string | boolean | null}
 */
export function parseValue(field, text) {
  if (field.type === "bool") return text === "true";
  if (text.trim() === "") return field.optional ? null : field.default;
  if (field.type === "choice") return field.choices?.find((each) => `${each}` === text) ?? text;
  const number = Number(text);
  return Number.isFinite(number) ? number : field.default;
}

/**
 * The values that differ from the defaults.
 * @param {Field[]} fields
 * @param {Record<string, any>} values
 */
export function changedValues(fields, values) {
  /** @type {Record<string, any>} */
  const result = {};
  for (const { name, default: initial } of fields) {
    if (name in values && values[name] !== initial) result[name] = values[name];
  }
  return result;
}

/**
 * The spec of an agent, such as "mcts:sims=50,prove=false".
 * @param {string} name
 * @param {Field[]} fields
 * @param {Record<string, any>} values
 */
export function specOf(name, fields, values) {
  const parts = Object.entries(changedValues(fields, values)).filter(([, value]) => value !== null);
  const options = parts.map(([field, value]) => `${field}=${value}`).join(",");
  return options ? `${name}:${options}` : name;
}

/**
 * The person at this screen plays the first side, an agent plays all others.
 * @param {GameForm} form
 * @param {string} spec
 * @returns {Seat[]}
 */
export function seatsAgainst(form, spec) {
  return form.seats.map(({ side }) => (side === 0 ? person() : { role: "agent", spec }));
}

/** @returns {Seat} */
export function person() {
  return { role: "person", spec: "" };
}

/**
 * @param {GameForm} form
 * @param {Seat} seat
 * @returns {Seat[]}
 */
export function sameSeats(form, seat) {
  return form.seats.map(() => ({ ...seat }));
}

/**
 * The person at this screen plays the first side, people with a link play the others.
 * @param {GameForm} form
 * @returns {Seat[]}
 */
export function seatsByLink(form) {
  return form.seats.map(({ side }) => ({ role: side === 0 ? "person" : "link", spec: "" }));
}

/**
 * Seats for another number of players; new seats are copies of the last one.
 * @param {GameForm} form
 * @param {Seat[]} seats
 * @returns {Seat[]}
 */
export function resizeSeats(form, seats) {
  const last = seats.at(-1) ?? person();
  return form.seats.map((_, index) => ({ ...(seats[index] ?? last) }));
}

/**
 * Swap two sides, if they have equally many seats.
 * @param {GameForm} form
 * @param {Seat[]} seats
 * @param {number} one
 * @param {number} other
 * @returns {Seat[]}
 */
export function swapSides(form, seats, one, other) {
  const of = (/** @type {number} */ side) => form.seats.filter((seat) => seat.side === side).map(({ player }) => player);
  const [first, second] = [of(one), of(other)];
  if (one === other || first.length !== second.length) return seats;
  const result = seats.map((seat) => ({ ...seat }));
  first.forEach((player, index) => {
    const partner = second[index] ?? player;
    result[player] = { ...(seats[partner] ?? person()) };
    result[partner] = { ...(seats[player] ?? person()) };
  });
  return result;
}

/**
 * The side of the people at this screen; -1 if they play several sides, or none.
 * @param {GameForm} form
 * @param {Seat[]} seats
 */
export function mySide(form, seats) {
  const sides = new Set(form.seats.filter(({ player }) => seats[player]?.role === "person").map(({ side }) => side));
  const [side] = sides;
  return sides.size === 1 && side !== undefined ? side : -1;
}

/**
 * Whether people play against each other.
 * @param {GameForm} form
 * @param {Seat[]} seats
 */
export function isBetweenPeople(form, seats) {
  return new Set(form.seats.filter(({ player }) => seats[player]?.role !== "agent").map(({ side }) => side)).size > 1;
}

/**
 * Move the person at this screen to the first, the last or a random side.
 * @param {GameForm} form
 * @param {Seat[]} seats
 * @param {"first" | "last" | "random"} start
 * @param {number} chance 0 to 1.
 */
export function placePerson(form, seats, start, chance) {
  const side = mySide(form, seats);
  if (side < 0) return seats;
  const wanted = { first: 0, last: form.sides - 1, random: Math.floor(chance * form.sides) }[start];
  return swapSides(form, seats, side, wanted);
}

/**
 * The seats with the names of the people at this screen.
 * @param {Seat[]} seats
 * @param {string[]} names
 */
export function namedSeats(seats, names) {
  let people = 0;
  return seats.map((seat) => (seat.role === "person" ? { ...seat, name: names[people++] ?? "" } : seat));
}

/**
 * The spec of a clock; empty for no clock.
 * @param {string} kind "none", "move", "game"
 * @param {number} seconds
 * @param {number} increment
 */
export function clockSpec(kind, seconds, increment) {
  if (kind === "none" || !(seconds > 0)) return "";
  if (kind === "move") return `move=${seconds}`;
  return increment > 0 ? `${seconds}+${increment}` : `${seconds}`;
}
