// @ts-check
/** The lab: begin a run, and find those that were begun. */
import { asOperator, token } from "./asking.js";
import { post, tell } from "./opening.js";
import { ownRuns, rememberRuns, stateOf } from "./running.js";
import { arrange, capital, fill, make } from "./table/dom.js";
import { WORDS } from "/words.js";

const AGAIN_MS = 2000;
/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));

/** What the form asks for: fields that are empty are not said. */
function asked() {
  const form = find("begin");
  const given = new FormData(form);
  /** @type {Record<string, unknown>} */
  const wanted = { style: given.get("style"), parents: given.getAll("parents") };
  for (const name of ["population", "generations", "seed", "players_low", "players_high", "rulebook_words"]) {
    if (given.get(name)) wanted[name] = Number(given.get(name));
  }
  if (given.get("family")) wanted.family = given.get("family");
  if (given.get("own")) /** @type {unknown[]} */ (wanted.parents).push(String(given.get("own")).trim().split("/").pop());
  if (given.get("ratings")) wanted.ratings = true;
  return wanted;
}

find("begin").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  button.disabled = true;
  try {
    const run = await post("/api/lab/runs", asked(), asOperator());
    rememberRuns([run.id, ...ownRuns()]);
    location.assign(run.url);
  } catch (error) {
    tell(error);
    button.disabled = false;
  }
});

/** What a style looks for: the list has room for its name alone. */
function tellStyle() {
  find("style-text").textContent = `${capital(find("begin").elements.style.selectedOptions[0].dataset.text)}.`;
}
find("begin").elements.style.addEventListener("change", tellStyle);
tellStyle();

/** @type {Map<string, HTMLElement>} */
const rows = new Map();

/** A run in a list, kept and changed as it goes on. @param {any} run */
function rowOf(run) {
  let row = rows.get(run.id);
  if (!row) rows.set(run.id, (row = make("li", { class: "job" }, make("a", { href: run.url, class: "job-title" }), make("progress", { "aria-label": WORDS.job_progress }), make("span", { class: "job-state" }))));
  const [title, bar, state] = /** @type {any} */ (row.children);
  title.textContent = run.title;
  bar.max = run.generations;
  bar.value = run.generation;
  row.dataset.state = run.state;
  const told = [stateOf(run), fill(WORDS.lab_row, { generation: run.generation, generations: run.generations, kinds: run.kinds })];
  state.textContent = told.join(" · ");
  return row;
}

async function show() {
  const ids = ownRuns();
  const found = await Promise.all(
    ids.map(async (id) => {
      const answer = await fetch(`/api/lab/runs/${encodeURIComponent(id)}`);
      return answer.status === 404 ? null : answer.ok ? answer.json() : undefined;
    }),
  );
  rememberRuns(ids.filter((_, place) => found[place] !== null));
  const runs = found.filter(Boolean);
  arrange(find("runs"), runs.map(rowOf));
  find("no-runs").hidden = runs.length > 0;
  let others = [];
  if (token()) {
    const answer = await fetch("/api/lab/runs", { headers: asOperator() });
    if (answer.ok) others = (await answer.json()).filter((/** @type {any} */ run) => !ids.includes(run.id));
  }
  arrange(find("all-runs"), others.map(rowOf));
  find("all").hidden = others.length === 0;
  return [...runs, ...others].some((run) => run.is_open);
}

async function goOn() {
  let isOpen = true;
  try {
    isOpen = await show();
  } catch {
    // The server does not answer: it may be starting again.
  }
  if (isOpen) setTimeout(goOn, AGAIN_MS);
}

find("ratings").addEventListener("click", async () => {
  try {
    const answer = await fetch("/api/lab/ratings", { headers: asOperator() });
    if (!answer.ok) throw new Error((await answer.json()).message);
    const link = make("a", { href: URL.createObjectURL(await answer.blob()), download: "ratings.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch (error) {
    tell(error);
  }
});
for (const id of ["use-ratings", "for-operator"]) find(id).hidden = !token();
goOn();
