/** The form for a new game. It is filled in so that a click on Play is enough. */

import { errorText, gameForm } from "../api.js";
import { button, fill, icon, make } from "../dom.js";
import { fieldSet } from "../fields.js";
import * as forms from "../forms.js";
import { localNote } from "../invitations.js";
import { startGame } from "../rooms.js";
import { seatRows } from "../seats.js";
import { setTitle } from "../shell.js";
import { load, save } from "../store.js";

const WATCH_SPEED = 0.7;
const RELOAD_DELAY = 200;
const CLOCKS = /** @type {const} */ ([
  ["No clock", ""],
  ["5 s per move", "move=5"],
  ["5 min + 3 s", "300+3"],
  ["Other", "custom"],
]);

/**
 * @param {HTMLElement} main
 * @param {Address} parameters
 */
export async function show(main, { parts: [name = ""], query }) {
  const form = await gameForm(name);
  setTitle(form.title);
  main.className = "setup";
  new Setup(main, form, query.get("position") ?? "");
}

class Setup {
  /**
   * @param {HTMLElement} main
   * @param {GameForm} form
   * @param {string} position
   */
  constructor(main, form, position) {
    this.main = main;
    this.form = form;
    const levels = form.levels.map(({ name }) => name);
    const wanted = load("level", "Club");
    this.level = levels.includes(wanted) ? wanted : (levels[1] ?? levels[0] ?? "");
    /** @type {string[]} */
    this.names = [load("name", "")];
    /** @type {Seat[]} */
    this.seats = forms.seatsAgainst(form, this.specOf(this.level));
    /** @type {"first" | "last" | "random"} */
    this.startOrder = "first";
    this.clock = "";
    this.customClock = { kind: "game", seconds: 600, increment: 5 };
    this.timer = 0;
    /** @type {Promise<void>} Resolved when the form fits the options. */
    this.reloading = Promise.resolve();
    this.error = make("p", { class: "error", role: "alert" });
    this.lineups = make("div");
    this.seatList = make("div");
    this.localNote = make("div", { hidden: true }, localNote());
    this.help = make("input", { type: "checkbox", id: "help" });
    this.helpRow = make("div", { class: "field check", hidden: true }, this.help,
      make("label", { for: "help" }, "Casual, with help"),
      make("span", { class: "help" }, "Everybody may use hints and analysis during the game."));
    this.starts = make("div", { class: "row" });
    this.clocks = make("div", { class: "row" });
    this.customClockRow = make("div", { class: "row", hidden: true });
    this.options = fieldSet(form.options, () => this.onOptions());
    this.seed = make("input", { type: "number", id: "seed", min: 0, step: 1, placeholder: "random" });
    this.position = make("textarea", { id: "position", rows: 2, maxlength: 8000, spellcheck: "false" });
    this.position.value = position;
    this.playButton = button([icon("play"), "Play"], () => void this.submit(), { class: "primary large" });
    fill(main, this.page());
    this.render();
  }

  page() {
    const { form } = this;
    const help = form.help.split("\n").slice(1);
    return [
      make("div", { class: "about" },
        make("img", { src: `/api/games/${encodeURIComponent(form.name)}/picture.svg`, alt: "" }),
        make("h1", {}, form.title),
        make("p", {}, form.summary),
        make("p", {}, make("a", { href: form.guide }, "Rules in words and pictures")),
        help.length > 0 ? make("ul", { class: "help" }, help.map((line) => make("li", {}, line))) : null,
      ),
      make("form", { class: "panel", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        make("fieldset", {}, make("legend", {}, "Who plays?"), this.lineups, this.seatList, this.localNote, this.helpRow),
        make("fieldset", { class: "pair" },
          make("div", {}, make("legend", {}, "You play"), this.starts),
          make("div", {}, make("legend", {}, "Clock"), this.clocks, this.customClockRow),
        ),
        this.error,
        make("div", { class: "row begin" }, this.playButton),
        form.options.length > 0
          ? make("details", {}, make("summary", {}, "Rules and variants"), this.options.element)
          : null,
        make("details", { open: this.position.value !== "" }, make("summary", {}, "More"),
          make("div", { class: "fields" },
            make("div", { class: "field" }, make("label", { for: "seed" }, "Seed"), this.seed,
              make("span", { class: "help" }, "The same seed gives the same chance moves.")),
            make("div", { class: "field" }, make("label", { for: "position" }, "Position"), this.position,
              make("span", { class: "help" }, "Start from this position.")),
          )),
      ),
    ];
  }

  /** @param {string} level */
  specOf(level) {
    return this.form.levels.find(({ name }) => name === level)?.spec ?? this.form.agents[0]?.name ?? "";
  }

  render() {
    const { form } = this;
    const isSolo = form.sides === 1;
    const same = (/** @type {Seat[]} */ seats) => JSON.stringify(seats) === JSON.stringify(forms.placePerson(form, this.seats, "first", 0));
    const chip = (/** @type {string} */ text, /** @type {Seat[]} */ seats, /** @type {string} */ level) =>
      button(text, () => {
        if (level) save("level", (this.level = level));
        this.seats = forms.placePerson(form, seats, this.startOrder === "last" ? "last" : "first", 0);
        this.render();
      }, { class: "chip", "aria-pressed": `${same(seats)}` });
    const levels = isSolo ? [] : form.levels;
    const watchedSpec = this.specOf(this.level);
    fill(this.lineups,
      levels.length === 0 ? null : make("div", { class: "row lineup" }, make("span", { class: "lead" }, "You against"),
        levels.map(({ name, spec }) => chip(name, forms.seatsAgainst(form, spec), name))),
      make("div", { class: "row lineup" },
        chip(isSolo ? "You" : form.sides === 2 ? "Two people here" : "All people here", forms.sameSeats(form, forms.person()), ""),
        isSolo ? null : chip("A friend, by a link", forms.seatsByLink(form), ""),
        watchedSpec ? chip("Watch programs", forms.sameSeats(form, { role: "agent", spec: watchedSpec }), "") : null),
    );
    fill(this.seatList, seatRows(form, this.seats, this.names, () => this.render()));
    this.localNote.hidden = !this.seats.some(({ role }) => role === "link");
    this.helpRow.hidden = !forms.isBetweenPeople(form, this.seats);
    this.renderStart();
    this.renderClock();
  }

  renderStart() {
    const { form } = this;
    const side = forms.mySide(form, this.seats);
    const canChoose = form.sides > 1 && side >= 0;
    const box = /** @type {HTMLElement} */ (this.starts.parentElement);
    box.hidden = !canChoose;
    const named = { first: "First", last: form.sides === 2 ? "Second" : "Last", random: "At random" };
    fill(this.starts, /** @type {const} */ (["first", "last", "random"]).map((start) => {
      const on = this.startOrder === "random" ? start === "random" : start === (side === 0 ? "first" : "last") && (side === 0 || side === form.sides - 1);
      return button(named[start], () => {
        this.startOrder = start;
        this.seats = forms.placePerson(form, this.seats, start === "last" ? "last" : "first", 0);
        this.render();
      }, { class: "chip", "aria-pressed": `${on}` });
    }));
  }

  renderClock() {
    fill(this.clocks, CLOCKS.map(([text, clock]) =>
      button(text, () => {
        this.clock = clock;
        this.renderClock();
      }, { class: "chip", "aria-pressed": `${this.clock === clock}` })));
    this.customClockRow.hidden = this.clock !== "custom";
    if (this.customClockRow.childElementCount > 0) return;
    const { customClock } = this;
    const number = (/** @type {"seconds" | "increment"} */ name, /** @type {string} */ label) => {
      const input = make("input", { type: "number", min: name === "seconds" ? 1 : 0, step: 1, required: true, value: customClock[name], "aria-label": label, onchange: () => {
        customClock[name] = Number(input.value);
      } });
      return input;
    };
    const kind = make("select", { "aria-label": "Kind of clock", onchange: () => { customClock.kind = kind.value; } },
      make("option", { value: "game" }, "for the game"), make("option", { value: "move" }, "for each move"));
    fill(this.customClockRow, number("seconds", "Seconds"), "s", kind, "+", number("increment", "Seconds added after each move"), "s");
  }

  /** Load the form again for changed options. */
  onOptions() {
    clearTimeout(this.timer);
    this.reloading = new Promise((done) => {
      this.timer = setTimeout(() => void this.reload().then(done), RELOAD_DELAY);
    });
  }

  async reload() {
    try {
      const form = await gameForm(this.form.name, this.changedOptions());
      const before = JSON.stringify([this.form.seats, this.form.levels]);
      const alone = forms.mySide(this.form, this.seats) >= 0;
      this.form = { ...form, options: this.form.options };
      this.error.textContent = "";
      if (before === JSON.stringify([form.seats, form.levels])) return;
      const agent = this.seats.find(({ role }) => role === "agent");
      this.seats = alone && agent ? forms.seatsAgainst(this.form, agent.spec) : forms.resizeSeats(this.form, this.seats);
      this.seats = forms.placePerson(this.form, this.seats, this.startOrder === "last" ? "last" : "first", 0);
      this.render();
    } catch (error) {
      this.showError(error);
    }
  }

  changedOptions() {
    return forms.changedValues(this.form.options, this.options.values);
  }

  async submit() {
    const bad = this.main.querySelector("form :invalid:not(fieldset)");
    if (bad) {
      for (let each = bad.closest("details"); each; each = each.parentElement?.closest("details") ?? null) each.open = true;
      /** @type {HTMLInputElement} */ (bad).reportValidity();
      return;
    }
    this.playButton.disabled = true;
    await this.reloading;
    const { form, customClock } = this;
    this.error.textContent = "";
    const placed = this.startOrder === "random" ? forms.placePerson(form, this.seats, "random", Math.random()) : this.seats;
    const seats = forms.namedSeats(placed, this.names);
    const clock = this.clock === "custom" ? forms.clockSpec(customClock.kind, customClock.seconds, customClock.increment) : this.clock;
    const people = seats.some(({ role }) => role !== "agent");
    const request = { game: form.name, options: this.changedOptions(), seats, clock, speed: people ? 0 : WATCH_SPEED, help: this.help.checked && forms.isBetweenPeople(form, seats) };
    const seed = this.seed.value.trim() === "" ? {} : { seed: Number(this.seed.value) };
    const position = this.position.value.trim() === "" ? {} : { position: this.position.value.trim() };
    try {
      await startGame({ ...request, ...seed, ...position });
    } catch (error) {
      this.showError(error);
    }
    this.playButton.disabled = false;
  }

  /** @param {unknown} error */
  showError(error) {
    this.error.textContent = errorText(error);
  }
}
