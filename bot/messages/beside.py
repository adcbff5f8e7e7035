"""What stands beside a question: what else may be done, the tools of the table, the plan, the teacher."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.choices import menus
from bot.choices.control_id import ControlId
from bot.choices.controls import Choice, labelled
from bot.language.speaker import Speaker, catalogue
from bot.learn.lessons import Advice
from bot.messages import picture_request
from bot.messages.asides import Asides
from bot.messages.panel import Panel, post_of
from bot.messages.post import Button, Entry, Listed, Post, Row, command_id
from bot.messages.what_is import what_is
from bot.service.player_view import PlayerView
from bot.table.hints import may_ask
from bot.table.model import Status
from bot.table.standing_orders import can_stand
from bot.table.time_control import Stage
from engines.kit import Amount, Pending, Pick, Text

SIDE_BUTTONS = 5
MOST_UNMET = 4
"""Lessons that never came, under the end of a game."""


@dataclass(frozen=True, slots=True)
class Beside(Asides):
    """The rows round a question."""

    def _ended(self, look: PlayerView, post: Post, first: str, advice: Advice | None, language: str) -> Post:
        """The end; below it what the teacher says last: where the points came from, which lessons never came, and how
        to go on."""
        if advice is not None and advice.is_last and post.panel is not None:
            words, game = Speaker(language), look.table.game
            name = self.markup.bold(f"{catalogue(language)['learn.teacher.name']}:")
            unmet = [f"· {each}" for each in advice.lessons[:MOST_UNMET]]
            heading = [words.say(Text("learn.teacher.unmet"))] if unmet else []
            lines = [self.markup.plain(line) for line in (advice.suggestion, *heading, *unmet) if line]
            told = (f"{name} {lines[0]}", *lines[1:]) if lines else ()
            computers = picture_request.seats_of(game)[0] - 1
            again = Button(command_id("alone", "", game), words.say(Text("learn.teacher.again", {"n": computers})))
            friends = Button(command_id("new", "", game), words.say(Text("learn.teacher.friends")))
            panel = replace(post.panel, notes=(*post.panel.notes, *told), sides=(*post.panel.sides, (again, friends)))
            post = replace(post_of(panel), picture=post.picture, shows=post.shows)
        return post.above(first) if first else post

    def _taught(self, look: PlayerView, advice: Advice | None, language: str) -> str:
        """What the teacher says, above the question."""
        if advice is None:
            return ""
        words = Speaker(language)
        if advice.is_offer:
            game = picture_request.short_title(look.table.game, language)
            return words.say(Text("learn.teacher.offer", {"game": game}))
        said = "\n".join([line for line in (*advice.lessons, advice.suggestion) if line])
        name = self.markup.bold(f"{catalogue(language)['learn.teacher.name']}:")
        return f"{name} {self.markup.plain(said)}" if said else ""

    def _teacher_buttons(self, look: PlayerView, advice: Advice, language: str) -> tuple[Button, ...]:
        code, game = look.table.code, look.table.game
        if advice.is_offer:
            return (self.button(language, "teach_me", "teach", code, "here"),)
        rules = [
            Button(command_id("rules", "", f"{game}.{number}"), self.say(language, "button.rule", section=number))
            for number in advice.sections[:1]
        ]
        return (*rules, self.button(language, "no_lessons", "teach", code, "off"))

    def _sides(self, look: PlayerView, main: Pending, language: str, taken: frozenset[str]) -> list[Row]:
        """What may be done besides, in a row of its own."""
        speaker, code = self.speaker(look.table, language), look.table.code
        others = [pending for pending in look.pending if pending.ask_id != main.ask_id]
        choices = [menus.side(code, pending, self.limits, speaker) for pending in others]
        choices = [choice for choice in choices if choice.id not in taken]
        if not choices:
            return []
        if len(choices) > SIDE_BUTTONS and self.limits.select:
            return [Listed(str(ControlId.list(code, "sides")), "…", tuple([_entry(choice) for choice in choices[:25]]))]
        return [tuple([Button(choice.id, labelled(choice, self.limits)) for choice in choices[:SIDE_BUTTONS]])]

    def _tools(self, look: PlayerView, pending: Pending | None, language: str) -> tuple[Button, ...]:
        """Undo, hand, what belongs to this moment; all else stands behind *More*. What is impossible is left out."""
        code, found = look.table.code, list[tuple[str, str]]()
        if look.can_undo:
            found.append(("undo", "undo"))
        found.append(("hand", "hand"))
        if pending is None and look.seat is not None and look.table.status is Status.RUNNING:
            planned = look.table.seats[look.seat].plan is not None
            found.append(("plan_kept" if planned else "plan", "plan"))
        if pending is not None and pending.owed:
            if can_stand(pending) and pending.step in look.recurring:
                found.append(("always", "always"))
            if may_ask(look.table, look.seat):
                found.append(("hint", "hint"))
        after = [] if pending is not None else [self.button(language, "next", "next")]
        more = self.button(language, "more", "more", code)
        return (*[self.button(language, key, verb, code) for key, verb in found], *after, more)

    def more(self, look: PlayerView, language: str) -> Post:
        """Behind *More*: whatever else may be looked at or done at this table, for whoever asks."""
        code, is_over = look.table.code, look.table.is_over
        looks = ("log", "export", "verify", "table") if is_over else ("board", "log", "history", "rules", "table")
        rows: list[Row] = [tuple([self.button(language, verb, verb, code) for verb in looks])]
        if look.seat is not None and not is_over:
            rows.append(tuple(self._deeds(look, language)))
        things, asking = what_is(look, language, self.limits)
        said = self.say(language, "more_head", **self.titled(look.table, language))
        rows += [*things, *([tuple(asking)] if asking else [])]
        panel = Panel(said, self.markup.bold(said), parts=tuple(rows), accent=self.accent(look.table))
        return post_of(panel)

    def _deeds(self, look: PlayerView, language: str) -> Iterator[Button]:
        """Type a move, ask why not, leave an instruction, say how long one is away."""
        assert look.seat is not None
        code, owed = look.table.code, [pending for pending in look.pending if pending.owed]
        if look.pending:
            yield self._dialogue(language, "type", ControlId.command("type", code))
            yield self._dialogue(language, "why_not", ControlId.command("whyline", code))
        has_orders = bool(look.table.seats[look.seat].orders)
        if has_orders or any(isinstance(pending.ask, Amount | Pick) for pending in owed):
            yield self.button(language, "instructions" if has_orders else "instruction", "orders", code)
        yield self._dialogue(language, "away", ControlId.command("away"))

    def _dialogue(self, language: str, key: str, control: ControlId) -> Button:
        """A button that first asks for a line."""
        return Button(str(control.dialogue()), self.say(language, f"button.{key}"))

    def _planned(self, look: PlayerView, language: str) -> str:
        """My plan in one line: what is kept for my turn, or why it was not played."""
        kept = None if look.seat is None else look.table.seats[look.seat].plan
        if kept is None:
            return ""
        speaker = self.speaker(look.table, language)
        why = "" if kept.trouble is None else speaker.say(kept.trouble)
        return self.say(language, "plan_beside", **kept.facts(), time="", why=why)

    def _plan_buttons(self, look: PlayerView, language: str) -> tuple[Button, ...]:
        """Beside the question: do what was planned at another cost, or drop it."""
        kept = None if look.seat is None else look.table.seats[look.seat].plan
        if kept is None or kept.trouble is None:
            return ()
        does = [self.button(language, "plan_do", "plando", look.table.code)] if kept.at_cost is not None else []
        return (*does, self.button(language, "plan_off", "planoff", look.table.code))

    def _away(self, look: PlayerView, notice: Stage | None, language: str) -> tuple[Button, ...]:
        """With the last reminder: say until when no clock shall run, where there is room for it."""
        if notice is not Stage.LAST or look.can_undo:
            return ()
        return (self._dialogue(language, "away", ControlId.command("away")),)


def advised(pending: Pending, advice: Advice | None) -> Pending:
    """The question with what the teacher calls a good answer as its suggestion."""
    value, ask = None if advice is None else advice.value, pending.ask
    if isinstance(ask, Pick) and isinstance(value, list) and (ask.least, ask.most) == (1, 1):
        return replace(pending, ask=replace(ask, suggested=(value,)))
    if isinstance(ask, Amount) and isinstance(value, int | str):
        return replace(pending, ask=replace(ask, suggested=(value,)))
    return pending


def _entry(choice: Choice) -> Entry:
    return Entry(choice.id, choice.label, choice.note)
