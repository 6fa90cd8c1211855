/** Moves and enlarges the map or field of a picture: by dragging, by the wheel, by two fingers. */

/** @typedef {{scale: number, x: number, y: number}} View Lengths of the picture for one of the plane, and the point of the plane in the middle. */

import { areaOf } from "./marks.js";

const FINGER = 45;
const DRAG = 6;
const MAX_ENLARGED = 3;
const MARGIN = 80;

export class Camera {
  /**
   * @param {HTMLElement} canvas What holds the picture.
   * @param {() => void} onMove Called when the plane was moved.
   */
  constructor(canvas, onMove) {
    this.canvas = canvas;
    this.onMove = onMove;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {View | null} Null for a picture without a plane. */
    this.view = null;
    /** @type {View} */
    this.whole = { scale: 1, x: 0, y: 0 };
    this.window = this.content = { x: 0, y: 0, width: 1, height: 1 };
    this.tile = 1;
    this.key = "";
    this.isNarrow = false;
    this.moved = false;
    this.dragged = false;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    /** The width of the canvas on the screen; asking for it lays the whole page out. */
    this.width = 0;
    new ResizeObserver(() => {
      this.width = canvas.clientWidth;
      this.apply();
    }).observe(canvas);
    this.listen();
  }

  /**
   * Show a picture from where the one before was seen, as far as there is not more to see now.
   * @param {SVGSVGElement} svg
   * @param {Element} source What the server sent.
   * @param {boolean} isNarrow
   */
  show(svg, source, isNarrow) {
    this.svg = svg;
    const plane = source.querySelector("[data-plane]");
    const place = plane?.getAttribute("transform")?.match(/-?\d+(\.\d+)?(e-?\d+)?/g)?.map(Number);
    if (!plane || !place) {
      this.view = null;
      return;
    }
    this.window = areaIn(plane, "data-plane");
    this.content = areaIn(plane, "data-content");
    this.tile = Number(plane.getAttribute("data-tile"));
    const [left = 0, top = 0, scale = 1] = place;
    const { x, y, width, height } = this.window;
    this.whole = { scale, x: (x + width / 2 - left) / scale, y: (y + height / 2 - top) / scale };
    const key = [source.getAttribute("class"), plane.getAttribute("data-plane"), isNarrow].join(" ");
    this.isNarrow = isNarrow;
    if (key !== this.key || !this.view) {
      this.key = key;
      this.reset();
    } else if (!this.moved && !isNarrow && !this.fits(this.view)) {
      const { content } = this;
      const fit = Math.min(width / (content.width + 2 * MARGIN), height / (content.height + 2 * MARGIN));
      this.view = { ...this.whole, scale: Math.min(this.whole.scale, fit) };
    } else if (this.moved || isNarrow) {
      this.follow();
    }
    this.apply();
  }

  /** Show everything, or on a narrow screen as much as can be read and tapped. */
  reset() {
    this.moved = false;
    const scale = this.isNarrow ? Math.max(this.whole.scale, FINGER / (this.pixels * this.tile)) : this.whole.scale;
    this.view = { ...this.whole, scale };
    this.follow();
  }

  /** Show everything if it is not shown, else what `reset` shows. */
  toggle() {
    if (!this.view) return;
    const { whole } = this;
    const isWhole = Math.abs(this.view.scale - whole.scale) < 0.01 * whole.scale;
    if (isWhole || !this.isNarrow) this.reset();
    else this.view = { ...whole };
    this.moved = this.isNarrow;
    this.apply();
    this.onMove();
  }

  /** Whether `toggle` would show another part of the picture. */
  get hasMore() {
    return this.view !== null && (this.moved || (this.isNarrow && !this.fits(this.view)));
  }

  /** Pixels of the screen for one length of the picture. */
  get pixels() {
    this.width ||= this.canvas.clientWidth;
    return this.width / (this.svg?.viewBox.baseVal.width || 1) || 1;
  }

  /**
   * Whether everything is seen, but for a hair at the edges.
   * @param {View} view
   */
  fits({ scale, x, y }) {
    const { content, window } = this;
    const across = (1.02 * window.width) / scale / 2;
    const down = (1.02 * window.height) / scale / 2;
    return content.x >= x - across && content.x + content.width <= x + across
      && content.y >= y - down && content.y + content.height <= y + down;
  }

  /** Move as little as needed to see what happened last. */
  follow() {
    const last = /** @type {SVGGraphicsElement | undefined} */ ([...this.svg?.querySelectorAll("[data-plane] > .last") ?? []].at(-1));
    if (!last || !this.view) return;
    const box = last.getBBox();
    const { scale, x, y } = this.view;
    const across = Math.max(this.window.width / scale / 2 - this.tile / 2, 0);
    const down = Math.max(this.window.height / scale / 2 - this.tile / 2, 0);
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    this.view.x = within(x, middle.x - across, middle.x + across);
    this.view.y = within(y, middle.y - down, middle.y + down);
  }

  /**
   * On a narrow screen, move as little as needed to see one of some spots, if all are on the map and
   * none is in sight.
   * @param {Element[]} spots
   */
  reveal(spots) {
    const { svg, view, window } = this;
    if (!svg || !view || !this.isNarrow || spots.length === 0) return;
    if (spots.some((each) => !each.closest("[data-plane]"))) return;
    const room = (/** @type {number} */ size) => Math.max((size - this.tile * view.scale) / 2, 0);
    const [across, down] = [room(window.width), room(window.height)];
    const shifts = spots.map((each) => {
      const { x, y, width, height } = areaOf(svg, each);
      const right = x + width / 2 - window.x - window.width / 2;
      const below = y + height / 2 - window.y - window.height / 2;
      return { x: right - within(right, -across, across), y: below - within(below, -down, down) };
    });
    const least = shifts.reduce((one, other) => (Math.hypot(one.x, one.y) <= Math.hypot(other.x, other.y) ? one : other));
    if (least.x === 0 && least.y === 0) return;
    view.x += least.x / view.scale;
    view.y += least.y / view.scale;
    this.apply();
  }

  /**
   * Where something is seen that lies on the plane, in the picture.
   * @template {{x: number, y: number}} Place
   * @param {Place} place Where it would be if the camera had not moved.
   * @returns {Place}
   */
  seen(place) {
    const { view, whole, window } = this;
    const isOn = place.x > window.x && place.x < window.x + window.width;
    if (!view || !isOn) return place;
    const [x, y] = [window.x + window.width / 2, window.y + window.height / 2];
    const onPlane = { x: whole.x + (place.x - x) / whole.scale, y: whole.y + (place.y - y) / whole.scale };
    return { ...place, x: x + view.scale * (onPlane.x - view.x), y: y + view.scale * (onPlane.y - view.y) };
  }

  /** Put all planes of the picture where they are seen. */
  apply() {
    const { svg, view, window, content } = this;
    if (!svg || !view) return;
    view.x = within(view.x, content.x, content.x + content.width);
    view.y = within(view.y, content.y, content.y + content.height);
    const left = window.x + window.width / 2 - view.scale * view.x;
    const top = window.y + window.height / 2 - view.scale * view.y;
    const place = `translate(${left} ${top})scale(${view.scale})`;
    for (const each of svg.querySelectorAll("[data-plane]")) {
      if (each.getAttribute("transform") !== place) each.setAttribute("transform", place);
    }
    const unit = `${1 / (view.scale * this.pixels)}`;
    if (svg.style.getPropertyValue("--unit") !== unit) svg.style.setProperty("--unit", unit);
    const touch = this.fits(view) ? "pan-y" : "none";
    if (svg.style.touchAction !== touch) svg.style.touchAction = touch;
  }

  /**
   * Enlarge by a factor; what is at a point of the screen stays there.
   * @param {number} factor
   * @param {{x: number, y: number}} point
   * @param {{x: number, y: number}} [from] Where it was before.
   */
  zoom(factor, point, from = point) {
    const { svg, view } = this;
    if (!svg || !view) return;
    const box = svg.getBoundingClientRect();
    const base = svg.viewBox.baseVal;
    const unit = base.width / Math.max(box.width, 1);
    const middle = { x: this.window.x + this.window.width / 2 - base.x, y: this.window.y + this.window.height / 2 - base.y };
    const offset = (/** @type {{x: number, y: number}} */ at) => ({ x: (at.x - box.left) * unit - middle.x, y: (at.y - box.top) * unit - middle.y });
    const most = Math.max(MAX_ENLARGED * this.whole.scale, (2 * FINGER) / (this.pixels * this.tile));
    const scale = within(view.scale * factor, this.whole.scale * 0.7, most);
    const [before, after] = [offset(from), offset(point)];
    view.x += before.x / view.scale - after.x / scale;
    view.y += before.y / view.scale - after.y / scale;
    view.scale = scale;
    this.moved = true;
    this.apply();
    this.onMove();
  }

  listen() {
    const { canvas, pointers } = this;
    canvas.addEventListener("pointerdown", (event) => {
      if (pointers.size === 0) this.dragged = false;
      const onPicture = this.svg?.contains(/** @type {Node} */ (event.composedPath()[0]));
      if (this.view && onPicture && event.button === 0) pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, (event) => pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.dragged && this.pointers.size === 1 && Math.hypot(now.x - before.x, now.y - before.y) < DRAG) return;
    this.dragged = true;
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, now);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return this.zoom(1, now, before);
    const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(Math.hypot(before.x - other.x, before.y - other.y), 1);
    return this.zoom(factor, halfway(now, other), halfway(before, other));
  }
}

/**
 * @param {{x: number, y: number}} one
 * @param {{x: number, y: number}} other
 */
const halfway = (one, other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
const within = (value, low, high) => Math.min(Math.max(value, low), high);

/**
 * @param {Element} element
 * @param {string} name
 * @returns {Area}
 */
function areaIn(element, name) {
  const [x = 0, y = 0, width = 1, height = 1] = (element.getAttribute(name) ?? "").split(" ").map(Number);
  return { x, y, width, height };
}
