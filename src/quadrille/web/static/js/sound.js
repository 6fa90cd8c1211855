/** Short sounds for what happens, made on the spot; none before the first click or key. */

import { preferences } from "./store.js";

/** @typedef {"move" | "turn" | "score" | "won" | "lost" | "over"} Sound */

const VOLUME = 0.11;

/**
 * The tones of each sound: pitch in hertz, start and length in seconds.
 * @type {Record<Sound, [number, number, number][]>}
 */
const TONES = {
  move: [[294, 0, 0.07]],
  turn: [[523, 0, 0.1], [784, 0.09, 0.16]],
  score: [[659, 0, 0.08], [880, 0.07, 0.08], [1175, 0.14, 0.2]],
  won: [[523, 0, 0.14], [659, 0.12, 0.14], [784, 0.24, 0.14], [1047, 0.36, 0.4]],
  lost: [[392, 0, 0.2], [330, 0.18, 0.2], [262, 0.36, 0.45]],
  over: [[523, 0, 0.2], [523, 0.22, 0.35]],
};

/** @type {AudioContext | null} */
let audio = null;
let isAllowed = false; // Browsers refuse sounds that nobody asked for.
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => { isAllowed = true; }, { capture: true, once: true });
}

/**
 * Play a sound, if sounds are on.
 * @param {Sound} name
 */
export function play(name) {
  if (!isAllowed || !preferences().sound) return;
  audio ??= new AudioContext();
  for (const [pitch, start, length] of TONES[name]) tone(audio, pitch, audio.currentTime + start, length);
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {number} start
 * @param {number} length
 */
function tone(context, pitch, start, length) {
  const source = context.createOscillator();
  const gain = context.createGain();
  source.type = "triangle";
  source.frequency.setValueAtTime(pitch, start);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(VOLUME, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}
