"""The toy game runs through every part of the kit."""

from engines.kit.play import Walk
from tests.toy import ToyOptions, toy


def test_a_toy_game_plays_to_its_end_and_reaches_every_step() -> None:
    engine = toy()
    reached: set[str] = set()
    for number in range(20):
        walk = Walk(engine, 2 + number % 3, ToyOptions(), f"toy {number}")
        positions = list(walk.positions())
        assert positions[-1].state.ending == "rounds"
        reached |= set(walk.steps)
    assert reached == {"setup.keep", "round.bid", "trade", "harvest.take", "round.peek", "round.build"}


def test_a_stored_game_comes_back_equal() -> None:
    engine = toy()
    for position in Walk(engine, 3, ToyOptions(), "store").positions():
        again = engine.load(engine.dump(position.state))
        assert again == position.state
        assert engine.state_hash(again) == engine.state_hash(position.state)
        assert engine.pending(again) == engine.pending(position.state)
