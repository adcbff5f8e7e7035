"""About me: language, privacy, leaving a game for good."""

from __future__ import annotations

import json
from contextlib import suppress
from secrets import token_hex

from bot.commands.call import Arguments, Caller, Office, Reply, is_running
from bot.commands.playing import panel
from bot.posts import Attached, Button, Post, command_id
from bot.results import FORGOTTEN
from bot.tables import User
from bot.texts import LANGUAGES, catalogue
from engines.kit.errors import Refusal


async def language(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """From now on I am answered in this language, at all my tables too; without one, which there are."""
    chosen = str(arguments.get("language") or arguments.get("argument") or "")
    if chosen not in LANGUAGES:
        buttons = [Button(command_id("language", "", each), _tongue(each)) for each in LANGUAGES]
        return Reply(Post(office.say(caller, "choose"), (tuple(buttons),)))
    person = await office.person(caller)
    await office.service.keep_person(caller.ref, person.model_copy(update={"language": chosen}))
    for line in await office.service.games_of(caller.ref):
        await office.service.speak(f"{caller.request}/{line.table.code}", line.table.code, caller.ref, chosen)
    spoken = Caller(User(caller.ref, caller.user.name, chosen), caller.room, caller.request, caller.private)
    return Reply(Post(office.say(spoken, "language_set")), instead=True)


def _tongue(language: str) -> str:
    """What a language calls itself."""
    return catalogue(language)[f"commands.choice.language.{language}"]


async def no_tips(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """No more tips; the question stands as it was."""
    person = await office.person(caller)
    await office.service.keep_person(caller.ref, person.model_copy(update={"tips": False}))
    table = await office.table(caller, arguments, is_running)
    return await panel(office, caller, table.code, tapped=True)


async def privacy(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """Everything kept about me as a file, or its deletion once I have said so twice."""
    if arguments["what"] == "export":
        kept = await office.service.store.user(caller.ref)
        games = [line.table.code for line in await office.service.games_of(caller.ref)]
        results = [outcome.model_dump() for outcome in await office.service.outcomes(caller.ref)]
        past = await office.service.store.past_of_user(caller.ref)
        data = {"user": caller.ref, "settings": kept, "games": games, "past": past, "results": results}
        file = Attached("signoria-me.json", json.dumps(data, indent=1).encode())
        return Reply(Post(office.say(caller, "privacy_export"), file=file))
    sure = Button(command_id("forget"), office.say(caller, "button.do_it"))
    return Reply(Post(office.say(caller, "privacy_sure"), ((sure,),)))


async def forget(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """The second word: settings are deleted, seats given up, the name taken off every table and result."""
    service, instead = office.service, f"{FORGOTTEN}:{token_hex(8)}"
    finished = [outcome.code for outcome in await service.outcomes(caller.ref)]
    for code in {*finished, *await service.store.past_of_user(caller.ref)}:
        with suppress(Refusal):
            await service.erase(f"{caller.request}/{code}/erase", code, caller.ref, instead)
    for line in await service.games_of(caller.ref):
        request = f"{caller.request}/{line.table.code}"
        if is_running(line.table):
            await service.erase(f"{request}/erase", line.table.code, caller.ref, instead)
            with suppress(Refusal):
                await service.resign(request, line.table.code, caller.ref)
        else:
            await service.leave(request, line.table.code, caller.ref)
    await service.store.forget_user(caller.ref)
    return Reply(Post(office.say(caller, "privacy_deleted")), instead=True)


async def resign(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """Leave a running game: asked once more."""
    table = await office.table(caller, arguments, is_running)
    facts = office.scribe.titled(table, caller.language)
    sure = Button(command_id("gone", table.code), office.say(caller, "button.do_it"))
    return Reply(Post(office.say(caller, "resign_sure", **facts), ((sure,),)))


async def gone(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    table = await office.table(caller, arguments, is_running)
    await office.service.resign(caller.request, table.code, caller.ref)
    return Reply(Post(office.say(caller, "resigned")), instead=True)
