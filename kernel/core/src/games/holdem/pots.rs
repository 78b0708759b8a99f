//! Main pot and side pots: what is in each, who can win it, and who gets what.

use super::betting::in_turn;
use super::options::MAX_PLAYERS;

/// A pot and the seats that can win it, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pot {
    pub chips: i32,
    pub seats: u8,
}

/// The pots of a hand, the main pot first: each layer of stakes can be won by those with cards who paid it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pots {
    pots: [Pot; MAX_PLAYERS],
    count: usize,
}

impl Pots {
    #[inline]
    pub fn of(paid: &[i32; MAX_PLAYERS], live: u8) -> Pots {
        let mut left = *paid;
        let mut found = Pots::default();
        loop {
            let (mut level, mut seats) = (i32::MAX, 0u8);
            for (seat, stake) in left.iter().enumerate() {
                if live >> seat & 1 == 1 && *stake > 0 {
                    level = level.min(*stake);
                    seats |= 1 << seat;
                }
            }
            if seats == 0 {
                break;
            }
            let mut chips = 0;
            for stake in &mut left {
                let part = (*stake).min(level);
                chips += part;
                *stake -= part;
            }
            if found.count == 0 || found.pots[found.count - 1].seats != seats {
                found.pots[found.count] = Pot { chips: 0, seats };
                found.count += 1;
            }
            found.pots[found.count - 1].chips += chips;
        }
        // What is left was paid by seats that folded.
        if found.count == 0 {
            found.pots[0].seats = live;
            found.count = 1;
        }
        found.pots[found.count - 1].chips += left.iter().sum::<i32>();
        found
    }

    pub fn iter(&self) -> impl Iterator<Item = &Pot> {
        self.pots[..self.count].iter()
    }
}

/// What lies in the pots while betting goes on, the main pot first: they part where somebody is all in.
pub fn parted(paid: &[i32; MAX_PLAYERS], all_in: u8) -> Vec<i32> {
    let mut levels: Vec<i32> = (0..MAX_PLAYERS).filter(|seat| all_in >> seat & 1 == 1).map(|seat| paid[seat]).collect();
    levels.push(i32::MAX);
    levels.sort_unstable();
    let mut below = 0;
    let mut found = Vec::with_capacity(levels.len());
    for level in levels {
        let chips: i32 = paid.iter().map(|stake| (*stake).min(level) - (*stake).min(below)).sum();
        if chips > 0 {
            found.push(chips);
        }
        below = level;
    }
    found
}

/// What a pot gives to those who won it, in equal parts; chips that do not divide go to the first left of the button.
#[inline]
pub fn share(chips: i32, winners: u8, button: u8, won: &mut [i32; MAX_PLAYERS]) {
    let count = winners.count_ones() as i32;
    if count == 0 {
        return;
    }
    let each = chips / count;
    let mut odd = chips - each * count;
    for seat in in_turn(winners, button) {
        won[seat as usize % MAX_PLAYERS] += each + std::mem::take(&mut odd);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_layer_of_stakes_is_a_pot_of_those_who_paid_it() {
        let pots = Pots::of(&[50, 100, 200, 20, 0, 200], 0b10_0111);
        let found: Vec<(i32, u8)> = pots.iter().map(|pot| (pot.chips, pot.seats)).collect();
        assert_eq!(found, [(220, 0b10_0111), (150, 0b10_0110), (200, 0b10_0100)]);
    }

    #[test]
    fn odd_chips_go_to_the_first_winner_left_of_the_button() {
        let mut won = [0; MAX_PLAYERS];
        share(11, 0b1011, 1, &mut won);
        assert_eq!(won, [3, 3, 0, 5, 0, 0]);
    }
}
