"""Plans for the next turn as people give them: kept in words, played when the turn comes, seen by nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.choices.plan import Planner
from bot.commands.conversation import Command
from bot.commands.plan_commands import from_board, imagine, spoken
from bot.language.speaker import Speaker
from bot.messages.forecast import paces
from bot.messages.post import Button, Post
from bot.service.player_view import player_view, read_log
from bot.service.table_service import TableService
from bot.store import Store
from bot.table.kept_plan import LATEST, SOONEST, KeptPlan
from bot.table.model import Status
from bot.table.time_control import Stage
from bot.workers.surfaces import Place, Surface, brief_of, room_mark
from engines import ENGINES
from engines.kit import Dice, EngineBug, Pick
from engines.kit.play import Walk
from tests.bot.commands.test_order_commands import PEOPLE, PIET, Desk
from tests.bot.crew import crew
from tests.bot.toy_service import owed

FAR = 600.0


class Planning(Desk):
    """A table of two and their plans."""

    def __init__(self, store: Store, folder: Path) -> None:
        super().__init__(store, folder)
        self.folder = folder

    async def plan(self, seat: int, text: str = "") -> Post:
        given = {"table": self.code, "text": text}
        return (await self.conversation.handle(Command(self.caller(seat), "plan", given))).post

    async def kept(self, seat: int) -> KeptPlan | None:
        return (await self.service.work.load(self.code)).table.seats[seat].plan

    async def asked(self) -> tuple[int, str]:
        pending = (await owed(self.service, self.code))[0]
        return pending.seat, pending.step

    async def attend(self, seconds: float = LATEST) -> None:
        """The workers look now, and once more after so many seconds."""
        await self.team.workers.step()
        self.clock.sleep(seconds)
        await self.team.workers.step()

    def notices(self, seat: int) -> list[Stage | None]:
        user = PEOPLE[seat].ref
        return self.team.walls[user.partition(":")[0]].notices(user)

    async def move(self, seat: int, line: str) -> Post:
        given = {"table": self.code, "text": line}
        return (await self.conversation.handle(Command(self.caller(seat), "move", given))).post

    async def buy(self, seat: int) -> None:
        """A turn of Carrara by hand: the plainest purchase and nothing else."""
        for _ in range(5):
            pending = (await owed(self.service, self.code))[0]
            if pending.seat == seat:
                value = ["buy"] if pending.step == "turn.action" else pending.ask.default
                given = [(pending.ask_id, value)]
                await self.service.moves.answer(f"buy {pending.ask_id}", self.code, PEOPLE[seat].ref, given)

    def restart(self) -> None:
        """Another process on the same store."""
        self.service = TableService(self.service.work.store, self.folder, ENGINES, self.clock, lambda: "orders")
        self.team = crew(self.service, "another")


@pytest.fixture
async def carrara(one: Store, tmp_path: Path) -> Planning:
    desk = Planning(one, tmp_path)
    await desk.begin("carrara")
    return desk


async def test_a_plan_is_said_back_with_what_it_does_and_played_over_the_barrier_when_the_turn_comes(
    carrara: Planning,
) -> None:
    said = await carrara.plan(1, "kaufen 1 weiß von II wenn höchstens 9 Münzen, sonst frag mich")
    assert "Rad drehen und kaufen" in said.text
    assert "1 weiß von II" in said.text
    kept = await carrara.kept(1)
    assert kept is not None
    assert (kept.most, kept.kind, kept.line) == (9, "money/coin", "kaufen 1 weiß von II")
    await carrara.buy(0)
    await carrara.attend()
    assert await carrara.asked() == (1, "buy.segment"), "the wheel has turned: what lies on it was not known before"
    await carrara.attend()
    assert (await carrara.asked())[1] not in ("buy.segment", "buy.bricks", "turn.action") or (await carrara.asked())[
        0
    ] == 0
    assert await carrara.kept(1) is None
    own = [line for line in await carrara.service.queries.log(carrara.code, PIET.ref) if line.seat == 1]
    assert any(text.key == "carrara.event.bought" for line in own for text in line.texts)
    stages = [stage for stage in carrara.notices(1) if stage is not None]
    assert stages in ([], [Stage.FIRST]), "asked at most for the object that was not planned"


async def test_a_limit_is_promised_only_where_there_is_one(carrara: Planning) -> None:
    """What lies behind a barrier has no price yet: nothing is said of one."""
    bounded = await carrara.plan(1, "kaufen 1 weiß von II wenn höchstens 9 Münzen")
    assert "nicht mehr" in bounded.text
    unbounded = await carrara.plan(1, "kaufen 1 weiß von II")
    assert "nicht mehr" not in unbounded.text
    assert "höchstens 4" in unbounded.text


async def test_nobody_sees_a_plan_nor_that_it_was_one(carrara: Planning) -> None:
    before = await carrara.service.work.load(carrara.code)
    await carrara.plan(1, "kaufen")
    after = await carrara.service.work.load(carrara.code)
    assert room_mark(after) == room_mark(before)
    assert after.table.touched == before.table.touched
    assert player_view(after, 0).table.seats[1].plan is None
    assert player_view(after, None).table.seats[1].plan is None
    assert player_view(after, 1).table.seats[1].plan is not None
    await carrara.buy(0)
    since = (await carrara.service.work.load(carrara.code)).table.waiting[1].since
    await carrara.attend()
    loaded = await carrara.service.work.load(carrara.code)
    entry = next(each for each in reversed(await carrara.service.work.entries(carrara.code)) if each.kind == "answer")
    assert SOONEST <= entry.time - since <= LATEST + 1
    assert entry.by == "hand"
    seen = read_log(loaded.table, [entry], 0)[0]
    assert [text.key for text in seen.texts] == ["carrara.event.turned"]
    own = read_log(loaded.table, [entry], 1)[0]
    assert own.texts[-1].key == "table.event.plan_played"
    over = loaded.table.model_copy(update={"status": Status.FINISHED})
    assert read_log(over, [entry], 0)[0].by == "hand", "not even when all is shown"


async def test_who_moved_before_can_still_take_back_and_the_plan_stays(carrara: Planning) -> None:
    await carrara.plan(1, "kaufen")
    await carrara.buy(0)
    undo = (await carrara.service.work.load(carrara.code)).table.undo
    assert undo is not None
    await carrara.attend(SOONEST - 1)
    assert carrara.notices(1) == [], "nobody is asked for what is planned"
    await carrara.service.moves.undo("undo", carrara.code, PEOPLE[0].ref)
    assert await carrara.kept(1) is not None
    await carrara.attend()
    assert (await carrara.asked())[0] == 0


async def test_a_played_plan_ends_the_undo_of_who_moved_before_and_can_be_taken_back_itself(
    one: Store, tmp_path: Path
) -> None:
    desk = Planning(one, tmp_path)
    await desk.begin("firenze")
    await desk.until("card.choose")
    seat = 1 - (await desk.asked())[0]
    usual = (await desk.plan(seat)).text
    assert usual.count("·") > 1
    loaded = await desk.service.work.load(desk.code)
    first = ENGINES["firenze"].pending(imagine(loaded, seat))[0].ask
    free = next(option for option in first.options if option.key == "slot:0")
    speaker = desk.conversation.context.composer.speaker(loaded.table, PEOPLE[seat].language)
    await desk.plan(seat, speaker.label(free.label))
    for _ in range(60):
        pending = (await owed(desk.service, desk.code))[0]
        if pending.seat == seat and pending.step == "card.choose":
            break
        value = loaded.engine.policy(
            (await desk.service.work.load(desk.code)).state, pending.seat, pending.step, pending.ask, lambda below: 0
        )
        await desk.service.moves.answer(
            f"on {pending.ask_id}", desk.code, PEOPLE[pending.seat].ref, [(pending.ask_id, value)]
        )
    await desk.attend(FAR)
    kept = await desk.kept(seat)
    if kept is None:
        assert (await desk.asked())[1] != "card.choose"
    else:
        assert kept.trouble is not None, "the card was taken meanwhile"
        assert Stage.FIRST in desk.notices(seat)


async def test_a_plan_is_played_once_and_survives_a_restart(carrara: Planning) -> None:
    await carrara.plan(1, "kaufen")
    await carrara.buy(0)
    carrara.restart()
    other = crew(carrara.service, "second")
    await carrara.attend()
    await other.workers.step()
    carrara.restart()
    await carrara.attend(FAR)
    entries = await carrara.service.work.entries(carrara.code)
    turned = [
        entry for entry in entries if entry.seat == 1 and any(e.key == "carrara.event.turned" for e in entry.happened())
    ]
    assert len(turned) == 1


async def test_what_costs_more_is_asked_with_the_plan_beside_it_and_done_with_one_tap(carrara: Planning) -> None:
    await carrara.plan(1, "kaufen 1 weiß von II wenn höchstens 0")
    await carrara.buy(0)
    await carrara.attend()
    await carrara.attend()
    kept = await carrara.kept(1)
    assert kept is not None
    assert kept.at_cost is not None
    assert sum(kept.at_cost.values()) > 0
    assert await carrara.asked() == (1, "turn.action"), "the wheel is not turned for what will cost more in any case"
    assert carrara.notices(1)[-1] is Stage.FIRST
    brief = carrara.team.walls["telegram"].briefs(PIET.ref)[-1]
    post = await carrara.conversation.context.composer.panel_for(brief)
    assert "Dein Plan: kaufen 1 weiß von II (höchstens 0). Es kostet jetzt mehr" in post.text
    button = next(
        each
        for row in post.rows
        if isinstance(row, tuple)
        for each in row
        if isinstance(each, Button) and each.id.startswith("c:plando")
    )
    await carrara.tap(1, button.id)
    assert await carrara.kept(1) is None
    assert (await carrara.asked())[1] not in ("turn.action", "buy.segment"), "over the barrier, with one tap"


async def test_nothing_is_begun_that_cannot_be_finished_however_the_unknown_lies(carrara: Planning) -> None:
    """The wheel turns as everybody can foresee: what will lie on II lies on I before."""
    await carrara.plan(1, "kaufen 5 weiß von II")
    await carrara.buy(0)
    await carrara.attend()
    assert await carrara.asked() == (1, "turn.action"), "it could not be taken back"
    kept = await carrara.kept(1)
    assert kept is not None
    assert kept.trouble is not None
    assert "Nicht gespielt. Geht nicht:" in (await carrara.plan(1)).text


async def test_who_has_a_panel_is_alerted_once_a_plan_cannot_be_played(carrara: Planning) -> None:
    """The panel showed the question silently while the plan was due; it was never alerted for before half the time."""
    await carrara.buy(0)
    await carrara.attend()
    await carrara.buy(1)
    await carrara.attend()
    await carrara.plan(1, "kaufen 5 weiß von II")
    before = len(carrara.team.walls["telegram"].briefs(PIET.ref))
    await carrara.buy(0)
    await carrara.team.workers.step()
    assert carrara.notices(1)[before:] == [None], "what was planned alerts nobody"
    await carrara.attend()
    kept = await carrara.kept(1)
    assert kept is not None
    assert kept.trouble is not None
    assert carrara.notices(1)[before:] == [None, Stage.FIRST]


async def test_where_the_first_way_costs_too_much_the_next_is_played(carrara: Planning) -> None:
    """The wheel has turned by then: both ways began with it."""
    said = await carrara.plan(1, "kaufen 1 weiß von II wenn höchstens 0, sonst 1 weiß von II wenn höchstens 9")
    assert "Sonst:" in said.text
    kept = await carrara.kept(1)
    assert kept is not None
    assert [way.line for way in kept.ways] == ["kaufen 1 weiß von II"], "the verb is understood"
    await carrara.buy(0)
    await carrara.attend()
    await carrara.attend()
    assert await carrara.kept(1) is None
    own = [line for line in await carrara.service.queries.log(carrara.code, PIET.ref) if line.seat == 1]
    assert any(text.key == "carrara.event.bought" for line in own for text in line.texts)


async def test_a_plan_of_two_turns_is_played_turn_by_turn(carrara: Planning) -> None:
    said = await carrara.plan(1, "kaufen 1 weiß von II; im nächsten Zug kaufen 1 weiß von II wenn höchstens 9")
    assert "Im Zug danach:" in said.text
    for turn in (1, 2):
        await carrara.buy(0)
        for _ in range(2):
            await carrara.attend()
        for _ in range(4):  # what was not planned is answered by hand
            pending = (await owed(carrara.service, carrara.code))[0]
            if pending.seat == 1:
                given = [(pending.ask_id, pending.ask.default)]
                await carrara.service.moves.answer(f"rest {turn} {pending.ask_id}", carrara.code, PIET.ref, given)
        kept = await carrara.kept(1)
        bought = [
            text
            for line in await carrara.service.queries.log(carrara.code, PIET.ref)
            for text in line.texts
            if line.seat == 1 and text.key == "carrara.event.bought"
        ]
        assert len(bought) == turn
        assert (kept is None) == (turn == 2)
    assert "2" not in (await carrara.plan(1)).text.partition("\n")[0], "no plan is left"


async def test_a_plan_stops_when_what_was_named_happens(carrara: Planning) -> None:
    assert "Nenne jemanden" in (await carrara.plan(1, "kaufen außer wenn Lena tanzt")).text
    await carrara.plan(1, "kaufen außer wenn Lena kauft")
    await carrara.buy(0)
    await carrara.attend()
    kept = await carrara.kept(1)
    assert kept is not None
    assert kept.trouble is not None
    assert kept.trouble.key == "table.plan.stopped"
    assert await carrara.asked() == (1, "turn.action")
    assert carrara.notices(1) == [Stage.FIRST]


async def test_a_turn_played_by_hand_and_off_withdraw_a_plan(carrara: Planning) -> None:
    await carrara.plan(1, "kaufen")
    assert "zurückgezogen" in (await carrara.plan(1, "aus")).text
    assert await carrara.kept(1) is None
    await carrara.plan(1, "kaufen")
    await carrara.buy(0)
    await carrara.buy(1)
    assert await carrara.kept(1) is None


async def test_a_plan_that_cannot_be_read_is_refused_and_on_ones_own_turn_there_is_none(carrara: Planning) -> None:
    assert "xyz" in (await carrara.plan(1, "xyz")).text
    assert "your turn" in (await carrara.plan(0, "buy")).text
    assert "Villa" in (await carrara.plan(1, "kaufen, sonst bauen villa")).text, "and why, in the words of the game"
    assert await carrara.kept(1) is None


@pytest.mark.parametrize("game", list(ENGINES))
async def test_what_is_put_together_on_the_board_is_kept_as_the_line_that_reads_the_same(
    one: Store, tmp_path: Path, game: str
) -> None:
    desk = Planning(one, tmp_path)
    await desk.begin(game)
    home = {"carrara": "turn.action", "firenze": "card.choose", "princes": "turn.action", "rivals": "action"}[game]
    seat = 1 - (await desk.until(home)).seat
    loaded, chance = await desk.service.work.load(desk.code), Dice("tapped")
    imagined = imagine(loaded, seat)
    planner = Planner(loaded.engine, imagined, seat, loaded.engine.submit)
    planned = planner.run()
    while not planned.is_whole:
        pending = next(each for each in planned.asks if each.owed)
        value = loaded.engine.policy(planned.state, seat, pending.step, pending.ask, chance.below)
        planned = planner.run(planned.choosing(pending, value))
    await from_board(desk.conversation.context, desk.caller(seat), desk.code, planned.text, False)
    kept = await desk.kept(seat)
    assert kept is not None
    assert kept.home == home


def test_what_may_change_until_the_turn_comes_is_said_last() -> None:
    """`Draw from stack 1: Basic Set, 9 left` is not possible any more once eight are left."""
    engine = ENGINES["rivals"]
    walk = Walk(engine, 2, engine.info.options(), "spoken", wild=0)
    asked = (each for position in walk.positions() for each in engine.pending(position.state))
    pending = next(each for each in asked if each.step == "hand.refill")
    assert isinstance(pending.ask, Pick)
    words = spoken(pending, [pending.ask.options[0].key], Speaker("en", "rivals", ("Lena", "Piet"), pending.seat))
    assert "left" in words[-1]
    assert "left" not in words[0] + words[1]
    assert words[1]


async def test_rivals_rolls_first_and_then_does_what_was_planned(one: Store, tmp_path: Path) -> None:
    desk = Planning(one, tmp_path)
    await desk.begin("rivals")
    seat = 1 - (await desk.until("action")).seat
    await desk.plan(seat, ("end actions", "aktionen beenden")[seat])
    assert await desk.kept(seat) is not None
    for _ in range(40):
        pending = (await owed(desk.service, desk.code))[0]
        if pending.seat == seat and pending.step == "turn.before":
            break
        loaded = await desk.service.work.load(desk.code)
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, lambda below: 0)
        await desk.service.moves.answer(
            f"on {pending.ask_id}", desk.code, PEOPLE[pending.seat].ref, [(pending.ask_id, value)]
        )
    await desk.attend(FAR)
    entries = await desk.service.work.entries(desk.code)
    assert any(e.key == "rivals.event.rolled" for e in entries[-1].happened())
    assert entries[-1].seat == seat


# --- what is foretold ---


async def test_who_shares_the_table_is_told_when_they_are_likely_up_unless_the_other_would_not_have_it(
    carrara: Planning,
) -> None:
    async def told(seat: int) -> str:
        given = {"table": carrara.code}
        return (await carrara.conversation.handle(Command(carrara.caller(seat), "table", given))).post.text

    for _ in range(3):
        await carrara.buy(0)
        carrara.clock.sleep(7000)
        await carrara.buy(1)
        carrara.clock.sleep(600)
    assert "answers within" not in await told(0), "it is the own turn"
    await carrara.buy(0)
    assert "Piet usually answers within 2 hours. You are likely up:" in await told(0)
    here = await carrara.service.people.preferences(PIET.ref)
    away = here.model_copy(update={"away": ((carrara.clock(), carrara.clock() + 2 * 86400),)})
    await carrara.service.people.keep(PIET.ref, away)
    assert "likely up" not in await told(0), "nobody answers from a holiday"
    await carrara.service.people.keep(PIET.ref, here)
    carrara.clock.sleep(9000)
    said = await told(0)
    assert "Piet usually answers within 2 hours." in said
    assert "likely up" not in said, "that moment is past"
    await carrara.conversation.handle(Command(carrara.caller(1), "remind", {"forecast": False}))
    assert "usually" not in await told(0)


async def test_the_panel_of_who_waits_and_the_next_lobby_tell_the_pace_that_people_keep(carrara: Planning) -> None:
    for _ in range(4):
        await carrara.buy(0)
        carrara.clock.sleep(7000)
        await carrara.buy(1)
        carrara.clock.sleep(600)
    await carrara.buy(0)
    panel = await carrara.move(0, "")
    assert "Piet usually answers within 2 hours. You are likely up:" in panel.text
    loaded = await carrara.service.work.load(carrara.code)
    people = await carrara.service.people.at(loaded.table)
    surface = Surface(Place(PEOPLE[0].ref, 0), "mark")
    brief = brief_of(surface, loaded, [], {}, people, carrara.clock())
    assert brief.forecast.startswith("Piet usually answers within 2 hours.")
    assert brief_of(Surface(Place("room"), "mark"), loaded, [], {}, people, carrara.clock()).forecast == ""

    lobby = await carrara.service.lobby.create("next", "carrara", PEOPLE[0], "sim:next")
    code = lobby.table.code
    await carrara.service.lobby.join("joins", code, PEOPLE[1])

    async def told(seat: int) -> str:
        given = {"table": code}
        return (await carrara.conversation.handle(Command(carrara.caller(seat), "table", given))).post.text

    assert "Piet usually answers within 2 hours." in await told(0)
    said = await told(1)
    assert "Lena antwortet meist innerhalb von 10 Minuten." in said
    assert "Piet antwortet" not in said, "not of oneself"
    table = (await carrara.service.work.load(code)).table
    speaker = Speaker("en", "carrara", tuple(table.names))
    assert paces(table, None, await carrara.service.people.paces(table), speaker) == "", "not for onlookers"
    await carrara.conversation.handle(Command(carrara.caller(1), "remind", {"forecast": False}))
    assert "usually" not in await told(0)


# --- together ---


async def test_where_several_must_answer_all_are_asked_at_once_and_told_when_it_matters(
    one: Store, tmp_path: Path
) -> None:
    desk = Planning(one, tmp_path)
    await desk.begin("princes")
    asked = await owed(desk.service, desk.code)
    assert {pending.seat for pending in asked} == {0, 1}, "the people to keep are chosen by all at once"
    await desk.attend(0)
    assert [desk.notices(seat) for seat in (0, 1)] == [[Stage.FIRST], [Stage.FIRST]]
    mine = next(pending for pending in asked if pending.seat == 1)
    value = ENGINES["princes"].policy(
        (await desk.service.work.load(desk.code)).state, 1, mine.step, mine.ask, lambda below: 0
    )
    await desk.service.moves.answer("keep", desk.code, PIET.ref, [(mine.ask_id, value)])
    await desk.attend(0)
    assert desk.notices(0) == [Stage.FIRST], "that the other has chosen is no news"
    assert {pending.seat for pending in await owed(desk.service, desk.code)} == {0}


async def test_a_fault_of_the_rules_in_a_plan_is_asked_and_not_tried_for_ever(
    carrara: Planning, monkeypatch: pytest.MonkeyPatch
) -> None:
    await carrara.plan(1, "kaufen")
    await carrara.buy(0)

    def broken(*_: object) -> None:
        raise EngineBug("planted")

    with monkeypatch.context() as planted:
        planted.setattr("bot.lines.plan_parser.read_move", broken)
        await carrara.attend()
    kept = await carrara.kept(1)
    assert kept is not None
    assert kept.trouble is not None
    assert carrara.notices(1) == [Stage.FIRST]
    assert await carrara.team.workers.step() == 0
