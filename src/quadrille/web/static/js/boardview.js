/** The picture of a board on the page, the camera that looks at it, and the boxes below it. */

import { cropToBoard, NARROW, renderBoxes, RULES as BOX_RULES } from "./boxes.js";
import { Camera } from "./camera.js";
import { Definitions, splitDefinitions } from "./definitions.js";
import { fill, make } from "./dom.js";
import { RULES } from "./marks.js";
import { patch } from "./patch.js";
import { hushTitles, parsePicture } from "./picture.js";

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
    this.definitions = new Definitions();
    this.camera = new Camera(canvas, onMove);
  }

  /**
   * Show a picture by changing what differs from the one before.
   * @param {Scene} scene
   * @returns {SVGSVGElement}
   */
  show(scene) {
    const { rest, found } = splitDefinitions(scene.svg);
    const { source, sheets } = parsePicture(rest);
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
    this.definitions.show(this.svg, found);
    fill(this.boxes, isNarrow ? renderBoxes(scene.boxes) : []);
    this.camera.show(this.svg, source, isNarrow);
    return this.svg;
  }
}
