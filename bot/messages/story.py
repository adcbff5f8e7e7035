"""The story of a finished game: made once and kept, said in words, drawn for the room."""

from __future__ import annotations

from bot.language.speaker import Speaker
from bot.messages.hint_words import answer_said, percent, reasons_said
from bot.messages.keeping import Keeper, Kept, Progress
from bot.messages.picture_request import of_table, speaker_of
from bot.service.storyteller import Story, Turn, same, story_of
from bot.table.model import Table
from config.languages import language as tongue_of
from engines.kit import Pending, Text, seat_ref
from engines.kit.text import Fact
from render import Picture, Told
from render import Story as Drawn


class Stories(Keeper):
    """The stories of all finished games, with no word in them: they are said when somebody reads."""

    folder, suffix = "stories", ".json"

    async def make(self, table: Table, tell: Progress, part: str = "") -> bytes:
        story = await story_of(self.service.history, self.service.coach.mind, table.code, tell)
        return story.dump()

    async def story(self, code: str, patience: float = 0.0) -> tuple[Kept, Story | None]:
        """The story, or how far it has come."""
        kept = await self.found(code, patience)
        return kept, None if kept.data is None else Story.load(kept.data)

    async def told(self, table: Table, story: Story, language: str) -> list[Told]:
        """The turning points in words."""
        engine, played, _ = await self.service.history.played(table.code)
        speaker, found = speaker_of(table, language), list[Told]()
        for turn in story.turns:
            asked = engine.pending(played[turn.number].before)
            found.append(turn_said(turn, asked, speaker))
        return found

    async def picture(self, table: Table, story: Story, language: str, theme: str = "light") -> Picture:
        """Chances over time and turning points."""
        speaker = speaker_of(table, language)
        told = await self.told(table, story, language)
        last = story.points[-1].chances
        view = Drawn(
            tuple([point.number + 1 for point in story.points]),
            tuple([point.chances for point in story.points]),
            tuple(told),
            tuple([seat for seat, chance in enumerate(last) if chance > 0]),
            _say(speaker, "axis"),
            _say(speaker, "quiet"),
        )
        return of_table(table, view, "story", speaker, theme)


def turn_said(turn: Turn, asked: tuple[Pending, ...], speaker: Speaker) -> Told:
    """A turning point: what was played, what it did to whose chance, what a master says to it."""
    pending = _asked(asked, turn)
    played = "" if pending is None else answer_said(pending, turn.played.value, speaker)
    name = speaker.noun(seat_ref(turn.seat))
    head = _say(speaker, "played", n=turn.number + 1, name=name, move=played)
    about = turn.about
    before, after = percent(turn.before[about]), percent(turn.after[about])
    facts: dict[str, Fact] = {"before": before, "after": after}
    if about != turn.seat:
        facts["name"] = speaker.noun(seat_ref(about))
    return Told(turn.number + 1, turn.seat, _say(speaker, "chance", **facts), head, _master(turn, asked, speaker))


def _master(turn: Turn, asked: tuple[Pending, ...], speaker: Speaker) -> str:
    advice = turn.advice
    if advice is None or advice.other is None or same(advice.move, turn.played):
        return _say(speaker, "master_same")
    best = next((each for each in asked if (each.step, each.is_side) == (advice.move.step, advice.move.is_side)), None)
    if best is None or turn.is_agreed:
        return _say(speaker, "master_same")
    tongue = tongue_of(speaker.language)
    said = _say(
        speaker,
        "master_other",
        move=answer_said(best, advice.move.value, speaker),
        gain=tongue.signed(advice.gain),
        error=tongue.signed(advice.error)[1:],
        chance=percent(advice.chance),
        otherwise=percent(advice.otherwise),
    )
    return " ".join([said, *reasons_said(advice, speaker)[:1]])


def _asked(asked: tuple[Pending, ...], turn: Turn) -> Pending | None:
    return next((each for each in asked if each.ask_id == turn.played.ask_id), None)


def _say(speaker: Speaker, key: str, /, **facts: Fact) -> str:
    return speaker.say(Text(f"coach.story.{key}", facts))
