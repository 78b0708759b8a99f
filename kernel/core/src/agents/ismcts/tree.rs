//! The tree: a node for everything that the searcher may come to see before somebody chooses, with the actions tried
//! there. It lives in two arenas, of bounded size.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::chance::Rng;
use crate::game::{Action, Legal};

/// Nodes of a tree: after so many it grows no more, and is only played through.
const MAX_NODES: usize = 1 << 18;

/// Weight of exploration. From half to twice as much made no difference.
const EXPLORATION: f64 = 0.7;

/// The same where a policy says what looks good (PUCT, Silver 2017), and how much every action gets besides.
const PRIOR_EXPLORATION: f64 = 1.0;
const PRIOR_FLOOR: f64 = 0.1;

/// Choices with more actions than this are widened step by step.
pub const WIDE: u32 = 20;

/// Keys are hashes already.
#[derive(Default)]
pub struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// An action that was tried at a node.
#[derive(Debug, Clone, Copy)]
pub struct Edge {
    pub action: Action,
    pub visits: u32,
    /// How often it was legal when the node was passed.
    pub available: u32,
    /// What it returned to whoever chose, summed, and squared.
    pub sum: f64,
    pub squares: f64,
}

impl Edge {
    pub fn mean(&self) -> f64 {
        self.sum / self.visits.max(1) as f64
    }
}

#[derive(Debug, Clone, Copy)]
struct Node {
    first: u32,
    count: u16,
    room: u16,
    visits: u32,
    sum: f64,
}

pub struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    by_key: HashMap<u64, u32, BuildHasherDefault<AsIs>>,
    /// For each legal action, the edge that it has been tried by.
    tried: Vec<u32>,
}

/// How a choice at a node is made.
pub struct Choice<'a> {
    pub legal: &'a Legal,
    /// One over the spread of what the seat that chooses gets.
    pub scale: f64,
    /// The action that adds nothing, and comes first.
    pub quiet: Option<Action>,
    pub is_root: bool,
    /// Every action is tried once before the policy has its say.
    pub tries_all: bool,
    /// The probability of each legal action by the policy; empty without one.
    pub prior: &'a [f32],
}

/// An edge that was taken, and whether it is new.
pub struct Step {
    pub node: u32,
    pub edge: u32,
    pub is_new: bool,
}

const UNTRIED: u32 = u32::MAX;

impl Tree {
    pub fn new(simulations: usize) -> Tree {
        let room = simulations.min(MAX_NODES);
        Tree {
            nodes: Vec::with_capacity(room),
            edges: Vec::with_capacity(2 * room),
            by_key: HashMap::with_capacity_and_hasher(room, BuildHasherDefault::default()),
            tried: Vec::new(),
        }
    }

    /// The node of a key; nothing if it is new and there is no room for it.
    pub fn node(&mut self, key: u64) -> Option<u32> {
        if let Some(node) = self.by_key.get(&key) {
            return Some(*node);
        }
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { first: 0, count: 0, room: 0, visits: 0, sum: 0.0 });
        self.by_key.insert(key, node);
        Some(node)
    }

    pub fn find(&self, key: u64) -> Option<u32> {
        self.by_key.get(&key).copied()
    }

    /// What was tried at a node.
    pub fn edges(&self, node: u32) -> &[Edge] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.edges[first as usize..first as usize + count as usize]
    }

    /// Chooses at a node among what is legal now.
    pub fn choose(&mut self, node: u32, choice: &Choice, rng: &mut Rng) -> Option<Step> {
        let legal = choice.legal;
        let Node { first, count, visits, .. } = self.nodes[node as usize];
        self.tried.clear();
        self.tried.resize(legal.len() as usize, UNTRIED);
        let mut known = 0;
        for edge in first..first + count as u32 {
            if let Some(place) = legal.place(self.edges[edge as usize].action) {
                self.tried[place as usize] = edge;
                self.edges[edge as usize].available += 1;
                known += 1;
            }
        }
        let place = if choice.tries_all && known < legal.len() {
            self.untried(choice, known, rng)
        } else if choice.prior.len() == self.tried.len() {
            self.best_by_prior(node, choice)
        } else if known < legal.len() && known < room_for(choice, visits) {
            self.untried(choice, known, rng)
        } else {
            self.best(choice)
        };
        let edge = self.tried[place];
        if edge != UNTRIED {
            return Some(Step { node, edge, is_new: false });
        }
        let edge = self.add(node, legal.nth(place as u32)?);
        Some(Step { node, edge, is_new: true })
    }

    /// The next action to try: the quiet one first, then any.
    fn untried(&self, choice: &Choice, known: u32, rng: &mut Rng) -> usize {
        if let Some(place) = choice.quiet.filter(|_| !choice.is_root).and_then(|quiet| choice.legal.place(quiet))
            && self.tried[place as usize] == UNTRIED
        {
            return place as usize;
        }
        let k = rng.below(choice.legal.len() - known) as usize;
        let mut left = (0..self.tried.len()).filter(|place| self.tried[*place] == UNTRIED);
        left.nth(k).unwrap_or(0)
    }

    /// UCB1 over what has been tried, each with the visits in which it was available (Cowling 2012).
    fn best(&self, choice: &Choice) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (place, edge) in self.tried.iter().enumerate().filter(|(_, edge)| **edge != UNTRIED) {
            let Edge { visits, available, sum, .. } = self.edges[*edge as usize];
            let visits = visits as f64;
            let value = choice.scale * sum / visits + EXPLORATION * ((available as f64).ln() / visits).sqrt();
            if value > best.1 {
                best = (place, value);
            }
        }
        best.0
    }

    /// PUCT over all that is legal; what was not tried counts as the node's mean.
    fn best_by_prior(&self, node: u32, choice: &Choice) -> usize {
        let Node { visits, sum, .. } = self.nodes[node as usize];
        let first_value = choice.scale * sum / visits.max(1) as f64;
        let floor = PRIOR_FLOOR / choice.prior.len() as f64;
        let mut best = (0, f64::NEG_INFINITY);
        for (place, (edge, prior)) in self.tried.iter().zip(choice.prior).enumerate() {
            let (value, visits, available) = match *edge {
                UNTRIED => (first_value, 0, visits),
                edge => {
                    let edge = &self.edges[edge as usize];
                    (choice.scale * edge.mean(), edge.visits, edge.available)
                }
            };
            let weight = (1.0 - PRIOR_FLOOR) * *prior as f64 + floor;
            let worth = value + PRIOR_EXPLORATION * weight * (available.max(1) as f64).sqrt() / (1 + visits) as f64;
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }

    /// Adds an edge to a node, whose edges move to where there is room for twice as many if they have to.
    fn add(&mut self, node: u32, action: Action) -> u32 {
        let Node { first, count, room, .. } = self.nodes[node as usize];
        let available = 1;
        let edge = Edge { action, visits: 0, available, sum: 0.0, squares: 0.0 };
        if count < room {
            let place = first + count as u32;
            self.edges[place as usize] = edge;
            self.nodes[node as usize].count += 1;
            return place;
        }
        let start = self.edges.len() as u32;
        let new_room = (2 * room).max(2);
        self.edges.extend_from_within(first as usize..first as usize + count as usize);
        self.edges.resize(start as usize + new_room as usize, edge);
        let moved = &mut self.nodes[node as usize];
        (moved.first, moved.count, moved.room) = (start, count + 1, new_room);
        start + count as u32
    }

    pub fn action(&self, step: &Step) -> Action {
        self.edges[step.edge as usize].action
    }

    /// Counts what came of a step to whoever took it.
    #[inline]
    pub fn record(&mut self, step: &Step, value: f64) {
        let edge = &mut self.edges[step.edge as usize];
        edge.visits += 1;
        edge.sum += value;
        edge.squares += value * value;
        let node = &mut self.nodes[step.node as usize];
        node.visits += 1;
        node.sum += value;
    }
}

/// How many actions may be tried at a node by now.
fn room_for(choice: &Choice, visits: u32) -> u32 {
    let wide = choice.legal.len() > WIDE;
    match choice.is_root {
        true if wide => WIDE.max(visits / 4),
        true => u32::MAX,
        false if wide || choice.quiet.is_some() => 1 + (visits as f64).sqrt() as u32,
        false => u32::MAX,
    }
}
