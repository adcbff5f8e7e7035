"""About me: language, privacy, leaving a game for good."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from secrets import token_hex

from bot.commands.arguments import Arguments, AtTable, Language, Privacy
from bot.commands.context import Caller, Context, Reply, is_running
from bot.messages.post import Attached, Button, Post, Style, command_id
from bot.service.page_access import LINK_MINUTES, Guest
from bot.table.lobby import User
from bot.table.model import platform_of
from bot.table.results import FORGOTTEN
from config import languages
from engines.kit.errors import Refusal

PRIVATE_BY_ACCOUNT = "telegram"
"""Where the private chat with somebody is called like the person."""


async def language(context: Context, caller: Caller, arguments: Language) -> Reply:
    """From now on I am answered in this language, at all my tables too; without one, which there are."""
    chosen = arguments.language
    if chosen not in languages.languages():
        spoken_here = [languages.language(each) for each in languages.languages()]
        buttons = [Button(command_id("language", "", each.code), each.name) for each in spoken_here]
        return Reply(Post(context.say(caller, "choose"), (tuple(buttons),)))
    person = await context.person(caller)
    await context.service.people.keep(caller.ref, person.model_copy(update={"language": chosen}))
    for line in await context.service.queries.games_of(caller.ref):
        await context.service.moderation.speak(
            f"{caller.request}/{line.table.code}", line.table.code, caller.ref, chosen
        )
    spoken = replace(caller, user=User(caller.ref, caller.user.name, chosen))
    return Reply(Post(context.say(spoken, "language_set")), instead=True)


async def open_page(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """A link to my tables in the browser, for me alone: it works once."""
    page = context.service.page
    if page is None:
        return context.text(caller, "no_page")
    table = await context.table(caller, arguments) if arguments.table else None
    is_own_room = caller.private or platform_of(caller.ref) != PRIVATE_BY_ACCOUNT
    guest = Guest(caller.ref, caller.user.name, caller.language, caller.room if is_own_room else caller.ref)
    link = await page.link(guest, "" if table is None else await page.start(table.code, caller.room in table.rooms))
    return Reply(Post(f"{context.say(caller, 'page_link', n=LINK_MINUTES)}\n{link}"))


async def privacy(context: Context, caller: Caller, arguments: Privacy) -> Reply:
    """Everything kept about me as a file, or its deletion once I have said so twice."""
    if arguments.what == "export":
        kept = await context.service.work.store.user(caller.ref)
        games = [line.table.code for line in await context.service.queries.games_of(caller.ref)]
        results = [outcome.model_dump() for outcome in await context.service.queries.outcomes(caller.ref)]
        past = await context.service.work.store.past_of_user(caller.ref)
        clubs = await context.service.clubs.kept_of(caller.ref)
        data = {"user": caller.ref, "settings": kept, "games": games, "past": past, "results": results, "clubs": clubs}
        file = Attached("signoria-me.json", json.dumps(data, indent=1).encode())
        return Reply(Post(context.say(caller, "privacy_export"), file=file))
    sure = Button(command_id("forget"), context.say(caller, "button.forget"), Style.DANGER)
    return Reply(Post(context.say(caller, "privacy_sure"), ((sure,),)))


async def forget(context: Context, caller: Caller, arguments: Arguments) -> Reply:
    """The second word: settings are deleted, seats given up, the name taken off every table and result."""
    service, instead = context.service, f"{FORGOTTEN}:{token_hex(8)}"
    finished = [outcome.code for outcome in await service.queries.outcomes(caller.ref)]
    past = {*finished, *await service.work.store.past_of_user(caller.ref)}
    for code in past:
        with suppress(Refusal):
            await service.moves.erase(f"{caller.request}/{code}/erase", code, caller.ref, instead)
    lines = await service.queries.games_of(caller.ref)
    for line in lines:
        request = f"{caller.request}/{line.table.code}"
        if is_running(line.table):
            await service.moves.erase(f"{request}/erase", line.table.code, caller.ref, instead)
            with suppress(Refusal):
                await service.moves.resign(request, line.table.code, caller.ref)
        else:
            await service.lobby.leave(request, line.table.code, caller.ref)
    for code in {*past, *[line.table.code for line in lines]}:
        with suppress(Refusal):
            await service.moves.scrub(code, caller.ref, instead)
    await service.clubs.forget(caller.ref, instead)
    await service.work.store.forget_user(caller.ref)
    return Reply(Post(context.say(caller, "privacy_deleted")), instead=True)


async def resign(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """Leave a running game: asked once more."""
    table = await context.table(caller, arguments, is_running)
    if table.seat_of(caller.ref) is None:
        raise Refusal("table.refusal.not_in")
    facts = context.composer.titled(table, caller.language)
    sure = Button(command_id("gone", table.code), context.say(caller, "button.gone"), Style.DANGER)
    return Reply(Post(context.say(caller, "resign_sure", **facts), ((sure,),)))


async def gone(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    table = await context.table(caller, arguments, is_running)
    await context.service.moves.resign(caller.request, table.code, caller.ref)
    return Reply(Post(context.say(caller, "resigned")), instead=True)
