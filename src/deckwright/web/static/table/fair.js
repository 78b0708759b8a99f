// @ts-check
/**
 * This page's part in a fair shuffle (docs/security.md): it draws a share, commits to it, works out the joint commitment
 * and notes it, reveals, notes the cards that it is dealt, and when the game is over works everything out again: every
 * commitment, the seed, and the order of the deck.
 */
import { deckOrder } from "./chacha.js";
import { fromHex, hashLines, hex, hmac } from "./sha256.js";

/** @typedef {{rules: string, round: number, commitment: string, before: string, commitments: [number, string][], revealed: number[],
 *   seats: [string, string][], joint: string}} Shuffle */
/** @typedef {Record<string, {cards: string[], backs: number}>} Dealt */
/** What a page keeps: its share of a round, what it was promised, the cards that it was told it was dealt, whether they lay on the
 * board for long enough to be looked at, and whether its person has done anything since.
 * @typedef {{round: number, share: string, promise?: string, plan?: string, joint?: string, wrong?: string,
 *   dealt?: Dealt, shown?: boolean, acted?: boolean, broken?: number}} Noted
 * `broken` counts the rounds that the table broke off when it knew this page's share. */
/** The cards whose faces are on the screen by place: all, and those in the part of the page that is the seat's own.
 * @typedef {{all: Map<string, string[]>, own: Map<string, string[]>}} Drawn */
/** @typedef {{state: "ok" | "partly" | "bad" | "unknown", why: string, cards: number}} Proof */

/** So long the cards of the deal lie on the board until somebody has looked at them. */
const LOOK_MS = 600;

export class Fairness {
  /** @param {string} table @param {number} seat */
  constructor(table, seat) {
    this.table = table;
    this.seat = seat;
    this.key = `deckwright.share.${table}.${seat}`;
    this.busy = "";
    /** Since when all cards of the deal are on the screen; 0 while they are not. */
    this.wholeSince = 0;
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
    const step = `${offered.id}/${shuffle.round}`;
    if (this.busy === step) return null;
    this.busy = step;
    return offered.id === "commit" ? this.commit(shuffle, sheet) : this.reveal(shuffle);
  }

  /** @param {Shuffle} shuffle @param {any} sheet */
  commit(shuffle, sheet) {
    const last = this.last();
    const noted = last?.round === shuffle.round ? last : this.fresh(last, shuffle.round);
    if (last?.wrong) return null;
    // Rounds only go on: a table that could come back to one would deal until it liked the cards.
    if (last && last.round > shuffle.round) return this.refuse(last, "set back");
    // Nor does a table deal again that has told its cards.
    if (last?.dealt && last.round !== shuffle.round) return this.refuse(last, "set back");
    this.wholeSince = 0;
    if (!isRound(shuffle) || noted.joint || (noted.promise && noted.promise !== shuffle.commitment)) return this.refuse(noted, "set back");
    this.note({ ...noted, promise: shuffle.commitment, plan: planHash(sheet) });
    return { id: "commit", data: this.commitment(shuffle, this.seat, noted.share) };
  }

  /** A new share for a round. @param {Noted | null} last @param {number} round @returns {Noted} */
  fresh(last, round) {
    const broken = (last?.broken ?? 0) + (last?.joint ? 1 : 0);
    return { round, share: hex(crypto.getRandomValues(new Uint8Array(32))), broken };
  }

  /** @param {Shuffle} shuffle */
  reveal(shuffle) {
    const noted = this.noted(shuffle.round);
    if (!noted || noted.wrong) return null;
    if (!isWellFormed(shuffle)) return this.refuse(noted, "joint commitment");
    const own = new Map(shuffle.commitments).get(this.seat);
    const isMine = noted.promise === shuffle.commitment && own === this.commitment(shuffle, this.seat, noted.share);
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
   * The person has done something at the table: they have looked at it, and remember from now on what they saw. Where that were not
   * the cards that were told, nothing can be said of those. It is asked once more what is on the screen: between two frames a
   * person can scroll, and another sheet can come. @param {any} frame @param {any} sheet @param {() => Drawn} drawn
   */
  act(frame, sheet, drawn) {
    this.watch(frame, sheet, drawn);
    const noted = this.last();
    if (noted?.joint && !noted.acted) this.note({ ...noted, acted: true, dealt: this.wasShown(noted) ? noted.dealt : {} });
  }

  /** Whether the person could look at all cards that were told. @param {Noted} noted */
  wasShown(noted) {
    return Boolean(noted.acted || noted.shown || this.wholeSince);
  }

  /** Whether the person may not have looked at their cards yet: until then the page does nothing in their name. */
  isLooking() {
    const noted = this.last();
    return Boolean(noted?.joint && !noted.wrong && !noted.acted && !noted.shown && !isEmpty(noted.dealt) && Date.now() < this.wholeSince + LOOK_MS);
  }

  /** Whether a place of the plan is this seat's own. @param {string} place */
  isOwn(place) {
    return place.endsWith(`[${this.seat}]`) || place.includes(`[${this.seat}].`);
  }

  /**
   * Note how long all cards of the deal are on the screen, those of this seat in its own part of the page; not those that lie
   * face down, but of this seat's own none does, nor those of a pile that somebody else has played on or taken from.
   * @param {Noted} noted @param {Dealt} dealt @param {any[]} later @param {Open[]} open @param {Drawn} drawn @param {any} sheet
   */
  look(noted, dealt, later, open, drawn, sheet) {
    const isOwn = (/** @type {string} */ region) => this.isOwn(region);
    const plan = countPlaces(sheet.deal.places);
    const isTold = [...plan].every(([place, count]) => dealt[place] && dealt[place].cards.length + dealt[place].backs === count);
    const isOpen = [...plan.keys()].filter(isOwn).every((place) => !dealt[place]?.backs);
    const isAlone = ![...plan.keys()].some((place) => /\[\d+\]/.test(place) && !isOwn(place));
    const moves = movesOf(later).filter((move) => move.from !== "stock");
    const by = moves.filter((move) => move.by !== null && move.by !== this.seat);
    const isCovered = (/** @type {string} */ region) => {
      const here = by.filter((move) => move.to === region || move.from === region);
      const gone = here.flatMap((move) => (move.from === region ? move.cards : []));
      const there = open.find((place) => place.region === region)?.cards ?? [];
      return !isOwn(region) && here.length > 0 && isAmong(dealt[region].cards, [...there, ...gone]);
    };
    // What is turned up in a place of the plan, or comes there out of the stock, is part of no deal that was told.
    const isExplained = (/** @type {Open} */ { region, cards }) =>
      !plan.has(region) || isAmong(cards, [...(dealt[region]?.cards ?? []), ...(isOwn(region) ? moves : by).flatMap((move) => (move.to === region ? move.cards : []))]);
    const shown = (/** @type {string} */ region) => (isOwn(region) && !isAlone ? drawn.own : drawn.all).get(region) ?? [];
    const isWhole = isTold && isOpen && open.every(isExplained) && Object.entries(dealt).every(([region, { cards }]) => isAmong(cards, shown(region)) || isCovered(region));
    const now = Date.now();
    if (this.wholeSince && now - this.wholeSince >= LOOK_MS && !noted.shown) this.note({ ...noted, shown: true });
    this.wholeSince = isWhole ? this.wholeSince || now : 0;
  }

  /** It cannot be said what is on the screen, so nothing is said of the cards. */
  doubt() {
    const noted = this.last();
    if (noted?.joint && !noted.acted) this.note({ ...noted, dealt: {} });
  }

  /**
   * Note the cards that this seat is told it is dealt, and hold what the board shows against that until its person has done
   * something. `drawn` finds the cards that are on the screen, whatever the frame says. What cannot be read proves nothing.
   * @param {any} frame @param {any} sheet @param {() => Drawn} drawn
   */
  watch(frame, sheet, drawn) {
    try {
      this.compare(frame, sheet, drawn);
    } catch {
      this.doubt();
    }
  }

  /** @param {any} frame @param {any} sheet @param {() => Drawn} screen */
  compare(frame, sheet, screen) {
    const noted = this.last();
    if (!noted?.joint || noted.wrong) return; // this page's share is in no deal
    if (planHash(sheet) !== noted.plan) return void this.refuse(noted, "how cards are dealt");
    if (noted.acted) return;
    const told = dealTold(frame.events);
    const drawn = screen();
    const open = [...openCards(frame.regions), ...drawnCards(drawn)].map((place) => ({ ...place, isOwn: place.isOwn || this.isOwn(place.region) }));
    if (isEmpty(noted.dealt) || open.some((place) => !isAccountedFor(place, told, noted.dealt, sheet))) {
      return void this.note({ ...noted, dealt: {} });
    }
    const dealt = noted.dealt ?? told.dealt;
    if (!dealt) return;
    const isOther = open.some(({ region, cards }) => dealt[region] && !isAmong(cards, [...dealt[region].cards, ...cameTo(region, told.later)]));
    const isToldAnew = told.dealt && JSON.stringify(told.dealt) !== JSON.stringify(dealt);
    // Events that do not go back to the deal may leave out how a card came to its place.
    if (isOther && !told.dealt) this.note({ ...noted, dealt: {} });
    else if (isOther || isToldAnew) this.refuse({ ...noted, dealt }, "cards of the deal");
    else this.look(noted.dealt ? noted : this.note({ ...noted, dealt }), dealt, told.later, open, drawn, sheet);
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
    if (!noted?.joint || shuffle?.round > noted.round) return proof("unknown", ""); // dealt without this page's share
    const wrong = shuffle && reveal ? this.defect(shuffle, reveal, noted) : "secret";
    if (wrong) return proof("bad", wrong);
    if (planHash(sheet) !== noted.plan) return proof("bad", "how cards are dealt");
    const cards = dealtAsSeeded(fromHex(reveal.seed), sheet.deal, (this.wasShown(noted) && noted.dealt) || {});
    if (cards < 0) return proof("bad", "order of the deck");
    // Who knows this page's share before the deal counts can break off rounds until one deals what they like.
    return noted.broken ? proof("partly", "broken") : { state: cards ? "ok" : "partly", why: "", cards };
  }

  /** The first thing that does not fit, or nothing. @param {Shuffle} shuffle @param {any} reveal @param {Noted} noted */
  defect(shuffle, reveal, noted) {
    if (!isWellFormed(shuffle)) return "joint commitment";
    if (!isHash(reveal.secret)) return "secret";
    const shares = /** @type {[number, string][]} */ (reveal.shares);
    const promises = new Map(shuffle.commitments);
    const secret = hashLines(["deckwright secret 2", this.table, shuffle.rules, shuffle.round, reveal.secret]);
    if (secret !== shuffle.commitment || shuffle.commitment !== noted.promise) return "secret";
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
 * @param {any} shuffle
 */
function isWellFormed(shuffle) {
  const { rules, commitment, commitments, seats, joint } = shuffle;
  const areHashes = [rules, commitment, joint].every(isHash);
  const isSeat = (/** @type {any} */ seat) =>
    Array.isArray(seat) && seat.length === 2 && KINDS.includes(seat[0]) && typeof seat[1] === "string" && !/\p{Cc}/u.test(seat[1]);
  const areSeats = Array.isArray(seats) && seats.every(isSeat);
  return isRound(shuffle) && areHashes && areSeats && isOfEach(peopleOf(shuffle), commitments, HASH);
}

/** Whether there can be such a round: only the first has none before it. @param {any} shuffle */
function isRound({ round, before }) {
  return Number.isInteger(round) && (round ? round > 0 && isHash(before) : before === "-");
}

/** @param {"partly" | "bad" | "unknown"} state @param {string} why @returns {Proof} */
function proof(state, why) {
  return { state, why, cards: 0 };
}

/** @type {WeakMap<object, string>} */
const plans = new WeakMap();

/** How the cards of this game are dealt and what they look like, as the table told it before anybody committed. @param {any} sheet */
function planHash(sheet) {
  const known = sheet && plans.get(sheet);
  if (known) return known;
  const found = hashLines([JSON.stringify([sheet?.deal ?? null, sheet?.cards ?? null])]);
  if (sheet) plans.set(sheet, found);
  return found;
}

/**
 * The first deal as events tell it, straight from the stock and before anything else, if they go back to it; and what
 * happened after it. Of a deal in which something was put back nothing is said.
 * @param {any[]} events @returns {{dealt: Dealt | null, later: any[]}}
 */
function dealTold(events) {
  const first = events.findIndex((event) => event.number === 0 && event.kind === "dealt");
  const after = events.slice(first + 1);
  const end = first < 0 ? 0 : after.findIndex((event) => event.kind !== "moved" || event.seat !== null);
  const dealing = end < 0 ? after : after.slice(0, end);
  const later = after.slice(dealing.length);
  /** @type {Dealt} */
  const dealt = {};
  for (const { from, to, cards, backs } of dealing) {
    if (from !== "stock") return { dealt: {}, later };
    const place = (dealt[to] ??= { cards: [], backs: 0 });
    place.cards.push(...cards);
    place.backs += backs;
  }
  return { dealt: first < 0 ? null : dealt, later };
}

/** @param {Dealt | undefined} dealt */
function isEmpty(dealt) {
  return dealt !== undefined && !Object.keys(dealt).length;
}

/** @typedef {{region: string, cards: string[], isOwn: boolean}} Open */

/** The cards whose faces the board shows, by place. @param {any[]} regions @returns {Open[]} */
function openCards(regions) {
  const codes = (/** @type {any} */ region) => region.cards.flatMap((/** @type {any} */ card) => (card.code ? [card.code] : []));
  return regions.map((region) => ({ region: region.id, cards: codes(region), isOwn: region.is_own })).filter(({ cards }) => cards.length);
}

/** The same of what is on the screen, whatever the frame says. @param {Drawn} drawn @returns {Open[]} */
function drawnCards(drawn) {
  return [...drawn.all].map(([region, cards]) => ({ region, cards, isOwn: drawn.own.has(region) }));
}

/** The cards that came to a place. @param {string} region @param {any[]} events @returns {string[]} */
function cameTo(region, events) {
  return events.flatMap((event) => (event.to === region ? event.cards : []));
}

/**
 * Whether it was told how cards came to a place: to one's own by the plan of the deal, or from another place that is not the stock.
 * Of other places that can be said as long as events go back to the deal, which has to be told before any card is shown.
 * @param {Open} place @param {{dealt: Dealt | null, later: any[]}} told @param {Dealt | undefined} noted @param {any} sheet
 */
function isAccountedFor({ region, cards, isOwn }, told, noted, sheet) {
  const isDealt = (told.dealt ?? noted)?.[region]?.cards.length;
  if (!isOwn) return Boolean(told.dealt ? isDealt || isAmong(cards, cameTo(region, told.later)) : noted);
  if (isDealt && sheet.deal.places.includes(region)) return true;
  return isAmong(cards, cameTo(region, told.later.filter((event) => event.from !== "stock")));
}

/** How many cards the plan has for each place, but for what stays in the stock. @param {string[]} places */
function countPlaces(places) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const place of places) if (place && place !== "stock") found.set(place, (found.get(place) ?? 0) + 1);
  return found;
}

/** Moves of cards, each with the seat whose choice it follows; of nobody where none was made before. @param {any[]} events */
function movesOf(events) {
  /** @type {number | null} */
  let by = null;
  return events.flatMap((event) => {
    if (event.kind === "chose") by = event.seat;
    return event.kind === "moved" ? [{ by, from: event.from, to: event.to, cards: event.cards }] : [];
  });
}

/** Whether each of these is among those, as often. @param {string[]} cards @param {string[]} those */
function isAmong(cards, those) {
  const left = [...those];
  return cards.every((card) => left.includes(card) && left.splice(left.indexOf(card), 1).length);
}

/**
 * How many of the cards that were seen lie where the seed says; -1 if one does not, 0 where that cannot be said: a place got
 * another number of cards than the plan has for it, or is dealt partly face down and what lies open is not what was dealt last.
 * A deck is dealt from its end.
 * @param {Uint8Array} seed @param {{deck: string[], places: string[]}} deal
 * @param {Record<string, {cards: string[], backs: number}>} dealt
 */
export function dealtAsSeeded(seed, deal, dealt) {
  /** @type {Map<string, string[]>} */
  const expected = new Map();
  deckOrder(seed, deal.deck.length).forEach((card, place) => {
    const region = deal.places[place];
    if (region) expected.set(region, [...(expected.get(region) ?? []), deal.deck[card]]);
  });
  let checked = 0;
  for (const [region, { cards, backs }] of Object.entries(dealt)) {
    const here = expected.get(region);
    if (!here) continue;
    if (here.length !== cards.length + backs) return 0;
    if (!isAmong(cards, here)) return -1;
    if (!isAmong(cards, backs ? here.slice(0, cards.length) : here)) return 0;
    checked += cards.length;
  }
  return checked;
}
