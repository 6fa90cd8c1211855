/** What this browser stores: keys of games, recent games, preferences. */

const PREFIX = "quadrille.";
const MAX_RECENT = 12;

/**
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function load(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
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
    // The store is full or forbidden: nothing is saved.
  }
}

/** @returns {RecentGame[]} Games of this browser, the newest first. */
export function recentGames() {
  return load("recent", []);
}

/**
 * Put a game first among the recent games.
 * @param {RecentGame} game
 */
export function addRecentGame(game) {
  const others = recentGames().filter((each) => each.id !== game.id);
  save("recent", [game, ...others].slice(0, MAX_RECENT));
}

/** @param {string} id */
export function removeRecentGame(id) {
  save("recent", recentGames().filter((each) => each.id !== id));
}

/**
 * The keys of the seats of a game.
 * @param {string} id
 * @returns {Keys}
 */
export function loadKeys(id) {
  return load(`key.${id}`, { key: null });
}

/**
 * @param {string} id
 * @param {Keys} keys
 */
export function saveKeys(id, keys) {
  save(`key.${id}`, keys);
}

/** @returns {Preferences} */
export function preferences() {
  return { confirm: "auto", sound: false, ...load("preferences", {}) };
}

/** @param {Partial<Preferences>} changes */
export function setPreferences(changes) {
  save("preferences", { ...preferences(), ...changes });
}
