"""The page of a game with its picture: band, board, ask, hand, log, line."""

from __future__ import annotations

from bot.documents import Status
from bot.host import is_next
from bot.platforms.local.ask_part import ask_section
from bot.platforms.local.board_part import figure, with_query
from bot.platforms.local.hand_part import hand
from bot.platforms.local.history_part import log, since
from bot.platforms.local.html import Element, Node, Part, el
from bot.platforms.local.line_part import bar
from bot.platforms.local.parts import button, emblem, form, hidden, icon, icon_link, notice
from bot.platforms.local.sights import Sight
from bot.platforms.local.turn_line import headline
from bot.scribe import unreached, vote_asked


def table_page(sight: Sight, said: Part = None) -> Element:
    """The table with its picture; `said` is a notice about what was just done."""
    return el(
        "div",
        el("p", headline(sight), class_="vh", role="status", id="said"),
        el("a", sight.words("to_move"), class_="skip", href="#ask"),
        el("a", sight.words("to_board"), class_="skip", href="#board"),
        _band(sight),
        el("div", said, status(sight), class_="notices", id="notices"),
        el("main", since(sight), figure(sight), class_="pane board", id="board", tabindex="0"),
        ask_section(sight),
        hand(sight),
        log(sight),
        bar(sight),
        class_=f"table {sight.look.table.game}",
        id="app",
    )


def _band(sight: Sight) -> Element:
    words, table = sight.words, sight.look.table
    who = sight.seat if sight.seat is not None else (sight.look.owed[0] if sight.look.owed else 0)
    is_mine = sight.main is not None and sight.main.owed
    until = words("until", time=sight.deadline) if sight.deadline else ""
    asked = sight.speaker.say(sight.main.ask.prompt) if is_mine and sight.main is not None else ""
    turn = el("span", headline(sight), class_="yours" if is_mine else None)
    line: list[Node] = [turn]
    short = words.low("until", time=sight.soon) if sight.soon else ""
    small: list[Node] = [" · ".join([part for part in (short, f"#{table.code}") if part])]
    if asked:
        line = [el("span", headline(sight), ": ", class_="yours desk"), el("span", asked)]
        small = [el("span", headline(sight), class_="yours"), " · ", *small]
    return el(
        "header",
        icon_link(words("my_tables"), "/", "back"),
        emblem(who, table.names),
        el(
            "div",
            el("p", f"{words.title(table.game)} · #{table.code}", class_="name desk"),
            el("h1", line),
            el("p", small, class_="phone small"),
            class_="grow",
        ),
        el("div", el("p", until), class_="facts2 desk") if until else None,
        icon_link(words("rules"), f"/rules/{table.game}?at={table.code}", "book"),
        icon_link(words("text_mode"), with_query(sight, view="text"), "text", "btn desk"),
        icon_link(words("settings"), f"/settings?at={table.code}", "menu"),
        class_=f"band {table.game}",
    )


def status(sight: Sight) -> list[Node]:
    """What concerns me beside the question: a table that rests, a vote, whom I cannot reach, that I am next."""
    look, words = sight.look, sight.words
    table, seat, said = look.table, look.seat, list[Node]()
    if table.status is Status.FROZEN:
        said.append(el("p", icon("warn"), el("span", words.chat("frozen", n=table.moves)), class_="notice bad"))
    if (asked := vote_asked(look, sight.speaker)) is not None and seat is not None:
        said.append(
            form(
                sight.browser,
                f"/t/{table.code}/vote",
                hidden(seat=seat),
                emblem(table.vote.by, table.names) if table.vote else None,
                el("span", asked, class_="grow"),
                el(
                    "span",
                    button(words.chat("button.agree"), "agree", "1"),
                    button(words.chat("button.refuse"), "agree", "0"),
                ),
                class_="notice vote",
            )
        )
    if told := unreached(look, sight.speaker):
        said.append(notice(told))
    if sight.browser.person.warn_next and seat is not None and is_next(table, seat):
        said.append(notice(words.chat("you_are_next", game=words.short(table.game), code=table.code)))
    return said
