/** The order of spots on the screen, for the keyboard. */

/** @typedef {{name: string, x: number, y: number, width: number, height: number}} Box */

/** @param {Box} box */
const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/**
 * Names in reading order: rows from the top, each from the left.
 * @param {Box[]} boxes
 */
export function readingOrder(boxes) {
  const rest = [...boxes].sort((a, b) => middle(a).y - middle(b).y);
  /** @type {string[]} */
  const names = [];
  while (rest.length > 0) {
    const first = /** @type {Box} */ (rest[0]);
    const limit = middle(first).y + first.height / 2;
    const row = rest.filter((box) => middle(box).y <= limit);
    rest.splice(0, row.length);
    names.push(...row.sort((a, b) => middle(a).x - middle(b).x).map(({ name }) => name));
  }
  return names;
}

/**
 * The nearest spot in a direction, favouring those straight ahead.
 * @param {Box[]} boxes
 * @param {string} from
 * @param {"ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown"} key
 * @returns {string | null}
 */
export function nearest(boxes, from, key) {
  const start = boxes.find(({ name }) => name === from);
  if (!start) return null;
  const here = middle(start);
  const dx = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, ArrowDown: 0 }[key];
  const dy = { ArrowLeft: 0, ArrowRight: 0, ArrowUp: -1, ArrowDown: 1 }[key];
  let best = null;
  let least = Infinity;
  for (const box of boxes) {
    const there = middle(box);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    const cost = ahead + 2.5 * aside;
    if (box.name !== from && ahead > 0.5 && cost < least) [best, least] = [box.name, cost];
  }
  return best;
}
