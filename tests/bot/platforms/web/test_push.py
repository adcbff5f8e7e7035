"""Web Push against a push service of our own: only the device can read it, nobody is disturbed, it is taken back."""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import http_ece
import pytest
import pytest_asyncio
from aiohttp import ClientSession, web
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from bot.platforms.web.push import Device
from bot.platforms.web.push_worker import DEVICE, MOST_DEVICES, PushWorker
from bot.platforms.web.server import LocalTable
from bot.store import Store
from bot.table.lobby import User
from bot.table.preferences import Person
from bot.workers.panel_store import LOOKING
from tests.bot.platforms.web.public_house import ANNA, HOST, ORIGIN, Phone, house
from tests.bot.store.servers import eventually

AUTH = b"sixteen letters!"


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def plain(given: str) -> bytes:
    return urlsafe_b64decode(given + "=" * (-len(given) % 4))


@dataclass
class Service:
    """A push service on loopback, and the browser that it carries messages to."""

    heard: list[dict[str, str]] = field(default_factory=list)
    headers: list[Any] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    status: int = 201
    base: str = ""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def public(self) -> str:
        point = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        return text(self.key.public_key().public_bytes(*point))

    @property
    def device(self) -> Device:
        return Device(f"{self.base}/device", self.public, text(AUTH))

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        self.raw.append(body)
        self.headers.append(request.headers.copy())
        self.heard.append(json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=AUTH)))
        return web.Response(status=self.status)


@asynccontextmanager
async def carrying() -> AsyncIterator[Service]:
    """A push service that runs."""
    peer, app = Service(), web.Application()
    app.router.add_post("/device", peer.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    peer.base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield peer
    await runner.cleanup()


@pytest_asyncio.fixture(loop_scope="session")
async def service() -> AsyncIterator[Service]:
    async with carrying() as peer:
        yield peer


@pytest_asyncio.fixture(loop_scope="session")
async def table(one: Store, tmp_path: Path) -> AsyncIterator[LocalTable]:
    async with house(one, tmp_path) as served:
        yield served


def worker(table: LocalTable) -> PushWorker:
    assert table.site.pushes is not None
    return table.site.pushes


async def begun(table: LocalTable, by_itself: bool = False) -> tuple[str, str, str]:
    """A game of two: its code, whose move it is, and the other. Nothing is told `by_itself` unless wanted."""
    if not by_itself:
        table.site.service.work.listeners.remove(worker(table).heard)
    lobby, users = table.site.service.lobby, [User(f"telegram:{n}", f"P{n}", "en") for n in (ANNA, 815)]
    code = (await lobby.create("new", "carrara", users[0], users[0].ref, seats=2)).table.code
    await lobby.join("join", code, users[1])
    done = await lobby.start("start", code, users[0].ref)
    mover = done.table.seats[next(iter(done.table.waiting))].user
    return code, mover, next(user.ref for user in users if user.ref != mover)


async def attend(table: LocalTable, code: str) -> bool:
    async with ClientSession() as session:
        return await worker(table).attend(session, code)


async def move_on(table: LocalTable, code: str) -> None:
    """The one whose move it is plays until it is another's."""
    work = table.site.service.work
    loaded = await work.load(code)
    first = next(iter(loaded.table.waiting))
    while (loaded := await work.load(code)).state is not None and first in loaded.table.waiting:
        each = next(each for each in loaded.engine.pending(loaded.state) if each.owed and each.seat == first)
        value = loaded.engine.policy(loaded.state, first, each.step, each.ask, lambda below: 0)
        user = loaded.table.seats[first].user
        await table.site.service.moves.answer(f"on {loaded.version}", code, user, [(each.ask_id, value)])


async def test_a_device_is_told_whose_move_it_is_and_nothing_else(table: LocalTable, service: Service) -> None:
    code, mover, _ = await begun(table)
    await table.site.service.work.store.set_user(mover, {f"{DEVICE}x": service.device.written()})
    assert not await attend(table, code)
    assert not await attend(table, code), "once a turn"
    assert service.heard == [{"title": f"Your move in Carrara #{code}", "tag": code}]
    assert code.encode() not in service.raw[0], "nobody on the way can read it"
    assert int(service.headers[0]["TTL"]) > 0
    assert code not in str(service.headers[0])


async def test_the_service_knows_who_sends(table: LocalTable, service: Service) -> None:
    code, mover, _ = await begun(table)
    await table.site.service.work.store.set_user(mover, {f"{DEVICE}x": service.device.written()})
    await attend(table, code)
    scheme, _, rest = service.headers[0]["Authorization"].partition(" ")
    token, key = [part.strip()[2:] for part in rest.split(",")]
    assert scheme == "vapid"
    assert key == (await worker(table).sender()).public_key
    head, claims, signature = token.split(".")
    said = json.loads(plain(claims))
    assert said["aud"] == service.base
    assert said["sub"] == ORIGIN
    assert time.time() < said["exp"] <= time.time() + 24 * 3600
    raw = plain(signature)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    point.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


async def test_it_is_taken_back_when_the_move_is_made_and_the_next_is_told(table: LocalTable, service: Service) -> None:
    code, mover, other = await begun(table, by_itself=True)
    store = table.site.service.work.store
    for user in (mover, other):
        await store.set_user(user, {f"{DEVICE}x": service.device.written()})
    worker(table).heard(code)
    await eventually(lambda: len(service.heard) == 1)
    service.heard.clear()
    await move_on(table, code)
    wanted = [{"title": "", "tag": code}, {"title": f"Your move in Carrara #{code}", "tag": code}]
    await eventually(lambda: sorted(service.heard, key=str) == sorted(wanted, key=str))


async def test_nobody_is_told_in_quiet_hours_or_while_the_page_is_seen(table: LocalTable, service: Service) -> None:
    code, mover, _ = await begun(table)
    store, clock = table.site.service.work.store, table.site.service.work.clock
    now = time.gmtime(clock())
    quiet = f"{(now.tm_hour - 1) % 24:02}:00-{(now.tm_hour + 2) % 24:02}:00"
    await store.set_user(mover, {f"{DEVICE}x": service.device.written()})
    await table.site.service.people.keep(mover, Person(language="en", quiet=quiet, zone="UTC"))
    assert await attend(table, code), "looked at again"
    await table.site.service.people.keep(mover, Person(language="en"))
    await store.set_user(mover, {LOOKING: f"{clock():.3f}"})
    assert await attend(table, code)
    assert service.heard == []
    await store.unset_user(mover, [LOOKING])
    assert not await attend(table, code)
    assert len(service.heard) == 1


async def test_a_device_that_is_gone_is_forgotten(table: LocalTable, service: Service) -> None:
    code, mover, _ = await begun(table)
    store, service.status = table.site.service.work.store, 410
    await store.set_user(mover, {f"{DEVICE}{service.device.name}": service.device.written()})
    await attend(table, code)
    assert not [name for name in await store.user(mover) if name.startswith(DEVICE)]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://localhost:6379/",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com@evil.example/",
        "file:///etc/passwd",
        "https://[",
        "",
    ],
)
async def test_nothing_is_ever_sent_to_an_address_that_is_no_push_service(endpoint: str, service: Service) -> None:
    assert not Device(endpoint, service.public, text(AUTH)).is_sound()
    assert Device("https://fcm.googleapis.com/wp/x", service.public, text(AUTH)).is_sound()
    assert not Device("https://fcm.googleapis.com/wp/x", "AAAA", text(AUTH)).is_sound()


async def test_a_signed_in_browser_asks_to_be_told_and_not_to_be(table: LocalTable, service: Service) -> None:
    async with Phone(table) as anna, Phone(table) as stranger:
        assert await stranger.get("/hear.js") == 200, "the small program is no secret"
        assert await stranger.get("/push/key") == 401
        await anna.sign_in()
        await anna.get("/settings")
        assert "While no page is open" in anna.text
        assert await anna.get("/push/key") == 200
        assert len(plain(anna.state["key"])) == 65
        fields = {"key": service.public, "auth": text(AUTH)}
        for number in range(MOST_DEVICES + 2):
            given = {**fields, "endpoint": f"https://fcm.googleapis.com/wp/{number}"}
            assert await anna.post("/push", given) == 200
            assert not anna.state["bad"]
        store, user = table.site.service.work.store, f"telegram:{ANNA}"
        assert len([name for name in await store.user(user) if name.startswith(DEVICE)]) == MOST_DEVICES
        await anna.post("/push", {**fields, "endpoint": f"https://{HOST}/wp"})
        assert anna.state["bad"]
        await anna.post("/push/off", {"endpoint": f"https://fcm.googleapis.com/wp/{MOST_DEVICES + 1}"})
        assert len([name for name in await store.user(user) if name.startswith(DEVICE)]) == MOST_DEVICES - 1
