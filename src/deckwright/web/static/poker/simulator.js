// @ts-check
/** The simulator: seats are added and removed, each gets an agent, and the rest is a job. */
import { askFor } from "../asking.js";
import { tell } from "../opening.js";
import { fill, make } from "../table/dom.js";
import { WORDS } from "/words.js";

const LEAST = 2;
const MOST = 6;
/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const form = find("simulator");

/** @param {string} agent */
function addSeat(agent) {
  const select = make("select", { name: "agent" });
  select.append(find("agents").content.cloneNode(true));
  select.value = agent;
  const name = make("span", {});
  const remove = make("button", { type: "button", class: "quiet", onclick: () => removeSeat(row) }, WORDS.poker_remove_seat);
  const row = make("li", {}, make("label", {}, name, select), remove);
  find("seats").append(row);
  number();
}

/** @param {HTMLElement} row */
function removeSeat(row) {
  row.remove();
  number();
  find("add").focus();
}

/** Names of the seats; who plays a bundle made for another number of players cannot be chosen. */
function number() {
  const rows = [...find("seats").children];
  rows.forEach((row, at) => {
    row.querySelector("span").textContent = fill(WORDS.poker_seat_number, { number: at + 1 });
    const remove = row.querySelector("button");
    remove.disabled = rows.length <= LEAST;
    remove.setAttribute("aria-label", fill(WORDS.poker_remove_seat_number, { number: at + 1 }));
    for (const option of row.querySelectorAll("option")) {
      const players = Number(option.dataset.players);
      option.disabled = players > 0 && players !== rows.length;
    }
    const select = row.querySelector("select");
    if (select.selectedOptions[0]?.disabled) select.value = "tight";
  });
  find("add").disabled = rows.length >= MOST;
}

find("add").addEventListener("click", () => addSeat("tight"));
form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  button.disabled = true;
  const fields = form.elements;
  const agents = [...form.querySelectorAll('select[name="agent"]')].map((select) => select.value);
  const numbers = Object.fromEntries(["hands", "stack", "log", "seed"].map((name) => [name, Number(fields[name].value)]));
  try {
    location.assign(await askFor({ kind: "holdem-simulation", agents, ...numbers, sizes: fields.sizes.value, duplicate: fields.duplicate.checked }));
  } catch (error) {
    tell(error);
    button.disabled = false;
  }
});
const bundle = find("agents").content.querySelector('option[data-players="2"]')?.value;
addSeat(bundle ?? "aggressive");
addSeat("tight");
