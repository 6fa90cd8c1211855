/** The rules of a game in words and pictures. */

import { get } from "../api.js";
import { cropToBoard, NARROW, renderBoxes, RULES as BOX_RULES } from "../boxes.js";
import { icon, make } from "../dom.js";
import { parsePicture } from "../picture.js";
import { setTitle } from "../shell.js";

/**
 * @param {HTMLElement} main
 * @param {Address} parameters
 */
export async function show(main, { parts: [name = ""] }) {
  /** @type {Guide} */
  const guide = await get(`/api/games/${encodeURIComponent(name)}/guide`);
  setTitle(`Rules of ${guide.title}`);
  main.className = "rules";
  main.append(
    make("h1", {}, guide.title),
    make("p", { class: "quiet" }, guide.summary),
    ...guide.sections.map(section),
    make("p", { class: "row" },
      make("a", { class: "button primary", href: `/new/${encodeURIComponent(name)}` }, icon("play"), `Play ${guide.title}`)),
  );
}

/** @param {GuideSection} part */
function section({ title, text, pictures }) {
  return make("section", {},
    title ? make("h2", {}, title) : null,
    make("div", { class: pictures.length > 0 ? "told shown" : "told" },
      make("div", { class: "words" }, paragraphs(text)),
      pictures.map(figure)));
}

/**
 * Paragraphs with empty lines between them; lines that begin with a dash are a list.
 * @param {string} text
 */
function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => {
    const lines = part.split("\n");
    if (!lines.every((line) => line.startsWith("- "))) return make("p", {}, lines.join(" "));
    return make("ul", {}, lines.map((line) => make("li", {}, line.slice(2))));
  });
}

/**
 * The board of a position, or the whole picture, and what it shows.
 * @param {GuidePicture} picture
 */
function figure({ svg, caption, whole, boxes }) {
  const { source, sheets } = parsePicture(svg);
  const isWhole = whole && !NARROW.matches;
  if (!isWhole && source.hasAttribute("data-board")) {
    cropToBoard(source, []);
    cropToContent(source);
  }
  source.querySelectorAll("[data-spot]").forEach((each) => each.removeAttribute("data-spot"));
  const rules = new CSSStyleSheet();
  rules.replaceSync(`${BOX_RULES} svg { display: block; width: 100%; height: auto; border-radius: 10px; pointer-events: none }`);
  const frame = make("div", { class: "picture" });
  const shadow = frame.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = [...sheets, rules];
  shadow.append(document.importNode(source, true));
  if (whole && !isWhole) shadow.append(make("div", { class: "boxes", inert: true }, renderBoxes(boxes)));
  return make("figure", { class: isWhole ? "whole" : "" }, frame, make("figcaption", {}, caption));
}

/**
 * Leave of the map of a picture what there is to see.
 * @param {Element} source
 */
function cropToContent(source) {
  const plane = source.querySelector("[data-plane]");
  const numbers = (/** @type {string} */ name) => (plane?.getAttribute(name)?.match(/-?\d+(\.\d+)?(e-?\d+)?/g) ?? []).map(Number);
  const [left = 0, top = 0, scale = 1] = numbers("transform");
  const [x = 0, y = 0, width = 0, height = 0] = numbers("data-content");
  const [windowX = 0, windowY = 0, windowWidth = 0, windowHeight = 0] = numbers("data-plane");
  if (!plane) return;
  const start = { x: Math.max(left + scale * x, windowX), y: Math.max(top + scale * y, windowY) };
  const end = {
    x: Math.min(left + scale * (x + width), windowX + windowWidth),
    y: Math.min(top + scale * (y + height), windowY + windowHeight),
  };
  source.setAttribute("viewBox", [start.x, start.y, end.x - start.x, end.y - start.y].join(" "));
}
