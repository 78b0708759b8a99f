// @ts-check
/**
 * What a person is choosing: the picks of a choice that is not sent yet, the cards that are marked, and what a tap means.
 *
 * A choice of several picks is a draft until it is whole: the server answers each draft with a frame of what may be picked
 * next, and nobody else hears of it.
 */
import { controlsOf, matching, modeKey, modesOf } from "./controls.js";

/** @typedef {import("./controls.js").Choice} Choice @typedef {import("./controls.js").Control} Control */
/** @typedef {{id: string, key: string, isSet: boolean, text: string, worth: number}} Pick */

export class Chooser {
  /**
   * @param {(id: string, data: string) => Promise<string>} say the code of a refusal, or nothing
   * @param {{redraw: () => void, refused: (code: string) => void, needsTwoTaps: () => boolean, codeOf: (key: string) => string, rankOf: (code: string) => string}} page
   */
  constructor(say, page) {
    this.say = say;
    this.page = page;
    this.frame = /** @type {any} */ (null);
    /** @type {Control[]} */
    this.controls = [];
    /** The controls before anything was picked. @type {Control[]} */
    this.first = [];
    /** @type {Pick[]} */
    this.picks = [];
    /** Cards that are marked to find a meld. @type {string[]} */
    this.marked = [];
    /** A card that a second tap plays. */
    this.armed = "";
    /** A choice that gives the game up, which a second tap confirms. */
    this.sure = "";
    this.mode = "";
    this.isBusy = false;
    /** Drafts that were asked for and not answered yet. */
    this.asked = 0;
    /** The picking of several cards that is under way. @type {Control | null} */
    this.set = null;
    /** Where a dragged card was let go, while its draft is asked for. */
    this.dropped = "";
  }

  /** @param {any} frame */
  hear(frame) {
    if (!this.frame || frame.revision !== this.frame.revision) this.forget();
    this.frame = frame;
    this.controls = controlsOf(frame.choices);
    const path = frame.draft.path;
    if (!path.length) this.first = this.controls;
    this.set = this.controls.find((control) => control.kind === "set") ?? this.set;
    if (path.join() !== this.path.join() && (path.length || this.picks.length)) {
      if (!path.length && !this.asked) this.askAgain();
      return;
    }
    const modes = this.modes();
    if (!modes.has(this.mode)) this.mode = [...modes.keys()][0] ?? "";
    this.goOn();
  }

  forget() {
    this.picks = [];
    this.marked = [];
    this.armed = this.sure = "";
    this.dropped = "";
    this.set = null;
    this.isBusy = false;
  }

  get path() {
    return this.picks.map((pick) => pick.id);
  }

  /** Whether something is picked or marked that can be withdrawn. */
  get canCancel() {
    return this.picks.length > 0 || this.marked.length > 0 || this.sure !== "";
  }

  /** Whether everything is picked, and only has to be confirmed. */
  get isWhole() {
    return Boolean(this.frame?.draft.is_whole) && this.frame.draft.path.join() === this.path.join();
  }

  /** After a pick: where only one thing is left, it is picked; where a card was dropped on a place, that place is. */
  goOn() {
    const { choices, draft } = this.frame;
    if (!draft.path.length || draft.path.join() !== this.path.join()) return;
    const last = this.picks[this.picks.length - 1];
    const target = this.dropped;
    this.dropped = "";
    const there = target && choices.find((/** @type {Choice} */ choice) => choice.target === target);
    if (there) this.pick(there);
    else if (target) this.withdraw();
    else if (choices.length === 1 && !last?.isSet && choices[0].completes && !choices[0].is_done) this.pick(choices[0]);
  }

  /** Pick one choice: it is sent if it is whole with it. @param {Choice} choice @param {string} [key] */
  pick(choice, key = "") {
    if (this.isBusy) return;
    const isAsked = choice.ends && this.frame.choices.length > 1 && this.sure !== choice.id;
    this.sure = isAsked ? choice.id : "";
    if (isAsked) return this.page.redraw();
    const path = [...this.path, choice.id];
    const isSet = choice.of === "cards" && choice.card !== undefined;
    if (choice.completes && !(isSet && (choice.high ?? 1) > 1)) this.send(path);
    else this.begin([...this.picks, { id: choice.id, key, isSet, text: choice.label, worth: choice.worth ?? 0 }]);
  }

  /** @param {string[]} path */
  async send(path) {
    if (this.isBusy) return;
    this.isBusy = true;
    const code = await this.say(path.join(","), "");
    this.isBusy = false;
    if (code) this.page.refused(code);
  }

  /** Ask what may be picked after these. @param {Pick[]} picks */
  async begin(picks) {
    const before = this.picks;
    this.picks = picks;
    this.marked = [];
    this.armed = "";
    this.page.redraw();
    this.asked += 1;
    const code = await this.say("draft", picks.map((pick) => pick.id).join(","));
    this.asked -= 1;
    if (!code || code === "revision.stale") return;
    if (this.picks === picks) this.picks = picks.length < before.length ? [] : before;
    if (!this.picks.length && picks.length) this.say("draft", "");
    this.page.redraw();
  }

  /** A connection that was lost took the draft with it: the same picks once more. */
  askAgain() {
    const { picks, marked } = this;
    this.picks = [];
    this.begin(picks);
    this.marked = marked;
  }

  /** Take back what was picked. */
  withdraw() {
    const had = this.picks.length > 0;
    this.picks = [];
    this.marked = [];
    this.armed = this.sure = "";
    if (had) this.begin([]);
    else this.page.redraw();
  }

  confirm() {
    this.send(this.path);
  }

  /** Modes of cards that are tapped, not marked. @returns {Map<string, string>} */
  modes() {
    return modesOf(this.controls.filter((control) => !this.matchesIn(control.zone ?? "").length));
  }

  /** @param {string} mode */
  setMode(mode) {
    this.mode = mode;
    this.page.redraw();
  }

  /** The choices of a card where it lies. @param {Control[]} controls @param {string} code @param {string} region @returns {Choice[]} */
  itemsOf(controls, code, region) {
    return controls
      .filter((control) => ["card", "modes", "set"].includes(control.kind))
      .flatMap((control) => control.items.filter((item) => item.card === code && item.zone === region));
  }

  /** @param {string} code @param {string} region @param {string} key @param {boolean} isOwn */
  cardTapped(code, region, key, isOwn) {
    const at = this.picks.findIndex((pick) => pick.key === key);
    if (at >= 0) {
      this.begin(this.picks[at].isSet ? this.picks.filter((_, place) => place !== at) : this.picks.slice(0, at));
      return;
    }
    if (isOwn && this.matchesIn(region).length) {
      this.markCard(key, region);
      return;
    }
    let items = this.itemsOf(this.controls, code, region);
    if (!items.length && !this.isTarget(region) && this.picks.length) {
      items = this.itemsOf(this.first, code, region);
      if (items.length) this.picks = [];
    }
    if (items.length) {
      const item = items.find((other) => modeKey(other) === this.mode) ?? items[0];
      const isTwice = this.page.needsTwoTaps() && item.completes && item.of === "card" && this.armed !== key;
      if (isTwice) {
        this.armed = key;
        this.page.redraw();
      } else this.pick(item, key);
      return;
    }
    this.regionTapped(region);
  }

  /** Melds of cards that lie here. @param {string} region */
  matchesIn(region) {
    return this.controls.filter((control) => control.kind === "match" && control.items.some((item) => item.zone === region));
  }

  /** Mark a card for a meld; where none holds all that are marked, it begins a new one. @param {string} key @param {string} region */
  markCard(key, region) {
    const { codeOf, rankOf } = this.page;
    const more = this.marked.includes(key) ? this.marked.filter((other) => other !== key) : [...this.marked, key];
    const fits = more.length < 2 || this.matchesIn(region).some((control) => matching(control, more.map(codeOf), rankOf).length);
    this.marked = fits ? more : [key];
    this.page.redraw();
  }

  /** What can be done with the one card that is marked. @returns {Choice[]} */
  markedItems() {
    if (this.marked.length !== 1) return [];
    const code = this.page.codeOf(this.marked[0]);
    return this.controls.filter((control) => ["card", "modes"].includes(control.kind) && control.card === code && this.matchesIn(control.zone ?? "").length).flatMap((control) => control.items);
  }

  /** Whether a place can be chosen. @param {string} region */
  isTarget(region) {
    return this.regionControl(region) !== undefined;
  }

  /**
   * A pile that is turned over to be the stock again is so where the stock lay.
   * What is done with a card that lies apart may be done at the pile where it goes too: a drawn card is discarded by tapping the discard.
   * Not so where a card comes from the stock or another pile, or goes to a hand: whoever taps a card of their hand means that card.
   * @param {string} region @returns {Control | undefined}
   */
  regionControl(region) {
    const known = new Map(this.frame.regions.map((/** @type {any} */ place) => [place.id, place]));
    const to = (/** @type {Control} */ control) => known.get(control.items.length === 1 ? control.items[0].target : "");
    const isStock = (/** @type {any} */ place) => place?.role === "stock" && !place.count;
    const all = this.controls.filter((control) => control.kind === "region");
    const turned = all.find((control) => isStock(to(control)) && to(control).id === region);
    if (turned) return turned; // where the stock lay, and not on the pile whose top card may be wanted
    const places = all.filter((control) => !isStock(to(control)));
    const isLed = (/** @type {Control} */ control) => control.items.length === 1 && control.items[0].target === region && known.get(control.zone)?.role === "other";
    const led = known.get(region)?.role === "hand" ? [] : places.filter(isLed);
    return places.find((control) => control.zone === region) ?? (led.length === 1 ? led[0] : undefined);
  }

  /** @param {string} region @returns {Choice[]} what tapping a place may mean */
  regionTapped(region) {
    const control = this.regionControl(region);
    if (control?.items.length === 1) this.pick(control.items[0]);
    return control?.items ?? [];
  }

  /** @param {number} seat */
  seatTapped(seat) {
    const items = this.controls.filter((control) => control.kind === "seats").flatMap((control) => control.items);
    const item = items.find((other) => Number(other.value) === seat);
    if (item) this.pick(item);
  }

  /** A card was dragged to a place. @param {string} code @param {string} region @param {string} key @param {string} target */
  cardDropped(code, region, key, target) {
    const items = this.itemsOf(this.first, code, region);
    const there = items.find((item) => item.target === target && item.completes);
    const open = items.find((item) => !item.completes);
    this.picks = [];
    if (there) this.pick(there, key);
    else if (open) {
      this.dropped = target;
      this.pick(open, key);
    } else this.withdraw();
  }
}
