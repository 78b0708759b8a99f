// @ts-check
/** The walk through a solved game: what the seat to act does by what it knows, and what may follow. */
import { tell } from "./opening.js";
import { fill, make } from "./table/dom.js";
import { WORDS } from "/words.js";

/** @typedef {{text: string, share: number, value: number | null, reach: number}} Action */
/** @typedef {{holding: string, label: string, reach: number, actions: Action[]}} Place */
/** @typedef {{seat: number, parent: number | null, steps: {seat: number | null, text: string}[], reach: number, sets: Place[]}} Spot */

const NEVER = 5e-7;
const place = /** @type {HTMLElement} */ (document.getElementById("walk"));
/** @type {Spot[]} */
let nodes = [];
/** @type {Map<number | null, number[]>} */
const after = new Map();

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(share >= 0.0005 && share < 0.0995 ? 1 : 0)} %`;

/** What happened between two decisions. @param {Spot} node */
function stepsOf(node) {
  const told = node.steps.map((step) =>
    step.seat === null ? step.text : fill(WORDS.walk_step, { seat: step.seat + 1, text: step.text }),
  );
  return told.join(", ") || WORDS.walk_start;
}

/** @param {number} number */
function link(number, text = stepsOf(nodes[number])) {
  return make("a", { href: `#${number}`, class: "step" }, text);
}

/** The way here, to go back along. @param {number} number */
function way(number) {
  /** @type {number[]} */
  const path = [];
  for (let at = /** @type {number | null} */ (number); at !== null; at = nodes[at].parent) path.unshift(at);
  const entries = path.map((at) =>
    make("li", {}, at === number ? make("span", { class: "step", "aria-current": "step" }, stepsOf(nodes[at])) : link(at)),
  );
  if (nodes[path[0]].steps.length) entries.unshift(make("li", {}, make("a", { href: "#", class: "step" }, WORDS.walk_start)));
  return make("nav", { "aria-label": WORDS.walk_way }, make("ol", { class: "way" }, ...entries));
}

/** @param {number} share */
function bar(share) {
  const filled = make("span", { class: "share-bar" });
  filled.style.width = `${100 * share}%`; // by script: a policy that forbids inline styles allows it
  return make("span", { class: "share" }, filled);
}

/** What is done at one information set, a row for each action. @param {Place} found @param {string} title */
function rowsOf(found, title) {
  const head = make("th", { scope: "rowgroup", rowSpan: found.actions.length }, title, make("small", {}, percent(found.reach)));
  return make(
    "tbody",
    { class: found.reach < NEVER ? "never" : "" },
    ...found.actions.map((action, row) =>
      make(
        "tr",
        {},
        row ? null : head,
        make("td", {}, action.text),
        make("td", { class: "often" }, bar(action.share), make("span", { class: "number" }, percent(action.share))),
        make("td", { class: "number" }, action.value === null ? "–" : signed(action.value)),
        make("td", { class: "number" }, percent(action.reach)),
      ),
    ),
  );
}

/** @param {number} value */
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;

/** @param {Spot} node */
function tableOf(node) {
  const often = new Map();
  for (const found of node.sets) often.set(found.holding, (often.get(found.holding) ?? 0) + 1);
  const columns = [WORDS.walk_knows, WORDS.walk_action, WORDS.walk_share, WORDS.walk_value, WORDS.walk_reach];
  return make(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "walk-title" },
    make(
      "table",
      { class: "walk" },
      make("thead", {}, make("tr", {}, ...columns.map((text, at) => make("th", { scope: "col", class: at > 2 ? "number" : "" }, text)))),
      ...node.sets.map((found) => rowsOf(found, (often.get(found.holding) ?? 0) > 1 ? found.label : found.holding)),
    ),
  );
}

/** What may follow, to step into. @param {number[]} numbers @param {number} whole */
function following(numbers, whole) {
  const entries = numbers.map((at) => make("li", {}, link(at), make("span", { class: "soft" }, whole > 0 ? percent(nodes[at].reach / whole) : "")));
  const left = whole > 0 ? 1 - numbers.reduce((sum, at) => sum + nodes[at].reach, 0) / whole : 0;
  if (left > NEVER) entries.push(make("li", {}, make("span", { class: "step" }, WORDS.walk_ends), make("span", { class: "soft" }, percent(left))));
  return make("ul", { class: "following" }, ...entries);
}

/** @param {boolean} moves whether somebody asked for it: then the new place is spoken and seen */
function draw(moves) {
  const asked = location.hash.slice(1);
  const roots = after.get(null) ?? [];
  const number = asked === "" ? (roots.length === 1 ? roots[0] : null) : Number(asked);
  if (number !== null && !nodes[number]) return void (location.hash = "");
  const node = number === null ? null : nodes[number];
  const title = make("h3", { tabIndex: -1 }, node ? fill(WORDS.walk_decides, { seat: node.seat + 1 }) : WORDS.walk_start);
  const next = after.get(number) ?? [];
  place.replaceChildren(
    ...(node && number !== null ? [way(number)] : []),
    title,
    ...(node ? [make("p", { class: "soft" }, fill(WORDS.walk_comes, { share: percent(node.reach) })), tableOf(node)] : []),
    make("h4", {}, WORDS.walk_then),
    following(next, node ? node.reach : 1),
  );
  if (moves) title.focus({ preventScroll: false });
}

async function begin() {
  const job = location.pathname.split("/")[2];
  const answer = await fetch(`/api/jobs/${job}/result`);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.message);
  nodes = found.nodes;
  nodes.forEach((node, number) => after.set(node.parent, [...(after.get(node.parent) ?? []), number]));
  for (const numbers of after.values()) numbers.sort((a, b) => stepsOf(nodes[a]).localeCompare(stepsOf(nodes[b])));
  draw(false);
  addEventListener("hashchange", () => draw(true));
}

begin().catch(tell);
