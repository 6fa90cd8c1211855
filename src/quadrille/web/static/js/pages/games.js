/** The stored games: a list with filters. */

import { cards, get } from "../api.js";
import { button, fill, make } from "../dom.js";
import { gamesAddress, moment, teams } from "../numbers.js";
import { navigate, setTitle } from "../shell.js";

const PAGE_SIZE = 50;
const ENDINGS = ["finished", "resigned", "forfeited", "adjudicated", "agreed", "unfinished"];

/**
 * @param {HTMLElement} main
 * @param {Address} parameters
 */
export async function show(main, { query }) {
  setTitle("Stored games");
  const filters = Object.fromEntries(["game", "agent", "ended", "series"].map((name) => [name, query.get(name) ?? ""]));
  const offset = Math.max(Number(query.get("offset")) || 0, 0);
  const filtered = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
  const [found, games, agents] = await Promise.all([
    get(`/api/arena/games?${filtered}&offset=${offset}&limit=${PAGE_SIZE}`), cards(), agentNames(),
  ]);
  main.append(
    make("div", { class: "spread arenahead" }, make("h1", {}, "Stored games"),
      make("div", { class: "row" }, make("a", { class: "button", href: "/mine" }, "My games"), make("a", { class: "button", href: "/arena" }, "Standings"))),
    filterForm(filters, games, agents),
    found.games.length > 0 ? table(found.games) : noGames(filters),
    pages(filters, offset, found.games.length, found.more) ?? "");
}

/** The agents of the store. */
async function agentNames() {
  const { sections } = await get("/api/arena/standings").catch(() => ({ sections: [] }));
  const all = sections.flatMap((/** @type {{standings: {agent: string}[]}} */ each) => each.standings.map(({ agent }) => agent));
  return [...new Set(all)].sort();
}

/**
 * @param {Record<string, string>} filters
 * @param {Card[]} games
 * @param {string[]} agents
 */
function filterForm(filters, games, agents) {
  const change = () => {
    const given = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, `${value}`.trim()]));
    navigate(gamesAddress(given));
  };
  const option = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ text) =>
    make("option", { value, selected: filters[name] === value }, text);
  const form = make("form", { class: "filters panel", role: "search", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    change();
  } },
    make("label", { class: "field" }, "Game", make("select", { name: "game", onchange: change },
      option("game", "", "All games"), games.map((card) => option("game", card.name, card.title)))),
    make("label", { class: "field" }, "Agent", make("input", { name: "agent", value: filters["agent"], list: "stored-agents", placeholder: "Any", maxlength: 500, autocomplete: "off", onchange: change })),
    make("datalist", { id: "stored-agents" }, agents.map((name) => make("option", { value: name }))),
    make("label", { class: "field" }, "Ended", make("select", { name: "ended", onchange: change },
      option("ended", "", "Any ending"), ENDINGS.map((each) => option("ended", each, each)))),
    make("label", { class: "field" }, "Series", make("input", { name: "series", type: "number", min: 1, value: filters["series"], placeholder: "Any", onchange: change })),
    button("Clear", () => navigate("/arena/games"), { disabled: Object.values(filters).every((value) => value === "") }));
  return form;
}

/** @param {StoredGame[]} games */
function table(games) {
  const head = ["Game", "Number", "Agents", "Ended", "Moves", "Played"];
  return make("div", { class: "panel scroll listed", tabindex: 0, role: "region", "aria-label": "Stored games" },
    make("table", {},
      make("caption", { class: "unseen" }, "Stored games, newest first"),
      make("thead", {}, make("tr", {}, head.map((text) => make("th", { scope: "col", class: columnClass(text) }, text)))),
      make("tbody", {}, games.map(row))));
}

/** @param {string} name */
function columnClass(name) {
  return { Moves: "number", Number: "number extra-column", Ended: "extra-column", Played: "extra-column" }[name] ?? null;
}

/** @param {StoredGame} game */
function row(game) {
  const address = `/stored/${game.id}`;
  const sides = teams(game.players, game.sides, game.outcome);
  return make("tr", { class: "opens", onclick: (/** @type {MouseEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest("a") && !event.ctrlKey && !event.metaKey && !getSelection()?.toString()) navigate(address);
  } },
    make("th", { scope: "row" }, make("a", { href: address, "aria-label": `${game.title}, game ${game.id}` }, game.title)),
    make("td", { class: "number quiet extra-column" }, game.id),
    make("td", {}, make("div", { class: "teams" }, sides.map(({ names: text, won }) =>
      make("span", { class: won ? "won" : null }, make("code", {}, text), won ? make("span", { class: "badge on" }, "won") : null)))),
    make("td", { class: "extra-column" }, make("span", { class: "badge" }, game.outcome && sides.every(({ won }) => !won) ? `${game.ended}, draw` : game.ended)),
    make("td", { class: "number" }, game.plies),
    make("td", { class: "quiet small extra-column" }, make("time", { datetime: game.played }, moment(game.played)), make("br"), `series ${game.series}`));
}

/** @param {Record<string, string>} filters */
function noGames(filters) {
  const filtered = Object.values(filters).some((value) => value !== "");
  return make("section", { class: "panel empty" },
    make("h2", {}, filtered ? "No games found" : "No games yet"),
    filtered ? make("p", {}, "No stored game matches these filters. Change or clear them.")
      : [make("p", {}, "Play games between agents from the command line to see them here:"),
        make("pre", { class: "command scroll" }, "quadrille match quarto mcts:sims=50 oneply --games 20")]);
}

/**
 * @param {Record<string, string>} filters
 * @param {number} offset
 * @param {number} count
 * @param {boolean} more
 */
function pages(filters, offset, count, more) {
  if (offset === 0 && !more) return null;
  const link = (/** @type {string} */ text, /** @type {number} */ to, /** @type {boolean} */ on) =>
    on ? make("a", { class: "button", href: gamesAddress({ ...filters, offset: Math.max(to, 0) }) }, text)
      : make("button", { disabled: true }, text);
  const place = make("nav", { class: "row pages", "aria-label": "Pages" });
  fill(place, link("Newer", offset - PAGE_SIZE, offset > 0),
    make("span", { class: "quiet number" }, count > 0 ? `${offset + 1} to ${offset + count}` : ""),
    link("Older", offset + PAGE_SIZE, more));
  return place;
}
