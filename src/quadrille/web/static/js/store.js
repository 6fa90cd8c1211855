/** What this browser stores: keys of games, recent games, preferences. */

const PREFIX = "quadrille.";
const MAX_RECENT = 400;
const MAX_KEYS = 16;

/** What could not be stored lasts as long as the page. */
const unsaved = /** @type {Map<string, string>} */ (new Map());

/**
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function load(name, fallback) {
  try {
    const text = unsaved.get(name) ?? localStorage.getItem(PREFIX + name);
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
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    unsaved.delete(name);
  } catch {
    unsaved.set(name, text); // The store is full or forbidden.
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
 * What this person calls a game; empty for nothing.
 * @param {string} id
 * @returns {string}
 */
export function gameName(id) {
  return load("names", /** @type {Record<string, string>} */ ({}))[id] ?? "";
}

/**
 * Call a game by a name; an empty one removes it.
 * @param {string} id
 * @param {string} name
 */
export function nameGame(id, name) {
  const { [id]: _, ...others } = load("names", /** @type {Record<string, string>} */ ({}));
  save("names", name ? { ...others, [id]: name } : others);
}

/**
 * The keys of this browser for a game; earlier versions stored a single one.
 * @param {string} id
 * @returns {Keys}
 */
export function loadKeys(id) {
  const { key, keys, claim } = load(`key.${id}`, /** @type {{key?: string, keys?: string[], claim?: Keys["claim"]}} */ ({}));
  return { keys: keys ?? (key ? [key] : []), ...(claim && { claim }) };
}

/**
 * @param {string} id
 * @param {Keys} keys
 */
export function saveKeys(id, keys) {
  save(`key.${id}`, { ...keys, keys: keys.keys.slice(-MAX_KEYS) });
}

/** @returns {Preferences} */
export function preferences() {
  return { confirm: "auto", sound: true, ...load("preferences", {}) };
}

/** @param {Partial<Preferences>} changes */
export function setPreferences(changes) {
  save("preferences", { ...preferences(), ...changes });
}
