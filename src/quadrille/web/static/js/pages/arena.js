import { missing } from "../main.js";

/**
 * @param {HTMLElement} main
 * @param {import("../types.js").Parameters} parameters
 */
export function show(main, parameters) {
  void parameters;
  missing(main, "This page is being built.");
}
