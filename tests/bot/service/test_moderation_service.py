"""Clocks with a bank, pauses, votes, and the ladder for those who do not come."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.messages.brief import Why
from bot.service.table_service import TableService
from bot.store import Store
from bot.table.lobby import User
from bot.table.model import Absence, Status
from bot.table.preferences import Person
from bot.table.time_control import DAY, HOUR, Pace, Terms
from engines.kit import Refusal
from tests.bot.crew import crew
from tests.bot.toy_service import ANNA, BRAM, CARO, ROOM, Clock, begin, last, owed, refused, service

DORA = User("local:dora", "Dora")
PEOPLE = (ANNA, BRAM, CARO)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(kept: Store, tmp_path: Path, clock: Clock) -> TableService:
    return service(kept, tmp_path, clock, seed="hosting")


async def first_owed(desk: TableService, code: str) -> tuple[int, str, str]:
    pending = (await owed(desk, code))[0]
    return pending.seat, PEOPLE[pending.seat].ref, pending.ask_id


async def answer_as(desk: TableService, code: str, seat: int, request: str) -> None:
    pending = next(each for each in await owed(desk, code) if each.seat == seat)
    await desk.moves.answer(request, code, PEOPLE[seat].ref, [(pending.ask_id, pending.ask.fallback())])


def test_the_grace_is_free_and_the_bank_pays_for_the_rest() -> None:
    terms = Terms(grace=10, bank=20, increment=2)
    assert terms.allowed(None) == 30
    assert terms.bank_after(None, spent=9) is None
    assert terms.bank_after(None, spent=15) == 17
    assert terms.bank_after(17, spent=5) == 19
    assert terms.bank_after(1, spent=30) == 2
    assert terms.bank_after(19, spent=0) is None


async def test_a_slow_move_shortens_the_next_one_and_quick_ones_fill_the_bank_again(
    desk: TableService, clock: Clock
) -> None:
    code = await begin(desk)
    clock.sleep(34 * HOUR)
    await answer_as(desk, code, 0, "slow")
    assert (await desk.queries.table(code)).seats[0].bank == 40 * HOUR
    await answer_as(desk, code, 1, "other")
    table = await desk.queries.table(code)
    assert table.seats[1].bank == 40 * HOUR
    seat = next(iter(table.waiting))
    assert table.waiting[seat].allowed == 24 * HOUR + 40 * HOUR


async def test_while_the_table_is_paused_no_clock_runs(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    before = (await desk.queries.deadlines(await desk.queries.table(code)))[0]
    clock.sleep(HOUR)
    await desk.moderation.pause("pause", code, ANNA.ref)
    clock.sleep(10 * DAY)
    assert (await desk.queries.table(code)).paused is not None
    await desk.moderation.resume("resume", code, ANNA.ref)
    after = (await desk.queries.deadlines(await desk.queries.table(code)))[0]
    assert after == pytest.approx(before + 10 * DAY)


async def test_who_is_not_the_host_pauses_by_vote(desk: TableService) -> None:
    code = await begin(desk, people=3)
    await desk.moderation.pause("ask", code, BRAM.ref)
    table = await desk.queries.table(code)
    assert table.paused is None
    assert table.vote is not None
    await desk.moderation.vote("yes", code, CARO.ref, True)
    assert (await desk.queries.table(code)).paused is not None


async def test_the_host_gives_more_time_within_a_cap(desk: TableService) -> None:
    code = await begin(desk)
    before = (await desk.queries.deadlines(await desk.queries.table(code)))[1]
    await desk.moderation.extend("more", code, ANNA.ref, 1, 48)
    assert (await desk.queries.deadlines(await desk.queries.table(code)))[1] == before + 48 * HOUR
    with pytest.raises(Refusal, match="extension"):
        await desk.moderation.extend("far more", code, ANNA.ref, 1, 121)
    with pytest.raises(Refusal, match="host_only"):
        await desk.moderation.extend("mine", code, BRAM.ref, 1, 1)


async def test_the_pace_of_a_game_that_is_on_changes_by_vote_and_takes_no_time_away(desk: TableService) -> None:
    code = await begin(desk)
    before = await desk.queries.deadlines(await desk.queries.table(code))
    await desk.moderation.change_pace("ask", code, ANNA.ref, Pace.BLITZ)
    assert (await desk.queries.table(code)).pace is Pace.DAY
    await desk.moderation.vote("yes", code, BRAM.ref, True)
    table = await desk.queries.table(code)
    assert table.pace is Pace.BLITZ
    assert await desk.queries.deadlines(table) == before


async def test_when_time_is_up_a_computer_plays_until_the_person_is_back(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await begin(desk)
    await answer_as(desk, code, 1, "in time")
    clock.sleep(73 * HOUR)
    await team.workers.step()
    table = await desk.queries.table(code)
    assert table.seats[0].absent is not None
    assert table.seats[0].user == ANNA.ref
    played = [line for line in await desk.queries.log(code, ANNA.ref) if line.by == "computer"]
    assert {line.seat for line in played} == {0}
    await desk.moderation.come_back("back", code, ANNA.ref)
    table = await desk.queries.table(code)
    assert table.seats[0].absent is None
    assert table.plays(0)


async def test_with_everybody_away_the_game_waits_for_the_first_to_come_back(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await begin(desk)
    for _ in range(10):
        clock.sleep(5 * DAY)
        await team.workers.step()
    table = await desk.queries.table(code)
    assert (table.status, table.moves) == (Status.RUNNING, 1)
    assert sum(table.plays(seat) for seat in range(2)) == 1


async def test_one_tap_of_the_absent_person_takes_the_seat_back(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    clock.sleep(73 * HOUR)
    table = await desk.queries.table(code)
    await desk.moderation.climb("up", code, (await desk.work.load(code)).version, "computer", 0)
    await answer_as(desk, code, 0, "tap")
    table = await desk.queries.table(code)
    assert table.plays(0)


async def test_nothing_is_decided_against_somebody_within_time(desk: TableService, clock: Clock) -> None:
    code = await begin(desk, people=3)
    await desk.moderation.set_absence("vote", code, ANNA.ref, Absence.VOTE)
    clock.sleep(71 * HOUR)
    for kind in ("computer", "kick"):
        with pytest.raises(Refusal, match="within_time"):
            await desk.moderation.propose(f"too early {kind}", code, ANNA.ref, kind, seat=1)
    with pytest.raises(Refusal, match="within_time"):
        await desk.moderation.open_seat("open", code, ANNA.ref, 1)


async def test_by_vote_the_greater_part_of_the_others_decides(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await begin(desk, people=3)
    await desk.moderation.set_absence("vote", code, ANNA.ref, Absence.VOTE)
    await answer_as(desk, code, 0, "anna")
    await answer_as(desk, code, 2, "caro")
    clock.sleep(73 * HOUR)
    await team.workers.step()
    assert (await desk.queries.table(code)).plays(1), "the game waits for the vote"
    await desk.moderation.propose("ask", code, ANNA.ref, "kick", seat=1)
    assert (await desk.queries.table(code)).plays(1)
    with pytest.raises(Refusal, match="no_vote"):
        await desk.moderation.vote("own", code, BRAM.ref, False)
    await desk.moderation.vote("yes", code, CARO.ref, True)
    assert not (await desk.queries.table(code)).plays(1)


async def test_a_refused_vote_changes_nothing(desk: TableService) -> None:
    code = await begin(desk)
    await desk.moderation.change_pace("ask", code, ANNA.ref, Pace.NONE)
    await desk.moderation.vote("no", code, BRAM.ref, False)
    table = await desk.queries.table(code)
    assert (table.vote, table.pace) == (None, Pace.DAY)


async def test_after_a_day_a_substitute_may_take_the_seat_with_the_code(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await begin(desk)
    await answer_as(desk, code, 1, "in time")
    with pytest.raises(Refusal):
        await desk.lobby.join("early", code, DORA)
    clock.sleep(73 * HOUR)
    await team.workers.step()
    clock.sleep(25 * HOUR)
    await team.workers.step()
    assert (await desk.queries.table(code)).seats[0].is_open
    await desk.lobby.join("in", code, DORA)
    table = await desk.queries.table(code)
    assert (table.seats[0].user, table.seats[0].absent) == (DORA.ref, None)
    assert code in [line.table.code for line in await desk.queries.games_of(DORA.ref)]


async def test_after_two_weeks_the_written_drop_rule_holds(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await begin(desk)
    await desk.people.keep(BRAM.ref, Person(away=((0.0, 9e9),)))
    await answer_as(desk, code, 1, "in time")
    clock.sleep(73 * HOUR)
    await team.workers.step()
    for _ in range(15):
        clock.sleep(DAY)
        await team.workers.step()
    table = await desk.queries.table(code)
    assert (table.status, table.plays(1)) == (Status.RUNNING, True)
    assert (table.seats[0].kind, table.seats[0].user) == ("computer", "")


async def away(desk: TableService, code: str, seat: int) -> None:
    """A computer steps in for a seat."""
    await desk.moderation.climb(f"up {seat}", code, (await desk.work.load(code)).version, "computer", seat)


async def test_notices_come_in_the_language_one_asks_for(desk: TableService) -> None:
    code = await begin(desk)
    done = await desk.moderation.speak("s", code, BRAM.ref, "de")
    assert ([seat.language for seat in done.table.seats], done.texts) == (["en", "de"], [])
    assert (await last(desk, code)).kind == "spoke"
    await refused("table.refusal.not_in", desk.moderation.speak("x", code, CARO.ref, "de"))


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("paused", "table.event.paused"),
        ("resumed", "table.event.resumed"),
        ("extended", "table.event.extended"),
        ("absence", "table.event.absence"),
        ("seat_open", "table.event.seat_open"),
        ("renewed", "table.event.renewed"),
    ],
)
async def test_what_the_host_does_is_the_hosts_alone_and_told(desk: TableService, kind: str, key: str) -> None:
    code = await begin(desk, 3)
    await away(desk, code, 2)
    host = {
        "paused": lambda user, request: desk.moderation.pause(request, code, user),
        "resumed": lambda user, request: desk.moderation.resume(request, code, user),
        "extended": lambda user, request: desk.moderation.extend(request, code, user, 1, 5),
        "absence": lambda user, request: desk.moderation.set_absence(request, code, user, Absence.WAIT),
        "seat_open": lambda user, request: desk.moderation.open_seat(request, code, user, 2),
        "renewed": lambda user, request: desk.moderation.renew(request, code, user, 1),
    }
    if kind == "resumed":
        await host["paused"](ANNA.ref, "before")
    if kind != "paused":
        await refused("table.refusal.host_only", host[kind](BRAM.ref, "not mine"))
    done = await host[kind](ANNA.ref, "mine")
    assert [text.key for text in done.texts] == [key]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == (kind, ANNA.ref, None)


async def test_a_seat_is_handed_over_to_another_account_of_the_same_person(desk: TableService) -> None:
    code = await begin(desk)
    done = await desk.moderation.hand_over("h", code, 1, DORA)
    assert (done.table.seats[1].user, done.table.seats[1].name) == (DORA.ref, "Bram")
    assert [text.key for text in done.texts] == ["table.event.handed_over"]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == ("handed_over", DORA.ref, 1)
    assert await desk.work.store.games_of_user(DORA.ref) == [code]
    assert await desk.work.store.games_of_user(BRAM.ref) == [], "the old account is out"
    again = await desk.moderation.hand_over("h", code, 1, DORA)
    assert again.repeated
    assert await desk.work.store.games_of_user(DORA.ref) == [code], "the same request once more takes nothing away"


async def test_a_substitute_takes_an_open_seat_with_the_whole_time(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    await refused("table.refusal.begun", desk.moderation.take_seat("x", code, DORA))
    await away(desk, code, 1)
    await desk.moderation.open_seat("open", code, ANNA.ref, 1)
    await refused("table.refusal.already_in", desk.moderation.take_seat("y", code, ANNA))
    clock.sleep(HOUR)
    done = await desk.moderation.take_seat("in", code, DORA)
    seat, waiting = done.table.seats[1], done.table.waiting[1]
    assert (seat.user, seat.name, seat.absent, seat.is_open) == (DORA.ref, "Dora", None, False)
    assert (waiting.since, waiting.allowed) == (clock.now, 72 * HOUR)
    assert [(text.key, text.facts) for text in done.texts] == [
        ("table.event.replaced", {"name": "Dora", "before": "Bram"})
    ]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == ("replaced", DORA.ref, 1)
    assert await desk.work.store.games_of_user(DORA.ref) == [code]


async def test_a_substitute_where_nobody_has_a_clock_has_none_either(desk: TableService) -> None:
    code = await begin(desk, pace=Pace.NONE)
    await away(desk, code, 1)
    await desk.moderation.open_seat("open", code, ANNA.ref, 1)
    assert (await desk.moderation.take_seat("in", code, DORA)).table.waiting[1].allowed is None


async def test_a_substitute_may_come_while_the_seat_is_not_asked(desk: TableService) -> None:
    code = await begin(desk)
    await answer_as(desk, code, 1, "bram")
    await away(desk, code, 1)
    await desk.moderation.open_seat("open", code, ANNA.ref, 1)
    assert set((await desk.moderation.take_seat("in", code, DORA)).table.waiting) == {0}


async def test_who_comes_back_has_fresh_time_from_the_bank(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    await refused("table.refusal.not_absent", desk.moderation.come_back("x", code, BRAM.ref))
    await away(desk, code, 1)
    clock.sleep(HOUR)
    done = await desk.moderation.come_back("b", code, BRAM.ref)
    assert (done.table.waiting[1].since, done.table.waiting[1].allowed) == (clock.now, 72 * HOUR)
    assert [text.key for text in done.texts] == ["table.event.came_back"]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == ("came_back", BRAM.ref, 1)
    endless = await begin(desk, pace=Pace.NONE, request="endless")
    await away(desk, endless, 1)
    assert (await desk.moderation.come_back("b", endless, BRAM.ref)).table.waiting[1].allowed is None


async def test_whether_notices_arrive_is_put_on_record_when_it_changes(desk: TableService) -> None:
    code = await begin(desk)
    version = (await desk.work.load(code)).version
    await desk.moderation.note_reached(code, 1, BRAM.ref, True)
    await desk.moderation.note_reached(code, 1, ANNA.ref, False)
    assert (await desk.work.load(code)).version == version, "nothing new, or not that person"
    await desk.moderation.note_reached(code, 1, BRAM.ref, False)
    entry = await last(desk, code)
    assert (entry.kind, entry.seat, [event.key for event in entry.happened()]) == (
        "unreached",
        None,
        ["table.event.unreached"],
    )
    assert entry.happened()[0].facts == {"seat": "seat/1"}
    assert [seat.is_unreached for seat in (await desk.queries.table(code)).seats] == [False, True]
    await desk.moderation.note_reached(code, 1, BRAM.ref, False)
    assert (await desk.work.load(code)).version == version + 1
    await desk.moderation.note_reached(code, 1, BRAM.ref, True)
    entry = await last(desk, code)
    assert (entry.kind, entry.events) == ("reached", [])
    assert not (await desk.queries.table(code)).seats[1].is_unreached


@pytest.mark.parametrize(
    ("rung", "kind", "key"),
    [
        ("computer", "absence_computer", "table.event.stepped_in"),
        ("open", "absence_open", "table.event.seat_open"),
        ("drop", "absence_drop", "table.event.dropped"),
    ],
)
async def test_each_rung_of_the_ladder_is_climbed_at_its_version(
    desk: TableService, rung: str, kind: str, key: str
) -> None:
    code = await begin(desk)
    if rung == "open":
        await away(desk, code, 1)
    version = (await desk.work.load(code)).version
    await refused("kit.refusal.closed", desk.moderation.climb("x", code, version - 1, rung, 1))
    done = await desk.moderation.climb("c", code, version, rung, 1)
    assert [text.key for text in done.texts] == [key]
    entry = await last(desk, code)
    assert (entry.kind, entry.seat, entry.user) == (kind, 1, "")


async def test_a_proposal_is_told_with_whom_and_what_it_is_about(desk: TableService, clock: Clock) -> None:
    code = await begin(desk, 3)
    done = await desk.moderation.change_pace("p", code, BRAM.ref, Pace.RELAXED)
    vote = done.table.vote
    assert vote is not None
    assert (vote.by, vote.asked, vote.agreed, vote.kind, vote.seat, vote.value) == (
        1,
        clock.now,
        [1],
        "pace",
        None,
        "relaxed",
    )
    assert [(text.key, text.facts) for text in done.texts] == [
        ("table.event.asked_pace", {"seat": "seat/1", "value": "pace/relaxed"})
    ]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == ("vote_asked", BRAM.ref, 1)
    await away(desk, code, 2)
    kick = await desk.moderation.propose("k", code, BRAM.ref, "kick", seat=2)
    assert [(text.key, text.facts) for text in kick.texts] == [
        ("table.event.asked_kick", {"seat": "seat/1", "about": "seat/2"})
    ]


async def test_only_another_persons_seat_can_be_voted_about(desk: TableService) -> None:
    code = await begin(desk, 3)
    for seat, number in ((None, 1), (-1, 0), (3, 4)):
        refusal = await refused(
            "kit.refusal.no_such_seat", desk.moderation.propose(f"x{seat}", code, ANNA.ref, "kick", seat=seat)
        )
        assert refusal.facts == {"number": number}
    await refused("table.refusal.own_seat", desk.moderation.propose("own", code, ANNA.ref, "kick", seat=0))
    await desk.moves.resign("r", code, CARO.ref)
    await refused("table.refusal.no_person", desk.moderation.propose("y", code, ANNA.ref, "computer", seat=2))
    late = await refused("table.refusal.within_time", desk.moderation.propose("z", code, ANNA.ref, "kick", seat=1))
    assert late.facts == {"seat": "Bram"}


async def test_yes_and_no_are_counted_and_may_be_changed(desk: TableService) -> None:
    code = (await desk.lobby.create("four", "toy", ANNA, ROOM)).table.code
    for person in (BRAM, CARO, DORA):
        await desk.lobby.join(f"j{person.ref}", code, person)
    await desk.lobby.start("s", code, ANNA.ref, "joined")
    await refused("table.refusal.no_vote", desk.moderation.vote("x", code, BRAM.ref, True))
    await desk.moderation.change_pace("p", code, ANNA.ref, Pace.BLITZ)
    yes = await desk.moderation.vote("yes", code, BRAM.ref, True)
    assert yes.table.vote is not None
    assert (yes.table.vote.agreed, yes.table.vote.refused) == ([0, 1], [])
    assert [(text.key, text.facts) for text in yes.texts] == [("table.event.voted_for", {"seat": "seat/1"})]
    no = await desk.moderation.vote("no", code, BRAM.ref, False)
    assert no.table.vote is not None
    assert (no.table.vote.agreed, no.table.vote.refused) == ([0], [1])
    assert [(text.key, text.facts) for text in no.texts] == [("table.event.voted_against", {"seat": "seat/1"})]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == ("voted", BRAM.ref, 1)
    again = await desk.moderation.vote("yes again", code, BRAM.ref, True)
    assert again.table.vote is not None
    assert (again.table.vote.agreed, again.table.vote.refused) == ([0, 1], [])
    won = await desk.moderation.vote("third", code, DORA.ref, True)
    assert (won.table.vote, won.table.pace, [text.key for text in won.texts]) == (
        None,
        Pace.BLITZ,
        ["table.event.pace"],
    )
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == ("vote_won", DORA.ref, 3)


async def test_a_lost_vote_is_told(desk: TableService) -> None:
    code = await begin(desk)
    await desk.moderation.change_pace("ask", code, ANNA.ref, Pace.NONE)
    done = await desk.moderation.vote("no", code, BRAM.ref, False)
    assert [text.key for text in done.texts] == ["table.event.vote_lost"]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == ("vote_lost", BRAM.ref, 1)


async def test_going_back_is_not_decided_here(desk: TableService) -> None:
    code = await begin(desk)
    await answer_as(desk, code, 0, "anna")
    await desk.moves.ask_back("b", code, ANNA.ref)
    await refused("table.refusal.no_vote", desk.moderation.vote("x", code, BRAM.ref, True))


@pytest.mark.parametrize(("kind", "key"), [("computer", "stepped_in"), ("kick", "dropped")])
async def test_a_vote_about_somebody_late_is_carried_out(desk: TableService, clock: Clock, kind: Any, key: str) -> None:
    code = await begin(desk)
    await answer_as(desk, code, 0, "anna")
    clock.sleep(73 * HOUR)
    done = await desk.moderation.propose("ask", code, ANNA.ref, kind, seat=1)
    assert [(text.key, text.facts) for text in done.texts] == [(f"table.event.{key}", {"seat": "seat/1"})]
    seat = done.table.seats[1]
    assert (seat.kind, seat.absent) == (("person", clock.now) if kind == "computer" else ("computer", None))


async def test_a_pause_by_vote_stops_the_clocks_from_now_on(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    await desk.moderation.pause("ask", code, BRAM.ref)
    clock.sleep(5)
    done = await desk.moderation.vote("yes", code, ANNA.ref, True)
    assert (done.table.paused, [text.key for text in done.texts]) == (clock.now, ["table.event.paused"])


async def test_the_host_can_be_voted_about_like_anybody(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    await answer_as(desk, code, 1, "bram")
    clock.sleep(73 * HOUR)
    done = await desk.moderation.propose("ask", code, BRAM.ref, "computer", seat=0)
    assert not done.table.plays(0)


async def test_whom_a_notice_did_not_reach_is_noted_only_while_that_person_sits_there(
    desk: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, load = await begin(desk), desk.work.load

    async def and_then_another_comes(wanted: str) -> Any:
        loaded = await load(wanted)
        monkeypatch.undo()
        await desk.moderation.hand_over("h", code, 1, DORA)
        return loaded

    monkeypatch.setattr(desk.work, "load", and_then_another_comes)
    await refused("kit.refusal.closed", desk.moderation.note_reached(code, 1, BRAM.ref, False))
    assert not (await desk.queries.table(code)).seats[1].is_unreached


# --- votes that the table opens, votes that lapse ---


async def late_table(desk: TableService, clock: Clock, rule: Absence = Absence.VOTE) -> str:
    """Three people, of whom the first does not come; the others have chosen in time."""
    code = await begin(desk, people=3)
    await desk.moderation.set_absence("rule", code, ANNA.ref, rule)
    await answer_as(desk, code, 1, "bram")
    await answer_as(desk, code, 2, "caro")
    clock.sleep(73 * HOUR)
    return code


async def test_when_time_is_up_the_others_are_asked_and_their_yes_lets_a_computer_play(
    desk: TableService, clock: Clock
) -> None:
    team, code = crew(desk), await late_table(desk, clock)
    await team.workers.step()
    vote = (await desk.queries.table(code)).vote
    assert vote is not None
    assert (vote.by, vote.kind, vote.seat) == (None, "computer", 0)
    assert [brief.occasion.why for brief in team.walls["discord"].briefs(BRAM.ref)][-1] is Why.VOTE
    assert [brief.occasion.why for brief in team.walls["telegram"].briefs(CARO.ref)][-1] is Why.VOTE
    await refused("table.refusal.no_vote", desk.moderation.vote("own", code, ANNA.ref, True))
    await desk.moderation.vote("b", code, BRAM.ref, True)
    await desk.moderation.vote("c", code, CARO.ref, True)
    assert (await desk.queries.table(code)).seats[0].absent is not None


async def test_after_a_no_the_game_waits_and_the_others_are_not_asked_again(desk: TableService, clock: Clock) -> None:
    team, code = crew(desk), await late_table(desk, clock)
    await team.workers.step()
    await desk.moderation.vote("b", code, BRAM.ref, False)
    for _ in range(3):
        clock.sleep(DAY)
        await team.workers.step()
    table = await desk.queries.table(code)
    assert (table.vote, table.seats[0].absent, list(table.waiting)) == (None, None, [0])


async def test_nobody_is_asked_where_the_rule_is_to_wait(desk: TableService, clock: Clock) -> None:
    team, code = crew(desk), await late_table(desk, clock, Absence.WAIT)
    await team.workers.step()
    assert (await desk.queries.table(code)).vote is None


async def test_who_comes_late_but_comes_ends_the_vote_about_the_own_seat(desk: TableService, clock: Clock) -> None:
    team, code = crew(desk), await late_table(desk, clock)
    await team.workers.step()
    await answer_as(desk, code, 0, "late")
    assert (await desk.queries.table(code)).vote is None
    assert "table.event.vote_lapsed" in [event["key"] for event in (await last(desk, code)).events]


async def test_another_rule_for_absence_takes_the_question_away(desk: TableService, clock: Clock) -> None:
    team, code = crew(desk), await late_table(desk, clock)
    await team.workers.step()
    await desk.moderation.set_absence("other", code, ANNA.ref, Absence.WAIT)
    assert (await desk.queries.table(code)).vote is None


async def test_a_vote_lapses_after_a_day_and_all_are_told(desk: TableService, clock: Clock) -> None:
    team, code = crew(desk), await begin(desk, people=3)
    await desk.moderation.change_pace("ask", code, BRAM.ref, Pace.BLITZ)
    await team.workers.step()
    clock.sleep(DAY - 1)
    await team.workers.step()
    assert (await desk.queries.table(code)).vote is not None
    clock.sleep(1)
    assert await team.workers.step() == 1, "the worker comes by itself"
    assert (await desk.queries.table(code)).vote is None
    log = await desk.queries.log(code, CARO.ref)
    assert [text.key for text in log[-1].texts] == ["table.event.vote_lapsed"]


async def test_a_vote_lapses_with_the_next_move_and_all_are_told(desk: TableService) -> None:
    code = await begin(desk, people=3)
    await desk.moderation.change_pace("ask", code, BRAM.ref, Pace.BLITZ)
    await answer_as(desk, code, 1, "move")
    assert (await desk.queries.table(code)).vote is None
    assert [text.key for line in await desk.queries.log(code, CARO.ref) for text in line.texts][-1] == (
        "table.event.vote_lapsed"
    )


# --- one's own seat ---


@pytest.mark.parametrize("seat", [0, 1])
async def test_everybody_may_offer_the_own_seat_and_plays_on_until_somebody_takes_it(
    desk: TableService, seat: int
) -> None:
    code, owner = await begin(desk, people=3), PEOPLE[seat]
    await desk.moderation.open_seat("offer", code, owner.ref, seat)
    await answer_as(desk, code, seat, "still there")
    table = await desk.queries.table(code)
    assert (table.seats[seat].is_open, table.seat_of(owner.ref)) == (True, seat)
    done = await desk.lobby.join("take", code, DORA)
    assert (done.table.seat_of(DORA.ref), done.table.seat_of(owner.ref)) == (seat, None)
    assert done.table.host in done.table.users, "a table has a host who sits there"
    assert done.table.host != DORA.ref


async def test_an_offered_seat_may_be_kept_after_all(desk: TableService) -> None:
    code = await begin(desk, people=3)
    await desk.moderation.open_seat("offer", code, BRAM.ref, 1)
    kept = await desk.moderation.open_seat("keep", code, BRAM.ref, 1)
    assert not kept.table.seats[1].is_open
    await refused("table.refusal.begun", desk.lobby.join("take", code, DORA))


async def test_a_guest_cannot_open_the_seat_of_another(desk: TableService) -> None:
    code = await begin(desk, people=3)
    await refused("table.refusal.host_only", desk.moderation.open_seat("x", code, BRAM.ref, 2))
    await refused("table.refusal.within_time", desk.moderation.open_seat("y", code, ANNA.ref, 2))


# --- calling off ---


async def test_a_game_that_is_on_is_called_off_by_all_or_not_at_all(desk: TableService) -> None:
    code = await begin(desk, people=3)
    await refused("table.refusal.ask_all", desk.lobby.cancel("host alone", code, ANNA.ref))
    await refused("table.refusal.host_only", desk.moderation.call_off("guest", code, BRAM.ref))
    await desk.moderation.call_off("ask", code, ANNA.ref)
    await desk.moderation.vote("b", code, BRAM.ref, True)
    assert (await desk.queries.table(code)).status is Status.RUNNING
    done = await desk.moderation.vote("c", code, CARO.ref, True)
    assert done.table.status is Status.CANCELLED


async def test_one_no_keeps_the_game_going(desk: TableService) -> None:
    code = await begin(desk, people=3)
    await desk.moderation.call_off("ask", code, ANNA.ref)
    done = await desk.moderation.vote("b", code, BRAM.ref, False)
    assert (done.table.status, done.table.vote) == (Status.RUNNING, None)


async def test_alone_among_computers_it_is_called_off_at_once(desk: TableService) -> None:
    code = (await desk.lobby.create("new", "toy", ANNA, ROOM)).table.code
    await desk.lobby.add_computer("c", code, ANNA.ref)
    await desk.lobby.start("s", code, ANNA.ref, "joined")
    done = await desk.moderation.call_off("ask", code, ANNA.ref)
    assert done.table.status is Status.CANCELLED


async def test_a_paused_table_names_no_deadline(desk: TableService) -> None:
    code = await begin(desk)
    await desk.moderation.pause("pause", code, ANNA.ref)
    assert await desk.queries.deadlines(await desk.queries.table(code)) == {}
