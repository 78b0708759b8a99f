//! Plays a blueprint: looks up the nearest place that it knows, from what everyone sees of the betting and its own cards.

use std::sync::{Arc, Mutex};

use crate::agents::{PolicyFile, Refusal};
use crate::chance::Rng;
use crate::game::{Action, Legal};
use crate::games::holdem::Holdem;
use crate::games::holdem::betting::in_turn;
use crate::games::holdem::options::MAX_PLAYERS;
use crate::games::holdem::play::ALL_IN;
use crate::games::holdem::view::View;
use crate::poker::betting::SEATS;
use crate::poker::blueprint::file::{Loaded, read};
use crate::poker::blueprint::find::{Choice, Table, choose};

use super::rules::{give_up, plain, quiet, raise_to};

pub struct BlueprintAgent {
    loaded: Arc<Loaded>,
}

/// Blueprints that were read last, so that an agent that is asked again does not read its own again.
static READ: Mutex<Vec<(Arc<PolicyFile>, Arc<Loaded>)>> = Mutex::new(Vec::new());
const MOST_KEPT: usize = 4;

impl BlueprintAgent {
    pub fn new(game: &Holdem, file: &Arc<PolicyFile>) -> Result<BlueprintAgent, Refusal> {
        let loaded = loaded(file)?;
        let (players, meant) = (game.options.players as usize, loaded.trainer.game.players);
        if players != meant {
            let text = format!("the blueprint is for {meant} players, and {players} play");
            return Err(Refusal { code: "blueprint.other-game", text });
        }
        Ok(BlueprintAgent { loaded })
    }

    pub fn decide(&self, view: &View, legal: &Legal, rng: &mut Rng) -> Action {
        let Loaded { trainer, finder } = self.loaded.as_ref();
        let cards = (view.hole_mask(), view.board());
        match choose(trainer, finder, &trainer.tables, &table_of(view), cards, rng) {
            Choice::Fold => give_up(legal),
            Choice::Call => quiet(legal),
            Choice::RaiseTo(blinds) => raise_to(view, legal, blinds * view.game().options.big_blind as f64),
            Choice::AllIn if legal.contains(plain(ALL_IN)) => plain(ALL_IN),
            Choice::AllIn => raise_to(view, legal, 1e12),
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
        big_blind: view.game().options.big_blind as u32,
    };
    for (place, seat) in seats.into_iter().enumerate().take(SEATS) {
        table.paid[place] = bets.paid[seat as usize % MAX_PLAYERS].max(0) as u32;
        table.live |= (bets.live >> seat & 1) << place;
        if seat == view.seat {
            table.seat = place as u8;
        }
    }
    table
}
