/** Facts about a game: its turns, the names of players, the status line. Nothing here touches the page. */

/**
 * Replace the moves from an index on by those of a message; after an undo there are fewer.
 * @param {Played[]} known
 * @param {number} since
 * @param {Played[]} added
 */
export function updateMoves(known, since, added) {
  return [...known.slice(0, since), ...added];
}

/**
 * Group moves into turns; a chance move belongs to the turn after it.
 * @param {Played[]} played
 * @returns {Turn[]}
 */
export function groupTurns(played) {
  /** @type {Turn[]} */
  const found = [];
  for (const move of played) {
    const turn = found.at(-1);
    const open = turn !== undefined && (turn.player < 0 || turn.player === move.player);
    if (turn && open) {
      turn.moves.push(move);
      if (turn.player < 0) turn.player = move.player;
    } else {
      found.push({ number: found.length + 1, player: move.player, moves: [move] });
    }
  }
  return found;
}

/**
 * Whether the people at this screen all play for the same side.
 * @param {Player[]} players
 */
export function playsOneSide(players) {
  return new Set(players.filter(({ here }) => here).map(({ side }) => side)).size === 1;
}

/**
 * Whose turn it is, or the result of the game.
 * @param {Player[]} players
 * @param {{player: number, headline: string}} scene
 * @param {Result | null} result
 */
export function statusText(players, scene, result) {
  if (result) return result.text;
  const mover = players[scene.player];
  if (!mover) return scene.headline;
  const many = players.filter(({ here }) => here).length > 1;
  if (mover.here) return many ? `Your turn: ${mover.name}` : "Your turn";
  return mover.role === "agent" ? `${mover.name} is thinking` : `It is ${mover.name}'s turn`;
}

/**
 * What to do now, in words.
 * @param {string[]} prompts
 * @param {Step} step
 */
export function promptText(prompts, { index, kind, isPending, touch }) {
  if (isPending) return touch ? "Tap it again to play it" : "Click on it again to play it";
  const words = prompts[Math.min(index, prompts.length - 1)] ?? "";
  if (kind !== "rotation") return words;
  return `${words} ${touch ? "with the arrows, then tap Place" : "with R or the wheel, then click Place"}`;
}

/**
 * Which sound new moves make.
 * @param {Player[]} players
 * @param {Scene} scene
 * @param {Result | null} result
 * @param {boolean} hasPoints Whether somebody got points.
 * @returns {import("./sound.js").Sound}
 */
export function soundOf(players, scene, result, hasPoints) {
  if (result) {
    const kind = resultKind(players, result);
    return kind === "won" || kind === "lost" ? kind : "over";
  }
  if (hasPoints) return "score";
  return players[scene.player]?.here ? "turn" : "move";
}

/**
 * The title of the page of a game: in another tab it tells whose turn it is.
 * @param {string} game
 * @param {Player[]} players
 * @param {{player: number}} scene
 * @param {Result | null} result
 */
export function titleText(game, players, scene, result) {
  if (result) return `Game over – ${game}`;
  const isMine = players[scene.player]?.here && players.some(({ here }) => !here);
  return isMine ? `● Your turn – ${game}` : game;
}

/**
 * The result for the people at this screen.
 * @param {Player[]} players
 * @param {Result} result
 * @returns {"won" | "lost" | "drawn" | "over"}
 */
export function resultKind(players, result) {
  const mine = players.find(({ here }) => here);
  if (!mine || !playsOneSide(players) || result.outcome.length < 2) return "over";
  const best = Math.max(...result.outcome);
  const others = result.outcome.filter((_, side) => side !== mine.side);
  if (result.outcome[mine.side] !== best) return "lost";
  return others.includes(best) ? "drawn" : "won";
}

/**
 * The players of a game in one line of text.
 * @param {Player[]} players
 */
export function lineup(players) {
  /** @type {string[]} */
  const parts = [];
  for (const side of new Set(players.map((each) => each.side))) {
    const names = players.filter((each) => each.side === side).map(({ label, name }) => label || name);
    const first = names[0] ?? "";
    const same = names.every((name) => name === first);
    parts.push(same ? (names.length > 1 ? `${first} ×${names.length}` : first) : names.join(" + "));
  }
  return parts.join(" – ");
}

/**
 * Which seats this browser has, in words.
 * @param {Player[]} players
 */
export function seatText(players) {
  const names = players.filter(({ here }) => here).map(({ name }) => name);
  if (names.length === 0) return "You are watching.";
  const last = names.pop() ?? "";
  return `You play as ${names.length > 0 ? `${names.join(", ")} and ${last}` : last}.`;
}

/**
 * Whether a person who is not at this screen has the game open; empty where that does not matter.
 * @param {Player} player
 */
export function presenceText(player) {
  if (player.role === "agent" || player.here || player.present) return "";
  return player.taken ? "away" : "not here yet";
}

/**
 * Who has come or gone, in a sentence for each.
 * @param {Player[]} before
 * @param {Player[]} now
 */
export function presenceNews(before, now) {
  const others = now.filter(({ here, role }) => !here && role !== "agent");
  const changed = others.filter(({ index, present }) => before[index]?.present !== present);
  return changed.map(({ name, present }) => (present ? `${name} has joined.` : `${name} is away.`)).join(" ");
}
