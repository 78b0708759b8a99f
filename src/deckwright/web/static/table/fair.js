// @ts-check
/**
 * This page's part in a fair shuffle (docs/security.md): it draws a share, commits to it, works out the joint commitment and
 * notes it, and reveals. When the game is over it works everything out again, down to the cards that the order of the deck deals
 * to its seat first. Whether those are the cards that its person held, only that person can say.
 */
import { firstDeal, handsOf, isTold, planHash } from "./deal.js";
import { fromHex, hashLines, hex, hmac } from "./sha256.js";

/** @typedef {{rules: string, round: number, commitment: string, before: string, commitments: [number, string][], revealed: number[],
 *   seats: [string, string][], joint: string}} Shuffle */
/** What a page keeps: its share of a round, what it was promised, how cards are dealt, the joint commitment under which it revealed,
 * what it was told of the first deal, and what the table did wrong. `broken` counts the rounds that the table broke off when it knew this
 * page's share.
 * @typedef {{round: number, share: string, promise?: string, plan?: string, joint?: string, wrong?: string, broken?: number,
 *   told?: Record<string, import("./deal.js").Got>}} Noted */
/**
 * `ok`: all commitments, shares and the seed hold, this page's share is among them, no round was broken off when the table knew it, and
 * `hands` are what the order of the deck deals to this seat first. `partly`: the same but for the rounds, or without a card to show.
 * @typedef {{state: "ok" | "partly" | "bad" | "unknown", why: string, hands: import("./deal.js").Hand[]}} Proof
 */

export class Fairness {
  /** @param {string} table @param {number} seat */
  constructor(table, seat) {
    this.table = table;
    this.seat = seat;
    this.key = `deckwright.share.${table}.${seat}`;
    /** How far this tab was asked to go: twice the round, and one more for the share. Another tab of the browser may be ahead. */
    this.step = -1;
  }

  /** What this page has noted last, in whichever round. @returns {Noted | null} */
  last() {
    try {
      return JSON.parse(localStorage.getItem(this.key) || "null");
    } catch {
      return null;
    }
  }

  /** What this page has noted of a round, if that was the last. @param {number} round @returns {Noted | null} */
  noted(round) {
    const last = this.last();
    return last?.round === round ? last : null;
  }

  /** @param {Noted} noted */
  note(noted) {
    localStorage.setItem(this.key, JSON.stringify(noted));
    return noted;
  }

  /** The commitment to a share. @param {Shuffle} shuffle @param {number} seat @param {string} share */
  commitment(shuffle, seat, share) {
    return hashLines(["deckwright share 2", this.table, shuffle.rules, shuffle.round, shuffle.commitment, seat, share]);
  }

  /** The joint commitment as this page works it out. @param {Shuffle} shuffle */
  joint(shuffle) {
    const promises = new Map(shuffle.commitments);
    const lines = shuffle.seats.map(([kind, name], number) => `${number} ${kind} ${promises.get(number) ?? "-"} ${name}`);
    return hashLines(["deckwright shuffle 2", this.table, shuffle.rules, shuffle.round, shuffle.commitment, shuffle.before, ...lines]);
  }

  /**
   * What to say now, if it is this page's turn to say something. It says nothing more where the table breaks its word.
   * @param {any} frame @param {any} sheet @returns {{id: string, data: string} | null}
   */
  next(frame, sheet) {
    const shuffle = /** @type {Shuffle | null} */ (frame.shuffle);
    const offered = frame.commands.find((/** @type {any} */ command) => command.id === "commit" || command.id === "reveal");
    // The share is drawn before it is asked for: two tabs of one browser that were asked at once would draw two.
    if (shuffle && frame.status === "gathering" && !this.last()) this.note(this.fresh(null, shuffle.round));
    if (!shuffle || !offered) return null;
    const step = 2 * shuffle.round + (offered.id === "reveal" ? 1 : 0);
    if (this.step === step && isRound(shuffle)) return null;
    const isBack = step < this.step;
    if (isRound(shuffle)) this.step = Math.max(this.step, step);
    return offered.id === "commit" ? this.commit(shuffle, sheet, isBack) : this.reveal(shuffle, sheet);
  }

  /** @param {Shuffle} shuffle @param {any} sheet @param {boolean} isBack whether this very tab was asked for more already */
  commit(shuffle, sheet, isBack) {
    const last = this.last();
    if (last?.wrong) return null;
    const noted = last?.round === shuffle.round ? last : this.fresh(last, shuffle.round);
    // Rounds only go on: a table that could come back to one would deal until it liked the cards. Nor does one deal again that has told its cards.
    if (!isRound(shuffle) || isBack || (last?.told && shuffle.round > last.round)) return this.refuse(last ?? noted, "set back");
    if (last && (last.round > shuffle.round || noted.joint)) return null; // another tab has gone on meanwhile
    if (noted.promise && noted.promise !== shuffle.commitment) return this.refuse(noted, "set back");
    this.note({ ...noted, promise: shuffle.commitment, plan: planHash(sheet) });
    return { id: "commit", data: this.commitment(shuffle, this.seat, noted.share) };
  }

  /** A new share for a round. @param {Noted | null} last @param {number} round @returns {Noted} */
  fresh(last, round) {
    const broken = (last?.broken ?? 0) + (last?.joint ? 1 : 0);
    return { round, share: hex(crypto.getRandomValues(new Uint8Array(32))), broken };
  }

  /** @param {Shuffle} shuffle @param {any} sheet */
  reveal(shuffle, sheet) {
    const noted = this.noted(shuffle.round);
    if (!noted || noted.wrong) return null;
    if (!isWellFormed(shuffle, sheet)) return this.refuse(noted, "joint commitment");
    const own = new Map(shuffle.commitments).get(this.seat);
    const isMine = own === this.commitment(shuffle, this.seat, noted.share);
    // Another device of the same person may have committed. This page's share is not in the deal then: it keeps it, and can say nothing.
    if (!isMine && !noted.joint) return null;
    // A share that was revealed once is known: what is promised after that could be chosen to fit it.
    const isOther = noted.joint !== undefined && noted.joint !== shuffle.joint;
    if (!isMine || isOther || this.joint(shuffle) !== shuffle.joint) return this.refuse(noted, "joint commitment");
    this.note({ ...noted, joint: shuffle.joint });
    return { id: "reveal", data: noted.share };
  }

  /** @param {Noted} noted @param {string} wrong */
  refuse(noted, wrong) {
    this.note({ ...noted, wrong });
    return null;
  }

  /** Whether the table broke its word. */
  isWronged() {
    return Boolean(this.last()?.wrong);
  }

  /**
   * Hold the sheet against what was promised, and note once what events tell this seat of the first deal. What is noted can show
   * that a table dealt other cards than those of the seed; that it dealt these, it cannot show. @param {any} frame @param {any} sheet
   */
  hear(frame, sheet) {
    const noted = this.last();
    if (!noted?.joint || noted.wrong) return; // this page's share is in no deal
    if (planHash(sheet) !== noted.plan) return void this.refuse(noted, "how cards are dealt");
    const told = noted.told ? null : firstDeal(frame.events);
    if (told) this.note({ ...noted, told });
  }

  /** Whether what was revealed is what was promised; what cannot be read is not. @param {any} frame @param {any} sheet @returns {Proof} */
  check(frame, sheet) {
    try {
      return this.proof(frame, sheet);
    } catch {
      return proof("bad", "record");
    }
  }

  /** @param {any} frame @param {any} sheet @returns {Proof} */
  proof({ shuffle, reveal }, sheet) {
    const noted = this.last();
    if (noted?.wrong) return proof("bad", noted.wrong);
    if (!noted?.joint) return proof("unknown", noted?.promise ? "left out" : "");
    if (shuffle?.round > noted.round) return proof("unknown", "left out");
    if (planHash(sheet) !== noted.plan) return proof("bad", "how cards are dealt");
    const wrong = shuffle && reveal ? this.defect(shuffle, reveal, noted, sheet) : "secret";
    if (wrong) return proof("bad", wrong);
    const hands = handsOf(fromHex(reveal.seed), sheet, this.seat);
    if (noted.told && hands.some(({ id, cards }) => !isTold(cards, noted.told?.[id]))) return proof("bad", "order of the deck");
    if (!hands.length) return proof("partly", "no cards");
    // Who knows this page's share before the deal counts can break off rounds until one deals what they like.
    return noted.broken ? proof("partly", "broken", hands) : proof("ok", "", hands);
  }

  /** The first thing that does not fit, or nothing. @param {Shuffle} shuffle @param {any} reveal @param {Noted} noted @param {any} sheet */
  defect(shuffle, reveal, noted, sheet) {
    if (!isWellFormed(shuffle, sheet)) return "joint commitment";
    if (!isHash(reveal.secret)) return "secret";
    const shares = /** @type {[number, string][]} */ (reveal.shares);
    const promises = new Map(shuffle.commitments);
    const secret = hashLines(["deckwright secret 2", this.table, shuffle.rules, shuffle.round, reveal.secret]);
    if (secret !== shuffle.commitment) return "secret";
    if (noted.joint !== shuffle.joint || this.joint(shuffle) !== shuffle.joint) return "joint commitment";
    if (new Map(shares).get(this.seat) !== noted.share) return "own share";
    if (!isOfEach(peopleOf(shuffle), shares, SHARE)) return "shares";
    if (shares.some(([seat, share]) => promises.get(seat) !== this.commitment(shuffle, seat, share))) return "shares";
    const lines = ["deckwright seed 2", ...shares.map(([seat, share]) => `${seat} ${share}`)];
    const seed = hex(hmac(fromHex(reveal.secret), new TextEncoder().encode(lines.join("\n"))));
    return seed === reveal.seed ? "" : "seed";
  }
}

const HASH = /^[0-9a-f]{64}$/;
const SHARE = /^(?:[0-9a-f]{2}){16,64}$/;
const KINDS = ["person", "absent", "agent"];

/** @param {unknown} text */
function isHash(text) {
  return typeof text === "string" && HASH.test(text);
}

/** The seats of people who are present. @param {Shuffle} shuffle */
function peopleOf(shuffle) {
  return shuffle.seats.flatMap(([kind], number) => (kind === "person" ? [number] : []));
}

/** Whether there is one text for each of these seats, in order. @param {number[]} seats @param {any} pairs @param {RegExp} form */
function isOfEach(seats, pairs, form) {
  if (!Array.isArray(pairs) || pairs.length !== seats.length) return false;
  const isPair = (/** @type {any} */ pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[1] === "string";
  return pairs.every((pair, place) => isPair(pair) && pair[0] === seats[place] && form.test(pair[1]));
}

/**
 * Whether everybody who has to has committed, and every part is what the document says it is. The joint commitment is a hash of
 * lines: a part with a line feed in it, or a commitment under a seat that no line names, could be told otherwise afterwards.
 * The seats are those of the game, and no more. @param {any} shuffle @param {any} sheet
 */
function isWellFormed(shuffle, sheet) {
  const { rules, commitment, commitments, seats, joint } = shuffle;
  const areHashes = [rules, commitment, joint].every(isHash);
  const isSeat = (/** @type {any} */ seat) =>
    Array.isArray(seat) && seat.length === 2 && KINDS.includes(seat[0]) && typeof seat[1] === "string" && !/\p{Cc}/u.test(seat[1]);
  const areSeats = Array.isArray(seats) && seats.length === sheet?.seats && seats.every(isSeat);
  return isRound(shuffle) && areHashes && areSeats && isOfEach(peopleOf(shuffle), commitments, HASH);
}

/** Whether there can be such a round: only the first has none before it. @param {any} shuffle */
function isRound({ round, before }) {
  return Number.isInteger(round) && (round ? round > 0 && isHash(before) : before === "-");
}

/** @param {Proof["state"]} state @param {string} why @param {Proof["hands"]} [hands] @returns {Proof} */
function proof(state, why, hands = []) {
  return { state, why, hands };
}
