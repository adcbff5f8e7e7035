"""A panel as Telegram's caption and buttons: each option can be told from the others, and none has two numbers."""

from __future__ import annotations

import re

from bot.language.speaker import own_texts
from bot.lines.command_parser import read_command
from bot.messages.panel import Cards, Option, Panel, post_of
from bot.messages.post import Post
from bot.platforms.telegram.panel_text import rows_of, tappable, text_of
from config.languages import languages
from tests.peers.telegram_people import COMMAND

LONG = "an effect that is much too long for a button on anybody's phone"


def drawn(*names: str) -> tuple[str, list[str]]:
    options = tuple([Option(f"a:T:{number}:x", name, effect=LONG) for number, name in enumerate(names)])
    post = post_of(Panel("alert", "headline", parts=(Cards(options),)))
    return text_of(post), [button.label for row in rows_of(post) for button in row]  # type: ignore[union-attr]


def test_options_are_numbered_above_and_on_their_buttons() -> None:
    text, labels = drawn("Smuggler", "Architect")
    assert labels == ["1 Smuggler", "2 Architect"]
    assert all(f"<b>{label}</b>: {LONG}" in text for label in labels)


def test_an_option_that_begins_with_a_number_of_its_own_gets_no_second_one() -> None:
    text, labels = drawn("1 Smuggler, free", "3 Architect, pay 2")
    assert labels == ["1 Smuggler, free", "3 Architect, pay 2"]
    assert all(f"<b>{label}</b>: {LONG}" in text for label in labels)


def test_names_of_a_few_letters_stand_for_themselves() -> None:
    text, labels = drawn("I", "II", "III")
    assert labels == ["I", "II", "III"]
    assert f"<b>II</b>: {LONG}" in text


def test_options_of_the_same_name_are_numbered_all_the_same() -> None:
    _, labels = drawn("2 bricks", "2 bricks")
    assert labels == ["1 2 bricks", "2 2 bricks"]


def test_a_name_with_nothing_beside_it_stands_on_its_button_alone() -> None:
    names = [f"Draw from stack {number}: Basic Set, 7 left" for number in (1, 2)]
    post = post_of(Panel("alert", "headline", parts=(Cards(tuple([Option(f"a:T:{n}:x", n) for n in names])),)))
    assert [button.label for row in rows_of(post) for button in row] == names  # type: ignore[union-attr]
    assert text_of(post) == "headline"


def test_every_command_that_a_message_names_can_be_tapped_there() -> None:
    for language in languages():
        said = [text for text in own_texts(language).values() if re.search(r"(?<![\w/])/\w", text)]
        shown = [tappable(text) for text in said]
        named = [word for text in shown for word in re.findall(r"(?<![\w/<}])/\w+", text) if read_command(word)]
        assert named
        assert all(COMMAND.fullmatch(word) for word in named), named
    assert text_of(Post("Nimm /zurücknehmen oder /nächste.")) == "Nimm /zuruecknehmen oder /naechste."
    assert text_of(post_of(Panel(alert="", headline="<b>A</b>", footer=("(ganz: /prüfen)",)))).endswith("/pruefen)")
    assert read_command("/pruefen") == read_command("/prüfen")
    assert tappable("Straße/Öffnung, </b>, https://a.b/prüfen") == "Straße/Öffnung, </b>, https://a.b/prüfen"
