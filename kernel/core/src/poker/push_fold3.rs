//! Push or fold for three: button, small blind and big blind, in that order, over sampled triples of classes.

use super::cells::{Cells, best, earned};
use super::classes::CLASSES;
use super::parallel::Told;
use super::push_fold::{BIG_BLIND, SMALL_BLIND};
use super::triples::{NUMBERS, TRIPLES, triple_at};

/// Who decides: the button and the small blind first in, the small blind after the button; the big blind after the button,
/// after both, after the small blind.
pub const DECISIONS: [usize; 6] = [0, 1, 1, 2, 2, 2];
const BTN: usize = 0;
const SB_FIRST: usize = 1;
const SB_CALL: usize = 2;
const BB_BTN: usize = 3;
const BB_BOTH: usize = 4;
const BB_SB: usize = 5;

/// How often each class goes in, by decision; what each seat earns, and could still gain, in big blinds; and the standard
/// error of what it earns, from the sampling of triples.
#[derive(Debug, Clone)]
pub struct PushFold3 {
    pub often: Vec<Vec<f64>>,
    pub values: [f64; 3],
    pub gains: [f64; 3],
    pub errors: [f64; 3],
    pub iterations: u64,
}

/// The triples from the view of the first of them: `[own][one][other]`, each times how likely it is.
pub struct Triples {
    likely: Vec<f32>,
    /// Part of the pot of the first, all three being in.
    share: Vec<f32>,
    /// Equity of the first against the second, and against the third.
    against_one: Vec<f32>,
    against_other: Vec<f32>,
    deals: u32,
}

impl Triples {
    /// From the numbers of `sample_triples`, each of so many deals; None if they are not as many as there must be.
    pub fn new(numbers: &[u16], deals: u32) -> Option<Triples> {
        if numbers.len() != TRIPLES * NUMBERS || deals == 0 {
            return None;
        }
        let cube = CLASSES * CLASSES * CLASSES;
        let mut triples = Triples {
            likely: vec![0.0; cube],
            share: vec![0.0; cube],
            against_one: vec![0.0; cube],
            against_other: vec![0.0; cube],
            deals,
        };
        let all: f64 = ways_to_hold(numbers);
        for k in 0..CLASSES {
            for j in 0..=k {
                for i in 0..=j {
                    let row = &numbers[triple_at(i, j, k) * NUMBERS..][..NUMBERS];
                    triples.fill([i, j, k], row, all);
                }
            }
        }
        Some(triples)
    }

    fn fill(&mut self, classes: [usize; 3], row: &[u16], all: f64) {
        let likely = row[0] as f64 / all;
        let number = |at: usize| row[at] as f64 / 65_535.0;
        let shares = [number(1), number(2), (1.0 - number(1) - number(2)).max(0.0)];
        let equities = [[0.5, number(3), number(4)], [1.0 - number(3), 0.5, number(5)], [1.0 - number(4), 1.0 - number(5), 0.5]];
        // Orders of equal classes are one place: it has their mean.
        let orders = orders_of(classes);
        let part = likely * orders as f64 / 6.0;
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let [own, one, other] = order;
            let at = (classes[own] * CLASSES + classes[one]) * CLASSES + classes[other];
            self.likely[at] += part as f32;
            self.share[at] += (part * shares[own]) as f32;
            self.against_one[at] += (part * equities[own][one]) as f32;
            self.against_other[at] += (part * equities[own][other]) as f32;
        }
    }

    fn row<'a>(&self, table: &'a [f32], own: usize, one: usize) -> &'a [f32] {
        &table[(own * CLASSES + one) * CLASSES..][..CLASSES]
    }
}

/// In how many orders a triple that is in order can be dealt.
fn orders_of([i, j, k]: [usize; 3]) -> u32 {
    match (i == j, j == k) {
        (true, true) => 1,
        (false, false) => 6,
        _ => 3,
    }
}

/// All ways to deal three hands: those of ordered triples, each as often as it has orders.
fn ways_to_hold(numbers: &[u16]) -> f64 {
    let mut all = 0.0;
    for k in 0..CLASSES {
        for j in 0..=k {
            for i in 0..=j {
                all += orders_of([i, j, k]) as f64 * numbers[triple_at(i, j, k) * NUMBERS] as f64;
            }
        }
    }
    all
}

fn dot(row: &[f32], by: &[f32]) -> f64 {
    let mut lanes = [0.0f32; 16];
    let (rows, bys) = (row.chunks_exact(16), by.chunks_exact(16));
    let rest: f32 = rows.remainder().iter().zip(bys.remainder()).map(|(one, other)| one * other).sum();
    for (row, by) in rows.zip(bys) {
        for lane in 0..16 {
            lanes[lane] += row[lane] * by[lane];
        }
    }
    lanes.iter().map(|lane| *lane as f64).sum::<f64>() + rest as f64
}

struct Game<'a> {
    triples: &'a Triples,
    stack: f64,
}

type Often = [Vec<f64>; 6];

fn single(often: &[f64]) -> Vec<f32> {
    often.iter().map(|often| *often as f32).collect()
}

impl Game<'_> {
    /// What going in earns the button more than folding, which earns nothing.
    fn button(&self, often: &Often) -> Vec<f64> {
        let stack = self.stack;
        let (after_btn, after_both) = (single(&often[BB_BTN]), single(&often[BB_BOTH]));
        let fold_both = single(&often[BB_BOTH].iter().map(|often| 1.0 - often).collect::<Vec<_>>());
        let ones = vec![1.0; CLASSES];
        let of = |own: usize| {
            let mut more = 0.0;
            for one in 0..CLASSES {
                let call = often[SB_CALL][one];
                let likely = self.triples.row(&self.triples.likely, own, one);
                let [against_one, against_other, share] =
                    [&self.triples.against_one, &self.triples.against_other, &self.triples.share]
                        .map(|table| self.triples.row(table, own, one));
                let called = dot(likely, &after_btn);
                let blinds = (dot(likely, &ones) - called) * (SMALL_BLIND + BIG_BLIND);
                let big = dot(against_other, &after_btn) * (2.0 * stack + SMALL_BLIND) - called * stack;
                let small = dot(against_one, &fold_both) * (2.0 * stack + BIG_BLIND) - dot(likely, &fold_both) * stack;
                let both = (3.0 * dot(share, &after_both) - dot(likely, &after_both)) * stack;
                more += (1.0 - call) * (blinds + big) + call * (small + both);
            }
            more
        };
        (0..CLASSES).map(of).collect()
    }

    /// The same for the small blind, first in and after the button: one is the button, other the big blind.
    fn small_blind(&self, often: &Often) -> [Vec<f64>; 2] {
        let stack = self.stack;
        let (after_both, after_sb) = (single(&often[BB_BOTH]), single(&often[BB_SB]));
        let fold_both = single(&often[BB_BOTH].iter().map(|often| 1.0 - often).collect::<Vec<_>>());
        let ones = vec![1.0; CLASSES];
        let mut found = [Vec::with_capacity(CLASSES), Vec::with_capacity(CLASSES)];
        for own in 0..CLASSES {
            let (mut first, mut second) = (0.0, 0.0);
            for one in 0..CLASSES {
                let pushed = often[BTN][one];
                let likely = self.triples.row(&self.triples.likely, own, one);
                let [against_one, against_other, share] =
                    [&self.triples.against_one, &self.triples.against_other, &self.triples.share]
                        .map(|table| self.triples.row(table, own, one));
                let (all, called) = (dot(likely, &ones), dot(likely, &after_sb));
                let alone = (all - called) * BIG_BLIND + (2.0 * dot(against_other, &after_sb) - called) * stack;
                first += (1.0 - pushed) * (alone + all * SMALL_BLIND);
                let two = dot(against_one, &fold_both) * (2.0 * stack + BIG_BLIND) - dot(likely, &fold_both) * stack;
                let three = (3.0 * dot(share, &after_both) - dot(likely, &after_both)) * stack;
                second += pushed * (two + three + all * SMALL_BLIND);
            }
            found[0].push(first);
            found[1].push(second);
        }
        found
    }

    /// The same for the big blind, after the button, after both, after the small blind: one is the button, other the small
    /// blind.
    fn big_blind(&self, often: &Often) -> [Vec<f64>; 3] {
        let stack = self.stack;
        let (called, first) = (single(&often[SB_CALL]), single(&often[SB_FIRST]));
        let folded = single(&often[SB_CALL].iter().map(|often| 1.0 - often).collect::<Vec<_>>());
        let mut found: [Vec<f64>; 3] = Default::default();
        for own in 0..CLASSES {
            let mut more = [0.0; 3];
            for one in 0..CLASSES {
                let pushed = often[BTN][one];
                let likely = self.triples.row(&self.triples.likely, own, one);
                let [against_one, against_other, share] =
                    [&self.triples.against_one, &self.triples.against_other, &self.triples.share]
                        .map(|table| self.triples.row(table, own, one));
                let button = dot(against_one, &folded) * (2.0 * stack + SMALL_BLIND) - dot(likely, &folded) * (stack - BIG_BLIND);
                let both = 3.0 * dot(share, &called) * stack - dot(likely, &called) * (stack - BIG_BLIND);
                let small = 2.0 * dot(against_other, &first) * stack - dot(likely, &first) * (stack - BIG_BLIND);
                more[0] += pushed * button;
                more[1] += pushed * both;
                more[2] += (1.0 - pushed) * small;
            }
            found.iter_mut().zip(more).for_each(|(found, more)| found.push(more));
        }
        found
    }

    /// What seats earn beside what going in earns more: the blinds that are lost by folding, and won when all fold.
    fn assess(&self, often: Often, iterations: u64) -> PushFold3 {
        let button = self.button(&often);
        let [sb_first, sb_call] = self.small_blind(&often);
        let [bb_btn, bb_both, bb_sb] = self.big_blind(&often);
        let mores = [button, sb_first, sb_call, bb_btn, bb_both, bb_sb];
        let (mut values, mut gains) = ([0.0, -SMALL_BLIND, -BIG_BLIND], [0.0; 3]);
        for (seat, (more, often)) in DECISIONS.iter().zip(mores.iter().zip(&often)) {
            values[*seat] += earned(more, often);
            gains[*seat] += best(more) - earned(more, often);
        }
        // If both before it fold, the big blind has its blind back and the small one.
        let walks = self.walks(&often);
        values[2] += walks * (SMALL_BLIND + BIG_BLIND);
        let errors = self.errors(&often);
        PushFold3 { often: often.into(), values, gains, errors, iterations }
    }

    fn walks(&self, often: &Often) -> f64 {
        let folds = single(&often[SB_FIRST].iter().map(|often| 1.0 - often).collect::<Vec<_>>());
        let mut walks = 0.0;
        for one in 0..CLASSES {
            for own in 0..CLASSES {
                walks += (1.0 - often[BTN][one]) * dot(self.triples.row(&self.triples.likely, own, one), &folds);
            }
        }
        walks
    }

    /// How far the values may be off because shares were sampled: a share is taken to vary as if there were no ties.
    fn errors(&self, often: &Often) -> [f64; 3] {
        let mut variances = [0.0; 3];
        let deals = self.triples.deals as f64;
        let varies = |times: f64, likely: f32, part: f32| match likely > 0.0 {
            true => (times * likely as f64).powi(2) * (part / likely) as f64 * (1.0 - (part / likely) as f64).max(0.0) / deals,
            false => 0.0,
        };
        for button in 0..CLASSES {
            for small in 0..CLASSES {
                for big in 0..CLASSES {
                    let at = (button * CLASSES + small) * CLASSES + big;
                    let (push, call) = (often[BTN][button], often[SB_CALL][small]);
                    let three = push * call * often[BB_BOTH][big] * 3.0 * self.stack;
                    let with_small = push * call * (1.0 - often[BB_BOTH][big]) * (2.0 * self.stack + BIG_BLIND);
                    let with_big = push * (1.0 - call) * often[BB_BTN][big] * (2.0 * self.stack + SMALL_BLIND);
                    let blinds = (1.0 - push) * often[SB_FIRST][small] * often[BB_SB][big] * 2.0 * self.stack;
                    let likely = self.triples.likely[at];
                    let of_small = varies(with_small, likely, self.triples.against_one[at]);
                    let of_big = varies(with_big, likely, self.triples.against_other[at]);
                    let turned = (small * CLASSES + button) * CLASSES + big;
                    let of_blinds = varies(blinds, likely, self.triples.against_other[turned]);
                    let last = (big * CLASSES + button) * CLASSES + small;
                    variances[0] += varies(three, likely, self.triples.share[at]) + of_small + of_big;
                    variances[1] += varies(three, likely, self.triples.share[turned]) + of_small + of_blinds;
                    variances[2] += varies(three, likely, self.triples.share[last]) + of_big + of_blinds;
                }
            }
        }
        // Orders of a triple share its deals: at worst their errors are the same.
        variances.map(|variance| (6.0 * variance).sqrt())
    }
}

/// Looks at how good the answer is after so many iterations.
const LOOK_EVERY: u64 = 25;

/// Solves it until nobody gains more than `target`, or for `most` iterations. None if it was told to stop.
pub fn solve(stack: f64, triples: &Triples, target: f64, most: u64, told: &mut Told) -> Option<PushFold3> {
    let game = Game { triples, stack };
    let mut cells: [Cells; 6] = std::array::from_fn(|_| Cells::new(CLASSES));
    for iteration in 1..=most {
        let current = |cells: &[Cells; 6]| std::array::from_fn(|at| cells[at].current().to_vec());
        let time = iteration as f64;
        cells[BTN].learn(&game.button(&current(&cells)), time);
        for (at, more) in [SB_FIRST, SB_CALL].into_iter().zip(game.small_blind(&current(&cells))) {
            cells[at].learn(&more, time);
        }
        for (at, more) in [BB_BTN, BB_BOTH, BB_SB].into_iter().zip(game.big_blind(&current(&cells))) {
            cells[at].learn(&more, time);
        }
        if iteration % LOOK_EVERY == 0 || iteration == most {
            let found = game.assess(std::array::from_fn(|at| cells[at].average()), iteration);
            if found.gains.iter().all(|gain| *gain <= target) || iteration == most {
                return Some(found);
            }
        }
        if !told(iteration) {
            return None;
        }
    }
    None
}
