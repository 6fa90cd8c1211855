/** The analysis pane and the review of one game; the analysis is paused while a review runs. */

import { AnalysisPane } from "./analysis.js";
import { Plot } from "./plot.js";

/**
 * Create both in the given elements.
 *
 * Call `setScene` with each position after `board.show`, and `onMessage` with the messages of the
 * server; it returns true for those that it handles.
 *
 * @param {{analysis: Element, plot: Element, list: Element}} places `list` contains the moves with their data-ply.
 * @param {AnalysisOptions & {goTo: (ply: number) => void}} options
 */
export function createStudy(places, options) {
  const { socket, players, goTo, announce } = options;
  const pane = new AnalysisPane(options);
  /** @type {Map<number, MoveClass>} */
  let classes = new Map();
  const renderClasses = () => markMoves(places.list, classes);
  const plot = new Plot({
    socket, players, goTo, announce,
    onClasses: (found) => {
      classes = found;
      renderClasses();
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
    setScene(scene, played) {
      plot.setMoves(played, scene.ply);
      renderClasses();
      pane.setScene(scene);
    },
    /** @param {Message} message */
    onMessage: (message) => pane.onMessage(message) || plot.onMessage(message),
    /** Stop a running review, since a move changes the line. */
    stopReview() {
      if (plot.running) plot.stop();
    },
    /** Call this when the connection is lost. */
    onDisconnect: () => plot.onDisconnect(),
    close() {
      pane.close();
      plot.close();
      pane.element.remove();
      plot.element.remove();
    },
  };
}

/**
 * Show the classes of moves in the move list.
 * @param {Element} list
 * @param {Map<number, MoveClass>} classes By the ply after a move.
 */
export function markMoves(list, classes) {
  if (classes.size === 0 && !list.querySelector("[data-class]")) return;
  for (const each of list.querySelectorAll("[data-ply]")) {
    const kind = classes.get(Number(each.getAttribute("data-ply")));
    if (kind) each.setAttribute("data-class", kind);
    else each.removeAttribute("data-class");
  }
}
