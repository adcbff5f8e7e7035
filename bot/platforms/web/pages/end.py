"""A finished game: who won, the board of any round, the curve and its turning points, and what comes next."""

from __future__ import annotations

from bot.messages.post import command_id
from bot.platforms.web.assets import game_class
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.end_data import EndData, Round
from bot.platforms.web.html import Element, Node, Part, el
from bot.platforms.web.parts.addresses import with_query
from bot.platforms.web.parts.board import picture_address as final_address
from bot.platforms.web.parts.curve import curve
from bot.platforms.web.parts.elements import (
    Words,
    button,
    emblem,
    form,
    hidden,
    icon,
    icon_link,
    link,
    lozenge,
)
from bot.platforms.web.parts.history import sentences
from bot.platforms.web.parts.picture import themed
from bot.platforms.web.parts.story import story_way
from bot.platforms.web.parts.teacher import last_page
from bot.platforms.web.parts.turn import headline
from bot.platforms.web.past_data import picture_address, position_address
from engines.kit.text import seat_ref

LOG = 40
"""Moves that the log beside the board shows: the last ones up to the round that is shown."""
DAY = 86_400


def end_page(end: EndData, said: Part = None) -> Element:
    """The whole page."""
    sight = end.sight
    return el(
        "div",
        el("p", headline(sight), class_="vh", role="status", id="said"),
        el("a", sight.words("to_board"), class_="skip", href="#board"),
        _band(end),
        el("div", said, class_="notices", id="notices"),
        el("main", _board(end), class_="then", id="board", tabindex="0"),
        _time(end),
        el(
            "aside",
            _ranking(end),
            last_page(sight),
            _acts(end),
            _turnings(end),
            _next(end),
            _scores(end),
            _rest(end),
            class_="beside",
        ),
        _log(end),
        class_=f"ended {game_class(sight.look.table.game)}",
        id="app",
    )


# --- who won ---


def _band(end: EndData) -> Element:
    sight = end.sight
    words, look = sight.words, sight.look
    assert look.result is not None
    table = look.table
    others = [
        f"{words('you') if seat == sight.seat else table.names[seat]} {look.result.scores[seat]}"
        for seat in look.result.ranking
        if seat not in look.result.winners
    ]
    small = " · ".join([part for part in (", ".join(others), _took(end)) if part])
    return el(
        "header",
        icon_link(words("my_tables"), "/", "back"),
        emblem(look.result.winners[0] if look.result.winners else 0, table.names),
        el("div", el("h1", headline(sight)), el("p", small, class_="small"), class_="grow"),
        el("p", f"{words.title(table.game)} #{table.code}", class_="facts2 desk"),
        icon_link(words("rules"), f"/rules/{table.game}?at={table.code}", "book", data_panel=True),
        icon_link(words("text_mode"), with_query(sight, view="text"), "text", "btn desk"),
        icon_link(words("settings"), f"/settings?at={table.code}", "menu", data_panel=True),
        class_=f"band {game_class(table.game)}",
    )


def _took(end: EndData) -> str:
    """How many rounds the game had and how many days it took, where it took any."""
    table, past = end.sight.look.table, end.sight.words.past
    days = round((table.ended - table.started) / DAY) if table.ended and table.started else 0
    rounds = len(end.rounds) - 2
    told = [past("took_rounds", n=rounds)] if rounds else []
    return ", ".join(told + ([past("took_days", n=days)] if days else []))


def _ranking(end: EndData) -> Element:
    sight = end.sight
    words, look = sight.words, sight.look
    assert look.result is not None
    items = []
    for rank, seat in enumerate(look.result.ranking, 1):
        kept = look.table.seats[seat]
        note = words("you") if seat == sight.seat else ""
        if kept.kind == "computer":
            note = words("computer_level", level=words.low(f"level.{kept.level}"))
        name = el("span", kept.name, " ", el("small", note) if note else None)
        score = el("b", str(look.result.scores[seat]))
        items.append(el("li", el("span", str(rank), class_="rank"), emblem(seat, look.table.names), name, score))
    return el("ol", items, class_="slab result", aria_label=words("ranking"))


# --- the board of a round ---


def round_address(end: EndData, place: int) -> str:
    return with_query(end.sight, round=str(place))


def _board(end: EndData) -> Element:
    sight, last = end.sight, end.round.last
    source = picture_address(sight, last.number, last.line)
    alt = sight.words("picture_alt", game=sight.words.title(sight.look.table.game))
    return el("figure", themed(sight.browser, source, alt), class_="pic")


def _named(end: EndData, place: int) -> str:
    """`The deal`, `Round 16 of 34`, `The end`."""
    words, last = end.sight.words, len(end.rounds) - 1
    if place in (0, last):
        return words.past("the_end" if place else "the_deal")
    return words.past("round", n=place, most=last - 1)


def _dearest(end: EndData, each: Round) -> tuple[Node, str]:
    """The dearest sentence of a round, with the mark of whom it is about."""
    if each.dearest is None:
        return "", ""
    text, mover = each.dearest
    seat = str(text.facts.get("seat", "")).removeprefix("seat/")
    whose = int(seat) if seat.isdecimal() else mover
    return ("" if whose is None else emblem(whose, end.sight.look.table.names)), end.sight.speaker.say(text)


def _said(end: EndData, place: int) -> str:
    """What was dearest in a round; of the end, who won."""
    if place == len(end.rounds) - 1:
        return headline(end.sight)
    return _dearest(end, end.rounds[place])[1] or end.sight.words.past("as_then")


def _time(end: EndData) -> Element:
    """The curve with its knob, and the ways from round to round."""
    words, sight, place = end.sight.words, end.sight, end.chosen
    mark, _ = _dearest(end, end.round)
    turning = [
        (at, f"{_named(end, at)}: {_dearest(end, each)[1]}", round_address(end, at), at == place)
        for at, each in enumerate(end.rounds)
        if each.is_turning
    ]
    most = len(end.rounds) - 1
    drawn: list[Node] = []
    if most > 1:
        knob = el(
            "input",
            type="range",
            id="knob",
            min="0",
            max=str(most),
            value=str(place),
            aria_label=words.past("knob"),
            aria_valuetext=_named(end, place),
            autocomplete="off",
        )
        lines = curve(end.rows, sight.look.table.names, words.past_low("end"), turning, place)
        lines.attributes["aria-label"] = words.past("curve")
        drawn.append(el("div", lines, knob, class_="curved"))
    play = el("button", icon("play"), type="button", aria_label=words.past("play_rounds"), data_play=True)
    told = el("span", el("b", _named(end, place)), el("span", _said(end, place)), id="roundsaid")
    row = el(
        "nav",
        _way(end, words.past("round_before"), place - 1, "back"),
        el("span", mark or emblem(_winner(end), sight.look.table.names), class_="who", id="roundmark"),
        told,
        el("span", play, class_="js-only"),
        _way(end, words.past("round_next"), place + 1, "next"),
        class_="row rounds",
        aria_label=words.past("ways"),
    )
    return el("section", drawn, row if most > 1 else None, _rounds(end), class_="time")


def _winner(end: EndData) -> int:
    result = end.sight.look.result
    return result.winners[0] if result is not None and result.winners else 0


def _way(end: EndData, label: str, place: int, drawn: str) -> Element:
    way = icon_link(label, round_address(end, place), drawn, data_round=True, data_way=drawn)
    if not 0 <= place < len(end.rounds):
        del way.attributes["href"]
        way.attributes |= {"class": "btn off", "aria-disabled": "true"}
    return way


def _rounds(end: EndData) -> Element:
    """Every round for the script, which shows its board as the knob passes it."""
    items = []
    for place, each in enumerate(end.rounds):
        mark, _ = _dearest(end, each)
        items.append(
            el(
                "li",
                el("span", mark or emblem(_winner(end), end.sight.look.table.names)),
                el("b", _named(end, place)),
                el("span", _said(end, place)),
                data_src=picture_address(end.sight, each.last.number, each.last.line),
                data_number=str(each.last.number),
                data_round=str(each.number) if 0 < place < len(end.rounds) - 1 else None,
            )
        )
    return el("ol", items, id="rounds", hidden=True)


def _turnings(end: EndData) -> Element | None:
    ways = []
    for place, each in enumerate(end.rounds):
        if each.is_turning:
            mark, said = _dearest(end, each)
            inside = [
                el("b", end.sight.words.past("r", n=place)),
                mark,
                el("span", said or _named(end, place), class_="grow"),
            ]
            current = "true" if place == end.chosen else None
            way = el("a", inside, icon("next"), href=round_address(end, place), class_="btn turnway", data_round=True)
            if current:
                way.attributes["aria-current"] = current
            ways.append(el("li", way))
    if not ways:
        return None
    return el("section", el("h2", end.sight.words.past("turning")), el("ol", ways, class_="stack"), class_="slab stack")


# --- what comes next ---


def _acts(end: EndData) -> Element:
    sight, code = end.sight, end.sight.code
    words, table = sight.words, sight.look.table
    parts: list[Node] = []
    if sight.seat is not None:
        others = [seat for seat in range(len(table.seats)) if seat not in sight.seats]
        names = sight.speaker.join([sight.speaker.noun(seat_ref(seat)) for seat in others])
        label = words.past("rematch", names=names) if names else words("play_again")
        again = button(label, class_="main wide")
        parts.append(form(sight.browser, f"/t/{code}/rematch", again))
    ways: list[Node] = [
        story_way(sight),
        link(words.past("film"), f"/t/{code}/film", "film"),
        _share(end),
        el("a", words.past("scores_short"), href="#scores", class_="btn"),
    ]
    return el("section", parts, el("div", ways, class_="three"), _shared(end), class_="stack acts")


def _share(end: EndData) -> Element:
    label: list[Node] = [icon("share"), end.sight.words.past("share")]
    fields = hidden(number=end.round.last.number, round=end.chosen)
    if end.sight.seat is not None and len(end.sight.seats) > 1:
        fields += hidden(seat=end.sight.seat)
    return form(end.sight.browser, f"/t/{end.sight.code}/share", fields, el("button", label), data_key="share")


def _shared(end: EndData) -> Element | None:
    """The link of what was shared, and how it is taken away."""
    return shared_link(end.sight.browser, end.sight.words, end.sight.code, end.shared) if end.shared else None


def shared_link(browser: Browser, words: Words, code: str, address: str) -> Element:
    """A link to be passed on, and a button that makes it worthless."""
    field = el("input", value=address, readonly=True, class_="link", aria_label=words.past("share_link"))
    copy = el("button", icon("copy"), words("copy"), type="button", data_copy=address)
    secret = address.rsplit("/", 1)[-1]
    away = form(browser, f"/p/{secret}/revoke", hidden(at=code), button(words.past("revoke")))
    row = el("div", el("div", field, class_="field grow"), copy, class_="row")
    return el(
        "div", row, el("p", words.past("share_about"), class_="mute"), away, class_="slab stack", data_key="shared"
    )


def _next(end: EndData) -> Element | None:
    if end.next is None:
        return None
    table, words = end.next.table, end.sight.words
    said = words.past("next_table", game=words.short(table.game), code=table.code)
    return el(
        "a", lozenge(), el("b", said, class_="grow"), icon("next"), href=f"/t/{table.code}", class_="btn nexttable"
    )


def _scores(end: EndData) -> Element:
    """Where the points came from: the scoring as a picture, and in words."""
    sight = end.sight
    words, browser = sight.words, sight.browser
    dark = browser.looks.theme == "dark"
    source = final_address(sight, "dark" if dark else "light")
    image = el(
        "img", src=source, alt=words.past("scores"), width=1080, height=900, loading="lazy", data_words=sight.board
    )
    auto = el("source", media="(prefers-color-scheme: dark)", srcset=final_address(sight, "dark"))
    picture = el("picture", auto if browser.looks.theme == "auto" else None, image)
    way = el("a", picture, href=source, class_="open", data_zoom=True)
    return el("section", el("h2", words.past("scores")), way, class_="scores stack", id="scores", tabindex="-1")


def _rest(end: EndData) -> Element:
    sight, code = end.sight, end.sight.code
    words, seed = sight.words, sight.look.table.seed
    film = link(words.past("round_film"), f"/t/{code}/film?round={end.round.number or ''}", "", "btn plain")
    film.attributes |= {"id": "roundfilm"} | ({} if 0 < end.chosen < len(end.rounds) - 1 else {"hidden": ""})
    parts: list[Node] = [link(words.past("by_move"), position_address(sight, 0), "", "btn plain"), film]
    if sight.seat is not None:
        parts += [
            form(
                sight.browser,
                "/tap",
                hidden(at=code, seat=sight.seat),
                button(words(key), "id", command_id(verb, code), "plain"),
            )
            for verb, key in (("verify", "check_shuffle"), ("export", "save_game"))
        ]
    told = el("p", words("seed_open", seed=seed), class_="mute seal") if seed else None
    return el("section", el("div", parts, class_="row wrap"), told, class_="stack")


def _log(end: EndData) -> Element:
    """The moves up to the round that is shown, the latest first."""
    sight, items = end.sight, list[Node]()
    for each in reversed([each for each in end.moments if each.number <= end.round.last.number][-LOG:]):
        if said := sentences(sight, [each.line]):
            mark, text, *_ = said[0]
            way = el("a", text, href=position_address(sight, each.number))
            items.append(el("li", mark, way, data_key=f"m{each.number}"))
    hint = el("p", el("span", sight.words.past("tap_line"), class_="mute"), class_="hint")
    parts = [hint, el("h2", sight.words("log"), id="lg"), el("ol", items)]
    return el("section", parts, class_="moves", aria_labelledby="lg")
