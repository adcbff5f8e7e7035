"""A panel as Telegram shows it: one caption, whose options are numbered where a button cannot say all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.choices.controls import shortened
from bot.language.normalise import spelled
from bot.lines.command_parser import read_command
from bot.messages.panel import Cards, Option, Panel
from bot.messages.post import Button, Post, Row
from bot.platforms.telegram.html_limits import fitted, length

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
ON_BUTTON = 34
"""Letters of a name and its effect that fit on a button of a phone."""
ALONE = 42
"""Letters of a name that has nothing beside it: the button says all of it."""
FEW_LINES = 3
"""A quotation of more lines is folded."""
SHORTEST_EFFECT = 20
NO_LONGER = 4
"""Letters of a name that is short enough to stand for itself: `II`, not `2 II`."""
HALF_A_ROW = 17
_COMMAND = re.compile(r"(?<![\w/<])/\w+")


def text_of(post: Post) -> str:
    """The words of a post, cut so that no tag is broken."""
    most = LONGEST_CAPTION if post.picture is not None or post.file is not None else LONGEST_TEXT
    return fitted(tappable(post.text), most) if post.panel is None else panel_text(post.panel, most)


def tappable(text: str) -> str:
    """Commands in the letters that Telegram takes for one: `/pruefen`, where a tap on `/prüfen` would send nothing."""

    def spelt(found: re.Match[str]) -> str:
        word = found.group()
        return word if word.isascii() or read_command(word) is None else spelled(word)

    return _COMMAND.sub(spelt, text)


def rows_of(post: Post) -> tuple[Row, ...]:
    """The rows of buttons of a post; an option whose effect stands above has its number and its name."""
    if post.panel is None:
        return post.rows
    panel, rows = post.panel, list[Row]()
    names = _names(_options(panel))
    for part in panel.parts:
        if isinstance(part, Cards):
            rows += _beside([_button(option, names[option.act]) for option in part.options])
        else:
            rows.append(part)
    return tuple([row for row in (*rows, panel.outs, *panel.sides, panel.tools, panel.links) if row])


def panel_text(panel: Panel, most: int) -> str:
    """All of it as far as it fits: the oldest news go first, then every effect is cut alike, at a word."""
    recap, longest = list(panel.recap), most
    while (text := _text(panel, recap, longest)) and length(text) > most and recap:
        recap.pop(0)
    while length(text := _text(panel, recap, longest)) > most and longest > SHORTEST_EFFECT:
        longest = min(longest - 8, 120)
    return fitted(text, most)


def _text(panel: Panel, recap: list[str], longest: int) -> str:
    options = _numbered(_options(panel), longest)
    lines = [panel.headline, panel.first, _quoted(recap), panel.holding, panel.question, _quoted(options)]
    said = "\n".join([line for line in (*lines, *panel.notes, *panel.footer) if line])
    return tappable(said.replace("</blockquote>\n", "</blockquote>"))


def _options(panel: Panel) -> list[Option]:
    return [option for part in panel.parts if isinstance(part, Cards) for option in part.options]


def _names(options: Sequence[Option]) -> dict[str, str]:
    """What each option is called above and on its button: with a number, unless only one stands above or some name
    begins with one."""
    has_own = any(option.name[:1].isdigit() for option in options)
    has_own = has_own or all(len(option.name) <= NO_LONGER for option in options)
    is_alone = sum([not _fits(option) for option in options]) < 2
    is_counted = not (has_own or is_alone) or len({option.name for option in options}) < len(options)
    return {o.act: f"{number} {o.name}" if is_counted else o.name for number, o in enumerate(options, 1)}


def _numbered(options: Sequence[Option], longest: int) -> list[str]:
    """The options whose buttons cannot say everything."""
    names = _names(options)
    return [
        f"<b>{names[option.act]}</b>" + (f": {shortened(option.effect, longest)}" if option.effect else "")
        for option in options
        if not _fits(option)
    ]


def _beside(buttons: list[Button]) -> list[Row]:
    """Short ones two in a row, as far as both are."""
    rows: list[Row] = []
    while buttons:
        first, second = buttons[0], buttons[1] if len(buttons) > 1 else None
        is_pair = second is not None and max(len(first.label), len(second.label)) <= HALF_A_ROW
        rows.append(tuple(buttons[: 1 + is_pair]))
        buttons = buttons[1 + is_pair :]
    return rows


def _button(option: Option, name: str) -> Button:
    """With its whole effect, where that fits; else by the name under which it stands above."""
    label = f"{option.name}: {option.effect}" if option.effect else option.name
    return Button(option.act, label if _fits(option) else name, option.mark)


def _fits(option: Option) -> bool:
    if not option.effect:
        return len(option.name) <= ALONE
    return len(option.name) + len(option.effect) + 2 <= ON_BUTTON


def _quoted(lines: list[str]) -> str:
    if not lines:
        return ""
    fold = " expandable" if len(lines) > 2 * FEW_LINES else ""
    return f"<blockquote{fold}>{chr(10).join(lines)}</blockquote>"
