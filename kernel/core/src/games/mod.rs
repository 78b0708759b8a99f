//! Every game there is, by name: genomes, and games written directly against the waist for what the genome language
//! cannot say without strain.

pub mod cambio;
pub mod genome;
pub mod holdem;

use std::sync::Arc;

use crate::erased::AnyGame;
use crate::rules::Planning;
use cambio::Cambio;
use genome::Genome;
use holdem::Holdem;

/// A game by the name of its kind, from its settings: a genome's program, or the house rules of one that is no genome.
/// `planning` says whether games that have fast plans use them.
pub fn open(kind: &str, settings: &[u8], planning: Planning) -> Result<Arc<dyn AnyGame>, String> {
    match kind {
        "genome" => Ok(Arc::new(Genome::load(settings, planning)?)),
        "cambio" => Ok(Arc::new(Cambio::new(cambio::Options::parse(settings)?))),
        "holdem" => Ok(Arc::new(Holdem::new(holdem::Options::parse(settings)?))),
        _ => Err(format!("the kernel has no game {kind:?}")),
    }
}
