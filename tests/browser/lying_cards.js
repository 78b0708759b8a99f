/** A host that shows Ann's page other cards than the seed deals: whether the page revealed, each time that it was asked, and what it says in the end. */
async () => {
  const { Fairness } = await import("/static/table/fair.js");
  const { fromHex, hashLines, hex, hmac } = await import("/static/table/sha256.js");
  const { deckOrder } = await import("/static/table/chacha.js");
  const table = "t", rules = "ab".repeat(32), secret = "11".repeat(32);
  const BOB = ["22".repeat(32), "33".repeat(32)];
  const deck = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"];
  const faces = Object.fromEntries(deck.map((code) => [code, { suit: "clubs", rank: code[0], name: code }]));
  const places = ["hand[0]", "hand[1]", "hand[0]", "hand[1]", "discard", "", "", ""];
  const SHEET = { cards: faces, deal: { deck, places } };

  const shown = (id, codes) => ({ id, is_own: id.endsWith("[0]"), cards: codes.map((code) => ({ face: "up", code, copy: 0 })) });
  const moved = (number, to, cards, { backs = 0, seat = null, from = "stock" } = {}) => ({ number, kind: "moved", seat, cards, backs, from, to });

  /** What a page draws; a host can say of a place that it is not to be seen. */
  const drawn = (frame) => new Map(frame.regions.filter(({ hidden }) => !hidden).map(({ id, cards }) => [id, cards.map(({ code }) => code)]));

  /** Each says what the page hears after it has revealed. `hear` takes a frame, and another sheet or shuffle. */
  const LIES = {
    "nothing wrong": ({ hear, good }) => hear(good),
    "nothing wrong, and a card drawn": ({ hear, good, events, hand, other, board }) => {
      hear(good);
      hear({ events: [...events, moved(1000, "hand[0]", [other[0]], { seat: 0 })], regions: board([...hand, other[0]]) });
    },
    "nothing wrong, and somebody has played on the pile": ({ hear, page, good, events, hand, other }) => {
      hear(good);
      const regions = [shown("hand[0]", hand), shown("discard", [other[0]])];
      hear({ events: [...events, moved(1000, "discard", [other[0]], { seat: 1, from: "hand[1]" })], regions });
      page.act();
    },
    "nothing wrong, and cards changed after a move": ({ hear, good, page, board, other }) => {
      hear(good);
      page.act();
      hear({ events: [], regions: board(other) });
    },
    "another hand on the board": ({ hear, events, board, other }) => hear({ events, regions: board(other) }),
    "another hand a moment later": ({ hear, good, events, board, other }) => {
      hear(good);
      hear({ events, regions: board(other) });
    },
    "another hand later and nothing told": ({ hear, good, board, other }) => {
      hear(good);
      hear({ events: [], regions: board(other) });
    },
    "another hand later and no shuffle": ({ hear, good, events, board, other }) => {
      hear(good);
      hear({ events, regions: board(other) }, SHEET, null);
    },
    "the deal told anew": ({ hear, good, events, board, other }) => {
      hear(good);
      hear({ events: [events[0], moved(1, "hand[0]", other), ...events.slice(2)], regions: board(other) });
    },
    "faces exchanged": ({ hear, good, exchanged }) => hear(good, exchanged),
    "faces exchanged later": ({ hear, good, exchanged }) => {
      hear(good);
      hear(good, exchanged);
    },
    "a hand that came after the deal": ({ hear, events, board, other }) =>
      hear({ events: [events[0], events[3], moved(4, "hand[0]", other, { seat: 0 })], regions: board(other) }),
    "a hand told as backs": ({ hear, events, board, other }) =>
      hear({ events: [events[0], moved(1, "hand[0]", [], { backs: 2 }), ...events.slice(2)], regions: board(other) }),
    "a hand in a place of no plan": ({ hear, events, other, board }) =>
      hear({ events: [events[0], moved(1, "fist[0]", other), ...events.slice(2)], regions: [shown("fist[0]", other), board([])[1]] }),
    "another hand that was drawn at once": ({ hear, page, events, board, other }) => {
      hear({ events: [...events, moved(1000, "hand[0]", other, { seat: 0 })], regions: board(other) });
      page.act();
    },
    "a hand exchanged before anybody can look": ({ hear, page, good, events, board, hand, other }) => {
      hear(good);
      const away = { ...moved(1000, "hand[1]", hand, { seat: 0, from: "hand[0]" }), kind: "moved" };
      hear({ events: [...events, away, moved(1001, "hand[0]", other, { seat: 1, from: "hand[1]" })], regions: board(other) });
      page.act();
    },
    "no hand until a button is pressed": ({ hear, page, events, board, other }) => {
      hear({ events, regions: [] });
      page.act();
      hear({ events: [], regions: board(other) });
    },
    "one card until a button is pressed": ({ hear, page, events, board, hand, other }) => {
      hear({ events, regions: board(hand.slice(0, 1)) });
      page.act();
      hear({ events: [], regions: board(other) });
    },
    "a hand that is not drawn, and another beside it": ({ hear, page, events, board, hand, other }) => {
      const regions = [{ ...board(hand)[0], hidden: true }, shown("fist[0]", other)];
      hear({ events: [...events, moved(1000, "fist[0]", other, { seat: 0, from: "hand[1]" })], regions });
      page.act();
    },
    "a hand told as face down, and another beside it": ({ hear, page, events, board, other }) => {
      const regions = [{ ...shown("fist[0]", other), is_own: false }, board([])[1]];
      hear({ events: [events[0], moved(1, "hand[0]", [], { backs: 2 }), ...events.slice(2)], regions });
      page.act();
    },
    "asked to reveal again": ({ hear, ask, good }) => {
      ask(1, { round: 1, before: "cd".repeat(32) });
      ask(1);
      hear(good);
    },
    "asked to reveal again after a reload": ({ hear, ask, reload, good }) => {
      reload();
      ask(1);
      hear(good);
    },
  };

  const found = {};
  for (const [lie, tell] of Object.entries(LIES)) {
    localStorage.clear();
    let page = new Fairness(table, 0);
    const base = {
      rules, round: 0, commitment: hashLines(["deckwright secret 2", table, rules, 0, secret]), before: "-",
      commitments: [], revealed: [], seats: [["person", "Ann"], ["person", "Bob"]], joint: "",
    };
    const heard = (shuffle, more, sheet = SHEET) => {
      const frame = { shuffle, commands: [], events: [], regions: [], ...more };
      page.watch(frame, sheet, drawn(frame));
      return page.next(frame, sheet);
    };
    const ann = heard(base, { commands: [{ id: "commit" }] }).data;
    const promised = (k, changes = {}) => {
      const shuffle = { ...base, ...changes, commitments: [[0, ann], [1, page.commitment(base, 1, BOB[k])]] };
      return { ...shuffle, joint: page.joint(shuffle) };
    };
    const revealed = [];
    let last = 0; // which of Bob's shares the host says there was in the end
    const ask = (k, changes) => {
      const said = heard(promised(k, changes), { commands: [{ id: "reveal" }] });
      revealed.push(said !== null);
      last = k;
      return said;
    };
    const share = ask(0).data;
    const ends = () => {
      const shares = [[0, share], [1, BOB[last]]];
      const text = ["deckwright seed 2", ...shares.map(([seat, given]) => `${seat} ${given}`)].join("\n");
      return { secret, shares, seed: hex(hmac(fromHex(secret), new TextEncoder().encode(text))) };
    };
    if (lie.startsWith("asked")) last = 1;
    const order = deckOrder(fromHex(ends().seed), deck.length).map((card) => deck[card]);
    const [hand, start] = [[order[0], order[2]], [order[4]]];
    const events = [
      { number: 0, kind: "dealt", seat: null, cards: [], backs: 0, from: null, to: null },
      moved(1, "hand[0]", hand), moved(2, "hand[1]", [], { backs: 2 }), moved(3, "discard", start),
    ];
    const other = [order[1], order[3]];
    const board = (codes) => [shown("hand[0]", codes), shown("discard", start)];
    const exchanged = { ...SHEET, cards: { ...faces, [hand[0]]: faces[other[0]], [other[0]]: faces[hand[0]] } };
    const reload = () => (page = new Fairness(table, 0));
    const hear = (more, sheet, shuffle = promised(last)) => heard(shuffle, more, sheet);
    tell({ hear, ask, reload, page, good: { events, regions: board(hand) }, events, board, hand, other, exchanged });
    found[lie] = [revealed, page.check({ shuffle: promised(last), reveal: ends() }, SHEET).state];
  }
  return found;
};
