"""A menu as live controls: tiles, ticks, counters, numbers; every one works as a plain form too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.choices import menus, partial_choice
from bot.choices.control_id import ControlId
from bot.choices.controls import WEB, Choice, Control, Mark, Menu, Number, OneOf, Page, SeveralOf
from bot.choices.partial_choice import PartialChoice
from bot.language.labels import is_on_grid, orientations, parted
from bot.language.speaker import Speaker
from bot.messages.picture_request import spot_chosen
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.parts.elements import Words, button, form, hidden, icon, lozenge, piece, swatch, token
from bot.table.press import Press
from config import rooms
from engines.kit import Bundle, Pick, Place, Text, View
from engines.kit.engine import Pending
from render import Token, look, shape

MOST_TOKENS = 8
FEW = 6
"""So many tiles stand in the order of their numbers, without groups."""
SHORT_NOTE = 24


@dataclass(frozen=True, slots=True)
class Panel:
    """Draws the asks of one seat for one browser."""

    browser: Browser
    words: Words
    speaker: Speaker
    code: str
    seat: int
    presses: Mapping[str, Press]
    """What a press of a draft does."""
    view: View | None
    """What this seat sees: its pieces look as the tables say with which the game began."""
    where: Callable[[str], str] = str
    """A spot of the board in words, by its key; empty where its cell says it."""

    def draw(self, pending: Pending, draft: str) -> Element:
        """The question with everything that can be answered."""
        menu = menus.build(self.code, pending, WEB, self.speaker, draft)
        inside: list[Node] = [self._prompt(menu)]
        if menu.said:
            inside.append(el("p", menu.said, role="status"))
        sure = draft.startswith("?")
        if sure:
            inside.append(el("p", icon("die"), self.words("final_why"), class_="caution"))
        body = [node for control in menu.controls for node in self._control(pending, control, menu)]
        if isinstance(pending.ask, Place) and not sure:
            _mark_current(body, draft)
            body = [*self._chosen(pending, pending.ask, draft), *body]
        inside.append(
            form(
                self.browser,
                f"/t/{self.code}/answer",
                hidden(ask=pending.ask_id, seat=self.seat),
                body,
                None if sure else self._send(pending, menu),
                data_ask=pending.ask_id,
                data_bounds=None if sure else self._bounds(pending),
            )
        )
        return el("div", inside, data_key=f"{pending.ask_id}{draft}", class_="stack")

    def side(self, pending: Pending) -> Element:
        """A side ask as a link in the last row."""
        choice = menus.side(self.code, pending, WEB, self.speaker)
        if choice.answers:
            fields = hidden(ask=pending.ask_id, seat=self.seat)
            send = el("button", el("u", choice.label), name="draft", value=_draft(choice), class_="plain")
            return form(self.browser, f"/t/{self.code}/answer", fields, send, data_key=pending.ask_id)
        return self._further(el("u", choice.label), pending, _draft(choice), "plain")

    def _prompt(self, menu: Menu) -> Element:
        return el("div", lozenge(), el("strong", menu.prompt, id="pr", tabindex="-1"), class_="prompt")

    def _further(self, label: Node, pending: Pending, draft: str, class_: str = "", **more: str | bool) -> Element:
        """A way on that answers nothing yet."""
        address = f"/t/{self.code}?seat={self.seat}&ask={pending.ask_id}&draft={draft}"
        return el("a", label, href=address, class_=f"btn {class_}".strip(), data_further=True, **more)

    def _control(self, pending: Pending, control: Control, menu: Menu) -> list[Node]:
        match control:
            case OneOf(choices, title):
                return self._one_of(pending, choices, title)
            case SeveralOf():
                return [self._several(control)]
            case Number() if isinstance(pending.ask, Bundle):
                numbers = [each for each in menu.controls if isinstance(each, Number)]
                return [self._counters(pending, pending.ask, numbers)] if control is numbers[0] else []
            case Number():
                return [self._number(control)]
            case Page(choices):
                return [self._further(choice.label, pending, _draft(choice)) for choice in choices]

    # --- one of ---

    def _one_of(self, pending: Pending, choices: Sequence[Choice], title: str) -> list[Node]:
        if isinstance(pending.ask, Place) and not _asks_again(choices):
            kind = "nums" if choices and choices[0].answers else "turns"
            tiles = [self._tile(pending, choice) for choice in choices]
            named = kind == "nums" and any(self.where(spot.key) for spot in pending.ask.spots)
            look_ = "opts rows" if named else kind
            return [el("div", tiles, class_=look_, role="group", aria_label=self.words(kind))]
        choices = _marked(choices)
        groups = list(dict.fromkeys(choice.group for choice in choices if choice.group))
        if len(groups) < 2 or len(choices) <= FEW:
            in_order = all(choice.number for choice in choices) and len(choices) <= FEW
            return [self._tiles(pending, sorted(choices, key=lambda each: each.number) if in_order else choices)]
        loose = [self._tile(pending, choice) for choice in choices if not choice.group]
        nodes: list[Node] = [self._chips(groups, choices)]
        for index, group in enumerate(groups):
            within = [choice for choice in choices if choice.group == group]
            heading = el("h2", group)
            inside = self._tiles(pending, within)
            opened = "group open" if index == 0 else "group"
            nodes.append(el("div", heading, inside, class_=opened, role="group", aria_label=group, data_group=index))
        return [*nodes, el("div", loose, class_="opts")] if loose else nodes

    def _tiles(self, pending: Pending, choices: Sequence[Choice]) -> Element:
        """Two abreast; each on a row of its own where many need it anyway."""
        tiles = [self._tile(pending, choice) for choice in choices]
        wide = sum(["wide" in tile.attributes.get("class", "").split() for tile in tiles])
        return el("div", tiles, class_="opts rows" if 2 * wide >= len(tiles) else "opts")

    def _chips(self, groups: Sequence[str], choices: Sequence[Choice]) -> Element:
        chips = [
            el(
                "button",
                f"{group} {sum([choice.group == group for choice in choices])}",
                type="button",
                data_open=index,
                aria_pressed="true" if index == 0 else "false",
            )
            for index, group in enumerate(groups)
        ]
        return el("div", chips, class_="groups", role="group", aria_label=self.words("kinds"))

    def _tile(self, pending: Pending, choice: Choice) -> Element:
        draft = _draft(choice)
        if isinstance(pending.ask, Place) and draft and not draft.startswith("!"):
            return self._place(pending.ask, pending, choice, draft)
        label, wanted = self._label(choice)
        final = self._sign(draft)
        main, apart = choice.mark is Mark.SUGGESTED, choice.mark is Mark.DEFAULT
        wide = len(label) + len(choice.note) + 3 * len(wanted) + (12 if final else 0) > 34 or isinstance(
            pending.ask, Bundle
        )
        note = [*self._note(choice, wide and not wanted, final is not None), *self._price(pending, draft)]
        kinds = " ".join([name for name, on in (("main", main), ("wide", wide), ("apart", apart)) if on])
        lead = self._lead(choice) if not wanted else None
        shown: list[Node] = [el("span", lead, el("span", label), class_="led") if lead else el("span", label)]
        shown += [el("span", wanted, class_="wants")] if wanted else []
        shown += [*note, final] if final else note
        if not choice.answers:
            current = {"aria_current": "true"} if choice.mark is Mark.CHOSEN else {}
            back = {"data_back": True} if not draft else {}
            return self._further(el("span", *shown), pending, draft, kinds, **current, **back)
        number = choice.number or (1 if draft.startswith("!") else 0)
        return el("button", *shown, name="draft", value=draft, class_=kinds or None, data_number=number or None)

    def _lead(self, choice: Choice) -> Element | None:
        """The drawing of the first thing that a label names: a piece as it lies, or its icon."""
        facts = choice.words.facts.values() if choice.words is not None else ()
        for reference in [fact for fact in facts if isinstance(fact, str) and "/" in fact]:
            found = look(self.speaker.game, reference, self.view)
            cells = shape(self.speaker.game, reference, 0, False, self.view) if found else None
            if found and cells and found.pigment:
                return piece(cells, found)
            if found and (found.icon or found.pigment):
                return swatch(found)
        return None

    def _price(self, pending: Pending, draft: str) -> list[Node]:
        """What a suggested bundle costs."""
        ask = pending.ask
        if not isinstance(ask, Bundle) or not ask.prices or not draft.startswith("="):
            return []
        cost = ask.cost(partial_choice.counts_of(ask, PartialChoice.parse(draft)))
        return [el("small", self.words.low("costs", n=cost), class_="end")]

    def _sign(self, draft: str) -> Element | None:
        """What a press does: a die acts and shows something new, a padlock asks first; else it can be taken back."""
        match self.presses.get(draft):
            case Press.SHOWS:
                return el("span", icon("die"), self.words.low("final"), class_="final")
            case Press.ASKS:
                return el("span", icon("padlock"), self.words.low("asks_first"), class_="final")
        return None

    def _label(self, choice: Choice) -> tuple[str, list[Node]]:
        """The label, and what it costs as tokens where every piece has a look."""
        if choice.words is not None:
            said, counted = parted(choice.words, self.speaker)
            if counted and (tokens := self._tokens(counted)):
                return said, tokens
        return choice.label, []

    def _note(self, choice: Choice, beside: bool, final: bool) -> list[Node]:
        """The note beside or under the label; the things it names stand as tokens."""
        if not choice.note:
            return []
        about, said, tokens = choice.about, choice.note, list[Node]()
        if about is not None:
            named = [(fact, 1) for fact in about.facts.values() if isinstance(fact, str)]
            if len(named) > 1 and len(named) == len(about.facts) and (tokens := self._tokens(named)):
                return [el("span", tokens, class_="wants")]
            rest, counted = parted(about, self.speaker)
            if counted and (tokens := self._tokens(counted)):
                said = rest
        kind = "end" if beside and not tokens and len(said) <= SHORT_NOTE else "all" if not final else None
        shown: list[Node] = [el("span", tokens, class_="wants")] if tokens else []
        return [*shown, el("small", said, class_=kind)] if said else shown

    def _tokens(self, counted: Sequence[tuple[str, int]]) -> list[Node]:
        """Pieces as drawings with their names for ears; nothing unless all of them have a look."""
        looks = [(reference, number, look(self.speaker.game, reference, self.view)) for reference, number in counted]
        if any(found is None for _, _, found in looks) or sum([number for _, number in counted]) > MOST_TOKENS:
            return []
        return [
            token(Token(self.speaker.noun(reference), found))
            for reference, number, found in looks
            if found is not None
            for _ in range(number)
        ]

    def _place(self, ask: Place, pending: Pending, choice: Choice, draft: str) -> Element:
        """A number of the picture, or a way to turn the piece: its shape with how many places it finds."""
        if choice.answers:
            return self._spot(ask, pending, choice, draft)
        current = {"aria_current": "true"} if choice.mark is Mark.CHOSEN else {}
        parsed = PartialChoice.parse(draft)
        if choice.mark is Mark.PLAIN and choice.label == self.speaker.say(Text("menu.mirror")):
            return self._further(el("span", icon("mirror"), choice.label, class_="row"), pending, draft, **current)
        turn, flip = orientations(ask)[partial_choice.number(parsed.body) % len(orientations(ask))]
        cells = shape(self.speaker.game, ask.piece, turn, flip, self.view)
        found = look(self.speaker.game, ask.piece, self.view)
        drawn = piece(cells, found) if cells and found else icon("turn")
        places = sum([(spot.turn, spot.flip) == (turn, flip) for spot in ask.spots])
        label = f"{choice.label}, {self.words('places', n=places)}"
        inside = el("span", drawn, str(places), class_="row", aria_hidden="true")
        return self._further(inside, pending, draft, aria_label=label, title=label, **current)

    def _spot(self, ask: Place, pending: Pending, choice: Choice, draft: str) -> Element:
        """A place: the first tap shows the piece there, the second builds it."""
        parsed = PartialChoice.parse(draft)
        key = ask.spots[partial_choice.number(parsed.body)].key
        where = self.where(key)
        label: Node = el("span", el("b", choice.label), " ", where) if where else choice.label
        named = ", ".join(filter(None, [choice.label, where or choice.note]))
        further = self._further(label, pending, str(replace(parsed, mode="")), aria_label=named)
        further.attributes |= {"data-number": str(choice.number)} if choice.number else {}
        return further

    def _chosen(self, pending: Pending, ask: Place, draft: str) -> list[Node]:
        """The place that was tapped: `Build at 1 for 300`, and the way back."""
        key = spot_chosen(ask, draft)
        if not key:
            return []
        spot = next(each for each in ask.spots if each.key == key)
        alike = [each for each in ask.spots if (each.turn, each.flip) == (spot.turn, spot.flip)]
        named = str(alike.index(spot) + 1) if is_on_grid(spot) else spot.cell
        price = ask.prompt.facts.get("price")
        cost = {"price": price} if isinstance(price, int) else {}
        label = self.words("build_at", cell=named, **cost)
        about = self.where(key)
        value = str(partial_choice.write(ask, key))
        sure = el("button", el("span", label), el("small", about) if about else None, name="draft", value=value)
        sure.attributes |= {"class": "main wide", "data-number": "1"}
        turn = f"t{partial_choice.digits(orientations(ask).index((spot.turn, spot.flip)))}"
        back = self._further(self.speaker.say(Text("menu.back")), pending, turn, data_back=True)
        return [el("div", sure, back, class_="opts sure2")]

    # --- several, numbers, counters ---

    def _several(self, control: SeveralOf) -> Element:
        ticks = [
            el(
                "label",
                el("input", type="checkbox", name="tick", value=_draft(choice)),
                el("span", data_rank=True) if control.ordered else None,
                el("span", choice.label),
                el("small", choice.note) if choice.note else None,
                class_="tick",
            )
            for choice in control.choices
        ]
        ordered = hidden(order="") if control.ordered else []
        return el("fieldset", el("legend", self.words("choose"), class_="vh"), ordered, ticks, class_="opts")

    def _number(self, control: Number) -> Element:
        label = self.words("number_between", low=control.low, high=control.high)
        field = el(
            "input",
            type="number",
            name="number",
            min=control.low,
            max=control.high,
            step=control.step,
            value=control.low,
            aria_label=label,
            inputmode="numeric",
        )
        less, more = self._steppers(label, control.step)
        send = button(self.words("send_number"), "draft", "n", "main")
        return el("div", el("span", less, field, more, class_="step"), send, class_="row wrap")

    def _kind(self, pending: Pending) -> str:
        """Whether a bundle is bought, gained, taken from others or paid; which steps gain, a game says itself."""
        about = rooms.about(self.speaker.game)
        if isinstance(pending.ask, Bundle) and pending.ask.prices:
            return "buy"
        if pending.step in about.get("gains", ()):
            return "gain"
        return "take" if pending.step in about.get("takes", ()) else "pay"

    def _stands(self, pending: Pending, control: Number) -> str:
        """`you have 2` when paying, `room for 3` when gaining, else how many lie there."""
        key = {"gain": "room", "pay": "you_have"}.get(self._kind(pending), "there")
        return self.words.low(key, n=control.high)

    def _counters(self, pending: Pending, ask: Bundle, numbers: Sequence[Number]) -> Element:
        rows = []
        for index, (kind, control) in enumerate(zip(ask.available, numbers, strict=True)):
            field = el(
                "input",
                type="number",
                name=f"kind{index}",
                min=0,
                max=control.high,
                value=0,
                data_price=ask.prices.get(kind),
                aria_label=f"{control.label}, {self._stands(pending, control)}",
                inputmode="numeric",
            )
            less, more = self._steppers(control.label, 1)
            about = [self._stands(pending, control), control.note]
            said = el("span", el("b", control.label), el("small", " · ".join([part for part in about if part])))
            looks = [look(self.speaker.game, fact, self.view) for fact in self._named(control)]
            found = next(filter(None, looks), None)
            rows.append(
                el("li", swatch(found) if found else el("span"), said, el("span", less, field, more, class_="step"))
            )
        return el("ul", rows, class_="counts")

    def _named(self, control: Number) -> list[str]:
        """The things in a counter's label."""
        facts = control.words.facts.values() if control.words else ()
        return [fact for fact in facts if isinstance(fact, str) and "/" in fact]

    def _steppers(self, label: str, step: int) -> tuple[Element, Element]:
        less = el("button", icon("minus"), type="button", class_="square", data_step=-step)
        more = el("button", icon("plus"), type="button", class_="square", data_step=step)
        less.attributes["aria-label"] = self.words("less", what=label)
        more.attributes["aria-label"] = self.words("more", what=label)
        return less, more

    def _send(self, pending: Pending, menu: Menu) -> Element | None:
        """The row that sends what was put together, and says how far it is."""
        has_parts = any(isinstance(control, SeveralOf) for control in menu.controls)
        if not has_parts and not isinstance(pending.ask, Bundle):
            return None
        count = el("span", class_="purse", role="status", data_count=True)
        send = button(self.words("send"), "draft", "form", "main")
        said = f"send_{self._kind(pending)}" if isinstance(pending.ask, Bundle) else "send_these"
        send.attributes["data-label"] = self.words(said)
        return el("div", count, send, class_="send")

    def _bounds(self, pending: Pending) -> str | None:
        """For the script, which only helps to count: least, most, budget, and how to say it."""
        ask = pending.ask
        if isinstance(ask, Bundle):
            return f"{ask.least} {ask.most} {ask.budget if ask.prices else -1}"
        if isinstance(ask, Pick) and (ask.least, ask.most) != (1, 1):
            return f"{ask.least} {min(ask.most, len(ask.options))} -1"
        return None


def _asks_again(choices: Sequence[Choice]) -> bool:
    """Whether this is the question before something final."""
    return any(_draft(choice).startswith("!") for choice in choices)


def _mark_current(nodes: Sequence[Node], draft: str) -> None:
    """The place that was tapped stands out among the others."""
    for node in nodes:
        if not isinstance(node, Element):
            continue
        if draft.startswith("s") and node.attributes.get("href", "").endswith(f"&draft={draft}"):
            node.attributes["aria-current"] = "true"
        _mark_current(node.children, draft)


def _marked(choices: Sequence[Choice]) -> list[Choice]:
    """Only the first suggestion stands out; only a last option without a note, which ends things, stands apart."""
    first = next((choice for choice in choices if choice.mark is Mark.SUGGESTED), None)
    last = choices[-1] if len(choices) > 1 else None
    ends = last if last and last.mark is Mark.DEFAULT and not last.note and not last.group else None
    return [choice if choice is first or choice is ends else _plain(choice) for choice in choices]


def _plain(choice: Choice) -> Choice:
    return choice if choice.mark is Mark.CHOSEN else replace(choice, mark=Mark.PLAIN)


def _draft(choice: Choice) -> str:
    control = ControlId.parse(choice.id)
    return control.body if control else ""
