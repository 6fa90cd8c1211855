/** Creates elements. Nothing here parses markup. */

/** @typedef {Node | string | number | null | undefined | false | readonly any[]} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an element with attributes and children.
 *
 * A function as "onclick" and the like is an event listener; true gives an empty attribute; null,
 * undefined and false are left out. Strings become text nodes.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  add(element, children);
  return element;
}

/**
 * Create an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {Child[]} children
 * @returns {SVGElement}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  add(element, children);
  return element;
}

/**
 * Replace the children of an element.
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

/**
 * Create a button.
 * @param {Child} content
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function button(content, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, content);
}

const PATHS = {
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 1.8v2.4M12 19.8v2.4M1.8 12h2.4M19.8 12h2.4M4.8 4.8l1.7 1.7M17.5 17.5l1.7 1.7M4.8 19.2l1.7-1.7M17.5 6.5l1.7-1.7",
  moon: "M20 14.2A8.2 8.2 0 0 1 9.8 4 8.2 8.2 0 1 0 20 14.2Z",
  auto: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 3v18M12 7.5h4M12 12h6M12 16.5h4",
  gear: "M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5v5M9 14.5v5",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M7 5v14",
  last: "M6 5l7 7-7 7M17 5v14",
  undo: "M9 14 4 9l5-5M4 9h9a7 7 0 0 1 0 14h-2",
  hint: "M9 18h6M10 21.5h4M12 2.5a6.5 6.5 0 0 0-4 11.6c.7.6 1 1.2 1 1.9h6c0-.7.3-1.3 1-1.9a6.5 6.5 0 0 0-4-11.6Z",
  flag: "M5 22V3M5 4c5-3 8 3 14 0v10c-6 3-9-3-14 0",
  again: "M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7",
  share: "M12 15V3M8 6.5 12 3l4 3.5M6 11H4v10h16V11h-2",
  play: "M7 4.5v15l12-7.5Z",
  pause: "M8 5v14M16 5v14",
  step: "M5 5v14l10-7ZM19 5v14",
  fast: "M4 5v14l8-7ZM12 5v14l8-7Z",
  pen: "M4 20l1-4L16.5 4.5l3 3L8 19ZM14 7l3 3",
  check: "M5 13l4.5 4.5L19 7",
  cross: "M6 6l12 12M18 6 6 18",
  clockwise: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3v4.5H15",
  counter: "M4.5 12a7.5 7.5 0 1 0 2.2-5.3M4.5 3v4.5H9",
  zoom: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 21 21M10.5 7.5v6M7.5 10.5h6",
  book: "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1v14",
  keys: "M3 6h18v12H3ZM7 10h.01M11 10h.01M15 10h.01M18 10h.01M7 14h10",
  view: "M12 3 21 8 12 13 3 8ZM3 8v8l9 5 9-5V8M12 13v8",
  copy: "M9 9h11v12H9ZM5 15H4V3h11v2",
  draw: "M3 8h18M3 16h18",
  board: "M4 4h16v16H4ZM12 4v16M4 12h16",
};

/**
 * Create an icon for a button.
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  const shape = { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" };
  return draw("svg", shape, draw("path", { d: PATHS[name] }));
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {any} value
 */
function set(element, name, value) {
  if (typeof value === "function") element.addEventListener(name.slice(2), value);
  else if (value === true) element.setAttribute(name, "");
  else if (value !== null && value !== undefined && value !== false) {
    element.setAttribute(name, `${value}`);
  }
}

/**
 * @param {Element} element
 * @param {Child} child
 */
function add(element, child) {
  if (Array.isArray(child)) child.forEach((/** @type {Child} */ each) => add(element, each));
  else if (child instanceof Node) element.append(child);
  else if (child !== null && child !== undefined && child !== false) element.append(`${child}`);
}
