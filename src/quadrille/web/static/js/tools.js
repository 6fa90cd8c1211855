/** Panels that copy, set up, play or share a position. */

import { errorText, post } from "./api.js";
import { button, fill, icon, make } from "./dom.js";
import { fieldSet } from "./fields.js";
import { changedValues } from "./forms.js";
import { copyButton, copyRow } from "./menus.js";
import { startGame } from "./rooms.js";

/**
 * A panel with a heading.
 * @param {string} name
 * @param {import("./dom.js").Child[]} content
 */
function panel(name, ...content) {
  return make("section", { class: "panel tool", "aria-label": name }, make("h2", {}, name), content);
}

/**
 * The text of the position, to copy or to replace.
 * @param {string} game
 * @param {(text: string) => void} setUp Opens a position.
 */
export function positionTool(game, setUp) {
  /** @type {Record<string, unknown>} */
  let options = {};
  let current = "";
  const area = make("textarea", {
    rows: 3, maxlength: 8000, spellcheck: "false", "aria-label": "Position", oninput: () => { setUpButton.disabled = area.value.trim() === current; },
  });
  const error = make("p", { class: "error", role: "alert" });
  const copy = copyButton(area, "Copy", "Copied", { class: "chip" });
  const setUpButton = button("Set up", async () => {
    const text = area.value.trim();
    error.textContent = "";
    try {
      await post("/api/positions", { game, options, text });
      setUp(text);
    } catch (reason) {
      error.textContent = errorText(reason);
    }
  }, { class: "chip primary", disabled: true });
  return {
    element: panel("Position", area, error, make("div", { class: "row" }, setUpButton, copy)),
    /**
     * @param {Scene} scene
     * @param {Record<string, unknown>} now The options of the game.
     */
    set(scene, now) {
      options = now;
      current = scene.text ?? "";
      if (document.activeElement !== area || setUpButton.disabled) area.value = current;
      setUpButton.disabled = area.value.trim() === current;
      error.textContent = "";
    },
  };
}

/**
 * Starts a game against a program from the position that is shown.
 * @param {GameForm} form
 * @param {() => {scene: Scene | null, options: Record<string, unknown>}} current
 */
export function playTool(form, current) {
  const seat = make("select", {}, form.seats.map(({ player, label }) => make("option", { value: player }, label)));
  const level = make("select", {}, form.levels.map(({ name, spec }, index) => make("option", { value: spec, selected: index === 1 }, name)));
  const error = make("p", { class: "error", role: "alert" });
  const playButton = button([icon("play"), "Play from here"], async () => {
    const { scene, options } = current();
    const mine = form.seats.find(({ player }) => player === Number(seat.value))?.side;
    const seats = form.seats.map(({ side }) => (side === mine ? { role: "person" } : { role: "agent", spec: level.value }));
    error.textContent = "";
    try {
      await startGame({ game: form.name, options, seats, position: scene?.text });
    } catch (reason) {
      error.textContent = errorText(reason);
    }
  }, { class: "primary" });
  const element = panel("Play from here",
    make("div", { class: "fields" },
      make("label", { class: "field" }, "You play", seat),
      form.sides > 1 ? make("label", { class: "field" }, "Against", level) : null),
    error, playButton);
  return {
    element,
    /** @param {Scene} scene */
    set(scene) {
      playButton.disabled = scene.player === -2 || scene.text === null;
      if (scene.player >= 0 && document.activeElement !== seat) seat.value = `${scene.player}`;
      error.textContent = "";
    },
  };
}

/**
 * Links and files.
 * @param {{id: string, name: string} | null} stored A stored game, which has files.
 */
export function shareTool(stored) {
  const place = make("div");
  const files = make("div", { class: "row" });
  return {
    element: panel("Share", place, files),
    /**
     * @param {string} address
     * @param {number} ply
     * @param {boolean} hasBranched Whether the moves differ from those of the game.
     */
    set(address, ply, hasBranched) {
      fill(place, copyRow("Link to this position", `${location.origin}${address}`));
      const base = `/api/arena/games/${stored?.id}`;
      const file = (/** @type {string} */ text, /** @type {string} */ path, /** @type {string} */ end) =>
        make("a", { class: "button chip", href: `${base}/${path}`, download: `${stored?.name}-${stored?.id}${end}` }, text);
      fill(files, stored ? [
        file("Record", "record.jsonl", ".jsonl"),
        hasBranched ? null : file("Picture", `picture.svg?ply=${ply}`, `-${ply}.svg`),
        file("Film", "film.svg", "-film.svg"),
      ] : null);
    },
  };
}

/**
 * The options of a new board.
 * @param {GameForm} form
 * @param {number | null} seed
 * @param {(options: Record<string, unknown>, seed: number | null) => void} begin
 */
export function rulesTool(form, seed, begin) {
  const options = fieldSet(form.options, () => {});
  const number = make("input", { type: "number", min: 0, step: 1, value: seed ?? "", placeholder: "0" });
  const error = make("p", { class: "error", role: "alert" });
  const element = make("details", { class: "panel tool rules" },
    make("summary", {}, "Rules and variants"),
    options.element,
    make("div", { class: "fields" }, make("label", { class: "field" }, "Seed", number, make("span", { class: "help" }, "Used where the set-up is random."))),
    error,
    button("New board", () => {
      const text = number.value.trim();
      begin(changedValues(form.options, options.values), text === "" ? null : Number(text));
    }, { class: "primary" }));
  return { element };
}

/**
 * What is left to be drawn, for games that report it.
 * @param {import("./socket.js").Socket} socket
 */
export function remainingTool(socket) {
  const list = make("ul", { class: "remaining" });
  const count = make("span", { class: "badge number" });
  const element = make("section", { class: "panel tool", "aria-label": "Remaining", hidden: true },
    make("h2", { class: "spread" }, "Remaining", count), list);
  let unavailable = false;
  let last = 0;
  return {
    element,
    /** @param {number} ply */
    async set(ply) {
      if (unavailable) return;
      const number = (last += 1);
      try {
        const { rows } = await socket.ask({ type: "remaining", ply });
        if (number !== last) return;
        const left = rows.filter((/** @type {{count: number}} */ row) => row.count > 0);
        element.hidden = rows.length === 0;
        count.textContent = `${left.reduce((/** @type {number} */ sum, /** @type {{count: number}} */ row) => sum + row.count, 0)}`;
        fill(list, left.map((/** @type {{label: string, count: number}} */ { label, count: each }) =>
          make("li", {}, make("b", {}, label), make("span", { class: "number quiet" }, `×${each}`))));
      } catch {
        unavailable = element.hidden;
      }
    },
  };
}
