/** The keys that do something on the page, in a dialog that "?" opens. */

import { button, icon, make } from "./dom.js";

const GROUPS = /** @type {const} */ ([
  ["Making a move", [
    [["Tab"], "go to the marked places"],
    [["←", "→", "↑", "↓"], "go from one marked place to the next"],
    [["Enter"], "choose it, or confirm the move"],
    [["Esc"], "one step back"],
    [["R"], "turn a tile; with Shift the other way"],
    [["0", "…", "9"], "choose a number"],
  ]],
  ["Looking at the game", [
    [["←", "→"], "the move before, the next move"],
    [["Home", "End"], "the beginning, the end"],
    [["Space"], "play the moves by themselves (stored games)"],
    [["V"], "another view of the board, where there is one"],
    [["?"], "these keys"],
  ]],
]);

/** @type {HTMLDialogElement | null} */
let dialog = null;

/** Open the list of keys, or close it. */
export function toggleKeys() {
  if (dialog) return dialog.close();
  const opened = make("dialog", { class: "keys panel", "aria-label": "Keys" },
    make("div", { class: "spread" }, make("h2", {}, "Keys"),
      button(icon("cross"), () => opened.close(), { class: "round quiet", "aria-label": "Close" })),
    GROUPS.map(([title, keys]) => make("section", {}, make("h3", {}, title),
      make("dl", {}, keys.map(([names, words]) => [
        make("dt", {}, names.map((name) => make("kbd", {}, name))),
        make("dd", {}, words),
      ])))),
    make("p", { class: "quiet small" }, "On a map: drag to move it, turn the wheel to enlarge it, click twice to place a tile."),
  );
  opened.addEventListener("close", () => {
    opened.remove();
    dialog = null;
  });
  opened.addEventListener("click", (event) => event.target === opened && opened.close());
  document.body.append(opened);
  opened.showModal();
  dialog = opened;
  return undefined;
}

/** Let "?" open the list wherever nothing is typed. */
export function listenForKeys() {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.("input:not([type=checkbox], [type=range]), textarea, select")) return;
    event.preventDefault();
    toggleKeys();
  });
}

/** The button that opens it. */
export function keysButton() {
  return button(icon("keys"), toggleKeys, { class: "round quiet keys-button", "aria-label": "Keys", title: "Keys (?)" });
}
