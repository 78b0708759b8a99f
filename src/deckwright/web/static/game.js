// @ts-check
/** A game's page: house rules, and two ways to sit down. */
import { askFor, token } from "./asking.js";
import { openTable, post, tell } from "./opening.js";
import { fill } from "./table/dom.js";
import { WORDS } from "/words.js";

/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const game = /** @type {HTMLElement} */ (document.querySelector(".game")).dataset.game;
/** Decisions of a thorough report. */
const THOROUGH = 400_000_000;
const NAME = "deckwright.name";

/** The options that differ from what the game has anyway. */
function chosenOptions() {
  /** @type {Record<string, unknown>} */
  const chosen = {};
  for (const field of find("options")?.elements ?? []) {
    if (!field.name) continue;
    const { type, default: usual } = field.dataset;
    if (type === "bool") {
      if (field.checked !== Boolean(usual)) chosen[field.name] = field.checked;
    } else if (field.value !== usual) {
      chosen[field.name] = field.value === "" ? null : type === "int" ? Number(field.value) : field.value;
    }
  }
  return chosen;
}

/** @param {SubmitEvent} event @param {object} opening */
async function submit(event, opening) {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  button.disabled = true;
  try {
    await openTable({ game, options: chosenOptions(), shows_memory: Boolean(find("memory")?.checked), ...opening });
  } catch (error) {
    tell(error);
  } finally {
    button.disabled = false;
  }
}

find("alone")?.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  const level = new FormData(find("alone")).get("level");
  submit(event, level ? { level } : {});
});
find("friends")?.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  const name = String(new FormData(find("friends")).get("name") || "");
  localStorage.setItem(NAME, name);
  submit(event, { name, friends: -1, level: String(new FormData(find("friends")).get("level")) });
});
for (const form of [find("alone"), find("friends")]) {
  form?.addEventListener("change", (/** @type {Event} */ event) => {
    const choice = /** @type {any} */ (event.target);
    if (choice.name === "level") useOptionsOf(form, choice.selectedOptions?.[0]);
  });
}

/** Whoever was trained for a number of players and a stack plays no other: set the house rules to that, and say so. @param {HTMLFormElement} form @param {HTMLOptionElement} [chosen] */
function useOptionsOf(form, chosen) {
  const options = JSON.parse(chosen?.dataset.options ?? "{}");
  const note = form.querySelector(".made-for");
  if (note) note.textContent = options.players ? fill(WORDS.made_for, options) : "";
  for (const field of find("options")?.elements ?? []) {
    if (field.name in options) field.value = options[field.name];
  }
  if (options.players) showSize();
}
find("measure")?.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  button.disabled = true;
  try {
    const isThorough = find("measure").elements.thorough.checked;
    location.assign(await askFor({ kind: "report", game, options: chosenOptions(), ...(isThorough ? { budget: THOROUGH } : {}) }));
  } catch (error) {
    tell(error);
    button.disabled = false;
  }
});
find("thorough").hidden = !token();

/** Whom an address asks for, as in `#against=blueprint:three`. */
function chooseAsked() {
  const asked = new URLSearchParams(location.hash.slice(1)).get("against");
  const select = find("alone")?.querySelector("select");
  if (!asked || !select || ![...select.options].some((option) => option.value === asked)) return;
  select.value = asked;
  useOptionsOf(find("alone"), select.selectedOptions[0]);
}

/** Say how large the game is with these house rules, and offer to solve it if it is small enough. */
async function showSize() {
  const form = find("solve");
  const number = ++sizesAsked;
  try {
    const size = await post("/api/size", { game, options: chosenOptions() });
    if (number !== sizesAsked) return;
    find("solve-size").textContent = size.can_solve
      ? fill(WORDS.solve_text, { nodes: size.nodes_text })
      : fill(WORDS.solve_not, { reason: size.reason.replace(/\.$/, "") });
    for (const part of [form.querySelector("fieldset"), form.querySelector("button")]) part.hidden = !size.can_solve;
  } catch (error) {
    find("solve-size").textContent = error instanceof Error ? error.message : "";
  }
}

let sizesAsked = 0;
find("solve").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  button.disabled = true;
  try {
    const iterations = Number(new FormData(find("solve")).get("iterations"));
    location.assign(await askFor({ kind: "solve", game, options: chosenOptions(), iterations }));
  } catch (error) {
    tell(error);
    button.disabled = false;
  }
});
find("options")?.addEventListener("change", showSize);
showSize();
chooseAsked();
const name = find("friends")?.elements.namedItem("name");
if (name) name.value = localStorage.getItem(NAME) || "";
