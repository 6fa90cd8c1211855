/** Numbers, times and messages as text. */

/**
 * How long ago something was.
 * @param {number} milliseconds
 */
export function ago(milliseconds) {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

/**
 * The time on a clock: minutes and seconds, with tenths below ten seconds.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const left = Math.max(seconds, 0);
  if (left < 10) return (Math.floor(left * 10) / 10).toFixed(1);
  const whole = Math.floor(left);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = `${whole % 60}`.padStart(2, "0");
  return hours > 0 ? `${hours}:${`${minutes}`.padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/**
 * A chance in whole percent.
 * @param {number} chance 0 to 1.
 */
export function percent(chance) {
  return `${Math.round(chance * 100)} %`;
}

/**
 * An estimate: a chance to win in percent, where it is one, or else the value of the agent from -1 to 1.
 * What is not proven is never shown as 0 or 100 percent.
 * @param {number} value 0 to 1.
 * @param {boolean} isChance
 */
export function estimateText(value, isChance) {
  if (!isChance) return signedText(2 * value - 1, 2);
  const whole = Math.round(value * 100);
  if (whole === 100 && value < 1) return "> 99 %";
  if (whole === 0 && value > 0) return "< 1 %";
  return `${whole} %`;
}

/**
 * An expected lead in points.
 * @param {number} lead
 */
export function leadText(lead) {
  return `${signedText(lead, 0)} points`;
}

/**
 * A number with its sign.
 * @param {number} value
 * @param {number} digits
 */
export function signedText(value, digits) {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return value > 0 ? `+${text}` : `−${text}`;
}

/**
 * A large number, shortened.
 * @param {number} count
 */
export function short(count) {
  if (count < 10_000) return `${count}`;
  if (count < 1_000_000) return `${Math.round(count / 1000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/**
 * Points, with at most one decimal.
 * @param {number} points
 */
export function pointsText(points) {
  return Number.isInteger(points) ? `${points}` : points.toFixed(1);
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A message of the server as a sentence: a capital letter, and a full stop at the end.
 * @param {string} text
 */
export function sentenceCase(text) {
  return capital(/(^|[.!?…])$/.test(text) ? text : `${text}.`);
}
