// @ts-check
/** A form that fixes what is done at the decision in sight, and has the spot solved again around it. */
import { askFor } from "../asking.js";
import { tell } from "../opening.js";
import { fill, make } from "../table/dom.js";
import { WORDS } from "/words.js";

/** @typedef {{path: string, shares: Record<string, string>}} Lock */

export class LockForm {
  /** @param {HTMLElement} place @param {any} request what the spot was solved by */
  constructor(place, request) {
    this.request = request;
    this.path = "";
    this.title = make("p", {});
    this.fields = make("div", { class: "fields" });
    this.button = make("button", { type: "submit" }, WORDS.poker_lock_solve);
    this.form = make("form", { class: "setup-lock" }, this.title, this.fields, make("p", { class: "soft" }, WORDS.poker_lock_note), this.button);
    this.form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => this.solve(event));
    place.append(this.form);
    this.place = /** @type {HTMLElement} */ (place.closest("details"));
  }

  /** @param {any} frame @param {string[]} path */
  draw(frame, path) {
    this.place.hidden = frame.kind !== "decision";
    if (this.place.hidden) return;
    this.path = path.join(", ");
    const before = this.request.locks.find((/** @type {Lock} */ lock) => lock.path === this.path);
    this.title.textContent = fill(before ? WORDS.poker_lock_is : WORDS.poker_lock_would, { position: frame.player });
    this.fields.replaceChildren(
      ...frame.actions.map((/** @type {any} */ action) =>
        make("label", {}, `${action.word} `, make("input", { name: action.word, class: "long", maxLength: 4000, autocomplete: "off", spellcheck: false, value: before?.shares[action.word] ?? "", placeholder: `any:${Math.round(100 * action.share) / 100}` }))),
    );
  }

  /** @param {SubmitEvent} event */
  async solve(event) {
    event.preventDefault();
    const named = [...this.fields.querySelectorAll("input")].filter((input) => input.value.trim());
    const others = this.request.locks.filter((/** @type {Lock} */ lock) => lock.path !== this.path);
    const own = named.length ? [{ path: this.path, shares: Object.fromEntries(named.map((input) => [input.name, input.value.trim()])) }] : [];
    this.button.disabled = true;
    try {
      location.assign(await askFor({ kind: "holdem-spot", ...this.request, locks: [...others, ...own] }));
    } catch (error) {
      this.button.disabled = false;
      this.button.focus({ preventScroll: true });
      tell(error);
    }
  }
}
