"""The clerk: takes commands, taps and typed lines from any platform and always has an answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot import options
from bot.commands import hosting, lobbying, looking, ordering, personal, playing, records, reminding
from bot.commands.call import Arguments, Caller, Office, Reply, is_running, number_in
from bot.commands.spec import Argument
from bot.phrases import Reader
from bot.posts import COMMAND_PREFIX, DIALOGUE_PREFIX, Button, Post, command_id
from bot.store import StoreAway
from bot.texts import Speaker
from engines import ENGINES
from engines.kit.errors import EngineBug, Refusal

log = logging.getLogger(__name__)
Handler = Callable[[Office, Caller, Arguments], Awaitable[Reply]]

HANDLERS: dict[str, Handler] = {
    "new": lobbying.new,
    "alone": lobbying.alone,
    "join": lobbying.join,
    "leave": lobbying.leave,
    "computer": lobbying.computer,
    "options": lobbying.options,
    "set": lobbying.set_option,
    "start": lobbying.start,
    "cancel": lobbying.cancel,
    "rematch": lobbying.rematch,
    "table pace": hosting.pace,
    "table pause": hosting.pause,
    "table resume": hosting.resume,
    "table clock": hosting.clock,
    "table absence": hosting.absence,
    "table kick": hosting.kick,
    "replace": hosting.replace,
    "stepin": hosting.step_in,
    "comeback": hosting.come_back,
    "remind": reminding.remind,
    "snooze": reminding.snooze,
    "away": reminding.away,
    "stats": records.stats,
    "table language": lobbying.table_language,
    "table here": lobbying.here,
    "move": playing.move,
    "undo": playing.undo,
    "back": playing.ask_back,
    "agree": playing.agree,
    "refuse": playing.refuse,
    "why": playing.why,
    "next": playing.next_game,
    "board": looking.board,
    "hand": looking.hand,
    "log": looking.log,
    "games": looking.games,
    "rules": looking.rules,
    "help": looking.help_,
    "table": looking.about_table,
    "verify": looking.verify,
    "export": looking.export,
    "language": personal.language,
    "tips": personal.no_tips,
    "privacy": personal.privacy,
    "forget": personal.forget,
    "resign": personal.resign,
    "gone": personal.gone,
    "orders": ordering.orders,
    "unorder": ordering.unorder,
    "always": ordering.always,
}
"""What each command, and each button that stands for one, does."""


class Clerk:
    """One for each platform; every method answers, whatever happens."""

    def __init__(self, office: Office) -> None:
        self.office = office

    async def command(self, caller: Caller, name: str, arguments: Arguments) -> Reply:
        """A command with its arguments."""
        return await self._safely(caller, HANDLERS[name](self.office, caller, arguments))

    async def tap(self, caller: Caller, chosen: Sequence[str], ticked: bool = False) -> Reply:
        """A button or an entry of a list by its id; or all that was ticked in a list."""
        return await self._safely(caller, self._tapped(caller, chosen, ticked))

    async def written(self, caller: Caller, control: str, text: str) -> Reply:
        """A line was written into the dialogue that a button opened."""
        return await self._safely(caller, self._written(caller, control, text))

    async def line(self, caller: Caller, text: str) -> Reply:
        """A line that stands alone in the private chat: a move in the game that has waited longest."""
        return await self._safely(caller, playing.move(self.office, caller, {"text": text}))

    # --- taps ---

    async def _tapped(self, caller: Caller, chosen: Sequence[str], ticked: bool) -> Reply:
        if not chosen[0].startswith(f"{COMMAND_PREFIX}:"):
            return await playing.tap(self.office, caller, chosen, ticked)
        verb, code, argument = _command_of(chosen[0])
        if verb == "prefer":
            return await ordering.prefer(
                self.office, caller, code, [number_in({"argument": _command_of(each)[2]}) for each in chosen]
            )
        if verb not in HANDLERS:
            raise Refusal("chat.refusal.unknown_button")
        arguments = {"table": code, "argument": argument, "tapped": True} if code else {"argument": argument}
        return await HANDLERS[verb](self.office, caller, arguments)

    async def _written(self, caller: Caller, control: str, text: str) -> Reply:
        inner = control.removeprefix(f"{DIALOGUE_PREFIX}:")
        if not inner.startswith(f"{COMMAND_PREFIX}:"):
            return await playing.number(self.office, caller, inner, text)
        verb, code, _ = _command_of(inner)
        if verb == "limit":
            return await ordering.limit(self.office, caller, code, text)
        if verb == "away":
            return await reminding.away(self.office, caller, reminding.days_in(text))
        return await playing.typed(self.office, caller, code, text, tapped=True)

    # --- completion ---

    async def complete(self, caller: Caller, argument: Argument, typed: str, others: Arguments) -> list[str]:
        """What may be typed next, knowing what stands in the other arguments; nothing rather than an error."""
        try:
            return await self._completions(caller, argument, typed, others)
        except (Refusal, StoreAway, EngineBug):
            return []

    async def _completions(self, caller: Caller, argument: Argument, typed: str, others: Arguments) -> list[str]:
        match argument.name:
            case "table":
                mine = [line.table.code for line in await self.office.service.games_of(caller.ref)]
                here = [table.code for table in await self.office.service.games_in(caller.room)]
                return [code for code in dict.fromkeys([*mine, *here]) if code.startswith(typed.upper())]
            case "modules":
                games = [str(others["game"])] if others.get("game") in ENGINES else list(ENGINES)
                return _modules(games, typed, caller.language)
            case "part":
                return await self._parts(caller, others)
            case _:
                return await self._lines(caller, typed, others)

    async def _lines(self, caller: Caller, typed: str, others: Arguments) -> list[str]:
        table = await self.office.table(caller, others, is_running)
        loaded = await self.office.service.load(table.code)
        seat = loaded.table.seat_of(caller.ref)
        if seat is None or loaded.state is None:
            return []
        speaker = Speaker(caller.language, table.game, tuple(table.names))
        reader = Reader(loaded.engine, loaded.state, seat, speaker)
        return [found.line for found in await asyncio.to_thread(reader.complete, typed)]

    async def _parts(self, caller: Caller, others: Arguments) -> list[str]:
        table = await self.office.table(caller, others, is_running)
        return ["all", "mine", "market", *table.names]

    # --- when something is wrong ---

    async def _safely(self, caller: Caller, work: Awaitable[Reply]) -> Reply:
        try:
            return await work
        except Refusal as refusal:
            return self._refused(caller, refusal)
        except StoreAway:
            return Reply(Post(self.office.say(caller, "store_away")), refused=True)
        except EngineBug:
            log.exception("a table was frozen")
            return Reply(Post(self.office.say(caller, "fault")), refused=True)

    def _refused(self, caller: Caller, refusal: Refusal) -> Reply:
        if refusal.code == "chat.refusal.no_table":
            new = Button(command_id("new"), self.office.say(caller, "button.open_table"))
            return Reply(Post(self.office.say(caller, "no_table"), ((new,),)), refused=True)
        return Reply(Post(Speaker(caller.language).refusal(refusal)), refused=True)


def _command_of(control: str) -> tuple[str, str, str]:
    parts = control.split(":")
    if len(parts) != 4:
        raise Refusal("chat.refusal.unknown_button")
    return parts[1], parts[2], parts[3]


def _modules(games: Sequence[str], typed: str, language: str) -> list[str]:
    """Lines that go on from what stands before the last comma."""
    before, _, last = typed.rpartition(",")
    start = f"{before}, " if before else ""
    lines = [line for game in games for line in options.lines(game, language)]
    return [start + line for line in lines if last.strip().casefold() in line.casefold()]


def greeting(office: Office, language: str) -> Post:
    """What the bot says when it arrives in a new place."""
    verbs = {"open_table": "new", "try_alone": "alone", "language": "language"}
    buttons = [office.scribe.button(language, key, verb) for key, verb in verbs.items()]
    return Post(office.scribe.say(language, "arrived"), (tuple(buttons),))
