"""Half-made moves in words: the same whatever is hidden, every lit thing leads on, every whole deed is what it says."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from pydantic_core import to_jsonable_python

from bot.choices.plan import Planner
from bot.cli.demo import play
from bot.language.speaker import Speaker
from bot.learn.reference import book, entry
from bot.messages.picture_request import Namer
from bot.platforms.web.deeds import only_ends
from bot.platforms.web.end_data import dearest
from bot.platforms.web.move_data import MoveData, MoveTeller
from bot.platforms.web.parts.elements import Words
from bot.platforms.web.things import Looked, Things, card_of, things
from bot.service.history import Moment, Standing
from bot.service.player_view import LogLine
from bot.table.change import Loaded
from bot.table.model import Status
from config.languages import languages
from engines import ENGINES
from engines.kit import Dice, Engine, Pending, Pick, Text
from engines.kit.outcome import Answer
from render import Drawn, Picture
from render.cache import key
from render.dispatch import paint, regions
from render.picture import WIDTH

PAINTED = dict[str, Drawn]()
MOMENTS = 14
APART = 5


class AtTable:
    """As much of a table as a half-made move needs."""

    status = Status.RUNNING


def teller_of(engine: Engine[Any], state: Any, seat: int, language: str = "en") -> MoveTeller:
    names = tuple(["Ann", "Ben", "Cid", "Dee", "Eve"][: state.seats])
    loaded = Loaded(1, AtTable(), engine, state)  # type: ignore[arg-type]
    return MoveTeller(loaded, seat, Speaker(language, engine.info.key, names), Words(language))


def painted(picture: Picture) -> Drawn:
    """The same picture once, as in the studio; nobody looks at its bytes."""
    name = key(picture)
    if name not in PAINTED:
        sheet = paint(picture)
        PAINTED[name] = Drawn(b"", 0, 0, "", sheet.spots, regions(sheet), (WIDTH, sheet.height))
    return PAINTED[name]


def seen(
    engine: Engine[Any], state: Any, seat: int, plan: str = "", language: str = "en"
) -> tuple[MoveTeller, MoveData, Things]:
    teller = teller_of(engine, state, seat, language)
    picture = Picture(
        engine.info.key,
        engine.view(state, seat),
        lambda key, facts: teller.speaker.say(Text(key, {**facts})),
        tuple(teller.speaker.names),
        language=language,
        viewer=seat,
        bare=True,
        named=Namer(teller.speaker),
        rings=False,
        chronicle=False,
    )
    shown = things(painted(picture), teller.speaker)
    chosen = teller.choosing(plan)
    return teller, teller.tell(chosen, picture, picture, shown.regions), shown


def moments(engine: Engine[Any], seed: str) -> list[tuple[Any, int]]:
    """Positions of a game, each with a seat that is asked."""
    state, chance, found = engine.setup(engine.info.seats[0], seed=seed).state, Dice(seed), list[tuple[Any, int]]()
    for number in range(MOMENTS * APART):
        if state.ending:
            break
        pending = next(each for each in engine.pending(state) if each.owed)
        if number % APART == 0:
            found.append((state, pending.seat))
        value = engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    return found


def told(data: MoveData) -> list[object]:
    items = [(item.label, item.note, item.offer.plan, item.regions, item.press) for item in data.items]
    return [items, data.label, data.press, data.worth, data.after, data.crumbs, data.plan]


@pytest.mark.parametrize("game", list(ENGINES))
def test_board_bar_and_label_are_the_same_whatever_is_hidden(game: str) -> None:
    engine, chance = ENGINES[game], Dice("twins")
    for number, (state, seat) in enumerate(moments(engine, "twins")):
        other, plan = engine.resample(state, seat, f"other {number}"), ""
        for _ in range(3):
            _, first, _ = seen(engine, state, seat, plan)
            _, second, _ = seen(engine, other, seat, plan)
            assert told(first) == told(second)
            lit = [item for item in first.items if item.regions and item.offer.plan != plan]
            if not lit:
                break
            plan = lit[chance.below(len(lit))].offer.plan


@pytest.mark.parametrize("game", list(ENGINES))
def test_what_a_deed_says_itself_is_not_said_beside_it_again(game: str) -> None:
    engine = ENGINES[game]
    for state, seat in moments(engine, "worth"):
        _, data, _ = seen(engine, state, seat)
        for item in data.items:
            _, chosen, _ = seen(engine, state, seat, item.offer.plan)
            for said in chosen.worth:
                assert said.removesuffix(".").casefold() not in chosen.label.casefold()


@pytest.mark.parametrize("game", list(ENGINES))
def test_a_lead_plays_what_was_chosen_and_everything_lit_leads_somewhere(game: str) -> None:
    engine, chance, leads = ENGINES[game], Dice("leads"), 0
    for state, seat in moments(engine, "leads"):
        plan = ""
        for _ in range(4):
            _, data, _ = seen(engine, state, seat, plan)
            lead = data.choosing.lead
            if lead is not None:
                assert data.label
                leads += 1
                planner = Planner(engine, state, seat, engine.submit)
                planned = planner.run(lead.plan)
                again = planner.finished(planned) if lead.finish and not planned.is_whole else planned
                assert again is not None
                assert again.is_whole
                assert again.given == lead.planned.given
            found = [item for item in data.items if item.offer.plan != plan and item.offer.is_open]
            if not found:
                break
            plan = found[chance.below(len(found))].offer.plan
    assert leads > MOMENTS / 2


def looked(engine: Engine[Any], state: Any, seat: int, speaker: Speaker) -> Looked:
    """The reference as this seat may know it."""
    tables, view = engine.tables_of(state), to_jsonable_python(engine.view(state, seat))
    return lambda ref: entry(engine.info.key, tables, view, ref, speaker.language, speaker.names)


@pytest.mark.parametrize("game", list(ENGINES))
def test_everything_with_a_name_has_a_card_and_what_is_withheld_names_its_rule(game: str) -> None:
    engine, reasons, unexplained = ENGINES[game], 0, set[str]()
    learned = book(game)
    for state, seat in moments(engine, "cards")[::3]:
        teller, data, shown = seen(engine, state, seat)
        reference = looked(engine, state, seat, teller.speaker)
        other = engine.resample(state, seat, "other cards")
        others, again, same = seen(engine, other, seat)
        unlike = looked(engine, other, seat, others.speaker)
        for about in shown.names:
            card = card_of(shown, about, teller.speaker, (teller, data), reference)
            assert card is not None
            assert card.name
            reasons += bool(card.reason)
            assert not card.reason or card.rules, f"{card.region.refs}: {card.reason}"
            assert card == card_of(same, about, others.speaker, (others, again), unlike), "a card tells a secret"
            sorts = {ref.partition("/")[0] for ref in card.region.refs}
            if card.region.kind == "piece" and card.entry is None and learned and not sorts & set(learned.without):
                unexplained.add(str(card.region.refs))
    assert not unexplained
    assert reasons or game != "carrara"


def test_what_a_question_that_answered_itself_would_not_take_is_told() -> None:
    """Only one city takes the tile: why not another is said all the same."""
    engine, said = ENGINES["carrara"], 0
    for state, seat in moments(engine, "only city 0"):
        teller = teller_of(engine, state, seat)
        for offer in teller.choosing("").offers:
            if offer.pending.step != "build.tile":
                continue
            chosen = teller.choosing(offer.plan)
            implied = [step for step in chosen.planned.steps if step.implied and step.pending.step == "build.place"]
            for step in implied:
                for city in state.tables.allowed:
                    refusal = teller.withheld(MoveData(chosen), (f"city/{city}", f"seat/{seat}"))
                    assert (refusal is None) == (f"city:{city}" in step.value), city
                    said += refusal is not None
    assert said


# --- the words of buttons ---


def met(game: str, step: str, seats: int = 2) -> tuple[Any, int]:
    """A position of a plain game in which this is asked, and whom."""
    engine = ENGINES[game]
    for table in play(game, seats):
        for pending in engine.pending(table.state):
            if pending.owed and pending.step == step:
                return table.state, pending.seat
    raise AssertionError(f"{step} is never asked")


@pytest.mark.parametrize("language", languages())
def test_a_finished_work_says_its_money_beside_its_points(language: str) -> None:
    state, seat = met("princes", "work.convert")
    engine = ENGINES["princes"]
    _, told, _ = seen(engine, state, seat, language=language)
    ask = next(each for each in engine.pending(state) if each.owed)
    florins = Speaker(language, "princes", ()).number(ask.ask.prompt.facts["florins"])
    assert florins in told.label, "0 points alone hide the money"


@pytest.mark.parametrize("game", list(ENGINES))
def test_a_button_is_a_deed_and_never_a_question_or_a_bare_send(game: str) -> None:
    for state, seat in moments(ENGINES[game], "buttons"):
        _, told, _ = seen(ENGINES[game], state, seat)
        labels = [item.label for item in told.items] + ([told.label] if told.choosing.lead else [])
        assert all(label.strip() and not label.rstrip().endswith("?") for label in labels), labels
        assert not {label.lower() for label in labels} & {"send", "ok", "confirm"}


def test_what_is_bought_is_named_with_its_price() -> None:
    state, seat = met("carrara", "buy.bricks")
    _, told, _ = seen(ENGINES["carrara"], state, seat)
    assert told.choosing.lead is not None
    assert re.fullmatch(r"Buy .+: \d+ coins?", told.label), told.label


def test_stacks_stand_in_their_order() -> None:
    state, seat = met("rivals", "hand.refill")
    _, told, _ = seen(ENGINES["rivals"], state, seat)
    numbers = [int(found.group(1)) for item in told.items if (found := re.match(r"Stack (\d+)", item.label))]
    assert len(numbers) > 2
    assert numbers == sorted(numbers)


@cache
def asked(game: str, step: str, seats: int, is_laid: bool = False) -> tuple[Any, Pending]:
    """The first position of plain games in which this is asked; `is_laid`: of a seat that has laid such a thing."""
    engine = ENGINES[game]
    for number in range(20):
        state, chance = engine.setup(seats, seed=f"deed {number}").state, Dice(f"deed {number}")
        while not state.ending:
            pending = next(each for each in engine.pending(state) if each.owed)
            if pending.step == step and (not is_laid or _has_laid(engine, state, pending)):
                return state, pending
            value = engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
            state = engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    pytest.fail("never asked")


def _has_laid(engine: Engine[Any], state: Any, pending: Pending) -> bool:
    laid = {tile.kind for tile in engine.view(state, pending.seat).players[pending.seat].landscapes}
    return any(option.key in laid for option in pending.ask.options)


def test_a_pile_is_chosen_where_it_is_sold_not_where_such_a_landscape_lies() -> None:
    state, pending = asked("princes", "auction.open", 3, is_laid=True)
    _, move, _ = seen(ENGINES["princes"], state, pending.seat)
    piles = [item for item in move.present if item.offer.key != "decline"]
    assert piles
    for item in piles:
        assert [region.refs[:2] for region in item.regions] == [(f"pile/{item.offer.key}", f"lot/{item.offer.key}")]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("game", "at", "step", "verbs"),
    [
        ("rivals", "hand.under", "hand.under", ("Put ", " legen", "Leg ")),
        ("firenze", "build.bricks", "exchange.choose", ("Swap ", " tauschen", "Ruil ")),
        ("firenze", "build.bricks", "build.bricks", ("Build ", "Bauen: ", "Bouw ")),
    ],
)
def test_a_lead_says_what_is_done_though_the_thing_was_chosen_before(
    game: str, at: str, step: str, verbs: tuple[str, ...], language: str
) -> None:
    engine = ENGINES[game]
    state, pending = asked(game, at, 2)
    _, move, _ = seen(engine, state, pending.seat, language=language)
    plans = [item.offer.plan for item in move.items if item.offer.pending.step == step and item.offer.is_thing]
    labels = [label for plan in plans[:2] if (label := seen(engine, state, pending.seat, plan, language)[1].label)]
    assert labels
    assert all(any(verb in label for verb in verbs) for label in labels), labels


class Careful:
    """Warns of nothing, and looks whether it was asked in time."""

    def __init__(self, engine: Engine[Any]) -> None:
        self.engine, self.asked = engine, 0

    def said(self, _: Loaded, state: Any, pending: Pending, __: object) -> None:
        self.asked += 1
        assert pending.ask_id in [each.ask_id for each in self.engine.pending(state)], "it is answered already"


@pytest.mark.parametrize("game", list(ENGINES))
def test_a_warning_is_thought_of_at_the_position_in_which_the_answer_is_given(game: str) -> None:
    engine, chance, careful = ENGINES[game], Dice("careful"), Careful(ENGINES[game])
    for state, seat in moments(engine, "careful"):
        teller, plan = teller_of(engine, state, seat), ""
        teller.warner = careful  # type: ignore[assignment]
        for _ in range(4):
            data = teller.tell(teller.choosing(plan), None, None)
            found = [item for item in data.items if item.offer.plan != plan and item.offer.is_open]
            if not found:
                break
            plan = found[chance.below(len(found))].offer.plan
    assert careful.asked > MOMENTS


def test_no_button_does_more_than_it_says() -> None:
    """What would follow by itself is read first, on the button that says the whole deed: the only thing to score."""
    engine, chance, forced = ENGINES["carrara"], Dice("says"), 0
    state: Any = engine.setup(2, seed="says").state
    while not state.ending:
        pending = next(each for each in engine.pending(state) if each.owed)
        if pending.step == "turn.action":
            teller = teller_of(engine, state, pending.seat)
            for item in teller.tell(teller.choosing(""), None, None).present:
                steps = teller.planner.run(item.offer.plan).steps
                if any(step.implied and not only_ends(step) for step in steps):
                    forced += 1
                    assert item.press is None, item.label
        value = engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    assert forced


def test_an_object_is_bought_by_a_button_that_names_it_and_its_price() -> None:
    engine = ENGINES["carrara"]
    state: Any = engine.setup(2, seed="object").state
    for _ in range(40):
        pending = next(each for each in engine.pending(state) if each.owed)
        if pending.step == "turn.object" and pending.ask.only() is None:
            break
        value = engine.policy(state, pending.seat, pending.step, pending.ask, lambda _: 0)
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    else:
        raise AssertionError("nobody can buy an object")
    _, data, _ = seen(engine, state, pending.seat)
    crown = next(item for item in data.items if item.label == "Crown")
    _, data, _ = seen(engine, state, pending.seat, crown.offer.plan)
    assert data.label == "Buy an object for 10 coins: crown"
    none = next(item for item in data.items if item.label == "No object")
    assert none.offer.plan
    _, data, _ = seen(engine, state, pending.seat, none.offer.plan)
    assert data.label == "No object"


def deeds_of(game: str, step: str, seed: str, most: int = 20) -> set[str]:
    """What the bar says of whole deeds that this step ends, in one game of plain play."""
    engine, chance, found = ENGINES[game], Dice(seed), set[str]()
    state: Any = engine.setup(2, seed=seed).state
    while not state.ending and len(found) < most:
        pending = next(each for each in engine.pending(state) if each.owed)
        teller = teller_of(engine, state, pending.seat)
        for item in teller.tell(teller.choosing(""), None, None).items:
            data = teller.tell(teller.choosing(item.offer.plan), None, None) if item.offer.is_open else None
            lead = data.choosing.lead if data else None
            if data and lead and any(each.pending.step == step for each in lead.planned.steps):
                found.add(data.label)
        value = engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
        if step == "search.take" and pending.step.startswith("exchange.") and isinstance(pending.ask, Pick):
            value = [pending.ask.options[-1].key]  # a stack is searched, which plain play never does
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    return found


@pytest.mark.parametrize(
    ("step", "deed"),
    [
        ("swap.gain", r"Play (Merchant Caravan|Goldsmith): (pay .+, )?gain .+"),
        ("trade.get", r"Trade \d \w+ for 1 \w+ \(.+\)"),
        ("search.take", r"Take .+"),
        ("relocation.second", r"Play Relocation: .+ and .+ change places"),
    ],
)
def test_a_deed_of_rivals_says_what_goes_and_what_comes(step: str, deed: str) -> None:
    """In a row what is gained read as what is paid, and a card that is taken stood there as a bare name."""
    found = deeds_of("rivals", step, "deeds", 4)
    assert found
    assert [label for label in found if not re.fullmatch(deed, label)] == []


@pytest.mark.parametrize(
    ("step", "deed"), [("auction.open", "Bid 300 for the {}"), ("auction.last", "Take the {} for 300")]
)
def test_what_an_object_of_an_auction_costs_stands_on_the_button_that_names_it(step: str, deed: str) -> None:
    state, seat = met("princes", step)
    teller, data, _ = seen(ENGINES["princes"], state, seat)
    plans = {item.offer.key: item.offer.plan for item in data.items if item.offer.pending.step == step}
    said = {key: teller.tell(teller.choosing(plan), None, None).label for key, plan in plans.items()}
    assert said.pop("decline") == "Decline"
    assert said == {key: deed.format(key.replace("_", " ")) for key in said}
    assert len(said) > 2


def test_a_bid_for_a_character_names_it_once_and_the_bid_not_the_least() -> None:
    labels = set[str]()
    for table in play("princes", 3, {"muse": True}):
        asked = next((each for each in table.engine.pending(table.state) if each.owed), None)
        if asked is None or asked.step != "characters.bid":
            continue
        teller, data, _ = seen(table.engine, table.state, asked.seat)
        plans = [item.offer.plan for item in data.items if item.offer.key != "pass"]
        labels = {teller.tell(teller.choosing(plan), None, None).label for plan in plans}
        break
    assert labels
    assert [label for label in labels if not re.fullmatch(r"[A-Z]\w+: bid \d+", label)] == []


def test_what_turned_a_round_is_told_of_whom_it_lifted_not_of_what_is_worth_as_much_next() -> None:
    """Firenze: a balcony of 7 with a storey of 2, after which the next balcony, of 9, is open."""
    done = Text("firenze.event.fulfilled", {"seat": "seat/0", "points": 7})
    opened = Text("firenze.event.balcony_open", {"points": 9})
    line = LogLine(1, 0.0, "answer", 0, None, [done, opened])
    assert dearest([Standing(Moment(1, line), 1, (9, 0))], (0, 0)) == (done, 0)


def test_whoever_builds_in_place_of_an_own_building_reads_which_one_goes() -> None:
    engine, chance = ENGINES["carrara"], Dice("replaced")
    state = engine.setup(2, engine.info.options.model_validate({"expansion": True}), seed="replaced").state
    while not state.ending:
        pending = next(each for each in engine.pending(state) if each.owed)
        teller = teller_of(engine, state, pending.seat)
        options = pending.ask.options if isinstance(pending.ask, Pick) else ()
        keys = [option.key for option in options if option.key.startswith("replace:")]
        if keys:
            plan = teller.planner.run("").choosing(pending, [keys[0]])
            label = teller.tell(teller.choosing(plan), None, None).label
            assert f"in place of {teller.speaker.noun('tile/' + keys[0].partition(':')[2])}" in label
            return
        value = engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    raise AssertionError("nothing was ever replaced")
