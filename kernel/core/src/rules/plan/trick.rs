//! The plan of a trick phase: its tables, whether a play has no side effects (`plain`: most are so), and whether tricks
//! follow each other at once.

use crate::knowledge::Transfer;
use crate::rules::analyse::RegisterSet;
use crate::rules::plan::duty_table::DutyTable;
use crate::rules::plan::prelude::*;

/// What is worked out beforehand about a trick phase.
pub struct TrickPlan {
    pub phase: TrickPhase,
    /// A play is the card that the action names or the top one, and nothing follows from it but the trick.
    pub plain: bool,
    /// What a plain phase would need, and what would make one trick follow another at once.
    pub missing: Reasons,
    pub missing_next: Reasons,
    /// Of cards that are level, the last one played is the best.
    pub last_wins: bool,
    /// Who is level with the best is asked.
    pub ties_matter: bool,
    /// The transfer of each seat's cards to the trick.
    pub transfers: [Transfer; MAX_SEATS],
    /// Where the cards go, by who takes them, where that is always the same.
    pub to: Option<[u8; MAX_SEATS]>,
    /// Its duties, where they can be tabulated: in a plain phase they are.
    pub duty_table: DutyTable,
    /// Cards that break a suit, where they are always the same; otherwise what gives them.
    pub breaks: Mask,
    pub changing_breaks: Option<ExprId>,
    /// Hands only grow smaller while tricks are played.
    pub shrinking: bool,
    /// While two seats have cards to play, or cards lie in the trick, nobody wins.
    pub wins_wait: bool,
    /// A hand loses one card a trick, unless it is fought for, and who has none gets none.
    pub keeps_holders: bool,
    /// The same seats sit out every trick.
    pub same_out: bool,
    /// One trick follows another without a question: nothing but the cards ends them.
    pub runs_on: bool,
    /// The register of the tricks of each seat's team.
    pub team_tricks: [u16; MAX_SEATS],
    /// The cards taken go to places in which order does not matter.
    pub collects: bool,
    /// They go below others, in the order in which they were played.
    pub picks_up: bool,
    /// Cards go from the top of places, and nobody sees what then lies there for that.
    pub from_covered: bool,
    /// By strain: the suit of each card, then its strength by the suit led.
    pub rows: Vec<[u8; MAX_CARDS]>,
    /// Suits that can be led.
    pub leads: u32,
    pub strains: u32,
}

impl TrickPlan {
    pub fn of(rules: &Rules, phase: &TrickPhase) -> TrickPlan {
        let strains = &rules.program.strains;
        let leads = strains.iter().map(|strain| strain.power.len()).max().unwrap_or(0);
        let row = |values: Option<&Vec<u8>>| {
            std::array::from_fn(|card| values.and_then(|values| values.get(card)).copied().unwrap_or(0))
        };
        let rows_of = |strain: &Strain| {
            let powers = (0..leads).map(|led| row(strain.power.get(led)));
            std::iter::once(row(Some(&strain.suit))).chain(powers).collect::<Vec<_>>()
        };
        let family = &rules.program.zones[phase.source as usize];
        let step = if family.owner == Owner::Seat { family.piles } else { 0 };
        let source: [u8; MAX_SEATS] = std::array::from_fn(|seat| family.base + (seat as u8).min(rules.program.seats - 1) * step);
        let lasting = rules.uses(Recogniser::TrickFacts);
        let goes = by_actor(rules, phase.to);
        let to = goes.filter(|_| lasting);
        let all = |to: Option<[u8; MAX_SEATS]>, fits: &dyn Fn(u8) -> bool| {
            to.is_some_and(|to| to[..rules.seats()].iter().all(|zone| fits(*zone)))
        };
        let shrinking = !rules.plays_matter && all(to, &|zone| !source.contains(&zone));
        let duty_table = DutyTable::tabulate(rules, phase).filter(|_| rules.uses(Recogniser::DutyTable));
        let suits_known = strains.iter().flat_map(|strain| &strain.suit).all(|suit| (*suit as usize) < leads);
        let (breaks, changing_breaks) = match phase.breaks.map(|id| &rules.sets[id as usize]) {
            None => (Mask::EMPTY, None),
            Some(Set::Const(cards)) => (*cards, None),
            Some(_) => (Mask::EMPTY, phase.breaks),
        };
        // Nobody has all the cards while one lies in the trick.
        let cannot_be_met = |win: &Win| match win.trigger {
            TriggerMode::ThresholdGate => true,
            TriggerMode::Immediate => {
                win.kind == WinType::CaptureAll && rules.sides.iter().all(|side| !side.held.contains(&phase.pile))
            }
            TriggerMode::AllHandsEmpty => rules.zones[phase.pile as usize].role == Role::Trick,
            TriggerMode::DeckEmpty => false,
        };
        // Nor while two have some of their own to play.
        let own = family.owner == Owner::Seat && rules.program.teams == 0;
        let cannot_be_met_between = |win: &Win| match win.trigger {
            TriggerMode::Immediate => own,
            TriggerMode::AllHandsEmpty => family.role == Role::Hand,
            TriggerMode::ThresholdGate | TriggerMode::DeckEmpty => true,
        };
        let mut missing = Reasons::default();
        missing
            .unless(rules.uses(Recogniser::FastTrick), LEFT_OUT)
            .unless(phase.forced_top || rules.single_copies, "cards look alike")
            .unless(phase.forced_top || !family.ordered, "cards are played from an ordered zone")
            .unless(!rules.plays_matter, "playing a card scores or has effects")
            .unless(rules.program.wins.iter().all(cannot_be_met), "the match can be won in the middle of a trick")
            .unless(rules.places.tallies.is_empty(), "numbers of hidden cards are kept")
            .unless(phase.hold.is_none(), "a seat may play nothing")
            .unless(phase.dummy.is_none() || shrinking, "cards may come to the dummy")
            .unless(
                duty_table.as_ref().is_some_and(|table| table.leads() == leads),
                "duties depend on more than a table can hold",
            )
            .unless(suits_known, "a card belongs to a suit that cannot be led")
            .unless(changing_breaks.is_none(), "which cards break a suit changes");
        let plain = missing.is_empty();
        let wins_wait = plain && rules.program.wins.iter().all(cannot_be_met_between);
        let same_out =
            lasting && phase.out.is_none_or(|out| rules.analysis.is_unaffected_by_tricks(&rules.program, &rules.at, out));
        let to_own = to.is_some_and(|to| to[..rules.seats()] == source[..rules.seats()]);
        let keeps_holders = plain && family.owner == Owner::Seat && (shrinking || to_own);
        let collects = all(to, &|zone| !rules.places.spots[zone as usize].ordered && zone != phase.pile);
        // A trick that everyone has seen is taken up as a whole in any case: it is noted as one thing.
        let picks_up = all(goes, &|zone| rules.places.spots[zone as usize].ordered && zone != phase.pile)
            && rules.places.spots[phase.pile as usize].ordered
            && rules.places.tallies.is_empty()
            && phase.place == Place::Bottom;
        let mut missing_next = Reasons::default();
        missing_next
            .unless(rules.uses(Recogniser::NextTrick), LEFT_OUT)
            .unless(keeps_holders, "who has cards to play may change")
            .unless(collects || picks_up, "the cards of a trick do not go to one kind of pile")
            .unless(wins_wait || !rules.wins_immediate, "the match can be won between tricks")
            .unless(same_out, "who sits out may change")
            .unless(phase.until.is_none(), "a condition ends the tricks")
            .unless(!rules.program.rules.same_player_on_win, "the winner takes the next turn");
        TrickPlan {
            phase: phase.clone(),
            plain,
            wins_wait,
            keeps_holders,
            same_out,
            runs_on: missing_next.is_empty(),
            missing,
            missing_next,
            team_tricks: std::array::from_fn(|seat| team_tricks(rules, seat)),
            last_wins: phase.ties == Ties::Last,
            ties_matter: phase.ties == Ties::Breaker,
            transfers: source.map(|from| Transfer::new(&rules.places, from, phase.pile)),
            duty_table: duty_table.unwrap_or_default(),
            breaks,
            changing_breaks,
            shrinking,
            to,
            collects,
            picks_up,
            from_covered: plain && family.ordered && family.seen_by != SeenBy::Top,
            rows: strains.iter().flat_map(rows_of).collect(),
            leads: leads as u32,
            strains: strains.len() as u32,
        }
    }
}

/// Stands for the register of a team that there is not.
pub const NO_TEAM: u16 = u16::MAX;

/// The register of the tricks of a seat's team.
fn team_tricks(rules: &Rules, seat: usize) -> u16 {
    let team = rules.program.team_of.get(seat).and_then(|team| u16::try_from(*team).ok());
    team.map_or(NO_TEAM, |team| rules.at.team_tricks + team)
}

/// The zone an expression names for each actor, if it depends on nothing else.
fn by_actor(rules: &Rules, id: ExprId) -> Option<[u8; MAX_SEATS]> {
    if !rules.analysis.depends_only_on(id, &RegisterSet::of(&[at::ACTOR])) {
        return None;
    }
    let mut state = State::new(&[0; 32]);
    Some(std::array::from_fn(|seat| {
        state.set(at::ACTOR, seat as i32);
        Eval::new(rules, &state).zone(id)
    }))
}
