//! What an observer saw of a step.

use deckwright_core::game::{Event, NO_RULE};
use pyo3::prelude::*;
use pyo3::types::PyDict;

pub type Seen<'py> = Vec<(&'static str, Bound<'py, PyDict>)>;

/// Events as whoever has this bit saw them.
pub fn seen_by<'py>(py: Python<'py>, events: &[Event], bit: u32) -> PyResult<Seen<'py>> {
    let mut seen = Vec::new();
    for event in events {
        let fields = PyDict::new(py);
        let face = |card: u8, seen_by: u32| if seen_by & bit != 0 { card as i32 } else { -1 };
        let kind = match *event {
            Event::Chose { seat, action, seen_by } => {
                fields.set_item("seat", seat)?;
                fields.set_item("slot", action.slot)?;
                fields.set_item("value", face(action.value, seen_by))?;
                "chose"
            }
            Event::Moved { card, from, to, seen_by } => {
                fields.set_item("card", face(card, seen_by))?;
                fields.set_item("from", from)?;
                fields.set_item("to", to)?;
                "moved"
            }
            Event::Shown { card, zone, to, seen_by } => {
                fields.set_item("card", face(card, seen_by))?;
                fields.set_item("zone", zone)?;
                if to.is_power_of_two() {
                    fields.set_item("to_seat", to.trailing_zeros())?;
                }
                "shown"
            }
            Event::Shuffled { zone } => {
                fields.set_item("zone", zone)?;
                "shuffled"
            }
            Event::Tested { zone, count, holds } => {
                fields.set_item("zone", zone)?;
                fields.set_item("count", count)?;
                fields.set_item("holds", holds as u8)?;
                "tested"
            }
            Event::Dealt { hand } => {
                fields.set_item("hand", hand)?;
                "dealt"
            }
            Event::TrickWon { seat } => {
                fields.set_item("seat", seat)?;
                "trick won"
            }
            Event::Scored { side, team, points, rule } => {
                fields.set_item(if team { "team" } else { "seat" }, side)?;
                fields.set_item("points", points)?;
                if rule != NO_RULE {
                    fields.set_item("rule", rule)?;
                }
                "scored"
            }
            Event::Paid { seat, chips } => {
                fields.set_item("seat", seat)?;
                fields.set_item("chips", chips)?;
                "paid"
            }
            Event::Out { seat } => {
                fields.set_item("seat", seat)?;
                "out"
            }
            Event::Skipped { seat } => {
                fields.set_item("seat", seat)?;
                "skipped"
            }
            Event::HandOver { hand } => {
                fields.set_item("hand", hand)?;
                "hand over"
            }
            Event::MatchOver => "match over",
        };
        seen.push((kind, fields));
    }
    Ok(seen)
}
