/** The seats of a form: who plays for each player. */

import { button, fill, make } from "./dom.js";
import { fieldSet } from "./fields.js";
import { specOf } from "./forms.js";

/** @typedef {import("./forms.js").Seat} Seat */

const OTHER = "other";

/**
 * A row for each seat.
 * @param {GameForm} form
 * @param {Seat[]} seats
 * @param {(seats: Seat[]) => void} change
 */
export function seatRows(form, seats, change) {
  const rows = form.seats.map(({ player, side, label }) => {
    const put = (/** @type {Seat} */ seat) => {
      seats[player] = seat;
      change(seats);
    };
    const team = form.sides < form.seats.length ? make("span", { class: "badge" }, `Side ${side + 1}`) : null;
    return make("li", { class: "seat" },
      make("span", { class: "who" }, make("span", { class: "dot" }, player + 1), label, team),
      chooser(form, seats[player] ?? { role: "person", spec: "" }, label, put),
    );
  });
  return make("ul", { class: "seats" }, rows);
}

/**
 * Who takes one seat.
 * @param {GameForm} form
 * @param {Seat} seat
 * @param {string} label
 * @param {(seat: Seat) => void} put
 */
function chooser(form, seat, label, put) {
  const expert = make("div", { class: "expert", hidden: true });
  const known = [...form.levels.map(({ spec }) => spec), ...form.more];
  const own = seat.role === "agent" && !known.includes(seat.spec);
  const now = seat.role === "agent" ? `agent ${seat.spec}` : seat.role;
  const option = (/** @type {string} */ value, /** @type {string} */ text) =>
    make("option", { value, selected: value === now }, text);
  const select = make("select", { "aria-label": label, onchange: () => {
    const [role, ...spec] = select.value.split(" ");
    expert.hidden = role !== OTHER;
    if (role === OTHER) expertForm(form, expert, put);
    else put({ role: /** @type {Seat["role"]} */ (role), spec: spec.join(" ") });
  } },
    make("optgroup", { label: "People" }, option("person", "You, or a guest"), option("link", "Person by a link")),
    make("optgroup", { label: "Programs" },
      form.levels.map(({ name, spec }) => option(`agent ${spec}`, name)),
      form.more.map((spec) => option(`agent ${spec}`, spec)),
      own ? option(now, seat.spec) : null,
      option(OTHER, "More agents…"),
    ),
  );
  return make("div", { class: "choice" }, select, expert);
}

/**
 * Any agent with any of its fields.
 * @param {GameForm} form
 * @param {HTMLElement} place
 * @param {(seat: Seat) => void} put
 */
function expertForm(form, place, put) {
  const names = form.agents.map(({ name }) => name);
  const first = names.includes("mcts") ? "mcts" : (names[0] ?? "");
  const select = make("select", { "aria-label": "Agent", onchange: () => paint() },
    names.map((name) => make("option", { value: name, selected: name === first }, name)));
  const about = make("p", { class: "help" });
  const inside = make("div");
  const spec = make("code", { class: "spec" });
  let made = "";
  const paint = () => {
    const agent = form.agents.find(({ name }) => name === select.value);
    if (!agent) return;
    const tell = () => {
      made = specOf(agent.name, agent.fields, set.values);
      spec.textContent = made;
    };
    const set = fieldSet(agent.fields, tell);
    about.textContent = agent.about;
    fill(inside, set.element);
    tell();
  };
  fill(place, make("div", { class: "panel" },
    make("div", { class: "row" }, select, spec), about, inside,
    button("Take this agent", () => put({ role: "agent", spec: made }), { class: "primary" }),
  ));
  paint();
}
