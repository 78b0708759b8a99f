//! What a seat expects of the cards it cannot see, from the cards it cannot place.

use crate::games::cambio::state::At;
use crate::games::cambio::view::View;

/// Expected value of a card: its own if it is known, otherwise the mean of all that cannot be placed.
#[inline]
pub fn expected(view: &View, at: At) -> f64 {
    view.value(at).map_or_else(|| view.unknown_mean(), f64::from)
}

/// Expected score of a hand.
pub fn expected_score(view: &View, seat: u8) -> f64 {
    let mean = view.unknown_mean();
    view.places(seat).map(|at| view.value(at).map_or(mean, f64::from)).sum()
}

/// How many cards of a hand this seat knows.
pub fn known_count(view: &View, seat: u8) -> u32 {
    view.places(seat).filter(|at| view.card(*at).is_some()).count() as u32
}

/// The worst card of one's own that one knows.
pub fn worst_known(view: &View) -> Option<(At, i32)> {
    let known = view.places(view.seat).filter_map(|at| view.value(at).map(|value| (at, value)));
    known.fold(None, |worst, next| match worst {
        Some((_, value)) if value >= next.1 => worst,
        _ => Some(next),
    })
}

pub fn first_unknown(view: &View, seat: u8) -> Option<At> {
    view.places(seat).find(|at| view.card(*at).is_none())
}

pub fn unknown_count(view: &View, seat: u8) -> u32 {
    view.size(seat) - known_count(view, seat)
}

/// The element with the lowest number; of several the first.
pub fn lowest<T: Copy>(items: impl Iterator<Item = T>, by: impl Fn(T) -> f64) -> Option<T> {
    let mut best: Option<(T, f64)> = None;
    for item in items {
        let number = by(item);
        if best.is_none_or(|(_, least)| number < least) {
            best = Some((item, number));
        }
    }
    best.map(|(item, _)| item)
}
