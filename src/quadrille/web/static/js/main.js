/** The shell: shows the page of each address, and the colour switch. */

import { errorText } from "./api.js";
import { button, fill, icon } from "./dom.js";
import { keysButton, listenForKeys } from "./keys.js";
import { navigate, setTitle, showMissing } from "./shell.js";

/** @type {[RegExp, string, () => Promise<Page>][]} */
const PAGES = [
  [/^\/$/, "play", () => import("./pages/home.js")],
  [/^\/new\/([^/]+)$/, "play", () => import("./pages/new.js")],
  [/^\/rules\/([^/]+)$/, "play", () => import("./pages/rules.js")],
  [/^\/game\/([^/]+)$/, "play", () => import("./pages/game.js")],
  [/^\/analyse\/?([^/]*)$/, "analyse", () => import("./pages/analyse.js")],
  [/^\/arena\/?$/, "arena", () => import("./pages/arena.js")],
  [/^\/arena\/games$/, "arena", () => import("./pages/games.js")],
  [/^\/mine\/?$/, "mine", () => import("./pages/mine.js")],
  [/^\/stored\/(\d+)$/, "arena", () => import("./pages/stored.js")],
];
const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const ICONS = /** @type {const} */ ({ auto: "auto", light: "sun", dark: "moon" });

/** @type {Cleanup | void} */
let cleanup;
let routeNumber = 0;

async function route() {
  const number = ++routeNumber;
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
  setTitle("");
  scrollTo(0, 0);
  if (!found) return showMissing(main, "There is no page at this address.");
  const parts = (found[0].exec(path) ?? []).slice(1);
  const query = new URLSearchParams(location.search);
  const parameters = { parts, query, hash: location.hash.slice(1) };
  try {
    const page = await found[2]();
    if (number !== routeNumber) return undefined;
    const done = await page.show(main, parameters);
    if (number === routeNumber) cleanup = done;
    else done?.();
  } catch (error) {
    if (number === routeNumber) showMissing(main, errorText(error));
  }
  return undefined;
}

function themeSwitch() {
  const root = document.documentElement;
  const now = () => root.dataset.theme ?? "auto";
  const render = () => {
    const theme = /** @type {"auto"} */ (now());
    fill(toggle, icon(ICONS[theme]));
    toggle.title = `Colours: ${theme}`;
    toggle.setAttribute("aria-label", `Change the colours (now ${theme})`);
  };
  const toggle = button("", () => {
    const next = THEMES[(THEMES.indexOf(/** @type {"auto"} */ (now())) + 1) % 3] ?? "auto";
    if (next === "auto") delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      localStorage.setItem("quadrille.theme", next);
    } catch {
      // The colours last as long as the page.
    }
    render();
  }, { class: "round quiet" });
  render();
  return toggle;
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.getAttribute("href")?.startsWith("#")) return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/static/")) return;
  event.preventDefault();
  navigate(link.href);
});
addEventListener("popstate", () => void route());
document.getElementById("tools")?.append(keysButton(), themeSwitch());
listenForKeys();
void route();
