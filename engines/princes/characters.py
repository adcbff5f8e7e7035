"""Muse & Princess: phase A2, the auction of characters (17.1)."""

from engines.kit import Amount, AmountStep, Draft, Option, Pick, PickStep, Step, Text, Withheld, ref, seat_ref
from engines.princes.auction import PASS
from engines.princes.reasons import why_no_character
from engines.princes.state import PrincesState
from engines.princes.track import pay_bid
from engines.princes.windows import give_back, has_window


def return_unused(s: PrincesState) -> None:
    """17.3.1 What is still unused when the next A1 has ended goes back without effect.

    17.3.3 So a player never owns two characters.
    """
    for seat, player in enumerate(s.players):
        if player.character:
            give_back(s, seat)


def start_characters(d: Draft[PrincesState]) -> None:
    """17.1.1 All six characters are on the display.

    17.1.2 The Banker gains 100 for a round in which nobody took the card.
    """
    s, characters, banker = d.state, d.state.characters, d.state.tables.banker
    if s.round > 1 and not characters.taken:
        characters.money += banker.growth
    characters.taken = False
    characters.display = [row.id for row in s.tables.character]
    characters.aside, characters.markers, characters.bids, characters.finished = [], {}, {}, []
    characters.running, characters.turn, characters.wanted = True, s.start, ""
    d.call("characters")


class Steps(Step[PrincesState]):
    """17.1.3 Clockwise from the start player, lap after lap: a marker still there takes, a free one is asked.

    17.1.5 The phase ends when all are finished; nobody is obliged to bid.
    A45 Markers are never withdrawn, moved or raised by their owner.
    A46 The last one left takes the card at the next step, since nobody can displace him.
    """

    name = "characters"

    def resume(self, d: Draft[PrincesState]) -> None:
        s, characters = d.state, d.state.characters
        if len(characters.finished) == s.seats:
            characters.running = False
            d.end()
            return
        seat = characters.turn
        characters.turn = (seat + 1) % s.seats
        if seat in characters.finished:
            return
        if seat in characters.markers:
            take_character(d, seat)
        else:
            d.call("characters.bid", seat)


def lowest_space(s: PrincesState, character: str) -> int:
    """17.1.4 Any space if no marker is there, else a strictly higher one."""
    row = s.tables.characters[character]
    found = [s.characters.bids[seat] for seat, on in s.characters.markers.items() if on == character]
    return max(found) + row.step if found else row.lowest


def space_limit(s: PrincesState, seat: int) -> int:
    """17.1.5 A bid must be payable in cash; by the option with money from the track too.

    A10 This holds for the Banker's bid as well; without money one may still bid 0.
    """
    player = s.players[seat]
    if s.options.a2_bid_limit == "cash_plus_track" and s.going_back:
        return player.cash + s.tables.money.per_field_back * player.points
    return player.cash


def highest_space(s: PrincesState, seat: int, character: str) -> int:
    """17.1.4 Spaces end at 1500, the Banker's at 500; a marker on the highest is safe."""
    return min(s.tables.characters[character].highest, space_limit(s, seat))


class BidCharacter(PickStep[PrincesState]):
    """17.1.3 With a free marker: pass for good, or name a character still on the display.

    A37 A47 Who can pay no space can only pass, and is asked all the same.
    """

    name = "characters.bid"
    bluff = True
    sides = ("track.back",)

    def ask(self, s: PrincesState, seat: int) -> Pick:
        options = [
            Option(
                character,
                Text("princes.option.character", {"character": ref("character", character), "price": low}),
            )
            for character in s.characters.display
            if (low := lowest_space(s, character)) <= highest_space(s, seat, character)
        ]
        return Pick(Text("princes.ask.characters.bid"), (*options, PASS), default=["pass"], private=True)

    def withheld(self, s: PrincesState, seat: int) -> Withheld:
        lowest = {row.id: lowest_space(s, row.id) for row in s.tables.character}
        return why_no_character(s, lowest, space_limit(s, seat))

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        characters = d.state.characters
        if value == ["pass"]:
            characters.finished.append(seat)
            d.tell("princes.event.characters.passed", seat=seat_ref(seat))
            d.end()
        else:
            characters.wanted = value[0]
            d.goto("characters.space", seat)


class BidSpace(AmountStep[PrincesState]):
    """17.1.4 How much: bids may jump; a lower marker found there becomes free again for its owner."""

    name = "characters.space"
    bluff = True

    def ask(self, s: PrincesState, seat: int) -> Amount:
        wanted = s.characters.wanted
        low, high = lowest_space(s, wanted), highest_space(s, seat, wanted)
        step = s.tables.characters[wanted].step
        prompt = Text("princes.ask.characters.space", {"character": ref("character", wanted)})
        return Amount(prompt, low, low + (high - low) // step * step, step, private=True)

    def answer(self, d: Draft[PrincesState], seat: int, value: int | str) -> None:
        characters = d.state.characters
        wanted, price = characters.wanted, int(value)
        displaced = [other for other, on in characters.markers.items() if on == wanted]
        for other in displaced:
            del characters.markers[other], characters.bids[other]
        characters.markers[seat], characters.bids[seat] = wanted, price
        characters.wanted = ""
        d.tell("princes.event.characters.bid", seat=seat_ref(seat), character=ref("character", wanted), price=price)
        d.end()


def take_character(d: Draft[PrincesState], seat: int) -> None:
    """17.1.3 Not displaced since the last step: pay the bid, take the card, be finished.

    17.5.1 Merchant and Professor may be used on the spot.
    """
    s, characters = d.state, d.state.characters
    character, bid = characters.markers.pop(seat), characters.bids.pop(seat)
    characters.display.remove(character)
    characters.finished.append(seat)
    s.players[seat].character = character
    if character == "banker":
        take_money(d, seat, bid)
        return
    pay_bid(d, seat, bid)
    d.tell("princes.event.characters.took", seat=seat_ref(seat), character=ref("character", character), price=bid)
    if has_window(s, seat):
        d.call("characters.window", seat)


def take_money(d: Draft[PrincesState], seat: int, bid: int) -> None:
    """17.2.6 The Banker: at once the money on the card minus the bid.

    17.1.2 Back to 600 after it was taken.
    A14 Whoever takes him in round 7 also has the exchange at the end.
    """
    s, characters = d.state, d.state.characters
    money = characters.money - bid
    s.players[seat].cash += money
    characters.money, characters.taken = s.tables.banker.start, True
    if s.round == len(s.tables.minimum_work_value.by_round):
        characters.exchange = seat
    give_back(s, seat)
    d.tell("princes.event.characters.banker", seat=seat_ref(seat), price=bid, florins=money)
