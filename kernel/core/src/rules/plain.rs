//! Playing a card to a trick from which nothing follows but the trick: most tricks are so, and most decisions are such
//! plays. What they need is worked out at loading.

use super::eval::Eval;
use super::flow::Play;
use super::load::Rules;
use super::moments::Moments;
use super::program::at::Families;
use super::program::*;
use super::state::{NOBODY, State, Trick, next_after};
use super::tree::Set;
use crate::game::{Action, Beat, Decider, Event, Game, Legal, Observer, Silent};
use crate::knowledge::Route;
use crate::mask::Mask;

/// What is worked out beforehand about a trick phase.
#[derive(Default, Clone)]
pub struct TrickFacts {
    /// A play is the card that the action names or the top one, and nothing follows from it but the trick.
    pub plain: bool,
    /// The top card is played.
    forced_top: bool,
    pub slot: u16,
    pile: u8,
    /// Tricks after which it is over in any case.
    limit: u32,
    /// Of cards that are level, the last one played is the best.
    last_wins: bool,
    /// Who is level with the best is asked.
    pub ties_matter: bool,
    /// The way of each seat's cards to the trick.
    routes: [Route; MAX_SEATS],
    /// Where the cards go, by who takes them, where that is always the same.
    pub to: Option<[u8; MAX_SEATS]>,
    /// Its duties, where they can be tabulated: in a plain phase they are.
    pub moments: Moments,
    /// Cards that break a suit, where they are always the same.
    pub breaks: Mask,
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
    team_tricks: [u16; MAX_SEATS],
    /// The cards taken go to places in which order does not matter.
    pub collects: bool,
    /// They go below others, in the order in which they were played.
    pub picks_up: bool,
    /// Cards go from the top of places, and nobody sees what then lies there for that.
    pub from_covered: bool,
    /// By strain: the suit of each card, then its strength by the suit led.
    rows: Vec<[u8; MAX_CARDS]>,
    /// Suits that can be led.
    leads: u32,
    strains: u32,
}

impl TrickFacts {
    pub fn of(rules: &Rules, node: &Node) -> TrickFacts {
        let Node::Trick(phase) = node else {
            return TrickFacts::default();
        };
        let strains = &rules.program.strains;
        let leads = strains.iter().map(|strain| strain.power.len()).max().unwrap_or(0);
        let row = |values: Option<&Vec<u8>>| {
            let mut row = [0; MAX_CARDS];
            for (entry, value) in row.iter_mut().zip(values.into_iter().flatten()) {
                *entry = *value;
            }
            row
        };
        let rows_of = |strain: &Strain| {
            let powers = (0..leads).map(|led| row(strain.power.get(led)));
            std::iter::once(row(Some(&strain.suit))).chain(powers).collect::<Vec<_>>()
        };
        let family = &rules.program.zones[phase.source as usize];
        let step = if family.owner == Owner::Seat { family.piles } else { 0 };
        let source: [u8; MAX_SEATS] = std::array::from_fn(|seat| family.base + (seat as u8).min(rules.program.seats - 1) * step);
        let to = by_actor(rules, phase.to);
        let to_all = |fits: &dyn Fn(u8) -> bool| to.is_some_and(|to| to[..rules.seats()].iter().all(|zone| fits(*zone)));
        let shrinking = !rules.plays_matter && to_all(&|zone| !source.contains(&zone));
        let moments = Moments::tabulate(rules, phase);
        let suits_known = strains.iter().flat_map(|strain| &strain.suit).all(|suit| (*suit as usize) < leads);
        let (breaks, same_break) = match phase.breaks.map(|id| &rules.sets[id as usize]) {
            None => (Mask::EMPTY, true),
            Some(Set::Const(cards)) => (*cards, true),
            Some(_) => (Mask::EMPTY, false),
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
        let plain = (phase.forced_top || rules.single_copies && !family.ordered)
            && !rules.plays_matter
            && rules.program.wins.iter().all(cannot_be_met)
            && rules.places.tallies.is_empty()
            && phase.hold.is_none()
            && (phase.dummy.is_none() || shrinking)
            && moments.as_ref().is_some_and(|moments| moments.leads() == leads)
            && suits_known
            && same_break;
        let wins_wait = plain && rules.program.wins.iter().all(cannot_be_met_between);
        let same_out = phase.out.is_none_or(|out| is_same_for_tricks(rules, out));
        let to_own = to.is_some_and(|to| to[..rules.seats()] == source[..rules.seats()]);
        let keeps_holders = plain && family.owner == Owner::Seat && (shrinking || to_own);
        let collects = to_all(&|zone| !rules.places.spots[zone as usize].ordered && zone != phase.pile);
        let picks_up = to_all(&|zone| rules.places.spots[zone as usize].ordered && zone != phase.pile)
            && rules.places.spots[phase.pile as usize].ordered
            && rules.places.tallies.is_empty()
            && phase.place == Place::Bottom;
        TrickFacts {
            plain,
            wins_wait,
            keeps_holders,
            same_out,
            runs_on: keeps_holders
                && (collects || picks_up)
                && (wins_wait || !rules.wins_immediate)
                && same_out
                && phase.until.is_none()
                && !rules.program.rules.same_player_on_win,
            team_tricks: std::array::from_fn(|seat| team_tricks(rules, seat)),
            forced_top: phase.forced_top,
            slot: phase.slot,
            last_wins: phase.ties == Ties::Last,
            ties_matter: phase.ties == Ties::Breaker,
            routes: source.map(|from| Route::new(&rules.places, from, phase.pile)),
            moments: moments.unwrap_or_default(),
            breaks,
            shrinking,
            to,
            collects,
            picks_up,
            pile: phase.pile,
            limit: phase.limit,
            from_covered: plain && family.ordered && family.seen_by != SeenBy::Top,
            rows: strains.iter().flat_map(rows_of).collect(),
            leads: leads as u32,
            strains: strains.len() as u32,
        }
    }

    #[inline]
    pub fn route(&self, seat: u8) -> &Route {
        &self.routes[seat as usize & (MAX_SEATS - 1)]
    }

    #[inline]
    pub fn source(&self, seat: u8) -> u8 {
        self.route(seat).from
    }

    /// Seats in play that have a card to play.
    #[inline]
    pub fn holders(&self, state: &State) -> u16 {
        let mut holders = state.live;
        let mut left = holders as u32;
        while left != 0 {
            let seat = left.trailing_zeros() as u8;
            let bit = left & left.wrapping_neg();
            left ^= bit;
            if state.layout.size[self.source(seat) as usize & (MAX_ZONES - 1)] == 0 {
                holders ^= bit as u16;
            }
        }
        holders
    }

    /// Tricks for which those who have cards now have one in any case, where they lose one a trick at most; at least one.
    #[inline(never)]
    pub fn sure_tricks(&self, state: &State) -> u8 {
        let (mut left, mut least) = (state.trick.holders as u32, u8::MAX);
        while left != 0 {
            let zone = self.source(left.trailing_zeros() as u8);
            least = least.min(state.layout.size[zone as usize & (MAX_ZONES - 1)]);
            left &= left - 1;
        }
        least
    }

    /// What may be played, in a plain phase.
    #[inline]
    pub fn open(&self, state: &State) -> Mask {
        if self.forced_top {
            return Mask::of(0);
        }
        self.bound(state, self.source(state.trick.playing)).0
    }

    /// What may be played of the cards of a zone, and whether that misses a duty.
    #[inline(always)]
    fn bound(&self, state: &State, zone: u8) -> (Mask, bool) {
        self.moments.bound(state.trick.moment, state.layout.cards[zone as usize & (MAX_ZONES - 1)])
    }

    /// Plays a card, in a plain phase; whether that completes the trick.
    #[inline(always)]
    pub fn play(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut impl Observer) -> bool {
        let seat = state.trick.playing;
        let route = self.route(seat);
        let mut card = action.value;
        if self.forced_top {
            card = state.layout.top[route.from as usize & (MAX_ZONES - 1)];
        } else {
            self.moments.show_missed(&rules.places, state, route.from, card);
        }
        self.lay_out(rules, state, seat, action, card, observer)
    }

    /// Plays tricks of a plain phase while decisions are made at it; whether they are still made.
    #[inline(always)]
    pub fn play_on(&self, rules: &Rules, state: &mut State, legal: &mut Legal, decider: &mut impl Decider<Rules>) -> bool {
        let node = state.node;
        loop {
            let (seat, decides) = (state.trick.playing, state.to_act);
            let zone = self.source(seat);
            let (action, card) = if self.forced_top {
                let Some(action) = decider.decide_among(rules, state, decides, legal, self.slot, Mask::of(0)) else {
                    return false;
                };
                (action, state.layout.top[zone as usize & (MAX_ZONES - 1)])
            } else {
                let (open, misses) = self.bound(state, zone);
                let Some(action) = decider.decide_among(rules, state, decides, legal, self.slot, open) else {
                    return false;
                };
                if misses {
                    self.moments.show_missed(&rules.places, state, zone, action.value);
                }
                (action, action.value)
            };
            state.decisions += 1;
            let complete = self.lay_out(rules, state, seat, action, card, &mut Silent);
            if complete && !self.take(rules, state, &mut Silent) {
                Play::new(rules, state, &mut Silent).complete_trick(self);
                if state.node != node || state.to_act == NOBODY {
                    return true;
                }
            }
        }
    }

    /// A seat's card comes to the trick; whether that completes it.
    #[inline(always)]
    fn lay_out(
        &self,
        rules: &Rules,
        state: &mut State,
        seat: u8,
        action: Action,
        card: u8,
        observer: &mut impl Observer,
    ) -> bool {
        observer.see(Event::Chose { seat, action, seen_by: rules.places.everyone });
        state.layout.play(&rules.places, card, self.route(seat), observer);
        let bit = 1u32 << (seat & 15);
        if state.get(at::BROKEN) == 0 && self.breaks.has(card) {
            state.set(at::BROKEN, 1);
            state.trick.moment += self.moments.breaking();
        }
        if state.get(at::LEADING) == 1 {
            // Its suit is what others follow.
            let led = self.value(state, card);
            state.set(at::LED, led as i32);
            state.set(at::LEADING, 0);
            state.set(at::PASSES, 0);
            state.trick.row += led as u32 + 1;
            state.trick.moment += led as u32 + 1;
        }
        self.rank(state, seat, card);
        state.set(at::LAST_PLAYER, seat as i32);
        if !state.trick.dummy_shown {
            show_dummy(rules, state, self, observer);
        }
        let waiting = state.trick.waiting as u32 & !bit;
        state.trick.waiting = waiting as u16;
        if waiting == 0 {
            return true;
        }
        await_play(rules, state, next_after(waiting, bit, state.get(at::DIRECTION)));
        false
    }

    /// The trick is taken and the next one led, if that is all there is to it: whether it is.
    #[inline(never)]
    pub fn take(&self, rules: &Rules, state: &mut State, observer: &mut impl Observer) -> bool {
        let Trick { best: winner, tied, played, sure, tricks, holders, .. } = state.trick;
        let level = self.ties_matter && tied & tied.wrapping_sub(1) != 0;
        // What was played was seen; other cards may lie there too.
        let seen = state.layout.size[self.pile as usize & (MAX_ZONES - 1)] == played;
        let tricks = tricks + 1;
        // With two seats or more to play on, nobody can have won yet.
        let playing = holders & state.live;
        let may_be_won = rules.wins_immediate && playing & playing.wrapping_sub(1) == 0;
        if !self.runs_on || level || !seen || sure == 0 || tricks >= self.limit || may_be_won {
            return false;
        }
        state.set(at::WINNER, winner as i32);
        state.set(at::ACTOR, winner as i32);
        observer.pause(Beat::Trick, state);
        state.add(rules.at.tricks, winner, 1);
        let team_tricks = self.team_tricks[winner as usize & (MAX_SEATS - 1)];
        if team_tricks != NO_TEAM {
            state.add(team_tricks, 0, 1);
        }
        let cards = state.layout.cards[self.pile as usize & (MAX_ZONES - 1)];
        let to = self.to.as_ref().map_or(0, |to| to[winner as usize & (MAX_SEATS - 1)]);
        if self.collects {
            state.layout.collect(&rules.places, self.pile, to, rules.places.everyone, observer);
        } else {
            state.layout.pick_up(&rules.places, self.pile, to, observer);
        }
        if let Some(credit) = &rules.credit {
            credit.take(state, winner, to, cards);
        }
        observer.see(Event::TrickWon { seat: winner });
        if !cards.and(rules.trick_scores).is_empty() {
            score(rules, state, winner, cards, observer);
        }
        state.trick.tricks = tricks;
        state.set(at::TRICK_NUMBER, tricks as i32);
        // The next one is led by whoever took this.
        let led = state.get(at::LED) as u32 + 1;
        let running = &mut state.trick;
        running.sure = sure - 1;
        running.open(winner, running.holders & state.live);
        running.row -= led;
        running.moment -= led;
        state.set(at::LED, NONE);
        state.set(at::LEADING, 1);
        if self.moments.tells_apart(tricks) {
            state.trick.moment = self.moments.leading(state);
        }
        await_play(rules, state, winner);
        true
    }

    /// The strain in force.
    #[inline]
    pub fn strain(&self, state: &State) -> u32 {
        (state.get(at::STRAIN).max(0) as u32).min(self.strains - 1)
    }

    /// Before a card is led: what counts is its suit.
    #[inline]
    pub fn unset_led(&self, state: &mut State) {
        state.trick.row = state.trick.strain * (self.leads + 1);
    }

    /// A suit is led: what counts is how strong cards are then.
    #[inline]
    pub fn set_led(&self, state: &mut State, led: i32) {
        let known = led >= 0 && (led as u32) < self.leads;
        state.trick.row = if known { state.trick.row + led as u32 + 1 } else { u32::MAX };
    }

    /// What counts of a card now.
    #[inline]
    pub fn value(&self, state: &State, card: u8) -> u8 {
        self.rows.get(state.trick.row as usize).map_or(0, |row| row[card as usize & (MAX_CARDS - 1)])
    }

    /// Whether the card played is the best so far.
    #[inline]
    pub fn rank(&self, state: &mut State, seat: u8, card: u8) {
        let power = self.value(state, card) as i16;
        let best = &mut state.trick;
        best.plays[best.played as usize & (MAX_SEATS - 1)] = (seat, card);
        best.played = best.played.wrapping_add(1);
        if self.ties_matter {
            let others = if power > best.best_power { 0 } else { best.tied };
            best.tied = others | ((power >= best.best_power) as u16) << (seat & 15);
        }
        // Nothing branches: which card is the best cannot be foreseen.
        best.best = if power + self.last_wins as i16 > best.best_power { seat } else { best.best };
        best.best_power = best.best_power.max(power);
    }
}

/// Points for the cards of a trick.
#[inline(never)]
fn score(rules: &Rules, state: &mut State, winner: u8, cards: Mask, observer: &mut impl Observer) {
    Play::new(rules, state, observer).score_seat(winner, rules.points_of(cards));
}

/// Stands for the register of a team that there is not.
const NO_TEAM: u16 = u16::MAX;

/// The register of the tricks of a seat's team.
fn team_tricks(rules: &Rules, seat: usize) -> u16 {
    let team = rules.program.team_of.get(seat).and_then(|team| u16::try_from(*team).ok());
    team.map_or(NO_TEAM, |team| rules.at.team_tricks + team)
}

/// Waits for a seat's card.
#[inline]
pub fn await_play(rules: &Rules, state: &mut State, seat: u8) {
    state.trick.playing = seat;
    state.to_act = seat;
    state.set(at::ACTOR, seat as i32);
    if seat == state.trick.dummy {
        // Its cards, once shown, are played by its partner.
        let partners = rules.side[seat as usize & (MAX_SEATS - 1)] & !(1 << seat);
        if partners != 0 && state.trick.dummy_shown {
            state.to_act = partners.trailing_zeros() as u8;
        }
    }
}

/// After the first card the dummy's are shown.
#[inline(never)]
pub fn show_dummy(rules: &Rules, state: &mut State, facts: &TrickFacts, observer: &mut impl Observer) {
    state.trick.dummy_shown = true;
    show_hand(rules, state, facts.source(state.trick.dummy), observer);
}

/// Shows the cards of a zone that somebody has not seen.
#[inline(never)]
pub fn show_hand(rules: &Rules, state: &mut State, zone: u8, observer: &mut impl Observer) {
    let everyone = rules.places.everyone;
    for card in state.layout.cards[zone as usize] {
        if state.layout.knows[card as usize] != everyone {
            state.layout.show(&rules.places, card, everyone, observer);
        }
    }
}

/// Whether an expression gives the same throughout a plain phase: it reads no cards, and no register that tricks change.
fn is_same_for_tricks(rules: &Rules, id: ExprId) -> bool {
    let Families { score, hand_score, tricks, team_score, team_hand_score, team_tricks, .. } = rules.at;
    let (seats, teams) = (rules.program.seats as u16, rules.program.teams.max(1) as u16);
    let of_seats = [score, hand_score, tricks].map(|base| base..base + seats);
    let of_teams = [team_score, team_hand_score, team_tricks].map(|base| base..base + teams);
    let lasting = |register: &u16| {
        [at::HAND_NUMBER, at::DEALER, at::DECLARER, at::LEVEL, at::STRAIN, at::KIND, at::DOUBLED].contains(register)
            || *register as usize >= at::TABLE.len()
                && !of_seats.iter().chain(&of_teams).any(|counted| counted.contains(register))
    };
    rules.program.ops_of(id).all(|op| match op {
        Op::Reg(register) => lasting(register),
        Op::Const(_) | Op::Table(..) | Op::Left(_) | Op::Right(_) | Op::If(..) | Op::Add(..) | Op::Sub(..) => true,
        Op::Eq(..) | Op::Ne(..) | Op::Lt(..) | Op::Le(..) | Op::Gt(..) | Op::Ge(..) => true,
        Op::And(..) | Op::Or(..) | Op::Not(_) => true,
        _ => false,
    })
}

/// The zone an expression names for each actor, if it depends on nothing else.
fn by_actor(rules: &Rules, id: ExprId) -> Option<[u8; MAX_SEATS]> {
    let fixed = |op: &Op| match op {
        Op::Reg(register) => *register == at::ACTOR,
        Op::Const(_) | Op::Add(..) | Op::Sub(..) | Op::Mul(..) | Op::Div(..) | Op::Mod(..) => true,
        Op::Min(..) | Op::Max(..) | Op::Table(..) => true,
        _ => false,
    };
    if !rules.program.ops_of(id).all(fixed) {
        return None;
    }
    let mut state = State::new(&[0; 32]);
    Some(std::array::from_fn(|seat| {
        state.set(at::ACTOR, seat as i32);
        Eval::new(rules, &state).zone(id)
    }))
}
