// @ts-check
/** A found game: play it now, measure it, or go to its page; it becomes a game of one's own. */
import { askFor } from "./asking.js";
import { openTable, post, tell } from "./opening.js";

/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const form = find("play");

/** Keep the game, and do something with it. @param {HTMLButtonElement} button @param {(id: string) => Promise<void>} then */
async function keep(button, then) {
  button.disabled = true;
  find("trouble").hidden = true;
  try {
    const kept = await post(`/api/lab/runs/${form.dataset.run}/specimens/${form.dataset.digest}/keep`, {});
    await then(kept.id);
  } catch (error) {
    tell(error);
  } finally {
    button.disabled = false;
  }
}

form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const level = new FormData(form).get("level");
  keep(/** @type {HTMLButtonElement} */ (event.submitter), (game) => openTable({ game, ...(level ? { level } : {}) }));
});
find("game-page").addEventListener("click", () => keep(find("game-page"), async (game) => location.assign(`/games/${game}`)));
find("measure").addEventListener("click", () =>
  keep(find("measure"), async (game) => location.assign(await askFor({ kind: "report", game }))),
);
