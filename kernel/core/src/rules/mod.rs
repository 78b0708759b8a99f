//! The genome interpreter: a game described as data, played.
//!
//! `program` is what the compiler wrote, `analyse` what each expression reads, `plan` how each node is played, `run` playing.

pub mod analyse;
mod features;
pub mod load;
pub mod plan;
pub mod program;
pub mod run;
mod zones;

use crate::chance::{Chance, Part, Rng, Seed, mix};
use crate::features::Row;
use crate::game::{Action, Decider, Game, Legal, MAX_SEATS, Observer, Silent};
use crate::mask::Mask;
use crate::resample;
pub use load::{Rules, load};
use plan::Plan;
pub use plan::recognisers::{Planning, Recogniser};
use program::{Keep, MAX_CARDS, MAX_SETS, at};
use run::state::NOBODY;
pub use run::state::State;
use run::{auction, betting, choice, drafts, flow, trick, utility};

/// Worlds looked at for one in which whoever is asked can do something.
const SAMPLES: u32 = 64;

impl Game for Rules {
    type State = State;

    fn seats(&self) -> usize {
        self.program.seats as usize
    }

    fn teams(&self) -> usize {
        self.program.teams as usize
    }

    fn team_of(&self, seat: u8) -> Option<u8> {
        u8::try_from(self.program.team_of[seat as usize]).ok()
    }

    fn deal(&self, order: Option<&[u8]>, seed: &Seed) -> State {
        self.start(order, seed, &mut Silent)
    }

    fn deal_watched(&self, seed: &Seed, observer: &mut impl Observer) -> State {
        self.start(None, seed, observer)
    }

    fn deal_again(&self, state: &mut State, part: &Part) {
        state.renew(&self.fresh, self.registers);
        state.chance = part.chance;
        flow::Play::new(self, state, &mut Silent).start_match(None);
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<u8> {
        (state.to_act != NOBODY).then_some(state.to_act)
    }

    #[inline(always)]
    fn legal(&self, state: &State, out: &mut Legal) {
        if state.to_act == NOBODY {
            return out.clear();
        }
        match &self.plans[state.node as usize] {
            Plan::Trick(trick) if trick.plain => out.list(trick.phase.slot, trick.open(state)),
            _ => self.list(state, out),
        }
    }

    fn decisions(&self, state: &State, out: &mut Legal) {
        self.list_in_order(state, out);
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, action: Action, observer: &mut impl Observer) {
        state.decisions += 1;
        match &self.plans[state.node as usize] {
            Plan::Trick(trick) if trick.plain => return trick.play(self, state, action, observer),
            Plan::Choice(choice) => match (&choice.turns, &choice.secret) {
                (Some(turns), _) if turns.step(self, state, action, observer) => return,
                (_, Some(secret)) => return secret.pick(self, state, action, observer),
                _ => {}
            },
            _ => {}
        }
        flow::Play::new(self, state, observer).apply(action);
    }

    #[inline(always)]
    fn play(&self, state: &mut State, legal: &mut Legal, decider: &mut impl Decider<Rules>) {
        while state.to_act != NOBODY {
            let node = state.node;
            // Most decisions come at the node of the one before: its plan is not looked up again.
            let going = match &self.plans[node as usize] {
                Plan::Trick(trick) if trick.plain => trick.play_on(self, state, legal, decider),
                Plan::Choice(choice) if choice.secret.is_some() => {
                    choice.secret.as_ref().is_some_and(|secret| secret.play_on(self, state, legal, decider))
                }
                _ => self.step(state, legal, decider),
            };
            if !going {
                return;
            }
        }
    }

    fn is_match(&self) -> bool {
        self.program.max_hands > 1
    }

    fn hands(&self, state: &State) -> u32 {
        state.get(at::HANDS_PLAYED) as u32
    }

    fn returns(&self, state: &State) -> [f64; MAX_SEATS] {
        utility::returns(self, state)
    }

    fn standing(&self, state: &State) -> [f64; MAX_SEATS] {
        utility::standing(self, state)
    }

    fn scores(&self, state: &State) -> ([i32; MAX_SEATS], [i32; MAX_SEATS]) {
        let (mut seats, mut teams) = ([0; MAX_SEATS], [0; MAX_SEATS]);
        for seat in 0..self.program.seats {
            seats[seat as usize] = state.of(self.at.score, seat);
        }
        for team in 0..self.program.teams {
            teams[team as usize] = state.of(self.at.team_score, team);
        }
        (seats, teams)
    }

    fn winners(&self, state: &State) -> (u32, u32) {
        (state.winners as u32, state.winning_teams as u32)
    }

    fn lost(&self, state: &State) -> bool {
        let alone = self.program.seats == 1 && state.winners == 0 && !state.drawn;
        state.over && (alone || state.together && state.losers != 0)
    }

    fn losers(&self, state: &State) -> u32 {
        state.losers as u32
    }

    fn shared(&self, state: &State) -> bool {
        state.winners != 0 && (state.together || state.losers != 0)
    }

    fn credit_lines(&self) -> usize {
        self.program.credits.lines.len()
    }

    fn credit(&self, state: &State, line: usize, seat: u8) -> i32 {
        state.of(self.program.credits.lines[line], seat)
    }

    fn limited(&self, state: &State) -> bool {
        state.limited
    }

    fn quiet(&self, state: &State) -> Option<Action> {
        if state.to_act == NOBODY {
            return None;
        }
        match &self.plans[state.node as usize] {
            Plan::Auction(plan) => auction::quiet(self, state, plan),
            Plan::Betting(phase) => Some(betting::quiet(state, phase)),
            _ => None,
        }
    }

    fn is_bet(&self, state: &State) -> bool {
        matches!(self.plans[state.node as usize], Plan::Betting(_))
    }

    fn is_stock(&self, zone: u8) -> bool {
        self.places.spots.get(zone as usize).is_some_and(|spot| spot.ordered && spot.viewers == 0)
    }

    fn keeps_order(&self, zone: u8) -> bool {
        self.places.spots.get(zone as usize).is_none_or(|spot| spot.ordered)
    }

    fn key(&self, state: &State, seat: u8) -> u64 {
        let mut key = state.layout.key(seat);
        if state.to_act == seat && state.draft.active {
            let draft = &state.draft;
            key = mix(key ^ (draft.offer as u64) << 8 ^ draft.pick as u64);
            for (value, cards) in draft.values.iter().zip(draft.cards) {
                // Of cards their faces count, never which copies they are.
                let seen = if cards.is_empty() { *value as u64 } else { self.faces(cards) };
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
            for register in self.match_registers() {
                key = mix(key ^ self.seen_in(state, register) as u32 as u64);
            }
        }
        mix(key ^ (state.to_act as u64) << 32)
    }

    #[inline]
    fn copy(&self, from: &State, into: &mut State) {
        into.copy(from, self);
    }

    fn resample(&self, state: &State, seat: u8, rng: &mut Rng) -> (State, bool) {
        let mut other = *state;
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
        self.features.digest
    }
}

impl Rules {
    /// Lists what may be done where no plan does.
    #[inline(never)]
    fn list(&self, state: &State, out: &mut Legal) {
        out.clear();
        match &self.plans[state.node as usize] {
            Plan::Choice(plan) => choice::legal(self, state, plan, out),
            Plan::Trick(plan) => trick::legal(self, state, plan, out),
            Plan::Betting(phase) => betting::legal(self, state, phase, out),
            Plan::Auction(plan) => auction::legal(self, state, plan, out),
            Plan::Turns(_) | Plan::Do(..) => {}
        }
    }

    /// One decision, step by step; whether there was one.
    #[inline(never)]
    fn step(&self, state: &mut State, legal: &mut Legal, decider: &mut impl Decider<Rules>) -> bool {
        self.legal(state, legal);
        let action = decider.decide(self, state, state.to_act, legal);
        if let Some(action) = action {
            self.apply(state, action, &mut Silent);
        }
        action.is_some()
    }

    fn sample(&self, state: &State, seat: u8, rng: &mut Rng, other: &mut State) -> bool {
        other.copy(state, self);
        let exact = resample::resample(&mut other.layout, &self.places, seat, rng);
        other.chance = Chance::new(&rng.seed());
        drafts::redraft(self, other, seat, rng);
        exact
    }

    /// The first state of a match, with what is seen of the deal.
    pub fn start(&self, order: Option<&[u8]>, seed: &Seed, observer: &mut impl Observer) -> State {
        let mut state = self.fresh;
        state.chance = Chance::new(seed);
        flow::Play::new(self, &mut state, observer).start_match(order);
        state
    }

    /// Registers that are kept for the whole match.
    fn match_registers(&self) -> impl Iterator<Item = u16> + '_ {
        let families = self.program.registers.iter().filter(|family| family.keep == Keep::Match);
        families.flat_map(|family| family.base..family.base + family.len)
    }

    /// A number that stands for the faces of cards: the same for copies that look alike.
    fn faces(&self, cards: Mask) -> u64 {
        cards.into_iter().fold(0, |sum, card| sum.wrapping_add(self.places.faces[card as usize & (MAX_CARDS - 1)]))
    }

    /// Cards for an order given by types from the top of the deck: the copies of a type in turn. `None` if it is not
    /// this deck.
    pub fn order_of(&self, types: &[u8]) -> Option<Vec<u8>> {
        let mut left = self.cards_of_type.clone();
        let mut order = Vec::with_capacity(types.len());
        for kind in types {
            let cards = left.get_mut(*kind as usize)?;
            let card = cards.lowest()?;
            cards.remove(card);
            order.push(card);
        }
        (order.len() == self.places.cards).then_some(order)
    }
}
