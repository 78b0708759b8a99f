// @ts-check
/** The socket of a table: frames in, messages out; it comes back by itself and sends again what was not answered. */

import { changed } from "./change.js";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;

export class TableSocket {
  /** @param {string} path @param {{frame: (frame: any, now: number) => void, sheet: (sheet: any) => void, state: (online: boolean) => void, refused: (code: string) => void}} heard */
  constructor(path, heard) {
    this.heard = heard;
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}?changes=1`;
    this.frame = /** @type {any} */ (null); // the last that came
    this.waiting = /** @type {Map<string, {message: any, done: (answer: any) => void}>} */ (new Map());
    this.pause = FIRST_WAIT_MS;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.closed = false;
    this.connect();
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.again());
  }

  again() {
    if (this.socket && this.socket.readyState > WebSocket.OPEN) this.connect();
  }

  connect() {
    if (this.closed || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.pause = FIRST_WAIT_MS;
      this.heard.state(true);
      for (const { message } of this.waiting.values()) socket.send(JSON.stringify(message));
    });
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (event.code === 4403) {
        this.closed = true;
        this.heard.refused(event.reason);
        return;
      }
      this.heard.state(false);
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_WAIT_MS);
    });
  }

  /** @param {any} data */
  hear(data) {
    if (data.type === "frame" || data.type === "change") {
      this.frame = data.type === "frame" ? data.frame : changed(this.frame, data);
      this.heard.frame(this.frame, data.now);
    } else if (data.type === "sheet") this.heard.sheet(data.sheet);
    else if (data.type === "answer") {
      const waiting = this.waiting.get(data.n);
      this.waiting.delete(data.n);
      waiting?.done(data);
    }
  }

  /**
   * Say something; the answer is the code of a refusal, or nothing.
   * @param {number} revision @param {string} id @param {string} [data] @returns {Promise<string>}
   */
  async say(revision, id, data = "") {
    return (await this.ask(revision, id, data)).code;
  }

  /**
   * Say something and hear the whole answer.
   * @param {number} revision @param {string} id @param {string} [data] @returns {Promise<any>}
   */
  ask(revision, id, data = "") {
    const n = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const message = { n, revision, id, data };
    return new Promise((done) => {
      this.waiting.set(n, { message, done });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
  }
}
