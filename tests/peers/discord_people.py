"""Scripted people on Discord: they run commands, complete, press, choose, type, and see only what they may."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from typing import Any

from tests.peers.discord_server import Server
from tests.peers.discord_world import APPLICATION_ID, DM, Channel, Guild, Interaction, Json, Message, Person

COMMAND, COMPONENT, COMPLETE, SUBMIT = 2, 3, 4, 5
ENTRY_POINT = 4
STRING, INTEGER, BOOLEAN, USER = 3, 4, 5, 6


@dataclass(eq=False)
class User:
    """One person at a client. Every act returns once the bot has answered it."""

    server: Server
    person: Person

    @property
    def private(self) -> Channel:
        return self.server.world.private(self.person)

    def sees(self, channel: Channel) -> list[Message]:
        """The messages this person's client shows there, oldest first."""
        return self.server.world.seen_by(self.person, channel)

    def dms(self) -> list[Message]:
        return self.sees(self.private)

    # --- acts ---

    async def slash(self, channel: Channel, command: str, *, settle: bool = True, **options: Any) -> Interaction:
        """`slash(room, "table pace", pace="day")`: a command with its options."""
        data = self._command(channel, command, options)
        return await self._act(channel, COMMAND, data, settle=settle)

    async def complete(self, channel: Channel, command: str, focus: str, **options: Any) -> list[str]:
        """What the bot offers while `focus` is being typed."""
        data = self._command(channel, command, options, focus)
        return [choice["value"] for choice in (await self._act(channel, COMPLETE, data)).choices]

    async def press(self, message: Message, label: str, *, settle: bool = True) -> Interaction:
        """Press a button by what it says."""
        shown = self._parts(message)
        for name, part in message.named():
            if part in shown and name == label:
                return await self.press_id(message, part["custom_id"], settle=settle)
        raise AssertionError(f"no button {label!r}, only {message.labels()}")

    async def press_more(self, message: Message, label: str) -> Interaction:
        """Press a button that stands behind *More*."""
        return await self.press((await self.press_verb(message, "more")).reply, label)

    async def press_verb(self, message: Message, verb: str, *, settle: bool = True) -> Interaction:
        """Press a button by what it does, whatever the language."""
        for part in self._parts(message):
            if f"c:{verb}:" in part.get("custom_id", ""):
                return await self.press_id(message, part["custom_id"], settle=settle)
        raise AssertionError(f"no button for {verb!r}, only {message.labels()}")

    async def press_id(self, message: Message, custom_id: str, *, settle: bool = True) -> Interaction:
        """Press a button by its id: also one that never stood there (a forged client)."""
        data = {"component_type": 2, "custom_id": custom_id}
        return await self._act(message.channel, COMPONENT, data, message, settle=settle)

    async def choose(self, message: Message, custom_id: str, values: list[str], settle: bool = True) -> Interaction:
        """Choose in a select."""
        part = next(part for part in self._parts(message) if part.get("custom_id") == custom_id)
        offered = [option["value"] for option in part["options"]]
        assert set(values) <= set(offered), f"{values} are not all offered: {offered}"
        assert part.get("min_values", 1) <= len(values) <= part.get("max_values", 1)
        data = {"component_type": 3, "custom_id": custom_id, "values": values}
        return await self._act(message.channel, COMPONENT, data, message, settle=settle)

    async def submit(self, opened: Interaction, text: str, settle: bool = True) -> Interaction:
        """Fill in the one field of a dialogue and send it."""
        assert opened.modal is not None, "no dialogue was opened"
        fields = []
        for row in opened.modal["components"]:
            inner = row["component"] if row["type"] == 18 else row["components"][0]
            value = {"type": 4, "custom_id": inner["custom_id"], "value": text, "id": 2}
            fields.append(
                {"type": 18, "id": 1, "component": value}
                if row["type"] == 18
                else {"type": 1, "id": 1, "components": [value]}
            )
        data = {"custom_id": opened.modal["custom_id"], "components": fields}
        return await self._act(opened.channel, SUBMIT, data, opened.message, settle=settle)

    async def fill(self, opened: Interaction, settle: bool = True, **chosen: list[str]) -> Interaction:
        """Choose in the lists, ticks and people of a dialogue and send it; what is not named stays as it stands."""
        assert opened.modal is not None, "no dialogue was opened"
        fields, users = [], {}
        for row in opened.modal["components"]:
            part = row["component"]
            entries = part.get("options") or []
            standing = [each["value"] for each in entries if each.get("default")]
            values = chosen.pop(part["custom_id"], standing)
            assert part["type"] == 5 or set(values) <= {each["value"] for each in entries}, f"{values} are not offered"
            low = part.get("min_values", 1 if part.get("required", True) else 0)
            assert low <= len(values) <= part.get("max_values", 1), f"{len(values)} of {part['custom_id']}"
            if part["type"] == 5:
                users |= {each: self.server.world.people[int(each)].wire() for each in values}
            field = {"type": part["type"], "custom_id": part["custom_id"], "values": values, "id": 2}
            fields.append({"type": 18, "id": 1, "component": field})
        assert not chosen, f"the dialogue has no {list(chosen)}"
        data = {"custom_id": opened.modal["custom_id"], "components": fields, "resolved": {"users": users}}
        return await self._act(opened.channel, SUBMIT, data, opened.message, settle=settle)

    async def write(self, text: str) -> Message:
        """Write a line to the bot in private."""
        world, channel = self.server.world, self.private
        message = Message(world.new_id(), channel, text, author=self.person)
        channel.messages[message.id] = message
        await self.server.dispatch("MESSAGE_CREATE", message.wire(), None)
        return message

    async def launch(self, channel: Channel) -> Interaction:
        """The command that Discord makes for an activity, where the bot itself is to answer it."""
        known = next(each for each in self.server.world.commands if each.get("type") == ENTRY_POINT)
        data = {"id": known["id"], "name": known["name"], "type": ENTRY_POINT}
        return await self._act(channel, COMMAND, data, settle=False)

    # --- how ---

    def _parts(self, message: Message) -> list[Json]:
        shown = self.sees(message.channel)
        assert message in shown, f"{self.person.name} cannot see that message"
        return [part for part in message.parts() if not part.get("disabled")]

    def _command(self, channel: Channel, command: str, options: dict[str, Any], focus: str = "") -> Json:
        name, *inner = command.split()
        known = next((each for each in self.server.world.commands if each["name"] == name), None)
        assert known is not None, f"the command {name!r} was never registered"
        context = 1 if channel.kind == DM else 0
        assert context in (known.get("contexts") or [0, 1]), f"/{name} cannot be used here"
        parts, offered = known, known.get("options") or []
        for word in inner:
            parts = next(option for option in offered if option["name"] == word)
            offered = parts.get("options") or []
        filled = self._options(offered, options, focus)
        if inner:
            filled = [{"type": 1, "name": inner[0], "options": filled}]
        return {"id": known["id"], "name": name, "type": 1, "options": filled}

    def _options(self, offered: list[Json], given: dict[str, Any], focus: str) -> list[Json]:
        by_name = {option["name"]: option for option in offered}
        unknown = set(given) - set(by_name)
        assert not unknown, f"options that the command does not have: {unknown}"
        filled: list[Json] = []
        for option in offered:
            if option["name"] not in given:
                assert not option.get("required") or focus, f"{option['name']} is required"
                continue
            value = str(given[option["name"]]) if option["type"] == USER else given[option["name"]]
            choices = [choice["value"] for choice in option.get("choices") or []]
            assert not choices or value in choices, f"{value!r} is not among {choices}"
            entry: Json = {"type": option["type"], "name": option["name"], "value": value}
            if option["name"] == focus:
                assert option.get("autocomplete"), f"{focus} is not completed"
                entry["focused"] = True
            filled.append(entry)
        return filled

    async def _act(
        self, channel: Channel, kind: int, data: Json, message: Message | None = None, settle: bool = True
    ) -> Interaction:
        world = self.server.world
        assert self.person.id in channel.audience(), f"{self.person.name} is not in that channel"
        token = secrets.token_urlsafe(48)
        act = Interaction(world.new_id(), token, self.person, channel, kind, world.now(), message, world.skew)
        world.interactions[act.id] = act
        payload = self._payload(act, data)
        heard = await self.server.dispatch("INTERACTION_CREATE", payload, channel.guild)
        assert heard, "the bot is not connected: this interaction failed"
        async with asyncio.timeout(60):
            await act.acked.wait()
            if settle:
                await act.settled.wait()
        return act

    def _payload(self, act: Interaction, data: Json) -> Json:
        guild, user = act.channel.guild, self.person.wire()
        payload: Json = {
            "id": str(act.id),
            "application_id": str(APPLICATION_ID),
            "type": act.kind,
            "token": act.token,
            "version": 1,
            "data": data,
            "channel": act.channel.wire(),
            "channel_id": str(act.channel.id),
            "locale": self.person.locale,
            "app_permissions": str(act.channel.permissions()),
            "entitlements": [],
            "authorizing_integration_owners": self._owners(guild),
            "attachment_size_limit": 10 * 1024 * 1024,
            "context": 1 if guild is None else 0,
        }
        if data.get("options") is not None:
            payload["data"]["resolved"] = self._resolved(data["options"], guild)
        if act.message is not None:
            payload["message"] = act.message.wire()
        if guild is None:
            return payload | {"user": user}
        member = {"user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False}
        member |= {"permissions": "0", "flags": 0, "nick": None}
        about = {"id": str(guild.id), "locale": guild.locale, "features": []}
        return payload | {"guild_id": str(guild.id), "guild": about, "guild_locale": guild.locale, "member": member}

    def _owners(self, guild: Guild | None) -> Json:
        """Who has let the bot in here: the server, or this person."""
        if guild is not None and guild.has_bot:
            return {"0": str(guild.id)}
        return {"0": "0"} if guild is None else {"1": str(self.person.id)}

    def _resolved(self, options: list[Json], guild: Guild | None) -> Json:
        users: Json = {}
        for option in options:
            users |= self._resolved(option.get("options") or [], guild).get("users", {})
            if option["type"] == USER:
                users[str(option["value"])] = self.server.world.people[int(option["value"])].wire()
        return {"users": users} if users else {}


def sit_down(server: Server, *names: str, locales: dict[str, str] | None = None) -> list[User]:
    """People of these names, with an account each."""
    return [User(server, server.world.person(name, (locales or {}).get(name, "en-GB"))) for name in names]
