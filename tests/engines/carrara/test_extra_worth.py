"""What one more building adds to the extra card: reckoned from kept sums, it is what the card itself says."""

from __future__ import annotations

from engines import ENGINES
from engines.carrara.extra_worth import ExtraWorth
from engines.carrara.options import CarraraOptions
from engines.carrara.state import CarraraState, stand
from engines.kit import Dice
from engines.kit.scripted import answer_of, shipped


def test_one_more_building_brings_what_the_card_would_say() -> None:
    engine, seen = ENGINES["carrara"], set[str]()
    for number in range(12):
        state: CarraraState = engine.setup(2, CarraraOptions(expansion=True), f"extra {number}").state
        game, chance, style = engine.rollout(state), Dice("extra"), shipped(engine, state)
        for answer in range(120):
            move = answer_of(engine, game.state, game.pending(), style, chance.below)
            if move is None:
                break
            game.answer(*move)
            if answer % 20:
                continue
            s = game.state
            for seat in range(2):
                worth, own = ExtraWorth(s, seat), s.players[seat].buildings
                assert worth.now == worth.of(own)
                for tile in list(s.tables.tile.values())[::7]:
                    for city in s.tables.cities:
                        built = stand(tile, city)
                        assert worth.after(built) == worth.of([*own, built])
        seen.add(type(worth.scoring).__name__)
    assert len(seen) >= 3, seen
