"""The slash commands: registered in three languages, within Discord's limits, with what chat.md calls them."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.commands.dispatcher import VERBS
from bot.lines import command_spec
from bot.platforms.discord.command_tree import Words, plant
from tests.peers.discord_schema import check_commands, check_schema


class NoDesk:
    async def run(self, *_: Any) -> None:
        raise AssertionError

    async def complete(self, *_: Any) -> list[str]:
        raise AssertionError


@pytest.fixture
async def registered() -> list[dict[str, Any]]:
    client = discord.Client(intents=discord.Intents.none())
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    plant(tree, NoDesk())
    return [await command.get_translated_payload(tree, Words()) for command in tree.get_commands()]


async def test_the_commands_fit_discord(registered: list[dict[str, Any]]) -> None:
    check_commands(registered)
    check_schema("PUT", "/applications/{application_id}/commands", registered)


async def test_names_and_descriptions_are_dutch_and_german_too(registered: list[dict[str, Any]]) -> None:
    undo = next(command for command in registered if command["name"] == "undo")
    assert undo["name_localizations"] == {"nl": "terugnemen", "de": "zurücknehmen"}
    assert undo["description_localizations"]["de"] == "Meinen letzten Schritt zurücknehmen"
    assert undo["options"][0]["name_localizations"]["nl"] == "tafel"


async def test_commands_work_in_servers_and_in_private(registered: list[dict[str, Any]]) -> None:
    assert all({0, 1} <= set(command["contexts"]) for command in registered)
    assert all(0 in command["integration_types"] for command in registered)


async def test_what_concerns_one_person_works_wherever_that_person_is(registered: list[dict[str, Any]]) -> None:
    anywhere = {command["name"] for command in registered if 2 in command["contexts"]}
    own = {command["name"] for command in registered if 1 in command["integration_types"]}
    assert {"games", "next", "hand", "move"} <= anywhere
    assert own == anywhere | {"new"}, "a table is opened in the private chat where the bot is no member"
    assert not own & {"table", "cancel", "join", "start"}


def test_every_command_does_something() -> None:
    assert set(command_spec.commands()) <= set(VERBS)


def test_every_command_is_found_by_its_name_in_any_language() -> None:
    assert command_spec.spoken()["pruefen"] == "verify"
    assert command_spec.spoken()["naechste"] == "next"
    assert command_spec.spoken()["tafel hier"] == "table here"
    assert {command_spec.spoken()[name] for name in command_spec.commands()} == set(command_spec.commands())
