// @ts-check
/** Cards of poker: small pictures of them, and a picker for a board. */
import { make } from "../table/dom.js";
import { gradient, percent, RANKS } from "./matrix.js";
import { WORDS } from "/words.js";

export const SUITS = "shdc";
/** @type {Record<string, string>} */
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
/** @type {Record<string, string>} */
const NAMES = { s: WORDS.poker_spades, h: WORDS.poker_hearts, d: WORDS.poker_diamonds, c: WORDS.poker_clubs };

/** @param {string} card `As` */
export const shown = (card) => card[0] + SIGNS[card[1]];

/** @param {string} card */
export const cardPicture = (card) => make("span", { class: `playing-card suit-${card[1]}` }, shown(card));

/** Two cards of a hand, as text. @param {string} combo `AsKd` */
export function comboPicture(combo) {
  const cards = combo.match(/../g) ?? [];
  return make("span", { class: "combo" }, ...cards.map((card) => make("span", { class: `suit-${card[1]}` }, shown(card))));
}

/** The cards that a text names, one by one; null if it is none. @param {string} text @returns {string[] | null} */
export function cardsOf(text) {
  const plain = text.replace(/[\s,]+/g, "").replace(/10/g, "T");
  if (!/^([2-9tjqka][cdhs])*$/i.test(plain)) return null;
  return (plain.match(/../g) ?? []).map((card) => card[0].toUpperCase() + card[1].toLowerCase());
}

/** @typedef {{card: string, kinds: string[], shares: number[], label: string}} Mixed */

/** Fifty-two buttons. */
export class Picker {
  /** @param {(card: string) => void} onpick */
  constructor(onpick) {
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    const rows = [...SUITS].map((suit) => {
      const row = [...RANKS].map((rank) => {
        const card = rank + suit;
        const made = make("button", { type: "button", class: `suit-${suit}`, "aria-pressed": "false", onclick: () => onpick(card) }, shown(card));
        this.buttons.set(card, made);
        return made;
      });
      return make("div", { class: "suit", role: "group", "aria-label": NAMES[suit] }, ...row);
    });
    this.root = make("div", { class: "picker" }, ...rows);
  }

  /** @param {string[]} gone cards that cannot be picked @param {string[]} picked @param {Mixed[]} [mixed] what comes after each */
  draw(gone, picked, mixed = []) {
    const after = new Map(mixed.map((one) => [one.card, one]));
    for (const [card, button] of this.buttons) {
      const mix = after.get(card);
      button.disabled = gone.includes(card);
      button.setAttribute("aria-pressed", String(picked.includes(card)));
      button.classList.toggle("mixed", Boolean(mix));
      button.style.backgroundImage = mix ? gradient(mix.kinds, mix.shares) : "";
      const label = mix ? `${shown(card)}: ${mix.label}` : shown(card);
      button.setAttribute("aria-label", label);
      button.title = label;
    }
  }
}

/** What is done, in words. @param {string[]} words @param {number[]} shares */
export const mixText = (words, shares) => words.map((word, at) => `${word} ${percent(shares[at])}`).join(", ");
