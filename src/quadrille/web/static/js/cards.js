/** A grid of cards, one for each game. */

import { make } from "./dom.js";

/**
 * @param {Card[]} cards
 * @param {(card: Card) => string} address The link of a card.
 */
export function cardGrid(cards, address) {
  return make("ul", { class: "cards" }, cards.map((card) =>
    make("li", {},
      make("a", { class: "card", href: address(card) },
        make("span", { class: "frame" }, make("img", { src: card.picture, alt: "", loading: "lazy" })),
        make("span", { class: "words" },
          make("span", { class: "spread" },
            make("strong", {}, card.title),
            make("span", { class: "badge" }, card.players),
          ),
          make("span", { class: "quiet" }, card.summary),
        ),
      ),
    ),
  ));
}
