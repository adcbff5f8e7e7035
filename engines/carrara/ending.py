"""Chapter 7 and section 9.4: announcing the end, and opening a screen."""

from engines.carrara import reasons
from engines.carrara.cards import cost_of
from engines.carrara.state import CarraraState
from engines.carrara.turn import end_turn, may_announce, still_to_play
from engines.kit import Draft, Facts, Option, Pick, PickStep, Text, Withheld, counted, seat_ref

PLAY_ON = Option("play_on", Text("carrara.option.play_on"))
ANNOUNCE = Option("announce", Text("carrara.option.announce"), note=Text("carrara.note.announce"))


class Announce(PickStep[CarraraState]):
    """7.3, 7.4 At the end of the own turn, never compulsory; asked whatever lies behind the screen."""

    name = "turn.announce"
    bluff = True
    since = 2

    def ask(self, s: CarraraState, seat: int) -> Pick:
        if not may_announce(s, seat):
            return Pick(Text("carrara.ask.turn.not_yet"), (PLAY_ON,), default=["play_on"], private=True)
        prompt = Text("carrara.ask.turn.announce", {"points": s.tables.constants.announce_points})
        return Pick(prompt, (PLAY_ON, ANNOUNCE), default=["play_on"], private=True)

    def withheld(self, s: CarraraState, seat: int) -> Withheld:
        return () if may_announce(s, seat) else reasons.announcement(s, seat)

    def answer(self, d: Draft[CarraraState], seat: int, value: list[str]) -> None:
        if value[0] == ANNOUNCE.key:
            announce(d, seat)
        end_turn(d)


def announce(d: Draft[CarraraState], seat: int) -> None:
    """7.4 The points at once, and the screen is opened; this round is the last."""
    s = d.state
    s.announcer = seat
    points = s.tables.constants.announce_points
    s.players[seat].gain_points("announcement", points)
    open_screen(d, "carrara.event.announced", points, _fulfilled(s, seat))


def show_empty_hands(d: Draft[CarraraState], event: str) -> None:
    """4.5, 4.7, 4.8 Open the screen and take 2 coins from the bank, which never runs out."""
    s = d.state
    coins = s.tables.constants.cannot_pay_coins
    open_screen(d, event, coins)
    s.players[s.turn].coins += coins


def _fulfilled(s: CarraraState, seat: int) -> Text:
    """7.2 What the conditions count, and who has a turn left."""
    player = s.players[seat]
    facts: Facts = {"scorings": player.scorings, "objects": sum(player.objects.values())}
    return Text("carrara.event.announced_with", facts | {"cost": cost_of(player.buildings), "seats": still_to_play(s)})


def open_screen(d: Draft[CarraraState], event: str, gained: int, because: Text | None = None) -> None:
    """9.4 Everybody is told what the seat on turn has; that cannot be taken back."""
    player = d.state.players[d.state.turn]
    d.tell(
        event,
        because=because,
        seat=seat_ref(d.state.turn),
        gained=gained,
        coins=player.coins,
        bricks=counted("brick", player.bricks),
        objects=counted("object", player.objects),
    )
    d.raise_barrier()
