"""Standing orders: see them, give one in words or by a tap, take one back. Only their owner ever sees them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.choices.control_id import ControlId
from bot.commands.arguments import AtTable, Orders, Preferred, Unorder, Written
from bot.commands.context import Caller, Context, Reply, is_running
from bot.language.dates import absolute
from bot.language.normalise import bare_numbers, fold, spellings
from bot.lines.order_parser import ahead
from bot.lines.until_parser import Ending, read_ending, said, stop_of
from bot.messages.composer import main_ask
from bot.messages.post import Button, Entry, Listed, Post, Row, Style, command_id
from bot.service.player_view import PlayerView
from bot.table.standing_orders import Limit, Order, Pass, Prefer, can_stand, choices_of, lasting
from config.languages import understood
from engines.kit import Amount, GameInfo, Pending
from engines.kit.errors import Refusal

MOST_REMOVED = 5
"""Buttons to remove an order with; more are removed by their number."""


async def orders(context: Context, caller: Caller, arguments: Orders) -> Reply:
    """My standing orders at a table; with a line a new one, with a number one less."""
    look = await _look(context, caller, arguments)
    given = _given(context, look)
    if arguments.remove:
        kept = [order for place, order in enumerate(given, 1) if place != arguments.remove]
        await context.service.moves.order(caller.request, look.table.code, caller.ref, kept)
        post = await _listed(context, caller, look, kept)
        return Reply(post.above(context.say(caller, "order_removed")), instead=True)
    if arguments.instruction:
        return await _keep(context, caller, look, await _read(context, caller, look, arguments.instruction))
    return Reply(await _listed(context, caller, look, given))


async def unorder(context: Context, caller: Caller, arguments: Unorder) -> Reply:
    return await orders(context, caller, Orders(table=arguments.table, remove=arguments.number))


async def always(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """*Always like this*: what to answer whenever this is asked, chosen from what is offered now."""
    look = await _look(context, caller, arguments)
    pending = main_ask(look)
    if pending is None or not can_stand(pending):
        raise Refusal("menu.refusal.not_your_turn")
    speaker = context.composer.speaker(look.table, caller.language)
    lines = [speaker.say(pending.ask.prompt), context.say(caller, "always_ask"), context.say(caller, "orders_only_you")]
    rows: list[Row] = [_preferences(context, caller, look, pending)]
    if _given(context, look):
        rows.append((context.composer.button(caller.language, "instructions", "orders", look.table.code),))
    return Reply(Post("\n".join(lines), tuple(rows)))


async def prefer(context: Context, caller: Caller, arguments: Preferred) -> Reply:
    """Entries of *Always like this* were chosen, in their order of preference."""
    look = await context.service.queries.look(arguments.table, caller.ref)
    pending = main_ask(look)
    if look.seat is None or pending is None or not can_stand(pending):
        raise Refusal("menu.refusal.not_your_turn")
    choices = choices_of(pending)
    chosen = [choices[number] for number in arguments.numbers if number < len(choices)]
    if not chosen:
        raise Refusal("chat.refusal.unknown_button")
    return await _keep(context, caller, look, [_preferring(pending, [key for key, _ in chosen])])


async def limit(context: Context, caller: Caller, arguments: Written) -> Reply:
    """A line was written into the dialogue of *Bid up to*."""
    look = await context.service.queries.look(arguments.table, caller.ref)
    pending = main_ask(look)
    if look.seat is None or pending is None:
        raise Refusal("menu.refusal.not_your_turn")
    return await _keep(context, caller, look, await _read(context, caller, look, arguments.text, may_name=False))


async def _look(context: Context, caller: Caller, arguments: AtTable) -> PlayerView:
    table = await context.table(caller, arguments, is_running)
    look = await context.service.queries.look(table.code, caller.ref)
    if look.seat is None:
        raise Refusal("table.refusal.not_in")
    return look


def _given(context: Context, look: PlayerView) -> list[Order]:
    """The orders of this seat that still hold."""
    assert look.seat is not None
    now = context.service.work.clock()
    return [order for order in look.table.seats[look.seat].orders if not order.is_over(now)]


def _info(context: Context, look: PlayerView) -> GameInfo:
    return context.service.work.engines[look.table.game].info


# --- from words ---


async def _read(context: Context, caller: Caller, look: PlayerView, line: str, may_name: bool = True) -> list[Order]:
    """What a line orders: limits by name, passing, or an answer to the present question; each with its end."""
    info, speaker = _info(context, look), context.composer.speaker(look.table, caller.language)
    zone = (await context.person(caller)).zone_info
    rest, ending = read_ending(line, info, speaker, zone, context.service.work.clock())
    pending = main_ask(look)
    found: Sequence[Order] = ahead(info, rest, speaker) if may_name else []
    if not found:
        found = [_order(context, caller, look, pending, rest, ending)]
    return [order.model_copy(update=ending.fields()) for order in found]


def _order(
    context: Context, caller: Caller, look: PlayerView, pending: Pending | None, line: str, ending: Ending
) -> Order:
    words = set(fold(line).replace(",", " ").split())
    passing = {fold(word) for word in understood().passing}
    if words & passing and words <= passing | {fold(word) for word in understood().order_fillers}:
        if ending:
            return Pass(step="", passing=True)
        if pending is not None:
            return Pass(step=pending.step, facts=lasting(pending), asked=pending.ask.prompt, passing=True)
    if pending is None:
        raise Refusal("menu.refusal.not_your_turn")
    if isinstance(pending.ask, Amount):
        numbers = re.findall(r"\d[\d.,]*", bare_numbers(line))
        if not numbers:
            raise Refusal("kit.refusal.want_number")
        most = int(re.sub(r"\D", "", numbers[-1]))
        stop = next((each.stop for each in _info(context, look).ahead if each.step == pending.step), "")
        return Limit(step=pending.step, facts=lasting(pending), asked=pending.ask.prompt, limit=most, stop=stop)
    if can_stand(pending):
        speaker = context.composer.speaker(look.table, caller.language)
        labels = {key: " ".join(spellings(speaker.label(label))).split() for key, label in choices_of(pending)}
        keys = [key for word in fold(line).replace(",", " ").split() for key, said in labels.items() if word in said]
        if keys:
            return _preferring(pending, list(dict.fromkeys(keys)))
    raise Refusal("menu.refusal.not_understood", word=line)


def _preferring(pending: Pending, keys: Sequence[str]) -> Prefer:
    labels = dict(choices_of(pending))
    return Prefer(
        step=pending.step, keys=tuple(keys), labels=tuple([labels[key] for key in keys]), asked=pending.ask.prompt
    )


async def _keep(context: Context, caller: Caller, look: PlayerView, new: Sequence[Order]) -> Reply:
    """Each takes the place of an earlier one for the same thing; what was understood is said back."""
    bound = [(order.step, order.facts) for order in new]
    kept = [order for order in _given(context, look) if (order.step, order.facts) not in bound]
    done = await context.service.moves.order(caller.request, look.table.code, caller.ref, [*kept, *new])
    assert look.seat is not None
    noted = done.table.seats[look.seat].orders[len(kept) :]
    lines = [context.say(caller, "order_noted"), *[await _said(context, caller, look, order) for order in noted]]
    seen = (context.composer.button(caller.language, "instructions", "orders", look.table.code),)
    return Reply(Post("\n".join([*lines, context.say(caller, "orders_only_you")]), (seen,)), instead=True)


# --- in words ---


async def _listed(context: Context, caller: Caller, look: PlayerView, given: Sequence[Order]) -> Post:
    lines = [f"{number} {await _said(context, caller, look, order)}" for number, order in enumerate(given, 1)]
    removing = [
        Button(command_id("unorder", look.table.code, str(number)), context.say(caller, "button.remove", n=number))
        for number in range(1, min(len(given), MOST_REMOVED) + 1)
    ]
    rows: list[Row] = [tuple(removing)] if removing else []
    pending = main_ask(look)
    can_order = True
    if pending is not None and isinstance(pending.ask, Amount):
        dialogue = str(ControlId.command("limit", look.table.code).dialogue())
        rows.append((Button(dialogue, context.say(caller, "button.limit"), Style.SUGGESTED),))
    elif pending is not None and can_stand(pending):
        rows.append(_preferences(context, caller, look, pending))
    else:
        can_order = False
    if not lines:
        lines = [context.say(caller, "order_ask" if can_order else "no_orders")]
    return Post(
        "\n".join([*lines, context.say(caller, "order_hint"), context.say(caller, "orders_only_you")]), tuple(rows)
    )


def _preferences(context: Context, caller: Caller, look: PlayerView, pending: Pending) -> Listed:
    speaker, code = context.composer.speaker(look.table, caller.language), look.table.code
    entries = [
        Entry(command_id("prefer", code, str(number)), speaker.label(label)[:100])
        for number, (_, label) in enumerate(choices_of(pending)[:25])
    ]
    hint = context.say(caller, "button.always")
    return Listed(str(ControlId.list(code, "prefer")), hint, tuple(entries), 1, min(len(entries), 5))


async def _said(context: Context, caller: Caller, look: PlayerView, order: Order) -> str:
    """An order in words, with how long it holds."""
    speaker, info = context.composer.speaker(look.table, caller.language), _info(context, look)
    step = context.composer.step_name(look.table.game, order.step, caller.language)
    if order.asked is not None:
        step = speaker.say(order.asked).rstrip(".:? ")
    match order:
        case Limit(limit=most):
            named = [str(value) for value in order.facts.values() if isinstance(value, str) and "/" in value]
            step = speaker.fact(named[0]) if named else step
            opens = order.naming and not order.passes
            what = context.say(caller, "order_limit_open" if opens else "order_limit", step=step, limit=most)
        case Prefer(keys=keys, labels=labels):
            words = [speaker.label(label) for label in labels] or list(keys)
            what = context.say(caller, "order_prefer", step=step, keys=", ".join(words))
        case Pass():
            what = context.say(caller, "order_pass", step=step) if order.step else context.say(caller, "order_pass_all")
        case _:
            what = context.say(caller, "order_suggested", step=step)
    stop = None if order.early else stop_of(info, order.stop, order.stop_step)
    stopped = said(stop, speaker) if stop else ""
    time = ""
    if order.until is not None:
        zone = (await context.person(caller)).zone_info
        time = absolute(order.until, caller.language, zone)
    return context.say(caller, "order_line", what=what, early=order.early, stop=stopped, time=time)
