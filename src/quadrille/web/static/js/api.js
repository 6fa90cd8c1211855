/** Requests to the server. What goes wrong is an Error of one line. */

/**
 * @param {string} address
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
export function get(address, headers = {}) {
  return request(address, { headers });
}

/**
 * @param {string} address
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export function post(address, body) {
  const headers = { "Content-Type": "application/json" };
  return request(address, { method: "POST", headers, body: JSON.stringify(body) });
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
  const response = await tryFetch(address, key ? { headers: { "X-Key": key } } : {});
  if (!response.ok) throw new Error(await failureReason(response));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * @param {string} address
 * @param {RequestInit} init
 */
async function request(address, init) {
  const response = await tryFetch(address, init);
  if (!response.ok) throw new Error(await failureReason(response));
  return response.json();
}

/**
 * @param {string} address
 * @param {RequestInit} init
 */
async function tryFetch(address, init) {
  try {
    return await fetch(address, init);
  } catch {
    throw new Error("the server cannot be reached");
  }
}

/** @param {Response} response */
async function failureReason(response) {
  try {
    const body = await response.json();
    if (typeof body.error === "string") return body.error;
  } catch {
    // No reason was given.
  }
  return `the server answered ${response.status}`;
}

/**
 * What an error says.
 * @param {unknown} error
 */
export const errorText = (error) => (error instanceof Error ? error.message : `${error}`);
