//! Plays a blueprint: looks up the nearest place that it knows, from what everyone sees of the betting and its own cards.

use std::sync::{Arc, Mutex};

use crate::agents::{PolicyFile, Refusal};
use crate::chance::Rng;
use crate::game::{Action, Legal};
use crate::games::holdem::Holdem;
use crate::games::holdem::betting::in_turn;
use crate::games::holdem::log::Seen;
use crate::games::holdem::options::{MAX_PLAYERS, RAKE_UNIT};
use crate::games::holdem::play::ALL_IN;
use crate::games::holdem::view::View;
use crate::poker::betting::{Action as Made, BetTree, SEATS, Size, StreetTree};
use crate::poker::blueprint::file::{Loaded, read};
use crate::poker::blueprint::find::{Choice, Table, choose};
use crate::poker::blueprint::resolve::{Budget, Sight, resolve};
use crate::poker::spot::Rake;

use super::rules::{TIGHT, give_up, plain, quiet, raise_by};

pub struct BlueprintAgent {
    loaded: Arc<Loaded>,
    resolving: Option<Budget>,
}

/// Blueprints that were read last, so that an agent that is asked again does not read its own again.
static READ: Mutex<Vec<(Arc<PolicyFile>, Arc<Loaded>)>> = Mutex::new(Vec::new());
const MOST_KEPT: usize = 4;

/// Bets and raises of a street that is solved, where the table has no lower cap.
const MOST_RAISES: u8 = 3;

impl BlueprintAgent {
    pub fn new(game: &Holdem, file: &Arc<PolicyFile>, resolving: Option<Budget>) -> Result<BlueprintAgent, Refusal> {
        let loaded = loaded(file)?;
        let (players, meant) = (game.options.players as usize, loaded.trainer.game.players);
        if players != meant {
            let text = format!("the blueprint is for {meant} players, and {players} play");
            return Err(Refusal { code: "blueprint.other-game", text });
        }
        Ok(BlueprintAgent { loaded, resolving })
    }

    pub fn resolves(&self) -> bool {
        self.resolving.is_some()
    }

    pub fn decide(&self, view: &View, legal: &Legal, rng: &mut Rng) -> Action {
        let trainer = &self.loaded.trainer;
        let cards = (view.hole_mask(), view.board());
        let table = table_of(view);
        let solved = self.resolving.and_then(|budget| resolve(trainer, &table, sight_of(view), budget, rng));
        let by_blueprint = |rng: &mut Rng| choose(trainer, &|| self.loaded.finder(), &trainer.tables, &table, cards, rng);
        let chosen = solved.or_else(|| by_blueprint(rng));
        match chosen {
            // Where nothing was learned it plays by rule of thumb.
            None => TIGHT.decide(view, legal, rng).action,
            Some(Choice::Fold) => give_up(legal),
            Some(Choice::Call) => quiet(legal),
            Some(Choice::RaiseBy(part)) => raise_by(view, legal, part),
            Some(Choice::AllIn) if legal.contains(plain(ALL_IN)) => plain(ALL_IN),
            Some(Choice::AllIn) => raise_by(view, legal, 1e9),
        }
    }
}

fn loaded(file: &Arc<PolicyFile>) -> Result<Arc<Loaded>, Refusal> {
    let mut kept = READ.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some((_, loaded)) = kept.iter().find(|(other, _)| Arc::ptr_eq(other, file)) {
        return Ok(loaded.clone());
    }
    let found = read(file.bytes()).map_err(|text| Refusal { code: "blueprint.damaged", text })?;
    let found = Arc::new(found);
    if kept.len() == MOST_KEPT {
        kept.remove(0);
    }
    kept.push((file.clone(), found.clone()));
    Ok(found)
}

/// What everyone sees, seats counted from the small blind.
fn table_of(view: &View) -> Table {
    let bets = view.bets();
    let players = view.game().options.players;
    let all = ((1u16 << players) - 1) as u8;
    let mut seats: Vec<u8> = in_turn(all, bets.button).collect();
    if players == 2 {
        seats.reverse();
    }
    let mut table = Table {
        street: bets.street,
        seat: 0,
        live: 0,
        raises: bets.raises,
        paid: [0; SEATS],
        stacks: [0; SEATS],
        blinds: [view.game().options.small_blind, view.game().options.big_blind].map(|chips| chips.max(0) as u32),
        moves: view.moves().map(|moves| moves.map(action_of).collect()),
    };
    for (place, seat) in seats.into_iter().enumerate().take(SEATS) {
        let at = seat as usize % MAX_PLAYERS;
        table.paid[place] = bets.paid[at].max(0) as u32;
        table.stacks[place] = (bets.paid[at] + bets.stacks[at]).max(0) as u32;
        table.live |= (bets.live >> seat & 1) << place;
        if seat == view.seat {
            table.seat = place as u8;
        }
    }
    table
}

/// What a street is solved with: the bets that the table offers.
fn sight_of<'a>(view: &View<'a>) -> Sight<'a> {
    let options = &view.game().options;
    let street = |percents: &Vec<u16>| {
        let sizes: Vec<Size> = percents.iter().map(|percent| Size::Pot(*percent as f64 / 100.0)).collect();
        let cap = if options.cap == 0 { MOST_RAISES } else { options.cap.min(MOST_RAISES) };
        StreetTree { bets: sizes.clone(), raises: sizes, cap, all_in: true, all_in_from: 1.0 }
    };
    let bets = BetTree { streets: options.sizes.iter().map(street).collect(), smallest: options.big_blind.max(0) as u32 };
    let most = if options.rake_cap > 0 { options.rake_cap as f64 } else { f64::MAX };
    let rake = Rake { part: options.rake as f64 / RAKE_UNIT as f64, most };
    Sight { hole: view.hole_mask(), board: view.board(), bets, rake }
}

fn action_of(seen: Seen) -> Made {
    match seen {
        Seen::Fold => Made::Fold,
        Seen::Call => Made::Call,
        Seen::To(chips) => Made::Raise(chips.max(0) as u32),
    }
}
