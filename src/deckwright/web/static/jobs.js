// @ts-check
/** Jobs: how far each is, and what can be done about it. It asks again for as long as one waits or runs. */
import { asOperator, ownJobs, rememberJobs, token, useToken } from "./asking.js";
import { post, tell } from "./opening.js";
import { arrange, fill, make } from "./table/dom.js";
import { WORDS } from "/words.js";

const AGAIN_MS = 1000;
/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));

/** What is said of a job's state. @param {any} job */
function stateOf(job) {
  if (job.state === "waiting" && job.ahead) return fill(WORDS.job_ahead, { ahead: job.ahead });
  const words = /** @type {any} */ (WORDS)[`job_${job.state}`];
  return job.text ? `${words}: ${job.text}` : words;
}

/** One job in a list, kept and changed as it goes on. */
class Row {
  /** @param {string} id @param {boolean} isAlone on its own page */
  constructor(id, isAlone) {
    this.id = id;
    this.isAlone = isAlone;
    this.title = make("a", { href: `/jobs/${id}`, class: "job-title" });
    this.bar = make("progress", { max: 1, value: 0, "aria-label": WORDS.job_progress });
    this.state = make("span", { class: "job-state", role: "status" });
    this.stop = make("button", { type: "button", hidden: true, onclick: () => this.end("stop") }, WORDS.job_stop);
    this.cancel = make("button", { type: "button", onclick: () => this.end("cancel") }, WORDS.job_cancel);
    this.root = make("li", { class: "job" }, isAlone ? "" : this.title, this.bar, this.state, this.stop, this.cancel);
    this.isOpen = true;
  }

  /** @param {string} how with what it has, or with nothing */
  async end(how) {
    this.stop.disabled = true;
    try {
      this.draw(await post(`/api/jobs/${this.id}/${how}`, {}));
    } catch (error) {
      tell(error);
    }
  }

  /** @param {any} job */
  draw(job) {
    const wasOpen = this.isOpen;
    this.isOpen = job.is_open;
    this.title.textContent = job.title;
    this.bar.value = job.share;
    this.bar.hidden = !job.is_open;
    this.root.dataset.state = job.state;
    const text = stateOf(job);
    if (this.state.textContent !== text) this.state.textContent = text;
    this.cancel.hidden = !job.is_open;
    this.stop.hidden = !job.can_stop;
    if (this.isAlone && wasOpen && job.state === "done") location.reload();
  }
}

/** @type {Map<string, Row>} */
const rows = new Map();

/** @param {string} id @param {boolean} isAlone */
function rowOf(id, isAlone) {
  let row = rows.get(id);
  if (!row) rows.set(id, (row = new Row(id, isAlone)));
  return row;
}

/** @param {string} id @returns {Promise<any>} the job, or null if it is forgotten */
async function ask(id) {
  const answer = await fetch(`/api/jobs/${encodeURIComponent(id)}`);
  return answer.status === 404 ? null : answer.ok ? answer.json() : undefined;
}

/** What a job shows while it runs, drawn by the server. @param {any} job */
async function showLive(job) {
  const place = find("live");
  if (!place || !job.is_live || job.state !== "running") return;
  const answer = await fetch(`/jobs/${encodeURIComponent(job.id)}/live`);
  if (!answer.ok) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  place.replaceChildren(...drawn.body.childNodes);
}

async function showOwn() {
  const ids = ownJobs();
  const found = await Promise.all(ids.map(ask));
  rememberJobs(ids.filter((_, place) => found[place] !== null));
  const jobs = found.filter(Boolean);
  for (const job of jobs) rowOf(job.id, false).draw(job);
  arrange(find("jobs"), jobs.map((job) => rowOf(job.id, false).root));
  find("no-jobs").hidden = jobs.length > 0;
}

async function showAll() {
  if (!token()) return;
  const answer = await fetch("/api/jobs", { headers: asOperator() });
  const data = await answer.json();
  if (!answer.ok) {
    useToken("");
    return tell(new Error(data.message));
  }
  const own = new Set(ownJobs());
  const others = data.filter((/** @type {any} */ job) => !own.has(job.id));
  for (const job of others) rowOf(job.id, false).draw(job);
  arrange(find("all-jobs"), others.map((/** @type {any} */ job) => rowOf(job.id, false).root));
  find("all").hidden = others.length === 0;
}

async function goOn() {
  const alone = document.querySelector("[data-job]");
  try {
    if (alone instanceof HTMLElement) {
      const row = rowOf(alone.dataset.job ?? "", true);
      const job = await ask(row.id);
      if (job) row.draw(job);
      arrange(alone, [row.root]);
      if (job) await showLive(job);
    } else {
      await showOwn();
      await showAll();
    }
  } catch {
    // The server does not answer: it may be starting again.
  }
  if (!rows.size || [...rows.values()].some((row) => row.isOpen)) setTimeout(goOn, AGAIN_MS);
}

find("operator")?.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  useToken(find("operator").elements.token.value.trim());
  find("operator").reset();
  find("trouble").hidden = true;
  showAll();
});
goOn();
