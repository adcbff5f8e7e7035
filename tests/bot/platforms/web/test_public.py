"""The page at a public address: open to whom a chat vouches for, closed to everybody else, and never by a cookie."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import WSMsgType

from bot.platforms.web.gate import MOST_SOCKETS
from bot.platforms.web.guard import HEADERS
from bot.platforms.web.server import LocalTable
from bot.platforms.web.sessions import LIFE, LONGEST_LIFE, Session
from bot.service.page_access import PageAccess, watch_tag
from bot.store import Store
from bot.table.lobby import User
from bot.workers.panel_store import LOOKING
from engines.kit import Pick
from tests.bot.platforms.web.public_house import ANNA, ORIGIN, Phone, guest, house, launch, nodes
from tests.bot.store.servers import eventually

HTML = {"Accept": "text/html"}


@pytest_asyncio.fixture(loop_scope="session")
async def table(one: Store, tmp_path: Path) -> AsyncIterator[LocalTable]:
    async with house(one, tmp_path) as served:
        yield served


@pytest_asyncio.fixture(loop_scope="session")
async def anna(table: LocalTable) -> AsyncIterator[Phone]:
    async with Phone(table) as phone:
        assert await phone.sign_in() == 200
        yield phone


@pytest_asyncio.fixture(loop_scope="session")
async def stranger(table: LocalTable) -> AsyncIterator[Phone]:
    async with Phone(table) as phone:
        yield phone


def access(table: LocalTable) -> PageAccess:
    found = table.site.service.page
    assert found is not None
    return found


# --- the address ---


async def test_only_the_public_name_leads_to_the_page(stranger: Phone) -> None:
    for host in ("evil.example", "127.0.0.1", "localhost", "games.example.org.evil.example", "games.example.org:8137"):
        assert await stranger.get("/in/link", Host=host) == 421, host
    for host in ("games.example.org", "games.example.org:443", "GAMES.example.org"):
        assert await stranger.get("/in/link", Host=host) == 200, host


async def test_only_pages_of_the_public_origin_may_act(anna: Phone) -> None:
    await anna.get("/")
    for origin in ("http://games.example.org", "https://evil.example", "https://web.telegram.org", "null"):
        assert await anna.post("/new", {"game": "carrara"}, Origin=origin) == 403, origin
    assert await anna.post("/new", {"game": "carrara"}, Origin=ORIGIN) == 200


async def test_the_clients_address_is_taken_from_trusted_proxies_alone(one: Store, tmp_path: Path) -> None:
    async def sign_ins(proxies: str, forwarded: list[str]) -> list[int]:
        async with house(one, tmp_path, proxies) as served, Phone(served) as phone:
            return [await phone.post("/in/link", {"secret": "x"}, **{"X-Forwarded-For": each}) for each in forwarded]

    others = [f"198.51.100.{number}" for number in range(12)]
    assert (await sign_ins("", others))[-1] == 429, "what a stranger writes does not count"
    assert set(await sign_ins("127.0.0.1", others)) == {401}
    spoofed = [f"{each}, 203.0.113.9" for each in others]
    assert (await sign_ins("127.0.0.0/8", spoofed))[-1] == 429, "only the proxy's own entry counts"
    chained = [f"{each}, 10.0.0.7" for each in others]
    assert set(await sign_ins("127.0.0.1, 10.0.0.0/8", chained)) == {401}
    assert (await sign_ins("127.0.0.1", ["nonsense"] * 12))[-1] == 429


# --- strangers ---


async def test_without_a_session_only_doors_rules_and_files_answer(stranger: Phone, anna: Phone) -> None:
    code = await anna.open_table()
    table = f"/t/{code}"
    for path in ("/", table, "/t/ZZZZ", "/settings", "/state", f"{table}/state", f"{table}/board.png", "/go"):
        assert await stranger.get(path) == 401, path
        assert await stranger.get(path, **HTML) == 401, path
        assert code not in stranger.text
        assert "carrara" not in stranger.text.lower()
    for path in ("/new", "/alone", f"/t/{code}/start", "/command", "/zone", "/settings", "/import"):
        assert await stranger.post(path, {"game": "carrara"}) == 401, path
    for path in ("/in/telegram", "/in/link", "/rules/carrara"):
        assert await stranger.get(path, **HTML) == 200, path
    for path in ("/device", "/forget", "/d/abc", f"/t/{code}/hotseat"):
        assert await anna.post(path) == 404, path


async def test_a_known_and_an_unknown_code_look_the_same_to_strangers(stranger: Phone, anna: Phone) -> None:
    code = await anna.open_table()
    await stranger.get(f"/t/{code}", **HTML)
    seen = stranger.text
    await stranger.get("/t/ZZZZ", **HTML)
    assert stranger.text == seen


@pytest.mark.parametrize("path", ["/", "/rules/carrara", "/state", "/t/ZZZZ"])
async def test_a_bad_session_is_an_error_and_never_an_onlooker(anna: Phone, path: str) -> None:
    good = anna.token
    body, _, mac = good.partition(".")
    other = Session.begin(guest(1), anna.table.site.service.work.clock()).token(b"another key")
    for bad in ("", "x", "null", f"{body}.", f"{body}x.{mac}", f"{body}.{mac[:-1]}", f"{good}=", other, "a" * 5000):
        assert await anna.get(path, Authorization=f"Bearer {bad}") == 401, bad
    assert await anna.get(path, Authorization=f"Basic {good}") == 401


async def test_sign_ins_are_limited_by_address_and_the_limit_passes(stranger: Phone) -> None:
    answers = [await stranger.sign_in("nonsense") for _ in range(12)]
    assert answers == [401] * 10 + [429] * 2
    assert await stranger.sign_in() == 429, "even with good launch data"
    gate = stranger.table.site.gate
    assert gate is not None
    gate._sign_ins._clock = lambda: 1e12
    assert await stranger.sign_in() == 200


async def test_trying_out_codes_is_slowed_down_and_finds_nothing(anna: Phone, stranger: Phone) -> None:
    code = await anna.open_table()
    await stranger.vouched(guest(815))
    assert await stranger.get(f"/t/{code}") == 404, "there is no table here for somebody who does not sit at it"
    assert code not in json.dumps(stranger.state.get("tree", "")).replace(f"/t/{code}", "")
    answers = [await stranger.get(f"/t/B{number:03}/state") for number in range(20)]
    assert answers.count(404) == 19
    assert answers[-1] == 429
    assert await stranger.get(f"/t/{code}") == 429
    assert await anna.get(f"/t/{code}") == 200


async def test_codes_cannot_be_tried_out_by_acting_either(anna: Phone, stranger: Phone) -> None:
    code = await anna.open_table()
    await stranger.vouched(guest(815))
    await stranger.get("/")
    answers = [await stranger.post(f"/t/{code}/answer", {"seat": 0, "ask": "x", "draft": "=o0"}) for _ in range(22)]
    assert answers[:20] == [200] * 20
    assert answers[-1] == 429


async def test_the_socket_does_not_find_tables_either(anna: Phone, stranger: Phone) -> None:
    code = await anna.open_table()
    await stranger.vouched(guest(815))
    socket = await stranger.listen(f"/t/{code}/state")
    assert (await socket.receive()).type is WSMsgType.CLOSE
    assert socket.close_code == 4404


# --- sessions ---


async def test_what_was_chosen_where_all_choose_at_once_still_stands_on_the_page(
    anna: Phone, table: LocalTable
) -> None:
    lobby, me = table.site.service.lobby, f"telegram:{ANNA}"
    code = await anna.open_table("princes")
    await lobby.join("piet", code, User("telegram:815", "Piet"))
    await lobby.start("start", code, me)
    look = await table.site.service.queries.look(code, me)
    (pending,) = [each for each in look.pending if each.owed]
    assert isinstance(pending.ask, Pick)
    kept = [option.key for option in pending.ask.options][1:]
    await table.site.service.moves.answer("in the chat", code, me, [(pending.ask_id, kept)])
    await anna.get(f"/t/{code}")
    shown = json.dumps(anna.state["tree"])
    (small,) = [node[2] for node in nodes(anna.state["tree"]) if "phone small" in str(node[1])]
    assert small.endswith(" · Princes"), "on a phone the game is cut off, and not until when there is time"
    assert "Noted: " in shown
    assert "you can still choose anew" in shown, "else it looks as if nothing had been chosen"


async def test_whoever_comes_from_a_chat_is_called_as_there(stranger: Phone) -> None:
    await stranger.vouched(guest(815, "Daria"))
    await stranger.get("/")
    shown = json.dumps(stranger.state["tree"])
    assert "Daria" in shown
    assert "Guest" not in shown, "with this name one sits down at every table that is opened here"


async def test_telegram_opens_the_page_as_the_person_of_the_chat(anna: Phone) -> None:
    code = await anna.open_table()
    table = await anna.table.site.service.queries.table(code)
    assert table.host == f"telegram:{ANNA}"
    assert table.seats[0].name == "Anna Bianchi"
    assert list(table.rooms) == [f"telegram:{ANNA}"], "it belongs to the private chat with the bot"
    await anna.get("/")
    assert code in json.dumps(anna.state["tree"])


async def test_every_bad_launch_is_refused_in_the_same_words(stranger: Phone) -> None:
    now, told = stranger.table.site.service.work.clock(), set[str]()
    bad = {
        "forged": launch().replace("hash=", "hash=0"),
        "old": launch(when=now - 3700),
        "of the future": launch(when=now + 120),
        "of another bot": launch(token="7000000002:another-bot"),
        "of nobody": launch(None),
        "spoilt": launch()[:-1],
        "empty": "",
    }
    for name, data in bad.items():
        assert await stranger.sign_in(data) == 401, name
        told.add(stranger.text)
    assert len(told) == 1
    assert await stranger.sign_in(launch()) == 200


async def test_a_personal_link_works_once_and_not_for_ever(table: LocalTable, stranger: Phone) -> None:
    link = await access(table).link(guest(815), "t_K7QF")
    door, _, secret = link.partition("#")
    assert door == f"{ORIGIN}/in/link", "what opens stands behind the #: it is never sent with the address"
    assert await stranger.post("/in/link", {"secret": secret[:-1]}) == 401
    assert await stranger.post("/in/link", {"secret": secret}) == 200
    assert stranger.state["go"] == "/t/K7QF"
    assert await stranger.post("/in/link", {"secret": secret}) == 401, "used"
    store = table.site.service.work.store
    names = await store.link.scan("laid:*")
    assert names == []
    await access(table).link(guest(815))
    (name,) = await store.link.scan("laid:*")
    left = await store.link.run(name.decode(), "PTTL", name.decode())
    assert 0 < left <= 10 * 60 * 1000


async def test_a_session_is_renewed_while_it_is_used_and_ends_after_a_week(anna: Phone) -> None:
    key, now = await access(anna.table).key(), anna.table.site.service.work.clock()
    begun = Session.begin(guest(ANNA), now - 2 * 3600)
    anna.token = begun.token(key)
    assert await anna.get("/") == 200
    newer = Session.read(key, anna.answered["X-Session"], now)
    assert newer is not None
    assert newer.first == begun.first
    assert newer.until > begun.until
    anna.token = Session.begin(guest(ANNA), now).token(key)
    assert await anna.get("/") == 200
    assert "X-Session" not in anna.answered, "not with every answer"
    anna.token = Session.begin(guest(ANNA), now - LIFE - 1).token(key)
    assert await anna.get("/") == 401
    last = replace(begun, first=now - LONGEST_LIFE + 60, until=now + 60)
    assert last.renewed(now) is None, "used or not"


async def test_all_processes_and_restarts_take_the_same_sessions_until_the_key_changes(
    one: Store, tmp_path: Path, anna: Phone
) -> None:
    async with house(one, tmp_path) as other, Phone(other) as again:
        again.token = anna.token
        assert await again.get("/") == 200
        await access(anna.table).end_sessions()
        assert await again.get("/") == 401
        assert await anna.get("/") == 401
        assert await anna.sign_in() == 200
        assert await anna.get("/") == 200


async def test_a_form_of_another_session_does_not_act(anna: Phone, stranger: Phone) -> None:
    await stranger.vouched(guest(815))
    await stranger.get("/")
    await anna.get("/")
    anna.form, mine = stranger.form, anna.form
    assert await anna.post("/new", {"game": "carrara"}) == 403
    anna.form = mine
    assert await anna.post("/new", {"game": "carrara"}) == 200


async def test_looks_and_zone_are_kept_with_the_account(anna: Phone) -> None:
    await anna.get("/settings")
    assert await anna.post("/zone", {"zone": "Europe/Rome"}) == 204
    await anna.post("/settings", {"all": 1, "theme": "dark", "size": "130", "language": "de", "name": ""})
    async with Phone(anna.table) as phone:
        assert await phone.sign_in() == 200
        await phone.get("/settings")
        assert phone.state["root"]["data-theme"] == "dark"
        assert phone.state["root"]["data-text"] == "130"
        assert phone.state["root"]["lang"] == "de"
        person = await anna.table.site.service.people.preferences(f"telegram:{ANNA}")
        assert person.zone == "Europe/Rome"
        assert await phone.post("/zone", {"zone": "Asia/Tokyo"}) == 204
        person = await anna.table.site.service.people.preferences(f"telegram:{ANNA}")
        assert person.zone == "Europe/Rome", "a zone that is set stays"


async def test_the_theme_of_the_chat_reaches_the_pictures(anna: Phone) -> None:
    await anna.get("/", **{"X-Theme": "dark"})
    assert anna.state["root"]["data-theme"] == "dark"
    await anna.get("/", **{"X-Theme": "plaid"})
    assert anna.state["root"]["data-theme"] == "auto"


# --- watching ---


async def test_a_link_of_the_room_lets_people_watch_and_a_code_alone_does_not(anna: Phone, stranger: Phone) -> None:
    code = await anna.open_table()
    tag = watch_tag(await access(anna.table).key(), code)
    wrong = launch(815, start_param=f"t_{code}_{'0' * 16}")
    assert await stranger.sign_in(wrong) == 200
    assert stranger.state["go"] == f"/t/{code}"
    assert await stranger.get(f"/t/{code}") == 404
    assert await stranger.sign_in(launch(815, start_param=f"t_{code}_{tag}")) == 200
    assert await stranger.get(f"/t/{code}") == 200


# --- invitations ---


async def test_an_invitation_seats_a_guest_without_an_account(anna: Phone, stranger: Phone) -> None:
    code = await anna.open_table()
    await anna.get(f"/t/{code}")
    links = [node[1]["value"] for node in nodes(anna.state["tree"]) if "/s/" in node[1].get("value", "")]
    assert links
    assert links[0].startswith(f"{ORIGIN}/s/{code}/")
    path = links[0].removeprefix(ORIGIN)
    secret = path.rpartition("/")[2]
    assert await stranger.get(path, **HTML) == 200
    wrong = secret[:-1] + ("A" if secret[-1] != "A" else "B")
    assert await stranger.post("/in/guest", {"code": code, "secret": wrong}) == 401
    assert await stranger.post("/in/guest", {"code": code, "secret": secret}) == 200
    stranger.token = stranger.state["token"]
    assert await stranger.get(path) == 200
    assert await stranger.post(path, {"name": "Piet"}) == 200
    assert stranger.state["go"] == f"/t/{code}"
    assert await stranger.get(f"/t/{code}") == 200
    seats = (await anna.table.site.service.queries.table(code)).seats
    assert "Piet" in [seat.name for seat in seats]
    async with Phone(anna.table) as late:
        assert await late.post("/in/guest", {"code": code, "secret": secret}) == 401, "used"


# --- sockets ---


async def test_a_socket_without_a_good_session_is_closed(anna: Phone) -> None:
    for first in ("", "x", "[]", "{}", json.dumps({"token": "x.y"}), json.dumps({"token": anna.token[:-1]})):
        socket = await anna.listen("/state", first)
        assert (await socket.receive()).type is WSMsgType.CLOSE
        assert socket.close_code == 4401, first


async def test_a_person_has_six_sockets_at_most(anna: Phone) -> None:
    open_ = [await anna.listen("/state") for _ in range(MOST_SOCKETS)]
    for socket in open_:
        await socket.receive()
    more = await anna.listen("/state")
    await more.receive()
    assert more.close_code == 4429
    await open_[0].close()
    hub = anna.table.site.hub

    async def has_room() -> bool:
        return hub.count(f"telegram:{ANNA}") < MOST_SOCKETS

    await eventually(has_room, 10)
    again = await anna.listen("/state")
    assert (await again.receive()).type is WSMsgType.TEXT


async def test_the_socket_tells_of_changes(anna: Phone) -> None:
    code = await anna.open_table()
    await anna.get(f"/t/{code}")
    socket = await anna.listen(f"/t/{code}/state")
    first = json.loads((await socket.receive()).data)
    assert code in first
    assert await anna.post(f"/t/{code}/seat", {"who": "gentle", "number": 1}) == 200
    assert json.loads((await socket.receive()).data)[code] != first[code]


async def test_the_end_of_all_sessions_ends_their_sockets(anna: Phone) -> None:
    code = await anna.open_table()
    socket = await anna.listen(f"/t/{code}/state")
    await socket.receive()
    await access(anna.table).end_sessions()
    anna.table.site.hub.heard(code)
    assert (await socket.receive()).type is WSMsgType.CLOSE
    assert socket.close_code == 4401


async def test_a_page_before_the_eyes_is_noted_in_the_store(anna: Phone) -> None:
    store = anna.table.site.service.work.store
    socket = await anna.listen("/state")
    await socket.receive()

    async def is_noted() -> bool:
        return LOOKING in await store.user(f"telegram:{ANNA}")

    async def is_gone() -> bool:
        return not await is_noted()

    await socket.send_str("looks")
    await eventually(is_noted, 10)
    await socket.send_str("nonsense")
    await socket.send_str("hides")
    await eventually(is_gone, 10)


# --- headers, frames, logs ---


async def test_only_the_chats_door_may_stand_in_its_frame(stranger: Phone) -> None:
    await stranger.get("/in/telegram", **HTML)
    policy = stranger.answered["Content-Security-Policy"]
    assert "frame-ancestors https://web.telegram.org;" in policy
    assert policy.replace("https://web.telegram.org", "'none'") == HEADERS["Content-Security-Policy"]
    for path in ("/", "/in/link", "/rules/carrara", "/s/ABCD/x", "/static/0/bridge.js"):
        await stranger.get(path, **HTML)
        assert stranger.answered["Content-Security-Policy"] == HEADERS["Content-Security-Policy"], path


async def test_no_secret_stands_in_a_log(anna: Phone, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    data = launch(816)
    await anna.sign_in(data + "0")
    await anna.sign_in(data)
    await anna.get("/")
    link = await access(anna.table).link(guest(815))
    await anna.post("/in/link", {"secret": link.partition("#")[2]})
    socket = await anna.listen("/state")
    await socket.receive()
    written = caplog.text
    for secret in (anna.token, data, link.partition("#")[2], (await access(anna.table).key()).decode()):
        assert secret not in written


async def test_what_belongs_to_a_browser_of_ones_own_is_left_out(anna: Phone) -> None:
    code = await anna.open_table()
    for path in ("/settings", f"/t/{code}", "/"):
        await anna.get(path)
        for node in nodes(anna.state["tree"]):
            assert "data-copy" not in node[1], path
            assert not node[1].get("action", "").endswith(("/device", "/forget", "/hotseat")), path
            assert "/qr/" not in node[1].get("src", ""), path
            assert node[0] != "img" or not node[1].get("src", "").startswith("/t/"), "pictures want the session too"
