/** The arena: standings of each game in the store, and programs to watch. */

import { cards, get } from "../api.js";
import { make } from "../dom.js";
import { title } from "../main.js";
import { variant } from "../numbers.js";
import { standingsPanel } from "../standings.js";
import { watchForm } from "../watch.js";

/** @param {HTMLElement} main */
export async function show(main) {
  title("Arena");
  const [{ sections }, games] = await Promise.all([get("/api/arena/standings"), cards()]);
  const found = /** @type {import("../standings.js").Section[]} */ (sections);
  main.append(
    make("div", { class: "spread arenahead" },
      make("div", { class: "hello" },
        make("h1", {}, "Arena"),
        make("p", { class: "quiet" }, "How strong the agents are, from the games in the store. Elo compares an agent with the other one, or with the average where there are more than two.")),
      found.length > 0 ? make("a", { class: "button", href: "/arena/games" }, "Stored games") : null),
    make("div", { class: "arena" },
      make("div", { class: "stack" },
        found.length > 1 ? contents(found) : null,
        found.length > 0 ? found.map(standingsPanel) : empty()),
      make("aside", {}, watchForm(games))));
}

/** @param {import("../standings.js").Section[]} sections */
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
    make("p", {}, "Games between agents are kept in the store when they are played from the command line:"),
    make("pre", { class: "command scroll" }, "quadrille match quarto mcts:sims=50 oneply random --kind round-robin --games 20"),
    make("p", { class: "quiet" }, "Then load this page again. ", make("code", {}, "quadrille match --help"), " tells more."));
}
