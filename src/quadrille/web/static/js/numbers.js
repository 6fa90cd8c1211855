/** Numbers and addresses of the arena as text. Nothing here touches the page. */

/**
 * An Elo number with its sign.
 * @param {number} elo
 */
export function signed(elo) {
  const whole = Math.round(elo);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}

/**
 * An interval as text.
 * @param {Elo} elo
 */
export function interval({ low, high }) {
  return `${signed(low)} to ${signed(high)}`;
}

/**
 * A share in whole percent; 0 and 100 are only shown if exact.
 * @param {number} share 0 to 1.
 */
export function share(share) {
  const whole = Math.round(share * 100);
  if (whole === 100 && share < 1) return "> 99 %";
  if (whole === 0 && share > 0) return "< 1 %";
  return `${whole} %`;
}

/**
 * The share of points that was won; null without games.
 * @param {Score} score
 */
export function pointsShare({ wins, draws, losses }) {
  const games = wins + draws + losses;
  return games === 0 ? null : (wins + draws / 2) / games;
}

/**
 * Won, drawn and lost games.
 * @param {Score} score
 */
export function record({ wins, draws, losses }) {
  return `${wins}–${draws}–${losses}`;
}

/**
 * Meetings by row, then by column.
 * @template {{row: string, column: string}} T
 * @param {T[]} meetings
 * @returns {Map<string, Map<string, T>>}
 */
export function meetingTable(meetings) {
  /** @type {Map<string, Map<string, T>>} */
  const rows = new Map();
  for (const each of meetings) {
    const row = rows.get(each.row) ?? new Map();
    row.set(each.column, each);
    rows.set(each.row, row);
  }
  return rows;
}

/**
 * Options that differ from the defaults, as text.
 * @param {Record<string, unknown>} unusual
 */
export function variant(unusual) {
  return Object.entries(unusual)
    .map(([name, value]) => (value === true ? name.replaceAll("_", " ") : `${name.replaceAll("_", " ")} ${value}`))
    .join(", ");
}

/**
 * The names of the agents of each side, and whether it won.
 * @param {string[]} players
 * @param {number[]} sides Of each player.
 * @param {number[] | null} outcome Of each side.
 * @returns {{names: string, won: boolean}[]}
 */
export function teams(players, sides, outcome) {
  const best = outcome ? Math.max(...outcome) : null;
  const drawn = outcome !== null && outcome.every((each) => each === best);
  return [...new Set(sides)].sort((a, b) => a - b).map((side) => {
    const names = players.filter((_, index) => sides[index] === side);
    const [first = ""] = names;
    const same = names.every((name) => name === first);
    const text = same ? (names.length > 1 ? `${first} ×${names.length}` : first) : names.join(" + ");
    return { names: text, won: outcome !== null && !drawn && outcome[side] === best };
  });
}

/**
 * The address of the list of games with filters; empty ones are left out.
 * @param {Record<string, string | number>} filters
 */
export function gamesAddress(filters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== "" && value !== 0) query.set(name, `${value}`);
  const text = query.toString();
  return text ? `/arena/games?${text}` : "/arena/games";
}

/**
 * A date and time in the language of the browser.
 * @param {string} text As ISO 8601.
 */
export function moment(text) {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return text;
  return time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
