// Steps through the games of a report, and tells which tables are cut by the edge. Without it, the
// last position and all moves are there.
"use strict";

/** The positions of a game as lists of pieces; film.py says how they are written. */
function reelsOf(last, film) {
  const cut = last.split("<");
  const pieces = [...new Set(cut), ...film.pieces];
  const numbers = new Map(pieces.map((piece, number) => [piece, number]));
  const reels = [cut.map((piece) => numbers.get(piece))];
  for (const steps of film.changes) {
    const reel = reels[reels.length - 1].slice();
    for (const [start, gone, fresh] of steps) reel.splice(start, gone, ...fresh);
    reels.push(reel);
  }
  reels.reverse();
  return (index) => reels[index].map((number) => pieces[number]).join("<");
}

/** The text of an image that the page carries in itself. */
function textOf(image) {
  const bytes = Uint8Array.from(atob(image.src.split(",")[1]), (each) => each.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/** Where each move is listed; of very many, those in the middle are one line. */
function linesOf(moves) {
  const lines = [];
  for (const line of moves.children) {
    for (let i = Number(line.dataset.gap || 1); i > 0; i--) lines.push(line);
  }
  return lines;
}

/** How far to scroll a list so that a line is about in its middle and none is cut at the top. */
function scrollFor(tops, top, room) {
  return tops.find((each) => each >= top - room / 2);
}

function start(figure, film) {
  const find = (selector) => figure.querySelector(selector);
  const final = find(".final"), stage = find(".stage"), moves = find(".moves");
  const slider = find("input"), output = find("output");
  const most = film.plies.length - 1;
  const lines = linesOf(moves);
  let pictures = null;
  let now = most;

  function show(index) {
    pictures = pictures || reelsOf(textOf(final), film);
    now = Math.max(0, Math.min(most, index));
    const ply = film.plies[now];
    stage.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(pictures(now));
    stage.hidden = false;
    figure.classList.add("live");
    slider.value = now;
    tell(ply);
    follow();
    stage.alt = output.textContent;
  }

  function tell(ply) {
    const done = lines[ply - 1];
    const move = done && !done.dataset.gap ? `: ${done.textContent}` : "";
    output.textContent = ply ? `After move ${ply} of ${lines.length}${move}` : "The first position";
    for (const each of moves.querySelectorAll(".now")) each.classList.remove("now");
    if (done) done.classList.add("now");
  }

  function follow() {
    const done = moves.querySelector(".now");
    const tops = lines.map((line) => line.offsetTop);
    moves.scrollTop = done ? scrollFor(tops, done.offsetTop, moves.clientHeight) : 0;
  }

  const go = { first: () => 0, back: () => now - 1, on: () => now + 1, last: () => most };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  figure.addEventListener("click", (event) => {
    const button = event.target.closest("button"), line = event.target.closest(".moves li");
    if (button) show(go[button.dataset.go]());
    if (line) {
      const ply = lines.indexOf(line) + 1;
      show(film.plies.filter((each) => each <= ply).length - 1);
    }
  });
  figure.addEventListener("keydown", (event) => {
    const name = keys[event.key];
    if (!name || event.target === slider || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    show(go[name]());
  });
  slider.addEventListener("input", () => show(Number(slider.value)));
  find(".steps").hidden = false;
  moves.classList.add("jump");
  tell(film.plies[most]);
}

for (const figure of document.querySelectorAll("figure.replay")) {
  const data = figure.querySelector("script");
  if (data) start(figure, JSON.parse(data.textContent));
}

/** Say of tables that they go on beyond the edge. */
const widths = new ResizeObserver((seen) => {
  for (const { target } of seen) {
    target.classList.toggle("cut", target.scrollWidth > target.clientWidth + 1);
  }
});
for (const table of document.querySelectorAll(".table")) widths.observe(table);
