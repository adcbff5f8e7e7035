"""The page of a game with its picture: band, what happened, bar, board, own things, list, hand, log."""

from __future__ import annotations

from bot.messages.composer import unreached, vote_asked
from bot.platforms.web.assets import game_class
from bot.platforms.web.html import Element, Node, Part, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.addresses import with_query
from bot.platforms.web.parts.ask import ask_section, list_section
from bot.platforms.web.parts.board import figure, images
from bot.platforms.web.parts.elements import button, emblem, form, hidden, icon, icon_link, notice
from bot.platforms.web.parts.hand import hand, strip
from bot.platforms.web.parts.history import log, since
from bot.platforms.web.parts.piece_card import piece_card
from bot.platforms.web.parts.turn import headline
from bot.service.people_service import is_next
from bot.table.model import Status


def table_page(sight: PageData, said: Part = None) -> Element:
    """The table with its picture; `said` is a notice about what was just done."""
    return el(
        "div",
        el("p", headline(sight), class_="vh", role="status", id="said"),
        el("a", sight.words("to_move"), class_="skip", href="#ask"),
        el("a", sight.words("to_board"), class_="skip", href="#board"),
        _band(sight),
        el("div", said, status(sight), class_="notices", id="notices"),
        el("div", since(sight), class_="recap"),
        ask_section(sight),
        el("main", figure(sight), class_="view", id="board", tabindex="0"),
        piece_card(sight, images(sight)) if sight.things.card else None,
        strip(sight),
        list_section(sight),
        hand(sight),
        log(sight),
        class_=f"table {game_class(sight.look.table.game)}",
        id="app",
    )


def _band(sight: PageData) -> Element:
    words, table = sight.words, sight.look.table
    who = sight.seat if sight.seat is not None else (sight.look.owed[0] if sight.look.owed else 0)
    is_mine = sight.main is not None and sight.main.owed
    until = words("until", time=sight.deadline) if sight.deadline else ""
    asked = sight.speaker.say(sight.main.ask.prompt) if is_mine and sight.main is not None else ""
    line: list[Node] = [el("span", headline(sight), class_="yours" if is_mine else None)]
    if asked:
        line += [el("span", ": ", class_="yours desk"), el("span", asked, class_="desk")]
    number = words.low("round_number", n=sight.look.round) if sight.look.round else ""
    short = words.low("until", time=sight.soon) if sight.soon else ""
    small = " · ".join([part for part in (number or f"#{table.code}", short, words.short(table.game)) if part])
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
        el("div", [el("p", part) for part in (number, until) if part], class_="facts2 desk"),
        icon_link(words("rules"), f"/rules/{table.game}?at={table.code}", "book", data_panel=True),
        icon_link(words("text_mode"), with_query(sight, view="text"), "text", "btn desk"),
        icon_link(words("settings"), f"/settings{_at(sight)}", "menu", data_panel=True),
        class_=f"band {game_class(table.game)}",
    )


def _at(sight: PageData) -> str:
    """Where a page beside the table leads back to."""
    seat = f"&seat={sight.seat}" if len(sight.seats) > 1 and sight.seat is not None else ""
    return f"?at={sight.code}{seat}"


def status(sight: PageData) -> list[Node]:
    """What concerns me beside the question: a table that rests, a vote, whom I cannot reach, that I am next."""
    look, words = sight.look, sight.words
    table, seat, said = look.table, look.seat, list[Node]()
    if table.status is Status.FROZEN:
        said.append(el("p", icon("warn"), el("span", words.chat("frozen", n=table.moves)), class_="notice bad"))
    if table.paused is not None and not table.is_over:
        said.append(notice(words.chat("paused")))
    asking = None if table.vote is None else table.vote.seat if table.vote.by is None else table.vote.by
    if (asked := vote_asked(look, sight.speaker)) is not None and seat is not None:
        said.append(
            form(
                sight.browser,
                f"/t/{table.code}/vote",
                hidden(seat=seat),
                emblem(asking, table.names) if asking is not None else None,
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
