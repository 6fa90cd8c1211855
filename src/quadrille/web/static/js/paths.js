/** Matches clicks with the paths of legal moves. Nothing here knows a game or touches the page. */

/**
 * The moves whose paths start with these steps.
 * @param {Move[]} moves
 * @param {string[]} chosen
 */
export function movesStartingWith(moves, chosen) {
  return moves.filter(({ path }) => chosen.every((step, index) => path[index] === step));
}

/**
 * The possible next steps, each once, in the order of the moves.
 * @param {Move[]} moves
 * @param {string[]} chosen
 */
export function nextSteps(moves, chosen) {
  const steps = movesStartingWith(moves, chosen).map(({ path }) => path[chosen.length]);
  return [...new Set(steps)].filter((step) => step !== undefined);
}

/**
 * The move whose path is exactly these steps.
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @returns {Move | null}
 */
export function completedMove(moves, chosen) {
  const whole = movesStartingWith(moves, chosen).find(({ path }) => path.length === chosen.length);
  return whole ?? null;
}

/**
 * What the next step is: a number, a rotation, or a spot of the picture.
 *
 * A first step is always a spot. Steps such as "@90" rotate what lies at the spot before.
 *
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @returns {Kind}
 */
export function stepKind(moves, chosen) {
  const steps = nextSteps(moves, chosen);
  if (chosen.length === 0 || steps.length === 0) return "picture";
  if (steps.every((step) => /^\d+$/.test(step))) return "number";
  return steps.every((step) => step.startsWith("@")) ? "rotation" : "picture";
}

/**
 * Add the steps that leave no choice, so that nobody has to click them.
 *
 * The last step of a move is only added after a click, and only if it is not a spot of the
 * picture: a tile that fits in one way only, or a flock of which only one sheep can go.
 *
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @param {boolean} clicked
 * @param {(step: string) => boolean} inPicture
 * @returns {string[]}
 */
export function followForced(moves, chosen, clicked, inPicture) {
  const steps = nextSteps(moves, chosen);
  const [only] = steps;
  if (steps.length !== 1 || only === undefined || completedMove(moves, chosen)) return chosen;
  const next = [...chosen, only];
  const hidden = stepKind(moves, chosen) !== "picture" || !inPicture(only);
  if (completedMove(moves, next) && !(clicked && hidden)) return chosen;
  return followForced(moves, next, clicked, inPicture);
}

/**
 * The steps after a click.
 *
 * A click on a chosen step is a "repeat"; one that fits after fewer steps is a "restart" there.
 *
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @param {string} step
 * @returns {{action: "next" | "repeat" | "restart" | "none", chosen: string[]}}
 */
export function click(moves, chosen, step) {
  if (nextSteps(moves, chosen).includes(step)) return { action: "next", chosen: [...chosen, step] };
  if (chosen.includes(step)) return { action: "repeat", chosen };
  for (let length = chosen.length - 1; length >= 0; length -= 1) {
    const kept = chosen.slice(0, length);
    if (nextSteps(moves, kept).includes(step)) return { action: "restart", chosen: [...kept, step] };
  }
  return { action: "none", chosen };
}

/**
 * The number or rotation to select at first.
 * @param {Kind} kind
 * @param {string[]} steps
 * @param {string | null} preferred
 */
export function defaultStep(kind, steps, preferred) {
  if (preferred !== null && steps.includes(preferred)) return preferred;
  const index = kind === "number" ? Math.floor(steps.length / 2) : 0;
  return steps[index] ?? "";
}

/**
 * The spot for the label of a move: the last one of its path.
 * @param {string[]} path
 * @param {(step: string) => boolean} inPicture
 */
export function labelSpot(path, inPicture) {
  const places = path.filter(
    (step, index) => inPicture(step) && (index === 0 || !/^(\d+|@.*)$/.test(step)),
  );
  return places.at(-1) ?? null;
}

/**
 * The move that a typed text stands for; null if several fit, or none.
 * @param {Move[]} moves
 * @param {string} typed
 * @returns {Move | null}
 */
export function findTyped(moves, typed) {
  const wanted = typed.trim();
  if (wanted === "") return null;
  const exact = moves.find(({ text }) => text === wanted);
  if (exact) return exact;
  const low = wanted.toLowerCase();
  const same = moves.filter(({ text }) => text.toLowerCase() === low);
  if (same.length > 0) return same.length === 1 ? (same[0] ?? null) : null;
  const starts = moves.filter(({ text }) => text.toLowerCase().startsWith(low));
  return starts.length === 1 ? (starts[0] ?? null) : null;
}
