// Given decisions of one game, say what is wrong with the controls that the page derives from them, and with what a tap sends.
async ({ decisions, ranks }) => {
  const { controlsOf, reachable, modeKey, matching } = await import("/static/table/controls.js");
  const { Chooser } = await import("/static/table/chooser.js");
  const KINDS = new Set(["card", "modes", "set", "match", "region", "seats", "grid", "chips", "stepper", "button"]);
  const wrong = [];
  const page = { redraw() {}, refused() {}, needsTwoTaps: () => false, codeOf: (key) => key.split("#")[0], rankOf: (code) => ranks[code] };
  const codeOfRank = (rank) => Object.keys(ranks).find((code) => ranks[code] === rank);

  /** What is said when a person makes the gesture of a control for one of its choices. */
  function gesture(frame, control, choice) {
    const said = [];
    const chooser = new Chooser(async (id, data) => (said.push(id === "draft" ? data : id), ""), page);
    chooser.picks = frame.draft.path.map((id) => ({ id, key: "", isSet: true }));
    chooser.frame = { revision: frame.revision };
    chooser.hear(frame);
    if (choice === control.done) chooser.pick(choice);
    else if (["card", "modes", "set"].includes(control.kind)) {
      chooser.setMode(modeKey(choice));
      chooser.cardTapped(choice.card, choice.zone, `${choice.card}#0`, true);
      if (!said.length) {
        const offered = chooser.markedItems().find((item) => item.id === choice.id);
        if (offered) chooser.pick(offered);
      }
    } else if (control.kind === "match") {
      const codes = [...(choice.cards ?? []), ...(choice.ranks ?? []).map(codeOfRank)];
      codes.forEach((code, place) => chooser.cardTapped(code, choice.zone, `${code}#${place}`, true));
      const offered = matching(control, chooser.marked.map(page.codeOf), page.rankOf).slice(0, 12).find(({ item, isExact }) => isExact && item.id === choice.id);
      if (offered) chooser.pick(offered.item);
    } else if (control.kind === "region") {
      for (const place of choice.of === "pile" ? [choice.target] : [choice.zone, choice.target]) {
        const items = said.length ? [] : chooser.regionTapped(place);
        if (!said.length && items.includes(choice)) chooser.pick(choice);
      }
    } else if (control.kind === "seats") chooser.seatTapped(Number(choice.value));
    else chooser.pick(choice);
    if (choice.ends && frame.choices.length > 1) {
      if (said.length) wrong.push(`${choice.label} is sent without being asked about`);
      else chooser.pick(choice); // asked about: the same once more
    }
    return said;
  }

  for (const frame of decisions) {
    const controls = controlsOf(frame.choices);
    const ids = controls.flatMap(reachable).map((choice) => choice.id);
    const expected = frame.choices.map((choice) => choice.id);
    if (ids.length !== expected.length || [...ids].sort().join() !== [...expected].sort().join()) wrong.push(`not each choice in one control: ${ids} for ${expected}`);
    for (const control of controls) {
      if (!KINDS.has(control.kind) || !control.items.length) wrong.push(`a control without a choice: ${control.kind} ${control.key}`);
      for (const choice of reachable(control)) {
        const said = gesture(frame, control, choice);
        const path = [...frame.draft.path, choice.id].join(",");
        if (said[0] !== path) wrong.push(`${control.kind}: ${choice.label} sent ${said} and not ${path}`);
      }
    }
  }
  return wrong.slice(0, 10);
}
