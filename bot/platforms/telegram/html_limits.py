"""HTML that Telegram understands, cut to a length without breaking a tag."""

from __future__ import annotations

import re
from html import unescape

_PIECE = re.compile(r"<[^>]*>|&\w+;|&#\d+;|.", re.DOTALL)


def length(text: str) -> int:
    """How long people see it: without tags, in UTF-16 units as Telegram counts."""
    return len(plain(text).encode("utf-16-le")) // 2


def plain(text: str) -> str:
    """The words alone, for places that know no markup."""
    return unescape(re.sub(r"<[^>]*>", "", text))


def fitted(text: str, most: int) -> str:
    """The text, shortened with an ellipsis where needed; what is open is closed."""
    if length(text) <= most:
        return text
    kept, used, opened = "", 0, list[str]()
    for piece in _PIECE.findall(text):
        if piece.startswith("<"):
            name = re.match(r"</?([\w-]+)", piece)
            if piece.startswith("</"):
                opened.pop()
            elif name:
                opened.append(name.group(1))
            kept += piece
            continue
        if used + length(piece) > most - 1:
            break
        kept += piece
        used += length(piece)
    return kept + "…" + "".join(f"</{name}>" for name in reversed(opened))
