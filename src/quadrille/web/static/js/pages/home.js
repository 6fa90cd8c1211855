/** The front page: all games, and those of this browser. */

import { cards } from "../api.js";
import { cardGrid } from "../cards.js";
import { make } from "../dom.js";
import { gameRow, isUnfinished, myGames, waitingFirst } from "../mygames.js";
import { setTitle } from "../shell.js";

const MAX_SHOWN = 6;

/** @param {HTMLElement} main */
export async function show(main) {
  setTitle("");
  const [found, games] = await Promise.all([cards(), myGames().catch(() => [])]);
  const unfinished = waitingFirst(games.filter(isUnfinished));
  const finished = games.filter((each) => !isUnfinished(each));
  main.append(
    gameSection("Your unfinished games", unfinished.slice(0, MAX_SHOWN), games.length) ?? "",
    make("section", { class: "hello" },
      make("h1", {}, "Choose a game"),
      make("p", { class: "quiet" },
        "Play against people or programs, watch programs play each other, and see how they evaluate positions."),
    ),
    cardGrid(found, (card) => `/new/${encodeURIComponent(card.name)}`),
    gameSection("Finished games", finished.slice(0, MAX_SHOWN), games.length) ?? "",
    make("footer", { class: "foot" },
      make("p", {}, "Quadrille is a laboratory for programs that play board games. Open source under the MIT licence."),
      make("p", {}, "The names of games belong to their owners, with whom Quadrille is not affiliated."),
    ),
  );
}

/**
 * Games of this browser.
 * @param {string} title
 * @param {MyGame[]} games
 * @param {number} total How many there are in all.
 */
function gameSection(title, games, total) {
  if (games.length === 0) return null;
  const list = make("ul", { class: "recent" });
  const section = make("section", { class: "mygames" },
    make("div", { class: "spread" }, make("h2", {}, title),
      make("a", { href: "/mine" }, total > games.length ? `All ${total} of my games` : "My games")),
    list);
  const onRemove = () => {
    section.hidden = list.childElementCount === 0;
  };
  list.append(...games.map((game) => gameRow(game, { onRemove })));
  return section;
}
