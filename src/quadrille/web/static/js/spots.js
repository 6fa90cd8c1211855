/** The spots on the screen, for the keyboard. */

import { boxOf } from "./marks.js";

/** @typedef {{name: string, x: number, y: number, width: number, height: number}} Box */

/** @param {Box} box */
const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

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

/**
 * Where spots are on the screen.
 * @param {Map<string, Spot[]>} spots
 * @param {string[]} names
 * @returns {Box[]}
 */
export function boxesOf(spots, names) {
  return names.map((name) => {
    const { x, y, width, height } = boxOf(/** @type {Element} */ (spots.get(name)?.[0]));
    return { name, x, y, width, height };
  });
}

/**
 * Let the Tab key reach one spot; arrow keys go on from there.
 * @param {Map<string, Spot[]>} spots
 * @param {string[]} names Those that can be chosen now.
 * @param {Element | null} active What has the focus.
 */
export function setTabOrder(spots, names, active) {
  const reached = new Set(names);
  const focused = active?.getAttribute("data-spot") ?? "";
  const first = reached.has(focused) ? focused : names[0];
  for (const [name, [element]] of spots) {
    if (!element) continue;
    element.setAttribute("tabindex", name === first ? "0" : "-1");
    if (reached.has(name)) element.removeAttribute("aria-disabled");
    else element.setAttribute("aria-disabled", "true");
  }
}

/**
 * Give the focus to a spot, from where Tab goes on.
 * @param {Map<string, Spot[]>} spots
 * @param {Spot} chosen
 */
export function focusOne(spots, chosen) {
  for (const [each] of spots.values()) each?.setAttribute("tabindex", "-1");
  chosen.setAttribute("tabindex", "0");
  chosen.focus({ preventScroll: true });
}
