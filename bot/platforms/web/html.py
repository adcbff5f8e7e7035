"""A page as a tree of elements: written as HTML for the first load, as JSON for patching the page in place.

Text is always escaped; there is no way to put markup in from outside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Any, TypeAlias

VOID = frozenset(["input", "img", "link", "meta", "br", "source"])


@dataclass(slots=True)
class Element:
    """A tag, its attributes, what is inside."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)


Node: TypeAlias = "Element | str"
Part: TypeAlias = "Node | Iterable[Node] | None"


def el(tag: str, *parts: Part, **attributes: str | int | bool | None) -> Element:
    """`el("p", "words", class_="mute", aria_label="...")`; None and False leave a part or attribute out."""
    children: list[Node] = []
    for part in parts:
        if isinstance(part, Element | str):
            children.append(part)
        elif part is not None:
            children += part
    return Element(tag, _attributes(attributes), [child for child in children if child != ""])


def _attributes(given: dict[str, str | int | bool | None]) -> dict[str, str]:
    return {
        name.rstrip("_").replace("_", "-"): "" if value is True else str(value)
        for name, value in given.items()
        if value is not None and value is not False
    }


def html(node: Node) -> str:
    """As HTML."""
    if isinstance(node, str):
        return escape(node, quote=False)
    attributes = "".join([f' {name}="{escape(value)}"' for name, value in node.attributes.items()])
    if node.tag in VOID:
        return f"<{node.tag}{attributes}>"
    return f"<{node.tag}{attributes}>{''.join([html(child) for child in node.children])}</{node.tag}>"


def as_json(node: Node) -> Any:
    """As `[tag, attributes, child, ...]`."""
    return node if isinstance(node, str) else [node.tag, node.attributes, *[as_json(child) for child in node.children]]


def words(node: Node) -> str:
    """The text of a tree, for tests and for speech."""
    return node if isinstance(node, str) else " ".join([words(child) for child in node.children])
