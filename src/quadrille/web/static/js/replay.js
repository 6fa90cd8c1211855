/** Playing a line by itself, at a chosen speed. */

import { button, fill, icon, make } from "./dom.js";
import { load, save } from "./store.js";

const SPEEDS = [["Slow", 2000], ["Normal", 1000], ["Fast", 400], ["Very fast", 120]];

/**
 * @param {() => boolean} step Shows the next ply; false at the end.
 * @param {() => void} rewind Goes to the start.
 */
export function replayer(step, rewind) {
  let timer = 0;
  const speed = make("select", { class: "small", "aria-label": "Speed", onchange: () => {
    save("replay", Number(speed.value));
    if (timer) start();
  } }, SPEEDS.map(([name, pause]) => make("option", { value: pause, selected: pause === load("replay", 1000) }, name)));
  const toggle = button(icon("play"), () => (timer ? stop() : start()), { title: "Play (space)" });
  const paint = () => {
    fill(toggle, icon(timer ? "pause" : "play"));
    toggle.setAttribute("aria-label", timer ? "Pause" : "Play the moves");
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    paint();
  };
  const start = () => {
    stop();
    if (!step()) rewind();
    timer = setInterval(() => {
      if (!step()) stop();
    }, Number(speed.value));
    paint();
  };
  paint();
  return { toggle, speed, stop, flip: () => toggle.click(), get plays() { return timer !== 0; } };
}
