/**
 * The analysis pane and the plot of one game, which share the server's attention: while a review
 * runs, the analysis rests.
 */

import { AnalysisPane } from "./analysis.js";
import { Plot } from "./plot.js";

/**
 * Put both into elements.
 *
 * `at` is told each position that the board shows, after `board.show`; `hear` gets the messages of
 * the server and is true for those it took.
 *
 * @param {{analysis: Element, plot: Element, list: Element}} places `list` has the moves with their data-ply.
 * @param {AnalysisOptions & {goTo: (ply: number) => void}} options
 */
export function createStudy(places, options) {
  const { socket, players, goTo, announce } = options;
  const pane = new AnalysisPane(options);
  /** @type {Map<number, MoveClass>} */
  let classes = new Map();
  const mark = () => markMoves(places.list, classes);
  const plot = new Plot({
    socket, players, goTo, announce,
    onClasses: (found) => {
      classes = found;
      mark();
    },
    onRunning: (running) => pane.pause(running ? "Waiting for the review to end." : ""),
  });
  places.analysis.append(pane.element);
  places.plot.append(plot.element);
  return {
    /**
     * @param {Scene} scene
     * @param {Played[]} played
     */
    at(scene, played) {
      plot.setMoves(played, scene.ply);
      mark();
      pane.setScene(scene);
    },
    /** @param {Message} message */
    onMessage: (message) => pane.onMessage(message) || plot.onMessage(message),
    /** A move is about to be made, which ends what runs. */
    stopReview() {
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
 * @param {Map<number, MoveClass>} classes By the ply after a move.
 */
export function markMoves(list, classes) {
  for (const each of list.querySelectorAll("[data-ply]")) {
    const kind = classes.get(Number(each.getAttribute("data-ply")));
    if (kind) each.setAttribute("data-class", kind);
    else each.removeAttribute("data-class");
  }
}
