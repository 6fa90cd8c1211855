/** Form controls for the options of games and agents. */

import { make } from "./dom.js";
import { capital } from "./format.js";
import { parseValue } from "./forms.js";

/** Letters of a value that need more than a column. */
const LONG_NAME = 30;

let count = 0;

/**
 * Create the controls of fields; `values` has their current values by name.
 * @param {Field[]} fields
 * @param {() => void} onChange Called when a value has changed.
 * @returns {{element: HTMLElement, values: Record<string, any>}}
 */
export function fieldSet(fields, onChange) {
  /** @type {Record<string, any>} */
  const values = Object.fromEntries(fields.map((field) => [field.name, field.value ?? field.default]));
  const controls = fields.map((field) => control(field, values[field.name], (value) => {
    values[field.name] = value;
    onChange();
  }));
  return { element: make("div", { class: "fields" }, controls), values };
}

/**
 * Create one control with its label and its help.
 * @param {Field} field
 * @param {any} value
 * @param {(value: any) => void} onChange
 */
export function control(field, value, onChange) {
  const id = `field-${(count += 1)}`;
  const help = make("span", { class: "help", id: `${id}-help` }, field.doc);
  const label = make("label", { for: id }, capital(field.label));
  const shared = { id, "aria-describedby": `${id}-help` };
  if (field.type === "bool") {
    const box = make("input", { ...shared, type: "checkbox", checked: value === true, onchange: () => onChange(box.checked) });
    return make("div", { class: "field check" }, box, label, help);
  }
  const input = choicesOf(field).length > 0 ? choiceInput(field, value, shared) : numberInput(field, value, shared);
  input.addEventListener("change", () => {
    if (input.reportValidity()) onChange(parseValue(field, input.value));
  });
  const isWide = Object.values(field.names ?? {}).some((name) => name.length > LONG_NAME);
  return make("div", { class: isWide ? "field wide" : "field" }, label, input, help);
}

/**
 * The values to choose from in a list: those of a choice, and whole numbers all of which have names.
 * @param {Field} field
 * @returns {any[]}
 */
function choicesOf({ type, choices, names = {}, low, high }) {
  if (type === "choice") return choices ?? [];
  if (type !== "int" || typeof low !== "number" || typeof high !== "number") return [];
  const count = high - low + 1;
  return count === Object.keys(names).length ? Array.from({ length: count }, (_, index) => low + index) : [];
}

/**
 * @param {Field} field
 * @param {any} value
 * @param {Record<string, any>} shared
 */
function choiceInput(field, value, shared) {
  const choices = choicesOf(field);
  const all = field.optional ? ["", ...choices] : choices;
  const named = all.map((each) =>
    make("option", { value: each, selected: each === (value ?? "") }, each === "" ? "default" : field.names?.[each] ?? `${each}`));
  return make("select", shared, named);
}

/**
 * @param {Field} field
 * @param {any} value
 * @param {Record<string, any>} shared
 */
function numberInput(field, value, shared) {
  // A default that stands for something else, such as 0 for "automatic", is an empty field.
  const automatic = field.names?.[field.default];
  return make("input", {
    ...shared,
    type: "number",
    value: automatic && value === field.default ? "" : value,
    min: field.low,
    max: field.high,
    step: field.type === "int" ? 1 : "any",
    placeholder: automatic ?? (field.optional ? "default" : null),
    required: !field.optional && !automatic,
  });
}
