// @ts-check
/** The gallery: search and filters over the tiles that are there; play at once. */
import { openTable } from "./opening.js";
import { WORDS } from "/words.js";

/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const tiles = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".tile")]);

function filter() {
  const words = find("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const players = Number(find("players").value || 0);
  const kind = find("kind").value;
  const length = find("length").value;
  let shown = 0;
  for (const tile of tiles) {
    const { text = "", low, high } = tile.dataset;
    const fits =
      words.every((/** @type {string} */ word) => text.includes(word)) &&
      (!players || (players >= Number(low) && players <= Number(high))) &&
      (!kind || tile.dataset.kind === kind) &&
      (!length || tile.dataset.length === length);
    tile.hidden = !fits;
    shown += Number(fits);
  }
  find("count").textContent = `${shown} ${shown === 1 ? WORDS.found_one : WORDS.found}`;
  find("none").hidden = shown > 0;
}

/** Games of which nothing was measured come last. */
function sort() {
  const by = find("sort").value;
  const rank = (/** @type {HTMLElement} */ tile) => (by === "turns" ? 1 : -1) * Number(tile.dataset[by] || (by === "turns" ? Infinity : -1));
  const byName = (/** @type {HTMLElement} */ a, /** @type {HTMLElement} */ b) => (a.dataset.name ?? "").localeCompare(b.dataset.name ?? "");
  tiles.sort((a, b) => (by ? rank(a) - rank(b) || byName(a, b) : byName(a, b)));
  find("gallery").append(...tiles);
}

find("sort").addEventListener("input", sort);
for (const id of ["search", "players", "kind", "length"]) find(id).addEventListener("input", filter);
find("filters").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
find("gallery").addEventListener("click", async (/** @type {MouseEvent} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest(".play-now");
  if (!(button instanceof HTMLButtonElement)) return;
  button.disabled = true;
  try {
    await openTable({ game: button.dataset.game });
  } finally {
    button.disabled = false;
  }
});
filter();
