"""Chapter 7 and section 9.4: announcing the end, and opening a screen."""

from engines.kit import Draft, Option, Pick, Step, Text, counted, seat_ref

from .cards import is_fulfilled
from .state import CarraraState


def may_announce(s: CarraraState, seat: int) -> bool:
    """7.3, 7.5, 7.6, A3, A4, A6, A30 All three conditions hold now, and nobody has announced before."""
    if s.announcer >= 0:
        return False
    conditions = s.open_cards().conditions()
    return all(is_fulfilled(s.tables, s.players[seat], condition, s.seats) for condition in conditions)


class Announce(Step[CarraraState]):
    """7.3, 7.4 At the end of the own turn, never compulsory: 5 points at once, and the screen is opened."""

    name = "turn.announce"

    def seats(self, s: CarraraState) -> tuple[int, ...]:
        return (s.turn,) if may_announce(s, s.turn) else ()

    def ask(self, s: CarraraState, seat: int) -> Pick:
        prompt = Text("carrara.ask.turn.announce", {"points": s.tables.constants.announce_points})
        play_on = Option("play_on", Text("carrara.option.play_on"))
        announce = Option("announce", Text("carrara.option.announce"), note=Text("carrara.note.announce"))
        return Pick(prompt, (play_on, announce), default=["play_on"], private=True)

    def answer(self, d: Draft[CarraraState], seat: int, value: list[str]) -> None:
        s = d.state
        if value[0] == "announce":
            s.announcer = seat
            points = s.tables.constants.announce_points
            s.players[seat].gain_points("announcement", points)
            open_screen(d, "carrara.event.announced", points)
        d.end()

    def resume(self, d: Draft[CarraraState]) -> None:
        d.end()


def show_empty_hands(d: Draft[CarraraState], event: str) -> None:
    """4.5, 4.7, 4.8 Open the screen and take 2 coins from the bank, which never runs out."""
    s = d.state
    coins = s.tables.constants.cannot_pay_coins
    open_screen(d, event, coins)
    s.players[s.turn].coins += coins


def open_screen(d: Draft[CarraraState], event: str, gained: int) -> None:
    """9.4 Everybody is told what the seat on turn has; that cannot be taken back."""
    player = d.state.players[d.state.turn]
    d.tell(
        event,
        seat=seat_ref(d.state.turn),
        gained=gained,
        coins=player.coins,
        bricks=counted("brick", player.bricks),
        objects=counted("object", player.objects),
    )
    d.barrier = True
