/** The picture of a board on the page, the camera that looks at it, and the boxes below it. */

import { cropToBoard, NARROW, renderBoxes, RULES as BOX_RULES } from "./boxes.js";
import { Camera } from "./camera.js";
import { fill, make } from "./dom.js";
import { RULES } from "./marks.js";
import { patch } from "./patch.js";
import { hushTitles, parsePicture } from "./picture.js";
import { load, save } from "./store.js";

export class BoardView {
  /**
   * @param {HTMLElement} canvas What holds it.
   * @param {() => void} onMove Called when the camera has moved.
   */
  constructor(canvas, onMove) {
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Element | null} What the picture was made from. */
    this.source = null;
    this.shadow = canvas.attachShadow({ mode: "open" });
    this.boxes = make("div", { class: "boxes" });
    this.rules = new CSSStyleSheet();
    this.rules.replaceSync(RULES + BOX_RULES);
    this.camera = new Camera(canvas, onMove);
  }

  /**
   * Show a picture by changing what differs from the one before.
   * @param {Scene} scene
   * @returns {SVGSVGElement}
   */
  show(scene) {
    const { source, sheets } = parsePicture(scene.svg);
    const isNarrow = NARROW.matches && source.hasAttribute("data-board");
    if (isNarrow) cropToBoard(source, scene.boxes);
    if (scene.asks) hushTitles(source);
    const before = this.source;
    if (this.svg && before && before.getAttribute("class") === source.getAttribute("class")) {
      this.svg.querySelectorAll(":scope > :is(.q-ring, .q-mark, .ghost, .parts)").forEach((each) => each.remove());
      this.svg.classList.remove("q-quiet");
      patch(this.svg, before, source);
    } else {
      this.svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(source, true)));
      this.shadow.adoptedStyleSheets = [...sheets, this.rules];
      this.shadow.replaceChildren(this.svg, this.boxes);
    }
    this.source = source;
    fill(this.boxes, isNarrow ? renderBoxes(scene.boxes) : []);
    this.applyView();
    this.camera.show(this.svg, source, isNarrow);
    return this.svg;
  }

  /** What the views are called that the picture has, such as one from above. */
  get views() {
    return this.svg?.querySelector("[data-views]")?.getAttribute("data-views")?.split(", ") ?? [];
  }

  /** The view that this browser shows of pictures of this kind, by its number. */
  get viewIndex() {
    return load(`view.${this.source?.getAttribute("class")}`, 0) % Math.max(this.views.length, 1);
  }

  /** Show the next view of the picture; false if it has only one. */
  switchView() {
    if (this.views.length < 2) return false;
    save(`view.${this.source?.getAttribute("class")}`, (this.viewIndex + 1) % this.views.length);
    this.applyView();
    return true;
  }

  /** Let the style of the picture show the view that was chosen. */
  applyView() {
    const element = this.svg?.querySelector("[data-views]");
    this.views.forEach((_, index) => element?.classList.toggle(`view-${index + 1}`, index === this.viewIndex));
  }
}
