/** The form for a game between programs. */

import { errorText, gameForm } from "./api.js";
import { button, fill, icon, make } from "./dom.js";
import { startGame } from "./rooms.js";

const SPEEDS = [["No delay", 0], ["Fast", 0.3], ["Normal", 1], ["Slow", 2.5]];

/** @param {Card[]} games */
export function watchForm(games) {
  /** @type {GameForm | null} */
  let form = null;
  const seats = make("div", { class: "fields" });
  const error = make("p", { class: "error", role: "alert" });
  const game = make("select", { id: "watch-game", onchange: () => void load() }, games.map(({ name, title }) => make("option", { value: name }, title)));
  const speed = make("select", { id: "watch-speed" }, SPEEDS.map(([name, seconds]) => make("option", { value: seconds, selected: seconds === 1 }, name)));
  const startButton = button([icon("play"), "Watch"], () => void start(), { class: "primary", disabled: true });
  const showError = (/** @type {unknown} */ reason) => {
    error.textContent = errorText(reason);
  };

  async function load() {
    startButton.disabled = true;
    error.textContent = "";
    try {
      form = await gameForm(game.value);
      fill(seats, form.seats.map(({ player, label }) => seatSelect(/** @type {GameForm} */ (form), player, label)));
      startButton.disabled = false;
    } catch (reason) {
      showError(reason);
    }
  }

  async function start() {
    error.textContent = "";
    const chosen = [...seats.querySelectorAll("select")].map(({ value }) => ({ role: "agent", spec: value }));
    try {
      await startGame({ game: form?.name, options: {}, seats: chosen, speed: Number(speed.value) });
    } catch (reason) {
      showError(reason);
    }
  }

  void load();
  return make("section", { class: "panel watch" },
    make("h2", {}, "Watch"),
    make("p", { class: "small quiet" }, "Let programs play each other. The game is not rated."),
    make("label", { class: "field", for: "watch-game" }, "Game", game),
    seats,
    make("label", { class: "field", for: "watch-speed" }, "Speed", speed),
    error, startButton);
}

/**
 * @param {GameForm} form
 * @param {number} player
 * @param {string} label
 */
function seatSelect(form, player, label) {
  const preset = player % 2 === 0 ? form.levels.at(-1)?.spec : form.levels[1]?.spec;
  const option = (/** @type {string} */ value, /** @type {string} */ text) => make("option", { value, selected: value === preset }, text);
  return make("label", { class: "field" }, label, make("select", {},
    make("optgroup", { label: "Levels" }, form.levels.map(({ name, spec }) => option(spec, name))),
    form.more.length > 0 ? make("optgroup", { label: "Here" }, form.more.map((spec) => option(spec, spec))) : null,
    make("optgroup", { label: "Agents" }, form.agents.map(({ name }) => option(name, name)))));
}
