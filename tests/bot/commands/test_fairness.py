"""Provably fair: the hash before anybody's word, everybody's word in the shuffle, one seal over all, and the check."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.cli import verify
from bot.messages.brief import About
from bot.service.game_file import whole
from bot.store import Store
from bot.table.fairness import mixed, parted, seal
from bot.table.model import Status
from bot.workers.surfaces import Place, brief_of, surfaces
from engines.kit import commitment
from tests.bot.commands.test_conversation import LENA, PIET, ROOM, Desk
from tests.bot.commands.test_table_talk import play_to_the_end, told
from tests.bot.crew import crew

SEED = "conversation"


@pytest.fixture
async def lobby(one: Store, tmp_path: Path) -> Desk:
    """A table of two people that has not begun."""
    desk = Desk(one, tmp_path)
    done = await desk.service.lobby.create("new", "carrara", LENA, ROOM, seats=2)
    desk.code = done.table.code
    await desk.service.lobby.join("join", desk.code, PIET)
    return desk


async def begun(desk: Desk) -> None:
    await desk.service.lobby.start("start", desk.code, LENA.ref)


def test_words_are_written_behind_the_seed_in_the_order_of_the_seats() -> None:
    assert mixed("seed", ["lake", "", "moon"]) == "seed + lake + moon"
    assert parted("seed + lake + moon") == ("seed", ["lake", "moon"])
    assert (mixed("seed", []), parted("seed")) == ("seed", ("seed", []))


def test_the_seal_covers_everything_that_a_game_is_dealt_from_and_played_by() -> None:
    base: dict[str, Any] = {"hashed": "h", "words": ["a"], "options": {"x": 1}, "tables": "t", "rules": 2}
    other = {"hashed": "g", "words": ["b"], "options": {"x": 2}, "tables": "u", "rules": 3}
    sealed = {seal(**base), *[seal(**{**base, name: value}) for name, value in other.items()]}
    assert len(sealed) == 6


async def test_the_hash_stands_before_anybody_adds_a_word_and_does_not_change(lobby: Desk) -> None:
    before = await lobby.service.queries.table(lobby.code)
    assert before.commitment == commitment(SEED)
    post = await lobby.conversation.context.composer.lobby(before)
    assert before.commitment[:6] in post.text
    assert "lake is mixed" in (await told(lobby, LENA, "/word lake")).post.text
    assert "Mischung" in (await told(lobby, PIET, "/wort Mond + Stern")).post.text
    await begun(lobby)
    table = await lobby.service.queries.table(lobby.code)
    assert table.commitment == before.commitment
    loaded = await lobby.service.work.load(lobby.code)
    assert loaded.running().seed == f"{SEED} + lake + Mond ⁺ Stern"
    assert table.seal == seal(
        table.commitment, ["lake", "Mond ⁺ Stern"], table.options, table.tables, table.rules_version
    )


async def test_a_word_changes_the_deal_and_can_be_taken_away_again(lobby: Desk) -> None:
    plain = lobby.service.work.engines["carrara"].setup(2, None, SEED).state
    await told(lobby, LENA, "/word lake")
    assert "no longer in the shuffle" in (await told(lobby, LENA, "/word")).post.text
    await told(lobby, PIET, "/word moon")
    await begun(lobby)
    dealt = (await lobby.service.work.load(lobby.code)).running()
    assert dealt.seed == f"{SEED} + moon"
    assert dealt.display != plain.display  # type: ignore[attr-defined]


async def test_after_the_start_no_word_comes_in(lobby: Desk) -> None:
    await begun(lobby)
    assert (await told(lobby, LENA, "/word lake")).refused


async def test_without_a_room_or_seat_nobody_adds_a_word(lobby: Desk) -> None:
    await lobby.service.lobby.leave("leave", lobby.code, PIET.ref)
    assert (await told(lobby, PIET, "/word lake")).refused


async def test_verify_shows_hash_seed_and_words_and_so_does_the_file_by_itself(
    lobby: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await told(lobby, LENA, "/word lake")
    await begun(lobby)
    sealed = (await told(lobby, LENA, "/verify")).post.text
    table = await lobby.service.queries.table(lobby.code)
    assert table.commitment in sealed
    assert table.seal in sealed
    assert SEED not in sealed.replace("conversation.", "")
    assert "when the game is over" in (await told(lobby, LENA, "/story")).post.text
    assert "when the game is over" in (await told(lobby, LENA, "/film")).post.text
    await play_to_the_end(lobby)
    await crew(lobby.service).workers.step()
    assert await lobby.service.queries.games_in(ROOM) == [], "it stands in no list of what is played any more"
    proof = (await told(lobby, LENA, "/verify")).post.text
    assert f"Seed: {SEED}. Words mixed in: lake. Its hash is the one posted at the start: {table.commitment}" in proof
    file = (await told(lobby, LENA, "/export")).post.file
    assert file is not None
    path = tmp_path / "game.json"
    path.write_bytes(file.data)
    assert verify.run(argparse.Namespace(file=path)) == 0
    said = capsys.readouterr().out
    assert all(part in said for part in (SEED, "words lake", table.commitment, table.seal, "the same end"))
    assert re.search(r"answers, (Lena|Piet) \d+, (Lena|Piet) \d+\n", said)
    content = json.loads(file.data)
    content["log"].remove(next(entry for entry in content["log"] if entry["kind"] == "answer"))
    path.write_text(json.dumps(content))
    assert verify.run(argparse.Namespace(file=path)) == 1
    assert "NOT the same: something in the log cannot be done where it stands there" in capsys.readouterr().out
    for name, value in (("words", None), ("options", {"expansion": False, "cards": [1, 1, 1, 2]}), ("seal", "0" * 64)):
        content = json.loads(file.data)
        started = next(entry for entry in content["log"] if entry["kind"] == "started")
        if name == "words":
            started["facts"]["seed"] = SEED
        elif name == "options":
            started["facts"]["options"] = value
        else:
            content["table"]["seal"] = value
        path.write_text(json.dumps(content))
        assert verify.run(argparse.Namespace(file=path)) == 1, name
        assert "NOT what was sealed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "no game that /export"),
        ("{", "no game that /export"),
        ("[]", "no game that /export"),
        ('{"format": "signoria-game-1"}', "not a whole game any more"),
        ('{"format": "signoria-game-1-view"}', "what one player saw"),
    ],
)
def test_a_file_that_cannot_be_checked_says_so(
    content: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(content)
    assert verify.run(argparse.Namespace(file=path)) == 2
    said = capsys.readouterr().out
    assert why in said
    assert said.count("\n") == 1


async def test_an_older_game_is_checked_by_its_own_form(lobby: Desk, tmp_path: Path) -> None:
    """It had no seal, and its seed was drawn at the start."""
    await begun(lobby)
    await play_to_the_end(lobby)
    content = await whole(lobby.service.work, lobby.code)
    content["table"].pop("seal")
    for entry in content["log"]:
        if entry["kind"] == "opened":
            entry.pop("facts")
    path = tmp_path / "older.json"
    path.write_text(json.dumps(content))
    assert verify.run(argparse.Namespace(file=path)) == 0


async def test_the_seal_is_a_surface_of_its_own_that_never_changes(lobby: Desk) -> None:
    before = surfaces(await lobby.service.work.load(lobby.code), {}, {}, 0.0)
    assert not any(each.place.is_seal for each in before)
    await told(lobby, LENA, "/word lake")
    await begun(lobby)
    loaded = await lobby.service.work.load(lobby.code)
    found = next(each for each in surfaces(loaded, {}, {}, 0.0) if each.place.is_seal)
    assert Place.parse(found.name) == found.place == Place(ROOM, about=About.SEAL)
    brief = brief_of(found, loaded, [], {}, {}, 0.0)
    assert brief.seals
    said = lobby.conversation.context.composer.seal(brief.look.table).text
    table = loaded.table
    assert all(
        part in said for part in (table.commitment, table.seal, "lake", table.tables, f"Rules {table.rules_version}")
    )
    await play_to_the_end(lobby)
    over = await lobby.service.work.load(lobby.code)
    assert over.table.status is Status.FINISHED
    again = next(each for each in surfaces(over, {}, {}, 0.0) if each.place.is_seal)
    assert (again.name, again.mark) == (found.name, found.mark)
