"""The teacher's card above the question: the lesson, a good answer, the rule; and the way to hear no more of it."""

from __future__ import annotations

from bot.messages import picture_request
from bot.messages.post import command_id
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.addresses import plan_of
from bot.platforms.web.parts.elements import button, form, hidden, icon, link
from render import pointed

MOST_COMPUTERS = 3
"""Against so many one plays after the first game, where the game has room for them."""


def teacher_card(sight: PageData) -> Element | None:
    """What the teacher says at this question; without a lesson only what would be a good answer."""
    advice, words = sight.advice, sight.words
    if advice is None or sight.is_curtained or sight.seat is None or advice.is_last:
        return None
    if advice.is_offer:
        offer = words.learn("teacher.offer", game=words.short(sight.look.table.game))
        taps = [_tap(sight, "teach", "here", words("teach_me"), "small")]
        return _card(sight, "teacher offer", [el("p", offer), el("div", taps, class_="row")])
    if not advice.lessons and not advice.suggestion:
        return None
    if not advice.lessons or _is_acted_on(sight):
        hint = el("aside", el("p", advice.suggestion), class_="teacher hint", data_key="teacher")
        return hint if advice.suggestion else None
    said = [el("p", lesson) for lesson in advice.lessons]
    said += [el("p", advice.suggestion, class_="mute")] if advice.suggestion else []
    told = el("div", said, class_="told", tabindex="0")
    ways: list[Node] = [_tap(sight, "understood", "", words("understood"), "small")]
    if pointed(advice.points, sight.things.regions):
        ways.append(el("a", icon("board"), words("show_on_board"), href="#board", class_="btn plain", data_to=""))
    for number in advice.sections[:1]:
        table = sight.look.table
        where = f"/rules/{table.game}?at={table.code}#r{number}"
        rule = link(words("rule_number", number=number), where, "book", "btn plain")
        rule.attributes["data-panel"] = ""
        ways.append(rule)
    return _card(sight, "teacher", [told, el("div", ways, class_="row")])


def _is_acted_on(sight: PageData) -> bool:
    """Whether a move is on its way to a later question, for which board and bar want the room."""
    asked = sight.move.asked if sight.move else None
    return asked is not None and sight.main is not None and asked.ask_id != sight.main.ask_id


def last_page(sight: PageData) -> Element | None:
    """After the end: where the points came from, and the lessons that this game had no moment for."""
    advice, words = sight.advice, sight.words
    if advice is None or not advice.is_last:
        return None
    unmet = [el("li", each) for each in advice.lessons]
    inside: list[Node] = [el("p", advice.suggestion)] if advice.suggestion else []
    inside += [el("p", words.learn("teacher.unmet")), el("ul", unmet, class_="unmet")] if unmet else []
    return _card(sight, "teacher last", [*inside, el("div", _further(sight), class_="row")]) if inside else None


def _further(sight: PageData) -> list[Node]:
    """Another game: against more computers, or with friends."""
    game, words = sight.look.table.game, sight.words
    computers = min(MOST_COMPUTERS, picture_request.seats_of(game)[1] - 1)
    fields = [*hidden(game=game), *hidden(**{f"computers.{game}": computers})]
    again = button(words.learn("teacher.again", n=computers), class_="small")
    friends = button(words.learn("teacher.friends"), class_="small")
    return [form(sight.browser, "/alone", fields, again), form(sight.browser, "/new", hidden(game=game), friends)]


def _card(sight: PageData, kind: str, inside: list[Node]) -> Element:
    name = sight.words.learn("teacher.name")
    head = el("div", el("b", name, class_="who"), _tap(sight, "teach", "off", sight.words("no_lessons"), "plain"))
    head.attributes["class"] = "head"
    return el("aside", head, *inside, class_=kind, aria_label=name, data_key="teacher")


def _tap(sight: PageData, verb: str, argument: str, label: str, kind: str) -> Element:
    press = button(label, "id", command_id(verb, sight.code, argument), kind)
    return form(sight.browser, "/tap", hidden(at=sight.code, seat=sight.seat or 0, plan=plan_of(sight)), press)
