// @ts-check
/** A run of the lab: how far it is, and what it has found, for as long as it goes on. */
import { asOperator } from "./asking.js";
import { post, tell } from "./opening.js";
import { leftOf, ownRuns, rememberRuns, stateOf } from "./running.js";
import { make } from "./table/dom.js";

const AGAIN_MS = 1500;
/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const status = find("status");
const path = `/api/lab/runs/${status.dataset.run}`;
let timer = 0;

/** @param {string} id @param {string} text */
function say(id, text) {
  if (find(id).textContent !== text) find(id).textContent = text;
}

/** @param {any} run */
async function draw(run) {
  find("bar").max = run.generations;
  find("bar").value = run.generation;
  status.dataset.state = run.state;
  say("state", stateOf(run));
  say("generation", `${run.generation} / ${run.generations}`);
  say("evaluations", run.evaluations.toLocaleString());
  say("left", leftOf(run));
  say("kinds", String(run.kinds));
  if (run.best && find("best").textContent !== run.best.name) {
    find("best").replaceChildren(make("a", { href: `${run.url}/${run.best.digest}` }, run.best.name));
  }
  find("stop").hidden = !run.is_open;
  find("resume").hidden = run.is_open;
  if (String(run.generation) !== status.dataset.generation) {
    status.dataset.generation = String(run.generation);
    await showFound();
  }
  clearTimeout(timer);
  if (run.is_open) timer = window.setTimeout(goOn, AGAIN_MS);
}

/** The map as the server draws it now; what had the focus keeps it. */
async function showFound() {
  const answer = await fetch(`/lab/${status.dataset.run}/found`);
  if (!answer.ok) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = find("found").contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  find("found").replaceChildren(...drawn.body.childNodes);
  if (focused) find("found").querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

async function goOn() {
  try {
    const answer = await fetch(path);
    if (answer.ok) return await draw(await answer.json());
  } catch {
    // The server does not answer: it may be starting again.
  }
  timer = window.setTimeout(goOn, AGAIN_MS);
}

/** @param {() => Promise<any>} ask */
async function attempt(ask) {
  find("trouble").hidden = true;
  try {
    await draw(await ask());
  } catch (error) {
    tell(error);
  }
}

find("stop").addEventListener("click", () => attempt(() => post(`${path}/stop`, {})));
find("resume").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const generations = Number(find("resume").elements.generations.value) || null;
  attempt(() => post(`${path}/resume`, { generations }, asOperator()));
});
find("delete").addEventListener("click", () => find("sure").showModal());
find("delete-not").addEventListener("click", () => find("sure").close());
find("delete-now").addEventListener("click", async () => {
  find("sure").close();
  const answer = await fetch(path, { method: "DELETE" });
  if (!answer.ok) return tell(new Error((await answer.json()).message));
  rememberRuns(ownRuns().filter((id) => id !== status.dataset.run));
  location.assign("/lab");
});
goOn();
