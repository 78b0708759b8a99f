//! Cards that go at once go as they would one by one. What is noted of them may be one thing instead of several.

use super::*;
use crate::game::Event;
use crate::resample::admits_truth;

const STOCK: u8 = 0;
const HANDS: [u8; 3] = [1, 2, 3];
const PACKS: [u8; 3] = [4, 5, 6];
const TRICK: u8 = 7;
const TAKEN: u8 = 8;

/// Three seats with a hand each, seen by its owner, and a pack, seen by nobody; a stock, a trick and cards taken.
fn places(tallies: Vec<Mask>) -> Places {
    let everyone = SPECTATOR_BIT | 0b111;
    let spot = |viewers: Observers, ordered: bool| Spot { viewers, ordered, tally: None };
    let mut spots = vec![spot(0, true)];
    spots.extend((0..3).map(|seat| spot(1 << seat, false)));
    spots.extend((0..3).map(|_| spot(0, true)));
    spots.extend([spot(everyone, true), spot(everyone, false)]);
    for (number, spot) in spots.iter_mut().enumerate() {
        spot.tally = (!tallies.is_empty()).then_some((number * tallies.len()) as u16);
    }
    let type_of = std::array::from_fn(|card| card as u8);
    Places {
        seats: 3,
        spots,
        cards: 20,
        type_of,
        faces: [0; MAX_CARDS],
        tallies: tallies.into(),
        everyone,
        has_copies: false,
        alike: Mask::EMPTY,
    }
}

/// The stock in some order.
fn gathered(places: &Places) -> Layout {
    let order: Vec<u8> = (0..20).map(|place| place * 7 % 20).collect();
    let mut layout = Layout::default();
    layout.gather(places, STOCK);
    layout.stack(STOCK, &order);
    layout
}

/// Where the cards are, in which order, and who knows what.
fn situation(layout: &Layout, places: &Places) -> impl PartialEq + std::fmt::Debug + use<> {
    let ordered = (0..places.spots.len()).filter(|zone| places.spots[*zone].ordered);
    let orders: Vec<Vec<u8>> = ordered.map(|zone| layout.from_top(zone as u8).collect()).collect();
    let lying = (layout.cards, layout.size, layout.top, layout.bottom, layout.zone_of);
    let hidden = Mask::first(places.cards).minus(layout.open(Mask::first(places.cards)));
    let aware: Vec<u16> = hidden.into_iter().map(|card| layout.aware[card as usize]).collect();
    let knowing = (layout.knows, layout.known_by, aware, layout.loose.and(hidden), layout.may);
    (lying, orders, knowing)
}

/// Two ways to do something come to the same, and are seen the same. What goes at once tells as much of numbers or more.
fn check_alike(
    places: &Places,
    start: &Layout,
    at_once: impl Fn(&mut Layout, &mut Vec<Event>),
    singly: impl Fn(&mut Layout, &mut Vec<Event>),
) {
    let ((mut one, mut other), (mut seen, mut seen_singly)) = ((start.clone(), start.clone()), (Vec::new(), Vec::new()));
    at_once(&mut one, &mut seen);
    singly(&mut other, &mut seen_singly);
    assert_eq!(seen, seen_singly);
    assert_eq!(situation(&one, places), situation(&other, places));
    let bounds = |layout: &Layout| layout.least.into_iter().zip(layout.most).collect::<Vec<_>>();
    let is_within = |((least, most), (low, high)): ((u8, u8), (u8, u8))| least >= low && most <= high;
    assert!(bounds(&one).into_iter().zip(bounds(&other)).all(is_within), "{:?} {:?}", bounds(&one), bounds(&other));
    assert!([&one, &other].into_iter().all(|layout| admits_truth(layout, places, None)), "{:?}", bounds(&one));
}

fn both_with_and_without_tallies(check: impl Fn(&Places)) {
    check(&places(Vec::new()));
    check(&places(vec![Mask::first(4), Mask::first(20).minus(Mask::first(15))]));
}

#[test]
fn dealing_at_once_is_dealing_card_by_card() {
    both_with_and_without_tallies(|places| {
        for (zones, each) in [(HANDS, 3), (PACKS, 4), (HANDS, 9)] {
            let at_once = |layout: &mut Layout, seen: &mut Vec<Event>| {
                let mut dealt = [0; MAX_ZONES];
                layout.deal(places, STOCK, &zones, each, &mut dealt, seen);
                layout.settle_deal(places, STOCK, zones.into_iter(), &dealt);
            };
            let singly = |layout: &mut Layout, seen: &mut Vec<Event>| {
                for to in zones.iter().cycle().take(3 * each as usize) {
                    let card = layout.top[STOCK as usize];
                    if card != NO_CARD {
                        layout.move_card(places, card, *to, Place::Top, places.spots[*to as usize].viewers, seen);
                    }
                }
            };
            let told_in_turn = |seen: &mut Vec<Event>| {
                // A hand is told as it rises in the deck: the order in which it was dealt is nobody's knowledge.
                if zones == HANDS {
                    seen.sort_by_key(|event| format!("{event:?}"));
                }
            };
            check_alike(
                places,
                &gathered(places),
                |layout, seen| {
                    at_once(layout, seen);
                    told_in_turn(seen);
                },
                |layout, seen| {
                    singly(layout, seen);
                    told_in_turn(seen);
                },
            );
        }
    });
}

#[test]
fn hands_are_told_as_they_rise_in_the_deck_and_in_turn() {
    let places = &places(Vec::new());
    let (mut layout, mut seen) = (gathered(places), Vec::new());
    layout.deal(places, STOCK, &HANDS, 3, &mut [0; MAX_ZONES], &mut seen);
    let told: Vec<(u8, u8)> =
        seen.iter().map(|event| if let Event::Moved { card, to, .. } = event { (*to, *card) } else { (0, 0) }).collect();
    // The stock is 0 7 14 1 8 15 2 9 16 from its top.
    assert_eq!(told, [(1, 0), (2, 7), (3, 14), (1, 1), (2, 8), (3, 15), (1, 2), (2, 9), (3, 16)]);
    let (mut layout, mut seen) = (gathered(places), Vec::new());
    layout.stack(STOCK, &[9, 4, 3, 1, 6, 0, 2, 5, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    layout.deal(places, STOCK, &HANDS, 3, &mut [0; MAX_ZONES], &mut seen);
    let told: Vec<u8> = seen.iter().map(|event| if let Event::Moved { card, .. } = event { *card } else { 0 }).collect();
    assert_eq!(told, [1, 4, 0, 2, 5, 3, 9, 6, 7]);
}

/// Hands or packs of four cards, and their first two or three cards in the trick.
fn in_mid_trick(places: &Places, from: [u8; 3], played: usize) -> Layout {
    let (mut layout, mut dealt) = (gathered(places), [0; MAX_ZONES]);
    layout.deal(places, STOCK, &from, 4, &mut dealt, &mut Vec::new());
    layout.settle_deal(places, STOCK, from.into_iter(), &dealt);
    layout.open_to(TRICK, places.everyone);
    for zone in &from[..played] {
        let card = next_card(&layout, *zone);
        layout.move_card(places, card, TRICK, Place::Top, places.everyone, &mut Vec::new());
    }
    layout
}

/// The top card, or the lowest where there is none on top.
fn next_card(layout: &Layout, zone: u8) -> u8 {
    match layout.top[zone as usize] {
        NO_CARD => layout.cards[zone as usize].lowest().expect("a card"),
        top => top,
    }
}

#[test]
fn playing_a_card_the_short_way_is_moving_it_openly() {
    let places = &places(Vec::new());
    for from in [HANDS, PACKS] {
        let start = in_mid_trick(places, from, 2);
        let (route, card) = (Transfer::new(places, from[2], TRICK), next_card(&start, from[2]));
        check_alike(
            places,
            &start,
            |layout, seen| layout.play(places, card, &route, seen),
            |layout, seen| layout.move_card(places, card, TRICK, Place::Top, places.everyone, seen),
        );
    }
}

#[test]
fn a_trick_is_taken_at_once_as_card_by_card() {
    both_with_and_without_tallies(|places| {
        let start = in_mid_trick(places, HANDS, 3);
        let singly = |layout: &mut Layout, seen: &mut Vec<Event>| {
            for card in layout.cards[TRICK as usize] {
                layout.move_card(places, card, TAKEN, Place::Top, places.everyone, seen);
            }
        };
        let at_once = |layout: &mut Layout, seen: &mut Vec<Event>| {
            layout.collect(places, TRICK, TAKEN, places.everyone, seen);
        };
        check_alike(places, &start, at_once, singly);
    });
}

#[test]
fn a_trick_picked_up_lies_below_in_the_order_in_which_it_was_played() {
    let places = &places(Vec::new());
    // The first and the second have cards left, the third has not.
    let mut start = in_mid_trick(places, PACKS, 3);
    for _ in 0..3 {
        start.move_card(places, start.top[PACKS[2] as usize], STOCK, Place::Top, 0, &mut Vec::new());
    }
    for to in PACKS {
        let singly = |layout: &mut Layout, seen: &mut Vec<Event>| {
            let played: Vec<u8> = layout.from_top(TRICK).collect();
            for card in played.into_iter().rev() {
                layout.move_card(places, card, to, Place::Bottom, 0, seen);
            }
        };
        check_alike(places, &start, |layout, seen| layout.pick_up(places, TRICK, to, seen), singly);
    }
}

#[test]
fn a_trick_without_cards_leaves_what_it_is_added_to_as_it_was() {
    let places = &places(Vec::new());
    let start = in_mid_trick(places, PACKS, 0);
    for to in PACKS {
        check_alike(places, &start, |layout, seen| layout.pick_up(places, TRICK, to, seen), |_, _| {});
    }
}

#[test]
fn a_card_buried_the_short_way_is_moved_unseen() {
    both_with_and_without_tallies(|places| {
        let mut start = in_mid_trick(places, PACKS, 2);
        let known = start.top[PACKS[1] as usize];
        start.show(places, known, places.everyone, &mut Vec::new());
        for from in PACKS {
            let route = Transfer::new(places, from, TRICK);
            let singly = |layout: &mut Layout, seen: &mut Vec<Event>| {
                layout.move_card(places, layout.top[from as usize], TRICK, Place::Top, 0, seen);
            };
            check_alike(places, &start, |layout, seen| layout.bury(places, &route, seen), singly);
        }
    });
}

#[test]
fn a_card_drawn_the_short_way_is_moved_unseen() {
    both_with_and_without_tallies(|places| {
        for shown_to in [0, 0b10, places.everyone] {
            let mut start = gathered(places);
            // The second time round it is the last card of the stock.
            for left in [20, 1] {
                while start.size[STOCK as usize] > left {
                    start.move_card(places, start.top[STOCK as usize], PACKS[0], Place::Top, 0, &mut Vec::new());
                }
                start.show(places, start.top[STOCK as usize], shown_to, &mut Vec::new());
                let (card, viewers) = (start.top[STOCK as usize], places.spots[HANDS[0] as usize].viewers);
                check_alike(
                    places,
                    &start,
                    |layout, seen| layout.draw(places, STOCK, HANDS[0], seen),
                    |layout, seen| layout.move_card(places, card, HANDS[0], Place::Top, viewers, seen),
                );
            }
        }
    });
}

#[test]
fn giving_cards_at_once_is_giving_them_one_by_one() {
    both_with_and_without_tallies(|places| {
        let mut start = gathered(places);
        let mut seen: Vec<Event> = Vec::new();
        for card in 0..8 {
            start.move_card(places, card, HANDS[card as usize / 4], Place::Top, 1 << (card / 4), &mut seen);
        }
        // The other seats and the public have seen one card of each hand.
        start.show(places, 0, places.everyone, &mut seen);
        start.show(places, 5, places.everyone, &mut seen);
        start.settle_places(places);
        for given in [0b0110, 0b1110].map(Mask::from_bits) {
            let give = |layout: &mut Layout, seen: &mut Vec<Event>| layout.give(places, given, HANDS[0], HANDS[1], seen);
            let singly = |layout: &mut Layout, seen: &mut Vec<Event>| {
                for card in given {
                    layout.move_card(places, card, HANDS[1], Place::Top, 2, seen);
                }
            };
            check_alike(places, &start, give, singly);
            let (mut one, mut other) = (start.clone(), start.clone());
            give(&mut one, &mut seen);
            singly(&mut other, &mut seen);
            assert!((0..3).all(|seat| one.key(seat) == other.key(seat)));
        }
    });
}
