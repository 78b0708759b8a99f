// @ts-check
/** Sitting down by an invitation. */
import { post, tell } from "./opening.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("join"));
const key = new URLSearchParams(location.hash.slice(1)).get("key") || "";
history.replaceState(null, "", location.pathname);
const NAME = "deckwright.name";
const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
name.value = localStorage.getItem(NAME) || "";
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  localStorage.setItem(NAME, name.value);
  try {
    const ticket = await post(`/api/tables/${form.dataset.table}/join`, { key, name: name.value });
    location.assign(ticket.url);
  } catch (error) {
    tell(error);
  }
});
