"""Contract 10: the panel of every question fits both chats in three languages, and says every effect that it offers."""

from __future__ import annotations

from html import unescape

import pytest

from bot.choices.controls import shortened
from bot.language.speaker import Speaker
from bot.messages.panel import LONGEST_ALERT, Cards
from bot.messages.post import Listed, Post
from bot.platforms.discord.rendering import ringing, sending
from bot.platforms.telegram.html_limits import length, plain
from bot.platforms.telegram.panel_text import LONGEST_CAPTION, SHORTEST_EFFECT
from bot.platforms.telegram.rendering import keyboard, text_of
from config.languages import languages
from engines import ENGINES
from engines.kit import Pick
from tests.contract.cases import Case, cases, replayable
from tests.contract.panels import NAMES, looks, panel
from tests.peers import telegram_schema
from tests.peers.discord_schema import LAYOUT, check_message
from tests.peers.discord_world import walk
from tests.thorough import amount

MOST_ROWS = 14


def _is_full(case: Case) -> bool:
    """All seats taken: the longest lists and the most names."""
    return case.game in ENGINES and case.seats == ENGINES[case.game].info.seats[1]


@pytest.mark.parametrize("case", [case for case in cases() if _is_full(case)], ids=str)
def test_the_panel_of_every_question_fits_both_chats(case: Case) -> None:
    with replayable(case, "panels"):
        for turn, (look, lines, pending) in enumerate(looks(case, "panels")):
            for language in amount(languages()[turn % len(languages()) :][:1], languages()):
                draft = (pending.ask_id, "")
                discord, telegram = [panel(name, look, lines, language, draft) for name in ("discord", "telegram")]
                require_discord(discord)
                require_telegram(telegram)
                require_effects(discord, telegram, pending.ask, Speaker(language, case.game, NAMES))
                if pending.owed:
                    require_alert(discord)


def require_alert(post: Post) -> None:
    """The first line of a lock screen has the table and a question, which then does not stand below once more."""
    assert post.panel is not None
    assert len(post.panel.alert) <= LONGEST_ALERT, post.panel.alert
    asked = post.panel.alert.partition("#K7QFMN. ")[2]
    assert len(asked) > 2, post.panel.alert
    assert asked not in f"{post.panel.holding}\n{post.panel.question}", post.panel.question
    assert ringing(post)["content"] == post.panel.alert


def require_discord(post: Post) -> None:
    components = sending(post)["view"].to_components()
    name = components[1]["items"][0]["media"]["url"].removeprefix("attachment://")
    stated = [{"id": 0, "filename": name}]
    check_message({"components": components, "flags": LAYOUT, "attachments": stated}, {"files[0]": b""}, "panel")


def require_telegram(post: Post) -> None:
    text, markup = text_of(post), keyboard(post, "bot", is_room=False)
    assert length(text) <= LONGEST_CAPTION
    telegram_schema.check_text(text, "HTML", LONGEST_CAPTION)
    assert markup is not None
    telegram_schema.check_keyboard(markup.to_dict(), is_private=True)
    assert len(markup.inline_keyboard) <= MOST_ROWS, [[b.text for b in row] for row in markup.inline_keyboard]


def require_effects(discord: Post, telegram: Post, ask: object, speaker: Speaker) -> None:
    """What an option on the first page leads to stands beside it, above it or under it, at least its beginning."""
    for post in (discord, telegram):
        assert post.panel is not None
        told = {option.effect for part in post.panel.parts if isinstance(part, Cards) for option in part.options}
        told |= {entry.note for part in post.panel.parts if isinstance(part, Listed) for entry in part.entries}
        shown = _said_on_discord(post) if post is discord else _said_on_telegram(post)
        for effect in filter(None, told):
            begins = shortened(effect, SHORTEST_EFFECT).rstrip("…")
            assert begins in shown, f"{effect!r} is not said in {shown!r}"
        if isinstance(ask, Pick) and ask.most == 1 and len(ask.options) <= 6:
            notes = [speaker.phrase(option.note) for option in ask.options if option.note]
            assert not notes or told - {""} or any(note in shown for note in notes), "effects are dropped"


def _said_on_discord(post: Post) -> str:
    parts = [*walk(sending(post)["view"].to_components())]
    texts = [part["content"] for part in parts if part["type"] == 10]
    texts += [part["label"] for part in parts if part.get("label")]
    return "\n".join([*texts, *[str(option) for part in parts for option in part.get("options", ())]])


def _said_on_telegram(post: Post) -> str:
    markup = keyboard(post, "bot", is_room=False)
    assert markup is not None
    labels = [button.text for row in markup.inline_keyboard for button in row]
    return "\n".join([unescape(plain(text_of(post))), *labels])
