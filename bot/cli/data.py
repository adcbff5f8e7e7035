"""`signoria data GAME`: type in the figures of your own box, check them, keep them as a named set, hand it on."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bot.language.figure_words import FigureWords
from bot.language.speaker import Speaker
from bot.service import own_box
from bot.service.own_box import WrongFigures
from config.languages import fallback, languages
from config.settings import load_settings
from engines.kit import Refusal, Text, use_data
from engines.kit.figures import Figure, written
from engines.kit.tables import Trouble

SAME, STOP, BACK = "=", ".", "<"


def add(commands: Any) -> None:
    parser = commands.add_parser("data", help="type in the exact figures of your own box")
    parser.add_argument("game", choices=own_box.games())
    parser.add_argument("--list", action="store_true", help="show every doubtful figure with its present value")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="PATH=VALUE",
        help=f"set a figure as --list names it; PATH={SAME} confirms the present value; may be repeated",
    )
    parser.add_argument("--export", type=Path, metavar="FILE", help="write the set in use as a zip")
    parser.add_argument("--import", type=Path, metavar="FILE", dest="taken", help="use a set from a zip")
    parser.add_argument("--folder", type=Path, help="the folder of corrected tables (default: SIGNORIA_DATA)")
    parser.add_argument("--name", default="", help="the name of the set")
    parser.add_argument("--by", default="", help="who looked the figures up")
    parser.add_argument("--data", type=Path, help="the folder that keeps the games")
    parser.add_argument("--language", choices=languages(), default=fallback())
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings(folder=arguments.data, corrections=arguments.folder)
    folder = settings.own_box
    use_data(folder if folder.is_dir() else None)
    desk = _Desk(arguments.game, arguments.language, folder)
    try:
        return _acted(desk, arguments)
    except WrongFigures as wrong:
        print(desk.say("not_saved"))
        desk.tell(wrong.troubles)
        return 1


def _acted(desk: _Desk, arguments: argparse.Namespace) -> int:
    if arguments.list:
        desk.show()
    elif arguments.taken:
        made = own_box.take(desk.game, desk.folder, _read(arguments.taken))
        print(desk.say("taken", name=made.name))
    elif arguments.set:
        given = [each.partition("=")[::2] for each in arguments.set]
        return desk.put([(path.strip(), value.strip()) for path, value in given], arguments.name, arguments.by)
    elif not arguments.export:
        return desk.ask(arguments.name, arguments.by)
    if arguments.export:
        arguments.export.write_bytes(own_box.export(desk.game))
        print(arguments.export)
    return 0


def _read(file: Path) -> bytes:
    return file.read_bytes()


class _Desk:
    """One game's figures at the terminal."""

    def __init__(self, game: str, language: str, folder: Path) -> None:
        self.game, self.language, self.folder = game, language, folder

    @property
    def words(self) -> FigureWords:
        return own_box.words_of(self.game, self.language)

    def say(self, key: str, /, **facts: Any) -> str:
        return Speaker(self.language, self.game).say(Text(f"box.{key}", facts))

    def show(self) -> None:
        """Each figure in a line: path, present value, how sure it is, what it is."""
        words = self.words
        for figure in own_box.in_doubt(self.game):
            sure = self.say("from_box" if figure.known else "doubtful")
            print(f"{figure.path} = {written(figure.value)}  ({sure})  {words.whole(figure)}")

    def tell(self, troubles: Sequence[Trouble]) -> None:
        for place, problem in troubles:
            print(f"  {self.words.problem(place, problem)}")

    def put(self, given: Sequence[tuple[str, str]], name: str, by: str) -> int:
        """Figures named on the command line, all of them or none. A whole clause may be given as TOML: `{ ... }`."""
        known = {figure.path: figure for figure in own_box.in_doubt(self.game)}
        typed: dict[str, str] = {}
        for path, value in given:
            for inner, each in _spread(path, value).items():
                if inner not in known:
                    raise Refusal("box.refusal.no_figure", path=inner.replace("/", "⁄"))
                typed[inner] = each
        sure = [path for path, value in typed.items() if value == SAME]
        return self.keep({path: value for path, value in typed.items() if value != SAME}, sure, name, by)

    def keep(self, given: dict[str, str], sure: Sequence[str], name: str, by: str) -> int:
        found = own_box.check(self.game, given, sure, self.language)
        if found.troubles:
            raise WrongFigures(found.troubles)
        before = own_box.present(self.game).corrected
        made = own_box.named(name or (before.name if before else ""), by or (before.by if before else ""))
        own_box.save(self.game, self.folder, found.values, made)
        print(self.say("saved", name=made.name))
        print(f"SIGNORIA_DATA={self.folder}")
        return 0

    def ask(self, name: str, by: str, typed: Callable[[str], str] = input) -> int:
        """One figure after the other."""
        figures, words = own_box.in_doubt(self.game), self.words
        print(self.say("intro", n=len(figures)))
        print(self.say("terminal", same=SAME, back=BACK, stop=STOP))
        given, sure, at = dict[str, str](), list[str](), 0
        while at < len(figures):
            figure = figures[at]
            answer = self._answer(figure, words, f"{at + 1}/{len(figures)}", typed)
            if answer == STOP:
                break
            if answer == BACK:
                at = max(0, at - 1)
                continue
            at += 1
            if answer == SAME:
                sure.append(figure.path)
            elif answer:
                found = own_box.check(self.game, {figure.path: answer}, (), self.language)
                if any(place == (*figure.row, *figure.keys) for place, _ in found.troubles):
                    self.tell(found.troubles)
                    at -= 1
                    continue
                given[figure.path] = answer
            if answer:
                self.tell(own_box.check(self.game, given, sure, self.language).troubles)
        if not given and not sure:
            raise Refusal("box.refusal.nothing")
        self._mend(given, sure, typed)
        before = own_box.present(self.game).corrected
        name = name or _typed(typed, f"{self.say('set_name')}: ") or (before.name if before else "")
        return self.keep(given, sure, name, by or _typed(typed, f"{self.say('set_by')}: "))

    def _mend(self, given: dict[str, str], sure: Sequence[str], typed: Callable[[str], str]) -> None:
        """At the end all sums must be right: what is wrong is typed again, so that nothing else is lost."""
        paths = [figure.path for figure in own_box.in_doubt(self.game)]
        while troubles := own_box.check(self.game, given, sure, self.language).troubles:
            self.tell(troubles)
            path, _, value = _typed(typed, f"{self.say('mend')}: ").partition("=")
            if not path:
                raise WrongFigures(troubles)
            if path.strip() in paths:
                given[path.strip()] = value.strip()

    def _answer(self, figure: Figure, words: FigureWords, number: str, typed: Callable[[str], str]) -> str:
        choices = f"  ({words.names(figure)})" if figure.choices else ""
        print(f"\n[{number}] {words.whole(figure)}{choices}")
        value = words.value(figure, figure.value)
        return _typed(typed, f"{self.say('shown', value=value)}: ", STOP)


def _typed(typed: Callable[[str], str], prompt: str, at_end: str = "") -> str:
    """A line; `at_end` where there is none any more."""
    try:
        return typed(prompt).strip()
    except EOFError:
        return at_end


def _spread(path: str, value: str) -> dict[str, str]:
    """`{ kind = "coins", least = [5, 5, 5] }` is one figure for each of its parts."""
    if not value.startswith("{"):
        return {path: value}
    try:
        inside = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return {path: value}
    found: dict[str, str] = {}
    for key, inner in inside.items():
        found |= _spread(f"{path}.{key}", written(inner))
    return found
