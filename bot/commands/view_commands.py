"""Looking: board, hand, log, my games, help, proofs and files."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import metadata

from bot.commands.arguments import Arguments, AtTable, Board, Help, Log, Settings
from bot.commands.context import Caller, Context, Reply, is_running
from bot.commands.foretold import foretold
from bot.commands.history_commands import meant
from bot.commands.move_commands import panel
from bot.commands.table_panel import setting_post, table_post
from bot.language.speaker import Speaker
from bot.messages import picture_request
from bot.messages.picture_request import told
from bot.messages.post import Attached, Button, Post, command_id
from bot.service import game_file
from bot.table.absence import lapsed
from bot.table.model import Status
from engines.kit import Refusal, Text
from render import twin

LONGEST_LOG = 1800
HELP = {"play": "help_play", "look": "help_look", "ahead": "help_ahead", "table": "help_table"}


async def board(context: Context, caller: Caller, arguments: Board) -> Reply:
    """The board or a part of it, as a picture, in words or as a file that no platform makes smaller."""
    table = await context.table(caller, arguments, is_running)
    look = await context.service.queries.look(table.code, caller.ref)
    if look.view is None:
        return Reply(await context.composer.lobby(look.table))
    how, part = _wanted(arguments)
    part = _part(part, look.seat, look.table.names)
    picture = picture_request.board(look, caller.language, part=part)
    title = context.say(caller, "title", **context.composer.titled(look.table, caller.language))
    if how == "text":
        return Reply(Post(f"{title}\n{context.composer.markup.plain(twin(picture))}"[:LONGEST_LOG]))
    if how == "file":
        drawn = await context.composer.studio.draw(picture)
        return Reply(Post(title, file=Attached(f"signoria-{table.code}.png", drawn.png)))
    ways = ("text", "file") if context.composer.limits.shrinks else ("text",)
    buttons = [
        Button(command_id("board", table.code, f"{way}.{part.replace(':', '')}"), context.say(caller, f"button.{way}"))
        for way in ways
    ]
    return Reply(await context.composer.drawn(Post(title, (tuple(buttons),)), picture))


def _wanted(arguments: Board) -> tuple[str, str]:
    """In which way which part is wanted: by the options of the command, or by a button `text.mine`."""
    how, _, part = arguments.way.partition(".")
    how = "file" if arguments.file else "text" if arguments.plain else how
    return how, part or arguments.part or "all"


def _part(part: str, seat: int | None, names: list[str]) -> str:
    """A part as the studio knows it: `all`, `mine`, `market`, or a seat by its player's name."""
    if part in names:
        return f"seat:{names.index(part)}"
    if (number := part.removeprefix("seat")).isdecimal() and int(number) < len(names):
        return f"seat:{int(number)}"
    if part == "mine" and seat is not None:
        return f"seat:{seat}"
    return part if part in ("market",) else "all"


async def hand(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """What only I may see."""
    table = await context.table(caller, arguments, is_running)
    look = await context.service.queries.look(table.code, caller.ref)
    if look.seat is None:
        raise Refusal("table.refusal.not_in")
    if look.view is None:
        return context.text(caller, "nothing_hidden")
    title = context.say(caller, "title", **context.composer.titled(look.table, caller.language))
    picture = picture_request.board(look, caller.language, part="hand")
    return Reply(await context.composer.drawn(Post(title, only="hand"), picture))


async def log(context: Context, caller: Caller, arguments: Log) -> Reply:
    """What happened, since my move or from the beginning."""
    table = await context.table(caller, arguments)
    everything = arguments.range == "all"
    if everything or table.seat_of(caller.ref) is None:
        lines = await context.service.queries.log(table.code, caller.ref)
    else:
        lines = await context.service.queries.since_my_move(table.code, caller.ref)
    speaker = context.composer.speaker(table, caller.language, table.seat_of(caller.ref))
    said = [_with_reason(speaker, text) for text, _ in told(lines, whole=True)]
    if not said:
        return context.text(caller, "nothing_since")
    kept = list[str]()
    for line in reversed(said):
        if sum(map(len, kept)) + len(kept) + len(line) > LONGEST_LOG:
            break
        kept.insert(0, line)
    every = Button(command_id("log", table.code, "all"), context.say(caller, "button.all"))
    return Reply(Post("\n".join(kept), () if everything else ((every,),)))


def _with_reason(speaker: Speaker, text: Text) -> str:
    """A sentence of the log, and under it how it came about."""
    said = speaker.say(text)
    return said if text.because is None else f"{said}\n↳ {speaker.say(text.because)}"


async def games(context: Context, caller: Caller, arguments: Arguments) -> Reply:
    """Every game of mine, the longest wait first."""
    lines, buttons = list[str](), list[Button]()
    for line in (await context.service.queries.games_of(caller.ref))[:15]:
        facts = context.composer.titled(line.table, caller.language)
        if line.table.status is Status.LOBBY:
            lines.append(context.say(caller, "games_lobby", **facts))
            continue
        if line.table.paused is not None:
            lines.append(context.say(caller, "games_paused", **facts))
        elif line.waiting is not None:
            lines.append(context.say(caller, "games_mine", **facts))
        else:
            names = context.composer.names(line.table, sorted(line.table.waiting), caller.language)
            lines.append(context.say(caller, "games_line", **facts, names=names))
        if len(buttons) < 15:
            label = context.say(caller, "button.open", code=line.table.code)
            buttons.append(Button(command_id("move", line.table.code), label))
    if not lines:
        keys = (("open_table", "new"), ("try_alone", "alone"), ("learn", "learn"))
        buttons = [context.composer.button(caller.language, key, verb) for key, verb in keys]
        return Reply(Post(context.say(caller, "no_games"), (tuple(buttons),)))
    rows = [tuple(buttons[at : at + 5]) for at in range(0, len(buttons), 5)]
    return Reply(Post("\n".join(lines), tuple(rows)))


async def next_game(context: Context, caller: Caller, arguments: Arguments) -> Reply:
    """The game that has waited longest for me."""
    waiting = [line for line in await context.service.queries.games_of(caller.ref) if line.waiting is not None]
    waiting = [line for line in waiting if line.table.status is Status.RUNNING]
    if not waiting:
        return context.text(caller, "nobody_waits")
    return await panel(context, caller, waiting[0].table.code)


async def help_(context: Context, caller: Caller, arguments: Help) -> Reply:
    key = HELP.get(arguments.topic, "help")
    verbs = {"rules": "rules", "settings": "remind", "try_alone": "alone", "learn": "learn"}
    buttons = [context.composer.button(caller.language, label, verb) for label, verb in verbs.items()]
    lines = [context.say(caller, key), *([f"Signoria {metadata.version('signoria')}"] if key == "help" else [])]
    return Reply(Post("\n".join(lines), (tuple(buttons),)))


async def more(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """What else may be looked at or done at a table."""
    table = await context.table(caller, arguments)
    look = await context.service.queries.look(table.code, caller.ref)
    return Reply(replace(context.composer.more(look, caller.language), only="more"))


async def about_table(context: Context, caller: Caller, arguments: Settings) -> Reply:
    """Who sits at the table, what was chosen, and the tools of whoever asks; or the values of one setting."""
    table = await context.table(caller, arguments)
    if arguments.setting:
        return Reply(setting_post(context, caller, table, arguments.setting), instead=True)
    said = context.composer.markup.plain(await foretold(context, caller, table))
    late = lapsed(table, await context.service.people.calendars(table), context.service.work.clock())
    return Reply(table_post(context, caller, table, said, late), instead=arguments.tapped)


async def verify(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """Play a finished game again from its seed: the table named, else the one that is played, or that ended last."""
    table = await meant(context, caller, arguments, lambda table: True)
    if table.commitment and not table.is_over:
        said = [context.composer.markup.plain(seat.word) for seat in table.seats if seat.word]
        return context.text(caller, "sealed_whole", hash=table.commitment, words=", ".join(said), seal=table.seal)
    proof = await context.service.queries.verify(table.code)
    key, words = "verified" if proof.holds else "not_verified", context.composer.markup.plain(", ".join(proof.words))
    return context.text(caller, key, moves=proof.moves, seed=proof.seed, words=words, hash=table.commitment)


async def export(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """The whole game as one file; before its end only what I may know."""
    table = await meant(context, caller, arguments, lambda table: True)
    raw = await game_file.for_player(context.service.work, table.code, caller.ref)
    key = "export" if table.is_over else "export_own"
    text = context.say(caller, key, **context.composer.titled(table, caller.language))
    file = Attached(f"signoria-{table.code}.json", json.dumps(raw, ensure_ascii=False, indent=1).encode())
    return Reply(Post(text, file=file))
