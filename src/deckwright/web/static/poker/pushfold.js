// @ts-check
/** Push or fold: a chart for each decision, for the stack that is chosen. */
import { tell } from "../opening.js";
import { capital, fill, make } from "../table/dom.js";
import { Matrix, percent } from "./matrix.js";
import { WORDS } from "/words.js";

const WAIT_MS = 250;
/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const form = find("pushfold");
let asked = 0;
let waiting = 0;

/** @param {any} decision @param {boolean} isFirst */
function chart(decision, isFirst) {
  const words = [WORDS.poker_goes_in, WORDS.poker_folds];
  const title = `${decision.position}: ${isFirst ? WORDS.poker_jams : fill(WORDS.poker_calls, { after: decision.after })}`;
  const matrix = new Matrix({ label: title });
  matrix.draw(decision.often.map((/** @type {number} */ share) => ({ kinds: ["all-in", "fold"], shares: [share, 1 - share], reach: 1, label: `${words[0]} ${percent(share)}` })));
  return make("figure", {}, make("figcaption", {}, make("strong", {}, title), ` · ${fill(WORDS.poker_share_of_hands, { share: (100 * decision.share).toFixed(1) })}`), matrix.root);
}

async function draw() {
  if (!form.checkValidity()) return;
  const mine = ++asked;
  const query = new URLSearchParams({ stack: form.elements.stack.value, players: form.elements.players.value });
  find("charts").setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`/api/poker/push-or-fold?${query}`);
    const data = await answer.json();
    if (mine !== asked) return;
    if (!answer.ok) throw new Error(data.message);
    find("trouble").hidden = true;
    const worth = data.positions.map((/** @type {string} */ position, /** @type {number} */ at) => `${position} ${data.values[at].toFixed(4)}`).join(", ");
    find("told").textContent = capital(fill(WORDS.poker_pushfold_told, { stack: data.stack, worth, exploitability: data.exploitability.toExponential(1) }));
    find("charts").replaceChildren(...data.decisions.map((/** @type {any} */ one, /** @type {number} */ at) => chart(one, one.after === "first in" || at === 0)));
    history.replaceState(null, "", `?${query}`);
  } catch (error) {
    if (mine === asked) tell(error);
  } finally {
    if (mine === asked) find("charts").removeAttribute("aria-busy");
  }
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(draw, WAIT_MS);
}

form.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
form.addEventListener("input", (/** @type {any} */ event) => {
  if (event.target.name === "slide") form.elements.stack.value = event.target.value;
  if (event.target.name === "stack") form.elements.slide.value = event.target.value;
  soon();
});
const given = new URLSearchParams(location.search);
if (given.get("stack")) form.elements.stack.value = form.elements.slide.value = given.get("stack");
if (given.get("players")) form.elements.players.value = given.get("players");
draw();
