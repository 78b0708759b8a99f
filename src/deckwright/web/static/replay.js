// @ts-check
/** A finished game step by step: any seat's knowledge, or every hand. */
import { Board } from "./table/board.js";
import { Cards } from "./table/cards.js";
import { fill, make, named } from "./table/dom.js";
import { Side } from "./table/side.js";
import { post, tell } from "./opening.js";
import { WORDS } from "/words.js";

const ALL = "all";
const WATCH = "watch";
/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const root = /** @type {HTMLElement} */ (find("table"));

class Replay {
  constructor() {
    this.link = "";
    this.cards = new Cards(() => undefined);
    this.board = new Board(root, this.cards, () => undefined, () => undefined);
    this.side = new Side({ table: "", game: "", seat: WATCH }, () => undefined, () => undefined);
    this.asked = 0;
    root.append(this.board.seats.root, make("div", { class: "stage" }, this.board.middle), make("div", { class: "lower" }, this.board.own, this.board.hand), this.side.scores, this.side.trick);
    find("slider").addEventListener("input", () => this.show());
    find("eyes").addEventListener("change", () => this.show());
    find("back").addEventListener("click", () => this.step(-1));
    find("on").addEventListener("click", () => this.step(1));
    find("ask").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.open(find("ask").elements.link.value);
    });
    find("copy").addEventListener("click", () => this.copy());
    this.branch = find("branch");
    /** Whether somebody chose a seat to play on in; otherwise it is whose turn it is. */
    this.hasChosen = false;
    this.branch.elements.seat.addEventListener("change", () => (this.hasChosen = true));
    this.branch.addEventListener("submit", (/** @type {SubmitEvent} */ event) => this.playOn(event));
    const given = decodeURIComponent(location.hash.slice(1));
    if (given) this.open(given);
  }

  /** @param {string} link */
  open(link) {
    this.link = link.trim().split("#").pop() ?? ""; // a whole address is as good
    find("ask").elements.link.value = link;
    find("slider").value = "0";
    this.show();
  }

  /** The address of this page, to be sent to somebody: it holds the whole game. */
  copy() {
    const field = find("ask").elements.link;
    find("asking").open = true;
    field.value = `${location.origin}/replay#${this.link}`;
    field.select();
    document.execCommand("copy");
    find("copy").textContent = WORDS.invite_copied;
  }

  /** @param {number} by */
  step(by) {
    find("slider").value = String(Number(find("slider").value) + by);
    this.show();
  }

  /** Try something else from here, against the computer. @param {SubmitEvent} event */
  async playOn(event) {
    event.preventDefault();
    const { seat, level } = this.branch.elements;
    try {
      const ticket = await post("/api/branch", { link: this.link, step: Number(find("slider").value), seat: Number(seat.value), level: level.value });
      location.assign(ticket.url);
    } catch (error) {
      tell(error);
    }
  }

  async show() {
    const number = ++this.asked;
    const eyes = find("eyes").value || ALL;
    const body = { link: this.link, step: Number(find("slider").value), seat: /^[0-9]+$/.test(eyes) ? Number(eyes) : null, everything: eyes === ALL };
    try {
      const data = await post("/api/replay", body);
      if (number === this.asked) this.draw(data);
    } catch (error) {
      tell(error);
    }
  }

  /** @param {any} data */
  draw(data) {
    find("trouble").hidden = true;
    if (find("show").hidden) find("asking").open = false;
    find("show").hidden = false;
    find("title").textContent = data.name;
    find("slider").max = String(data.steps);
    find("step").textContent = `${data.step} / ${data.steps}`;
    const [played, own] = JSON.parse(sessionStorage.getItem("deckwright.played") ?? "[]");
    const you = played === this.link ? data.frame.seats[Number(own)] : undefined; // who came from the table knows nobody by their own name
    if (you) you.name = fill(WORDS.replay_you, { name: you.name });
    const eyes = find("eyes");
    if (!eyes.options.length) {
      eyes.append(new Option(WORDS.replay_all, ALL), new Option(WORDS.replay_watch, WATCH));
      for (const seat of data.frame.seats) {
        eyes.append(new Option(seat.name, String(seat.seat)));
        this.branch.elements.seat.append(new Option(seat.name, String(seat.seat)));
      }
    }
    if (!this.hasChosen) this.branch.elements.seat.value = String(data.frame.turn ?? 0);
    this.branch.querySelector("button").disabled = data.step >= data.steps;
    find("said").replaceChildren(...named(data.frame.events.findLast((/** @type {any} */ event) => event.text)?.text ?? ""));
    this.cards.useSheet(data.sheet);
    this.board.sheet = this.side.sheet = data.sheet;
    this.board.draw(data.frame);
    if (data.frame.seats.length > 1) this.side.drawScores(data.frame);
    this.side.drawLastTrick(data.frame);
  }
}

new Replay();
