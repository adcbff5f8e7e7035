"""About me: language, privacy, standing orders, leaving a game for good."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from bot.commands.call import Arguments, Caller, Office, Reply, is_running, number_in
from bot.commands.playing import panel
from bot.commands.spec import fold
from bot.orders import Limit, Order, Prefer, ahead, lasting
from bot.posts import Attached, Button, Entry, Listed, Post, Style, command_id, dialogue_id
from bot.scribe import main_ask
from bot.sight import Look
from bot.tables import User
from bot.texts import LANGUAGES, catalogue
from engines.kit import Amount, Pending, Pick
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
        data = {"user": caller.ref, "settings": kept, "games": games}
        file = Attached("signoria-me.json", json.dumps(data, indent=1).encode())
        return Reply(Post(office.say(caller, "privacy_export"), file=file))
    sure = Button(command_id("forget"), office.say(caller, "button.do_it"))
    return Reply(Post(office.say(caller, "privacy_sure"), ((sure,),)))


async def forget(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """The second word: settings are deleted, seats given up."""
    for line in await office.service.games_of(caller.ref):
        request = f"{caller.request}/{line.table.code}"
        if is_running(line.table):
            await office.service.resign(request, line.table.code, caller.ref)
        else:
            await office.service.leave(request, line.table.code, caller.ref)
    await office.service.store.forget_user(caller.ref)
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


# --- standing orders ---


async def orders(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """My standing orders at a table; with a line a new one, with a number one less."""
    table = await office.table(caller, arguments, is_running)
    look = await office.service.look(table.code, caller.ref)
    if look.seat is None:
        raise Refusal("table.refusal.not_in")
    given = list(look.table.seats[look.seat].orders)
    if arguments.get("remove"):
        number = int(arguments["remove"])
        kept = [order for place, order in enumerate(given, 1) if place != number]
        await office.service.order(caller.request, table.code, caller.ref, kept)
        return office.text(caller, "order_removed")
    pending = main_ask(look)
    if line := str(arguments.get("instruction") or ""):
        speaker = office.scribe.speaker(look.table, caller.language)
        if limits := ahead(office.service.engines[table.game].info, line, speaker):
            return await _keep_ahead(office, caller, table.code, given, limits)
        if pending is None:
            raise Refusal("menu.refusal.not_your_turn")
        return await keep(office, caller, look, pending, line)
    return Reply(_listed(office, caller, look, given, pending))


def _listed(office: Office, caller: Caller, look: Look, given: Sequence[Order], pending: Pending | None) -> Post:
    lines = [f"{number} {_said(office, caller, look, order)}" for number, order in enumerate(given, 1)]
    removing = [
        Button(command_id("unorder", look.table.code, str(number)), office.say(caller, "button.remove", n=number))
        for number in range(1, min(len(given), 5) + 1)
    ]
    rows: list[tuple[Button, ...] | Listed] = [tuple(removing)] if removing else []
    match pending.ask if pending else None:
        case Amount():
            limit = dialogue_id(command_id("limit", look.table.code))
            rows.append((Button(limit, office.say(caller, "button.limit"), Style.SUGGESTED),))
        case Pick() as ask if ask.least <= 1 <= ask.most:
            speaker = office.scribe.speaker(look.table, caller.language)
            entries = [
                Entry(command_id("prefer", look.table.code, str(number)), speaker.label(option.label)[:100])
                for number, option in enumerate(ask.options[:25])
            ]
            hint = office.say(caller, "button.always")
            rows.append(Listed(f"s:{look.table.code}:prefer", hint, tuple(entries), 1, min(len(entries), 5)))
    if not lines:
        lines = [office.say(caller, "order_ask" if rows else "no_orders")]
    return Post("\n".join([*lines, office.say(caller, "orders_only_you")]), tuple(rows))


def _said(office: Office, caller: Caller, look: Look, order: Order) -> str:
    step = office.scribe.step_name(look.table.game, order.step, caller.language)
    match order:
        case Limit(limit=limit):
            named = [str(value) for value in order.facts.values() if isinstance(value, str) and "/" in value]
            if named:
                step = office.scribe.speaker(look.table, caller.language).fact(named[0])
            return office.say(caller, "order_limit", step=step, limit=limit)
        case Prefer(keys=keys):
            return office.say(caller, "order_prefer", step=step, keys=", ".join(keys))
    return office.say(caller, "order_suggested", step=step)


async def _keep_ahead(
    office: Office, caller: Caller, code: str, given: Sequence[Order], limits: Sequence[Limit]
) -> Reply:
    """Limits for what will be asked; each takes the place of an earlier one for the same thing."""
    bound = [(each.step, each.facts) for each in limits]
    kept = [order for order in given if (order.step, order.facts) not in bound]
    await office.service.order(caller.request, code, caller.ref, [*kept, *limits])
    return office.text(caller, "orders_ahead", n=len(limits))


async def keep(office: Office, caller: Caller, look: Look, pending: Pending, line: str) -> Reply:
    """An order from a line: a number as a limit, or what to prefer by its names."""
    assert look.seat is not None
    order = _order(office, caller, look, pending, line)
    given = [
        each for each in look.table.seats[look.seat].orders if (each.step, each.facts) != (order.step, order.facts)
    ]
    await office.service.order(caller.request, look.table.code, caller.ref, [*given, order])
    if isinstance(order, Limit):
        return Reply(Post(office.say(caller, "order_set", limit=order.limit)), instead=True)
    return Reply(Post(office.say(caller, "order_kept")), instead=True)


def _order(office: Office, caller: Caller, look: Look, pending: Pending, line: str) -> Order:
    facts = lasting(pending)
    match pending.ask:
        case Amount():
            numbers = re.findall(r"\d[\d.,]*", line)
            if not numbers:
                raise Refusal("kit.refusal.want_number")
            limit = int(numbers[-1].replace(".", "").replace(",", ""))
            return Limit(step=pending.step, facts=facts, limit=limit)
        case Pick() as ask:
            speaker = office.scribe.speaker(look.table, caller.language)
            labels = {option.key: fold(speaker.label(option.label)) for option in ask.options}
            keys = [key for word in fold(line).split() for key, label in labels.items() if word in label.split()]
            if keys:
                return Prefer(step=pending.step, facts={}, keys=tuple(dict.fromkeys(keys)))
    raise Refusal("menu.refusal.not_understood", word=line)


async def limit(office: Office, caller: Caller, code: str, written: str) -> Reply:
    """A number was written into the dialogue of *Bid up to*."""
    look = await office.service.look(code, caller.ref)
    pending = main_ask(look)
    if look.seat is None or pending is None:
        raise Refusal("menu.refusal.not_your_turn")
    return await keep(office, caller, look, pending, written)


async def prefer(office: Office, caller: Caller, code: str, numbers: Sequence[int]) -> Reply:
    """Entries of *Always like this* were chosen, in their order of preference."""
    look = await office.service.look(code, caller.ref)
    pending = main_ask(look)
    if look.seat is None or pending is None or not isinstance(pending.ask, Pick):
        raise Refusal("menu.refusal.not_your_turn")
    keys = tuple([pending.ask.options[number].key for number in numbers if number < len(pending.ask.options)])
    given = [each for each in look.table.seats[look.seat].orders if each.step != pending.step]
    order = Prefer(step=pending.step, facts={}, keys=keys)
    await office.service.order(caller.request, code, caller.ref, [*given, order])
    return Reply(Post(office.say(caller, "order_kept")), instead=True)


async def unorder(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    return await orders(office, caller, {"table": arguments["table"], "remove": number_in(arguments)})
