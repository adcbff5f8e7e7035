"""The table's panel: who sits there, each setting with its value, and what may be done about it."""

from __future__ import annotations

from bot.commands.context import Caller, Context
from bot.language.speaker import catalogue
from bot.messages.post import Button, Post, Row, Style, command_id
from bot.table.hints import may_ask
from bot.table.model import Absence, Status, Table
from bot.table.time_control import Pace


def table_post(context: Context, caller: Caller, table: Table) -> Post:
    """For the host all tools; whoever else sits there may ask all; onlookers only read."""
    is_host = table.host == caller.ref
    about = context.composer.about(table, caller.language)
    if table.is_over or not (is_host or table.seat_of(caller.ref) is not None):
        return Post(about)
    tools = _Tools(context, caller, table, is_host)
    return Post("\n".join([about, *tools.lines()]), tuple([row for row in tools.rows() if row]))


class _Tools:
    """The lines and buttons for one person at one table."""

    def __init__(self, context: Context, caller: Caller, table: Table, is_host: bool) -> None:
        self._context, self._caller, self._table, self._is_host = context, caller, table, is_host
        self._is_running = table.status is not Status.LOBBY

    def lines(self) -> list[str]:
        words, table = catalogue(self._caller.language), self._table
        found = [self._say("table_pace", value=words[f"commands.choice.pace.{table.pace}"])]
        if self._is_running:
            found.append(self._say("table_absence", value=words[f"commands.choice.absence.{table.absence}"]))
            found.append(self._say("table_hints", value=words[f"commands.choice.hints.{self._hints()}"]))
        if table.paused is not None:
            found.append(self._say("table_paused"))
        if not self._is_host:
            found.append(self._say("table_ask_all"))
        return found

    def rows(self) -> list[Row]:
        return [self._paces(), self._absences(), self._moments(), self._seats(), self._endings()]

    def _paces(self) -> tuple[Button, ...]:
        if not self._is_host and not self._is_running:
            return ()
        return tuple([self._choice("pace", pace.value, pace is self._table.pace) for pace in Pace])

    def _absences(self) -> tuple[Button, ...]:
        if not self._is_host or not self._is_running:
            return ()
        return tuple([self._choice("absence", rule.value, rule is self._table.absence) for rule in Absence])

    def _moments(self) -> tuple[Button, ...]:
        """Clocks, and where the board stands."""
        table, found = self._table, list[Button]()
        if self._is_running:
            found.append(
                self._tool("resume", "table resume") if table.paused is not None else self._tool("pause", "table pause")
            )
            if self._is_host and table.waiting:
                found.append(self._tool("more_time", "table clock"))
        if self._is_host and self._is_running:
            other = "off" if self._hints() == "on" else "on"
            found.append(Button(command_id("table hints", table.code, other), self._say(f"button.hints_{other}")))
        if self._is_host and not self._caller.private and self._caller.room not in table.rooms:
            found.append(self._tool("here", "table here"))
        return tuple(found)

    def _hints(self) -> str:
        """Whether this person may ask for hints now."""
        return "on" if may_ask(self._table, self._table.seat_of(self._caller.ref)) else "off"

    def _seats(self) -> tuple[Button, ...]:
        if not self._is_running:
            return ()
        return tuple(
            [
                Button(
                    command_id("table kick", self._table.code, str(seat + 1)),
                    self._say("button.kick", name=self._table.names[seat]),
                )
                for seat in self._table.people
                if self._table.seats[seat].user != self._caller.ref and seat in self._table.waiting
            ]
        )

    def _endings(self) -> tuple[Button, ...]:
        return (self._tool("call_off", "cancel"),) if self._is_host else ()

    def _choice(self, tool: str, value: str, is_chosen: bool) -> Button:
        label = catalogue(self._caller.language)[f"commands.choice.{tool}.{value}"]
        style = Style.CHOSEN if is_chosen else Style.PLAIN
        return Button(command_id(f"table {tool}", self._table.code, value), label, style)

    def _tool(self, key: str, verb: str) -> Button:
        return self._context.composer.button(self._caller.language, key, verb, self._table.code)

    def _say(self, key: str, /, **facts: str) -> str:
        return self._context.say(self._caller, key, **facts)
