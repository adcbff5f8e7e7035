"""Going back beyond a barrier, by consent."""

from engines.kit.play import Walk
from tests.toy import ToyOptions, toy


def test_going_back_keeps_what_anybody_knew_and_never_turns_the_dice_back() -> None:
    engine = toy()
    changed = 0
    for number in range(10):
        positions = [each.state for each in Walk(engine, 3, ToyOptions(), f"back {number}").positions()]
        present, earlier = positions[-1], positions[len(positions) // 3]
        again = engine.rewind(earlier, present)
        engine.check(again)
        assert again.rolled == present.rolled
        assert again.answered == present.answered
        for seat in (None, 0, 1, 2):
            assert engine.view(again, seat) == engine.view(earlier, seat)
        assert again == engine.rewind(earlier, present), "it can be played again from the log"
        changed += [card.kind for card in again.stack_of_cards] != [card.kind for card in earlier.stack_of_cards]
    assert changed > 5
