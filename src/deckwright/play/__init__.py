"""Tables: pure transitions over the engine, private views, agreement, links, fair shuffles, and where they are kept."""

from deckwright.play.company import agent_message, play_agents
from deckwright.play.errors import LinkError, ShuffleError, StoreError, TableError
from deckwright.play.execute import execute
from deckwright.play.frame import FRAME_VERSION, Frame, table_frame
from deckwright.play.inputs import (
    AgentMessage,
    Authority,
    ClockMessage,
    HostMessage,
    Input,
    Message,
    Move,
    SeatMessage,
    parse_action_id,
    parse_message,
)
from deckwright.play.link import LinkedGame, format_link, parse_link
from deckwright.play.offers import TableTransition, host_transitions, transitions, valid_messages
from deckwright.play.refusals import REFUSALS, Accepted, Refused
from deckwright.play.seats import Seat, SeatKind, agent, person
from deckwright.play.service import Hint, events_since, hint, rematch
from deckwright.play.setup import TableSetup, make_setup
from deckwright.play.table import Consensus, TableState, open_table, rebuild
from deckwright.play.telling.table_event import TableEvent
from deckwright.play.travel import branch, known_then, table_at
from deckwright.play.view import PublicSeat, ShuffleView, TableView, omniscient_view, spectator_view, table_view

__all__ = [
    "FRAME_VERSION",
    "REFUSALS",
    "Accepted",
    "AgentMessage",
    "Authority",
    "ClockMessage",
    "Consensus",
    "Frame",
    "Hint",
    "HostMessage",
    "Input",
    "LinkError",
    "LinkedGame",
    "Message",
    "Move",
    "PublicSeat",
    "Refused",
    "Seat",
    "SeatKind",
    "SeatMessage",
    "ShuffleError",
    "ShuffleView",
    "StoreError",
    "TableError",
    "TableEvent",
    "TableSetup",
    "TableState",
    "TableTransition",
    "TableView",
    "agent",
    "agent_message",
    "branch",
    "events_since",
    "execute",
    "format_link",
    "hint",
    "host_transitions",
    "known_then",
    "make_setup",
    "omniscient_view",
    "open_table",
    "parse_action_id",
    "parse_link",
    "parse_message",
    "person",
    "play_agents",
    "rebuild",
    "rematch",
    "spectator_view",
    "table_at",
    "table_frame",
    "table_view",
    "transitions",
    "valid_messages",
]
