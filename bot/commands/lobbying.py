"""Before the game: open a table, sit down, options, begin; and the host's tools."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot import options as options_
from bot import pictures
from bot.clock import Pace
from bot.commands.call import Arguments, Caller, Office, Reply, is_lobby, number_in
from bot.documents import Table
from bot.platforms.base import platform_of
from bot.posts import LIST_PREFIX, Button, Entry, Listed, Post, Row, command_id
from bot.tables import User
from engines import ENGINES
from engines.kit.errors import Refusal

OPTIONS_A_PAGE = 4
COMPUTERS = ("Lorenzo", "Caterina", "Cosimo", "Isabella")


async def new(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """Open a table in this room, which shows its lobby; without a game, ask which."""
    game = str(arguments.get("game") or arguments.get("argument") or "")
    if game not in ENGINES:
        return which_game(office, caller, "new")
    return office.text(caller, "opened", code=(await _opened(office, caller, game, arguments)).code)


async def alone(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """A game against computer seats, at once, and in private: its panel is all there is to see."""
    game = str(arguments.get("argument") or "")
    if game not in ENGINES:
        return which_game(office, caller, "alone")
    seats = ENGINES[game].info.seats[0]
    own = caller if caller.private else replace(caller, room="")
    table = await _opened(office, own, game, {"seats": seats, "computer": seats - 1, "pace": "none"})
    await office.service.start(f"{caller.request}/start", table.code, caller.ref)
    return Reply(Post(office.say(caller, "started", **office.scribe.titled(table, caller.language))), instead=True)


def which_game(office: Office, caller: Caller, verb: str) -> Reply:
    """A list of the games, each entry a tap on `verb`."""
    entries = [Entry(command_id(verb, "", game), pictures.title(game, caller.language)) for game in ENGINES]
    hint = office.say(caller, "which_game")
    return Reply(Post(hint, (Listed(f"{LIST_PREFIX}::{verb}", hint, tuple(entries)),)), instead=True)


async def _opened(office: Office, caller: Caller, game: str, arguments: Arguments) -> Table:
    """A new table with as many computer seats as wished for."""
    done = await office.service.create(
        caller.request,
        game,
        caller.user,
        caller.room,
        options_.parse(game, str(arguments.get("modules") or "")),
        Pace(arguments.get("pace") or Pace.DAY),
        arguments.get("seats") or ENGINES[game].info.seats[1],
        caller.language,
    )
    table = done.table
    for number in range(int(arguments.get("computer") or 0)):
        request = f"{caller.request}/{number}"
        table = (await office.service.add_computer(request, table.code, caller.ref, COMPUTERS[number % 4])).table
    return table


async def join(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """Sit down. A code is an invitation, wherever it is used."""
    if named := arguments.get("table"):
        table = await office.service.table(str(named).removeprefix("#").upper())
        if arguments.get("tapped"):
            office.require_sight(caller, table)
    else:
        table = await office.table(caller, arguments, is_lobby)
    done = await office.service.join(caller.request, table.code, caller.user)
    if not caller.private and platform_of(caller.room) not in {platform_of(room) for room in table.rooms}:
        await office.service.show_also(f"{caller.request}/room", table.code, caller.room)
    return office.text(caller, "joined", **office.scribe.titled(done.table, caller.language))


async def leave(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    table = await office.table(caller, arguments, is_lobby)
    done = await office.service.leave(caller.request, table.code, caller.ref)
    return office.text(caller, "left", **office.scribe.titled(done.table, caller.language))


async def computer(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """One more computer seat."""
    table = await office.table(caller, arguments, is_lobby)
    taken = sum(seat.kind == "computer" for seat in table.seats)
    done = await office.service.add_computer(caller.request, table.code, caller.ref, COMPUTERS[taken % 4])
    return Reply(Post(_told(office, caller, done.table, done.texts)))


async def start(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    table = await office.table(caller, arguments, is_lobby)
    done = await office.service.start(caller.request, table.code, caller.ref)
    return office.text(caller, "started", **office.scribe.titled(done.table, caller.language))


async def cancel(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    table = await office.table(caller, arguments)
    done = await office.service.cancel(caller.request, table.code, caller.ref)
    return office.text(caller, "cancelled", **office.scribe.titled(done.table, caller.language))


def _told(office: Office, caller: Caller, table: Table, texts: list[Any]) -> str:
    speaker = office.scribe.speaker(table, caller.language)
    return " ".join([speaker.say(text) for text in texts]) or office.say(caller, "changed")


# --- options ---


async def options(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """A list per option, four a page; for the host alone."""
    table = await office.table(caller, arguments, is_lobby)
    if table.host != caller.ref:
        raise Refusal("table.refusal.host_only")
    return Reply(_options_post(office, caller, table, number_in(arguments)), instead=True)


def _options_post(office: Office, caller: Caller, table: Table, page: int) -> Post:
    language = caller.language
    choices = options_.choosable(table.game)
    shown = choices[page * OPTIONS_A_PAGE : (page + 1) * OPTIONS_A_PAGE]
    rows: list[Row] = []
    for option in shown:
        name = options_.name_of(table.game, option.name, language)
        chosen = table.options.get(option.name, option.default)
        entries = [
            Entry(
                command_id("set", table.code, f"{page}.{choices.index(option)}.{number}"),
                f"{name}: {options_.value_said(table.game, option.name, value, language)}",
                chosen=value == chosen,
            )
            for number, value in enumerate(option.values[:25])
        ]
        rows.append(Listed(f"s:{table.code}:o{choices.index(option)}", name, tuple(entries)))
    pages = range((len(choices) - 1) // OPTIONS_A_PAGE + 1)
    turns = [
        Button(command_id("options", table.code, str(to)), sign)
        for to, sign in ((page - 1, "‹"), (page + 1, "›"))
        if to in pages
    ]
    if turns:
        rows.append(tuple(turns))
    return Post(office.say(caller, "options", **office.scribe.titled(table, language)), tuple(rows))


async def set_option(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """An entry of such a list was chosen."""
    table = await office.table(caller, arguments, is_lobby)
    try:
        page, option, value = [int(part) for part in str(arguments["argument"]).split(".")]
        chosen = options_.choosable(table.game)[option]
        change = {chosen.name: chosen.values[value]}
    except (ValueError, IndexError):
        raise Refusal("chat.refusal.unknown_button") from None
    done = await office.service.configure(caller.request, table.code, caller.ref, options=change)
    return Reply(_options_post(office, caller, done.table, page), instead=True)


# --- the host's tools ---


async def table_language(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    table = await office.table(caller, arguments)
    language = str(arguments["language"])
    done = await office.service.configure(caller.request, table.code, caller.ref, language=language)
    return Reply(Post(_told(office, caller, done.table, done.texts)))


async def here(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """The board message comes to this room."""
    table = await office.table(caller, arguments)
    done = await office.service.move_to(caller.request, table.code, caller.ref, caller.room)
    return office.text(caller, "here", **office.scribe.titled(done.table, caller.language))


async def rematch(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """The same game once more, with the same options."""
    table = await office.table(caller, arguments)
    seat = table.seat_of(caller.ref)
    if seat is None:
        raise Refusal("table.refusal.not_in")
    host = User(caller.ref, caller.user.name, caller.language)
    done = await office.service.create(
        caller.request, table.game, host, table.room, table.options, table.pace, len(table.seats), table.language
    )
    return office.text(caller, "opened", code=done.table.code)
