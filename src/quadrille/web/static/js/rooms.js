/** Games on the server. */

import { post } from "./api.js";
import { navigate } from "./shell.js";
import { saveKeys } from "./store.js";

/**
 * Start a game, and go to its page.
 * @param {Record<string, unknown>} request
 */
export async function startGame(request) {
  const { id, key } = await post("/api/rooms", request);
  saveKeys(id, { keys: key ? [key] : [] });
  navigate(`/game/${id}`);
}
