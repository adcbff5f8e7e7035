"""Decides when a device is told: never in quiet hours, never while the page is seen, once a turn; and takes it back."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from aiohttp import ClientSession

from bot.language.speaker import Speaker
from bot.messages.picture_request import short_title
from bot.platforms.web.push import SERVICES, Device, Sender
from bot.service.table_service import TableService
from bot.table.model import Status, Table
from bot.table.preferences import Person
from bot.workers.message_policy import has_page_open
from bot.workers.panel_store import LOOKING
from engines.kit import Refusal, Text

DEVICE, PUSHED = "push:", "pushed:"
"""Begin the names of a person's notes: devices to be told, and turns that were told of."""
MOST_DEVICES = 5
LOOK_EVERY = 20.0
"""Seconds after which those are looked at again who were not to be told yet."""
SECRET = "push"


class PushWorker:
    """Hears of every table that changes in this process."""

    def __init__(self, service: TableService, origin: str, services: tuple[str, ...] = SERVICES) -> None:
        self.service = service
        self.services = services
        self._origin = origin
        self._codes: set[str] = set()
        self._changed = asyncio.Event()

    async def sender(self) -> Sender:
        return Sender(await self.service.work.store.secret(SECRET), self._origin)

    def heard(self, code: str) -> None:
        self._codes.add(code)
        self._changed.set()

    async def subscribe(self, user: str, device: Device) -> bool:
        """Tell this device from now on; whether it is one that can be told."""
        if not device.is_sound(self.services):
            return False
        store = self.service.work.store
        kept = sorted(name for name in await store.user(user) if name.startswith(DEVICE))
        if len(kept) >= MOST_DEVICES and f"{DEVICE}{device.name}" not in kept:
            await store.unset_user(user, kept[: len(kept) - MOST_DEVICES + 1])
        await store.set_user(user, {f"{DEVICE}{device.name}": device.written()})
        return True

    async def forget(self, user: str, endpoint: str) -> None:
        await self.service.work.store.unset_user(user, [f"{DEVICE}{Device(endpoint, '', '').name}"])

    async def run(self) -> None:
        """Look at what has changed, and again at whoever was not to be disturbed."""
        async with ClientSession() as session:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY):
                        await self._changed.wait()
                self._changed.clear()
                for code in sorted(self._codes):
                    self._codes.discard(code)
                    try:
                        is_done = not await self.attend(session, code)
                    except BaseException:
                        self._codes.add(code)
                        raise
                    if not is_done:
                        self._codes.add(code)

    async def attend(self, session: ClientSession, code: str) -> bool:
        """Tell whose move it is, and take back what is no longer true; whether somebody is still to be told."""
        try:
            table = await self.service.queries.table(code)
        except Refusal:
            return False
        waits = False
        for number in table.people:
            waits = await self._tell(session, table, number) or waits
        return waits

    async def _tell(self, session: ClientSession, table: Table, number: int) -> bool:
        user, note = table.seats[number].user, f"{PUSHED}{table.code}"
        kept = await self.service.work.store.user(user)
        devices = [Device.stored(value) for name, value in kept.items() if name.startswith(DEVICE)]
        is_owed = table.status is Status.RUNNING and number in table.waiting
        if not devices or is_owed == (note in kept):
            return False
        if is_owed:
            language = table.seats[number].language
            person = Person.stored(kept["person"]) if "person" in kept else Person(language=language)
            now = self.service.work.clock()
            if person.calendar().is_closed(now) or has_page_open(float(kept.get(LOOKING, 0)), now):
                return True
            await self.service.work.store.set_user(user, {note: "1"})
            said = Text("web.push_move", {"game": short_title(table.game, person.language), "code": table.code})
            await self._send(session, user, devices, {"title": Speaker(person.language).say(said), "tag": table.code})
        else:
            await self.service.work.store.unset_user(user, [note])
            await self._send(session, user, devices, {"title": "", "tag": table.code})
        return False

    async def _send(self, session: ClientSession, user: str, devices: list[Device], message: dict[str, str]) -> None:
        sender = await self.sender()
        for device in devices:
            if not await sender.send(session, device, message):
                await self.forget(user, device.endpoint)
