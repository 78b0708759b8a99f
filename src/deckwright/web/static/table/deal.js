// @ts-check
/** How the cards of a game are dealt: by its sheet and a seed, and as a table tells it. */
import { deckOrder } from "./chacha.js";
import { hashLines } from "./sha256.js";

/** What a place got, as events tell it: the cards that were seen, and how many more. @typedef {{cards: string[], backs: number}} Got */
/** The cards of one place. @typedef {{id: string, cards: string[]}} Hand */

/** @type {WeakMap<object, string>} */
const plans = new WeakMap();

/** How the cards of this game are dealt, to whom and what they look like, as the table told it before anybody committed. @param {any} sheet */
export function planHash(sheet) {
  const known = sheet && plans.get(sheet);
  if (known) return known;
  const found = hashLines([JSON.stringify([sheet?.deal, sheet?.cards, sheet?.regions, sheet?.seats])]);
  if (sheet) plans.set(sheet, found);
  return found;
}

/** What each place got before anybody chose anything, if the events go back to that. @param {any} events @returns {Record<string, Got> | null} */
export function firstDeal(events) {
  if (!Array.isArray(events) || !events.some((event) => event?.number === 0 && event.kind === "dealt")) return null;
  const choice = events.findIndex((event) => event?.kind === "chose");
  /** @type {Record<string, Got>} */
  const found = Object.create(null);
  for (const event of choice < 0 ? events : events.slice(0, choice)) {
    if (event?.kind !== "moved" || !Array.isArray(event.cards)) continue;
    const got = (found[event.to] ??= { cards: [], backs: 0 });
    got.cards.push(...event.cards);
    got.backs += Number(event.backs);
  }
  return found;
}

/** Whether a place can have got these cards: what was not told may have come face down. @param {string[]} cards @param {Got} [got] */
export function isTold(cards, got) {
  const left = [...(got?.cards ?? [])];
  const unseen = cards.filter((card) => !left.includes(card) || !left.splice(left.indexOf(card), 1));
  return unseen.length <= (got?.backs ?? 0);
}

/**
 * The cards that the order of the deck deals to a seat first, by place; all but the stock to who plays alone. A place of the deck whose
 * card goes where other cards send it is none of them.
 * @param {Uint8Array} seed @param {any} sheet @param {number} seat @returns {Hand[]}
 */
export function handsOf(seed, { deal, regions, seats }, seat) {
  const own = regions.filter((/** @type {any} */ region) => seats === 1 || (region.owner === "seat" && region.index === seat));
  const order = deckOrder(seed, deal.deck.length);
  const dealt = own.map(({ id, role }) => {
    const numbers = order.filter((_, place) => deal.places[place] === id);
    // A hand as people sort it; a pile as it lies, the card on top last.
    const sorted = role === "hand" ? numbers.sort((a, b) => a - b) : numbers.reverse();
    return { id, cards: sorted.map((number) => deal.deck[number]) };
  });
  return dealt.filter(({ cards }) => cards.length);
}

/** How many cards the deck has, and how many of them look different: who knows the game knows both. @param {any} sheet */
export function deckOf({ deal, cards }) {
  const faces = deal.deck.map((/** @type {string} */ code) => JSON.stringify([cards[code]?.suit, cards[code]?.rank, cards[code]?.ends]));
  return { count: faces.length, different: new Set(faces).size };
}
