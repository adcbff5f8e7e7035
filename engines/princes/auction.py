"""Phase A: the auctions of the seven piles (chapter 4)."""

from functools import cache
from typing import Any

from engines.kit import (
    WORDLESS,
    Amount,
    AskStep,
    Draft,
    Facts,
    Option,
    Pick,
    PickStep,
    Refusal,
    Step,
    Text,
    Withheld,
    ref,
    seat_ref,
)
from engines.princes.counts import covered
from engines.princes.principality import fitting
from engines.princes.state import Auction, PrincesState
from engines.princes.tables import LANDSCAPES, PILES
from engines.princes.track import bid_limit, pay_bid, too_dear

PASS = Option("pass", Text("princes.option.pass"))
DECLINE = Option("decline", Text("princes.option.decline"), note=Text("princes.note.out"))
SIDES = ("track.back", "merchant.points", "professor.look")


def piles(s: PrincesState) -> tuple[str, ...]:
    """4.1 The seven piles.

    16.2 With two players forest, lake and park are one object.
    """
    return ("landscape", *PILES[3:]) if s.seats == 2 else PILES


def left(s: PrincesState, pile: str) -> int:
    """4.2 How many objects a pile still holds."""
    if pile == "landscape":
        return sum([s.piles[kind] for kind in LANDSCAPES])
    return len(s.prestige) if pile == "prestige_card" else s.piles[pile]


def fitting_landscapes(s: PrincesState, seat: int) -> list[str]:
    """A29 The kinds in supply that fit somewhere in this principality."""
    fits = fitting(s.tables.landscape_pieces, covered(s, s.players[seat]))
    return [kind for kind in LANDSCAPES if s.piles[kind] and kind in fits]


def is_ownable(s: PrincesState, seat: int, pile: str) -> bool:
    """4.6 No fourth builder. 4.7 No landscape without a place.

    4.7 Tested with the present board before opening and bidding.
    A3 A fourth builder cannot be bought, hence not bid for.
    A4 Nor can a landscape that does not fit.
    """
    if pile == "builder":
        return s.players[seat].builders < s.tables.supply.builders_per_player
    if pile == "landscape":
        return bool(fitting_landscapes(s, seat))
    return pile not in LANDSCAPES or pile in fitting_landscapes(s, seat)


def open_piles(s: PrincesState, seat: int) -> list[str]:
    """4.10 The piles that are neither blocked nor empty and whose object the seat may own: public facts."""
    blocked = s.auction.blocked
    unblocked = [pile for pile in piles(s) if pile not in blocked and left(s, pile)]
    fits = fitting_landscapes(s, seat)
    return [pile for pile in unblocked if pile in fits or (pile not in LANDSCAPES and is_ownable(s, seat, pile))]


def is_known_too_poor(s: PrincesState, seat: int, price: int) -> bool:
    """A37 Only open money tells the others that a seat cannot pay; secret money never does."""
    return s.options.money == "open" and bid_limit(s, seat) < price


def eligible(s: PrincesState) -> list[int]:
    """4.3 The seats that have neither bought nor declined to open."""
    return [seat for seat in range(s.seats) if seat not in s.auction.bought and seat not in s.auction.out]


def start_auctions(d: Draft[PrincesState]) -> None:
    """4.3 All flags are cleared; the start player is the first to open."""
    d.state.auction = Auction(opener=d.state.start)
    d.call("auction")


class Auctions(Step[PrincesState]):
    """4.4 The loop: who opens next, who buys without auction, when the phase is over.

    4.11 Each pass makes a seat bought or out, so it ends.
    """

    name = "auction"

    def resume(self, d: Draft[PrincesState]) -> None:
        s = d.state
        left_over = eligible(s)
        if not left_over:
            self.close(d)
            return
        opener = min(left_over, key=lambda seat: (seat - s.auction.opener) % s.seats)
        base = s.tables.base_price(s.seats)
        if not open_piles(s, opener) or is_known_too_poor(s, opener, base):
            decline(d, opener)
        else:
            s.auction.opener = opener
            d.call("auction.open" if len(left_over) > 1 else "auction.last", opener)

    def close(self, d: Draft[PrincesState]) -> None:
        """4.4.1 Nobody is eligible any more: the phase is over.

        4.8 All piles are unblocked.
        """
        s = d.state
        without = [seat_ref(seat) for seat in range(s.seats) if seat not in s.auction.bought]
        if without:
            d.tell("princes.event.auction.over", seats=without)
        s.auction.blocked = []
        d.end()


def decline(d: Draft[PrincesState], seat: int) -> None:
    """4.4.4 Out for the rest of this phase; the next eligible seat clockwise becomes opener.

    A26 So is an opener who can pay or own nothing.
    """
    auction = d.state.auction
    auction.out.append(seat)
    auction.opener = (seat + 1) % d.state.seats
    d.tell("princes.event.auction.declined", seat=seat_ref(seat))


@cache
def _pile_option(pile: str, verb: str) -> Option:
    """It lies among the piles of the auction, not where somebody has laid such a landscape."""
    at = (ref("pile", pile), ref("lot", pile))
    return Option(pile, Text(f"princes.option.{verb}", {"pile": ref("pile", pile)}), at=at)


def _pick_pile(s: PrincesState, seat: int, verb: str) -> Pick:
    """4.10 The piles available to the seat at the base price, or none of them."""
    base = s.tables.base_price(s.seats)
    offered = open_piles(s, seat) if bid_limit(s, seat) >= base else []
    options = [_pile_option(pile, verb) for pile in offered]
    prompt = Text("princes.ask.auction.open" if verb == "open" else "princes.ask.auction.last", {"price": base})
    return Pick(prompt, (*options, DECLINE), default=["decline"], private=True)


def _why_no_pile(s: PrincesState, seat: int, verb: str) -> Withheld:
    """4.10 Every pile that cannot be named now: sold, empty, not ownable or too dear."""
    base = s.tables.base_price(s.seats)
    for pile in piles(s):
        refusal = _reason(s, seat, pile) or too_dear("4.5", base, bid_limit(s, seat))
        if refusal is not None:
            yield _pile_option(pile, verb), refusal


def _sold(s: PrincesState, seat: int, price: int, how: str) -> tuple[Text, ...]:
    """13.4 The points that go by themselves where the florins do not reach."""
    missing = price - s.players[seat].cash
    points = missing // s.tables.money.per_field_back
    return (Text(f"princes.preview.{how}", {"points": points}),) if missing > 0 else ()


def _reason(s: PrincesState, seat: int, pile: str) -> Refusal | None:
    if pile in s.auction.blocked:
        return Refusal("princes.refusal.sold_this_round", "4.2")
    if not left(s, pile):
        return Refusal("princes.refusal.sold_out", "4.2")
    if is_ownable(s, seat, pile):
        return None
    return (
        Refusal("princes.refusal.enough_builders", "4.6", most=s.tables.supply.builders_per_player)
        if pile == "builder"
        else Refusal("princes.refusal.no_room", "4.7")
    )


def named(d: Draft[PrincesState], seat: int, pile: str) -> bool:
    """4.4.2 4.4.3 The pile that a seat names is up at the base price; whoever declines is out."""
    if pile == DECLINE.key:
        decline(d, seat)
        d.end()
        return False
    s, auction = d.state, d.state.auction
    auction.lot, auction.bidder, auction.bid = pile, seat, s.tables.base_price(s.seats)
    auction.bids, auction.passed = [], []
    return True


class Open(PickStep[PrincesState]):
    """4.4.3 4.4.4 The opener names an available pile, which is a bid of the base price, or is out.

    A25 One may open for what one does not want; if all pass, one buys.
    """

    name = "auction.open"
    bluff = True
    sides = SIDES

    def ask(self, s: PrincesState, seat: int) -> Pick:
        return _pick_pile(s, seat, "open")

    def withheld(self, s: PrincesState, seat: int) -> Withheld:
        return _why_no_pile(s, seat, "open")

    def preview(self, s: PrincesState, seat: int, value: list[str]) -> tuple[Text, ...]:
        return _sold(s, seat, s.tables.base_price(s.seats), "won") if value[0] != DECLINE.key else ()

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        if not named(d, seat, value[0]):
            return
        auction = d.state.auction
        auction.bids = [(seat, auction.bid)]
        d.tell("princes.event.auction.opened", seat=seat_ref(seat), lot=ref("lot", auction.lot), price=auction.bid)
        ask_next(d, seat)


def ask_next(d: Draft[PrincesState], after: int) -> None:
    """4.4.5 Clockwise, the next eligible seat that has not passed; with none left the standing bidder wins.

    A37 Who can only pass by public facts is passed over; who is merely poor in secret is asked.
    """
    s, auction = d.state, d.state.auction
    price = auction.bid + s.tables.money.raise_by
    for step in range(1, s.seats + 1):
        seat = (after + step) % s.seats
        if seat == auction.bidder or seat in auction.passed or seat in auction.out or seat in auction.bought:
            continue
        if is_ownable(s, seat, auction.lot) and not is_known_too_poor(s, seat, price):
            d.goto("auction.bid", seat)
            return
        pass_on(d, seat)
    d.goto("auction.won")


def pass_on(d: Draft[PrincesState], seat: int) -> None:
    """4.4.5 A pass is final for this auction."""
    auction = d.state.auction
    auction.passed.append(seat)
    d.tell("princes.event.auction.passed", seat=seat_ref(seat))


class Bid(AskStep[PrincesState, Amount | Pick, int | str | list[str]]):
    """4.4.5 In turn, raise by exactly 100 or pass; who cannot raise can only pass."""

    name = "auction.bid"
    bluff = True
    sides = SIDES

    def ask(self, s: PrincesState, seat: int) -> Amount | Pick:
        auction = s.auction
        price = auction.bid + s.tables.money.raise_by
        facts: Facts = {"lot": ref("lot", auction.lot), "round": ref("round", s.round), "price": price}
        prompt = WORDLESS if s.lean else Text("princes.ask.auction.bid", facts)
        if bid_limit(s, seat) < price:
            return Pick(prompt, (PASS,), private=True)
        return Amount(prompt, price, price, s.tables.money.raise_by, instead=(PASS,), default="pass", private=True)

    def withheld(self, s: PrincesState, seat: int) -> Withheld:
        price = s.auction.bid + s.tables.money.raise_by
        refusal = too_dear("4.5", price, bid_limit(s, seat))
        if refusal is not None:
            yield Option(str(price), Text("princes.amount.auction.bid", {"n": price})), refusal

    def preview(self, s: PrincesState, seat: int, value: int | str | list[str]) -> tuple[Text, ...]:
        return _sold(s, seat, value, "won") if isinstance(value, int) else ()

    def answer(self, d: Draft[PrincesState], seat: int, value: int | str | list[str]) -> None:
        auction = d.state.auction
        if isinstance(value, int):
            auction.bidder, auction.bid = seat, value
            auction.bids.append((seat, value))
            d.tell("princes.event.auction.bid", seat=seat_ref(seat), lot=ref("lot", auction.lot), price=value)
        else:
            pass_on(d, seat)
        ask_next(d, seat)


class Last(PickStep[PrincesState]):
    """4.4.2 The only eligible seat may take one object for the base price, without auction.

    16.5 With two players at most one auction takes place a round.
    A27 However the others dropped out.
    """

    name = "auction.last"
    bluff = True
    sides = SIDES

    def ask(self, s: PrincesState, seat: int) -> Pick:
        return _pick_pile(s, seat, "take")

    def withheld(self, s: PrincesState, seat: int) -> Withheld:
        return _why_no_pile(s, seat, "take")

    def preview(self, s: PrincesState, seat: int, value: list[str]) -> tuple[Text, ...]:
        return _sold(s, seat, s.tables.base_price(s.seats), "taken") if value[0] != DECLINE.key else ()

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        if named(d, seat, value[0]):
            d.goto("auction.won")


class Won(Step[PrincesState]):
    """4.4.6 The standing bidder wins and pays, or uses the Merchant (17.2.4)."""

    name = "auction.won"

    def resume(self, d: Draft[PrincesState]) -> None:
        winner = d.state.auction.bidder
        if d.state.players[winner].character == "merchant":
            d.goto("auction.merchant", winner)
        else:
            buy(d, winner, d.state.auction.bid)


def buy(d: Draft[PrincesState], seat: int, price: int) -> None:
    """4.9 Pay, take, carry out, then the next auction.

    4.2 At most one object for a seat and one of a pile in a phase.
    4.4.7 A winning opener passes the opening on; one who was outbid opens again.
    """
    s, auction = d.state, d.state.auction
    pay_bid(d, seat, price)
    auction.bought[seat], auction.prices[seat] = auction.lot, price
    auction.blocked.append(auction.lot)
    if seat == auction.opener:
        auction.opener = (seat + 1) % s.seats
    facts: dict[str, Any] = {} if auction.bids else {"alone": 1}
    if others := [(who, bid) for who, bid in auction.bids if who != seat]:
        facts = {"second": seat_ref(others[-1][0]), "second_price": others[-1][1]}
    bought = ref("object", auction.lot)
    d.tell("princes.event.auction.bought", seat=seat_ref(seat), object=bought, price=price, **facts)
    d.goto("object.take", seat)
