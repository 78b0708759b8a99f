// @ts-check
/** A report over flops: the same ranges and bets on many boards; how long it takes is told when asked. */
import { asOperator, askFor, token } from "../asking.js";
import { post, tell } from "../opening.js";
import { make } from "../table/dom.js";
import { WORDS } from "/words.js";

/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const form = find("flops");
find("operator-needed").hidden = Boolean(token());

/** Per cent of the pot, as parts of it. @param {string} text */
const sizes = (text) => text.split(/[,;\s]+/).filter(Boolean).map((part) => Number(part.replace("%", "")) / 100);

function request() {
  const fields = form.elements;
  const numbers = Object.fromEntries(["pot", "stack", "cap", "count", "iterations"].map((name) => [name, Number(fields[name].value)]));
  const boards = fields.boards.value.split(/[,;\s]+/).filter(Boolean);
  return { oop: fields.oop.value, ip: fields.ip.value, ...numbers, boards, bets: sizes(fields.bets.value), raises: sizes(fields.raises.value), target: Number(fields.target.value) / 100 };
}

find("measure").addEventListener("click", async () => {
  find("trouble").hidden = true;
  if (!form.reportValidity()) return;
  find("measure").disabled = true;
  try {
    const found = await post("/api/poker/flops-size", request(), asOperator());
    if (!found.ok) throw new Error(found.message);
    const rows = [
      [WORDS.poker_flops_flops, found.flops.toLocaleString("en")],
      [WORDS.poker_memory, `${found.memory_mb.toLocaleString("en")} MB`],
      [WORDS.poker_flops_time, `${(found.seconds / 60).toFixed(1)} min`],
      [WORDS.poker_decisions, found.action_nodes.toLocaleString("en")],
    ];
    find("told").replaceChildren(make("dl", {}, ...rows.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)])));
    find("told").hidden = false;
  } catch (error) {
    tell(error);
  }
  find("measure").disabled = false;
});

form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  try {
    location.assign(await askFor({ kind: "holdem-flops", ...request() }));
  } catch (error) {
    tell(error);
  }
});
