"""Chapter 15: the cards of the Era of Progress."""

from tests.engines.rivals.table import Table


def test_benjamin_repeats_the_number_of_the_turn() -> None:
    """15.30 A20 E50 A region built this turn too, without boosters."""
    table = Table("progress").built(0, "weavers_shop", 1, "below").settlement(0, 3, "mountains_4", "forest_6")
    table.hand(0, "benjamin")
    table.state.production = 4
    table.answer("play:benjamin.progress")
    assert table.held() == {"wool": 1, "ore": 1}


def test_benjamin_needs_room_on_a_region_with_the_number() -> None:
    """15.30 8.1 A full pasture is no reason."""
    table = Table("progress").hand(0, "benjamin").stores(0, wool=3)
    table.state.production = 4
    assert "play:benjamin.progress" not in table._refresh().offers()


def test_benjamin_does_not_stir_the_marketplace() -> None:
    """A6 15.30 Nobody else gains."""
    table = Table("progress").built(1, "marketplace").settlement(0, 3, "mountains_4", "forest_6").hand(0, "benjamin")
    table.state.production = 4
    table.answer("play:benjamin.progress")
    assert (table.waits_for(), table.held(1)) == ({0: "action"}, {})


def test_benjamin_gold_may_go_to_the_cache() -> None:
    """A20 A9 In the Duel both cards meet."""
    table = Table("duel").built(0, "gold_cache", 0).hand(0, "benjamin").answer("play:benjamin.progress")
    assert table.offers() == ["gold_field_1", "gold_cache"]


def test_three_field_system_and_mineral_mining_bring_two() -> None:
    """15.31 With a University, as far as they fit."""
    table = Table("progress").city(0, 1).built(0, "university", 1).hand(0, "three_field_system", "mineral_mining")
    table.stores(0, grain=2).play("play:three_field_system.progress", "play:mineral_mining.progress")
    assert table.held() == {"grain": 3, "ore": 2}


def test_a_yield_that_finds_no_room_may_not_be_played() -> None:
    """15.31 8.1 All fields are full, or the University is missing."""
    table = Table("progress").city(0, 1).built(0, "university", 1).hand(0, "three_field_system").stores(0, grain=3)
    assert "play:three_field_system.progress" not in table.offers()
    assert "play:mineral_mining.progress" not in Table("progress").hand(0, "mineral_mining").offers()


def test_a_yield_is_split_over_several_stores() -> None:
    """15.31 3.4 Two fields."""
    table = Table("progress").city(0, 1).built(0, "university", 1).settlement(0, 3, "fields_3", "forest_6")
    table.hand(0, "three_field_system").play("play:three_field_system.progress", {"fields_6": 1, "fields_3": 1})
    assert (table.stored(0, "grain"), table.stored(0, "fields_3")) == (1, 1)


def test_the_doctor_serves_the_two_regions_beside_the_bath_house() -> None:
    """15.32 A10 3.5 By the option the four of its city."""
    table = (
        Table("progress").city(0, 1).built(0, "bath_house", 1, "below").hand(0, "doctor").play("play:doctor.progress")
    )
    assert table.held() == {"wool": 1, "ore": 1}
    table = Table("progress", doctor="four").city(0, 1).built(0, "bath_house", 1, "below").hand(0, "doctor")
    assert table.play("play:doctor.progress").held() == {"wool": 1, "ore": 1, "grain": 1, "gold": 1}


def test_the_doctor_serves_one_of_two_bath_houses() -> None:
    """15.32 A second one adds nothing."""
    table = Table("progress").city(0, 1).built(0, "bath_house", 1, "below").built(0, "bath_house", 1).hand(0, "doctor")
    table.play("play:doctor.progress", "bath_house.progress@1:above")
    assert table.held() == {"grain": 1, "gold": 1}


def test_the_doctor_needs_room_beside_a_bath_house() -> None:
    """15.32 8.1 Both regions are full."""
    table = Table("progress").city(0, 1).built(0, "bath_house", 1, "below").hand(0, "doctor").stores(0, wool=3, ore=3)
    assert "play:doctor.progress" not in table.offers()


def test_guido_needs_a_town_hall_or_fewer_points() -> None:
    """15.33 8.1 A32 And a card on the pile."""
    table = Table("progress").hand(0, "guido").discard("goldsmith")
    assert "play:guido.progress" not in table.offers()
    assert "play:guido.progress" in table.city(1, 1).offers()
    assert "play:guido.progress" not in Table("progress").hand(0, "guido").city(1, 1).offers()


def test_gustav_needs_a_library_or_fewer_points() -> None:
    """15.33 A24 The two may fetch each other, not themselves."""
    table = Table("progress").city(0, 1).built(0, "library", 1).hand(0, "gustav").discard("goldsmith", "guido")
    table.answer("play:gustav.progress")
    assert table.offers() == ["guido.progress", "goldsmith"]
    table.answer("guido.progress")
    assert table.in_hand() == ["guido"]
    assert [card.kind for card in table.state.discard] == ["goldsmith", "gustav"]


def test_a_fetched_card_is_secret_and_usable_at_once() -> None:
    """A50 9.5 17.2 The opponent sees only the top of the pile."""
    table = Table("progress").city(1, 1).hand(0, "guido").discard("goldsmith", "abbey", "scout").rich(0)
    table.answer("play:guido.progress").answer("abbey")
    assert "build:abbey" in table.offers()
    assert not table.player(0).hand[0].known_to(1)
    assert table.state.discard[-1].known_to(1)
    assert not table.state.discard[0].known_to(1)


def test_guido_and_gustav_do_not_fetch_without_end() -> None:
    """R2 A24 After twelve fetches in a turn none is offered."""
    table = Table("progress").city(1, 1).hand(0, "guido").discard("gustav")
    for number in range(12):
        fetcher, other = ("guido", "gustav") if number % 2 == 0 else ("gustav", "guido")
        table.answer(f"play:{fetcher}.progress")
        assert table.in_hand() == [other]
    assert table.offers() == ["end"]


def test_a_chief_cannoneer_needs_a_university_and_is_no_hero() -> None:
    """15.34 1.5 Strength 4 all the same."""
    table = Table("progress").hand(0, "chief_cannoneer").stores(0, lumber=1, ore=1)
    assert "build:chief_cannoneer.progress" not in table.offers()
    table.city(0, 1).built(0, "university", 1).play("build:chief_cannoneer.progress", "-1:above")
    assert table.points(0) == 2 + 1 + 1 + 1


def test_a_library_searches_a_stack_when_built() -> None:
    """15.35 A25 17.2 Of any set; the card may be used at once."""
    table = Table("progress").city(0, 1).hand(0, "library").stores(0, lumber=2, brick=1, ore=1)
    table.play("build:library.progress", "1:above")
    assert table.offers() == ["1", "2", "3", "4", "5", "none"]
    table.answer("4")
    kind = table.offers()[0]
    table.answer(kind)
    assert table.in_hand() == [kind.partition(".")[0]]
    assert all(card.known_to(0) for card in table.state.stacks[3].cards)


def test_a_library_may_be_built_with_all_stacks_empty() -> None:
    """A25 Nothing is searched."""
    table = Table("progress").city(0, 1).hand(0, "library").stores(0, lumber=2, brick=1, ore=1)
    for stack in table.state.stacks:
        table.state.discard += [card.marked(-1) for card in stack.cards]
        stack.cards = []
    table.play("build:library.progress", "1:above")
    assert (table.cards(), table.waits_for()) == (["library"], {0: "action"})


def test_a_building_crane_makes_dear_red_cards_cheaper() -> None:
    """15.37 A16 E53 A Town Hall of printed cost 5 for 4, a Bath House of 4 in full."""
    table = Table("progress").city(0, 1).built(0, "building_crane", 1).built(0, "parish_hall", 1)
    table.hand(0, "town_hall", "bath_house").stores(0, wool=2, ore=2, brick=0)
    table.answer("build:town_hall.progress")
    assert (table.held(), table.cards()) == ({}, ["building_crane", "town_hall"])
    table.stores(0, brick=2, wool=1)
    assert "build:bath_house.progress" not in table.offers()


def test_the_crane_serves_face_up_cards_but_not_itself() -> None:
    """15.37 A16 A University for 4 of 5; the payer picks what is dropped."""
    table = (
        Table("progress")
        .city(0, 1)
        .built(0, "building_crane", 1)
        .built(0, "abbey")
        .stores(0, lumber=2, grain=2, brick=1)
    )
    table.play("open:university", "1:above")
    assert table.offers() == ["lumber", "grain", "brick"]
    assert table.answer("grain").held() == {"grain": 1}


def test_a_town_hall_needs_a_parish_hall_on_a_city_site() -> None:
    """15.38 A11 E71 Not on one of a settlement; no site is asked."""
    table = Table("progress").city(0, 1).built(0, "parish_hall").hand(0, "town_hall").rich(0)
    assert "build:town_hall.progress" not in table.offers()
    table.city(0, -1).answer("build:town_hall.progress")
    assert table.cards() == ["town_hall"]
    assert [card.kind for card in table.player(0).expansions[0].pile] == ["parish_hall", "town_hall"]


def test_a_parliament_needs_two_progress_points() -> None:
    """15.39 8.6 Abbey and University; 2 points."""
    table = Table("progress").city(0, 1).built(0, "abbey").hand(0, "parliament").rich(0)
    assert "build:parliament.progress" not in table.offers()
    table.built(0, "university", 1)
    before = table.points()
    assert table.play("build:parliament.progress", "1:above").points() == before + 2
