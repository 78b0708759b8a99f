//! How good a hand is: by a formula before the flop, by counting afterwards.

use crate::poker::evaluate::evaluator;

/// A hand before the flop by Chen's formula (Chen 2006, *The mathematics of poker* authors' hand ranking), doubled so that it
/// is whole: -2 to 40. The higher card counts its worth, pairs double, a suit adds, gaps take away.
pub fn chen(hole: [u8; 2]) -> i32 {
    let (low, high) = (hole[0].min(hole[1]) / 4, hole[0].max(hole[1]) / 4);
    let worth = |rank: u8| match rank {
        12 => 20,
        11 => 16,
        10 => 14,
        9 => 12,
        other => other as i32 + 2,
    };
    if low == high {
        return (2 * worth(high)).max(10);
    }
    let suited = if hole[0] % 4 == hole[1] % 4 { 4 } else { 0 };
    let gap = high - low - 1;
    let lost = match gap {
        0 => 0,
        1 => 2,
        2 => 4,
        3 => 8,
        _ => 10,
    };
    // Cards close together below a queen make straights that hide well.
    let close = if gap < 2 && high < 10 { 2 } else { 0 };
    worth(high) + suited - lost + close
}

/// Part of the hands that another may hold which this one beats on the board as it lies; half of those it ties with.
pub fn beaten(hole: u64, board: u64) -> f64 {
    let evaluator = evaluator();
    let own = evaluator.rank(hole | board);
    let mut cards = [0u8; 52];
    let mut count = 0;
    for card in (0..52).filter(|card| (hole | board) >> card & 1 == 0) {
        cards[count] = card;
        count += 1;
    }
    let mut twice = 0u32;
    for (place, one) in cards[..count].iter().enumerate() {
        let with_one = board | 1 << one;
        for other in &cards[..place] {
            let rank = evaluator.rank(with_one | 1 << other);
            twice += 2 * (own > rank) as u32 + (own == rank) as u32;
        }
    }
    twice as f64 / (count * (count - 1)) as f64
}

/// Cards that a hand still hopes for on a board that is not complete: nine of a suit, eight or four for a straight.
pub fn outs(hole: u64, board: u64) -> u32 {
    let all = hole | board;
    let suit = |suit: u32| (all >> suit & 0x1_1111_1111_1111).count_ones();
    let flush = (0..4).any(|of| suit(of) == 4 && (hole >> of & 0x1_1111_1111_1111) != 0);
    let ranks = ranks_of(all);
    let has_straight = |ranks: u16| (0..10).any(|low| ranks >> low & 31 == 31);
    let straights = (0..13).filter(|rank| !has_straight(ranks) && has_straight(with_rank(ranks, *rank))).count() as u32;
    let on_board = (0..13).filter(|rank| has_straight(with_rank(ranks_of(board), *rank))).count() as u32;
    flush as u32 * 9 + 4 * straights.saturating_sub(on_board).min(2)
}

/// Ranks as bits, an ace below the deuce too.
fn ranks_of(cards: u64) -> u16 {
    (0..13).filter(|rank| cards >> (4 * rank) & 15 != 0).fold(0, with_rank)
}

fn with_rank(ranks: u16, rank: u32) -> u16 {
    ranks | 2 << rank | (rank == 12) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> u8 {
        let find = |from: &str, at: usize| from.find(&text[at..=at]).map_or(0, |place| place as u8);
        find("23456789TJQKA", 0) * 4 + find("cdhs", 1)
    }

    fn mask(text: &str) -> u64 {
        text.split(' ').fold(0, |set, word| set | 1 << card(word))
    }

    #[test]
    fn hands_before_the_flop_are_worth_what_the_formula_says() {
        let worth = |text: &str| {
            let mut cards = text.split(' ').map(card);
            chen([cards.next().unwrap_or(0), cards.next().unwrap_or(0)])
        };
        // Published: AA 20, AKs 12, TT 10, 5-7 suited 5.5 (6 rounded up), 2-7 off -1, pairs at least 5.
        assert_eq!(worth("As Ac"), 40);
        assert_eq!(worth("As Ks"), 24);
        assert_eq!(worth("Ts Tc"), 20);
        assert_eq!(worth("5s 7s"), 11);
        assert_eq!(worth("2s 7c"), -3);
        assert_eq!(worth("2s 2c"), 10);
    }

    #[test]
    fn the_nuts_beat_all_and_a_board_of_the_nuts_ties_with_all() {
        assert_eq!(beaten(mask("As Ks"), mask("Qs Js Ts")), 1.0);
        assert_eq!(beaten(mask("2c 3d"), mask("As Ks Qs Js Ts")), 0.5);
    }

    #[test]
    fn draws_are_counted() {
        assert_eq!(outs(mask("As 5s"), mask("Ks 9s 2d")), 9);
        assert_eq!(outs(mask("9c 8d"), mask("7s 6h 2d")), 8);
        assert_eq!(outs(mask("9c 8d"), mask("7s 5h 2d")), 4);
        assert_eq!(outs(mask("Ac Kd"), mask("7s 6h 2d")), 0);
    }
}
