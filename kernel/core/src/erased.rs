//! Any game over the waist, whatever its type: what the Python surface holds. One call crosses into the game's own
//! code and stays there, so that batches, searches and trees run as they would for that game alone.

use std::sync::Arc;

use crate::agents::policy::{Policy, train};
use crate::agents::{Agent, AgentForm, Analysis, Explanation, Player, Prior, Refusal as AgentRefusal, flat};
use crate::chance::{Rng, Seed};
use crate::duel::{Outcome, duel};
use crate::features::WIDTH;
use crate::game::{Action, Event, Game, Information, Legal, MAX_SEATS};
use crate::games::genome::Genome;
use crate::measure::any::AnyMeasured;
use crate::recorder::{Recorder, Step};
use crate::simulate::{Batch, Statistics, simulate};
use crate::solve::Refusal;
use crate::solve::dealing::Dealt;
use crate::solve::estimate::{Estimate, estimate};
use crate::solve::tree::{Limits, Tree};
use crate::table::{Asked, Observation, Table};

/// A game that can be dealt, watched, simulated and solved, and the agents that play it.
pub trait Playable: Table<State: 'static> + Dealt + Send + Sized + 'static {
    /// Whoever plays it: those that play every game, and its own family.
    type Agent: Player<Self>;

    fn parse_agent(game: &Arc<Self>, form: &AgentForm) -> Result<Self::Agent, AgentRefusal>;
    /// What the bytes of a policy file mean for this game; a refusal if they are damaged, or another game's.
    fn read_policy(&self, file: &[u8]) -> Result<Arc<dyn Prior<Self>>, AgentRefusal> {
        Ok(Arc::new(Policy::from_bytes(file, self.feature_digest())?))
    }
}

impl Playable for Genome {
    type Agent = Agent<Genome>;

    fn parse_agent(game: &Arc<Genome>, form: &AgentForm) -> Result<Agent<Genome>, AgentRefusal> {
        Agent::parse(game, form)
    }
}

/// What a batch of games is to be, beside who plays.
#[derive(Debug, Clone, Copy)]
pub struct BatchPlan {
    pub first: u64,
    pub games: u64,
    pub seed: Seed,
    pub threads: usize,
    pub rotate: bool,
    pub most_decisions: u64,
}

/// A [`Playable`] game of any type.
pub trait AnyGame: AnyMeasured + Send + Sync {
    fn seats(&self) -> usize;
    fn teams(&self) -> usize;
    fn credit_lines(&self) -> usize;
    /// The type of each card of the deck.
    fn card_types(&self) -> &[u8];
    /// The first position; `None` if the order (types, from the top) is not this deck's.
    fn deal(self: Arc<Self>, order: Option<&[u8]>, seed: &Seed) -> Option<Reached>;
    /// Plays a batch between agents, one a seat.
    fn simulate(
        self: Arc<Self>,
        agents: &[AgentForm],
        plan: &BatchPlan,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Statistics, AgentRefusal>;
    /// Plays deals between two agents, who exchange seats.
    fn duel(self: Arc<Self>, agents: [&AgentForm; 2], plan: &BatchPlan) -> Result<Outcome, AgentRefusal>;
    /// Learns a policy by self-play: its bytes, and after how many updates. `progress` hears of each update, and of the
    /// policy as it stands where it asks for it; returning false stops there.
    fn train(&self, plan: &train::TrainingPlan, progress: &mut dyn FnMut(u64, &Policy) -> bool)
    -> Result<(Vec<u8>, u64), String>;
    /// What a policy depends on beside names.
    fn feature_digest(&self) -> u64;
    /// How large its tree would be.
    fn estimate(&self, dives: u32, seed: u64) -> Result<Estimate, Refusal>;
    fn expand(&self, limits: &Limits, stop: &mut dyn FnMut() -> bool) -> Result<Tree, Refusal>;
}

/// A position, and what happened on the way to it.
pub struct Reached {
    pub events: Vec<Event>,
    pub position: Box<dyn AnyPosition>,
}

/// Where a step leads, and the beats on the way, each with what happened since the one before.
pub struct Played {
    pub pauses: Vec<(u8, Reached)>,
    pub end: Reached,
}

/// A state of a game of any type, with its game. Seats are those of the game, actions are legal: callers see to it.
pub trait AnyPosition: Send + Sync {
    fn seats(&self) -> usize;
    fn teams(&self) -> usize;
    fn turn(&self) -> Option<u8>;
    fn is_over(&self) -> bool;
    fn hands(&self) -> u32;
    fn legal(&self, out: &mut Legal);
    fn decisions(&self, out: &mut Legal);
    fn apply(&self, action: Action) -> Reached;
    fn play(&self, action: Action, beats: u8) -> Played;
    /// Plays actions; the number of the first that is not legal.
    fn replay(&self, actions: &[(u16, u8)], beats: u8) -> Result<(Played, Vec<Step>), usize>;
    fn observe(&self, observer: Option<u8>) -> Observation;
    fn asked(&self) -> Asked;
    fn keeps_order(&self, zone: u8) -> bool;
    fn key(&self, seat: u8) -> u64;
    fn resample(&self, seat: u8, seed: u64) -> (Box<dyn AnyPosition>, bool);
    fn admits_truth(&self, observer: Option<u8>) -> bool;
    fn scores(&self) -> ([i32; MAX_SEATS], [i32; MAX_SEATS]);
    fn returns(&self) -> [f64; MAX_SEATS];
    fn winners(&self) -> (u32, u32);
    fn is_lost(&self) -> bool;
    fn losers(&self) -> u32;
    fn is_shared(&self) -> bool;
    fn is_limited(&self) -> bool;
    fn layout(&self) -> Vec<Vec<i32>>;
    fn contents(&self) -> String;
    /// What an agent does in a seat, given only that seat's information.
    fn choose(&self, agent: &AgentForm, seat: u8, seed: u64) -> Result<Option<Action>, AgentRefusal>;
    /// What it does and why.
    fn explain(&self, agent: &AgentForm, seat: u8, seed: u64) -> Result<Option<Explanation>, AgentRefusal>;
    /// The features of each legal action of a seat, as numbers of weights.
    fn features(&self, seat: u8) -> Vec<[u16; WIDTH]>;
    /// What it thinks of each legal action, if it searches.
    fn analyse(&self, agent: &AgentForm, seat: u8, seed: u64, threads: usize) -> Result<Option<Analysis>, AgentRefusal>;
    /// Every legal action of a seat with how well its playouts ended on average.
    fn appraise(&self, playouts: u32, seat: u8, seed: u64) -> Vec<(Action, f64)>;
}

impl<G: Playable> AnyGame for G {
    fn seats(&self) -> usize {
        Game::seats(self)
    }

    fn teams(&self) -> usize {
        Game::teams(self)
    }

    fn credit_lines(&self) -> usize {
        Game::credit_lines(self)
    }

    fn card_types(&self) -> &[u8] {
        self.cards()
    }

    fn deal(self: Arc<Self>, order: Option<&[u8]>, seed: &Seed) -> Option<Reached> {
        let mut events = Vec::new();
        let state = Box::new(self.begin(order, seed, &mut events)?);
        Some(Reached { events, position: Box::new(Position { game: self, state }) })
    }

    fn simulate(
        self: Arc<Self>,
        agents: &[AgentForm],
        plan: &BatchPlan,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Statistics, AgentRefusal> {
        let seats = Game::seats(&*self);
        if agents.len() != seats {
            return Err(AgentRefusal::unknown(format!("{} agents for {seats} seats", agents.len())));
        }
        let agents: Vec<G::Agent> = agents.iter().map(|form| G::parse_agent(&self, form)).collect::<Result<_, _>>()?;
        let BatchPlan { first, games, seed, threads, rotate, most_decisions } = *plan;
        simulate(&*self, &Batch { agents: &agents, first, games, seed, threads, rotate, most_decisions }, progress)
            .map_err(|text| AgentRefusal { code: "simulate.threads", text })
    }

    fn duel(self: Arc<Self>, agents: [&AgentForm; 2], plan: &BatchPlan) -> Result<Outcome, AgentRefusal> {
        let [first, second] = [G::parse_agent(&self, agents[0])?, G::parse_agent(&self, agents[1])?];
        Ok(duel(&*self, [&first, &second], plan.first, plan.games, &plan.seed, plan.threads))
    }

    fn train(
        &self,
        plan: &train::TrainingPlan,
        progress: &mut dyn FnMut(u64, &Policy) -> bool,
    ) -> Result<(Vec<u8>, u64), String> {
        let learned = train::train(self, plan, progress)?;
        Ok((learned.policy.to_bytes(Game::feature_digest(self)), learned.updates))
    }

    fn feature_digest(&self) -> u64 {
        Game::feature_digest(self)
    }

    fn estimate(&self, dives: u32, seed: u64) -> Result<Estimate, Refusal> {
        estimate(self, dives, seed)
    }

    fn expand(&self, limits: &Limits, stop: &mut dyn FnMut() -> bool) -> Result<Tree, Refusal> {
        Tree::build(self, limits, stop)
    }
}

struct Position<G: Playable> {
    game: Arc<G>,
    state: Box<G::State>,
}

impl<G: Playable> Position<G> {
    fn with(&self, state: Box<G::State>) -> Box<dyn AnyPosition> {
        Box::new(Position { game: self.game.clone(), state })
    }

    fn information(&self, seat: u8) -> Information<'_, G> {
        Information::new(&*self.game, &*self.state, seat)
    }

    fn legal_now(&self) -> Legal {
        let mut legal = Legal::default();
        self.game.legal(&self.state, &mut legal);
        legal
    }

    /// The positions at the beats, where nobody is to act, and at the end.
    fn split(&self, recorder: Recorder<G::State>, state: Box<G::State>) -> Played {
        let (pauses, events) = recorder.split();
        let held = |(beat, events, mut state): (u8, Vec<Event>, Box<G::State>)| {
            self.game.hold(&mut state);
            (beat, Reached { events, position: self.with(state) })
        };
        let pauses = pauses.into_iter().map(held).collect();
        Played { pauses, end: Reached { events, position: self.with(state) } }
    }
}

impl<G: Playable> AnyPosition for Position<G> {
    fn seats(&self) -> usize {
        Game::seats(&*self.game)
    }

    fn teams(&self) -> usize {
        Game::teams(&*self.game)
    }

    fn turn(&self) -> Option<u8> {
        self.game.turn(&self.state)
    }

    fn is_over(&self) -> bool {
        self.game.is_over(&self.state)
    }

    fn hands(&self) -> u32 {
        self.game.hands(&self.state)
    }

    fn legal(&self, out: &mut Legal) {
        self.game.legal(&self.state, out);
    }

    fn decisions(&self, out: &mut Legal) {
        self.game.decisions(&self.state, out);
    }

    fn apply(&self, action: Action) -> Reached {
        let mut state = self.state.clone();
        let mut events = Vec::new();
        self.game.apply(&mut state, action, &mut events);
        Reached { events, position: self.with(state) }
    }

    fn play(&self, action: Action, beats: u8) -> Played {
        let mut state = self.state.clone();
        let mut recorder = Recorder::new(beats, true);
        self.game.apply(&mut state, action, &mut recorder);
        self.split(recorder, state)
    }

    fn replay(&self, actions: &[(u16, u8)], beats: u8) -> Result<(Played, Vec<Step>), usize> {
        let mut state = self.state.clone();
        let mut recorder = Recorder::new(beats, false);
        let mut steps = Vec::with_capacity(actions.len());
        let mut legal = Legal::default();
        for (number, (slot, value)) in actions.iter().enumerate() {
            let action = Action { slot: *slot, value: *value };
            self.game.legal(&state, &mut legal);
            let place = legal.iter().position(|listed| listed == action);
            let (Some(place), Some(seat)) = (place, self.game.turn(&state)) else {
                return Err(number);
            };
            recorder.start(number + 1 == actions.len());
            self.game.apply(&mut state, action, &mut recorder);
            steps.push((seat, place as u32, legal.len(), recorder.passed.clone(), recorder.was_seen));
        }
        Ok((self.split(recorder, state), steps))
    }

    fn observe(&self, observer: Option<u8>) -> Observation {
        self.game.observe(&self.state, observer)
    }

    fn asked(&self) -> Asked {
        self.game.asked(&self.state)
    }

    fn keeps_order(&self, zone: u8) -> bool {
        self.game.keeps_order(zone)
    }

    fn key(&self, seat: u8) -> u64 {
        self.game.key(&self.state, seat)
    }

    fn resample(&self, seat: u8, seed: u64) -> (Box<dyn AnyPosition>, bool) {
        let (state, exact) = self.game.resample(&self.state, seat, &mut Rng::new(seed));
        (self.with(Box::new(state)), exact)
    }

    fn admits_truth(&self, observer: Option<u8>) -> bool {
        self.game.admits_truth(&self.state, observer)
    }

    fn scores(&self) -> ([i32; MAX_SEATS], [i32; MAX_SEATS]) {
        self.game.scores(&self.state)
    }

    fn returns(&self) -> [f64; MAX_SEATS] {
        self.game.returns(&self.state)
    }

    fn winners(&self) -> (u32, u32) {
        self.game.winners(&self.state)
    }

    fn is_lost(&self) -> bool {
        self.game.lost(&self.state)
    }

    fn losers(&self) -> u32 {
        self.game.losers(&self.state)
    }

    fn is_shared(&self) -> bool {
        self.game.shared(&self.state)
    }

    fn is_limited(&self) -> bool {
        self.game.limited(&self.state)
    }

    fn layout(&self) -> Vec<Vec<i32>> {
        self.game.layout(&self.state)
    }

    fn contents(&self) -> String {
        self.game.contents(&self.state)
    }

    fn choose(&self, agent: &AgentForm, seat: u8, seed: u64) -> Result<Option<Action>, AgentRefusal> {
        let agent = G::parse_agent(&self.game, agent)?;
        Ok(agent.choose(self.information(seat), &self.legal_now(), &mut Rng::new(seed), &mut 0))
    }

    fn explain(&self, agent: &AgentForm, seat: u8, seed: u64) -> Result<Option<Explanation>, AgentRefusal> {
        Ok(G::parse_agent(&self.game, agent)?.explain(self.information(seat), &mut Rng::new(seed)))
    }

    fn features(&self, seat: u8) -> Vec<[u16; WIDTH]> {
        let mut rows = Vec::new();
        self.game.features(&self.state, seat, &self.legal_now(), &mut |row| rows.push(*row.indices()));
        rows
    }

    fn analyse(&self, agent: &AgentForm, seat: u8, seed: u64, threads: usize) -> Result<Option<Analysis>, AgentRefusal> {
        let agent = G::parse_agent(&self.game, agent)?;
        Ok(agent.analyse(self.information(seat), &self.legal_now(), &mut Rng::new(seed), threads))
    }

    fn appraise(&self, playouts: u32, seat: u8, seed: u64) -> Vec<(Action, f64)> {
        flat::appraise(&self.information(seat), &self.legal_now(), playouts, &mut Rng::new(seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::PolicyFile;
    use crate::game::Observer;
    use crate::mask::Mask;
    use crate::simulate::CUT_OFF;

    /// The higher of two cards wins; the first seat, which sees its own, plays for one point or two. Written against
    /// the waist and nothing else: that is all it takes to be dealt, watched, simulated, searched and solved.
    struct HigherCard;

    #[derive(Clone)]
    struct Cards {
        deck: [u8; 3],
        stake: Option<u8>,
    }

    impl Game for HigherCard {
        type State = Cards;

        fn seats(&self) -> usize {
            2
        }
        fn team_of(&self, _: u8) -> Option<u8> {
            None
        }
        fn teams(&self) -> usize {
            0
        }
        fn deal(&self, order: Option<&[u8]>, seed: &Seed) -> Cards {
            let mut deck = [0, 1, 2];
            match order {
                Some(order) => deck.copy_from_slice(order),
                None => Rng::from_seed(seed).shuffle(&mut deck),
            }
            Cards { deck, stake: None }
        }
        fn turn(&self, state: &Cards) -> Option<u8> {
            state.stake.is_none().then_some(0)
        }
        fn legal(&self, state: &Cards, out: &mut Legal) {
            out.clear();
            if state.stake.is_none() {
                out.push(0, Mask::first(2));
            }
        }
        fn apply(&self, state: &mut Cards, action: Action, observer: &mut impl Observer) {
            state.stake = Some(action.value + 1);
            observer.see(Event::MatchOver);
        }
        fn hands(&self, state: &Cards) -> u32 {
            state.stake.is_some() as u32
        }
        fn returns(&self, state: &Cards) -> [f64; MAX_SEATS] {
            let stake = state.stake.unwrap_or(0) as f64;
            let mut returns = [0.0; MAX_SEATS];
            returns[0] = if state.deck[0] > state.deck[1] { stake } else { -stake };
            returns[1] = -returns[0];
            returns
        }
        fn standing(&self, state: &Cards) -> [f64; MAX_SEATS] {
            self.returns(state)
        }
        fn scores(&self, state: &Cards) -> ([i32; MAX_SEATS], [i32; MAX_SEATS]) {
            (self.returns(state).map(|points| points as i32), [0; MAX_SEATS])
        }
        fn winners(&self, state: &Cards) -> (u32, u32) {
            (if self.returns(state)[0] > 0.0 { 1 } else { 2 }, 0)
        }
        fn lost(&self, _: &Cards) -> bool {
            false
        }
        fn key(&self, state: &Cards, seat: u8) -> u64 {
            (seat as u64) << 8 | if seat == 0 { state.deck[0] as u64 } else { 0 }
        }
        fn resample(&self, state: &Cards, seat: u8, rng: &mut Rng) -> (Cards, bool) {
            let mut other = [0u8, 1, 2];
            rng.shuffle(&mut other);
            if seat == 0 {
                let own = other.iter().position(|card| *card == state.deck[0]).unwrap_or(0);
                other.swap(0, own);
            }
            (Cards { deck: other, stake: state.stake }, true)
        }
    }

    impl Table for HigherCard {
        fn begin(&self, order: Option<&[u8]>, seed: &Seed, _: &mut Vec<Event>) -> Option<Cards> {
            order.is_none_or(|order| order.len() == 3).then(|| self.deal(order, seed))
        }
        fn observe(&self, state: &Cards, observer: Option<u8>) -> Observation {
            let own = if observer == Some(0) { state.deck[0] as i32 } else { -1 };
            Observation { turn: self.turn(state), over: self.is_over(state), zones: vec![vec![own]], ..Observation::default() }
        }
        fn admits_truth(&self, _: &Cards, _: Option<u8>) -> bool {
            true
        }
        fn is_over(&self, state: &Cards) -> bool {
            state.stake.is_some()
        }
        fn hold(&self, _: &mut Cards) {}
        fn layout(&self, state: &Cards) -> Vec<Vec<i32>> {
            state.deck.iter().map(|card| vec![*card as i32]).collect()
        }
        fn contents(&self, state: &Cards) -> String {
            format!("{:?}", state.deck)
        }
    }

    impl Dealt for HigherCard {
        fn cards(&self) -> &[u8] {
            &[0, 1, 2]
        }
        fn unseen(&self, state: &Cards, out: &mut Vec<u8>) {
            out.extend(&state.deck[2..]);
        }
        fn arrange(&self, state: &mut Cards, order: &[u8]) {
            state.deck[2..].copy_from_slice(order);
        }
        fn is_settled(&self, _: &Cards) -> bool {
            true
        }
    }

    impl Playable for HigherCard {
        type Agent = Agent<HigherCard>;

        fn parse_agent(game: &Arc<HigherCard>, form: &AgentForm) -> Result<Agent<HigherCard>, AgentRefusal> {
            Agent::parse(game, form)
        }

        fn read_policy(&self, file: &[u8]) -> Result<Arc<dyn Prior<HigherCard>>, AgentRefusal> {
            let refusal = AgentRefusal { code: "policy.refused", text: "expected two numbers".into() };
            Ok(Arc::new(Fixed(file.try_into().map_err(|_| refusal)?)))
        }
    }

    /// A policy that prefers an action whatever the cards.
    struct Fixed([u8; 2]);

    impl Prior<HigherCard> for Fixed {
        fn logits(&self, _: Information<HigherCard>, legal: &Legal, out: &mut Vec<f32>) {
            out.extend(legal.iter().map(|action| self.0[action.value as usize] as f32));
        }
    }

    fn game() -> Arc<dyn AnyGame> {
        Arc::new(HigherCard)
    }

    fn dealt(order: &[u8]) -> Box<dyn AnyPosition> {
        game().deal(Some(order), &[0; 32]).map(|reached| reached.position).unwrap_or_else(|| panic!("not its deck"))
    }

    #[test]
    fn a_game_over_the_waist_is_dealt_watched_and_replayed() {
        let first = dealt(&[2, 0, 1]);
        assert_eq!(
            (first.turn(), first.observe(Some(0)).zones, first.observe(None).zones),
            (Some(0), vec![vec![2]], vec![vec![-1]])
        );
        let played = first.apply(Action { slot: 0, value: 1 });
        assert_eq!((played.events, played.position.is_over()), (vec![Event::MatchOver], true));
        assert_eq!(played.position.returns()[..2], [2.0, -2.0]);
        let (again, steps) = first.replay(&[(0, 1)], 0).unwrap_or_else(|number| panic!("step {number}"));
        assert_eq!((again.end.position.layout(), steps.len()), (played.position.layout(), 1));
        assert_eq!(first.replay(&[(0, 1), (0, 1)], 0).err(), Some(1));
        assert!(game().deal(Some(&[0]), &[0; 32]).is_none());
    }

    #[test]
    fn a_game_over_the_waist_is_searched_and_simulated() {
        let flat = AgentForm::plain("flat:20");
        assert_eq!(dealt(&[2, 0, 1]).choose(&flat, 0, 1), Ok(Some(Action { slot: 0, value: 1 })));
        assert_eq!(dealt(&[0, 2, 1]).choose(&flat, 0, 1), Ok(Some(Action { slot: 0, value: 0 })));
        assert!(dealt(&[0, 2, 1]).choose(&AgentForm::plain("{}"), 0, 1).is_err());
        let agents = [flat, AgentForm::plain("random")];
        let plan = BatchPlan { first: 0, games: 300, seed: [1; 32], threads: 1, rotate: false, most_decisions: CUT_OFF };
        let found = game().simulate(&agents, &plan, &mut |_| true).unwrap_or_else(|why| panic!("{why:?}"));
        assert_eq!((found.games, found.wins[0] + found.wins[1]), (300, 300));
        assert!(game().simulate(&agents[..1], &plan, &mut |_| true).is_err());
    }

    #[test]
    fn agents_are_read_from_text() {
        let first = dealt(&[2, 0, 1]);
        for text in ["", "flat", "flat:", "flat:0", "flat:-1", "flat:99999999", "greed", "{}"] {
            let refusal = first.choose(&AgentForm::plain(text), 0, 1).err().map(|why| why.code);
            assert_eq!(refusal, Some("agent.other-game"), "{text}");
        }
        assert!(first.choose(&AgentForm::plain("random"), 0, 1).is_ok());
    }

    #[test]
    fn a_policy_is_read_once_for_a_game_and_followed() {
        let asked = |bytes: &[u8]| AgentForm { text: "policy".into(), policy: Some(Arc::new(PolicyFile::new(bytes.into()))) };
        let low = asked(&[7, 3]);
        for number in 0..3 {
            let chosen = dealt(&[2, 0, 1]).choose(&low, 0, number);
            assert_eq!(chosen, Ok(Some(Action { slot: 0, value: 0 })));
        }
        assert_eq!(dealt(&[0, 2, 1]).choose(&asked(&[3, 7]), 0, 1), Ok(Some(Action { slot: 0, value: 1 })));
        let refused = |form: &AgentForm| dealt(&[0, 2, 1]).choose(form, 0, 1).err().map(|why| why.code);
        assert_eq!(refused(&asked(&[3])), Some("policy.refused"));
        assert_eq!(refused(&AgentForm::plain("policy")), Some("policy.missing"));
        let file = PolicyFile::new(vec![1, 2]);
        let (one, other) = (Arc::new(HigherCard), Arc::new(HigherCard));
        let read = |game| file.read_for(game).unwrap_or_else(|why| panic!("{why:?}"));
        let first = read(&one);
        assert!(Arc::ptr_eq(&first, &read(&one)) && !Arc::ptr_eq(&first, &read(&other)));
    }

    #[test]
    fn a_game_over_the_waist_is_solved() {
        let limits = Limits { bytes: 1e9, merge: true };
        let tree = game().expand(&limits, &mut || false).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!((tree.sets.len(), tree.leaves(), tree.is_zero_sum()), (3, 12, true));
        assert!(game().estimate(100, 1).is_ok_and(|size| size.deals == 6.0));
    }
}
