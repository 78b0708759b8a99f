//! What else could be true: dealing the cards a seat cannot place into the gaps it sees.
//!
//! Reads sizes, faces the seat knows, public inference (`may`, `least`, `most`), which cards may be those that the seat has lost
//! track of (`traces`: where such slots lie, not what they are) and what others are seen to know
//! ([`Layout::seen_to_know`] and `counts`, read once and before anything changes); never which unknown card lies where, nor what
//! others truly know. Cards are placed scarcest first and repaired by augmenting paths, which always succeeds because the truth
//! satisfies the same bounds; tallies are then met by random exchanges, bounded in number, and where those do not get
//! on, by cards going round between several zones.

use crate::chance::Rng;
use crate::game::{Observers, SPECTATOR_BIT};
use crate::knowledge::{Layout, MAX_CARDS, MAX_ZONES, NO_CARD, Places};
use crate::mask::Mask;

/// Exchanges tried to meet the tallies before giving up, and to even out the greedy filling afterwards.
const REPAIRS: u32 = 4_000;
const STIRS: u32 = 20;
/// Exchanges after which cards go round, if a tally is still missed.
const PATIENCE: u32 = 200;

struct Gap {
    zone: u8,
    /// As bits, of which groups of lost cards these are slots.
    slots: u8,
    /// The first gap of the zone.
    first: u8,
    capacity: u8,
    cards: Vec<u8>,
    /// Cards known to lie there, for counting.
    known: Mask,
    may: Mask,
}

/// What a seat can tell of what others know.
struct Others {
    /// Who can place each card.
    seen: [Observers; MAX_CARDS],
    /// Cards of which it can tell who else can place them: that it can place itself, or that lie unseen where it looks.
    aware: Mask,
    /// Cards unseen where it looks, before others take their places.
    unseen: Mask,
}

struct Filling<'a> {
    places: &'a Places,
    layout: &'a Layout,
    gaps: Vec<Gap>,
    /// Which gaps a card may go to, as bits.
    allowed: [u64; MAX_CARDS],
    gap_of: [u8; MAX_CARDS],
}

/// Replaces everything `seat` cannot place by something that looks the same to it. Returns `false` if some tally
/// could not be met within the effort allowed.
pub fn resample(layout: &mut Layout, places: &Places, seat: u8, rng: &mut Rng) -> bool {
    let bit = 1u32 << seat;
    let count = places.cards;
    let mut unknown = Mask::EMPTY;
    for card in 0..count {
        if layout.knows[card] & bit == 0 {
            unknown.insert(card as u8);
        }
    }
    let mut others = Others { seen: [0; MAX_CARDS], aware: Mask::EMPTY, unseen: Mask::EMPTY };
    for card in 0..count as u8 {
        others.seen[card as usize] = layout.seen_to_know(places, card, seat);
        let looks = places.spots[layout.zone_of[card as usize] as usize].viewers & bit != 0;
        if (looks || !unknown.has(card)) && layout.is_aware(places, card, seat) {
            let set = if unknown.has(card) { &mut others.unseen } else { &mut others.aware };
            set.insert(card);
        }
    }
    let mut filling = Filling { places, layout, gaps: Vec::new(), allowed: [0; MAX_CARDS], gap_of: [0; MAX_CARDS] };
    let mut lost: Vec<(Mask, Mask)> = layout.traces.of(seat).filter(|(cards, _)| !cards.and(unknown).is_empty()).collect();
    if !filling.make_gaps(unknown, &lost) {
        lost.clear();
        filling.make_gaps(unknown, &lost);
    }
    let mut cards: Vec<u8> = unknown.into_iter().collect();
    let everywhere = if filling.gaps.len() == 64 { u64::MAX } else { (1 << filling.gaps.len()) - 1 };
    for card in &cards {
        let mut bits = 0;
        for (index, gap) in filling.gaps.iter().enumerate() {
            bits |= (gap.may.has(*card) as u64) << index;
        }
        filling.allowed[*card as usize] = bits;
    }
    for (group, (cards, _)) in lost.iter().enumerate() {
        let gaps = (0..).zip(&filling.gaps);
        let gaps = gaps.fold(0, |gaps, (index, gap): (u32, _)| gaps | ((gap.slots >> group & 1) as u64) << index);
        cards.and(unknown).into_iter().for_each(|card| filling.allowed[card as usize] &= gaps);
    }
    let free = cards.iter().all(|card| filling.allowed[*card as usize] == everywhere);
    // Of cards that look alike nobody can tell which one it is that is missing, or that may lie somewhere.
    cards.sort_by_key(|card| (places.type_of[*card as usize], filling.allowed[*card as usize]));
    rng.shuffle(&mut cards);
    if free {
        filling.fill_freely(&cards);
    } else {
        cards.sort_by_key(|card| filling.allowed[*card as usize].count_ones());
        for card in &cards {
            filling.place(*card, rng);
        }
        filling.stir(&cards, rng);
    }
    let exact = filling.meet_tallies(&cards, rng);
    let gaps = std::mem::take(&mut filling.gaps);
    let looked_at = (0..).zip(&places.spots).filter(|(_, spot)| spot.viewers & bit != 0);
    let looked_at = looked_at.fold(Mask::EMPTY, |cards, (zone, _): (usize, _)| cards.or(layout.cards[zone]));
    let told_apart = looked_at.minus(layout.open(looked_at)).minus(places.alike);
    layout.loose = layout.loose.and(told_apart).minus(unknown);
    let slots = |group: usize| gaps.iter().filter(move |gap| gap.slots >> group & 1 == 1).flat_map(|gap| &gap.cards);
    let slots: Vec<Mask> =
        (0..lost.len()).map(|group| slots(group).fold(Mask::EMPTY, |all, card| all.or(Mask::of(*card)))).collect();
    let in_order = |zone: u8| layout.from_top(zone).map(|card| (card, slots_of(&lost, card))).collect();
    let firsts = (0..).zip(&gaps).filter(|(index, gap): &(u8, _)| gap.first == *index);
    let orders: Vec<Vec<(u8, u8)>> = firsts.map(|(_, gap)| in_order(gap.zone)).collect();
    for card in Mask::first(count).minus(unknown) {
        layout.knows[card as usize] = others.seen[card as usize];
        layout.aware[card as usize] = if others.aware.has(card) { others.seen[card as usize] as u16 } else { 0 };
    }
    let mut gaps = gaps.into_iter().peekable();
    for order in orders {
        let Some(first) = gaps.next() else { break };
        let zone = first.zone;
        let mut of_zone = vec![first];
        of_zone.extend(std::iter::from_fn(|| gaps.next_if(|gap| gap.zone == zone)));
        write_zone(layout, places, of_zone, &order, unknown, &mut others, bit, rng);
    }
    share_knowledge(layout, places, seat, others.aware, rng);
    let mut slots = slots.into_iter();
    layout.traces.keep(seat, |cards, _| {
        let cards = cards.and(unknown);
        (cards, if cards.is_empty() { cards } else { slots.next().unwrap_or(Mask::EMPTY) })
    });
    layout.forget_who_knew(places);
    layout.rebuild_private_keys(places, seat);
    exact
}

/// As bits, of which groups of lost cards a card is a slot.
fn slots_of(lost: &[(Mask, Mask)], card: u8) -> u8 {
    (0..).zip(lost).fold(0, |groups, (group, (_, slots)): (u32, _)| groups | (slots.has(card) as u8) << group)
}

impl Filling<'_> {
    /// The gaps of all zones: one for each, or one for the slots of each group of lost cards there. Whether they are few enough.
    fn make_gaps(&mut self, unknown: Mask, lost: &[(Mask, Mask)]) -> bool {
        self.gaps.clear();
        for zone in 0..self.places.spots.len() {
            let hidden = self.layout.cards[zone].and(unknown);
            let (known, may, first) = (self.layout.cards[zone].minus(unknown), self.layout.may[zone], self.gaps.len() as u8);
            let mut gap = |slots: u8, capacity: u8| {
                self.gaps.push(Gap {
                    zone: zone as u8,
                    slots,
                    first,
                    capacity,
                    cards: Vec::with_capacity(capacity as usize),
                    known,
                    may,
                });
            };
            if lost.is_empty() && !hidden.is_empty() {
                gap(0, hidden.len() as u8);
                continue;
            }
            let mut slots: Vec<u8> = hidden.into_iter().map(|card| slots_of(lost, card)).collect();
            slots.sort_unstable();
            slots.chunk_by(|one, other| one == other).for_each(|alike| gap(alike[0], alike.len() as u8));
        }
        self.gaps.len() <= u64::BITS as usize
    }

    /// Where the cards of the zone of a gap are counted.
    fn first(&self, gap: usize) -> usize {
        self.gaps[gap].first as usize
    }

    fn fill_freely(&mut self, cards: &[u8]) {
        let mut rest = cards.iter();
        for (index, gap) in self.gaps.iter_mut().enumerate() {
            for card in rest.by_ref().take(gap.capacity as usize) {
                gap.cards.push(*card);
                self.gap_of[*card as usize] = index as u8;
            }
        }
    }

    fn room(&self, gap: usize) -> u32 {
        self.gaps[gap].capacity as u32 - self.gaps[gap].cards.len() as u32
    }

    fn put(&mut self, card: u8, gap: usize) {
        self.gaps[gap].cards.push(card);
        self.gap_of[card as usize] = gap as u8;
    }

    /// Puts a card into an allowed gap with room, chosen in proportion to the room; makes room if there is none.
    fn place(&mut self, card: u8, rng: &mut Rng) {
        let allowed = self.allowed[card as usize];
        let total: u32 = (0..self.gaps.len()).filter(|gap| allowed >> gap & 1 == 1).map(|gap| self.room(gap)).sum();
        if total == 0 {
            return self.make_room(card);
        }
        let mut k = rng.below(total);
        for gap in (0..self.gaps.len()).filter(|gap| allowed >> gap & 1 == 1) {
            let room = self.room(gap);
            if k < room {
                return self.put(card, gap);
            }
            k -= room;
        }
    }

    /// Shortest chain of displacements that frees a place for the card.
    fn make_room(&mut self, card: u8) {
        let mut came_from: Vec<Option<(usize, u8)>> = vec![None; self.gaps.len()];
        let mut reached = self.allowed[card as usize];
        let mut queue: Vec<usize> = (0..self.gaps.len()).filter(|gap| reached >> gap & 1 == 1).collect();
        let mut at = 0;
        while at < queue.len() {
            let gap = queue[at];
            at += 1;
            if self.room(gap) > 0 {
                let mut to = gap;
                while let Some((from, moved)) = came_from[to] {
                    self.gaps[from].cards.retain(|other| *other != moved);
                    self.put(moved, to);
                    to = from;
                }
                return self.put(card, to);
            }
            for index in 0..self.gaps[gap].cards.len() {
                let moved = self.gaps[gap].cards[index];
                let new = self.allowed[moved as usize] & !reached;
                for next in (0..self.gaps.len()).filter(|next| new >> next & 1 == 1) {
                    came_from[next] = Some((gap, moved));
                    queue.push(next);
                }
                reached |= new;
            }
        }
        // Unreachable while the invariants of `knowledge` hold; any gap with room keeps the world whole.
        if let Some(gap) = (0..self.gaps.len()).find(|gap| self.room(*gap) > 0) {
            self.put(card, gap);
        }
    }

    fn may_exchange(&self, a: u8, b: u8) -> bool {
        let (gap_a, gap_b) = (self.gap_of[a as usize], self.gap_of[b as usize]);
        gap_a != gap_b && self.allowed[a as usize] >> gap_b & 1 == 1 && self.allowed[b as usize] >> gap_a & 1 == 1
    }

    fn exchange(&mut self, a: u8, b: u8) {
        let (gap_a, gap_b) = (self.gap_of[a as usize], self.gap_of[b as usize]);
        for card in &mut self.gaps[gap_a as usize].cards {
            if *card == a {
                *card = b;
            }
        }
        for card in &mut self.gaps[gap_b as usize].cards {
            if *card == b {
                *card = a;
            }
        }
        self.gap_of[a as usize] = gap_b;
        self.gap_of[b as usize] = gap_a;
    }

    fn pair(&self, cards: &[u8], rng: &mut Rng) -> (u8, u8) {
        (cards[rng.below(cards.len() as u32) as usize], cards[rng.below(cards.len() as u32) as usize])
    }

    /// Random exchanges, so that scarcest-first filling favours no world.
    fn stir(&mut self, cards: &[u8], rng: &mut Rng) {
        for _ in 0..STIRS {
            let (a, b) = self.pair(cards, rng);
            if self.may_exchange(a, b) {
                self.exchange(a, b);
            }
        }
    }

    /// By how much the tallies of a zone are missed, counted at its first gap.
    fn shortfall(&self, gap: usize) -> u32 {
        if self.first(gap) != gap {
            return 0;
        }
        let Some(tally) = self.places.spots[self.gaps[gap].zone as usize].tally else {
            return 0;
        };
        let held = self.held(gap);
        let mut missed = 0;
        for (k, class) in self.places.tallies.iter().enumerate() {
            let count = held.and(*class).len();
            let least = self.layout.least[tally as usize + k] as u32;
            let most = self.layout.most[tally as usize + k] as u32;
            missed += least.saturating_sub(count) + count.saturating_sub(most);
        }
        missed
    }

    /// An exchange that would help a gap with too few or too many cards of some tallied set.
    fn remedy(&self, cards: &[u8], rng: &mut Rng) -> Option<(u8, u8)> {
        let first = rng.below(self.gaps.len() as u32) as usize;
        let classes = self.places.tallies.len();
        let first_class = rng.below(classes as u32) as usize;
        for gap in (0..self.gaps.len()).map(|step| (first + step) % self.gaps.len()) {
            let Some(tally) = self.places.spots[self.gaps[gap].zone as usize].tally else { continue };
            if self.first(gap) != gap {
                continue;
            }
            let held = self.held(gap);
            for k in (0..classes).map(|step| (first_class + step) % classes) {
                let class = self.places.tallies[k];
                let count = held.and(class).len();
                let short = count < self.layout.least[tally as usize + k] as u32;
                if !short && count <= self.layout.most[tally as usize + k] as u32 {
                    continue;
                }
                // One of the gap's cards for one from elsewhere; the one of the class goes where it is wanted.
                let own = |card: &u8| self.first(self.gap_of[*card as usize] as usize) == gap && class.has(*card) != short;
                let other = |card: &u8| self.first(self.gap_of[*card as usize] as usize) != gap && class.has(*card) == short;
                return Some((any_of(cards, own, rng)?, any_of(cards, other, rng)?));
            }
        }
        None
    }

    /// The cards of the zone of a gap, as it is filled now.
    fn held(&self, gap: usize) -> Mask {
        let first = self.first(gap);
        let gaps = self.gaps[first..].iter().take_while(|gap| gap.first as usize == first);
        gaps.flat_map(|gap| &gap.cards).fold(self.gaps[gap].known, |held, card| held.or(Mask::of(*card)))
    }

    /// By how much more the tallies of a gap would be missed if one card went and another came; `None` if some set
    /// would be missed that is met, or missed by more.
    fn change(&self, gap: usize, held: Mask, goes: u8, comes: u8) -> Option<i32> {
        let Some(tally) = self.places.spots[self.gaps[gap].zone as usize].tally else {
            return Some(0);
        };
        let mut change = 0;
        for (k, class) in self.places.tallies.iter().enumerate() {
            if class.has(goes) == class.has(comes) {
                continue;
            }
            let least = self.layout.least[tally as usize + k] as i32;
            let most = self.layout.most[tally as usize + k] as i32;
            let missed = |count: i32| (least - count).max(0) + (count - most).max(0);
            let before = held.and(*class).len() as i32;
            let after = if class.has(comes) { before + 1 } else { before - 1 };
            if missed(after) > missed(before) {
                return None;
            }
            change += missed(after) - missed(before);
        }
        Some(change)
    }

    /// Sends cards round, each to the next gap and the last to the first, so that less is missed in the first and no
    /// more anywhere else. Where the tallied sets share no card this is an augmenting cycle of a flow, so a shortest
    /// one is found if there is any. Whether one was.
    fn go_round(&mut self, rng: &mut Rng) -> bool {
        let held: Vec<Mask> = (0..self.gaps.len()).map(|gap| self.held(gap)).collect();
        let mut missing: Vec<usize> = (0..self.gaps.len()).filter(|gap| self.shortfall(*gap) > 0).collect();
        rng.shuffle(&mut missing);
        for first in missing {
            let of_zone = self.gaps[first..].iter().take_while(|gap| gap.first as usize == first);
            let mut starts: Vec<u8> = of_zone.flat_map(|gap| &gap.cards).copied().collect();
            rng.shuffle(&mut starts);
            for start in starts {
                if let Some(round) = self.find_round(&held, first, start, rng) {
                    self.send_round(&round);
                    return true;
                }
            }
        }
        false
    }

    /// The cards of a round that begins with this card of a gap.
    fn find_round(&self, held: &[Mask], first: usize, start: u8, rng: &mut Rng) -> Option<Vec<u8>> {
        // Each step: a card, and the step that sent a card to where it lies.
        let mut steps: Vec<(u8, usize)> = vec![(start, usize::MAX)];
        let mut reached = Mask::of(start);
        let mut at = 0;
        while at < steps.len() {
            let (card, _) = steps[at];
            let turned = rng.below(self.gaps.len() as u32) as usize;
            for gap in (0..self.gaps.len()).map(|step| (turned + step) % self.gaps.len()) {
                let so_far = &steps;
                let back = |mut step: usize| {
                    std::iter::from_fn(move || {
                        let (card, from) = *so_far.get(step)?;
                        step = from;
                        Some(card)
                    })
                };
                if self.allowed[card as usize] >> gap & 1 == 0 || gap == self.gap_of[card as usize] as usize {
                    continue;
                }
                if self.first(gap) == first {
                    if gap == self.gap_of[start as usize] as usize
                        && self.change(first, held[first], start, card).is_some_and(|change| change < 0)
                    {
                        return Some(back(at).collect());
                    }
                    continue;
                }
                if back(at).any(|card| self.first(self.gap_of[card as usize] as usize) == self.first(gap)) {
                    continue;
                }
                let next = |other: &&u8| !reached.has(**other) && self.change(gap, held[gap], **other, card).is_some();
                let found: Vec<u8> = self.gaps[gap].cards.iter().filter(next).copied().collect();
                for other in found {
                    reached.insert(other);
                    steps.push((other, at));
                }
            }
            at += 1;
        }
        None
    }

    /// Moves each card to where the one before it lies, and the first to where the last does.
    fn send_round(&mut self, round: &[u8]) {
        for card in &round[1..] {
            self.exchange(round[0], *card);
        }
    }

    fn meet_tallies(&mut self, cards: &[u8], rng: &mut Rng) -> bool {
        if self.places.tallies.is_empty() || self.gaps.len() < 2 {
            return true;
        }
        let mut missed: u32 = (0..self.gaps.len()).map(|gap| self.shortfall(gap)).sum();
        let mut stirs = 0;
        for step in 1..=REPAIRS {
            if missed == 0 && stirs >= STIRS {
                return true;
            }
            if missed > 0 && step % PATIENCE == 0 {
                while missed > 0 && self.go_round(rng) {
                    missed = (0..self.gaps.len()).map(|gap| self.shortfall(gap)).sum();
                }
            }
            stirs += (missed == 0) as u32;
            let chosen = if missed == 0 || rng.below(8) == 0 { Some(self.pair(cards, rng)) } else { self.remedy(cards, rng) };
            let Some((a, b)) = chosen.filter(|(a, b)| self.may_exchange(*a, *b)) else { continue };
            let gap_a = self.first(self.gap_of[a as usize] as usize);
            let gap_b = self.first(self.gap_of[b as usize] as usize);
            let before = self.shortfall(gap_a) + self.shortfall(gap_b);
            self.exchange(a, b);
            let after = self.shortfall(gap_a) + self.shortfall(gap_b);
            // Sideways steps now and then leave plateaus.
            if after > before && !(missed > 0 && rng.below(16) == 0) {
                self.exchange(b, a);
            } else {
                missed = missed + after - before;
            }
        }
        missed == 0
    }
}

/// A random one of the cards that satisfy a condition.
fn any_of(cards: &[u8], wanted: impl Fn(&u8) -> bool, rng: &mut Rng) -> Option<u8> {
    let count = cards.iter().filter(|card| wanted(card)).count() as u32;
    let k = if count == 0 { return None } else { rng.below(count) };
    cards.iter().copied().filter(|card| wanted(card)).nth(k as usize)
}

#[allow(clippy::too_many_arguments)]
fn write_zone(
    layout: &mut Layout,
    places: &Places,
    mut gaps: Vec<Gap>,
    order: &[(u8, u8)],
    unknown: Mask,
    others: &mut Others,
    bit: u32,
    rng: &mut Rng,
) {
    let Some((number, known)) = gaps.first().map(|gap| (gap.zone, gap.known)) else { return };
    let zone = number as usize;
    let spot = places.spots[zone];
    let viewers = if spot.viewers & bit == 0 { spot.viewers & !SPECTATOR_BIT } else { 0 };
    let mut cards: Vec<u8> = gaps.iter().flat_map(|gap| &gap.cards).copied().collect();
    let held = cards.iter().fold(known, |held, card| held.or(Mask::of(*card)));
    for card in &cards {
        layout.zone_of[*card as usize] = number;
        layout.knows[*card as usize] = viewers;
        layout.aware[*card as usize] = viewers as u16;
    }
    let unseen = others.unseen.and(layout.cards[zone]);
    if !spot.ordered && !unseen.is_empty() {
        // Who knows the cards that came unseen to where the seat looks, but not which of them each knows.
        let mut seen: Vec<Observers> = unseen.into_iter().map(|card| others.seen[card as usize]).collect();
        seen.sort_unstable();
        rng.shuffle(&mut cards);
        for (card, seen) in cards.iter().zip(seen) {
            layout.knows[*card as usize] = seen;
            layout.aware[*card as usize] = (seen | bit) as u16;
            others.aware.insert(*card);
        }
    }
    if spot.ordered {
        gaps.iter_mut().for_each(|gap| rng.shuffle(&mut gap.cards));
        let mut fresh: Vec<_> = gaps.iter().map(|gap| (gap.slots, gap.cards.iter())).collect();
        let mut above = NO_CARD;
        for (old, slots) in order {
            let cards = fresh.iter_mut().find(|(of, _)| of == slots);
            let card = cards.filter(|_| unknown.has(*old)).and_then(|(_, cards)| cards.next()).copied().unwrap_or(*old);
            if unknown.has(*old) {
                // Whoever has seen the card at this place has seen the one that lies there now, and nobody else has.
                layout.knows[card as usize] = others.seen[*old as usize];
                layout.aware[card as usize] = others.seen[*old as usize] as u16;
            }
            if above == NO_CARD {
                layout.top[zone] = card;
            } else {
                layout.under[above as usize] = card;
            }
            above = card;
        }
        layout.bottom[zone] = above;
        if above != NO_CARD {
            layout.under[above as usize] = NO_CARD;
        }
    }
    layout.cards[zone] = held;
}

/// Lets other seats place as many cards of each unordered zone as all can see that they can: which of those of which the seat
/// itself cannot tell, chance decides.
fn share_knowledge(layout: &mut Layout, places: &Places, seat: u8, aware: Mask, rng: &mut Rng) {
    let counts = layout.counts;
    let by_zone = (0..places.spots.len()).flat_map(|zone| counts.iter().filter(move |count| count.zone as usize == zone));
    for count in by_zone {
        let (zone, spot) = (count.zone as usize, &places.spots[count.zone as usize]);
        let hidden = layout.cards[zone].minus(layout.open(layout.cards[zone]));
        let in_order = spot.ordered && !layout.is_muddled(places, count.zone, 1 << seat);
        if in_order || (spot.viewers | 1 << seat) >> count.seat & 1 == 1 {
            continue;
        }
        let doubtful = hidden.minus(aware);
        // Who looks there can tell of all that came one by one, also of those that are gone.
        let looks = spot.viewers >> seat & 1 == 1 && doubtful.and(places.alike).is_empty();
        let (placed, among) = if looks { (count.loose, count.loose_among) } else { (count.placed, count.among) };
        let told = hidden.and(aware).and(if looks { layout.loose } else { hidden });
        let placed_told = told.into_iter().filter(|card| layout.knows[*card as usize] >> count.seat & 1 == 1).count();
        let placed = (placed as u32).saturating_sub(placed_told as u32);
        let among = (among as u32).saturating_sub(told.len());
        let mut among = among.max(doubtful.len());
        let mut placed = placed.min(among);
        if placed == 0 {
            continue;
        }
        // In an order that does not tell which of two copies lies here.
        let mut cards: Vec<u8> = doubtful.into_iter().collect();
        cards.sort_by_key(|card| (places.type_of[*card as usize], layout.knows[*card as usize]));
        for card in cards {
            if rng.below(among) < placed {
                layout.knows[card as usize] |= 1 << count.seat;
                layout.aware[card as usize] |= 1 << count.seat;
                placed -= 1;
            }
            among -= 1;
        }
    }
}

/// Whether the true layout is among the worlds `seat` could be given: what keeps inference sound.
pub fn admits_truth(layout: &Layout, places: &Places, seat: Option<u8>) -> bool {
    let bit = seat.map_or(SPECTATOR_BIT, |seat| 1 << seat);
    let zones = places.spots.len().min(MAX_ZONES);
    (0..zones).all(|zone| {
        let hidden = layout.cards[zone].into_iter().filter(|card| layout.knows[*card as usize] & bit == 0);
        let hidden = hidden.fold(Mask::EMPTY, |set, card| set.or(Mask::of(card)));
        let tallied = places.spots[zone].tally.is_none_or(|tally| {
            places.tallies.iter().enumerate().all(|(k, class)| {
                let count = layout.cards[zone].and(*class).len();
                let (least, most) = (layout.least[tally as usize + k] as u32, layout.most[tally as usize + k] as u32);
                count >= least && count <= most
            })
        });
        let traced = seat.is_none_or(|seat| layout.traces.of(seat).all(|(lost, slots)| lost.and(hidden).within(slots)));
        hidden.within(layout.may[zone]) && tallied && traced
    })
}
