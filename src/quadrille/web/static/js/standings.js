/** The standings of one game: ratings with their intervals, and the results between agents. */

import { errorText, get } from "./api.js";
import { draw, fill, make } from "./dom.js";
import { pointsText } from "./format.js";
import { gamesAddress, interval, meetingTable, pointsShare, record, share, signed, variant } from "./numbers.js";
import { span } from "./scale.js";

const WIDTH = 170;
const HEIGHT = 18;

/**
 * The panel of one game.
 * @param {Section} section
 */
export function standingsPanel(section) {
  const name = variant(section.unusual);
  const facts = [
    `${section.games.toLocaleString()} ${section.games === 1 ? "game" : "games"}`,
    section.drawn ? `${share(section.drawn)} drawn` : "",
    section.advantage ? `first side ${signed(section.advantage.elo)} Elo (${interval(section.advantage)})` : "",
  ];
  return make("section", { class: "panel standing", id: section.game },
    make("div", { class: "spread" },
      make("h2", {}, section.title, name ? make("span", { class: "quiet variant" }, name) : null),
      make("a", { class: "button chip", href: gamesAddress({ game: section.game }) }, "All games")),
    make("p", { class: "headline" }, section.headline),
    section.warnings.map((text) => make("p", { class: "warning" }, text)),
    make("p", { class: "small quiet" }, facts.filter(Boolean).join(" · ")),
    make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Standings of ${section.title}` }, table(section)),
    crossTable(section));
}

/** @param {Section} section */
function table({ title, game, standings }) {
  const bounds = span(standings.flatMap(({ elo }) => (elo ? [elo] : [])));
  const head = [["", "Place"], ["Agent"], ["Elo"], ["95 %", "Interval of 95 %"], ["Games"], ["Points"], ["W–D–L", "Won, drawn, lost"], ["Better than next", "How likely it is better than the next agent"]];
  return make("table", { class: "ranks" },
    make("caption", { class: "unseen" }, `Standings of ${title}`),
    make("thead", {}, make("tr", {}, head.map(([text, about], index) =>
      make("th", { scope: "col", title: about, class: index === 1 || index === 3 ? null : "number" }, text || make("span", { class: "unseen" }, about))))),
    make("tbody", {}, standings.map((each, index) =>
      make("tr", { class: index > 0 && standings[index - 1]?.group !== each.group ? "apart" : null },
        make("td", { class: "number quiet" }, each.place),
        make("th", { scope: "row" }, make("a", { href: gamesAddress({ game, agent: each.agent }), title: "Games of this agent" }, make("code", {}, each.agent))),
        make("td", { class: "number" }, make("b", {}, each.elo ? signed(each.elo.elo) : "–")),
        make("td", {}, each.elo ? [bar(each.elo, bounds), make("span", { class: "small quiet number words" }, interval(each.elo))] : "–"),
        make("td", { class: "number" }, each.games.toLocaleString()),
        make("td", { class: "number" }, share(each.points / Math.max(each.games, 1)), make("span", { class: "unseen" }, `, ${pointsText(each.points)} points`)),
        make("td", { class: "number" }, record(each)),
        make("td", { class: "number" }, each.superiority === null ? "–" : share(each.superiority))))));
}

/**
 * An interval as a bar, on the same scale for all agents.
 * @param {Elo} elo
 * @param {{low: number, high: number}} bounds
 */
function bar({ elo, low, high }, bounds) {
  const x = (/** @type {number} */ value) => (WIDTH * (value - bounds.low)) / (bounds.high - bounds.low);
  const y = HEIGHT / 2;
  return draw("svg", { class: "interval", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" },
    draw("line", { class: "zero", x1: x(0), x2: x(0), y1: 0, y2: HEIGHT }),
    draw("rect", { x: x(low), y: y - 4, width: Math.max(x(high) - x(low), 1), height: 8, rx: 4 }),
    draw("circle", { cx: x(elo), cy: y, r: 4.5 }));
}

/**
 * The results between agents; loaded when this is opened.
 * @param {Section} section
 */
function crossTable(section) {
  const place = make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Who beats whom in ${section.title}` }, make("p", { class: "quiet" }, "Loading…"));
  const element = make("details", { class: "cross", ontoggle: async () => {
    if (!element.open || place.querySelector("table")) return;
    try {
      const query = section.series.map(({ number }) => `series=${number}`).join("&");
      const { sections } = await get(`/api/arena/standings?game=${encodeURIComponent(section.game)}&${query}`);
      const same = JSON.stringify(section.options);
      const found = /** @type {Section[]} */ (sections).find(({ options }) => JSON.stringify(options) === same) ?? sections[0];
      fill(place, found ? meetingsTable(found) : "No results.");
    } catch (error) {
      fill(place, make("p", { class: "error" }, errorText(error)));
    }
  } }, make("summary", {}, "Who beats whom"), place);
  return element;
}

/** @param {Section} section */
function meetingsTable({ title, standings, meetings = [] }) {
  const rows = meetingTable(meetings);
  const names = standings.map(({ agent }) => agent).filter((agent) => rows.has(agent));
  const cell = (/** @type {string} */ row, /** @type {string} */ column) => {
    const found = rows.get(row)?.get(column);
    const part = found ? pointsShare(found) : null;
    if (!found || part === null) return make("td", { class: "none" }, row === column ? "" : "–");
    const element = make("td", { class: "number share" }, make("b", {}, share(part)), make("span", { class: "small quiet" }, record(found)));
    element.style.setProperty("--part", `${part}`);
    return element;
  };
  return make("table", { class: "meetings" },
    make("caption", {}, "Points of the row against the column; won, drawn and lost games."),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, make("span", { class: "unseen" }, `Agents of ${title}`)),
      names.map((name) => make("th", { scope: "col", class: "number" }, make("code", {}, name))))),
    make("tbody", {}, names.map((row) => make("tr", {}, make("th", { scope: "row" }, make("code", {}, row)), names.map((column) => cell(row, column))))));
}
