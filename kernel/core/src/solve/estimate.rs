//! How large a tree will be, before any of it is built (Knuth 1975, "Estimating the efficiency of backtrack programs").

use crate::chance::Rng;
use crate::game::Legal;
use crate::solve::Refusal;
use crate::solve::dealing::{After, Dealt, NO_CHANCE, after, dive_openings};

/// Decisions of all dives together; a dive that is cut short by it is in a tree beyond any memory.
const EFFORT: usize = 10_000;

/// Means over dives to random leaves; each leaf stands for as many as there were ways to go.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Estimate {
    pub deals: f64,
    pub nodes: f64,
    pub decisions: f64,
    pub leaves: f64,
}

impl Estimate {
    /// Bytes that a tree of this size takes, for so many seats and cards.
    pub fn bytes(&self, seats: usize, cards: usize) -> f64 {
        let seats = seats as f64;
        self.nodes * NODE_BYTES + self.leaves * leaf_bytes(seats) + self.decisions * (120.0 + cards as f64)
    }
}

pub const NODE_BYTES: f64 = 21.0;

/// Of one leaf: payoffs and sequences, and an entry in each seat's table.
pub fn leaf_bytes(seats: f64) -> f64 {
    seats * 12.0 + seats * (8.0 + 4.0 * (seats - 1.0))
}

/// Dives to random leaves.
pub fn estimate<G: Dealt>(game: &G, dives: u32, seed: u64) -> Result<Estimate, Refusal> {
    let mut rng = Rng::new(seed);
    let mut sum = Estimate::default();
    let (mut effort, mut done) = (EFFORT, 0);
    while done < dives.max(1) && effort > 0 {
        effort -= dive(game, &mut rng, effort, &mut sum)?;
        done += 1;
    }
    let mean = |total: f64| total / done as f64;
    Ok(Estimate { deals: mean(sum.deals), nodes: mean(sum.nodes), decisions: mean(sum.decisions), leaves: mean(sum.leaves) })
}

/// A dive that stands for so many is one of a game that nobody can solve.
const HOPELESS: f64 = 1e12;

/// One dive of at most so many decisions; how many it took.
fn dive<G: Dealt>(game: &G, rng: &mut Rng, effort: usize, sum: &mut Estimate) -> Result<usize, Refusal> {
    let (opening, mut weight) = dive_openings(game, rng)?;
    sum.nodes += 1.0;
    let Some(opening) = opening else {
        return Ok(1);
    };
    sum.deals += weight;
    let mut state = game.deal(Some(&opening.order), &NO_CHANCE);
    let mut legal = Legal::default();
    for depth in 0..effort {
        if game.turn(&state).is_none() {
            sum.nodes += weight;
            sum.leaves += weight;
            return Ok(depth + 1);
        }
        // Picks in one order only, as the tree has them; where that takes long, the game is too large in any case.
        if weight < HOPELESS {
            game.decisions(&state, &mut legal);
        } else {
            game.legal(&state, &mut legal);
        }
        if legal.len() > 1 {
            sum.nodes += weight;
            sum.decisions += weight;
        }
        let Some(action) = legal.choose(rng) else {
            return Err(Refusal::Inconsistent(format!("nothing can be done after {depth} decisions")));
        };
        weight *= legal.len() as f64;
        state = match after(game, &state, action, depth + 1, Some(rng))? {
            After::Certain(next) => next,
            After::Chance(outcomes, branches) => {
                sum.nodes += weight;
                weight *= branches;
                let Some(outcome) = outcomes.first() else {
                    return Ok(depth + 1);
                };
                let mut next = state.clone();
                game.arrange(&mut next, &outcome.order);
                game.apply(&mut next, action, &mut crate::game::Silent);
                next
            }
        };
    }
    sum.nodes += weight;
    sum.leaves += weight;
    Ok(effort)
}
