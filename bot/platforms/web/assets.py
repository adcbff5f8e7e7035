"""The files of the page: style, script, icons, fonts, each game's ornament, and the colours made from the themes."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from config import rooms
from engines import ENGINES
from render.paint import icons
from render.theme import Pigment, Theme, theme

STATIC = Path(__file__).parent / "static"
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "woff2": "font/woff2"}
TABLE = {
    "table.js": [
        f"{part}.js"
        for part in (
            *("kit", "patch", "state", "notices", "acting", "panels"),
            *("choosing", "camera", "map", "pressing", "line", "keys", "begin"),
        )
    ],
    "table.css": [
        f"{part}.css"
        for part in (
            *("base", "controls", "band", "layout", "board", "own", "list", "card", "log", "hand"),
            *("asks", "notices", "pages", "text", "shapes"),
        )
    ],
}
"""What every page has: parts with one job each, which travel as one file, in this order."""
ORNAMENT = ("frieze", "inlay")
"""Of each game and of the house: the lower edge of its bands, and what lies tone on tone behind their words."""
EDGES = {"light": "#8C7D68", "dark": "#7F8885"}
"""Borders of controls: three to one against the stones beside them."""


@dataclass(frozen=True, slots=True)
class Assets:
    """Every file by its name; the digest of all is part of their address, so that they never go stale."""

    content: dict[str, bytes]
    drawings: dict[str, bytes]
    """Icons of the pictures, fetched one by one as they are needed."""
    digest: str

    def get(self, name: str) -> bytes | None:
        return self.content.get(name) or self.drawings.get(name)

    def url(self, name: str) -> str:
        return f"/static/{self.digest}/{name}"

    @staticmethod
    def type_of(name: str) -> str:
        return TYPES[name.rsplit(".", 1)[-1]]


@cache
def assets() -> Assets:
    """All files, read once."""
    content = {file.name: file.read_bytes() for file in sorted(STATIC.iterdir()) if file.is_file()}
    for name, parts in TABLE.items():
        content[name] = b"\n".join([(STATIC / "table" / part).read_bytes() for part in parts])
    for name in [name for name in content if name.endswith((".js", ".css"))]:
        content[name] = (_packed if name.endswith(".js") else _uncommented)(content[name])
    content["inside.js"] = _inside(b"\n".join([content[f"{name}.js"] for name in ("table", "past", "around")]))
    fonts = files("render") / "assets" / "fonts"
    for name in ("cinzel-latin-700", *[f"fira-sans-condensed-latin-{weight}" for weight in (500, 600, 700)]):
        content[f"fonts/{name}-normal.woff2"] = (fonts / f"{name}-normal.woff2").read_bytes()
    for game in ENGINES:
        for name in ORNAMENT:
            if (file := rooms.folder(game) / "ornament" / f"{name}.svg").is_file():
                content[f"{name}-{game}.svg"] = file.read_bytes()
    content["tokens.css"] = tokens(content).encode()
    drawn = {f"i/{file.stem}.svg": _symbol(file.read_text("utf-8")) for file in sorted(icons.FOLDER.glob("*.svg"))}
    every = [*content.items(), *drawn.items()]
    digest = sha256(b"".join([name.encode() + data for name, data in every])).hexdigest()[:16]
    return Assets(content, drawn, digest)


def _uncommented(text: bytes) -> bytes:
    """Without comments on lines of their own, indents and empty lines."""
    return re.sub(rb"^[\t ]+|^/\*.*\*/\n|^\n", b"", text, flags=re.MULTILINE)


def _packed(script: bytes) -> bytes:
    """The script without all that, nor ends of lines that mean nothing."""
    return re.sub(rb"(?<=[;{,])\n", b"", _uncommented(script))


def _inside(script: bytes) -> bytes:
    """The same script as a module: address, history, fetching and sockets are those that it is given.

    At the public page one document shows all pages, and each request carries the session.
    """
    names = b"location, history, fetch, WebSocket"
    visit = (
        b"async function visit(where, name) { if (socket) { socket.onclose = null; socket.close(); socket = null; } "
        b"await refresh(where); page.name = name(); listen(); }"
    )
    return b"export default function (" + names + b") {\n" + script + b"\n" + visit + b"\nreturn { visit, tell };\n}\n"


def _symbol(svg: str) -> bytes:
    """An icon that takes the colour of what it stands in."""
    inside = svg[svg.index(">") + 1 : svg.rindex("</svg>")].replace('fill="#000"', "")
    head = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="i" viewBox="0 0 512 512">'
    return f"{head}{inside}</symbol></svg>".encode()


def game_class(game: str) -> str:
    """The class of what stands in a game's colours."""
    return f"g-{game}"


def _bands(content: Container[str]) -> list[str]:
    """Accent and ornament of each game, as far as it has its own; all else stands in those of the house."""
    found = [_rule(":root", ["--accent: var(--house)", *[f"--{name}: url({name}.svg)" for name in ORNAMENT]])]
    for game in ENGINES:
        own = [f"--{name}: url({name}-{game}.svg)" for name in ORNAMENT if f"{name}-{game}.svg" in content]
        found.append(_rule(f".{game_class(game)}", [f"--accent: var(--a-{game})", *own]))
    return found


def tokens(content: Container[str] = ()) -> str:
    """Stones and pigments as custom properties: one source for page and pictures; `content` has the ornaments."""
    light, dark = theme("light"), theme("dark")
    both = [f"--s{number}: {seat.colour}" for number, seat in enumerate(light.pigments.seats, 1)]
    both += [f"--ivory: {light.pigments.ivory}", f"--inkstone: {light.pigments.ink}"]
    both += ["--tap: 48px", "--gap: 12px", "--band: 60px", "--quick: 120ms", "--calm: 220ms"]
    painted = [
        f".p-{group}-{kind} {{ --c: {pigment.colour}; --k: {pigment.ink}; --h: {_hatching(pigment)}; }}"
        for group, pigments in light.pigments.sets.items()
        for kind, pigment in pigments.items()
    ]
    return "\n".join(
        [
            _rule(":root", [*both, *_stones(light)]),
            "@media (prefers-color-scheme: dark) {\n" + _rule(":root[data-theme=auto]", _stones(dark)) + "\n}",
            _rule(":root[data-theme=dark]", _stones(dark)),
            *_bands(content),
            *[_chosen(game) for game in ENGINES],
            *painted,
            "",
        ]
    )


def _chosen(game: str) -> str:
    """What is shown only while this game is the chosen one of a form."""
    return f"form:has([name=game]):not(:has([value={game}]:checked)) .for-{game} {{ display: none; }}"


def _hatching(pigment: Pigment) -> str:
    """The engravers' lines of a marble, as in the pictures."""
    line = f"{pigment.ink}66 0 1.5px, transparent 1.5px 7px"
    match pigment.hatch:
        case "dots":
            return f"radial-gradient({pigment.ink}80 1.3px, transparent 1.6px) 0 0 / 7px 7px"
        case "vertical":
            return f"repeating-linear-gradient(90deg, {line})"
        case "horizontal":
            return f"repeating-linear-gradient(0deg, {line})"
        case "falling":
            return f"repeating-linear-gradient(45deg, {line})"
        case "rising":
            return f"repeating-linear-gradient(-45deg, {line})"
        case "grid":
            return f"repeating-linear-gradient(90deg, {line}), repeating-linear-gradient(0deg, {line})"
    return "none"


def _stones(stones: Theme) -> list[str]:
    name = "dark" if stones.dark else "light"
    plain = ("page", "slab", "slab2", "line", "faint", "empty", "ink", "mute", "leaf", "leafink", "good", "bad")
    found = [f"--{key}: {getattr(stones, key)}" for key in plain]
    found += [f"--tint: {stones.tint()}", f"--strip: {stones.strip}", f"--edge: {EDGES[name]}"]
    found += [f"--on: {stones.slab if stones.dark else stones.pigments.ivory}"]
    found += [f"--rim: {stones.pigments.ivory if stones.dark else stones.slab}", f"--keyline: {stones.key}"]
    found += [f"--tokedge: {'#8B8378' if stones.dark else '#2A231D55'}"]
    found += [f"--house: {stones.house}", *[f"--a-{game}: {stones.accent(game)}" for game in ENGINES]]
    return [*found, f"--slab-img: url(slab-{name}.svg)", f"color-scheme: {name}"]


def _rule(selector: str, declarations: list[str]) -> str:
    return f"{selector} {{ {'; '.join(declarations)}; }}"
