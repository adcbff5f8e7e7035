"""Plans for the next turn: keep one in words or from the board, see it, withdraw it, do it all the same."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.choices.control_id import ControlId
from bot.choices.plan import Planned, Planner
from bot.commands.arguments import AtTable, PlanLine, Written
from bot.commands.context import Caller, Context, Reply, is_running
from bot.commands.move_commands import answered, panel, stale
from bot.language.dates import absolute
from bot.language.labels import describe
from bot.language.normalise import fold
from bot.language.speaker import Speaker
from bot.lines.move_parser import MoveParser
from bot.lines.plan_parser import Ways, first_way, read_turns
from bot.lines.plan_words import read_chain
from bot.messages.post import Button, Post, Row
from bot.table.change import Loaded
from bot.table.kept_plan import KeptPlan, Ready, Turn, joined, turn_step
from config.languages import understood
from engines.kit import Pending, Pick, Value
from engines.kit.errors import Closed, Refusal
from engines.kit.places import named


async def plan(context: Context, caller: Caller, arguments: PlanLine) -> Reply:
    """My plan for the next turn; with a line a new one, with *off* none."""
    loaded, seat = await _at(context, caller, arguments)
    if not arguments.text:
        return Reply(await _listed(context, caller, loaded, seat))
    if arguments.text.strip().casefold() in {fold(word) for word in understood().off}:
        return await withdraw(context, caller, AtTable(table=loaded.table.code))
    try:
        return await _keep(context, caller, loaded, seat, arguments.text)
    except Refusal as refusal:  # why a move is not possible is told in the words of its game
        told = context.composer.refused(caller.language, refusal, loaded.table)
        return Reply(Post(told), refused=True, problem=refusal)


async def written(context: Context, caller: Caller, arguments: Written) -> Reply:
    """A line was written into the dialogue of *Plan my turn*."""
    return await plan(context, caller, PlanLine(table=arguments.table, text=arguments.text))


async def withdraw(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """No plan any more."""
    loaded, seat = await _at(context, caller, arguments)
    if loaded.table.seats[seat].plan is None:
        return context.text(caller, "plan_none")
    await context.service.plans.keep(caller.request, loaded.table.code, caller.ref, None)
    said = context.say(caller, "plan_withdrawn")
    if not context.has_panels or arguments.tapped:
        return await panel(context, caller, loaded.table.code, said, tapped=True)
    return Reply(Post(said), instead=True)


async def do_it(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """The plan is played now, whatever it costs, over what comes to light: its owner has read that and tapped."""
    while True:
        loaded, seat = await _at(context, caller, arguments)
        kept = loaded.table.seats[seat].plan
        if kept is None:
            return await stale(context, caller, await context.service.queries.look(loaded.table.code, caller.ref))
        free = kept.model_copy(update={"most": None, "trouble": None, "at_cost": None})
        way, found = await asyncio.to_thread(first_way, loaded.engine, loaded.running(), seat, free, loaded.table.names)
        if not isinstance(found, Ready):
            said = context.composer.speaker(loaded.table, caller.language).say(found)
            return await panel(context, caller, loaded.table.code, said, tapped=True)
        if not found.rest:
            return await answered(context, caller, loaded.table, found.given, True)
        left = way.after(found.rest, found.spent)
        request = f"{caller.request}:{loaded.version}"
        await context.service.plans.play(request, loaded.table.code, loaded.version, seat, found.given, left)


async def from_board(context: Context, caller: Caller, code: str, text: str, finish: bool) -> Reply:
    """A plan put together on the present board, as if it were one's turn, is kept in words."""
    loaded, seat = await _at(context, caller, AtTable(table=code))
    imagined = imagine(loaded, seat)
    speaker = context.composer.speaker(loaded.table, caller.language)
    line = await asyncio.to_thread(_line_of, loaded, imagined, seat, text, finish, speaker)
    return await _keep(context, caller, loaded, seat, line)


async def _at(context: Context, caller: Caller, arguments: AtTable) -> tuple[Loaded, int]:
    table = await context.table(caller, arguments, is_running)
    loaded = await context.service.work.load(table.code)
    seat = loaded.table.seat_of(caller.ref)
    if seat is None:
        raise Refusal("table.refusal.not_in")
    return loaded, seat


def imagine(loaded: Loaded, seat: int) -> Any:
    """The present board as if it were this seat's turn; refused where it is, or where that cannot be."""
    state, info = loaded.running(), loaded.engine.info
    asked = {each.step for each in loaded.engine.pending(state) if each.seat == seat and each.owed}
    imagined = loaded.engine.as_if(state, seat)
    if imagined is None:
        raise Refusal("chat.refusal.no_plans")
    home = next(each.step for each in loaded.engine.pending(imagined) if each.owed)
    if asked & {turn_step(info), home}:
        raise Refusal("chat.refusal.plan_turn")
    return imagined


async def _keep(context: Context, caller: Caller, loaded: Loaded, seat: int, line: str) -> Reply:
    """Read on the imagined board; said back with what it costs."""
    imagined = imagine(loaded, seat)
    engine, speaker = loaded.engine, context.composer.speaker(loaded.table, caller.language)
    zone, now = (await context.person(caller)).zone_info, context.service.work.clock()
    said = read_chain(line, engine, speaker, seat, engine.purse(imagined, seat), zone, now)
    read = await asyncio.to_thread(read_turns, engine, imagined, seat, said, speaker)
    turns = tuple(
        [Turn(ways=tuple([way for way, _ in ways]), said=words) for ways, words in zip(read, said.said, strict=True)]
    )
    kept = KeptPlan(
        **turns[0].ways[0].model_dump(),
        whole=joined(turns),
        language=caller.language,
        home=next(each.step for each in engine.pending(imagined) if each.owed),
        made=loaded.version,
        ways=turns[0].ways[1:],
        later=turns[1:],
        until=said.until,
        unless=said.unless,
    )
    await context.service.plans.keep(caller.request, loaded.table.code, caller.ref, kept)
    first, whole = context.say(caller, "plan_noted"), await told(context, caller, kept)
    bounded = [way.most is not None or (way.cost and not reading.rest) for ways in read for way, reading in ways]
    rule = context.say(caller, "plan_rule" if all(bounded) else "plan_rule_free")
    if not context.has_panels:
        return await panel(context, caller, loaded.table.code, f"{first} {whole}. {rule}", tapped=True)
    reads = [_reads(context, caller, ways, number, speaker) for number, ways in enumerate(read)]
    text = "\n".join([first, whole, *reads, rule, context.say(caller, "orders_only_you")])
    return Reply(Post(text, (_buttons(context, caller, loaded, kept),)), instead=True)


def _reads(context: Context, caller: Caller, ways: Ways, number: int, speaker: Speaker) -> str:
    """What was understood of a turn, what each way costs, and what can only be read later."""
    told = []
    for place, (way, reading) in enumerate(ways):
        key = "plan_reads_else" if place else "plan_reads_next" if number else "plan_reads"
        parts = ", ".join([describe(part.pending, part.value, speaker) for part in reading.parts])
        told.append(context.say(caller, key, parts=parts, cost=speaker.fact(dict(way.cost)), rest=reading.rest))
    return " ".join(told)


async def _listed(context: Context, caller: Caller, loaded: Loaded, seat: int) -> Post:
    kept = loaded.table.seats[seat].plan
    hint, only = context.say(caller, "plan_hint"), context.say(caller, "orders_only_you")
    if kept is None:
        try:
            imagine(loaded, seat)
        except Refusal as refusal:
            return Post(context.composer.refused(caller.language, refusal, loaded.table))
        rows: tuple[Row, ...] = ((plan_button(context, caller, loaded.table.code),),)
        usual = await usually(loaded, seat, context.composer.speaker(loaded.table, caller.language))
        first = context.say(caller, "plan_first", lines=" · ".join(usual)) if usual else ""
        return Post("\n".join([part for part in (context.say(caller, "plan_none"), first, hint, only) if part]), rows)
    lines = [await told(context, caller, kept)]
    if kept.trouble is not None:
        lines.append(context.composer.speaker(loaded.table, caller.language).say(kept.trouble))
    return Post("\n".join([*lines, only]), (_buttons(context, caller, loaded, kept),))


async def usually(loaded: Loaded, seat: int, speaker: Speaker, typed: str = "", most: int = 8) -> list[str]:
    """How a plan may begin, or go on from what is typed: read on the present board as if it were one's turn."""
    reader = MoveParser(loaded.engine, imagine(loaded, seat), seat, speaker)
    return [found.line for found in await asyncio.to_thread(reader.complete, typed, most)]


def plan_button(context: Context, caller: Caller, code: str) -> Button:
    return Button(str(ControlId.command("planline", code).dialogue()), context.say(caller, "button.plan"))


def _buttons(context: Context, caller: Caller, loaded: Loaded, kept: KeptPlan) -> tuple[Button, ...]:
    code = loaded.table.code
    away = context.composer.button(caller.language, "plan_off", "planoff", code)
    if kept.at_cost is not None:
        return (context.composer.button(caller.language, "plan_do", "plando", code), away)
    return (away, plan_button(context, caller, code))


async def told(context: Context, caller: Caller, kept: KeptPlan) -> str:
    """A plan in words, with its conditions."""
    time = ""
    if kept.until is not None:
        time = absolute(kept.until, caller.language, (await context.person(caller)).zone_info)
    return context.say(caller, "plan_line", **kept.facts(), time=time)


# --- from the board ---


def _line_of(loaded: Loaded, imagined: Any, seat: int, text: str, finish: bool, speaker: Speaker) -> str:
    """A tapped plan as the line that is read the same: by names alone where these are enough."""
    planner = Planner(loaded.engine, imagined, seat, loaded.engine.submit)
    planned: Planned | None = planner.run(text)
    if planned is not None and finish and not planned.is_whole:
        planned = planner.finished(planned)
    if planned is None or not planned.is_whole:
        raise Closed("kit.refusal.closed")
    chosen = [describe(step.pending, step.value, speaker) for step in planned.chosen]
    said = [spoken(step.pending, step.value, speaker) for step in planned.steps]
    whole = [" ".join(words) for words in zip(*said, strict=True)]
    for line in (*whole[:-1], " ".join(chosen), whole[-1]):
        try:
            reading = MoveParser(loaded.engine, imagined, seat, speaker).read(line)
        except Refusal:
            continue
        if [(answer.ask_id, answer.value) for answer in reading.answers] == planned.given:
            return line
    raise Refusal("chat.refusal.plan_words")


def spoken(pending: Pending, value: Value, speaker: Speaker) -> tuple[str, ...]:
    """How an answer may be put, what will be true for longest first: what stands behind a colon (a price, how many are
    left) may change until the turn comes."""
    named, whole = short(pending, value, speaker), describe(pending, value, speaker)
    return named.partition(":")[0], whole.partition(":")[0], named, whole


def short(pending: Pending, value: Value, speaker: Speaker) -> str:
    """An answer by what it names, without prices and places that may change until the turn comes."""
    ask = pending.ask
    if isinstance(ask, Pick) and isinstance(value, list) and len(value) == 1:
        option = next(each for each in ask.options if each.key == value[0])
        names = [speaker.noun(each) for each in named(option.label)]
        if names:
            return " ".join(names)
    return describe(pending, value, speaker)
