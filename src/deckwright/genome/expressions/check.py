"""Syntax to typed tree: names resolved by the types around them, bounds worked out, misuse refused with its place."""

from __future__ import annotations

from dataclasses import replace

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.functions import FUNCTION_RULES
from deckwright.genome.expressions.scope import Scope
from deckwright.genome.expressions.syntax import ExpressionError, parse_expression
from deckwright.genome.expressions.types import (
    BOOLEAN,
    DOMAINS,
    REGISTER_FACTS,
    TEAM_VERSION,
    Bounds,
    Type,
    arithmetic_bounds,
)
from deckwright.text import nearest_hint

MAX_NODES = 4000


def check_expression(text: str, scope: Scope, expected: Type = Type.INT) -> n.Node:
    """The typed tree of an expression that must give a value of the expected type; ExpressionError otherwise."""
    tree = parse_expression(text)
    if isinstance(tree, s.Number) and expected is Type.INT:  # every second expression is one number
        scope.words.effort.spend(2)
        return n.const(tree.value)
    return Checker(text, scope).wanted(tree, expected)


class Checker:
    """One expression in its scope."""

    def __init__(self, text: str, scope: Scope) -> None:
        self.text = text
        self.scope = scope
        self.words = scope.words
        self.budget = MAX_NODES

    def refuse(self, code: str, message: str, node: s.Syntax) -> ExpressionError:
        """An error at the place of a node."""
        return ExpressionError(f"expression.{code}", message, self.text, node.at)

    def wanted(self, tree: s.Syntax, expected: Type) -> n.Node:
        """A node of the expected type, or one that stands for it."""
        if isinstance(tree, (s.Word, s.Number, s.Compare, s.Call)):
            return self.converted(self.node(tree), expected, tree)
        match tree:
            case s.Text():
                return self.text_as(tree, expected)
            case s.Index(value=s.Group(items=items)) if any(isinstance(item, s.Text) for item in items):
                nodes = tuple(self.wanted(item, expected) for item in items)
                return self.selection(nodes, self.place(tree.index))
            case s.Group(items=items) if expected is Type.CARDS:  # cards of several places together
                return n.Union(Type.CARDS, Bounds(0, 0), tuple(self.wanted(item, Type.CARDS) for item in items))
            case s.Choose(test=test, then=then, otherwise=otherwise):
                first, second = self.wanted(then, expected), self.wanted(otherwise, expected)
                bounds = first.bounds.join(second.bounds)
                return n.Conditional(expected, bounds, self.wanted(test, Type.INT), first, second)
        return self.converted(self.node(tree), expected, tree)

    def place(self, tree: s.Syntax) -> n.Node:
        """An index into a list: a number, or anything that is counted from 0."""
        node = self.node(tree)
        counted = (Type.INT, Type.RANK, Type.SUIT, Type.SEAT, Type.TEAM, Type.STRAIN, Type.KIND)
        return node if node.type in counted else self.converted(node, Type.INT, tree)

    def selection(self, items: tuple[n.Node, ...], index: n.Node) -> n.Node:
        """A list by index."""
        bounds = items[0].bounds
        for node in items[1:]:
            bounds = bounds.join(node.bounds)
        return n.Selection(items[0].type, bounds, items, index)

    def converted(self, node: n.Node, expected: Type, tree: s.Syntax) -> n.Node:
        """A node as a value of another type, where the language allows it."""
        if node.type is expected:
            return node
        match node, expected:
            case n.Node(type=Type.NONE), _ if expected.may_be_none:
                return n.const(-1, expected)
            case n.Node(type=Type.RANK), Type.INT:
                return node
            case n.Const(type=Type.INT, value=value), Type.SEAT | Type.TEAM | Type.RANK:
                bounds = self.words.type_bounds(expected)
                if not 0 <= value <= bounds.high:
                    raise self.refuse("out-of-range", f"{value} is not {expected.value} here", tree)
                return n.const(value, expected)
            case n.Node(type=Type.PILE), Type.CARDS:
                return self.cards_of(node)
            case n.Node(type=Type.CARD), Type.CARDS:
                return n.Single(Type.CARDS, Bounds(0, 0), node)
            case n.Node(type=Type.SEAT), Type.TEAM:
                return self.team_of(node)
            case n.Node(type=Type.SUIT), Type.STRAIN if self.words.suit_strains:
                bounds = Bounds(min(-1, node.bounds.low), len(self.words.strains) - 1)
                return n.Lookup(Type.STRAIN, bounds, "strain", (*self.words.suit_strains, -1), node)
        raise self.refuse("wrong-type", f"found {node.type.value}, expected {expected.value}", tree)

    def text_as(self, tree: s.Text, expected: Type) -> n.Node:
        """A string names something of the type that is expected where it stands."""
        value = self.words.find(expected, tree.value)
        if value is None:
            hint = nearest_hint(tree.value, self.words.names_of(expected))
            raise self.refuse("unknown-text", f"{tree.value!r} does not name {expected.value}{hint}", tree)
        if expected is Type.CARD:  # any copy of it: the first stands for all, faces are compared
            face = self.words.attributes["face"]
            return n.const(face.index(value + 1), Type.CARD)
        return n.const(value, expected)

    def node(self, tree: s.Syntax) -> n.Node:
        """The typed node of any part of an expression."""
        self.budget -= 1
        self.words.effort.spend(2)
        if self.budget < 0:
            raise self.refuse("too-large", "too large once its terms are written out", tree)
        match tree:
            case s.Number(value=value):
                return n.const(value)
            case s.Text(value=value):
                raise self.refuse("unknown-text", f"nothing here says what {value!r} names", tree)
            case s.Word():
                return self.word(tree, None)
            case s.Index():
                return self.index(tree)
            case s.Call():
                return self.call(tree)
            case s.Unary(operator="-", value=value):
                return self.arithmetic("-", n.const(0), self.wanted(value, Type.INT), tree)
            case s.Unary(value=value):
                return n.negated(self.wanted(value, Type.INT))
            case s.Binary(operator=operator, left=left, right=right):
                return self.arithmetic(operator, self.wanted(left, Type.INT), self.wanted(right, Type.INT), tree)
            case s.Compare():
                return self.comparison(tree)
            case s.Logic(operator=operator, items=items):
                return n.joined(operator, *(self.wanted(item, Type.INT) for item in items))
            case s.Choose(test=test, then=then, otherwise=otherwise):
                first, second = self.pair(then, otherwise)
                bounds = first.bounds.join(second.bounds)
                return n.Conditional(first.type, bounds, self.wanted(test, Type.INT), first, second)
            case s.Loop():
                return self.loop(tree)
        raise self.refuse("wrong-type", "a list of values cannot stand here", tree)

    def arithmetic(self, operator: str, left: n.Node, right: n.Node, tree: s.Syntax) -> n.Node:
        """An operation on numbers that cannot overflow or divide by zero."""
        if operator in ("//", "%") and right.bounds.low <= 0 <= right.bounds.high:
            raise self.refuse("may-divide-by-zero", "the divisor may be 0", tree)
        bounds = arithmetic_bounds(operator, left.bounds, right.bounds)
        if not bounds.fits:
            raise self.refuse("may-overflow", "the result may not fit in 32 bits", tree)
        if isinstance(left, n.Const) and isinstance(right, n.Const) and bounds.low == bounds.high:
            return n.const(bounds.low)
        return n.Arithmetic(Type.INT, bounds, operator, left, right)

    def pair(self, left: s.Syntax, right: s.Syntax) -> tuple[n.Node, n.Node]:
        """Two values of one type: each helps to say what the other is."""
        if isinstance(left, s.Text):
            second = self.node(right)
            return self.text_as(left, second.type), second
        first = self.node(left)
        if isinstance(right, s.Text):
            return first, self.text_as(right, first.type)
        second = self.node(right)
        if first.type is Type.RANK and isinstance(right, s.Number):  # the rank that is written so, not a place
            return first, self.text_as(s.Text(str(right.value), at=right.at), Type.RANK)
        if second.type is Type.RANK and isinstance(left, s.Number):
            return self.text_as(s.Text(str(left.value), at=left.at), Type.RANK), second
        if first.type is second.type:
            return first, second
        if first.type.is_number and second.type.is_number:
            return first, second
        if first.type is Type.STRAIN and second.type is Type.SUIT:
            return first, self.converted(second, Type.STRAIN, right)
        if first.type is Type.NONE or isinstance(first, n.Const) or second.type is Type.STRAIN:
            return self.converted(first, second.type, left), second
        return first, self.converted(second, first.type, right)

    def comparison(self, tree: s.Compare) -> n.Node:
        """A comparison of two values of one type."""
        match tree.operator:
            case "in":
                return self.membership(tree)
            case "not in":
                return n.negated(self.membership(tree))
        left, right = self.pair(tree.left, tree.right)
        if tree.operator not in ("==", "!=") and not (left.type.is_number and right.type.is_number):
            raise self.refuse("wrong-type", f"{left.type.value} has no order", tree)
        if left.type in (Type.CARDS, Type.SUITS):
            raise self.refuse("wrong-type", f"{left.type.value} cannot be compared", tree)
        return n.Comparison(Type.INT, BOOLEAN, tree.operator, left, right)

    def membership(self, tree: s.Compare) -> n.Node:
        """x in y"""
        if isinstance(tree.right, s.Group):
            tests = [self.comparison(s.Compare("==", tree.left, item, at=item.at)) for item in tree.right.items]
            return n.joined("or", *tests)
        right = self.node(tree.right)
        if right.type is Type.SUITS and isinstance(right, n.CardSuits):
            suit = self.wanted(tree.left, Type.SUIT)
            bounds = [(name, self.words.attribute_bounds(name)) for name in ("suit", "second_suit")]
            both = (n.Attribute(Type.SUIT, bound, name, right.card) for name, bound in bounds)
            return n.joined("or", *(n.equals(attribute, suit) for attribute in both))
        card = self.wanted(tree.left, Type.CARD)
        return n.CardIn(Type.INT, BOOLEAN, card, self.converted(right, Type.CARDS, tree.right))

    def word(self, tree: s.Word, index: n.Node | None) -> n.Node:
        """What a name stands for."""
        name = tree.name
        if index is None and name in self.scope.names:
            return self.scope.names[name]
        if name in self.words.terms:
            return self.term(tree, index)
        if name in self.words.registers:
            entry = self.words.registers[name]
            return self.register(name, entry.per, entry.type, entry.bounds, index, tree)
        if name in REGISTER_FACTS:
            fact = REGISTER_FACTS[name]
            bounds = fact.bounds or self.words.type_bounds(fact.type)
            if name in ("hand_number", "hands_played"):
                bounds = Bounds(0, max(0, self.words.genome.max_hands - (name == "hand_number")))
            elif name in ("turn", "actor", "dealer"):
                bounds = Bounds(0, self.words.seats - 1)
            return self.register(name, fact.per, fact.type, bounds, index, tree)
        if name in self.words.zones or name == "trick":
            return self.zone(name, index, tree)
        own = ("none", "players", "team", "partner", "left", "right", "other")
        known = (self.scope.names, self.words.tables, FUNCTION_RULES, own)  # what has no index
        if index is not None and any(name in names for names in known):
            raise self.refuse("not-indexed", f"{name!r} has no index", tree)
        match name:
            case "none":
                return n.const(-1, Type.NONE)
            case "players":
                return n.const(self.words.seats)
            case "team" | "partner" | "left" | "right" | "other":
                if self.scope.subject is not None:
                    return self.call(s.Call(name, (), at=tree.at), self.scope.subject)
        if name in DOMAINS:
            raise self.refuse("wrong-type", f"{name!r} can only be looped over", tree)
        raise self.refuse("unknown-name", f"nothing is called {name!r}{self.suggestion(name)}", tree)

    def suggestion(self, name: str) -> str:
        """The nearest name that exists."""
        own = (*self.scope.names, *self.words.terms, *self.words.registers, *self.words.zones, *self.words.tables)
        return nearest_hint(name, [*own, *REGISTER_FACTS, *FUNCTION_RULES])

    def term(self, tree: s.Word, index: n.Node | None) -> n.Node:
        """A term, written out about the subject or the index."""
        name = tree.name
        if name in self.scope.terms_open:
            raise self.refuse("circular-term", f"the term {name!r} is defined by itself", tree)
        subject = index if index is not None else self.scope.subject
        inner = replace(self.scope, subject=subject, terms_open=(*self.scope.terms_open, name))
        checker = type(self)(self.words.terms[name], inner)
        checker.budget = self.budget
        try:
            node = checker.node(self.parsed(self.words.terms[name]))
        except ExpressionError as error:
            raise ExpressionError(error.code, error.problem, error.text, error.at, term=error.term or name) from None
        self.budget = checker.budget
        return node

    def parsed(self, text: str) -> s.Syntax:
        """The syntax tree of a term."""
        return parse_expression(text)

    def subject(self, tree: s.Syntax) -> n.Node:
        """The seat or team that a bare fact is about."""
        if self.scope.subject is None:
            raise self.refuse("no-subject", "nothing here says whose; write the index", tree)
        return self.scope.subject

    def team_of(self, seat: n.Node) -> n.Node:
        """The team of a seat."""
        bounds = self.words.type_bounds(Type.TEAM)
        return n.Lookup(Type.TEAM, bounds, "team", self.words.team_of, seat)

    def register(self, name: str, per: str, kind: Type, bounds: Bounds, index: n.Node | None, tree: s.Syntax) -> n.Node:
        """A fact or register: of the table, a seat, a team or a pile."""
        if per == "table":
            if index is not None:
                raise self.refuse("not-indexed", f"{name!r} has no index", tree)
            return n.Register(kind, bounds, name)
        if per == "pile":
            if index is None or index.type is not Type.PILE:
                raise self.refuse("needs-pile", f"{name!r} is indexed by a pile", tree)
            return n.Register(kind, bounds, name, index)
        owner = index if index is not None else self.subject(tree)
        if owner.type not in (Type.SEAT, Type.TEAM):
            raise self.refuse("wrong-type", f"{name!r} is indexed by a seat or team, not {owner.type.value}", tree)
        if per == "team":
            return n.Register(kind, bounds, name, owner if owner.type is Type.TEAM else self.team_of(owner))
        if index is None:
            self.keep_to(owner.type, name, tree)
        if owner.type is Type.SEAT:
            return n.Register(kind, bounds, name, owner)
        if name in TEAM_VERSION:
            return n.Register(kind, bounds, TEAM_VERSION[name], owner)
        if kind is not Type.INT:
            raise self.refuse("wrong-type", f"{name!r} belongs to a seat, not a team", tree)
        return self.sum_of_members(name, kind, bounds, owner)

    def keep_to(self, kind: Type, name: str, tree: s.Syntax) -> None:
        """Refuse a term that speaks of a seat's number where a seat uses it, and of its team's where a team does."""
        if not self.scope.terms_open:
            return
        term = self.scope.terms_open[-1]
        if self.words.subject_of(term, kind) is not kind:
            problem = f"{name!r} is a seat's where a seat uses the term {term!r}, and a team's where a team does"
            raise self.refuse("two-meanings", f"{problem}; write the index, or two terms", tree)

    def sum_of_members(self, name: str, kind: Type, bounds: Bounds, team: n.Node) -> n.Node:
        """A seat's number, added up over a team."""
        seat = n.Variable(Type.SEAT, Bounds(0, self.words.seats - 1), f"member of {id(team)}")
        domain = n.Domain(Type.SEAT, seat.bounds, "members", team, self.words.seats)
        total = Bounds(min(0, bounds.low) * self.words.seats, max(0, bounds.high) * self.words.seats)
        return n.Gather(Type.INT, total, "sum", seat.name, domain, None, n.Register(kind, bounds, name, seat))

    def zone(self, name: str, index: n.Node | None, tree: s.Syntax) -> n.Node:
        """A zone: the table's, a seat's or a team's."""
        bounds = self.words.type_bounds(Type.PILE)
        zone = self.words.zones.get(name)
        if zone is None or zone.owner == "table":
            if index is not None:
                raise self.refuse("not-indexed", f"the zone {name!r} is the table's: it has no index", tree)
            return n.ZoneAt(Type.PILE, bounds, name, None, None)
        owner = index if index is not None else self.subject(tree)
        if owner.type not in (Type.SEAT, Type.TEAM):
            owner = self.converted(owner, Type.SEAT, tree)
        if zone.owner == "team" and owner.type is Type.SEAT:
            owner = self.team_of(owner)
        if zone.owner == "seat" and owner.type is Type.TEAM:
            return self.zones_of_members(name, owner)
        return n.ZoneAt(Type.PILE, bounds, name, owner, None)

    def zones_of_members(self, name: str, team: n.Node) -> n.Node:
        """The cards that the seats of a team have in their zones."""
        sets = []
        for seat in range(self.words.seats):
            test = n.equals(n.const(self.words.team_of[seat], Type.TEAM), team)
            zone = n.ZoneAt(Type.PILE, self.words.type_bounds(Type.PILE), name, n.const(seat, Type.SEAT), None)
            sets.append(n.OnlyIf(Type.CARDS, Bounds(0, 0), test, self.cards_of(zone)))
        return n.Union(Type.CARDS, Bounds(0, 0), tuple(sets))

    def cards_of(self, pile: n.Node) -> n.Node:
        """The cards of a pile; those of all its piles for a zone with several."""
        if isinstance(pile, n.ZoneAt) and pile.pile is None and pile.zone in self.words.zones:
            count = self.words.pile_count(self.words.zones[pile.zone])
            if count > 1:
                each = (replace(pile, pile=n.const(place)) for place in range(count))
                sets = tuple(n.PileCards(Type.CARDS, Bounds(0, 0), one) for one in each)
                return n.Union(Type.CARDS, Bounds(0, 0), sets)
        return n.PileCards(Type.CARDS, Bounds(0, 0), pile)

    def index(self, tree: s.Index) -> n.Node:
        """x[y]"""
        match tree.value:
            case s.Group(items=items):
                known = next((self.node(item) for item in items if not isinstance(item, s.Text)), None)
                if known is None:
                    raise self.refuse("unknown-text", "nothing here says what these names stand for", items[0])
                return self.selection(tuple(self.wanted(item, known.type) for item in items), self.place(tree.index))
            case s.Word() as word:
                index = self.node(tree.index)
                if isinstance(index, n.Const) and index.type is Type.INT:
                    index = self.converted(index, Type.SEAT, tree.index)
                return self.word(word, index)
        raise self.refuse("not-indexed", "only facts, zones, terms and lists have an index", tree)

    def call(self, tree: s.Call, *given: n.Node) -> n.Node:
        """A function or a card table."""
        if tree.name in self.words.tables:
            if len(tree.arguments) != 1:
                raise self.refuse("arguments", f"{tree.name}(card) takes one card", tree)
            card = self.wanted(tree.arguments[0], Type.CARD)
            return n.Attribute(Type.INT, self.words.attribute_bounds(tree.name), tree.name, card)
        rule = FUNCTION_RULES.get(tree.name)
        if rule is None:
            raise self.refuse("unknown-name", f"no function is called {tree.name!r}{self.suggestion(tree.name)}", tree)
        return rule(self, tree, given)

    def loop(self, tree: s.Loop) -> n.Node:
        """A loop with its variable in scope."""
        domain = self.domain(tree.domain)
        name = f"{tree.variable}@{tree.at}.{len(self.scope.terms_open)}.{self.budget}"
        variable = n.Variable(domain.type, domain.bounds, name, domain.zone)
        outer, self.scope = self.scope, self.scope.with_names(**{tree.variable: variable})
        try:
            test = self.wanted(tree.test, Type.INT) if tree.test is not None else None
            body = self.node(tree.body)
        finally:
            self.scope = outer
        return self.gathered(tree, variable, domain, test, body)

    def gathered(
        self, tree: s.Loop, variable: n.Variable, domain: n.Domain, test: n.Node | None, body: n.Node
    ) -> n.Node:
        """What a loop gives, with its bounds."""
        if tree.gather == "cards" and (domain.of is None or domain.type is not Type.CARD):
            raise self.refuse("wrong-body", "cards(c for c in ... if ...) chooses among cards", tree)
        if tree.gather in ("count", "first", "cards"):
            if body != variable:
                why = f"{tree.gather} is about the variable itself: {tree.gather}(x for x in ... if ...)"
                raise self.refuse("wrong-body", why, tree)
            if tree.gather == "count":
                return n.Gather(Type.INT, Bounds(0, domain.count), "count", variable.name, domain, test, None)
            if tree.gather == "cards" and domain.of is not None:
                test = test if test is not None else n.const(1)
                return n.Filtered(Type.CARDS, Bounds(0, 0), domain.of, variable.name, test)
            low = domain.bounds.low if domain.type is Type.PILE else -1
            return n.Gather(domain.type, Bounds(low, domain.bounds.high), "first", variable.name, domain, test, None)
        body = self.converted(body, Type.INT, tree.body)
        match tree.gather:
            case "any" | "all":
                bounds = BOOLEAN
            case "sum":
                bounds = Bounds(min(0, body.bounds.low * domain.count), max(0, body.bounds.high * domain.count))
            case _:
                bounds = body.bounds.join(Bounds(0, 0))
        if not bounds.fits:
            raise self.refuse("may-overflow", "the sum may not fit in 32 bits", tree)
        return n.Gather(Type.INT, bounds, tree.gather, variable.name, domain, test, body)

    def domain(self, tree: s.Syntax) -> n.Domain:
        """What a loop runs over."""
        words, seats = self.words, Bounds(0, self.words.seats - 1)
        match tree:
            case s.Word(name="seats" | "live" as name):
                return n.Domain(Type.SEAT, seats, name, None, words.seats)
            case s.Word(name="opponents"):
                return n.Domain(Type.SEAT, seats, "opponents", self.subject(tree), words.seats)
            case s.Word(name="members"):
                subject = self.subject(tree)
                team = subject if subject.type is Type.TEAM else self.team_of(subject)
                return n.Domain(Type.SEAT, seats, "members", team, words.seats)
            case s.Call(name="members", arguments=(team,)):
                return n.Domain(Type.SEAT, seats, "members", self.wanted(team, Type.TEAM), words.seats)
            case s.Word(name="suits" | "ranks" as name):
                kind = Type.SUIT if name == "suits" else Type.RANK
                count = len(words.names_of(kind))
                return n.Domain(kind, Bounds(0, max(0, count - 1)), name, None, count)
            case s.Call(name="piles", arguments=(zone,)):
                pile = self.wanted(zone, Type.PILE)
                if not isinstance(pile, n.ZoneAt) or pile.pile is not None or pile.zone not in words.zones:
                    raise self.refuse("wrong-type", "piles(zone) is about a zone", tree)
                return n.Domain(Type.PILE, Bounds(0, 63), "piles", pile, words.pile_count(words.zones[pile.zone]))
            case s.Call(name="suits", arguments=(card,)):
                node = n.CardSuits(Type.SUITS, Bounds(0, 0), self.wanted(card, Type.CARD))
                return n.Domain(Type.SUIT, Bounds(0, max(0, len(words.cards.suits) - 1)), "card_suits", node, 2)
        cards = self.wanted(tree, Type.CARDS)
        count = len(words.cards.cards)
        return n.Domain(Type.CARD, Bounds(0, count - 1), "cards", cards, count)
