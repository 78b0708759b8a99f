//! What is played: turn structures, phases, offers, effects.

use super::{Checked, Checker, index, range};
use crate::rules::program::*;

/// Phases of a match at the very most; the compiler allows fewer.
const MOST_STEPS: u64 = 10_000_000_000;

impl Checker<'_> {
    pub(super) fn flow(&self) -> Checked {
        let nodes = &self.program.nodes;
        index("root", self.program.root as usize, nodes.len())?;
        if !matches!(nodes[self.program.root as usize], Node::Turns(_)) {
            return Err("the root is a turn structure".into());
        }
        let mut inside = vec![false; nodes.len()];
        for child in nodes.iter().flat_map(|node| if let Node::Turns(turns) = node { &turns.children[..] } else { &[] }) {
            index("node", *child as usize, nodes.len())?;
            if std::mem::replace(&mut inside[*child as usize], true) {
                return Err(format!("node {child} is in two places"));
            }
        }
        self.nesting(self.program.root, 1)?;
        if self.steps(self.program.root).saturating_mul(self.program.max_hands as u64) > MOST_STEPS {
            return Err("a match could go on for too long: the limits of turns and hands multiply".into());
        }
        for node in nodes {
            match node {
                Node::Turns(turns) => {
                    self.int(turns.start)?;
                    self.condition(&turns.when)?;
                    self.condition(&turns.until)?;
                    range("limit", turns.limit as usize, 1, 10_000_000)?;
                }
                Node::Do(phase) => {
                    self.condition(&phase.when)?;
                    self.int(phase.actor)?;
                    self.effects(&phase.effects, 0)?;
                }
                Node::Choice(phase) => {
                    self.condition(&phase.when)?;
                    self.int(phase.actor)?;
                    range("offers", phase.offers.len(), 1, 32)?;
                    for offer in &phase.offers {
                        self.offer(offer)?;
                    }
                    self.own_slots(phase)?;
                }
                Node::Trick(phase) => self.trick(phase)?,
                Node::Betting(phase) => {
                    self.condition(&phase.when)?;
                    for slot in [phase.fold, phase.check, phase.call, phase.raise] {
                        self.slot(slot, 1)?;
                    }
                    self.int(phase.start)?;
                    self.maybe(phase.ante)?;
                    for id in phase.blinds.iter().chain(&phase.sizes) {
                        self.int(*id)?;
                    }
                    range("sizes", phase.sizes.len(), 0, 64)?;
                    index("hands", phase.hands as usize, self.program.zones.len())?;
                    if self.program.zones[phase.hands as usize].owner != Owner::Seat {
                        return Err("betting hands belong to seats".into());
                    }
                }
                Node::Auction(phase) => {
                    self.condition(&phase.when)?;
                    self.int(phase.start)?;
                    self.maybe(phase.may_pass)?;
                    range("calls", phase.calls.len(), 1, 250)?;
                    self.slot(phase.call, phase.calls.len().div_ceil(128))?;
                    for slot in [phase.pass, phase.double, phase.redouble] {
                        self.slot(slot, 1)?;
                    }
                    for call in &phase.calls {
                        self.maybe(call.when)?;
                        self.proof(&call.proof)?;
                        if call.strain >= self.program.strains.len() as i32 || call.strain >= 16 {
                            return Err(format!("call {}: strain {} does not exist", call.name, call.strain));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// How many phases a node may come to at the very most.
    fn steps(&self, node: u16) -> u64 {
        let Node::Turns(turns) = &self.program.nodes[node as usize] else {
            return 1;
        };
        let times = match turns.order {
            Order::Cycle | Order::Stay => turns.limit as u64,
            Order::Sequence if turns.until.is_some() => turns.limit as u64,
            Order::Sequence => 1,
            Order::Once | Order::Together => self.program.seats as u64,
        };
        let inside = turns.children.iter().fold(1u64, |sum, child| sum.saturating_add(self.steps(*child)));
        times.saturating_mul(inside)
    }

    fn nesting(&self, node: u16, depth: usize) -> Checked {
        if depth > MAX_DEPTH {
            return Err("turn structures are nested too deeply, or in a circle".into());
        }
        if let Node::Turns(turns) = &self.program.nodes[node as usize] {
            range("children", turns.children.len(), 1, 200)?;
            for child in &turns.children {
                index("node", *child as usize, self.program.nodes.len())?;
                let deeper = matches!(self.program.nodes[*child as usize], Node::Turns(_)) as usize;
                self.nesting(*child, depth + deeper)?;
                let secret = turns.order == Order::Together;
                if secret && (turns.children.len() != 1 || !matches!(self.program.nodes[*child as usize], Node::Choice(_))) {
                    return Err("choosing together is one choice phase".into());
                }
                if let (true, Node::Choice(choice)) = (secret, &self.program.nodes[*child as usize])
                    && choice.offers.iter().any(|offer| offer.picks.len() > 3 || offer.picks.iter().any(is_of_sets))
                {
                    return Err("a secret choice has at most three picks, none of them of sets".into());
                }
            }
        }
        Ok(())
    }

    fn offer(&self, offer: &Offer) -> Checked {
        if offer.picks.is_empty() {
            self.slot(offer.slot, 1)?;
        }
        self.maybe(offer.when)?;
        self.maybe(offer.accept)?;
        self.proof(&offer.proof)?;
        offer.further.iter().try_for_each(|proof| self.proof(&Some(*proof)))?;
        self.proof(&offer.absent)?;
        range("picks", offer.picks.len(), 0, MAX_PICKS)?;
        for pick in &offer.picks {
            self.proof(&pick.proof)?;
            match &pick.kind {
                PickKind::Card { cards, duties, zone, .. } => {
                    self.slot(pick.slot, 1)?;
                    self.cards(*cards)?;
                    self.maybe(*zone)?;
                    self.duties(duties)?;
                }
                PickKind::Cards { cards, low, high, commit, total } => {
                    self.slot(pick.slot, 1)?;
                    self.slot(*commit, 1)?;
                    self.cards(*cards)?;
                    self.int(*low)?;
                    self.int(*high)?;
                    if let Some((attribute, target)) = total {
                        index("attribute", *attribute as usize, self.program.deck.attributes.len())?;
                        self.int(*target)?;
                    }
                }
                PickKind::Instance { cards, group } => {
                    self.cards(*cards)?;
                    index("group", *group as usize, self.program.groups.len())?;
                    let count = self.program.groups[*group as usize].count as usize;
                    self.slot(pick.slot, count.div_ceil(128).max(1))?;
                }
                kind @ PickKind::Sets { .. } => {
                    self.sets(kind)?;
                    let PickKind::Sets { family, commit, .. } = kind else { continue };
                    let count = self.program.sets[*family as usize].layings.len();
                    self.slot(pick.slot, count.div_ceil(128).max(1))?;
                    if let Some(commit) = commit {
                        self.slot(*commit, 1)?;
                    }
                }
                PickKind::Value { count, when } => {
                    self.slot(pick.slot, 1)?;
                    range("values", *count as usize, 1, 128)?;
                    self.maybe(*when)?;
                }
            }
        }
        self.effects(&offer.effects, 0)
    }

    /// Every offer without picks, and every pick, has slots of its own: an action says by its slot what it is.
    fn own_slots(&self, phase: &ChoicePhase) -> Checked {
        let pages = |count: usize| count.div_ceil(128).max(1) as u16;
        let mut slots: Vec<u16> = Vec::new();
        for offer in &phase.offers {
            if offer.picks.is_empty() {
                slots.push(offer.slot);
            }
            for pick in &offer.picks {
                let (used, commit) = match &pick.kind {
                    PickKind::Card { .. } | PickKind::Value { .. } => (1, None),
                    PickKind::Cards { commit, .. } => (1, Some(*commit)),
                    PickKind::Instance { group, .. } => (pages(self.program.groups[*group as usize].count as usize), None),
                    PickKind::Sets { family, commit, .. } => (pages(self.program.sets[*family as usize].layings.len()), *commit),
                };
                slots.extend((pick.slot..pick.slot + used).chain(commit));
            }
        }
        slots.sort_unstable();
        match slots.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("slot {} of a choice is used twice", pair[0])),
            None => Ok(()),
        }
    }

    fn sets(&self, kind: &PickKind) -> Checked {
        let PickKind::Sets { cards, family, to, low, high, .. } = kind else {
            return Err("only sets are laid".into());
        };
        self.cards(*cards)?;
        index("sets", *family as usize, self.program.sets.len())?;
        self.int(*to)?;
        self.int(*low)?;
        self.int(*high)
    }

    fn duties(&self, duties: &[Duty]) -> Checked {
        for duty in duties {
            self.cards(duty.cards)?;
            self.maybe(duty.when)?;
        }
        Ok(())
    }

    fn trick(&self, phase: &TrickPhase) -> Checked {
        self.condition(&phase.when)?;
        self.condition(&phase.until)?;
        self.slot(phase.slot, 1)?;
        for id in [phase.leader, phase.strain, phase.to] {
            self.int(id)?;
        }
        self.maybe(phase.out)?;
        self.maybe(phase.dummy)?;
        if phase.hold.is_some() {
            self.maybe(phase.hold)?;
            self.slot(phase.hold_slot, 1)?;
        }
        self.duties(&phase.duties)?;
        if let Some(breaks) = phase.breaks {
            self.cards(breaks)?;
        }
        index("source", phase.source as usize, self.program.zones.len())?;
        let source = &self.program.zones[phase.source as usize];
        if source.owner != Owner::Seat || phase.forced_top && !source.ordered {
            return Err("a trick is played from zones of the seats, ordered ones if the top card is forced".into());
        }
        let trick = self.program.zones.iter().find(|zone| zone.base == phase.pile && zone.role == Role::Trick);
        if !trick.is_some_and(|zone| zone.ordered && zone.owner == Owner::Table) {
            return Err("the trick pile is an ordered zone of the table with the role trick".into());
        }
        if phase.bury > 100 || phase.limit == 0 {
            return Err("bury is at most 100, the limit of tricks at least 1".into());
        }
        Ok(())
    }

    pub(super) fn effects(&self, effects: &[Effect], depth: usize) -> Checked {
        if depth > 8 {
            return Err("effects are nested too deeply".into());
        }
        for effect in effects {
            match effect {
                Effect::Deal { zone, count } => {
                    index("zone", *zone as usize, self.program.zones.len())?;
                    if self.program.zones[*zone as usize].owner != Owner::Seat {
                        return Err("cards are dealt to zones of the seats".into());
                    }
                    self.int(*count)?;
                }
                Effect::Move { from, to, count, until, .. } => {
                    match from {
                        Source::Pick(pick) | Source::Tail(pick) => index("pick", *pick as usize, MAX_PICKS)?,
                        Source::Zone(zone) => self.int(*zone)?,
                        Source::Cards(cards) => self.cards(*cards)?,
                    }
                    self.int(*to)?;
                    self.maybe(*count)?;
                    self.maybe(*until)?;
                }
                Effect::Lay { pick, kind } => {
                    index("pick", *pick as usize, MAX_PICKS)?;
                    self.sets(kind)?;
                }
                Effect::Sweep { zone, group, to, refill } => {
                    self.int(*zone)?;
                    index("group", *group as usize, self.program.groups.len())?;
                    self.int(*to)?;
                    self.maybe(*refill)?;
                }
                Effect::Show { cards, to } => {
                    self.cards(*cards)?;
                    self.maybe(*to)?;
                }
                Effect::Shuffle { zone } => self.int(*zone)?,
                Effect::Set { base, len, index: at, value } => {
                    self.writable(*base, *len)?;
                    self.maybe(*at)?;
                    self.int(*value)?;
                }
                Effect::Score { to: Scored::Seat(to) | Scored::Team(to), points } => {
                    self.int(*to)?;
                    self.int(*points)?;
                }
                Effect::Pay { from, to, amount } => {
                    for purse in [from, to] {
                        if let Purse::Seat(seat) = purse {
                            self.int(*seat)?;
                        }
                    }
                    self.int(*amount)?;
                }
                Effect::Skip { count } => self.int(*count)?,
                Effect::TurnTo { seat } | Effect::Out { seat, .. } => self.int(*seat)?,
                Effect::If { when, then, otherwise } => {
                    self.condition(&Some(*when))?;
                    self.effects(then, depth + 1)?;
                    self.effects(otherwise, depth + 1)?;
                }
                Effect::Each { local, domain, effects } => {
                    index("local", *local as usize, MAX_LOCALS)?;
                    self.domain(*domain)?;
                    self.effects(effects, depth + 1)?;
                }
                Effect::Mark(_) | Effect::Reverse | Effect::Again | Effect::EndTurn | Effect::EndHand | Effect::EndMatch => {}
            }
        }
        Ok(())
    }
}

fn is_of_sets(pick: &Pick) -> bool {
    matches!(pick.kind, PickKind::Sets { .. })
}
