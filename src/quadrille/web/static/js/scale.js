/** The geometry of the plot of a game. Numbers in, numbers and paths out. */

/**
 * The horizontal place of a ply.
 * @param {number} ply
 * @param {number} total Moves of the game.
 * @param {Frame} frame
 */
export function xOf(ply, total, { left, right }) {
  return left + ((right - left) * ply) / Math.max(total, 1);
}

/**
 * The vertical place of a chance.
 * @param {number} chance 0 to 1.
 * @param {Frame} frame
 */
export function yOf(chance, { top, bottom }) {
  return bottom - (bottom - top) * Math.min(Math.max(chance, 0), 1);
}

/**
 * The ply that is nearest to a place.
 * @param {number} x
 * @param {number} total
 * @param {Frame} frame
 */
export function plyAt(x, total, { left, right }) {
  const part = (x - left) / Math.max(right - left, 1e-9);
  return Math.min(Math.max(Math.round(part * total), 0), total);
}

/**
 * A line through points.
 * @param {Point[]} points
 * @param {number} total
 * @param {Frame} frame
 */
export function linePath(points, total, frame) {
  return points
    .map(({ ply, chance }, index) => `${index ? "L" : "M"}${round(xOf(ply, total, frame))} ${round(yOf(chance, frame))}`)
    .join("");
}

/**
 * The area between a line and the bottom.
 * @param {Point[]} points
 * @param {number} total
 * @param {Frame} frame
 */
export function areaPath(points, total, frame) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const bottom = round(frame.bottom);
  return `${linePath(points, total, frame)}L${round(xOf(last.ply, total, frame))} ${bottom}L${round(xOf(first.ply, total, frame))} ${bottom}Z`;
}

/**
 * The plies to number below a plot: round steps, about `max` of them.
 * @param {number} total
 * @param {number} max
 */
export function ticks(total, max) {
  const rough = total / Math.max(max, 1);
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? 1;
  return Array.from({ length: Math.floor(total / step) + 1 }, (_, index) => index * step);
}

/**
 * The bounds of a scale that contains these intervals and zero.
 * @param {{low: number, high: number}[]} intervals
 */
export function span(intervals) {
  const low = Math.min(0, ...intervals.map((each) => each.low));
  const high = Math.max(0, ...intervals.map((each) => each.high));
  const room = Math.max((high - low) * 0.04, 1);
  return { low: low - room, high: high + room };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
