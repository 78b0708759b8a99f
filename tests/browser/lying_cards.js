/** A host that shows Ann's page other cards than the seed deals: whether the page revealed, each time that it was asked, and what it says in the end. */
async () => {
  const { Fairness } = await import("/static/table/fair.js");
  const { fromHex, hashLines, hex, hmac } = await import("/static/table/sha256.js");
  const { deckOrder } = await import("/static/table/chacha.js");
  const table = "t", rules = "ab".repeat(32), secret = "11".repeat(32);
  const BOB = ["22".repeat(32), "33".repeat(32)];
  const deck = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"];
  const faces = Object.fromEntries(deck.map((code) => [code, { suit: "clubs", rank: code[0], name: code }]));
  const places = ["hand[0]", "hand[1]", "hand[0]", "hand[1]", "discard", "", "column", "column"];
  const SHEET = { cards: faces, deal: { deck, places } };

  const shown = (id, codes) => ({ id, is_own: id.endsWith("[0]"), cards: codes.map((code) => ({ face: "up", code, copy: 0 })) });
  const paid = { number: 5, kind: "paid", seat: 1, cards: [], backs: 0, from: null, to: null };
  const chose = (seat) => ({ number: 1000, kind: "chose", seat, cards: [], backs: 0, from: null, to: null });
  const moved = (number, to, cards, { backs = 0, seat = null, from = "stock" } = {}) => ({ number, kind: "moved", seat, cards, backs, from, to });

  /** What a page draws, on the board and in its person's own part; a host can say of a place that it is hidden, elsewhere, or a stack. */
  const drawn = (frame) => {
    const seen = frame.regions.filter(({ hidden }) => !hidden);
    const codes = (regions) => new Map(regions.map(({ id, cards, stack }) => [id, cards.slice(stack ? -1 : 0).map(({ code }) => code)]));
    return { all: codes(seen), own: codes(seen.filter(({ id, elsewhere }) => id.endsWith("[0]") && !elsewhere)) };
  };

  /** Each says what the page hears after it has revealed. `hear` takes a frame, and another sheet or shuffle. */
  const LIES = {
    "nothing wrong": ({ hear, good }) => hear(good),
    "nothing wrong, and the last card of a column": ({ hear, act, events, hand, column, board }) => {
      const regions = [...board(hand), shown("column", column.slice(0, 1))];
      hear({ events: [...events.slice(0, 4), moved(4, "column", column.slice(0, 1), { backs: 1 })], regions });
      act();
    },
    "nothing wrong, and a card drawn": ({ hear, act, good, events, hand, other, board }) => {
      hear(good);
      act();
      hear({ events: [...events, chose(0), moved(1001, "hand[0]", [other[0]])], regions: board([...hand, other[0]]) });
    },
    "nothing wrong, and somebody has played on the pile": ({ hear, act, good, covered, events, hand, other }) => {
      hear(good);
      const regions = [shown("hand[0]", hand), covered(other[0])];
      hear({ events: [...events, chose(1), moved(1001, "discard", [other[0]], { from: "hand[1]" })], regions });
      act();
    },
    "nothing wrong, and somebody has played on the pile before it was drawn": ({ hear, act, covered, events, hand, other }) => {
      const regions = [shown("hand[0]", hand), covered(other[0])];
      hear({ events: [...events, chose(1), moved(1001, "discard", [other[0]], { from: "hand[1]" })], regions });
      act();
    },
    "nothing wrong, and somebody has taken the pile and laid a card": ({ hear, act, start, events, hand, other }) => {
      const told = [chose(1), moved(1001, "hand[1]", start, { from: "discard" }), chose(1), moved(2001, "discard", [other[0]], { from: "hand[1]" })];
      hear({ events: [...events, ...told], regions: [shown("hand[0]", hand), shown("discard", [other[0]])] });
      act();
    },
    "nothing wrong, and cards changed after a move": ({ hear, act, good, board, other }) => {
      hear(good);
      act();
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
      hear({ events: [events[0], ...events.slice(3), moved(6, "hand[0]", other, { seat: 0 })], regions: board(other) }),
    "a hand told as backs": ({ hear, events, board, other }) =>
      hear({ events: [events[0], moved(1, "hand[0]", [], { backs: 2 }), ...events.slice(2)], regions: board(other) }),
    "a hand in a place of no plan": ({ hear, events, other, board }) =>
      hear({ events: [events[0], moved(1, "fist[0]", other), ...events.slice(2)], regions: [shown("fist[0]", other), board([])[1]] }),
    "another hand that was drawn at once": ({ hear, act, events, board, other }) => {
      hear({ events: [...events, moved(1000, "hand[0]", other, { seat: 0 })], regions: board(other) });
      act();
    },
    "a hand exchanged before anybody can look": ({ hear, act, good, events, board, hand, other }) => {
      hear(good);
      const away = { ...moved(1000, "hand[1]", hand, { seat: 0, from: "hand[0]" }), kind: "moved" };
      hear({ events: [...events, away, moved(1001, "hand[0]", other, { seat: 1, from: "hand[1]" })], regions: board(other) });
      act();
    },
    "no hand until a button is pressed": ({ hear, act, events, board, other }) => {
      hear({ events, regions: [] });
      act();
      hear({ events: [], regions: board(other) });
    },
    "one card until a button is pressed": ({ hear, act, events, board, hand, other }) => {
      hear({ events, regions: board(hand.slice(0, 1)) });
      act();
      hear({ events: [], regions: board(other) });
    },
    "a hand that is not drawn, and another beside it": ({ hear, act, events, board, hand, other }) => {
      const regions = [{ ...board(hand)[0], hidden: true }, shown("fist[0]", other)];
      hear({ events: [...events, moved(1000, "fist[0]", other, { seat: 0, from: "hand[1]" })], regions });
      act();
    },
    "a hand told as face down, and another beside it": ({ hear, act, events, board, other }) => {
      const regions = [{ ...shown("fist[0]", other), is_own: false }, board([])[1]];
      hear({ events: [events[0], moved(1, "hand[0]", [], { backs: 2 }), ...events.slice(2)], regions });
      act();
    },
    "a pile that nobody has played on": ({ hear, act, covered, events, hand, left }) => {
      hear({ events: [...events, paid, moved(1000, "discard", [left])], regions: [shown("hand[0]", hand), covered(left)] });
      act();
    },
    "a pile that a card of the stock covers": ({ hear, act, covered, events, hand, left }) => {
      hear({ events: [...events, chose(1), moved(1001, "discard", [left])], regions: [shown("hand[0]", hand), covered(left)] });
      act();
    },
    "a pile that this very person is said to have played on": ({ hear, act, covered, events, hand, left }) => {
      const told = [chose(0), moved(1001, "discard", [left], { from: "fist[0]" })];
      hear({ events: [...events, ...told], regions: [shown("hand[0]", hand), covered(left)] });
      act();
    },
    "a pile of which the first card is gone": ({ hear, act, events, hand, other }) => {
      const told = [chose(1), moved(1001, "discard", [other[0]], { from: "hand[1]" })];
      hear({ events: [...events, ...told], regions: [shown("hand[0]", hand), shown("discard", [other[0]])] });
      act();
    },
    "a pile that is told of no deal": ({ hear, act, events, hand, left }) => {
      hear({ events: [...events.slice(0, 3), events[4], paid, moved(1000, "discard", [left])], regions: [shown("hand[0]", hand), shown("discard", [left])] });
      act();
    },
    "a pile that is told face down, and turned up": ({ hear, act, events, hand, left }) => {
      const told = [...events.slice(0, 3), events[4], moved(3, "discard", [], { backs: 1 }), { ...moved(4, "discard", [left]), kind: "shown", from: null }];
      hear({ events: told, regions: [shown("hand[0]", hand), shown("discard", [left])] });
      act();
    },
    "a pile that is told face down, and gets a card of the stock": ({ hear, act, events, hand, left }) => {
      const told = [...events.slice(0, 3), events[4], moved(3, "discard", [], { backs: 1 }), paid, moved(1000, "discard", [left])];
      hear({ events: told, regions: [shown("hand[0]", hand), shown("discard", [left])] });
      act();
    },
    "a pile without a word, in a place of no plan": ({ hear, act, events, hand, left, start }) => {
      const regions = [shown("hand[0]", hand), shown("discard", start), shown("heap", [left])];
      hear({ events, regions });
      act();
    },
    "a hand drawn as another's, and another in its place": ({ hear, act, events, board, hand, other }) => {
      const [own, pile] = board(hand);
      hear({ events, regions: [{ ...own, is_own: false, elsewhere: true }, pile, { ...shown("fist[0]", other), is_own: false }] });
      act();
    },
    "a hand drawn as another's, and another that is told to be given": ({ hear, act, events, board, hand, other }) => {
      const [own, pile] = board(hand);
      const told = [chose(1), moved(1001, "fist[0]", other, { from: "hand[1]" })];
      hear({ events: [...events, ...told], regions: [{ ...own, is_own: false, elsewhere: true }, pile, { ...shown("fist[0]", other), is_own: false }] });
      act();
    },
    "a hand before anything is told": ({ hear, act, good, board, other }) => {
      const [own, pile] = board(other);
      hear({ events: [], regions: [{ ...own, is_own: false }, pile] });
      hear(good);
      act();
    },
    "a hand in a place of no plan that is said to be another's": ({ hear, act, events, hand, other, board }) => {
      const regions = [...board(hand), { ...shown("fist[0]", other), is_own: false }];
      hear({ events: [...events, moved(4, "fist[0]", other)], regions });
      act();
    },
    "a hand with more cards of the stock": ({ hear, act, events, hand, left, board }) => {
      hear({ events: [...events, paid, moved(1000, "hand[0]", [left])], regions: board([...hand, left]) });
      act();
    },
    "a frame that cannot be read": ({ hear, act, good, board, other }) => {
      hear(good);
      hear({ events: null, regions: board(other) });
      act();
    },
    "a frame with a place that is none": ({ hear, act, good, events, board, other }) => {
      hear(good);
      hear({ events: [...events.slice(0, 1), moved(1, "__proto__", other)], regions: board(other) });
      act();
    },
    "a hand that another sheet draws between two frames": ({ hear, act, good }) => {
      hear(good);
      act({ all: new Map(), own: new Map() });
    },
    "faces on the screen that no frame tells": ({ hear, act, good, hand, start, left }) => {
      hear(good);
      act({ all: new Map([["hand[0]", hand], ["discard", start], ["fist[0]", [left]]]), own: new Map([["hand[0]", hand], ["fist[0]", [left]]]) });
    },
    "another card of a column turned up": ({ hear, act, events, hand, start, column, board }) => {
      const regions = [...board(hand), shown("column", column.slice(1))];
      hear({ events: [...events.slice(0, 4), moved(4, "column", column.slice(1), { backs: 1 })], regions });
      act();
    },
    "asked for another round when the cards are on the table": ({ hear, next, good }) => {
      hear(good);
      next({ round: 1, before: "cd".repeat(32) });
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
    let latest;
    const heard = (shuffle, more, sheet = SHEET) => {
      const frame = { shuffle, commands: [], events: [], regions: [], ...more };
      page.watch(frame, sheet, () => drawn(frame));
      latest = [frame, sheet, () => drawn(frame)];
      return page.next(frame, sheet);
    };
    /** The person does something, with what the page has heard last on the screen; or something else. */
    const act = (screen) => page.act(latest[0], latest[1], screen ? () => screen : latest[2]);
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
      moved(4, "column", [], { backs: 2 }),
    ];
    const column = order.slice(6);
    const other = [order[1], order[3]];
    const covered = (code) => ({ ...shown("discard", [...start, code]), stack: true });
    const left = order[5];
    /** The host begins a further round: whether the page takes part in it. */
    const next = (changes) => {
      const said = heard({ ...base, ...changes }, { commands: [{ id: "commit" }] });
      revealed.push(said !== null);
    };
    const board = (codes) => [shown("hand[0]", codes), shown("discard", start)];
    const exchanged = { ...SHEET, cards: { ...faces, [hand[0]]: faces[other[0]], [other[0]]: faces[hand[0]] } };
    const reload = () => (page = new Fairness(table, 0));
    const hear = (more, sheet, shuffle = promised(last)) => heard(shuffle, more, sheet);
    tell({ hear, ask, reload, act, good: { events, regions: board(hand) }, events, board, hand, other, exchanged, covered, left, start, column, next });
    found[lie] = [revealed, page.check({ shuffle: promised(last), reveal: ends() }, SHEET).state];
  }
  return found;
};
