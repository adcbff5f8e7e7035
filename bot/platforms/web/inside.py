"""A page as shown inside a chat: pictures are fetched with the session, what is of no use there is left out."""

from __future__ import annotations

from bot.platforms.web.html import Element, Node

NEEDLESS = ("/device", "/forget", "/hotseat")
"""Forms for a browser of one's own: seats follow the account here, and everybody has a device."""
DRAWN = (".png", "/film.")


def inside(node: Element) -> Element:
    """The same page for a session."""
    kept = [each for child in node.children if (each := _fitted(child)) is not None]
    return Element(node.tag, _attributes(node), kept)


def _fitted(node: Node) -> Node | None:
    if isinstance(node, str):
        return node
    given = node.attributes
    if node.tag == "form" and given.get("action", "").endswith(NEEDLESS):
        return None
    if "data-copy" in given or (node.tag == "img" and "/qr/" in given.get("src", "")):
        return None
    if node.tag == "source" and given.get("srcset", "").startswith("/t/"):
        return None
    if node.tag == "a" and _is_picture(given.get("href", "")) and "data-zoom" not in given:
        return None
    return inside(node)


def _attributes(node: Element) -> dict[str, str]:
    """A picture's address goes where the browser does not fetch it by itself, without the session."""
    found = dict(node.attributes)
    if node.tag in ("img", "video") and _is_picture(found.get("src", "")):
        found["data-src"] = found.pop("src")
    if node.tag == "a" and _is_picture(found.get("href", "")):
        found["href"] = "#board"
    return found


def _is_picture(address: str) -> bool:
    return address.startswith("/t/") and any(each in address for each in DRAWN)
