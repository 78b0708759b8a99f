//! Refuses a program in which anything is out of range, so that the interpreter never has to ask.

use crate::knowledge::MAX_ZONES;
use crate::rules::program::*;

mod phases;

type Checked = Result<(), String>;

/// Registers by which a match is known to end.
const MATCH_COUNTS: [&str; 2] = ["hand_number", "hands_played"];

/// What a part of a program refers to.
#[derive(Clone, Copy)]
enum Use {
    /// Expressions that give a number, perhaps one, or cards; with what they show.
    Int(ExprId),
    Maybe(Option<ExprId>),
    Cards(ExprId),
    Shows(Option<Proof>),
    When(Option<Condition>),
    Over(Domain),
    /// The slots of so many values.
    Slots(u16, usize),
    /// A family of zones of the seats.
    SeatZone(u8),
    Group(u16),
    Attribute(u8),
    Pick(u8),
    Local(u8),
    /// Registers that rules write to.
    Writes(u16, u16),
}

struct Checker<'a> {
    program: &'a Program,
}

pub fn check(program: &Program) -> Checked {
    let cards = program.deck.type_of.len();
    range("seats", program.seats as usize, 1, MAX_SEATS)?;
    range("cards", cards, 1, MAX_CARDS)?;
    range("slots", program.slots.len(), 0, MAX_SLOTS)?;
    range("teams", program.teams as usize, 0, program.seats as usize)?;
    range("max_hands", program.max_hands as usize, 1, 1_000_000)?;
    range("utility_unit", program.utility_unit as usize, 1, 1_000_000)?;
    equal("team_of", program.team_of.len(), program.seats as usize)?;
    range("attributes", program.deck.attributes.len(), 2, 250)?;
    for team in &program.team_of {
        if *team < NONE || *team >= program.teams as i32 {
            return Err(format!("team {team} does not exist"));
        }
    }
    for attribute in &program.deck.attributes {
        equal("attribute", attribute.len(), cards)?;
    }
    let types = program.deck.types.len();
    range("types", types, 1, cards)?;
    if program.deck.type_of.iter().any(|kind| *kind as usize >= types) {
        return Err("a card has a type that does not exist".into());
    }
    if types == cards && program.deck.type_of.iter().enumerate().any(|(card, kind)| card != *kind as usize) {
        return Err("with one copy of everything, card and type are the same number".into());
    }
    for strain in &program.strains {
        equal("strain.suit", strain.suit.len(), cards)?;
        equal("strain.follow", strain.follow.len(), strain.power.len())?;
        if strain.suit.iter().any(|suit| *suit as usize >= strain.power.len()) {
            return Err("a card belongs to a suit that the strain does not rank".into());
        }
        for power in &strain.power {
            equal("strain.power", power.len(), cards)?;
        }
    }
    check_zones(program)?;
    check_registers(program)?;
    check_credits(program)?;
    for group in &program.groups {
        range("group", group.first as usize + group.count as usize, 0, program.instances.len())?;
        range("group size", group.count as usize, 0, MAX_PAGES * PAGE)?;
    }
    if let Some(evaluation) = &program.evaluation {
        if evaluation.method == EvaluationMethod::PointTotal {
            equal("evaluation.values", evaluation.values.len(), cards)?;
            equal("evaluation.alternates", evaluation.alternates.len(), cards)?;
        }
        for zone in &evaluation.zones {
            index("evaluation.zones", *zone as usize, program.zones.len())?;
        }
    }
    for family in &program.sets {
        check_sets(family, program)?;
    }
    check_ops(program)?;
    let checker = Checker { program };
    checker.code()?;
    checker.aggregates()?;
    checker.flow()?;
    checker.rest()
}

/// Operands stand before what is applied to them and are of the right kind, and no expression is too large.
fn check_ops(program: &Program) -> Checked {
    let mut sizes: Vec<usize> = Vec::new();
    for (id, op) in program.ops.iter().enumerate() {
        let mut size = 1usize;
        for (operand, kind) in op.operands() {
            index("operand", operand as usize, id)?;
            let found = program.ops[operand as usize].kind();
            if found != kind {
                return Err(format!("operation {id} is applied to {found:?}, expected {kind:?}"));
            }
            size = size.saturating_add(sizes[operand as usize]);
        }
        sizes.push(size);
    }
    for op in &program.code {
        index("expression", *op as usize, program.ops.len())?;
        range("operations of an expression", sizes[*op as usize], 1, MAX_OPERATIONS)?;
    }
    Ok(())
}

fn range(what: &str, value: usize, low: usize, high: usize) -> Checked {
    if value < low || value > high { Err(format!("{what}: {value}, expected {low} to {high}")) } else { Ok(()) }
}

fn equal(what: &str, value: usize, expected: usize) -> Checked {
    if value == expected { Ok(()) } else { Err(format!("{what}: length {value}, expected {expected}")) }
}

fn index(what: &str, value: usize, len: usize) -> Checked {
    if value < len { Ok(()) } else { Err(format!("{what}: {value}, but there are {len}")) }
}

/// How many slots so many values take.
fn pages(values: usize) -> usize {
    values.div_ceil(PAGE).max(1)
}

fn check_sets(family: &SetFamily, program: &Program) -> Checked {
    range("layings", family.layings.len(), 0, 4096)?;
    let piles = program.zones.iter().map(|zone| zone.piles as usize).max().unwrap_or(0);
    for shape in &family.shapes {
        index("pile of a set", shape.pile as usize, piles)?;
        let own = |laying: &Laying| laying.wild.len() != shape.wild.len() || laying.size < laying.natural;
        if family.layings.iter().skip(shape.first as usize).take(shape.count as usize).any(own) {
            return Err("a laying does not fit its pattern".into());
        }
        range("layings", shape.first as usize + shape.count as usize, 0, family.layings.len())?;
    }
    Ok(())
}

fn check_zones(program: &Program) -> Checked {
    let mut next = 0;
    for family in &program.zones {
        range("piles", family.piles as usize, 1, MAX_ZONES)?;
        equal("zone base", family.base as usize, next)?;
        next += program.owners(family.owner) as usize * family.piles as usize;
    }
    range("zone instances", next, 1, MAX_ZONES)?;
    index("stock", program.stock as usize, next)?;
    for zone in [program.rules.discard, program.rules.tableau, program.rules.unsettled].into_iter().flatten() {
        index("zone", zone as usize, next)?;
    }
    Ok(())
}

fn check_registers(program: &Program) -> Checked {
    let mut taken = [false; MAX_REGISTERS];
    for family in &program.registers {
        range("register", family.base as usize + family.len as usize, 1, MAX_REGISTERS)?;
        range("register length", family.len as usize, 1, MAX_REGISTERS)?;
        if MATCH_COUNTS.contains(&family.name.as_str()) && (family.keep != Keep::Match || family.start != 0) {
            return Err(format!("register {} counts the hands of a match from 0", family.name));
        }
        for at in &mut taken[family.base as usize..][..family.len as usize] {
            if std::mem::replace(at, true) {
                return Err(format!("register {} lies where another does", family.name));
            }
        }
    }
    Ok(())
}

/// Credit is kept in registers of their own, one a seat.
fn check_credits(program: &Program) -> Checked {
    let credits = &program.credits;
    range("credit lines", credits.lines.len(), 0, MAX_CREDITS)?;
    let of_seats = |base: u16| {
        let family = program.registers.iter().find(|family| family.base == base && family.len == program.seats as u16);
        family
            .filter(|family| family.keep == Keep::Match)
            .map(|_| ())
            .ok_or_else(|| format!("credit: no register of seats at {base}"))
    };
    let counted = credits.cards.as_ref().map(|cards| cards.into);
    for base in credits.lines.iter().copied().chain(credits.tricks).chain(counted) {
        of_seats(base)?;
    }
    if let Some(cards) = &credits.cards {
        equal("credit values", cards.values.len(), program.deck.type_of.len())?;
        for family in &cards.zones {
            index("credit zone", *family as usize, program.zones.len())?;
        }
    }
    Ok(())
}

impl Checker<'_> {
    /// Registers that rules write to: not those by which a match is known to end.
    fn writable(&self, base: u16, len: u16) -> Checked {
        range("register", base as usize + len as usize, 1, MAX_REGISTERS)?;
        range("register length", len as usize, 1, MAX_REGISTERS)?;
        let counts = self.program.registers.iter().filter(|family| MATCH_COUNTS.contains(&family.name.as_str()));
        for family in counts {
            if base < family.base + family.len && family.base < base + len {
                return Err(format!("no rule sets {}", family.name));
            }
        }
        Ok(())
    }

    fn kind(&self, id: ExprId) -> Option<Kind> {
        self.program.code.get(id as usize).map(|op| self.program.ops[*op as usize].kind())
    }

    fn gives(&self, id: ExprId, wanted: Kind) -> Checked {
        match self.kind(id) {
            Some(kind) if kind == wanted => Ok(()),
            Some(found) => Err(format!("expression {id} gives {found:?}, expected {wanted:?}")),
            None => Err(format!("expression {id} does not exist")),
        }
    }

    /// Refuses what is out of range or of the wrong kind.
    fn refers(&self, to: Use) -> Checked {
        let program = self.program;
        match to {
            Use::Int(id) => self.gives(id, Kind::Int),
            Use::Maybe(id) => id.map_or(Ok(()), |id| self.gives(id, Kind::Int)),
            Use::Cards(id) => self.gives(id, Kind::Cards),
            Use::Shows(None) | Use::When(None) => Ok(()),
            Use::Shows(Some(proof)) => self.all(&[Use::Int(proof.zone), Use::Cards(proof.cards)]),
            Use::When(Some(Condition { test, proof })) => self.all(&[Use::Int(test), Use::Shows(proof)]),
            Use::Over(Domain::Members(number) | Domain::Piles(number, _)) => self.gives(number, Kind::Int),
            Use::Over(Domain::Cards(cards)) => self.gives(cards, Kind::Cards),
            Use::Over(_) => Ok(()),
            Use::Slots(slot, values) => index("slot", slot as usize + pages(values) - 1, program.slots.len()),
            Use::SeatZone(zone) => {
                index("zone", zone as usize, program.zones.len())?;
                let owned = program.zones[zone as usize].owner == Owner::Seat;
                if owned { Ok(()) } else { Err(format!("zone {zone} does not belong to seats")) }
            }
            Use::Group(group) => index("group", group as usize, program.groups.len()),
            Use::Attribute(attribute) => index("attribute", attribute as usize, program.deck.attributes.len()),
            Use::Pick(pick) => index("pick", pick as usize, MAX_PICKS),
            Use::Local(local) => index("local", local as usize, MAX_LOCALS),
            Use::Writes(base, len) => self.writable(base, len),
        }
    }

    fn all(&self, uses: &[Use]) -> Checked {
        uses.iter().try_for_each(|one| self.refers(*one))
    }

    fn code(&self) -> Checked {
        let program = self.program;
        let trick_ops = |op: &Op| matches!(op, Op::MaskFollows | Op::MaskHeads | Op::MaskCalled);
        let tricks = program.nodes.iter().any(|node| matches!(node, Node::Trick(_)));
        if program.strains.is_empty() && (tricks || program.ops.iter().any(trick_ops)) {
            return Err("tricks need a strain".into());
        }
        for op in &program.ops {
            match *op {
                Op::Reg(register) => index("register", register as usize, MAX_REGISTERS)?,
                Op::RegAt(base, len, _) => range("register", base as usize + len as usize, len as usize, MAX_REGISTERS)
                    .and_then(|()| range("register length", len as usize, 1, MAX_REGISTERS))?,
                Op::Pick(pick) | Op::MaskPick(pick) => self.refers(Use::Pick(pick))?,
                Op::Local(local) => self.refers(Use::Local(local))?,
                Op::Select(ref of, _) => range("select", of.len(), 1, 20)?,
                Op::Table(table, _) => index("table", table as usize, program.tables.len())?,
                Op::Attr(attribute, _)
                | Op::Sum(attribute, _)
                | Op::Largest(attribute, _)
                | Op::Smallest(attribute, _)
                | Op::Adds(attribute, ..) => self.refers(Use::Attribute(attribute))?,
                Op::Aggregate(n) => index("aggregate", n as usize, program.aggregates.len())?,
                Op::MaskConst(n) => index("mask", n as usize, program.masks.len())?,
                Op::MaskTable(n, _) => index("mask table", n as usize, program.mask_tables.len())?,
                Op::Pack(group, _) | Op::MaskPacked(group, _) => self.refers(Use::Group(group))?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Aggregates refer only to what exists, and nest without a circle, at most four deep.
    fn aggregates(&self) -> Checked {
        for aggregate in &self.program.aggregates {
            let Aggregate { local, domain, when, body, .. } = *aggregate;
            self.all(&[Use::Local(local), Use::Over(domain), Use::Maybe(when), Use::Maybe(body)])?;
        }
        for id in 0..self.program.code.len() {
            self.depth(id as ExprId, 0)?;
        }
        Ok(())
    }

    fn depth(&self, id: ExprId, depth: usize) -> Checked {
        if depth > 4 {
            return Err("aggregates are nested too deeply, or in a circle".into());
        }
        for op in self.program.ops_of(id) {
            let Op::Aggregate(n) = op else { continue };
            let aggregate = &self.program.aggregates[*n as usize];
            let domain = match aggregate.domain {
                Domain::Members(id) | Domain::Cards(id) | Domain::Piles(id, _) => Some(id),
                _ => None,
            };
            for inner in [aggregate.when, aggregate.body, domain].into_iter().flatten() {
                self.depth(inner, depth + 1)?;
            }
        }
        Ok(())
    }

    fn rest(&self) -> Checked {
        self.effects(&self.program.deal, 0)?;
        for special in &self.program.special {
            self.effects(&special.effects, 0)?;
        }
        for rule in &self.program.scoring {
            if let ScoredBy::Seat(to) | ScoredBy::Team(to) = rule.to {
                self.refers(Use::Int(to))?;
            }
            self.all(&[Use::Maybe(rule.when), Use::Int(rule.points)])?;
            rule.into.map_or(Ok(()), |(base, len)| self.writable(base, len))?;
        }
        for win in &self.program.wins {
            self.refers(Use::Maybe(win.gate))?;
        }
        if let Utility::Expression(expression) = self.program.utility {
            self.refers(Use::Int(expression))?;
        }
        Ok(())
    }
}
