//! A blueprint as one piece of bytes, for an agent: the length of a header (4 bytes, little-endian), the header (JSON), and the
//! play of `Tables::play_to_bytes`.

use serde::Deserialize;

use super::super::betting::{BetTree, STREETS, Size, StreetTree};
use super::Game;
use super::find::Finder;
use super::kmeans::{Classes, abstraction_of};
use super::tables::{MOST_ACTIONS, Tables};
use super::train::{Method, Trainer};

/// Bets and raises, cap, all-in, and from which part of a stack.
type Street = (Vec<f64>, Vec<f64>, u8, bool, f64);

/// What a header says: bets and raises as parts of the pot, cap, whether all-in is offered, and from which part of a stack a
/// bet is all of it, by street; how hands are told apart.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    players: usize,
    stack: u32,
    blinds: [u32; 2],
    streets: Vec<Street>,
    classes: Classes,
}

/// A blueprint that can be asked.
pub struct Loaded {
    pub trainer: Trainer,
    pub finder: Finder,
}

/// What is in bytes; a text says why it is none.
pub fn read(bytes: &[u8]) -> Result<Loaded, String> {
    let cut = || "a blueprint ends too early".to_string();
    let (length, rest) = bytes.split_at_checked(4).ok_or_else(cut)?;
    let length = u32::from_le_bytes(length.try_into().map_err(|_| cut())?) as usize;
    let (header, play) = rest.split_at_checked(length).ok_or_else(cut)?;
    let header: Header = serde_json::from_slice(header).map_err(|error| error.to_string())?;
    let few = header.streets.iter().all(|street| street.0.len().max(street.1.len()) <= MOST_ACTIONS - 4);
    if !(2..=6).contains(&header.players) || header.streets.len() != STREETS || !few || header.blinds[1] == 0 {
        return Err("a blueprint is for 2 to 6 players, with a few sizes on each of four streets".into());
    }
    let sizes = |parts: &[f64]| parts.iter().map(|part| Size::Pot(*part)).collect();
    let streets = header.streets.iter().map(|(bets, raises, cap, all_in, all_in_from)| StreetTree {
        bets: sizes(bets),
        raises: sizes(raises),
        cap: *cap,
        all_in: *all_in,
        all_in_from: *all_in_from,
    });
    let bets = BetTree { streets: streets.collect(), smallest: header.blinds[1] };
    let method = Method { seed: 0, deals: 0, fade_every: 1, fade_until: 0, floor: 0.0, skip_below: 0.0, skip_from: 0 };
    let game = Game { players: header.players, stack: header.stack, blinds: header.blinds, bets };
    let mut trainer = Trainer::new(game, abstraction_of(header.classes), method, 1)?;
    let tables = Tables::from_play(&trainer.tree, trainer.abstraction.as_ref(), play);
    trainer.tables = tables.ok_or("the play is not of this blueprint's game")?;
    let finder = Finder::new(&trainer);
    Ok(Loaded { trainer, finder })
}
