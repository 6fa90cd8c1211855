/**
 * Pieces that move to their places.
 *
 * What moves is a copy above the picture: moving a part of a large picture would paint all of it for
 * every frame.
 */

import { draw } from "./dom.js";

/** Milliseconds that one piece moves. */
export const MOTION_TIME = 340;
const MOTION = { duration: MOTION_TIME, easing: "cubic-bezier(.25, .7, .3, 1)", fill: /** @type {const} */ ("backwards") };
const DELAY = 140;

/** Moves pieces of a picture, one after the other. */
export class PieceMotion {
  constructor() {
    /** @type {Map<SVGGraphicsElement, Animation>} The pieces that are moving. */
    this.moving = new Map();
  }

  /**
   * Let pieces come from where they were.
   * @param {SVGSVGElement} svg
   * @param {number} pixels Of the screen for one length of the picture.
   * @param {readonly Motion[]} motions
   */
  start(svg, pixels, motions) {
    motions.forEach(({ piece, dx, dy }, index) => {
      const element = /** @type {SVGGraphicsElement | null} */ (svg.querySelector(`[data-piece="${CSS.escape(piece)}"]`));
      if (!element) return;
      const { copy, matrix } = copyAbove(svg, element);
      const x = pixels * (matrix.a * dx + matrix.c * dy);
      const y = pixels * (matrix.b * dx + matrix.d * dy);
      copy.dataset["piece"] = piece;
      svg.parentNode?.append(copy);
      element.style.visibility = "hidden";
      const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0, 0)" }];
      const motion = copy.animate(frames, { ...MOTION, delay: index * DELAY });
      const end = () => {
        copy.remove();
        element.style.visibility = "";
        this.moving.delete(element);
      };
      motion.onfinish = motion.oncancel = end;
      this.moving.set(element, motion);
    });
  }

  /** Put all pieces where they go. */
  stop() {
    for (const motion of [...this.moving.values()]) {
      motion.oncancel?.(/** @type {any} */ (null));
      motion.oncancel = null;
      motion.cancel();
    }
  }
}

/**
 * A picture of one element alone, where it is, and the matrix of what it is in.
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} element
 */
function copyAbove(svg, element) {
  let inner = /** @type {SVGElement} */ (element.cloneNode(true));
  let matrix = svg.createSVGMatrix();
  for (let group = element.parentElement; group && /** @type {Element} */ (group) !== svg; group = group.parentElement) {
    const { baseVal } = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (group)).transform;
    let own = svg.createSVGMatrix();
    for (let index = 0; index < baseVal.numberOfItems; index += 1) own = own.multiply(baseVal.getItem(index).matrix);
    matrix = own.multiply(matrix);
    inner = draw("g", { class: group.getAttribute("class") ?? "", transform: group.getAttribute("transform") ?? "" }, inner);
  }
  return { copy: above(svg, inner), matrix };
}

/**
 * A picture of its own exactly above another one.
 * @param {SVGSVGElement} svg
 * @param {SVGElement[]} parts
 */
function above(svg, ...parts) {
  const found = draw("svg", {
    class: `${svg.getAttribute("class")} q-above`,
    viewBox: svg.getAttribute("viewBox") ?? "",
    "font-family": svg.getAttribute("font-family") ?? "",
    "aria-hidden": "true",
  }, parts);
  found.style.setProperty("--unit", svg.style.getPropertyValue("--unit"));
  return found;
}
