// @ts-check
/** An exact spot: its ranges are painted or typed; how large it is is told before it is solved. */
import { askFor, token } from "../asking.js";
import { post, tell } from "../opening.js";
import { fill, make } from "../table/dom.js";
import { cardsOf, Picker } from "./cards.js";
import { HANDS, Matrix } from "./matrix.js";
import { WORDS } from "/words.js";

const WAIT_MS = 400;
const NONE = new Array(169).fill(0);
/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const form = find("spot");

/** @typedef {{name: string, title: string, text: string, classes: number[], combinations: number, told: string}} Side */
/** @type {Side[]} */
const sides = [
  { name: "oop", title: WORDS.poker_oop, text: "22+, A2s+, K9s+, QTs+, JTs, T9s, 98s, ATo+, KJo+, QJo", classes: NONE, combinations: 0, told: "" },
  { name: "ip", title: WORDS.poker_ip, text: "22+, A2s+, K9s+, QTs+, JTs, T9s, 98s, ATo+, KJo+, QJo", classes: NONE, combinations: 0, told: "" },
];
let at = 0;
let asked = 0;
let waiting = 0;
const weight = () => Number(find("weight").value) / 100;
const matrix = new Matrix({ label: WORDS.poker_range_matrix, onpaint: (names) => paint(names) });
find("matrix").append(matrix.root);
const picker = new Picker((card) => pick(card));
find("picker").append(picker.root);

const tabs = sides.map((side, place) =>
  make("button", { type: "button", role: "tab", id: `tab-${side.name}`, "aria-controls": "painting", onclick: () => look(place), onkeydown: (/** @type {KeyboardEvent} */ event) => along(event) }, side.title));
find("tabs").append(...tabs);

/** @param {KeyboardEvent} event */
function along(event) {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  look(1 - at);
  tabs[at].focus();
}

/** @param {number} place */
function look(place) {
  at = place;
  find("range").value = sides[at].text;
  draw();
}

function draw() {
  tabs.forEach((tab, place) => {
    tab.setAttribute("aria-selected", String(place === at));
    tab.tabIndex = place === at ? 0 : -1;
  });
  find("painting").setAttribute("aria-labelledby", tabs[at].id);
  find("range-told").textContent = sides[at].told;
  matrix.drawRange(sides[at].classes);
}

/** What the text of a side says, read by the server. @param {Side} side @param {{isPainted?: boolean}} [how] */
async function read(side, { isPainted = false } = {}) {
  const text = side.text.trim();
  if (!text) Object.assign(side, { classes: NONE, combinations: 0, told: WORDS.poker_range_empty });
  else {
    try {
      const found = await post("/api/poker/range", { text });
      if (side.text.trim() !== text) return;
      if (!found.ok) throw new Error(found.message);
      Object.assign(side, { classes: found.classes, combinations: found.combinations, told: fill(found.combinations === 1 ? WORDS.poker_range_one : WORDS.poker_range_told, { combinations: Math.round(100 * found.combinations) / 100, share: (found.combinations / 13.26).toFixed(1) }) });
      if (isPainted) side.text = found.text;
    } catch (error) {
      if (side.text.trim() !== text) return;
      Object.assign(side, { told: error instanceof Error ? error.message : String(error) });
      if (isPainted) Object.assign(side, { text: "", classes: NONE, told: WORDS.poker_range_empty });
    }
  }
  if (isPainted && side === sides[at]) find("range").value = side.text;
  draw();
  soon();
}

let painting = 0;
/** What is said later counts: a stroke is added to the text, and the server makes it short again. @param {string[]} names */
function paint(names) {
  const side = sides[at];
  side.classes = side.classes.map((before, place) => (names.includes(HANDS[place]) ? weight() : before));
  side.text = [side.text, ...names.map((name) => `${name}:${weight()}`)].filter((part) => part.trim()).join(", ");
  matrix.drawRange(side.classes);
  clearTimeout(painting);
  painting = setTimeout(() => read(side, { isPainted: true }), WAIT_MS);
}

const board = () => cardsOf(form.elements.board.value) ?? [];

/** @param {string} card */
function pick(card) {
  const cards = board();
  form.elements.board.value = (cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card]).join("");
  drawBoard();
  soon();
}

function drawBoard() {
  const cards = board();
  const all = [...picker.buttons.keys()];
  picker.draw(cards.length >= 5 ? all.filter((card) => !cards.includes(card)) : [], cards);
}

/** Per cent of the pot, as parts of it. @param {string} text */
function sizes(text) {
  const parts = text.split(/[,;\s]+/).filter(Boolean).map((part) => Number(part.replace("%", "")) / 100);
  if (parts.length > 4 || !parts.every((part) => part >= 0.05 && part <= 20)) throw new Error(WORDS.poker_sizes_wrong);
  return parts;
}

function request() {
  const fields = form.elements;
  const numbers = Object.fromEntries(["pot", "stack", "cap", "iterations"].map((name) => [name, Number(fields[name].value)]));
  return {
    board: fields.board.value, oop: sides[0].text, ip: sides[1].text, ...numbers,
    bets: sizes(fields.bets.value), raises: sizes(fields.raises.value), all_in: fields.all_in.checked,
    rake: Number(fields.rake.value) / 100, rake_cap: fields.rake_cap.value === "" ? null : Number(fields.rake_cap.value), target: Number(fields.target.value) / 100,
  };
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(measure, WAIT_MS);
}

/** How large it is, told before it is solved. */
async function measure() {
  const mine = ++asked;
  try {
    if (!form.checkValidity()) throw new Error(WORDS.poker_fields);
    const found = await post("/api/poker/spot-size", request());
    if (mine !== asked) return;
    if (!found.ok) throw new Error(found.message);
    const rows = [
      [WORDS.poker_memory, `${found.memory_mb.toLocaleString("en")} MB`],
      [WORDS.poker_time, fill(WORDS.poker_time_about, { seconds: found.seconds < 10 ? found.seconds.toFixed(1) : Math.round(found.seconds), most: found.most_seconds })],
      [WORDS.poker_fact_hands, found.hands.join(" / ")],
      [WORDS.poker_decisions, found.action_nodes.toLocaleString("en")],
      [WORDS.poker_boards, found.boards.toLocaleString("en")],
    ];
    const list = make("dl", {}, ...rows.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]));
    const most = token() ? found.most_memory_mb : found.stranger_memory_mb;
    const isTooLarge = found.memory_mb > most;
    find("told").replaceChildren(list, isTooLarge ? make("p", { class: "trouble" }, fill(WORDS.poker_too_large, { most })) : "");
    find("solve").disabled = isTooLarge;
  } catch (error) {
    if (mine !== asked) return;
    find("told").replaceChildren(make("p", { class: "trouble" }, error instanceof Error ? error.message : String(error)));
    find("solve").disabled = true;
  }
}

find("range").addEventListener("input", () => {
  sides[at].text = find("range").value;
  clearTimeout(painting);
  const side = sides[at];
  painting = setTimeout(() => read(side), WAIT_MS);
});
for (const button of document.querySelectorAll("[data-range]")) {
  button.addEventListener("click", () => {
    sides[at].text = find("range").value = /** @type {HTMLElement} */ (button).dataset.range ?? "";
    read(sides[at]);
  });
}
find("weight").addEventListener("input", () => (find("weight-told").textContent = `${find("weight").value} %`));
form.addEventListener("input", (/** @type {any} */ event) => {
  if (event.target.name === "board") drawBoard();
  if (event.target.name) soon();
});
form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  find("solve").disabled = true;
  try {
    location.assign(await askFor({ kind: "holdem-spot", ...request() }));
  } catch (error) {
    tell(error);
    find("solve").disabled = false;
  }
});

const start = JSON.parse(form.dataset.start || "{}");
if (start.board) {
  const tree = start.bets[0];
  const percents = (/** @type {number[]} */ parts) => parts.map((part) => Math.round(10_000 * part) / 100).join(", ");
  for (const name of ["board", "pot", "stack"]) form.elements[name].value = start[name];
  Object.assign(form.elements.bets, { value: percents(tree.bets) });
  Object.assign(form.elements.raises, { value: percents(tree.raises) });
  form.elements.cap.value = tree.cap;
  form.elements.all_in.checked = tree.all_in;
  form.elements.rake.value = 100 * start.rake;
  form.elements.rake_cap.value = start.rake_cap ?? "";
  [sides[0].text, sides[1].text] = [start.oop, start.ip];
}
drawBoard();
look(0);
for (const side of sides) read(side);
