"""Phase B: one turn with up to two actions (chapter 6), and the short actions of chapters 9 to 11."""

from dataclasses import replace
from functools import cache, lru_cache

from engines.kit import (
    WORDLESS,
    Draft,
    Facts,
    Option,
    Pick,
    PickStep,
    Step,
    Text,
    Withheld,
    bare_options,
    ref,
    seat_ref,
)
from engines.princes.build import buildable, built_for, in_supply
from engines.princes.look import start_look
from engines.princes.reasons import why_no_action
from engines.princes.recruit import can_recruit
from engines.princes.state import PrincesState, Turn
from engines.princes.together import has_partner, offers_left
from engines.princes.track import pay
from engines.princes.windows import give_back, has_window
from engines.princes.work import all_bonus, can_princess_work, princess_value, workers, worth_of

END = Option("end", Text("princes.option.end_turn"), group="group/end")
ACTIONS = 2
ACTIONS_WITH_CARDINAL = 3


def start_turns(d: Draft[PrincesState]) -> None:
    """6.1 One turn per player, clockwise from the start player."""
    d.state.turns = d.state.from_start()
    d.call("turns")


@cache
def _unused(actions: int) -> Option:
    """The end of the turn with actions left that could be used."""
    return replace(END, note=Text("princes.note.unused", {"actions": actions}))


class Turns(Step[PrincesState]):
    """3.1 6.1 The turns of a round, one after the other."""

    name = "turns"

    def resume(self, d: Draft[PrincesState]) -> None:
        s = d.state
        if not s.turns:
            s.turn = Turn()
            d.end()
            return
        begin_turn(d, s.turns.pop(0))


def begin_turn(d: Draft[PrincesState], seat: int) -> None:
    """6.1 17.2.2 Two actions, three with the Cardinal."""
    s = d.state
    cardinal = s.players[seat].character == "cardinal"
    s.turn = Turn(seat=seat, actions=ACTIONS_WITH_CARDINAL if cardinal else ACTIONS)
    d.call("turn.action", seat)


class Action(PickStep[PrincesState]):
    """6.2 The next action, offered only if it can be finished, or the end of the turn.

    6.1 Two actions, three with the Cardinal, in any order; each is completed before another starts.
    6.2 Hiring and freedoms once a turn each.
    6.4 The player ends the turn; when nothing but going back remains it ends by itself.
    17.2.2 The Cardinal gives a third action, the limits of hiring and freedoms stay.
    A36 The third action may come at any time of the turn.
    """

    name = "turn.action"
    bluff = True
    sides = ("track.back", "turn.recruit", "merchant.points", "professor.look")

    def ask(self, s: PrincesState, seat: int) -> Pick | None:
        left = s.turn.actions
        if not left and not can_recruit(s, seat) and not has_window(s, seat):
            return None
        if s.lean:
            return Pick(WORDLESS, bare_options([*(_keys(s, seat) if left else ()), "end"]), private=True)
        options: list[Option] = []
        if left:
            wanted = wishes_in_hand(s, seat)
            options = [*works(s, seat), *buildings(s, seat, wanted), *purchases(s, seat, wanted)]
        options.append(_unused(left) if options else END)
        facts: Facts = {"actions": left, "cash": s.players[seat].cash}
        return Pick(Text("princes.ask.turn.action", facts), tuple(options), default=["end"], private=True)

    def withheld(self, s: PrincesState, seat: int) -> Withheld:
        return why_no_action(s, seat)

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        what, _, which = value[0].partition(":")
        ACTS[what](d, seat, which)

    def preview(self, s: PrincesState, seat: int, value: list[str]) -> tuple[Text, ...]:
        """7.5 8.1 What a work or a building brings, before bonus cards."""
        what, _, which = value[0].partition(":")
        if what == "build":
            return built_for(s, seat)
        if what not in ("work", "princess"):
            return ()
        reached = dict(workers(s, seat))
        place = next((i for i, card in enumerate(s.players[seat].hand) if card.kind == which), -1)
        return worth_of(s, princess_value(s, seat) if what == "princess" else reached[place])

    def resume(self, d: Draft[PrincesState]) -> None:
        end_turn(d, d.state.turn.seat, "")


def _keys(s: PrincesState, seat: int) -> list[str]:
    """6.2 The keys of all that can be done, in the order of the options."""
    player, money = s.players[seat], s.tables.money
    keys = [f"work:{player.hand[index].kind}" for index, _ in workers(s, seat)]
    if can_princess_work(s, seat):
        keys.append("princess")
    keys += [f"build:{kind}" for kind in buildable(s, seat)]
    if can_build_together(s, seat):
        keys.append("together")
    if can_hire(s, seat):
        keys.append("hire")
    if s.bonus and player.cash >= money.bonus_card:
        keys.append("bonus")
    return keys + [f"freedom:{kind}" for kind in freedoms_left(s, seat)]


def can_build_together(s: PrincesState, seat: int) -> bool:
    """18.7 Whether an offer to a neighbour is left."""
    return s.options.coop and offers_left(s) > 0 and has_partner(s, seat)


def can_hire(s: PrincesState, seat: int) -> bool:
    """9.1 Once a turn, if somebody is left and can be paid."""
    return not s.turn.hired and bool(s.professions) and s.players[seat].cash >= s.tables.money.hire


def freedoms_left(s: PrincesState, seat: int) -> list[str]:
    """10.1 Once a turn: the freedoms in supply that one has not got and can pay."""
    player = s.players[seat]
    if s.turn.freedom or player.cash < s.tables.money.freedom:
        return []
    return [kind for kind, left in s.freedoms.items() if left and kind not in player.freedoms]


def works(s: PrincesState, seat: int) -> list[Option]:
    """7.1 Every person whose work can reach the minimum, with its value before bonus cards."""
    player, minimum = s.players[seat], s.tables.minimum(s.round)
    options = []
    bonus = all_bonus(s, seat)
    for index, value in workers(s, seat):
        kind = player.hand[index].kind
        label = Text("princes.option.work", {"person": ref("person", kind), "value": value})
        note = Text("princes.note.with_bonus", {"value": value + bonus, "minimum": minimum}) if player.bonus else None
        options.append(Option(f"work:{kind}", label, "group/work", note))
    if can_princess_work(s, seat):
        label = Text("princes.option.princess", {"value": princess_value(s, seat)})
        options.append(Option("princess", label, "group/work"))
    return options


def buildings(s: PrincesState, seat: int, wanted: dict[str, Text]) -> list[Option]:
    """8.1 18.4 Buildings that can be built alone, and building together with a neighbour."""
    price = s.tables.cost_of_building(s.players[seat].builders)
    options = [
        Option(
            f"build:{kind}",
            _label("build", "piece", f"building/{kind}", price),
            "group/build",
            wanted.get(kind),
            in_supply(kind),
        )
        for kind in buildable(s, seat)
    ]
    if can_build_together(s, seat):
        options.append(Option("together", Text("princes.option.together"), "group/build"))
    return options


def purchases(s: PrincesState, seat: int, wanted: dict[str, Text]) -> list[Option]:
    """9.1 10.1 11.1 A person, a freedom or a bonus card, if there is one and it can be paid."""
    player, money = s.players[seat], s.tables.money
    options = []
    if can_hire(s, seat):
        number = min(s.tables.supply.look, len(s.professions))
        label = Text("princes.option.hire", {"price": money.hire, "number": number})
        options.append(Option("hire", label, "group/buy", at=("deck/professions",)))
    if s.bonus and player.cash >= money.bonus_card:
        number = min(s.tables.supply.look, len(s.bonus))
        label = Text("princes.option.bonus_card", {"price": money.bonus_card, "number": number})
        options.append(Option("bonus", label, "group/buy", at=("deck/bonus",)))
    options += [
        Option(
            f"freedom:{kind}",
            _label("freedom", "freedom", ref("freedom", kind), money.freedom),
            "group/buy",
            wanted.get(kind),
            (f"freedom/{kind}", "supply/supply"),
        )
        for kind in freedoms_left(s, seat)
    ]
    return options


def wishes_in_hand(s: PrincesState, seat: int) -> dict[str, Text]:
    """7.3 Which people in the own hand wish for a building or freedom; the ask is for its seat's eyes only."""
    rows = [s.tables.professions[card.kind] for card in s.players[seat].hand]
    return _wanted(tuple([(row.id, row.building, row.freedom) for row in rows]))


@lru_cache(maxsize=1024)
def _wanted(people_and_wishes: tuple[tuple[str, str, str], ...]) -> dict[str, Text]:
    """Who wishes for what, as notes: a hand changes seldom, so answers are remembered."""
    people: dict[str, list[str]] = {}
    for person, building, freedom in people_and_wishes:
        for kind in (building, freedom):
            people.setdefault(kind, []).append(ref("person", person))
    return {kind: Text("princes.note.wanted", {"people": persons}) for kind, persons in people.items()}


@cache
def _label(key: str, name: str, what: str, price: int) -> Text:
    """What is bought, and for how much."""
    return Text(f"princes.option.{key}", {name: what, "price": price})


def start_work(d: Draft[PrincesState], seat: int, which: str) -> None:
    """7.2 The person is chosen in secret; nothing is revealed before the work is complete."""
    turn = d.state.turn
    turn.person = next(i for i, card in enumerate(d.state.players[seat].hand) if card.kind == which)
    turn.played = []
    d.call("work.bonus", seat)


def start_princess(d: Draft[PrincesState], seat: int, which: str) -> None:
    """17.2.3 A work without a profession card."""
    d.state.turn.person, d.state.turn.played = -1, []
    d.call("work.convert", seat)


def start_building(d: Draft[PrincesState], seat: int, which: str) -> None:
    """8.1 The type first, then its place."""
    d.state.turn.building = which
    d.call("build.place", seat)


def start_together(d: Draft[PrincesState], seat: int, which: str) -> None:
    """18.7 With an action left, the active player makes one offer to one neighbour."""
    d.call("together.partner", seat)


def hire(d: Draft[PrincesState], seat: int, which: str) -> None:
    """9.1 Once a turn: pay 300, then look at five of the profession deck.

    9.2 The person may work in the same turn.
    """
    s = d.state
    pay(s.players[seat], s.tables.money.hire)
    s.turn.hired = True
    s.turn.actions -= 1
    start_look(d, "professions", seat, d.state.tables.money.hire)


def buy_bonus(d: Draft[PrincesState], seat: int, which: str) -> None:
    """11.1 Pay 300, then look at five of the bonus deck; the card may be used in the same turn."""
    s = d.state
    pay(s.players[seat], s.tables.money.bonus_card)
    s.turn.actions -= 1
    start_look(d, "bonus", seat, d.state.tables.money.bonus_card)


def introduce_freedom(d: Draft[PrincesState], seat: int, which: str) -> None:
    """10.1 Once a turn: pay 300 and take a freedom in supply that one has not got."""
    s, player = d.state, d.state.players[seat]
    pay(player, s.tables.money.freedom)
    s.freedoms[which] -= 1
    player.freedoms.append(which)
    s.turn.freedom = True
    s.turn.actions -= 1
    d.tell(
        "princes.event.freedom",
        seat=seat_ref(seat),
        freedom=ref("freedom", which),
        price=s.tables.money.freedom,
        last=int(not s.freedoms[which]),
    )


def end_turn(d: Draft[PrincesState], seat: int, which: str) -> None:
    """6.4 Unused actions are lost.

    A36 Cardinal and Muse are used up when the turn ends.
    """
    s = d.state
    if s.players[seat].character in ("cardinal", "muse"):
        give_back(s, seat)
    d.tell("princes.event.turn.ended", seat=seat_ref(seat))
    d.end()


ACTS = {
    "work": start_work,
    "princess": start_princess,
    "build": start_building,
    "together": start_together,
    "hire": hire,
    "bonus": buy_bonus,
    "freedom": introduce_freedom,
    "end": end_turn,
}
