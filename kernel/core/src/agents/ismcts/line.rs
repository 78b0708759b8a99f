//! The likely continuation of each action: the most visited way down the tree, in one of the worlds that were searched.

use super::search::{KEPT, Search, node_key, observer};
use crate::agents::analysis::Foreseen;
use crate::game::{Action, Game, Information, Legal, Silent};

/// Steps that are told, and visits below which a step is no more than a guess.
const LONGEST: usize = 8;
const LEAST_VISITS: u32 = 4;

/// For each legal action, the longest continuation found; of equal ones the first.
pub fn lines<G: Game>(information: &Information<G>, search: &Search<G>, legal: &Legal) -> Vec<Vec<Foreseen>> {
    let longest = |action: Action| {
        let found = search.worlds.iter().take(KEPT).map(|world| follow(information, search, world, action));
        found.fold(Vec::new(), |best, line| if line.len() > best.len() { line } else { best })
    };
    legal.iter().map(longest).collect()
}

fn follow<G: Game>(information: &Information<G>, search: &Search<G>, world: &G::State, action: Action) -> Vec<Foreseen> {
    let game = information.game();
    let mut state = world.clone();
    let hands = game.hands(&state);
    let (mut last, mut same) = (game.key(&state, information.seat()), 0);
    game.apply(&mut state, action, &mut Silent);
    let mut legal = Legal::default();
    let mut line = Vec::new();
    while let Some(seat) = game.turn(&state).filter(|_| line.len() < LONGEST && game.hands(&state) == hands) {
        game.legal(&state, &mut legal);
        let action = if legal.len() < 2 {
            legal.nth(0)
        } else {
            let key = game.key(&state, observer(game, &state, seat, information.seat()));
            same = if key == last { same + 1 } else { 0 };
            last = key;
            search.tree.find(node_key(key, same)).and_then(|node| {
                let tried = search.tree.edges(node).iter().filter(|edge| legal.contains(edge.action));
                let most = tried.reduce(|best, edge| if edge.visits > best.visits { edge } else { best });
                most.filter(|edge| edge.visits >= LEAST_VISITS).map(|edge| edge.action)
            })
        };
        let Some(action) = action else { break };
        line.push(Foreseen { seat, action });
        game.apply(&mut state, action, &mut Silent);
    }
    line
}
