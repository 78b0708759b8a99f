//! The same deals played again and again, agents one seat further each time: what is luck, and who plays better.

use super::playing::{Seated, sides_of, win_parts};
use super::{Sample, in_order};
use crate::agents::Player;
use crate::chance::{Rng, derive};
use crate::game::{Game, Legal};

/// A deal: what it came to for each seat, with the agents as named, then one seat further, and so on.
pub struct Deal {
    /// By turn and seat.
    pub returns: Vec<f64>,
    /// By turn and seat: the part of the win that its side had, one in all.
    pub wins: Vec<f64>,
    pub decisions: u64,
    /// Games that were not over when they had to be.
    pub cut: u64,
}

/// Plays each deal so many times, agents one seat further each time. Game `turn` of a deal has the same cards as the others
/// and its own agents' chance.
pub fn duplicates<G: Game, P: Player<G>>(
    game: &G,
    agents: &[P],
    turns: usize,
    sample: &Sample,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Vec<Deal>, String> {
    let (seats, sides) = (game.seats(), sides_of(game));
    in_order(sample.games, sample.threads, progress, |index| {
        let seed = derive(&sample.seed, index);
        let mut deal = Deal { returns: Vec::new(), wins: Vec::new(), decisions: 0, cut: 0 };
        let mut legal = Legal::default();
        for turned in 0..turns {
            let rng = Rng::from_seed(&derive(&seed, 1 + turned as u64));
            let mut seated = Seated::turned(agents, seats, turned, rng, sample.most_decisions);
            let mut state = game.deal(None, &seed);
            game.play(&mut state, &mut legal, &mut seated);
            let over = game.turn(&state).is_none();
            let returns = if over { game.returns(&state) } else { game.standing(&state) };
            let parts = win_parts(game, &state, &sides);
            let part_of =
                |seat: usize| sides.iter().position(|side| side.contains(&(seat as u8))).map_or(0.0, |side| parts[side]);
            deal.returns.extend_from_slice(&returns[..seats]);
            deal.wins.extend((0..seats).map(part_of));
            deal.decisions += sample.most_decisions - seated.left;
            deal.cut += !over as u64;
        }
        deal
    })
}
