/** An analysis board: any position of any game, with moves for all sides. */

import { cards } from "../api.js";
import { cardGrid } from "../cards.js";
import { make } from "../dom.js";
import { boardAddress, parseAddress, parseInteger } from "../lines.js";
import { LineView, positionAddress } from "../lineview.js";
import { navigate, setTitle } from "../shell.js";
import { rulesTool } from "../tools.js";

/**
 * @param {HTMLElement} main
 * @param {Address} parameters
 */
export async function show(main, { parts: [game = ""], query }) {
  if (game === "") return choose(main);
  main.className = "wide";
  const room = query.get("room");
  const view = room ? playedGame(main, game, room, parseInteger(query.get("ply"))) : analysisBoard(main, parseAddress(game, query));
  return () => view.close();
}

/** @param {HTMLElement} main */
async function choose(main) {
  setTitle("Analyse");
  main.append(
    make("section", { class: "hello" },
      make("h1", {}, "Analyse a game"),
      make("p", { class: "quiet" }, "Set up any position, play moves for all sides, and see how the programs evaluate them.")),
    cardGrid(await cards(), ({ name }) => `/analyse/${encodeURIComponent(name)}`));
}

/**
 * A game that was played on the page.
 * @param {HTMLElement} main
 * @param {string} game
 * @param {string} room
 * @param {number | null} ply
 */
function playedGame(main, game, room, ply) {
  const view = new LineView(main, {
    open: { type: "open", room },
    branch: null, ply, name: "lines", stored: null,
    address: ({ line }) => `/analyse/${encodeURIComponent(game)}?room=${encodeURIComponent(room)}&ply=${line.hasBranched ? (line.branch?.from ?? 0) : line.ply}`,
    share: (opened) => (opened.line.hasBranched ? positionAddress(opened, opened.line.scene?.text ?? "") : ""),
    setUp: (text, opened) => navigate(positionAddress(opened, text)),
  });
  view.about.textContent = "Analysis of a game";
  return view;
}

/**
 * A board for any position.
 * @param {HTMLElement} main
 * @param {BoardAddress} board
 */
function analysisBoard(main, board) {
  let current = board;
  const view = new LineView(main, {
    open: openMessage(board),
    branch: board.moves.length > 0 ? { from: 0, moves: board.moves } : null,
    ply: board.ply, name: "board", stored: null,
    fallback: board.position || board.moves.length > 0 ? [`/analyse/${encodeURIComponent(board.game)}`, "Start position"] : ["/analyse/", "Choose a game"],
    address: ({ line }) => boardAddress({ ...current, moves: line.texts, ply: line.ply }),
    setUp: (text, { line }) => {
      current = { ...current, position: text, moves: [], ply: null };
      line.previousLine = null;
      line.reopen(openMessage(current), null, null);
    },
    more: ({ form, line }) => form && rulesTool(form, current.seed, (options, seed) => {
      current = { ...current, options, seed, position: "", moves: [], ply: null };
      line.previousLine = null;
      line.reopen(openMessage(current), null, null);
    }).element,
  });
  view.about.textContent = "Analysis board";
  return view;
}

/**
 * @param {BoardAddress} board
 * @returns {Message}
 */
function openMessage({ game, options, position, seed }) {
  const open = { type: "open", game, options };
  if (position) return { ...open, position };
  return seed === null ? open : { ...open, seed };
}
