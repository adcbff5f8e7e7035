"""What a plan does, as one sentence with its price: the lead button is read before it is pressed.

A game words its deeds (`[deed]`, by the step that ends one). Such a sentence may name what was answered to earlier
steps (`build.place` as `build_place`), what the questions name, what pieces cost (`cost`), and what the last answer
brings, as the game foresees it (`brings`, and what that sentence names). Where it is silent, the answers stand one
after the other; answers that nobody had to choose stand there too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.choices.plan import FINISHING, Planned, Step
from bot.language.labels import counts_label
from bot.language.speaker import MissingText, Speaker, catalogue, gaps, template
from bot.platforms.web.parts.elements import Words
from engines.kit import Bundle, Option, Pick, Text, refs_of

NOUN = "kit.option.noun"
"""The label of an option that is a bare name, which stands in a sentence as it is bent there."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """Words plans in one language. `said`: one answer by itself."""

    speaker: Speaker
    words: Words
    said: Callable[[Step], str]
    brings: Mapping[str, Any]
    """What the last answer brings: the sentence, and what it names."""

    def of(self, planned: Planned) -> str:
        """The whole deed with its price."""
        steps = [step for step in planned.steps if not only_ends(step)] or list(planned.steps)
        return ", ".join([self._part(part) for part in _parts(steps)])

    def ends_by_itself(self, planned: Planned) -> bool:
        """Whether what was chosen last is itself the way out: then it need not be said that it ends something."""
        return bool(planned.chosen) and _is_ending(planned.chosen[-1])

    def _part(self, steps: Sequence[Step]) -> str:
        """One deed of a chain: as its game words it, else its answers in a row; then what it costs."""
        for place in range(len(steps) - 1, -1, -1):
            found = self._worded(steps, steps[place])
            if found is not None:
                said, named = found
                rest = [step for step in steps[place + 1 :] if not isinstance(step.pending.ask, Bundle)]
                return self._priced([said, *[self.said(step) for step in rest]], steps, named)
        plain = [step for step in steps if not isinstance(step.pending.ask, Bundle)]
        if plain:
            return self._priced([self.said(step) for step in plain], steps, set())
        said, cost = " · ".join([self.said(step) for step in steps]), self._cost(steps[-1])
        return f"{said}: {cost}" if cost else said

    def _priced(self, said: Sequence[str], steps: Sequence[Step], named: set[str]) -> str:
        paid = [step for step in steps if isinstance(step.pending.ask, Bundle) and _name(step) not in named]
        prices = [price for step in paid if (price := self._price(step))]
        whole = " · ".join(said)
        return f"{whole}: {', '.join(prices)}" if prices else whole

    def _worded(self, steps: Sequence[Step], last: Step) -> tuple[str, set[str]] | None:
        """The game's sentence of the step that ends a deed, and what it names."""
        key = f"{self.speaker.game}.deed.{last.pending.step}"
        if key not in catalogue(self.speaker.language):
            return None
        facts: dict[str, Any] = {"brings": "", **self.brings}
        for step in steps:
            facts |= step.pending.ask.prompt.facts
            facts |= self._facts(step)
        try:
            return self.speaker.say(Text(key, facts)), set(gaps(template(self.speaker.language, key)))
        except MissingText:
            return None

    def _facts(self, step: Step) -> dict[str, Any]:
        ask, value, name = step.pending.ask, step.value, _name(step)
        if isinstance(value, int):
            return {name: value}
        found: dict[str, Any] = {name: self.said(step)}
        if isinstance(ask, Bundle) and isinstance(value, dict):
            found |= {"cost": ask.cost(value)} if ask.prices else {}
        chosen = [each for each in ask.options if each.key in value] if isinstance(ask, Pick) and value else []
        for option in chosen:
            found |= _by_kind(option)
        if len(chosen) == 1 and chosen[0].label.key == NOUN:
            found[name] = chosen[0].label.facts["what"]
        return found

    def _price(self, step: Step) -> str:
        ask, value = step.pending.ask, step.value
        assert isinstance(ask, Bundle)
        assert isinstance(value, dict)
        if not any(value.values()):
            return ""
        said, cost = counts_label(ask, value, self.speaker), self._cost(step)
        return f"{said}, {cost}" if cost else said

    def _cost(self, step: Step) -> str:
        ask, value = step.pending.ask, step.value
        if not isinstance(ask, Bundle) or not ask.prices or not isinstance(value, dict):
            return ""
        return self.words.low("costs", n=ask.cost(value))


def _parts(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """A chain goes round: each part holds every step once."""
    part: list[Step] = []
    for step in steps:
        if any(each.pending.step == step.pending.step for each in part):
            yield part
            part = []
        part.append(step)
    yield part


def _name(step: Step) -> str:
    """A step as it stands in a sentence."""
    return step.pending.step.replace(".", "_")


def only_ends(step: Step) -> bool:
    """A way out that the plan takes along, which is said otherwise."""
    return step.implied and _is_ending(step)


def _is_ending(step: Step) -> bool:
    return isinstance(step.value, list) and (not step.value or set(step.value) <= FINISHING)


def _by_kind(option: Option) -> dict[str, Any]:
    """The facts of an option, and its references by their kinds."""
    refs = {ref.partition("/")[0]: ref for ref in refs_of(option)}
    return {**refs, **option.label.facts}
