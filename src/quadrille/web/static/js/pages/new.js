/** The form for a new game: filled in so that one click on Play is enough. */

import { gameForm, said } from "../api.js";
import { button, fill, icon, make } from "../dom.js";
import { fieldSet } from "../fields.js";
import * as forms from "../forms.js";
import { startGame } from "../rooms.js";
import { seatRows } from "../seats.js";
import { setTitle } from "../shell.js";
import { load, save } from "../store.js";

/** @typedef {import("../forms.js").Seat} Seat */

const SPEED = 0.7;
const PAUSE = 200;
const CLOCKS = /** @type {const} */ ([
  ["No clock", ""],
  ["5 s a move", "move=5"],
  ["5 min + 3 s", "300+3"],
  ["Other", "own"],
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
    /** @type {Seat[]} */
    this.seats = forms.against(form, this.specOf(this.level));
    /** @type {"first" | "last" | "random"} */
    this.start = "first";
    this.clock = "";
    this.own = { kind: "game", seconds: 600, increment: 5 };
    this.timer = 0;
    /** @type {Promise<void>} Ends when the form fits the options. */
    this.pending = Promise.resolve();
    this.error = make("p", { class: "error", role: "alert" });
    this.lineups = make("div");
    this.places = make("div");
    this.starts = make("div", { class: "row" });
    this.clocks = make("div", { class: "row" });
    this.ownClock = make("div", { class: "row", hidden: true });
    this.options = fieldSet(form.options, () => this.changed());
    this.seed = make("input", { type: "number", id: "seed", min: 0, step: 1, placeholder: "random" });
    this.position = make("textarea", { id: "position", rows: 2, maxlength: 8000, spellcheck: "false" });
    this.position.value = position;
    this.go = button([icon("play"), "Play"], () => void this.begin(), { class: "primary large" });
    fill(main, this.page());
    this.paint();
  }

  page() {
    const { form } = this;
    const help = form.help.split("\n").slice(1);
    return [
      make("div", { class: "about" },
        make("img", { src: `/api/games/${encodeURIComponent(form.name)}/picture.svg`, alt: "" }),
        make("h1", {}, form.title),
        make("p", {}, form.summary),
        help.length > 0 ? make("ul", { class: "help" }, help.map((line) => make("li", {}, line))) : null,
      ),
      make("form", { class: "panel", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        make("fieldset", {}, make("legend", {}, "Who plays?"), this.lineups, this.places),
        make("fieldset", { class: "pair" },
          make("div", {}, make("legend", {}, "Your turn comes"), this.starts),
          make("div", {}, make("legend", {}, "Clock"), this.clocks, this.ownClock),
        ),
        this.error,
        make("div", { class: "row begin" }, this.go),
        form.options.length > 0
          ? make("details", {}, make("summary", {}, "Rules and variants"), this.options.element)
          : null,
        make("details", { open: this.position.value !== "" }, make("summary", {}, "More"),
          make("div", { class: "fields" },
            make("div", { class: "field" }, make("label", { for: "seed" }, "Seed"), this.seed,
              make("span", { class: "help" }, "The same seed gives the same chance moves.")),
            make("div", { class: "field" }, make("label", { for: "position" }, "Position"), this.position,
              make("span", { class: "help" }, "Begin here instead of at the start.")),
          )),
      ),
    ];
  }

  /** @param {string} level */
  specOf(level) {
    return this.form.levels.find(({ name }) => name === level)?.spec ?? this.form.agents[0]?.name ?? "";
  }

  paint() {
    const { form } = this;
    const sole = form.sides === 1;
    const same = (/** @type {Seat[]} */ seats) => JSON.stringify(seats) === JSON.stringify(forms.started(form, this.seats, "first", 0));
    const chip = (/** @type {string} */ text, /** @type {Seat[]} */ seats, /** @type {string} */ level) =>
      button(text, () => {
        if (level) save("level", (this.level = level));
        this.seats = forms.started(form, seats, this.start === "last" ? "last" : "first", 0);
        this.paint();
      }, { class: "chip", "aria-pressed": `${same(seats)}` });
    const levels = sole ? [] : form.levels;
    const watched = this.specOf(this.level);
    fill(this.lineups,
      levels.length === 0 ? null : make("div", { class: "row lineup" }, make("span", { class: "lead" }, "You against"),
        levels.map(({ name, spec }) => chip(name, forms.against(form, spec), name))),
      make("div", { class: "row lineup" },
        chip(sole ? "You" : form.sides === 2 ? "Two people here" : "All people here", forms.everybody(form, forms.person()), ""),
        sole ? null : chip("A friend, by a link", forms.byLink(form), ""),
        watched ? chip("Watch programs", forms.everybody(form, { role: "agent", spec: watched }), "") : null),
    );
    fill(this.places, seatRows(form, this.seats, () => this.paint()));
    this.paintStart();
    this.paintClock();
  }

  paintStart() {
    const { form } = this;
    const side = forms.mySide(form, this.seats);
    const free = form.sides > 1 && side >= 0;
    const box = /** @type {HTMLElement} */ (this.starts.parentElement);
    box.hidden = !free;
    const named = { first: "First", last: form.sides === 2 ? "Second" : "Last", random: "At random" };
    fill(this.starts, /** @type {const} */ (["first", "last", "random"]).map((start) => {
      const on = this.start === "random" ? start === "random" : start === (side === 0 ? "first" : "last") && (side === 0 || side === form.sides - 1);
      return button(named[start], () => {
        this.start = start;
        this.seats = forms.started(form, this.seats, start === "last" ? "last" : "first", 0);
        this.paint();
      }, { class: "chip", "aria-pressed": `${on}` });
    }));
  }

  paintClock() {
    fill(this.clocks, CLOCKS.map(([text, clock]) =>
      button(text, () => {
        this.clock = clock;
        this.paintClock();
      }, { class: "chip", "aria-pressed": `${this.clock === clock}` })));
    this.ownClock.hidden = this.clock !== "own";
    if (this.ownClock.childElementCount > 0) return;
    const { own } = this;
    const number = (/** @type {"seconds" | "increment"} */ name, /** @type {string} */ label) => {
      const input = make("input", { type: "number", min: name === "seconds" ? 1 : 0, step: 1, required: true, value: own[name], "aria-label": label, onchange: () => {
        own[name] = Number(input.value);
      } });
      return input;
    };
    const kind = make("select", { "aria-label": "Kind of clock", onchange: () => { own.kind = kind.value; } },
      make("option", { value: "game" }, "for the game"), make("option", { value: "move" }, "for each move"));
    fill(this.ownClock, number("seconds", "Seconds"), "s", kind, "+", number("increment", "Seconds more after each move"), "s");
  }

  /** Options have changed: ask what the game is like now. */
  changed() {
    clearTimeout(this.timer);
    this.pending = new Promise((done) => {
      this.timer = setTimeout(() => void this.reload().then(done), PAUSE);
    });
  }

  async reload() {
    try {
      const form = await gameForm(this.form.name, this.given());
      const before = JSON.stringify([this.form.seats, this.form.levels]);
      const alone = forms.mySide(this.form, this.seats) >= 0;
      this.form = { ...form, options: this.form.options };
      this.error.textContent = "";
      if (before === JSON.stringify([form.seats, form.levels])) return;
      const agent = this.seats.find(({ role }) => role === "agent");
      this.seats = alone && agent ? forms.against(this.form, agent.spec) : forms.resized(this.form, this.seats);
      this.seats = forms.started(this.form, this.seats, this.start === "last" ? "last" : "first", 0);
      this.paint();
    } catch (error) {
      this.fail(error);
    }
  }

  given() {
    return forms.changed(this.form.options, this.options.values);
  }

  async begin() {
    const bad = this.main.querySelector("form :invalid:not(fieldset)");
    if (bad) {
      for (let each = bad.closest("details"); each; each = each.parentElement?.closest("details") ?? null) each.open = true;
      /** @type {HTMLInputElement} */ (bad).reportValidity();
      return;
    }
    this.go.disabled = true;
    await this.pending;
    const { form, own } = this;
    this.error.textContent = "";
    const seats = this.start === "random" ? forms.started(form, this.seats, "random", Math.random()) : this.seats;
    const clock = this.clock === "own" ? forms.clockSpec(own.kind, own.seconds, own.increment) : this.clock;
    const people = seats.some(({ role }) => role !== "agent");
    const wish = { game: form.name, options: this.given(), seats, clock, speed: people ? 0 : SPEED };
    const seed = this.seed.value.trim() === "" ? {} : { seed: Number(this.seed.value) };
    const position = this.position.value.trim() === "" ? {} : { position: this.position.value.trim() };
    try {
      await startGame({ ...wish, ...seed, ...position });
    } catch (error) {
      this.fail(error);
    }
    this.go.disabled = false;
  }

  /** @param {unknown} error */
  fail(error) {
    this.error.textContent = said(error);
  }
}
