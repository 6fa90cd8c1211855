/** The websocket of a page: it comes back by itself, and joins again when it does. */

/** @typedef {"connecting" | "open" | "lost"} Status */

const WAITS = [300, 700, 1500, 3000, 6000, 10_000];
const PING = 20_000;
const SILENCE = 45_000;
const HELLO = 1;

/**
 * How long to wait before an attempt, with some chance so that pages do not come all at once.
 * @param {number} attempt From 0.
 * @param {number} chance 0 to 1.
 */
export function wait(attempt, chance) {
  const longest = WAITS[Math.min(attempt, WAITS.length - 1)] ?? 10_000;
  return longest * (0.7 + 0.6 * chance);
}

export class Socket {
  /**
   * @param {object} wishes
   * @param {() => Message} wishes.hello What to say first on each connection.
   * @param {(message: Message) => void} wishes.hear Gets all that answers no `ask`.
   * @param {(status: Status) => void} [wishes.status]
   * @param {(error: string) => void} [wishes.refused] The hello was refused.
   */
  constructor({ hello, hear, status = showStatus, refused = () => {} }) {
    this.hello = hello;
    this.hear = hear;
    this.status = status;
    this.refused = refused;
    this.number = HELLO;
    this.attempt = 0;
    this.closed = false;
    this.heard = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<number, {resolve: (message: Message) => void, reject: (error: Error) => void}>} */
    this.asked = new Map();
    this.timer = 0;
    this.pulse = setInterval(() => this.beat(), PING);
    this.wake = () => this.hurry();
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  /** Whether messages reach the server now. */
  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Say something; false if there is no connection.
   * @param {Message} message
   */
  send(message) {
    if (!this.isOpen) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  /**
   * Say something that the server answers; the answer goes to nobody else.
   * @param {Message} message
   * @returns {Promise<any>}
   */
  ask(message) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      if (this.send({ ...message, id })) this.asked.set(id, { resolve, reject });
      else reject(new Error("there is no connection"));
    });
  }

  /** End it for good. */
  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
    this.drop();
    showStatus("open");
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
      this.send({ ...this.hello(), id: HELLO });
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.lose(socket);
  }

  /** @param {Message} message */
  receive(message) {
    this.heard = Date.now();
    this.attempt = 0;
    this.status("open");
    if (message.type === "pong") return;
    const asked = this.asked.get(message.id ?? 0);
    if (message.type === "refused" && message.id === HELLO) {
      this.refused(message.error ?? "");
    } else if (asked) {
      this.asked.delete(message.id ?? 0);
      if (message.type === "refused") asked.reject(new Error(message.error));
      else asked.resolve(message);
    } else {
      this.hear(message);
    }
  }

  /** @param {WebSocket} socket */
  lose(socket) {
    if (this.closed || socket !== this.socket) return;
    this.drop();
    this.status("lost");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait(this.attempt++, Math.random()));
  }

  /** Nothing that was asked will be answered. */
  drop() {
    for (const each of this.asked.values()) each.reject(new Error("the connection was lost"));
    this.asked.clear();
  }

  /** Try at once: the network is back, or somebody looks at the page again. */
  hurry() {
    if (this.closed || document.visibilityState === "hidden" || this.isOpen) return;
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** See whether the other end is still there. */
  beat() {
    if (!this.isOpen) return;
    if (Date.now() - this.heard > SILENCE) this.socket?.close();
    else this.send({ type: "ping" });
  }
}

/**
 * Tell of the connection at the top of the page.
 * @param {Status} status
 */
export function showStatus(status) {
  const line = document.getElementById("connection");
  if (!line) return;
  line.hidden = status !== "lost";
  line.textContent = status === "lost" ? "Connection lost, trying again…" : "";
}
