//! What was found at one place of the tree: how often each holding takes each action there, and what that is worth.

use super::super::betting::{Action, Betting};
use super::super::symmetry::{Permutation, permuted_card};
use super::pass::{Learned, Purpose, matched};
use super::solver::Solver;
use super::tree::{Child, LeafKind, Segment};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The action at this place among those that may be done.
    Act(usize),
    /// A card that comes.
    Deal(u8),
}

/// What is at the end of a walk.
#[derive(Debug, Clone)]
pub enum Place {
    Decision(Box<Decision>),
    /// A card is to come: those that may.
    Deal(Vec<u8>),
    End,
}

#[derive(Debug, Clone)]
pub struct Decision {
    pub player: usize,
    pub actions: Vec<Action>,
    pub betting: Betting,
    pub board: u64,
    /// By player and holding: how likely it plays to here, its weight included.
    pub reach: [Vec<f32>; 2],
    /// By action and holding of the player.
    pub often: Vec<Vec<f32>>,
    /// By action and holding: chips of the pot that it gets on average; not a number where nothing can meet it.
    pub values: Vec<Vec<f64>>,
}

impl Solver {
    /// Goes steps from the start; an error names the first that cannot be.
    pub fn walk(&mut self, steps: &[Step]) -> Result<Place, String> {
        let ground = &self.ground;
        let mut learned: &mut Learned = &mut self.learned;
        let mut reach =
            ground.spot.holdings.each_ref().map(|holdings| holdings.iter().map(|held| held.weight).collect::<Vec<f32>>());
        let (mut segment, mut board) = (0, 0);
        let mut start = reach.clone();
        let mut moved: Permutation = [0, 1, 2, 3];
        let mut at = ground.tree.segments[0].root;
        for (number, step) in steps.iter().enumerate() {
            let here = &ground.tree.segments[segment];
            match (at, step) {
                (Some(Child::Node(node)), Step::Act(action)) if *action < here.nodes[node].actions.len() => {
                    let policy = average(learned, here, node, reach[here.nodes[node].player].len());
                    let node = &here.nodes[node];
                    let count = reach[node.player].len();
                    let row = &policy[action * count..][..count];
                    reach[node.player].iter_mut().zip(row).for_each(|(reach, often)| *reach *= often);
                    at = Some(node.children[*action]);
                }
                (Some(Child::Leaf(leaf)), Step::Deal(card)) => {
                    let LeafKind::Deal { segment: after } = here.leaves[leaf].kind else {
                        return Err(format!("step {}: the hand is over there, no card comes", number + 1));
                    };
                    let card = (0..52).find(|original| permuted_card(*original, &moved) == *card);
                    let found = card.and_then(|card| {
                        let mut next = ground.deals.boards[board].next.iter().enumerate();
                        next.find_map(|(place, next)| {
                            let gives = |by: &&usize| permuted_card(next.card, &ground.deals.permutations[**by]) == card;
                            next.alike.iter().find(gives).map(|by| (place, next.board, *by))
                        })
                    });
                    let Some((place, next_board, by)) = found else {
                        return Err(format!("step {}: that card cannot come there", number + 1));
                    };
                    let by = ground.deals.permutations[by];
                    moved = std::array::from_fn(|suit| moved[by[suit] as usize]);
                    let dealing = here.deals.iter().position(|dealing| *dealing == leaf).unwrap_or(0);
                    learned = &mut learned.later[dealing][place];
                    (segment, board) = (after, next_board);
                    for seat in 0..2 {
                        ground.deals.boards[board].blocked[seat].iter().for_each(|held| reach[seat][*held as usize] = 0.0);
                    }
                    start = reach.clone();
                    at = ground.tree.segments[segment].root;
                }
                (Some(Child::Leaf(_)), Step::Act(_)) => {
                    return Err(format!("step {}: nobody is to act there", number + 1));
                }
                (Some(Child::Node(node)), Step::Act(action)) => {
                    let many = here.nodes[node].actions.len();
                    return Err(format!("step {}: found action {action}, expected one below {many}", number + 1));
                }
                _ => return Err(format!("step {}: no card comes there", number + 1)),
            }
        }
        let here = &ground.tree.segments[segment];
        let node = match at {
            Some(Child::Node(node)) => node,
            Some(Child::Leaf(leaf)) if matches!(here.leaves[leaf].kind, LeafKind::Deal { .. }) => {
                let next = ground.deals.boards[board].next.iter();
                let cards = next.flat_map(|next| {
                    next.alike.iter().map(|by| permuted_card(permuted_card(next.card, &ground.deals.permutations[*by]), &moved))
                });
                let mut cards: Vec<u8> = cards.collect();
                cards.sort_unstable();
                return Ok(Place::Deal(cards));
            }
            _ => return Ok(Place::End),
        };
        let found = &here.nodes[node];
        let player = found.player;
        let count = reach[player].len();
        let policy = average(learned, here, node, count);
        let rows: Vec<Vec<f32>> =
            ground.pass_then(player, Purpose::Value, learned, [segment, board], [&start[0], &start[1]], |_, values, leaves| {
                let row = |child: &Child| match child {
                    Child::Leaf(leaf) => leaves[leaf * count..][..count].to_vec(),
                    Child::Node(node) => values[node * count..][..count].to_vec(),
                };
                found.children.iter().map(row).collect()
            });
        // Holdings as they are, not as the board that stands for this one has them.
        let place_of = |seat: usize, held: usize| {
            let by = ground.deals.permutations.iter().position(|by| *by == moved).unwrap_or(0);
            ground.deals.moved[by][seat][held] as usize
        };
        let back = |seat: usize, numbers: &[f32]| {
            let mut placed = vec![0.0; numbers.len()];
            numbers.iter().enumerate().for_each(|(held, number)| placed[place_of(seat, held)] = *number);
            placed
        };
        let other = &ground.spot.holdings[1 - player];
        let against = |mask: u64| -> f64 {
            let held = other.iter().zip(&reach[1 - player]).filter(|(held, _)| held.mask & mask == 0);
            held.map(|(_, reach)| *reach as f64).sum()
        };
        let half = ground.spot.pot as f64 / 2.0;
        let masses: Vec<f64> = ground.spot.holdings[player].iter().map(|held| against(held.mask)).collect();
        let values = rows.iter().map(|row| {
            let mut placed = vec![f64::NAN; count];
            for (held, (value, mass)) in row.iter().zip(&masses).enumerate() {
                placed[place_of(player, held)] = if *mass > 0.0 { *value as f64 / mass + half } else { f64::NAN };
            }
            placed
        });
        let values = values.collect();
        Ok(Place::Decision(Box::new(Decision {
            player,
            actions: found.actions.clone(),
            betting: found.betting,
            board: super::super::symmetry::permuted(ground.deals.boards[board].mask, &moved),
            reach: [back(0, &reach[0]), back(1, &reach[1])],
            often: policy.chunks(count).map(|row| back(player, row)).collect(),
            values,
        })))
    }
}

fn average(learned: &Learned, here: &Segment, number: usize, count: usize) -> Vec<f32> {
    let node = &here.nodes[number];
    let rows = node.first_row * count..(node.first_row + node.actions.len()) * count;
    let mut policy = vec![0.0; node.actions.len() * count];
    matched(&learned.sums[node.player][rows], &mut policy, count);
    learned.locked.iter().filter(|locked| locked.node == number).for_each(|locked| locked.fix(&mut policy));
    policy
}
