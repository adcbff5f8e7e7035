"""My question with its controls, or who is waited for; and what may be done besides."""

from __future__ import annotations

from bot.language.dates import absolute
from bot.language.labels import describe
from bot.messages.composer import held_said
from bot.messages.post import command_id
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.addresses import plan_address, with_query
from bot.platforms.web.parts.bar import bar
from bot.platforms.web.parts.board import ways
from bot.platforms.web.parts.elements import button, emblem, form, hidden, icon, link, shut
from bot.platforms.web.parts.line import line_form
from bot.platforms.web.parts.options import option_list
from bot.platforms.web.parts.teacher import teacher_card
from bot.platforms.web.parts.turn import headline
from bot.table.model import Status
from bot.table.standing_orders import can_stand
from engines.kit.engine import Pending


def ask_section(sight: PageData) -> Element:
    """The bar: my question with what acts, or who is waited for."""
    is_mine = (sight.main is not None or sight.ahead) and not sight.is_curtained
    inside = _question(sight) if is_mine else _waiting(sight)
    kind = "abar mine" if is_mine and sight.main is not None and sight.main.owed else "abar"
    return el("section", teacher_card(sight), inside, class_=kind, id="ask", aria_labelledby="pr")


def _question(sight: PageData) -> list[Node]:
    move = sight.move
    if move is None or move.asked is None:
        return _waiting(sight)
    key = f"{sight.main.ask_id if sight.main else ''} {move.plan}"
    return [
        *([_planning(sight)] if sight.ahead else _plan(sight) if _is_left(sight) else []),
        *_noted(sight),
        el(
            "div",
            bar(sight, move),
            data_key=key,
            data_ask=move.asked.ask_id,
            data_version=sight.look.table.revision,
            class_="stack",
        ),
    ]


def _noted(sight: PageData) -> list[Node]:
    """What I have chosen where all choose at once, while I may still choose anew."""
    main = sight.main
    if main is None or main.given is None or sight.ahead:
        return []
    move = describe(main, main.given, sight.speaker)
    return [el("p", sight.words.chat("noted_open", move=move), data_key="noted")]


def _planning(sight: PageData) -> Element:
    """Above a move for the next turn: what board it is made on, and the way back."""
    stop = link(sight.words.chat("button.leave_it"), with_query(sight), class_="btn plain")
    return el("div", el("p", sight.words.chat("plan_ahead"), class_="grow mute"), stop, class_="row between")


def _is_left(sight: PageData) -> bool:
    """Whether a plan of mine was not played: then it stands beside the question."""
    kept = None if sight.seat is None else sight.look.table.seats[sight.seat].plan
    return kept is not None and kept.trouble is not None


def _plan(sight: PageData) -> list[Node]:
    """My plan for the next turn with a way to withdraw it, or the way to one."""
    look, words = sight.look, sight.words
    if sight.seat is None or look.table.status is not Status.RUNNING:
        return []
    kept = look.table.seats[sight.seat].plan
    if kept is None:
        if sight.main is not None and sight.main.owed:
            return []
        return [link(words.chat("button.plan"), with_query(sight, ahead="1"), class_="btn plain")]
    why = "" if kept.trouble is None else sight.speaker.say(kept.trouble)
    verbs = [("plando", "plan_do")] if kept.at_cost is not None else []
    taps = [
        form(
            sight.browser,
            "/tap",
            hidden(at=sight.code, seat=sight.seat),
            button(words.chat(f"button.{key}"), "id", command_id(verb, sight.code)),
        )
        for verb, key in [*verbs, ("planoff", "plan_off")]
    ]
    time = "" if kept.until is None else absolute(kept.until, words.language, sight.browser.person.zone_info)
    said = el("p", words.chat("plan_beside", **kept.facts(), time=time, why=why), class_="mute")
    return [el("div", said, el("div", taps, class_="row"), class_="stack", data_key="plan")]


def list_section(sight: PageData) -> Element:
    """The same in a list; what may be done besides; the line to type in."""
    words, move = sight.words, sight.move
    is_mine = move is not None and not sight.is_curtained
    return el(
        "section",
        el("div", el("h2", words("same_list"), id="ls"), shut(words), class_="row between"),
        option_list(sight, move) if is_mine and move is not None else None,
        _sides(sight),
        _plan(sight) if sight.main is not None and not _is_left(sight) else None,
        ways(sight),
        line_form(sight) if sight.seat is not None else None,
        class_="pane list",
        id="list",
        tabindex="0",
        aria_labelledby="ls",
    )


def _waiting(sight: PageData) -> list[Node]:
    words, look = sight.words, sight.look
    table = look.table
    if look.result is not None or table.is_over:
        return _over(sight)
    if sight.is_curtained:
        return _curtain(sight)
    if look.is_held:
        return _held(sight)
    mark = emblem(look.owed[0], table.names) if look.owed else None
    thinking = bool(look.owed) and all(table.seats[seat].kind == "computer" for seat in look.owed)
    hint = words("onlooker") if sight.seat is None else sight.forecast or words("hear")
    return [
        el("div", mark, el("strong", headline(sight), id="pr", tabindex="-1"), class_="q"),
        el("p", words.chat("computer_moves") if thinking else hint, class_="mute"),
        *_plan(sight),
    ]


def _held(sight: PageData) -> list[Node]:
    """A computer waits until the learner has seen the turn before."""
    words, fields = sight.words, hidden(at=sight.code, seat=sight.seat or 0)
    ways = (("once", "go_on", "main"), ("always", "wait_no_more", "plain"))
    taps = [
        form(
            sight.browser,
            "/tap",
            fields,
            button(words.chat(f"button.{key}"), "id", command_id("goon", sight.code, often), kind),
            data_key=key,
        )
        for often, key, kind in ways
    ]
    return [
        el("div", el("strong", held_said(sight.look, sight.speaker), id="pr", tabindex="-1"), class_="q"),
        el("div", taps, class_="row"),
    ]


def _curtain(sight: PageData) -> list[Node]:
    """Several people share this device: the private part waits until one of them is there."""
    words, table = sight.words, sight.look.table
    wanted = [seat for seat in sight.seats if seat in sight.look.owed]
    prompt = words("give_device", name=table.names[wanted[0]]) if wanted else headline(sight)
    choices = [
        link(words("i_am", name=table.names[seat]), f"/t/{sight.code}?seat={seat}", class_="btn wide")
        for seat in [*wanted, *[seat for seat in sight.seats if seat not in wanted]]
    ]
    return [
        el("div", el("strong", prompt, id="pr", tabindex="-1"), class_="q"),
        el("div", choices, class_="opts"),
    ]


def _over(sight: PageData) -> list[Node]:
    words, code = sight.words, sight.code
    nodes: list[Node] = [el("div", icon("laurel-crown"), el("strong", headline(sight), id="pr"), class_="q")]
    if sight.seat is None or sight.look.result is None:
        return nodes
    names = sight.look.table.names
    others = [seat for seat in sight.look.table.people if seat not in sight.seats]
    about = words("again_about", names=", ".join([names[seat] for seat in others])) if others else words("again_now")
    forms = [form(sight.browser, f"/t/{code}/rematch", button(words("play_again"), class_="main"))]
    forms += [
        form(sight.browser, "/tap", hidden(at=code, seat=sight.seat), button(words(key), "id", command_id(verb, code)))
        for verb, key in (("verify", "check_shuffle"), ("export", "save_game"))
    ]
    return [*nodes, el("p", about, class_="mute"), el("div", forms, class_="after")]


def _sides(sight: PageData) -> Element | None:
    """What may be done besides: side asks, taking back, answering in advance."""
    if sight.seat is None or sight.look.table.status is not Status.RUNNING:
        return None
    words, code, main = sight.words, sight.code, sight.main
    nodes: list[Node] = []
    if main is not None:
        nodes += [_side(sight, other) for other in sight.look.pending if other.ask_id != main.ask_id]
    fields = hidden(seat=sight.seat)
    if sight.look.can_undo and sight.move is None:
        back = el("button", icon("undo"), el("u", words("take_back")), class_="plain", data_undo=True)
        nodes.append(form(sight.browser, f"/t/{code}/undo", fields, back, data_key="undo"))
    elif not sight.look.can_undo and sight.look.table.seats[sight.seat].acted:
        back = el("button", icon("undo"), el("u", words("ask_back")), class_="plain")
        nodes.append(form(sight.browser, f"/t/{code}/back", fields, back, data_key="back"))
    nodes += _in_advance(sight)
    if len(sight.seats) > 1:
        nodes.append(el("a", el("u", words("hide")), href=f"/t/{code}", class_="btn plain"))
    return el("div", nodes, class_="sides", data_key="sides")


def _side(sight: PageData, other: Pending) -> Element:
    """A question beside the main one: its own board and bar."""
    label = sight.speaker.say(other.ask.prompt)
    return el("a", el("u", label), href=plan_address(sight, "", side=other.ask_id), class_="btn plain", data_plan=True)


def _in_advance(sight: PageData) -> list[Node]:
    """Answering in advance: what is asked again and again with one tap, and all my orders."""
    assert sight.seat is not None
    main, code, given = sight.main, sight.code, len(sight.look.table.seats[sight.seat].orders)
    verbs = {"orders": f"{sight.words.chat('button.instructions')} ({given})" if given else sight.words("ahead")}
    if main is not None and main.owed and can_stand(main) and main.step in sight.look.recurring:
        verbs = {"always": sight.words.chat("button.always"), **verbs}
    nodes: list[Node] = []
    for verb, label in verbs.items():
        tap = button("", "id", command_id(verb, code), "plain")
        tap.children = [el("u", label)]
        nodes.append(form(sight.browser, "/tap", hidden(at=code, seat=sight.seat), tap, data_key=verb))
    return nodes
