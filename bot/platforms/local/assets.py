"""The files of the page: style, script, icons, fonts, and the colours made from the themes of the pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from render.theme import Theme, theme

STATIC = Path(__file__).parent / "static"
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "woff2": "font/woff2"}
EDGES = {"light": "#8C7D68", "dark": "#7F8885"}
"""Borders of controls: three to one against the stones beside them."""


@dataclass(frozen=True, slots=True)
class Assets:
    """Every file by its name; the digest of all is part of their address, so that they never go stale."""

    content: dict[str, bytes]
    digest: str

    def url(self, name: str) -> str:
        return f"/static/{self.digest}/{name}"

    @staticmethod
    def type_of(name: str) -> str:
        return TYPES[name.rsplit(".", 1)[-1]]


@cache
def assets() -> Assets:
    """All files, read once."""
    content = {file.name: file.read_bytes() for file in sorted(STATIC.iterdir())}
    fonts = files("render") / "assets" / "fonts"
    for name in ("cinzel-latin-700", *[f"fira-sans-condensed-latin-{weight}" for weight in (500, 600, 700)]):
        content[f"fonts/{name}-normal.woff2"] = (fonts / f"{name}-normal.woff2").read_bytes()
    content["tokens.css"] = tokens().encode()
    digest = sha256(b"".join([name.encode() + data for name, data in content.items()])).hexdigest()[:16]
    return Assets(content, digest)


def tokens() -> str:
    """Stones and pigments as custom properties: one source for page and pictures."""
    light, dark = theme("light"), theme("dark")
    both = [f"--s{number}: {seat.colour}" for number, seat in enumerate(light.pigments.seats, 1)]
    both += [f"--ivory: {light.pigments.ivory}", f"--inkstone: {light.pigments.ink}"]
    both += ["--tap: 48px", "--gap: 12px", "--band: 60px", "--quick: 120ms", "--calm: 220ms"]
    marbles = [
        f".m-{kind} {{ --c: {pigment.colour}; }}"
        for table in ("resource", "marble")
        for kind, pigment in light.pigments.sets[table].items()
    ]
    return "\n".join(
        [
            _rule(":root", [*both, *_stones(light)]),
            "@media (prefers-color-scheme: dark) {\n" + _rule(":root[data-theme=auto]", _stones(dark)) + "\n}",
            _rule(":root[data-theme=dark]", _stones(dark)),
            *marbles,
            "",
        ]
    )


def _stones(stones: Theme) -> list[str]:
    name = "dark" if stones.dark else "light"
    plain = ("page", "slab", "slab2", "line", "faint", "empty", "ink", "mute", "leaf", "leafink", "good", "bad")
    found = [f"--{key}: {getattr(stones, key)}" for key in plain]
    found += [f"--tint: {stones.tint()}", f"--strip: {stones.strip}", f"--edge: {EDGES[name]}"]
    found += [f"--on: {stones.slab if stones.dark else stones.pigments.ivory}"]
    found += [f"--rim: {stones.pigments.ivory if stones.dark else stones.slab}", f"--keyline: {stones.key}"]
    found += [f"--a-{game}: {colour}" for game, colour in stones.accents.items()]
    return [*found, f"--slab-img: url(slab-{name}.svg)", f"color-scheme: {name}"]


def _rule(selector: str, declarations: list[str]) -> str:
    return f"{selector} {{ {'; '.join(declarations)}; }}"
