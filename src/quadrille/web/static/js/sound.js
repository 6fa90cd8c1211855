/** A tick for every move, if the sound is on. */

import { preferences } from "./store.js";

/** @type {AudioContext | null} */
let audio = null;

/** @param {number} [pitch] In hertz. */
export function tick(pitch = 520) {
  if (!preferences().sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, now);
  gain.gain.setValueAtTime(0.12, now);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + 0.09);
  tone.connect(gain).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
