// @ts-check
/** Asking for long jobs. Their ids are this browser's secret, and it remembers them. */
import { post } from "./opening.js";

const JOBS = "deckwright.jobs";
const TOKEN = "deckwright.operator";
const MOST_JOBS = 50;

/** The ids of the jobs that this browser asked for, the newest first. @returns {string[]} */
export function ownJobs() {
  try {
    const found = JSON.parse(localStorage.getItem(JOBS) || "[]");
    return Array.isArray(found) ? found.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string[]} ids */
export function rememberJobs(ids) {
  localStorage.setItem(JOBS, JSON.stringify(ids.slice(0, MOST_JOBS)));
}

/** The operator's token, for as long as this tab is open. */
export function token() {
  return sessionStorage.getItem(TOKEN) || "";
}

/** @param {string} given */
export function useToken(given) {
  sessionStorage.setItem(TOKEN, given);
}

/** @returns {Record<string, string>} */
export function asOperator() {
  return token() ? { authorization: `Bearer ${token()}` } : {};
}

/** Ask for a job; the address of its page. @param {object} job @returns {Promise<string>} */
export async function askFor(job) {
  const made = await post("/api/jobs", job, asOperator());
  rememberJobs([made.id, ...ownJobs()]);
  return made.url;
}
