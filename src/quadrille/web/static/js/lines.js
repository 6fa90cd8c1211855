/** Lines of moves and their addresses. Nothing here touches the page. */

const SEPARATOR = "~";

/**
 * Where a line leaves the main line; null if they are the same.
 * @param {string[]} mainLine
 * @param {string[]} line
 * @returns {Branch | null}
 */
export function findBranch(mainLine, line) {
  let from = 0;
  while (from < mainLine.length && from < line.length && mainLine[from] === line[from]) from += 1;
  if (from === mainLine.length && from === line.length) return null;
  return { from, moves: line.slice(from) };
}

/**
 * Whether a move at a ply would replace later moves of the line.
 * @param {string[]} line
 * @param {number} ply
 * @param {string} text
 */
export function replacesMoves(line, ply, text) {
  return ply < line.length && line[ply] !== text;
}

/**
 * The address of an analysis board.
 * @param {BoardAddress} board
 */
export function boardAddress({ game, options, position, seed, moves, ply }) {
  const query = new URLSearchParams();
  if (Object.keys(options).length > 0) query.set("options", JSON.stringify(options));
  if (position) query.set("position", position);
  if (seed !== null && !position) query.set("seed", `${seed}`);
  if (moves.length > 0) query.set("moves", moves.join(SEPARATOR));
  if (ply !== null && ply < moves.length) query.set("ply", `${ply}`);
  const text = query.toString().replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%7E", SEPARATOR);
  return `/analyse/${encodeURIComponent(game)}${text ? `?${text}` : ""}`;
}

/**
 * Parse the address of an analysis board; invalid parts are ignored.
 * @param {string} game
 * @param {URLSearchParams} query
 * @returns {BoardAddress}
 */
export function parseAddress(game, query) {
  const moves = query.get("moves") ?? "";
  return {
    game,
    options: parseObject(query.get("options")),
    position: query.get("position") ?? "",
    seed: parseInteger(query.get("seed")),
    moves: moves === "" ? [] : moves.split(SEPARATOR),
    ply: parseInteger(query.get("ply")),
  };
}

/**
 * Parse a whole number; null if the text is not one.
 * @param {string | null} text
 */
export function parseInteger(text) {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/**
 * Choose an item at random, by weight.
 * @template {{weight?: number}} T
 * @param {T[]} things
 * @param {number} chance 0 to 1.
 * @returns {T | undefined}
 */
export function weightedChoice(things, chance) {
  const sum = things.reduce((all, { weight = 1 }) => all + weight, 0);
  let left = chance * sum;
  for (const each of things) {
    left -= each.weight ?? 1;
    if (left < 0) return each;
  }
  return things.at(-1);
}

/**
 * @param {string | null} text
 * @returns {Record<string, unknown>}
 */
function parseObject(text) {
  try {
    const found = JSON.parse(text ?? "{}");
    return typeof found === "object" && found !== null && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}
