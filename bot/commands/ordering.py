"""Standing orders: see them, give one in words or by a tap, take one back. Only their owner ever sees them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.commands.call import Arguments, Caller, Office, Reply, is_running, number_in
from bot.commands.spec import fold
from bot.dates import absolute
from bot.endings import Ending, read_ending, said, stop_of
from bot.orders import Limit, Order, Pass, Prefer, ahead, can_stand, choices_of, lasting
from bot.posts import Button, Entry, Listed, Post, Row, Style, command_id, dialogue_id
from bot.scribe import main_ask
from bot.sight import Look
from engines.kit import Amount, GameInfo, Pending
from engines.kit.errors import Refusal

PASSES = {"pass", "passing", "decline", "pas", "passen", "afzien", "passe", "verzichten", "verzichte"}
FILLERS = {"everything", "all", "always", "alles", "alle", "altijd", "immer", "i", "ik", "ich", "and", "en", "und"}
MOST_REMOVED = 5
"""Buttons to remove an order with; more are removed by their number."""


async def orders(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """My standing orders at a table; with a line a new one, with a number one less."""
    look = await _look(office, caller, arguments)
    given = _given(office, look)
    if arguments.get("remove"):
        number = int(arguments["remove"])
        kept = [order for place, order in enumerate(given, 1) if place != number]
        await office.service.order(caller.request, look.table.code, caller.ref, kept)
        post = await _listed(office, caller, look, kept)
        return Reply(post.above(office.say(caller, "order_removed")), instead=True)
    if line := str(arguments.get("instruction") or ""):
        return await _keep(office, caller, look, await _read(office, caller, look, line))
    return Reply(await _listed(office, caller, look, given))


async def unorder(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    return await orders(office, caller, {"table": arguments["table"], "remove": number_in(arguments)})


async def always(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """*Always like this*: what to answer whenever this is asked, chosen from what is offered now."""
    look = await _look(office, caller, arguments)
    pending = main_ask(look)
    if pending is None or not can_stand(pending):
        raise Refusal("menu.refusal.not_your_turn")
    speaker = office.scribe.speaker(look.table, caller.language)
    lines = [speaker.say(pending.ask.prompt), office.say(caller, "always_ask"), office.say(caller, "orders_only_you")]
    rows: list[Row] = [_preferences(office, caller, look, pending)]
    if _given(office, look):
        rows.append((office.scribe.button(caller.language, "instructions", "orders", look.table.code),))
    return Reply(Post("\n".join(lines), tuple(rows)))


async def prefer(office: Office, caller: Caller, code: str, numbers: Sequence[int]) -> Reply:
    """Entries of *Always like this* were chosen, in their order of preference."""
    look = await office.service.look(code, caller.ref)
    pending = main_ask(look)
    if look.seat is None or pending is None or not can_stand(pending):
        raise Refusal("menu.refusal.not_your_turn")
    choices = choices_of(pending)
    chosen = [choices[number] for number in numbers if number < len(choices)]
    if not chosen:
        raise Refusal("chat.refusal.unknown_button")
    return await _keep(office, caller, look, [_preferring(pending, [key for key, _ in chosen])])


async def limit(office: Office, caller: Caller, code: str, written: str) -> Reply:
    """A line was written into the dialogue of *Bid up to*."""
    look = await office.service.look(code, caller.ref)
    pending = main_ask(look)
    if look.seat is None or pending is None:
        raise Refusal("menu.refusal.not_your_turn")
    return await _keep(office, caller, look, await _read(office, caller, look, written, may_name=False))


async def _look(office: Office, caller: Caller, arguments: Arguments) -> Look:
    table = await office.table(caller, arguments, is_running)
    look = await office.service.look(table.code, caller.ref)
    if look.seat is None:
        raise Refusal("table.refusal.not_in")
    return look


def _given(office: Office, look: Look) -> list[Order]:
    """The orders of this seat that still hold."""
    assert look.seat is not None
    now = office.service.clock()
    return [order for order in look.table.seats[look.seat].orders if not order.is_over(now)]


def _info(office: Office, look: Look) -> GameInfo:
    return office.service.engines[look.table.game].info


# --- from words ---


async def _read(office: Office, caller: Caller, look: Look, line: str, may_name: bool = True) -> list[Order]:
    """What a line orders: limits by name, passing, or an answer to the present question; each with its end."""
    info, speaker = _info(office, look), office.scribe.speaker(look.table, caller.language)
    zone = (await office.service.person(caller.ref)).zone_info
    rest, ending = read_ending(line, info, speaker, zone, office.service.clock())
    pending = main_ask(look)
    found: Sequence[Order] = ahead(info, rest, speaker) if may_name else []
    if not found:
        found = [_order(office, caller, look, pending, rest, ending)]
    return [order.model_copy(update=ending.fields()) for order in found]


def _order(office: Office, caller: Caller, look: Look, pending: Pending | None, line: str, ending: Ending) -> Order:
    words = set(fold(line).replace(",", " ").split())
    if words & PASSES and words <= PASSES | FILLERS:
        if ending:
            return Pass(step="", passing=True)
        if pending is not None:
            return Pass(step=pending.step, facts=lasting(pending), asked=pending.ask.prompt, passing=True)
    if pending is None:
        raise Refusal("menu.refusal.not_your_turn")
    if isinstance(pending.ask, Amount):
        numbers = re.findall(r"\d[\d.,]*", line)
        if not numbers:
            raise Refusal("kit.refusal.want_number")
        most = int(re.sub(r"\D", "", numbers[-1]))
        stop = next((each.stop for each in _info(office, look).ahead if each.step == pending.step), "")
        return Limit(step=pending.step, facts=lasting(pending), asked=pending.ask.prompt, limit=most, stop=stop)
    if can_stand(pending):
        speaker = office.scribe.speaker(look.table, caller.language)
        labels = {key: fold(speaker.label(label)).split() for key, label in choices_of(pending)}
        keys = [key for word in fold(line).replace(",", " ").split() for key, said in labels.items() if word in said]
        if keys:
            return _preferring(pending, list(dict.fromkeys(keys)))
    raise Refusal("menu.refusal.not_understood", word=line)


def _preferring(pending: Pending, keys: Sequence[str]) -> Prefer:
    labels = dict(choices_of(pending))
    return Prefer(
        step=pending.step, keys=tuple(keys), labels=tuple([labels[key] for key in keys]), asked=pending.ask.prompt
    )


async def _keep(office: Office, caller: Caller, look: Look, new: Sequence[Order]) -> Reply:
    """Each takes the place of an earlier one for the same thing; what was understood is said back."""
    bound = [(order.step, order.facts) for order in new]
    kept = [order for order in _given(office, look) if (order.step, order.facts) not in bound]
    await office.service.order(caller.request, look.table.code, caller.ref, [*kept, *new])
    lines = [office.say(caller, "order_noted"), *[await _said(office, caller, look, order) for order in new]]
    seen = (office.scribe.button(caller.language, "instructions", "orders", look.table.code),)
    return Reply(Post("\n".join([*lines, office.say(caller, "orders_only_you")]), (seen,)), instead=True)


# --- in words ---


async def _listed(office: Office, caller: Caller, look: Look, given: Sequence[Order]) -> Post:
    lines = [f"{number} {await _said(office, caller, look, order)}" for number, order in enumerate(given, 1)]
    removing = [
        Button(command_id("unorder", look.table.code, str(number)), office.say(caller, "button.remove", n=number))
        for number in range(1, min(len(given), MOST_REMOVED) + 1)
    ]
    rows: list[Row] = [tuple(removing)] if removing else []
    pending = main_ask(look)
    can_order = True
    if pending is not None and isinstance(pending.ask, Amount):
        dialogue = dialogue_id(command_id("limit", look.table.code))
        rows.append((Button(dialogue, office.say(caller, "button.limit"), Style.SUGGESTED),))
    elif pending is not None and can_stand(pending):
        rows.append(_preferences(office, caller, look, pending))
    else:
        can_order = False
    if not lines:
        lines = [office.say(caller, "order_ask" if can_order else "no_orders")]
    return Post(
        "\n".join([*lines, office.say(caller, "order_hint"), office.say(caller, "orders_only_you")]), tuple(rows)
    )


def _preferences(office: Office, caller: Caller, look: Look, pending: Pending) -> Listed:
    speaker, code = office.scribe.speaker(look.table, caller.language), look.table.code
    entries = [
        Entry(command_id("prefer", code, str(number)), speaker.label(label)[:100])
        for number, (_, label) in enumerate(choices_of(pending)[:25])
    ]
    hint = office.say(caller, "button.always")
    return Listed(f"s:{code}:prefer", hint, tuple(entries), 1, min(len(entries), 5))


async def _said(office: Office, caller: Caller, look: Look, order: Order) -> str:
    """An order in words, with how long it holds."""
    speaker, info = office.scribe.speaker(look.table, caller.language), _info(office, look)
    step = office.scribe.step_name(look.table.game, order.step, caller.language)
    if order.asked is not None:
        step = speaker.say(order.asked).rstrip(".:? ")
    match order:
        case Limit(limit=most):
            named = [str(value) for value in order.facts.values() if isinstance(value, str) and "/" in value]
            step = speaker.fact(named[0]) if named else step
            what = office.say(caller, "order_limit", step=step, limit=most)
        case Prefer(keys=keys, labels=labels):
            words = [speaker.label(label) for label in labels] or list(keys)
            what = office.say(caller, "order_prefer", step=step, keys=", ".join(words))
        case Pass():
            what = office.say(caller, "order_pass", step=step) if order.step else office.say(caller, "order_pass_all")
        case _:
            what = office.say(caller, "order_suggested", step=step)
    stop = stop_of(info, order.stop, order.stop_step) if order.stop or order.stop_step else None
    time = ""
    if order.until is not None:
        zone = (await office.service.person(caller.ref)).zone_info
        time = absolute(order.until, caller.language, zone)
    return office.say(caller, "order_line", what=what, stop=said(stop, speaker) if stop else "", time=time)
