/** Plays through the moves of a line at a chosen speed. */

import { button, fill, icon, make } from "./dom.js";
import { load, save } from "./store.js";

const SPEEDS = [["Slow", 2000], ["Normal", 1000], ["Fast", 400], ["Very fast", 120]];

/**
 * @param {() => boolean} step Shows the next ply; false at the end.
 * @param {() => void} rewind Goes to the start.
 */
export function createReplay(step, rewind) {
  let timer = 0;
  const speed = make("select", { class: "small", "aria-label": "Speed", onchange: () => {
    save("replay", Number(speed.value));
    if (timer) start();
  } }, SPEEDS.map(([name, pause]) => make("option", { value: pause, selected: pause === load("replay", 1000) }, name)));
  const playButton = button(icon("play"), () => (timer ? stop() : start()), { title: "Play (space)" });
  const render = () => {
    fill(playButton, icon(timer ? "pause" : "play"));
    playButton.setAttribute("aria-label", timer ? "Pause" : "Play the moves");
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    render();
  };
  const start = () => {
    stop();
    if (!step()) rewind();
    timer = setInterval(() => {
      if (!step()) stop();
    }, Number(speed.value));
    render();
  };
  render();
  return { playButton, speed, stop, toggle: () => playButton.click(), get isPlaying() { return timer !== 0; } };
}
