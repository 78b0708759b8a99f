// @ts-check
/** The page of one seat: it shows the last frame it heard, and says what its person chooses. */
import { Board } from "./board.js";
import { pauseText } from "./company.js";
import { Cards } from "./cards.js";
import { Chooser } from "./chooser.js";
import { apart, arrange, capital, fill, make, named, trickText } from "./dom.js";
import { listenToDrags } from "./drag.js";
import { Fairness } from "./fair.js";
import { sign, useWords } from "./faces.js";
import { Keys } from "./keys.js";
import { Panel } from "./panel.js";
import { badgeElement } from "./seats.js";
import { Side } from "./side.js";
import { TableSocket } from "./socket.js";
import { post } from "../opening.js";
import { settings } from "../settings.js";
import { WORDS } from "/words/table.js";

/** @typedef {import("./controls.js").Choice} Choice @typedef {import("./controls.js").Control} Control */

const root = /** @type {HTMLElement} */ (document.getElementById("table"));
const about = JSON.parse(root.dataset.about || "{}");
const isSeat = about.seat !== "watch";
const LOOK_S = { trick: 2.5, hand: 12, alone: 60 };
const FORCED_MS = 700;
const AT_ANY_TIME = ["undo", "ask-undo", "resign", "take-over", "hand-back"];
const MOST_REPEATS = 3;

class Page {
  constructor() {
    this.frame = /** @type {any} */ (null);
    this.cards = new Cards((code, region, element) => this.cardTapped(code, region, element));
    this.board = new Board(root, this.cards, (region) => this.regionTapped(region), (seat) => this.chooser.seatTapped(seat));
    this.side = new Side(about, (id, data) => this.say(id, data), () => this.askHint());
    this.prompt = make("p", { class: "prompt", "aria-live": "polite" });
    this.badges = make("div", { class: "badges" });
    /** What it came to, in the middle of the table when the game is over. */
    this.result = make("div", { class: "final" });
    this.notice = make("p", { class: "notice", role: "status", hidden: true });
    /** Whether what it says is about the frame that is shown. */
    this.isPassing = false;
    this.fair = isSeat ? new Fairness(about.table, Number(about.seat)) : null;
    this.timer = 0;
    this.socket = new TableSocket(`/table/${about.table}/${about.seat}/socket`, {
      frame: (frame, now) => this.show(frame, now),
      sheet: (sheet) => {
        this.cards.useSheet(sheet);
        this.board.sheet = this.side.sheet = sheet;
        useWords(sheet.words);
      },
      state: (online) => this.tell(online ? "" : WORDS.offline),
      refused: () => this.tell(WORDS.no_seat),
    });
    this.chooser = new Chooser((id, data) => this.send(id, data), {
      redraw: () => this.drawChoosing(),
      refused: (code) => this.refused(code),
      needsTwoTaps: () => settings().twice,
      codeOf: (key) => this.cards.known.get(key)?.dataset.code ?? "",
      rankOf: (code) => this.cards.sheet.cards[code]?.rank ?? "",
    });
    this.panel = new Panel(this.chooser, { isShown: (control) => this.isShown(control) });
    this.keys = new Keys(root, () => this.chooser.withdraw());
    listenToDrags(root, (card, target) => this.chooser.cardDropped(card.dataset.code ?? "", card.dataset.region ?? "", card.dataset.key ?? "", target));
    const home = make("a", { href: about.home, class: "home", "aria-label": WORDS.back_home }, "‹");
    root.append(
      make("header", { class: "status" }, home, make("h1", {}, about.name), this.side.company.clock, this.side.buttons),
      this.board.seats.root,
      make("div", { class: "stage" }, this.prompt, this.side.latest, this.badges, this.notice, this.result, this.board.middle),
      this.panel.root,
      make("div", { class: "lower" }, this.board.own, this.board.hand),
      this.side.root,
    );
    addEventListener("resize", () => this.frame && this.board.fit());
    document.addEventListener("settings", () => this.frame && this.board.draw(this.frame));
  }

  /** @param {any} frame @param {number} now */
  show(frame, now) {
    this.fair?.hear(frame, this.cards.sheet); // before it is said whether the shuffle was fair
    this.keys.remember();
    if (this.isPassing && this.frame.revision !== frame.revision) this.tell("");
    this.frame = frame;
    Object.assign(root.dataset, { status: frame.status, kind: frame.kind, revision: frame.revision });
    this.chooser.hear(frame);
    this.board.draw(frame);
    this.drawStatus();
    this.drawChoosing();
    this.side.draw(frame, this.fair);
    this.side.company.draw(frame, now);
    this.keys.restore();
    this.takePart();
  }

  drawStatus() {
    const { frame } = this;
    const text = this.promptText();
    if (this.prompt.dataset.text !== text) this.prompt.replaceChildren(...named(text));
    this.prompt.dataset.text = text;
    this.prompt.classList.toggle("mine", Boolean(frame.choices.length));
    const isOver = frame.status === "over";
    const isScored = (isOver || this.isHandOver()) && frame.seats.length > 1;
    arrange(this.result, [...(isScored ? [this.side.scoreTable(frame), ...(isOver ? [] : [this.side.ending()]), ...this.shownHands()] : []), ...(isOver && isSeat ? [this.side.rating] : [])]);
    document.title = `${frame.choices.length ? "● " : ""}${about.name} · ${WORDS.brand}`;
    arrange(this.badges, this.badgeElements());
  }

  /** @returns {Element[]} */
  badgeElements() {
    const { frame } = this;
    const { standing } = frame;
    /** @type {Element[]} */
    const badges = [];
    if (frame.status === "over") return badges;
    const add = (/** @type {string} */ label, /** @type {(Node | string)[]} */ ...value) => badges.push(make("span", { class: "badge" }, make("span", { class: "badge-label" }, label), " ", ...value));
    if (standing?.trump && (this.board.sheet?.strains.length > 1 || this.board.sheet?.suits.includes(standing.trump))) {
      if (standing.trump === "NT") add(WORDS.no_trump);
      else add(WORDS.trump, sign(standing.trump));
    }
    const contract = standing?.contract;
    if (contract && contract.declarer !== null && contract.declarer !== undefined) {
      const name = contract.declarer === frame.seat ? WORDS.you : frame.seats[contract.declarer].name;
      const call = frame.calls.findLast((/** @type {any} */ made) => made.seat === contract.declarer && made.verb === "call" && !made.strain);
      const said = call ? [call.text] : [String(contract.level ?? ""), " ", contract.strain ? sign(contract.strain) : ""];
      const { team } = frame.seats[contract.declarer];
      const tricks = frame.seats.reduce((/** @type {number} */ sum, /** @type {any} */ seat) => sum + (seat.team === team ? seat.tricks : 0), 0);
      add(WORDS.contract, ...said, ["", ` ${WORDS.doubled}`, ` ${WORDS.redoubled}`][contract.doubled], ` · ${name}`, ...(team !== null && frame.kind === "trick" ? [` · ${contract.needs === null ? trickText(tricks) : fill(WORDS.tricks_of, { tricks, needs: contract.needs })}`] : []));
    } else if (contract) {
      const call = frame.calls.findLast((/** @type {any} */ made) => made.verb === "call");
      if (call) add(WORDS.highest, call.strain && call.level ? make("span", {}, call.level, " ", sign(call.strain)) : call.text, ` · ${call.seat === frame.seat ? WORDS.you : frame.seats[call.seat].name}`);
    }
    // A tile of two numbers does not say which of them is to be followed.
    if (standing?.led && frame.trick.some((/** @type {any} */ play) => this.cards.sheet.cards[play.card]?.kind === "domino")) add(WORDS.led, sign(standing.led === "called" ? standing.trump : `${standing.led}s`));
    const own = frame.seats[frame.seat]?.team ?? frame.seat;
    for (const badge of standing?.badges ?? []) if (badge.holds === "need" ? badge.index === own : badge.owner === "table" && badge.holds !== "chips") badges.push(badgeElement(badge, frame));
    return badges;
  }

  promptText() {
    const { frame } = this;
    if (frame.status === "gathering") return frame.seats.some((/** @type {any} */ seat) => seat.kind === "empty") ? WORDS.gathering : WORDS.shuffling;
    if (frame.status === "over") return this.resultText();
    const pause = pauseText(frame);
    if (pause) return pause;
    if (frame.status === "waiting") return this.beatText();
    if (this.chooser.isWhole) return this.chooser.set ? fill(WORDS.confirm_set, { verb: capital(this.chooser.set.verb) }) : WORDS.confirm_it;
    const dummy = this.forDummy();
    if (frame.choices.length) return dummy ? `${dummy}: ${frame.prompt.charAt(0).toLowerCase()}${frame.prompt.slice(1)}` : frame.prompt || WORDS.your_turn;
    if (frame.is_secret && frame.prompt) return frame.prompt;
    if (frame.is_secret) return isSeat ? WORDS.waiting_others : WORDS.choosing;
    const turn = frame.seats[frame.turn ?? -1];
    return turn ? fill(WORDS.turn_of, { name: apart(turn.name) }) : isSeat ? "" : WORDS.watching;
  }

  /** Whether everyone looks at what a hand has brought. */
  isHandOver() {
    return this.frame.status === "waiting" && this.frame.consensus?.beat === "hand";
  }

  /** The hands that were shown when it ended, and what rules gave points for, each in a line. */
  shownHands() {
    const { events, regions } = this.frame;
    const last = events.findLastIndex((/** @type {any} */ event) => event.kind === "chose");
    const whole = new Set(regions.filter((/** @type {any} */ region) => region.role === "hand" && region.pile === null).map((/** @type {any} */ region) => region.id));
    const shown = events.slice(last + 1).filter((/** @type {any} */ event) => event.text && (event.rule || (event.kind === "shown" && whole.has(event.to))));
    return shown.map((/** @type {any} */ event) => make("p", {}, ...named(event.text)));
  }

  /** What everyone looks at. */
  beatText() {
    const { seats, seat, standing, hands } = this.frame;
    if (this.isHandOver() && hands.length) return fill(WORDS.hand_over, { number: hands.length });
    const winner = standing?.winner ?? null;
    if (winner === null) return WORDS.waiting_all;
    return winner === seat ? WORDS.you_take : fill(WORDS.takes, { name: apart(seats[winner].name) });
  }

  /** For whom this seat acts, if not for itself. */
  forDummy() {
    const playing = this.frame.standing?.playing;
    if (playing === null || playing === undefined || playing === this.frame.seat) return "";
    return fill(WORDS.for_seat, { name: apart(this.frame.seats[playing].name) });
  }

  resultText() {
    const { result, seats, seat } = this.frame;
    if (!result) return WORDS.over;
    const names = (/** @type {number[]} */ found) => found.map((number) => apart(seats[number].name)).join(" & ");
    if (result.losers.length) return result.losers.includes(seat) ? WORDS.you_lost : fill(WORDS.lost, { name: names(result.losers) });
    if (result.is_loss) return WORDS.all_lost;
    const others = result.winners.filter((/** @type {number} */ number) => number !== seat && (result.winning_team < 0 || !isSeat));
    if (!result.winners.length) return `${WORDS.over}. ${seats.length > 1 ? WORDS.drawn : ""}`;
    if (!result.winners.includes(seat)) return fill(result.winners.length > 1 ? WORDS.won_many : WORDS.won, { name: names(result.winners) });
    return others.length ? fill(WORDS.shared_win, { name: names(others) }) : WORDS.you_won;
  }

  drawChoosing() {
    const { frame } = this;
    /** @type {Element[]} */
    const before = [];
    const agree = frame.commands.find((/** @type {any} */ command) => command.kind === "agree");
    if (agree) before.push(make("button", { type: "button", class: "primary seen", onclick: () => this.say(agree.id, "") }, this.isHandOver() ? WORDS.next_hand : WORDS.seen));
    if (frame.peeks.length && frame.status !== "over") before.push(this.peekButton());
    for (const command of frame.commands) {
      if (!["allow-undo", "refuse-undo"].includes(command.id)) continue;
      before.push(make("button", { type: "button", onclick: () => this.say(command.id, "") }, ...named(capital(command.label))));
    }
    if (isSeat && frame.choices.length && !frame.draft.path.length) this.side.hint.hidden = false;
    else this.side.hint.hidden = true;
    if (isSeat && frame.status === "over") {
      before.push(make("button", { type: "button", class: "primary", onclick: () => this.side.again() }, WORDS.rematch));
      before.push(make("button", { type: "button", onclick: () => this.side.look() }, WORDS.replay_it));
    }
    this.panel.draw(before, this.side.gathering(frame));
    this.mark();
    this.keys.tabStops();
  }

  /** Cards that this seat alone was shown stay until it has seen them. */
  peekButton() {
    const { peeks } = this.frame;
    const last = peeks[peeks.length - 1].number;
    const names = peeks.map((/** @type {any} */ peek) => this.cards.sheet.cards[peek.card]?.name ?? peek.card).join(", ");
    const made = make("button", { type: "button", class: "primary peeked", onclick: () => this.socket.say(this.frame.revision, "seen", String(last)) }, fill(WORDS.peeked, { names }));
    made.dataset.control = "peek";
    return made;
  }

  /** Whether the card or place of a control lies on the page. @param {Control} control */
  isShown(control) {
    if (!control.card) return Boolean(this.board.regions.get(control.zone ?? "")?.isConnected);
    return [...this.cards.known.values()].some((card) => card.dataset.code === control.card && card.dataset.region === control.zone && card.isConnected);
  }

  /** Show which cards, piles and players can be tapped. */
  mark() {
    const { chooser, frame } = this;
    const live = new Set();
    /** @type {Set<string>} */
    const ranks = new Set();
    for (const control of chooser.controls) {
      if (["card", "modes", "set"].includes(control.kind)) for (const item of control.items) live.add(`${item.zone}/${item.card}`);
      if (control.kind !== "match") continue;
      for (const item of control.items) {
        for (const card of item.cards ?? []) live.add(`${item.zone}/${card}`);
        for (const rank of item.ranks ?? []) ranks.add(rank);
      }
    }
    const picked = new Set([...chooser.picks.map((pick) => pick.key), ...chooser.marked, chooser.armed]);
    const why = new Map((frame.reasons ?? []).map((/** @type {any} */ reason) => [`${reason.zone}/${reason.card}`, reason.text]));
    const acts = frame.choices.length > 0 || chooser.picks.length > 0;
    const forOther = this.forDummy() !== "";
    const inHand = /** @type {HTMLElement[]} */ ([...this.board.hand.querySelectorAll(".card"), ...this.board.own.querySelectorAll(".card")]); // one just drawn lies beside it
    const isAboutHand = ranks.size > 0 || inHand.some((card) => live.has(`${card.dataset.region}/${card.dataset.code}`) || picked.has(card.dataset.key ?? ""));
    const fresh = this.freshCards();
    for (const element of this.cards.known.values()) {
      const { code = "", region = "", key = "" } = element.dataset;
      const own = element.closest(".hand") !== null;
      const isPicked = picked.has(key);
      const isLive = isPicked || live.has(`${region}/${code}`) || (own && ranks.has(this.cards.sheet.cards[code]?.rank));
      element.classList.toggle("live", isLive);
      element.classList.remove("hinted");
      element.classList.toggle("dim", acts && own && !isLive && Boolean(code) && (isAboutHand || forOther || why.has(`${region}/${code}`)));
      element.classList.toggle("chosen", isPicked);
      element.classList.toggle("fresh", own && fresh.has(code));
      element.setAttribute("aria-disabled", String(!isLive && !chooser.isTarget(region)));
      this.tellWhy(element, isLive ? "" : why.get(`${region}/${code}`) ?? "");
      if (isPicked) element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
    }
    for (const [id, element] of this.board.regions) element.classList.toggle("live", chooser.isTarget(id));
    const seats = new Set(chooser.controls.filter((control) => control.kind === "seats").flatMap((control) => control.items.map((item) => Number(item.value))));
    for (const [number, parts] of this.board.seats.parts) parts.root.classList.toggle("live", seats.has(number));
  }

  /** Cards that came to the hand since its person last chose; not those of a deal. @returns {Set<string>} */
  freshCards() {
    const { events, regions, seat } = this.frame;
    const hand = regions.find((/** @type {any} */ region) => region.role === "hand" && region.owner === "seat" && region.index === seat && region.pile === null);
    const last = events.findLastIndex((/** @type {any} */ event) => event.kind === "dealt" || (event.kind === "chose" && event.seat === seat));
    const came = events.slice(last + 1).filter((/** @type {any} */ event) => event.kind === "moved" && event.to === hand?.id).flatMap((/** @type {any} */ event) => event.cards);
    return new Set(events[last]?.kind === "chose" && came.length < hand?.count ? came : []);
  }

  /** Why a card cannot be played, for whoever points at it, taps it or hears it. @param {HTMLElement} element @param {string} reason */
  tellWhy(element, reason) {
    if ((element.dataset.why ?? "") === reason) return;
    element.dataset.why = reason;
    const name = element.getAttribute("aria-label") ?? "";
    element.title = reason ? `${name}: ${reason}` : name;
    if (reason) element.setAttribute("aria-description", reason);
    else element.removeAttribute("aria-description");
  }

  /** @param {string} code @param {string} region @param {HTMLElement} element */
  cardTapped(code, region, element) {
    if (element.getAttribute("aria-disabled") === "true") {
      if (element.dataset.why) this.tell(element.dataset.why, 3500);
      return;
    }
    if (code && !element.classList.contains("peek")) this.chooser.cardTapped(code, region, element.dataset.key ?? "", element.closest(".hand") !== null);
    else this.regionTapped(region);
  }

  /** @param {string} region */
  regionTapped(region) {
    const items = this.chooser.regionTapped(region);
    if (items.length > 1) /** @type {HTMLElement | null} */ (this.panel.root.querySelector(`[data-choice="${CSS.escape(items[0].id)}"]`))?.focus();
  }

  /** @param {string} code */
  refused(code) {
    if (code && code !== "revision.stale") this.tell(WORDS.refused, 2500);
  }

  /** @param {string} id @param {string} data */
  send(id, data) {
    return this.socket.say(this.frame.revision, id, data);
  }

  /**
   * Say a command; one that means the same at any time is said again if the table has moved on meanwhile and still offers it.
   * @param {string} id @param {string} data
   */
  async say(id, data) {
    for (let tries = 0; ; tries += 1) {
      const code = await this.send(id, data);
      const again = tries < MOST_REPEATS && AT_ANY_TIME.includes(id) && this.frame.commands.some((command) => command.id === id);
      if (code !== "revision.stale" || !again) return this.refused(code);
    }
  }

  /** Ask what a strong player would do, and show it. */
  async askHint() {
    this.tell(WORDS.hint_thinking);
    const { revision } = this.frame;
    const answer = await this.socket.ask(revision, "hint");
    if (answer.code === "server.busy") return this.tell(WORDS.hint_busy, 6000);
    if (answer.code || revision !== this.frame.revision) return this.tell("");
    this.tell(`${WORDS.hint}: ${answer.hint.labels.map(capital).join(", ")}`, 6000);
    const choices = this.frame.choices.filter((/** @type {Choice} */ choice) => answer.hint.path.includes(choice.id));
    for (const element of this.cards.known.values()) {
      const isIt = choices.some((/** @type {Choice} */ choice) => choice.card === element.dataset.code && choice.zone === element.dataset.region);
      if (isIt) element.classList.add("hinted");
    }
  }

  /** @param {string} text @param {number} [forMs] */
  tell(text, forMs = 0) {
    this.notice.replaceChildren(...named(text));
    const shown = this.notice.textContent;
    this.notice.hidden = !text;
    this.isPassing = forMs > 0;
    if (forMs) setTimeout(() => this.notice.textContent === shown && (this.notice.hidden = true), forMs);
  }

  /** What the page does by itself: its part in the shuffle, agreeing after a while, forced moves if wanted. */
  takePart() {
    const { frame } = this;
    clearTimeout(this.timer);
    const said = this.fair?.next(frame, this.cards.sheet);
    if (said) {
      this.say(said.id, said.data);
      return;
    }
    if (frame.status === "gathering" && this.fair?.isWronged()) this.tell(WORDS.proof_stopped);
    const agree = frame.commands.find((/** @type {any} */ command) => command.kind === "agree");
    if (agree) {
      const isAlone = frame.seats.filter((/** @type {any} */ seat) => seat.kind === "person").length < 2;
      const beat = this.isHandOver() ? (isAlone ? "alone" : "hand") : "trick"; // alone, nobody waits while a showdown is read
      this.timer = window.setTimeout(() => this.say(agree.id, ""), LOOK_S[beat] * 1000);
      return;
    }
    const forced = frame.choices.length === 1 && frame.choices[0].completes && !frame.draft.path.length ? frame.choices[0] : null;
    if (settings().forced && forced) this.timer = window.setTimeout(() => this.chooser.pick(forced), FORCED_MS);
  }
}

/** Exchange the key of the address for a cookie, and take it out of the address at once. */
async function enter() {
  const given = new URLSearchParams(location.hash.slice(1));
  const key = given.get("key");
  history.replaceState(null, "", location.pathname);
  for (const name of ["host", "invite", "fill"]) {
    const value = given.get(name);
    if (value) localStorage.setItem(`deckwright.${name}.${about.table}`, value);
  }
  if (key && isSeat) await post(`/table/${about.table}/${about.seat}/enter`, { key }).catch(() => undefined);
}

await enter();
new Page();
