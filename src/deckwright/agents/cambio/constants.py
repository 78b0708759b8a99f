"""Every constant of the agents of Cambio, in one place. A config (`bayesian-v2:FILE`) may set any of them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Points = Annotated[float, Field(ge=-100, le=100, allow_inf_nan=False)]


class Constants(BaseModel):
    """Frozen numbers; an unknown name or a number out of range is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def kernel_settings(self) -> dict[str, Any]:
        """What the kernel is told."""
        return self.model_dump()


class Smart(Constants):
    """Keeps a drawn card that is better than what it knows."""

    unknown: Points = 5.0
    """What a card is taken to be worth that it has never seen."""
    call: Points = 8.0
    """Calls with this many points or fewer, all cards known."""

    def kernel_settings(self) -> dict[str, Any]:
        """What the kernel is told."""
        return {"family": "smart", **self.model_dump()}


class BayesianV1(Constants):
    """Tracks all 54 cards and decides by expected value; the seed design's constants."""

    always_take: Points = 0.0
    """A discarded card this low is always taken."""
    take_improvement: Points = 3.0
    """Any other has to improve a slot by so much."""
    info_value: Points = 3.0
    """A drawn card this low is worth more in a slot that is unknown ..."""
    info_bonus: Points = 1.0
    """... by so much."""
    swap_margin: Points = 1.0
    """Jack or queen: the worst known card exceeds the unknown mean by more than this."""
    king_margin: Points = -2.0
    """The same for a black king, which looks first."""
    call_four: Points = 10.0
    """Expected score below which it may call, with four cards or more."""
    call_three: Points = 7.0
    """With three."""
    call_two: Points = 5.0
    """With two or fewer."""
    call_margin: Points = 4.0
    """How far every opponent has to be behind when nothing is known of them ..."""
    least_margin: Points = 2.0
    """... and when everything is."""
    certain_call: Points = 8.0
    """With every card known, a score below this is enough."""

    def kernel_settings(self) -> dict[str, Any]:
        """What the kernel is told."""
        return {"family": "bayesian", **self.model_dump()}


class BayesianV2(BayesianV1):
    """V1 that also reckons what opponents know, and takes it from them."""

    disruption_bonus: Points = 3.0
    """What it is worth that an opponent loses a card it knows."""
    good_hand: Points = 5.0
    """A hand whose worst known card is no worse than this is good enough to disrupt others."""

    def kernel_settings(self) -> dict[str, Any]:
        """What the kernel is told."""
        values = self.model_dump()
        own = {name: values.pop(name) for name in ("disruption_bonus", "good_hand")}
        return {"family": "disruption", "base": values, **own}


class BayesianV3(Constants):
    """Beliefs from what opponents keep, and every choice on one scale of points.

    The numbers come from a league that begins with V2 and constants tuned against V2 alone: `docs/cambio.md` has the
    command, and how far the best answer in the family gets.
    """

    trust: Annotated[float, Field(ge=0, le=1)] = 1
    """How far inference is believed."""
    bound_slack: Points = 1.27
    """Added to the bound that keeping a card gives."""
    chosen_bound: Points = 6.21
    """A card that was drawn unseen and kept is at most about this."""
    harm: Points = 0.07
    """A point more for an opponent."""
    info: Points = 10.08
    """Knowing a card of one's own."""
    peek_own: Points = 3.44
    peek_other: Points = 0.65
    confusion: Points = 2.82
    """An opponent no longer knows a card."""
    lost: Points = 7.25
    """One no longer knows one's own."""
    king: Points = 2.95
    """A king's look, beside the exchange."""
    draw_power: Points = 0.64
    """Drawing from the deck, beside the card."""
    take_margin: Points = 4.98
    call_score: Points = 1.8
    """Calls at this score or below ..."""
    call_margin: Points = 6.17
    """... or so far ahead of all others."""
    call_unknown: Points = 4.07
    """What each unknown card of one's own adds to both."""
    call_rivals: Points = -0.29
    """And each opponent after the first."""
    stick_least: Points = 0.0
    """Cards below this are not stuck."""

    def kernel_settings(self) -> dict[str, Any]:
        """What the kernel is told."""
        return {"family": "tuned", **self.model_dump()}


class BayesianSearch(BayesianV3):
    """V3 with search on top: worlds that it thinks possible, played out by V3 in every seat."""

    playouts: Annotated[int, Field(ge=1, le=1_000_000)] = 1000
    """For each decision, spread evenly over what is legal."""
    margin: Points = 1.0
    """Points by which an action has to be better than what V3 would do."""

    def kernel_settings(self) -> dict[str, Any]:
        """What the kernel is told."""
        values = self.model_dump()
        own = {name: values.pop(name) for name in ("playouts", "margin")}
        return {"family": "search", "policy": values, **own}
