/** Requests to the server. What goes wrong is an Error of one line. */

/**
 * @param {string} address
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
export function get(address, headers = {}) {
  return ask(address, { headers });
}

/**
 * @param {string} address
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export function post(address, body) {
  const headers = { "Content-Type": "application/json" };
  return ask(address, { method: "POST", headers, body: JSON.stringify(body) });
}

/**
 * Everything about a game with some options, for forms.
 * @param {string} name
 * @param {Record<string, unknown>} [options]
 * @returns {Promise<GameForm>}
 */
export function gameForm(name, options = {}) {
  const given = encodeURIComponent(JSON.stringify(options));
  return get(`/api/games/${encodeURIComponent(name)}?options=${given}`);
}

/** @returns {Promise<Card[]>} All games. */
export async function cards() {
  return (await get("/api/games")).games;
}

/**
 * Save a file that needs a key to be read.
 * @param {string} address
 * @param {string} name
 * @param {string | null} key
 */
export async function download(address, name, key) {
  const answer = await reach(address, key ? { headers: { "X-Key": key } } : {});
  if (!answer.ok) throw new Error(await reason(answer));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * @param {string} address
 * @param {RequestInit} wishes
 */
async function ask(address, wishes) {
  const answer = await reach(address, wishes);
  if (!answer.ok) throw new Error(await reason(answer));
  return answer.json();
}

/**
 * @param {string} address
 * @param {RequestInit} wishes
 */
async function reach(address, wishes) {
  try {
    return await fetch(address, wishes);
  } catch {
    throw new Error("the server cannot be reached");
  }
}

/** @param {Response} answer */
async function reason(answer) {
  try {
    const told = await answer.json();
    if (typeof told.error === "string") return told.error;
  } catch {
    // No reason was given.
  }
  return `the server answered ${answer.status}`;
}

/**
 * What an error says.
 * @param {unknown} error
 */
export const said = (error) => (error instanceof Error ? error.message : `${error}`);
