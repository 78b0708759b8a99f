//! Features of hold'em's actions, from a seat's view alone.

use super::betting::PREFLOP;
use super::options::MAX_PLAYERS;
use super::play::{ALL_IN, BET, CALL, RAISE};
use super::strength::{chen, outs};
use super::view::View;
use crate::features::{Row, digits, few};
use crate::game::{Action, Legal};
use crate::poker::evaluate::evaluator;

/// What is the same for all actions.
struct Scene {
    street: u32,
    /// What the hand is: a class before the flop; afterwards its kind, whether the board has it too, and its place there.
    hand: u32,
    made: u32,
    draw: u32,
    /// The call as eighths of the pot with it, and the stack in pots.
    price: u32,
    depth: u32,
    opponents: u32,
    behind: u32,
    raises: u32,
    position: u32,
    legal: u32,
}

pub fn features(view: &View, legal: &Legal, visit: &mut impl FnMut(&Row)) {
    let scene = Scene::new(view, legal.len());
    legal.iter().for_each(|action| visit(&scene.row(action)));
}

impl Scene {
    fn new(view: &View, legal: u32) -> Scene {
        let bets = view.bets();
        let seat = view.seat as usize % MAX_PLAYERS;
        let to_call = (bets.highest - bets.bets[seat]).clamp(0, bets.stacks[seat]);
        let pot = bets.pot().max(1);
        let [low, high] = view.hole().map(|card| card as u32 / 4);
        let suited = view.hole()[0] % 4 == view.hole()[1] % 4;
        let (mut made, mut draw) = ((chen(view.hole()) + 3).clamp(0, 43) as u32, 0);
        if bets.street > PREFLOP {
            let evaluator = evaluator();
            let (all, board) = (view.hole_mask() | view.board_mask(), view.board_mask());
            let own = evaluator.category(evaluator.rank(all)) as u32;
            let highest = view.board().iter().map(|card| *card as u32 / 4).max().unwrap_or(0);
            let over = (low > highest) as u32 + (high > highest) as u32;
            let touches = view.board().iter().filter(|card| [low, high].contains(&(**card as u32 / 4))).count().min(2) as u32;
            let top = (low == highest || high == highest) as u32;
            made = own * 6 + (touches + over).min(2) * 2 + top;
            draw = if board.count_ones() < 5 { outs(view.hole_mask(), board).min(17) } else { 18 };
        }
        Scene {
            street: bets.street as u32,
            hand: if suited { high * 13 + low } else { low * 13 + high },
            made,
            draw,
            price: (8 * to_call / (pot + to_call)).clamp(0, 7) as u32 + 8 * (to_call > 0) as u32,
            depth: digits(4 * bets.stacks[seat] / pot),
            opponents: view.opponents(),
            behind: view.behind(),
            raises: few(bets.raises as u32),
            position: view.position().map_or(7, |position| position as u32),
            legal: few(legal),
        }
    }

    fn row(&self, action: Action) -> Row {
        let mut row = Row::new(0x686f_6c64 + ((self.street as u64) << 32));
        let is_raise = matches!(action.slot, BET | RAISE | ALL_IN);
        let kind = if is_raise { RAISE as u32 } else { action.slot as u32 };
        let size = if action.slot == ALL_IN { 63 } else { action.value as u32 };
        let deed = kind * 8 + (action.slot == CALL) as u32;
        row.put([deed, size]);
        row.put([deed, size, self.legal, self.raises]);
        row.put([deed, self.made, self.price]);
        row.put([deed, size, self.made]);
        row.put([deed, self.made, self.opponents, self.raises]);
        row.put([deed, self.made, self.draw]);
        row.put([deed, self.draw, self.price]);
        row.put([deed, self.hand / 64, self.hand % 64]);
        row.put([deed, self.hand / 64, self.hand % 64, self.raises]);
        row.put([deed, self.made, self.position]);
        row.put([deed, self.made, self.behind, self.opponents]);
        row.put([deed, size, self.depth, self.price]);
        row.put([deed, self.made, self.depth]);
        row.put([deed, size, self.made, self.price]);
        row
    }
}
