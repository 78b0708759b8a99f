// @ts-check
/** Buttons, chips, grids and steppers for everything that is not a card or a pile on the table. */
import { make } from "./dom.js";
import { sign } from "./faces.js";
import { modeKey, wordsOf } from "./controls.js";
import { WORDS } from "/words.js";

/** @typedef {import("./controls.js").Control} Control @typedef {import("./controls.js").Choice} Choice */

/** @param {Choice} choice @param {(choice: Choice) => void} send @param {string} [kind] */
function button(choice, send, kind = "") {
  const made = make("button", { type: "button", class: kind, onclick: () => send(choice) }, wordsOf(choice));
  made.dataset.choice = choice.id;
  return made;
}

/** Chips of a few values. @param {Control} control @param {(choice: Choice) => void} send @param {(choice: Choice) => string} say */
export function chips(control, send, say) {
  const made = control.items.map((item) => {
    const inside = ["suit", "strain"].includes(item.of) ? sign(String(item.value)) : say(item);
    const chip = make("button", { type: "button", class: "chip-button", "aria-label": item.label, onclick: () => send(item) }, inside);
    chip.dataset.choice = item.id;
    return chip;
  });
  return make("div", { class: "chips", role: "group", "aria-label": control.verb }, ...made);
}

/** Calls of level and strain. @param {Control} control @param {(choice: Choice) => void} send */
export function grid(control, send) {
  const levels = [...new Set(control.items.map((item) => item.level))].sort((a, b) => Number(a) - Number(b));
  const strains = [...new Set(control.items.map((item) => item.strain))];
  const rows = levels.map((level) =>
    make(
      "div",
      { class: "grid-row", role: "group", "aria-label": String(level) },
      make("span", { class: "grid-level", "aria-hidden": "true" }, String(level)),
      ...strains.flatMap((strain) => {
        const fitting = control.items.filter((other) => other.level === level && other.strain === strain);
        if (!fitting.length) return [make("span", { class: "grid-gap" })];
        return fitting.map((item) => {
          const cell = make("button", { type: "button", class: "grid-cell", "aria-label": item.label, onclick: () => send(item) }, strainSign(String(strain)));
          cell.dataset.choice = item.id;
          return cell;
        });
      }),
    ),
  );
  return make("div", { class: "call-grid" }, ...rows);
}

/** @param {string} strain */
function strainSign(strain) {
  return strain === "no trump" || strain === "notrump" ? "NT" : sign(strain);
}

/** Many ordered amounts. @param {Control} control @param {(choice: Choice) => void} send */
export function stepper(control, send) {
  const items = [...control.items].sort((a, b) => Number(a.amount) - Number(b.amount));
  const range = make("input", { type: "range", min: 0, max: items.length - 1, value: 0, "aria-label": WORDS.amount });
  const go = make("button", { type: "button", class: "primary" });
  const show = () => {
    const item = items[Number(range.value)];
    go.textContent = wordsOf(item);
    go.dataset.choice = item.id;
    range.setAttribute("aria-valuetext", item.label);
  };
  const step = (/** @type {number} */ by) => () => {
    range.value = String(Math.max(0, Math.min(items.length - 1, Number(range.value) + by)));
    show();
  };
  range.addEventListener("input", show);
  go.addEventListener("click", () => send(items[Number(range.value)]));
  show();
  const less = make("button", { type: "button", "aria-label": "less", onclick: step(-1) }, "−");
  const more = make("button", { type: "button", "aria-label": "more", onclick: step(1) }, "+");
  const made = make("div", { class: "stepper" }, less, range, more, go);
  made.dataset.choices = items.map((item) => item.id).join(" ");
  return made;
}

/** Modes of cards: tap one, then a card. @param {Map<string, string>} modes @param {string} chosen @param {(mode: string) => void} choose */
export function modeSwitch(modes, chosen, choose) {
  const made = [...modes].map(([key, verb]) =>
    make("button", { type: "button", class: "mode", "aria-pressed": String(key === chosen), onclick: () => choose(key) }, verb.charAt(0).toUpperCase() + verb.slice(1)),
  );
  return make("div", { class: "modes", role: "group", "aria-label": WORDS.choose }, ...made);
}

export { button, modeKey };
