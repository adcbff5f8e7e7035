"""The page of a game: band, board, ask, hand, log, line; the same in words for text mode."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import blake2b
from urllib.parse import urlencode

from bot import dates
from bot.documents import Status
from bot.orders import can_stand
from bot.pictures import told
from bot.platforms.local.asks import Panel
from bot.platforms.local.html import Element, Node, Part, el
from bot.platforms.local.parts import button, emblem, form, hidden, icon, icon_link, link, lozenge
from bot.platforms.local.sights import Sight
from bot.sight import LogLine
from engines.kit.text import seat_ref

CUT = 2
"""Lines of what happened that a phone shows on my own turn."""


def table_page(sight: Sight, said: Part = None) -> Element:
    """The table with its picture; `said` is a notice about what was just done."""
    return el(
        "div",
        el("p", headline(sight), class_="vh", role="status", id="said"),
        el("a", sight.words("to_move"), class_="skip", href="#ask"),
        el("a", sight.words("to_board"), class_="skip", href="#board"),
        _band(sight),
        el("div", said, _status(sight), class_="notices", id="notices"),
        el("main", _since(sight), _figure(sight), class_="pane board", id="board", tabindex="0"),
        ask_section(sight),
        _hand(sight),
        _log(sight),
        _bar(sight),
        class_=f"table {sight.look.table.game}",
        id="app",
    )


def headline(sight: Sight) -> str:
    """Whose move it is, in one line; the title begins with it."""
    words, look = sight.words, sight.look
    table = look.table
    if look.result is not None:
        names = sight.speaker.join([sight.speaker.noun(seat_ref(seat)) for seat in look.result.winners])
        points = look.result.scores[look.result.winners[0]] if look.result.winners else 0
        return words("won", names=names, n=len(look.result.winners), points=points)
    if table.status is Status.CANCELLED:
        return words("called_off")
    if table.status is Status.FROZEN:
        return words("rests")
    if sight.main is not None and sight.main.owed:
        return words("your_move")
    if not look.owed:
        return words("nobody_owed")
    names = sight.speaker.join([sight.speaker.noun(seat_ref(seat)) for seat in look.owed])
    return words("waits_for", names=names, n=len(look.owed))


def _band(sight: Sight) -> Element:
    words, table = sight.words, sight.look.table
    who = sight.seat if sight.seat is not None else (sight.look.owed[0] if sight.look.owed else 0)
    is_mine = sight.main is not None and sight.main.owed
    until = words("until", time=sight.deadline) if sight.deadline else ""
    line: list[Node] = [el("span", headline(sight), class_="yours" if is_mine else None)]
    if is_mine and sight.main is not None:
        line.append(el("span", f": {sight.speaker.say(sight.main.ask.prompt)}", class_="desk"))
    small = " · ".join([part for part in (until, f"#{table.code}") if part])
    return el(
        "header",
        icon_link(words("my_tables"), "/", "back"),
        emblem(who, table.names),
        el(
            "div",
            el("p", f"{words.title(table.game)} · #{table.code}", class_="name desk"),
            el("h1", line),
            el("p", small, class_="phone"),
            class_="grow",
        ),
        el("div", el("p", until), class_="facts2 desk") if until else None,
        icon_link(words("rules"), f"/rules/{table.game}?at={table.code}", "book"),
        icon_link(words("text_mode"), _with(sight, view="text"), "text", "btn desk"),
        icon_link(words("settings"), f"/settings?at={table.code}", "menu"),
        class_=f"band {table.game}",
    )


def _with(sight: Sight, **more: str) -> str:
    seat = {"seat": str(sight.seat)} if len(sight.seats) > 1 and sight.seat is not None else {}
    return f"/t/{sight.code}?{urlencode({**seat, **more})}"


def _status(sight: Sight) -> Element | None:
    """A table that rests, or a wish to go back."""
    table, words = sight.look.table, sight.words
    if table.status is Status.FROZEN:
        return el("p", icon("warn"), el("span", words.chat("frozen", n=table.moves)), class_="notice bad")
    if table.vote is not None and sight.seat is not None and sight.seat not in table.vote.agreed:
        name = sight.speaker.noun(seat_ref(table.vote.by))
        return form(
            sight.browser,
            f"/t/{table.code}/vote",
            hidden(seat=sight.seat),
            el("span", words.chat("vote", name=name), class_="grow"),
            button(words.chat("button.agree"), "agree", "1"),
            button(words.chat("button.refuse"), "agree", "0"),
            class_="notice",
        )
    return None


# --- board ---


def picture_address(sight: Sight, theme: str, part: str = "all") -> str:
    """Where the picture lies; the address changes with what it shows."""
    picture = sight.picture
    seat = "" if sight.seat is None else str(sight.seat)
    shown = repr((sight.look.version, sight.board, picture.lines if picture else (), picture.turn if picture else 0))
    rev = blake2b(shown.encode(), key=sight.browser.token.encode(), digest_size=9).hexdigest()
    ask = sight.main.ask_id if sight.main is not None and sight.draft else ""
    query = {"theme": theme, "lang": sight.browser.language, "rev": rev, "seat": seat, "ask": ask, "draft": sight.draft}
    if part != "all":
        query["part"] = part
    return f"/t/{sight.code}/board.png?{urlencode({name: value for name, value in query.items() if value})}"


def _figure(sight: Sight) -> Node:
    words = sight.words
    if sight.picture is None:
        return el("div", el("p", sight.board or words("no_picture")), class_="missing")
    chosen = sight.browser.looks.theme
    light = picture_address(sight, "dark" if chosen == "dark" else "light")
    dark = el("source", media="(prefers-color-scheme: dark)", srcset=picture_address(sight, "dark"))
    alt = words("picture_alt", game=words.title(sight.look.table.game))
    image = el("img", src=light, alt=alt, width=1080, height=1192, data_words=sight.board)
    drawing = el("picture", dark if chosen == "auto" else None, image)
    spots = [
        el(
            "button",
            form=f"spots-{sight.code}",
            name="draft",
            value=spot.draft,
            class_="spot",
            aria_label=words("place_at", cell=spot.label),
            data_box=" ".join([str(part) for part in spot.box]),
        )
        for spot in sight.spots
    ]
    return el(
        "figure",
        el("a", drawing, class_="open", href=light, data_zoom=True),
        _spot_form(sight) if spots else None,
        spots,
        el(
            "div",
            link(words("enlarge"), light, "zoom", "btn plain"),
            link(words("in_words"), _with(sight, view="text"), "text", "btn plain"),
            class_="under",
        ),
        class_="pic",
    )


def _spot_form(sight: Sight) -> Element:
    assert sight.main is not None
    fields = hidden(ask=sight.main.ask_id, seat=sight.seat or 0)
    return form(sight.browser, f"/t/{sight.code}/answer", fields, id=f"spots-{sight.code}")


def _since(sight: Sight) -> Element | None:
    """What happened since my last move, numbered like the rings."""
    lines = _sentences(sight, sight.since)[-8:]
    if not lines or sight.look.result is not None:
        return None
    items = [el("li", lozenge(number), mark, el("span", said)) for number, (mark, said, _) in enumerate(lines, 1)]
    cut = [el("span", mark, said, class_="cut") for mark, said, _ in lines[-CUT:]]
    return el(
        "details",
        el("summary", el("h2", sight.words("since")), cut),
        el("ol", items),
        class_="since phone",
        data_key="since",
    )


def _sentences(sight: Sight, lines: Sequence[LogLine]) -> list[tuple[Node, str, float]]:
    """Emblem, sentence and time of everything that was told."""
    names = sight.look.table.names
    found: list[tuple[Node, str, float]] = []
    for line in lines:
        for text, seat in told([line]):
            subject = text.facts.get("seat")
            own = seat if line.kind == "answer" else None
            whose = int(subject.partition("/")[2]) if isinstance(subject, str) and subject.startswith("seat/") else own
            mark: Node = emblem(whose, names) if whose is not None and whose < len(names) else ""
            found.append((mark, sight.speaker.say(text), line.time))
    return found


# --- ask ---


def ask_section(sight: Sight) -> Element:
    """My question, or who is waited for."""
    is_mine = sight.main is not None and not sight.is_curtained
    inside = [_tip(sight), *(_question(sight) if is_mine else _waiting(sight)), _sides(sight)]
    kind = "ask mine" if is_mine and sight.main is not None and sight.main.owed else "ask"
    return el("section", inside_of(inside), class_=kind, id="ask", aria_labelledby="pr")


def inside_of(parts: Sequence[Node | None]) -> list[Node]:
    return [part for part in parts if part is not None]


def _panel(sight: Sight) -> Panel:
    assert sight.seat is not None
    return Panel(sight.browser, sight.words, sight.speaker, sight.code, sight.seat, sight.final)


def _question(sight: Sight) -> list[Node]:
    assert sight.main is not None
    return [_panel(sight).draw(sight.main, sight.draft)]


def _tip(sight: Sight) -> Element | None:
    if sight.tip is None:
        return None
    words, game = sight.words, sight.look.table.game
    return form(
        sight.browser,
        "/settings",
        hidden(tips=0, at=sight.code),
        el("span", words(f"tip.{game}_{sight.tip + 1}"), class_="grow"),
        el("button", el("u", words("no_tips")), class_="plain"),
        class_="tip",
        data_key=f"tip{sight.tip}",
    )


def _waiting(sight: Sight) -> list[Node]:
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


def _curtain(sight: Sight) -> list[Node]:
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


def _over(sight: Sight) -> list[Node]:
    words, code = sight.words, sight.code
    nodes: list[Node] = [el("div", icon("laurel-crown"), el("strong", headline(sight), id="pr"), class_="prompt")]
    if sight.seat is None or sight.look.result is None:
        return nodes
    command = [("rematch", "play_again", "main wide"), ("verify", "check_shuffle", ""), ("export", "save_game", "")]
    forms = [
        form(
            sight.browser,
            "/tap",
            hidden(at=code, seat=sight.seat),
            button(words(key), "id", f"c:{verb}:{code}:", kind),
            data_page=True,
        )
        for verb, key, kind in command
    ]
    return [*nodes, el("div", forms, class_="stack")]


def _sides(sight: Sight) -> Element | None:
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


def _in_advance(sight: Sight) -> list[Node]:
    """Answering in advance: what is asked again and again with one tap, and all my orders."""
    assert sight.seat is not None
    main, code, given = sight.main, sight.code, len(sight.look.table.seats[sight.seat].orders)
    verbs = {"orders": f"{sight.words.chat('button.instructions')} ({given})" if given else sight.words("ahead")}
    if main is not None and main.owed and can_stand(main) and main.step in sight.look.recurring:
        verbs = {"always": sight.words.chat("button.always"), **verbs}
    nodes: list[Node] = []
    for verb, label in verbs.items():
        tap = button("", "id", f"c:{verb}:{code}:", "plain")
        tap.children = [el("u", label)]
        nodes.append(form(sight.browser, "/tap", hidden(at=code, seat=sight.seat), tap, data_page=True, data_key=verb))
    return nodes


# --- hand, log, line ---


def _hand(sight: Sight) -> Element:
    words, look = sight.words, sight.look
    if look.result is not None:
        ranks = [
            el(
                "li",
                el("span", str(rank), class_="rank"),
                emblem(seat, look.table.names),
                el("span", look.table.names[seat]),
                el("b", str(look.result.scores[seat])),
            )
            for rank, seat in enumerate(look.result.ranking, 1)
        ]
        body: list[Node] = [el("h2", words("ranking"), id="hd"), el("ol", ranks, class_="slab result")]
        body.append(el("p", words("seed_open", seed=look.table.seed), class_="mute"))
    else:
        only = el("p", icon("padlock"), words.low("only_you"), class_="only") if sight.own else None
        body = [el("div", el("h2", words("hand"), id="hd"), only, class_="row between"), own_lines(sight)]
    return el("section", el("div", body, class_="stack"), class_="pane hand", tabindex="0", aria_labelledby="hd")


def own_lines(sight: Sight) -> Element:
    """What only this seat may know, line by line."""
    lines = [line for line in sight.own.splitlines() if line.strip()]
    if not lines:
        return el("p", sight.words("nothing_hidden"), class_="mute")
    return el("ul", [el("li", *_emphasised(line)) for line in lines], class_="slab own")


def _emphasised(line: str) -> list[Node]:
    name, colon, rest = line.partition(":")
    return [el("b", f"{name}:"), rest] if colon and rest else [line]


def _log(sight: Sight) -> Element:
    items: list[Node] = []
    day = None
    zone = sight.browser.person.zone_info
    for mark, said, moment in reversed(_sentences(sight, sight.lines)):
        local = datetime.fromtimestamp(moment, zone)
        if local.date() != day:
            day = local.date()
            items.append(el("li", dates.day(day, sight.browser.language), class_="day"))
        time = el("time", f"{local:%H:%M}", datetime=f"{local:%Y-%m-%dT%H:%M}")
        items.append(el("li", mark, el("span", said, " ", time)))
    heading = el("h2", sight.words("log"), id="lg")
    return el("section", heading, el("ol", items), class_="pane log", tabindex="0", aria_labelledby="lg")


def _bar(sight: Sight) -> Element:
    words = sight.words
    tabs = [
        el("button", icon(drawn), words(key), type="button", data_to=pane, aria_selected="false", role="tab")
        for pane, drawn, key in (("board", "board", "board"), ("hand", "poker-hand", "hand_tab"), ("log", "log", "log"))
    ]
    return el(
        "footer",
        el("div", tabs, class_="tabs", role="tablist", aria_label=words("parts")),
        line_form(sight) if sight.seat is not None else None,
        class_="bar",
    )


def line_form(sight: Sight) -> Element:
    """The line to type a move or a command in."""
    words = sight.words
    hint = "or_type" if sight.main is not None else "type_command"
    field = el(
        "input",
        id="line",
        name="text",
        maxlength=300,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        enterkeyhint="send",
        role="combobox",
        aria_expanded="false",
        aria_controls="list",
        aria_autocomplete="list",
        placeholder=words.low(hint),
    )
    return form(
        sight.browser,
        f"/t/{sight.code}/line",
        hidden(seat=sight.seat or 0),
        el("label", el("span", words("type_move"), class_="vh"), field, class_="field"),
        el("button", icon("send"), class_="square main", aria_label=words("send_line")),
        id="lineform",
    )
