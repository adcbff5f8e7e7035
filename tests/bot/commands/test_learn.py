"""What a thing is, and the rules at the present question: typed, tapped, completed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.what import run
from bot.commands.completion import complete
from bot.commands.context import Reply
from bot.commands.conversation import Command, Line, Tap
from bot.language.speaker import Speaker, catalogue
from bot.learn.lessons import Teacher
from bot.lines.command_parser import read_command
from bot.lines.command_spec import commands
from bot.messages.post import Button, Listed
from bot.service import own_box
from bot.store import Store
from bot.table.lobby import User
from config.languages import languages
from engines import ENGINES
from engines.kit import Pick, Text
from engines.kit.outcome import Result
from tests.bot.commands.test_conversation import LENA, PIET
from tests.bot.commands.test_why import Board
from tests.corrections import corrected


@pytest.fixture
def board(one: Store, tmp_path: Path) -> Board:
    return Board(one, tmp_path)


async def typed(board: Board, user: User, text: str) -> Reply:
    return await board.conversation.handle(Line(board.caller(user), text, board.code))


def buttons(reply: Reply) -> list[Button]:
    return [each for row in reply.post.rows if isinstance(row, tuple) for each in row if isinstance(each, Button)]


async def test_what_tells_what_a_thing_is_and_where_it_lies(board: Board) -> None:
    await board.open("carrara")
    user = await board.play_until("turn.action")
    reply = await typed(board, user, "/what Livorno")
    assert "Livorno" in reply.post.text
    assert "1.8" in reply.post.text
    assert {"en": "Open; you have 0 here.", "de": "Offen; du hast hier 0."}[user.language] in reply.post.text
    assert {"en": "Not certain", "de": "Nicht sicher"}[user.language] in reply.post.text
    rule = next(each for each in buttons(reply) if "1.8" in each.label)
    shown = await board.conversation.handle(Tap(board.caller(user), [rule.id]))
    assert "1.8" in shown.post.text


@pytest.mark.parametrize("text", ["/wat Livorno", "/was Livorno", "?Livorno", "? livorno"])
async def test_it_is_asked_in_any_language_and_by_a_question_mark(board: Board, text: str) -> None:
    await board.open("carrara")
    user = await board.play_until("turn.action")
    assert "Livorno" in (await typed(board, user, text)).post.text


async def test_of_several_meanings_up_to_five_are_buttons(board: Board) -> None:
    await board.open("carrara")
    user = await board.play_until("turn.action")
    reply = await typed(board, user, "/what vill")
    offered = buttons(reply)
    assert 1 < len(offered) <= 5
    assert all(len(each.id.encode()) <= 64 for each in offered)
    shown = await board.conversation.handle(Tap(board.caller(user), [offered[0].id]))
    assert "villa" in shown.post.text.casefold()


async def test_every_thing_fits_into_a_button(board: Board) -> None:
    from bot.learn.reference import references
    from bot.messages.post import command_id

    for game, engine in ENGINES.items():
        for reference in references(game, engine.tables.current()):
            assert len(command_id("what", "K7QF", f"{game}.{reference}").encode()) <= 64


async def test_what_nobody_knows_is_said_to_be_unknown(board: Board) -> None:
    await board.open("carrara")
    user = await board.play_until("turn.action")
    reply = await typed(board, user, "/what spaceship")
    assert reply.refused
    assert "spaceship" in reply.post.text


async def test_another_game_may_be_named(board: Board) -> None:
    await board.open("carrara")
    reply = await board.conversation.handle(
        Command(
            board.caller(LENA), "what", {"thing": "Jester" if LENA.language == "en" else "Gaukler", "game": "princes"}
        )
    )
    assert "5.3" in reply.post.text
    behind = await typed(board, LENA, "/what jester princes")
    assert "5.3" in behind.post.text


async def test_names_are_completed_the_things_of_the_question_first(board: Board) -> None:
    await board.open("carrara")
    user = await board.play_until("turn.action")
    thing = next(each for each in commands()["what"].arguments if each.name == "thing")
    found = await complete(board.conversation.context, board.caller(user), thing, "vil", {})
    assert found
    assert all("vil" in name.casefold() for name in found)


async def test_the_rules_of_a_game_begin_with_its_summary(board: Board) -> None:
    reply = await board.conversation.handle(Command(board.caller(LENA), "rules", {"game": "firenze"}))
    said = Speaker(LENA.language).say(Text("firenze.game.title"))
    assert said in reply.post.text
    assert "7. " in reply.post.text
    assert len(reply.post.text) <= 2000
    chapters = await board.conversation.handle(Tap(board.caller(LENA), [buttons(reply)[0].id]))
    assert chapters.post.text != reply.post.text


async def test_bare_rules_at_a_table_tell_those_of_the_question(board: Board) -> None:
    await board.open("princes")
    user = await board.play_until("turn.action")
    reply = await typed(board, user, "/rules")
    assert "6.1" in reply.post.text or "6.2" in reply.post.text
    labels = {each.label for each in buttons(reply)}
    assert {"en": "Summary", "de": "Überblick"}[user.language] in labels


async def test_a_reconstructed_figure_comes_with_its_legend(board: Board) -> None:
    reply = await board.conversation.handle(Command(board.caller(LENA), "rules", {"game": "carrara", "words": "1.9"}))
    words = {"en": "[reconstructed]: worked out", "de": "[rekonstruiert]: von uns"}[LENA.language]
    assert words in reply.post.text


def test_a_thing_may_have_the_name_of_a_game() -> None:
    found = read_command("/what palace 5")
    assert found is not None
    assert found.given == {"thing": "palace 5"}


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_the_command_line_misses_nothing(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    from bot.__main__ import main

    assert main(["what", game, "--missing"]) == 0
    assert main(["what", game, "--all", "--language", "nl"]) == 0
    assert main(["what", game, "nosuchthing"]) == 1
    assert main(["what", "nosuchthing"]) == 1
    assert main(["what", "nosuchgame", "--all"]) == 1
    assert "--all" in capsys.readouterr().out
    assert run is not None


async def test_the_hand_of_another_is_not_told(board: Board) -> None:
    """Whoever asks is answered from the own view alone."""
    await board.open("princes")
    user = await board.play_until("turn.action")
    other = PIET if user is LENA else LENA
    loaded = await board.service.work.load(board.code)
    seat = loaded.table.seat_of(other.ref)
    assert seat is not None
    held = loaded.running().players[seat].hand[0].kind
    reply = await typed(board, user, f"/what princes.person/{held}")
    hidden = {"en": "In the deck or in hidden hands", "de": "Im Stapel oder auf verdeckten Händen"}
    assert hidden[user.language] in reply.post.text


async def test_rules_tell_the_figures_of_a_box_instead_of_our_marks(board: Board, tmp_path: Path) -> None:
    """A corrected set is in use: whoever reads the rules is told whose figures hold, and which."""
    assert "[reconstructed]:" in (await typed(board, LENA, "/rules carrara 1.9")).post.text
    found = own_box.check("carrara", {"city.livorno.needs": "3"}, (), "en")
    own_box.save("carrara", tmp_path / "box", found.values, own_box.named("Anna's box", "Anna"))
    with corrected(tmp_path / "box"):
        await board.open("carrara")
        said = (await typed(board, LENA, "/rules carrara 1.9")).post.text
    assert "[reconstructed]:" not in said
    assert "Anna's box" in said
    assert "Livorno: Own buildings needed to score the city: 3" in said


async def test_behind_more_stands_what_is_with_the_things_of_the_question(board: Board) -> None:
    """A list where there are lists, else a button that opens pages; each name leads to its entry."""
    await board.open("carrara")
    user = await board.play_until("turn.action")
    panel = await board.conversation.handle(Tap(board.caller(user), [f"c:more:{board.code}:"]))
    listed = [row for row in panel.post.rows if isinstance(row, Listed) and row.id.endswith(":what")]
    assert [len(row.entries) for row in listed] == [25]
    shown = await board.conversation.handle(Tap(board.caller(user), [listed[0].entries[0].id]))
    assert listed[0].entries[0].label in shown.post.text
    assert listed[0].entries[0].note in shown.post.text
    first = await board.conversation.handle(Tap(board.caller(user), [f"c:what:{board.code}:"]))
    assert not first.instead
    turned = next(each for each in buttons(first) if each.label == "»")
    second = await board.conversation.handle(Tap(board.caller(user), [turned.id]))
    assert second.instead
    assert buttons(second)[0].id != buttons(first)[0].id


@pytest.mark.parametrize("game", sorted(ENGINES))
async def test_the_teachers_last_page_tells_sources_and_the_lessons_that_never_came(board: Board, game: str) -> None:
    reply = await board.conversation.handle(Command(board.caller(LENA), "learn", {"game": game}))
    assert reply.done is not None
    code, context = reply.done.table.code, board.conversation.context
    look = await board.service.queries.look(code, LENA.ref)
    person = await board.service.people.preferences(LENA.ref)
    seats, start = range(len(look.table.seats)), f"{game}.source."
    first, second = [key.removeprefix(start) for key in catalogue("en") if key.startswith(start)][:2]
    parts = tuple([{first: 3, second: 9}] * len(seats))
    over = replace(look, pending=(), result=Result((12,) * len(seats), tuple(seats), (0,), "", parts))
    for language in languages():
        advice = await Teacher(board.service).advice(over, person, None, (), language)
        assert advice is not None
        assert advice.is_last
        assert advice.suggestion.index("9") < advice.suggestion.index("3")
        assert all(each and "{" not in each for each in advice.lessons)
        assert len(advice.lessons) >= 10
        post = await context.composer.panel(over, (), language, advice=advice)
        assert post.panel is not None
        assert any(advice.suggestion in line for line in post.panel.notes)
        assert any(advice.lessons[0] in line for line in post.panel.notes)
        assert [f"c:alone::{game}", f"c:new::{game}"] == [button.id for button in post.panel.sides[-1]]


async def test_the_last_page_names_the_two_rounds_that_turned_the_game(board: Board) -> None:
    reply = await board.conversation.handle(Command(board.caller(LENA), "learn", {"game": "carrara"}))
    assert reply.done is not None
    look = await board.service.queries.look(reply.done.table.code, LENA.ref)
    table = look.table.model_copy(update={"curve": {1: (2, 1), 2: (12, 3), 3: (13, 4), 4: (14, 20)}})
    result = Result((14, 20), (1, 0), (1,), "", ({"types": 14}, {"types": 20}))
    over = replace(look, table=table, pending=(), result=result)
    person = await board.service.people.preferences(LENA.ref)
    said = {code: await Teacher(board.service).advice(over, person, None, (), code) for code in languages()}
    assert said["en"] is not None
    assert "changed most in round 2 (+8) and round 4 (−15)." in said["en"].suggestion
    assert said["nl"] is not None
    assert "ronde 2 (+8) en ronde 4 (−15)." in said["nl"].suggestion


async def warned_of(board: Board) -> tuple[User, str, str]:
    """Play Carrara until some city could be chosen of which the teacher warns, and that is not the end of it: who is
    asked, the tap, and the sentence."""
    for user in (LENA, PIET):
        await Teacher(board.service).teach(user.ref, board.code)
    while True:
        user = await board.play_until("build.place")
        look = await board.service.queries.look(board.code, user.ref)
        (pending,) = [each for each in look.pending if each.owed]
        assert isinstance(pending.ask, Pick)
        person = await board.service.people.preferences(user.ref)
        warner = await Teacher(board.service).warner(look, person, user.language)
        assert warner is not None
        loaded = await board.service.work.load(board.code)
        for place, option in enumerate(pending.ask.options):
            said = warner.said(loaded, loaded.running(), pending, [option.key])
            if said and await board.service.queries.asks_first(look, pending, [option.key]) is None:
                return user, f"a:{board.code}:{pending.ask_id}:=o{place}", said[1]
        await board.play_one()


async def test_a_warning_is_answered_once_more_and_claims_nothing_else(board: Board) -> None:
    await board.open("carrara")
    user, tapped, said = await warned_of(board)
    before = (await board.service.work.load(board.code)).version
    asked = await board.conversation.handle(Tap(board.caller(user), [tapped]))
    assert said in asked.post.text
    last = catalogue(user.language)["menu.final"]
    assert last not in asked.post.text, "it can be taken back"
    assert (await board.service.work.load(board.code)).version == before, "nothing is done yet"
    do_it = next(each for each in buttons(asked) if ":!" in each.id)
    await board.conversation.handle(Tap(board.caller(user), [do_it.id]))
    assert (await board.service.work.load(board.code)).version > before
    kept = await board.service.people.taught(user.ref)
    assert sum(kept.ignored.values()) == 1
