"""A typed line into answers to several asks in a row, read on a dry run that never looks behind a barrier.

`build villa 3 viareggio 1 red 2 green` is read word by word against what is offered: the whole label first, then its
beginning, then words of it, then its number, then its key. Two equally good readings are refused and both shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.language.labels import short_question
from bot.language.normalise import words, words_as_typed
from bot.language.speaker import Speaker
from bot.lines.candidates import Candidate, Matcher, Unclear, Unread
from bot.lines.continuations import continuations
from bot.lines.dry_run import DryRun, Part, Stand
from bot.lines.label_match import is_number, label_words, match
from bot.lines.likeness import labels_of, likeness
from bot.table.change import Tries
from engines.kit import Bundle, Engine, Option, Pick, Text, seat_ref
from engines.kit.answers import is_way_out
from engines.kit.engine import Pending
from engines.kit.errors import Refusal
from engines.kit.outcome import Answer

MOST_WORDS = 40
_UNREAD = "menu.refusal.not_understood"
_SIGNED = re.compile(r"\+\s*\d")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a line means. `effects` are told up to the barrier; with `final` the last answer raises it."""

    parts: tuple[Part, ...]
    effects: tuple[Text, ...] = ()
    final: bool = False
    next: Pending | None = None
    rest: str = ""
    """Of a line that may go on behind a barrier: the words that can only be read there."""
    said: tuple[str, ...] = ()
    """The words of the line."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple([Answer(part.pending.seat, part.pending.ask_id, part.value) for part in self.parts])


@dataclass(frozen=True, slots=True)
class Completion:
    """A line that may be typed next: the whole line, what it adds, a note to it."""

    line: str
    label: str
    note: str = ""


@dataclass(slots=True)
class _Trouble:
    """The refusal from the furthest word that was reached, and the places that the dry run came by."""

    at: int = -1
    refusal: Refusal | None = None
    places: list[tuple[int, Stand]] = field(default_factory=list)
    behind: list[_Trouble] = field(default_factory=list)
    """The same without a word that only leads on to an answer."""

    def note(self, at: int, refusal: Refusal) -> None:
        if at > self.at:
            self.at, self.refusal = at, refusal


@dataclass(frozen=True, slots=True)
class _Withheld:
    """A wish that the rules withhold, and how well the line names it."""

    rank: tuple[int, int]
    option: Option
    refusal: Refusal


@dataclass(slots=True)
class MoveParser:
    """Reads lines for one seat of one table, as it stands."""

    engine: Engine[Any]
    state: Any
    seat: int
    speaker: Speaker
    outcomes: Tries = field(default_factory=Tries)
    """What was tried: whoever commits the line has it at hand."""
    matcher: Matcher = field(init=False)
    run: DryRun = field(init=False)
    typed: list[str] = field(default_factory=list)
    """The words of the line as they were typed."""
    goes_on: bool = False
    wished: Option | None = None
    """What the line asked for, where the rules withhold it."""

    def __post_init__(self) -> None:
        self.matcher = Matcher.of(self.speaker)
        self.run = DryRun(self.engine, self.seat, self.speaker, self.outcomes)

    # --- reading ---

    def read(self, line: str, goes_on: bool = False) -> Reading:
        """What the whole line means; a Refusal says which word cannot be read, or why what it says is not offered.

        `goes_on`: words behind a barrier are left for later.
        """
        typed = self._listen(line)
        self.goes_on = goes_on
        if not self.engine.pending(self.state) or not self.run.asks(self.state):
            raise Refusal("menu.refusal.not_your_turn", names=[seat_ref(seat) for seat in self.engine.owed(self.state)])
        if not typed:
            raise Refusal("menu.refusal.empty_line")
        self.run.tries = 0
        trouble = _Trouble()
        place = self._solve(Stand(self.state), typed, 0, trouble)
        if place is None or not place.parts:
            is_open = trouble.at == len(typed)  # every word fits what is offered, more than once
            reason = None if is_open else self._reason(typed, trouble)
            raise reason or self._with_likeness(typed, trouble)
        upcoming = None if place.over else next((p for p in self.run.asks(place.state) if p.owed), None)
        rest = " ".join(self.typed[place.rest :]) if place.rest >= 0 else ""
        return Reading(place.parts, place.effects, place.final, upcoming, rest, tuple(self.typed))

    def _listen(self, line: str) -> list[str]:
        """The words of a line, folded; what they are said back as is kept."""
        self.typed = words_as_typed(line)[:MOST_WORDS]
        folded = self.matcher.counted(words(line)[:MOST_WORDS])
        self.matcher = replace(self.matcher.for_line(folded), is_signed=bool(_SIGNED.search(line)))
        return folded

    def _counts(self, line: Sequence[str], at: int) -> bool:
        """Whether a number says how many of what is named behind it: `2 red`, but not `villa 2 to pisa`."""
        if at + 1 >= len(line) or not is_number(line[at]) or is_number(line[at + 1]):
            return False
        return at == 0 or is_number(line[at - 1]) or (at > 1 and is_number(line[at - 2]))

    def _said(self, at: int, end: int = 0) -> str:
        """Words as they were typed; a number beside a name belongs to it."""
        end = end or at + (2 if self._counts(self.typed, at) else 1)
        is_of_next = self._counts(self.typed, end)
        if end < len(self.typed) and is_number(self.typed[end]) and not (is_of_next or is_number(self.typed[end - 1])):
            end += 1
        if at and end == at + 1 and is_number(self.typed[at]) and not is_number(self.typed[at - 1]):
            at -= 1
        return " ".join(self.typed[at:end])

    def _reason(self, line: Sequence[str], trouble: _Trouble) -> Refusal | None:
        """Why something that the rules withhold is not offered, if the line names it better than what is.

        It is looked for at the place where the words stopped fitting, then at each place before it.
        """
        places = sorted([(0, Stand(self.state)), *trouble.places], key=lambda each: -each[0])
        found = [self._withheld_at(place, line, at, trouble.at) for at, place in places]
        reasons = (self._best(each) for each in found)
        reason = next(filter(None, reasons), None) or self._behind_verbs(line, trouble)
        return reason or next(filter(None, [self._best(each, any_of_equals=True) for each in found]), None)

    def _with_likeness(self, line: Sequence[str], trouble: _Trouble) -> Refusal:
        """What could not be read, and what is offered that looks much like it."""
        refusal = trouble.refusal or Refusal(_UNREAD, word=self._said(0))
        while refusal.code == _UNREAD and trouble.behind:
            trouble = trouble.behind[-1]
            refusal = trouble.refusal or refusal
        at = max(0, trouble.at)
        if refusal.code != _UNREAD or at >= len(line):
            return refusal
        for name in [at, at + 1] if self._counts(line, at) else [at]:
            if like := self._like(line, name, trouble):
                return Refusal(_UNREAD, word=self._said(name, name + 1), like=like.replace("/", "⁄"))
        return refusal

    def _like(self, line: Sequence[str], at: int, trouble: _Trouble) -> str:
        """What is offered that a word looks much like: a way out for one that ends or passes."""
        places = [Stand(self.state), *[place for reached, place in trouble.places if reached <= at]]
        asks = [pending.ask for place in places if not place.over for pending in self.run.asks(place.state)]
        if self.matcher.is_word("end", line[at]) or self.matcher.is_word("out", line[at]):
            outs = [each for each in getattr(asks[0], "options", ()) if is_way_out(asks[0], [each.key])]
            return self.speaker.label(outs[0].label) if len(outs) == 1 else ""
        return likeness(line[at], [self.speaker.label(each) for ask in asks for each in labels_of(ask)])

    def _behind_verbs(self, line: Sequence[str], trouble: _Trouble) -> Refusal | None:
        """A verb was left out (`castle 5 pisa`): why the words are not offered by the questions behind it."""
        owed = [pending for pending in self.run.asks(self.state) if pending.owed][:1]
        self.run.tries = 0
        for after in [place for pending in owed for place in self.run.verbs(Stand(self.state), pending)]:
            inner = _Trouble()
            self._solve(after, line, 0, inner)
            for at, place in sorted([(0, after), *inner.places], key=lambda each: -each[0]):
                if refusal := self._best(self._withheld_at(place, line, at, max(trouble.at, inner.at, 0))):
                    return refusal
        return None

    def _best(self, found: list[_Withheld], any_of_equals: bool = False) -> Refusal | None:
        """The reason of the best fitting wish, where all that fit as well have the same one."""
        top = min([each.rank for each in found], default=None)
        best = [each for each in found if each.rank == top]
        if not best or (len({str(each.refusal) for each in best}) > 1 and not any_of_equals):
            return None
        self.wished = best[0].option
        return best[0].refusal

    def _withheld_at(self, place: Stand, line: Sequence[str], at: int, reached: int) -> list[_Withheld]:
        found: dict[str, _Withheld] = {}
        for pending in self.run.asks(place.state) if at < len(line) and not place.over else ():
            for option, refusal in self.engine.steps[pending.step].withheld(place.state, self.seat):
                label = self.speaker.label(option.label)
                hit = match(line, at, label, self.matcher.lexicon)
                if hit is not None and hit.end > reached:
                    found[label] = _Withheld((hit.tier, -hit.end), option, refusal)
        return list(found.values())

    def _solve(self, place: Stand, line: Sequence[str], at: int, trouble: _Trouble) -> Stand | None:
        """The reading of all words from here, or None and the trouble noted."""
        while at < len(line) and self._is_filler(place, line[at]):
            at += 1
        if at == len(line):
            return place
        trouble.places.append((at, place))
        if place.over and self.goes_on:
            return replace(place, rest=at)
        if place.over and any(
            self.matcher.lexicon.begins(line[at], each) for each in label_words(place.parts[-1].said)
        ):
            return self._solve(place, line, at + 1, trouble)  # `turn the wheel` for `Turn the wheel and buy`
        if place.over:
            trouble.note(at, Refusal("menu.refusal.behind_barrier", word=self._said(at)))
            return None
        asks = self.run.asks(place.state)
        if place.is_named and is_number(line[at]):
            asks = [pending for pending in asks if isinstance(pending.ask, Bundle)]
        ranked = self._ranked(asks, line, at, trouble)
        for group in ranked:
            done = self._try_group(place, group, line, at, trouble)
            if done is not None:
                return done
        if place.heard and line[at] in place.heard:
            return self._solve(replace(place, is_named=True), line, at + 1, trouble)
        if at == 0 and (done := self._bare(place, asks, line, trouble)) is not None:
            return done
        if not ranked:
            if self._leads_on(asks, line[at]):
                inner = _Trouble()
                if (done := self._solve(place, line, at + 1, inner)) is not None:
                    return done
                trouble.behind.append(inner)
            trouble.note(at, Refusal(_UNREAD, word=self._said(at)))
            return self._implied(place, asks, line, at, trouble)
        return None

    def _leads_on(self, asks: Iterable[Pending], word: str) -> bool:
        """Whether a word that nothing offered is called by only leads to the answer.

        The question says it as well (`keep` for `Whom do you keep?`), or it says but that something is chosen.
        """
        if word in self.matcher.lexicon.negations:
            return False
        openings = [words(self.speaker.say(pending.ask.prompt))[:1] for pending in asks if pending.owed]
        asked = [*[short_question(pending, self.speaker) for pending in asks], *[" ".join(each) for each in openings]]
        return self.matcher.is_word("lead", word) or any(self._stands_in(each, word) for each in asked)

    def _stands_in(self, text: str, word: str) -> bool:
        return not is_number(word) and any(self.matcher.lexicon.begins(word, each) for each in label_words(text))

    def _is_filler(self, place: Stand, word: str) -> bool:
        return word in self.matcher.lexicon.small and word not in place.heard

    def _ranked(
        self, asks: Iterable[Pending], line: Sequence[str], at: int, trouble: _Trouble
    ) -> list[list[tuple[Pending, Candidate]]]:
        """Readings of the next words, the best first, equally good ones together; what is owed before sides."""
        groups: dict[tuple[int, int, bool], list[tuple[Pending, Candidate]]] = {}
        for pending in asks:
            found, refusal = self.matcher.candidates(pending, line, at)
            if isinstance(refusal, Unclear):
                word, (first, second) = self._said(at, refusal.end), refusal.between
                trouble.note(refusal.end, Refusal("menu.refusal.unclear", word=word, first=first, second=second))
                return []
            if isinstance(refusal, Unread):
                trouble.note(refusal.at, Refusal(_UNREAD, word=self._said(refusal.at)))
            elif refusal is not None:  # of what was read only in part it is the reason, as far as its next piece
                trouble.note(max([at, *[each.end + 1 for each in found]]), refusal)
            for each in [each for each in found if pending.owed or not each.is_cut]:
                group = groups.setdefault((each.tier, -each.end, not pending.owed), [])
                if all((one.ask_id, other.value) != (pending.ask_id, each.value) for one, other in group):
                    group.append((pending, each))
        return [groups[rank] for rank in sorted(groups)]

    def _try_group(
        self, place: Stand, group: list[tuple[Pending, Candidate]], line: Sequence[str], at: int, trouble: _Trouble
    ) -> Stand | None:
        good: list[tuple[Stand, str]] = []
        for pending, candidate in group:
            after = self.run.play(place, pending, candidate.value, (at, candidate.end))
            rest = self._solve(after, line, candidate.end, trouble) if after else None
            if rest is not None and after is not None:
                good.append((rest, after.parts[-1].said))
        if len(good) > 1:
            word = self._said(at, group[0][1].end)
            trouble.note(len(line), Refusal("menu.refusal.unclear", word=word, first=good[0][1], second=good[1][1]))
            return None
        return good[0][0] if good else None

    def _bare(self, place: Stand, asks: list[Pending], line: Sequence[str], trouble: _Trouble) -> Stand | None:
        """A verb that others have, before what is offered without one: `build road` for `Road, left: 1 lumber`."""
        found: list[tuple[Pending, Candidate]] = []
        for pending in [each for each in asks if each.owed][:1]:
            options = pending.ask.options if isinstance(pending.ask, Pick) else ()
            labels = {option.key: self.speaker.label(option.label) for option in options}
            heads = [label_words(label.partition(":")[0]) for label in labels.values()]
            if any(self.matcher.lexicon.begins(line[0], verb) for head in heads for verb in (head[0], head[-1])):
                for key, label in labels.items():
                    hit = match(line, 1, label, self.matcher.lexicon) if len(line) > 1 and ":" in label else None
                    if hit is not None and hit.tier <= 1 and hit.end == len(line):
                        found.append((pending, Candidate(hit.tier, hit.end, [key])))
        return self._try_group(place, found, line, 0, trouble)

    def _implied(
        self, place: Stand, asks: list[Pending], line: Sequence[str], at: int, trouble: _Trouble
    ) -> Stand | None:
        """A verb was left out: the one option after which the words make sense."""
        good: list[Stand] = []
        for pending in [each for each in asks if each.owed][:1] if not is_number(line[at]) else []:
            for after in self.run.verbs(place, pending):
                for group in self._ranked(self.run.asks(after.state), line, at, _Trouble()):
                    done = self._try_group(after, group, line, at, _Trouble())
                    if done is not None:
                        good.append(done)
                        break
        if len(good) > 1:
            first, second = [place_.parts[len(place.parts)].said for place_ in good[:2]]
            trouble.note(len(line), Refusal("menu.refusal.unclear", word=self._said(at), first=first, second=second))
        return good[0] if len(good) == 1 else None

    # --- completing ---

    def complete(self, line: str, most: int = 25) -> list[Completion]:
        """How the line may go on: what has been understood stays, the open words choose among what is offered next."""
        typed = self._listen(line)
        for cut in range(len(typed), -1, -1):
            place = self._understood(typed[:cut])
            if place is None or place.over:
                continue
            found = continuations(self.run.asks(place.state), typed[cut:], self.matcher, self.speaker)
            if found:
                start = " ".join([part.said for part in place.parts])
                return [Completion(f"{start} {label}".strip(), label, note) for label, note in found[:most]]
        return []

    def _understood(self, typed: Sequence[str]) -> Stand | None:
        self.run.tries = 0
        return self._solve(Stand(self.state), typed, 0, _Trouble()) if typed else Stand(self.state)
