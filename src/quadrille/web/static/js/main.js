/** The shell: shows the page of each address, and the switch for the colours. */

import { said } from "./api.js";
import { button, fill, icon, make } from "./dom.js";

/** @type {[RegExp, string, () => Promise<Page>][]} */
const PAGES = [
  [/^\/$/, "play", () => import("./pages/home.js")],
  [/^\/new\/([^/]+)$/, "play", () => import("./pages/new.js")],
  [/^\/game\/([^/]+)$/, "play", () => import("./pages/game.js")],
  [/^\/analyse\/?([^/]*)$/, "analyse", () => import("./pages/analyse.js")],
  [/^\/arena\/?$/, "arena", () => import("./pages/arena.js")],
  [/^\/arena\/games$/, "arena", () => import("./pages/games.js")],
  [/^\/stored\/(\d+)$/, "arena", () => import("./pages/stored.js")],
];
const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const ICONS = /** @type {const} */ ({ auto: "auto", light: "sun", dark: "moon" });

/** @type {Cleanup | void} */
let cleanup;
let shown = 0;

/**
 * Go to another page without loading the shell again.
 * @param {string} address
 */
export function go(address) {
  history.pushState(null, "", address);
  void route();
}

/**
 * Tell screen readers something.
 * @param {string} text
 */
export function announce(text) {
  const live = document.getElementById("live");
  if (!live || !text) return;
  live.append(make("p", {}, text));
  while (live.childElementCount > 5) live.firstElementChild?.remove();
}

/** @param {string} text The name of a page, for the tab. */
export function title(text) {
  document.title = text ? `${text} – Quadrille` : "Quadrille";
}

async function route() {
  const number = ++shown;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  cleanup?.();
  cleanup = undefined;
  fill(main);
  main.className = "";
  const path = decodeURI(location.pathname);
  const found = PAGES.find(([pattern]) => pattern.test(path));
  for (const link of document.querySelectorAll("[data-page]")) {
    const here = link.getAttribute("data-page") === found?.[1];
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  title("");
  scrollTo(0, 0);
  if (!found) return missing(main, "There is no page at this address.");
  const parts = (found[0].exec(path) ?? []).slice(1);
  const query = new URLSearchParams(location.search);
  const parameters = { parts, query, hash: location.hash.slice(1) };
  try {
    const page = await found[2]();
    if (number !== shown) return undefined;
    const done = await page.show(main, parameters);
    if (number === shown) cleanup = done;
    else done?.();
  } catch (error) {
    if (number === shown) missing(main, said(error));
  }
  return undefined;
}

/**
 * A friendly page for what is not there.
 * @param {HTMLElement} main
 * @param {string} reason
 */
export function missing(main, reason) {
  const line = reason.charAt(0).toUpperCase() + reason.slice(1);
  main.className = "narrow";
  fill(
    main,
    make("div", { class: "panel empty" },
      make("h1", {}, "Nothing here"),
      make("p", {}, line.endsWith(".") ? line : `${line}.`),
      make("p", {}, make("a", { class: "button primary", href: "/" }, "Choose a game")),
    ),
  );
}

function themeSwitch() {
  const root = document.documentElement;
  const now = () => root.dataset.theme ?? "auto";
  const paint = () => {
    const theme = /** @type {"auto"} */ (now());
    fill(shape, icon(ICONS[theme]));
    shape.title = `Colours: ${theme}`;
    shape.setAttribute("aria-label", `Colours: ${theme}. Change`);
  };
  const shape = button("", () => {
    const next = THEMES[(THEMES.indexOf(/** @type {"auto"} */ (now())) + 1) % 3] ?? "auto";
    if (next === "auto") delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      localStorage.setItem("quadrille.theme", next);
    } catch {
      // The colours last as long as the page.
    }
    paint();
  }, { class: "round quiet" });
  paint();
  return shape;
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.getAttribute("href")?.startsWith("#")) return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/static/")) return;
  event.preventDefault();
  go(link.href);
});
addEventListener("popstate", () => void route());
document.getElementById("tools")?.append(themeSwitch());
void route();
