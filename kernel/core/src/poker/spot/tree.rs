//! The tree of betting: one segment for each street and each way to reach it, without cards.

use super::super::betting::{Action, Betting, Next};
use super::Spot;

/// Where an action leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Child {
    Node(usize),
    Leaf(usize),
}

/// A decision.
#[derive(Debug, Clone)]
pub struct Node {
    pub player: usize,
    pub actions: Vec<Action>,
    pub children: Vec<Child>,
    /// For each player, the slot of what it has done so far on this street.
    pub slots: [usize; 2],
    /// The slot after the first action of this node; others follow.
    pub first_slot: usize,
    /// Where its numbers begin, in rows of one action.
    pub first_row: usize,
    pub betting: Betting,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LeafKind {
    /// A player has folded: what the other wins.
    Fold {
        winner: usize,
    },
    Showdown,
    /// The next street, as a segment.
    Deal {
        segment: usize,
    },
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leaf {
    pub kind: LeafKind,
    pub slots: [usize; 2],
    /// Chips that each player has put in since the spot began.
    pub paid: [u32; 2],
}

#[derive(Debug, Clone, Default)]
pub struct Segment {
    pub nodes: Vec<Node>,
    pub leaves: Vec<Leaf>,
    /// Slots of each player: the first is that of the start.
    pub slots: [usize; 2],
    /// Rows of numbers of each player's nodes.
    pub rows: [usize; 2],
    /// Leaves by kind: those that are worth something as they are, in batches; and deals.
    pub folds: Vec<usize>,
    pub showdowns: Vec<usize>,
    pub deals: Vec<usize>,
    pub root: Option<Child>,
}

/// Segments; the first is where the spot begins.
pub struct Tree {
    pub segments: Vec<Segment>,
}

/// More nodes of betting than this in a tree are refused.
pub const MOST_NODES: usize = 2_000_000;

impl Tree {
    pub fn new(spot: &Spot) -> Result<Tree, String> {
        let mut tree = Tree { segments: Vec::new() };
        let start = Betting::on_street(&spot.stacks, spot.street, spot.last_street, spot.pot);
        let mut nodes = 0;
        tree.add_segment(start, spot, &mut nodes)?;
        Ok(tree)
    }

    pub fn action_nodes(&self) -> usize {
        self.segments.iter().map(|segment| segment.nodes.len()).sum()
    }

    fn add_segment(&mut self, betting: Betting, spot: &Spot, nodes: &mut usize) -> Result<usize, String> {
        let number = self.segments.len();
        self.segments.push(Segment::default());
        let mut segment = Segment { slots: [1, 1], ..Segment::default() };
        let root = self.add(betting, [0, 0], &mut segment, spot, nodes)?;
        segment.root = Some(root);
        self.segments[number] = segment;
        Ok(number)
    }

    fn add(
        &mut self,
        betting: Betting,
        slots: [usize; 2],
        segment: &mut Segment,
        spot: &Spot,
        nodes: &mut usize,
    ) -> Result<Child, String> {
        let player = match betting.next() {
            Next::Act(player) => player,
            Next::Won(winner) => return Ok(add_leaf(LeafKind::Fold { winner }, betting, slots, segment, spot)),
            Next::Showdown if betting.street == spot.last_street => {
                return Ok(add_leaf(LeafKind::Showdown, betting, slots, segment, spot));
            }
            // Whoever has nothing left to bet still waits for the cards.
            Next::Deal | Next::Showdown => {
                let next = self.add_segment(betting.dealt(), spot, nodes)?;
                return Ok(add_leaf(LeafKind::Deal { segment: next }, betting, slots, segment, spot));
            }
        };
        *nodes += 1;
        if *nodes > MOST_NODES {
            return Err(format!("the tree of betting has more than {MOST_NODES} decisions"));
        }
        let actions = betting.actions(&spot.bets[player]);
        let number = segment.nodes.len();
        let (first_slot, first_row) = (segment.slots[player], segment.rows[player]);
        segment.slots[player] += actions.len();
        segment.rows[player] += actions.len();
        let node = Node { player, actions: actions.clone(), children: Vec::new(), slots, first_slot, first_row, betting };
        segment.nodes.push(node);
        for (at, action) in actions.into_iter().enumerate() {
            let mut after = slots;
            after[player] = first_slot + at;
            let child = self.add(betting.after(action), after, segment, spot, nodes)?;
            segment.nodes[number].children.push(child);
        }
        Ok(Child::Node(number))
    }
}

fn add_leaf(kind: LeafKind, betting: Betting, slots: [usize; 2], segment: &mut Segment, spot: &Spot) -> Child {
    let number = segment.leaves.len();
    let paid = [0, 1].map(|seat| spot.stacks[seat] - betting.stacks[seat]);
    // What nobody has called goes back.
    let called = paid[0].min(paid[1]);
    segment.leaves.push(Leaf { kind, slots, paid: [called, called] });
    match kind {
        LeafKind::Fold { .. } => segment.folds.push(number),
        LeafKind::Showdown => segment.showdowns.push(number),
        LeafKind::Deal { .. } => segment.deals.push(number),
    }
    Child::Leaf(number)
}
