/** Overlays of a picture: labels at spots, and a ring round the chosen spot. */

import { draw } from "./dom.js";

/**
 * The place of a spot on the screen: its part of class "hit", or else all of it.
 * @param {Element} spot
 */
export const boxOf = (spot) => (spot.querySelector(".hit") ?? spot).getBoundingClientRect();

/**
 * The place of an element, in the units of its picture.
 * @param {SVGSVGElement} svg
 * @param {Element} element
 * @returns {Area}
 */
export function areaOf(svg, element) {
  const all = svg.getBoundingClientRect();
  const part = boxOf(element);
  const view = svg.viewBox.baseVal;
  const scale = all.width > 0 ? view.width / all.width : 1;
  return {
    x: view.x + (part.left - all.left) * scale,
    y: view.y + (part.top - all.top) * scale,
    width: part.width * scale,
    height: part.height * scale,
  };
}

/**
 * Take the marks of the boxes away; those of the picture are elements of their own.
 * @param {Map<string, Spot[]>} spots
 */
export function clearMarks(spots) {
  for (const each of [...spots.values()].flat()) {
    if (!(each instanceof HTMLElement)) continue;
    each.classList.remove("q-chosen");
    each.removeAttribute("data-mark");
  }
}

/**
 * Mark a chosen spot.
 * @param {SVGSVGElement} svg
 * @param {Spot} spot
 */
export function markChosen(svg, spot) {
  if (spot instanceof HTMLElement) spot.classList.add("q-chosen");
  else svg.append(ring(areaOf(svg, spot)));
}

/**
 * Put a label at a spot.
 * @param {SVGSVGElement} svg
 * @param {Spot} spot
 * @param {Mark} mark
 */
export function markLabel(svg, spot, mark) {
  const unit = svg.viewBox.baseVal.width / Math.max(svg.getBoundingClientRect().width, 1);
  if (spot instanceof HTMLElement) spot.setAttribute("data-mark", mark.label);
  else svg.append(pill(areaOf(svg, spot), mark, unit));
}

/**
 * A ring round an area.
 * @param {Area} area
 */
function ring(area) {
  const shape = { x: area.x, y: area.y, width: area.width, height: area.height, rx: Math.min(area.width, area.height) / 7 };
  return draw("rect", { ...shape, class: "q-ring" });
}

/**
 * A label on an area.
 * @param {Area} area
 * @param {Mark} mark
 * @param {number} unit Units of the picture for one pixel of the screen.
 */
function pill(area, mark, unit) {
  const size = Math.min(13 * unit, Math.max(area.width / 2.4, 8 * unit));
  const width = size * (0.62 * mark.label.length + 0.9);
  const wide = area.width > 3 * area.height;
  const x = wide ? area.x + area.width - width * 0.7 : area.x + area.width / 2;
  const y = area.y + Math.min(area.height / 2, area.width * 0.6);
  const box = { x: x - width / 2, y: y - size * 0.8, width, height: size * 1.6, rx: size * 0.8 };
  return draw(
    "g",
    { class: `q-mark q-${mark.kind ?? "plain"}`, "pointer-events": "none" },
    draw("rect", box),
    draw("text", { x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle" }, mark.label),
  );
}

export const RULES = `
:host { display: block; position: relative; overflow: clip; overflow-clip-margin: 8px }
svg { display: block; width: 100%; height: auto; user-select: none; will-change: transform;
  touch-action: manipulation; border-radius: 10px }
[data-spot] { cursor: pointer; transition: opacity .12s }
[data-spot]:focus { outline: none }
[data-spot]:focus-visible { outline: 3px solid #0b63ce; outline-offset: 2px; border-radius: 6px }
.q-above { position: absolute; left: 0; top: 0; pointer-events: none }
.fixed { font-size: calc(13px * var(--unit)) }
.q-off { opacity: .55 }
.q-quiet [data-spot] { cursor: default; pointer-events: none }
.q-ring { fill: none; stroke: #0b63ce; stroke-width: 3px; vector-effect: non-scaling-stroke;
  pointer-events: none; opacity: .85 }
.q-mark rect { fill: #38424f; stroke: #fff; stroke-width: 1.5px; vector-effect: non-scaling-stroke }
.q-mark text { fill: #fff; font-weight: 700; font-variant-numeric: tabular-nums }
.q-best rect { fill: #12725a }
.q-good rect { fill: #2d7d32 }
.q-fine rect { fill: #8a6410 }
.q-bad rect { fill: #b3261e }
.q-gain rect { fill: #7a4e00; stroke: #fff; stroke-width: 2px; vector-effect: non-scaling-stroke }
.q-gain text { fill: #fff; font-weight: 750; font-variant-numeric: tabular-nums }
.q-gain { animation: q-rise 3.6s ease-out forwards }
@keyframes q-rise { from { opacity: 0; transform: translateY(12px) } 8%, 75% { opacity: 1; transform: none } to { opacity: 0; transform: translateY(-14px) } }
@keyframes q-fade { 0%, 90% { opacity: 1 } to { opacity: 0 } }
.parts { pointer-events: none }
.part { visibility: hidden }
.part.shown { visibility: visible; fill: #fff; fill-opacity: .28; stroke: #0b63ce; stroke-width: 2.5px }
.part.shown > * { vector-effect: non-scaling-stroke }
.part .line { fill: none; stroke-width: 20px; stroke-linecap: round }
.part.shown .line { stroke: #ffe14d; stroke-opacity: .75; vector-effect: none }
.part.shown .plain { stroke: none; fill: #ffe14d; fill-opacity: .45 }
.part.shown .border { fill: none }
.ghost { animation: q-in .12s ease-out }
@keyframes q-in { from { opacity: 0 } }
@media (prefers-reduced-motion: reduce) { .ghost { animation: none } .q-gain { animation-name: q-fade } [data-spot] { transition: none } }
`;
