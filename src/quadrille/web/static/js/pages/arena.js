/** The arena: the standings of each stored game, and a form to watch programs play. */

import { cards, get } from "../api.js";
import { make } from "../dom.js";
import { variant } from "../numbers.js";
import { setTitle } from "../shell.js";
import { standingsPanel } from "../standings.js";
import { watchForm } from "../watch.js";

/** @param {HTMLElement} main */
export async function show(main) {
  setTitle("Arena");
  const [{ sections }, games] = await Promise.all([get("/api/arena/standings"), cards()]);
  const found = /** @type {Section[]} */ (sections);
  main.append(
    make("div", { class: "spread arenahead" },
      make("div", { class: "hello" },
        make("h1", {}, "Arena"),
        make("p", { class: "quiet" }, "The strength of the agents, from stored games. Elo compares an agent with its opponent or, among more than two agents, with the average.")),
      found.length > 0 ? make("a", { class: "button", href: "/arena/games" }, "Stored games") : null),
    make("div", { class: "arena" },
      make("div", { class: "stack" },
        found.length > 1 ? contents(found) : null,
        found.length > 0 ? found.map(standingsPanel) : empty()),
      make("aside", {}, watchForm(games))));
}

/** @param {Section[]} sections */
function contents(sections) {
  return make("nav", { class: "row", "aria-label": "Games" }, sections.map((section, index) => {
    const link = make("a", { class: "button chip", href: `#${section.game}`, onclick: (/** @type {Event} */ event) => {
      event.preventDefault();
      const panel = document.querySelectorAll(".standing")[index];
      panel?.scrollIntoView({ behavior: "smooth", block: "start" });
      panel?.querySelector("a")?.focus({ preventScroll: true });
    } }, section.title, variant(section.unusual) ? ` (${variant(section.unusual)})` : "");
    return link;
  }));
}

function empty() {
  return make("section", { class: "panel empty" },
    make("h2", {}, "No games yet"),
    make("p", {}, "Play games between agents from the command line to see them here:"),
    make("pre", { class: "command scroll" }, "quadrille match quarto mcts:sims=50 oneply random --kind round-robin --games 20"),
    make("p", { class: "quiet" }, "Then load this page again. ", make("code", {}, "quadrille match --help"), " lists the options."));
}
