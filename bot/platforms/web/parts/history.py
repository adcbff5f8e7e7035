"""What happened, in sentences: the log, and what is new since my last move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.language import dates
from bot.language.speaker import Speaker
from bot.messages.picture_request import FORCED, most_news, news, telling, told
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.elements import emblem, icon_link, link, lozenge, shut
from bot.platforms.web.parts.figures import figures_line
from bot.platforms.web.past_data import picture_address, position_address, since_moments
from bot.service.player_view import LogLine

MOST = 8
MOST_STEPS = 12
"""So many moves are shown one by one as they come; more would keep somebody waiting."""

Sentence = tuple[Node, str, float, str]
"""Emblem, words and time; then how it came about, which only the log shows."""


def since(sight: PageData) -> Element | None:
    """What happened since my last move: the most telling line, and behind it all, with the numbers of their rings."""
    every = _numbered(sight)
    if not every or sight.look.result is not None:
        return None
    numbered = every[-MOST:]
    ringed = [line for line in every if line[0]]
    numbered = [line for line in ringed if line not in numbered] + numbered
    items = [
        el("li", lozenge(number) if number else None, mark, el("span", said)) for number, (mark, said, *_) in numbered
    ]
    number, (mark, said, *_) = every[telling(sight.look.table.game, told(sight.since), sight.seat)[0]]
    heard = el("span", sight.words("since"), ": ", class_="vh")
    cut = el("span", heard, lozenge(number) if number else None, mark, el("span", said), class_="briefly")
    return el(
        "div",
        el("details", el("summary", cut), el("ol", items), class_="since", data_key="since"),
        _through(sight),
        class_="news phone",
        data_key="news",
    )


def since_block(sight: PageData) -> Element | None:
    """On a desk, over the log: the way through what happened, and to its last and its first move."""
    way, moves = _through(sight), since_moments(sight)
    if way is None or sight.look.result is not None:
        return None
    last, first = (
        icon_link(sight.words.past(label), position_address(sight, move.number, since=True), drawn)
        for label, move, drawn in (("last_of_them", moves[-1], "back"), ("first_of_them", moves[0], "next"))
    )
    heading = el("h3", sight.words("since"))
    return el("div", heading, el("div", last, way, first, class_="row"), class_="since desk", data_key="block")


def _through(sight: PageData) -> Element | None:
    """The way to what happened, move by move."""
    moves = since_moments(sight)
    if not moves:
        return None
    label = sight.words.past("through", n=len(moves))
    return link(label, position_address(sight, moves[0].number, since=True), "play", "btn through")


def _numbered(sight: PageData) -> list[tuple[int, Sentence]]:
    """Each sentence since my move with the number that the picture gives it; 0 for those without a ring."""
    table = sight.look.table
    ringed = news(table.game, told(sight.since), sight.seat, most_news(table))
    lines = sentences(sight, sight.since)
    return [(ringed.index(place) + 1 if place in ringed else 0, line) for place, line in enumerate(lines)]


def sentences(sight: PageData, lines: Sequence[LogLine], whole: bool = False) -> list[Sentence]:
    """Emblem, sentence, time and reckoning of everything that was told; `whole`: what was answered for me, too."""
    names = sight.look.table.names
    mine = sight.look.seat
    called = [sight.words("own_name", name=name) if seat == mine else name for seat, name in enumerate(names)]
    speaker = Speaker(sight.browser.language, sight.look.table.game, tuple(called), mine)
    found: list[Sentence] = []
    for line in lines:
        for text, seat in told([line], whole):
            subject = text.facts.get("seat")
            own = seat if line.kind == "answer" else None
            whose = int(subject.partition("/")[2]) if isinstance(subject, str) and subject.startswith("seat/") else own
            mark: Node = emblem(whose, names) if whose is not None and whose < len(names) else ""
            why = speaker.say(text.because) if text.because is not None else ""
            found.append((mark, speaker.say(text), line.time, why))
    return found


def own_last(sight: PageData) -> str:
    """What I did last, as the log tells it to me; empty where it tells nothing."""
    own = [line for line in sight.lines if line.kind == "answer" and line.seat == sight.seat][-1:]
    return next((said for _, said, *_ in sentences(sight, own)), "")


def _versions(lines: Sequence[LogLine], whole: bool = False) -> list[int]:
    """The version of each sentence."""
    return [line.version for line in lines for _ in told([line], whole)]


def _ring_numbers(lines: Sequence[LogLine], ringed: Mapping[int, Sequence[int]]) -> list[int]:
    """The number of each sentence of the log; what was answered for me has none."""
    found: list[int] = []
    for line in lines:
        numbers = iter(ringed.get(line.version, ()))
        found += [0 if text.key == FORCED else next(numbers, 0) for text, _ in told([line], whole=True)]
    return found


def log(sight: PageData) -> Element:
    items: list[Node] = []
    day = None
    zone = sight.browser.person.zone_info
    is_on = sight.seat is not None and sight.look.result is None
    ringed: dict[int, list[int]] = {}
    for (number, _), version in zip(_numbered(sight), _versions(sight.since), strict=True):
        ringed.setdefault(version, []).append(number if is_on else 0)
    numbers = _ring_numbers(sight.lines, ringed)
    told_lines = zip(numbers, sentences(sight, sight.lines, True), _versions(sight.lines, True), strict=True)
    for number, (mark, said, moment, why), version in reversed(list(told_lines)):
        local = datetime.fromtimestamp(moment, zone)
        if local.date() != day:
            day = local.date()
            items.append(el("li", dates.day(day, sight.browser.language), class_="day"))
        time = el("time", f"{local:%H:%M}", datetime=f"{local:%Y-%m-%dT%H:%M}")
        items.append(
            el(
                "li",
                mark,
                el("span", _way_to(sight, version, said), " ", time, el("small", why) if why else None),
                lozenge(number) if number else None,
            )
        )
    heading = el("div", el("h2", sight.words("log"), id="lg"), shut(sight.words), class_="row between")
    seal = el("p", sealed_said(sight), class_="mute seal") if sight.look.table.commitment else None
    return el(
        "section",
        since_block(sight),
        heading,
        el("ol", items),
        seal,
        figures_line(sight.browser, sight.look.table),
        steps(sight),
        class_="pane log",
        tabindex="0",
        aria_labelledby="lg",
    )


def sealed_said(sight: PageData) -> str:
    """What was sealed before the game: the hash of the seed, the words, and the hash of all of it."""
    table = sight.look.table
    words = ", ".join([seat.word for seat in table.seats if seat.word])
    return sight.words.chat("sealed_whole", hash=table.commitment, words=words, seal=table.seal)


def _way_to(sight: PageData, version: int, said: str) -> Node:
    """A line of the log leads to the position after it."""
    number = sight.numbers.get(version)
    return said if number is None else el("a", said, href=position_address(sight, number), class_="way")


def steps(sight: PageData) -> Element:
    """The latest moves for the script, which shows those of others one by one as they come."""
    moves = [line for line in sight.lines if line.version in sight.numbers][-MOST_STEPS:]
    now = max(sight.numbers.values(), default=0)
    items = [
        el(
            "li",
            [el("p", lozenge(at), mark, el("span", said)) for at, (mark, said, *_) in enumerate(lines, 1)],
            data_n=sight.numbers[line.version],
            data_own=line.seat is not None and line.seat == sight.seat,
            data_src=picture_address(sight, sight.numbers[line.version], line),
        )
        for line in moves
        if (lines := sentences(sight, [line]))
    ]
    return el("ol", items, id="steps", data_now=now, data_at=position_address(sight, now), hidden=True)
