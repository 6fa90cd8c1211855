/** What people ask each other during a game, a draw or to take a move back, and the answer. */

import { button, fill, make } from "./dom.js";

export class OfferPanel {
  element = make("div", { class: "offer panel", role: "group", "aria-label": "A question", hidden: true });

  /** @param {(message: Message) => void} send */
  constructor(send) {
    this.send = send;
    this.shown = "";
  }

  /**
   * Show a question to those who can answer it, and to the one who asked.
   * @param {Offer | null | undefined} offer
   * @param {Player[]} players
   */
  set(offer, players) {
    const text = offer ? offerText(offer, players) : "";
    this.element.hidden = !text;
    if (text === this.shown) return;
    this.shown = text;
    const answer = (/** @type {boolean} */ accept) => () => this.send({ type: "answer", accept });
    const asked = offer?.asked.some((player) => players[player]?.here);
    const asks = offer !== null && offer !== undefined && players[offer.player]?.here;
    fill(this.element, make("p", {}, text),
      asked ? make("div", { class: "row" },
        button("Accept", answer(true), { class: "primary" }),
        button("Decline", answer(false))) : null,
      !asked && asks ? button("Withdraw", answer(false), { class: "quiet" }) : null);
  }
}

/**
 * A question in words.
 * @param {Offer} offer
 * @param {Player[]} players
 */
export function offerText({ kind, player, asked }, players) {
  const name = players[player]?.name ?? "";
  const waiting = asked.map((each) => players[each]?.name ?? "").join(" and ");
  const here = asked.some((each) => players[each]?.here);
  if (here) return kind === "draw" ? `${name} offers a draw.` : `${name} asks to take the last move back.`;
  const own = players[player]?.here;
  if (kind === "draw") return `${own ? "You have offered" : `${name} has offered`} a draw. Waiting for ${waiting}.`;
  return `${own ? "You have asked" : `${name} has asked`} to take the last move back. Waiting for ${waiting}.`;
}

/**
 * What has happened to a question, for people who do not see it.
 * @param {Offer | null} before
 * @param {Offer | null} now
 * @param {Player[]} players
 * @param {boolean} isOver
 */
export function offerNews(before, now, players, isOver) {
  if (now) return before?.asked.length === now.asked.length ? "" : offerText(now, players);
  if (!before || isOver) return "";
  return before.kind === "draw" ? "The draw was not agreed." : "";
}
