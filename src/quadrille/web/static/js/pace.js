/** The speed controls of a game between programs. */

import { button, fill, icon, make } from "./dom.js";

/**
 * @param {(change: {paused?: boolean, speed?: number, step?: boolean}) => void} send
 * @returns {{element: HTMLElement, set: (pace: {paused: boolean, speed: number}) => void}}
 */
export function paceControls(send) {
  let paused = false;
  const toggle = button("", () => send({ paused: !paused }), { class: "primary" });
  const step = button([icon("step"), "Step"], () => send({ step: true }), { title: "One move" });
  const slider = make("input", {
    type: "range", min: 0, max: 5, step: 0.1, "aria-label": "Seconds per move",
    oninput: () => showSpeed(Number(slider.value)), onchange: () => send({ speed: Number(slider.value) }),
  });
  const text = make("span", { class: "small quiet number" });
  const showSpeed = (/** @type {number} */ speed) => {
    text.textContent = speed === 0 ? "no delay" : `${speed.toFixed(1)} s per move`;
  };
  const element = make("div", { class: "pace", hidden: true },
    make("div", { class: "row" }, toggle, step), make("label", { class: "slide" }, slider, text));
  return {
    element,
    set(pace) {
      paused = pace.paused;
      fill(toggle, icon(paused ? "play" : "pause"), paused ? "Resume" : "Pause");
      step.disabled = !paused;
      if (document.activeElement !== slider) slider.value = `${pace.speed}`;
      showSpeed(pace.speed);
    },
  };
}
