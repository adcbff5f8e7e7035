"""What happened, in sentences: the log, and what is new since my last move."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.language import dates
from bot.messages.picture_request import MOST_LINES, told
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.elements import emblem, lozenge
from bot.service.player_view import LogLine

CUT = 2
"""Lines of what happened that a phone shows on my own turn."""
MOST = 8

Sentence = tuple[Node, str, float, str]
"""Emblem, words and time; then how it came about, which only the log shows."""


def since(sight: PageData) -> Element | None:
    """What happened since my last move; the last lines have the numbers of their rings."""
    lines = sentences(sight, sight.since)[-MOST:]
    if not lines or sight.look.result is not None:
        return None
    numbered = _numbered(lines)
    items = [
        el("li", lozenge(number) if number else None, mark, el("span", said)) for number, (mark, said, *_) in numbered
    ]
    cut = [
        el("span", lozenge(number) if number else None, mark, el("span", said), class_="cut")
        for number, (mark, said, *_) in numbered[-CUT:]
    ]
    return el(
        "details",
        el("summary", el("h2", sight.words("since")), cut),
        el("ol", items),
        class_="since phone",
        data_key="since",
    )


def _numbered(lines: Sequence[Sentence]) -> list[tuple[int, Sentence]]:
    """Each sentence with the number that the picture gives it; 0 for those before."""
    before = max(0, len(lines) - MOST_LINES)
    return [(max(0, place - before), line) for place, line in enumerate(lines, 1)]


def sentences(sight: PageData, lines: Sequence[LogLine]) -> list[Sentence]:
    """Emblem, sentence, time and reckoning of everything that was told."""
    names = sight.look.table.names
    found: list[Sentence] = []
    for line in lines:
        for text, seat in told([line]):
            subject = text.facts.get("seat")
            own = seat if line.kind == "answer" else None
            whose = int(subject.partition("/")[2]) if isinstance(subject, str) and subject.startswith("seat/") else own
            mark: Node = emblem(whose, names) if whose is not None and whose < len(names) else ""
            why = sight.speaker.say(text.because) if text.because is not None else ""
            found.append((mark, sight.speaker.say(text), line.time, why))
    return found


def log(sight: PageData) -> Element:
    items: list[Node] = []
    day = None
    zone = sight.browser.person.zone_info
    fresh = len(sentences(sight, sight.since)) if sight.seat is not None and sight.look.result is None else 0
    every = sentences(sight, sight.lines)
    numbers = [0] * (len(every) - fresh) + [number for number, _ in _numbered(every[len(every) - fresh :])]
    for number, (mark, said, moment, why) in reversed(list(zip(numbers, every, strict=True))):
        local = datetime.fromtimestamp(moment, zone)
        if local.date() != day:
            day = local.date()
            items.append(el("li", dates.day(day, sight.browser.language), class_="day"))
        time = el("time", f"{local:%H:%M}", datetime=f"{local:%Y-%m-%dT%H:%M}")
        items.append(
            el(
                "li",
                mark,
                el("span", said, " ", time, el("small", why) if why else None),
                lozenge(number) if number else None,
            )
        )
    heading = el("h2", sight.words("log"), id="lg")
    return el("section", heading, el("ol", items), class_="pane log", tabindex="0", aria_labelledby="lg")
