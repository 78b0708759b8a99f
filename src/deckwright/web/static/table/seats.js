// @ts-check
/** The players around the table: whose turn it is, and what everyone can see of each. */
import { arrange, countText, make, trickText } from "./dom.js";
import { sign } from "./faces.js";
import { WORDS } from "/words/table.js";

export class Seats {
  /** @param {(seat: number) => void} tapped */
  constructor(tapped) {
    this.tapped = tapped;
    /** @type {Map<number, any>} */
    this.parts = new Map();
    this.root = make("div", { class: "seats", role: "list", "aria-label": WORDS.players });
  }

  /** @param {any} frame */
  draw(frame) {
    const around = frame.seats.length;
    const own = frame.seat ?? -1;
    const order = frame.seats.map((/** @type {any} */ _, /** @type {number} */ k) => frame.seats[(own + 1 + k + around) % around]);
    this.root.classList.toggle("alone", around === 1);
    arrange(this.root, order.map((/** @type {any} */ seat) => this.seat(seat, frame)));
  }

  /** @param {any} seat @param {any} frame */
  seat(seat, frame) {
    let parts = this.parts.get(seat.seat);
    if (!parts) {
      const name = make("button", { class: "seat-name", type: "button", onclick: () => this.tapped(seat.seat) });
      const facts = make("div", { class: "seat-facts" });
      const places = make("div", { class: "seat-places" });
      parts = { root: make("div", { class: "seat", role: "listitem" }, name, facts, places), name, facts, places };
      this.parts.set(seat.seat, parts);
    }
    const isTurn = seat.is_turn && frame.status === "playing";
    parts.root.classList.toggle("turn", isTurn);
    parts.root.classList.toggle("mine", seat.seat === frame.seat);
    parts.root.classList.toggle("folded", seat.has_folded || seat.is_out);
    parts.root.dataset.team = seat.team ?? "";
    const shown = seat.seat === frame.seat ? WORDS.you : seat.name || WORDS.free_seat;
    if (parts.name.textContent !== shown) parts.name.textContent = shown;
    parts.name.setAttribute("aria-label", isTurn ? `${shown}, ${WORDS.to_play}` : shown);
    arrange(parts.facts, facts(seat, frame));
    return parts.root;
  }
}

/** What everyone can see of a player. @param {any} seat @param {any} frame @returns {Element[]} */
function facts(seat, frame) {
  /** @type {Element[]} */
  const found = [];
  const fact = (/** @type {string} */ text, /** @type {string} */ kind, /** @type {string} */ title) => found.push(make("span", { class: `fact ${kind}`, title }, text));
  if (frame.status === "gathering") {
    fact(seat.kind === "empty" ? WORDS.free_seat : seat.kind, "", "");
    return found;
  }
  const partner = frame.seat !== null && seat.seat !== frame.seat && seat.team !== null && seat.team === frame.seats[frame.seat].team;
  if (partner) fact(WORDS.partner, "partner", WORDS.partner);
  if ((seat.hand_count || frame.kind === "trick") && seat.seat !== frame.seat) fact(`${seat.hand_count}`, `hand-count${seat.hand_count === 1 && frame.kind === "choice" ? " last-card" : ""}`, countText(seat.hand_count));
  if (frame.team_scores.length) fact(`${WORDS.score} ${frame.team_scores[seat.team]}`, "score", WORDS.scores);
  else if (seat.chips === null && frame.seats.length > 1) fact(`${WORDS.score} ${seat.score}`, "score", WORDS.scores);
  if (seat.chips !== null) fact(`${seat.chips}`, "chips", WORDS.chips);
  if (seat.bet) fact(`${WORDS.bet} ${seat.bet}`, "bet", WORDS.bet);
  const hasContract = frame.standing?.contract?.declarer !== null && frame.standing?.contract?.declarer !== undefined;
  if (seat.bid !== null && !hasContract && frame.kind !== "auction") fact(`${WORDS.bid} ${seat.bid}`, "bid", WORDS.bid);
  const said = frame.calls.findLast((/** @type {any} */ call) => call.seat === seat.seat);
  if (frame.kind === "auction") found.push(make("span", { class: "fact said-call", title: WORDS.calls }, said?.strain && said.level ? make("span", {}, String(said.level), " ", sign(said.strain)) : said?.text ?? "–"));
  if (seat.tricks !== null && (seat.tricks || frame.kind === "trick")) fact(trickText(seat.tricks), "tricks", WORDS.tricks);
  if (frame.standing?.dummy === seat.seat) fact(WORDS.dummy, "dummy", WORDS.dummy);
  if (seat.is_dealer) fact("D", "dealer", WORDS.dealer);
  if (seat.is_away) fact(WORDS.away, "away", WORDS.away);
  for (const badge of frame.standing?.badges ?? []) {
    const isNone = badge.holds === "number" && badge.value === 0 && frame.kind !== "trick";
    const isSaid = badge.holds === "number" && !isNone && badge.value === seat.tricks && badge.name.includes("tricks");
    if (badge.owner === "table" || badge.index !== seat[badge.owner] || badge.holds === "need" || isSaid) continue;
    const made = badgeElement(badge, frame);
    made.classList.toggle("unsaid", isNone); // its room is kept: with the first of them nothing moves
    found.push(made);
  }
  return found;
}

/** Who plays on a side. @param {number} team @param {any} frame @returns {string} */
export function sideNames(team, frame) {
  return frame.seats.filter((/** @type {any} */ seat) => seat.team === team).map((/** @type {any} */ seat) => (seat.seat === frame.seat ? WORDS.you : seat.name)).join(" & ");
}

/** A public value with its label. @param {any} badge @param {any} frame */
export function badgeElement(badge, frame) {
  let value = /** @type {Node | string} */ (String(badge.value));
  if (badge.holds === "flag" || badge.label.toLowerCase().includes(value)) value = ""; // `Hearts are broken`
  else if (["suit", "strain"].includes(badge.holds)) value = sign(String(badge.value));
  else if (badge.holds === "seat") value = Number(badge.value) === frame.seat ? WORDS.you.toLowerCase() : frame.seats[badge.value]?.name ?? "";
  else if (badge.holds === "direction") value = Number(badge.value) > 0 ? "↻" : "↺";
  return make("span", { class: `badge holds-${badge.holds}` }, make("span", { class: "badge-label" }, badge.label), " ", value);
}
