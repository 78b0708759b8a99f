// @ts-check
/** The explorer of a solution: a path of actions and cards, and what is at its end. The path stands in the address. */
import { tell } from "../opening.js";
import { capital, fill, make } from "../table/dom.js";
import { cardPicture, cardsOf, comboPicture, mixText, Picker } from "./cards.js";
import { Comparison, solutionOf } from "./compare.js";
import { LockForm } from "./lock.js";
import { colours, combinationsOf, HANDS, Matrix, percent } from "./matrix.js";
import { WORDS } from "/words.js";

/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const page = find("explorer");
const source = page.dataset.source;

/** @type {string[]} */
let path = [];
/** @type {any} */
let frame = null;
let seen = "";
let chosen = "";
/** @type {string[]} */
let picked = [];
let asked = 0;

const matrix = new Matrix({ label: WORDS.poker_matrix, onpick: (name) => pickHand(name) });
find("matrix").append(matrix.root);
const picker = new Picker((card) => pickCard(card));
find("picker").append(picker.root);

const lock = page.dataset.request ? new LockForm(find("lock"), JSON.parse(page.dataset.request)) : null;
const other = solutionOf(new URLSearchParams(location.search).get("compare") ?? "");
const comparison = other ? new Comparison(find("compare"), other) : null;

/** What stands in the address: the path, and what it is compared with. @param {string} [beside] */
function query(beside = other) {
  const parts = { ...(path.length ? { path: path.join(",") } : {}), ...(beside ? { compare: beside } : {}) };
  return Object.keys(parts).length ? `?${new URLSearchParams(parts)}` : location.pathname;
}

const number = (/** @type {number} */ amount) => String(Math.round(100 * amount) / 100);
const chips = (/** @type {number} */ amount) => (frame.unit === "bb" ? `${number(amount)} bb` : number(amount));

/** @param {string} [more] @returns {Promise<any>} */
async function ask(more = "") {
  const answer = await fetch(`${source}${more}?${new URLSearchParams({ path: path.join(",") })}`);
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(data.message || `${answer.status}`);
  return data;
}

/** @param {string[]} to @param {{isBack?: boolean}} [how] */
async function go(to, { isBack = false } = {}) {
  const before = path;
  path = to;
  const mine = ++asked;
  page.setAttribute("aria-busy", "true");
  try {
    const found = await ask();
    if (mine !== asked) return;
    find("trouble").hidden = true;
    frame = found;
    picked = [];
    const live = frame.seats.filter((/** @type {any} */ seat) => seat.state !== "folded").map((/** @type {any} */ seat) => seat.position);
    if (frame.player || !live.includes(seen)) seen = frame.player || live[0];
    if (!isBack) history.pushState(null, "", query());
    draw();
  } catch (error) {
    if (mine !== asked) return;
    path = before;
    // An address with a path that is not there (any more): begin at the start, and say so.
    if (!frame && to.length) await go([], { isBack: true });
    tell(error);
  } finally {
    if (mine === asked) page.removeAttribute("aria-busy");
  }
}

/** Draws, and leaves whoever uses the keyboard where they were: what they pressed may be gone, or another one now. */
function draw() {
  const held = /** @type {HTMLElement | null} */ (document.activeElement);
  const place = held?.closest("#acts, #seats, #trail, #picker") ?? (held === find("back") ? held : null);
  drawAll();
  if (!held || !place || (held.checkVisibility() && !held.matches(":disabled"))) return;
  const goingOn = { decision: "#acts button", deal: "#picker button:enabled", end: "#trail li:last-child button" }[/** @type {string} */ (frame.kind)];
  page.querySelector(place.id === "seats" ? '#seats [aria-selected="true"]' : goingOn ?? "#back")?.focus();
}

function drawAll() {
  const words = frame.actions.map((/** @type {any} */ action) => action.word);
  find("where").textContent = whereText();
  drawTrail();
  drawSeats();
  drawBoard();
  drawActions(words);
  drawMatrix(words);
  drawHand(words);
  find("back").disabled = !path.length;
  lock?.draw(frame, path);
  comparison?.draw(frame, path);
}

function whereText() {
  const pot = fill(WORDS.poker_pot, { pot: chips(frame.pot) });
  const street = /** @type {any} */ (WORDS)[`poker_street_${frame.street}`];
  if (frame.kind === "end") {
    const left = frame.seats.filter((/** @type {any} */ seat) => seat.state !== "folded");
    const over = left.length === 1 ? fill(WORDS.poker_end_fold, { position: left[0].position }) : WORDS.poker_end_showdown;
    return `${over} ${capital(pot)}.`;
  }
  if (frame.kind === "deal") return `${fill(WORDS.poker_deal, { count: frame.cards_needed, street })} ${capital(pot)}.`;
  return `${capital(street)}: ${fill(WORDS.poker_to_act, { position: frame.player })} ${capital(pot)}.`;
}

function drawTrail() {
  const steps = [{ word: WORDS.poker_start, position: "" }, ...frame.history];
  find("trail").replaceChildren(
    ...steps.map((step, at) => {
      const isStart = at === 0;
      const cards = !isStart && !step.position ? cardsOf(step.word) : null;
      const text = cards ? comboPicture(step.word) : step.word;
      const who = step.position ? make("span", { class: "who" }, `${step.position} `) : "";
      const isHere = isStart && !frame.history.length;
      // A step leads to where it was chosen, so that another can be.
      const button = make("button", { type: "button", "aria-current": isHere ? "step" : null, onclick: () => go(path.slice(0, isStart ? 0 : at - 1)) }, who, text);
      return make("li", {}, button);
    }),
  );
}

function drawSeats() {
  find("seats").replaceChildren(
    ...frame.seats.map((/** @type {any} */ seat) => {
      const isSeen = seat.position === seen;
      const state = /** @type {any} */ (WORDS)[`poker_seat_${frame.kind === "decision" || seat.state !== "acts" ? seat.state : "in"}`];
      return make(
        "button",
        {
          type: "button", role: "tab", id: `seat-${seat.position}`, "aria-selected": String(isSeen), "aria-controls": "shown", tabIndex: isSeen ? 0 : -1,
          class: seat.state, onclick: () => look(seat.position), onkeydown: (/** @type {KeyboardEvent} */ event) => alongSeats(event, seat.position),
        },
        make("strong", {}, seat.position),
        make("span", { class: "soft" }, `${chips(seat.stack)} · ${state}`),
      );
    }),
  );
  if (!find("seats").querySelector('[aria-selected="true"]')) find("seats").firstElementChild.tabIndex = 0;
  const rows = frame.seats.filter((/** @type {any} */ seat) => seat.range.length);
  find("ranges").replaceChildren(
    ...rows.map((/** @type {any} */ seat) => {
      const equity = seat.equity === null ? "–" : percent(seat.equity);
      return make("tr", {}, make("th", { scope: "row" }, seat.position), make("td", {}, number(seat.combinations)), make("td", {}, percent(seat.combinations / 1326)), make("td", {}, equity));
    }),
  );
  find("ranges-panel").hidden = !rows.length;
}

/** @param {KeyboardEvent} event @param {string} position */
function alongSeats(event, position) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const places = frame.seats.map((/** @type {any} */ seat) => seat.position);
  look(places[(places.indexOf(position) + step + places.length) % places.length]);
  find(`seat-${seen}`).focus();
}

/** @param {string} position */
function look(position) {
  seen = position;
  draw();
}

function drawBoard() {
  find("board").replaceChildren(...(frame.board.length ? frame.board.map(cardPicture) : [make("span", { class: "soft" }, WORDS.poker_no_board)]));
  const isDeal = frame.kind === "deal";
  find("picker-panel").hidden = !isDeal;
  find("runouts").hidden = !isDeal || frame.cards_needed !== 1;
  if (isDeal) picker.draw(frame.board, picked);
}

/** @param {string} card */
function pickCard(card) {
  picked = picked.includes(card) ? picked.filter((one) => one !== card) : [...picked, card];
  if (picked.length === frame.cards_needed) go([...path, picked.join("")]);
  else picker.draw(frame.board, picked);
}

function pickAny() {
  const free = [...picker.buttons.keys()].filter((card) => !frame.board.includes(card));
  const some = [];
  while (some.length < frame.cards_needed) some.push(...free.splice(Math.floor(Math.random() * free.length), 1));
  go([...path, some.join("")]);
}

async function showRunouts() {
  const button = find("runouts");
  button.disabled = true;
  try {
    const { runouts } = await ask("/runouts");
    const label = (/** @type {any} */ one) => `${one.player} ${mixText(one.actions, one.shares)}${one.value === null ? "" : `, ${WORDS.poker_ev} ${number(one.value)}`}`;
    picker.draw(frame.board, picked, runouts.map((/** @type {any} */ one) => ({ card: one.card, kinds: colours(one.actions), shares: one.shares, label: label(one) })));
    legend(find("runouts-legend"), runouts[0]?.actions ?? []);
  } catch (error) {
    tell(error);
  } finally {
    button.disabled = false;
  }
}

/** @param {HTMLElement} place @param {string[]} words */
function legend(place, words) {
  const kinds = colours(words);
  place.replaceChildren(...words.map((word, at) => make("li", {}, make("span", { class: `swatch ${kinds[at]}` }), ` ${word}`)));
}

/** @param {string[]} words */
function drawActions(words) {
  const kinds = colours(words);
  find("acts").replaceChildren(
    ...frame.actions.map((/** @type {any} */ action, /** @type {number} */ at) => {
      const worth = action.value === null ? "" : ` · ${WORDS.poker_ev} ${number(action.value)}`;
      return make(
        "li", {},
        make("button", { type: "button", onclick: () => go([...path, action.word]) },
          make("span", { class: `swatch ${kinds[at]}` }), make("span", { class: "word" }, action.word), make("span", { class: "number" }, percent(action.share) + worth)),
      );
    }),
  );
  find("mix").replaceChildren(...kinds.map((kind, at) => bar(kind, frame.actions[at].share)));
  find("acts-panel").hidden = frame.kind !== "decision";
  find("unlearned").hidden = frame.kind !== "decision" || frame.learned > 0.995;
  find("unlearned").textContent = fill(WORDS.poker_unlearned, { share: percent(1 - frame.learned) });
}

/** @param {string} kind @param {number} share */
function bar(kind, share) {
  const made = make("span", { class: kind });
  made.style.flexGrow = String(Math.max(0, share));
  return made;
}

const isActing = () => frame.kind === "decision" && seen === frame.player;
const seatSeen = () => frame.seats.find((/** @type {any} */ seat) => seat.position === seen);

/** @param {string[]} words */
function drawMatrix(words) {
  const kinds = colours(words);
  if (isActing()) {
    const label = (/** @type {any} */ cell) => mixText(words, cell.shares) + (cell.value === null ? "" : `, ${WORDS.poker_ev} ${number(cell.value)}`);
    const most = Math.max(1e-9, ...frame.cells.map((/** @type {any} */ cell) => cell?.reach ?? 0));
    matrix.draw(frame.cells.map((/** @type {any} */ cell) => cell && { kinds, shares: cell.shares, reach: cell.reach / most, label: label(cell) }));
  } else {
    const range = seatSeen()?.range ?? [];
    matrix.drawRange(range, Math.max(1e-9, ...range));
  }
  find("matrix-title").textContent = fill(isActing() ? WORDS.poker_matrix_acts : WORDS.poker_matrix_range, { position: seen || "–" });
  matrix.select(chosen);
}

/** @param {string} name */
function pickHand(name) {
  chosen = chosen === name ? "" : name;
  matrix.select(chosen);
  drawHand(frame.actions.map((/** @type {any} */ action) => action.word));
}

/** @param {string} combo `AsKd` */
function classOf(combo) {
  const [one, other] = [combo[0], combo[2]];
  if (one === other) return one + other;
  return one + other + (combo[1] === combo[3] ? "s" : "o");
}

/** The combinations of the class that was picked. @param {string[]} words */
function drawHand(words) {
  const place = find("hand");
  find("hand-title").textContent = chosen || WORDS.poker_hand;
  if (!chosen) return place.replaceChildren(make("p", { class: "soft" }, WORDS.poker_pick_hand));
  const at = HANDS.indexOf(chosen);
  if (!isActing()) {
    const weight = seatSeen()?.range[at] ?? 0;
    return place.replaceChildren(make("p", {}, fill(WORDS.poker_hand_range, { position: seen || "–", weight: percent(weight), combinations: combinationsOf(chosen) })));
  }
  const cell = frame.cells[at];
  if (!cell) return place.replaceChildren(make("p", {}, WORDS.poker_not_here));
  const rows = frame.alike ? [] : Object.entries(frame.hands).filter(([combo]) => classOf(combo) === chosen);
  const hasValues = cell.value !== null;
  const head = make("tr", {}, make("th", { scope: "col" }, WORDS.poker_combination), make("th", { scope: "col" }, WORDS.poker_there), ...words.map((word) => make("th", { scope: "col" }, word)));
  const numbers = (/** @type {number[]} */ shares, /** @type {(number | null)[] | undefined} */ values) =>
    shares.map((share, place) => make("td", {}, percent(share), values && values[place] !== null ? make("span", { class: "number-ev" }, ` (${number(/** @type {number} */ (values[place]))})`) : ""));
  const whole = make("tr", {}, make("th", { scope: "row" }, fill(WORDS.poker_all_of, { hand: chosen })), make("td", {}, percent(cell.reach)), ...numbers(cell.shares, undefined));
  const lines = rows.map(([combo, [reach, shares, values]]) =>
    make("tr", {}, make("th", { scope: "row" }, comboPicture(combo)), make("td", {}, percent(reach)), ...numbers(shares, values)));
  const note = frame.alike ? fill(WORDS.poker_alike, { combinations: cell.combinations }) : hasValues ? WORDS.poker_ev_note : WORDS.poker_no_ev;
  place.replaceChildren(make("div", { class: "combos", tabIndex: 0, role: "region", "aria-label": chosen }, make("table", {}, make("thead", {}, head), make("tbody", {}, whole, ...lines))), make("p", { class: "soft" }, note));
}

find("random").addEventListener("click", pickAny);
find("runouts").addEventListener("click", showRunouts);
find("compare-with").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const beside = solutionOf(find("compare-with").elements.address.value);
  if (beside) location.assign(query(beside));
  else tell(new Error(WORDS.poker_compare_wrong));
});
find("back").addEventListener("click", () => path.length && go(path.slice(0, -1)));
const read = () => (new URLSearchParams(location.search).get("path") ?? "").split(",").map((word) => word.trim()).filter(Boolean);
addEventListener("popstate", () => go(read(), { isBack: true }));
go(read(), { isBack: true });
