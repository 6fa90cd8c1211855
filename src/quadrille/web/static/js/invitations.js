/** The seats of a game: claiming one by its link, and the links as whoever began the game sees them. */

import { button, fill, make } from "./dom.js";
import { copyRow } from "./menus.js";
import { loadKeys, saveKeys } from "./store.js";

const KEY_BYTES = 12;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Why a link gave no seat, in words.
 * @type {Record<string, string>}
 */
const CLAIM_TEXTS = {
  taken: "Somebody else has taken the seat of this link, so you are watching. If the seat is yours, ask for a new link.",
  withdrawn: "This link gives no seat any more, so you are watching. Ask for a new link.",
  secret: "This link is for another player: in a game with secrets nobody can play both sides. Send it to that player.",
  ask: "This link is for another player, and you have a seat already. Send it to that player, or play for both.",
};

/** A random key for a seat, which only this browser knows. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * Remember that a link was opened, before the server is asked: a claim can be repeated under its key.
 * @param {string} id
 * @param {string} invite What the address has after "#".
 */
export function openLink(id, invite) {
  const known = loadKeys(id);
  if (known.keys.includes(invite) || known.claim?.invite === invite) return;
  saveKeys(id, { ...known, claim: { invite, key: newKey() } });
}

/**
 * Keep the keys that the server knows; a claim that it has answered is done.
 * @param {string} id
 * @param {Message} message
 */
export function keepKeys(id, message) {
  const { keys, claim } = loadKeys(id);
  const all = [...new Set([...keys, ...message.keys])];
  saveKeys(id, message.claim === "ask" && claim ? { keys: all, claim } : { keys: all });
}

/** That links work on this computer only, if they do, and how to change that; null if not. */
export function localNote() {
  if (!LOOPBACK.includes(location.hostname)) return null;
  return make("p", { class: "small quiet local" },
    "Links work on this computer only. For others, start the server with ", make("code", {}, "quadrille serve --host 0.0.0.0"),
    ": it then says which ", make("code", {}, "--name"), " to add, and you open the page by that name.");
}

/**
 * The link of a seat; servers do not see what comes after the "#".
 * @param {string} id
 * @param {string} invite
 */
function seatLink(id, invite) {
  return `${location.origin}/game/${id}#${invite}`;
}

/**
 * What to know about the seats of a game: links that wait for somebody, and why a link gave no seat.
 * @param {string} id
 * @param {(message: Message) => void} send
 */
export function seatPanel(id, send) {
  const element = make("div");
  let claim = "";
  const playBoth = () => {
    const known = loadKeys(id);
    if (known.claim) send({ type: "join", room: id, keys: known.keys, claim: { ...known.claim, both: true } });
  };
  const notice = () => make("section", { class: "panel invite", role: "status" },
    make("p", { class: "small" }, CLAIM_TEXTS[claim]),
    claim === "ask" ? button("Play for both", playBoth, { class: "chip" }) : null);
  const row = (/** @type {Player[]} */ players, /** @type {Invitation} */ { player, taken, invite }) => {
    const name = players[player]?.name ?? "";
    const renew = button(taken ? "Withdraw, and make a new link" : "Replace the link", () => send({ type: "renew", player }), { class: "chip small" });
    const link = taken ? make("p", { class: "small taken" }, `${name}: taken`) : copyRow(name, seatLink(id, invite));
    return make("div", { class: "invitation" }, link, renew);
  };
  return {
    element,
    /** @param {string} answer The answer to a claim. */
    setClaim(answer) {
      claim = answer;
    },
    /**
     * @param {Invitation[]} invitations
     * @param {Player[]} players
     * @param {boolean} isOver
     */
    set(invitations, players, isOver) {
      const open = invitations.some(({ taken }) => !taken);
      fill(element,
        claim ? notice() : null,
        isOver || invitations.length === 0 ? null : make("section", { class: "panel invite" },
          make("h3", {}, "Invite"),
          open ? make("p", { class: "small quiet" }, "Send the link: the first who opens it takes that seat.") : null,
          open ? localNote() : null,
          invitations.map((each) => row(players, each))));
    },
  };
}
