// @ts-check
/** What a person has chosen for this browser: colours, suits, motion. Kept here and told to nobody. */

const KEY = "deckwright.settings";

/** @typedef {{theme: string, four: boolean, calm: boolean, forced: boolean, twice: boolean}} Settings */

/** @returns {Settings} */
export function settings() {
  const chosen = { theme: "", four: false, calm: false, forced: false, twice: false };
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
  find("set-theme").value = chosen.theme;
  find("set-four").checked = chosen.four;
  find("set-calm").checked = chosen.calm;
  find("set-forced").checked = chosen.forced;
  find("set-theme").addEventListener("change", () => change({ theme: find("set-theme").value }));
  find("set-four").addEventListener("change", () => change({ four: find("set-four").checked }));
  find("set-calm").addEventListener("change", () => change({ calm: find("set-calm").checked }));
  find("set-forced").addEventListener("change", () => change({ forced: find("set-forced").checked }));
  find("set-twice").checked = chosen.twice;
  find("set-twice").addEventListener("change", () => change({ twice: find("set-twice").checked }));
  find("settings-button")?.addEventListener("click", () => dialog.showModal());
  find("settings-close").addEventListener("click", () => dialog.close());
}

apply(settings());
connect();
