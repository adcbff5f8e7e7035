"""Action: complete a work (chapter 7), the Princess's included (17.2.3)."""

from engines.kit import (
    WORDLESS,
    Amount,
    AmountStep,
    Draft,
    Explained,
    Facts,
    Option,
    Pick,
    PickStep,
    Text,
    bare_options,
    ref,
    refs,
    seat_ref,
)
from engines.princes.counts import quantity, value_of_terms
from engines.princes.state import PrincesState
from engines.princes.tables import ROUNDS
from engines.princes.track import gain
from engines.princes.windows import give_back


def base_value(s: PrincesState, seat: int, index: int) -> int:
    """7.3 The value of a work without bonus cards."""
    return values_of_works(s, seat)[index]


def value_without_wishes(s: PrincesState, seat: int) -> int:
    """7.3 What every work of the player is worth: jesters, people cards, the Muse.

    5.3 Every jester adds 2.
    17.2.1 The Muse adds the round number.
    """
    player, work = s.players[seat], s.tables.work
    people = len(player.hand) + player.recruiting + len(player.table) + player.table_recruiting
    value = work.jester * player.jesters + work.people * people
    return value + (s.round if player.character == "muse" else 0)


def bonus_value(s: PrincesState, seat: int, index: int) -> int:
    """7.4 What a bonus card adds once the person has reached the table."""
    player = s.players[seat]
    return value_of_terms(s, player, s.tables.bonus_terms[player.bonus[index].kind], at_work=True)


def parts(s: PrincesState, seat: int) -> Facts:
    """7.3 17.2.3 What the value of the work being composed is made of, part by part."""
    player, work, turn = s.players[seat], s.tables.work, s.turn
    if turn.person < 0:
        terms = s.tables.princess.terms
        return {name: points * quantity(s, player, name) for name, points in terms.items()}
    wishes = s.tables.professions[player.hand[turn.person].kind]
    return {
        "building": work.building * any(tile.kind == wishes.building for tile in player.buildings),
        "landscape": work.landscape * any(tile.kind == wishes.landscape for tile in player.landscapes),
        "freedom": work.freedom * (wishes.freedom in player.freedoms),
        "jesters": work.jester * player.jesters,
        "people": work.people * quantity(s, player, "people_total"),
        "muse": s.round if player.character == "muse" else 0,
        "cards": sum([bonus_value(s, seat, card) for card in turn.played]),
    }


def reckoning(s: PrincesState, seat: int) -> Text:
    """7.3 The sum that everybody at a table checks."""
    facts: Facts = {"value": value_so_far(s, seat), "minimum": s.tables.minimum(s.round), **parts(s, seat)}
    return Text(f"princes.event.work.{'parts' if s.turn.person >= 0 else 'parts_princess'}", facts)


def all_bonus(s: PrincesState, seat: int) -> int:
    """11.2 What every bonus card in hand adds together: there is no limit to how many go with a work."""
    return sum([bonus_value(s, seat, card) for card in range(len(s.players[seat].bonus))])


def princess_value(s: PrincesState, seat: int) -> int:
    """17.2.3 3 for each landscape, 2 for each builder and building, 1 for each people card; nothing else."""
    return value_of_terms(s, s.players[seat], s.tables.princess.terms)


def value_so_far(s: PrincesState, seat: int) -> int:
    """7.3 The value of the work being composed, with the bonus cards chosen so far."""
    if s.turn.person < 0:
        return princess_value(s, seat)
    return base_value(s, seat, s.turn.person) + sum([bonus_value(s, seat, card) for card in s.turn.played])


def workers(s: PrincesState, seat: int) -> list[tuple[int, int]]:
    """7.1 7.2 Whose work can reach the minimum: place in hand and value before bonus cards; no wish is needed."""
    missing = s.tables.minimum(s.round) - all_bonus(s, seat)
    return [(index, value) for index, value in enumerate(values_of_works(s, seat)) if value >= missing]


def values_of_works(s: PrincesState, seat: int) -> list[int]:
    """7.3 The value of everybody's work, before bonus cards, in the order of the hand.

    5.2 Several tiles of the wanted landscape do not add more.
    """
    player, professions, work = s.players[seat], s.tables.professions, s.tables.work
    always = value_without_wishes(s, seat)
    buildings, landscapes = [tile.kind for tile in player.buildings], [tile.kind for tile in player.landscapes]
    values = []
    for card in player.hand:
        wishes, value = professions[card.kind], always
        if wishes.building in buildings:
            value += work.building
        if wishes.landscape in landscapes:
            value += work.landscape
        if wishes.freedom in player.freedoms:
            value += work.freedom
        values.append(value)
    return values


def can_princess_work(s: PrincesState, seat: int) -> bool:
    """A11 The Princess too must reach the minimum."""
    return s.players[seat].character == "princess" and princess_value(s, seat) >= s.tables.minimum(s.round)


def worth_of(s: PrincesState, value: int) -> tuple[Text, ...]:
    """7.5 What a work of this value brings: florins, or points at the most."""
    work = s.tables.work
    florins = value * work.florins_per_value
    return (Text("princes.preview.work", {"florins": florins, "points": florins // work.florins_per_point}),)


class AddBonus(PickStep[PrincesState]):
    """7.2 11.2 Add bonus cards one by one; done only when the minimum is reached. Nothing is revealed yet."""

    name = "work.bonus"
    bluff = True
    since = 2

    def ask(self, s: PrincesState, seat: int) -> Pick | None:
        player, turn = s.players[seat], s.turn
        left = [index for index in range(len(player.bonus)) if index not in turn.played]
        if not left:
            return None
        value, minimum = value_so_far(s, seat), s.tables.minimum(s.round)
        if s.lean:
            keys = [player.bonus[index].kind for index in left]
            return Pick(WORDLESS, bare_options([*keys, "done"] if value >= minimum else keys), private=True)
        worth = {index: bonus_value(s, seat, index) for index in left}
        options = [
            Option(
                player.bonus[index].kind,
                Text(
                    "princes.option.add_bonus",
                    {"card": ref("bonus", player.bonus[index].kind), "value": worth[index]},
                ),
            )
            for index in left
        ]
        best = player.bonus[max(left, key=worth.__getitem__)].kind
        if value >= minimum:
            options.append(Option("done", Text("princes.option.enough", {"value": value})))
            best = "done"
        facts: Facts = {"person": ref("person", player.hand[turn.person].kind), "value": value, "minimum": minimum}
        return Pick(Text("princes.ask.work.bonus", facts), tuple(options), default=[best], private=True)

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        s = d.state
        if value == ["done"]:
            d.goto("work.convert", seat)
        else:
            s.turn.played.append(next(i for i, card in enumerate(s.players[seat].bonus) if card.kind == value[0]))

    def resume(self, d: Draft[PrincesState]) -> None:
        d.goto("work.convert", d.stack[-1].seat)


class Convert(AmountStep[PrincesState]):
    """7.5 The bank pays 100 for each point of value; any part of it may become points at 200 each.

    7.3 The sum is shown before it counts.

    After the last round florins only break ties, so then all of it becomes points unless somebody says otherwise.
    13.3 Only here, and by the Banker at the end, do florins become points.
    """

    name = "work.convert"

    def ask(self, s: PrincesState, seat: int) -> Amount:
        value, work = value_so_far(s, seat), s.tables.work
        most = value * work.florins_per_value // work.florins_per_point
        if s.lean:
            return Amount(WORDLESS, 0, most, private=True)
        facts: Facts = {"value": value, "florins": value * work.florins_per_value, "each": work.florins_per_point}
        suggested = tuple(dict.fromkeys((0, most // 2, most)))
        key = "princes.ask.work.convert" if s.turn.person >= 0 else "princes.ask.work.convert_princess"
        prompt, default = Explained(key, facts, reckoning(s, seat)), most if s.round == ROUNDS else 0
        return Amount(prompt, 0, most, default=default, suggested=suggested, private=True)

    def preview(self, s: PrincesState, seat: int, value: int | str) -> tuple[Text, ...]:
        """7.5 So many points, and the florins that are left of the work."""
        work = s.tables.work
        florins = value_so_far(s, seat) * work.florins_per_value - int(value) * work.florins_per_point
        return (Text("princes.preview.convert", {"points": int(value), "florins": florins}),)

    def answer(self, d: Draft[PrincesState], seat: int, value: int | str) -> None:
        complete(d, seat, int(value))


def complete(d: Draft[PrincesState], seat: int, points: int) -> None:
    """7.3 The person goes to the table, the bonus cards to the discard, the bank pays.

    7.6 The best value of the round is kept; two works are not added.
    7.7 The card stays on the table unless recruited.
    7.8 Spent bonus cards lie open.
    A12 The Princess leaves no card.
    """
    s, player, turn, work = d.state, d.state.players[seat], d.state.turn, d.state.tables.work
    value, because = value_so_far(s, seat), None if d.quiet else reckoning(s, seat)
    played = [player.bonus[index].kind for index in turn.played]
    florins = value * work.florins_per_value - points * work.florins_per_point
    if turn.person < 0:
        give_back(s, seat)
        person = "character/princess"
    else:
        person = ref("person", player.hand[turn.person].kind)
        d.show(player.hand, turn.person)
        d.take(player.hand, turn.person, player.table)
        for index in sorted(turn.played, reverse=True):
            d.show(player.bonus, index)
            d.take(player.bonus, index, s.spent_bonus)
    player.cash += florins
    gain(player, points, "works")
    player.best = max(player.best, value)
    turn.actions -= 1
    turn.person, turn.played = -1, []
    d.tell(
        "princes.event.work.completed",
        because=because,
        seat=seat_ref(seat),
        person=person,
        value=value,
        bonus=refs("bonus", played),
        florins=florins,
        points=points,
    )
    d.end()
