//! All betting of a hand, worked out once: every history has a number of its own.

use super::super::betting::{Action, Betting, Next, SEATS};
use super::Game;

/// Where an action leads: the number of a node, or of an end with the highest bit set.
pub type Code = u32;
pub const END: Code = 1 << 31;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    pub player: u8,
    pub street: u8,
    pub actions: u8,
    /// Where the codes of its children, and its actions, begin.
    pub first: u32,
    pub parent: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Seats that have not folded: one, or those that show.
    pub live: u8,
    pub paid: [u32; SEATS],
}

pub struct Tree {
    pub nodes: Vec<Node>,
    pub ends: Vec<End>,
    pub codes: Vec<Code>,
    pub actions: Vec<Action>,
}

/// Nodes and ends that a tree may have together.
pub const MOST_NODES: usize = 12_000_000;

impl Tree {
    /// None if it would be too large.
    pub fn new(game: &Game) -> Option<Tree> {
        let mut tree = Tree { nodes: Vec::new(), ends: Vec::new(), codes: Vec::new(), actions: Vec::new() };
        let start = Betting::before_flop(&vec![game.stack; game.players], game.blinds, 0);
        tree.add(start, game, 0)?;
        Some(tree)
    }

    fn add(&mut self, betting: Betting, game: &Game, parent: u32) -> Option<Code> {
        if self.nodes.len() + self.ends.len() > MOST_NODES {
            return None;
        }
        let player = match betting.next() {
            Next::Act(player) => player,
            Next::Deal => return self.add(betting.dealt(), game, parent),
            Next::Showdown | Next::Won(_) => return Some(self.add_end(&betting, game)),
        };
        let number = self.nodes.len() as u32;
        let actions = betting.actions(&game.bets);
        let first = self.codes.len();
        let node =
            Node { player: player as u8, street: betting.street, actions: actions.len() as u8, first: first as u32, parent };
        self.nodes.push(node);
        self.codes.resize(first + actions.len(), 0);
        self.actions.extend(&actions);
        for (at, action) in actions.into_iter().enumerate() {
            self.codes[first + at] = self.add(betting.after(action), game, number)?;
        }
        Some(number)
    }

    fn add_end(&mut self, betting: &Betting, game: &Game) -> Code {
        let mut paid = [0; SEATS];
        for seat in 0..game.players {
            paid[seat] = game.stack - betting.stacks[seat];
        }
        let live = (0..game.players).filter(|seat| betting.is_live(*seat)).fold(0, |live, seat| live | 1 << seat);
        self.ends.push(End { live, paid });
        END | (self.ends.len() - 1) as Code
    }

    pub fn children(&self, node: u32) -> &[Code] {
        let node = &self.nodes[node as usize];
        &self.codes[node.first as usize..][..node.actions as usize]
    }

    pub fn actions_of(&self, node: u32) -> &[Action] {
        let node = &self.nodes[node as usize];
        &self.actions[node.first as usize..][..node.actions as usize]
    }

    /// Actions that may be done on each street, over all histories.
    pub fn actions_by_street(&self) -> [u64; 4] {
        let mut found = [0; 4];
        self.nodes.iter().for_each(|node| found[node.street as usize] += node.actions as u64);
        found
    }

    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * size_of::<Node>() + self.ends.len() * size_of::<End>() + self.codes.len() * 12) as u64
    }
}
