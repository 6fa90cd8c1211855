/** A stored game. */

import { parseInteger } from "../lines.js";
import { LineView, positionAddress } from "../lineview.js";
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
    ply: parseInteger(query.get("ply")),
    name: "lines",
    stored: id,
    fallback: ["/arena/games", "Stored games"],
    address: ({ line }) => {
      const ply = line.hasBranched ? (line.branch?.from ?? 0) : line.ply;
      return ply === line.total && !line.hasBranched ? `/stored/${id}` : `/stored/${id}?ply=${ply}`;
    },
    share: (view) => (view.line.hasBranched ? positionAddress(view, view.line.scene?.text ?? "") : ""),
    setUp: (text, view) => navigate(positionAddress(view, text)),
  });
  view.about.textContent = `Stored game ${id}`;
  return () => view.close();
}
