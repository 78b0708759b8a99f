//! A blueprint for an agent: a header (JSON) that says what is played and which file holds the play.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::OnceLock;

use serde::Deserialize;

use super::super::betting::{BetTree, STREETS, Size, StreetTree};
use super::Game;
use super::find::Finder;
use super::kmeans::{Classes, abstraction_of};
use super::stored::{Source, Stored};
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
    play: PlayFile,
}

/// Where the play is: a file, the place of its first byte, how many there are, and the last bytes of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayFile {
    path: PathBuf,
    at: u64,
    length: u64,
    checksum: Vec<u8>,
}

impl PlayFile {
    /// The file, if it is still the one that was meant.
    fn open(&self) -> io::Result<Source> {
        let mut file = File::open(&self.path)?;
        let mut end = vec![0; self.checksum.len()];
        file.seek(SeekFrom::Start(self.at + self.length))?;
        file.read_exact(&mut end)?;
        match end == self.checksum {
            true => Ok(Source::File { file, at: self.at, length: self.length }),
            false => Err(io::Error::other("it is another than before")),
        }
    }
}

/// A blueprint that can be asked.
pub struct Loaded {
    pub trainer: Trainer,
    finder: OnceLock<Finder>,
}

/// The blueprint that a header means; a text says why it is none.
pub fn read(bytes: &[u8]) -> Result<Loaded, String> {
    let header: Header = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
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
    let method =
        Method { seed: 0, deals: 0, fade_every: 1, fade_until: 0, floor: 0.0, skip_below: 0.0, skip_from: 0, largest_batch: 1 };
    let game = Game { players: header.players, stack: header.stack, blinds: header.blinds, bets };
    let mut trainer = Trainer::new(game, abstraction_of(header.classes), method, 1)?;
    let play = header.play.open().map_err(|error| format!("{}: {error}", header.play.path.display()))?;
    let tables = Tables::from_play(&trainer.tree, trainer.abstraction.as_ref(), play);
    let whole = tables.filter(|tables| tables.stored.as_ref().is_some_and(Stored::is_whole));
    trainer.tables = whole.ok_or("the play is damaged, or not of this blueprint's game")?;
    Ok(Loaded { trainer, finder: OnceLock::new() })
}

impl Loaded {
    /// Made when it is first needed: most betting is in the tree.
    pub fn finder(&self) -> &Finder {
        self.finder.get_or_init(|| Finder::new(&self.trainer))
    }
}
