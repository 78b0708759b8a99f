/** A host that plays Ann's page against docs/security.md: what the page says to each trick, and what it thinks in the end. */
async (tricks) => {
  const { Fairness } = await import("/static/table/fair.js");
  const { fromHex, hashLines, hex, hmac } = await import("/static/table/sha256.js");
  const table = "t", rules = "ab".repeat(32), secret = "11".repeat(32);
  const sheet = {
    seats: 2, cards: {}, regions: [{ id: "hand[0]", role: "hand", owner: "seat", index: 0 }],
    deal: { deck: ["2C", "3C"], places: ["hand[0]", ""] },
  };
  const BOB = ["22".repeat(32), "33".repeat(32)];

  /** What the host may have said of Bob before Ann revealed, and what it may say in the end. */
  const TRICKS = {
    "nothing wrong": (say) => [say.two(1, 0), [say.two(1, 0)]],
    "a seat as text": (say) => [say.two("1", 0), [say.two("1", 0), say.two("1", 1)]],
    "a seat with a space": (say) => [say.two(" 1", 0), [say.two(" 1", 1)]],
    "no commitment of Bob": (say) => [say.alone(), [say.two(1, 0), say.two(1, 1)]],
    "two commitments of Bob": (say) => [say.twice(), [say.twice(0), say.twice(1)]],
    "a name of two lines": (say) => [say.named(), [say.named(), say.unfolded()]],
    "a name that is a list": (say) => [say.listed(), [say.listed(), say.two(1, 0)]],
    "an earlier round of two lines": (say) => [say.earlier(), [say.earlier()]],
    "a commitment that is none": (say) => [say.none(), [say.none()]],
    "a commitment of two lines": (say) => [say.folded(), [say.folded(), say.unfolded()]],
    "a kind of two lines": (say) => [say.odd(), [say.odd()]],
  };

  const found = {};
  for (const name of tricks.length ? tricks : Object.keys(TRICKS)) {
    localStorage.clear();
    const page = new Fairness(table, 0);
    const base = {
      rules, round: 0, commitment: hashLines(["deckwright secret 2", table, rules, 0, secret]), before: "-",
      commitments: [], revealed: [], seats: [["person", "Ann"], ["person", "Bob"]], joint: "",
    };
    const ann = page.next({ shuffle: base, commands: [{ id: "commit" }] }, sheet).data;
    const promise = (seat, k) => page.commitment(base, seat, BOB[k]);
    const made = (changes, shares) => {
      const shuffle = { ...structuredClone(base), ...changes };
      return { shuffle: { ...shuffle, joint: page.joint(shuffle) }, shares };
    };
    const say = {
      two: (seat, k) => made({ commitments: [[0, ann], [seat, promise(seat, k)]] }, [[seat, BOB[k]]]),
      alone: () => made({ commitments: [[0, ann]] }, []),
      twice: (k = 0) => made({ commitments: [[0, ann], [1, promise(1, 1 - k)], [1, promise(1, k)]] }, [[1, BOB[k]]]),
      named: () => made({ commitments: [[0, ann]], seats: [["person", "Ann"], ["agent", `X\n2 person ${promise(2, 0)} Bob`]] }, []),
      unfolded: () =>
        made(
          { commitments: [[0, ann], [2, promise(2, 0)]], seats: [["person", "Ann"], ["agent", "X"], ["person", "Bob"]] },
          [[2, BOB[0]]],
        ),
      listed: () =>
        made({ commitments: [[0, ann], [1, promise(1, 0)]], seats: [["person", "Ann"], ["person", ["Bob"]]] }, [[1, BOB[0]]]),
      earlier: () => made({ before: `-\n0 agent - X`, commitments: [[0, ann], [1, promise(1, 0)]] }, [[1, BOB[0]]]),
      none: () => ({ shuffle: { ...structuredClone(base), commitments: [[0, ann], null], joint: rules }, shares: [] }),
      folded: () => made({ commitments: [[0, ann], [1, `- X\n2 person ${promise(2, 0)}`]] }, []),
      odd: () => made({ commitments: [[0, ann]], seats: [["person", "Ann"], ["agent - X\n2 agent", "Bob"]] }, []),
    };
    const [first, ends] = TRICKS[name](say);
    const said = page.next({ shuffle: first.shuffle, commands: [{ id: "reveal" }] }, sheet);
    const share = JSON.parse(localStorage.getItem(page.key)).share;
    // What a page that had been talked into revealing would think in the end.
    page.note({ round: 0, share, promise: base.commitment, plan: JSON.parse(localStorage.getItem(page.key)).plan, joint: first.shuffle.joint });
    const states = ends.map(({ shuffle, shares }) => {
      const all = [[0, share], ...shares];
      const text = ["deckwright seed 2", ...all.map(([seat, given]) => `${seat} ${given}`)].join("\n");
      const seed = hex(hmac(fromHex(secret), new TextEncoder().encode(text)));
      return page.check({ shuffle, reveal: { secret, shares: all, seed } }, sheet).state;
    });
    found[name] = [said !== null, states];
  }
  return found;
};
