"""A game as one file, out and in again."""

import json
from typing import Any

import pytest

from bot.service import game_file
from bot.service.table_service import TableService
from bot.table.model import code_for
from bot.table.standing_orders import Limit
from engines.kit import Refusal
from tests.bot.crew import crew
from tests.bot.toy_service import ANNA, BRAM, CARO, ROOM, Clock, begin, play_on


async def test_a_game_goes_out_and_comes_in_again_as_it_was(desk: TableService) -> None:
    code = await begin(desk, 3)
    await play_on(desk, code, 5)
    content = json.loads(json.dumps(await game_file.whole(desk.work, code)))
    before = await desk.work.load(code)
    log = await desk.queries.log(code, ANNA.ref)
    await desk.work.store.delete(code)
    assert await game_file.restore(desk.work, content, "import") == code
    after = await desk.work.load(code)
    assert after.state == before.state
    assert after.table == before.table
    assert await desk.queries.log(code, ANNA.ref) == log
    await play_on(desk, code, seed="on")
    assert (await desk.queries.verify(code)).holds
    other = await game_file.restore(desk.work, content, "import again")
    assert other != code, "a code that is taken is not overwritten"
    assert (await desk.queries.check(other)).holds


async def test_before_the_end_a_player_takes_along_only_what_that_player_sees(desk: TableService) -> None:
    code = await begin(desk, 2)
    await play_on(desk, code, 1)
    loaded = await desk.work.load(code)
    mine = json.dumps(await game_file.for_player(desk.work, code, ANNA.ref))
    state: Any = loaded.running()
    assert state.seed not in mine
    assert state.salt not in mine
    hidden = [card.kind for card in state.players[1].hand + state.stack_of_cards]
    assert not [kind for kind in hidden if f'"{kind}"' in mine]
    with pytest.raises(Refusal, match=r"not_yours\("):
        await game_file.for_player(desk.work, code, CARO.ref)
    assert BRAM.ref not in mine, "others are named, not addressed"
    await play_on(desk, code)
    whole = await game_file.for_player(desk.work, code, BRAM.ref)
    assert whole["format"] == game_file.FORMAT
    assert ANNA.ref not in json.dumps(whole)
    assert BRAM.ref in json.dumps(whole)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content.pop("log"),
        lambda content: content["log"].pop(1),
        lambda content: content["log"].pop(),
        lambda content: content["log"][0].update(version=0),
        lambda content: content["table"].update(unheard_of=1),
        lambda content: content.update(tables={"unheard_of": 1}),
        lambda content: content["state"].update(rules=99),
        lambda content: content["table"].update(game="chess"),
        lambda content: content.update(format="something"),
    ],
)
async def test_a_file_that_holds_no_game_is_refused(desk: TableService, spoil: Any) -> None:
    code = await begin(desk)
    content = json.loads(json.dumps(await game_file.whole(desk.work, code)))
    await desk.work.store.delete(code)
    spoil(content)
    with pytest.raises(Refusal) as caught:
        await game_file.restore(desk.work, content, "import")
    assert caught.value.code == "table.refusal.not_a_game"
    assert await desk.work.store.load(code) is None


async def test_what_is_no_file_at_all_is_refused(desk: TableService) -> None:
    for content in ([], "game", None, {}):
        with pytest.raises(Refusal, match="not_a_game"):
            await game_file.restore(desk.work, content, "import")


async def test_a_whole_game_holds_everything(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code, 2)
    content = await game_file.whole(desk.work, code)
    loaded = await desk.work.load(code)
    assert set(content) == {"format", "table", "version", "state", "tables", "log"}
    assert (content["format"], content["version"]) == ("signoria-game-1", loaded.version)
    assert content["table"] == json.loads(loaded.table.dump())
    assert content["state"] == json.loads(loaded.engine.dump(loaded.running()))
    assert content["tables"] == loaded.engine.tables_of(loaded.running()).raw
    assert [entry["version"] for entry in content["log"]] == list(range(1, loaded.version + 1))
    assert content["log"][0]["user"] == ANNA.ref, "accounts too: it is for the operator"


async def test_a_lobby_goes_out_and_comes_in_too(desk: TableService) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    content = json.loads(json.dumps(await game_file.whole(desk.work, code)))
    assert (content["state"], content["tables"]) == (None, None)
    view = await game_file.for_player(desk.work, code, ANNA.ref)
    assert (view["format"], view["view"]) == ("signoria-game-1-view", None)
    await desk.work.store.delete(code)
    assert await game_file.restore(desk.work, content, "import") == code
    assert (await desk.work.load(code)).state is None


async def test_a_restored_game_is_found_by_its_people_and_its_room_and_wants_attention(
    desk: TableService, clock: Clock
) -> None:
    code = await begin(desk)
    content = json.loads(json.dumps(await game_file.whole(desk.work, code)))
    await desk.work.store.delete(code)
    for ref in (ANNA.ref, BRAM.ref):
        await desk.work.store.unindex(code, [ref], [ROOM])
    clock.sleep(50)
    await game_file.restore(desk.work, content, "import")
    assert await desk.work.store.games_of_user(BRAM.ref) == await desk.work.store.games_of_room(ROOM) == [code]
    assert list((await desk.work.store.due_heads()).values()) == [clock.now]


async def test_where_the_code_is_taken_the_request_gives_another_and_a_hundred_are_tried(
    desk: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await begin(desk)
    content = json.loads(json.dumps(await game_file.whole(desk.work, code)))
    other = await game_file.restore(desk.work, content, "import")
    assert other == code_for("import", 0)
    assert (await desk.queries.table(other)).code == other
    tried: list[int] = []
    monkeypatch.setattr(game_file, "code_for", lambda request, attempt: tried.append(attempt) or code)
    with pytest.raises(Refusal, match="no_code"):
        await game_file.restore(desk.work, content, "again")
    assert tried == list(range(100))


async def test_printed_numbers_come_with_the_game(desk: TableService) -> None:
    code = await begin(desk)
    digest = (await desk.queries.table(code)).tables
    content = json.loads(json.dumps(await game_file.whole(desk.work, code)))
    kept: list[str] = []
    keep = desk.work.store.keep_tables

    async def keeping(name: str, raw: bytes) -> None:
        kept.append(name)
        await keep(name, raw)

    desk.work.store.keep_tables = keeping  # type: ignore[method-assign]
    await game_file.restore(desk.work, content, "import")
    assert kept == [digest]


async def test_a_players_file_names_others_and_addresses_nobody_else(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code, 2)
    mine = await game_file.for_player(desk.work, code, BRAM.ref)
    assert [seat.get("user") for seat in mine["table"]["seats"]] == [None, BRAM.ref]
    assert [seat["name"] for seat in mine["table"]["seats"]] == ["Anna", "Bram"]
    assert mine["table"]["host"] == ""
    assert "request" not in mine["table"]
    assert mine["view"]["seat"] == 1
    assert mine["log"][0]["kind"] == "opened"
    hosts = await game_file.for_player(desk.work, code, ANNA.ref)
    assert hosts["table"]["host"] == ANNA.ref
    await play_on(desk, code)
    whole = await game_file.for_player(desk.work, code, ANNA.ref)
    assert {entry.get("user") for entry in whole["log"]} == {ANNA.ref, None}
    assert whole["log"][0]["user"] == ANNA.ref


async def test_a_file_from_mid_game_does_not_count_what_others_did_in_silence(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    await play_on(desk, code, 2)
    before = await game_file.for_player(desk.work, code, ANNA.ref)
    clock.sleep(60)
    await desk.moves.order("o", code, BRAM.ref, [Limit(step="round.bid", limit=1)])
    await desk.moderation.speak("l", code, BRAM.ref, "de")
    after = await game_file.for_player(desk.work, code, ANNA.ref)
    after["table"]["seats"][1].pop("language", None)
    before["table"]["seats"][1].pop("language", None)
    assert after == before
    assert {"touched", "room", "revision"}.isdisjoint(after["table"])


async def test_a_standing_order_shows_nowhere_but_at_home(desk: TableService, clock: Clock) -> None:
    code, team = await begin(desk), crew(desk)
    await play_on(desk, code, 2)
    await team.workers.step()
    shown, revision = len(team.walls["discord"].briefs(ROOM)), (await desk.queries.table(code)).revision
    clock.sleep(60)
    for number in range(12):
        await desk.moves.order(f"o{number}", code, BRAM.ref, [Limit(step="none", limit=number)])
        await team.workers.step()
    assert len(team.walls["discord"].briefs(ROOM)) == shown
    assert (await desk.queries.table(code)).revision == revision
    await play_on(desk, code, 1, "on")
    await team.workers.step()
    assert (await desk.queries.table(code)).revision == revision + 1, "a number without gaps"
    lines = team.walls["discord"].briefs(ROOM)[-1].lines
    assert "started" in [line.kind for line in lines], "silent steps push nothing out of sight"
