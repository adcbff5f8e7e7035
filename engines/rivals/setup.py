"""Chapters 5, 12 and 13, setting up: principalities, stacks, events, the start player and the start hands."""

from __future__ import annotations

from collections.abc import Iterable

from engines.kit import ALL, Card, Draft, Option, Pick, PickStep, Text, deck, noun
from engines.rivals.labels import card_options, choices, stack_of_key, stack_options, who
from engines.rivals.options import RivalsOptions
from engines.rivals.state import Player, Region, RivalsState, Stack, Town
from engines.rivals.tables import ROWS, RivalsTables


def new(seats: int, options: RivalsOptions, tables: RivalsTables) -> RivalsState:
    """5.1 5.2 12.7 19.2 Both principalities and the supply, before anything is shuffled."""
    colours = ("blue", "red") if options.red == "second" else ("red", "blue")
    players = [_principality(tables, colour, options) for colour in colours]
    supply: dict[str, int] = {name: row.stack for name, row in tables.centre.items()}
    return RivalsState(seats=seats, options=options, tables=tables, players=players, supply=supply)


def _principality(tables: RivalsTables, colour: str, options: RivalsOptions) -> Player:
    """2.2 3.7 A1 Two settlements, a road and six regions with one resource each, the gold field with none."""
    start = tables.start
    numbers = tables.numbers.red if colour == "red" else tables.numbers.blue
    below = start.below if options.layout == "hills_left" else start.swapped.below
    regions = [
        Region(kind=f"{terrain}_{numbers[terrain]}", x=x, row=row, stored=start.stored[terrain])
        for row, terrains in zip(ROWS, (start.above, below), strict=True)
        for x, terrain in zip(start.columns, terrains, strict=True)
    ]
    towns = [Town(x=x) for x in start.towns]
    return Player(colour=colour, towns=towns, roads=list(start.roads), regions=regions)


def deal(d: Draft[RivalsState]) -> None:
    """5.2 to 5.5 Shuffle stacks, regions and events, then roll for the start."""
    s = d.state
    if s.options.red == "lot" and d.below(2):
        s.players.reverse()
    s.regions = deck(list(s.tables.stack_regions), "region")
    d.shuffle(s.regions)
    _draw_stacks(d)
    _events(d)
    _roll_for_start(d)
    d.call("setup.stack")


def _draw_stacks(d: Draft[RivalsState]) -> None:
    """5.3 12.3 12.4 13.1 19.3 Draw stacks of equal size for each set; guild, tavern or university lie face up."""
    s = d.state
    mode = s.tables.mode[s.mode]
    for back in s.tables.backs(s.mode):
        cards = deck(s.tables.deck(s.mode, back), back)
        if s.mode != "duel":
            s.face_up += [card.marked(ALL) for card in cards if s.tables.faces[card.kind].face_up]
            cards = [card for card in cards if not s.tables.faces[card.kind].face_up]
        d.shuffle(cards)
        number = mode.basic_stacks if back == "basic" else mode.theme_stacks
        size = len(cards) // number
        s.stacks += [Stack(back=back, cards=cards[start : start + size]) for start in range(0, len(cards), size)]


def _events(d: Draft[RivalsState]) -> None:
    """5.4 12.2 13.2 17.5 A49 All events of the sets; the Duel puts nine of those with a half moon away unseen."""
    s = d.state
    kinds = s.tables.event_deck(s.mode)
    if s.mode == "duel":
        plain = s.tables.plain_events(s.mode)
        moons = list(kinds)
        for kind in plain:
            moons.remove(kind)
        pool = deck(moons, "event")
        d.shuffle(pool)
        drawn = s.tables.mode[s.mode].half_moon_events
        s.put_away = pool[drawn:]
        s.events = pool[:drawn] + deck(plain, "event")
    else:
        s.events = deck(kinds, "event")
    build_event_stack(d)


def build_event_stack(d: Draft[RivalsState]) -> None:
    """5.4 Yule lies with exactly three cards below it, and everybody knows where."""
    s = d.state
    others = [card for card in s.events if card.kind != "yule"]
    d.shuffle(others)
    others.insert(len(others) - s.tables.constants.below_yule, Card("yule", "event", ALL))
    s.events = others


def _roll_for_start(d: Draft[RivalsState]) -> None:
    """5.5 A5 The higher production die starts; a tie is rolled again."""
    s = d.state
    first = second = 0
    while first == second:
        first, second = d.roll(), d.roll()
        d.tell("rivals.event.start_roll", seat=who(0), other=who(1), first=first, second=second)
    s.starter = s.active = int(second > first)
    d.tell("rivals.event.starts", seat=who(s.starter))


class StartStack(PickStep[RivalsState]):
    """5.6 12.5 A3 A39 The starting player, then the other, picks a basic stack; not the same one."""

    name = "setup.stack"

    def seats(self, s: RivalsState) -> Iterable[int]:
        return (s.starter, 1 - s.starter)[len(s.chosen) : len(s.chosen) + 1]

    def ask(self, s: RivalsState, seat: int) -> Pick:
        free = [number for number, stack in enumerate(s.stacks) if stack.back == "basic" and number not in s.chosen]
        prompt = "rivals.ask.setup.stack.take" if s.mode == "basic" else "rivals.ask.setup.stack.search"
        return Pick(Text(prompt), stack_options(s, free))

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        number = stack_of_key(value[0])
        s.chosen.append(number)
        stack, hand = s.stacks[number].cards, s.players[seat].hand
        if s.mode == "basic":
            for _ in range(s.tables.constants.start_hand):
                d.take(stack, 0, hand)
            d.look(hand, seat)
            d.tell("rivals.event.start_hand", seat=who(seat), stack=number + 1)
        else:
            d.look(stack, seat)
            d.tell("rivals.event.searched", seat=who(seat), stack=number + 1)
            d.call("setup.hand", seat)

    def resume(self, d: Draft[RivalsState]) -> None:
        d.goto("turn.start" if d.state.mode == "basic" else "setup.regions")


class StartHand(PickStep[RivalsState]):
    """12.5 17.6 Take three cards out of the stack that was looked through; the order of the rest stays."""

    name = "setup.hand"

    def ask(self, s: RivalsState, seat: int) -> Pick:
        number = s.tables.constants.start_hand
        cards = s.stacks[s.chosen[-1]].cards
        options = card_options(s, cards, copies=True)
        return Pick(Text("rivals.ask.setup.hand", {"n": number}), options, number, number, private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        stack = s.stacks[s.chosen[-1]].cards
        places = choices(stack, copies=True)
        for place in sorted((places[key] for key in value), reverse=True):
            d.slip(stack, place, s.players[seat].hand, seat)
        d.tell("rivals.event.start_hand", seat=who(seat), stack=s.chosen[-1] + 1)
        d.end()


class ArrangeRegions(PickStep[RivalsState]):
    """12.6 A4 Both players lay their six regions anew at once, unseen; stored resources go with the cards."""

    name = "setup.regions"
    sealed = True

    def seats(self, s: RivalsState) -> Iterable[int]:
        return range(2)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        regions = [region.kind for region in s.players[seat].regions]
        options = tuple(Option(kind, noun("region", kind)) for kind in regions)
        number = len(regions)
        return Pick(
            Text("rivals.ask.setup.regions"), options, number, number, ordered=True, suggested=(regions,), private=True
        )

    def answer_all(self, d: Draft[RivalsState], values: dict[int, list[str]]) -> None:
        for seat, order in values.items():
            player = d.state.players[seat]
            stored = {region.kind: region.stored for region in player.regions}
            for region, kind in zip(player.regions, order, strict=True):
                region.kind, region.stored = kind, stored[kind]
            d.tell("rivals.event.arranged", seat=who(seat))
        d.goto("turn.start")
