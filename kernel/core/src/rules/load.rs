//! Checks a program once, and works out what the interpreter wants at hand. After this nothing can be out of range.

use std::collections::HashMap;
use std::sync::Arc;

use super::acts::{Acts, acts_of};
use super::auction::AuctionFacts;
use super::check;
use super::credits::Credit;
use super::eval::CARD_LOCAL;
use super::features::FeatureTables;
use super::looks::Look;
use super::offers::ChoiceFacts;
use super::packing::PackIndex;
use super::patterns::Totals;
use super::plain::TrickFacts;
use super::program::at::Families;
use super::program::*;
use super::rounds::Resets;
use super::routes::Routes;
use super::scoring::{Side, sides_of};
use super::seat_sizes::SeatSizes;
use super::settlement::{BySeat, Settlement};
use super::state::State;
use super::tree::{Int, Set, Tree, parse};
use super::ways::Way;
use crate::chance::mix;
use crate::game::{Observers, SPECTATOR_BIT};
use crate::knowledge::{Places, Spot};
use crate::mask::Mask;

/// One zone instance.
#[derive(Debug, Clone, Copy)]
pub struct ZoneInfo {
    pub family: u8,
    pub role: Role,
    /// Seat or team that owns it, NONE for the table.
    pub owner: i32,
    pub owned_by: Owner,
    /// Only its top card lies open.
    pub only_top: bool,
}

/// A checked program with what is derived from it.
pub struct Rules {
    pub program: Program,
    pub places: Places,
    pub zones: Vec<ZoneInfo>,
    /// Number of zone instances.
    pub instances: usize,
    /// What comes of moving a card from one to another.
    pub routes: Routes,
    pub all: Mask,
    /// Every expression: those that give a number, and those that give a set of cards.
    pub ints: Vec<Int>,
    pub sets: Vec<Set>,
    /// Aggregates that ask for the sizes of zones alone.
    pub seat_sizes: Vec<Option<SeatSizes>>,
    /// Expressions that are no more than two tests of registers or sizes, both of which must hold.
    pub looks: Vec<Option<[Look; 2]>>,
    /// Where the registers of seats and teams are.
    pub at: Families,
    /// Every seat, as bits.
    pub seats: u16,
    /// Seats on the same side as a seat, itself included.
    pub side: [u16; MAX_SEATS],
    /// What seats bring in by themselves, where that is kept.
    pub credit: Option<Credit>,
    /// Teams in team games, otherwise seats.
    pub sides: Vec<Side>,
    pub called: Vec<Mask>,
    pub single_copies: bool,
    /// Registers that hold cards, where some look alike.
    pub card_registers: Vec<u16>,
    /// For each instance of a pattern, the first of its group that has the same types of cards, by number in the group.
    pub alike: Vec<u16>,
    /// The instances of each group, as packing looks for them.
    pub packs: Vec<PackIndex>,
    pub cards_of_type: Vec<Mask>,
    /// First hand-role instance of each seat.
    pub hand_of: [u8; MAX_SEATS],
    /// Points per card by trigger, where any rule gives some.
    pub trick_points: Option<Vec<i32>>,
    /// Cards that give whoever takes a trick some.
    pub trick_scores: Mask,
    /// The same by worth, where there are few.
    pub trick_worths: Option<Vec<(i32, Mask)>>,
    pub capture_points: Option<Vec<i32>>,
    pub play_points: Option<Vec<i32>>,
    pub hand_end_points: Option<Vec<i32>>,
    /// The scoring rules as one sheet, where they can be written so.
    pub settlement: Option<Settlement>,
    /// The same for what a match is worth to each seat.
    pub utility: Option<BySeat>,
    /// How totals of points are worked out, if hands are compared by them.
    pub totals: Option<Totals>,
    pub scores_sets: bool,
    pub wins_immediate: bool,
    /// After a sweep of a group, the most there can be of each tallied set.
    pub swept: Vec<Vec<(u16, u8)>>,
    /// What a match starts from.
    pub fresh: State,
    /// How many registers there are.
    pub registers: usize,
    /// Registers reset each hand, and to what.
    pub hand_registers: Vec<(u16, i32)>,
    /// What is known beforehand of each choice node.
    pub choices: Vec<ChoiceFacts>,
    /// How each node is played.
    pub ways: Vec<Way>,
    /// Effects of dealing, of each node that does something by itself, and of playing some cards.
    pub deal: Acts,
    pub doing: Vec<Acts>,
    pub special: Vec<(Mask, Acts)>,
    /// What starts afresh with each turn at a node: registers kept for a turn, where no structure with turns encloses it.
    pub resets: Vec<Resets>,
    /// Hands are played until somebody has won: that there are no more of them is a limit, not the length of the match.
    pub plays_on: bool,
    /// Nodes in which all choose in secret before anything happens.
    pub together: Vec<bool>,
    /// Whether playing a card has consequences of its own: points or effects.
    pub plays_matter: bool,
    /// Each attribute as counts of cards and what each counts, where that takes few.
    pub worths: Vec<Option<Vec<(i32, Mask)>>>,
    /// Expressions that are the same for each of some cards being moved.
    pub same_for_cards: Vec<bool>,
    /// Expressions that moving cards does not change, either.
    pub steady: Vec<bool>,
    /// Expressions that do not depend on who acts.
    pub same_for_seats: Vec<bool>,
    /// What is known beforehand of each trick node, and of each auction.
    pub tricks: Vec<Arc<TrickFacts>>,
    pub auctions: Vec<AuctionFacts>,
    /// What the features of actions are worked out from.
    pub features: FeatureTables,
}

impl Rules {
    /// An attribute of a card.
    #[inline]
    pub fn attribute(&self, attribute: u8, card: u8) -> i32 {
        self.program.deck.attributes[attribute as usize][card as usize]
    }
}

/// How a program is played: as fast as what is worked out here allows, or step by step as it says. Both are the same
/// game, which only a test can show: it plays both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ways {
    Short,
    Long,
}

/// Parses and checks a program.
pub fn load(json: &[u8], ways: Ways) -> Result<Rules, String> {
    let program: Program = serde_json::from_slice(json).map_err(|error| format!("program: {error}"))?;
    build(program, ways)
}

fn build(program: Program, ways: Ways) -> Result<Rules, String> {
    let at = Families::find(&program)?;
    check::check(&program)?;
    let seats = program.seats as usize;
    let mut side = [0; MAX_SEATS];
    for (seat, mates) in side.iter_mut().enumerate().take(seats) {
        let team = program.team_of[seat];
        let same = |other: usize| other == seat || team >= 0 && program.team_of[other] == team;
        *mates = (0..seats).filter(|other| same(*other)).fold(0, |set, other| set | 1 << other);
    }
    let zones = zone_infos(&program);
    // Looking ahead for sets gives up after so many tries, and by shapes it needs fewer: there they are part of the game.
    let shapes = ways == Ways::Short || !program.sets.is_empty();
    let (mut ints, mut sets) = (Vec::new(), Vec::new());
    for op in &program.code {
        let (int, set) = match parse(&program, zones.len(), *op, shapes) {
            Tree::Int(int) => (int, Set::Const(Mask::EMPTY)),
            Tree::Set(set) => (Int::Const(0), set),
        };
        ints.push(int);
        sets.push(set);
    }
    let cards = program.deck.type_of.len();
    let mut cards_of_type = vec![Mask::EMPTY; program.deck.types.len()];
    for (card, kind) in program.deck.type_of.iter().enumerate() {
        cards_of_type[*kind as usize].insert(card as u8);
    }
    let mut hand_of = [0; MAX_SEATS];
    for (instance, zone) in zones.iter().enumerate().rev() {
        if zone.role == Role::Hand && zone.owned_by == Owner::Seat {
            hand_of[zone.owner as usize] = instance as u8;
        }
    }
    let points = |trigger: Trigger| {
        let rules: Vec<_> = program.card_scoring.iter().filter(|rule| rule.trigger == trigger).collect();
        let worth = |card: usize| rules.iter().filter(|rule| rule.cards.has(card as u8)).map(|rule| rule.points).sum();
        (!rules.is_empty()).then(|| (0..cards).map(worth).collect::<Vec<i32>>())
    };
    let everyone: Observers = SPECTATOR_BIT | ((1 << seats) - 1);
    let kind = |card: usize| program.deck.type_of.get(card).copied().unwrap_or(0);
    let mut places = Places {
        seats: program.seats,
        spots: Vec::new(),
        cards,
        type_of: std::array::from_fn(kind),
        faces: std::array::from_fn(|card| mix(0x100 + kind(card) as u64)),
        tallies: program.tallies.clone().into(),
        everyone,
        has_copies: cards > program.deck.types.len(),
    };
    let mut tallied = 0;
    for zone in &zones {
        let family = &program.zones[zone.family as usize];
        let tally = (family.tallied && !program.tallies.is_empty()).then(|| {
            tallied += 1;
            ((tallied - 1) * program.tallies.len()) as u16
        });
        let viewers = viewers(&program, zone, family.seen_by, everyone);
        places.spots.push(Spot { viewers, ordered: family.ordered, tally });
    }
    if tallied * program.tallies.len() > MAX_TALLIES {
        return Err(format!("{tallied} tallied zones of {} classes: at most {MAX_TALLIES} tallies", program.tallies.len()));
    }
    let swept = program.groups.iter().map(|group| swept_bounds(&program, group)).collect();
    let each = |family: &RegisterFamily| (family.base..family.base + family.len).zip(std::iter::repeat(family.start));
    let registers = |reset: fn(Keep) -> bool| {
        program.registers.iter().filter(move |family| reset(family.keep)).flat_map(each).collect::<Vec<_>>()
    };
    let mut fresh = State::new(&[0; 32]);
    for (register, start) in registers(|_| true) {
        fresh.set(register, start);
    }
    let together = |node: &Node| matches!(node, Node::Turns(turns) if turns.order == Order::Together);
    let expressions = || (0..program.code.len()).map(|id| id as ExprId);
    let same_for_cards = expressions().map(|id| program.ops_of(id).all(|op| is_same_for_cards(&program, &at, op))).collect();
    let steady = expressions().map(|id| program.ops_of(id).all(is_steady)).collect();
    let same_for_seats = expressions().map(|id| !reads(&program, id, &Op::Reg(at::ACTOR), 0)).collect();
    let mut rules = Rules {
        worths: program.deck.attributes.iter().map(|values| few_worths(values)).collect(),
        same_for_cards,
        steady,
        same_for_seats,
        tricks: Vec::new(),
        auctions: Vec::new(),
        credit: Credit::of(&program, &zones),
        features: FeatureTables::of(&program, &zones),
        sides: sides_of(&program, &zones),
        instances: zones.len(),
        routes: Routes::new(&zones, &places),
        all: Mask::first(cards),
        ints,
        sets,
        seat_sizes: Vec::new(),
        looks: Vec::new(),
        at,
        seats: ((1u32 << seats) - 1) as u16,
        side,
        called: program.strains.iter().map(|strain| strain.called).collect(),
        single_copies: cards == program.deck.types.len(),
        card_registers: card_registers(&program, cards == program.deck.types.len()),
        alike: alike_instances(&program),
        packs: program.groups.iter().map(|group| PackIndex::new(instances_of(&program, group))).collect(),
        cards_of_type,
        hand_of,
        trick_worths: points(Trigger::TrickWin).and_then(|points| few_worths(&points)),
        trick_scores: cards_with(&points(Trigger::TrickWin).unwrap_or_default(), &|points| points != 0),
        trick_points: points(Trigger::TrickWin),
        capture_points: points(Trigger::Capture),
        play_points: points(Trigger::Play),
        hand_end_points: points(Trigger::HandEnd),
        settlement: Settlement::of(&program, &at, &side, zones.len()),
        utility: match program.utility {
            Utility::Expression(expression) => BySeat::of(&program, &at, &side, zones.len(), expression),
            _ => None,
        },
        totals: program.evaluation.as_ref().filter(|by| by.method == EvaluationMethod::PointTotal).map(Totals::of),
        scores_sets: program.card_scoring.iter().any(|rule| rule.trigger == Trigger::SetComplete),
        wins_immediate: program.wins.iter().any(|win| win.trigger != TriggerMode::ThresholdGate),
        swept,
        fresh,
        registers: program.registers.iter().map(|family| (family.base + family.len) as usize).max().unwrap_or(0),
        hand_registers: registers(|keep| keep != Keep::Match),
        choices: Vec::new(),
        ways: Vec::new(),
        special: Vec::new(),
        deal: Acts::default(),
        doing: Vec::new(),
        resets: resets(&program, &registers(|keep| keep == Keep::Turn)),
        plays_on: program.max_hands > 1 && program.wins.iter().any(Win::is_waited_for),
        together: program.nodes.iter().map(together).collect(),
        plays_matter: points(Trigger::Play).is_some() || !program.special.is_empty(),
        places,
        zones,
        program,
    };
    if ways == Ways::Short {
        tabulate(&mut rules);
        rules.seat_sizes = rules.program.aggregates.iter().map(|aggregate| SeatSizes::find(&rules, aggregate)).collect();
        rules.looks = rules.ints.iter().map(|int| Look::find_both(int, rules.instances)).collect();
    }
    rules.choices = rules.program.nodes.iter().map(|node| ChoiceFacts::of(&rules, node)).collect();
    rules.special = rules.program.special.iter().map(|special| (special.cards, acts_of(&rules, &special.effects, &[]))).collect();
    rules.deal = acts_of(&rules, &rules.program.deal, &[]);
    let doing = |node: &Node| if let Node::Do(phase) = node { acts_of(&rules, &phase.effects, &[]) } else { Acts::default() };
    rules.doing = rules.program.nodes.iter().map(doing).collect();
    rules.auctions = rules.program.nodes.iter().map(|node| AuctionFacts::of(&rules, node)).collect();
    rules.tricks = rules.program.nodes.iter().map(|node| TrickFacts::of(&rules, node).into()).collect();
    if ways == Ways::Long {
        rules.drop_short_ways();
    }
    let way = |node: usize| if ways == Ways::Long { Way::Steps } else { Way::find(&rules, node) };
    rules.ways = (0..rules.program.nodes.len()).map(way).collect();
    Ok(rules)
}

impl Rules {
    /// What the cards of a trick are worth to whoever takes it.
    #[inline]
    pub fn points_of(&self, cards: Mask) -> i32 {
        match (&self.trick_worths, &self.trick_points) {
            (Some(worths), _) => worths.iter().map(|(worth, of)| worth * cards.and(*of).len() as i32).sum(),
            (None, Some(points)) => cards.into_iter().map(|card| points[card as usize]).sum(),
            (None, None) => 0,
        }
    }
}

/// Tables in the place of what they can hold.
fn tabulate(rules: &mut Rules) {
    let mut state = State::new(&[0; 32]);
    let (mut ints, mut sets) = (rules.ints.clone(), rules.sets.clone());
    ints.iter_mut().for_each(|int| int.tabulate(rules, &mut state));
    sets.iter_mut().for_each(|set| set.tabulate(rules, &mut state));
    (rules.ints, rules.sets) = (ints, sets);
}

/// Sets of cards and what each of their cards counts, so that sums are counts: by worth or, if that takes fewer, by the
/// binary digits of the worths. None if it would take many, or if a sum of them could be too large.
fn few_worths(values: &[i32]) -> Option<Vec<(i32, Mask)>> {
    const FEW: usize = 6;
    let cards_with = |wanted: &dyn Fn(i32) -> bool| cards_with(values, wanted);
    let mut worths: Vec<i32> = values.iter().copied().filter(|value| *value != 0).collect();
    worths.sort_unstable();
    worths.dedup();
    if worths.iter().any(|worth| worth.unsigned_abs() >= 1_000_000) {
        return None;
    }
    // As two's complement: the digits below the sign, and the sign.
    let largest = worths.iter().map(|worth| if *worth < 0 { !worth } else { *worth }).max().unwrap_or(0);
    let digits = i32::BITS - largest.leading_zeros();
    if worths.len() <= FEW.min(digits as usize) {
        return Some(worths.iter().map(|worth| (*worth, cards_with(&|value| value == *worth))).collect());
    }
    let mut sets: Vec<(i32, Mask)> =
        (0..digits).map(|digit| (1 << digit, cards_with(&|value| value >> digit & 1 == 1))).collect();
    sets.push((-(1 << digits), cards_with(&|value| value < 0)));
    sets.retain(|(_, cards)| !cards.is_empty());
    (sets.len() <= FEW).then_some(sets)
}

/// Cards whose value is such.
fn cards_with(values: &[i32], wanted: &dyn Fn(i32) -> bool) -> Mask {
    let cards = values.iter().enumerate().filter(|(_, value)| wanted(**value));
    cards.fold(Mask::EMPTY, |all, (card, _)| all.or(Mask::of(card as u8)))
}

/// Whether an operation gives the same for each of some cards that are moved one after the other: it reads neither the
/// card nor where cards are, nor what moving them counts or scores.
fn is_same_for_cards(program: &Program, at: &Families, op: &Op) -> bool {
    let (seats, teams) = (program.seats as u16, program.teams.max(1) as u16);
    let scores = [(at.score, seats), (at.hand_score, seats), (at.team_score, teams), (at.team_hand_score, teams)];
    let counts = [(at::DRAWN, 1), (at::TAKEN, 1)];
    let apart =
        |base: u16, len: u16| scores.iter().chain(&counts).all(|(other, count)| base + len <= *other || other + count <= base);
    match op {
        Op::Local(local) => *local as usize != CARD_LOCAL,
        Op::Reg(register) => apart(*register, 1),
        Op::RegAt(base, len, _) => apart(*base, *len),
        Op::Const(_) | Op::Pick(_) | Op::Table(..) | Op::Attr(..) | Op::Left(_) | Op::Right(_) | Op::Select(..) => true,
        Op::Add(..) | Op::Sub(..) | Op::Mul(..) | Op::Div(..) | Op::Mod(..) | Op::Neg(_) | Op::Min(..) | Op::Max(..) => true,
        Op::Eq(..) | Op::Ne(..) | Op::Lt(..) | Op::Le(..) | Op::Gt(..) | Op::Ge(..) => true,
        Op::And(..) | Op::Or(..) | Op::Not(_) | Op::If(..) => true,
        _ => false,
    }
}

/// Whether an operation gives the same before and after a card is moved.
fn is_steady(op: &Op) -> bool {
    match op {
        Op::Const(_) | Op::Add(..) | Op::Left(_) | Op::Right(_) => true,
        Op::Local(local) => *local as usize != CARD_LOCAL,
        Op::Reg(register) => [at::ACTOR, at::TURN, at::OUTER, at::DEALER, at::WINNER].contains(register),
        _ => false,
    }
}

/// Whether an expression reads something, itself or in its aggregates. Opponents are the actor's.
pub fn reads(program: &Program, id: ExprId, what: &Op, depth: usize) -> bool {
    program.ops_of(id).any(|op| {
        let Op::Aggregate(n) = op else {
            return op == what;
        };
        let aggregate = &program.aggregates[*n as usize];
        let domain = match aggregate.domain {
            Domain::Opponents => return true,
            Domain::Members(id) | Domain::Cards(id) | Domain::Piles(id, _) => Some(id),
            _ => None,
        };
        depth > 4 || [aggregate.when, aggregate.body, domain].into_iter().flatten().any(|id| reads(program, id, what, depth + 1))
    })
}

/// Registers kept for a turn start afresh in structures that have turns and that no other such structure encloses.
fn resets(program: &Program, kept: &[(u16, i32)]) -> Vec<Resets> {
    let in_fours = kept.chunks(4).map(|four| std::array::from_fn(|index| four[index.min(four.len() - 1)]));
    let all: Resets = in_fours.collect();
    let mut resets = vec![Resets::default(); program.nodes.len()];
    let mut seen = vec![false; program.nodes.len()];
    let mut next = vec![program.root];
    while let Some(node) = next.pop() {
        if let Node::Turns(turns) = &program.nodes[node as usize]
            && !std::mem::replace(&mut seen[node as usize], true)
        {
            match turns.order {
                Order::Sequence => next.extend(&turns.children),
                _ => resets[node as usize] = all.clone(),
            }
        }
    }
    resets
}

fn zone_infos(program: &Program) -> Vec<ZoneInfo> {
    let mut zones = Vec::new();
    for (index, family) in program.zones.iter().enumerate() {
        let owners = match family.owner {
            Owner::Table => 1,
            Owner::Seat => program.seats,
            Owner::Team => program.teams,
        };
        for owner in 0..owners {
            for _ in 0..family.piles {
                let owner = if family.owner == Owner::Table { NONE } else { owner as i32 };
                zones.push(ZoneInfo {
                    family: index as u8,
                    role: family.role,
                    owner,
                    owned_by: family.owner,
                    only_top: family.seen_by == SeenBy::Top,
                });
            }
        }
    }
    zones
}

/// Who sees a card that arrives in a zone.
pub fn viewers(program: &Program, zone: &ZoneInfo, seen_by: SeenBy, everyone: Observers) -> Observers {
    let team = match (seen_by, zone.owned_by) {
        (SeenBy::All | SeenBy::Top, _) => return everyone,
        (SeenBy::None, _) | (_, Owner::Table) => return 0,
        (SeenBy::Owner, Owner::Seat) => return 1 << zone.owner,
        (SeenBy::Team, Owner::Seat) => match program.team_of[zone.owner as usize] {
            NONE => return 1 << zone.owner,
            team => team,
        },
        (_, Owner::Team) => zone.owner,
    };
    let members = (0..program.seats).filter(|seat| program.team_of[*seat as usize] == team);
    members.fold(0, |set, seat| set | 1 << seat)
}

fn instances_of<'a>(program: &'a Program, group: &Group) -> &'a [Instance] {
    &program.instances[group.first as usize..][..group.count as usize]
}

/// Registers whose cards are told by their faces: none where no two cards look alike.
fn card_registers(program: &Program, single_copies: bool) -> Vec<u16> {
    let families = program.registers.iter().filter(|family| family.cards && !single_copies);
    families.flat_map(|family| family.base..family.base + family.len).collect()
}

fn alike_instances(program: &Program) -> Vec<u16> {
    let mut alike = vec![0; program.instances.len()];
    for group in &program.groups {
        let mut first: HashMap<Vec<u8>, u16> = HashMap::new();
        for index in 0..group.count {
            let at = (group.first + index) as usize;
            let mut types: Vec<u8> =
                program.instances[at].cards.into_iter().map(|card| program.deck.type_of[card as usize]).collect();
            types.sort_unstable();
            alike[at] = *first.entry(types).or_insert(index);
        }
    }
    alike
}

/// If every so-many cards of a tallied set make an instance, fewer are left once all instances have been swept.
fn swept_bounds(program: &Program, group: &Group) -> Vec<(u16, u8)> {
    let instances = &program.instances[group.first as usize..][..group.count as usize];
    let mut bounds = Vec::new();
    for (k, class) in program.tallies.iter().enumerate() {
        let inside: Vec<u32> =
            instances.iter().filter(|instance| instance.cards.within(*class)).map(|instance| instance.cards.len()).collect();
        let Some(smallest) = inside.iter().copied().min() else {
            continue;
        };
        let count = inside.iter().filter(|size| **size == smallest).count() as u64;
        if count == binomial(class.len() as u64, smallest as u64) {
            bounds.push((k as u16, smallest as u8 - 1));
        }
    }
    bounds
}

fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_by_counts_are_the_sums() {
        for values in
            [vec![10, -3, 7, 0, 7], vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10], vec![-8, -7, -1, 6, 5, 4, 3, 2], vec![0]]
        {
            let counts = few_worths(&values).expect("few digits");
            for bits in 0..1u128 << values.len() {
                let cards = Mask::from_bits(bits);
                let sum: i32 = cards.into_iter().map(|card| values[card as usize]).sum();
                assert_eq!(counts.iter().map(|(each, of)| each * cards.and(*of).len() as i32).sum::<i32>(), sum);
            }
        }
        assert!(few_worths(&[1, 20, 300, 4_000, 50_000, 600_000, 7, 8]).is_none());
        assert!(few_worths(&[i32::MIN, 1]).is_none());
    }
}
