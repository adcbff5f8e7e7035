"""A third chat platform, in memory: every turn that the life of a message can take, told by a toy game's notices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.choices import menus, partial_choice
from bot.choices.control_id import ControlId
from bot.choices.menus import Half
from bot.commands.context import Caller, Context
from bot.commands.conversation import Conversation, Tap
from bot.language.speaker import catalogue
from bot.messages.brief import Brief, Occasion, Why
from bot.messages.post import Post
from bot.platforms.discord.message_ref import Name
from bot.platforms.telegram.message_ref import MessageRef
from bot.service.player_view import player_view
from bot.service.table_service import TableService
from bot.store import UNSHOWN, Shown, Store
from bot.store.keys import GameKeys
from bot.table.lobby import User
from bot.table.preferences import Person, Where
from bot.table.time_control import HOUR, Pace
from bot.workers.message_lifecycle import MessageLifecycle
from bot.workers.message_policy import BREATH, MISSED, REPOST_EVERY, is_mention, mid_turn, owed_by
from bot.workers.platform import REFUSED
from bot.workers.pool import WorkerPool
from bot.workers.surfaces import Place
from bot.workers.table_worker import TableWorker
from config.languages import languages
from engines import ENGINES
from engines.kit import Dice, Pending, Refusal
from render import Studio
from tests.bot.crew import Plain
from tests.bot.toy_service import Clock, owed, service
from tests.bot.toy_words import toy_spoken
from tests.bot.workers.slate import LIMITS, Message, Slate, SlateCourier, SlateMarkup, SlateRef, Wordy
from tests.toy import toy

ANNA, BRAM = User("slate:anna", "Anna"), User("slate:bram", "Bram")
ROOM = "slate:room"


@pytest.fixture(autouse=True)
def _spoken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(ENGINES, "toy", toy())
    for language in languages():
        monkeypatch.setitem(catalogue(language), "toy.game.short", "Toy")
    with toy_spoken():
        yield


class Scene:
    """A table of two on the slate, and the workers."""

    def __init__(self, store: Store, folder: Path, game: str = "toy") -> None:
        self.clock, self.game, self.chance = Clock(), game, Dice("scene")
        self.desk: TableService = service(store, folder, self.clock)
        if game != "toy":
            self.desk = TableService(store, folder, ENGINES, self.clock, lambda: "scene")
        self.slate = Slate(self.clock)
        self.composer = Wordy(LIMITS, SlateMarkup(), Studio())
        self.lifecycle = MessageLifecycle(
            SlateCourier(self.slate, self.composer), self.desk.people.preferences, self.clock
        )
        self.lifecycle.breath = 0.0
        self.conversation = Conversation(Context(self.desk, self.composer))
        worker = TableWorker(self.desk, {"slate": self.lifecycle}, Plain(), "worker")
        self.workers = WorkerPool(worker, patience=1e9)
        self.code, self._requests = "", 0

    async def begin(self, room: str = ROOM, pace: Pace = Pace.DAY) -> None:
        self.code = (await self.desk.lobby.create("new", self.game, ANNA, room, pace=pace)).table.code
        await self.desk.lobby.join("join", self.code, BRAM)
        await self.desk.lobby.start("start", self.code, ANNA.ref, "joined")
        await self.work()

    async def work(self, seconds: float = 0.0) -> None:
        """Time passes, and the workers do what is due."""
        self.clock.sleep(seconds)
        for _ in range(20):
            if not await self.workers.step():
                return
        raise AssertionError("the workers do not come to rest")

    def panel(self, user: User) -> Message:
        (message,) = [message for message in self.slate.at(user.ref) if not _is_vote(message)]
        return message

    def vote(self, user: User) -> Message:
        return [message for message in self.slate.at(user.ref) if _is_vote(message)][-1]

    def board(self) -> Message:
        (board,) = [message for message in self.slate.at(ROOM) if message.post.panel is not None]
        return board

    def mentions(self) -> list[str]:
        return [message.post.text for message in self.slate.at(ROOM) if "@" in message.post.text]

    async def ask_of(self, user: User) -> Pending:
        seat = (ANNA, BRAM).index(user)
        return next(each for each in await owed(self.desk, self.code) if each.seat == seat)

    async def answer(self, user: User) -> None:
        """By some other way than the panel: a typed line, another platform."""
        pending = await self.ask_of(user)
        self._requests += 1
        given = [(pending.ask_id, pending.ask.fallback())]
        await self.desk.moves.answer(f"answer {self._requests}", self.code, user.ref, given)

    async def play_until(self, holds: Callable[[list[Pending]], bool]) -> list[Pending]:
        """Whoever is waited for answers as the script would, and the workers show it, until the questions are so."""
        while True:
            loaded = await self.desk.work.load(self.code)
            assert loaded.state is not None
            pending = loaded.engine.pending(loaded.state)
            if holds(pending):
                return pending
            each = next(each for each in pending if each.owed)
            value = loaded.engine.policy(loaded.state, each.seat, each.step, each.ask, self.chance.below)
            self._requests += 1
            user = loaded.table.seats[each.seat].user
            await self.desk.moves.answer(f"answer {self._requests}", self.code, user, [(each.ask_id, value)])
            await self.work(1.0)

    async def tap(self, user: User, message: Message, control: str) -> None:
        """The answer to a tap is drawn in its place, by another process than the workers'."""
        self._requests += 1
        caller = Caller(user, user.ref, f"tap {self._requests}", private=True)
        reply = await self.conversation.handle(Tap(caller, [control]))
        message.post, message.touched, message.edits = reply.post, self.clock(), message.edits + 1

    async def begin_to_choose(self, user: User, message: Message) -> list[str]:
        """The first step of a choice of several; what then can be tapped."""
        pending = await self.ask_of(user)
        await self.tap(user, message, next(control for control in message.ids() if _goes_on(pending, control)))
        return message.ids()

    async def to_bids(self) -> tuple[User, User]:
        """Both have kept their cards; who bids now, and who then."""
        for user in (ANNA, BRAM):
            await self.answer(user)
        await self.work()
        (bid,) = await owed(self.desk, self.code)
        return (ANNA, BRAM) if bid.seat == 0 else (BRAM, ANNA)

    async def lose_track(self, user: User) -> None:
        """The workers do not know any more what a panel shows, as after a hold that was lost."""
        name = str(Place(user.ref, (ANNA, BRAM).index(user)))
        before, key = (await self.desk.work.store.shown(self.code))[name], GameKeys.of(self.code).posts
        await self.desk.work.store.link.run(key, "HSET", key, name, Shown(UNSHOWN, before.message).dump())
        self._requests += 1
        await self.desk.moderation.speak(f"again {self._requests}", self.code, user.ref, "en")
        await self.work()


def _is_vote(message: Message) -> bool:
    return "another pace" in message.post.text and message.post.picture is None


def _goes_on(pending: Pending, control: str) -> bool:
    tap = ControlId.parse_ask(control)
    try:
        return tap is not None and bool(tap.body) and isinstance(menus.read(pending.ask, tap.body), Half)
    except Refusal:
        return False


@pytest.fixture
async def scene(one: Store, tmp_path: Path) -> Scene:
    found = Scene(one, tmp_path)
    await found.begin()
    return found


# --- the panel ---


async def test_whoever_is_owed_a_move_is_alerted_by_a_message_of_their_own(scene: Scene) -> None:
    for user in (ANNA, BRAM):
        assert scene.panel(user).post.text.startswith("Your move: Toy #")
        pending = await scene.ask_of(user)
        assert any(pending.ask_id in control for control in scene.panel(user).ids())
    assert "Anna and Bram to move" in scene.board().post.text


async def test_a_move_made_elsewhere_edits_the_message(scene: Scene) -> None:
    panel = scene.panel(ANNA)
    await scene.answer(ANNA)
    await scene.work()
    assert scene.panel(ANNA) is panel
    assert "Your move" not in panel.post.text


async def test_a_reminder_is_a_new_message_and_the_old_one_goes(scene: Scene) -> None:
    first = scene.panel(ANNA)
    await scene.work(36 * HOUR)
    second = scene.panel(ANNA)
    assert second.number > first.number
    assert second.post.text.startswith("Half the time left: Toy #")
    await scene.work(1 * HOUR)
    assert scene.panel(ANNA) is second, "one reminder is one message"


async def test_whoever_may_answer_early_is_alerted_when_the_game_waits_for_it(one: Store, tmp_path: Path) -> None:
    """In Rivals both store what a celebration brings, and the turn does not wait for the other player until its end."""
    scene = Scene(one, tmp_path, "rivals")
    await scene.begin()
    asked = await scene.play_until(lambda pending: any(not each.owed for each in pending))
    early = next(each for each in asked if not each.owed)
    user = (ANNA, BRAM)[early.seat]
    await scene.work(HOUR)
    quiet = scene.slate.at(user.ref)
    assert not [each for each in quiet if "Your move" in each.post.text]
    asked = await scene.play_until(lambda pending: all(each.seat == early.seat for each in pending if each.owed))
    assert [each.ask_id for each in asked] == [early.ask_id], "the same question, for which the game waits now"
    await scene.work(HOUR)
    assert scene.panel(user).post.text.startswith("Your move: Rivals #")
    assert scene.panel(user) not in quiet


async def test_the_receipt_of_a_tap_stays(scene: Scene) -> None:
    panel, pending = scene.panel(ANNA), await scene.ask_of(ANNA)
    made = partial_choice.write(pending.ask, pending.ask.fallback())
    await scene.tap(ANNA, panel, str(ControlId.ask(scene.code, pending.ask_id, str(made))))
    assert pending not in await owed(scene.desk, scene.code)
    receipt, edits = panel.post, panel.edits
    await scene.work()
    await scene.lose_track(ANNA)
    assert (scene.panel(ANNA).post, panel.edits) == (receipt, edits), "no worker has written over it"


async def test_a_half_made_choice_goes_on_when_the_panel_is_drawn_anew(scene: Scene) -> None:
    panel = scene.panel(ANNA)
    begun = await scene.begin_to_choose(ANNA, panel)
    edits = panel.edits
    await scene.desk.moderation.pause("pause", scene.code, ANNA.ref)
    await scene.work()
    redrawn = scene.panel(ANNA)
    assert redrawn.edits > edits
    assert set(begun) <= set(redrawn.ids()), "the same step of the same choice"


async def test_a_vote_has_a_message_of_its_own_and_tells_what_came_of_it(scene: Scene) -> None:
    panel, edits = scene.panel(ANNA), scene.panel(ANNA).edits
    await scene.desk.moderation.change_pace("pace", scene.code, BRAM.ref, Pace.BLITZ)
    await scene.work()
    asked = scene.vote(ANNA)
    assert asked.number > panel.number
    assert (scene.panel(ANNA).number, panel.edits) == (panel.number, edits), "the panel is left alone"
    assert asked.post.panel is not None
    assert asked.post.panel.alert == f"Toy #{scene.code}. Bram wants another pace: blitz, 5 minutes a move. Agree?"
    assert "1 of 2 agree. Still to vote: Anna." in asked.post.text
    assert [message for message in scene.slate.at(BRAM.ref) if _is_vote(message)] == [], "who asks is not asked"
    await scene.tap(ANNA, asked, next(control for control in asked.ids() if control.startswith("c:refuse:")))
    await scene.work()
    (after,) = [message for message in scene.slate.at(ANNA.ref) if "another pace" in message.post.text]
    assert after.number == asked.number
    assert "You said no." in after.post.text
    assert "It is not carried" in after.post.text
    assert not after.ids()


async def test_a_button_counts_for_the_question_that_it_stood_under(scene: Scene) -> None:
    await scene.desk.moderation.change_pace("one", scene.code, BRAM.ref, Pace.BLITZ)
    await scene.work()
    first = scene.vote(ANNA)
    agree = next(control for control in first.ids() if control.startswith("c:agree:"))
    scene.clock.sleep(1)
    await scene.desk.moderation.change_pace("two", scene.code, BRAM.ref, Pace.RELAXED)
    await scene.work()
    second = scene.vote(ANNA)
    assert second.number > first.number
    assert agree not in second.ids()
    assert not first.ids(), "the first question has its last word"
    assert "It has lapsed" in first.post.text
    before = (await scene.desk.work.load(scene.code)).version
    await scene.tap(ANNA, first, agree)
    assert (await scene.desk.work.load(scene.code)).version == before
    assert "It has lapsed" in first.post.text
    await scene.tap(ANNA, second, next(control for control in second.ids() if control.startswith("c:agree:")))
    assert (await scene.desk.work.load(scene.code)).table.pace is Pace.RELAXED


async def test_whom_no_private_message_reaches_is_asked_for_the_vote_in_the_room(scene: Scene) -> None:
    await scene.desk.people.keep(ANNA.ref, Person(where=Where.ROOM))
    await scene.desk.moderation.change_pace("pace", scene.code, BRAM.ref, Pace.BLITZ)
    await scene.work()
    (called,) = [message for message in scene.slate.at(ROOM) if message.post.mentions]
    assert called.post.mentions == (ANNA.ref,)
    assert any(control.startswith("c:agree:") for control in called.ids())
    await scene.desk.moderation.vote("no", scene.code, ANNA.ref, False)
    await scene.work()
    assert called not in scene.slate.at(ROOM), "it goes with the vote"


async def test_who_is_invited_gets_a_message_that_goes_when_it_is_too_late(scene: Scene) -> None:
    code = (await scene.desk.lobby.create("another", "toy", ANNA, ROOM)).table.code
    guests = [User("slate:caro", "Caro"), User("slate:dora", "Dora")]
    await scene.desk.lobby.invite("ask", code, ANNA.ref, guests)
    await scene.work()
    for guest in guests:
        (asked,) = scene.slate.at(guest.ref)
        assert asked.post.text.startswith(f"Anna invites you to Toy #{code}.")
    lobby = next(message for message in scene.slate.at(ROOM) if f"#{code}" in message.post.text)
    assert "Invited: Caro, Dora" in lobby.post.text
    await scene.tap(guests[0], scene.slate.at(guests[0].ref)[0], f"c:join:{code}:")
    await scene.work()
    assert scene.slate.at(guests[0].ref)[0].post.text == f"You sit at Toy #{code}."
    await scene.tap(guests[1], scene.slate.at(guests[1].ref)[0], f"c:decline:{code}:")
    await scene.desk.lobby.start("begin", code, ANNA.ref)
    await scene.work()
    assert scene.slate.at(guests[1].ref) == []


async def test_who_is_looking_is_asked_without_a_sound_and_alerted_if_nothing_comes_of_it(scene: Scene) -> None:
    first, second = await scene.to_bids()
    panel = scene.panel(second)
    panel.touched = scene.clock()
    scene.clock.sleep(5)
    await scene.answer(first)
    await scene.work()
    assert scene.panel(second) is panel, "the question took the place of the receipt"
    assert "Your move" in panel.post.text
    await scene.work(MISSED - 6)
    assert scene.panel(second) is panel
    await scene.work(2)
    assert scene.panel(second).number > panel.number


async def test_a_tap_that_is_being_answered_comes_first(scene: Scene) -> None:
    panel = scene.panel(ANNA)
    scene.slate.busy.add(ANNA.ref)
    await scene.answer(ANNA)
    await scene.work()
    assert panel.edits == 0
    scene.slate.busy.clear()
    await scene.work(1)
    assert panel.edits == 1


async def test_a_tap_at_the_same_moment_is_drawn_over_with_the_newest(scene: Scene) -> None:
    panel = scene.panel(ANNA)
    asked = panel.post

    def tap_draws(message: Message) -> None:
        message.post, message.edits = asked, message.edits + 1

    scene.slate.meanwhile[ANNA.ref] = tap_draws
    await scene.answer(ANNA)
    await scene.work()
    assert panel.edits == 3, "ours, the tap's, and ours again"
    assert panel.post != asked


async def test_a_panel_that_was_deleted_is_not_missed_until_there_is_an_alert(scene: Scene) -> None:
    scene.slate.messages.pop(scene.panel(ANNA).number)
    await scene.answer(ANNA)
    await scene.work()
    assert scene.slate.at(ANNA.ref) == []
    await scene.answer(BRAM)
    await scene.work()
    bidder = (ANNA, BRAM)[(await owed(scene.desk, scene.code))[0].seat]
    assert "Your move" in scene.panel(bidder).post.text


async def test_a_message_that_cannot_show_the_news_is_replaced(scene: Scene) -> None:
    board, panel = scene.board(), scene.panel(ANNA)
    scene.slate.fixed |= {board.number, panel.number}
    await scene.desk.moderation.pause("pause", scene.code, ANNA.ref)
    await scene.work()
    assert scene.board().number > board.number
    assert scene.panel(ANNA).number > panel.number
    scene.slate.fixed.add(scene.panel(ANNA).number)
    await scene.answer(ANNA)
    await scene.work()
    assert scene.slate.at(ANNA.ref) == [], "nothing is left standing that does not hold any more"


async def test_a_seat_that_is_given_up_loses_its_panel(scene: Scene) -> None:
    assert scene.slate.at(BRAM.ref)
    await scene.desk.moves.resign("resign", scene.code, BRAM.ref)
    await scene.work()
    assert scene.slate.at(BRAM.ref) == []


# --- closed private chats ---


async def test_a_closed_private_chat_falls_back_to_a_mention_that_goes_with_the_move(
    one: Store, tmp_path: Path
) -> None:
    scene = Scene(one, tmp_path)
    scene.slate.closed.add(BRAM.ref)
    await scene.begin()
    assert scene.slate.at(BRAM.ref) == []
    (mention,) = scene.mentions()
    assert mention.startswith("@Bram, your move in Toy #")
    assert "I cannot write to you" in mention
    await scene.lose_track(BRAM)
    assert scene.mentions() == [mention], "one alert is one mention"
    await scene.answer(BRAM)
    await scene.work()
    assert scene.mentions() == []


async def test_whoever_wishes_so_is_mentioned_in_the_room(one: Store, tmp_path: Path) -> None:
    scene = Scene(one, tmp_path)
    await scene.desk.people.keep(BRAM.ref, Person(where=Where.ROOM))
    await scene.begin()
    assert scene.slate.at(BRAM.ref) == []
    (mention,) = scene.mentions()
    assert "I cannot write to you" not in mention


async def test_without_a_room_whoever_is_closed_is_out_of_reach_and_that_is_on_record(
    one: Store, tmp_path: Path
) -> None:
    scene = Scene(one, tmp_path)
    scene.slate.closed.add(BRAM.ref)
    await scene.begin("elsewhere:room")
    assert (await scene.desk.work.load(scene.code)).table.seats[1].is_unreached
    assert "I cannot reach Bram" in scene.panel(ANNA).post.text, "the host is told"


# --- the room ---


async def test_the_board_stays_for_a_while_and_is_posted_anew_below_when_somebody_else_is_to_move(
    scene: Scene,
) -> None:
    first, second = await scene.to_bids()
    board = scene.board()
    scene.slate.send(ROOM, Post("@all: what a day"), "", silent=False)
    await scene.answer(first)
    await scene.work()
    assert scene.board() is board, "a new one comes every ten minutes at most"
    await scene.work(REPOST_EVERY + 1)
    await scene.desk.moderation.speak("speak", scene.code, ANNA.ref, "en")
    await scene.work()
    assert scene.board() is board, "nobody else is to move"
    await scene.answer(second)
    await scene.work()
    assert scene.board().number > board.number
    assert board.number not in scene.slate.messages


async def test_an_old_board_is_posted_anew_even_if_nothing_stands_below_it(scene: Scene) -> None:
    await scene.to_bids()
    board = scene.board()
    scene.clock.sleep(SlateCourier.ages_after + 1)
    (bid,) = await owed(scene.desk, scene.code)
    await scene.answer((ANNA, BRAM)[bid.seat])
    await scene.work()
    assert scene.board().number > board.number


async def test_a_deleted_board_comes_again(scene: Scene) -> None:
    scene.slate.messages.pop(scene.board().number)
    await scene.answer(ANNA)
    await scene.work()
    assert scene.board()


async def test_a_closed_room_is_told_to_the_host_once_and_found_again(scene: Scene) -> None:
    board = scene.board()
    before = board.post
    scene.slate.closed.add(ROOM)
    for user in (ANNA, BRAM):
        await scene.answer(user)
        await scene.work()

    def told() -> list[Message]:
        return [message for message in scene.slate.at(ANNA.ref) if "I may not write in the room" in message.post.text]

    assert len(told()) == 1
    await scene.work(REFUSED)
    assert len(told()) == 1
    scene.slate.closed.clear()
    await scene.work(REFUSED)
    assert scene.board() is board, "one board, and no second one beside it"
    assert board.post != before, "it shows what happened meanwhile"
    assert not [m for m in scene.slate.at(BRAM.ref) if "I may not write" in m.post.text], "the host alone is told"


async def test_an_old_board_is_taken_away_when_its_room_opens_again_after_long(scene: Scene) -> None:
    await scene.to_bids()
    board = scene.board()
    scene.slate.closed.add(ROOM)
    (bid,) = await owed(scene.desk, scene.code)
    await scene.answer((ANNA, BRAM)[bid.seat])
    await scene.work()
    for _ in range(7):
        await scene.work(REFUSED)
    scene.slate.closed.clear()
    await scene.work(REFUSED)
    assert scene.board().number > board.number
    assert board.number not in scene.slate.messages


async def test_a_panel_too_old_to_be_edited_is_replaced_without_a_sound(scene: Scene) -> None:
    panel = scene.panel(ANNA)
    scene.slate.aged.add(panel.number)
    await scene.answer(ANNA)
    await scene.work()
    again = scene.panel(ANNA)
    assert again.number > panel.number
    assert again.silent
    assert "Your move" not in again.post.text


async def test_a_room_that_is_gone_is_told_to_everybody_once(scene: Scene) -> None:
    scene.slate.messages.pop(scene.board().number)
    scene.slate.gone.add(ROOM)
    for user in (ANNA, BRAM):
        await scene.answer(user)
        await scene.work()
    for user in (ANNA, BRAM):
        assert sum("is gone" in message.post.text for message in scene.slate.at(user.ref)) == 1
    assert not [message for message in scene.slate.at(ROOM) if message.post.panel is not None]


# --- lost deliveries ---


@pytest.mark.parametrize("address", [ROOM, ANNA.ref])
async def test_a_post_whose_answer_was_lost_hangs_there_once(address: str, one: Store, tmp_path: Path) -> None:
    scene = Scene(one, tmp_path)
    scene.slate.loses.add(address)
    await scene.begin()
    await scene.work(10)
    assert not scene.slate.loses
    assert scene.board()
    for user in (ANNA, BRAM):
        assert scene.panel(user)


async def test_an_edit_whose_answer_was_lost_is_made_again(scene: Scene) -> None:
    panel = scene.panel(ANNA)
    scene.slate.loses.add(ANNA.ref)
    await scene.answer(ANNA)
    await scene.work()
    await scene.work(10)
    assert not scene.slate.loses
    assert scene.panel(ANNA) is panel
    assert "Your move" not in panel.post.text


# --- what the store keeps ---


def test_places_are_read_back_from_their_names() -> None:
    for place, name in [
        (Place("telegram:-100/7"), "room:telegram:-100/7"),
        (Place("discord:5", 2), "seat:2:discord:5"),
        (Place("local:a:b", 0), "seat:0:local:a:b"),
    ]:
        assert str(place) == name
        assert Place.parse(name) == place
    assert Place.parse("index") is None


def test_occasions_are_written_as_they_always_were() -> None:
    written = [str(Occasion(why)) for why in (Why.QUIET, Why.NEXT, Why.VOTE, Why.UNREACHED)]
    assert written == ["-", "-1", "v", "u"]
    assert [str(Occasion(Why.WAIT, number)) for number in (0, 2, 1000)] == ["0", "2", "1000"]


def test_mentions_of_earlier_releases_are_known_again() -> None:
    for stored in ("7/9/p1", "7/9/!1"):
        name = Name.parse(stored)
        assert name is not None
        assert is_mention(name)
        assert name.what == "!1"
    panel = Name.parse("7/9/1")
    assert panel is not None
    assert not is_mention(panel)
    there = MessageRef.parse("-7/12/t/1000/!0/40/c0")
    assert there is not None
    assert is_mention(there)


async def test_a_turn_in_the_middle_is_shown_when_its_player_pauses(scene: Scene) -> None:
    board = SlateRef(1, scene.clock.now, what="0.1")
    loaded = await scene.desk.work.load(scene.code)
    brief = Brief("b", "m", ROOM, player_view(loaded, None), [], "en")
    touched = loaded.table.touched
    assert owed_by(brief) == board.what
    assert mid_turn(brief, board, touched + 1) == BREATH - 1
    assert mid_turn(brief, board, touched + BREATH) == 0
    assert mid_turn(brief, board.posted_for("0"), touched) == 0, "somebody else is to move: at once"


async def test_the_seal_is_a_message_of_its_own_that_nothing_changes_or_takes_away(one: Store, tmp_path: Path) -> None:
    scene = Scene(one, tmp_path)
    await scene.begin()
    (seal,) = seals(scene, ROOM)
    table = (await scene.desk.work.load(scene.code)).table
    assert table.commitment in seal.post.text
    assert table.seal in seal.post.text
    for _ in range(4):
        for user in (ANNA, BRAM):
            if any(each.seat == (ANNA, BRAM).index(user) for each in await owed(scene.desk, scene.code)):
                await scene.answer(user)
                await scene.work(HOUR)
    await scene.desk.lobby.move_to("there", scene.code, ANNA.ref, "slate:elsewhere")
    await scene.work()
    assert (seal.number in scene.slate.messages, seal.edits) == (True, 0)
    assert [message.edits for message in seals(scene, "slate:elsewhere")] == [0]


async def test_without_a_room_the_seal_goes_to_the_people(one: Store, tmp_path: Path) -> None:
    scene = Scene(one, tmp_path)
    await scene.begin(room="")
    assert [len(seals(scene, user.ref)) for user in (ANNA, BRAM)] == [1, 1]


def seals(scene: Scene, address: str) -> list[Message]:
    return [message for message in scene.slate.all_at(address) if "is sealed" in message.post.text]
