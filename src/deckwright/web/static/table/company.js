// @ts-check
/** Being at a table with others: whose time runs, a pause, giving up, leaving, and letting the computer play meanwhile. */
import { apart, arrange, fill, make } from "./dom.js";
import { post } from "../opening.js";
import { WORDS } from "/words/table.js";

/** Longer patience than this is no clock: somebody plays alone. */
const LONGEST_MS = 3_600_000;
/** From so little time on the clock is shown as urgent. */
const URGENT_MS = 15_000;

export class Company {
  /** @param {any} about @param {(id: string, data: string) => void} say */
  constructor(about, say) {
    this.about = about;
    this.say = say;
    this.clock = make("span", { class: "clock", role: "timer", hidden: true });
    this.buttons = make("div", { class: "company" });
    this.due = 0;
    this.behind = 0;
    setInterval(() => this.tick(), 500);
  }

  /** @param {any} frame @param {number} now the server's time */
  draw(frame, now) {
    this.behind = now - Date.now();
    const { clock } = frame;
    const runs = clock.due_ms !== null && !frame.is_paused && clock.patience_ms < LONGEST_MS && ["playing", "waiting", "gathering"].includes(frame.status);
    this.due = runs && clock.awaited.length ? clock.due_ms : 0;
    this.clock.classList.toggle("mine", clock.awaited.includes(frame.seat));
    this.tick();
    this.drawButtons(frame);
  }

  /** How long is still waited, by the server's clock. */
  tick() {
    this.clock.hidden = !this.due;
    if (!this.due) return;
    const left = Math.max(0, this.due - Date.now() - this.behind);
    const seconds = Math.ceil(left / 1000);
    this.clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.clock.title = WORDS.clock;
    this.clock.classList.toggle("urgent", left < URGENT_MS);
  }

  /** @param {any} frame */
  drawButtons(frame) {
    const offered = new Set(frame.commands.map((/** @type {any} */ command) => command.id));
    const host = localStorage.getItem(`deckwright.host.${this.about.table}`);
    /** @type {Element[]} */
    const made = [];
    const add = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {string} */ sure = "") => {
      const button = make("button", { type: "button", onclick: () => (sure && !confirm(sure) ? undefined : act()) }, text);
      button.dataset.control = text;
      made.push(button);
    };
    const isOn = ["playing", "waiting"].includes(frame.status);
    const others = frame.seats.filter((/** @type {any} */ seat) => seat.kind === "person").length > 1;
    if (host && isOn && others) add(frame.is_paused ? WORDS.resume : WORDS.pause, () => this.hostSays(host, frame.is_paused ? "resume" : "pause"));
    if (offered.has("hand-back")) add(WORDS.back, () => this.say("hand-back", ""));
    else if (offered.has("take-over") && isOn) add(WORDS.leave, () => this.say("take-over", ""));
    if (offered.has("resign")) add(WORDS.resign, () => this.say("resign", ""), WORDS.resign_sure);
    if (offered.has("leave") && others) add(WORDS.leave_table, () => this.go(), WORDS.leave_sure);
    arrange(this.buttons, made);
  }

  /** @param {string} host @param {string} id */
  async hostSays(host, id) {
    await post(`/api/tables/${this.about.table}/host`, { id }, { authorization: `Bearer ${host}` }).catch(() => undefined);
  }

  async go() {
    await this.say("leave", "");
    location.assign("/");
  }
}

/** What is said of a table where nobody plays just now. @param {any} frame */
export function pauseText(frame) {
  if (frame.is_paused) return WORDS.paused;
  const asker = frame.undo?.seat;
  return asker === undefined || asker === null ? "" : fill(WORDS.undo_asked, { name: asker === frame.seat ? WORDS.you : apart(frame.seats[asker].name) });
}
