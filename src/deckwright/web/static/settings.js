// @ts-check
/** What a person has chosen for this browser: colours, suits, motion. Kept here and told to nobody. */

const KEY = "deckwright.settings";

/** @typedef {{theme: string, four: boolean, calm: boolean, forced: boolean, twice: boolean, sort: string}} Settings */

/** @returns {Settings} */
export function settings() {
  const chosen = { theme: "", four: false, calm: false, forced: false, twice: false, sort: "" };
  try {
    return Object.assign(chosen, JSON.parse(localStorage.getItem(KEY) || "{}"));
  } catch {
    return chosen;
  }
}

/** @param {Partial<Settings>} change */
export function change(change) {
  const chosen = Object.assign(settings(), change);
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // A browser that keeps nothing: the choice holds for this page.
  }
  apply(chosen);
  document.dispatchEvent(new Event("settings"));
}

/** @param {Settings} chosen */
function apply(chosen) {
  const root = document.documentElement;
  root.dataset.theme = chosen.theme;
  root.dataset.four = chosen.four ? "yes" : "";
  root.dataset.calm = chosen.calm ? "yes" : "";
}

/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));

function connect() {
  const dialog = find("settings");
  if (!dialog) return;
  const chosen = settings();
  for (const [name, value] of Object.entries(chosen)) {
    const field = find(`set-${name}`);
    if (!field) continue; // kept by another version
    const what = typeof value === "string" ? "value" : "checked";
    field[what] = value;
    field.addEventListener("change", () => change({ [name]: field[what] }));
  }
  find("settings-button")?.addEventListener("click", () => dialog.showModal());
  find("settings-close").addEventListener("click", () => dialog.close());
}

apply(settings());
connect();
