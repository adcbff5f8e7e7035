"""The loopback Bot API is one that the real client library accepts, and refuses what Telegram refuses."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from telegram import Bot as Telegram
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, Update
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, RetryAfter
from telegram.ext import Application, ApplicationBuilder, CallbackQueryHandler, CommandHandler, ContextTypes

from tests.peers.telegram_people import Hand
from tests.peers.telegram_server import TOKEN, BotApi

Bot = Application  # type: ignore[type-arg]


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    async with BotApi(time.time) as server:
        yield server


@pytest.fixture
async def app(api: BotApi) -> AsyncIterator[Bot]:
    built = ApplicationBuilder().token(TOKEN).base_url(api.base_url).base_file_url(api.base_file_url).build()
    async with built:
        yield built


async def test_a_person_writes_and_taps_and_the_bot_answers(api: BotApi, app: Bot) -> None:
    async def hello(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("Tap", callback_data="a:1")]])
        assert update.effective_chat
        await update.effective_chat.send_photo(
            b"picture", caption="<b>Hello</b>", parse_mode="HTML", reply_markup=keyboard
        )

    async def tapped(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.callback_query
        await update.callback_query.answer("Seen")
        await update.callback_query.edit_message_media(InputMediaPhoto(b"another", caption="Done"))

    app.add_handlers([CommandHandler("start", hello), CallbackQueryHandler(tapped)])
    marta = Hand(api, api.world.person("Marta"))
    assert app.updater
    await app.updater.start_polling(timeout=1, allowed_updates=["message", "callback_query"])
    await app.start()
    try:
        await marta.start("join_K7QF")
        message = await marta.wait_for("Hello")
        assert message.photo == b"picture"
        answer = await marta.tap(message, "Tap")
        assert answer["text"] == "Seen"
        edited = await marta.wait_for("Done")
        assert (edited.id, edited.photo) == (message.id, b"another")
    finally:
        await app.updater.stop()
        await app.stop()


async def test_it_refuses_what_telegram_refuses(api: BotApi, app: Bot) -> None:
    marta = api.world.person("Marta")
    with pytest.raises(Forbidden, match="initiate"):
        await app.bot.send_message(marta.id, "Hello")
    marta.has_started = True
    sent = await app.bot.send_message(marta.id, "Hello")
    with pytest.raises(BadRequest, match="not modified"):
        await app.bot.edit_message_text("Hello", marta.id, sent.message_id)
    with pytest.raises(BadRequest, match="too long"):
        await app.bot.send_message(marta.id, "x" * 4097)
    keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="é" * 33)]])
    with pytest.raises(BadRequest, match=r"(?i)button_data_invalid"):
        await app.bot.send_message(marta.id, "Hello", reply_markup=keyboard)
    with pytest.raises(BadRequest, match="parse entities"):
        await app.bot.send_message(marta.id, "<b>Hello", parse_mode="HTML")
    with pytest.raises(BadRequest, match="too old"):
        await app.bot.answer_callback_query("77")
    marta.has_blocked = True
    with pytest.raises(Forbidden, match="blocked"):
        await app.bot.send_message(marta.id, "Hello")


async def test_groups_migrate_and_flood(api: BotApi, app: Bot) -> None:
    group = api.world.group("Friends", api.world.person("Marta"))
    new = api.world.migrate(group)
    with pytest.raises(ChatMigrated) as caught:
        await app.bot.send_message(group.id, "Hello")
    assert caught.value.new_chat_id == new.id
    for number in range(8):
        await app.bot.send_message(new.id, f"Hello {number}")
    with pytest.raises(RetryAfter):
        await app.bot.send_message(new.id, "once too often")


async def test_two_pollers_are_one_too_many(api: BotApi, app: Bot) -> None:
    marta = Hand(api, api.world.person("Marta"))
    first = asyncio.create_task(app.bot.get_updates(timeout=2))
    await marta.until(lambda: api.is_polled)
    async with Telegram(TOKEN, base_url=api.base_url) as second:
        with pytest.raises(Conflict):
            await second.get_updates(timeout=0)
    await marta.start()
    assert len(await first) == 1
