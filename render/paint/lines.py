"""A text in lines: words as they fit, one that is too long for a line divided where its language allows it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

Measure = Callable[[str], float]
Divisions = Mapping[str, Sequence[str]]
"""Words and the parts they may be divided into: `Lagerhaus` into `Lager`, `haus`."""
HYPHEN = "-"
LEAST = 3


def divisions(listed: str) -> dict[str, tuple[str, ...]]:
    """Divisions as a game's words list them: `Lager-haus Markt-platz`."""
    return {word.replace(HYPHEN, ""): tuple(word.split(HYPHEN)) for word in listed.split()}


def wrap(text: str, measure: Measure, width: float, most: int) -> list[str]:
    """Lines of words no wider than the width; the last one may overflow."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and (measure(joined) <= width or len(lines) == most):
            lines[-1] = joined
        elif lines:
            lines.append(word)
        else:
            lines = [word]
    return lines


def divided(lines: Sequence[str], measure: Measure, width: float, most: int, known: Divisions) -> list[str]:
    """Words that are too long for a line in two or more, while there are lines left."""
    out, spare = list[str](), most - len(lines)
    for line in lines:
        parts = [line]
        if spare > 0 and " " not in line and measure(line) > width:
            parts = _parts(line, measure, width, spare + 1, known)
        out += parts
        spare -= len(parts) - 1
    return out


def is_known(word: str, known: Divisions) -> bool:
    """Whether somebody said where this word may be divided."""
    return any(piece in known for piece in word.split(HYPHEN)) or HYPHEN in word


def _parts(word: str, measure: Measure, width: float, most: int, known: Divisions) -> list[str]:
    """The fewest lines that hold the word, evenly; a word of which nobody knows the parts (a name) is cut anywhere."""
    if not is_known(word, known):
        return _cut(word, measure, width, most)
    pieces = [*_pieces(word, known)]
    for count in range(2, min(most, len(pieces)) + 1):
        ways = [_joined(pieces, (0, *ends, len(pieces))) for ends in combinations(range(1, len(pieces)), count - 1)]
        fitting = [way for way in ways if all(measure(line) <= width for line in way)]
        if fitting:
            return min(fitting, key=lambda way: max(measure(line) for line in way))
    return [word]


def _pieces(word: str, known: Divisions) -> Iterator[str]:
    """The parts of a word; one that ends with a hyphen of its own keeps it."""
    for piece in re.findall(rf"[^{HYPHEN}]+{HYPHEN}?", word):
        stem = piece.removesuffix(HYPHEN)
        parts = known.get(stem, (stem,))
        yield from parts[:-1]
        yield parts[-1] + piece[len(stem) :]


def _joined(pieces: Sequence[str], ends: Sequence[int]) -> list[str]:
    """Pieces as lines, each but the last with a hyphen."""
    lines = ["".join(pieces[a:b]) for a, b in pairwise(ends)]
    return [*(line if line.endswith(HYPHEN) else line + HYPHEN for line in lines[:-1]), lines[-1]]


def _cut(word: str, measure: Measure, width: float, most: int) -> list[str]:
    out = list[str]()
    while len(out) < most - 1 and measure(word) > width:
        fits = [k for k in range(LEAST, len(word) - LEAST + 1) if measure(word[:k] + HYPHEN) <= width]
        if not fits:
            break
        out.append(word[: fits[-1]] + HYPHEN)
        word = word[fits[-1] :]
    return [*out, word]
