"""The conversation: a tap, line, command or form from any platform goes in, and there is always a reply."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from bot.choices.control_id import ControlId, Kind
from bot.commands import lobby_commands, move_commands, nearly, plan_commands, reminder_commands, sheets
from bot.commands.arguments import AtTable, Help, Written
from bot.commands.context import Caller, Context, Reply
from bot.commands.dispatcher import VERBS
from bot.language.speaker import Speaker
from bot.lines.command_parser import UNREAD, command_named, missing, open_choices, read_command
from bot.lines.command_spec import Argument, choice_name
from bot.lines.command_spec import Command as Spec
from bot.messages.modal_sheet import Sheet
from bot.messages.post import Button, Post, command_id
from bot.service.session import session
from bot.store import Read, StoreAway, reads
from bot.table.model import as_code
from engines.kit.errors import EngineBug, Refusal

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tap:
    """A button or an entry of a list by its id; or all that was ticked in a list."""

    caller: Caller
    ids: Sequence[str]
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line that stands alone: a command, or a move, at this table or in the game that has waited longest."""

    caller: Caller
    text: str
    table: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command by its name, with what was said besides."""

    caller: Caller
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Form:
    """What was filled in where a control asked for it: one line, or several fields."""

    caller: Caller
    control: str
    text: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    chosen: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What was chosen in each list of a sheet."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A move put together on a page, as a plan; `finish`: with the way out of a question that goes round; `ahead`: it
    is kept for the next turn."""

    caller: Caller
    table: str
    text: str
    finish: bool = False
    ahead: bool = False


Request: TypeAlias = Tap | Line | Command | Form | Plan


class Conversation:
    """One for each platform; it answers whatever happens."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def handle(self, request: Request, alongside: Sequence[Read[Any]] = ()) -> Reply:
        """Do what is asked for. One round trip brings who asks and the table meant, and whatever goes `alongside`."""
        caller = request.caller
        with session():
            try:
                caller = await self._introduced(request, alongside)
                return await self._route(self._speaking_to(caller), caller, request)
            except Refusal as refusal:
                return self._refused(caller, refusal)
            except StoreAway as away:
                return Reply(Post(self.context.say(caller, "store_away")), refused=True, problem=away)
            except EngineBug as bug:
                log.exception("a table was frozen")
                return Reply(Post(self.context.say(caller, "fault")), refused=True, problem=bug)

    def _speaking_to(self, caller: Caller) -> Context:
        """Times are written in the reader's own zone."""
        assert caller.person is not None
        composer = self.context.composer
        return replace(self.context, composer=replace(composer, markup=composer.markup.to(caller.person)))

    async def _introduced(self, request: Request, alongside: Sequence[Read[Any]]) -> Caller:
        """Read at once what every request needs; the caller as known from it."""
        caller, code = request.caller, _code_in(request)
        wanted: list[Read[Any]] = [*alongside]
        if caller.person is None:
            wanted.append(reads.user(caller.ref))
        if code:
            wanted += [reads.game(code), reads.gaps()]
        elif _looks_for_a_table(request):
            wanted += [reads.games_of_user(caller.ref), reads.games_of_room(caller.room), reads.gaps()]
        await self.context.service.work.fetch(wanted)
        return await self.context.met(caller)

    async def _route(self, context: Context, caller: Caller, request: Request) -> Reply:
        match request:
            case Tap(_, ids, ticked):
                return await self._tapped(context, caller, ids, ticked)
            case Form():
                return await self._filled_in(context, caller, request)
            case Command(_, name, arguments):
                return await self._command(context, caller, name, arguments)
            case Line(_, text, table):
                return await self._line(context, caller, text, table)
            case Plan(_, table, text, finish, ahead=True):
                return await plan_commands.from_board(context, caller, table, text, finish)
            case Plan(_, table, text, finish):
                return await move_commands.planned(context, caller, table, text, finish)

    # --- each of the four ---

    async def _tapped(self, context: Context, caller: Caller, ids: Sequence[str], ticked: bool) -> Reply:
        controls = [ControlId.parse(each) for each in ids]
        first = controls[0] if controls else None
        if first is None or first.kind is not Kind.COMMAND:
            return await move_commands.tap(context, caller, ids, ticked)
        if first.verb not in VERBS:
            raise Refusal("chat.refusal.unknown_button")
        verb, others = VERBS[first.verb], [control for control in controls[1:] if control is not None]
        return await verb.run(context, caller, verb.arguments.tapped_on(first, *others))

    async def sheet(self, caller: Caller, control: ControlId) -> Sheet | Reply:
        """The form that a control opens; or why it does not."""
        with session():
            try:
                known = await self._introduced(Tap(caller, [str(control)]), ())
                return await sheets.sheet(self._speaking_to(known), known, control)
            except Refusal as refusal:
                return self._refused(caller, refusal)
            except StoreAway as away:
                return Reply(Post(self.context.say(caller, "store_away")), refused=True, problem=away)

    async def _filled_in(self, context: Context, caller: Caller, form: Form) -> Reply:
        parsed, text = ControlId.parse(form.control), form.text
        if parsed is None:
            raise Refusal("chat.refusal.unknown_button")
        if parsed.is_ask:
            return await move_commands.fill_in(context, caller, parsed, text, form.fields, form.chosen)
        if parsed.verb == "options":
            return await lobby_commands.options_chosen(context, caller, parsed, form.chosen)
        if parsed.verb == "away":
            return await reminder_commands.away(context, caller, reminder_commands.days_in(text))
        if parsed.verb not in VERBS or VERBS[parsed.verb].arguments is not Written:
            raise Refusal("chat.refusal.unknown_button")
        return await VERBS[parsed.verb].run(context, caller, Written(table=parsed.table, text=text, tapped=True))

    async def _command(self, context: Context, caller: Caller, name: str, given: Mapping[str, Any]) -> Reply:
        if name not in VERBS:
            return Reply(Post(context.say(caller, "help")), is_unknown=True)
        command = command_named(name)
        if command is not None and (lacking := missing(command, given)):
            return self._choices(caller, name, str(given.get("table", "")), lacking)
        verb, read = VERBS[name], {key: value for key, value in given.items() if key != UNREAD}
        if command is not None and len(read) < len(given) and verb.arguments is not Help:
            raise _unread(command, str(given[UNREAD]), read, caller.language)
        return await verb.run(context, caller, verb.arguments.typed(read, caller.language))

    async def _line(self, context: Context, caller: Caller, text: str, table: str) -> Reply:
        if text.lstrip().startswith("?"):
            return await self._command(context, caller, "what", {"thing": text, "table": table})
        if not text.lstrip().startswith("/"):
            if table:
                return await move_commands.typed(context, caller, Written(table=table, text=text))
            found = VERBS["move"]
            return await found.run(context, caller, found.arguments(text=text))
        typed = read_command(text)
        if typed is None:
            word = text.split()[0].removeprefix("/").replace("/", "⁄")[:60]
            said = context.say(caller, "unknown_command", word=word, like=nearly.command(text, caller.language))
            return Reply(Post(f"{context.composer.markup.plain(said)}\n{context.say(caller, 'help')}"), is_unknown=True)
        return await self._command(context, caller, typed.command.name, typed.at(table))

    # --- what is said instead ---

    def _choices(self, caller: Caller, name: str, code: str, argument: Argument) -> Reply:
        """What the command still needs to know, as buttons."""
        rows = [
            (Button(command_id(name, code, value), choice_name(argument, value, caller.language)),)
            for value in argument.choices
        ]
        return Reply(Post(self.context.say(caller, "choose"), tuple(rows)))

    def _refused(self, caller: Caller, refusal: Refusal) -> Reply:
        if refusal.code == "chat.refusal.no_table":
            new = Button(command_id("new"), self.context.say(caller, "button.open_table"))
            return Reply(Post(self.context.say(caller, "no_table"), ((new,),)), refused=True, problem=refusal)
        return Reply(Post(self.context.composer.refused(caller.language, refusal)), refused=True, problem=refusal)


def _unread(command: Spec, words: str, given: Mapping[str, Any], language: str) -> Refusal:
    """Words behind a command that are none of those that it knows: which there are."""
    known = [choice_name(each, value, language) for each in open_choices(command, given) for value in each.choices]
    return Refusal("chat.refusal.module", words=words[:60].replace("/", "⁄"), known=Speaker(language).join(known))


def _code_in(request: Request) -> str:
    """The table that a request names."""
    match request:
        case Tap(_, ids):
            control = ControlId.parse(ids[0]) if ids else None
            return control.table if control else ""
        case Form(_, control):
            parsed = ControlId.parse(control)
            return parsed.table if parsed else ""
        case Command(_, _, arguments):
            return as_code(str(arguments.get("table") or ""))
        case Plan(_, table):
            return table
        case Line(_, text, table):
            typed = read_command(text)
            return as_code(str(typed.at(table).get("table") or "")) if typed else table


def _looks_for_a_table(request: Request) -> bool:
    """Whether it must be found out which table is meant."""
    name = request.name if isinstance(request, Command) else ""
    if isinstance(request, Line):
        typed = read_command(request.text)
        name = typed.command.name if typed else "move"
    return name in VERBS and issubclass(VERBS[name].arguments, AtTable)


def greeting(context: Context, language: str) -> Post:
    """What the bot says when it arrives in a new place."""
    verbs = {"open_table": "new", "try_alone": "alone", "language": "language"}
    buttons = [context.composer.button(language, key, verb) for key, verb in verbs.items()]
    return Post(context.composer.say(language, "arrived"), (tuple(buttons),))
