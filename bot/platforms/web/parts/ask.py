"""My question with its controls, or who is waited for; and what may be done besides."""

from __future__ import annotations

from collections.abc import Sequence

from bot.messages.post import command_id
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.ask_forms import Panel
from bot.platforms.web.parts.elements import button, emblem, form, hidden, icon, link
from bot.platforms.web.parts.turn import headline
from bot.table.model import Status
from bot.table.standing_orders import can_stand
from render import where


def ask_section(sight: PageData) -> Element:
    """My question, or who is waited for."""
    is_mine = sight.main is not None and not sight.is_curtained
    inside = [_tip(sight), *(_question(sight) if is_mine else _waiting(sight)), _sides(sight)]
    kind = "ask mine" if is_mine and sight.main is not None and sight.main.owed else "ask"
    return el("section", inside_of(inside), class_=kind, id="ask", aria_labelledby="pr")


def inside_of(parts: Sequence[Node | None]) -> list[Node]:
    return [part for part in parts if part is not None]


def _panel(sight: PageData) -> Panel:
    assert sight.seat is not None
    look, picture = sight.look, sight.picture
    named = (lambda key: where(picture, key)) if picture is not None else _unnamed
    return Panel(sight.browser, sight.words, sight.speaker, sight.code, sight.seat, sight.presses, look.view, named)


def _unnamed(key: str) -> str:
    return ""


def _question(sight: PageData) -> list[Node]:
    assert sight.main is not None
    return [_panel(sight).draw(sight.main, sight.draft)]


def _tip(sight: PageData) -> Element | None:
    if not sight.tip:
        return None
    words = sight.words
    return form(
        sight.browser,
        "/settings",
        hidden(tips=0, at=sight.code),
        el("span", sight.tip, class_="grow"),
        el("button", el("u", words("no_tips")), class_="plain"),
        class_="tip",
        data_key=f"tip {sight.tip}",
    )


def _waiting(sight: PageData) -> list[Node]:
    words, look = sight.words, sight.look
    table = look.table
    if look.result is not None or table.is_over:
        return _over(sight)
    if sight.is_curtained:
        return _curtain(sight)
    mark = emblem(look.owed[0], table.names) if look.owed else None
    thinking = bool(look.owed) and all(table.seats[seat].kind == "computer" for seat in look.owed)
    hint = words("onlooker") if sight.seat is None else words("hear")
    return [
        el("div", mark, el("strong", headline(sight), id="pr", tabindex="-1"), class_="prompt"),
        el("p", words.chat("computer_moves") if thinking else hint, class_="mute"),
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
        el("div", el("strong", prompt, id="pr", tabindex="-1"), class_="prompt"),
        el("div", choices, class_="opts"),
    ]


def _over(sight: PageData) -> list[Node]:
    words, code = sight.words, sight.code
    nodes: list[Node] = [el("div", icon("laurel-crown"), el("strong", headline(sight), id="pr"), class_="prompt")]
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
        panel = _panel(sight)
        nodes += [panel.side(other) for other in sight.look.pending if other.ask_id != main.ask_id]
    fields = hidden(seat=sight.seat)
    if sight.look.can_undo:
        back = el("button", icon("undo"), el("u", words("take_back")), class_="plain", data_undo=True)
        nodes.append(form(sight.browser, f"/t/{code}/undo", fields, back, data_key="undo"))
    elif sight.look.table.seats[sight.seat].acted:
        back = el("button", icon("undo"), el("u", words("ask_back")), class_="plain")
        nodes.append(form(sight.browser, f"/t/{code}/back", fields, back, data_key="back"))
    nodes += _in_advance(sight)
    if len(sight.seats) > 1:
        nodes.append(el("a", el("u", words("hide")), href=f"/t/{code}", class_="btn plain"))
    return el("div", nodes, class_="sides", data_key="sides")


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
