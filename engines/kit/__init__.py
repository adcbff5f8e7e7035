"""The engine kit: everything that four games share, and nothing that belongs to one of them."""

from engines.kit.asks import Amount, Ask, Bundle, Option, Pick, Place, Spot, Value, default_of, way_out
from engines.kit.cards import ALL, Card, deck, faces, hand_seen
from engines.kit.dice import Dice, commitment
from engines.kit.draft import Draft
from engines.kit.engine import Ahead, Answer, Engine, GameInfo, Options, Outcome, Result, Stop, View
from engines.kit.errors import (
    BadSetup,
    BadState,
    Closed,
    EngineBug,
    KitError,
    Malformed,
    NotOffered,
    Refusal,
    TableError,
    UnknownTables,
)
from engines.kit.events import Event, seen
from engines.kit.flow import Pending
from engines.kit.rollout import Rollout
from engines.kit.state import Frame, Part, State, screened
from engines.kit.step import AmountStep, AskStep, BundleStep, PickStep, PlaceStep, Step, Withheld
from engines.kit.tables import BY_DIGEST, Confidence, Row, Tables, data_in_use, use_data
from engines.kit.text import Fact, Facts, Text, counted, noun, ref, refs, seat_ref

__all__ = [
    "ALL",
    "BY_DIGEST",
    "Ahead",
    "Amount",
    "AmountStep",
    "Answer",
    "Ask",
    "AskStep",
    "BadSetup",
    "BadState",
    "Bundle",
    "BundleStep",
    "Card",
    "Closed",
    "Confidence",
    "Dice",
    "Draft",
    "Engine",
    "EngineBug",
    "Event",
    "Fact",
    "Facts",
    "Frame",
    "GameInfo",
    "KitError",
    "Malformed",
    "NotOffered",
    "Option",
    "Options",
    "Outcome",
    "Part",
    "Pending",
    "Pick",
    "PickStep",
    "Place",
    "PlaceStep",
    "Refusal",
    "Result",
    "Rollout",
    "Row",
    "Spot",
    "State",
    "Step",
    "Stop",
    "TableError",
    "Tables",
    "Text",
    "UnknownTables",
    "Value",
    "View",
    "Withheld",
    "commitment",
    "counted",
    "data_in_use",
    "deck",
    "default_of",
    "faces",
    "hand_seen",
    "noun",
    "ref",
    "refs",
    "screened",
    "seat_ref",
    "seen",
    "use_data",
    "way_out",
]
