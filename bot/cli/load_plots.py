"""The plots of the load bench, from its rows: how long an answer takes, and what memory it takes, by tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log10
from pathlib import Path
from typing import Any

WIDE, HIGH = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 34, 44
COLOURS = ("#8c2f2b", "#3c6e71", "#b07d2b", "#5b4b8a")
Row = Mapping[str, Any]


def write(folder: Path, rows: Sequence[Row]) -> None:
    """Two plots, each a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    own = [row for row in rows if row["on"] == "one server"]
    by_processes = {
        f"{number} process{'es' if number > 1 else ''}": [row for row in own if row["processes"] == number]
        for number in sorted({row["processes"] for row in own})
    }
    times = {
        f"{name}, {what}": [(row["tables"], row[f"{what}_p99_ms"]) for row in line]
        for name, line in by_processes.items()
        for what in ("committed", "shown")
    }
    (folder / "load-times.svg").write_text(_plot("p99 from the tap, in milliseconds", times), "utf-8")
    first = next(iter(by_processes.values()))
    memory = {
        "one bot process": [(row["tables"], row["bot_megabytes"]) for row in first],
        "the store": [(row["tables"], row["store_megabytes"]) for row in first],
    }
    (folder / "load-memory.svg").write_text(_plot("memory, in MB", memory), "utf-8")


def _plot(title: str, lines: Mapping[str, Sequence[tuple[int, float]]]) -> str:
    counts = sorted({count for points in lines.values() for count, _ in points})
    most = max((value for points in lines.values() for _, value in points), default=1) * 1.1 or 1
    low, high = log10(counts[0]), log10(counts[-1])

    def x(count: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * ((log10(count) - low) / (high - low) if high > low else 0.5)

    def y(value: float) -> float:
        return HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * value / most

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fbf7ee"/><text x="{LEFT}" y="20" font-size="15">{title}</text>',
    ]
    for step in range(5):
        value = most * step / 4
        parts.append(f'<path d="M{LEFT} {y(value):.0f}H{WIDE - RIGHT}" stroke="#d9cfb8"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(value) + 4:.0f}" text-anchor="end">{value:.0f}</text>')
    parts += [f'<text x="{x(n):.0f}" y="{HIGH - 22}" text-anchor="middle">{n:,}</text>' for n in counts]
    parts.append(f'<text x="{(LEFT + WIDE - RIGHT) // 2}" y="{HIGH - 5}" text-anchor="middle">tables</text>')
    parts += _lines(lines, x, y)
    return "\n".join([*parts, "</svg>\n"])


def _lines(
    lines: Mapping[str, Sequence[tuple[int, float]]], x: Callable[[float], float], y: Callable[[float], float]
) -> list[str]:
    parts, used = [], dict[str, str]()
    for number, (name, points) in enumerate(lines.items()):
        colour = used.setdefault(name.partition(",")[0], COLOURS[len(used) % len(COLOURS)])
        dashes = ' stroke-dasharray="5 4"' if name.endswith("shown") else ""
        path = " ".join(f"{x(count):.1f},{y(value):.1f}" for count, value in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        parts += [f'<circle cx="{x(n):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}"/>' for n, value in points]
        down = TOP + 18 * number + 8
        parts.append(f'<path d="M{WIDE - RIGHT + 8} {down - 4}h18" stroke="{colour}" stroke-width="2"{dashes}/>')
        parts.append(f'<text x="{WIDE - RIGHT + 30}" y="{down}" font-size="11">{name}</text>')
    return parts
