// @ts-check
/** The page of one seat: it shows the last frame it heard, and says what its person chooses. */
import { Board, badgeElement } from "./board.js";
import { Cards } from "./cards.js";
import { controlsOf, loneDone, matching, modeKey, modesOf } from "./controls.js";
import { arrange, fill, make } from "./dom.js";
import { Fairness } from "./fair.js";
import { sign } from "./faces.js";
import { button, chips, grid, modeSwitch, stepper } from "./panel.js";
import { Side } from "./side.js";
import { TableSocket } from "./socket.js";
import { post } from "../opening.js";
import { settings } from "../settings.js";
import { WORDS } from "/words.js";

/** @typedef {import("./controls.js").Choice} Choice @typedef {import("./controls.js").Control} Control */

const root = /** @type {HTMLElement} */ (document.getElementById("table"));
const about = JSON.parse(root.dataset.about || "{}");
const isSeat = about.seat !== "watch";
const LOOK_S = { trick: 2.5, hand: 12 };
const FORCED_MS = 700;

class Page {
  constructor() {
    this.frame = /** @type {any} */ (null);
    /** @type {Control[]} */
    this.controls = [];
    this.mode = "";
    /** @type {string[]} */
    this.chosen = [];
    this.cards = new Cards((code, region, element) => this.cardTapped(code, region, element));
    this.board = new Board(root, this.cards, (region) => this.regionTapped(region), (seat) => this.seatTapped(seat));
    this.side = new Side(about, (id, data) => this.say(id, data));
    this.prompt = make("p", { class: "prompt", "aria-live": "polite" });
    this.badges = make("div", { class: "badges" });
    this.panel = make("section", { class: "controls", "aria-label": WORDS.choose });
    this.notice = make("p", { class: "notice", role: "status", hidden: true });
    this.fair = isSeat ? new Fairness(about.table, Number(about.seat)) : null;
    this.timer = 0;
    this.beat = "";
    root.append(
      make("header", { class: "status" }, make("a", { href: `/games/${about.game}`, class: "home", "aria-label": WORDS.back_home }, "‹"), make("h1", {}, about.name), this.badges, this.side.buttons),
      this.board.seatsBar,
      make("div", { class: "stage" }, this.prompt, this.notice, this.board.middle),
      this.panel,
      make("div", { class: "lower" }, this.board.own, this.board.hand),
      this.side.root,
    );
    this.socket = new TableSocket(`/table/${about.table}/${about.seat}/socket`, {
      frame: (frame) => this.show(frame),
      sheet: (sheet) => {
        this.cards.sheet = sheet;
        this.board.sheet = sheet;
        this.side.sheet = sheet;
      },
      state: (online) => this.tell(online ? "" : WORDS.offline),
      refused: () => this.tell(WORDS.no_seat),
    });
    addEventListener("resize", () => this.frame && this.board.fit());
  }

  /** @param {any} frame */
  show(frame) {
    if (this.frame && frame.revision < this.frame.revision && frame.status !== "gathering") this.chosen = [];
    const isNew = !this.frame || frame.revision !== this.frame.revision;
    this.frame = frame;
    if (isNew) this.chosen = [];
    this.controls = controlsOf(frame.choices);
    const modes = modesOf(this.controls);
    if (!modes.has(this.mode)) this.mode = [...modes.keys()][0] ?? "";
    this.board.draw(frame);
    this.drawStatus();
    this.drawControls();
    this.mark();
    this.side.draw(frame, this.fair);
    this.takePart();
  }

  drawStatus() {
    const { frame } = this;
    const text = this.promptText();
    if (this.prompt.textContent !== text) this.prompt.textContent = text;
    this.prompt.classList.toggle("mine", Boolean(frame.choices.length));
    document.title = `${frame.choices.length ? "● " : ""}${about.name} · ${WORDS.brand}`;
    /** @type {Element[]} */
    const badges = [];
    const { standing } = frame;
    if (standing?.trump) badges.push(make("span", { class: "badge" }, make("span", { class: "badge-label" }, "trump"), " ", sign(standing.trump)));
    if (standing?.contract?.declarer !== undefined && standing.contract?.declarer !== null) {
      const { declarer, level, strain, doubled } = standing.contract;
      const name = declarer === frame.seat ? WORDS.you : frame.seats[declarer].name;
      badges.push(make("span", { class: "badge" }, make("span", { class: "badge-label" }, name), " ", level === null ? "" : String(level), " ", strain ? sign(strain) : "", "×".repeat(doubled)));
    }
    for (const badge of standing?.badges ?? []) if (badge.owner !== "seat") badges.push(badgeElement(badge, frame));
    arrange(this.badges, badges);
  }

  promptText() {
    const { frame } = this;
    if (frame.status === "gathering") return frame.seats.some((/** @type {any} */ seat) => seat.kind === "empty") ? WORDS.gathering : WORDS.shuffling;
    if (frame.status === "over") return this.resultText();
    if (frame.status === "waiting") return WORDS.waiting_all;
    if (frame.choices.length) return frame.prompt || WORDS.your_turn;
    const turn = frame.seats[frame.turn ?? -1];
    return turn ? fill(WORDS.turn_of, { name: frame.turn === frame.seat ? WORDS.you : turn.name }) : isSeat ? "" : WORDS.watching;
  }

  resultText() {
    const { result, seats, seat } = this.frame;
    if (!result) return WORDS.over;
    if (result.winning_team >= 0) {
      const team = seats.filter((/** @type {any} */ other) => other.team === result.winning_team);
      if (team.some((/** @type {any} */ other) => other.seat === seat)) return WORDS.you_won;
      return fill(WORDS.won, { name: team.map((/** @type {any} */ other) => other.name).join(" & ") });
    }
    if (result.winner >= 0) return result.winner === seat ? WORDS.you_won : fill(WORDS.won, { name: seats[result.winner].name });
    return `${WORDS.over}. ${WORDS.drawn}`;
  }

  drawControls() {
    /** @type {Element[]} */
    const made = [];
    const send = (/** @type {Choice} */ choice) => this.send(choice.id);
    const modes = modesOf(this.controls);
    if (modes.size) made.push(modeSwitch(modes, this.mode, (mode) => ((this.mode = mode), this.drawControls(), this.mark())));
    for (const control of this.controls) {
      if (control.kind === "grid") made.push(grid(control, send));
      else if (control.kind === "chips") made.push(chips(control, send, (item) => String(item.amount ?? item.value ?? item.label)));
      else if (control.kind === "stepper") made.push(stepper(control, send));
      else if (control.kind === "seats") made.push(chips(control, send, (item) => this.frame.seats[Number(item.value)]?.name ?? item.label));
      else if (control.kind === "button") made.push(button(control.items[0], send));
      else if (control.kind === "region") for (const item of control.items) made.push(button(item, send));
      else if (control.kind === "set") made.push(this.confirm(control));
      else if (control.kind === "match") made.push(this.matches(control, send));
      else if (this.isHidden(control)) for (const item of control.items) made.push(button(item, send));
    }
    for (const done of loneDone(this.frame.choices)) made.push(button(done, send, "primary"));
    if (this.chosen.length) made.push(make("button", { type: "button", onclick: () => ((this.chosen = []), this.drawControls(), this.mark()) }, WORDS.cancel));
    for (const command of this.frame.commands) {
      if (command.kind === "agree") made.unshift(this.agreeButton(command));
    }
    made.push(...this.side.gathering(this.frame));
    arrange(this.panel, made);
    this.panel.classList.toggle("none", made.length === 0);
  }

  /** Whether the card of a control lies nowhere on the page. @param {Control} control */
  isHidden(control) {
    return !root.querySelector(`[data-code="${CSS.escape(control.card ?? "")}"][data-region="${CSS.escape(control.zone ?? "")}"]`);
  }

  /** @param {Control} control */
  confirm(control) {
    const picked = (control.picked ?? 0) + this.chosen.length;
    const { low = 1, high = 1 } = control;
    const text = low === high ? fill(WORDS.pick_of, { picked, high }) : fill(WORDS.pick_range, { picked, low, high });
    const verb = control.verb.charAt(0).toUpperCase() + control.verb.slice(1);
    const made = make("button", { type: "button", class: "primary", disabled: picked < low || (picked === 0 && !control.done), onclick: () => this.sendSet(control) }, `${verb} (${text})`);
    made.dataset.control = control.key;
    return made;
  }

  /** @param {Control} control @param {(choice: Choice) => void} send */
  matches(control, send) {
    const fitting = matching(control, this.chosen, (code) => this.cards.sheet.cards[code]?.rank ?? "");
    const shown = fitting.slice(0, 24).map((item) => button(item, send, fitting.length === 1 ? "primary" : ""));
    return make("div", { class: "matches", role: "group", "aria-label": control.verb }, ...shown);
  }

  /** Show which cards, piles and players can be tapped, and why others cannot. */
  mark() {
    const { frame } = this;
    const live = new Set();
    for (const control of this.controls) {
      if (control.kind === "card" || control.kind === "modes") live.add(`${control.zone}/${control.card}`);
      if (control.kind === "set") for (const item of control.items) live.add(`${item.zone}/${item.card}`);
      if (control.kind === "match") for (const item of control.items) for (const card of item.cards ?? []) live.add(`*/${card}`);
    }
    const matchRanks = new Set(this.controls.filter((control) => control.kind === "match").flatMap((control) => control.items.flatMap((item) => item.ranks ?? [])));
    const acts = frame.choices.length > 0;
    for (const element of this.cards.known.values()) {
      const { code = "", region = "" } = element.dataset;
      const own = element.closest(".hand") !== null;
      const isLive = live.has(`${region}/${code}`) || (own && (live.has(`*/${code}`) || matchRanks.has(this.cards.sheet.cards[code]?.rank)));
      element.classList.toggle("live", isLive);
      element.classList.toggle("dim", acts && own && !isLive);
      element.classList.toggle("chosen", this.chosen.includes(element.dataset.key ?? ""));
      element.setAttribute("aria-disabled", String(!isLive));
      if (this.chosen.includes(element.dataset.key ?? "")) element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
    }
    const regions = new Set(this.controls.filter((control) => control.kind === "region").map((control) => control.zone));
    for (const [id, element] of this.board.regions) element.classList.toggle("live", regions.has(id));
    const seats = new Set(this.controls.filter((control) => control.kind === "seats").flatMap((control) => control.items.map((item) => Number(item.value))));
    for (const [number, parts] of this.board.seats) parts.root.classList.toggle("live", seats.has(number));
  }

  /** @param {string} code @param {string} region @param {HTMLElement} element */
  cardTapped(code, region, element) {
    for (const control of this.controls) {
      if ((control.kind === "card" || control.kind === "modes") && control.zone === region && control.card === code) {
        const item = control.items.find((other) => modeKey(other) === this.mode) ?? control.items[0];
        this.send(item.id);
        return;
      }
    }
    const key = element.dataset.key ?? "";
    const set = this.controls.find((control) => control.kind === "set" && control.items.some((item) => item.zone === region && item.card === code));
    if (set) {
      const room = (set.high ?? 1) - (set.picked ?? 0);
      if (this.chosen.includes(key)) this.chosen = this.chosen.filter((other) => other !== key);
      else if (this.chosen.length < room) this.chosen = [...this.chosen, key];
      else if (room === 1) this.chosen = [key];
      this.drawControls();
      this.mark();
      return;
    }
    if (this.controls.some((control) => control.kind === "match") && element.closest(".hand")) {
      this.chosen = this.chosen.includes(key) ? this.chosen.filter((other) => other !== key) : [...this.chosen, key];
      this.drawControls();
      this.mark();
      return;
    }
    this.regionTapped(region);
  }

  /** @param {string} region */
  regionTapped(region) {
    const control = this.controls.find((other) => other.kind === "region" && other.zone === region);
    if (control && control.items.length === 1) this.send(control.items[0].id);
    else if (control) /** @type {HTMLElement | null} */ (this.panel.querySelector(`[data-choice="${CSS.escape(control.items[0].id)}"]`))?.focus();
  }

  /** @param {number} seat */
  seatTapped(seat) {
    const control = this.controls.find((other) => other.kind === "seats");
    const item = control?.items.find((other) => Number(other.value) === seat);
    if (item) this.send(item.id);
  }

  /** @param {Control} control */
  sendSet(control) {
    const ids = this.chosen.map((key) => {
      const element = /** @type {HTMLElement} */ (this.cards.known.get(key));
      return control.items.find((item) => item.card === element.dataset.code && item.zone === element.dataset.region)?.id ?? "";
    });
    const picked = (control.picked ?? 0) + ids.length;
    const needsDone = picked < (control.high ?? 1);
    this.sendPath([...ids, ...(needsDone && control.done ? [control.done.id] : [])]);
  }

  /** A whole choice is one message; where more is to be chosen after it, its picks go one by one. @param {string[]} ids */
  async sendPath(ids) {
    const code = await this.socket.say(this.frame.revision, ids.join(","));
    if (code !== "action.not-whole" && code !== "action.unknown") return this.refused(code);
    let { revision } = this.frame;
    for (const id of ids) {
      const answer = await this.socket.say(revision, id);
      if (answer) return this.refused(answer);
      revision += 1;
    }
  }

  /** @param {string} id */
  send(id) {
    this.say(id, "");
  }

  /** @param {string} code */
  refused(code) {
    if (code && code !== "revision.stale") this.tell(WORDS.refused, 2500);
  }

  /** @param {string} id @param {string} data */
  async say(id, data) {
    this.refused(await this.socket.say(this.frame.revision, id, data));
  }

  /** @param {string} text @param {number} [forMs] */
  tell(text, forMs = 0) {
    this.notice.textContent = text;
    this.notice.hidden = !text;
    if (forMs) setTimeout(() => (this.notice.hidden = true), forMs);
  }

  /** @param {any} command */
  agreeButton(command) {
    return make("button", { type: "button", class: "primary seen", onclick: () => this.say(command.id, "") }, WORDS.seen);
  }

  /** What the page does by itself: its part in the shuffle, agreeing after a while, forced moves if wanted. */
  takePart() {
    const { frame } = this;
    clearTimeout(this.timer);
    const said = this.fair?.next(frame);
    if (said) {
      this.say(said.id, said.data);
      return;
    }
    const agree = frame.commands.find((/** @type {any} */ command) => command.kind === "agree");
    if (agree) {
      const beat = /** @type {"trick" | "hand"} */ (frame.consensus?.beat ?? "trick");
      this.timer = window.setTimeout(() => this.say(agree.id, ""), LOOK_S[beat] * 1000);
      return;
    }
    if (settings().forced && frame.choices.length === 1) {
      this.timer = window.setTimeout(() => this.say(frame.choices[0].id, ""), FORCED_MS);
    }
  }
}

/** Exchange the key of the address for a cookie, and take it out of the address at once. */
async function enter() {
  const given = new URLSearchParams(location.hash.slice(1));
  const key = given.get("key");
  history.replaceState(null, "", location.pathname);
  for (const name of ["host", "invite"]) {
    const value = given.get(name);
    if (value) sessionStorage.setItem(`deckwright.${name}.${about.table}`, value);
  }
  if (key && isSeat) await post(`/table/${about.table}/${about.seat}/enter`, { key }).catch(() => undefined);
}

await enter();
new Page();
