// @ts-check
/** Another solution beside the one in sight: the same path, what is done there, and by how much it differs. */
import { fill, make } from "../table/dom.js";
import { mixText } from "./cards.js";
import { colours, Matrix, percent } from "./matrix.js";
import { WORDS } from "/words.js";

const KNOWN = /^(spots|bundles)\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** What an address, or the end of one, says: `spots/0123…`, `bundles/two.bundle`; nothing if it says neither. @param {string} text */
export function solutionOf(text) {
  const found = text.trim().replace(/[?#].*$/, "").replace(/^.*\/poker\//, "");
  return KNOWN.test(found) ? found : "";
}

export class Comparison {
  /** @param {HTMLElement} place @param {string} name */
  constructor(place, name) {
    this.source = `/api/poker/${name}`;
    this.asked = 0;
    this.told = make("p", { class: "soft", role: "status" });
    this.rows = make("tbody", {});
    const head = [WORDS.poker_compare_action, WORDS.poker_compare_this, WORDS.poker_compare_other, WORDS.poker_compare_more].map((text) => make("th", { scope: "col" }, text));
    this.table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), this.rows);
    this.matrix = new Matrix({ label: WORDS.poker_compare_matrix });
    const link = make("a", { href: `/poker/${name}` }, WORDS.poker_compare_open);
    place.append(make("h2", {}, WORDS.poker_compare_title), this.told, make("div", { class: "combos", tabIndex: 0, role: "region", "aria-label": WORDS.poker_compare_title }, this.table), this.matrix.root, make("p", {}, link));
    this.place = place;
    place.hidden = false;
  }

  /** @param {any} frame @param {string[]} path */
  async draw(frame, path) {
    const mine = ++this.asked;
    const answer = await fetch(`${this.source}?${new URLSearchParams({ path: path.join(",") })}`).catch(() => null);
    const other = await answer?.json().catch(() => null);
    if (mine !== this.asked) return;
    const isThere = Boolean(answer?.ok && other && other.kind === "decision" && frame.kind === "decision" && other.player === frame.player);
    this.table.hidden = this.matrix.root.hidden = !isThere;
    this.told.textContent = isThere ? "" : answer?.ok ? WORDS.poker_compare_nothing : other?.message ?? WORDS.poker_compare_nothing;
    if (isThere) this.show(frame, other);
  }

  /** @param {any} frame @param {any} other */
  show(frame, other) {
    const words = [...new Set([...frame.actions, ...other.actions].map((action) => action.word))];
    const of = (/** @type {any} */ one, /** @type {string} */ word) => one.actions.find((/** @type {any} */ action) => action.word === word);
    const text = (/** @type {any} */ action) => (action ? percent(action.share) + (action.value === null ? "" : ` (${action.value.toFixed(2)})`) : "–");
    const more = (/** @type {any} */ a, /** @type {any} */ b) => (a && b ? `${a.share >= b.share ? "+" : "−"}${(100 * Math.abs(a.share - b.share)).toFixed(1)}` : "–");
    this.rows.replaceChildren(...words.map((word) => {
      const [a, b] = [of(frame, word), of(other, word)];
      return make("tr", {}, make("th", { scope: "row" }, word), make("td", {}, text(a)), make("td", {}, text(b)), make("td", {}, more(a, b)));
    }));
    const names = other.actions.map((/** @type {any} */ action) => action.word);
    const kinds = colours(names);
    const most = Math.max(1e-9, ...other.cells.map((/** @type {any} */ cell) => cell?.reach ?? 0));
    this.matrix.draw(other.cells.map((/** @type {any} */ cell) => cell && { kinds, shares: cell.shares, reach: cell.reach / most, label: mixText(names, cell.shares) }));
    const apart = distance(frame, other);
    if (apart !== null) this.told.textContent = fill(WORDS.poker_compare_apart, { share: (100 * apart).toFixed(1) });
  }
}

/** How much of what is done is done otherwise, hands weighted as they come in the one in sight; null if actions differ. @param {any} frame @param {any} other */
function distance(frame, other) {
  const words = (/** @type {any} */ one) => one.actions.map((/** @type {any} */ action) => action.word).join();
  if (words(frame) !== words(other)) return null;
  let [sum, all] = [0, 0];
  frame.cells.forEach((/** @type {any} */ cell, /** @type {number} */ at) => {
    const there = other.cells[at];
    if (!cell || !there) return;
    const weight = cell.reach * cell.combinations;
    all += weight;
    sum += (weight * cell.shares.reduce((/** @type {number} */ sum, /** @type {number} */ share, /** @type {number} */ place) => sum + Math.abs(share - there.shares[place]), 0)) / 2;
  });
  return all ? sum / all : 0;
}
