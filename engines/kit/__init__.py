"""The engine kit: everything that four games share, and nothing that belongs to one of them."""

from engines.kit.answers import default_of, way_out
from engines.kit.asks import WORDLESS, Amount, Ask, Below, Bundle, Option, Pick, Place, Spot, Value, bare, bare_options
from engines.kit.cards import ALL, Card, deck, faces, hand_seen
from engines.kit.dice import Dice, commitment
from engines.kit.draft import Draft
from engines.kit.engine import Engine
from engines.kit.errors import (
    BadSetup,
    BadState,
    Closed,
    Condition,
    EngineBug,
    KitError,
    Malformed,
    NotOffered,
    Refusal,
    TableError,
    UnknownTables,
    have,
    need,
)
from engines.kit.events import Event, seen
from engines.kit.flow import Pending
from engines.kit.info import Ahead, GameInfo, Options, Stop
from engines.kit.outcome import Answer, Outcome, Result, View
from engines.kit.places import named, places_of, refs_of, spot_at
from engines.kit.rollout import Rollout
from engines.kit.state import Frame, Part, State, screened
from engines.kit.step import AmountStep, AskStep, BundleStep, PickStep, PlaceStep, Step, Withheld
from engines.kit.tables import BY_DIGEST, Confidence, CorrectedSet, Problem, Row, Tables, data_in_use, use_data
from engines.kit.text import Explained, Fact, Facts, Text, counted, noun, ref, refs, seat_ref
from engines.kit.weights import PLAIN, Script, Weights

__all__ = [
    "ALL",
    "BY_DIGEST",
    "PLAIN",
    "WORDLESS",
    "Ahead",
    "Amount",
    "AmountStep",
    "Answer",
    "Ask",
    "AskStep",
    "BadSetup",
    "BadState",
    "Below",
    "Bundle",
    "BundleStep",
    "Card",
    "Closed",
    "Condition",
    "Confidence",
    "CorrectedSet",
    "Dice",
    "Draft",
    "Engine",
    "EngineBug",
    "Event",
    "Explained",
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
    "Problem",
    "Refusal",
    "Result",
    "Rollout",
    "Row",
    "Script",
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
    "Weights",
    "Withheld",
    "bare",
    "bare_options",
    "commitment",
    "counted",
    "data_in_use",
    "deck",
    "default_of",
    "faces",
    "hand_seen",
    "have",
    "named",
    "need",
    "noun",
    "places_of",
    "ref",
    "refs",
    "refs_of",
    "screened",
    "seat_ref",
    "seen",
    "spot_at",
    "use_data",
    "way_out",
]
