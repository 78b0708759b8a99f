// @ts-check
/** A game's page: house rules, and two ways to sit down. */
import { askFor, token } from "./asking.js";
import { openTable, tell } from "./opening.js";

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
    await openTable({ game, options: chosenOptions(), ...opening });
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
  submit(event, { name, friends: -1 });
});
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
const name = find("friends")?.elements.namedItem("name");
if (name) name.value = localStorage.getItem(NAME) || "";
