// The charts and the strategy browser of a report. Everything it shows is in the page itself.
const report = JSON.parse(document.getElementById("data").textContent);
const PAGE = 100;
let shown = PAGE;

function drawConvergence() {
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue("--ink").trim();
  const line = style.getPropertyValue("--line").trim();
  const x = report.trace.map((look) => look.iterations);
  const positive = (numbers) => numbers.map((number) => (number > 0 ? number : null));
  const traces = [
    { x, y: positive(report.trace.map((look) => look.nash_conv)), name: "NashConv (all seats)", mode: "lines", line: { width: 3 } },
    ...report.values.map((_, seat) => ({
      x, y: positive(report.trace.map((look) => look.gains[seat])), name: `seat ${seat}`, mode: "lines", line: { width: 1.5, dash: "dot" },
    })),
  ];
  const axis = (title) => ({ title: { text: title }, type: "log", gridcolor: line, exponentformat: "power", dtick: 1, automargin: true });
  const layout = {
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: ink, family: "system-ui, sans-serif" },
    margin: { l: 60, r: 10, t: 10, b: 90 }, xaxis: axis("iterations"), yaxis: axis("what could still be gained"),
    legend: { orientation: "h", x: 0, y: -0.28, yanchor: "top" }, hovermode: "x unified",
  };
  Plotly.newPlot("convergence", traces, layout, { responsive: true, displayModeBar: false });
}

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
drawConvergence();
browse();
