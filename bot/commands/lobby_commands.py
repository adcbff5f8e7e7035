"""Before the game: open a table, sit down, options, begin; and the host's tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.choices.control_id import ControlId
from bot.commands import sheets
from bot.commands.arguments import (
    Alone,
    AtTable,
    Configure,
    Entrance,
    Guests,
    InLanguage,
    New,
    Options,
    SetOption,
    Word,
)
from bot.commands.context import Caller, Context, Reply, is_lobby
from bot.commands.moderation_commands import told
from bot.commands.option_steps import PACE, option_steps
from bot.language import option_labels as options_
from bot.language.speaker import Speaker
from bot.learn.teacher import course
from bot.messages import picture_request
from bot.messages.post import Button, Entry, Listed, Post, Row, Style, command_id
from bot.table.change import Committed
from bot.table.lobby import User, require_host
from bot.table.model import Level, Status, Table, platform_of
from bot.table.time_control import Pace
from engines import ENGINES
from engines.kit.errors import Refusal
from engines.kit.text import Text

OPTIONS_A_PAGE = 4
COMPUTERS = ("Lorenzo", "Caterina", "Cosimo", "Isabella")


async def new(context: Context, caller: Caller, arguments: New) -> Reply:
    """Open a table in this room, which shows its lobby; without a game, ask which."""
    if arguments.game not in ENGINES:
        return which_game(context, caller, "learn" if arguments.teach else "new")
    await context.limits.require_opening(caller.ref, caller.room)
    if arguments.teach:
        return await practice(context, caller, arguments.game)
    return _opened_said(context, caller, await _opened(context, caller, arguments))


async def alone(context: Context, caller: Caller, arguments: Alone) -> Reply:
    """A game against computer seats, at once, and in private: its panel is all there is to see."""
    if arguments.game not in ENGINES:
        return which_game(context, caller, "alone")
    await context.limits.require_opening(caller.ref, caller.room)
    seats = ENGINES[arguments.game].info.seats[0]
    own = replace(caller, room="")
    wanted = New(game=arguments.game, seats=seats, computer=seats - 1, pace=Pace.NONE)
    done = await _opened(context, own, wanted)
    if done.table.status is Status.LOBBY:
        done = await context.service.lobby.start(f"{caller.request}/start", done.table.code, caller.ref)
    said = context.say(caller, "started", **context.composer.titled(done.table, caller.language))
    return Reply(Post(said), instead=True, done=done)


async def practice(context: Context, caller: Caller, game: str) -> Reply:
    """A first game with a teacher against gentle computers, begun at once and in private; the learner sits first."""
    taught = course(game)
    if taught is None:
        missing = Text("learn.teacher.not_taught", {"game": picture_request.title(game, caller.language)})
        return Reply(Post(Speaker(caller.language).say(missing)))
    room = "" if context.has_panels else caller.room
    lobby = context.service.lobby
    seats, stops = taught.seats, taught.turns
    done = await lobby.practice(caller.request, game, caller.user, room, taught.options, seats, COMPUTERS, stops)
    person = await context.person(caller)
    if not person.teach:
        await context.service.people.keep(caller.ref, person.model_copy(update={"teach": True}))
    facts = context.composer.titled(done.table, caller.language)
    said = Speaker(caller.language).say(Text("learn.teacher.started", facts))
    return Reply(Post(said), instead=True, done=done)


def which_game(context: Context, caller: Caller, verb: str) -> Reply:
    """A list of the games, each entry a tap on `verb`."""
    entries = [Entry(command_id(verb, "", game), picture_request.title(game, caller.language)) for game in ENGINES]
    hint = context.say(caller, "which_game")
    return Reply(Post(hint, (Listed(str(ControlId.list("", verb)), hint, tuple(entries)),)), instead=True)


async def _opened(context: Context, caller: Caller, wanted: New) -> Committed:
    """A new table with as many computer seats as wished for."""
    lobby, game = context.service.lobby, wanted.game
    done = await lobby.create(
        caller.request,
        game,
        caller.user,
        caller.room,
        options_.parse(game, wanted.modules, caller.language),
        wanted.pace,
        wanted.seats or ENGINES[game].info.seats[1],
        caller.language,
    )
    code = done.table.code
    for number in range(wanted.computer if done.table.status is Status.LOBBY else 0):
        name = COMPUTERS[number % 4]
        done = await lobby.add_computer(f"{caller.request}/{number}", code, caller.ref, name, wanted.level)
    return done


def _opened_said(context: Context, caller: Caller, done: Committed) -> Reply:
    return Reply(Post(context.say(caller, "opened", code=done.table.code)), done=done)


async def join(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """Sit down. A code is an invitation, wherever it is used, unless the host wants more than that."""
    if arguments.table:
        table = await context.named(caller, arguments.table)
        if arguments.tapped:
            context.require_sight(caller, table)
    else:
        table = await context.table(caller, arguments, is_lobby)
    is_there, is_guest = caller.room in table.rooms, bool(table.invited.get(caller.ref))
    done = await context.service.lobby.join(caller.request, table.code, caller.user, invited=is_there)
    if not caller.private and platform_of(caller.room) not in {platform_of(room) for room in table.rooms}:
        await context.service.lobby.show_also(f"{caller.request}/room", table.code, caller.room)
    return replace(_titled(context, caller, "joined", done), instead=is_guest and not is_there)


async def invite(context: Context, caller: Caller, arguments: Guests) -> Reply:
    """The host asks somebody to sit down, in private."""
    table, guest = await context.table(caller, arguments, is_lobby), context.account(arguments.person)
    if guest is None:
        raise Refusal("chat.refusal.which_person")
    return await invited(context, caller, table, [guest])


async def invited(context: Context, caller: Caller, table: Table, guests: Sequence[User]) -> Reply:
    """People are asked; whoever sits there or was asked before is not asked again."""
    new = [guest for guest in guests if guest.ref not in table.invited and table.seat_of(guest.ref) is None]
    if not new:
        return context.text(caller, "nobody_new")
    done = await context.service.lobby.invite(caller.request, table.code, caller.ref, new)
    names = ", ".join([context.composer.markup.plain(guest.name) for guest in new])
    return replace(context.text(caller, "asked_to_join", names=names), done=done)


async def decline(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """Not this time."""
    table = await context.table(caller, arguments)
    done = await context.service.lobby.decline(caller.request, table.code, caller.ref)
    return replace(_titled(context, caller, "declined", done), instead=True)


async def leave(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    table = await context.table(caller, arguments, is_lobby)
    done = await context.service.lobby.leave(caller.request, table.code, caller.ref)
    return _titled(context, caller, "left", done)


async def word(context: Context, caller: Caller, arguments: Word) -> Reply:
    """Something of my own in the shuffle."""
    table = await context.table(caller, arguments, is_lobby)
    done = await context.service.lobby.add_word(caller.request, table.code, caller.ref, arguments.word)
    seat = done.table.seat_of(caller.ref)
    said = "" if seat is None else context.composer.markup.plain(done.table.seats[seat].word)
    return replace(context.text(caller, "word_added" if said else "word_gone", word=said), done=done)


async def entry(context: Context, caller: Caller, arguments: Entrance) -> Reply:
    """Who may come in: whoever knows the code, or only whoever was invited."""
    table = await context.table(caller, arguments)
    by_link = arguments.entry == "link"
    done = await context.service.lobby.set_entry(caller.request, table.code, caller.ref, by_link)
    return _titled(context, caller, f"entry_{arguments.entry}", done)


async def computer(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """One more computer seat, that plays as well as the last."""
    table = await context.table(caller, arguments, is_lobby)
    levels = [seat.level for seat in table.seats if seat.kind == "computer"]
    name, level = COMPUTERS[len(levels) % 4], levels[-1] if levels else Level.STEADY
    done = await context.service.lobby.add_computer(caller.request, table.code, caller.ref, name, level)
    return told(context, caller, done)


async def start(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    table = await context.table(caller, arguments, is_lobby)
    done = await context.service.lobby.start(caller.request, table.code, caller.ref)
    await context.service.clubs.played_on(done.table)
    return _titled(context, caller, "started", done)


async def cancel(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """Before the game the host closes the table; of a game that is on all decide, and it is asked once more."""
    table = await context.table(caller, arguments)
    if table.status is Status.RUNNING:
        require_host(table, caller.ref)
        key = "call_off" if set(table.users) - {caller.ref} else "call_off_alone"
        button = context.composer.button(caller.language, key, "calloff", table.code)
        ask = replace(button, style=Style.DANGER)
        leave = context.composer.button(caller.language, "leave_it", "move", table.code)
        question = context.say(caller, f"{key}_sure", **context.composer.titled(table, caller.language))
        return Reply(Post(question, ((ask, leave),)), instead=True)
    done = await context.service.lobby.cancel(caller.request, table.code, caller.ref)
    return _titled(context, caller, "cancelled", done)


def _titled(context: Context, caller: Caller, key: str, done: Committed) -> Reply:
    """A sentence that names the table."""
    return Reply(Post(context.say(caller, key, **context.composer.titled(done.table, caller.language))), done=done)


# --- options ---


async def options(context: Context, caller: Caller, arguments: Options) -> Reply:
    """A list per option, four a page; for the host alone."""
    table = await context.table(caller, arguments, is_lobby)
    if table.host != caller.ref:
        raise Refusal("table.refusal.host_only")
    return Reply(_options_post(context, caller, table, arguments.page), instead=True)


def _options_post(context: Context, caller: Caller, table: Table, page: int) -> Post:
    language = caller.language
    title = context.say(caller, "options", **context.composer.titled(table, language))
    if not context.composer.limits.select:
        return Post(title, option_steps(table, page, language))
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
        rows.append(Listed(str(ControlId.list(table.code, f"o{choices.index(option)}")), name, tuple(entries)))
    pages = range((len(choices) - 1) // OPTIONS_A_PAGE + 1)
    turns = [
        Button(command_id("options", table.code, str(to)), sign)
        for to, sign in ((page - 1, "‹"), (page + 1, "›"))
        if to in pages
    ]
    if turns:
        rows.append(tuple(turns))
    return Post(title, tuple(rows))


async def set_option(context: Context, caller: Caller, arguments: SetOption) -> Reply:
    """An entry of such a list was chosen."""
    table = await context.table(caller, arguments, is_lobby)
    pace: Pace | None = None
    change: dict[str, Any] = {}
    try:
        page, option, value = arguments.choice.split(".")
        if option == PACE:
            pace = list(Pace)[int(value)]
        else:
            chosen = options_.choosable(table.game)[int(option)]
            change[chosen.name] = chosen.values[int(value)]
        shown = int(page)
    except (ValueError, IndexError):
        raise Refusal("chat.refusal.unknown_button") from None
    done = await context.service.lobby.configure(caller.request, table.code, caller.ref, change, pace)
    return Reply(_options_post(context, caller, done.table, shown), instead=True, done=done)


async def options_chosen(
    context: Context, caller: Caller, control: ControlId, chosen: Mapping[str, Sequence[str]]
) -> Reply:
    """A sheet of options was sent: what it has is set in one go, and people are asked to the table."""
    table = await context.table(caller, AtTable(table=control.table, tapped=True), is_lobby)
    every, changes = options_.choosable(table.game), dict[str, Any]()
    for option in every:
        if chosen.get(option.name):
            number = chosen[option.name][0]
            if not number.isdecimal() or int(number) >= len(option.values):
                raise Refusal("chat.refusal.unknown_button")
            changes[option.name] = option.values[int(number)]
    shown = await sheets.sheet(context, caller, control)
    for field in shown.fields:
        if field.name.startswith(sheets.SWITCHES):
            changes |= {entry.id: entry.id in chosen.get(field.name, ()) for entry in field.entries}
    pace = [Pace(each) for each in chosen.get(sheets.PACE, ()) if each in [*Pace]]
    lobby = context.service.lobby
    done = await lobby.configure(caller.request, table.code, caller.ref, changes, pace[0] if pace else None)
    said = [context.say(caller, "changed")]
    guests = [guest for each in chosen.get(sheets.GUESTS, ()) if (guest := context.account(each)) is not None]
    if guests:
        asked = await invited(context, replace(caller, request=f"{caller.request}/ask"), done.table, guests)
        said.append(asked.post.text)
    here = int(control.body) if control.body.isdecimal() else 0
    others = [page for page in range(sheets.pages_of(context, caller, done.table)) if page != here]
    buttons = [
        Button(
            str(ControlId.command("options", table.code, str(page)).dialogue()),
            context.say(caller, "button.options_page", n=page + 1),
        )
        for page in others
    ]
    return Reply(Post(" ".join(said), (tuple(buttons),) if buttons else ()), instead=True, done=done)


async def configure(context: Context, caller: Caller, arguments: Configure) -> Reply:
    """A form with everything that the host may choose."""
    table, written = await context.table(caller, arguments), arguments.chosen
    chosen: dict[str, Any] = {}
    for option in options_.choosable(table.game):
        if f"{option.name}.off" in written:
            chosen[option.name] = written.get(option.name) == "true"
        elif option.name in written:
            named = [value for value in option.values if str(value) == written[option.name]]
            chosen[option.name] = next(iter(named), option.default)
    chosen |= {row.name: row.read(written[row.name]) for row in options_.numbered(table.game) if row.name in written}
    done = await context.service.lobby.configure(caller.request, table.code, caller.ref, chosen, arguments.pace)
    return told(context, caller, done)


# --- the host's tools ---


async def table_language(context: Context, caller: Caller, arguments: InLanguage) -> Reply:
    table = await context.table(caller, arguments)
    done = await context.service.lobby.configure(caller.request, table.code, caller.ref, language=arguments.language)
    return told(context, caller, done)


async def here(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """The board message comes to this room."""
    table = await context.table(caller, arguments)
    done = await context.service.lobby.move_to(caller.request, table.code, caller.ref, caller.room)
    return _titled(context, caller, "here", done)


async def rematch(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """The same game once more, with the same options and computers; against computers alone it begins at once."""
    table = await context.table(caller, arguments)
    if table.seat_of(caller.ref) is None:
        raise Refusal("table.refusal.not_in")
    done = await context.service.lobby.again(table, caller.user)
    if done.table.status is Status.RUNNING:
        return _titled(context, caller, "started", done)
    if done.table.host != caller.ref:
        return _titled(context, caller, "joined", done)
    return _opened_said(context, caller, done)
