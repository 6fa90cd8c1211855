/** All games of this browser: unfinished ones first, to play on, analyse, name and keep. */

import { errorText } from "../api.js";
import { button, fill, make } from "../dom.js";
import { gameRow, isUnfinished, myGames, waitingFirst } from "../mygames.js";
import { setTitle } from "../shell.js";

/** @param {HTMLElement} main */
export async function show(main) {
  setTitle("My games");
  const games = await myGames();
  const message = make("p", { class: "small quiet", role: "status" });
  const exportButton = button("Export all", async () => {
    exportButton.disabled = true;
    message.textContent = await exportGames(games);
    exportButton.disabled = false;
  }, { title: "The records of all games in one file, for `quadrille replay` and `quadrille store import`" });
  const place = make("div");
  const render = () => fill(place, games.length === 0 ? nothing() : [
    list("Unfinished", waitingFirst(games.filter(isUnfinished)), remove),
    list("Finished", games.filter((each) => !isUnfinished(each)), remove),
  ]);
  const remove = (/** @type {MyGame} */ game) => {
    games.splice(games.indexOf(game), 1);
    render();
  };
  exportButton.hidden = games.length === 0;
  render();
  main.append(
    make("div", { class: "spread arenahead" }, make("h1", {}, "My games"),
      make("div", { class: "row" }, exportButton, make("a", { class: "button", href: "/arena/games" }, "Games of the arena"))),
    make("p", { class: "quiet" }, "The games that were played or watched in this browser. Names are kept in this browser too."),
    message, place);
}

/**
 * @param {string} title
 * @param {MyGame[]} games
 * @param {(game: MyGame) => void} remove
 */
function list(title, games, remove) {
  if (games.length === 0) return null;
  return make("section", { class: "mygames" }, make("h2", {}, title),
    make("ul", { class: "recent mine" }, games.map((game) => gameRow(game, { onRemove: () => remove(game), hasTools: true }))));
}

function nothing() {
  return make("section", { class: "panel empty" }, make("h2", {}, "No games yet"),
    make("p", {}, make("a", { class: "button primary", href: "/" }, "Choose a game")));
}

/**
 * Save the records of games in one file; what could not be exported, in words.
 * @param {MyGame[]} games
 */
async function exportGames(games) {
  const lines = [];
  let refused = 0;
  for (const { id } of games) {
    try {
      const answer = await fetch(`/api/rooms/${id}/record.jsonl`);
      if (answer.ok) lines.push((await answer.text()).trim());
      else refused += 1;
    } catch (error) {
      return errorText(error);
    }
  }
  const address = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "application/jsonl" }));
  const link = make("a", { href: address, download: "my-games.jsonl" });
  link.click();
  URL.revokeObjectURL(address);
  const rest = refused === 0 ? "" : ` ${refused} with secrets can be exported when ${refused === 1 ? "it is" : "they are"} over.`;
  return `${lines.length} ${lines.length === 1 ? "game" : "games"} exported.${rest}`;
}
