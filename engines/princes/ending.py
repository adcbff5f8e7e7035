"""The best work of a round (chapter 14) and the end of the game (chapter 15)."""

from engines.kit import Amount, AmountStep, Draft, Step, Text, seat_ref
from engines.princes.scoring import prestige_counted, prestige_points
from engines.princes.state import PrincesState
from engines.princes.track import gain
from engines.princes.windows import start_calls


def award_best_work(d: Draft[PrincesState]) -> None:
    """14.1 Everybody with the highest work value of the round gets 3 points; nobody if no work was made."""
    s = d.state
    best = max(player.best for player in s.players)
    if not best:
        d.tell("princes.event.nothing_best", number=s.round)
    for seat, player in enumerate(s.players):
        if best and player.best == best:
            points = s.tables.points.best_work
            gain(player, points, "best_works")
            d.tell("princes.event.best_work", seat=seat_ref(seat), value=best, points=points)
        player.best = 0


def start_end(d: Draft[PrincesState]) -> None:
    """15.1 The end: last window, Banker, prestige cards.

    17.3.2 17.5.5 In round 7 Merchant and Professor can be used until this window.
    A50 The Merchant comes before the Banker, the Professor before the reveal.
    """
    d.goto("end.banker")
    if d.state.options.muse:
        start_calls(d)


class BankerExchange(AmountStep[PrincesState]):
    """17.2.6 Whoever took the Banker in round 7 may change florins into points, 200 each.

    A14 Before the tie-break; what is left breaks ties.
    """

    name = "end.banker"
    bluff = True

    def seats(self, s: PrincesState) -> tuple[int, ...]:
        return (s.characters.exchange,) if s.characters.exchange >= 0 else ()

    def ask(self, s: PrincesState, seat: int) -> Amount:
        each = s.tables.banker.florins_per_point
        most = s.players[seat].cash // each
        return Amount(Text("princes.ask.end.banker", {"florins": each}), 0, most, default=most, private=True)

    def answer(self, d: Draft[PrincesState], seat: int, value: int | str) -> None:
        s, points = d.state, int(value)
        florins = points * s.tables.banker.florins_per_point
        s.players[seat].cash -= florins
        gain(s.players[seat], points, "banker")
        if points:
            d.tell("princes.event.end.banker", seat=seat_ref(seat), florins=florins, points=points)
        s.characters.exchange = -1

    def resume(self, d: Draft[PrincesState]) -> None:
        d.goto("end.prestige")


class RevealPrestige(Step[PrincesState]):
    """15.1 All prestige cards are revealed and scored, each only for its owner.

    A35 Cards of the last moment score normally.
    A58 All are judged on the same final position; points of one card influence no other.
    """

    name = "end.prestige"

    def resume(self, d: Draft[PrincesState]) -> None:
        s = d.state
        for seat, player in enumerate(s.players):
            d.show(player.prestige)
            for card in player.prestige:
                points = prestige_points(s, seat, card.kind)
                gain(player, points, card.kind)
                because = prestige_counted(s, seat, card.kind)
                shown = f"prestige/{card.kind}"
                d.tell("princes.event.end.prestige", because=because, seat=seat_ref(seat), card=shown, points=points)
        d.finish("rounds")
