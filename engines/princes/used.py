"""Which cards a game has, and when one is truly used: people work, cards are spent or scored, characters act."""

from collections.abc import Iterable

from engines.kit import Event, ref, refs
from engines.princes.state import PrincesState

RECRUITING = "object/recruiting_card"
SPEAK_OF = {
    "recruited": RECRUITING,
    "characters.banker": ref("character", "banker"),
    "characters.merchant": ref("character", "merchant"),
    "characters.merchant_free": ref("character", "merchant"),
    "characters.professor": ref("character", "professor"),
}
"""Events that speak of one card alone."""
AT_ONCE = (ref("character", "muse"), ref("character", "cardinal"))
"""17.2 Characters that act by being there."""


def cards(s: PrincesState) -> Iterable[str]:
    """2.4 2.5 17.1 People, bonus and prestige cards, the recruiting cards, and with the option the characters."""
    t = s.tables
    found = refs("person", t.professions) + refs("bonus", t.bonus_terms) + refs("prestige", t.prestige_cards)
    return [*found, RECRUITING, *(refs("character", t.characters) if s.options.muse else ())]


def used(s: PrincesState, event: Event) -> Iterable[str]:
    """7.3 12.3 15.1 17.2 A person works, a bonus card is spent, a prestige card scored, a character used."""
    name, facts = event.key.removeprefix("princes.event."), event.facts
    if name in SPEAK_OF:
        return [SPEAK_OF[name]]
    match name:
        case "work.completed":
            bonus = facts["bonus"]
            return [str(facts["person"]), *(map(str, bonus) if isinstance(bonus, list) else ())]
        case "end.prestige":
            return [str(facts["card"])]
        case "characters.took" if facts["character"] in AT_ONCE:
            return [str(facts["character"])]
    return ()
