"""What a seat of Carrara has behind its screen: coins, bricks, objects, and how far it is from announcing the end."""

from engines.carrara.view import CarraraView
from render.boards.carrara.tiles import OBJECT_ICONS, TYPE_ICONS
from render.holding import Card, Fact, Holding, Look, Token
from render.sheet import Reader


def look(reference: str, view: CarraraView) -> Look | None:
    kind, _, name = reference.partition("/")
    if kind == "brick":
        return Look(pigment=f"marble/{name}")
    if kind == "object" and name in OBJECT_ICONS:
        return Look(OBJECT_ICONS[name], round=True)
    type_ = name.rpartition("_")[0] if kind == "tile" else name
    return Look(TYPE_ICONS[type_]) if kind in ("type", "tile") and type_ in TYPE_ICONS else None


def holding(reader: Reader, view: CarraraView) -> Holding:
    w, own = reader.words, view.own
    if own is None:
        raise ValueError("an onlooker has no hand")
    bricks, objects = sum(own.bricks.values()), sum(own.objects.values())
    facts = (
        Fact("two-coins", w.number(own.coins), w("coins", n=own.coins)),
        Fact("brick-wall", str(bricks), w("bricks", n=bricks)),
        Fact("checked-shield", str(objects), w("objects", n=objects)),
    )
    stones = tuple(
        Token(w.noun("brick", colour), Look(pigment=f"marble/{colour}"), count > 0, str(count))
        for colour, count in own.bricks.items()
    )
    things = tuple(
        Token(
            w.noun("object", name), Look(icon, round=True), own.objects.get(name, 0) > 0, str(own.objects.get(name, 0))
        )
        for name, icon in OBJECT_ICONS.items()
    )
    cards = []
    for condition in own.conditions:
        done = condition.has >= condition.least
        state = w("reached") if done else ""
        cards.append(
            Card(w.noun("card", condition.card), figure=f"{condition.has}/{condition.least}", state=state, good=done)
        )
    return Holding(facts, (stones, things), cards=tuple(cards))
