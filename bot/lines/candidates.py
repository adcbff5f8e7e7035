"""What the next words of a typed line may answer in one ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.language.labels import is_on_grid, number_label, orientations, shown_orientation
from bot.language.normalise import words
from bot.language.speaker import Speaker
from bot.lines.label_match import Lexicon, aliases, is_number, label_words, match, word_list
from bot.lines.names import WholeName, is_of_a_name, whole_name
from engines.kit import Amount, Bundle, Option, Pick, Place, Text, way_out
from engines.kit.answers import END
from engines.kit.asks import Value
from engines.kit.engine import Pending
from engines.kit.errors import Refusal

BY_NUMBER, BY_KEY, BY_WAY_OUT = 3, 4, 5
"""Tiers behind those of `label_match.match`."""
ENDING = ("done", END)
FEW_NUMBERS = 5


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value that the words from here to `end` may mean."""

    tier: int
    end: int
    value: Value
    is_cut: bool = False


class Unclear(Refusal):
    """Words up to `end` name several kinds of a bundle."""

    def __init__(self, end: int, between: tuple[str, str]) -> None:
        super().__init__("menu.refusal.unclear")
        self.end, self.between = end, between


class Unread(Refusal):
    """Of several that are wanted some were named; the word at `at` behind them names none."""

    def __init__(self, at: int) -> None:
        super().__init__("menu.refusal.not_understood")
        self.at = at


@dataclass(frozen=True, slots=True)
class Matcher:
    """Reads words for one person: language, names, small words."""

    speaker: Speaker
    lexicon: Lexicon
    name: WholeName | None = None
    """The line, where the whole of it is the name of something: it is taken for nothing else."""
    is_signed: bool = False
    """A number of the line was typed with its sign (`+2`): it says how much, not which."""

    @classmethod
    def of(cls, speaker: Speaker) -> Matcher:
        language = speaker.language
        joints, verbs, negations = [
            frozenset(words(" ".join(word_list(language, name)))) for name in ("small", "verbs", "not")
        ]
        return cls(speaker, Lexicon(joints | verbs, aliases(language), joints, negations))

    def for_line(self, line: Sequence[str]) -> Matcher:
        """For this line, which may be a name as a whole."""
        found = whole_name(line, self.speaker) or whole_name(line[self.skip_small(line, 0) :], self.speaker)
        return replace(self, name=found)

    def _may_mean(self, label: Text, line: Sequence[str], at: int, end: int, is_exact: bool) -> bool:
        """Whether words that stand in a line which is a name may mean an option."""
        if self.name is None:
            return True
        is_whole = at <= self.skip_small(line, 0) and end == len(line)
        return is_whole and (is_exact or self.name.fits(label, self.speaker, self.lexicon))

    def counted(self, line: Sequence[str]) -> list[str]:
        """A line whose numbers that are written out, or with a sign for times (`2x`), stand in digits."""
        known = enumerate(word_list(self.speaker.language, "numbers"), 1)
        digits = {word: str(number) for number, each in known for word in words(each)}
        found = list[str]()
        for at, word in enumerate(line):
            if word.endswith("x") and word[:-1].isdecimal():
                found.append(word[:-1])
            elif word in digits and not is_of_a_name(line, at, self.speaker):
                found.append(digits[word])
            else:
                found.append(word)
        return found

    def is_word(self, name: str, typed: str) -> bool:
        """Whether this is the language's word for `nothing`, `done`, `turn` ..."""
        return typed in words(" ".join(word_list(self.speaker.language, name)))

    def candidates(self, pending: Pending, line: Sequence[str], at: int) -> tuple[list[Candidate], Refusal | None]:
        """All readings of what comes next, and why a reading of the right form is not offered."""
        found, refusal = self._by_kind(pending, line, at)
        return ([*found, *self._ways_out(pending, line, at)], refusal) if pending.owed else (found, refusal)

    def _ways_out(self, pending: Pending, line: Sequence[str], at: int) -> list[Candidate]:
        """`done` ends and `no` passes, however the question calls it, where nothing else is said behind."""
        left = [word for word in line[at:] if word not in self.lexicon.small and not self.is_word("mine", word)]
        value: Value | None = None
        if left and all(self.is_word("end", word) for word in left):
            ends = [option.key for option in getattr(pending.ask, "options", ()) if option.key in ENDING]
            value = [ends[0]] if ends else way_out(pending.ask) if isinstance(pending.ask, Bundle) else None
        elif left and all(self.is_word("out", word) for word in left):
            value = way_out(pending.ask)
        return [] if value is None else [Candidate(BY_WAY_OUT, len(line), value)]

    def _by_kind(self, pending: Pending, line: Sequence[str], at: int) -> tuple[list[Candidate], Refusal | None]:
        match pending.ask:
            case Pick(least=1, most=1) as ask:
                return self._options(ask.options, line, at, lambda key: [key]), None
            case Pick() as ask:
                return self._several(ask, line, at)
            case Amount() as ask:
                return self._amount(pending, ask, line, at)
            case Bundle() as ask:
                return self._bundle(ask, line, at)
            case Place() as ask:
                return self._place(ask, line, at), None

    def _options(
        self,
        options: Sequence[Option],
        line: Sequence[str],
        at: int,
        value: Callable[[str], Value],
        is_piece: bool = False,
    ) -> list[Candidate]:
        """`is_piece`: one of several that are named one after the other."""
        labels = [self.speaker.label(option.label) for option in options]
        found = [
            Candidate(hit.tier, hit.end, value(option.key), hit.is_cut)
            for option, label in zip(options, labels, strict=True)
            if (hit := match(line, at, label, self.lexicon))
            and not _counts_another(option, line, at, hit.end)
            and (is_piece or self._may_mean(option.label, line, at, hit.end, hit.tier == 0))
        ]
        word, is_alone = line[at], at + 1 == len(line) and at == self.skip_small(line, 0)
        is_shown = is_alone and not self.is_signed and word.isdecimal() and 1 <= int(word) <= len(options)
        if is_shown and not any(label_words(label)[:1] and word in label_words(label)[0] for label in labels):
            found.append(Candidate(BY_NUMBER, at + 1, value(options[int(word) - 1].key)))
        for option in options:
            key = words(option.key.replace("_", " "))
            is_typed = bool(key) and list(line[at : at + len(key)]) == key
            may_be = is_typed and (is_alone or not is_number(key[0]))
            if may_be and (is_piece or self._may_mean(option.label, line, at, at + len(key), False)):
                found.append(Candidate(BY_KEY, at + len(key), value(option.key)))
        return found

    def best(self, options: Sequence[Option], line: Sequence[str], at: int) -> list[Candidate]:
        """The readings of the best tier and length."""
        found = self._options(options, line, at, str, is_piece=True)
        top = min([(each.tier, -each.end) for each in found], default=None)
        return [each for each in found if (each.tier, -each.end) == top]

    def skip_small(self, line: Sequence[str], at: int) -> int:
        while at < len(line) and line[at] in self.lexicon.small:
            at += 1
        return at

    def _several(self, ask: Pick, line: Sequence[str], at: int) -> tuple[list[Candidate], Refusal | None]:
        if self.is_word("nothing", line[at]) and ask.least == 0:
            return [Candidate(0, at + 1, [])], None
        if numbered := self._numbered(ask, line, at):
            return _checked(ask.check, numbered, BY_NUMBER, len(line))
        keys: list[str] = []
        tier, end = 0, at
        while len(keys) < ask.most:
            start = self.skip_small(line, end)
            left = [option for option in ask.options if option.key not in keys]
            hits = self.best(left, line, start) if start < len(line) else []
            if len({str(hit.value) for hit in hits}) != 1:
                break
            keys.append(str(hits[0].value))
            tier, end = max(tier, hits[0].tier), hits[0].end
        if not keys:
            return [], None
        if end < len(line) and self.is_word("done", line[end]):
            end += 1
        found, refusal = _checked(ask.check, keys, tier, end)
        behind = self.skip_small(line, end)
        return found, Unread(behind) if refusal and len(keys) < ask.least and behind < len(line) else refusal

    def _numbered(self, ask: Pick, line: Sequence[str], at: int) -> list[str]:
        """Several by the numbers that stand beside them: `1 2 4`."""
        said = [word for word in line[at:] if word not in self.lexicon.small]
        if self.is_signed or not all(word.isdecimal() and 1 <= int(word) <= len(ask.options) for word in said):
            return []
        labels = [label_words(self.speaker.label(option.label)) for option in ask.options]
        if any(is_number(word) for label in labels for spellings in label for word in spellings):
            return []
        return [ask.options[int(word) - 1].key for word in said]

    def _amount(
        self, pending: Pending, ask: Amount, line: Sequence[str], at: int
    ) -> tuple[list[Candidate], Refusal | None]:
        found = self._options(ask.instead, line, at, str) if not is_number(line[at]) else []
        numbers = {value for value in ask.suggested if isinstance(value, int)}
        if ask.count() <= FEW_NUMBERS:
            numbers |= {ask.low + ask.step * index for index in range(ask.count())}
        for number in sorted(numbers):
            if hit := match(line, at, number_label(pending, number, self.speaker), self.lexicon):
                found.append(Candidate(hit.tier, hit.end, number))
        worded = [number_label(pending, number, self.speaker) for number in (ask.low, ask.high)]
        verbs = [word for label in worded for word in label_words(label)]
        here = at
        while here < len(line) and not is_number(line[here]) and any(self.lexicon.begins(line[here], v) for v in verbs):
            here += 1
        here = self.skip_small(line, here)
        if here < len(line) and is_number(line[here]):
            end = here + 1
            while (
                end < len(line) and not is_number(line[end]) and any(self.lexicon.begins(line[end], v) for v in verbs)
            ):
                end += 1
            checked, refusal = _checked(ask.check, int(line[here]), 0, end)
            return [*checked, *[each for each in found if each.tier > 0 and not checked]], refusal
        return found, None

    def _bundle(self, ask: Bundle, line: Sequence[str], at: int) -> tuple[list[Candidate], Refusal | None]:
        if self.is_word("nothing", line[at]):
            return _checked(ask.check, {}, 0, at + 1)
        if self.is_word("everything", line[at]):
            return _checked(ask.check, dict(ask.available), 0, at + 1)
        found = list(self._runs(ask, line, at))
        if not found:
            return [], self._unclear(ask, line, at)
        counts, tier, end = found.pop()
        if end < len(line) and self.is_word("done", line[end]):
            end += 1
        whole, refusal = _checked(ask.check, counts, tier, end)
        shorter = [_checked(ask.check, *run)[0] for run in reversed(found)] if refusal else []
        return next(filter(None, shorter), whole), refusal

    def _unclear(self, ask: Bundle, line: Sequence[str], at: int) -> Refusal | None:
        """Where the words from here fit several kinds."""
        start = self.skip_small(line, at + 1 if line[at].isdecimal() else at)
        options = [Option(kind, label) for kind, label in ask.labels.items() if kind in ask.available]
        hits = self.best(options, line, start) if start < len(line) and not is_number(line[start]) else []
        if len(hits) < 2:
            return None
        behind = self.skip_small(line, hits[0].end)
        if behind < len(line) and not is_number(line[behind]) and not self.best(options, line, behind):
            return None  # the line is about something else
        first, second = [self.speaker.label(ask.labels[str(hit.value)]) for hit in hits[:2]]
        return Unclear(hits[0].end, (first, second))

    def pieces(self, ask: Bundle, line: Sequence[str], at: int) -> tuple[dict[str, int], int, int]:
        """Counts and kinds as far as they go: the counts, the worst tier, the first word behind."""
        *_, longest = ({}, 0, at), *self._runs(ask, line, at)
        return longest

    def _runs(self, ask: Bundle, line: Sequence[str], at: int) -> Iterator[tuple[dict[str, int], int, int]]:
        """The same after each piece, the shortest first: in `1 yellow 2 on green 1` the second may belong to what is
        asked next."""
        options = [Option(kind, label) for kind, label in ask.labels.items() if kind in ask.available]
        counts: dict[str, int] = {}
        tier, end = 0, at
        while True:
            start = self.skip_small(line, end)
            count = int(line[start]) if start < len(line) and line[start].isdecimal() else None
            start = start if count is None else start + 1
            hits = self._one_kind(options, line, start) or self._one_kind(options, line, self.skip_small(line, start))
            if not hits:
                return
            kind, end, tier = str(hits[0].value), hits[0].end, max(tier, hits[0].tier)
            if count is None:
                count, end = self._behind(options, line, start, hits[0])
            counts = {**counts, kind: counts.get(kind, 0) + count}
            yield counts, tier, end

    def _one_kind(self, options: Sequence[Option], line: Sequence[str], at: int) -> list[Candidate]:
        """The readings from here, where they all mean one kind."""
        hits = self.best(options, line, at) if at < len(line) and not is_number(line[at]) else []
        return hits if len({str(hit.value) for hit in hits}) == 1 else []

    def _behind(self, options: Sequence[Option], line: Sequence[str], start: int, hit: Candidate) -> tuple[int, int]:
        """How many, where that is said behind the kind (`raise red 3 by 2`), and the first word behind; else one.

        A bare number counts only behind several words of a name from its beginning: `red 2` may name another thing.
        """
        at, here = hit.end, self.skip_small(line, hit.end)
        is_clear = (here > at and self.is_word("times", line[here - 1])) or (
            hit.tier <= 1 and at - self.skip_small(line, start) > 1
        )
        if here >= len(line) or not line[here].isdecimal() or not is_clear:
            return 1, at
        following = self.skip_small(line, here + 1)
        is_of_next = here == at and following < len(line) and bool(self.best(options, line, following))
        return (1, at) if is_of_next else (int(line[here]), here + 1)

    def _place(self, ask: Place, line: Sequence[str], at: int) -> list[Candidate]:
        turn, flip, here = self._orientation(line, at)
        spots = list(ask.spots)
        if turn is not None:
            spots = [spot for spot in spots if (spot.turn, spot.flip) == (turn, flip)]
        elif flip:
            spots = [spot for spot in spots if spot.flip]
        if here >= len(line):
            return []
        if line[here].isdecimal() and is_on_grid(ask.spots[0]):
            way = (turn, flip) if turn is not None else shown_orientation(ask)
            shown_spots = [spot for spot in ask.spots if (spot.turn, spot.flip) == way]
            number = int(line[here])
            return [Candidate(0, here + 1, shown_spots[number - 1].key)] if 1 <= number <= len(shown_spots) else []
        hits = [(spot, hit) for spot in spots if (hit := match(line, here, spot.cell, self.lexicon))]
        exact = [(spot, hit) for spot, hit in hits if hit.tier == 0]
        shown = shown_orientation(ask)
        if turn is None and len(orientations(ask)) > 1:
            usual = [(spot, hit) for spot, hit in exact if (spot.turn, spot.flip) == shown]
            exact = usual or exact
        return [Candidate(hit.tier, hit.end, spot.key) for spot, hit in exact or hits]

    def _orientation(self, line: Sequence[str], at: int) -> tuple[int | None, bool, int]:
        """`turn 2 mirrored`: the turn if named, whether mirrored, the first word behind."""
        turn, flip = None, False
        while at < len(line):
            if self.is_word("turn", line[at]) and at + 1 < len(line) and line[at + 1].isdecimal():
                turn, at = int(line[at + 1]) - 1, at + 2
            elif self.is_word("mirrored", line[at]):
                flip, at = True, at + 1
            elif line[at] in self.lexicon.small:
                at += 1
            else:
                break
        return turn, flip, at


def _checked(
    check: Callable[[object], Value], value: Value, tier: int, end: int
) -> tuple[list[Candidate], Refusal | None]:
    try:
        return [Candidate(tier, end, check(value))], None
    except Refusal as refusal:
        return [], refusal


def _counts_another(option: Option, line: Sequence[str], at: int, end: int) -> bool:
    """Whether only the count of a label was typed and something else behind it: `3 gold` is not three of brick."""
    is_count = end == at + 1 and line[at] == str(option.label.facts.get("n"))
    return is_count and end < len(line) and not is_number(line[end])
