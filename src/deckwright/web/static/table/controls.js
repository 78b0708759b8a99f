// @ts-check
/**
 * How controls derive from choices: a pure function from a frame to the controls that a page shows.
 *
 * Every choice of the frame is in exactly one control, and every control holds at least one choice. Nothing is read out
 * of a label. The kinds of control:
 *
 * - `card`: one choice for a card that lies somewhere: tap it.
 * - `modes`: several choices for one card: tap it, or choose the mode first (`Discard` / `Knock`).
 * - `set`: several cards are picked one after another, then confirmed.
 * - `match`: whole sets and melds: tap cards until one is left, or choose from those that fit.
 * - `region`: a pile to tap, for a choice that names a pile or draws from one.
 * - `seats`: a player to choose.
 * - `grid`: calls of level and strain.
 * - `chips`: a few named values: suits, ranks, strains, amounts.
 * - `stepper`: many ordered amounts.
 * - `button`: anything else.
 *
 * @typedef {{id: string, label: string, verb: string, offer: string, pick: string, of: string, card?: string, cards?: string[],
 *   ranks?: string[], zone?: string, target?: string, value?: string | number, level?: number, strain?: string,
 *   amount?: number, low?: number, high?: number, picked?: number, worth?: number, note?: string, ends?: boolean, is_done?: boolean, completes?: boolean}} Choice
 * @typedef {{kind: string, key: string, verb: string, items: Choice[], done?: Choice, zone?: string, card?: string,
 *   low?: number, high?: number, picked?: number}} Control
 */

/** More amounts than this are a stepper. */
export const MOST_CHIPS = 12;

/** @param {Choice[]} choices @returns {Control[]} */
export function controlsOf(choices) {
  /** @type {Map<string, Control>} */
  const found = new Map();
  for (const choice of choices) {
    const [kind, key, more] = place(choice);
    let control = found.get(key);
    if (!control) {
      control = { kind, key, verb: choice.verb, items: [], ...more };
      found.set(key, control);
    }
    control.items.push(choice);
  }
  return [...found.values()].filter((control) => control.kind !== "done" || !taker(control, found)).map((control) => settle(control, found));
}

/** The picking that a `done` ends. @param {Control} done @param {Map<string, Control>} all */
function taker(done, all) {
  const offer = done.key.slice("done/".length);
  return all.get(`set/${offer}`) ?? all.get(`match/${offer}`);
}

/** Which control a choice belongs to. @param {Choice} choice @returns {[string, string, Partial<Control>]} */
function place(choice) {
  const offer = `${choice.offer}/${choice.pick}`;
  const limits = { low: choice.low, high: choice.high, picked: choice.picked };
  if (choice.is_done) return choice.high === undefined ? ["button", `button/${choice.id}`, {}] : ["done", `done/${offer}`, limits];
  switch (choice.of) {
    case "card":
      if (choice.card && choice.zone) {
        return ["card", `card/${choice.zone}/${choice.card}`, { zone: choice.zone, card: choice.card }];
      }
      break;
    case "cards":
      if (choice.card && choice.high !== undefined) return ["set", `set/${offer}`, limits];
      if (choice.cards?.length || choice.ranks?.length) return ["match", `match/${offer}`, {}];
      break;
    case "pile":
      if (choice.target) return ["region", `region/${choice.target}`, { zone: choice.target }];
      break;
    case "seat":
      return ["seats", `seats/${offer}`, {}];
    case "suit":
    case "rank":
    case "strain":
      return ["chips", `chips/${offer}`, {}];
    case "call":
      if (choice.level !== undefined && choice.strain !== undefined) return ["grid", `grid/${choice.verb}`, {}];
      return choice.amount === undefined ? ["button", `button/${choice.id}`, {}] : ["amounts", `amounts/${choice.verb}`, {}];
    case "amount":
      return ["amounts", `amounts/${offer}`, {}];
    case "none":
      if (choice.zone && choice.amount === undefined) return ["region", `region/${choice.zone}`, { zone: choice.zone }];
      break;
  }
  return ["button", `button/${choice.id}`, {}];
}

/** @param {Control} control @param {Map<string, Control>} all @returns {Control} */
function settle(control, all) {
  if (control.kind === "done") return { ...control, kind: "button" };
  if (control.kind === "card" && control.items.length > 1) return { ...control, kind: "modes" };
  if (control.kind === "amounts") return { ...control, kind: control.items.length > MOST_CHIPS ? "stepper" : "chips" };
  const done = all.get(`done/${control.key.slice(control.kind.length + 1)}`);
  return (control.kind === "set" || control.kind === "match") && done ? { ...control, done: done.items[0] } : control;
}

/** Every choice that a control can send. @param {Control} control @returns {Choice[]} */
export function reachable(control) {
  return control.done ? [...control.items, control.done] : control.items;
}

/** Words for a button, with what a set counts, or why it is of no use. @param {Choice} choice */
export function wordsOf(choice) {
  const more = choice.worth ?? choice.note;
  return choice.label.charAt(0).toUpperCase() + choice.label.slice(1) + (more ? ` · ${more}` : "");
}

/** The modes of a frame: verbs that one card can be played with, if cards have several. @param {Control[]} controls */
export function modesOf(controls) {
  /** @type {Map<string, string>} */
  const modes = new Map();
  for (const control of controls) {
    if (control.kind !== "modes") continue;
    for (const item of control.items) modes.set(modeKey(item), item.verb);
  }
  return modes;
}

/** What tells the modes of one card apart. @param {Choice} choice */
export function modeKey(choice) {
  return `${choice.offer}/${choice.pick}/${choice.verb}/${choice.target ?? ""}`;
}

/**
 * Melds that hold all of these cards, those first that hold no more.
 * @param {Control} control @param {string[]} codes @param {(code: string) => string} rankOf @returns {{item: Choice, isExact: boolean}[]}
 */
export function matching(control, codes, rankOf) {
  const found = control.items.flatMap((item) => {
    const cards = [...(item.cards ?? [])];
    const ranks = [...(item.ranks ?? [])];
    const fits = codes.every((code) => take(cards, code) || take(ranks, rankOf(code)));
    return fits ? [{ item, isExact: cards.length + ranks.length === 0, left: cards.length + ranks.length }] : [];
  });
  return found.sort((a, b) => a.left - b.left);
}

/** @param {string[]} list @param {string} wanted */
function take(list, wanted) {
  const at = list.indexOf(wanted);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
