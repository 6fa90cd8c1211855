// Sets the colours before anything is drawn; the switch is in main.js.
"use strict";
try {
  const chosen = localStorage.getItem("quadrille.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Without a store the system's colours are used.
}
