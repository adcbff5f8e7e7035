"""Before and after a game: the first page, the lobby, once more, saved games, leaving, names, news."""

from __future__ import annotations

import json
import re

import pytest
from aiohttp import FormData

from bot.language.speaker import catalogue
from bot.messages.picture_request import news
from bot.platforms.web.page_data import fresh
from bot.platforms.web.server import LocalTable
from bot.service.player_view import LogLine
from bot.service.table_service import TableService
from bot.table.model import Status
from bot.table.time_control import Pace
from engines import ENGINES
from engines.kit import Text
from tests.bot.hearing import hearing
from tests.bot.platforms.web.player import unseen
from tests.bot.platforms.web.visitor import Visitor, begin, code_of, link_of


async def finished(table: LocalTable, code: str) -> None:
    """Play a table to its end: plainly for people, the computers play for themselves. Open pages see the end alone."""
    service = table.site.service
    async with unseen(table):
        await _finished(service, code)
    await service.queries.keep_outcome(await service.work.load(code))


async def _finished(service: TableService, code: str) -> None:
    with hearing(service) as changed:
        while True:
            changed.clear()
            loaded = await service.work.load(code)
            if loaded.table.is_over:
                break
            asked = [
                each for each in loaded.engine.pending(loaded.state) if each.owed and loaded.table.plays(each.seat)
            ]
            for each in asked[:1]:
                value = loaded.engine.policy(loaded.state, each.seat, each.step, each.ask, lambda below: 0)
                user = loaded.table.seats[each.seat].user
                await service.moves.answer(f"plain {loaded.version}", code, user, [(each.ask_id, value)])
            if not asked:
                await changed.wait()


async def upload(visitor: Visitor, raw: bytes) -> int:
    """Send a file by the form of the first page."""
    form = FormData()
    form.add_field("token", visitor.token)
    form.add_field("file", raw, filename="game.json", content_type="application/json")
    headers = {"Origin": visitor.base}
    async with visitor.session.post(visitor.base + "/import", data=form, headers=headers) as response:
        visitor.text, visitor.url = await response.text(), str(response.url)
        return response.status


# --- the first page ---


async def test_the_first_page_says_what_each_game_is_how_long_and_how_hard(stranger: Visitor) -> None:
    await stranger.get("/")
    for game in ENGINES:
        card = stranger.text.split(f'class="gcard g-{game}"')[1].split("</article>")[0]
        assert re.search(r"\d+ min<", card), game
        assert re.search(r"◆+◇*</span>(very easy|easy|medium|heavy|very heavy)<", card), game
        assert catalogue("en")[f"{game}.game.line"] in card
        assert f"/cut/{game}-en-light.png" in card
    assert "2 players<" in stranger.text.split('class="gcard g-rivals"')[1]


async def test_number_and_strength_of_the_computers_can_be_chosen(table: LocalTable, stranger: Visitor) -> None:
    await stranger.post("/alone", game="carrara", level="sharp", **{"computers.carrara": 3})
    opened = await table.site.service.queries.table(code_of(stranger))
    assert sorted(seat.level for seat in opened.seats if seat.kind == "computer") == ["sharp"] * 3
    assert opened.pace is Pace.NONE, "computers hurry nobody"
    await stranger.post("/alone", game="carrara", **{"computers.carrara": 9})
    assert "/t/" not in stranger.url


async def test_a_card_tells_the_last_event(host: Visitor) -> None:
    await begin(host)
    await host.get("/")
    assert "The game begins." in host.text or "turned the wheel" in host.text or "bought" in host.text


async def test_a_finished_game_stays_on_the_first_page_with_its_result(table: LocalTable, host: Visitor) -> None:
    code, _, _ = await begin(host)
    await finished(table, code)
    await host.get("/")
    card = host.text.split("Finished games")[1]
    assert f"#{code}" in card
    assert re.search(r"You won with \d+|Place \d with \d+; won by", card)
    await host.get(f"/t/{code}")
    source = next(each for each in re.findall(r'src="(/t/[^"]+)"', host.text) if "/at/" in each)
    async with host.session.get(host.base + source.replace("&amp;", "&")) as response:
        assert (await response.read()).startswith(b"\x89PNG")


# --- the lobby ---


async def test_seats_can_be_closed_and_opened(table: LocalTable, host: Visitor) -> None:
    code = code_of(host)
    await host.get(f"/t/{code}")
    assert "Close this seat" in host.text
    await host.post(f"/t/{code}/seats", seats=2)
    assert len((await table.site.service.queries.table(code)).seats) == 2
    assert host.text.count("Closed seat") == 2
    assert "Close this seat" not in host.text, "fewer than two cannot play"
    await host.post(f"/t/{code}/seats", seats=3)
    assert len((await table.site.service.queries.table(code)).seats) == 3


async def test_an_invitation_nobody_else_can_open_has_no_code_to_scan(table: LocalTable, host: Visitor) -> None:
    await host.get(f"/t/{code_of(host)}")
    assert "Only this computer can open the table now." in host.text
    assert "Open to my network" in host.text
    assert 'class="qr"' not in host.text
    table.site.is_alone = False
    await host.get(f"/t/{code_of(host)}")
    assert 'class="qr"' in host.text
    assert "Only this computer" not in host.text


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("game", list(ENGINES))
async def test_every_option_has_a_line_about_it(stranger: Visitor, game: str, language: str) -> None:
    await stranger.get("/", **{"Accept-Language": language})
    await stranger.post("/new", game=game)
    await stranger.get(f"/t/{code_of(stranger)}", **{"Accept-Language": language})
    rows = re.findall(r'class="line">(.*?)</div>', stranger.text)
    assert rows
    assert all("<small>" in row for row in rows)


async def test_a_joining_page_says_who_invites_and_the_pace(host: Visitor, stranger: Visitor) -> None:
    code = code_of(host)
    await host.post("/settings", all=1, name="Lena", language="en")
    await host.get(f"/t/{code}")
    await stranger.get(link_of(host))
    assert "Lena invites you to The Palaces of Carrara" in stranger.text
    assert "Pace: A day" in stranger.text
    assert await stranger.post(link_of(host), name="Piet") == 200
    await host.get(f"/t/{code}")
    assert "Piet</b><br><small>in a browser" in host.text
    assert f'href="/settings?at={code}#me"' in host.text


async def test_a_new_name_reaches_running_tables(table: LocalTable, host: Visitor) -> None:
    code, seat, _ = await begin(host)
    await host.post("/settings", all=1, name="Lena", language="en")
    assert (await table.site.service.queries.table(code)).seats[seat].name == "Lena"
    await host.get(f"/t/{code}")
    assert "Lena (you)" in host.text


async def test_the_log_says_you_to_its_reader_and_the_name_to_others(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    code, seat, ask = await begin(host)
    service = table.site.service
    loaded = await service.work.load(code)
    mine = next(each for each in loaded.engine.pending(loaded.state) if each.ask_id == ask)
    value = loaded.engine.policy(loaded.state, seat, mine.step, mine.ask, lambda below: 0)
    await service.moves.answer("one move", code, loaded.table.seats[seat].user, [(ask, value)])
    moved = r"(turned the wheel|bought|built|scored)"
    await host.get(f"/t/{code}")
    assert re.search(rf">You {moved}", host.text)
    assert not re.search(rf">Guest {moved}", host.text)
    await stranger.get(f"/t/{code}")
    assert re.search(rf">Guest {moved}", stranger.text)


# --- once more ---


async def test_once_more_against_computers_begins_at_once(table: LocalTable, host: Visitor) -> None:
    code, _, _ = await begin(host)
    await finished(table, code)
    await host.get(f"/t/{code}")
    await host.post(f"/t/{code}/rematch")
    again = code_of(host)
    assert again != code
    after = await table.site.service.queries.table(again)
    before = await table.site.service.queries.table(code)
    assert after.status is Status.RUNNING
    computers = [[(s.name, s.level) for s in each.seats if s.kind == "computer"] for each in (before, after)]
    assert computers[0] == computers[1] != []
    who = [[seat.name for seat in each.seats] for each in (before, after)]
    assert who[1] == [*who[0][1:], who[0][0]], "each sits a place further"


async def test_once_more_invites_the_same_people_and_one_tap_sits_down(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    code = code_of(host)
    await host.get(f"/t/{code}")
    await stranger.post(link_of(host), name="Piet")
    await host.post(f"/t/{code}/start")
    await finished(table, code)
    await host.post(f"/t/{code}/rematch")
    again = code_of(host)
    assert "Invited again: Piet" in host.text
    await host.post(f"/t/{code}/rematch")
    assert code_of(host) == again, "a second tap leads to the same table"
    await stranger.get("/")
    assert f"wants to play Carrara again (#{again})" in stranger.text
    await stranger.post(f"/t/{code}/rematch")
    assert code_of(stranger) == again
    seats = (await table.site.service.queries.table(again)).seats
    assert sorted(seat.name for seat in seats if seat.kind == "person") == ["Guest", "Piet"]
    await stranger.get("/")
    assert "wants to play" not in stranger.text


# --- saved games, leaving ---


async def test_a_saved_game_comes_back_from_its_file_and_seats_nobody(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    code, seat, _ = await begin(host)
    await finished(table, code)
    await host.post("/command", text="/export", at=code, seat=seat)
    saved = host.text.encode()
    assert json.loads(saved)["table"]["code"] == code
    await stranger.get("/")
    assert await upload(stranger, saved) == 200
    assert code_of(stranger) != code
    assert 'class="ended' in stranger.text
    assert "Play again" not in stranger.text, "whoever opens a file did not play"
    for raw in (b"", b"[]", b"{" * 9000, b'{"format": "signoria-game-1", "table": {}}', saved[:-9]):
        await stranger.get("/")
        assert await upload(stranger, raw) == 200
        assert 'class="notice bad"' in stranger.text, raw[:40]


async def test_leaving_and_calling_off_ask_first(table: LocalTable, host: Visitor) -> None:
    code, seat, _ = await begin(host)
    await host.get(f"/t/{code}/tools")
    for word in ("Leave for good", "Call it off for all"):
        assert word in host.text.split("<details")[-2] + host.text.split("<details")[-1]
    await host.post(f"/t/{code}/abandon", seat=seat)
    assert (await table.site.service.queries.table(code)).status is Status.CANCELLED


async def test_whoever_resigns_leaves_the_seat_to_a_computer(table: LocalTable, host: Visitor) -> None:
    code, seat, _ = await begin(host)
    await host.post(f"/t/{code}/resign", seat=seat)
    assert (await table.site.service.queries.table(code)).seats[seat].kind == "computer"
    assert "A computer plays on" in host.text


# --- news ---


def told(*keys: str, seat: int = 1) -> list[tuple[Text, int | None]]:
    return [(Text(f"carrara.event.{key}", {"seat": f"seat/{seat}"}), seat) for key in keys]


def test_news_come_before_refills_and_what_others_did_to_me_before_all() -> None:
    happened = told("built", "revealed", "turned", "object", "bought", "revealed")
    assert news("carrara", happened, 0) == [0, 3, 4]
    happened += [(Text("carrara.event.extra", {"seat": "seat/0"}), 1)]
    assert news("carrara", happened, 0) == [0, 3, 6]


def line(version: int, seat: int | None, kind: str = "answer") -> LogLine:
    return LogLine(version, 0.0, kind, seat, None, [Text("carrara.event.turned", {"seat": f"seat/{seat}"})])


def test_what_happened_since_my_move_stays_while_i_still_decide() -> None:
    lines = [line(1, 0), line(2, 1), line(3, 1), line(4, 0), line(5, 0)]
    assert [each.version for each in fresh(lines, 0, True)] == [2, 3]
    assert [each.version for each in fresh(lines, 0, False)] == []


async def test_a_home_page_is_redrawn_only_for_its_owner(
    table: LocalTable, host: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(host)
    made: list[str] = []
    plain = table.site.homes.home

    async def counted(browser: object) -> object:
        made.append(getattr(browser, "user", ""))
        return await plain(browser)  # type: ignore[arg-type]

    monkeypatch.setattr(table.site.homes, "home", counted)
    at = {"at": "/state", "rev": ""}
    async with stranger.session.ws_connect(stranger.base + "/events", params=at, origin=stranger.base) as theirs:
        await theirs.receive_json()
        async with host.session.ws_connect(host.base + "/events", params=at, origin=host.base) as mine:
            await mine.receive_json()
            made.clear()
            await host.post("/alone", game="carrara")
            await mine.receive_json()
    assert made
    assert len(set(made)) == 1


async def test_a_page_is_made_once_for_its_reader_and_version(
    table: LocalTable, host: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, _ = await begin(host)
    made: list[int] = []
    plain = table.site.gatherer.sight

    async def counted(*args: object, **more: object) -> object:
        made.append(1)
        return await plain(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(table.site.gatherer, "sight", counted)
    for _ in range(3):
        await host.get(f"/t/{code}/state")
    assert len(made) == 1
