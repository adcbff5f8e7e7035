"""The Palaces of Carrara, by Wolfgang Kramer and Michael Kiesling: base game and expansion."""

from engines.kit import Engine, GameInfo

from .policy import choose
from .scoring import result
from .sequence import STEPS
from .setup import deal, new
from .state import CarraraOptions, CarraraState, check
from .tables import CarraraTables
from .view import view

ENGINE = Engine(
    GameInfo("carrara", "The Palaces of Carrara", (2, 4), CarraraOptions),
    CarraraState,
    CarraraTables,
    STEPS,
    new,
    deal,
    view,
    result,
    check,
    choose,
)
