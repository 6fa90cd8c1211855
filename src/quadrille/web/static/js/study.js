/**
 * The analysis pane and the plot of one game, which share the server's attention: while a review
 * runs, the analysis rests.
 */

import { AnalysisPane } from "./analysis.js";
import { Plot } from "./plot.js";

/** @typedef {import("./review.js").Class} Class */

/**
 * Put both into elements.
 *
 * `at` is told each position that the board shows, after `board.show`; `hear` gets the messages of
 * the server and is true for those it took.
 *
 * @param {{analysis: Element, plot: Element, list: Element}} places `list` has the moves with their data-ply.
 * @param {import("./analysis.js").AnalysisWishes & {look: (ply: number) => void}} wishes
 */
export function mountStudy(places, wishes) {
  const { socket, players, look, announce } = wishes;
  const pane = new AnalysisPane(wishes);
  /** @type {Map<number, Class>} */
  let classes = new Map();
  const mark = () => markMoves(places.list, classes);
  const plot = new Plot({
    socket, players, look, announce,
    mark: (found) => {
      classes = found;
      mark();
    },
    runs: (runs) => pane.rest(runs ? "Waiting for the review to end." : ""),
  });
  places.analysis.append(pane.element);
  places.plot.append(plot.element);
  return {
    /**
     * @param {Scene} scene
     * @param {Played[]} played
     */
    at(scene, played) {
      plot.at(played, scene.ply);
      mark();
      pane.at(scene);
    },
    /** @param {Message} message */
    hear: (message) => pane.hear(message) || plot.hear(message),
    /** A move is about to be made, which ends what runs. */
    interrupt() {
      if (plot.running) plot.stop();
    },
    /** The connection was lost. */
    lost: () => plot.lost(),
    close() {
      pane.close();
      plot.close();
      pane.element.remove();
      plot.element.remove();
    },
  };
}

/**
 * Show the classes of moves in a list of them.
 * @param {Element} list
 * @param {Map<number, Class>} classes By the ply after a move.
 */
export function markMoves(list, classes) {
  for (const each of list.querySelectorAll("[data-ply]")) {
    const kind = classes.get(Number(each.getAttribute("data-ply")));
    if (kind) each.setAttribute("data-class", kind);
    else each.removeAttribute("data-class");
  }
}
