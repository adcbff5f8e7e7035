"""Scenes for `signoria screens`: a table of two on each chat, from the lobby to the end, with every message on the way.

People act by the clients of the tests; what each of them then sees is drawn by `client_imitation`.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.choices import partial_choice
from bot.cli import client_imitation as client
from bot.cli.checkout import from_tests
from bot.language.speaker import catalogue
from bot.lines.command_spec import name_of
from bot.messages.picture_request import speaker_of
from bot.store import Store
from engines import ENGINES
from engines.kit import Dice, Pick

Screens = dict[str, str]
MOST_ANSWERS = 3000
HALF_A_DAY, NEARLY_ALL = 37 * 3600.0, 29 * 3600.0
"""After so long half of the time of a move at the usual pace is gone; then nine tenths of it."""
PATIENCE = 300.0
"""Seconds until a whole game that was played at once stands in its room, on a busy machine too."""
LOOKS = ("hand", "board", "log", "table", "what", "history", "games", "remind", "help", "rules")
"""Commands that show something, each as it is answered in the middle of a game."""


def _tests(module: str) -> Any:
    return from_tests(f"bot.platforms.{module}", "screens")


def _seats(game: str) -> int:
    """One more than play, where the game has so many: somebody can be invited."""
    return min(3, ENGINES[game].info.seats[1])


async def _played_out(stage: Any, code: str) -> None:
    """The rest of the game, answered at once without anybody's hands."""
    chance = Dice("people")
    for number in range(MOST_ANSWERS):
        loaded = await stage.loaded(code)
        if loaded.table.is_over:
            return
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
        user = loaded.table.seats[pending.seat].user
        await stage.service.moves.answer(f"screens {number}", code, user, [(pending.ask_id, value)])


async def _is_over(stage: Any, code: str) -> bool:
    return bool((await stage.loaded(code)).table.is_over)


async def _asked(stage: Any, code: str, chance: Dice) -> tuple[Any, Any, Any, Any]:
    """How the table stands: its version, who is asked what, and what a script would answer."""
    loaded = await stage.loaded(code)
    pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
    value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
    return loaded, pending, value, stage.user_of(loaded, pending.seat)


async def _grave(stage: Any, code: str, pending: Any, user: str) -> str:
    """The draft of an answer that asks first, for who wants to be asked; empty: none does."""
    ask, queries = pending.ask, stage.service.queries
    if not isinstance(ask, Pick) or (ask.least, ask.most) != (1, 1):
        return ""
    look = await queries.look(code, user)
    for option in ask.options:
        if await queries.asks_first(look, pending, [option.key], is_wary=True) is not None:
            return str(partial_choice.write(ask, [option.key]))
    return ""


def _wish(loaded: Any, pending: Any, language: str) -> str:
    """Something that the present question does not offer, as a line; else something that there never is."""
    withheld = loaded.engine.steps[pending.step].withheld(loaded.state, pending.seat)
    speaker = speaker_of(loaded.table, language)
    return next((speaker.label(option.label) for option, _ in withheld), "build the moon")


# --- Discord ---


async def discord(store: Store, folder: Path, game: str, moves: int, language: str, names: tuple[str, str]) -> Screens:
    module, hand, games = _tests("discord.stage"), _tests("discord.hand"), _tests("discord.test_games")
    people = (*names, "Onno")
    locales = dict.fromkeys(people, language)
    async with module.stage(store, folder, *people, locales=locales, is_frugal=False) as stage:
        lena, piet, onno = stage.users
        act = await lena.slash(stage.room, "new", game=game, seats=_seats(game))
        found = {"opened": _discord(act.reply)}
        code = act.reply.text.split("#")[1][:6]
        lobby = await stage.shown(lambda: stage.board(code))
        opened = await lena.press_verb(lobby, "options", settle=False)
        found["options"] = client.modal(opened.modal)
        told = await lena.fill(opened, guests=[str(onno.person.id)])
        found["options-kept"] = _discord(told.reply)
        asked = await stage.shown(lambda: next((m for m in onno.dms() if "c:join:" in str(m.parts())), None))
        found["invitation"] = _discord(asked)
        refused = await piet.press_verb(lobby, "start")
        found["refusal-lobby"] = _discord(refused.reply)
        await piet.press_verb(lobby, "join")
        await stage.at_rest()
        found["lobby"] = _discord(lobby)
        await lena.press_verb(lobby, "start")
        await stage.begun(code)
        for user in (lena, piet):
            await user.slash(stage.room, "remind", confirm=True)
        found |= await _discord_panels(stage, code, moves, hand, games)
        if not await _is_over(stage, code):
            found |= await _discord_beside(stage, code, games, language)
        await _played_out(stage, code)
        await stage.shown(lambda: (board := stage.board(code)) and "c:rematch:" in str(board.parts()), PATIENCE)
        found["end"] = _discord(stage.board(code))
        own = await stage.shown(lambda: next((m for m in lena.dms() if "c:rematch:" in str(m.parts())), None), PATIENCE)
        found["end-private"] = _discord(own)
        found |= await _discord_lesson(stage, game, lena)
        return {f"discord-{name}": body for name, body in found.items()}


async def _discord_panels(stage: Any, code: str, moves: int, hand: Any, games: Any) -> Screens:
    """Each question once, as a panel and as the form that a button opens; the receipt after the last answer."""
    found, chance, steps = Screens(), Dice("people"), set[str]()
    for _ in range(moves):
        if await _is_over(stage, code):
            return found
        _, pending, value, user = await _asked(stage, code, chance)
        panel = await stage.shown(lambda asked=pending, of=user: games.standing_panel(of, asked))
        if pending.step not in steps:
            steps.add(pending.step)
            found[f"ask-{pending.step}"] = _discord(panel)
            form = [each for each in hand.controls(panel) if each.id.startswith("m:a:") and pending.ask_id in each.id]
            for control in form[:1]:
                opened = await user.press_id(panel, control.id, settle=False)
                found[f"form-{pending.step}"] = client.modal(opened.modal)
        if f"sure-{pending.step}" not in found:
            draft = await _grave(stage, code, pending, f"discord:{user.person.id}")
            wanted = f"a:{code}:{pending.ask_id}:{draft}"
            for control in [each for each in hand.controls(panel) if draft and each.id == wanted][:1]:
                await hand.use(user, panel, control)
                found[f"sure-{pending.step}"] = _discord(panel)
                await user.press_id(panel, f"a:{code}:{pending.ask_id}:")
        await hand.answer(user, panel, pending, value)
    await stage.at_rest()
    _, pending, _, asked = await _asked(stage, code, chance)
    moved = next(each for each in stage.users[:2] if each is not asked)
    found["receipt"] = _discord(moved.dms()[-1])
    found["board"] = _discord(stage.board(code))
    return found


async def _discord_beside(stage: Any, code: str, games: Any, language: str) -> Screens:
    """Looks, refusals, a vote, a reminder."""
    loaded, pending, _, user = await _asked(stage, code, Dice("people"))
    other = next(each for each in stage.users[:2] if each is not user)
    panel, found = await stage.shown(lambda: games.standing_panel(user, pending)), Screens()
    more = (await user.press_verb(panel, "more")).reply
    found["more"] = _discord(more)
    found["more-room"] = _discord((await user.press_verb(stage.board(code), "more")).reply)
    for verb in LOOKS:
        known = next(each for each in stage.world.commands if each["name"] == verb) if verb != "table" else None
        given = {"table": code} if known and any(each["name"] == "table" for each in known.get("options") or []) else {}
        act = await user.slash(stage.room, verb, **given) if known else await user.press_verb(more, verb)
        found[f"look-{verb}"] = _discord(act.reply)
    host = stage.users[0]
    tools = (await host.press_verb((await host.press_verb(stage.board(code), "more")).reply, "table")).reply
    found["table-host"] = _discord(tools)
    found["table-pace"] = _discord((await host.press_id(tools, f"c:table:{code}:pace")).reply)
    found["why"] = _discord(
        (await user.slash(stage.room, "why", move=_wish(loaded, pending, language), table=code)).reply
    )
    act = await user.slash(stage.room, "move", text="build the moon", table=code)
    found["refusal"] = _discord(act.reply)
    act = await other.press_id(other.dms()[-1], f"a:{code}:{pending.ask_id}:=o0")
    found["stale"] = _discord(act.reply)
    await stage.service.moderation.propose("a pace", code, f"discord:{other.person.id}", "pace", value="blitz")
    vote = await stage.shown(lambda: next((m for m in user.dms() if "c:agree:" in str(m.parts())), None))
    found["vote"] = _discord(vote)
    await user.press_verb(vote, "refuse")
    await stage.at_rest()
    found["vote-over"] = _discord(vote)
    for name, seconds in (("reminder", HALF_A_DAY), ("reminder-last", NEARLY_ALL)):
        await stage.later(seconds)
        stage.world.skew += seconds
        with suppress(TimeoutError):  # a leap may count as an outage, in which no clock ran
            newer = await stage.shown(
                lambda old=panel: (new := games.standing_panel(user, pending)) is not old and new, seconds=10
            )
            panel = newer
            found[name] = _discord(newer)
    return found


async def _discord_lesson(stage: Any, game: str, user: Any) -> Screens:
    known = len(user.dms())
    await user.slash(stage.room, "new", game=game, teach=True)
    lesson = await stage.shown(lambda: next((m for m in user.dms()[known:] if m.attachments), None))
    await stage.at_rest()
    return {"lesson": _discord(lesson)}


def _discord(message: Any) -> str:
    pictures = {each["filename"]: message.files[each["id"]] for each in message.attachments}
    return client.discord(message.content, message.components, pictures)


# --- Telegram ---


async def telegram(store: Store, folder: Path, game: str, moves: int, language: str, names: tuple[str, str]) -> Screens:
    module, games, taps = _tests("telegram.stage"), _tests("telegram.test_games"), _tests("telegram.taps")
    async with module.stage(store, folder, *names, "Onno", is_frugal=False) as stage:
        for user in stage.users:
            user.human.language = language
        lena, piet, _ = stage.users
        code, lobby = await stage.open_lobby(game, lena, piet, seats=_seats(game))
        found = {"lobby": _telegram(stage.room.messages[lobby.id])}
        options = next(each for each in taps.ids(lobby) if each.startswith("c:options:"))
        before = lena.latest()
        await lena.press(lobby, options)
        shown = await lena.until(lambda: (new := lena.latest()) is not before and new)
        found["options"] = _telegram(shown)
        toast = await piet.press(lobby, next(each for each in taps.ids(lobby) if each.startswith("c:start:")))
        found["refusal-lobby"] = client.toast(toast.get("text", ""))
        await lena.press(lobby, next(each for each in taps.ids(lobby) if each.startswith("c:start:")))
        await lena.until(lambda: stage._is_on(code))
        for user in (lena, piet):
            await _answered(user, user.write("/remind confirm=yes"))
        found |= await _telegram_panels(stage, code, moves, games, taps)
        if not await _is_over(stage, code):
            found |= await _telegram_beside(stage, code, games, language)
        await _played_out(stage, code)
        await stage.until_shown(code)
        await lena.until(lambda: (board := stage.board(code)) and "c:rematch:" in str(board.markup))
        found["end"] = _telegram(stage.board(code))
        found["end-private"] = _telegram(await lena.until(lambda: _newest(lena, "c:rematch:")))
        return {f"telegram-{name}": body for name, body in found.items()}


async def _telegram_panels(stage: Any, code: str, moves: int, games: Any, taps: Any) -> Screens:
    found, chance, steps = Screens(), Dice("people"), set[str]()
    for _ in range(moves):
        if await _is_over(stage, code):
            return found
        loaded, pending, value, user = await _asked(stage, code, chance)
        panel = await games.panel_of(stage, user, code, pending)
        if pending.step not in steps:
            steps.add(pending.step)
            found[f"ask-{pending.step}"] = _telegram(panel)
        wanted = f"a:{code}:{pending.ask_id}:{await _grave(stage, code, pending, f'telegram:{user.human.id}')}"
        if f"sure-{pending.step}" not in found and wanted in taps.ids(panel):
            found[f"sure-{pending.step}"] = _telegram(await _pressed(user, panel, wanted))
            panel = await _pressed(user, panel, f"a:{code}:{pending.ask_id}:")
        await taps.answer(user, panel, pending, value)
        await stage.until_version(code, loaded.version)
    await stage.until_shown(code)
    _, _, _, asked = await _asked(stage, code, chance)
    moved = next(each for each in stage.users[:2] if each is not asked)
    found["receipt"] = _telegram(_newest(moved, f"c:hand:{code}"))
    found["board"] = _telegram(stage.board(code))
    return found


async def _pressed(user: Any, message: Any, data: str) -> Any:
    """The message once a tap on it has changed it."""
    edits = message.edits
    await user.press(message, data)
    return await user.until(lambda: (now := user.private.messages[message.id]).edits > edits and now)


async def _telegram_beside(stage: Any, code: str, games: Any, language: str) -> Screens:
    loaded, pending, _, user = await _asked(stage, code, Dice("people"))
    other = next(each for each in stage.users[:2] if each is not user)
    panel, found = await games.panel_of(stage, user, code, pending), Screens()
    lines = {f"look-{verb}": f"/{name_of(verb, language)}" for verb in LOOKS}
    lines |= {"why": f"/{name_of('why', language)} {_wish(loaded, pending, language)}", "refusal": "build the moon"}
    for name, line in lines.items():
        found[name] = _telegram(await _answered(user, user.write(line)))
    found["more"] = _telegram(await _answered(user, user.press(panel, f"c:more:{code}:")))
    await stage.service.moderation.propose("a pace", code, f"telegram:{other.human.id}", "pace", value="blitz")
    vote = await user.until(lambda: next((m for m in user.private.visible() if "c:agree:" in str(m.markup)), None))
    found["vote"] = _telegram(vote)
    no = catalogue(language)["chat.button.refuse"]
    await user.tap(vote, no)
    await user.until(lambda: not user.private.messages[vote.id].markup)
    found["vote-over"] = _telegram(user.private.messages[vote.id])
    return found


def _newest(user: Any, control: str) -> Any:
    """The newest private message with such a button."""
    return next((each for each in reversed(user.private.visible()) if control in str(each.markup)), None)


async def _answered(user: Any, deed: Any) -> Any:
    """The new message that comes of something done."""
    before = user.latest()
    await deed
    return await user.until(lambda: (new := user.latest()) is not before and new)


def _telegram(message: Any) -> str:
    rows = (message.markup or {}).get("inline_keyboard", [])
    return client.telegram(message.text, message.photo, rows)
