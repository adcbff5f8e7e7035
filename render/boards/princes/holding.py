"""What a seat of Princes holds: purse, people with their wishes, bonus and prestige cards."""

from engines.princes.view import PrincesView, WorkSeen
from render.boards.princes.cards import does, wishes, worth
from render.boards.princes.pieces import ICONS, Cells, turned
from render.holding import Card, Fact, Holding, Look, Token
from render.sheet import Reader

NOUNS = {"building": "building", "landscape": "pile", "freedom": "freedom"}


def look(reference: str, view: PrincesView) -> Look | None:
    """Buildings and landscapes in their pigment, freedoms and the rest round."""
    kind, _, name = reference.partition("/")
    if kind not in ("building", "pile", "freedom", "character") or name not in ICONS:
        return None
    if name in view.shapes:
        return Look(ICONS[name], f"principality/{view.sizes.get(name, name)}")
    return Look(ICONS[name], round=True)


def shape(reference: str, turn: int, flip: bool, view: PrincesView) -> Cells | None:
    """The cells of a building or landscape as it lies."""
    name = reference.partition("/")[2]
    return turned(view.shapes[name], turn, flip) if name in view.shapes else None


def holding(reader: Reader, view: PrincesView) -> Holding:
    w = reader.words
    player = view.players[view.seat or 0]
    cash, people = player.cash or 0, len(player.hand)
    facts = (
        Fact("two-coins", w.number(cash), w("florins_unit", n=cash)),
        Fact("character", str(people), w("people_unit", n=people)),
        Fact("jester-hat", str(player.jesters), w("jesters_unit", n=player.jesters)),
        Fact("scroll-unfurled", f"{view.minimum}+", w("work_value")),
    )
    cards = [_person(reader, view, work) for work in view.works]
    for kind in player.bonus:
        if kind:
            value = view.bonus_values.get(kind, 0)
            figure = w.gain(value) if value else "0"
            note = f"{_title(w.noun('bonus', kind))}. {does(w, 'bonus', kind, view)}"
            cards.append(Card(_title(w("bonus")), figure=figure, note=note, icon="heraldic-sun"))
    for kind in player.prestige:
        if kind:
            note = f"{_title(w.noun('prestige', kind))}. {does(w, 'prestige', kind, view)}"
            cards.append(Card(_title(w("prestige")), note=note, icon="trophy-cup"))
    return Holding(facts, cards=tuple(cards))


def _person(reader: Reader, view: PrincesView, work: WorkSeen) -> Card:
    w, minimum = reader.words, view.minimum
    tokens = []
    for group, thing, met in wishes(work):
        found = look(f"{NOUNS[group]}/{thing}", view)
        assert found is not None
        tokens.append(Token(w.noun(NOUNS[group], thing), found, met))
    state = worth(w, work.value, minimum)
    notes = [w("up_to", n=work.highest)] if work.highest > work.value else []
    if work.doubtful:
        notes.append(w.own("note", "wishes_doubtful"))
    note = "; ".join(notes)
    title, ref = _title(w.noun("person", work.person)), f"person/{work.person}"
    return Card(title, tuple(tokens), "", state, work.value >= minimum, note, ref=ref)


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]
