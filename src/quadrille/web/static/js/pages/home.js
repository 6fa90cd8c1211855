/** The front page: all games, and those of this browser. */

import { cards } from "../api.js";
import { cardGrid } from "../cards.js";
import { button, icon, make } from "../dom.js";
import { ago } from "../format.js";
import { setTitle } from "../shell.js";
import { recentGames, removeRecentGame } from "../store.js";

/** @param {HTMLElement} main */
export async function show(main) {
  setTitle("");
  const found = await cards();
  main.append(
    make("section", { class: "hello" },
      make("h1", {}, "Choose a game"),
      make("p", { class: "quiet" },
        "Play against people or programs, watch programs play each other, and see how they evaluate positions."),
    ),
    cardGrid(found, (card) => `/new/${encodeURIComponent(card.name)}`),
    recentSection(),
    make("footer", { class: "foot" },
      make("p", {}, "Quadrille is a laboratory for programs that play board games. Open source under the MIT licence."),
      make("p", {}, "The names of games belong to their owners, with whom Quadrille is not affiliated."),
    ),
  );
}

/** The games that were played or watched in this browser. */
function recentSection() {
  const list = make("ul", { class: "recent" });
  const section = make("section", {}, make("h2", {}, "Recent games"), list);
  section.hidden = recentGames().length === 0;
  const now = Date.now();
  for (const game of recentGames()) {
    const row = make("li", {},
      make("a", { href: `/game/${encodeURIComponent(game.id)}` },
        make("strong", {}, game.title),
        make("span", {}, game.players),
        make("span", { class: "badge" }, game.state),
        make("span", { class: "quiet small" }, ago(now - game.time)),
      ),
      button(icon("cross"), () => {
        removeRecentGame(game.id);
        row.remove();
        section.hidden = recentGames().length === 0;
      }, { class: "round quiet", "aria-label": `Remove this game of ${game.title}` }),
    );
    list.append(row);
  }
  return section;
}
