/** Requests to the server. A failure is an Error with a message of one line. */

import { sentenceCase } from "./format.js";

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
 * The form of a game with these options.
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
 * Download a file, as the seats of some keys see it.
 * @param {string} address
 * @param {string} name
 * @param {string[]} keys
 */
export async function download(address, name, keys) {
  const response = await tryFetch(address, keys.length > 0 ? { headers: { "X-Key": keys.join(",") } } : {});
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
    throw new Error("the server cannot be reached; check the connection and try again");
  }
}

/** @param {Response} response */
async function failureReason(response) {
  try {
    const body = await response.json();
    if (typeof body.error === "string") return body.error;
  } catch {
    // The body is not JSON.
  }
  return `the server failed with status ${response.status}; try again later`;
}

/**
 * The message of an error as a sentence.
 * @param {unknown} error
 */
export const errorText = (error) => sentenceCase(error instanceof Error ? error.message : `${error}`);
