// @ts-check
/** Card elements: one for each card that can be seen, moved and never made anew, so that focus and animation survive. */
import { arrange, fill, make, word } from "./dom.js";
import { face } from "./faces.js";
import { WORDS } from "/words/table.js";

/** @typedef {{face: string, code?: string, copy?: number, count?: number}} CardSeen */

const MOVE_MS = 260;

export class Cards {
  /** @param {(code: string, region: string, element: HTMLElement) => void} tapped */
  constructor(tapped) {
    this.tapped = tapped;
    /** @type {Map<string, HTMLButtonElement>} */
    this.known = new Map();
    this.sheet = /** @type {any} */ ({ cards: {} });
  }

  /** The element of a card. @param {CardSeen} card @param {string} region @param {number} place */
  element(card, region, place) {
    const key = card.face === "peek" ? `${card.code}#peek` : card.code ? `${card.code}#${card.copy}` : `${region}/back/${place}`;
    let found = this.known.get(key);
    if (!found) {
      found = card.code ? this.makeFace(card.code) : make("button", { class: "card back", type: "button" });
      if (!found) throw new Error("a card is always made");
      found.dataset.key = key;
      found.addEventListener("click", () => {
        const element = /** @type {HTMLButtonElement} */ (this.known.get(key));
        this.tapped(element.dataset.code ?? "", element.dataset.region ?? "", element);
      });
      this.known.set(key, found);
    }
    found.dataset.region = region;
    found.classList.toggle("memory", card.face === "memory");
    found.classList.toggle("peek", card.face === "peek");
    return found;
  }

  /** @param {string} code */
  makeFace(code) {
    const card = this.sheet.cards[code] ?? { suit: "", rank: code, kind: "card", name: code };
    const name = card.points ? `${card.name}, ${fill(WORDS.card_points, card)}` : card.name;
    const made = make("button", { class: `card ${word(card.kind)}`, type: "button", "aria-label": name, title: name });
    made.dataset.code = code;
    made.append(face(card));
    return made;
  }

  /** Go by another sheet: cards may look otherwise on it. @param {any} sheet */
  useSheet(sheet) {
    if (JSON.stringify(sheet.cards) !== JSON.stringify(this.sheet.cards)) this.known.clear();
    this.sheet = sheet;
  }

  /** Where every card is on the screen, before it moves. */
  places() {
    /** @type {Map<string, DOMRect>} */
    const found = new Map();
    for (const [key, element] of this.known) if (element.isConnected) found.set(key, element.getBoundingClientRect());
    return found;
  }

  /** Let cards glide from where they were. @param {Map<string, DOMRect>} before */
  glide(before) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.calm === "yes") return;
    for (const [key, element] of this.known) {
      const from = before.get(key);
      if (!from || !element.isConnected) continue;
      const to = element.getBoundingClientRect();
      const dx = from.left - to.left;
      const dy = from.top - to.top;
      if (Math.abs(dx) + Math.abs(dy) < 3) continue;
      element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: MOVE_MS, easing: "ease-out" });
    }
  }

  /** Forget cards that nobody sees any more. */
  sweep() {
    for (const [key, element] of this.known) if (!element.isConnected) this.known.delete(key);
  }

  /**
   * Fill a place with the cards of a region. A stack shows its top; a card that was shown to this seat alone lies open for it.
   * @param {Element} parent @param {any} region @param {{stack?: boolean, order?: (code: string) => number, peeks?: any[]}} [how]
   */
  fill(parent, region, how = {}) {
    /** @type {{card: CardSeen, place: number}[]} */
    const shown = [];
    let place = 0;
    for (const card of region.cards) {
      if (card.code) shown.push({ card, place: place++ });
      else for (let k = 0; k < (card.count ?? 1); k++) shown.push({ card: { face: "down" }, place: place++ });
    }
    const peek = (how.peeks ?? []).find((/** @type {any} */ found) => found.zone === region.id);
    const hidden = shown.findLast(({ card }) => !card.code);
    if (peek && hidden) hidden.card = { face: "peek", code: peek.card };
    if (how.order && !region.is_ordered) {
      const order = how.order;
      shown.sort((a, b) => order(a.card.code ?? "") - order(b.card.code ?? ""));
    }
    const kept = how.stack ? shown.slice(-1) : shown;
    const elements = kept.map(({ card, place: at }) => {
      const made = this.element(card, region.id, how.stack ? 0 : at);
      if (!card.code) {
        made.setAttribute("aria-label", `${region.name}, ${WORDS.face_down}`);
      }
      return made;
    });
    arrange(parent, elements);
    return elements;
  }
}
