//! The 54 cards: thirteen ranks in four suits (ace to king; clubs, diamonds, hearts, spades) and two jokers.

pub const DECK: usize = 54;
pub const NO_CARD: u8 = 255;
/// What the whole deck adds up to.
pub const DECK_VALUE: i32 = 318;

const JACK: u8 = 10;
const QUEEN: u8 = 11;
const KING: u8 = 12;
const JOKER: u8 = 13;

/// What discarding a card lets a player do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Power {
    PeekOwn,
    PeekOther,
    Swap,
    /// Look at any card, then perhaps exchange any two.
    King,
}

/// 0 for an ace to 12 for a king, 13 for a joker.
#[inline]
pub const fn rank(card: u8) -> u8 {
    if card >= 52 { JOKER } else { card % 13 }
}

const fn is_red(card: u8) -> bool {
    card / 13 == 1 || card / 13 == 2
}

const fn worth(card: u8) -> i8 {
    match rank(card) {
        JOKER => 0,
        KING if is_red(card) => -1,
        JACK | QUEEN | KING => 10,
        other => other as i8 + 1,
    }
}

const VALUES: [i8; DECK] = {
    let mut values = [0; DECK];
    let mut card = 0;
    while card < DECK {
        values[card] = worth(card as u8);
        card += 1;
    }
    values
};

#[inline]
pub fn value(card: u8) -> i32 {
    VALUES[card as usize % DECK] as i32
}

#[inline]
pub fn power(card: u8) -> Option<Power> {
    match rank(card) {
        6 | 7 => Some(Power::PeekOwn),
        8 | 9 => Some(Power::PeekOther),
        JACK | QUEEN => Some(Power::Swap),
        KING if !is_red(card) => Some(Power::King),
        _ => None,
    }
}

/// Jokers look alike.
#[inline]
pub const fn face(card: u8) -> u8 {
    if card > 52 { 52 } else { card }
}

/// What each card looks like.
pub const TYPES: [u8; DECK] = {
    let mut types = [0; DECK];
    let mut card = 0;
    while card < DECK {
        types[card] = face(card as u8);
        card += 1;
    }
    types
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_adds_up_to_318() {
        assert_eq!((0..DECK as u8).map(value).sum::<i32>(), DECK_VALUE);
    }

    #[test]
    fn kings_differ_by_colour_and_26_cards_have_a_power() {
        assert_eq!([12u8, 25, 38, 51].map(value), [10, -1, -1, 10]);
        assert_eq!((0..54).filter(|card| power(*card).is_some()).count(), 4 * 6 + 2);
        assert_eq!((value(52), value(53), face(53)), (0, 0, 52));
    }
}
