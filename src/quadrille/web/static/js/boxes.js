/** What a picture has beside its board, as lines and tiles below it on narrow screens. */

import { make } from "./dom.js";
import { parseFragment } from "./picture.js";

/** Whether the screen is too narrow for a board with something beside it. */
export const NARROW = matchMedia("(max-width: 620px)");

/**
 * Leave of a picture only the board, and take from it the clicks that the boxes take.
 * @param {Element} source
 * @param {SideBox[]} boxes
 */
export function cropToBoard(source, boxes) {
  source.querySelectorAll(".beside").forEach((each) => each.remove());
  source.setAttribute("viewBox", source.getAttribute("data-board") ?? "");
  const taken = new Set(boxes.flatMap(({ items }) => items.map(({ spot }) => spot)));
  for (const each of source.querySelectorAll("[data-spot]")) {
    if (!taken.has(each.getAttribute("data-spot") ?? "")) continue;
    each.removeAttribute("data-spot");
    each.classList.remove("legal");
  }
}

/** @param {SideBox[]} boxes */
export function renderBoxes(boxes) {
  return boxes.filter(({ items }) => items.length > 0).map(({ title, items, tiles }) =>
    make("section", { class: tiles ? "box tiles" : "box" },
      title ? make("h3", {}, title) : null,
      items.map((item) => renderItem(item))));
}

/** @param {BoxItem} item */
function renderItem({ text, note, value, icon, spot, marked, faded }) {
  const classes = ["item", marked ? "marked" : "", faded ? "faded" : "", spot ? "legal" : ""];
  const content = [
    icon ? make("span", { class: "icon" }, parseFragment(icon)) : null,
    text || note ? make("span", { class: "words" }, text ? make("b", {}, text) : null, note ? make("span", {}, note) : null) : null,
    value ? make("span", { class: "value" }, value) : null,
  ];
  const attributes = { class: classes.filter(Boolean).join(" ") };
  if (!spot) return make("div", attributes, content);
  const label = text || note ? null : content[0]?.querySelector("title")?.textContent || spot; // of a picture alone
  return make("button", { type: "button", "data-spot": spot, "aria-label": label, ...attributes }, content);
}

export const RULES = `
.boxes { font: 16px/1.35 var(--font); color: var(--text); display: grid; gap: .6rem; padding: .6rem .1rem .2rem }
.boxes:empty { display: none }
.box { display: grid; gap: .15rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: .5rem .7rem }
.box.tiles { display: flex; flex-wrap: wrap; gap: .35rem; align-items: stretch }
h3 { margin: 0; font-size: 15px; font-weight: 600; color: var(--quiet); flex: 1 0 100% }
.item { display: flex; align-items: center; gap: .6rem; min-height: 2.3rem; padding: .15rem .35rem; border-radius: 8px;
  font: inherit; color: inherit; text-align: left; border: 2px solid transparent; background: none; position: relative }
.tiles .item { flex-direction: column; justify-content: center; gap: .1rem; padding: .1rem .2rem; text-align: center }
button.item { cursor: pointer; min-width: 46px; min-height: 46px; background: var(--raised); border-color: var(--line) }
button.item.legal { border-color: var(--accent) }
button.item:active { background: var(--tint) }
.item.q-off, .item.faded { opacity: .5 }
.item.marked { background: var(--tint) }
.item.q-chosen { background: var(--gold-tint); border-color: var(--gold) }
.item:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
.icon { display: block; flex: none; width: 2.2rem; height: 2.2rem }
.tiles .icon { width: 2.6rem; height: 2.6rem }
.icon svg { display: block; width: 100%; height: 100% }
.words { flex: 1; min-width: 0 }
.words b { display: block; font-weight: 600 }
.words span { display: block; color: var(--quiet); font-size: 14px }
.tiles .words { font-size: 14px; line-height: 1.2; max-width: 6.2rem }
.value { font-weight: 700; font-size: 1.15rem; font-variant-numeric: tabular-nums }
[data-mark]::after { content: attr(data-mark); position: absolute; top: -.5rem; right: -.3rem; padding: 0 .35rem; border-radius: 99px;
  background: var(--accent); color: var(--on-accent); font-size: 13px; font-weight: 700 }
`;
