"""From a look at a table to the request for its picture: board, a part of it, lobby card, final scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bot.choices.partial_choice import PartialChoice, number
from bot.language.labels import orientations, shown_orientation
from bot.language.option_labels import options_said
from bot.language.speaker import Speaker, catalogue
from bot.service.player_view import LogLine, PlayerView
from bot.table.hints import HINT_ASKED
from bot.table.model import Table
from bot.table.score_curve import gained, over_time
from bot.table.stepwise import learner_of
from config import rooms
from engines import ENGINES
from engines.kit import Place, Text, seat_ref
from render import WIDTH, Final, Guest, Line, Lobby, Picture, Standings, references

MOST_LINES, MOST_LEARNED = 3, 6
MOST_OPTIONS = 6
FORCED = "kit.event.forced"
FINAL = "kit.event.final"
BEFORE_THE_GAME = {"opened", "joined", "left", "computer_added", "computer_removed", "configured"}


def speaker_of(table: Table, language: str) -> Speaker:
    """Speaks about this table with the players' plain names."""
    return Speaker(language, table.game, tuple(table.names))


@dataclass(frozen=True, slots=True)
class Sayer:
    """Says a key and its facts to one reader; a value, so that it can go along to the process that draws."""

    speaker: Speaker

    def __call__(self, key: str, facts: Mapping[str, Any]) -> str:
        return self.speaker.say(Text(key, {**facts}))


@dataclass(frozen=True, slots=True)
class Namer:
    """Finds the first noun of the game that has an id, whatever kind of thing it is; a value like `Sayer`."""

    speaker: Speaker

    def __call__(self, key: str) -> str:
        return _nouns(self.speaker.game, self.speaker.language).get(key, "")


@lru_cache(32)
def _nouns(game: str, language: str) -> dict[str, str]:
    prefix, words = f"{game}.noun.", catalogue(language)
    found = [(key.removeprefix(prefix).partition(".")[2], key) for key in words if key.startswith(prefix)]
    return {name: words[key].partition("|")[0] for name, key in reversed(found)}


def line_of(text: Text, seat: int | None, speaker: Speaker) -> Line:
    """A sentence of the chronicle, with what it changed to be ringed."""
    return Line(speaker.say(text), seat, references(text.key, text.facts))


def subject(text: Text, mover: int | None) -> int | None:
    """Whom a sentence is about: its `seat`, which need not be the one that moved."""
    number = str(text.facts.get("seat", "")).removeprefix("seat/")
    return int(number) if number.isdecimal() else mover


def told(lines: Sequence[LogLine], whole: bool = False) -> list[tuple[Text, int | None]]:
    """What happened in the game, sentence by sentence, without the kit's own remarks.

    `whole`: with those that say what was answered for somebody.
    """
    played = [line for line in lines if line.kind not in BEFORE_THE_GAME]
    every = [(text, line.seat) for line in played for text in line.texts]
    return [(text, seat) for text, seat in every if text.key != FORCED or (whole and text.because is not None)]


def most_news(table: Table) -> int:
    """So many sentences a recap has: who learns the game is told more of what happened."""
    return MOST_LEARNED if learner_of(table) is not None else MOST_LINES


def news(game: str, told_: Sequence[tuple[Text, int | None]], seat: int | None, most: int = MOST_LINES) -> list[int]:
    """Which sentences deserve a ring: the most telling ones.

    Their places in the list, in the order in which it happened: the numbers of rings, recap and log are the same.
    """
    return sorted(telling(game, told_, seat)[:most])


def telling(game: str, told_: Sequence[tuple[Text, int | None]], seat: int | None) -> list[int]:
    """The places of all sentences: what others did to me, then what the game calls news, the latest first."""
    about = rooms.about(game)
    own, first, last = (
        seat_ref(seat) if seat is not None else "",
        set(about.get("news", ())),
        (*about.get("trivia", ()), FINAL, HINT_ASKED),
    )

    def rank(place: int) -> tuple[int, int]:
        text, actor = told_[place]
        key = text.key.removeprefix(f"{game}.event.")
        if own and own in text.facts.values() and actor != seat:
            return (0 if key not in last else 2), -place
        return (1 if key in first else 3 if key in last else 2), -place

    return sorted(range(len(told_)), key=rank)


def board(
    look: PlayerView,
    language: str,
    lines: Sequence[LogLine] = (),
    part: str = "all",
    theme: str = "light",
    turn: int = 0,
    spot: str = "",
    *,
    rings: bool = True,
    chronicle: bool = True,
    scale: int = 1,
    width: int = WIDTH,
) -> Picture:
    """The board as this viewer sees it, the last changes ringed; without rings and lines for who draws them anew."""
    table, speaker = look.table, speaker_of(look.table, language)
    place = next((each.ask for each in look.pending if isinstance(each.ask, Place)), None)
    happened = told(lines)
    shown = [happened[at] for at in news(table.game, happened, look.seat, most_news(table))]
    return Picture(
        game=table.game,
        view=look.view,
        say=Sayer(speaker),
        names=tuple(table.names),
        part=part,
        theme=theme,
        language=language,
        code=table.code,
        owed=look.owed,
        viewer=look.seat,
        lines=tuple([line_of(text, subject(text, seat), speaker) for text, seat in shown]),
        gains=gained(table.seats[look.seat].points if look.seat is not None else (), look.points),
        place=place if part == "place" else None,
        turn=turn,
        spot=spot,
        named=Namer(speaker),
        rings=rings,
        chronicle=chronicle,
        scale=scale,
        width=width,
    )


def final(look: PlayerView, language: str, theme: str = "light") -> Picture:
    """The final scoring."""
    assert look.result is not None
    result, speaker = look.result, speaker_of(look.table, language)
    kinds = dict.fromkeys(kind for parts in result.breakdown for kind in parts)
    sources = [
        (speaker.say(Text(f"{look.table.game}.source.{kind}")), tuple([p.get(kind, 0) for p in result.breakdown]))
        for kind in kinds
    ]
    view = Final(
        result.scores,
        result.ranking,
        result.winners,
        tuple(sources),
        over_time(look.table.curve, result.scores),
        speaker.say(Text("picture.caption.round_axis")),
    )
    return of_table(look.table, view, "final", speaker, theme)


def lobby(table: Table, language: str, theme: str = "light") -> Picture:
    """The lobby card: who sits where, what was chosen."""
    speaker = speaker_of(table, language)
    guests = [_guest(table, number, speaker) for number in range(len(table.seats))]
    least, most = seats_of(table.game)
    free = guests.count(None)
    card = Lobby(
        tuple(guests),
        f"#{table.code} · {_players(least, most, speaker)}",
        tuple(_chosen(table, speaker)),
        speaker.say(Text("picture.caption.seats_free", {"n": free}) if free else Text("picture.caption.all_seated")),
    )
    return of_table(table, card, "lobby", speaker, theme)


def _players(least: int, most: int, speaker: Speaker) -> str:
    if least == most:
        return speaker.say(Text("picture.caption.players", {"n": most}))
    return speaker.say(Text("picture.caption.players_range", {"least": least, "most": most}))


def _chosen(table: Table, speaker: Speaker) -> list[tuple[str, str, str]]:
    """Icon, name and value of the pace and of what differs from the plain game, as many as a card shows."""
    pace = speaker.say(Text(f"commands.choice.pace.{table.pace}"))
    shown = [("hourglass", pace, "")]
    for said in options_said(table.game, table.options, speaker.language):
        name, _, value = said.partition(": ")
        shown.append(("scroll-unfurled", name, value))
    return shown[:MOST_OPTIONS]


def _guest(table: Table, number: int, speaker: Speaker) -> Guest | None:
    seat = table.seats[number]
    if seat.kind == "free":
        return None
    notes = []
    if seat.kind == "computer":
        notes.append(speaker.say(Text("chat.computer")))
    elif seat.user == table.host:
        notes.append(speaker.say(Text("chat.host")))
    return Guest(seat.name, tuple(notes))


def standings(game: str, view: Standings, language: str, theme: str = "light") -> Picture:
    """A table of results, with the look of a game."""
    speaker = Speaker(language, game)
    return Picture(
        game=game,
        view=view,
        say=Sayer(speaker),
        names=(),
        part="standings",
        theme=theme,
        language=language,
    )


def of_table(table: Table, view: Any, part: str, speaker: Speaker, theme: str) -> Picture:
    """A picture about a table that shows no board of it."""
    return Picture(
        game=table.game,
        view=view,
        say=Sayer(speaker),
        names=tuple(table.names),
        part=part,
        theme=theme,
        language=speaker.language,
        code=table.code,
    )


def turn_shown(ask: Place, draft: str) -> int:
    """Which way the piece lies in the picture: as chosen so far, else as suggested."""
    ways = orientations(ask)
    parsed = PartialChoice.parse(draft)
    if parsed.kind == "t":
        return number(parsed.body) % len(ways)
    if (key := spot_chosen(ask, draft)) and (spot := next(each for each in ask.spots if each.key == key)):
        return ways.index((spot.turn, spot.flip))
    return ways.index(shown_orientation(ask))


def spot_chosen(ask: Place, draft: str) -> str:
    """The spot that a draft names; empty: none yet."""
    parsed = PartialChoice.parse(draft)
    place = number(parsed.body) if parsed.kind == "s" and parsed.body else len(ask.spots)
    return ask.spots[place].key if place < len(ask.spots) else ""


def title(game: str, language: str) -> str:
    """The whole name of a game, in the words of its language."""
    return catalogue(language).get(f"{game}.game.title", ENGINES[game].info.title)


def short_title(game: str, language: str) -> str:
    """The name of a game as it is called at the table."""
    return catalogue(language).get(f"{game}.game.short", title(game, language))


def seats_of(game: str) -> tuple[int, int]:
    """The least and the most seats of a game."""
    return ENGINES[game].info.seats
