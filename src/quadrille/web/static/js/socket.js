/** The websocket of a page. It reconnects by itself and then sends its first message again. */

/** @typedef {"connecting" | "open" | "lost"} Status */

const RETRY_DELAYS = [300, 700, 1500, 3000, 6000, 10_000];
const PING_INTERVAL = 20_000;
const MAX_SILENCE = 45_000;
const FIRST_ID = 1;

/**
 * Milliseconds to wait before an attempt, randomised so that pages do not reconnect all at once.
 * @param {number} attempt From 0.
 * @param {number} chance 0 to 1.
 */
export function retryDelay(attempt, chance) {
  const delay = RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 10_000;
  return delay * (0.7 + 0.6 * chance);
}

export class Socket {
  /**
   * @param {object} options
   * @param {() => Message} options.firstMessage The first message of each connection.
   * @param {(message: Message) => void} options.onMessage Gets all messages that do not answer an `ask`.
   * @param {(status: Status) => void} [options.onStatus]
   * @param {(error: string) => void} [options.onRefused] Called when the server refuses the first message.
   */
  constructor({ firstMessage, onMessage, onStatus = showStatus, onRefused = () => {} }) {
    this.firstMessage = firstMessage;
    this.onMessage = onMessage;
    this.onStatus = onStatus;
    this.onRefused = onRefused;
    this.number = FIRST_ID;
    this.attempt = 0;
    this.closed = false;
    this.lastReceived = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<number, {resolve: (message: Message) => void, reject: (error: Error) => void}>} */
    this.pending = new Map();
    this.retryTimer = 0;
    this.pingTimer = setInterval(() => this.checkConnection(), PING_INTERVAL);
    this.onWake = () => this.reconnectNow();
    addEventListener("online", this.onWake);
    document.addEventListener("visibilitychange", this.onWake);
    this.connect();
  }

  /** Whether messages reach the server now. */
  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Send a message; false if there is no connection.
   * @param {Message} message
   */
  send(message) {
    if (!this.isOpen) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  /**
   * Send a message and wait for the answer to it.
   * @param {Message} message
   * @returns {Promise<any>}
   */
  ask(message) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      if (this.send({ ...message, id })) this.pending.set(id, { resolve, reject });
      else reject(new Error("there is no connection to the server; try again in a moment"));
    });
  }

  /** Close the connection for good. */
  close() {
    this.closed = true;
    clearTimeout(this.retryTimer);
    clearInterval(this.pingTimer);
    removeEventListener("online", this.onWake);
    document.removeEventListener("visibilitychange", this.onWake);
    this.socket?.close();
    this.rejectPending();
    showStatus("open");
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.lastReceived = Date.now();
      this.send({ ...this.firstMessage(), id: FIRST_ID });
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.onClose(socket);
  }

  /** @param {Message} message */
  receive(message) {
    this.lastReceived = Date.now();
    this.attempt = 0;
    this.onStatus("open");
    if (message.type === "pong") return;
    const pending = this.pending.get(message.id ?? 0);
    if (message.type === "refused" && message.id === FIRST_ID) {
      this.onRefused(message.error ?? "");
    } else if (pending) {
      this.pending.delete(message.id ?? 0);
      if (message.type === "refused") pending.reject(new Error(message.error));
      else pending.resolve(message);
    } else {
      this.onMessage(message);
    }
  }

  /** @param {WebSocket} socket */
  onClose(socket) {
    if (this.closed || socket !== this.socket) return;
    this.rejectPending();
    this.onStatus("lost");
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.connect(), retryDelay(this.attempt++, Math.random()));
  }

  /** Reject what still waits for an answer. */
  rejectPending() {
    for (const each of this.pending.values()) each.reject(new Error("the connection to the server was lost; try again in a moment"));
    this.pending.clear();
  }

  /** Reconnect at once: the network is back, or the page is visible again. */
  reconnectNow() {
    if (this.closed || document.visibilityState === "hidden" || this.isOpen) return;
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.retryTimer);
    this.connect();
  }

  /** Check whether the server still answers. */
  checkConnection() {
    if (!this.isOpen) return;
    if (Date.now() - this.lastReceived > MAX_SILENCE) this.socket?.close();
    else this.send({ type: "ping" });
  }
}

/**
 * Show a lost connection at the top of the page.
 * @param {Status} status
 */
export function showStatus(status) {
  const line = document.getElementById("connection");
  if (!line) return;
  line.hidden = status !== "lost";
  line.textContent = status === "lost" ? "Connection lost, trying again…" : "";
}
