/** What this browser remembers: keys of games, recent games, wishes. */

const PREFIX = "quadrille.";
const MOST_RECENT = 12;

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function load(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden store forgets.
  }
}

/**
 * @typedef {object} Recent
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} players
 * @property {string} state
 * @property {number} time
 */

/** @returns {Recent[]} Games of this browser, the newest first. */
export function recent() {
  return load("recent", []);
}

/**
 * Put a game first among the recent ones.
 * @param {Recent} game
 */
export function remember(game) {
  const others = recent().filter((each) => each.id !== game.id);
  save("recent", [game, ...others].slice(0, MOST_RECENT));
}

/** @param {string} id */
export function forget(id) {
  save("recent", recent().filter((each) => each.id !== id));
}

/** @typedef {{key: string | null, links?: {player: number, key: string}[]}} Keys */

/**
 * What opens the seats of a game.
 * @param {string} id
 * @returns {Keys}
 */
export function keysOf(id) {
  return load(`key.${id}`, { key: null });
}

/**
 * @param {string} id
 * @param {Keys} keys
 */
export function keep(id, keys) {
  save(`key.${id}`, keys);
}

/** @typedef {{confirm: "auto" | "always" | "never", sound: boolean}} Wishes */

/** @returns {Wishes} How somebody likes to play. */
export function wishes() {
  return { confirm: "auto", sound: false, ...load("wishes", {}) };
}

/** @param {Partial<Wishes>} changes */
export function wish(changes) {
  save("wishes", { ...wishes(), ...changes });
}
