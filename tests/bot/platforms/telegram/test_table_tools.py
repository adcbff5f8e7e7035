"""What can be set at a table on Telegram: nothing of a long list is cut off, and the tools are found by `/table`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.language import option_labels
from bot.messages.post import Button, Post, Style
from bot.platforms.telegram.rendering import keyboard
from bot.store import Store
from bot.table.model import Absence
from bot.table.time_control import Pace
from engines import ENGINES
from tests.bot.conftest import one, single
from tests.bot.platforms.telegram.stage import stage
from tests.peers.telegram_people import Hand
from tests.peers.telegram_world import Message

__all__ = ["one", "single"]


@pytest.mark.parametrize("game", list(ENGINES))
async def test_every_option_of_a_game_can_be_set_in_the_lobby(game: str, one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        code, lobby = await s.open_lobby(game, lena, seats=ENGINES[game].info.seats[1])
        await lena.tap(lobby, "Options")
        shown: Message = await lena.wait_for("Options of")
        pace = next(each for each in shown.buttons() if each["text"] == "Pace: No clock")
        await lena.press(shown, pace["callback_data"])
        shown = await lena.until(
            lambda at=shown.id: (now := lena.private.messages[at]).buttons()[0]["text"] != "Pace: No clock" and now
        )
        assert shown.buttons()[0]["text"] == "Pace: Blitz: 5 minutes"
        assert (await s.loaded(code)).table.pace is Pace.BLITZ
        reached: set[str] = set()
        while True:
            for button in [each for each in shown.buttons() if ".pace." not in each["callback_data"]]:
                label = button["text"]
                reached |= {label.rpartition(": ")[0]} if ": " in label else set()
                reached |= {label.removeprefix("✓ ")} if label.startswith("✓ ") else set()
            onward = [each for each in shown.buttons() if each["text"] == "›"]
            if not onward:
                break
            edits = shown.edits
            await lena.press(shown, onward[0]["callback_data"])
            shown = await lena.until(
                lambda at=shown.id, edits=edits: (now := lena.private.messages[at]).edits > edits and now
            )
        wanted = option_labels.choosable(game)
        assert reached == {option_labels.name_of(game, each.name, "en") for each in wanted}
        steps = [each for each in shown.buttons() if each["callback_data"].startswith("c:set:")]
        step = next(each for each in steps if ".pace." not in each["callback_data"])
        before = dict((await s.loaded(code)).table.options)
        await lena.press(shown, step["callback_data"])
        assert dict((await s.loaded(code)).table.options) != before


def test_what_does_not_fit_under_a_message_is_a_fault_and_not_cut() -> None:
    def rows(count: int) -> Post:
        return Post(
            "Which?",
            tuple([(Button(f"c:x:AAAA:{number}", f"A rather long label, {number}"),) for number in range(count)]),
        )

    found = keyboard(rows(40), "bot", False)
    assert found is not None
    assert len(found.inline_keyboard) == 40
    with pytest.raises(ValueError, match="do not fit"):
        keyboard(rows(101), "bot", False)


def test_what_is_suggested_and_what_is_final_stands_out() -> None:
    buttons = [
        Button("a:AAAA:ask:=o0", "Buy", Style.SUGGESTED),
        Button("a:AAAA:ask:!o0", "Build it", Style.LEAD),
        Button("a:AAAA:ask:=o2", "End turn: 2 actions unused", Style.DANGER),
        Button("a:AAAA:ask:m1", "Chosen", Style.CHOSEN),
        Button("a:AAAA:ask:=o1", "Pass"),
    ]
    found = keyboard(Post("Which?", (tuple(buttons),)), "bot", False)
    assert found is not None
    styles = {each.text: each.style for row in found.inline_keyboard for each in row}
    marked = {"Buy": "primary", "Build it": "success", "End turn: 2 actions unused": "danger"}
    assert styles == {**marked, "✓ Chosen": "success", "Pass": None}


def with_label(user: Hand, label: str) -> Message | None:
    """The newest message under which this button stands."""
    found = [each for each in user.private.visible() if label in [one["text"] for one in each.buttons()]]
    return found[-1] if found else None


async def test_the_host_finds_every_tool_by_the_name_of_the_table(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("carrara", lena, piet)
        await lena.write("/table", s.room)
        panel = await lena.wait_for("When time is up")
        labels = [each["text"] for each in panel.buttons()]
        assert {"Pace: No clock", "Hints: on", "Stop all clocks", "24 hours more"} <= set(labels)
        ends = next(each for each in panel.buttons() if each["text"] == "Ask all to call it off")
        assert ends["style"] == "danger"
        rule = next(each for each in panel.buttons() if each["callback_data"].endswith(":absence"))
        await lena.press(panel, rule["callback_data"])
        values = await lena.until(lambda: with_label(lena, "The game waits"))
        assert "✓ A computer plays until they are back" in [each["text"] for each in values.buttons()]
        await lena.tap(values, "The game waits")
        assert (await s.loaded(code)).table.absence is Absence.WAIT
        await lena.write(f"/table {code}")
        panel = await lena.until(lambda: with_label(lena, "Stop all clocks"))
        await lena.tap(panel, "Stop all clocks")
        assert (await s.loaded(code)).table.paused is not None

        await piet.write(f"/table {code}")
        others = await piet.wait_for("Everybody is asked about")
        assert not {"Ask all to call it off", "The game waits"} & {each["text"] for each in others.buttons()}
        await onno.write(f"/table {code}", s.room)
        about = await onno.wait_for("opened by Lena")
        assert not about.buttons()


async def test_a_module_that_there_is_not_is_named(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        await lena.write("/new princes modules=nonsense", s.room)
        await lena.wait_for("is none of the options here", s.room)
        assert not await s.service.queries.games_of(f"telegram:{lena.human.id}")


async def test_quiet_hours_and_a_zone_are_read_from_one_line(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        await lena.write("/remind 22-8 Berlin")
        told = await lena.wait_for("Noted.")
        assert "Europe/Berlin" in told.plain
        assert "22:00–08:00" in told.plain


async def test_times_are_shown_as_the_reader_has_them(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        await lena.write("/new carrara seats=2 pace=day", s.room)
        lobby = await lena.until(s._lobby)
        code = next(each["url"] for each in lobby.buttons() if "join_" in each.get("url", "")).rpartition("_")[2]
        await piet.start(f"join_{code}")
        await piet.wait_for(f"#{code}")
        await lena.tap(lobby, "Start")
        await lena.until(lambda: s._is_on(code))
        board = s.board(code)
        assert board is not None
        deadline = min(w.since + (w.allowed or 0) for w in (await s.loaded(code)).table.waiting.values())
        assert f'<tg-time unix="{deadline:.0f}" format="wDt">' in board.text
        assert "(UTC)" in board.plain, "for apps that do not know times"
