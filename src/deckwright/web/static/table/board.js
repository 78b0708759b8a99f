// @ts-check
/** Where things lie: seats, the board, one's own places and the hand, each in a region of the page that stays put. */
import { arrange, fill, make } from "./dom.js";
import { sign } from "./faces.js";
import { WORDS } from "/words.js";

const STACKS = new Set(["stock", "discard", "captured"]);
const SLIM = 20;

export class Board {
  /** @param {HTMLElement} root @param {import("./cards.js").Cards} cards @param {(region: string) => void} tapped @param {(seat: number) => void} seatTapped */
  constructor(root, cards, tapped, seatTapped) {
    this.root = root;
    this.cards = cards;
    this.tapped = tapped;
    this.seatTapped = seatTapped;
    /** @type {Map<string, any>} */
    this.regions = new Map();
    /** @type {Map<number, any>} */
    this.seats = new Map();
    this.seatsBar = make("div", { class: "seats", role: "list", "aria-label": WORDS.players });
    this.middle = make("section", { class: "board", "aria-label": WORDS.table_of });
    this.own = make("div", { class: "own-places" });
    this.hand = make("section", { class: "hand", "aria-label": WORDS.own_seat });
    this.sheet = /** @type {any} */ (null);
  }

  /** @param {any} frame */
  draw(frame) {
    const places = this.cards.places();
    this.drawSeats(frame);
    /** @type {Map<string, Element[]>} */
    const by = new Map([["middle", []], ["own", []], ["hand", []]]);
    for (const region of frame.regions) {
      const where = this.placeOf(region, frame);
      if (where === "none") continue;
      const element = this.region(region);
      if (where.startsWith("seat/")) {
        const seat = this.seats.get(Number(where.slice(5)));
        const list = by.get(where) ?? [];
        by.set(where, [...list, element]);
        if (!seat) continue;
      } else by.get(where)?.push(element);
      this.fillRegion(element, region, frame, where);
    }
    arrange(this.middle, /** @type {Element[]} */ (by.get("middle")));
    arrange(this.own, /** @type {Element[]} */ (by.get("own")));
    arrange(this.hand, /** @type {Element[]} */ (by.get("hand")));
    for (const [seat, parts] of this.seats) arrange(parts.places, by.get(`seat/${seat}`) ?? []);
    this.fit();
    this.cards.sweep();
    this.cards.glide(places);
  }

  /** Which part of the page a region belongs to. @param {any} region @param {any} frame */
  placeOf(region, frame) {
    const acting = frame.standing?.playing ?? frame.seat;
    if (region.role === "hand" && region.owner === "seat") {
      if (region.index === frame.seat) return region.pile === null || region.pile === undefined ? "hand" : "own";
      if (region.cards.some((/** @type {any} */ card) => card.code) || region.pile !== null) return `seat/${region.index}`;
      return region.index === acting && acting !== frame.turn ? `seat/${region.index}` : "none";
    }
    if (region.role === "stock" && region.count === 0 && !frame.choices.some((/** @type {any} */ choice) => choice.zone === region.id)) return "none";
    if (region.owner === "table") return "middle";
    if (region.count === 0 && region.role === "captured") return "none";
    if (region.owner === "seat") return region.is_own ? "own" : `seat/${region.index}`;
    return "middle";
  }

  /** @param {any} region */
  region(region) {
    let found = this.regions.get(region.id);
    if (!found) {
      const cards = make("div", { class: "cards" });
      const label = make("button", { class: "region-name", type: "button", onclick: () => this.tapped(region.id) });
      found = make("div", { class: `region role-${region.role}`, role: "group" }, label, cards);
      found.dataset.region = region.id;
      found.addEventListener("click", (/** @type {Event} */ event) => {
        if (event.target === found || event.target === cards) this.tapped(region.id);
      });
      found.parts = { cards, label };
      this.regions.set(region.id, found);
    }
    return found;
  }

  /** @param {any} element @param {any} region @param {any} frame @param {string} where */
  fillRegion(element, region, frame, where) {
    const stack = STACKS.has(region.role) && region.cards.length > 0 && (region.role !== "discard" || region.is_ordered);
    const columns = region.role === "tableau" && region.is_ordered && region.pile !== null;
    const info = this.sheet?.regions.find((/** @type {any} */ other) => other.id === region.id);
    const name = region.pile === null || region.pile === undefined ? region.name : `${info?.one ?? region.name} ${region.pile + 1}`;
    const owner = region.owner === "team" ? this.teamName(region.index, frame) : "";
    const count = region.count > 1 || stack ? ` · ${region.count}` : "";
    element.parts.label.textContent = `${owner}${name}${count}`;
    element.setAttribute("aria-label", `${owner}${name}, ${fill(WORDS.cards_many, { count: region.count })}`);
    element.classList.toggle("column", columns);
    element.classList.toggle("empty", region.count === 0);
    element.classList.toggle("stacked", stack);
    element.classList.toggle("quiet-name", where === "hand" || region.role === "trick");
    const order = this.order(frame);
    this.cards.fill(element.parts.cards, region, { stack, order });
    if (region.role === "trick") this.tellTrick(element, frame);
  }

  /** Who played which card of the trick. @param {any} element @param {any} frame */
  tellTrick(element, frame) {
    const by = new Map(frame.trick.map((/** @type {any} */ play) => [play.card, play.seat]));
    for (const card of element.parts.cards.children) {
      const seat = by.get(card.dataset.code);
      card.dataset.by = seat === undefined ? "" : frame.seats[seat]?.name ?? "";
      const around = frame.seats.length;
      const turned = seat === undefined ? 0 : (seat - (frame.seat ?? 0) + around) % around;
      card.dataset.side = around === 4 ? ["south", "west", "north", "east"][turned] : "";
    }
    element.parts.cards.classList.toggle("cross", frame.seats.length === 4 && frame.trick.length > 0);
  }

  /** How a hand is sorted: by suit, then rank. @param {any} frame */
  order(frame) {
    const { suits = [], ranks = [], cards = {} } = this.sheet ?? {};
    const trump = frame.standing?.trump;
    return (/** @type {string} */ code) => {
      const card = cards[code];
      if (!card) return -1;
      const suit = suits.indexOf(card.suit);
      const first = trump && (card.suit === trump || `${card.suit}s` === trump) ? -1 : suit;
      return first * 100 + ranks.indexOf(card.rank);
    };
  }

  /** @param {number} team @param {any} frame */
  teamName(team, frame) {
    const names = frame.seats.filter((/** @type {any} */ seat) => seat.team === team).map((/** @type {any} */ seat) => (seat.seat === frame.seat ? WORDS.you : seat.name));
    return `${names.join(" & ")}: `;
  }

  /** @param {any} frame */
  drawSeats(frame) {
    const around = frame.seats.length;
    const own = frame.seat ?? -1;
    const order = frame.seats.map((/** @type {any} */ _, /** @type {number} */ k) => frame.seats[(own + 1 + k + around) % around]);
    const elements = order.map((/** @type {any} */ seat) => {
      let parts = this.seats.get(seat.seat);
      if (!parts) {
        const name = make("button", { class: "seat-name", type: "button", onclick: () => this.seatTapped(seat.seat) });
        const facts = make("div", { class: "seat-facts" });
        const places = make("div", { class: "seat-places" });
        const root = make("div", { class: "seat", role: "listitem" }, name, facts, places);
        parts = { root, name, facts, places };
        this.seats.set(seat.seat, parts);
      }
      parts.root.classList.toggle("turn", seat.is_turn && frame.status === "playing");
      parts.root.classList.toggle("mine", seat.seat === own);
      parts.root.classList.toggle("folded", seat.has_folded || seat.is_out);
      parts.root.dataset.team = seat.team ?? "";
      const shown = seat.seat === own ? WORDS.you : seat.name || WORDS.free_seat;
      if (parts.name.textContent !== shown) parts.name.textContent = shown;
      arrange(parts.facts, this.facts(seat, frame));
      return parts.root;
    });
    arrange(this.seatsBar, elements);
  }

  /** @param {any} seat @param {any} frame @returns {Element[]} */
  facts(seat, frame) {
    /** @type {Element[]} */
    const found = [];
    const fact = (/** @type {string} */ text, /** @type {string} */ kind, /** @type {string} */ title) => found.push(make("span", { class: `fact ${kind}`, title }, text));
    if (frame.status === "gathering") {
      fact(seat.kind === "empty" ? WORDS.free_seat : seat.kind, "", "");
      return found;
    }
    if (seat.hand_count && seat.seat !== frame.seat) fact(`${seat.hand_count}`, "hand-count", fill(WORDS.cards_many, { count: seat.hand_count }));
    if (frame.team_scores.length) fact(`${frame.team_scores[seat.team]}`, "score", WORDS.scores);
    else if (seat.chips === null) fact(`${seat.score}`, "score", WORDS.scores);
    if (seat.chips !== null) fact(`${seat.chips}`, "chips", "chips");
    if (seat.bet) fact(`▸ ${seat.bet}`, "bet", "bet");
    if (seat.bid !== null) fact(`bid ${seat.bid}`, "bid", "bid");
    if (seat.tricks !== null && (seat.tricks || frame.kind === "trick")) fact(`${seat.tricks} ${seat.tricks === 1 ? "trick" : "tricks"}`, "tricks", "tricks");
    if (seat.is_dealer) fact("D", "dealer", WORDS.dealer);
    if (seat.is_away) fact(WORDS.away, "away", WORDS.away);
    for (const badge of frame.standing?.badges ?? []) {
      if (badge.owner === "seat" && badge.index === seat.seat) found.push(badgeElement(badge, frame));
    }
    return found;
  }

  /** Overlap cards so that each place fits its room, and columns theirs. */
  fit() {
    for (const element of this.root.querySelectorAll(".region .cards")) {
      const cards = /** @type {HTMLElement[]} */ ([...element.children]);
      const region = /** @type {HTMLElement} */ (element.parentElement);
      if (region.classList.contains("column")) {
        const room = this.middle.clientHeight - 120;
        const step = cards.length > 1 ? Math.min(24, Math.max(9, room / cards.length)) : 24;
        /** @type {HTMLElement} */ (element).style.setProperty("--step", `${step}px`);
        continue;
      }
      const first = cards[0];
      if (!first || element.classList.contains("cross")) continue;
      const width = first.offsetWidth;
      const room = region.classList.contains("role-hand") ? /** @type {HTMLElement} */ (region.parentElement).clientWidth - 12 : Math.min(region.parentElement?.clientWidth ?? 300, 330);
      const rows = cards.length > 1 && (room - width) / (cards.length - 1) < SLIM ? 2 : 1;
      const per = Math.ceil(cards.length / rows);
      const gap = per > 1 ? Math.min(4, (room - width) / (per - 1) - width) : 4;
      const target = /** @type {HTMLElement} */ (element);
      target.style.setProperty("--gap", `${Math.floor(gap)}px`);
      target.style.setProperty("--row", `${Math.ceil(per * (width + gap) - gap) + 2}px`);
    }
  }
}

/** A public value with its label. @param {any} badge @param {any} frame */
export function badgeElement(badge, frame) {
  let value = /** @type {Node | string} */ (String(badge.value));
  if (["suit", "strain"].includes(badge.holds)) value = sign(String(badge.value));
  else if (badge.holds === "seat") value = Number(badge.value) === frame.seat ? WORDS.you : frame.seats[badge.value]?.name ?? "";
  else if (badge.holds === "direction") value = Number(badge.value) > 0 ? "↻" : "↺";
  return make("span", { class: `badge holds-${badge.holds}` }, make("span", { class: "badge-label" }, badge.label), " ", value);
}
