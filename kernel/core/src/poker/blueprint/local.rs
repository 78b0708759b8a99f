//! How far a blueprint can be beaten, from below: a player who knows it and answers locally (Lisy and Bowling 2017), and one
//! who has learned an answer inside the abstraction.
//!
//! The local player knows how likely each hand of each other is, from how the blueprint plays; it sees its own cards as they
//! are. It looks one action ahead: everyone checks and calls after that. What it earns is what it earned in hands that were
//! played, so that whatever it guesses (chances to win before the river are sampled; with more than two players hands are
//! taken for independent), it is a lower bound on what the best answer would earn, up to its interval.

use super::super::betting::{Action, Betting, Next, SEATS};
use super::super::cards::{COMBOS, FULL_DECK, cards_of, combo_mask};
use super::super::evaluate::evaluator;
use super::Deal;
use super::play::{Earned, earned};
use super::tables::MOST_ACTIONS;
use super::train::{Method, Trainer};
use super::tree::END;
use super::walk::{Seen, drawn};
use crate::chance::{Rng, mix};

/// Boards that a hand is followed to before the turn.
const RUNOUTS: usize = 40;

/// What the local best answer earns in each seat against copies of the blueprint in all others, in big blinds a hand.
pub fn local_best_response(trainer: &Trainer, deals: u64, seed: u64) -> Earned {
    earned(trainer.game.players, deals, |number, by_seat, _| {
        let deal = Deal::new(trainer.game.players, mix(seed ^ 0x6c62_7221), number);
        let mut buckets: [Option<Vec<u16>>; 4] = [const { None }; 4];
        for (seat, earned) in by_seat.iter_mut().enumerate() {
            let rng = Rng::new(mix(seed ^ mix(number * 8 + seat as u64)));
            let mut hand = Hand { trainer, deal: &deal, seat, buckets: &mut buckets, chances: [const { None }; 4], rng };
            *earned = hand.play() as f64;
        }
    })
}

/// A hand of the local player.
struct Hand<'a> {
    trainer: &'a Trainer,
    deal: &'a Deal,
    seat: usize,
    /// By street, of every combination.
    buckets: &'a mut [Option<Vec<u16>>; 4],
    /// By street: how often the own hand beats each combination in the end; equals count half.
    chances: [Option<Vec<f32>>; 4],
    rng: Rng,
}

type Ranges = [Vec<f32>; SEATS];

impl Hand<'_> {
    fn play(&mut self) -> f32 {
        let (trainer, game) = (self.trainer, &self.trainer.game);
        let own = self.deal.hands[self.seat];
        let start: Vec<f32> = (0..COMBOS).map(|combo| f32::from(combo_mask(combo) & own == 0)).collect();
        let mut ranges: Ranges = std::array::from_fn(|seat| if seat < game.players { start.clone() } else { Vec::new() });
        let mut seen = Seen::new(self.deal, trainer.abstraction.as_ref(), game.players);
        let mut betting = Betting::before_flop(&vec![game.stack; game.players], game.blinds, 0);
        let mut code = 0;
        let mut street = 0;
        while code & END == 0 {
            while betting.next() == Next::Deal {
                betting = betting.dealt();
            }
            let node = trainer.tree.nodes[code as usize];
            if node.street != street {
                street = node.street;
                let board = self.deal.board_on(street as usize);
                for range in &mut ranges {
                    range
                        .iter_mut()
                        .enumerate()
                        .filter(|(combo, _)| combo_mask(*combo) & board != 0)
                        .for_each(|(_, one)| *one = 0.0);
                }
            }
            let player = node.player as usize;
            let at = if player == self.seat {
                self.best(code, &betting, &ranges)
            } else {
                let mut policy = [0.0; MOST_ACTIONS];
                trainer.tables.average(&trainer.tree, code, seen.bucket(street as usize, player), &mut policy);
                let at = drawn(&policy[..node.actions as usize], &mut self.rng);
                let often = self.often(code, at);
                ranges[player].iter_mut().zip(&often).for_each(|(weight, often)| *weight *= often);
                at
            };
            betting = betting.after(trainer.tree.actions_of(code)[at]);
            code = trainer.tree.children(code)[at];
        }
        seen.paid(&trainer.tree.ends[(code & !END) as usize], self.seat) / game.blinds[1] as f32
    }

    /// How often the blueprint takes an action at a node, by combination.
    fn often(&mut self, code: u32, at: usize) -> Vec<f32> {
        let trainer = self.trainer;
        let street = trainer.tree.nodes[code as usize].street as usize;
        let board = self.deal.board;
        let buckets = self.buckets[street].get_or_insert_with(|| trainer.abstraction.all_buckets(board, street));
        let by_bucket: Vec<f32> = (0..trainer.tables.buckets[street])
            .map(|bucket| {
                let mut policy = [0.0; MOST_ACTIONS];
                trainer.tables.average(&trainer.tree, code, bucket as u16, &mut policy);
                policy[at]
            })
            .collect();
        buckets.iter().map(|bucket| by_bucket[*bucket as usize]).collect()
    }

    /// The action that earns most if everyone checks and calls after it.
    fn best(&mut self, code: u32, betting: &Betting, ranges: &Ranges) -> usize {
        let trainer = self.trainer;
        let actions = trainer.tree.actions_of(code);
        let street = trainer.tree.nodes[code as usize].street as usize;
        let own = betting.bets[self.seat];
        let asked = (betting.highest() - own).min(betting.stacks[self.seat]) as f32;
        let pot = betting.total() as f32;
        let live: Vec<usize> = (0..trainer.game.players).filter(|seat| *seat != self.seat && betting.is_live(*seat)).collect();
        let mut found = (0, f32::NEG_INFINITY);
        for (at, action) in actions.iter().enumerate() {
            let worth = match action {
                Action::Fold => 0.0,
                Action::Call => {
                    let wins: f32 = live.iter().map(|seat| self.beats(street, &ranges[*seat])).product();
                    wins * pot - (1.0 - wins) * asked
                }
                Action::Raise(to) => {
                    let cost = (to - own) as f32;
                    let (all_fold, wins) = self.answered(trainer.tree.children(code)[at], street, ranges, &live);
                    all_fold * pot + (1.0 - all_fold) * (wins * (pot + cost - asked) - (1.0 - wins) * cost)
                }
            };
            if worth > found.1 {
                found = (at, worth);
            }
        }
        found.0
    }

    /// How likely all others fold to a raise, and the chance to win against what does not: each is asked as if those before
    /// it had folded.
    fn answered(&mut self, child: u32, street: usize, ranges: &Ranges, live: &[usize]) -> (f32, f32) {
        let (mut all_fold, mut wins) = (1.0, 1.0);
        let mut code = child;
        let mut left = live.to_vec();
        while code & END == 0 {
            let node = self.trainer.tree.nodes[code as usize];
            let player = node.player as usize;
            let fold = self.trainer.tree.actions_of(code).iter().position(|action| *action == Action::Fold);
            let Some(fold) = fold.filter(|_| player != self.seat && node.street as usize == street) else { break };
            let folds = self.often(code, fold);
            let range = &ranges[player];
            let mass: f32 = range.iter().sum();
            let gone: f32 = range.iter().zip(&folds).map(|(weight, fold)| weight * fold).sum();
            all_fold *= if mass > 0.0 { gone / mass } else { 0.0 };
            let stays: Vec<f32> = range.iter().zip(&folds).map(|(weight, fold)| weight * (1.0 - fold)).collect();
            wins *= self.beats(street, &stays);
            left.retain(|seat| *seat != player);
            code = self.trainer.tree.children(code)[fold];
        }
        // Who is all in already cannot fold.
        for seat in left {
            all_fold = 0.0;
            wins *= self.beats(street, &ranges[seat]);
        }
        (all_fold, wins)
    }

    /// How often the own hand beats a range in the end.
    fn beats(&mut self, street: usize, range: &[f32]) -> f32 {
        if self.chances[street].is_none() {
            self.chances[street] = Some(self.chances_on(street));
        }
        let chances = self.chances[street].as_deref().unwrap_or_default();
        let mass: f32 = range.iter().sum();
        let won: f32 = range.iter().zip(chances).map(|(weight, chance)| weight * chance).sum();
        if mass > 0.0 { won / mass } else { 0.5 }
    }

    fn chances_on(&mut self, street: usize) -> Vec<f32> {
        let own = self.deal.hands[self.seat];
        let board = self.deal.board_on(street);
        let evaluator = evaluator();
        let mut sums = vec![(0.0f32, 0.0f32); COMBOS];
        for full in boards(board, own, &mut self.rng) {
            let rank = evaluator.rank(full | own);
            for (combo, (won, met)) in sums.iter_mut().enumerate() {
                let mask = combo_mask(combo);
                if mask & (full | own) == 0 {
                    let other = evaluator.rank(full | mask);
                    *won += (f32::from(other < rank) + f32::from(other <= rank)) / 2.0;
                    *met += 1.0;
                }
            }
        }
        sums.into_iter().map(|(won, met)| if met > 0.0 { won / met } else { 0.5 }).collect()
    }
}

/// Full boards after a board: itself, all rivers, or some.
fn boards(board: u64, own: u64, rng: &mut Rng) -> Vec<u64> {
    match board.count_ones() {
        5 => vec![board],
        4 => cards_of(FULL_DECK & !board & !own).map(|card| board | 1 << card).collect(),
        _ => {
            let mut one = || {
                let mut full = board;
                while full.count_ones() < 5 {
                    full |= 1 << rng.below(52) & !own;
                }
                full
            };
            (0..RUNOUTS).map(|_| one()).collect()
        }
    }
}

/// A trainer that learns an answer to a blueprint that stands still, inside the same abstraction.
pub fn responder(
    trainer: &Trainer,
    fixed: super::tables::Tables,
    walks: u64,
    seed: u64,
    threads: usize,
) -> Result<Trainer, String> {
    let method = Method {
        seed: mix(seed ^ 0x616e_7377),
        deals: 0,
        fade_every: (walks / 20).max(1),
        fade_until: walks / 2,
        floor: f32::NEG_INFINITY,
        skip_below: f32::NEG_INFINITY,
        skip_from: u64::MAX,
        largest_batch: 512,
    };
    Trainer::answering(trainer, fixed, method, threads)
}

#[cfg(test)]
mod tests {
    use super::super::play::{Player, duel};
    use super::super::stored::Source;
    use super::super::tables::Tables;
    use super::super::train::tests::small;
    use super::*;

    /// Nothing learned plays at random: both answers take much from it. After training they take less.
    #[test]
    fn answers_take_less_from_a_blueprint_that_was_trained() {
        let raw = small(2, 1);
        let mut trained = small(2, 1);
        trained.run(30_000, &mut |_| true);
        let (before, after) = (local_best_response(&raw, 400, 1), local_best_response(&trained, 400, 1));
        assert!(before.mean - 2.0 * before.error > after.mean + 2.0 * after.error, "{before:?} {after:?}");
        assert!(before == local_best_response(&raw, 400, 1));
    }

    #[test]
    fn an_answer_that_was_learned_earns_more_than_the_blueprint_itself() {
        let mut trained = small(2, 1);
        trained.run(3000, &mut |_| true);
        let bytes = trained.play_to_bytes();
        let copy = || Tables::from_play(&trained.tree, trained.abstraction.as_ref(), Source::Memory(bytes.clone())).unwrap();
        let mut answer = responder(&trained, copy(), 20_000, 1, 1).unwrap();
        answer.run(20_000, &mut |_| true);
        let found = duel(&trained, Player::Best(&answer.tables), Player::Blueprint(&trained.tables), 4000, 3);
        assert!(found.mean - 2.0 * found.error > 0.0, "{found:?}");
    }
}
