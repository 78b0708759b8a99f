// @ts-check
/** Where things lie: the board in three rows, one's own places and the hand, each in a region of the page that stays put. */
import { arrange, countText, make, word } from "./dom.js";
import { sign } from "./faces.js";
import { fit } from "./fit.js";
import { Seats, badgeElement, sideNames } from "./seats.js";
import { settings } from "../settings.js";
import { WORDS } from "/words/table.js";

/** @typedef {"far" | "centre" | "near" | "own" | "hand" | "none" | `seat/${number}`} Place */

/** Black and red suits lie in turn: spades between the red ones. */
const IN_TURN = /** @type {Record<string, string>} */ ({ hearts: "spades", spades: "hearts" });
const STACKS = new Set(["stock", "discard", "captured"]);

export class Board {
  /** @param {HTMLElement} root @param {import("./cards.js").Cards} cards @param {(region: string) => void} tapped @param {(seat: number) => void} seatTapped */
  constructor(root, cards, tapped, seatTapped) {
    this.root = root;
    this.cards = cards;
    this.tapped = tapped;
    /** @type {Map<string, any>} */
    this.regions = new Map();
    /** Piles of one kind, side by side. @type {Map<string, HTMLElement>} */
    this.groups = new Map();
    this.seats = new Seats(seatTapped);
    this.rows = /** @type {Record<string, HTMLElement>} */ ({
      far: make("div", { class: "row far" }),
      centre: make("div", { class: "row centre" }),
      near: make("div", { class: "row near" }),
    });
    this.middle = make("section", { class: "board", "aria-label": WORDS.table_of }, this.rows.far, this.rows.centre, this.rows.near);
    this.own = make("div", { class: "own-places" });
    this.hand = make("section", { class: "hand", "aria-label": WORDS.own_seat });
    this.sheet = /** @type {any} */ (null);
    new ResizeObserver(() => this.fit()).observe(this.middle); // buttons below it come and go
  }

  /** @param {any} frame */
  draw(frame) {
    const places = this.cards.places();
    this.seats.draw(frame);
    /** @type {Map<string, Element[]>} */
    const by = new Map();
    const put = (/** @type {string} */ place, /** @type {Element} */ element) => {
      const list = by.get(place) ?? [];
      if (!list.includes(element)) by.set(place, [...list, element]);
    };
    const chosen = new Set(frame.choices.flatMap((/** @type {any} */ choice) => [choice.zone, choice.of === "pile" ? choice.target : ""]));
    for (const badge of frame.standing?.badges ?? []) {
      if (badge.holds === "chips" && badge.owner === "table" && frame.status === "playing") put("centre", make("div", { class: "pot" }, badgeElement(badge, frame)));
    }
    for (const region of frame.regions) {
      const place = this.placeOf(region, frame, chosen);
      if (place === "none") continue;
      const element = this.region(region);
      if (region.pile === null) put(place, element);
      else {
        const key = `${place}/${region.name}/${region.owner}/${region.index}`;
        put(place, this.group(key, region, frame));
        put(`group ${key}`, element);
      }
      this.fillRegion(element, region, frame, place);
    }
    for (const [key, group] of this.groups) arrange(group.lastElementChild, by.get(`group ${key}`) ?? []);
    for (const [name, row] of Object.entries(this.rows)) arrange(row, by.get(name) ?? []);
    arrange(this.own, by.get("own") ?? []);
    arrange(this.hand, by.get("hand") ?? []);
    for (const [seat, parts] of this.seats.parts) arrange(parts.places, by.get(`seat/${seat}`) ?? []);
    this.fit();
    this.cards.sweep();
    this.cards.glide(places);
  }

  /** Where the board is too full, its cards are smaller, so that nothing of it is out of sight. */
  fit() {
    for (const how of ["", "tight", "tighter"]) {
      this.middle.dataset.fit = how;
      fit(this.root, this.middle);
      if (this.middle.scrollHeight <= this.middle.clientHeight + 1) return;
    }
  }

  /** Which part of the page a region belongs to. @param {any} region @param {any} frame @param {Set<string>} chosen @returns {Place} */
  placeOf(region, frame, chosen) {
    const isPile = region.pile !== null && region.pile !== undefined;
    const isAlone = frame.seats.length === 1;
    const isChosen = chosen.has(region.id);
    if (region.role === "hand" && region.owner === "seat") {
      if (isPile && !region.count && !isChosen && !this.isGap(region, frame)) return "none";
      if (region.index === frame.seat) return isPile || this.isSecond(region) ? (isPile || region.count || isChosen ? "own" : "none") : "hand";
      if (isPile) return `seat/${region.index}`;
      if (region.cards.some((/** @type {any} */ card) => card.code)) return "far";
      return isChosen ? `seat/${region.index}` : "none";
    }
    if (region.role === "stock" && !region.count && !isChosen && !isAlone) return "none";
    if (region.role === "sets" && !region.count && !isChosen) return "none";
    if (region.role === "trick" && !region.count && !frame.seats.some((/** @type {any} */ seat) => seat.tricks !== null)) return "none";
    if (region.owner === "table" || isAlone) return isPile && region.role !== "captured" ? "near" : "centre";
    const isCounted = region.role === "captured" && frame.seats.some((/** @type {any} */ seat) => seat.tricks !== null);
    if ((!region.count || isCounted) && !isChosen) return "none";
    if (region.owner === "seat") return region.is_own ? "own" : `seat/${region.index}`;
    if (region.role === "captured") return "none";
    return region.is_own ? "near" : "far";
  }

  /** Whether an empty place lies before one that is not: cards that are told apart by their places stay in them. @param {any} region @param {any} frame */
  isGap(region, frame) {
    return frame.regions.some((/** @type {any} */ other) => other.name === region.name && other.index === region.index && other.pile > region.pile && other.count);
  }

  /** Whether a seat has another place of this role before: a card just drawn lies beside the hand. @param {any} region */
  isSecond(region) {
    const alike = (this.sheet?.regions ?? []).filter((/** @type {any} */ other) => other.role === region.role && other.owner === region.owner && other.index === region.index);
    return alike.length > 0 && alike[0].id !== region.id;
  }

  /** Piles of one kind lie side by side, under one name. @param {string} key @param {any} region @param {any} frame @returns {any} */
  group(key, region, frame) {
    let group = this.groups.get(key);
    if (!group) {
      group = make("div", { class: `group group-${word(region.role)}` }, make("span", { class: "group-name" }), make("div", { class: "piles" }));
      this.groups.set(key, group);
    }
    const owner = region.owner === "team" ? teamName(region.index, frame) : "";
    group.firstElementChild.textContent = `${owner}${region.name}`;
    return group;
  }

  /** @param {any} region */
  region(region) {
    let found = this.regions.get(region.id);
    if (!found) {
      const cards = make("div", { class: "cards" });
      const label = make("button", { class: "region-name", type: "button", onclick: () => this.tapped(region.id) });
      found = make("div", { class: `region role-${word(region.role)}`, role: "group" }, label, cards);
      found.dataset.region = region.id;
      found.addEventListener("click", (/** @type {Event} */ event) => {
        if (event.target === found || event.target === cards) this.tapped(region.id);
      });
      found.parts = { cards, label };
      this.regions.set(region.id, found);
    }
    return found;
  }

  /** @param {any} element @param {any} region @param {any} frame @param {Place} place */
  fillRegion(element, region, frame, place) {
    const isPile = region.pile !== null;
    const isBacks = region.count > 1 && region.cards.every((/** @type {any} */ card) => !card.code);
    const stack = region.count > 0 && ((STACKS.has(region.role) && (region.role !== "discard" || region.is_ordered)) || (place === "hand" && isBacks));
    const cards = isPile && region.is_ordered ? this.inRank(region.cards) : region.cards;
    const isColumn = isPile && region.role === "tableau" && region.is_ordered;
    const info = this.sheet?.regions.find((/** @type {any} */ other) => other.id === region.id);
    const name = isPile ? `${info?.one ?? region.name} ${info?.rank ?? region.pile + 1}` : region.name;
    const owner = region.owner === "team" ? teamName(region.index, frame) : place === "far" && region.owner === "seat" ? `${frame.seats[region.index].name}: ` : "";
    const count = region.count > 1 || stack ? `${region.count}` : "";
    // What a hand makes has its line from the deal on, so that nothing moves.
    const isNamed = place === "hand" && Boolean(this.sheet?.names_hands);
    element.parts.label.textContent = isNamed ? frame.hand_name || "\u00a0" : isPile ? (region.role === "hand" && region.count < 2 ? String(region.pile + 1) : count || "·") : `${owner}${name}${count ? ` · ${count}` : ""}`;
    if (info?.suit) element.parts.label.replaceChildren(sign(info.suit));
    const spoken = `${owner}${name}, ${countText(region.count)}${isNamed && frame.hand_name ? `: ${frame.hand_name}` : ""}`;
    element.setAttribute("aria-label", spoken);
    element.parts.label.setAttribute("aria-label", spoken);
    element.dataset.count = count;
    for (const [kind, is] of Object.entries({ column: isColumn, empty: region.count === 0, stacked: stack, pile: isPile, "open-hand": place === "far" && region.role === "hand" })) element.classList.toggle(kind, is);
    element.classList.toggle("quiet-name", (place === "hand" && !isNamed) || region.role === "trick" || isColumn);
    this.cards.fill(element.parts.cards, { ...region, cards }, { stack, order: this.order(frame), peeks: frame.peeks });
    if (region.role === "trick") this.tellTrick(element, frame);
    if (element.classList.contains("open-hand")) this.bySuit(element);
  }

  /** A pile of one suit that was built at both ends lies in the order of its ranks. @param {any[]} cards */
  inRank(cards) {
    const { ranks = [], cards: known = {} } = this.sheet ?? {};
    const suits = new Set(cards.map((card) => known[card.code]?.suit));
    if (cards.length < 3 || suits.size !== 1 || suits.has(undefined)) return cards;
    const places = cards.map((card) => ranks.indexOf(known[card.code].rank));
    const turns = places.slice(2).filter((place, k) => (place - places[k + 1]) * (places[k + 1] - places[k]) < 0);
    return turns.length ? [...cards].sort((a, b) => ranks.indexOf(known[b.code].rank) - ranks.indexOf(known[a.code].rank)) : cards;
  }

  /** An open hand shows where one suit ends. @param {any} element */
  bySuit(element) {
    let before = "";
    for (const card of element.parts.cards.children) {
      const suit = this.sheet?.cards[card.dataset.code]?.suit ?? "";
      card.classList.toggle("new-suit", before !== "" && suit !== before);
      before = suit;
    }
  }

  /** Who played which card of the trick. @param {any} element @param {any} frame */
  tellTrick(element, frame) {
    const around = frame.seats.length;
    const sides = around === 4 ? ["south", "west", "north", "east"] : around === 2 ? ["south", "north"] : around === 3 ? ["south", "west", "east"] : [];
    const by = new Map(frame.trick.map((/** @type {any} */ play) => [play.card, play.seat]));
    for (const card of element.parts.cards.children) {
      const seat = by.get(card.dataset.code);
      card.dataset.by = seat === undefined ? "" : seat === frame.seat ? WORDS.you : frame.seats[seat]?.name ?? "";
      card.classList.toggle("wins", seat !== undefined && seat === frame.standing?.winner);
      card.dataset.side = seat === undefined ? "" : sides[(seat - (frame.seat ?? 0) + around) % around] ?? "";
    }
    element.parts.cards.classList.toggle("cross", sides.length > 2 && frame.kind === "trick" && around === frame.seats.length);
  }

  /** How a hand is sorted: trumps first, then by suit and rank; or by rank first. @param {any} frame */
  order(frame) {
    const { suits = [], ranks = [], cards = {}, sort = "suit" } = this.sheet ?? {};
    const byRank = (settings().sort || sort) === "rank";
    const trump = frame.standing?.trump;
    return (/** @type {string} */ code) => {
      const card = cards[code];
      if (!card) return -1;
      const suit = trump && card.suit === trump ? -1 : suits.indexOf(IN_TURN[card.suit] ?? card.suit);
      const rank = ranks.indexOf(card.rank);
      return byRank ? rank * 100 + suit : suit * 100 + rank;
    };
  }
}

/** @param {number} team @param {any} frame */
export function teamName(team, frame) {
  return `${sideNames(team, frame)}: `;
}
