"""Exact from your own box: figures are typed in, checked, kept, handed on and played with."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli import demo
from bot.language.figure_words import FigureWords, figures_said
from bot.language.speaker import Speaker
from bot.platforms.web.browser_sessions import Browser, Looks
from bot.platforms.web.html import Element, words
from bot.platforms.web.parts.figures import rules_note
from bot.service import own_box, set_file
from bot.service.own_box import WrongFigures
from bot.table.model import Status, Table
from bot.table.preferences import Person
from config.languages import languages
from engines import ENGINES
from engines.kit import Refusal, use_data
from engines.kit.figures import Unreadable, figures, read, written
from engines.kit.tables import doubts
from render import twin

pytestmark = pytest.mark.no_server

CHANGES = {
    "princes": {
        "building.university.shape": "####/###.",
        "minimum_work_value.by_round": "7, 10, 12, 13, 15, 16, 17",
        "profession.lawyer.landscape": "lake",
        "profession.philosopher.landscape": "forest",
    },
    "firenze": {"tower.1.points.3": "2", "card.flood.start": "1", "card.alchemist.start": "0", "tower.2.majority": "6"},
    "carrara": {"city.livorno.needs": "3", "upgrader.pisa.points": "5", "top_card.6.condition.least": "25, 20, 15"},
}
"""For each game some figures that fit together and differ from ours."""
GAMES = tuple(CHANGES)


@pytest.fixture(autouse=True)
def our_tables() -> Iterator[None]:
    use_data(None)
    yield
    use_data(None)


def keep(game: str, folder: Path, name: str = "Anna's box") -> None:
    found = own_box.check(game, CHANGES[game], (), "en")
    assert found.troubles == []
    own_box.save(game, folder, found.values, own_box.named(name, "Anna"))


def sentences(game: str, typed: dict[str, str], language: str = "en") -> list[str]:
    says = own_box.words_of(game, language)
    return [says.problem(place, problem) for place, problem in own_box.check(game, typed, (), language).troubles]


def test_the_games_with_doubts_can_be_typed_in() -> None:
    assert set(own_box.games()) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_doubt_of_a_game_can_be_typed_in_and_then_none_is_left(game: str, tmp_path: Path) -> None:
    every = own_box.in_doubt(game)
    found = own_box.check(game, {}, [figure.path for figure in every], "en")
    own_box.save(game, tmp_path, found.values, own_box.named("All of it"))
    assert doubts(ENGINES[game].tables.current()) == []
    assert all(figure.known for figure in own_box.in_doubt(game))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_figure_is_told_in_every_language(game: str, language: str) -> None:
    says = own_box.words_of(game, language)
    for figure in own_box.in_doubt(game):
        assert says.title(figure.table) in says.whole(figure)
        assert "figure." not in says.whole(figure)
        assert says.value(figure, figure.value)
        assert read(figure, written(figure.value)) == figure.value
        for word in figure.choices:
            assert "_" not in says.choice(figure, word)
            assert says.typed(figure, says.choice(figure, word)) == word


@pytest.mark.parametrize("game", GAMES)
def test_what_is_typed_is_written_loaded_and_no_longer_in_doubt(game: str, tmp_path: Path) -> None:
    before = {figure.path: figure for figure in own_box.in_doubt(game)}
    keep(game, tmp_path)
    tables = ENGINES[game].tables.current()
    assert tables.corrected is not None
    assert (tables.corrected.name, tables.corrected.by) == ("Anna's box", "Anna")
    for figure in figures(ENGINES[game].tables.shipped(), tables):
        typed = figure.path in CHANGES[game]
        assert figure.known is typed
        assert (figure.value != before[figure.path].value) is typed
    assert sorted(file.name for file in (tmp_path / game).iterdir()) == ["set.toml", "tables.toml"]
    use_data(None)
    assert ENGINES[game].tables.current().corrected is None


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_with_them_and_keeps_them(game: str, tmp_path: Path) -> None:
    engine = ENGINES[game]
    keep(game, tmp_path)
    table = demo.stop(game, engine.info.seats[0] + 1, seed="own box", answers=20)
    raw, digest = engine.dump(table.state), engine.tables.current().digest
    use_data(None)
    assert engine.tables.current().digest != digest
    assert engine.tables_of(engine.load(raw)).digest == digest
    use_data(tmp_path)
    ended = demo.stop(game, engine.info.seats[0] + 1, seed="own box", answers=demo.MOST_ANSWERS)
    assert engine.result(ended.state) is not None
    assert engine.tables_of(ended.state).digest == digest


def shown(game: str, **options: object) -> str:
    """A fresh board in words, which say every figure of the picture."""
    table = demo.stop(game, 3, dict(options), answers=0)
    return "\n".join([twin(demo.picture(table, part, 0)) for part in ("all", "market", "mine")])


def test_pictures_show_them(tmp_path: Path) -> None:
    ours = {game: shown(game) for game in ("firenze", "carrara")}
    for game, said in ours.items():
        keep(game, tmp_path)
        assert shown(game) != said


def test_a_shape_from_the_box_is_drawn_and_no_longer_marked(tmp_path: Path) -> None:
    keep("princes", tmp_path)
    tables = ENGINES["princes"].tables.current()
    university = tables.raw["building"][0]
    assert university["shape"] == ["####", "###."]
    assert "doubtful" not in university
    laboratory = tables.raw["building"][1]
    assert laboratory["doubtful"] == ["shape"]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_name_the_set_and_its_figures(game: str, language: str, tmp_path: Path) -> None:
    browser = Browser("k" * 43, Looks(), Person(language=language), language)
    before = rules_note(browser, game, own_box.present(game), may_type=True)
    assert isinstance(before, Element)
    assert "Anna" not in words(before)
    keep(game, tmp_path)
    tables = ENGINES[game].tables.current()
    after = rules_note(browser, game, tables, may_type=False)
    assert isinstance(after, Element)
    assert "Anna's box" in words(after)
    says = FigureWords(game, language, tables.raw)
    for figure in own_box.settled(game, tables):
        assert f"{says.whole(figure)}:  {says.value(figure, figure.value)}" in words(after)
    assert len(own_box.settled(game, tables)) == len(CHANGES[game])


# --- what is wrong ---


def test_wrong_sums_are_told_by_table_and_entry() -> None:
    assert sentences("firenze", {"card.flood.start": "1"}) == [
        "Action cards: there are 11 start cards, it should be 10."
    ]
    assert sentences("firenze", {"card.flood.start": "2", "card.alchemist.start": "0"}) == [
        "Action cards, Flood, Copies with the start symbol: 2 of 1 cards cannot be start cards.",
        "Action cards: there are 11 start cards, it should be 10.",
    ]
    assert sentences("firenze", {"balcony.b02.height": "9"}) == [
        "Balconies, Balcony b02: balcony b02 names a commission that is not on the board."
    ]
    assert sentences("princes", {"building.tower.shape": "####"}) == [
        "Buildings, Tower: the shape of tower does not cover 3 cells."
    ]
    assert sentences("princes", {"profession.lawyer.landscape": "park"}, "de") == [
        "Personenkarten: 8 Personen wünschen Wald, es müssten 9 sein.",
        "Personenkarten: 6 Personen wünschen Park, es müssten 5 sein.",
    ]
    assert sentences("carrara", {"city.livorno.needs": "0"}, "nl") == [
        "Steden, Livorno, Eigen gebouwen die nodig zijn om de stad te waarderen: het getal moet minstens 1 zijn."
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_name_may_be_typed_in_ones_own_language(game: str) -> None:
    says = own_box.words_of(game, "de")
    for figure in own_box.in_doubt(game):
        for word in figure.choices:
            found = own_box.check(game, {figure.path: says.choice(figure, word).upper()}, (), "de")
            assert found.values[figure.path] == word


@pytest.mark.parametrize(
    ("game", "path", "typed"),
    [
        ("firenze", "tower.1.points.3", "two"),
        ("firenze", "tower.1.points.3", "99999"),
        ("firenze", "balcony.b02.colour", "pink"),
        ("princes", "minimum_work_value.by_round", "7, 10"),
        ("princes", "building.tower.shape", "#x#"),
        ("princes", "building.tower.shape", "#" * 200),
        ("princes", "layout.1.offsets", "0; 7,0"),
        ("firenze", "first_game.balconies", "../x, y"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(game: str, path: str, typed: str) -> None:
    figure = next(each for each in own_box.in_doubt(game) if each.path == path)
    with pytest.raises(Unreadable):
        read(figure, typed)
    for language in languages():
        (said,) = sentences(game, {path: typed}, language)
        assert own_box.words_of(game, language).where(figure.row) in said
        assert said.endswith(".")


def test_wrong_figures_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(WrongFigures):
        own_box.save("firenze", tmp_path, {"card.flood.start": 1}, own_box.named("Wrong"))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(Refusal, match="nothing"):
        own_box.save("firenze", tmp_path, {}, own_box.named("Nothing"))
    with pytest.raises(Refusal, match="no_name"):
        own_box.named(" \n")


def test_tables_made_by_hand_are_taken_along_and_kept_beside(tmp_path: Path) -> None:
    own = tmp_path / "firenze"
    own.mkdir()
    (own / "cap.toml").write_text('[cap]\nrounds = 50\nconfidence = "sourced"\n')
    use_data(tmp_path)
    assert own_box.present("firenze").corrected is not None
    keep("firenze", tmp_path)
    assert ENGINES["firenze"].tables.current().raw["cap"]["rounds"] == 50
    assert (own / "before" / "cap.toml").is_file()


# --- handed on ---


def packed(**files: str) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as file:
        for name, text in files.items():
            file.writestr(name.replace("__", "/"), text)
    return raw.getvalue()


@pytest.mark.parametrize("game", GAMES)
def test_a_set_goes_to_somebody_else_and_is_the_same_there(game: str, tmp_path: Path) -> None:
    keep(game, tmp_path / "mine")
    raw, digest = own_box.export(game), ENGINES[game].tables.current().digest
    assert own_box.export(game) == raw
    use_data(None)
    made = own_box.take(game, tmp_path / "theirs", raw)
    assert made.name == "Anna's box"
    assert ENGINES[game].tables.current().digest == digest
    for other in GAMES:
        if other != game:
            with pytest.raises(Refusal, match="other_game"):
                own_box.take(other, tmp_path / "theirs", raw)


SET = 'name = "X"\n'


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"no zip", "no_zip"),
        (b"", "no_zip"),
        pytest.param(packed(firenze__set="x")[:-30], "no_zip", id="cut off"),
        (b"x" * (set_file.LARGEST_ZIP + 1), "too_large"),
        (packed(**{"../firenze/tables.toml": SET}), "foreign_file"),
        (packed(**{"/etc/passwd": SET}), "foreign_file"),
        (packed(**{"firenze/../../x.toml": SET}), "foreign_file"),
        (packed(**{"firenze\\tables.toml": SET}), "foreign_file"),
        (packed(**{"readme.txt": "hello"}), "foreign_file"),
        (packed(**{"chess/tables.toml": SET}), "other_game"),
        (packed(**{"firenze/set.toml": SET}), "empty"),
        (packed(**{"firenze/tables.toml": "[card"}), "unreadable"),
        (packed(**{"firenze/tables.toml": "[nothing]\nx = 1\n", "firenze/set.toml": SET}), "no_such_table"),
        (packed(**{"firenze/tables.toml": "[cap]\nrounds = 9\n"}), "no_set"),
        (packed(**{f"firenze/t{n}.toml": "" for n in range(set_file.MOST_FILES + 1)}), "too_large"),
    ],
)
def test_a_broken_or_foreign_zip_is_refused_in_a_sentence(raw: bytes, reason: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        own_box.take("firenze", tmp_path / "own", raw)
    assert refused.value.code == f"box.refusal.{reason}"
    for language in languages():
        assert Speaker(language).refusal(refused.value).endswith(".")
    assert list(tmp_path.iterdir()) == []


def test_a_zip_that_unpacks_to_much_more_is_refused(tmp_path: Path) -> None:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("firenze/tables.toml", "#" * (set_file.LARGEST_FILE + 1))
    with pytest.raises(Refusal, match="too_large"):
        own_box.take("firenze", tmp_path, raw.getvalue())


def test_a_set_whose_sums_are_wrong_is_not_taken(tmp_path: Path) -> None:
    raw = packed(**{"firenze/tables.toml": '[cap]\nrounds = "x"\nconfidence = "sourced"\n', "firenze/set.toml": SET})
    with pytest.raises(WrongFigures):
        own_box.take("firenze", tmp_path / "own", raw)
    assert list(tmp_path.iterdir()) == []


# --- what a table plays with ---


def test_a_table_tells_whose_figures_it_plays_with(tmp_path: Path) -> None:
    lobby = Table(code="K7QF", game="firenze", room="local:x", host="local:x")
    running = lobby.model_copy(update={"status": Status.RUNNING})
    assert (own_box.set_of(lobby), own_box.is_told(lobby)) == ("", True)
    keep("firenze", tmp_path)
    assert own_box.set_of(lobby) == "Anna's box"
    assert own_box.set_of(running) == ""
    assert own_box.set_of(running.model_copy(update={"figures": "Joost's box"})) == "Joost's box"
    said = {figures_said(name, language) for name in ("", "Anna's box") for language in languages()}
    assert len(said) == 2 * len(languages())
