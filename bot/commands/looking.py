"""Looking: board, hand, log, my games, rules, help, proofs and files."""

from __future__ import annotations

import json

from bot import archive, pictures
from bot.commands.call import Arguments, Caller, Office, Reply, is_running
from bot.commands.spec import fold
from bot.documents import Status
from bot.pictures import told
from bot.posts import Attached, Button, Post, command_id
from engines.kit.errors import Refusal
from engines.kit.rulebook import sections
from render import twin

MOST_RULES = 8
LONGEST_LOG = 1800
HELP = {"play": "help_play", "look": "help_look", "ahead": "help_ahead", "table": "help_table"}


async def board(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """The board or a part of it, as a picture, in words or as a file that no platform makes smaller."""
    table = await office.table(caller, arguments, is_running)
    look = await office.service.look(table.code, caller.ref)
    if look.view is None:
        return Reply(await office.scribe.lobby(look.table))
    how, part = _wanted(arguments)
    part = _part(part, look.seat, look.table.names)
    picture = pictures.board(look, caller.language, part=part)
    title = office.say(caller, "title", **office.scribe.titled(look.table, caller.language))
    if how == "text" or not pictures.is_drawn(table.game):
        text = twin(picture) if pictures.is_drawn(table.game) else ""
        return Reply(Post(f"{title}\n{office.scribe.dress.plain(text)}"[:LONGEST_LOG]))
    if how == "file":
        drawn = await office.scribe.studio.draw(picture)
        return Reply(Post(title, file=Attached(f"signoria-{table.code}.png", drawn.png)))
    ways = ("text", "file") if office.scribe.limits.shrinks else ("text",)
    buttons = [
        Button(command_id("board", table.code, f"{way}.{part.replace(':', '')}"), office.say(caller, f"button.{way}"))
        for way in ways
    ]
    return Reply(await office.scribe.drawn(Post(title, (tuple(buttons),)), picture))


def _wanted(arguments: Arguments) -> tuple[str, str]:
    """In which way which part is wanted: by the options of the command, or by a button `text.mine`."""
    how, _, part = str(arguments.get("argument") or "").partition(".")
    for way, option in (("text", "plain"), ("file", "file")):
        if arguments.get(option):
            how = way
    return how, part or str(arguments.get("part") or "all")


def _part(part: str, seat: int | None, names: list[str]) -> str:
    """A part as the studio knows it: `all`, `mine`, `market`, or a seat by its player's name."""
    if part in names:
        return f"seat:{names.index(part)}"
    if (number := part.removeprefix("seat")).isdecimal() and int(number) < len(names):
        return f"seat:{int(number)}"
    if part == "mine" and seat is not None:
        return f"seat:{seat}"
    return part if part in ("market",) else "all"


async def hand(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """What only I may see."""
    table = await office.table(caller, arguments, is_running)
    look = await office.service.look(table.code, caller.ref)
    if look.seat is None:
        raise Refusal("table.refusal.not_in")
    if look.view is None:
        return office.text(caller, "nothing_hidden")
    title = office.say(caller, "title", **office.scribe.titled(look.table, caller.language))
    if not pictures.is_drawn(table.game):
        return office.text(caller, "nothing_hidden")
    picture = pictures.board(look, caller.language, part="hand")
    return Reply(await office.scribe.drawn(Post(title), picture))


async def log(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """What happened, since my move or from the beginning."""
    table = await office.table(caller, arguments)
    everything = arguments.get("range") == "all" or arguments.get("argument") == "all"
    if everything or table.seat_of(caller.ref) is None:
        lines = await office.service.log(table.code, caller.ref)
    else:
        lines = await office.service.since_my_move(table.code, caller.ref)
    speaker = office.scribe.speaker(table, caller.language)
    said = [speaker.say(text) for text, _ in told(lines)]
    if not said:
        return office.text(caller, "nothing_since")
    kept = list[str]()
    for line in reversed(said):
        if sum(map(len, kept)) + len(kept) + len(line) > LONGEST_LOG:
            break
        kept.insert(0, line)
    every = Button(command_id("log", table.code, "all"), office.say(caller, "button.all"))
    return Reply(Post("\n".join(kept), () if everything else ((every,),)))


async def games(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """Every game of mine, the longest wait first."""
    lines, buttons = list[str](), list[Button]()
    for line in (await office.service.games_of(caller.ref))[:15]:
        facts = office.scribe.titled(line.table, caller.language)
        if line.table.status is Status.LOBBY:
            lines.append(office.say(caller, "games_lobby", **facts))
            continue
        if line.waiting is not None:
            lines.append(office.say(caller, "games_mine", **facts))
        else:
            names = office.scribe.names(line.table, sorted(line.table.waiting), caller.language)
            lines.append(office.say(caller, "games_line", **facts, names=names))
        if len(buttons) < 15:
            label = office.say(caller, "button.open", code=line.table.code)
            buttons.append(Button(command_id("move", line.table.code), label))
    if not lines:
        keys = (("open_table", "new"), ("try_alone", "alone"))
        buttons = [office.scribe.button(caller.language, key, verb) for key, verb in keys]
        return Reply(Post(office.say(caller, "no_games"), (tuple(buttons),)))
    rows = [tuple(buttons[at : at + 5]) for at in range(0, len(buttons), 5)]
    return Reply(Post("\n".join(lines), tuple(rows)))


async def rules(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """Our own summary of the rules: the sections with these words, or the chapters."""
    game = str(arguments.get("game") or "")
    if not game:
        game = (await office.table(caller, arguments)).game
    found = sections(game, caller.language)
    words = fold(str(arguments.get("words") or "")).split()
    title = pictures.title(game, caller.language)
    if not words:
        chapters = list(dict.fromkeys(section.chapter for section in found.values()))
        hint = office.say(caller, "rules_hint", game=title)
        return Reply(Post(office.scribe.fitted([hint, *chapters])))
    hits = [
        section
        for section in found.values()
        if section.number.casefold() == " ".join(words) or all(word in fold(section.text) for word in words)
    ]
    if not hits:
        return office.text(caller, "no_rules", words=str(arguments["words"]))
    plain = office.scribe.dress.plain
    shown = [f"{office.scribe.dress.bold(hit.number)} {plain(hit.text)}" for hit in hits[:MOST_RULES]]
    while len("\n".join(shown)) > LONGEST_LOG and len(shown) > 1:
        shown.pop()
    return Reply(Post("\n".join(shown)[:LONGEST_LOG]))


async def help_(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    key = HELP.get(str(arguments.get("topic") or ""), "help")
    alone = Button(command_id("alone"), office.say(caller, "button.try_alone"))
    return Reply(Post(office.say(caller, key), ((alone,),)))


async def about_table(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """Who sits at the table and what was chosen."""
    table = await office.table(caller, arguments)
    return Reply(Post(office.scribe.about(table, caller.language)))


async def verify(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """Play a finished game again from its seed."""
    table = await office.table(caller, arguments)
    proof = await office.service.verify(table.code)
    if not proof.holds:
        return office.text(caller, "not_verified")
    return office.text(caller, "verified", moves=proof.moves, seed=table.seed)


async def export(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """The whole game as one file; before its end only what I may know."""
    table = await office.table(caller, arguments)
    raw = await archive.for_player(office.service, table.code, caller.ref)
    key = "export" if table.is_over else "export_own"
    text = office.say(caller, key, **office.scribe.titled(table, caller.language))
    file = Attached(f"signoria-{table.code}.json", json.dumps(raw, ensure_ascii=False, indent=1).encode())
    return Reply(Post(text, file=file))
