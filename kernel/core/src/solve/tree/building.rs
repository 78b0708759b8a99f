//! From the first deal on, position by position.

mod keys;

use std::collections::HashMap;

use super::{CHANCE, InformationSet, LEAF, Limits, Tree};
use crate::game::{Action, Legal};
use crate::solve::Refusal;
use crate::solve::dealing::{After, Dealt, NO_CHANCE, OUTCOME_BYTES, Outcome, after, openings};
use crate::solve::estimate::{NODE_BYTES, leaf_bytes};
use crate::solve::sights::Sights;
use crate::solve::symmetry::{Relabeling, mapped};

/// Stands for the sequence of a seat that has not acted, while a tree is being built.
const NO_SEQUENCE: u32 = u32::MAX;

/// A position to go on from.
struct Item<S> {
    node: u32,
    /// The position and its images; empty for a deal that is yet to be dealt.
    states: Vec<S>,
    /// What each seat has seen on the way, in the position and in each image.
    seen: Vec<u64>,
    /// Members of the group that change nothing on the way here.
    fixing: Vec<u16>,
    chance: f64,
    last: Vec<u32>,
    order: Vec<u8>,
    path: Vec<Action>,
}

/// A tree that is being built.
pub(super) struct Builder<'a, G: Dealt> {
    game: &'a G,
    group: &'a [Relabeling],
    limits: &'a Limits,
    stop: &'a mut dyn FnMut() -> bool,
    tree: Tree,
    /// Set by key and the sequence before it; the first set with a key; the chosen key of each key.
    by_key: HashMap<(u64, u32), u32>,
    first_with: HashMap<u64, u32>,
    /// What the seat of each set has seen up to there.
    sights: Vec<u64>,
    chosen: HashMap<u64, u64>,
    actions: u32,
    set_bytes: f64,
}

impl<'a, G: Dealt> Builder<'a, G> {
    pub fn new(game: &'a G, group: &'a [Relabeling], limits: &'a Limits, stop: &'a mut dyn FnMut() -> bool) -> Self {
        let tree = Tree {
            seats: game.seats(),
            owner: Vec::new(),
            info: Vec::new(),
            first_child: Vec::new(),
            children: Vec::new(),
            cumulative: Vec::new(),
            payoffs: Vec::new(),
            sequences: Vec::new(),
            chance: Vec::new(),
            sets: Vec::new(),
            set_start: Vec::new(),
            action_start: Vec::new(),
            merged: group.len(),
            decisions: 0,
            depth: 0,
        };
        let by_key = HashMap::new();
        Builder {
            game,
            group,
            limits,
            stop,
            tree,
            by_key,
            first_with: HashMap::new(),
            sights: Vec::new(),
            chosen: HashMap::new(),
            actions: 0,
            set_bytes: 0.0,
        }
    }

    /// The tree; `None` if a relabeling turned out to change something.
    pub fn build(mut self) -> Result<Option<Tree>, Refusal> {
        let root = self.add_nodes(1)?;
        let everyone: Vec<u16> = (0..self.group.len() as u16).collect();
        let hands = self.game.hands_dealt();
        let most = self.limits.bytes / (self.game.cards().len() + OUTCOME_BYTES) as f64;
        let deals = openings(self.game, most as usize)?;
        let deals = self.distinct(deals, &everyone, &hands);
        let mut items = Vec::new();
        let first = self.add_chance(root, &deals)?;
        for (place, (outcome, fixing)) in deals.into_iter().enumerate().rev() {
            items.push(Item {
                node: first + place as u32,
                states: Vec::new(),
                seen: Vec::new(),
                fixing,
                chance: outcome.probability,
                last: vec![NO_SEQUENCE; self.tree.seats],
                order: outcome.order,
                path: Vec::new(),
            });
        }
        let mut steps = 0u32;
        while let Some(mut item) = items.pop() {
            steps = steps.wrapping_add(1);
            if steps % 4096 == 0 && (self.stop)() {
                return Err(Refusal::Inconsistent("stopped".into()));
            }
            if item.states.is_empty() {
                let deal = |member: &Relabeling| self.game.deal(Some(&member.order(&item.order)), &NO_CHANCE);
                item.states = self.group.iter().map(deal).collect();
                item.seen = vec![0; self.group.len() * self.tree.seats];
            }
            if !self.expand(item, &mut items)? {
                return Ok(None);
            }
        }
        Ok(Some(self.finish()))
    }

    /// One of those outcomes that are images of each other, with their probability together and what still changes nothing.
    fn distinct(&self, outcomes: Vec<Outcome>, fixing: &[u16], hands: &[u8]) -> Vec<(Outcome, Vec<u16>)> {
        if fixing.len() < 2 {
            return outcomes.into_iter().map(|outcome| (outcome, fixing.to_vec())).collect();
        }
        let types = self.game.cards();
        let drawn = |outcome: &Outcome, member: u16| -> Vec<u8> {
            let image = &self.group[member as usize].types;
            let mut drawn: Vec<u8> =
                outcome.order[..outcome.consumed].iter().map(|card| image[types[*card as usize] as usize]).collect();
            sort_hands(&mut drawn, hands);
            drawn
        };
        let mut kept: Vec<(Outcome, Vec<u16>)> = Vec::new();
        for mut outcome in outcomes {
            let own = drawn(&outcome, 0);
            let mut images: Vec<Vec<u8>> = fixing.iter().map(|member| drawn(&outcome, *member)).collect();
            let still = fixing.iter().zip(&images).filter(|(_, image)| **image == own).map(|(member, _)| *member).collect();
            images.sort_unstable();
            images.dedup();
            if images[0] == own {
                outcome.probability *= images.len() as f64;
                kept.push((outcome, still));
            }
        }
        kept
    }

    fn add_nodes(&mut self, count: usize) -> Result<u32, Refusal> {
        let tree = &mut self.tree;
        let first = tree.owner.len();
        let nodes = first + count;
        let leaves = tree.leaves() as f64;
        let bytes = nodes as f64 * NODE_BYTES + leaves * leaf_bytes(tree.seats as f64) + self.set_bytes;
        if bytes > self.limits.bytes || nodes >= u32::MAX as usize {
            let information_sets = tree.sets.len() as f64;
            return Err(Refusal::TooLarge { nodes: nodes as f64, information_sets, bytes, limit_bytes: self.limits.bytes });
        }
        tree.owner.resize(nodes, LEAF);
        tree.info.resize(nodes, 0);
        tree.first_child.resize(nodes, 0);
        tree.children.resize(nodes, 0);
        tree.cumulative.resize(nodes, 1.0);
        Ok(first as u32)
    }

    /// Makes a node one of chance, with a child for each outcome; its first child.
    fn add_chance(&mut self, node: u32, outcomes: &[(Outcome, Vec<u16>)]) -> Result<u32, Refusal> {
        let first = self.add_nodes(outcomes.len())?;
        self.tree.owner[node as usize] = CHANCE;
        self.tree.first_child[node as usize] = first;
        self.tree.children[node as usize] = outcomes.len() as u32;
        let total: f64 = outcomes.iter().map(|(outcome, _)| outcome.probability).sum();
        let mut sum = 0.0;
        for (place, (outcome, _)) in outcomes.iter().enumerate() {
            sum += outcome.probability / total;
            self.tree.cumulative[first as usize + place] = if place + 1 == outcomes.len() { 1.0 } else { sum };
        }
        Ok(first)
    }

    /// Adds what follows a position; `false` if an image of it is not like it.
    fn expand(&mut self, item: Item<G::State>, items: &mut Vec<Item<G::State>>) -> Result<bool, Refusal> {
        let Some(seat) = self.game.turn(&item.states[0]) else {
            return Ok(self.add_leaf(&item));
        };
        let mut legal = Legal::default();
        self.game.decisions(&item.states[0], &mut legal);
        if let (1, Some(action)) = (legal.len(), legal.nth(0)) {
            // A forced move is no decision: it is made, and what follows takes its place.
            let last = item.last.clone();
            return Ok(self.is_forced_everywhere(&item, seat, action) && self.follow(&item, action, item.node, last, items)?);
        }
        let Some((set, places)) = self.find_set(seat, &item)? else {
            return Ok(false);
        };
        self.tree.decisions += 1;
        self.tree.depth = self.tree.depth.max(item.path.len() as u32 + 1);
        let first = self.add_nodes(places.len())?;
        let node = item.node as usize;
        self.tree.owner[node] = seat;
        self.tree.info[node] = set;
        self.tree.first_child[node] = first;
        self.tree.children[node] = places.len() as u32;
        let first_action = self.tree.sets[set as usize].first;
        for (action, place) in legal.iter().zip(&places) {
            let mut last = item.last.clone();
            last[seat as usize] = first_action + *place as u32;
            if !self.follow(&item, action, first + *place as u32, last, items)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the images of a position leave its seat the images of its one action.
    fn is_forced_everywhere(&self, item: &Item<G::State>, seat: u8, action: Action) -> bool {
        let mut legal = Legal::default();
        item.states.iter().zip(self.group).all(|(state, member)| {
            self.game.decisions(state, &mut legal);
            let image = self.game.relabeled(action, &member.types);
            self.game.turn(state) == Some(seat) && legal.len() == 1 && legal.contains(image)
        })
    }

    /// Adds what an action leads to.
    fn follow(
        &mut self,
        item: &Item<G::State>,
        action: Action,
        node: u32,
        last: Vec<u32>,
        items: &mut Vec<Item<G::State>>,
    ) -> Result<bool, Refusal> {
        let mut path = Vec::with_capacity(item.path.len() + 1);
        path.extend_from_slice(&item.path);
        path.push(action);
        let image_of = |member: u16| self.game.relabeled(action, &self.group[member as usize].types);
        let fixing: Vec<u16> = item.fixing.iter().copied().filter(|member| image_of(*member) == action).collect();
        match after(self.game, &item.states[0], action, path.len(), None)? {
            After::Certain(_) => {
                let (states, seen) = self.images(item, action, None);
                let next = Item { node, states, seen, fixing, chance: item.chance, last, order: item.order.clone(), path };
                return self.settle(next, items);
            }
            After::Chance(outcomes, _) => {
                let outcomes = self.distinct(outcomes, &fixing, &[]);
                let first = self.add_chance(node, &outcomes)?;
                for (place, (outcome, fixing)) in outcomes.into_iter().enumerate() {
                    let (states, seen) = self.images(item, action, Some(&outcome.order));
                    let mut order = item.order.clone();
                    let drawn = order.len() - outcome.order.len();
                    order[drawn..].copy_from_slice(&outcome.order);
                    let next = Item {
                        node: first + place as u32,
                        states,
                        seen,
                        fixing,
                        chance: item.chance * outcome.probability,
                        last: last.clone(),
                        order,
                        path: path.clone(),
                    };
                    if !self.settle(next, items)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// A leaf is written down at once, anything else later.
    fn settle(&mut self, item: Item<G::State>, items: &mut Vec<Item<G::State>>) -> Result<bool, Refusal> {
        if self.game.turn(&item.states[0]).is_none() {
            return Ok(self.add_leaf(&item));
        }
        items.push(item);
        Ok(true)
    }

    /// The next position with its images under the group, and what the seats have seen of them.
    fn images(&self, item: &Item<G::State>, action: Action, order: Option<&[u8]>) -> (Vec<G::State>, Vec<u64>) {
        let mut states = Vec::with_capacity(self.group.len());
        let mut seen = Vec::with_capacity(item.seen.len());
        for ((member, before), past) in self.group.iter().zip(&item.states).zip(item.seen.chunks_exact(self.tree.seats)) {
            let mut state = before.clone();
            if let Some(order) = order {
                self.game.arrange(&mut state, &member.order(order));
            }
            let mut sights = Sights::default();
            self.game.apply(&mut state, self.game.relabeled(action, &member.types), &mut sights);
            let order = |seat: usize| self.game.order_seen(&state, seat as u8);
            seen.extend(past.iter().enumerate().map(|(seat, seen)| sights.after(*seen, seat, || order(seat))));
            states.push(state);
        }
        (states, seen)
    }

    fn add_leaf(&mut self, item: &Item<G::State>) -> bool {
        let returns = self.game.returns(&item.states[0]);
        let seats = self.tree.seats;
        let same = |other: &G::State| {
            self.game.turn(other).is_none()
                && self.game.is_settled(other)
                && self.game.returns(other)[..seats] == returns[..seats]
        };
        if !item.states[1..].iter().all(same) {
            return false;
        }
        let tree = &mut self.tree;
        tree.info[item.node as usize] = tree.chance.len() as u32;
        tree.payoffs.extend_from_slice(&returns[..seats]);
        tree.sequences.extend_from_slice(&item.last);
        tree.chance.push(item.chance);
        true
    }

    /// The information set of a position, and for each legal action its place in the set's list.
    fn find_set(&mut self, seat: u8, item: &Item<G::State>) -> Result<Option<(u32, Vec<usize>)>, Refusal> {
        let game = self.game;
        let keys: Vec<u64> = item.states.iter().map(|state| game.key(state, seat)).collect();
        let frame = (0..keys.len()).min_by_key(|member| keys[*member]).unwrap_or(0);
        let mut here = Legal::default();
        game.decisions(&item.states[0], &mut here);
        if here.is_empty() {
            return Err(Refusal::Inconsistent(format!("seat {seat} can do nothing after {} decisions", item.path.len())));
        }
        let mut legals = Vec::with_capacity(keys.len());
        let mut maps = Vec::with_capacity(keys.len());
        for (state, member) in item.states.iter().zip(self.group) {
            let mut legal = Legal::default();
            game.decisions(state, &mut legal);
            let Some(map) = mapped(game, &here, &legal, &member.types).filter(|_| game.turn(state) == Some(seat)) else {
                return Ok(None);
            };
            maps.push(map);
            legals.push(legal.iter().collect::<Vec<Action>>());
        }
        // Two ways to look at the same sights must agree on what each action is.
        if (0..keys.len()).any(|member| keys[member] == keys[frame] && maps[member] != maps[frame]) {
            return Ok(None);
        }
        for key in &keys {
            if *self.chosen.entry(*key).or_insert(keys[frame]) != keys[frame] {
                return Ok(None);
            }
        }
        let sight = item.seen[frame * self.tree.seats + seat as usize] ^ game.sight(&item.states[frame], seat);
        let parent = item.last[seat as usize];
        let known = self.by_key.get(&(keys[frame], parent)).copied();
        if let Some(set) = known {
            let found = &mut self.tree.sets[set as usize];
            found.nodes += 1;
            if found.seat != seat || found.actions != legals[frame] {
                return Err(Refusal::Inconsistent(format!(
                    "seat {seat} cannot tell two positions apart in which it may do different things ({} and {} actions)",
                    found.actions.len(),
                    legals[frame].len()
                )));
            }
            if self.sights[set as usize] != sight {
                return Err(Refusal::Inconsistent(format!(
                    "seat {seat} has the same key after different sights, {} decisions into the game: its key has to tell \
                     apart all that it has seen",
                    item.path.len()
                )));
            }
            return Ok(Some((set, std::mem::take(&mut maps[frame]))));
        }
        self.check_unseen(seat, item, frame, keys[frame])?;
        let set = self.tree.sets.len() as u32;
        if let Some(first) = self.first_with.insert(keys[frame], set)
            && self.forgets_sights(self.tree.sets[first as usize].parent, parent)
        {
            return Err(Refusal::ImperfectRecall { seat, information_sets: set as usize });
        }
        self.by_key.insert((keys[frame], parent), set);
        self.sights.push(sight);
        let in_order = |member: usize| -> Vec<Action> {
            let mut actions = legals[member].clone();
            for (place, other) in maps[member].iter().enumerate() {
                actions[maps[frame][place]] = legals[member][*other];
            }
            actions
        };
        let mut aliases: Vec<(u64, Vec<Action>)> = Vec::new();
        for (member, key) in keys.iter().enumerate() {
            if !aliases.iter().any(|(known, _)| known == key) {
                aliases.push((*key, in_order(member)));
            }
        }
        self.set_bytes += 160.0 + item.order.len() as f64 + item.path.len() as f64 * 4.0 + aliases.len() as f64 * 48.0;
        let actions = legals[frame].clone();
        let first = self.actions;
        self.actions += actions.len() as u32;
        self.tree.sets.push(InformationSet {
            seat,
            actions,
            first,
            parent,
            order: item.order.clone(),
            path: item.path.clone(),
            keys: aliases,
            nodes: 1,
        });
        Ok(Some((set, std::mem::take(&mut maps[frame]))))
    }

    /// Numbers sets and actions by seat.
    fn finish(self) -> Tree {
        let mut tree = self.tree;
        let mut order: Vec<u32> = (0..tree.sets.len() as u32).collect();
        order.sort_by_key(|set| tree.sets[*set as usize].seat);
        let mut new_set = vec![0u32; order.len()];
        let mut new_action = vec![0u32; self.actions as usize];
        let mut next = 0;
        tree.set_start = vec![0; tree.seats + 1];
        tree.action_start = vec![0; tree.seats + 1];
        for (place, old) in order.iter().enumerate() {
            new_set[*old as usize] = place as u32;
            let set = &tree.sets[*old as usize];
            for offset in 0..set.actions.len() as u32 {
                new_action[(set.first + offset) as usize] = next;
                next += 1;
            }
            tree.set_start[set.seat as usize + 1] += 1;
            tree.action_start[set.seat as usize + 1] += set.actions.len() as u32;
        }
        for seat in 0..tree.seats {
            tree.set_start[seat + 1] += tree.set_start[seat];
            tree.action_start[seat + 1] += tree.action_start[seat];
        }
        let sequence = |seat: usize, old: u32, start: u32| match old {
            NO_SEQUENCE => start + seat as u32,
            old => new_action[old as usize] + seat as u32 + 1,
        };
        let mut sets: Vec<Option<InformationSet>> = tree.sets.into_iter().map(Some).collect();
        tree.sets = order.iter().filter_map(|old| sets[*old as usize].take()).collect();
        for set in &mut tree.sets {
            let seat = set.seat as usize;
            set.first = new_action[set.first as usize];
            set.parent = sequence(seat, set.parent, tree.action_start[seat]);
        }
        for leaf in tree.sequences.chunks_exact_mut(tree.seats) {
            for (seat, last) in leaf.iter_mut().enumerate() {
                *last = sequence(seat, *last, tree.action_start[seat]);
            }
        }
        for (owner, info) in tree.owner.iter().zip(&mut tree.info) {
            if *owner < CHANCE {
                *info = new_set[*info as usize];
            }
        }
        tree
    }
}

/// Cards of one hand in order: it does not matter in which they were dealt.
fn sort_hands(drawn: &mut [u8], hands: &[u8]) {
    let count = hands.iter().map(|hand| *hand as usize + 1).max().unwrap_or(0);
    for hand in 0..count {
        let places: Vec<usize> = (0..hands.len().min(drawn.len())).filter(|place| hands[*place] as usize == hand).collect();
        let mut held: Vec<u8> = places.iter().map(|place| drawn[*place]).collect();
        held.sort_unstable();
        for (place, kind) in places.into_iter().zip(held) {
            drawn[place] = kind;
        }
    }
}
