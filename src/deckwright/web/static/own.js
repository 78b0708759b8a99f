// @ts-check
/** The editor of one's own game: every defect at its place as one types. */
import { askFor } from "./asking.js";
import { post } from "./opening.js";
import { WORDS } from "/words.js";

/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const text = /** @type {HTMLTextAreaElement} */ (find("text"));
const DRAFT = "deckwright.own";
const PAUSE_MS = 500;
let asked = 0;
let timer = 0;

async function check() {
  const number = ++asked;
  drawLines([]);
  if (!text.value.trim()) {
    find("state").textContent = "";
    find("issues").replaceChildren();
    enable(false);
    return;
  }
  find("state").textContent = WORDS.own_checking;
  localStorage.setItem(DRAFT, text.value);
  /** @type {any} */
  let found;
  try {
    found = await post("/api/check", { text: text.value });
  } catch (error) {
    found = { ok: false, issues: [{ message: error instanceof Error ? error.message : "", path: "", line: 0 }] };
  }
  if (number === asked) show(found);
}

/** @param {boolean} isGame */
function enable(isGame) {
  for (const id of ["keep", "measure"]) find(id).disabled = !isGame;
}

/** @param {any} found */
function show(found) {
  enable(found.ok);
  find("state").textContent = found.ok ? WORDS.own_ok : `${found.issues.length} ${WORDS.own_defects}`;
  find("issues").replaceChildren(
    ...found.issues.map((/** @type {any} */ issue) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "issue";
      const where = document.createElement("code");
      where.textContent = issue.path; // the message has the line
      button.append(where, " ", issue.message);
      button.addEventListener("click", () => goTo(issue.line));
      item.append(button);
      return item;
    }),
  );
  drawLines(found.issues.map((/** @type {any} */ issue) => issue.line));
}

/** @param {number} line */
function goTo(line) {
  if (!line) return;
  const before = text.value.split("\n").slice(0, line - 1);
  const start = before.join("\n").length + (line > 1 ? 1 : 0);
  const end = text.value.indexOf("\n", start);
  text.focus();
  text.setSelectionRange(start, end < 0 ? text.value.length : end);
  text.scrollTop = Math.max(0, (line - 6) * lineHeight());
}

function lineHeight() {
  return Number.parseFloat(getComputedStyle(text).lineHeight) || 20;
}

/** @param {number[]} wrong */
function drawLines(wrong) {
  const bad = new Set(wrong);
  const count = text.value.split("\n").length;
  find("lines").replaceChildren(
    ...Array.from({ length: count }, (_, place) => {
      const line = document.createElement("div");
      line.textContent = String(place + 1);
      if (bad.has(place + 1)) line.className = "wrong";
      return line;
    }),
  );
  find("lines").scrollTop = text.scrollTop;
}

text.addEventListener("input", () => {
  clearTimeout(timer);
  timer = window.setTimeout(check, PAUSE_MS);
});
text.addEventListener("scroll", () => (find("lines").scrollTop = text.scrollTop));
text.addEventListener("keydown", (event) => {
  if (event.key !== "Tab" || event.shiftKey || event.ctrlKey) return;
  if (text.dataset.left === "yes") return; // Escape, then Tab, leaves the editor by keyboard
  event.preventDefault();
  text.setRangeText("  ", text.selectionStart, text.selectionEnd, "end");
});
text.addEventListener("keydown", (event) => (text.dataset.left = event.key === "Escape" ? "yes" : ""), { capture: false });
find("start").addEventListener("change", () => {
  location.assign(find("start").value ? `/own?start=${encodeURIComponent(find("start").value)}` : "/own");
});
find("file").addEventListener("change", async () => {
  const file = find("file").files[0];
  if (!file) return;
  text.value = await file.text();
  check();
});
/** Keep the game, and go on to where it is played or measured. @param {(id: string) => Promise<string>} where */
async function keep(where) {
  enable(false);
  try {
    const kept = await post("/api/games", { text: text.value });
    location.assign(await where(kept.id));
  } catch (error) {
    find("state").textContent = error instanceof Error ? error.message : "";
    enable(true);
  }
}

find("keep").addEventListener("click", () => keep(async (id) => `/games/${id}`));
find("measure").addEventListener("click", () => keep((id) => askFor({ kind: "report", game: id })));
if (!text.value) text.value = localStorage.getItem(DRAFT) || "";
check();
