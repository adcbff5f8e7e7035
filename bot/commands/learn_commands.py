"""Learning: what a thing is (`/what`), the summary of a game and its rules (`/rules`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.commands import nearly
from bot.commands.arguments import AtTable, Rules, What
from bot.commands.context import Caller, Context, Reply, is_running
from bot.commands.lobby_commands import which_game
from bot.commands.rule_search import folded, sections_with
from bot.language.figure_words import FigureWords, figures_said
from bot.language.speaker import Speaker
from bot.learn.at_hand import things_asked, things_at_hand
from bot.learn.reference import Entry, book, entry, is_called, named, references, title
from bot.learn.sheet import marks_in, sections_of, summary
from bot.messages import picture_request
from bot.messages.post import Button, Post, command_id
from bot.messages.what_is import PAGE, page_of
from bot.service import own_box
from engines import ENGINES
from engines.kit import Engine, Refusal
from engines.kit.engine import Pending
from engines.kit.rulebook import Section, sections
from engines.kit.tables import Tables

MOST_RULES = 8
MOST_MEANT = 5
"""So many things are offered as buttons where words may mean several."""
MOST_FIGURES = 12
"""From somebody's box: so many are said beside the rules."""
LONGEST = 1800
CHAPTERS = "chapters"
"""Behind a game in a button's id: its chapters, not its summary."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """A game to look things up in; at a running table with the reader's own view of it."""

    game: str
    tables: Tables
    code: str = ""
    view: Mapping[str, Any] | None = None
    names: tuple[str, ...] = ()
    pendings: tuple[Pending, ...] = ()

    @property
    def engine(self) -> Engine[Any]:
        return ENGINES[self.game]

    def told(self, reference: str, language: str) -> Entry | None:
        return entry(self.game, self.tables, self.view, reference, language, self.names)

    def asked(self) -> list[str]:
        return things_asked(self.game, self.tables, self.pendings)

    def at_hand(self) -> list[str]:
        return things_at_hand(self.game, self.tables, self.view, self.pendings)


def _plainly(game: str) -> _Ground:
    return _Ground(game, ENGINES[game].tables.current())


async def _ground(context: Context, caller: Caller, at: AtTable, game: str) -> _Ground | None:
    """Where a thing is looked up: at the table meant, unless another game is named; None: nothing is meant."""
    try:
        table = await context.table(caller, at, is_running)
    except Refusal:
        if at.table:
            raise
        return _plainly(game) if game else None
    if game and table.game != game:
        return _plainly(game)
    loaded = await context.service.work.load(table.code)
    if loaded.state is None:
        return _plainly(table.game)
    seat, engine = loaded.table.seat_of(caller.ref), loaded.engine
    mine = tuple([each for each in engine.pending(loaded.state) if each.seat == seat])
    view, tables = engine.view_json(loaded.state, seat), engine.tables_of(loaded.state)
    return _Ground(table.game, tables, table.code, view, tuple(loaded.table.names), mine)


# --- what is this ---


async def what(context: Context, caller: Caller, arguments: What) -> Reply:
    """What a thing is and does, what it means for me now, where it lies; the answer is private."""
    words, game = _words(arguments)
    ground = await _ground(context, caller, arguments, game)
    if ground is None:
        return _in_every_game(context, caller, words)
    if book(ground.game) is None:
        raise Refusal("chat.refusal.no_reference", game=picture_request.title(ground.game, caller.language))
    if ground.view is not None and (not words or words.startswith(PAGE)):
        return _page(context, caller, ground, words.removeprefix(PAGE))
    if words in book_kinds(ground.game):
        return _all_of(context, caller, ground, words)
    shown = ground.told(words, caller.language)
    if shown is not None:
        return Reply(_post(context, caller, ground, shown))
    meant = named(ground.game, ground.tables, words, caller.language, ground.asked())
    if not meant:
        meant = nearly.things(ground.game, ground.tables, words, caller.language, ground.asked())
    if not meant:
        raise Refusal("chat.refusal.no_thing", words=words.replace("/", "⁄")[:60])
    shown = ground.told(meant[0], caller.language)
    if shown is not None and (len(meant) == 1 or is_called(ground.game, meant[0], words)):
        others = _buttons(caller, [(ground, each) for each in meant[1:MOST_MEANT]])
        post = _post(context, caller, ground, shown)
        return Reply(replace(post, rows=(*post.rows, *others)))
    return _which(context, caller, [(ground, each) for each in meant[:MOST_MEANT]])


def _page(context: Context, caller: Caller, ground: _Ground, number: str) -> Reply:
    """A page of the things at hand; turning over takes its place, the first one stands beside the question."""
    things = ground.at_hand() or list(references(ground.game, ground.tables))
    page = int(number) if number.isdecimal() else 0
    rows = page_of(things, ground.game, ground.code, caller.language, page)
    return Reply(Post(context.say(caller, "which_thing"), rows), instead=bool(number))


def book_kinds(game: str) -> Sequence[str]:
    """The kinds of things of a game."""
    found = book(game)
    return tuple(found.kinds) if found else ()


def _words(arguments: What) -> tuple[str, str]:
    """The thing that is asked for, and the game if one is named before a dot or as the last word."""
    words, game = arguments.thing.strip().removeprefix("?").strip(), arguments.game
    before, dot, rest = words.partition(".")
    if dot and before in ENGINES:
        return rest, before
    start, _, last = words.rpartition(" ")
    if start and not game and last.casefold() in ENGINES:
        return start, last.casefold()
    return words, game


def _in_every_game(context: Context, caller: Caller, words: str) -> Reply:
    """No table and no game is meant: the thing is looked for in all of them."""
    grounds = [_plainly(game) for game in ENGINES if book(game) is not None]
    found = [(each, one) for each in grounds for one in named(each.game, each.tables, words, caller.language)]
    if not words:
        return which_game(context, caller, "rules")
    if not found:
        found = [
            (each, one) for each in grounds for one in nearly.things(each.game, each.tables, words, caller.language)
        ]
    if not found:
        raise Refusal("chat.refusal.no_thing", words=words.replace("/", "⁄")[:60])
    if len(found) == 1 and (shown := found[0][0].told(found[0][1], caller.language)) is not None:
        return Reply(_post(context, caller, found[0][0], shown))
    return _which(context, caller, found[:MOST_MEANT])


def _which(context: Context, caller: Caller, meant: Sequence[tuple[_Ground, str]]) -> Reply:
    return Reply(Post(context.say(caller, "which_thing"), _buttons(caller, meant)))


def _buttons(caller: Caller, meant: Sequence[tuple[_Ground, str]]) -> tuple[tuple[Button, ...], ...]:
    """A button for each thing that may be meant."""
    several = len({ground.game for ground, _ in meant}) > 1
    rows = []
    for ground, reference in meant:
        called = title(ground.game, reference, caller.language)
        if several:
            called = f"{picture_request.title(ground.game, caller.language)}: {called}"
        rows.append((Button(command_id("what", ground.code, f"{ground.game}.{reference}"), called[:78]),))
    return tuple(rows)


def _all_of(context: Context, caller: Caller, ground: _Ground, kind: str) -> Reply:
    speaker = Speaker(caller.language, ground.game)
    every = [each for each in references(ground.game, ground.tables) if each.startswith(f"{kind}/")]
    names = [shown.name for each in every if (shown := ground.told(each, caller.language)) is not None]
    heading = speaker.noun(f"kind/{kind}", 2)
    said = f"{heading[:1].upper()}{heading[1:]}: {', '.join(dict.fromkeys(names))}."
    return Reply(Post(context.composer.markup.plain(said)[:LONGEST]))


def _post(context: Context, caller: Caller, ground: _Ground, shown: Entry) -> Post:
    markup, speaker = context.composer.markup, Speaker(caller.language, ground.game)
    rule = context.say(caller, "entry_rule", sections=", ".join(shown.sections)) if shown.sections else ""
    head = " · ".join([part for part in (markup.bold(shown.name), markup.plain(shown.kind), rule) if part])
    lines = [f"{line.label}: {line.value}" if line.value else line.label for line in shown.lines]
    doubts = context.say(caller, "entry_doubts", figures=speaker.join(shown.doubts)) if shown.doubts else ""
    parts = [shown.effect, "; ".join(lines), " ".join([part for part in (shown.now, shown.where) if part]), doubts]
    text = "\n".join([head, *[markup.plain(part) for part in parts if part]])
    kind = shown.reference.partition("/")[0]
    several = speaker.noun(f"kind/{kind}", 2)
    buttons = [
        Button(command_id("rules", "", f"{ground.game}.{number}"), context.say(caller, "button.rule", section=number))
        for number in shown.sections[:2]
    ]
    every = context.say(caller, "button.all_of", kind=several)
    return Post(text[:LONGEST], ((*buttons, Button(command_id("what", ground.code, f"{ground.game}.{kind}"), every)),))


async def names_of_things(context: Context, caller: Caller, typed: str, game: str, at: AtTable) -> list[str]:
    """Completion: names of things that go on from what is typed, those of the present question first."""
    ground = await _ground(context, caller, at, game)
    if ground is None or book(ground.game) is None:
        return []
    found = named(ground.game, ground.tables, typed, caller.language, ground.asked())
    every = found or ([] if typed.strip() else list(references(ground.game, ground.tables)))
    shown = [entry.name for each in every[:40] if (entry := ground.told(each, caller.language)) is not None]
    return list(dict.fromkeys(shown))[:25]


# --- rules ---


async def rules(context: Context, caller: Caller, arguments: Rules) -> Reply:
    """A game's name alone: its summary. With words: the sections that have them. At a table: those of the question."""
    game, _, number = arguments.game.partition(".")
    words = number or arguments.words
    if game not in ENGINES:
        ground = await _ground(context, caller, arguments, "")
        if ground is None:
            return which_game(context, caller, "rules")
        if not words:
            return _present(context, caller, ground)
        game = ground.game
    if words == CHAPTERS:
        return _chapters(context, caller, game)
    if not words:
        return _summary(context, caller, game)
    hits, first = sections_with(game, caller.language, folded(words)), ""
    if not hits:
        hits = nearly.rules(game, caller.language, words)
        first = context.say(caller, "near_rules", words=context.composer.markup.plain(words)) + "\n"
    if not hits:
        return context.text(caller, "no_rules", words=context.composer.markup.plain(words))
    ground = await _ground(context, caller, arguments, game)
    tables = ENGINES[game].tables.current() if ground is None else ground.tables
    return Reply(Post(first + _said(context, caller, hits, tables)))


def _said(context: Context, caller: Caller, found: Sequence[Section], tables: Tables) -> str:
    """Sections with their numbers, as many as fit, and what the marks in them mean; with figures from a box, which."""
    markup = context.composer.markup
    shown = [f"{markup.bold(each.number)} {markup.plain(each.text)}" for each in found[:MOST_RULES]]
    legend = [markup.plain(each) for each in marks_in(" ".join([each.text for each in found]), caller.language)]
    if legend and tables.corrected is not None:
        legend = [markup.plain(_from_the_box(tables.corrected.name, tables, caller.language))]
    while len("\n".join([*shown, *legend])) > LONGEST and len(shown) > 1:
        shown.pop()
    return "\n".join([*shown, *legend])[:LONGEST]


def _from_the_box(name: str, tables: Tables, language: str) -> str:
    """Our marks do not hold for figures that somebody has looked up: whose they are, and what they say."""
    words = FigureWords(tables.game, language, tables.raw)
    settled = own_box.settled(tables.game, tables)
    known = [f"{words.whole(each)}: {words.value(each, each.value)}" for each in settled]
    more = ["…"] if len(known) > MOST_FIGURES else []
    return f"{figures_said(name, language)} {'; '.join([*known[:MOST_FIGURES], *more])}".strip()


def _sheet_buttons(context: Context, caller: Caller, game: str, *keys: str) -> tuple[tuple[Button, ...], ...]:
    ids = {"summary": command_id("rules", "", game), "chapters": command_id("rules", "", f"{game}.{CHAPTERS}")}
    return (tuple([Button(ids[key], context.say(caller, f"button.{key}")) for key in keys]),)


def _present(context: Context, caller: Caller, ground: _Ground) -> Reply:
    """The sections of the present question, then summary and chapters; words behind the command search."""
    found = sections_of(ground.engine, ground.pendings, caller.language)
    if not found:
        return _summary(context, caller, ground.game)
    text = f"{_said(context, caller, found, ground.tables)}\n{context.say(caller, 'rules_search')}"
    return Reply(Post(text, _sheet_buttons(context, caller, ground.game, "summary", "chapters")))


def _summary(context: Context, caller: Caller, game: str) -> Reply:
    shown = summary(game, ENGINES[game].tables.current(), caller.language)
    if shown is None:
        return _chapters(context, caller, game)
    markup = context.composer.markup
    turn = [f"{number}. {line}" for number, line in enumerate(shown.turn, 1)]
    text = "\n".join([markup.bold(picture_request.title(game, caller.language)), markup.plain(shown.what)])
    text = "\n".join([text, *[markup.plain(line) for line in turn], context.say(caller, "rules_search")])
    return Reply(Post(text, _sheet_buttons(context, caller, game, "chapters")))


def _chapters(context: Context, caller: Caller, game: str) -> Reply:
    chapters = list(dict.fromkeys(section.chapter for section in sections(game, caller.language).values()))
    hint = context.say(caller, "rules_hint", game=picture_request.title(game, caller.language))
    has_summary = book(game) is not None
    buttons = _sheet_buttons(context, caller, game, "summary") if has_summary else ()
    return Reply(Post(context.composer.fitted([hint, *chapters]), buttons))
