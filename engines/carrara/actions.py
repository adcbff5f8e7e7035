"""Chapter 3: the choice of an action, and the object purchase after it."""

from engines.carrara import reasons
from engines.carrara.building import can_build, payable_tiles
from engines.carrara.buying import can_buy, can_buy_without_turning, turn_wheel
from engines.carrara.conditions import conditions_watched
from engines.carrara.ending import ANNOUNCE, announce, show_empty_hands
from engines.carrara.scoring_action import can_score, open_scorings
from engines.carrara.state import CarraraState
from engines.carrara.turn import SCREENED, can_pay_object, end_purchases, end_turn, may_announce
from engines.kit import WORDLESS, Draft, Option, Pick, PickStep, Text, Withheld, bare_options, noun, ref, seat_ref

HUB = ("wheel/hub",)
ACTIONS = {
    "buy": Option("buy", Text("carrara.option.buy"), note=Text("carrara.note.turning"), at=HUB),
    "buy_without_turning": Option("buy_without_turning", Text("carrara.option.buy_without_turning"), at=HUB),
    "build": Option("build", Text("carrara.option.build")),
    "score": Option("score", Text("carrara.option.score")),
    "stuck": Option("stuck", Text("carrara.option.stuck")),
    "decline": Option("decline", Text("carrara.option.decline")),
}
NO_OBJECT = Option("none", Text("carrara.option.no_object"))


class ChooseAction(PickStep[CarraraState]):
    """3.1, 4.7, 7.5, A5, A27 Exactly one of the actions that are possible."""

    name = "turn.action"
    bluff = True  # a turn that only could be bought in would tell of coins and bricks
    since = 2

    def ask(self, s: CarraraState, seat: int) -> Pick:
        keys = possible_actions(s, seat)
        if s.lean:
            return Pick(WORDLESS, bare_options(keys), private=True)
        prompt = Text("carrara.ask.turn.action", {"coins": s.players[seat].coins, "last": int(s.announcer >= 0)})
        options = tuple([ACTIONS[key] for key in keys])
        return Pick(prompt, options, default=[keys[-1] if keys[-1] == "decline" else keys[0]], private=True)

    def withheld(self, s: CarraraState, seat: int) -> Withheld:
        payable = [tile.id for tile in payable_tiles(s, seat)]
        return reasons.actions(s, seat, possible_actions(s, seat), payable, open_scorings(s, seat))

    def answer(self, d: Draft[CarraraState], seat: int, value: list[str]) -> None:
        match value[0]:
            case "buy":
                turn_wheel(d)
                d.goto("buy.segment", seat)
            case "buy_without_turning":
                d.goto("buy.segment", seat)
            case "build":
                d.goto("build.tile", seat)
            case "score":
                d.goto("score.choose", seat)
            case "stuck":
                show_empty_hands(d, "carrara.event.stuck")
                end_purchases(d)
            case _:
                d.tell("carrara.event.declined", seat=seat_ref(seat))
                end_purchases(d)


def possible_actions(s: CarraraState, seat: int) -> list[str]:
    """3.1, 4.7, 7.5 What the seat may do; who can do nothing proves it, and after an announcement one may decline."""
    keys: list[str] = []
    if can_buy(s):
        keys.append("buy")
    if can_buy_without_turning(s):
        keys.append("buy_without_turning")
    if can_build(s, seat):
        keys.append("build")
    if can_score(s, seat):
        keys.append("score")
    if not keys:
        keys.append("stuck")
    if s.announcer >= 0:
        keys.append("decline")
    return keys


class BuyObject(PickStep[CarraraState]):
    """3.2, 3.4 After an action: one object of the field for 10 coins, or none; 7.3 or the end, where that is valid."""

    name = "turn.object"
    bluff = True
    since = 2

    def ask(self, s: CarraraState, seat: int) -> Pick:
        kinds = dict.fromkeys(s.object_field) if can_pay_object(s, seat) else ()
        if s.lean:
            last = (ANNOUNCE,) if s.rules >= SCREENED and may_announce(s, seat) else ()
            return Pick(WORDLESS, (NO_OBJECT, *bare_options(kinds), *last), private=True)
        prompt = Text(
            "carrara.ask.turn.object", {"coins": s.players[seat].coins, "price": s.tables.constants.object_price}
        )
        options = [NO_OBJECT, *[Option(kind, noun("object", kind)) for kind in kinds]]
        if s.rules >= SCREENED and may_announce(s, seat):
            options.append(ANNOUNCE)
        return Pick(prompt, tuple(options), default=[NO_OBJECT.key], private=True)

    def withheld(self, s: CarraraState, seat: int) -> Withheld:
        return reasons.objects(s, seat, can_pay_object(s, seat))

    def answer(self, d: Draft[CarraraState], seat: int, value: list[str]) -> None:
        s, player = d.state, d.state.players[seat]
        if value[0] == ANNOUNCE.key:
            announce(d, seat)
            end_turn(d)
            return
        if value[0] == NO_OBJECT.key:
            if s.rules >= SCREENED:
                end_turn(d)
                return
        else:
            price = s.tables.constants.object_price
            with conditions_watched(d, seat):
                player.coins -= price
                player.objects[value[0]] += 1
                s.object_field.remove(value[0])
                d.tell("carrara.event.object", seat=seat_ref(seat), object=ref("object", value[0]), price=price)
        end_purchases(d)
