// @ts-check
/**
 * This page's part in a fair shuffle (docs/security.md): it draws a share, commits to it, notes the joint commitment,
 * reveals, and when the game is over works everything out again.
 */
import { fromHex, hashLines, hex, hmac } from "./sha256.js";

/** @typedef {{rules: string, round: number, commitment: string, before: string, commitments: [number, string][], revealed: number[],
 *   seats: [string, string][], joint: string}} Shuffle */

export class Fairness {
  /** @param {string} table @param {number} seat */
  constructor(table, seat) {
    this.table = table;
    this.seat = seat;
    this.key = `deckwright.share.${table}.${seat}`;
    this.busy = "";
  }

  /** What this page has noted of a round. @param {number} round @returns {{round: number, share: string, joint?: string}} */
  noted(round) {
    try {
      const found = JSON.parse(localStorage.getItem(this.key) || "null");
      if (found && found.round === round) return found;
    } catch {
      // what cannot be read is drawn anew
    }
    const fresh = { round, share: hex(crypto.getRandomValues(new Uint8Array(32))) };
    this.note(fresh);
    return fresh;
  }

  /** @param {object} noted */
  note(noted) {
    localStorage.setItem(this.key, JSON.stringify(noted));
  }

  /** The commitment to a share. @param {Shuffle} shuffle @param {string} share */
  commitment(shuffle, share) {
    return hashLines(["deckwright share 2", this.table, shuffle.rules, shuffle.round, shuffle.commitment, this.seat, share]);
  }

  /** The joint commitment as this page works it out. @param {Shuffle} shuffle */
  joint(shuffle) {
    const lines = shuffle.seats.map((seat, number) => this.seatLine(seat, number, shuffle));
    return hashLines(["deckwright shuffle 2", this.table, shuffle.rules, shuffle.round, shuffle.commitment, shuffle.before, ...lines]);
  }

  /** @param {[string, string]} seat @param {number} number @param {Shuffle} shuffle */
  seatLine([kind, name], number, shuffle) {
    const found = shuffle.commitments.find(([other]) => other === number);
    return `${number} ${kind} ${found ? found[1] : "-"} ${name}`;
  }

  /**
   * What to say now, if it is this page's turn to say something.
   * @param {any} frame @returns {{id: string, data: string} | null}
   */
  next(frame) {
    const shuffle = /** @type {Shuffle | null} */ (frame.shuffle);
    if (!shuffle) return null;
    const offered = frame.commands.find((/** @type {any} */ command) => command.id === "commit" || command.id === "reveal");
    if (!offered) return null;
    const noted = this.noted(shuffle.round);
    const step = `${offered.id}/${shuffle.round}`;
    if (this.busy === step) return null;
    this.busy = step;
    if (offered.id === "commit") return { id: "commit", data: this.commitment(shuffle, noted.share) };
    this.note({ ...noted, joint: shuffle.joint });
    return { id: "reveal", data: noted.share };
  }

  /** Whether what was revealed is what was promised. @param {any} frame @returns {"ok" | "bad" | "unknown"} */
  check(frame) {
    const { shuffle, reveal } = frame;
    if (!shuffle || !reveal) return "unknown";
    const noted = this.noted(shuffle.round);
    if (!noted.joint) return "unknown";
    const own = reveal.shares.find((/** @type {[number, string]} */ [seat]) => seat === this.seat);
    const promise = hashLines(["deckwright secret 2", this.table, shuffle.rules, shuffle.round, reveal.secret]);
    const lines = ["deckwright seed 2", ...reveal.shares.map((/** @type {[number, string]} */ [seat, share]) => `${seat} ${share}`)];
    const seed = hex(hmac(fromHex(reveal.secret), new TextEncoder().encode(lines.join("\n"))));
    const fits = own && own[1] === noted.share && promise === shuffle.commitment && noted.joint === shuffle.joint;
    return fits && this.joint(shuffle) === shuffle.joint && seed === reveal.seed ? "ok" : "bad";
  }
}
