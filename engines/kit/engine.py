"""The engine: what is pending, what an answer does, who may see what. One class for all games."""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Generic

from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

from engines.kit import dice, storing
from engines.kit.answers import default_of
from engines.kit.asks import Ask, Value
from engines.kit.draft import Draft
from engines.kit.errors import BadSetup, Closed, EngineBug, KitError, Malformed, Refusal
from engines.kit.events import Event
from engines.kit.flow import Pending as Pending
from engines.kit.flow import apply, opens, settle
from engines.kit.info import GameInfo, Options
from engines.kit.outcome import Answer, Outcome, Result, Standing, View
from engines.kit.resample import resample, rewind
from engines.kit.rollout import Rollout
from engines.kit.rulebook import cited
from engines.kit.state import S
from engines.kit.step import Step
from engines.kit.tables import Tables
from engines.kit.text import Text, ref, seat_ref
from engines.kit.weights import Script, Weights, by_choices, variant_of

_URL_SAFE = bytes.maketrans(b"+/", b"-_")


@lru_cache(maxsize=256)
def _salted(salt: str) -> blake2b:
    """The hash that names the asks of one game, to be copied."""
    return blake2b(key=salt.encode(), digest_size=6)


Migration = Callable[[dict[str, Any]], dict[str, Any]]
Policy = Callable[[S, int, str, Ask, Callable[[int], int]], Value]
"""The plain computer player: (state, seat, step, ask, below) -> a legal value."""


def _sample(state: Any, seat: int, step: str, ask: Ask, below: Callable[[int], int]) -> Value:
    return ask.sample(below)


def _no_cards(state: Any) -> Iterable[str]:
    return ()


def _no_purse(state: Any, seat: int) -> Mapping[str, int]:
    return {}


def _none_used(state: Any, event: Event) -> Iterable[str]:
    return ()


@dataclass(kw_only=True)
class Engine(Generic[S]):
    """A game: its wiring, by keyword. The rules themselves are its steps."""

    info: GameInfo
    state: type[S]
    tables: type[Tables]
    steps_list: Sequence[Step[S]]
    new: Callable[[int, Any, Any], S]
    """(seats, options, tables) -> a state before anything random."""
    deal: Callable[[Draft[S]], None]
    """The random part of the set-up; opens the first frame."""
    look: Callable[[S, int | None], View]
    score: Callable[[S], Result]
    """Called once the game has an ending."""
    check: Callable[[S], None]
    """Raises EngineBug if a conservation law is broken."""
    policy: Policy[S] = _sample
    """Made from the script where there is one: it then plays the weights that are shipped."""
    script: Script[S, Any] | None = None
    standing: Callable[[S], Standing] | None = None
    """The round and everybody's points, as all can see them; collected over a game they are its score curve."""
    migrations: Mapping[int, Migration] = field(default_factory=dict)
    """From a rules_version to the next: raw stored state in, raw state out; without one the state is as it was."""
    give_turn: Callable[[Draft[S], int], None] | None = None
    """Makes it a seat's turn while all else lies as it is: what is planned ahead is put together there."""
    purse: Callable[[S, int], Mapping[str, int]] = _no_purse
    """What a seat can spend, by reference, as it knows it."""
    cards: Callable[[S], Iterable[str]] = _no_cards
    """The cards of a game with these options, as references: all of them should be used in a long run of games."""
    used: Callable[[S, Event], Iterable[str]] = _none_used
    """The cards whose use an event tells: played, built, resolved or scored, not merely named."""

    def __post_init__(self) -> None:
        self.steps: dict[str, Step[S]] = {step.name: step for step in self.steps_list}
        if len(self.steps) != len(self.steps_list):
            raise EngineBug(f"{self.info.key}: two steps share a name")
        for step in self.steps_list:
            if step.silent and type(step).ask is not Step.ask:
                raise EngineBug(f"{self.info.key}: {step.name} asks, so it is a PickStep, AmountStep, ... not a Step")
        self.adapter: TypeAdapter[S] = TypeAdapter(self.state)
        self._variants = by_choices(self.info.variants)
        if self.script is not None:
            self.policy = self._by_script

    # --- beginning ---

    def setup(
        self,
        seats: int,
        options: Options | None = None,
        seed: str = "",
        tables: Tables | None = None,
        rules: int = 0,
    ) -> Outcome[S]:
        """A new game. The same seed gives the same game; an old one is played again with the tables and the
        rules_version it began with."""
        least, most = self.info.seats
        if not isinstance(seats, int) or not least <= seats <= most:
            raise BadSetup("kit.refusal.seats", number=seats, least=least, most=most)
        chosen = self.info.options() if options is None else options
        if not isinstance(chosen, self.info.options):
            raise BadSetup("kit.refusal.options", game=f"game/{self.info.key}")
        state = self.new(seats, chosen, self.tables.current() if tables is None else tables)
        state.seed = seed
        state.salt = dice.derive(seed, "salt")
        state.answered = [0] * seats
        state.rules = rules or self.info.rules_version
        draft = Draft(state)
        self.deal(draft)
        state.memo = settle(self.steps, draft)
        return Outcome(state, tuple(draft.events), True)

    # --- asking and answering ---

    def pending(self, state: S) -> tuple[Pending, ...]:
        """Everyone who may answer now; a seat may have several asks. Worked out once for each state."""
        memo = state.memo
        if not isinstance(memo, tuple):
            found = opens(self.steps, state) if memo is None else memo
            for pending in found:
                self._name(state, pending)
            memo = state.memo = tuple(found)
        return memo

    def owed(self, state: S) -> tuple[int, ...]:
        """The seats the game waits for: all that anybody learns of another's ask."""
        return tuple(sorted({pending.seat for pending in self.pending(state) if pending.owed}))

    def submit(self, state: S, answer: Answer) -> Outcome[S]:
        """A new state, or a Refusal; the given state is untouched."""
        pending, value = self._accept(state, answer)
        draft = Draft(state.clone())
        try:
            apply(self.steps, draft, pending, value)
            draft.state.memo = settle(self.steps, draft)
            self._tell_final(draft)
        except KitError:
            raise
        except Exception as error:
            raise EngineBug(f"{self.info.key}: {pending.step} with {value!r}: {error!r}") from error
        return Outcome(draft.state, tuple(draft.events), draft.barrier, draft.mine, draft.foreseen)

    def _tell_final(self, draft: Draft[S]) -> None:
        """At the end everybody's points are told by source."""
        if not draft.state.ending:
            return
        result = self.score(draft.state)
        for seat in result.ranking:
            sources = {ref("source", name): points for name, points in result.breakdown[seat].items() if points}
            draft.tell("kit.event.final", seat=seat_ref(seat), points=result.scores[seat], sources=sources)

    def as_if(self, state: S, seat: int) -> S | None:
        """The present board as if it were this seat's turn; None where that cannot be imagined. Never stored."""
        if self.give_turn is None or state.ending:
            return None
        draft = Draft(state.clone())
        draft.actor = seat
        self.give_turn(draft, seat)
        settle(self.steps, draft)
        asked = [each for each in self.pending(draft.state) if each.owed]
        is_plain = not draft.barrier and draft.mine is None and not draft.state.ending
        return draft.state if is_plain and {each.seat for each in asked} == {seat} else None

    def preview(self, state: S, answer: Answer) -> tuple[Text, ...]:
        """What an answer would bring, in words, made from what its seat knows; a Refusal if it is not offered."""
        pending, value = self._accept(state, answer)
        return self.steps[pending.step].preview(state, pending.seat, value)

    def _name(self, state: S, pending: Pending) -> None:
        """Give an open ask its default and its id."""
        ask, seat = pending.ask, pending.seat
        if ask.default is None and pending.owed:
            ask.default = default_of(ask)
        name = _salted(state.salt).copy()
        name.update(f"{seat} {state.answered[seat]} {pending.step} {ask.prompt.facts} {ask.offered()}".encode())
        pending.ask_id = b2a_base64(name.digest(), newline=False).translate(_URL_SAFE).decode()

    def _accept(self, state: S, answer: Answer) -> tuple[Pending, Value]:
        if not isinstance(answer, Answer) or not isinstance(answer.ask_id, str):
            raise Malformed("kit.refusal.want_answer")
        if state.ending:
            raise Closed("kit.refusal.game_over")
        for pending in self.pending(state):
            if pending.ask_id == answer.ask_id:
                if pending.seat != answer.seat or isinstance(answer.seat, bool):
                    raise Closed("kit.refusal.not_yours")
                try:
                    return pending, pending.ask.check(answer.value)
                except Refusal as refusal:
                    refusal.section = refusal.section or self.section_of(pending.step)
                    raise
        raise Closed("kit.refusal.closed")

    def section_of(self, step: str) -> str:
        """The section of the rules that a step carries out: the first that its docstring cites."""
        return next(iter(cited((self.steps[step].__doc__ or "").partition("\n")[0])), "")

    # --- the plain computer player ---

    def variant(self, state: S) -> str:
        """The variant that is played, by its name in the game's info."""
        return variant_of(state.options, self._variants)  # type: ignore[attr-defined]

    def weights(self, state: S) -> Weights | None:
        """The weights that are shipped for a game like this; None: the game has no script."""
        return None if self.script is None else self.script.weights(self.variant(state), state.seats)

    def _by_script(self, state: S, seat: int, step: str, ask: Ask, below: Callable[[int], int]) -> Value:
        if self.script is None:
            return ask.sample(below)
        return self.script.choose(state, seat, step, ask, below, self.weights(state))

    # --- looking ---

    def view(self, state: S, seat: int | None) -> View:
        """What this seat (None: an onlooker) may know."""
        if seat is not None and not 0 <= seat < state.seats:
            raise Closed("kit.refusal.no_such_seat", number=seat)
        return self.look(state, seat)

    def view_json(self, state: S, seat: int | None) -> dict[str, Any]:
        """The view, JSON-ready."""
        view: dict[str, Any] = to_jsonable_python(self.view(state, seat))
        return view

    def result(self, state: S) -> Result | None:
        """The final scoring, once the game is over."""
        return self.score(state) if state.ending else None

    def resample(self, state: S, seat: int | None, seed: str, in_order: bool = False) -> S:
        """The same view for this viewer, every secret re-dealt; `in_order`: by view and seed alone."""
        return resample(self, state, seat, seed, in_order)

    def rewind(self, earlier: S, present: S) -> S:
        """Go back beyond a barrier, by consent: the dice do not go back, and what nobody knew is dealt anew."""
        return rewind(earlier, present)

    def rollout(self, state: S) -> Rollout[S]:
        """A mutable game for computer seats: no clones, ids or events."""
        return Rollout(self, state.clone())

    # --- storing ---

    def dump(self, state: S) -> bytes:
        """The state as JSON."""
        return storing.dump(self, state)

    def load(self, raw: bytes) -> S:
        """A state from JSON of this or any older rules_version."""
        return storing.load(self, raw)

    def state_hash(self, state: S) -> str:
        """Equal for equal states, whatever order their dictionaries grew in."""
        return storing.state_hash(self, state)

    def tables_of(self, state: S) -> Tables:
        """The printed numbers that this game began with."""
        tables: Tables = state.tables  # type: ignore[attr-defined]
        return tables
