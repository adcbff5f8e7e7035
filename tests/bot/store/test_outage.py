"""The storage is away for longer than anybody's patience."""

from bot.cli.bench_outage import measure


def test_people_are_told_nothing_is_lost_nothing_is_there_twice_and_work_goes_on() -> None:
    """The same as `signoria bench outage`, which takes half a minute, with less of it and less patience."""
    found = measure(seconds=1.0, patience=0.2, kinds=("killed",))
    outage = found["killed"]
    assert outage["told"] >= outage["tables"] // 2, "whoever tapped meanwhile was told to tap again"
    assert (outage["lost"], outage["doubled"]) == (0, 0)
    assert outage["confirmed"] == outage["tables"] * 18
    assert not found["failed"]
