"""The Rivals for Catan, by Klaus Teuber: the basic game, three eras and the Duel of the Princes."""

from engines.kit import Engine, GameInfo, Stop

from .policy import choose
from .scoring import result
from .sequence import STEPS
from .setup import deal, new
from .state import RivalsOptions, RivalsState, check
from .tables import RivalsTables
from .used import cards, used
from .view import standing, view

ENGINE = Engine(
    GameInfo(
        "rivals",
        "The Rivals for Catan",
        (2, 2),
        RivalsOptions,
        stops=(Stop("turn", step="turn.before"),),
        recurring=("gain", "sebastian", "riots.choose", "loss.stack"),
        variants={mode: {"mode": mode} for mode in ("gold", "turmoil", "progress", "duel")},
    ),
    RivalsState,
    RivalsTables,
    STEPS,
    new,
    deal,
    view,
    result,
    check,
    choose,
    standing,
    cards=cards,
    used=used,
)
