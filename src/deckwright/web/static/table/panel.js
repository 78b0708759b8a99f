// @ts-check
/** Buttons, chips, grids and steppers for everything that is not a card or a pile on the table. */
import { arrange, capital, fill, make, named } from "./dom.js";
import { sign } from "./faces.js";
import { matching, wordsOf } from "./controls.js";
import { WORDS } from "/words/table.js";

/** @typedef {import("./controls.js").Control} Control @typedef {import("./controls.js").Choice} Choice */

const MOST_MATCHES = 12;
const FEW_MATCHES = 6;
const SUIT_LIKE = new Set(["suit", "strain"]);

export class Panel {
  /** @param {import("./chooser.js").Chooser} chooser @param {{isShown: (control: Control) => boolean}} cards */
  constructor(chooser, cards) {
    this.chooser = chooser;
    this.cards = cards;
    this.root = make("section", { class: "controls", "aria-label": WORDS.choose });
    /** Sets for which nothing is marked yet: one line says so of all. @type {Control[]} */
    this.unmarked = [];
    /** Where the slider stands, for as long as there is one. */
    this.stand = 0;
  }

  /** @param {Element[]} before @param {Element[]} after what the table itself offers */
  draw(before, after) {
    const focused = this.root.contains(document.activeElement) ? signature(/** @type {HTMLElement} */ (document.activeElement)) : "";
    const { chooser } = this;
    const made = [...before];
    // What was picked and is not marked in the hand, so that it can be seen before it is sent.
    const unseen = chooser.picks.filter((pick) => !pick.key).map((pick) => capital(pick.text));
    const worth = chooser.picks.reduce((sum, pick) => sum + pick.worth, 0);
    if (unseen.length) made.push(make("span", { class: "tip picked" }, ...named(unseen.join(", ")), worth ? ` · ${worth}` : ""));
    const modes = chooser.modes();
    if (modes.size > 1) made.push(this.modeSwitch(modes));
    for (const item of chooser.markedItems()) made.push(this.button(item, "primary"));
    for (const control of chooser.controls) made.push(...this.elements(control));
    const verbs = this.unmarked.map((control) => control.verb);
    this.unmarked = [];
    if (verbs.length) made.push(make("span", { class: "tip" }, fill(WORDS.mark_cards, { verb: verbs.join(WORDS.or) })));
    if (chooser.isWhole) made.push(this.confirm(chooser.set ?? undefined, chooser.picks.filter((pick) => pick.isSet).length, true));
    if (chooser.canCancel) made.push(make("button", { type: "button", class: "cancel", onclick: () => chooser.withdraw() }, WORDS.cancel));
    made.push(...after);
    if (!chooser.controls.some((control) => control.kind === "stepper")) this.stand = 0;
    arrange(this.root, made);
    this.root.classList.toggle("none", made.length === 0);
    if (focused) this.find(focused)?.focus();
  }

  /** @param {string} wanted */
  find(wanted) {
    const all = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("button, input")]);
    return all.find((element) => signature(element) === wanted) ?? all.find((element) => !(/** @type {any} */ (element).disabled));
  }

  /** @param {Control} control @returns {Element[]} */
  elements(control) {
    const { items } = control;
    switch (control.kind) {
      case "grid":
        return [this.grid(control)];
      case "chips":
      case "seats":
        return items.length === 1 ? [this.button(items[0])] : [this.chips(control)];
      case "stepper":
        return [this.stepper(control)];
      case "button":
        return items.map((item) => this.button(item, item.is_done ? "primary" : ""));
      case "region":
        return items.filter((item) => item.of !== "pile" || !this.cards.isShown(control)).map((item) => this.button(item));
      case "set":
        return [this.confirm(control, control.picked ?? 0, false)];
      case "match":
        return [...this.matches(control), ...(control.done ? [this.button(control.done, "primary")] : [])];
      default:
        return this.cards.isShown(control) ? [] : items.map((item) => this.button(item));
    }
  }

  /** @param {Choice} choice @param {string} [kind] */
  button(choice, kind = "") {
    const isAsked = this.chooser.sure === choice.id;
    const text = isAsked ? fill(WORDS.sure, { what: wordsOf(choice) }) : wordsOf(choice);
    const made = make("button", { type: "button", class: isAsked ? "primary" : kind, onclick: () => this.chooser.pick(choice) }, ...named(text));
    made.dataset.choice = choice.id;
    return made;
  }

  /** What ends the picking of several cards. @param {Control | undefined} control @param {number} picked @param {boolean} isWhole */
  confirm(control, picked, isWhole) {
    const { low = 1, high = 1, done, verb = WORDS.done } = control ?? {};
    const count = low === high ? fill(WORDS.pick_of, { picked, high }) : fill(WORDS.pick_range, { picked, low, high });
    const text = !control ? capital(verb) : done && !picked ? fill(WORDS.pick_nothing, { verb: capital(verb) }) : `${capital(verb)} (${count})`;
    const go = () => (isWhole ? this.chooser.confirm() : done && this.chooser.pick(done));
    const made = make("button", { type: "button", class: done && !picked ? "" : "primary", disabled: !isWhole && !done, onclick: go }, text);
    made.dataset.control = "confirm";
    if (done) made.dataset.choice = done.id;
    return made;
  }

  /** Melds that fit the marked cards. @param {Control} control @returns {Element[]} */
  matches(control) {
    const { codeOf, rankOf } = this.chooser.page;
    const codes = this.chooser.marked.map(codeOf);
    const fitting = matching(control, codes, rankOf);
    const count = codes.length || control.items.length <= FEW_MATCHES ? MOST_MATCHES : 0;
    const shown = fitting.slice(0, count).map(({ item, isExact }) => this.button(item, isExact ? "primary" : ""));
    if (!shown.length && !codes.length) this.unmarked.push(control);
    if (!shown.length) return [];
    return [make("div", { class: "matches", role: "group", "aria-label": control.verb }, ...shown)];
  }

  /** A few values. @param {Control} control */
  chips(control) {
    const made = control.items.map((item) => {
      const inside = SUIT_LIKE.has(item.of) ? sign(String(item.value)) : this.textOf(item);
      const chip = make("button", { type: "button", class: "chip-button", "aria-label": item.label, onclick: () => this.chooser.pick(item) }, inside);
      chip.dataset.choice = item.id;
      return chip;
    });
    return make("div", { class: "chips", role: "group", "aria-label": control.verb }, make("span", { class: "chips-label" }, capital(control.verb)), ...made);
  }

  /** @param {Choice} item */
  textOf(item) {
    if (item.of === "seat") return this.chooser.frame.seats[Number(item.value)]?.name ?? item.label;
    return String(item.of === "call" ? item.value ?? item.amount : item.amount ?? item.value ?? item.label);
  }

  /** Calls of level and strain. @param {Control} control */
  grid(control) {
    const levels = [...new Set(control.items.map((item) => item.level))].sort((a, b) => Number(a) - Number(b));
    const top = levels[levels.length - 1]; // whatever is left to call is left there too, in the order of the strains
    const strains = [...new Set(control.items.filter((item) => item.level === top).map((item) => item.strain))];
    const rows = levels.map((level) => {
      const cells = strains.flatMap((strain) => {
        const fitting = control.items.filter((other) => other.level === level && other.strain === strain);
        if (!fitting.length) return [make("span", { class: "grid-gap" })];
        return fitting.map((item) => {
          const cell = make("button", { type: "button", class: "grid-cell", "aria-label": `${item.verb} ${level} ${strain}`, onclick: () => this.chooser.pick(item) }, String(level), strainSign(String(strain)));
          cell.dataset.choice = item.id;
          return cell;
        });
      });
      return make("div", { class: "grid-row", role: "group", "aria-label": String(level) }, ...cells);
    });
    return make("div", { class: "call-grid" }, ...rows);
  }

  /** Many ordered amounts. @param {Control} control */
  stepper(control) {
    const { items } = control; // in the order of the rules: in 42 one mark is more than 41 points
    this.stand = Math.min(this.stand, items.length - 1);
    const range = make("input", { type: "range", min: 0, max: items.length - 1, value: this.stand, "aria-label": WORDS.amount });
    const go = make("button", { type: "button", class: "primary", onclick: () => this.chooser.pick(items[this.stand]) });
    go.dataset.control = `go/${control.key}`;
    const show = (/** @type {number} */ stand) => {
      this.stand = Math.max(0, Math.min(items.length - 1, stand));
      const item = items[this.stand];
      range.value = String(this.stand);
      range.setAttribute("aria-valuetext", item.label);
      go.replaceChildren(...named(wordsOf(item)));
      go.dataset.choice = item.id;
    };
    range.addEventListener("input", () => show(Number(range.value)));
    show(this.stand);
    const step = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ by) => {
      const made = make("button", { type: "button", "aria-label": label, onclick: () => show(this.stand + by) }, text);
      made.dataset.control = `${label}/${control.key}`;
      return made;
    };
    const made = make("div", { class: "stepper" }, step("−", WORDS.less, -1), range, step("+", WORDS.more_amount, 1), go);
    made.dataset.choices = items.map((item) => item.id).join(" ");
    return made;
  }

  /** Modes of cards: tap one, then a card. @param {Map<string, string>} modes */
  modeSwitch(modes) {
    const made = [...modes].map(([key, verb]) => {
      const mode = make("button", { type: "button", class: "mode", "aria-pressed": String(key === this.chooser.mode), onclick: () => this.chooser.setMode(key) }, capital(verb));
      mode.dataset.control = `mode/${key}`;
      return mode;
    });
    return make("div", { class: "modes", role: "group", "aria-label": WORDS.choose }, ...made);
  }
}

/** What an element is, so that the one made in its place can take the focus. @param {HTMLElement} element */
function signature(element) {
  return element.dataset.control ?? element.dataset.choice ?? element.textContent ?? "";
}

/** @param {string} strain */
function strainSign(strain) {
  return strain === "no trump" || strain === "notrump" ? "NT" : sign(strain);
}
