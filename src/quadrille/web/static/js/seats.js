/** The seats of a form: who takes each of them. */

import { fill, make } from "./dom.js";
import { fieldSet } from "./fields.js";
import { specOf } from "./forms.js";
import { MAX_NAME_LENGTH } from "./players.js";
import { save } from "./store.js";

const CUSTOM = "other";

/**
 * A row for each seat.
 * @param {GameForm} form
 * @param {Seat[]} seats
 * @param {string[]} names Of the people at this screen, in turn; the first is that of whoever uses this browser.
 * @param {(seats: Seat[]) => void} onChange
 */
export function seatRows(form, seats, names, onChange) {
  let people = 0;
  const rows = form.seats.map(({ player, label, team, plays }) => {
    const onChoose = (/** @type {Seat} */ seat) => {
      seats[player] = seat;
      onChange(seats);
    };
    const badge = [team, plays].filter(Boolean).join(" ");
    const isHere = seats[player]?.role === "person";
    return make("li", { class: "seat" },
      make("span", { class: "who" }, make("span", { class: "dot" }, player + 1), label, badge ? make("span", { class: "badge" }, badge) : null),
      seatSelect(form, seats[player] ?? { role: "person", spec: "" }, label, onChoose, (seat) => { seats[player] = seat; }),
      isHere ? nameInput(names, people++, label) : null,
    );
  });
  return make("ul", { class: "seats" }, rows);
}

/**
 * The box for the name of a person at this screen.
 * @param {string[]} names
 * @param {number} place
 * @param {string} label
 */
function nameInput(names, place, label) {
  const input = make("input", {
    "aria-label": `Name of ${label}`, placeholder: place === 0 ? "Your name" : "Name", value: names[place] ?? "",
    maxlength: MAX_NAME_LENGTH, autocomplete: place === 0 ? "nickname" : "off", oninput: () => {
      names[place] = input.value.trim();
      if (place === 0) save("name", names[0]);
    },
  });
  return input;
}

/**
 * The choice for one seat.
 * @param {GameForm} form
 * @param {Seat} seat
 * @param {string} label
 * @param {(seat: Seat) => void} onChoose
 * @param {(seat: Seat) => void} onEdit Stores a seat without rendering the form again.
 */
function seatSelect(form, seat, label, onChoose, onEdit) {
  const expert = make("div", { class: "expert", hidden: true });
  const known = [...form.levels.map(({ spec }) => spec), ...form.more];
  const isCustom = seat.role === "agent" && !known.includes(seat.spec);
  const current = seat.role === "agent" ? `agent ${seat.spec}` : seat.role;
  const option = (/** @type {string} */ value, /** @type {string} */ text) =>
    make("option", { value, selected: value === current }, text);
  const select = make("select", { "aria-label": label, onchange: () => {
    const [role, ...spec] = select.value.split(" ");
    expert.hidden = role !== CUSTOM;
    if (role === CUSTOM) expertForm(form, expert, onEdit);
    else onChoose({ role: /** @type {Seat["role"]} */ (role), spec: spec.join(" ") });
  } },
    make("optgroup", { label: "People" }, option("person", "Person here"), option("link", "Person by a link")),
    make("optgroup", { label: "Programs" },
      form.levels.map(({ name, spec }) => option(`agent ${spec}`, name)),
      form.more.map((spec) => option(`agent ${spec}`, spec)),
      isCustom ? option(current, seat.spec) : null,
      option(CUSTOM, "More agents…"),
    ),
  );
  return make("div", { class: "choice" }, select, expert);
}

/**
 * The form for any agent and its options.
 * @param {GameForm} form
 * @param {HTMLElement} place
 * @param {(seat: Seat) => void} onEdit
 */
function expertForm(form, place, onEdit) {
  const names = form.agents.map(({ name }) => name);
  const first = names.includes("mcts") ? "mcts" : (names[0] ?? "");
  const select = make("select", { "aria-label": "Agent", onchange: () => render() },
    names.map((name) => make("option", { value: name, selected: name === first }, name)));
  const about = make("p", { class: "help" });
  const fields = make("div");
  const spec = make("code", { class: "spec" });
  const render = () => {
    const agent = form.agents.find(({ name }) => name === select.value);
    if (!agent) return;
    const update = () => {
      spec.textContent = specOf(agent.name, agent.fields, set.values);
      onEdit({ role: "agent", spec: spec.textContent });
    };
    const set = fieldSet(agent.fields, update);
    about.textContent = agent.about;
    fill(fields, set.element);
    update();
  };
  fill(place, make("div", { class: "panel" },
    make("div", { class: "row" }, select, spec), about, fields));
  render();
}
