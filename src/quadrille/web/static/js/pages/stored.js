/** A stored game. */

import { go } from "../main.js";
import { LineView } from "../lineview.js";
import { addressOf, wholeOf } from "../lines.js";

/**
 * @param {HTMLElement} main
 * @param {import("../types.js").Parameters} parameters
 */
export function show(main, { parts: [id = ""], query }) {
  main.className = "wide";
  const view = new LineView(main, {
    open: { type: "open", stored: Number(id) },
    branch: null,
    ply: wholeOf(query.get("ply")),
    name: "lines",
    stored: id,
    address: ({ line, room }) => {
      if (line.strayed && room && line.scene?.text) return analysisOf(room, line.scene.text);
      return line.ply === line.total ? `/stored/${id}` : `/stored/${id}?ply=${line.ply}`;
    },
    setUp: (text, { room }) => room && go(analysisOf(room, text)),
  });
  view.about.textContent = `Stored game ${id}`;
  return () => view.close();
}

/**
 * @param {import("../line.js").Room} room
 * @param {string} position
 */
function analysisOf({ game, options }, position) {
  return addressOf({ game, options, position, seed: null, moves: [], ply: null });
}
