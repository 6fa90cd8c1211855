/**
 * Pictures from the server. Only this module parses markup.
 *
 * The page forbids styles in markup, so the rules of a picture go into a constructed sheet of the
 * shadow root that shows it.
 */

const SVG = "http://www.w3.org/2000/svg";
const RULES = "quadrille-rules";
/** What a text contains if any of its attributes has to be removed. */
const SUSPECT = /<!|\s(on\w+|style)\s*=|href\s*=\s*["'](?!#)/i;

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/** @type {WeakMap<Element, string>} The classes that spots had before they were marked. */
const originals = new WeakMap();

/**
 * A picture, not yet on the page, and the sheets of its rules.
 * @param {string} text
 * @returns {{source: Element, sheets: CSSStyleSheet[]}}
 */
export function parsePicture(text) {
  const root = parse(text);
  const found = [...root.querySelectorAll(RULES)].map((each) => {
    each.remove();
    return sheetOf(each.textContent ?? "");
  });
  return { source: root, sheets: found };
}

/**
 * The elements of a fragment.
 * @param {string} text
 * @returns {Element[]}
 */
export function parseFragment(text) {
  const root = parse(`<svg xmlns="${SVG}">${text}</svg>`);
  root.querySelectorAll(RULES).forEach((each) => each.remove());
  return [...root.children].map((each) => document.importNode(each, true));
}

/**
 * Let the browser not show the titles in a picture, where the page has notes on its parts; screen
 * readers still say those of spots.
 * @param {Element} source
 */
export function hushTitles(source) {
  for (const each of source.querySelectorAll("title")) {
    const parent = each.parentElement;
    if (!parent || parent === source) continue;
    parent.setAttribute("data-tip", each.textContent ?? "");
    each.remove();
  }
}

/**
 * The elements of each spot that some move uses, made into buttons.
 * @param {ParentNode} root
 * @param {Move[]} moves
 */
export function spotsOf(root, moves) {
  const used = new Set(moves.flatMap(({ path }) => path));
  /** @type {Map<string, Spot[]>} */
  const found = new Map();
  for (const each of root.querySelectorAll("[data-spot]")) {
    const element = /** @type {Spot} */ (each);
    const name = element.getAttribute("data-spot") ?? "";
    if (!used.has(name)) continue;
    const others = found.get(name);
    if (others) others.push(element);
    else found.set(name, [element]);
    originals.set(element, element.getAttribute("class") ?? "");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", tipOf(element) || element.querySelector(".words")?.textContent || name);
  }
  return found;
}

/**
 * The title of a spot.
 * @param {Spot} spot
 */
function tipOf(spot) {
  const title = spot.querySelector("title") ?? spot.querySelector("[data-tip]");
  return spot.getAttribute("data-tip") || title?.getAttribute("data-tip") || title?.textContent;
}

/**
 * Take back what made elements into buttons, and marked them.
 * @param {Map<string, Spot[]>} spots
 */
export function releaseSpots(spots) {
  for (const each of [...spots.values()].flat()) {
    for (const name of ["role", "aria-label", "aria-disabled", "tabindex"]) each.removeAttribute(name);
    const classes = originals.get(each);
    if (classes !== undefined && each.getAttribute("class") !== classes) each.setAttribute("class", classes);
  }
}

/**
 * Parse a text, and remove what could run or load anything. Style elements get another name, since
 * the page forbids them even in a document that is not shown.
 * @param {string} text
 */
function parse(text) {
  const plain = text.replace(/<(\/?)style\b/gi, `<$1${RULES}`);
  const parsed = new DOMParser().parseFromString(plain, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.namespaceURI !== SVG || root.localName !== "svg" || parsed.querySelector("parsererror")) {
    throw new Error("the server sent an invalid picture; load the page again");
  }
  root.querySelectorAll("script, foreignObject, iframe, image, a").forEach((each) => each.remove());
  if (SUSPECT.test(text)) for (const each of [root, ...root.querySelectorAll("*")]) clean(each);
  return root;
}

/** @param {Element} element */
function clean(element) {
  for (const { name, value } of [...element.attributes]) {
    const foreign = /(^|:)href$/.test(name) && !value.startsWith("#");
    if (name.startsWith("on") || name === "style" || foreign) element.removeAttribute(name);
  }
}

/** @param {string} rules */
function sheetOf(rules) {
  const known = sheets.get(rules);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  sheets.set(rules, sheet);
  return sheet;
}
