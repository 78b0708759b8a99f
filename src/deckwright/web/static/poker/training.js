// @ts-check
/** Training a blueprint: its config is typed or taken from a sample; how large it is is told when asked. */
import { asOperator, askFor, token } from "../asking.js";
import { post, tell } from "../opening.js";
import { fill, make } from "../table/dom.js";
import { WORDS } from "/words.js";

/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const form = find("training");
find("operator-needed").hidden = Boolean(token());

function request() {
  const fields = form.elements;
  return { name: fields.name.value, config: fields.config.value, threads: Number(fields.threads.value) };
}

for (const button of document.querySelectorAll("[data-sample]")) {
  button.addEventListener("click", () => {
    form.elements.config.value = /** @type {HTMLElement} */ (button).dataset.sample ?? "";
    find("told").hidden = true;
  });
}

find("measure").addEventListener("click", async () => {
  find("trouble").hidden = true;
  // How large it is does not depend on what it will be called.
  const { config, threads } = form.elements;
  if (!config.reportValidity() || !threads.reportValidity()) return;
  find("measure").disabled = true;
  try {
    const found = await post("/api/poker/training-size", { ...request(), name: "unnamed" }, asOperator());
    if (!found.ok) throw new Error(found.message);
    const time = { minutes: (found.seconds / 60).toFixed(1), speed: found.walks_a_second.toLocaleString("en") };
    const rows = [
      [WORDS.poker_decisions, found.decisions.toLocaleString("en")],
      [WORDS.poker_memory, `${found.memory_mb.toLocaleString("en")} MB`],
      [WORDS.poker_fact_walks, found.walks.toLocaleString("en")],
      [WORDS.poker_time, fill(WORDS.poker_training_time, time)],
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
    location.assign(await askFor({ kind: "holdem-training", ...request() }));
  } catch (error) {
    tell(error);
  }
});
