// @ts-check
/** What stands beside the table: log, scores, calls, the last trick; invitations, hints, and what comes after the game. */
import { deckOf } from "./deal.js";
import { arrange, capital, fill, make, named, word } from "./dom.js";
import { face, sign } from "./faces.js";
import { Company } from "./company.js";
import { post } from "../opening.js";
import { WORDS } from "/words/table.js";

const MOST_LINES = 200;

export class Side {
  /** @param {any} about @param {(id: string, data: string) => void} say @param {() => void} askHint */
  constructor(about, say, askHint) {
    this.about = about;
    this.say = say;
    this.sheet = /** @type {any} */ (null);
    this.last = -1;
    this.undone = 0;
    this.log = make("ol", { class: "log" });
    this.scores = make("div", { class: "scores" });
    this.calls = make("div", { class: "calls" });
    this.after = make("div", { class: "after" });
    this.trick = make("div", { class: "last-trick" });
    this.notices = make("ul", { class: "notices" });
    this.rating = this.rate();
    this.more = make("button", { type: "button", class: "more quiet", "aria-expanded": "false", onclick: () => this.toggle() }, WORDS.menu);
    this.undo = make("button", { type: "button", class: "quiet", hidden: true }, WORDS.undo);
    this.hint = make("button", { type: "button", class: "quiet", hidden: true, onclick: askHint }, WORDS.hint);
    const rules = make("a", { class: "rules", href: `/table/${about.table}/rules`, target: "_blank", rel: "noopener" }, WORDS.rules);
    this.buttons = make("div", { class: "buttons" }, this.hint, this.undo, rules, this.more);
    /** The last line of the log, where the log itself is put away; the log says it to who listens. */
    this.latest = make("p", { class: "latest", "aria-hidden": "true" });
    this.company = new Company(about, say);
    this.root = make(
      "aside",
      { class: "side", "aria-label": WORDS.menu },
      this.notices,
      make("section", {}, make("h2", {}, WORDS.scores), this.scores),
      this.after,
      this.calls,
      this.trick,
      make("section", { class: "log-part" }, make("h2", {}, WORDS.log), make("div", { class: "log-box", role: "log", "aria-live": "polite", "aria-label": WORDS.log, tabIndex: 0 }, this.log)),
      make("p", { class: "links" }, this.company.buttons, this.links(), make("button", { type: "button", class: "quiet", onclick: () => /** @type {any} */ (document.getElementById("settings")).showModal() }, WORDS.settings)),
    );
  }

  toggle() {
    const open = document.body.classList.toggle("side-open");
    this.more.setAttribute("aria-expanded", String(open));
  }

  /** @param {any} frame @param {any} fair */
  draw(frame, fair) {
    const offered = (/** @type {string} */ id) => frame.commands.find((/** @type {any} */ command) => command.id === id);
    const undo = offered("undo") ?? offered("ask-undo");
    this.undo.hidden = !undo;
    this.undo.onclick = () => undo && this.say(undo.id, "");
    this.drawScores(frame);
    this.drawCalls(frame);
    this.drawLastTrick(frame);
    arrange(this.notices, frame.notices.map((/** @type {string} */ text) => make("li", {}, ...named(text))));
    this.drawAfter(frame, fair);
    this.drawLog(frame); // last: what stands above it leaves it less room, and it shows its end
  }

  /** @param {any} frame */
  drawLog(frame) {
    if (frame.undone !== this.undone) this.forget(frame);
    const fresh = frame.events.filter((/** @type {any} */ event) => event.number > this.last && event.text);
    for (const event of fresh) {
      this.log.append(make("li", { "data-number": event.number, "data-kind": event.kind }, ...named(event.text)));
    }
    if (frame.events.length) this.last = Math.max(this.last, ...frame.events.map((/** @type {any} */ event) => event.number));
    while (this.log.children.length > MOST_LINES) this.log.firstElementChild?.remove();
    if (fresh.length) this.log.parentElement.scrollTop = this.log.scrollHeight;
    // That a hand is over stands above it already.
    const lines = [...this.log.children].filter((/** @type {any} */ line) => !line.dataset.kind.endsWith("-over"));
    arrange(this.latest, lines.slice(-2).map((line) => make("span", {}, ...line.cloneNode(true).childNodes)));
  }

  /** What was taken back did not happen: its numbers are given again. @param {any} frame */
  forget(frame) {
    this.undone = frame.undone;
    const first = Math.min(...frame.events.map((/** @type {any} */ event) => event.number), this.last + 1);
    for (const line of [...this.log.children]) if (Number(line.dataset.number) >= first) line.remove();
    this.last = first - 1;
  }

  /** @param {any} frame */
  drawScores(frame) {
    arrange(this.scores, [this.scoreTable(frame), this.ending()]);
  }

  /** When the game is over, and who wins then. */
  ending() {
    return make("p", { class: "ending" }, this.sheet?.ending ?? "");
  }

  /** The scores hand by hand. @param {any} frame @returns {Element} */
  scoreTable(frame) {
    const byTeam = frame.team_scores.length > 0;
    const names = byTeam
      ? frame.team_scores.map((/** @type {any} */ _, /** @type {number} */ team) => frame.seats.filter((/** @type {any} */ seat) => seat.team === team).map((/** @type {any} */ seat) => (seat.seat === frame.seat ? WORDS.you : seat.name)).join(" & "))
      : frame.seats.map((/** @type {any} */ seat) => (seat.seat === frame.seat ? WORDS.you : seat.name));
    const chips = frame.seats.some((/** @type {any} */ seat) => seat.chips !== null);
    const totals = byTeam ? frame.team_scores : frame.seats.map((/** @type {any} */ seat) => (chips ? seat.chips : seat.score));
    const rows = frame.hands.slice(-12).map((/** @type {any} */ hand) =>
      make("tr", {}, make("th", { scope: "row" }, String(hand.hand + 1)), ...(byTeam ? hand.team_points : chips && hand.chips ? hand.chips : hand.points).map((/** @type {number} */ points) => make("td", {}, String(points)))),
    );
    return make(
      "table",
      names.length > 4 ? { class: "many" } : {},
      make("thead", {}, make("tr", {}, make("th", {}, WORDS.hand), ...names.map((/** @type {string} */ name) => make("th", { scope: "col" }, make("bdi", {}, name))))),
      make("tbody", {}, ...rows),
      make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, chips ? capital(WORDS.chips) : WORDS.total), ...totals.map((/** @type {number} */ total) => make("td", {}, String(total))))),
    );
  }

  /** @param {any} frame */
  drawCalls(frame) {
    if (!frame.calls.length) return arrange(this.calls, []);
    // A column for each player, beginning with who called first; whoever is out of the auction leaves a gap.
    const around = frame.seats.length;
    const first = frame.calls[0].seat;
    const seats = frame.seats.map((/** @type {any} */ _, /** @type {number} */ k) => frame.seats[(first + k) % around]);
    /** @type {Element[][]} */
    const rows = [];
    let last = around;
    for (const call of frame.calls) {
      const column = (call.seat - first + around) % around;
      if (column <= last) rows.push(seats.map(() => make("td")));
      last = column;
      rows[rows.length - 1][column].append(call.strain && call.level ? make("span", {}, String(call.level), " ", sign(call.strain)) : call.text);
    }
    const names = seats.map((/** @type {any} */ seat) => make("th", { scope: "col" }, make("bdi", {}, seat.seat === frame.seat ? WORDS.you : seat.name)));
    const list = make("div", { class: "call-list", tabIndex: 0, role: "group", "aria-label": WORDS.calls }, make("table", {}, make("thead", {}, make("tr", {}, ...names)), make("tbody", {}, ...rows.map((cells) => make("tr", {}, ...cells)))));
    arrange(this.calls, [make("section", {}, make("h2", {}, WORDS.calls), list)]);
    list.scrollTop = list.scrollHeight;
  }

  /** @param {any} frame */
  drawLastTrick(frame) {
    if (!frame.last_trick?.plays?.length) return arrange(this.trick, []);
    const { plays, winner } = frame.last_trick;
    const key = JSON.stringify(frame.last_trick);
    if (this.trick.dataset.key === key && this.trick.children.length) return;
    this.trick.dataset.key = key;
    const shown = plays.map((/** @type {any} */ play) => {
      const name = play.seat === frame.seat ? WORDS.you : frame.seats[play.seat]?.name ?? "";
      return make("span", { class: "mini" }, this.picture(play.card), make("bdi", { class: play.seat === winner ? "won" : "" }, name));
    });
    arrange(this.trick, [make("section", {}, make("h2", {}, WORDS.last_trick), ...shown)]);
  }

  /** @param {any} frame @param {any} fair */
  drawAfter(frame, fair) {
    if (frame.status !== "over") return arrange(this.after, []);
    const found = fair ? fair.check(frame, this.sheet) : { state: "unknown", why: "", hands: [] };
    const key = JSON.stringify(found);
    if (this.after.children.length && this.after.dataset.key === key) return;
    this.after.dataset.key = key;
    const isSaid = frame.shuffle || found.state !== "unknown";
    arrange(this.after, isSaid ? [this.proof(found, Boolean(fair && frame.reveal))] : []);
  }

  /** Whether the shuffle was fair, in a line; the cards that its order deals, for who was dealt them to compare; and what was checked. */
  proof(/** @type {import("./fair.js").Proof} */ { state, why, hands }, /** @type {boolean} */ hasRecord) {
    const short = {
      ok: WORDS.proof_ok,
      partly: why === "broken" ? WORDS.proof_broken : WORDS.proof_no_cards,
      bad: fill(WORDS.proof_bad, { why }),
      unknown: why ? WORDS.proof_left_out : WORDS.proof_unknown,
    }[state];
    const holds = state === "ok" || state === "partly";
    return make(
      "section",
      { class: `proof ${state}` },
      make("h2", {}, WORDS.proof),
      make("p", {}, short),
      ...hands.map((hand) => this.dealt(hand, hands.length > 1)),
      hands.length > 0 && make("p", {}, WORDS.proof_compare),
      holds && make("details", {}, make("summary", {}, WORDS.proof_how), make("p", {}, fill(WORDS.proof_checked, deckOf(this.sheet))), make("p", {}, WORDS.proof_not)),
      hasRecord && make("a", { href: `/table/${this.about.table}/${this.about.seat}/record`, download: `${this.about.table}.json` }, WORDS.proof_record),
    );
  }

  /** The cards that were dealt to one place. */
  dealt(/** @type {import("./deal.js").Hand} */ { id, cards }, /** @type {boolean} */ isOneOfMany) {
    const { name, one, pile } = this.sheet.regions.find((/** @type {any} */ region) => region.id === id);
    const label = capital(pile === null ? name : `${one} ${pile + 1}`);
    const shown = cards.map((code) => make("li", {}, this.picture(code)));
    const list = make("ul", { class: "dealt", "aria-label": `${WORDS.proof_dealt}: ${label}` }, ...shown);
    return isOneOfMany ? make("div", { class: "dealt-to" }, make("span", { "aria-hidden": "true" }, label), list) : list;
  }

  /** A small picture of a card that cannot be tapped. @param {string} code */
  picture(code) {
    const card = this.sheet?.cards[code];
    return card ? make("span", { class: `card ${word(card.kind)}`, role: "img", "aria-label": card.name }, face(card)) : make("span", { class: "card back" });
  }

  /** The same game again, with the same people. */
  async again() {
    const host = localStorage.getItem(`deckwright.host.${this.about.table}`) ?? "";
    const ticket = await post(`/table/${this.about.table}/${this.about.seat}/rematch`, { host });
    location.assign(ticket.url);
  }

  /** The finished game step by step; its link is in the fragment, to be shared. */
  async look() {
    const answer = await fetch(`/table/${this.about.table}/${this.about.seat}/link`);
    const { link: text } = await answer.json();
    sessionStorage.setItem("deckwright.played", JSON.stringify([text, this.about.seat]));
    location.assign(`/replay#${text}`);
  }

  /** How the person liked it: kept in this browser, and told to the server without a name. */
  rate() {
    const key = `deckwright.rating.${this.about.game}`;
    const made = make("div", { class: "rate", role: "radiogroup", "aria-label": WORDS.rate });
    const give = (/** @type {number} */ stars) => {
      localStorage.setItem(key, String(stars));
      draw();
      post(`/table/${this.about.table}/${this.about.seat}/rate`, { stars }).catch(() => undefined);
    };
    const draw = () => {
      const now = Number(localStorage.getItem(key) ?? 0);
      const stars = [1, 2, 3, 4, 5].map((stars) =>
        make("button", { type: "button", class: "star", role: "radio", "aria-checked": String(stars === now), "aria-label": `${stars} / 5`, onclick: () => give(stars) }, stars <= now ? "★" : "☆"),
      );
      arrange(made, stars);
    };
    draw();
    return make("section", {}, make("h2", {}, WORDS.rate), made);
  }

  links() {
    const invite = localStorage.getItem(`deckwright.invite.${this.about.table}`);
    const made = make("details", { class: "invite" }, make("summary", {}, WORDS.share), link(WORDS.watch_link, `${location.origin}/table/${this.about.table}/watch`));
    if (invite) made.append(link(WORDS.invite_link, `${location.origin}/table/${this.about.table}/join#key=${invite}`));
    return made;
  }

  /** Before the deal: the link to send, and seats to fill. @param {any} frame @returns {Element[]} */
  gathering(frame) {
    const free = frame.seats.filter((/** @type {any} */ seat) => seat.kind === "empty");
    if (frame.status !== "gathering" || !free.length) return [];
    const invite = localStorage.getItem(`deckwright.invite.${this.about.table}`);
    const host = localStorage.getItem(`deckwright.host.${this.about.table}`);
    /** @type {Element[]} */
    const made = [];
    if (invite) made.push(link(WORDS.invite_link, `${location.origin}/table/${this.about.table}/join#key=${invite}`));
    if (host) {
      const agent = localStorage.getItem(`deckwright.fill.${this.about.table}`) || "medium";
      const fillSeats = async () => {
        for (const seat of free) await post(`/api/tables/${this.about.table}/host`, { id: "seat-agent", seat: seat.seat, data: agent }, { authorization: `Bearer ${host}` });
      };
      made.push(make("button", { type: "button", onclick: fillSeats }, WORDS.fill));
    }
    return made;
  }
}

/** A link to copy. @param {string} label @param {string} address */
function link(label, address) {
  const field = make("input", { readOnly: true, value: address, "aria-label": label, onfocus: () => field.select() });
  const copy = make("button", { type: "button", onclick: () => (field.select(), document.execCommand("copy"), (copy.textContent = WORDS.invite_copied)) }, WORDS.copy);
  return make("div", { class: "link" }, make("span", {}, label), field, copy);
}
