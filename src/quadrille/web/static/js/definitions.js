/**
 * The definitions of a picture, kept from one picture to the next: most of the text of a map is what
 * its tiles look like, and hardly any of that is new.
 */

import { parseFragment } from "./picture.js";

const START = "<defs>";
const END = "</defs>";
const TAG = /<(\/?)[\w:-]+(?:[^<>"']|"[^"]*"|'[^']*')*?(\/?)>/g;
const ID = /^<[^>]*?\sid="([^"]*)"/;
const MAX_KEPT = 400;

/**
 * A picture without its first definitions, and these by their ids; none are taken out if they are
 * not plain enough.
 * @param {string} text
 * @returns {{rest: string, found: Map<string, string>}}
 */
export function splitDefinitions(text) {
  const start = text.indexOf(START) + START.length;
  const end = text.indexOf(END, start);
  const found = start < START.length || end < 0 ? null : definitionsIn(text.slice(start, end));
  if (!found || text.includes("xmlns:")) return { rest: text, found: new Map() };
  return { rest: text.slice(0, start) + text.slice(end), found };
}

/**
 * Texts of elements by their ids; null if one has none, or there is something else.
 * @param {string} text
 * @returns {Map<string, string> | null}
 */
function definitionsIn(text) {
  /** @type {Map<string, string>} */
  const found = new Map();
  let depth = 0;
  let from = 0;
  for (const { 0: tag, 1: closes, 2: isEmpty, index } of text.matchAll(TAG)) {
    if (!isEmpty) depth += closes ? -1 : 1;
    if (depth > 0) continue;
    const to = index + tag.length;
    const one = text.slice(from, to);
    const id = ID.exec(one)?.[1];
    if (depth < 0 || id === undefined || found.has(id)) return null;
    found.set(id, one);
    from = to;
  }
  return depth === 0 && from === text.length ? found : null;
}

export class Definitions {
  constructor() {
    /** @type {Map<string, {text: string, element: Element}>} */
    this.kept = new Map();
    /** @type {Element | null} */
    this.place = null;
  }

  /**
   * See that a picture on the page has these definitions.
   * @param {Element} svg
   * @param {Map<string, string>} wanted
   */
  show(svg, wanted) {
    const place = wanted.size > 0 ? svg.querySelector("defs") : null;
    if (place !== this.place) this.kept.clear();
    this.place = place;
    if (!place) return;
    const added = [...wanted].filter(([id, text]) => this.kept.get(id)?.text !== text);
    const isFull = this.kept.size + added.length > MAX_KEPT;
    for (const [id, { text, element }] of this.kept) {
      const now = wanted.get(id);
      if (now === undefined ? !isFull : now === text) continue;
      element.remove();
      this.kept.delete(id);
    }
    if (added.length === 0) return;
    const elements = parseFragment(added.map(([, text]) => text).join(""));
    place.append(...elements);
    added.forEach(([id, text], index) => {
      this.kept.set(id, { text, element: /** @type {Element} */ (elements[index]) });
    });
  }
}
