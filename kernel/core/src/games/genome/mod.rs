//! A game that is a genome: its rules, and what agents, tables and solvers ask of them besides playing.

mod asked;
mod dealing;
mod features;
mod table;

use crate::chance::{Chance, Part, Rng, Seed, mix};
use crate::features::Row;
use crate::game::{Action, Asked, Decider, Game, Legal, MAX_SEATS, Observer, Silent};
use crate::resample;
use crate::rules::plan::Plan;
use crate::rules::program::{MAX_SETS, at};
use crate::rules::run::state::NOBODY;
use crate::rules::run::{auction, betting, drafts, utility};
use crate::rules::{Planning, Rules, State, load};
use features::FeatureTables;

/// Worlds looked at for one in which whoever is asked can do something.
const SAMPLES: u32 = 64;

pub struct Genome {
    pub rules: Rules,
    /// What the features of actions are worked out from.
    tables: FeatureTables,
}

impl Game for Genome {
    type State = State;

    fn seats(&self) -> usize {
        self.rules.program.seats as usize
    }

    fn teams(&self) -> usize {
        self.rules.program.teams as usize
    }

    fn team_of(&self, seat: u8) -> Option<u8> {
        u8::try_from(self.rules.program.team_of[seat as usize]).ok()
    }

    fn deal(&self, order: Option<&[u8]>, seed: &Seed) -> State {
        self.rules.start(order, seed, &mut Silent)
    }

    fn deal_watched(&self, seed: &Seed, observer: &mut impl Observer) -> State {
        self.rules.start(None, seed, observer)
    }

    fn deal_again(&self, state: &mut State, part: &Part) {
        self.rules.start_again(state, part);
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<u8> {
        (state.to_act != NOBODY).then_some(state.to_act)
    }

    #[inline(always)]
    fn legal(&self, state: &State, out: &mut Legal) {
        self.rules.legal(state, out);
    }

    fn decisions(&self, state: &State, out: &mut Legal) {
        self.rules.list_in_order(state, out);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, action: Action, observer: &mut impl Observer) {
        self.rules.apply(state, action, observer);
    }

    #[inline(always)]
    fn play(&self, state: &mut State, legal: &mut Legal, decider: &mut impl Decider<Genome>) {
        self.rules.play(state, Asked { game: self, legal, decider });
    }

    fn is_match(&self) -> bool {
        self.rules.program.max_hands > 1
    }

    fn hands(&self, state: &State) -> u32 {
        state.get(at::HANDS_PLAYED) as u32
    }

    fn returns(&self, state: &State) -> [f64; MAX_SEATS] {
        utility::returns(&self.rules, state)
    }

    fn standing(&self, state: &State) -> [f64; MAX_SEATS] {
        utility::standing(&self.rules, state)
    }

    fn scores(&self, state: &State) -> ([i32; MAX_SEATS], [i32; MAX_SEATS]) {
        let (mut seats, mut teams) = ([0; MAX_SEATS], [0; MAX_SEATS]);
        for seat in 0..self.rules.program.seats {
            seats[seat as usize] = state.of(self.rules.at.score, seat);
        }
        for team in 0..self.rules.program.teams {
            teams[team as usize] = state.of(self.rules.at.team_score, team);
        }
        (seats, teams)
    }

    fn winners(&self, state: &State) -> (u32, u32) {
        (state.winners as u32, state.winning_teams as u32)
    }

    fn lost(&self, state: &State) -> bool {
        let alone = self.rules.program.seats == 1 && state.winners == 0 && !state.drawn;
        state.over && (alone || state.together && state.losers != 0)
    }

    fn losers(&self, state: &State) -> u32 {
        state.losers as u32
    }

    fn shared(&self, state: &State) -> bool {
        state.winners != 0 && (state.together || state.losers != 0)
    }

    fn credit_lines(&self) -> usize {
        self.rules.program.credits.lines.len()
    }

    fn credit(&self, state: &State, line: usize, seat: u8) -> i32 {
        state.of(self.rules.program.credits.lines[line], seat)
    }

    fn limited(&self, state: &State) -> bool {
        state.limited
    }

    fn quiet(&self, state: &State) -> Option<Action> {
        if state.to_act == NOBODY {
            return None;
        }
        match &self.rules.plans[state.node as usize] {
            Plan::Auction(plan) => auction::quiet(&self.rules, state, plan),
            Plan::Betting(phase) => Some(betting::quiet(state, phase)),
            _ => None,
        }
    }

    fn is_bet(&self, state: &State) -> bool {
        matches!(self.rules.plans[state.node as usize], Plan::Betting(_))
    }

    fn is_call(&self, state: &State) -> bool {
        matches!(self.rules.plans[state.node as usize], Plan::Auction(_))
    }

    fn is_stock(&self, zone: u8) -> bool {
        self.rules.places.spots.get(zone as usize).is_some_and(|spot| spot.ordered && spot.viewers == 0)
    }

    fn keeps_order(&self, zone: u8) -> bool {
        self.rules.places.spots.get(zone as usize).is_none_or(|spot| spot.ordered)
    }

    fn key(&self, state: &State, seat: u8) -> u64 {
        let mut key = state.layout.key(seat);
        if state.to_act == seat && state.draft.active {
            let draft = &state.draft;
            key = mix(key ^ (draft.offer as u64) << 8 ^ draft.pick as u64);
            for (value, cards) in draft.values.iter().zip(draft.cards) {
                // Of cards their faces count, never which copies they are.
                let seen = if cards.is_empty() { *value as u64 } else { self.rules.faces(cards) };
                key = mix(key ^ seen);
            }
            for set in &draft.sets[..(draft.set_count as usize).min(MAX_SETS)] {
                key = mix(key ^ *set as u64);
            }
        }
        if state.to_act == seat {
            key ^= mix(state.draft.closed as u64);
        }
        if state.over {
            // What is counted at the end may come of cards that nobody was shown.
            for register in &self.rules.match_registers {
                key = mix(key ^ self.rules.seen_in(state, *register) as u32 as u64);
            }
        }
        // Whom a phase passes over all see by the phase that comes next.
        mix(key ^ (state.to_act as u64) << 32 ^ (state.node as u64) << 40)
    }

    #[inline]
    fn copy(&self, from: &State, into: &mut State) {
        into.copy(from, &self.rules);
    }

    fn resample(&self, state: &State, seat: u8, rng: &mut Rng) -> (State, bool) {
        let mut other = state.clone();
        let exact = self.resample_into(state, seat, rng, &mut other);
        (other, exact)
    }

    fn resample_into(&self, state: &State, seat: u8, rng: &mut Rng, into: &mut State) -> bool {
        // That somebody else is asked shows that it can do something: worlds in which it cannot are passed over.
        let mut open = Legal::default();
        for _ in 0..SAMPLES {
            let exact = self.sample(state, seat, rng, into);
            if state.to_act == NOBODY || state.to_act == seat {
                return exact;
            }
            self.legal(into, &mut open);
            if !open.is_empty() {
                return exact;
            }
        }
        self.sample(state, seat, rng, into);
        false
    }

    fn features(&self, state: &State, seat: u8, legal: &Legal, visit: &mut impl FnMut(&Row)) {
        features::features(self, state, seat, legal, visit);
    }

    fn has_bets(&self, state: &State) -> bool {
        self.is_bet(state) && !state.past_bets.all().is_empty()
    }

    fn bets_of_others(&self, world: &State, seat: u8, tell: &mut impl FnMut(&[Row], u32)) {
        let mut rows = Vec::new();
        for bet in world.past_bets.all().iter().filter(|bet| bet.seat != seat) {
            rows.clear();
            if let Some(taken) = features::past_features(self, world, bet, &mut |row| rows.push(*row)) {
                tell(&rows, taken);
            }
        }
    }

    #[inline(always)]
    fn remember_no_more(&self, state: &mut State) {
        state.past_bets.close();
    }

    fn feature_digest(&self) -> u64 {
        self.tables.digest
    }
}

impl Genome {
    /// A game from its compiled program.
    pub fn load(program: &[u8], planning: Planning) -> Result<Genome, String> {
        let rules = load(program, planning)?;
        Ok(Genome { tables: FeatureTables::of(&rules), rules })
    }

    fn sample(&self, state: &State, seat: u8, rng: &mut Rng, other: &mut State) -> bool {
        other.copy(state, &self.rules);
        self.rules.number_copies(other, seat);
        let exact = resample::resample(&mut other.layout, &self.rules.places, seat, rng);
        other.chance = Chance::new(&rng.seed());
        drafts::redraft(&self.rules, other, seat, rng);
        exact
    }
}
