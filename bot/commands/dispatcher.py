"""The table of commands: what each command, and each button that stands for one, does, and what it may be told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.commands import arguments as told
from bot.commands import (
    club_commands,
    coach_commands,
    history_commands,
    learn_commands,
    lobby_commands,
    moderation_commands,
    move_commands,
    order_commands,
    personal_commands,
    plan_commands,
    reminder_commands,
    stats_commands,
    story_commands,
    teach_commands,
    view_commands,
    vote_commands,
    why_commands,
)
from bot.commands.arguments import Arguments, AtTable
from bot.commands.context import Caller, Context, Reply

A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True, slots=True)
class Verb(Generic[A]):
    """A handler, and the model of its arguments."""

    run: Callable[[Context, Caller, A], Awaitable[Reply]]
    arguments: type[A]


VERBS: dict[str, Verb[Any]] = {
    "new": Verb(lobby_commands.new, told.New),
    "alone": Verb(lobby_commands.alone, told.Alone),
    "join": Verb(lobby_commands.join, AtTable),
    "leave": Verb(lobby_commands.leave, AtTable),
    "word": Verb(lobby_commands.word, told.Word),
    "computer": Verb(lobby_commands.computer, AtTable),
    "options": Verb(lobby_commands.options, told.Options),
    "set": Verb(lobby_commands.set_option, told.SetOption),
    "configure": Verb(lobby_commands.configure, told.Configure),
    "start": Verb(lobby_commands.start, AtTable),
    "cancel": Verb(lobby_commands.cancel, AtTable),
    "calloff": Verb(moderation_commands.call_off, AtTable),
    "rematch": Verb(lobby_commands.rematch, AtTable),
    "table language": Verb(lobby_commands.table_language, told.InLanguage),
    "table here": Verb(lobby_commands.here, AtTable),
    "table entry": Verb(lobby_commands.entry, told.Entrance),
    "table pace": Verb(moderation_commands.pace, told.ToPace),
    "table pause": Verb(moderation_commands.pause, AtTable),
    "table resume": Verb(moderation_commands.resume, AtTable),
    "table clock": Verb(moderation_commands.clock, told.More),
    "table absence": Verb(moderation_commands.absence, told.Rule),
    "table hints": Verb(coach_commands.hints, told.Hints),
    "table kick": Verb(moderation_commands.kick, told.OfSeat),
    "replace": Verb(moderation_commands.replace, told.Replaced),
    "invite": Verb(lobby_commands.invite, told.Guests),
    "decline": Verb(lobby_commands.decline, AtTable),
    "comeback": Verb(moderation_commands.come_back, AtTable),
    "remind": Verb(reminder_commands.remind, told.Remind),
    "snooze": Verb(reminder_commands.snooze, Arguments),
    "away": Verb(reminder_commands.away, told.Away),
    "stats": Verb(stats_commands.stats, told.Stats),
    "season": Verb(club_commands.season, told.InSeason),
    "league": Verb(club_commands.league, told.InLeague),
    "lfg": Verb(club_commands.lfg, told.Lfg),
    "gather": Verb(club_commands.gather, told.Lfg),
    "records": Verb(club_commands.records, told.OfGame),
    "move": Verb(move_commands.move, told.Move),
    "type": Verb(move_commands.typed, told.Written),
    "undo": Verb(move_commands.undo, AtTable),
    "back": Verb(move_commands.ask_back, AtTable),
    "agree": Verb(vote_commands.agree, told.Voted),
    "refuse": Verb(vote_commands.refuse, told.Voted),
    "why": Verb(why_commands.why, told.Why),
    "whyline": Verb(why_commands.asked, told.Written),
    "hint": Verb(coach_commands.hint, AtTable),
    "next": Verb(view_commands.next_game, Arguments),
    "board": Verb(view_commands.board, told.Board),
    "hand": Verb(view_commands.hand, AtTable),
    "log": Verb(view_commands.log, told.Log),
    "history": Verb(history_commands.history, told.History),
    "film": Verb(history_commands.film, told.Film),
    "story": Verb(story_commands.story, AtTable),
    "practice": Verb(story_commands.practice, told.Practise),
    "games": Verb(view_commands.games, Arguments),
    "rules": Verb(learn_commands.rules, told.Rules),
    "what": Verb(learn_commands.what, told.What),
    "help": Verb(view_commands.help_, told.Help),
    "table": Verb(view_commands.about_table, told.Settings),
    "more": Verb(view_commands.more, AtTable),
    "verify": Verb(view_commands.verify, AtTable),
    "export": Verb(view_commands.export, AtTable),
    "language": Verb(personal_commands.language, told.Language),
    "open": Verb(personal_commands.open_page, AtTable),
    "teach": Verb(teach_commands.teach, told.Teach),
    "learn": Verb(teach_commands.learn, told.Alone),
    "understood": Verb(teach_commands.understood, AtTable),
    "goon": Verb(teach_commands.go_on, told.GoOn),
    "privacy": Verb(personal_commands.privacy, told.Privacy),
    "forget": Verb(personal_commands.forget, Arguments),
    "resign": Verb(personal_commands.resign, AtTable),
    "gone": Verb(personal_commands.gone, AtTable),
    "orders": Verb(order_commands.orders, told.Orders),
    "unorder": Verb(order_commands.unorder, told.Unorder),
    "always": Verb(order_commands.always, AtTable),
    "prefer": Verb(order_commands.prefer, told.Preferred),
    "limit": Verb(order_commands.limit, told.Written),
    "plan": Verb(plan_commands.plan, told.PlanLine),
    "planline": Verb(plan_commands.written, told.Written),
    "planoff": Verb(plan_commands.withdraw, AtTable),
    "plando": Verb(plan_commands.do_it, AtTable),
}
"""By name. Those that only a button or a form stands for are no commands that can be typed."""
