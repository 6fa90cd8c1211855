/** A stored game. */

import { LineView, positionOf } from "../lineview.js";
import { wholeOf } from "../lines.js";
import { navigate } from "../shell.js";

/**
 * @param {HTMLElement} main
 * @param {Address} parameters
 */
export function show(main, { parts: [id = ""], query }) {
  main.className = "wide";
  const view = new LineView(main, {
    open: { type: "open", stored: Number(id) },
    branch: null,
    ply: wholeOf(query.get("ply")),
    name: "lines",
    stored: id,
    otherwise: ["/arena/games", "Stored games"],
    address: ({ line }) => {
      const ply = line.strayed ? (line.branch?.from ?? 0) : line.ply;
      return ply === line.total && !line.strayed ? `/stored/${id}` : `/stored/${id}?ply=${ply}`;
    },
    share: (view) => (view.line.strayed ? positionOf(view, view.line.scene?.text ?? "") : ""),
    setUp: (text, view) => navigate(positionOf(view, text)),
  });
  view.about.textContent = `Stored game ${id}`;
  return () => view.close();
}
