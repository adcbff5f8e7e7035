"""The windows in which Merchant and Professor may be used (17.2.4, 17.2.5, 17.5)."""

from engines.kit import Draft, Option, Pick, PickStep, Step, Text, seat_ref
from engines.princes.auction import buy
from engines.princes.look import start_look
from engines.princes.state import PrincesState, deck_of
from engines.princes.track import gain

PROFESSOR_DECKS = ("prestige", "bonus")


def rank(s: PrincesState, seat: int) -> int:
    """17.2.4 One more than the number of players strictly ahead on the track.

    A49 Total points count; level players have the same rank.
    """
    return 1 + sum(1 for player in s.players if player.points > s.players[seat].points)


def decks_left(s: PrincesState) -> list[str]:
    """A44 The decks the Professor may choose: those that are not empty.

    The last prestige card is not his while it is under the hammer (NOTES 17.2.5).
    """
    under_hammer = {"prestige": s.auction.lot == "prestige_card", "bonus": False}
    return [deck for deck in PROFESSOR_DECKS if len(deck_of(s, deck)) > under_hammer[deck]]


def has_window(s: PrincesState, seat: int) -> bool:
    """17.5 Whether the seat holds an unused Merchant, or a Professor who finds a card."""
    character = s.players[seat].character
    return character == "merchant" or (character == "professor" and bool(decks_left(s)))


def give_back(s: PrincesState, seat: int) -> None:
    """17.3.1 A used character goes back to the display.

    17.1.6 While A2 is running it is laid aside until the next one.
    """
    characters = s.characters
    (characters.aside if characters.running else characters.display).append(s.players[seat].character)
    s.players[seat].character = ""


def use(d: Draft[PrincesState], seat: int, key: str) -> None:
    """Use the card that the seat holds: `points` of the Merchant, or the Professor's deck."""
    if key == "points":
        take_points(d, seat)
    else:
        d.tell("princes.event.characters.professor", seat=seat_ref(seat))
        give_back(d.state, seat)
        start_look(d, key, seat)


def take_points(d: Draft[PrincesState], seat: int) -> None:
    """17.2.4 The Merchant's points are the owner's rank at the moment he is used."""
    s = d.state
    points = rank(s, seat)
    gain(s.players[seat], points, "merchant")
    give_back(s, seat)
    d.tell("princes.event.characters.merchant", seat=seat_ref(seat), points=points)


def _uses(s: PrincesState, seat: int) -> list[Option]:
    if s.players[seat].character == "merchant":
        return [Option("points", Text("princes.option.merchant_points", {"points": rank(s, seat)}))]
    number = s.tables.supply.look
    return [
        Option(deck, Text("princes.option.professor", {"cards": {f"deck/{deck}": min(number, len(deck_of(s, deck)))}}))
        for deck in decks_left(s)
    ]


class MerchantPoints(PickStep[PrincesState]):
    """17.5.2 17.5.3 Beside the owner's asks in phase B and in the next A1: points for the rank."""

    name = "merchant.points"

    def ask(self, s: PrincesState, seat: int) -> Pick | None:
        if s.players[seat].character != "merchant":
            return None
        return Pick(Text("princes.ask.merchant.points"), tuple(_uses(s, seat)))

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        use(d, seat, value[0])


class ProfessorLook(PickStep[PrincesState]):
    """17.2.5 Beside the owner's asks: look at five prestige or bonus cards for free, whatever the limits of 6.2."""

    name = "professor.look"

    def ask(self, s: PrincesState, seat: int) -> Pick | None:
        if s.players[seat].character != "professor" or not decks_left(s):
            return None
        return Pick(Text("princes.ask.professor.look"), tuple(_uses(s, seat)))

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        use(d, seat, value[0])


class Window(PickStep[PrincesState]):
    """17.5.1 Directly after taking the card or resolving an own purchase: use it now or keep it."""

    name = "characters.window"
    sides = ("track.back",)

    def ask(self, s: PrincesState, seat: int) -> Pick:
        later = Option("later", Text("princes.option.later"))
        character = f"character/{s.players[seat].character}"
        prompt = Text("princes.ask.characters.window", {"character": character})
        return Pick(prompt, (*_uses(s, seat), later), default=["later"])

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        d.end()
        if value != ["later"]:
            use(d, seat, value[0])


class LastCall(PickStep[PrincesState]):
    """17.5.4 When the window closes every owner is asked once more, so that nobody forfeits by silence.

    A15 Also in the last window of round 7, ranks being read anew each time.
    """

    name = "characters.last"
    sides = ("track.back",)

    def ask(self, s: PrincesState, seat: int) -> Pick:
        uses = _uses(s, seat)
        go = Option("let_go", Text("princes.option.let_go"))
        prompt = Text("princes.ask.characters.last", {"character": f"character/{s.players[seat].character}"})
        return Pick(prompt, (*uses, go), default=[uses[0].key], suggested=([uses[0].key],))

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        d.end()
        if value != ["let_go"]:
            use(d, seat, value[0])


def start_calls(d: Draft[PrincesState]) -> None:
    """A48 The last calls go clockwise from the start player."""
    d.state.calls = d.state.from_start()
    d.call("characters.calls")


class Calls(Step[PrincesState]):
    """17.5.4 One owner after the other."""

    name = "characters.calls"

    def resume(self, d: Draft[PrincesState]) -> None:
        s = d.state
        if not s.calls:
            d.end()
            return
        seat = s.calls.pop(0)
        if has_window(s, seat):
            d.call("characters.last", seat)


class MerchantFree(PickStep[PrincesState]):
    """17.2.4 Whoever wins in the next A1 with the Merchant may have the object for nothing.

    A13 The last player's purchase too; the limits are those of a player without the card.
    """

    name = "auction.merchant"

    def ask(self, s: PrincesState, seat: int) -> Pick:
        free = Option("free", Text("princes.option.merchant_free"))
        pay = Option("pay", Text("princes.option.merchant_pay", {"price": s.auction.bid}))
        return Pick(Text("princes.ask.auction.merchant", {"lot": f"lot/{s.auction.lot}"}), (free, pay))

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        if value == ["free"]:
            d.tell("princes.event.characters.merchant_free", seat=seat_ref(seat))
            give_back(d.state, seat)
            buy(d, seat, 0)
        else:
            buy(d, seat, d.state.auction.bid)
