//! `Rules`: a checked program and everything derived from it at loading. After that nothing can be out of range.

use super::analyse::Dependencies;
use super::plan::Plan;
use super::plan::effects::{EffectPlans, plan_effects};
use super::plan::expressions::{Int, Set, build_trees, tabulate};
use super::plan::instances::{alike_instances, instances_of, swept_bounds};
use super::plan::recognisers::{Planning, Recogniser};
use super::plan::scoring::{ScoringPlan, UtilityPlan};
use super::plan::transfers::TransferPlans;
use super::plan::turns::{Resets, resets};
use super::program::check::check;
use super::program::registers::Families;
use super::program::*;
use super::run::credits::Credit;
use super::run::hand_evaluation::Totals;
use super::run::packing::PackIndex;
use super::run::scoring::{Side, sides_of, those};
use super::run::state::State;
use super::zones::{ZoneInfo, viewers, zone_infos, zones_by_seat};
use crate::chance::mix;
use crate::game::{Observers, SPECTATOR_BIT};
use crate::knowledge::{Places, Spot};
use crate::mask::Mask;

/// A checked program with what is derived from it.
pub struct Rules {
    pub program: Program,
    /// Which plans were looked for.
    pub planning: Planning,
    pub places: Places,
    pub zones: Vec<ZoneInfo>,
    /// Number of zone instances.
    pub instances: usize,
    /// What comes of moving a card from one to another.
    pub transfers: TransferPlans,
    pub all: Mask,
    /// Every expression: those that give a number, and those that give a set of cards.
    pub ints: Vec<Int>,
    pub sets: Vec<Set>,
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
    /// Every zone in which a seat holds cards.
    pub hands: [Vec<u8>; MAX_SEATS],
    /// Points per card by trigger, where any rule gives some.
    points: [Option<Vec<i32>>; 5],
    /// Cards that give whoever takes a trick some.
    pub trick_scores: Mask,
    /// The scoring rules as one sheet, where they can be written so.
    pub scoring_plan: Option<ScoringPlan>,
    /// The same for what a match is worth to each seat.
    pub utility_plan: Option<UtilityPlan>,
    /// How totals of points are worked out, if hands are compared by them.
    pub totals: Option<Totals>,
    pub scores_sets: bool,
    pub wins_immediate: bool,
    /// After a sweep of a group, the most there can be of each tallied set.
    pub swept: Vec<Vec<(u16, u8)>>,
    /// Seats choose cards: what they bet on before may be other cards.
    pub hands_change: bool,
    /// Others see what a seat may bet, and so can think about what it did not.
    pub bets_tell: bool,
    /// What a match starts from.
    pub fresh: State,
    /// How many registers there are.
    pub registers: usize,
    /// Registers reset each hand, and to what; and those kept for the whole match.
    pub hand_registers: Vec<(u16, i32)>,
    pub match_registers: Vec<u16>,
    /// How each node is played.
    pub plans: Vec<Plan>,
    /// Effects of dealing, and of playing some cards.
    pub deal: EffectPlans,
    pub special: Vec<(Mask, EffectPlans)>,
    /// What starts afresh with each turn at a node: registers kept for a turn, where no structure with turns encloses it.
    pub resets: Vec<Resets>,
    /// Hands are played until somebody has won: that there are no more of them is a limit, not the length of the match.
    pub plays_on: bool,
    /// Whether playing a card has consequences of its own: points or effects.
    pub plays_matter: bool,
    /// Expressions that moving cards does not change.
    pub unaffected_by_moves: Vec<bool>,
    /// What each expression reads.
    pub analysis: Dependencies,
}

impl Rules {
    pub fn uses(&self, recogniser: Recogniser) -> bool {
        self.planning.uses(recogniser)
    }

    /// Points for each card by a trigger, if any rule gives some.
    #[inline]
    pub fn points(&self, trigger: Trigger) -> Option<&[i32]> {
        self.points[trigger as usize].as_deref()
    }

    /// Whether an expression gives the same whoever acts.
    pub fn is_same_for_seats(&self, id: ExprId) -> bool {
        self.uses(Recogniser::SameForSeats) && !self.analysis.expression(id).registers.has(at::ACTOR)
    }

    /// An attribute of a card; 0 of none.
    #[inline]
    pub fn attribute_of(&self, attribute: u8, card: i32) -> i32 {
        let values = &self.program.deck.attributes[attribute as usize];
        usize::try_from(card).ok().and_then(|card| values.get(card)).copied().unwrap_or(0)
    }

    /// An attribute of a card.
    #[inline]
    pub fn attribute(&self, attribute: u8, card: u8) -> i32 {
        self.program.deck.attributes[attribute as usize][card as usize]
    }
}

/// Parses and checks a program.
pub fn load(json: &[u8], planning: Planning) -> Result<Rules, String> {
    let program: Program = serde_json::from_slice(json).map_err(|error| format!("program: {error}"))?;
    build(program, planning)
}

fn build(program: Program, planning: Planning) -> Result<Rules, String> {
    let at = Families::find(&program)?;
    check(&program)?;
    let uses = |recogniser: Recogniser| planning.uses(recogniser);
    let seats = program.seats as usize;
    let mut side = [0; MAX_SEATS];
    for (seat, mates) in (0..program.seats).zip(&mut side) {
        let team = program.team_of[seat as usize];
        *mates = those(0..program.seats, |other| other == seat || team >= 0 && program.team_of[other as usize] == team);
    }
    let zones = zone_infos(&program);
    // Looking ahead for sets gives up after so many tries, and by shapes it needs fewer: there they are part of the game.
    let shapes = uses(Recogniser::Tables) || !program.sets.is_empty();
    let (ints, sets) = build_trees(&program, shapes);
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
    let single_copies = uses(Recogniser::SingleCopies) && cards == program.deck.types.len();
    let everyone: Observers = SPECTATOR_BIT | ((1 << seats) - 1);
    let kind = |card: usize| program.deck.type_of.get(card).copied().unwrap_or(0);
    let like = |card: &u8| (0..cards).filter(|other| kind(*other) == kind(*card as usize)).count() > 1;
    let alike = Mask::first(cards).into_iter().filter(like).collect();
    let mut places = Places {
        seats: program.seats,
        spots: Vec::new(),
        cards,
        type_of: std::array::from_fn(kind),
        faces: std::array::from_fn(|card| mix(0x100 + kind(card) as u64)),
        tallies: program.tallies.clone().into(),
        everyone,
        has_copies: !single_copies,
        alike,
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
    let expressions = || (0..program.code.len()).map(|id| id as ExprId);
    let analysis = Dependencies::of(&program, zones.len());
    let unaffected_by_moves = {
        let fixed = |id| analysis.is_unaffected_by_moves(&program, &at, id);
        expressions().map(fixed).collect()
    };
    let bets_tell = program.nodes.iter().all(|node| match node {
        Node::Betting(betting) => betting.sizes.iter().all(|size| analysis.reads_no_cards(*size)),
        _ => true,
    });
    // What a game does not have is looked for all the same where absences are not recognised.
    let looks_for = !uses(Recogniser::Absences);
    let mut rules = Rules {
        planning,
        unaffected_by_moves,
        analysis,
        credit: Credit::of(&program, &zones),
        sides: sides_of(&program, &zones),
        instances: zones.len(),
        transfers: TransferPlans::new(&zones, &places),
        all: Mask::first(cards),
        ints,
        sets,
        at,
        seats: ((1u32 << seats) - 1) as u16,
        side,
        single_copies,
        card_registers: card_registers(&program, cards == program.deck.types.len()),
        alike: alike_instances(&program),
        packs: program.groups.iter().map(|group| PackIndex::new(instances_of(&program, group))).collect(),
        cards_of_type,
        hand_of,
        hands: zones_by_seat(&program, &zones, Role::Hand),
        trick_scores: points(Trigger::TrickWin)
            .map_or(Mask::EMPTY, |points| (0..).zip(points).filter(|(_, points)| *points != 0).map(|(card, _)| card).collect()),
        points: Trigger::ALL.map(points),
        scoring_plan: ScoringPlan::of(&program, &at, &side, zones.len()).filter(|_| uses(Recogniser::ScoringSheet)),
        utility_plan: match program.utility {
            Utility::Expression(expression) if uses(Recogniser::UtilitySheet) => {
                UtilityPlan::of(&program, &at, &side, zones.len(), expression)
            }
            _ => None,
        },
        totals: program.evaluation.as_ref().filter(|by| by.method == EvaluationMethod::PointTotal).map(Totals::of),
        scores_sets: looks_for || program.card_scoring.iter().any(|rule| rule.trigger == Trigger::SetComplete),
        wins_immediate: looks_for || program.wins.iter().any(|win| win.trigger != TriggerMode::ThresholdGate),
        swept,
        bets_tell,
        hands_change: program.nodes.iter().any(|node| matches!(node, Node::Choice(_) | Node::Trick(_))),
        fresh,
        registers: program.registers.iter().map(|family| (family.base + family.len) as usize).max().unwrap_or(0),
        hand_registers: registers(|keep| keep != Keep::Match),
        match_registers: registers(|keep| keep == Keep::Match).into_iter().map(|(register, _)| register).collect(),
        plans: Vec::new(),
        special: Vec::new(),
        deal: EffectPlans::default(),
        resets: resets(&program, &registers(|keep| keep == Keep::Turn)),
        plays_on: program.max_hands > 1 && program.wins.iter().any(Win::is_waited_for),
        plays_matter: points(Trigger::Play).is_some() || !program.special.is_empty(),
        places,
        zones,
        program,
    };
    if uses(Recogniser::Tables) {
        (rules.ints, rules.sets) = tabulate(&rules);
    }
    rules.special =
        rules.program.special.iter().map(|special| (special.cards, plan_effects(&rules, &special.effects, &[]))).collect();
    rules.deal = plan_effects(&rules, &rules.program.deal, &[]);
    rules.plans = (0..rules.program.nodes.len()).map(|node| Plan::of(&rules, node)).collect();
    Ok(rules)
}

/// Registers whose cards are told by their faces: none where no two cards look alike.
fn card_registers(program: &Program, single_copies: bool) -> Vec<u16> {
    let families = program.registers.iter().filter(|family| family.cards && !single_copies);
    families.flat_map(|family| family.base..family.base + family.len).collect()
}
