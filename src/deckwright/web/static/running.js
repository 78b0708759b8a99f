// @ts-check
/** Runs of the lab: which this browser began, and how far one is in words. */
import { fill } from "./table/dom.js";
import { WORDS } from "/words.js";

const RUNS = "deckwright.runs";
const MOST_RUNS = 50;

/** The ids of the runs that this browser began, the newest first. @returns {string[]} */
export function ownRuns() {
  try {
    const found = JSON.parse(localStorage.getItem(RUNS) || "[]");
    return Array.isArray(found) ? found.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string[]} ids */
export function rememberRuns(ids) {
  localStorage.setItem(RUNS, JSON.stringify(ids.slice(0, MOST_RUNS)));
}

/** @param {any} run */
export function stateOf(run) {
  if (run.state === "waiting" && run.ahead) return fill(WORDS.job_ahead, { ahead: run.ahead });
  const words = /** @type {any} */ (WORDS)[`lab_state_${run.state}`];
  if (run.state === "failed") return `${words}: ${run.text}`;
  if (run.state === "running" && run.judged) return `${words}, ${fill(WORDS.lab_judged, { count: run.judged, population: run.asked.population })}`;
  return words;
}

/** @param {number} seconds */
const timeOf = (seconds) => (seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`);

/** @param {any} run */
export function leftOf(run) {
  if (!run.is_open || !run.seconds_left) return "–";
  const [low, high] = run.seconds_left.map(timeOf);
  return low === high ? low : `${low} – ${high}`;
}
