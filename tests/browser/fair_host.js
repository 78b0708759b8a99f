/** A host and the pages of a seat at its table: what the pages say to what they hear, and what they show in the end. */
async ([scenario, given]) => {
  const { Fairness } = await import("/static/table/fair.js");
  const { fromHex, hashLines, hex, hmac } = await import("/static/table/sha256.js");
  const { handsOf } = await import("/static/table/deal.js");
  const TABLE = "t", RULES = "ab".repeat(32), BEFORE = "cd".repeat(32);
  const SECRETS = ["11", "12", "13"].map((digits) => digits.repeat(32));
  const SHARES = ["22", "23", "24"].map((digits) => digits.repeat(32));
  const DECK = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC"];
  const region = (id, role, index) => ({ id, name: role, one: role, role, owner: index === null ? "table" : "seat", index, pile: null });
  const SHEET = {
    seats: 3,
    cards: Object.fromEntries(DECK.map((code) => [code, { suit: "clubs", rank: code.slice(0, -1), name: code, kind: "card" }])),
    regions: [region("hand[0]", "hand", 0), region("hand[1]", "hand", 1), region("hand[2]", "hand", 2), region("discard", "discard", null)],
    deal: { deck: DECK, places: ["hand[0]", "hand[1]", "hand[2]", "hand[0]", "hand[1]", "hand[2]", "discard", "", "", ""] },
  };
  const changed = (change) => {
    const sheet = structuredClone(SHEET);
    change(sheet);
    return sheet;
  };
  const SHEETS = {
    order: changed(({ deal }) => deal.deck.reverse()),
    places: changed(({ deal }) => deal.places.reverse()),
    faces: changed(({ cards }) => ([cards["2C"], cards["3C"]] = [cards["3C"], cards["2C"]])),
    owners: changed(({ regions }) => ([regions[0].index, regions[1].index] = [1, 0])),
    alone: changed((sheet) => (sheet.seats = 1)),
  };
  const NOTHING = changed(({ deal }) => deal.places.fill(""));

  const promiseOf = (round, secret) => hashLines(["deckwright secret 2", TABLE, RULES, round, secret]);
  const shareOf = ({ round, commitment }, seat, share) => hashLines(["deckwright share 2", TABLE, RULES, round, commitment, seat, share]);
  const jointOf = ({ round, commitment, before, commitments, seats }) => {
    const made = new Map(commitments);
    return hashLines(["deckwright shuffle 2", TABLE, RULES, round, commitment, before, ...seats.map(([kind, name], seat) => `${seat} ${kind} ${made.get(seat) ?? "-"} ${name}`)]);
  };
  const asked = (round, secret = SECRETS[0], seats = [["person", "Ann"], ["person", "Bob"], ["agent", "Cat"]]) =>
    ({ rules: RULES, round, commitment: promiseOf(round, secret), before: round ? BEFORE : "-", commitments: [], revealed: [], seats, joint: "" });
  const joined = (shuffle, commitments) => ({ ...shuffle, commitments, joint: jointOf({ ...shuffle, commitments }) });
  const revealOf = (secret, shares) => {
    const text = ["deckwright seed 2", ...shares.map(([seat, share]) => `${seat} ${share}`)].join("\n");
    return { secret, shares, seed: hex(hmac(fromHex(secret), new TextEncoder().encode(text))) };
  };
  const dealt = { number: 0, kind: "dealt", seat: null, cards: [], backs: 0, from: null, to: null };
  const moved = (number, to, cards, backs = 0) => ({ number, kind: "moved", seat: null, cards, backs, from: "stock", to });
  const chose = { number: 1000, kind: "chose", seat: 1, cards: [], backs: 0, from: null, to: null };

  /** Pages of Ann, in seat 0, at a table with Bob: `page` is the tab that hears; `said` is what was said in all tabs. */
  const open = () => {
    localStorage.clear();
    const at = { page: new Fairness(TABLE, 0), said: [] };
    at.reload = () => (at.page = new Fairness(TABLE, 0));
    at.hear = (more, sheet = SHEET) => {
      const frame = { shuffle: null, status: "gathering", commands: [], events: [], ...more };
      at.page.hear(frame, sheet);
      const answer = at.page.next(frame, sheet);
      if (more.commands) at.said.push(answer?.id ?? "");
      return answer?.data ?? "";
    };
    at.commit = (round, sheet, secret) => at.hear({ shuffle: asked(round, secret), commands: [{ id: "commit" }] }, sheet);
    at.promised = (round, mine, bob = SHARES[0]) => joined(asked(round), [[0, mine], [1, shareOf(asked(round), 1, bob)]]);
    at.reveal = (shuffle, sheet) => at.hear({ shuffle, commands: [{ id: "reveal" }] }, sheet);
    /** A whole round, as it should be. */
    at.round = (round, sheet) => {
      const mine = at.commit(round, sheet);
      const shuffle = at.promised(round, mine);
      const share = at.reveal(shuffle, sheet);
      const reveal = revealOf(SECRETS[0], [[0, share], [1, SHARES[0]]]);
      return { mine, share, shuffle, reveal, hand: handsOf(fromHex(reveal.seed), SHEET, 0)[0].cards };
    };
    at.told = (shuffle, events, sheet) => at.hear({ shuffle, status: "playing", events }, sheet);
    at.end = ({ shuffle, reveal }, sheet = SHEET) => {
      const { state, why, hands } = at.page.check({ shuffle, reveal }, sheet);
      return [state, why, hands.flatMap(({ cards }) => cards)];
    };
    return at;
  };

  /** Each plays a game with Ann's page and returns what it shows in the end. */
  const GAMES = {
    "nothing wrong": (at) => {
      const one = at.round(0);
      at.told(one.shuffle, [dealt, moved(1, "hand[0]", one.hand), moved(2, "hand[1]", [], 2)]);
      return at.end(one);
    },
    "nothing wrong, the hand face down": (at) => {
      const one = at.round(0);
      at.told(one.shuffle, [dealt, moved(1, "hand[0]", [], 2)]);
      return at.end(one);
    },
    "nothing wrong, a card drawn at once": (at) => {
      const one = at.round(0);
      const others = DECK.filter((card) => !one.hand.includes(card));
      at.told(one.shuffle, [dealt, moved(1, "hand[0]", [others[0], ...one.hand]), chose, moved(1001, "hand[0]", [others[1]])]);
      return at.end(one);
    },
    "nothing wrong, nothing told": (at) => {
      const one = at.round(0);
      at.told(one.shuffle, [chose, moved(1001, "hand[0]", ["2C"])]);
      return at.end(one);
    },
    "nothing wrong, the page opened anew each time": (at) => {
      const mine = at.commit(0);
      at.reload();
      const shuffle = at.promised(0, mine);
      const share = at.reveal(shuffle);
      at.reload();
      return at.end({ shuffle, reveal: revealOf(SECRETS[0], [[0, share], [1, SHARES[0]]]) });
    },
    "nothing wrong, a second tab hears late": (at) => {
      const late = new Fairness(TABLE, 0);
      const one = at.round(0);
      at.page = late;
      at.commit(0);
      at.reveal(one.shuffle);
      return at.end(one);
    },
    "Ann committed on another device, before this one was opened": (at) => {
      at.hear({ shuffle: asked(0), commands: [] });
      const shuffle = at.promised(0, shareOf(asked(0), 0, SHARES[1]));
      at.reveal(shuffle);
      return at.end({ shuffle, reveal: revealOf(SECRETS[0], [[0, SHARES[1]], [1, SHARES[0]]]) });
    },
    "nothing wrong, a second tab hears of an earlier round": (at) => {
      const late = new Fairness(TABLE, 0);
      at.commit(0);
      const one = at.round(1);
      at.page = late;
      at.commit(0);
      at.commit(1);
      return at.end(one);
    },
    "a share of a seat that is not there": (at) => {
      const seats = [["person", "Ann"], ["person", "Bob"], ["agent", "Cat"], ["person", "Dan"]];
      const more = asked(0, SECRETS[0], seats);
      const shuffle = joined(more, [[0, at.commit(0)], [1, shareOf(more, 1, SHARES[0])], [3, shareOf(more, 3, SHARES[1])]]);
      const share = at.reveal(shuffle);
      return at.end({ shuffle, reveal: revealOf(SECRETS[0], [[0, share], [1, SHARES[0]], [3, SHARES[1]]]) });
    },
    "no card of this game is dealt for certain": (at) => at.end(at.round(0, NOTHING), NOTHING),
    "a round broken off that had not revealed": (at) => {
      at.commit(0);
      return at.end(at.round(1));
    },
    "a round broken off that had revealed": (at) => {
      at.round(0);
      return at.end(at.round(1));
    },
    "three rounds broken off that had revealed": (at) => {
      for (const round of [0, 1, 2]) at.round(round);
      return at.end(at.round(5));
    },
    "the table goes on without Ann": (at) => {
      const one = at.round(0);
      return at.end({ shuffle: joined(asked(1, SECRETS[0], [["absent", "Ann"], ["person", "Bob"], ["agent", "Cat"]]), [[1, shareOf(asked(1), 1, SHARES[0])]]), reveal: one.reveal });
    },
    "Ann was not there": (at) => at.end({ shuffle: at.promised(0, RULES), reveal: revealOf(SECRETS[0], []) }),
    "another card told": (at) => {
      const one = at.round(0);
      at.told(one.shuffle, [dealt, moved(1, "hand[0]", [one.hand[0], DECK.find((card) => !one.hand.includes(card))])]);
      return at.end(one);
    },
    "a card told in another place": (at) => {
      const one = at.round(0);
      at.told(one.shuffle, [dealt, moved(1, "hand[0]", one.hand.slice(1)), moved(2, "fist[0]", one.hand.slice(0, 1))]);
      return at.end(one);
    },
    "no card told": (at) => {
      const one = at.round(0);
      at.told(one.shuffle, [dealt]);
      at.told(one.shuffle, [dealt, moved(1, "hand[0]", one.hand)]);
      return at.end(one);
    },
    "a card told after the first choice": (at) => {
      const one = at.round(0);
      at.told(one.shuffle, [dealt, moved(1, "hand[0]", one.hand.slice(1)), chose, moved(1001, "hand[0]", one.hand.slice(0, 1))]);
      return at.end(one);
    },
    "asked for another round when the deal is told": (at) => {
      const one = at.round(0);
      at.told(one.shuffle, [dealt, moved(1, "hand[0]", one.hand)]);
      return at.end({ ...one, ...at.round(1) });
    },
    "asked to commit again": (at) => {
      const one = at.round(0);
      at.commit(0);
      return at.end(one);
    },
    "asked to commit to another promise": (at) => {
      const mine = at.commit(0);
      at.reload();
      at.commit(0, SHEET, SECRETS[1]);
      at.reveal(at.promised(0, mine));
      return at.end({ shuffle: at.promised(0, RULES), reveal: revealOf(SECRETS[1], []) });
    },
    "asked to reveal for another share of Bob's": (at) => {
      const one = at.round(0);
      at.reload();
      const shuffle = at.promised(0, one.mine, SHARES[1]);
      at.reveal(shuffle);
      return at.end({ shuffle, reveal: revealOf(SECRETS[0], [[0, one.share], [1, SHARES[1]]]) });
    },
    "asked to reveal what is not Ann's": (at) => {
      at.commit(0);
      const shuffle = at.promised(0, RULES);
      at.reveal(shuffle);
      return at.end({ shuffle, reveal: revealOf(SECRETS[0], [[0, SHARES[0]], [1, SHARES[0]]]) });
    },
    "asked to reveal under a joint commitment that is none": (at) => {
      const shuffle = { ...at.promised(0, at.commit(0)), joint: RULES };
      at.reveal(shuffle);
      return at.end({ shuffle, reveal: revealOf(SECRETS[0], [[0, SHARES[0]], [1, SHARES[0]]]) });
    },
    "another joint commitment in the end": (at) => {
      const one = at.round(0);
      return at.end({ ...one, shuffle: at.promised(0, one.mine, SHARES[1]), reveal: revealOf(SECRETS[0], [[0, one.share], [1, SHARES[1]]]) });
    },
    "other commitments under the same joint commitment in the end": (at) => {
      const one = at.round(0);
      const shuffle = { ...at.promised(0, one.mine, SHARES[1]), joint: one.shuffle.joint };
      return at.end({ shuffle, reveal: revealOf(SECRETS[0], [[0, one.share], [1, SHARES[1]]]) });
    },
    "another secret": (at) => {
      const one = at.round(0);
      return at.end({ ...one, reveal: revealOf(SECRETS[1], one.reveal.shares) });
    },
    "a secret that is too short": (at) => {
      const secret = "11".repeat(16), base = asked(0, secret);
      const shuffle = joined(base, [[0, at.commit(0, SHEET, secret)], [1, shareOf(base, 1, SHARES[0])]]);
      return at.end({ shuffle, reveal: revealOf(secret, [[0, at.reveal(shuffle)], [1, SHARES[0]]]) });
    },
    "another share of Bob's": (at) => {
      const one = at.round(0);
      return at.end({ ...one, reveal: revealOf(SECRETS[0], [[0, one.share], [1, SHARES[1]]]) });
    },
    "a share of Bob's that is too short": (at) => {
      const shuffle = at.promised(0, at.commit(0), "22");
      const share = at.reveal(shuffle);
      return at.end({ shuffle, reveal: revealOf(SECRETS[0], [[0, share], [1, "22"]]) });
    },
    "another share of Ann's": (at) => {
      const one = at.round(0);
      return at.end({ ...one, reveal: revealOf(SECRETS[0], [[0, SHARES[1]], [1, SHARES[0]]]) });
    },
    "a share of the agent's": (at) => {
      const one = at.round(0);
      return at.end({ ...one, reveal: revealOf(SECRETS[0], [...one.reveal.shares, [2, SHARES[0]]]) });
    },
    "without Bob's share": (at) => {
      const one = at.round(0);
      return at.end({ ...one, reveal: revealOf(SECRETS[0], one.reveal.shares.slice(0, 1)) });
    },
    "another seed": (at) => {
      const one = at.round(0);
      return at.end({ ...one, reveal: { ...one.reveal, seed: RULES } });
    },
    "nothing revealed": (at) => at.end({ ...at.round(0), reveal: null }),
    "no shuffle in the end": (at) => at.end({ ...at.round(0), shuffle: null }),
    "a record that cannot be read": (at) => at.end({ ...at.round(0), reveal: { secret: SECRETS[0], shares: 5, seed: RULES } }),
    ...Object.fromEntries(
      Object.entries(SHEETS).flatMap(([name, sheet]) => [
        [`another sheet in the end: ${name}`, (at) => at.end(at.round(0), sheet)],
        [`another sheet for a moment: ${name}`, (at) => {
          const one = at.round(0);
          at.told(one.shuffle, [], sheet);
          return at.end(one);
        }],
      ]),
    ),
  };

  /** Numbers that look random and are the same each time (mulberry32). */
  const random = (state) => () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  /**
   * A host that says at random what it could say: with several secrets and shares of the others up its sleeve, with parts that could be
   * read in two ways, in any order, in two tabs, before and after reloads; and in the end whatever it thinks might pass.
   */
  const world = (number) => {
    const next = random(number);
    const below = (count) => Math.floor(next() * count);
    const one = (list) => list[below(list.length)];
    const isHonest = number % 3 === 0;
    const isLie = (share) => !isHonest && next() < share;
    const seat = below(3);
    const seats = [0, 1, 2].map((place) => [place === seat ? "person" : one(["person", "person", "agent", "absent"]), "ABC"[place]]);
    const sheets = [SHEET, ...Object.values(SHEETS), NOTHING];
    localStorage.clear();
    const tabs = [new Fairness(TABLE, seat), new Fairness(TABLE, seat)];
    let page = tabs[0], round = 0, sheet = SHEET;
    const picks = { secret: 0, shares: [0, 0, 0] };
    const said = [], mine = {}, heard = [];
    const build = () => {
      const shuffle = asked(round, SECRETS[picks.secret], seats);
      const people = [0, 1, 2].filter((place) => seats[place][0] === "person");
      return joined(shuffle, people.map((place) => [place, place === seat ? mine[round] ?? RULES : shareOf(shuffle, place, SHARES[picks.shares[place]])]));
    };
    const LIES = [
      (shuffle) => (shuffle.commitment = promiseOf(shuffle.round, one(SECRETS))),
      (shuffle) => shuffle.commitments.splice(below(3), 1),
      (shuffle) => shuffle.commitments.reverse(),
      (shuffle) => shuffle.commitments.push([below(4), shareOf(shuffle, below(3), one(SHARES))]),
      (shuffle) => shuffle.commitments.length && (one(shuffle.commitments)[0] = one(["0", "1", " 1", 3, null])),
      (shuffle) => shuffle.commitments.length && (one(shuffle.commitments)[1] = one([RULES, null, "-", `${RULES} X\n2 person ${RULES}`])),
      (shuffle) => (one(shuffle.seats)[0] = one(["person", "agent", "absent", "agent - X\n2 agent"])),
      (shuffle) => (one(shuffle.seats)[1] = one(["", ["Bob"], `X\n3 person ${RULES} Bob`, "Z"])),
      (shuffle) => shuffle.seats.push(["person", "Dan"]),
      (shuffle) => (shuffle.before = one(["-", BEFORE, "-\n0 agent - X"])),
      (shuffle) => (shuffle.round = one([0, 1, 2, 0.5, "0", -1, null])),
    ];
    const spoil = (shuffle) => {
      one(LIES)(shuffle);
      try {
        return { ...shuffle, joint: one([jointOf(shuffle), jointOf(shuffle), shuffle.joint, shuffle.joint, RULES]) };
      } catch {
        return shuffle;
      }
    };
    const ask = (id, lie = 0.3) => {
      const shuffle = isLie(lie) ? spoil(structuredClone(build())) : build();
      heard.push(shuffle);
      const events = isLie(0.1) ? [dealt, moved(1, `hand[${seat}]`, [one(DECK)], below(3))] : [];
      const frame = { shuffle, status: "gathering", commands: [{ id }], events };
      page.hear(frame, sheet);
      const answer = page.next(frame, sheet);
      if (!answer) return;
      said.push({ ...answer, shuffle, sheet, picks: structuredClone(picks) });
      if (answer.id === "commit") mine[shuffle.round] = answer.data;
    };
    const STEPS = [
      () => ask("commit"),
      () => ask("reveal"),
      () => (round += 1, ask("commit"), ask("reveal")),
      () => (page = one(tabs)),
      () => (page = tabs[below(2)] = new Fairness(TABLE, seat)),
      () => (picks.shares[below(3)] = below(3)),
      () => (picks.secret = below(3)),
      () => (round = isLie(0.3) ? below(3) : round + 1),
      () => (sheet = one(sheets)),
    ];
    const HONEST = [() => (page = one(tabs)), () => (page = tabs[below(2)] = new Fairness(TABLE, seat)), () => undefined];
    const some = (most) => Array.from({ length: below(most + 1) }).forEach(() => one(STEPS)());
    if (isHonest) for (const id of ["commit", "commit", "reveal", "reveal"]) (one(HONEST)(), ask(id));
    else for (const id of ["commit", "reveal", "reveal"]) (some(next() < 0.5 ? 0 : 3), ask(id, 0.1));
    if (!isHonest) some(4);
    const ends = [];
    const revealed = said.filter(({ id }) => id === "reveal");
    for (let end = 0; end < 16; end++) {
      const last = next() < 0.8 && revealed.length ? one(revealed) : null; // as it would be right, but for a lie
      const now = structuredClone(last ? last.shuffle : heard.length && next() < 0.5 ? one(heard) : build());
      const shuffle = isLie(0.2) ? spoil(now) : now;
      const people = Array.isArray(shuffle.seats) ? shuffle.seats.flatMap(([kind], place) => (kind === "person" ? [place] : [])) : [];
      const { secret, shares } = last?.picks ?? picks;
      const own = last && !isLie(0.2) ? last.data : one([...revealed.map(({ data }) => data), SHARES[0]]);
      const given = people.map((place) => [place, place === seat ? own : SHARES[isLie(0.2) ? below(3) : shares[place] ?? 0]]);
      const reveal = revealOf(SECRETS[isLie(0.2) ? below(3) : secret], given);
      if (isLie(0.05)) reveal.seed = RULES;
      const found = page.check({ shuffle, reveal }, isLie(0.3) ? one(sheets) : last?.sheet ?? sheet);
      if (found.state === "ok" || found.why === "broken") ends.push({ ...found, reveal });
    }
    return { isHonest, seat, said, ends };
  };

  if (scenario === "games") return Object.fromEntries(Object.entries(GAMES).map(([name, play]) => {
    const at = open();
    const end = play(at);
    return [name, { said: at.said, end, share: at.page.last()?.share ?? "", wronged: at.page.isWronged() }];
  }));
  if (scenario === "rounds") {
    const at = open();
    const shares = given.map(([round, before]) => {
      const shuffle = { ...asked(round), before };
      const mine = at.hear({ shuffle, commands: [{ id: "commit" }] });
      return mine && at.reveal(joined(shuffle, [[0, mine], [1, shareOf(shuffle, 1, SHARES[0])]]));
    });
    const count = (id) => at.said.filter((said) => said === id).length;
    return { answered: shares.map(Boolean), isWronged: at.page.isWronged(), shares: new Set(shares.filter(Boolean)).size, commitments: count("commit") };
  }
  return JSON.stringify(Array.from({ length: given[1] }, (_, number) => world(given[0] + number)));
};
