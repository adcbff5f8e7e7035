"""Who may come in: by the code or only by invitation; how many tables, how many wrong codes; and who is forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands.context import Caller
from bot.commands.conversation import Command
from bot.service import game_file
from bot.service.limits import GUESSES, OPENED, OPENED_ROOM, OPENED_WITHIN, Limits
from bot.store import Store
from bot.table.lobby import User
from bot.table.model import LETTERS, Table, code_for, is_code
from engines.kit import Refusal
from tests.bot.commands.test_conversation import LENA, PIET, ROOM, Desk
from tests.bot.commands.test_table_talk import told

EVE = User("discord:9", "Eve")


@pytest.fixture
async def lobby(one: Store, tmp_path: Path) -> Desk:
    desk = Desk(one, tmp_path)
    desk.code = (await desk.service.lobby.create("new", "carrara", LENA, ROOM, seats=3)).table.code
    return desk


def elsewhere(desk: Desk, user: User) -> Caller:
    desk.requests += 1
    return Caller(user, "discord:666", f"elsewhere {desk.requests}")


async def test_by_the_code_anybody_sits_down_until_the_host_says_otherwise(lobby: Desk) -> None:
    """And in the room where the table stands people are invited by that."""
    join = {"table": lobby.code}
    assert not (await lobby.conversation.handle(Command(elsewhere(lobby, EVE), "join", join))).refused
    await lobby.service.lobby.leave("leave", lobby.code, EVE.ref)
    assert "only by invitation" in (await told(lobby, LENA, "/table entry link")).post.text
    refused = await lobby.conversation.handle(Command(elsewhere(lobby, EVE), "join", join))
    assert refused.refused
    assert "only by invitation: ask its host" in refused.post.text
    assert not (await told(lobby, PIET, "/join")).refused
    with pytest.raises(Refusal, match="by_link"):
        await lobby.service.lobby.join("r", lobby.code, EVE)
    await lobby.service.lobby.join("s", lobby.code, EVE, invited=True)


async def test_only_the_host_says_who_may_come(lobby: Desk) -> None:
    await told(lobby, PIET, "/join")
    assert (await told(lobby, PIET, "/tisch zutritt link")).refused
    assert not (await lobby.service.queries.table(lobby.code)).by_link


def test_codes_are_too_many_to_be_tried_out() -> None:
    assert len(code_for("request", 0)) == LETTERS == 6
    assert is_code("K7QF"), "tables of older builds keep theirs"
    assert not is_code("K7QFB")


async def test_whoever_tries_codes_has_to_wait(lobby: Desk) -> None:
    for number in range(GUESSES):
        wrong = await lobby.conversation.handle(
            Command(elsewhere(lobby, EVE), "join", {"table": code_for(f"wrong {number}", 0)})
        )
        assert "no table" in wrong.post.text.lower()
    right = await lobby.conversation.handle(Command(elsewhere(lobby, EVE), "join", {"table": lobby.code}))
    assert "too many codes" in right.post.text
    assert not (await told(lobby, PIET, "/join")).refused, "nobody else has to wait"


async def test_every_limit_lapses_by_itself(one: Store) -> None:
    now = 0.0
    limits = Limits(one, lambda: now)
    for _ in range(OPENED):
        await limits.require_opening("person", "")
    with pytest.raises(Refusal, match="too_many_tables"):
        await limits.require_opening("person", "")
    await limits.require_opening("another", "")
    for number in range(OPENED_ROOM):
        await limits.require_opening(f"guest {number}", "room")
    with pytest.raises(Refusal, match="too_many_tables"):
        await limits.require_opening("newcomer", "room")
    now = OPENED_WITHIN
    await limits.require_opening("person", "room")


async def test_limits_are_counted_for_all_processes_together(one: Store, lobby: Desk, tmp_path: Path) -> None:
    other = Desk(one, tmp_path)
    for number in range(GUESSES):
        desk, code = (lobby, other)[number % 2], code_for(f"wrong {number}", 0)
        await desk.conversation.handle(Command(elsewhere(lobby, EVE), "join", {"table": code}))
    for desk in (lobby, other):
        right = await desk.conversation.handle(Command(elsewhere(lobby, EVE), "join", {"table": lobby.code}))
        assert "too many codes" in right.post.text
    assert not (await told(lobby, LENA, "/board")).refused


async def test_whoever_plays_names_the_own_table_as_often_as_needed(lobby: Desk) -> None:
    for _ in range(GUESSES + 1):
        assert not (await told(lobby, LENA, f"/table #{lobby.code}")).refused


async def test_old_lines_of_the_log_forget_a_person_too(lobby: Desk) -> None:
    """Names, account and word go from every line; the game can still be played again."""
    await told(lobby, PIET, "/join")
    await told(lobby, PIET, "/wort Geheimwort")
    await lobby.service.lobby.start("start", lobby.code, LENA.ref)
    before = str(await game_file.whole(lobby.service.work, lobby.code))
    assert all(part in before for part in ("Piet", PIET.ref, "Geheimwort"))
    await lobby.conversation.handle(Command(lobby.caller(PIET), "forget", {}))
    content = await game_file.whole(lobby.service.work, lobby.code)
    seed = next(entry["facts"].pop("seed") for entry in content["log"] if entry["kind"] == "started")
    content["state"].pop("state")
    assert "Geheimwort" in seed, "what was dealt from stays, or nothing could be proved"
    assert not [part for part in ("Piet", f"'{PIET.ref}'", "Geheimwort") if part in str(content)]
    assert "Lena" in str(content)
    assert Table.model_validate(content["table"]).names[0]
    assert (await lobby.service.queries.check(lobby.code)).holds
