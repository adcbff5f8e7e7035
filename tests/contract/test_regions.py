"""What is drawn can be touched: every game, part, theme and language, on positions of games by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from typing import Any

import pytest

from bot.choices.board_targets import lit
from bot.cli.demo import Demo, picture
from bot.language.speaker import Speaker
from bot.platforms.web.parts.overlay import COMFORT, WHOLE
from config import rooms
from config.languages import languages
from engines import ENGINES
from engines.kit import Answer, Dice, Pending, Place, places_of
from render import THEMES, Region, hit_boxes
from render.boxes import Box
from render.dispatch import paint, regions
from render.regions import BOARD, FINGER, KINDS, PHONE, filled
from tests.contract.cases import Case, cases, spread

PARTS = ("all", "mine", "hand", "market")
LOOKS = [(theme, language) for theme in THEMES for language in languages()]
CLOSEST = 4
"""How far the camera goes: what is smaller than a finger then can be touched by nobody."""
VIEW = 434
"""The board's height on a phone, in pixels, where it is lowest."""
GAMES = sorted(ENGINES)


@dataclass(frozen=True)
class Shown:
    """A part of a table as one seat sees it."""

    name: str
    regions: tuple[Region, ...]
    page: Box


@dataclass(frozen=True)
class Moment:
    """A question in a game, and every picture that its seat can look at meanwhile."""

    case: Case
    state: Any
    pending: Pending
    shown: tuple[Shown, ...]

    def __str__(self) -> str:
        return f"{self.case} {self.pending.step}"


def drawn(table: Demo, part: str, seat: int | None, theme: str, language: str, **more: Any) -> Shown:
    sheet = paint(picture(table, part, seat, theme=theme, language=language, lines=(), **more))
    name = f"{part} of seat {seat}, {theme}, {language}"
    return Shown(name, regions(sheet), Box(0, 0, BOARD, sheet.height))


def pictures(table: Demo, pending: Pending, theme: str, language: str) -> Iterator[Shown]:
    for part in PARTS:
        yield drawn(table, part, pending.seat, theme, language)
    if isinstance(pending.ask, Place):
        ways = len({(spot.turn, spot.flip) for spot in pending.ask.spots})
        for turn in range(ways):
            yield drawn(table, "place", pending.seat, theme, language, turn=turn)


@cache
def moments(game: str) -> tuple[Moment, ...]:
    """One question for each step of the game, met in games with every option set; each time in another look."""
    looks, met, found = cycle(LOOKS), set[str](), list[Moment]()
    most = ENGINES[game].info.seats[1]
    tried = [case for case in cases() if case.game == game]
    chosen = {case.options: case for case in tried if case.seats == most} | {"few": tried[0]}
    for case in chosen.values():
        for position in case.walk("regions").positions():
            for pending in case.engine.pending(position.state):
                if pending.step in met or not any(places_of(pending.ask).values()):
                    continue
                met.add(pending.step)
                table = Demo(game, case.seats, position.state)
                shown = tuple(pictures(table, pending, *next(looks)))
                found.append(Moment(case, position.state, pending, shown))
    return tuple(found)


def of_one_layer(shown: Shown) -> Iterator[tuple[list[Region], list[Box]]]:
    boxes = hit_boxes(shown.regions, PHONE, shown.page)
    for layer in (1, 2):
        kept = [n for n, each in enumerate(shown.regions) if each.layer == layer and not each.path]
        yield [shown.regions[n] for n in kept], [boxes[n] for n in kept]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_an_option_names_can_be_touched_or_has_a_reason(game: str) -> None:
    missing, excused = set[str](), getattr(spread(game), "NO_REGION", {})
    for moment in moments(game):
        pending = moment.pending
        found = {key for shown in moment.shown for key in lit(shown.regions, pending, pending.seat)}
        for key, at in places_of(pending.ask).items():
            why = f"{pending.step} {at[0].partition('/')[0]}" if at else ""
            if at and key not in found and why not in excused:
                missing.add(f"{why}: {key} at {at}")
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_every_region_lies_in_its_picture_and_in_a_panel_that_is_there(game: str) -> None:
    for moment in moments(game):
        for shown in moment.shown:
            panels = {region.refs[0] for region in shown.regions if region.kind == "area"}
            for region in shown.regions:
                assert region.kind in KINDS
                assert min(region.box.w, region.box.h) > 0, f"{moment}, {shown.name}: {region} is empty"
                assert shown.page.holds(region.box), f"{moment}, {shown.name}: {region} leaves the picture"
                assert not region.panel or f"panel/{region.panel}" in panels, f"{region} is in no panel"


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_can_be_touched_has_a_name_in_every_language(game: str) -> None:
    for moment in moments(game):
        speakers = [Speaker(language, game, ["A", "B", "C", "D", "E"]) for language in languages()]
        refs = {ref for shown in moment.shown for region in shown.regions for ref in region.refs}
        for ref in sorted(refs):
            for speaker in speakers:
                assert speaker.noun(ref).strip(), ref


@pytest.mark.parametrize("game", GAMES)
def test_no_target_hides_another_and_a_finger_fits_each(game: str) -> None:
    for moment in moments(game):
        for shown in moment.shown:
            for kept, boxes in of_one_layer(shown):
                for n, (region, box) in enumerate(zip(kept, boxes, strict=True)):
                    least = min(box.w, box.h) * PHONE / BOARD * CLOSEST
                    assert least >= FINGER, f"{moment}, {shown.name}: {region} is hit by {box}"
                    for other, beside in zip(kept[n + 1 :], boxes[n + 1 :], strict=True):
                        same = set(region.refs) == set(other.refs)
                        shared = filled(region, box).overlap(filled(other, beside))
                        assert same or shared < 1, f"{moment}, {shown.name}: {region} hides {other}"


def camera(shown: Shown, now: list[Region], boxes: dict[Region, Box]) -> float:
    """Pixels a unit on a phone, where the page's camera stands by itself (`static/table/camera.js`)."""
    whole = min(PHONE, 1.3 * VIEW * BOARD / shown.page.h) / BOARD
    named = {f"panel/{region.panel}": region.panel for region in now}
    if len(named) != 1 or "panel/" in named:
        return whole
    smallest = min(min(boxes[region].w, boxes[region].h) for region in now)
    panel = next((region.box for region in shown.regions if region.refs[0] in named), None)
    focus, wanted = Box.around([region.box for region in now]), FINGER
    if panel is not None and panel.w < WHOLE * BOARD:
        focus, wanted = panel, COMFORT
    if smallest * whole >= wanted - 0.5:
        return whole
    return max(whole, min(CLOSEST * whole, 0.97 * PHONE / focus.w, 0.97 * VIEW / focus.h))


@pytest.mark.parametrize("game", GAMES)
def test_targets_of_a_question_are_as_large_as_a_finger_where_the_camera_stands(game: str) -> None:
    """What the page shows; a game names the panels whose things come nearer at the first tap before one is chosen."""
    nearer = getattr(spread(game), "NEARER", {})
    small = set[str]()
    for moment in moments(game):
        table = Demo(game, moment.case.seats, moment.state)
        shown = drawn(table, "all", moment.pending.seat, "light", "en", bare=True)
        boxes = dict(zip(shown.regions, hit_boxes(shown.regions, PHONE, shown.page), strict=True))
        targets = lit(shown.regions, moment.pending, moment.pending.seat)
        now = [region for found in targets.values() for region in found]
        for region in now:
            size = min(boxes[region].w, boxes[region].h) * camera(shown, now, boxes)
            if size < FINGER - 0.2:
                small.add(region.panel)
                assert region.panel in nearer, f"{moment}: {region} is {size:.1f} px"
    assert small == nearer.keys(), "nothing is excused that needs no excuse"


@pytest.mark.parametrize("game", GAMES)
def test_secrets_dealt_anew_move_no_region_and_light_no_other(game: str) -> None:
    for moment in moments(game)[::3]:
        engine, seats = moment.case.engine, moment.case.seats
        for viewer in (None, moment.pending.seat):
            other = engine.resample(moment.state, viewer, "other secrets")
            for part in ("all",) if viewer is None else ("all", "hand"):
                first, again = (
                    drawn(Demo(game, seats, state), part, viewer, "light", "en") for state in (moment.state, other)
                )
                assert first == again, f"{moment}: {part} tells seat {viewer} a secret"


@pytest.mark.parametrize("game", GAMES)
def test_a_preview_is_a_sentence_and_made_from_what_its_seat_knows(game: str) -> None:
    told = set[str]()
    speakers = [Speaker(language, game, ["A", "B", "C", "D", "E"]) for language in languages()]
    for moment in moments(game):
        engine, pending = moment.case.engine, moment.pending
        other = engine.resample(moment.state, pending.seat, "other secrets")
        before = engine.state_hash(moment.state)
        for n in range(6):
            value = pending.ask.sample(Dice(f"preview {n}").below)
            answer = Answer(pending.seat, pending.ask_id, value)
            texts = engine.preview(moment.state, answer)
            assert engine.preview(other, answer) == texts, f"{moment}: the preview of {value} tells a secret"
            for text in texts:
                told.add(text.key)
                for speaker in speakers:
                    assert speaker.say(text)
        assert engine.state_hash(moment.state) == before
    assert told or game in rooms.plugins(), f"no step of {game} says what an answer brings"
