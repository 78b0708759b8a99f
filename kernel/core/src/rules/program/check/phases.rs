//! Checks turn structures, phases, offers and effects.

use super::Use::*;
use super::{Checked, Checker, index, pages, range};
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
        if self.steps(self.program.root, 1)?.saturating_mul(self.program.max_hands as u64) > MOST_STEPS {
            return Err("a match could go on for too long: the limits of turns and hands multiply".into());
        }
        nodes.iter().try_for_each(|node| self.node(node))
    }

    fn node(&self, node: &Node) -> Checked {
        match node {
            Node::Turns(turns) => {
                self.all(&[Int(turns.start), When(turns.when), When(turns.until)])?;
                range("limit", turns.limit as usize, 1, 10_000_000)
            }
            Node::Do(phase) => {
                self.all(&[When(phase.when), Int(phase.actor)])?;
                self.effects(&phase.effects, 0)
            }
            Node::Choice(phase) => {
                self.all(&[When(phase.when), Int(phase.actor)])?;
                range("offers", phase.offers.len(), 1, 32)?;
                phase.offers.iter().try_for_each(|offer| self.offer(offer))?;
                self.own_slots(phase)
            }
            Node::Trick(phase) => self.trick(phase),
            Node::Betting(phase) => {
                self.all(&[phase.fold, phase.check, phase.call, phase.raise].map(|slot| Slots(slot, 1)))?;
                self.all(&[When(phase.when), Int(phase.start), Maybe(phase.ante), SeatZone(phase.hands)])?;
                range("sizes", phase.sizes.len(), 0, 64)?;
                phase.blinds.iter().chain(&phase.sizes).try_for_each(|id| self.refers(Int(*id)))
            }
            Node::Auction(phase) => {
                self.all(&[When(phase.when), Int(phase.start), Maybe(phase.may_pass)])?;
                range("calls", phase.calls.len(), 1, 250)?;
                self.all(&[phase.pass, phase.double, phase.redouble].map(|slot| Slots(slot, 1)))?;
                self.refers(Slots(phase.call, phase.calls.len()))?;
                for call in &phase.calls {
                    self.all(&[Maybe(call.when), Shows(call.proof)])?;
                    if call.strain >= self.program.strains.len() as i32 || call.strain >= 16 {
                        return Err(format!("call {}: strain {} does not exist", call.name, call.strain));
                    }
                }
                Ok(())
            }
        }
    }

    /// How many phases a node so deep in others may come to at the very most.
    fn steps(&self, node: u16, depth: usize) -> Result<u64, String> {
        if depth > MAX_DEPTH {
            return Err("turn structures are nested too deeply, or in a circle".into());
        }
        let Node::Turns(turns) = &self.program.nodes[node as usize] else {
            return Ok(1);
        };
        range("children", turns.children.len(), 1, 200)?;
        let mut inside = 1u64;
        for child in &turns.children {
            let phase = &self.program.nodes[*child as usize];
            inside = inside.saturating_add(self.steps(*child, depth + matches!(phase, Node::Turns(_)) as usize)?);
            if turns.order == Order::Together {
                self.together(turns, phase)?;
            }
        }
        let times = match turns.order {
            Order::Cycle | Order::Stay => turns.limit as u64,
            Order::Sequence if turns.until.is_some() => turns.limit as u64,
            Order::Sequence => 1,
            Order::Once | Order::Together => self.program.seats as u64,
        };
        Ok(times.saturating_mul(inside))
    }

    /// What is chosen in secret is one small choice.
    fn together(&self, turns: &Turns, phase: &Node) -> Checked {
        let (1, Node::Choice(choice)) = (turns.children.len(), phase) else {
            return Err("choosing together is one choice phase".into());
        };
        let of_sets = |offer: &Offer| offer.picks.iter().any(|pick| is_of_sets(&pick.kind));
        if choice.offers.iter().any(|offer| offer.picks.len() > 3 || of_sets(offer)) {
            return Err("a secret choice has at most three picks, none of them of sets".into());
        }
        Ok(())
    }

    fn offer(&self, offer: &Offer) -> Checked {
        if offer.picks.is_empty() {
            self.refers(Slots(offer.slot, 1))?;
        }
        self.all(&[Maybe(offer.when), Maybe(offer.accept), Shows(offer.proof), Shows(offer.absent)])?;
        offer.further.iter().try_for_each(|proof| self.refers(Shows(Some(*proof))))?;
        range("picks", offer.picks.len(), 0, MAX_PICKS)?;
        for pick in &offer.picks {
            self.refers(Shows(pick.proof))?;
            self.pick(&pick.kind)?;
            let (values, commit) = self.listed(&pick.kind);
            self.refers(Slots(pick.slot, values))?;
            commit.map_or(Ok(()), |commit| self.refers(Slots(commit, 1)))?;
        }
        self.effects(&offer.effects, 0)
    }

    fn pick(&self, kind: &PickKind) -> Checked {
        match *kind {
            PickKind::Card { cards, ref duties, zone, .. } => {
                self.all(&[Cards(cards), Maybe(zone)])?;
                self.duties(duties)
            }
            PickKind::Cards { cards, low, high, total, .. } => {
                self.all(&[Cards(cards), Int(low), Int(high)])?;
                total.map_or(Ok(()), |(attribute, target)| self.all(&[Attribute(attribute), Int(target)]))
            }
            PickKind::Instance { cards, group } => self.all(&[Cards(cards), Group(group)]),
            PickKind::Sets { cards, family, to, low, high, .. } => {
                index("sets", family as usize, self.program.sets.len())?;
                self.all(&[Cards(cards), Int(to), Int(low), Int(high)])
            }
            PickKind::Value { count, when } => {
                range("values", count as usize, 1, 128)?;
                self.refers(Maybe(when))
            }
        }
    }

    /// How many values a checked pick may have besides single cards and numbers, and the slot that commits it.
    fn listed(&self, kind: &PickKind) -> (usize, Option<u16>) {
        match kind {
            PickKind::Card { .. } | PickKind::Value { .. } => (1, None),
            PickKind::Cards { commit, .. } => (1, Some(*commit)),
            PickKind::Instance { group, .. } => (self.program.groups[*group as usize].count as usize, None),
            PickKind::Sets { family, commit, .. } => (self.program.sets[*family as usize].layings.len(), *commit),
        }
    }

    /// Every offer without picks, and every pick, has slots of its own: an action says by its slot what it is.
    fn own_slots(&self, phase: &ChoicePhase) -> Checked {
        let mut slots: Vec<u16> = Vec::new();
        for offer in &phase.offers {
            if offer.picks.is_empty() {
                slots.push(offer.slot);
            }
            for pick in &offer.picks {
                let (values, commit) = self.listed(&pick.kind);
                slots.extend((pick.slot..pick.slot + pages(values) as u16).chain(commit));
            }
        }
        slots.sort_unstable();
        match slots.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("slot {} of a choice is used twice", pair[0])),
            None => Ok(()),
        }
    }

    fn duties(&self, duties: &[Duty]) -> Checked {
        duties.iter().try_for_each(|duty| self.all(&[Cards(duty.cards), Maybe(duty.when)]))
    }

    fn trick(&self, phase: &TrickPhase) -> Checked {
        self.all(&[When(phase.when), When(phase.until), Slots(phase.slot, 1), SeatZone(phase.source)])?;
        self.all(&[phase.leader, phase.strain, phase.to].map(Int))?;
        self.all(&[phase.out, phase.dummy, phase.hold].map(Maybe))?;
        if phase.hold.is_some() {
            self.refers(Slots(phase.hold_slot, 1))?;
        }
        self.duties(&phase.duties)?;
        phase.breaks.map_or(Ok(()), |breaks| self.refers(Cards(breaks)))?;
        let source = &self.program.zones[phase.source as usize];
        if phase.forced_top && !source.ordered {
            return Err("forced top cards are played from ordered zones".into());
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
            match *effect {
                Effect::Deal { zone, count } => self.all(&[SeatZone(zone), Int(count)]),
                Effect::Move { from, to, count, until, .. } => {
                    let from = match from {
                        Source::Pick(pick) | Source::Tail(pick) => Pick(pick),
                        Source::Zone(zone) => Int(zone),
                        Source::Cards(cards) => Cards(cards),
                    };
                    self.all(&[from, Int(to), Maybe(count), Maybe(until)])
                }
                Effect::Lay { pick, ref kind } if is_of_sets(kind) => {
                    self.refers(Pick(pick))?;
                    self.pick(kind)
                }
                Effect::Lay { .. } => Err("only sets are laid".into()),
                Effect::Sweep { zone, group, to, refill } => self.all(&[Int(zone), Group(group), Int(to), Maybe(refill)]),
                Effect::Show { cards, to } => self.all(&[Cards(cards), Maybe(to)]),
                Effect::Set { base, len, index, value } => self.all(&[Writes(base, len), Maybe(index), Int(value)]),
                Effect::Score { to: Scored::Seat(to) | Scored::Team(to), points } => self.all(&[Int(to), Int(points)]),
                Effect::Pay { from, to, amount } => {
                    let payer = |purse: Purse| if let Purse::Seat(seat) = purse { Some(seat) } else { None };
                    self.all(&[Maybe(payer(from)), Maybe(payer(to)), Int(amount)])
                }
                Effect::Skip { count: number } | Effect::Shuffle { zone: number } => self.refers(Int(number)),
                Effect::TurnTo { seat } | Effect::Out { seat, .. } => self.refers(Int(seat)),
                Effect::If { when, ref then, ref otherwise } => {
                    self.refers(When(Some(when)))?;
                    self.effects(then, depth + 1)?;
                    self.effects(otherwise, depth + 1)
                }
                Effect::Each { local, domain, ref effects } => {
                    self.all(&[Local(local), Over(domain)])?;
                    self.effects(effects, depth + 1)
                }
                Effect::Mark(_) | Effect::Reverse | Effect::Again | Effect::EndTurn | Effect::EndHand | Effect::EndMatch => {
                    Ok(())
                }
            }?;
        }
        Ok(())
    }
}

fn is_of_sets(kind: &PickKind) -> bool {
    matches!(kind, PickKind::Sets { .. })
}
