/** The arena: the standings of each stored game, and a form to watch programs play. */

import { cards, get } from "../api.js";
import { fill, make } from "../dom.js";
import { variant } from "../numbers.js";
import { setTitle } from "../shell.js";
import { standingsPanel } from "../standings.js";
import { watchForm } from "../watch.js";

const PAUSE = 5_000;
const MAX_PAUSE = 60_000;
/** At most this part of the server's time is spent on one open page. */
const SHARE = 0.05;

/**
 * Shown once, and again whenever games have been added: a contest can be followed here.
 * @param {HTMLElement} main
 */
export async function show(main) {
  setTitle("Arena");
  const [{ sections }, games] = await Promise.all([get("/api/arena/standings"), cards()]);
  const place = make("div", { class: "stack" });
  const stored = make("a", { class: "button", href: "/arena/games" }, "Stored games");
  const render = panels(place, stored);
  render(sections);
  main.append(
    make("div", { class: "spread arenahead" },
      make("div", { class: "hello" },
        make("h1", {}, "Arena"),
        make("p", { class: "quiet" }, "The strength of the agents, from stored games. Elo compares an agent with its opponent or, among more than two agents, with the average.")),
      stored),
    make("div", { class: "arena" }, place, make("aside", {}, watchForm(games))));
  return repeat(async () => render((await get("/api/arena/standings")).sections));
}

/**
 * A function that shows sections; what is the same as before stays as it is.
 * @param {HTMLElement} place
 * @param {HTMLElement} stored
 * @returns {(sections: Section[]) => void}
 */
function panels(place, stored) {
  /** @type {Map<string, HTMLElement>} */
  let known = new Map();
  let shown = "";
  return (sections) => {
    const now = JSON.stringify(sections);
    if (now === shown) return;
    shown = now;
    const open = new Set([...place.querySelectorAll("details[open]")].map((each) => each.closest("section")?.id));
    const next = new Map(sections.map((section) => {
      const text = JSON.stringify(section);
      return [text, known.get(text) ?? standingsPanel(section)];
    }));
    known = next;
    stored.hidden = sections.length === 0;
    fill(place, sections.length > 1 ? contents(sections) : null, sections.length > 0 ? [...next.values()] : empty());
    for (const each of place.querySelectorAll("details")) each.open ||= open.has(each.closest("section")?.id);
  };
}

/**
 * Do something again and again while the page is looked at, until the returned function is called.
 * @param {() => Promise<void>} work
 * @returns {Cleanup}
 */
function repeat(work) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let over = false;
  const again = async () => {
    const start = performance.now();
    if (!document.hidden) await work().catch(() => undefined); // the next time, perhaps
    const pause = (performance.now() - start) / SHARE;
    if (!over) timer = setTimeout(again, Math.min(Math.max(PAUSE, pause), MAX_PAUSE));
  };
  timer = setTimeout(again, PAUSE);
  return () => {
    over = true;
    clearTimeout(timer);
  };
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
    make("p", { class: "quiet" }, make("code", {}, "quadrille match --help"), " lists the options."));
}
