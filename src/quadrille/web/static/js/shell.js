/** What pages change outside their own element: the address, the title, announcements. */

import { fill, make } from "./dom.js";
import { sentenceCase } from "./format.js";

/**
 * Go to another page without loading the shell again.
 * @param {string} address
 */
export function navigate(address) {
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** @param {string} text The name of the page, for the browser's tab. */
export function setTitle(text) {
  document.title = text ? `${text} – Quadrille` : "Quadrille";
}

/**
 * Let screen readers say a text.
 * @param {string} text
 */
export function announce(text) {
  const live = document.getElementById("live");
  if (!live || !text) return;
  live.append(make("p", {}, text));
  while (live.childElementCount > 5) live.firstElementChild?.remove();
}

/**
 * Show why there is nothing at this address.
 * @param {HTMLElement} main
 * @param {string} reason
 */
export function showMissing(main, reason) {
  main.className = "narrow";
  fill(main, make("div", { class: "panel empty" },
    make("h1", {}, "Nothing here"),
    make("p", {}, sentenceCase(reason)),
    make("p", {}, make("a", { class: "button primary", href: "/" }, "Choose a game")),
  ));
}
