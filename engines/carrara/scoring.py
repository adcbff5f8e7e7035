"""Chapter 8 and section 10.9: the final scoring."""

from engines.carrara.cards import score_buildings, score_objects
from engines.carrara.extra_cards import extra_counted, extra_gain
from engines.carrara.state import CarraraState
from engines.kit import Draft, Facts, Result, Text, seat_ref

SOURCES = ("types", "cities", "fields", "announcement", "extra_card", "objects", "left_over", "buildings", "coins")
EXPANSION_SOURCES = ("fields", "extra_card", "left_over")


def score_game(d: Draft[CarraraState]) -> None:
    """8.1, 8.2, 10.9, A23 Everybody scores: extra card, object card, objects left over, building card, coins."""
    s = d.state
    cards = s.open_cards()
    for seat, player in enumerate(s.players):
        extra = extra_gain(s, seat)
        counted = extra_counted(s, seat)
        player.coins += extra.coins
        if any(extra):
            d.tell("carrara.event.extra", because=counted, seat=seat_ref(seat), gain=extra.facts())
        split = score_objects(s.tables, player.objects, cards.object.scoring)
        gained = {
            "extra_card": extra.points,
            "objects": split.by_sets,
            "left_over": split.points - split.by_sets,
            "buildings": score_buildings(s.tables, player.buildings, cards.building.scoring),
            "coins": player.coins // s.coins_per_point,
        }
        for source, points in gained.items():
            player.gain_points(source, points)
        bricks = sum(player.bricks.values())
        facts: Facts = {"coins": player.coins, "points": gained["coins"], "rest": gained["left_over"]}
        facts |= {"objects": sum(player.objects.values()), "sets": gained["objects"]}
        points = sum(player.points.values())
        d.tell(
            "carrara.event.final",
            because=Text("carrara.event.final_coins", facts),
            seat=seat_ref(seat),
            points=points,
            bricks=bricks,
        )
    _tell_tie(d)


def _tell_tie(d: Draft[CarraraState]) -> None:
    """8.3 Level in front: the bricks that are left decide."""
    scores = [sum(player.points.values()) for player in d.state.players]
    level = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(level) > 1:
        bricks = {seat_ref(seat): sum(d.state.players[seat].bricks.values()) for seat in level}
        d.tell("carrara.event.tie", points=max(scores), bricks=bricks)


def result(s: CarraraState) -> Result:
    """8.3 Most points win; a tie goes to the most bricks left; still tied, the victory is shared."""
    scores = [sum(player.points.values()) for player in s.players]
    standing = [(score, sum(player.bricks.values())) for score, player in zip(scores, s.players, strict=True)]
    ranking = sorted(range(s.seats), key=lambda seat: standing[seat], reverse=True)
    winners = [seat for seat in ranking if standing[seat] == standing[ranking[0]]]
    sources = [source for source in SOURCES if s.options.expansion or source not in EXPANSION_SOURCES]
    breakdown = [{source: player.points.get(source, 0) for source in sources} for player in s.players]
    return Result(tuple(scores), tuple(ranking), tuple(winners), s.ending, tuple(breakdown))
