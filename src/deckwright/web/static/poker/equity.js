// @ts-check
/** The equity calculator: two to six hands or ranges, and cards that are known. */
import { post, tell } from "../opening.js";
import { fill, make } from "../table/dom.js";
import { cardsOf, Picker } from "./cards.js";
import { WORDS } from "/words.js";

const LEAST = 2;
const MOST = 6;
const START = ["AsKs", "QQ"];
/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const form = find("equity");
const picker = new Picker((card) => pick(card));
find("picker").append(picker.root);

/** @param {string} text */
function addHand(text) {
  const name = make("span", {});
  const input = make("input", { name: "hand", value: text, maxLength: 4000, required: true, autocomplete: "off", spellcheck: false });
  const remove = make("button", { type: "button", class: "quiet", onclick: () => removeHand(row) }, WORDS.poker_remove_seat);
  const row = make("li", {}, make("label", {}, name, input), remove, make("output", {}));
  find("hands").append(row);
  number();
  return input;
}

/** @param {HTMLElement} row */
function removeHand(row) {
  row.remove();
  number();
  find("add").focus();
}

function number() {
  const rows = [...find("hands").children];
  rows.forEach((row, at) => {
    row.querySelector("span").textContent = fill(WORDS.poker_hand_number, { number: at + 1 });
    row.querySelector("output").replaceChildren();
    row.querySelector("button").disabled = rows.length <= LEAST;
    row.querySelector("button").setAttribute("aria-label", fill(WORDS.poker_remove_hand, { number: at + 1 }));
  });
  find("add").disabled = rows.length >= MOST;
}

const board = () => cardsOf(form.elements.board.value) ?? [];

/** @param {string} card */
function pick(card) {
  const cards = board();
  form.elements.board.value = (cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card]).join(" ");
  showBoard();
}

function showBoard() {
  const cards = board();
  const all = [...picker.buttons.keys()];
  picker.draw(cards.length >= 5 ? all.filter((card) => !cards.includes(card)) : [], cards);
}

/** @param {any} found */
function show(found) {
  const rows = [...find("hands").children];
  rows.forEach((row, at) => {
    const [share, win, tie] = [found.equity[at], found.win[at], found.tie[at]].map((part) => (100 * part).toFixed(2));
    const error = found.exact ? "" : ` ± ${(196 * found.standard_error[at]).toFixed(2)}`;
    const bar = make("div", { class: "mix", "aria-hidden": "true" }, make("span", { class: "range" }), make("span", {}));
    bar.firstChild.style.flexGrow = String(found.equity[at]);
    bar.lastChild.style.flexGrow = String(1 - found.equity[at]);
    row.querySelector("output").replaceChildren(make("strong", {}, `${share}${error} %`), ` · ${fill(WORDS.poker_win_tie, { win, tie })}`, bar);
  });
  find("told").textContent = fill(found.exact ? WORDS.poker_exact : WORDS.poker_sampled, { deals: found.deals.toLocaleString("en") });
}

find("add").addEventListener("click", () => addHand("").focus());
form.addEventListener("input", showBoard);
form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (event.submitter ?? form.querySelector('[type="submit"]'));
  button.disabled = true;
  find("told").textContent = WORDS.poker_working;
  try {
    const hands = [...form.querySelectorAll('input[name="hand"]')].map((input) => input.value);
    const found = await post("/api/poker/equity", { hands, board: form.elements.board.value, dead: form.elements.dead.value });
    find("trouble").hidden = true;
    show(found);
  } catch (error) {
    find("told").textContent = "";
    number();
    tell(error);
  } finally {
    button.disabled = false;
  }
});
for (const text of START) addHand(text);
showBoard();
