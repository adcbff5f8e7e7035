"""A panel in Discord's layout: headline, gallery, a box in the game's colour with each option beside its button."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot.choices.controls import clip, shortened
from bot.messages.panel import Cards, Option, Panel, Part
from bot.messages.post import MOVING, Button, Listed, Post, Row
from bot.platforms.discord.markup import bare

LONGEST_WORDS = 4000
"""Letters of all texts of a message together."""
MOST_PARTS = 40
"""Components of a message; those inside others count too."""
LONGEST_LABEL = 80
LONG_NAME = 34
LONGEST_ENTRY = 100
LONGEST_HINT = 150
LONGEST_ALT = 1024
MOST_ENTRIES = 25
MOST_IN_ROW = 5
SMALL = "-# "
"""What begins so is written small and grey."""
_STYLES = {
    "suggested": discord.ButtonStyle.primary,
    "chosen": discord.ButtonStyle.success,
    "lead": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
Item = ui.Item[Any]


def layout_of(post: Post, picture: str = "", alt: str = "", file: str = "") -> ui.LayoutView:
    """A post as a layout. `picture`, `file`: names of what is attached.

    Where the options would be too many parts, they are buttons without their effects, which then stand in the text.
    The library forgets it at once: a control is known by its id.
    """
    for is_roomy in (True, False):
        items = list(_items(post, _gallery(picture, alt), file, is_roomy))
        if sum([_count(item) for item in items]) <= MOST_PARTS:
            break
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def _items(post: Post, gallery: Sequence[Item], file: str, is_roomy: bool) -> Iterable[Item]:
    panel = post.panel
    if panel is None:
        yield from [ui.TextDisplay(clip(post.text, LONGEST_WORDS))] if post.text else []
        yield from gallery
        yield from _attached(file)
        yield from [_row(row) for row in post.rows]
        return
    yield ui.TextDisplay(panel.headline)
    yield from gallery
    yield from _attached(file)
    inside = list(_inside(panel, is_roomy))
    if inside:
        yield ui.Container(*inside, accent_colour=panel.accent or None)
    yield from _rows((*panel.links, *panel.tools))


def _attached(file: str) -> list[Item]:
    """A file that is handed over; one that moves is shown."""
    if not file:
        return []
    address = f"attachment://{file}"
    return [ui.MediaGallery(discord.MediaGalleryItem(address)) if file.endswith(MOVING) else ui.File(address)]


def _gallery(picture: str, alt: str) -> list[Item]:
    if not picture:
        return []
    item = discord.MediaGalleryItem(f"attachment://{picture}", description=clip(alt, LONGEST_ALT) or None)
    return [ui.MediaGallery(item)]


def _inside(panel: Panel, is_roomy: bool) -> Iterable[Item]:
    """What stands in the box: words first, then each option, the ways out, what may be done besides, the time."""
    cards = [part for part in panel.parts if isinstance(part, Cards)]
    effects = [] if is_roomy else [_effect(option) for part in cards for option in part.options]
    words = [panel.first, *[f"{SMALL}{line}" for line in panel.recap], panel.holding, panel.question]
    room = LONGEST_WORDS - len(panel.headline) - sum([len(line) for line in (*panel.notes, *panel.footer)])
    room -= sum([len(_effect(option)) for part in cards for option in part.options])
    told = "\n".join([line for line in (*words, *effects) if line])
    yield from [ui.TextDisplay(shortened(told, max(200, room)))] if told else []
    for part in panel.parts:
        yield from _part(part, is_roomy)
    notes = "\n".join([line for line in panel.notes if line])
    yield from [ui.TextDisplay(notes)] if notes else []
    yield from _rows(panel.outs)
    yield from [_row(row) for row in panel.sides]
    footer = "\n".join([f"{SMALL}{line}" for line in panel.footer if line])
    yield from [ui.TextDisplay(footer)] if footer else []


def _part(part: Part, is_roomy: bool) -> Iterable[Item]:
    if not isinstance(part, Cards):
        yield _row(part)
        return
    for is_card, options in groupby(part.options, lambda option: is_roomy and _says_more(option)):
        if not is_card:
            yield from _rows(tuple([Button(option.act, option.name, option.mark) for option in options]))
            continue
        for option in options:
            words = f"**{option.thing}**" + (f", {option.price}" if option.price else "")
            told = f"{words}\n{SMALL}{option.effect}" if option.effect else words
            yield ui.Section(told, accessory=tapped(Button(option.act, part.pick, option.mark)))


def _says_more(option: Option) -> bool:
    """Whether an option has more to say than fits on a button."""
    return bool(option.effect or option.price) or len(option.thing) > LONG_NAME


def _effect(option: Option) -> str:
    return f"{SMALL}{option.name}: {option.effect}" if option.effect else option.name


def _rows(buttons: Sequence[Button]) -> Iterable[Item]:
    for start in range(0, len(buttons), MOST_IN_ROW):
        yield ui.ActionRow(*[tapped(button) for button in buttons[start : start + MOST_IN_ROW]])


def _row(row: Row) -> Item:
    if isinstance(row, Listed):
        return ui.ActionRow(_select(row))
    return ui.ActionRow(*[tapped(button) for button in row])


def tapped(button: Button, row: int | None = None) -> Item:
    """A button whose meaning stands in its id: it works after a restart, and nothing is kept."""
    label = shortened(bare(button.label), LONGEST_LABEL)
    if button.url:
        return ui.Button(label=label, url=button.url, row=row)
    style = _STYLES.get(button.style, discord.ButtonStyle.secondary)
    return ui.Button(label=label, custom_id=button.id, style=style, row=row)


def _select(listed: Listed) -> ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=shortened(bare(entry.label), LONGEST_ENTRY),
            value=entry.id,
            description=shortened(bare(entry.note), LONGEST_ENTRY) or None,
            default=entry.chosen,
        )
        for entry in listed.entries[:MOST_ENTRIES]
    ]
    return ui.Select(
        custom_id=listed.id,
        placeholder=clip(bare(listed.hint), LONGEST_HINT) or None,
        options=options,
        min_values=min(listed.least, len(options)),
        max_values=min(listed.most, len(options)),
    )


def _count(item: Item) -> int:
    """How many parts something is, with all that is in it."""
    inner = getattr(item, "children", ())
    return 1 + sum([_count(each) for each in inner]) + (getattr(item, "accessory", None) is not None)
