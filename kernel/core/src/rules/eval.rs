//! Stack code: expressions over what the rules may read.

use super::load::{Quick, Rules};
use super::program::*;
use super::state::{NOBODY, State};
use crate::knowledge::NO_CARD;
use crate::mask::Mask;

const INTS: usize = 24;
const MASKS: usize = 8;

/// Most code needs no more than this; clearing small stacks is cheaper.
pub const SHALLOW_INTS: usize = 6;
pub const SHALLOW_MASKS: usize = 3;

/// The card being moved, in a destination; the card played, in a special effect.
pub const CARD_LOCAL: usize = MAX_LOCALS - 1;

/// One evaluation: rules, state, variables.
#[derive(Clone, Copy)]
pub struct Eval<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
    pub picks: [i32; MAX_PICKS],
    pub picked: &'a [Mask; MAX_PICKS],
    pub locals: [i32; MAX_LOCALS],
    /// Cards treated as having left their zones.
    pub gone: Mask,
}

/// Deepest stacks a piece of code needs, or why it is malformed. Run once, at loading.
pub fn check_code(code: &[Op], masks: bool) -> Result<(usize, usize), String> {
    let (mut ints, mut sets) = (0i32, 0i32);
    let mut deepest = (0, 0);
    let mut at = 0;
    let mut arrive: Vec<Option<(i32, i32)>> = vec![None; code.len() + 1];
    let mut reachable = true;
    while at <= code.len() {
        if let Some((i, s)) = arrive[at] {
            if reachable && (i, s) != (ints, sets) {
                return Err(format!("stacks differ where paths meet, at {at}"));
            }
            (ints, sets) = (i, s);
            reachable = true;
        }
        if at == code.len() {
            break;
        }
        if !reachable {
            return Err(format!("unreachable operation at {at}"));
        }
        let (pops, pushes, mask_pops, mask_pushes) = arity(code[at]);
        ints -= pops;
        sets -= mask_pops;
        if ints < 0 || sets < 0 {
            return Err(format!("stack underflow at {at}"));
        }
        ints += pushes;
        sets += mask_pushes;
        deepest = (deepest.0.max(ints as usize), deepest.1.max(sets as usize));
        if ints as usize > INTS || sets as usize > MASKS {
            return Err(format!("stack overflow at {at}"));
        }
        if let Op::Skip(n) | Op::Else(n) = code[at] {
            let target = at + 1 + n as usize;
            if target > code.len() {
                return Err(format!("jump out of the code at {at}"));
            }
            match arrive[target] {
                Some(other) if other != (ints, sets) => {
                    return Err(format!("stacks differ where paths meet, at {target}"));
                }
                _ => arrive[target] = Some((ints, sets)),
            }
            reachable = !matches!(code[at], Op::Skip(_));
        }
        at += 1;
    }
    let expected = if masks { (0, 1) } else { (1, 0) };
    if (ints, sets) != expected {
        return Err(format!("leaves {ints} integers and {sets} card sets"));
    }
    Ok(deepest)
}

/// Integers popped and pushed, card sets popped and pushed.
fn arity(op: Op) -> (i32, i32, i32, i32) {
    use Op::*;
    match op {
        Const(_) | Reg(_) | Pick(_) | Local(_) | Aggregate(_) => (0, 1, 0, 0),
        RegAt(..) | Neg | Not | Table(_) | Attr(_) | Left | Right | Size | Top | Bottom | Where => (1, 1, 0, 0),
        Add | Sub | Mul | Div | Mod | Eq | Ne | Lt | Le | Gt | Ge | And | Or | Min | Max => (2, 1, 0, 0),
        Skip(_) => (0, 0, 0, 0),
        Else(_) => (1, 0, 0, 0),
        Select(n) => (n as i32 + 1, 1, 0, 0),
        MaskConst(_) | MaskPick(_) | MaskFollows | MaskHeads | MaskCalled => (0, 0, 0, 1),
        MaskTable(_) | MaskZone | MaskCard | MaskIf => (1, 0, 0, 1),
        MaskAnd | MaskOr => (0, 0, 2, 1),
        MaskNot | MaskPacked(_) => (0, 0, 1, 1),
        Count | Sum(_) | Largest(_) | Smallest(_) | First | Value | Pack(_) => (0, 1, 1, 0),
        Contains | Adds(_) => (1, 1, 1, 0),
    }
}

impl<'a> Eval<'a> {
    #[inline]
    pub fn new(rules: &'a Rules, state: &'a State) -> Eval<'a> {
        Eval {
            rules,
            state,
            picks: state.draft.values,
            picked: &state.draft.cards,
            locals: [NONE; MAX_LOCALS],
            gone: Mask::EMPTY,
        }
    }

    #[inline]
    pub fn int(&self, id: ExprId) -> i32 {
        match self.rules.quick[id as usize] {
            Quick::Const(value) => value,
            Quick::Reg(register) => self.state.get(register),
            Quick::RegPlus(register, value) => self.state.get(register).saturating_add(value),
            Quick::Left(register) => self.beside(self.state.get(register), 1),
            Quick::RegIs(register, value) => (self.state.get(register) == value) as i32,
            Quick::SizeIs(register, offset, value) => {
                (self.zone_cards(self.state.get(register) + offset).len() as i32 == value) as i32
            }
            _ => self.run(id).0,
        }
    }

    #[inline]
    pub fn holds(&self, id: Option<ExprId>) -> bool {
        id.is_none_or(|id| self.int(id) != 0)
    }

    #[inline]
    pub fn mask(&self, id: ExprId) -> Mask {
        match self.rules.quick[id as usize] {
            Quick::Mask(mask) => mask,
            Quick::Follows => self.follows(),
            Quick::ZoneAt(register, offset) => self.zone_cards(self.state.get(register) + offset),
            _ => self.run(id).1,
        }
    }

    /// A seat named by an expression, if it names one.
    #[inline]
    pub fn seat(&self, id: ExprId) -> Option<u8> {
        let seat = self.int(id);
        (seat >= 0 && seat < self.rules.program.seats as i32).then_some(seat as u8)
    }

    /// A zone instance, clamped to those there are.
    #[inline]
    pub fn zone(&self, id: ExprId) -> u8 {
        self.int(id).clamp(0, self.rules.instances as i32 - 1) as u8
    }

    #[inline]
    fn zone_cards(&self, zone: i32) -> Mask {
        let zone = zone.clamp(0, self.rules.instances as i32 - 1) as usize;
        self.state.layout.cards[zone].minus(self.gone)
    }

    fn follows(&self) -> Mask {
        let led = self.state.get(self.rules.at.led);
        let strain = self.strain();
        if led < 0 { Mask::EMPTY } else { strain.follow.get(led as usize).copied().unwrap_or_default() }
    }

    fn strain(&self) -> &'a Strain {
        let strains = &self.rules.program.strains;
        let index = self.state.get(self.rules.at.strain).clamp(0, strains.len() as i32 - 1);
        &strains[index as usize]
    }

    fn heads(&self) -> Mask {
        let led = self.state.get(self.rules.at.led);
        if led < 0 {
            return self.rules.all;
        }
        let Some(power) = self.strain().power.get(led as usize) else {
            return Mask::EMPTY;
        };
        let best = self.state.trick.best_power;
        let mut mask = Mask::EMPTY;
        for (card, strength) in power.iter().enumerate() {
            if *strength > best {
                mask.insert(card as u8);
            }
        }
        mask
    }

    #[inline]
    fn run(&self, id: ExprId) -> (i32, Mask) {
        let span = self.rules.spans[id as usize];
        let code = &self.rules.ops[span.start as usize..span.end as usize];
        if span.shallow { self.run_code::<SHALLOW_INTS, SHALLOW_MASKS>(code) } else { self.run_code::<INTS, MASKS>(code) }
    }

    fn run_code<const I: usize, const M: usize>(&self, code: &[Op]) -> (i32, Mask) {
        let mut ints = [0i32; I];
        let mut masks = [Mask::EMPTY; M];
        let (mut i, mut m) = (0usize, 0usize);
        let mut at = 0;
        macro_rules! push {
            ($value:expr) => {{
                ints[i] = $value;
                i += 1;
            }};
        }
        macro_rules! pop {
            () => {{
                i -= 1;
                ints[i]
            }};
        }
        macro_rules! binary {
            ($f:expr) => {{
                let right = pop!();
                let left = pop!();
                push!($f(left, right));
            }};
        }
        macro_rules! push_mask {
            ($value:expr) => {{
                masks[m] = $value;
                m += 1;
            }};
        }
        macro_rules! pop_mask {
            () => {{
                m -= 1;
                masks[m]
            }};
        }
        while let Some(op) = code.get(at) {
            at += 1;
            match *op {
                Op::Const(value) => push!(value),
                Op::Reg(register) => push!(self.state.get(register)),
                Op::RegAt(base, len) => {
                    let index = pop!().clamp(0, len as i32 - 1);
                    push!(self.state.get(base + index as u16));
                }
                Op::Pick(n) => push!(self.picks[n as usize]),
                Op::Local(n) => push!(self.locals[n as usize]),
                Op::Add => binary!(i32::saturating_add),
                Op::Sub => binary!(i32::saturating_sub),
                Op::Mul => binary!(i32::saturating_mul),
                Op::Div => binary!(floor_div),
                Op::Mod => binary!(floor_mod),
                Op::Neg => {
                    let value = pop!();
                    push!(value.saturating_neg());
                }
                Op::Eq => binary!(|a, b| (a == b) as i32),
                Op::Ne => binary!(|a, b| (a != b) as i32),
                Op::Lt => binary!(|a, b| (a < b) as i32),
                Op::Le => binary!(|a, b| (a <= b) as i32),
                Op::Gt => binary!(|a, b| (a > b) as i32),
                Op::Ge => binary!(|a, b| (a >= b) as i32),
                Op::And => binary!(|a, b| (a != 0 && b != 0) as i32),
                Op::Or => binary!(|a, b| (a != 0 || b != 0) as i32),
                Op::Not => {
                    let value = pop!();
                    push!((value == 0) as i32);
                }
                Op::Min => binary!(|a: i32, b: i32| a.min(b)),
                Op::Max => binary!(|a: i32, b: i32| a.max(b)),
                Op::Skip(n) => at += n as usize,
                Op::Else(n) => {
                    if pop!() == 0 {
                        at += n as usize;
                    }
                }
                Op::Select(n) => {
                    let index = pop!().clamp(0, n as i32 - 1) as usize;
                    i -= n as usize;
                    let value = ints[i + index];
                    push!(value);
                }
                Op::Table(table) => {
                    let index = pop!();
                    push!(lookup(&self.rules.program.tables[table as usize], index));
                }
                Op::Attr(attribute) => {
                    let card = pop!();
                    push!(self.attribute(attribute, card));
                }
                Op::Left => {
                    let seat = pop!();
                    push!(self.beside(seat, 1));
                }
                Op::Right => {
                    let seat = pop!();
                    push!(self.beside(seat, -1));
                }
                Op::Size => {
                    let zone = pop!();
                    push!(self.zone_cards(zone).len() as i32);
                }
                Op::Top => {
                    let zone = pop!();
                    push!(self.end_card(zone, &self.state.layout.top));
                }
                Op::Bottom => {
                    let zone = pop!();
                    push!(self.end_card(zone, &self.state.layout.bottom));
                }
                Op::Where => {
                    let card = pop!();
                    push!(if card < 0 { NONE } else { self.state.layout.zone_of[card as usize & 127] as i32 });
                }
                Op::Aggregate(n) => {
                    push!(self.aggregate(&self.rules.program.aggregates[n as usize]))
                }
                Op::MaskConst(n) => push_mask!(self.rules.program.masks[n as usize]),
                Op::MaskTable(n) => {
                    let index = pop!();
                    let table = &self.rules.program.mask_tables[n as usize];
                    let at = index.wrapping_sub(table.min);
                    push_mask!(if index < table.min {
                        table.below
                    } else {
                        table.masks.get(at as usize).copied().unwrap_or(table.above)
                    });
                }
                Op::MaskZone => {
                    let zone = pop!();
                    push_mask!(self.zone_cards(zone));
                }
                Op::MaskCard => {
                    let card = pop!();
                    push_mask!(if card < 0 { Mask::EMPTY } else { Mask::of(card as u8) });
                }
                Op::MaskPick(n) => push_mask!(self.picked[n as usize]),
                Op::MaskIf => {
                    let value = pop!();
                    push_mask!(if value != 0 { self.rules.all } else { Mask::EMPTY });
                }
                Op::MaskAnd => {
                    let right = pop_mask!();
                    let left = pop_mask!();
                    push_mask!(left.and(right));
                }
                Op::MaskOr => {
                    let right = pop_mask!();
                    let left = pop_mask!();
                    push_mask!(left.or(right));
                }
                Op::MaskNot => {
                    let mask = pop_mask!();
                    push_mask!(self.rules.all.minus(mask));
                }
                Op::MaskFollows => push_mask!(self.follows()),
                Op::MaskHeads => push_mask!(self.heads()),
                Op::MaskCalled => push_mask!(self.strain_called()),
                Op::Count => {
                    let mask = pop_mask!();
                    push!(mask.len() as i32);
                }
                Op::Sum(attribute) => {
                    let mask = pop_mask!();
                    let values = &self.rules.program.deck.attributes[attribute as usize];
                    push!(mask.into_iter().fold(0i32, |sum, card| sum.saturating_add(values[card as usize])));
                }
                Op::Largest(attribute) => {
                    let mask = pop_mask!();
                    let values = &self.rules.program.deck.attributes[attribute as usize];
                    push!(mask.into_iter().map(|card| values[card as usize]).max().unwrap_or(0));
                }
                Op::Smallest(attribute) => {
                    let mask = pop_mask!();
                    let values = &self.rules.program.deck.attributes[attribute as usize];
                    push!(mask.into_iter().map(|card| values[card as usize]).min().unwrap_or(0));
                }
                Op::First => {
                    let mask = pop_mask!();
                    push!(mask.lowest().map_or(NONE, i32::from));
                }
                Op::Contains => {
                    let mask = pop_mask!();
                    let card = pop!();
                    push!((card >= 0 && mask.has(card as u8)) as i32);
                }
                Op::Adds(attribute) => {
                    let mask = pop_mask!();
                    let total = pop!();
                    push!(adds_up(mask, &self.rules.program.deck.attributes[attribute as usize], total) as i32);
                }
                Op::Value => {
                    let mask = pop_mask!();
                    push!(self.rules.worth(mask));
                }
                Op::Pack(group) => {
                    let mask = pop_mask!();
                    push!(self.rules.pack(mask, group));
                }
                Op::MaskPacked(group) => {
                    let mask = pop_mask!();
                    push_mask!(self.rules.packed(mask, group));
                }
            }
        }
        (ints[0], masks[0])
    }

    fn strain_called(&self) -> Mask {
        let index = self.state.get(self.rules.at.strain).clamp(0, self.rules.called.len() as i32 - 1);
        self.rules.called.get(index as usize).copied().unwrap_or_default()
    }

    #[inline]
    fn attribute(&self, attribute: u8, card: i32) -> i32 {
        if card < 0 {
            return 0;
        }
        self.rules.program.deck.attributes[attribute as usize].get(card as usize).copied().unwrap_or(0)
    }

    fn beside(&self, seat: i32, direction: i32) -> i32 {
        let seats = self.rules.program.seats;
        if seat < 0 || seat >= seats as i32 {
            return NONE;
        }
        self.state.next_live(seat as u8, direction, seats) as i32
    }

    fn end_card(&self, zone: i32, ends: &[u8; MAX_ZONES]) -> i32 {
        let card = ends[zone.clamp(0, self.rules.instances as i32 - 1) as usize];
        if card == NO_CARD { NONE } else { card as i32 }
    }

    fn aggregate(&self, aggregate: &Aggregate) -> i32 {
        let mut inner = *self;
        let (mut total, mut best, mut found) = (0i32, None::<i32>, false);
        let mut all = true;
        self.each(aggregate.domain, |value| {
            inner.locals[aggregate.local as usize] = value;
            if !inner.holds(aggregate.when) {
                return true;
            }
            match aggregate.gather {
                Gather::Count => total += 1,
                Gather::First => {
                    best = Some(value);
                    return false;
                }
                gather => {
                    let value = aggregate.body.map_or(1, |body| inner.int(body));
                    match gather {
                        Gather::Sum => total = total.saturating_add(value),
                        Gather::Max => best = Some(best.map_or(value, |b| b.max(value))),
                        Gather::Min => best = Some(best.map_or(value, |b| b.min(value))),
                        Gather::Any => {
                            found = value != 0;
                            return !found;
                        }
                        _ => {
                            all = value != 0;
                            return all;
                        }
                    }
                }
            }
            true
        });
        match aggregate.gather {
            Gather::Sum | Gather::Count => total,
            Gather::Max | Gather::Min => best.unwrap_or(0),
            Gather::First => best.unwrap_or(NONE),
            Gather::Any => found as i32,
            Gather::All => all as i32,
        }
    }

    /// Runs over a domain until `visit` says stop.
    pub fn each(&self, domain: Domain, mut visit: impl FnMut(i32) -> bool) {
        let seats = self.rules.program.seats;
        let chosen = |set: u16, visit: &mut dyn FnMut(i32) -> bool| {
            for seat in 0..seats {
                if set >> seat & 1 == 1 && !visit(seat as i32) {
                    return;
                }
            }
        };
        match domain {
            Domain::Seats => chosen(u16::MAX, &mut visit),
            Domain::Live => chosen(self.state.live, &mut visit),
            Domain::Members(team) => {
                let team = self.int(team);
                let set = (0..seats).filter(|seat| self.rules.program.team_of[*seat as usize] == team);
                chosen(set.fold(0, |set, seat| set | 1 << seat), &mut visit);
            }
            Domain::Opponents => {
                let actor = self.state.get(self.rules.at.actor);
                let side = if actor < 0 { 0 } else { self.rules.side[actor as usize & 15] };
                chosen(!side, &mut visit);
            }
            Domain::Range(n) => {
                for value in 0..n {
                    if !visit(value as i32) {
                        return;
                    }
                }
            }
            Domain::Cards(cards) => {
                for card in self.mask(cards) {
                    if !visit(card as i32) {
                        return;
                    }
                }
            }
            Domain::Piles(first, n) => {
                let first = self.int(first);
                for pile in 0..n as i32 {
                    if !visit(first + pile) {
                        return;
                    }
                }
            }
        }
    }
}

/// Totals that some of the cards add up to, as bits (worths from 1 to 127; 0 is always one).
pub fn subset_sums(cards: Mask, worth: &[i32]) -> u128 {
    cards
        .into_iter()
        .map(|card| worth[card as usize])
        .filter(|worth| (1..128).contains(worth))
        .fold(1, |sums, worth| sums | sums << worth)
}

fn adds_up(cards: Mask, worth: &[i32], total: i32) -> bool {
    (1..128).contains(&total) && subset_sums(cards, worth) >> total & 1 == 1
}

pub fn lookup(table: &Table, index: i32) -> i32 {
    let last = table.values.len() as i64 - 1;
    let at = (index as i64 - table.min as i64).clamp(0, last.max(0));
    table.values.get(at as usize).copied().unwrap_or(0)
}

fn floor_div(a: i32, b: i32) -> i32 {
    if b == 0 {
        return 0;
    }
    let quotient = a.wrapping_div(b);
    if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn floor_mod(a: i32, b: i32) -> i32 {
    if b == 0 {
        return 0;
    }
    let rest = a.wrapping_rem(b);
    if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
}

/// The seat as an index for frames: NOBODY when there is none.
pub fn seat_or_nobody(seat: i32, seats: u8) -> u8 {
    if seat >= 0 && seat < seats as i32 { seat as u8 } else { NOBODY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_as_in_python() {
        assert_eq!((floor_div(-7, 2), floor_mod(-7, 2)), (-4, 1));
        assert_eq!((floor_div(7, -2), floor_mod(7, -2)), (-4, -1));
        assert_eq!((floor_div(i32::MIN, -1), floor_mod(5, 0)), (i32::MIN, 0));
    }

    #[test]
    fn malformed_code_is_refused() {
        assert!(check_code(&[Op::Const(1)], false).is_ok());
        assert!(check_code(&[Op::Add], false).is_err());
        assert!(check_code(&[Op::Const(1), Op::Const(2)], false).is_err());
        assert!(check_code(&[Op::Const(1), Op::Else(9)], false).is_err());
        let choice = [Op::Reg(0), Op::Else(2), Op::Const(1), Op::Skip(1), Op::Const(2)];
        assert!(check_code(&choice, false).is_ok());
    }
}
