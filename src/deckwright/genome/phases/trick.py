"""Tricks: each seat plays a card, the best takes them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from deckwright.document import Item, Listing, Paragraph
from deckwright.genome.checks.walk import words_in
from deckwright.genome.compile.builder import OWN_CARD, Builder
from deckwright.genome.compile.effects import Place, destination
from deckwright.genome.compile.pools import mask_of
from deckwright.genome.compile.program import TRICK_ZONE
from deckwright.genome.compile.tables import condition_mask
from deckwright.genome.enums import BreakingRule, TieBreaker
from deckwright.genome.errors import Issue, inert, inert_fields
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.expressions.types import Type
from deckwright.genome.expressions.vocabulary import strains_of
from deckwright.genome.materials import CardCondition
from deckwright.genome.phases.phase import Data, PhaseModel
from deckwright.genome.picks.pick import Duty, duty_issues
from deckwright.genome.picks.sources import compile_duties
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.sentences import YOU, Person, said, settled
from deckwright.genome.values import Expr, Flag, Small, SuitName
from deckwright.text import nearest_hint

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Block, English, GameGenome, Measure, SightLimits, Surroundings, Writer

MAX_BURY = 100
PLAYED = "played card"
"""The variable that stands for the card that is played."""


class TrickPhase(PhaseModel):
    """Tricks are played until the source zones are empty, or `until` holds after one of them."""

    title: ClassVar = "Tricks"
    sends_to: ClassVar = ("to",)
    goes_round: ClassVar = True
    compares_ranks: ClassVar = True
    likelihood: ClassVar = 1.5
    holds_names: ClassVar = {"breaking_suit": "suit"}

    type: Literal["trick"] = "trick"
    leader: Expr = "left(dealer)"
    """Who leads the first trick; the winner leads the next."""
    strain: Expr = "strain"
    """The strain of the tricks; `strain` is the contract's, at first the first of the genome's."""
    source: Expr = "hand"
    until: Expr = "0"
    to: Expr = "captured"
    """Where the winner's cards go; if it equals `source`, underneath."""
    duties: tuple[Duty, ...] = ()
    """When leading, `follows(c)` is false."""
    breaking_suit: SuitName | None = None
    breaking_rule: BreakingRule = BreakingRule.NONE
    broken_by: tuple[CardCondition, ...] = ()
    """A played card that meets one of these breaks the suit; one is needed, unless an effect sets `broken`."""
    hold: Expr = "0"
    """May whoever's turn it is play nothing to this trick, and keep their cards? Somebody plays to every trick."""
    out: Expr = "none"
    """A seat that sits out."""
    dummy: Expr = "none"
    """A seat whose hand is shown after the lead and played by its partner."""
    forced_top: Flag = False
    """Each seat plays the top card of its source."""
    bury: Small = 0
    """In a battle, so many cards go face down before the next one up."""
    ties: Literal["first", "last", "tie_breaker"] = "first"

    def issues(self, around: Surroundings, path: str) -> Iterator[Issue]:
        if self.breaking_rule is BreakingRule.NONE:
            yield from inert_fields(self, path, "breaking_rule is NONE", "breaking_suit")
            if self.broken_by and "broken" not in around.words:
                yield inert(f"{path}.broken_by", "nothing depends on whether a suit is broken")
        elif self.breaking_suit is None:
            yield Issue("trick.no-breaking-suit", f"{path}.breaking_suit", "nothing", "the suit of the breaking_rule")
        elif not self.broken_by and not around.breaks:
            expected = "the cards that break the suit, or an effect that sets `broken`"
            yield Issue("trick.never-broken", f"{path}.broken_by", "nothing", expected)
        if self.forced_top:
            why = "forced_top leaves no choice of cards"
            yield from inert_fields(self, path, why, "duties", "breaking_rule", "hold")
        yield from duty_issues(self.duties, f"{path}.duties")

    def work(self, measure: Measure) -> int:
        duties = measure.text(self.hold) + sum(measure.texts(duty, "cards", "when") for duty in self.duties)
        return measure.genome.max_turns * measure.seats * (1 + duties + measure.specials())

    def limit_sight(self, sight: SightLimits) -> None:
        if self.ties == "tie_breaker" and sight.genome.game_rules.tie_breaker is TieBreaker.BATTLE:
            sight.at_most(TRICK_ZONE, "none")

    def nodes(self, b: Builder, path: str, *, together: bool) -> list[int]:
        place = Place(b.scope.with_names(c=card_variable(b.words, OWN_CARD)), b.lowering, {})
        source = self.source  # a zone that each seat has, by its bare name
        if (zone := b.words.zones.get(source)) is None or zone.owner != "seat":
            hint = nearest_hint(source, b.words.zones)
            b.refuse("zone.unknown", f"{path}.source", f"{source!r} is not a zone that each seat has{hint}")
        duties = self._duties(b, path, place)
        broken = 0
        for number, condition in enumerate(self.broken_by):
            here = f"{path}.broken_by[{number}]"
            with b.going_on():
                cards = condition_mask(b, condition, here)
                if not cards & ~broken:
                    b.issue("field.no-effect", here, "has no effect: its cards are those of conditions before it")
                broken |= cards
        if self.forced_top or self.to == self.source:
            b.layout.ends_used.append(source)
        # What a hand has shown not to hold stays true until unseen cards come in.
        if duties and not self.forced_top and b.is_hidden(source) and source in b.receiving:
            for duty in duties:
                b.tally(duty["cards"], source)
        fought = self.ties == "tie_breaker" and b.genome.game_rules.tie_breaker is TieBreaker.BATTLE
        if self.bury and not fought:
            why = "cards are buried only in a battle: ties='tie_breaker' and tie_breaker BATTLE"
            b.issue("trick.bury-unused", f"{path}.bury", why)
        if b.sight.get(source) == "none" and not self.forced_top:
            b.issue("privacy.legality", f"{path}.source", f"nobody sees the cards of {source!r} that are to be played")
        if self.bury > MAX_BURY:
            b.issue("trick.bury", f"{path}.bury", f"{self.bury} cards: expected at most {MAX_BURY}")
        until = b.check(self.until, f"{path}.until", b.scope)
        shows = b.proof(until, f"{path}.until")
        b.check_flow(until, f"{path}.until", proof=shows is not None)
        before, leader = _holder(b, self.leader, f"{path}.leader")
        hold = b.check(self.hold, f"{path}.hold", b.scope)
        b.check_legality(hold, f"{path}.hold", turn_acts=False)
        holds = not b.never(hold)
        slot = b.slot(self.name or "play", "Card")
        b.slot_notes[slot] = {"source": self.source, "to": TRICK_ZONE}
        content = {
            "name": self.name,
            "when": b.condition(self.when, f"{path}.when", b.scope),
            "slot": slot,
            "hold": b.lowered(hold, f"{path}.hold") if holds else None,
            "hold_slot": b.slot("hold", "Nothing") if holds else slot,
            "leader": leader,
            "strain": b.flow_integer(self.strain, f"{path}.strain", b.scope, Type.STRAIN),
            "source": b.layout.zones[source].family,
            "pile": b.layout.zones[TRICK_ZONE].base,
            "to": destination(b, self.to, f"{path}.to", place),
            "place": "Bottom" if self.to == self.source else "Top",
            "duties": duties,
            "breaks": b.cards(broken) if broken else None,
            "out": _nobody_or(b, self.out, f"{path}.out"),
            "dummy": _nobody_or(b, self.dummy, f"{path}.dummy"),
            "forced_top": self.forced_top,
            "bury": self.bury,
            "ties": {"first": "First", "last": "Last", "tie_breaker": "Breaker"}[self.ties],
            "until": None if b.never(until) else {"test": b.lowered(until, f"{path}.until"), "proof": shows},
            "limit": b.genome.max_turns,
        }
        return [*before, b.node("Trick", content, path)]

    def _duties(self, b: Builder, path: str, place: Place) -> list[Data]:
        """Every tier first without the unbroken suit, then with it: a barred card goes only when nothing else can."""
        suit = None
        if self.breaking_rule is not BreakingRule.NONE and self.breaking_suit is not None:
            suit = b.words.find(Type.SUIT, self.breaking_suit)
            if suit is None or suit not in b.words.attributes["suit"]:
                here, named, known = f"{path}.breaking_suit", self.breaking_suit, b.words.cards.suits
                b.unknown("deck.unknown-suit", here, "no card has the suit", named, known)
        path = f"{path}.duties"
        plain = compile_duties(b, self.duties, path, place, turn_acts=False)
        if suit is None:
            return plain
        other = mask_of(own != suit for own in b.words.attributes["suit"])  # what the breaking rule does not bar
        leads = self.breaking_rule is BreakingRule.CANNOT_LEAD_UNTIL_BROKEN
        barred = b.integer("leading and not broken" if leads else "not broken", path, place.scope)
        allowed = b.cards(other)
        first = []
        with b.at(path):
            for duty in plain:
                both = barred if duty["when"] is None else b.combined("And", duty["when"], barred)
                first.append({"cards": b.combined("MaskAnd", duty["cards"], allowed), "when": both})
        pairs = zip(first, plain, strict=True)
        return [*(duty for pair in pairs for duty in pair), {"cards": allowed, "when": barred}]

    @classmethod
    def texts_shown(cls, node: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
        """A card that is turned up unseen is not named."""
        if node["forced_top"]:
            yield node["slot"], ("",)

    def told(self, english: English) -> tuple[Block, ...]:
        leader, hand = english.who(self.leader), english.zone_noun(self.source)
        if self.forced_top:
            opening = said(
                f"each player in turn, beginning with {leader.object()}, turns up the top card of their {hand}",
                "there is nothing to choose",
            )
        else:
            opening = said(
                leader.does(f"lead to the first trick with a card from {leader.their(hand)}"),
                f"the others follow in turn to the left, each with one card from their {hand}",
            )
        seats = said(*self._absent_seats(english))
        rules = [] if self.forced_top else self._rules_told(english)
        taking = said(*english.of_two_suits(), *self._taking(english, hand))
        return (Paragraph(" ".join(filter(None, (opening, seats)))), *rules, Paragraph(taking))

    def _absent_seats(self, english: English) -> list[str]:
        rules = []
        out, dummy = (english.read(text, Type.SEAT) for text in (self.out, self.dummy))
        if isinstance(out, n.Conditional) and _is_nobody(out.otherwise):
            rules.append(f"if {english.clause(out.test)}, {english.person(out.then).does('sit out these tricks')}")
        elif not _is_nobody(out):
            rules.append(english.person(out).does("sit out these tricks"))
        if rules:
            rules.append("whoever sits out is passed over: if they were to lead, the next player does")
        if not _is_nobody(dummy):
            laid = "the dummy's cards are laid open, and the dummy's partner plays them"
            who = english.person(dummy).subject()
            rules.append(f"once the first card has been led, {who} is the dummy: {laid}")
        return rules

    def _rules_told(self, english: English) -> list[Block]:
        """What may be played."""
        inner = english.about(YOU).knowing(c=card_variable(english.words, PLAYED))
        binding = inner.duties(self.duties, PLAYED, verb="play")
        further = self.breaking_rules(english)
        if not inner.is_never(self.hold):
            may = "you may play nothing to a trick and keep your cards for later ones (**hold**)"
            when = "" if inner.is_always(self.hold) else f"if {inner.when(self.hold)}, "
            holding = f"{when}{may}, unless nobody else has played to it or still can"
            further = [holding, "if whoever should lead holds, the next player leads", *further]
        if len(binding) == 1:
            free = ", and otherwise may play any card" if binding[0].endswith("can") else ""
            return [Paragraph(said(f"{binding[0]}{free}", *further))]
        if not binding:
            return [Paragraph(said("you may play any card", *further))]
        intro = (
            "What you may play is decided by the first of these rules that applies and that you can obey; if there is "
            "none, you may play any card:"
        )
        blocks: list[Block] = [Paragraph(intro), Listing(tuple(Item(said(rule)) for rule in binding), numbered=True)]
        return [*blocks, Paragraph(said(*further))] if further else blocks

    def breaking_rules(self, english: English) -> list[str]:
        """What a suit that is not broken keeps from being played, and what breaks it."""
        if self.breaking_rule is BreakingRule.NONE or self.breaking_suit is None:
            return []
        suit, cards = w.spoken(self.breaking_suit), w.suit_cards(self.breaking_suit)
        if self.breaking_rule is BreakingRule.CANNOT_LEAD_UNTIL_BROKEN:
            rule = f"{cards} may not be led until {suit} are broken, unless you have nothing else"
        else:
            rule = f"{cards} may not be played at all until {suit} are broken, unless you have nothing else to play"
        if not self.broken_by:
            return [rule, f"nothing breaks {suit}"]
        kinds = w.listing([english.cards_of(condition).a_card() for condition in self.broken_by], "or")
        return [rule, f"{suit} are broken as soon as {kinds} has been played"]

    def _taking(self, english: English, hand: str) -> list[str]:
        found = strains_of(english.genome)
        chosen = english.read(self.strain, Type.STRAIN)
        word = english.names.strain_word
        sentences = []
        if not (isinstance(chosen, n.Register) and chosen.name == "strain"):
            sentences.append(f"the {word} of these tricks is {english.noun(chosen)}")
        if len(found) == 1 and not found[0].each:
            sentences.append(english.won_by(found[0]))
        else:
            sentences.append(f"which card wins a trick depends on the {word} (see *{w.capitalised(w.plural(word))}*)")
        sentences += self._ties_told(english, hand)
        leads = "" if english.is_always(self.until) else " and leads to the next one"
        if self.to == self.source:
            sentences.append(f"the winner puts the cards of the trick underneath their {hand}{leads}")
        else:
            winner = english.about(Person("the winner"))
            place = winner.place(winner.read(self.to, Type.PILE))
            sentences.append(f"{winner.actor.does('take')} the cards of the trick {place}{leads}")
        if english.genome.game_rules.same_player_on_win and english.names.is_in_cycle(self):
            sentences.append("the winner also has the next turn")
        if english.is_always(self.until):
            return [*sentences, "only one trick is played"]
        genome, ended = english.genome, "at most one player has cards left"
        is_even = str(genome.setup.cards_per_player) != "all"
        is_even = is_even or len(english.words.cards.cards) % genome.player_count == 0
        moved = any(effect.type == "move" for special in genome.special_effects for effect in special.effects)
        if self.to == self.source:
            ended = f"only one player has cards in their {hand}"
        elif is_even and not moved and self.source == "hand" and _is_nobody(english.read(self.out, Type.SEAT)):
            ended = "all cards have been played"  # everyone has as many, and the tricks use them up
        until = "" if english.is_never(self.until) else f", or earlier if after a trick {english.when(self.until)}"
        return [*sentences, f"tricks are played until {ended}{until}"]

    def _ties_told(self, english: English, hand: str) -> list[str]:
        match self.ties, english.genome.game_rules.tie_breaker:
            case "first", _:
                return ["of equal cards, the first one played wins"] if english.may_tie() else []
            case "last", _:
                return ["of equal cards, the last one played wins"]
            case _, TieBreaker.ACTIVE_PLAYER:
                return ["if equal cards are highest, the first of their players in turn from the leader wins"]
            case _, TieBreaker.ALTERNATING:
                return ["if equal cards are highest, their players win such ties by turns"]
            case _, TieBreaker.SPLIT:
                return [
                    "if equal cards are highest, their players share the cards of the trick equally",
                    "what does not divide goes to the first of them in turn, who also leads next",
                ]
        again = "each of them plays another card"
        if self.bury:
            cards = w.count(self.bury, "card")
            again = f"each of them puts {cards} face down on the trick and then plays another one face up"
        battle = "if equal cards are highest, their players fight a battle"
        return [
            f"{battle}: {again}, and the highest of the new cards wins everything",
            "another tie is another battle",
            f"who has too few cards left in their {hand} for a battle puts in all of them and loses it",
            "if nobody has enough, whoever has most wins it, and if that is level too the hand is over",
        ]

    @classmethod
    def summary(cls, english: English, phases: Sequence[Self]) -> tuple[str, str]:
        follow = any("follows" in words_in(duty.cards) for phase in phases for duty in phase.duties)
        parts = ["follow suit if you can"] if follow else []
        found = strains_of(english.genome)
        if len(found) == 1 and not found[0].each:
            parts.append(settled(english.won_by(found[0])))
        else:
            parts.append(f"the {english.names.strain_word} decides which card wins")
        return "A trick", "; ".join(parts)

    def limit_told(self, english: English) -> str:
        most = english.genome.max_turns
        if self.to != self.source and most >= len(english.words.cards.cards):
            return ""
        return f"after {w.digits(most)} tricks play goes on as if the cards were used up"

    def tricks(self, english: English) -> tuple[tuple[int, str], ...]:
        genome, unless = english.genome, ""
        out = english.read(self.out, Type.SEAT)
        if isinstance(out, n.Conditional):
            out, unless = out.otherwise, "unless somebody sits out, "
        if not (_is_nobody(out) and english.is_never(self.until) and english.is_never(self.hold)):
            return ((0, ""),)
        taken = english.words.zones.get(self.to.partition("[")[0].strip())
        cards, dealt = len(english.words.cards.cards), str(genome.setup.cards_per_player)
        size = cards // genome.player_count if dealt == "all" else int(dealt) if dealt.isdecimal() else 0
        is_all = size * genome.player_count == cards and taken is not None and taken.role == "captured"
        return ((size if is_all else 0, unless),)

    def why_not(self, english: English, tier: int, suit: str) -> str:
        bars = self.breaking_rules(english)
        if bars:
            # Every tier comes twice: first without the suit that is not broken, then with it.
            if tier % 2 == 0 and suit == self.breaking_suit:
                return said(bars[0])
            tier //= 2
        for duty in self.duties:  # one `by` a table has as many tiers as the table has values
            tier -= len(set(english.words.attributes[duty.by])) if duty.by else 1
            if tier < 0:
                inner = english.knowing(c=card_variable(english.words, PLAYED))
                return said(*inner.duties([duty], PLAYED, verb="play"))
        return said(bars[0]) if bars else ""

    def pitch(self, genome: GameGenome) -> str:
        return f"Tricks are played{' with trumps' if any(strain.called for strain in genome.strains) else ''}."

    @classmethod
    def random(cls, writer: Writer, room: int, depth: int) -> Data:
        dice, lexicon = writer.dice, writer.lexicon
        sources = lexicon.zones_of("hand", owner="seat")
        to = dice.one(lexicon.zones_of("captured", "discard", "tableau") or lexicon.zones_of("hand"))
        data: Data = {"type": "trick", "source": dice.one(sources)["name"], "to": writer.laid(to, writer.known)}
        dice.may(0.1, data, "to", lambda: data["source"])
        dice.may(0.5, data, "leader", lambda: writer.seat_known(2))
        if lexicon.strains and dice.chance(0.4):
            data["strain"] = writer.value(Type.STRAIN, writer.known, 1)
        dice.may(0.25, data, "until", lambda: writer.truth(writer.known, 2))
        if dice.chance(0.7):
            follow = dice.chance(0.6)
            data["duties"] = [{"cards": "follows(c)"}] if follow else writer.duties(writer.legal(c=Type.CARD))
        if lexicon.suits and dice.chance(0.3):
            data |= {
                "breaking_suit": dice.one(lexicon.suits),
                "breaking_rule": dice.one(tuple(BreakingRule)[1:]).value,
                "broken_by": dice.several(0, 2, writer.condition),
            }
        dice.may(0.15, data, "hold", lambda: writer.legal_truth(1))
        dice.may(0.1, data, "out", lambda: writer.seat_known(1))
        if lexicon.teams and dice.chance(0.2):
            data["dummy"] = writer.seat_known(1)
        dice.may(0.12, data, "forced_top", lambda: True)
        if dice.chance(0.4):
            data["ties"] = dice.one(("last", "tie_breaker"))
            if data["ties"] == "tie_breaker" and writer.battles and dice.chance(0.5):
                data["bury"] = dice.number(1, 3)
        return data


def _holder(b: Builder, text: str, path: str) -> tuple[list[int], int]:
    """A seat found by what it holds: everyone learns who holds it, so each hand is tested in the open.

    The seat is worked out by a node of its own and kept in a hidden register.
    """
    node = b.check(text, path, b.scope, Type.SEAT)
    lowering, proof = b.lowering, None
    match node:
        case n.Gather(gather="first", domain=n.Domain(name="seats" | "live") as domain, test=n.Node() as test):
            lowering = b.lowering.with_local(node.variable, 0)
            proof = b.proof(test, path, lowering)
        case _:
            domain, test = n.Domain(Type.SEAT, node.bounds, "seats"), node
    if proof is None:
        b.check_flow(node, path)
        return [], b.lowered(node, path)
    register = b.hidden_register(f"seat found {len(b.nodes)}", start=-1)

    def keep(value: int) -> Data:
        return {"Set": {"base": register, "len": 1, "index": None, "value": value}}

    kept = keep(b.expression("Local", 0))
    when = {"test": b.lowered(test, path, lowering), "proof": proof}
    first = keep(b.constant(-1))
    each = {"local": 0, "domain": b.lowering.domain(domain)}
    each["effects"] = [{"If": {"when": when, "then": [kept], "otherwise": []}}]
    effects = [first, {"Each": each}]
    actor = b.integer("turn", path, b.scope, Type.SEAT)
    do = b.node("Do", {"name": "", "when": None, "actor": actor, "effects": effects}, "")
    return [do], b.expression("Reg", register)


def _nobody_or(b: Builder, text: str, path: str) -> int | None:
    node = b.check(text, path, b.scope, Type.SEAT)
    b.check_flow(node, path)
    return None if _is_nobody(node) else b.lowered(node, path)


def _is_nobody(node: n.Node) -> bool:
    return isinstance(node, n.Const) and node.value < 0
