//! The rules engine of Deckwright.
#![forbid(unsafe_code)]

/// The version of the engine, which is the version of the package.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
