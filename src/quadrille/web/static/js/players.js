/** The players of a game: names, scores, clocks, and the progress of the agent that thinks. */

import { button, fill, icon, make } from "./dom.js";
import { clockText, estimateText, percent, pointsText, short } from "./format.js";
import { presenceText } from "./gameinfo.js";
import { save } from "./store.js";

const CLOCK_INTERVAL = 100;
const LOW_TIME = 20;
export const MAX_NAME_LENGTH = 20;

export class Players {
  /**
   * @param {() => void} moveNow Makes the agent that thinks move at once.
   * @param {(player: number, name: string) => void} [rename] Gives a person another name.
   */
  constructor(moveNow, rename) {
    this.rename = rename;
    this.element = make("ul", { class: "players", "aria-label": "Players" });
    this.thinkingText = make("span", { class: "small quiet" });
    this.moveNowButton = button("Move now", moveNow, { class: "chip small" });
    this.bar = make("progress", { max: 1, "aria-label": "Thinking" });
    this.thinkingBox = make("div", { class: "thinking", hidden: true }, this.thinkingText, this.moveNowButton, this.bar);
    /** @type {{row: HTMLElement, score: HTMLElement, clock: HTMLElement}[]} */
    this.rows = [];
    /** @type {{left: number[], running: number | null, at: number} | null} */
    this.clock = null;
    this.timer = setInterval(() => this.tick(), CLOCK_INTERVAL);
  }

  close() {
    clearInterval(this.timer);
  }

  /**
   * @param {Player[]} players
   * @param {boolean} canMoveNow Whether this page may do so.
   */
  set(players, canMoveNow) {
    this.moveNowButton.hidden = !canMoveNow;
    const others = players.some(({ here }) => !here);
    this.rows = players.map((player) => {
      const score = make("span", { class: "score number" });
      const clock = make("span", { class: "clock number", hidden: true });
      const badge = (/** @type {string} */ text, more = "") => (text ? make("span", { class: `badge ${more}` }, text) : null);
      const isMine = player.here && player.role !== "agent";
      const row = make("li", { class: "player" },
        make("span", { class: `dot player-${player.index}` }, player.index + 1),
        make("span", { class: "label", title: player.spec }, make("span", { class: "who" }, player.name),
          isMine && this.rename ? this.renameButton(player) : null,
          badge(isMine && others ? "you" : "", "on"), badge([player.team, player.plays].filter(Boolean).join(" ")),
          badge(presenceText(player), "presence")),
        score, clock,
      );
      return { row, score, clock };
    });
    fill(this.element, this.rows.map(({ row }) => row));
    if (this.clock) this.clocks(this.clock.left, this.clock.running, this.clock.at);
    this.element.classList.toggle("many", players.length > 4);
  }

  /** @param {Player} player A person at this screen. */
  renameButton(player) {
    const words = `Change the name ${player.name}`;
    return button(icon("pen"), (event) => {
      const place = /** @type {HTMLElement} */ (event.currentTarget).closest(".label");
      const input = make("input", { "aria-label": "Name", maxlength: MAX_NAME_LENGTH, value: player.label, placeholder: player.name, autocomplete: "nickname" });
      const done = () => {
        save("name", input.value.trim());
        this.rename?.(player.index, input.value);
      };
      if (place) fill(place, make("form", { class: "rename", onsubmit: (/** @type {Event} */ sent) => { sent.preventDefault(); done(); } },
        input, button(icon("check"), done, { class: "round primary", "aria-label": "Save the name" })));
      input.select();
    }, { class: "round quiet rename", "aria-label": words, title: words });
  }

  /**
   * @param {number} mover
   * @param {number[]} scores
   */
  turn(mover, scores) {
    this.rows.forEach(({ row, score }, index) => {
      row.classList.toggle("on", index === mover);
      score.textContent = scores[index] === undefined ? "" : pointsText(scores[index]);
    });
  }

  /**
   * @param {number[] | null} left
   * @param {number | null} running
   * @param {number} at When the clocks were read.
   */
  clocks(left, running, at = performance.now()) {
    this.clock = left && { left, running, at };
    this.rows.forEach(({ clock }) => { clock.hidden = !left; });
    this.tick();
  }

  tick() {
    if (!this.clock) return;
    const { left, running, at } = this.clock;
    this.rows.forEach(({ clock }, index) => {
      const spent = index === running ? (performance.now() - at) / 1000 : 0;
      const rest = Math.max((left[index] ?? 0) - spent, 0);
      const text = clockText(rest);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("runs", index === running);
      clock.classList.toggle("low", index === running && rest < LOW_TIME);
    });
  }

  /** @param {Message} message */
  thinking({ state, part, nodes, value, best, percent: isChance }) {
    this.thinkingBox.hidden = state === "done";
    if (state === "done") return;
    const known = typeof part === "number";
    const activity = state === "waiting" ? "waiting for a free core" : known ? `thinking, ${percent(part)}` : "thinking";
    const positions = typeof nodes === "number" && nodes > 0 ? `, ${short(nodes)} positions` : "";
    const favourite = typeof best === "string" && typeof value === "number" ? `best move ${best} (${estimateText(value, isChance === true)})` : "";
    this.thinkingText.textContent = [activity + positions, favourite].filter(Boolean).join(" · ");
    if (known) this.bar.value = part;
    else this.bar.removeAttribute("value");
  }

  hideThinking() {
    this.thinkingBox.hidden = true;
  }
}
