"""Setting up: what everybody starts with (chapter 2), for two players (16), the choice of starting cards."""

from engines.kit import BadSetup, Draft, Option, Pick, PickStep, Text, deck, noun
from engines.princes.look import wishes
from engines.princes.options import PrincesOptions
from engines.princes.state import Characters, Player, PrincesState
from engines.princes.tables import LANDSCAPES, PrincesTables


def new(seats: int, options: PrincesOptions, tables: PrincesTables) -> PrincesState:
    """2.1 2.4 2.5 2.6 Florins, supplies and decks, before anything random.

    16.1 Two players start with 2500 florins.
    16.4 Everything else is unchanged.
    18.1 Cooperative building changes nothing here.
    """
    if options.start_player != "random" and int(options.start_player) >= seats:
        raise BadSetup("princes.refusal.start_player", section="2.6", number=int(options.start_player), seats=seats)
    supply, money = tables.supply, tables.money
    cash = money.start_two_players if seats == 2 else money.start
    return PrincesState(
        seats=seats,
        options=options,
        tables=tables,
        players=[Player(cash=cash) for _ in range(seats)],
        piles={kind: getattr(supply, kind) for kind in (*LANDSCAPES, "jester", "builder", "recruiting_card")},
        buildings={row.id: supply.buildings_per_type for row in tables.building},
        freedoms={row.id: freedoms_in_play(tables, seats) for row in tables.freedom},
        professions=deck([row.id for row in tables.profession], "profession"),
        bonus=deck([row.id for row in tables.bonus], "bonus"),
        prestige=deck([row.id for row in tables.prestige], "prestige"),
        characters=Characters(display=[row.id for row in tables.character], money=tables.banker.start),
    )


def freedoms_in_play(tables: PrincesTables, seats: int) -> int:
    """2.5 Of each freedom one tile fewer than there are players; with two (16.3) one, and extra tiles."""
    return tables.two_players.freedoms_per_type if seats == 2 else seats - 1


def deal(d: Draft[PrincesState]) -> None:
    """2.2 Everybody is dealt four profession cards; decks are shuffled, the start player is found."""
    s = d.state
    chosen = s.options.start_player
    s.start = d.below(s.seats) if chosen == "random" else int(chosen)
    if s.seats == 2:
        draw_extra_freedoms(d)
    for pile in (s.professions, s.bonus, s.prestige):
        d.shuffle(pile)
    for seat, player in enumerate(s.players):
        for _ in range(s.tables.supply.start_cards_dealt):
            d.take(s.professions, 0, player.hand)
        d.look(player.hand, seat)
    d.call("round")
    d.call("setup.keep")


def draw_extra_freedoms(d: Draft[PrincesState]) -> None:
    """16.3 Two extra tiles drawn blind: of two different types, or of the nine others; one in the hard variant.

    A30 A third tile of one type simply stays unsold.
    A61 They are drawn before the starting cards are chosen, and are public.
    """
    s, two = d.state, d.state.tables.two_players
    number = two.extra_freedoms_hard if s.options.two_player_hard else two.extra_freedoms
    bag = {row.id: row.tiles - s.freedoms[row.id] for row in s.tables.freedom}
    for _ in range(number):
        kind = d.draw(bag)
        if s.options.two_player_extra_freedoms == "distinct":
            bag[kind] = 0
        s.freedoms[kind] += 1


class KeepStart(PickStep[PrincesState]):
    """2.2 2.3 All choose three of their four cards at the same time, in secret.

    A1 Simultaneous choice gives nobody information.
    """

    name = "setup.keep"
    sealed = True

    def seats(self, s: PrincesState) -> range:
        return range(s.seats)

    def ask(self, s: PrincesState, seat: int) -> Pick:
        professions = s.tables.professions
        kinds = sorted((card.kind for card in s.players[seat].hand), key=lambda kind: professions[kind].number)
        kept = s.tables.supply.start_cards_kept
        options = tuple(Option(kind, noun("person", kind), note=wishes(s, kind)) for kind in kinds)
        prompt = Text("princes.ask.setup.keep", {"number": kept})
        return Pick(prompt, options, kept, kept, default=kinds[:kept], private=True)

    def answer_all(self, d: Draft[PrincesState], values: dict[int, list[str]]) -> None:
        """2.2 The cards given up and those never dealt, shuffled together, are the profession deck."""
        s = d.state
        for seat, kept in values.items():
            hand = s.players[seat].hand
            for index in reversed(range(len(hand))):
                if hand[index].kind not in kept:
                    d.slip(hand, index, s.professions, seat)
        d.shuffle(s.professions)
        d.tell("princes.event.setup.ready", seat=f"seat/{s.start}")
        d.end()
