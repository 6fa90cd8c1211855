/** Menus, and buttons that copy a text. */

import { button, fill, icon, make } from "./dom.js";
import { play } from "./sound.js";
import { preferences, setPreferences } from "./store.js";

/**
 * A menu behind a button.
 * @param {import("./dom.js").Child} label
 * @param {Record<string, any>} attributes Of the button.
 * @param {() => import("./dom.js").Child} content Called each time the menu opens.
 */
export function menu(label, attributes, content) {
  const panel = make("div", { class: "panel" });
  const element = make("details", { class: "menu", ontoggle: () => {
    if (element.open) fill(panel, content());
  }, onkeydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !element.open) return;
    element.open = false;
    element.querySelector("summary")?.focus();
    event.stopPropagation();
  } },
    make("summary", { ...attributes, class: `button ${attributes.class ?? ""}`, role: "button" }, label),
    panel,
  );
  return element;
}

document.addEventListener("pointerdown", (event) => {
  for (const each of document.querySelectorAll("details.menu[open]")) {
    if (!event.composedPath().includes(each)) /** @type {HTMLDetailsElement} */ (each).open = false;
  }
});

/** The menu of preferences. */
export function settingsMenu() {
  return menu(icon("gear"), { class: "round quiet", "aria-label": "Settings", title: "Settings" }, () => {
    const current = preferences();
    const sound = make("input", { type: "checkbox", id: "setting-sound", checked: current.sound, onchange: () => {
      setPreferences({ sound: sound.checked });
      play("turn");
    } });
    const kinds = /** @type {const} */ ([
      ["auto", "On small targets of a touch screen"], ["always", "Always"], ["never", "Never"],
    ]);
    const confirm = make("select", { id: "setting-confirm", onchange: () => {
      setPreferences({ confirm: /** @type {"auto"} */ (confirm.value) });
    } }, kinds.map(([value, text]) => make("option", { value, selected: value === current.confirm }, text)));
    return [
      make("h3", {}, "Settings"),
      make("div", { class: "field" }, make("label", { for: "setting-confirm" }, "Confirm moves"), confirm),
      make("div", { class: "field check" }, sound, make("label", { for: "setting-sound" }, "Sound")),
    ];
  });
}

/**
 * A button that copies what a field contains.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} label
 * @param {string} done The label for a moment after a copy.
 * @param {Record<string, any>} attributes
 */
export function copyButton(field, label, done, attributes) {
  const copy = button([icon("copy"), label], () => {
    const confirm = () => {
      fill(copy, icon("check"), done);
      setTimeout(() => fill(copy, icon("copy"), label), 1500);
    };
    field.select();
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(confirm, () => {});
    else if (document.execCommand("copy")) confirm();
  }, attributes);
  return copy;
}

/**
 * A read-only text with a button that copies it.
 * @param {string} label
 * @param {string} text
 */
export function copyRow(label, text) {
  const input = make("input", { readonly: true, value: text, "aria-label": label, onclick: () => input.select() });
  const copy = copyButton(input, "", "", { class: "round", "aria-label": `Copy: ${label}`, title: "Copy" });
  return make("div", { class: "field" }, make("span", { class: "small" }, label), make("div", { class: "copy" }, input, copy));
}
