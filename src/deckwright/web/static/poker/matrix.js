// @ts-check
/** The 169 kinds of hands as a square of buttons: coloured by what is done with them, or painted as a range. */
import { fill, make } from "../table/dom.js";
import { WORDS } from "/words.js";

export const RANKS = "AKQJT98765432";

/** `QQ`, `AKs`, `72o`: pairs on the diagonal, suited hands above it. @param {number} row @param {number} column */
export function handName(row, column) {
  if (row === column) return RANKS[row] + RANKS[row];
  return row < column ? `${RANKS[row]}${RANKS[column]}s` : `${RANKS[column]}${RANKS[row]}o`;
}

export const HANDS = Array.from({ length: 169 }, (_, at) => handName(Math.floor(at / 13), at % 13));

/** @param {string} name */
export const combinationsOf = (name) => (name.length === 2 ? 6 : name.endsWith("s") ? 4 : 12);

/** The colours of actions: one for each size of a raise, from small to large. @param {string[]} words @returns {string[]} */
export function colours(words) {
  const raises = words.filter((word) => /^(bet|raise) /.test(word)).length;
  let place = 0;
  return words.map((word) => {
    if (word === "fold") return "fold";
    if (word === "check" || word === "call") return "call";
    if (word === "all-in") return "all-in";
    place += 1;
    return `raise-${Math.min(4, raises < 4 ? place : Math.ceil((4 * place) / raises))}`;
  });
}

/** Parts of one as a bar from left to right. @param {string[]} kinds @param {number[]} shares */
export function gradient(kinds, shares) {
  let at = 0;
  const parts = shares.map((share, place) => {
    const from = at;
    at += 100 * share;
    return `var(--act-${kinds[place]}) ${from.toFixed(2)}% ${Math.min(100, at).toFixed(2)}%`;
  });
  return `linear-gradient(to right, ${parts.join(", ")})`;
}

/** @param {number} share */
export const percent = (share) => `${share > 0 && share < 0.005 ? "<1" : Math.round(100 * share)} %`;

/** @typedef {{kinds: string[], shares: number[], reach: number, label: string}} Filled */

export class Matrix {
  /** @param {{label: string, onpick?: (name: string) => void, onpaint?: (names: string[]) => void}} given */
  constructor({ label, onpick, onpaint }) {
    this.onpick = onpick;
    this.onpaint = onpaint;
    /** @type {HTMLButtonElement[]} */
    this.buttons = HANDS.map((name, at) => make("button", { type: "button", role: "gridcell", tabIndex: at ? -1 : 0 }, name));
    const rows = Array.from({ length: 13 }, (_, row) => make("div", { role: "row" }, ...this.buttons.slice(13 * row, 13 * row + 13)));
    this.root = make("div", { class: onpaint ? "matrix paintable" : "matrix", role: "grid", "aria-label": label }, ...rows);
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.go(event));
    if (onpaint) this.listen();
    else this.root.addEventListener("click", (/** @type {Event} */ event) => this.pick(this.placeOf(event.target)));
  }

  /** @param {EventTarget | null} target */
  placeOf(target) {
    return this.buttons.indexOf(/** @type {HTMLButtonElement} */ (target));
  }

  /** @param {number} at */
  pick(at) {
    if (at < 0) return;
    this.focus(at, false);
    this.onpick?.(HANDS[at]);
  }

  /** @param {number} at @param {boolean} moves */
  focus(at, moves) {
    this.buttons.forEach((button, place) => (button.tabIndex = place === at ? 0 : -1));
    if (moves) this.buttons[at].focus();
  }

  /** @param {KeyboardEvent} event */
  go(event) {
    const at = this.placeOf(event.target);
    if (at < 0) return;
    const [row, column] = [Math.floor(at / 13), at % 13];
    const to = { ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], Home: [row, 0], End: [row, 12] }[event.key];
    if (to) {
      event.preventDefault();
      if (to.every((place) => place >= 0 && place < 13)) this.focus(13 * to[0] + to[1], true);
    } else if (this.onpaint && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.onpaint([HANDS[at]]);
    }
  }

  /** Painting with a mouse or a finger: everything between pressing and letting go. */
  listen() {
    /** @type {Set<number> | null} */
    let stroke = null;
    const touch = (/** @type {PointerEvent} */ event) => {
      const at = this.placeOf(document.elementFromPoint(event.clientX, event.clientY));
      if (!stroke || at < 0 || stroke.has(at)) return;
      stroke.add(at);
      this.onpaint?.([HANDS[at]]);
    };
    this.root.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.button) return;
      stroke = new Set();
      touch(event);
    });
    this.root.addEventListener("pointermove", touch);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (stroke = null));
  }

  /** @param {string} name the class that is looked at, or nothing */
  select(name) {
    this.buttons.forEach((button, at) => button.setAttribute("aria-selected", String(HANDS[at] === name)));
  }

  /** @param {(Filled | null)[]} cells in the order of HANDS */
  draw(cells) {
    this.buttons.forEach((button, at) => {
      const cell = cells[at];
      const isEmpty = !cell || !(cell.reach > 0);
      button.classList.toggle("empty", isEmpty);
      button.classList.toggle("filled", !isEmpty);
      button.setAttribute("aria-label", `${HANDS[at]}: ${cell ? cell.label : WORDS.poker_not_here}`);
      button.title = button.getAttribute("aria-label") ?? "";
      button.style.backgroundImage = isEmpty ? "" : gradient(cell.kinds, cell.shares);
      button.style.backgroundSize = isEmpty ? "" : `100% ${Math.max(12, 100 * Math.min(1, cell.reach)).toFixed(1)}%`;
    });
  }

  /** Weights of a range alone. @param {number[]} weights in the order of HANDS @param {number} [most] what fills a cell */
  drawRange(weights, most = 1) {
    const label = (/** @type {number} */ weight) => fill(WORDS.poker_weight, { weight: percent(weight) });
    this.draw(weights.map((weight) => ({ kinds: ["range"], shares: [1], reach: weight / most, label: label(weight) })));
  }
}
