"""The table's panel: who sits there, each setting with its value, and what may be done about it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from bot.commands.context import Caller, Context
from bot.language.speaker import catalogue
from bot.messages.panel import Cards, Option, Panel, Part, post_of
from bot.messages.post import Button, Post, Style, command_id
from bot.table.hints import may_ask
from bot.table.model import Absence, Status, Table
from bot.table.time_control import Pace
from engines.kit.errors import Refusal


def table_post(context: Context, caller: Caller, table: Table, forecast: str = "", late: Collection[int] = ()) -> Post:
    """For the host all tools; whoever else sits there may ask all; onlookers only read.

    `late`: the seats whose time is up. Against who is within time nothing can be asked.
    """
    is_host = table.host == caller.ref
    about = context.composer.about(table, caller.language)
    if table.is_over or not (is_host or table.seat_of(caller.ref) is not None):
        return Post("\n".join([line for line in (about, forecast) if line]))
    tools = _Tools(context, caller, table, is_host, late)
    headline, _, rest = about.partition("\n")
    lines = "\n".join([line for line in (rest, forecast, *tools.lines()) if line])
    parts = tuple([part for part in (tools.settings(), tools.moments(), tools.seats(), tools.endings()) if part])
    return post_of(Panel(headline, headline, holding=lines, parts=parts, accent=context.composer.accent(table)))


def setting_post(context: Context, caller: Caller, table: Table, setting: str) -> Post:
    """The values of one setting, the present one ticked, and the way back."""
    tools = _Tools(context, caller, table, table.host == caller.ref)
    if setting not in tools.names():
        raise Refusal("table.refusal.host_only")
    facts = context.composer.titled(table, caller.language)
    said = context.say(caller, "sure", deed=context.say(caller, f"table_{setting}"), **facts)
    back = context.composer.button(caller.language, "back", "table", table.code)
    notes = tuple(tools.lines())
    parts = (tools.values(setting), (back,))
    headline = context.composer.markup.bold(said)
    return post_of(Panel(said, headline, notes=notes, parts=parts, accent=context.composer.accent(table)))


class _Tools:
    """The lines and buttons for one person at one table."""

    def __init__(
        self, context: Context, caller: Caller, table: Table, is_host: bool, late: Collection[int] = ()
    ) -> None:
        self._context, self._caller, self._table, self._is_host, self._late = context, caller, table, is_host, late
        self._is_running = table.status is not Status.LOBBY

    def lines(self) -> Iterator[str]:
        if self._table.paused is not None:
            yield self._say("table_paused")
        if not self._is_host and self._is_running:
            yield from [f"{self._say(f'table_{name}')}: {self._value(name)}" for name in ("absence", "hints")]
            yield self._say("table_ask_all")

    def names(self) -> Iterator[str]:
        """What this person may change."""
        if self._is_host or self._is_running:
            yield "pace"
        if self._is_host and self._is_running:
            yield from ("absence", "hints")

    def settings(self) -> Part:
        """Each setting with its value beside *Change*."""
        options = [
            Option(command_id("table", self._table.code, name), self._say(f"table_{name}"), effect=self._value(name))
            for name in self.names()
        ]
        return Cards(tuple(options), self._say("button.change")) if options else ()

    def values(self, setting: str) -> tuple[Button, ...]:
        every: dict[str, list[str]] = {"pace": [*Pace], "absence": [*Absence], "hints": ["on", "off"]}
        return tuple([self._choice(setting, str(value)) for value in every[setting]])

    def moments(self) -> tuple[Button, ...]:
        """Clocks, and where the board stands."""
        table, found = self._table, list[Button]()
        if self._is_running:
            found.append(
                self._tool("resume", "table resume") if table.paused is not None else self._tool("pause", "table pause")
            )
            if self._is_host and table.waiting:
                found.append(self._tool("more_time", "table clock"))
        if self._is_host and not self._caller.private and self._caller.room not in table.rooms:
            found.append(self._tool("here", "table here"))
        return tuple(found)

    def seats(self) -> tuple[Button, ...]:
        if not self._is_running:
            return ()
        return tuple(
            [
                Button(
                    command_id("table kick", self._table.code, str(seat + 1)),
                    self._say("button.kick", name=self._table.names[seat]),
                    Style.DANGER,
                )
                for seat in self._table.people
                if self._table.seats[seat].user != self._caller.ref
                and (seat in self._late or not self._table.plays(seat))
            ]
        )

    def endings(self) -> tuple[Button, ...]:
        if not self._is_host:
            return ()
        is_alone = not self._is_running or not set(self._table.users) - {self._caller.ref}
        return (replace(self._tool("call_off_alone" if is_alone else "call_off", "cancel"), style=Style.DANGER),)

    def _present(self, setting: str) -> str:
        table = self._table
        is_on = may_ask(table, table.seat_of(self._caller.ref))
        return {"pace": str(table.pace), "absence": str(table.absence), "hints": "on" if is_on else "off"}[setting]

    def _value(self, setting: str, value: str = "") -> str:
        return catalogue(self._caller.language)[f"commands.choice.{setting}.{value or self._present(setting)}"]

    def _choice(self, setting: str, value: str) -> Button:
        style = Style.CHOSEN if value == self._present(setting) else Style.PLAIN
        return Button(command_id(f"table {setting}", self._table.code, value), self._value(setting, value), style)

    def _tool(self, key: str, verb: str) -> Button:
        return self._context.composer.button(self._caller.language, key, verb, self._table.code)

    def _say(self, key: str, /, **facts: str) -> str:
        return self._context.say(self._caller, key, **facts)
