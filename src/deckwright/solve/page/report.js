// The strategy browser of a report. Everything it shows is in the page itself.
const report = JSON.parse(document.getElementById("data").textContent);
const PAGE = 100;
let shown = PAGE;

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function percent(share) {
  const number = 100 * share;
  return `${number < 0.05 ? 0 : number > 99.95 ? 100 : number.toFixed(1)} %`;
}

function setRow(set) {
  const row = element("div", "set");
  const what = element("div", "what", set.label);
  what.append(element("small", "", `seat ${set.seat}${set.reach < 0.001 ? " · its own play never comes here" : ""}`));
  const actions = element("div", "actions");
  set.actions.forEach((action, place) => {
    const share = set.probabilities[place];
    const line = element("div", "action");
    const track = element("div", "track");
    const bar = element("i");
    bar.style.width = `${100 * share}%`;
    track.append(bar);
    line.append(element("span", "", action), track, element("span", "share", percent(share)));
    actions.append(line);
  });
  row.append(what, actions);
  return row;
}

function matching() {
  const seat = document.getElementById("seat").value;
  const words = document.getElementById("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const reached = document.getElementById("reached").value === "reached";
  return report.sets.filter((set) => (seat === "" || set.seat === Number(seat)) && (!reached || set.reach >= 0.001)
    && words.every((word) => set.label.toLowerCase().includes(word)));
}

function browse() {
  const found = matching();
  const list = document.getElementById("sets");
  list.replaceChildren(...found.slice(0, shown).map(setRow));
  document.getElementById("count").textContent = `${found.length.toLocaleString("en")} of ${report.sets.length.toLocaleString("en")} information sets`;
  document.getElementById("more").hidden = found.length <= shown;
}

for (const id of ["seat", "words", "reached"]) {
  document.getElementById(id).addEventListener("input", () => { shown = PAGE; browse(); });
}
document.getElementById("more").addEventListener("click", () => { shown += PAGE; browse(); });
browse();
