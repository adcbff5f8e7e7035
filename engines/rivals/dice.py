"""Chapter 7, the dice: production for both players and the faces of the event die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.kit import Draft, Step, counted, ref
from engines.rivals.board import beside, cache_of, count, has
from engines.rivals.gains import collect, owe, owe_choice, owe_gold
from engines.rivals.labels import face_note, who
from engines.rivals.scoring import skill, trade_holder
from engines.rivals.state import Player, Region, RivalsState
from engines.rivals.stores import add, remove, stores_of
from engines.rivals.tables import CACHE, CAPACITY, NUMBER_OF, resource_of, terrain_of
from engines.rivals.takings import fitting, must_wait, start_taking


class Roll(Step[RivalsState]):
    """7.1 7.2 Roll the dice that no card has set; a Brigand Attack comes before production."""

    name = "dice.roll"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        if not s.production:
            s.production = s.tables.dice.production[d.below(len(s.tables.dice.production))]
        if not s.face:
            s.face = s.tables.dice.event[d.below(len(s.tables.dice.event))]
        if not d.quiet:
            note = None if s.face == "event_card" else face_note(s, s.face)
            d.tell(
                "rivals.event.rolled", because=note, seat=who(s.active), number=s.production, face=ref("face", s.face)
            )
        if s.face == "brigand_attack":
            brigand_attack(d)
        d.goto("dice.production")


def brigand_attack(d: Draft[RivalsState]) -> None:
    """7.4 Who counts eight or more resources loses all gold and wool on the own regions."""
    s = d.state
    leave = s.tables.constants.brigands_leave
    if all(exposed(player) <= leave for player in s.players):
        standing = {who(seat): exposed(player) for seat, player in enumerate(s.players)}
        d.tell("rivals.event.nothing_brigands", n=leave, standing=standing)
    for seat in s.order:
        player, n = s.players[seat], exposed(s.players[seat])
        if n <= leave:
            continue
        loot = {
            region.kind: region.stored
            for region in player.regions
            if region.stored and resource_of(region.kind) in s.tables.constants.brigands_take
        }
        lost: dict[str, int] = {}
        for store, number in loot.items():
            lost[resource_of(store)] = lost.get(resource_of(store), 0) + number
        remove(player, loot)
        d.tell("rivals.event.brigands", seat=who(seat), what=counted("resource", lost), n=n)


def exposed(player: Player) -> int:
    """7.4 A9 What brigands count: regions beside a Storehouse and the Gold Cache are left out."""
    total = sum([region.stored for region in player.regions])
    if has(player, "storehouse"):
        total -= sum(region.stored for region in player.regions if _is_beside(player, region, "storehouse"))
    return total


def _is_beside(player: Player, region: Region, kind: str) -> bool:
    return any(card.kind == kind for card in beside(player, region))


class Production(Step[RivalsState]):
    """7.3 Every region with the number gains, for both players; then the Marketplace."""

    name = "dice.production"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        for seat in s.order:
            player = s.players[seat]
            helped = {region.kind: booster(s, player, region) for region in regions_showing(player, s.production)}
            yields = {kind: 2 if card else 1 for kind, card in helped.items()}
            bring(d, seat, yields, "rivals.event.produced", boosters=[card for card in helped.values() if card])
        for seat in s.order:
            marketplace(s, seat)
        d.goto("dice.event")
        collect(d)


def booster(s: RivalsState, player: Player, region: Region) -> str:
    """7.3b 15.7 The adjacent booster of the region's type, which brings one more on production by the die alone."""
    terrain, faces = terrain_of(region.kind), s.tables.faces
    for card in beside(player, region):
        if faces[card.pile[-1].kind].boosts == terrain:
            return card.pile[-1].kind
    return ""


def bring(
    d: Draft[RivalsState], seat: int, yields: dict[str, int], event: str, reason: str = "", boosters: Sequence[str] = ()
) -> None:
    """3.5 Gains tied to regions; gold waits for a choice if a Gold Cache could take it, too (A9)."""
    player = d.state.players[seat]
    cache = cache_of(player)
    cached = 0 if cache is None else CAPACITY - cache.stored
    arrived: dict[str, int] = {}
    lost: dict[str, int] = {}
    for store, number in yields.items():
        resource = resource_of(store)
        if resource == "gold" and cached:
            owe(player, reason or ref("region", store), number, [store, CACHE])
        else:
            stored = add(player, store, number)
            arrived[resource] = arrived.get(resource, 0) + stored
            lost[resource] = lost.get(resource, 0) + number - stored
    if d.quiet:
        return
    if any(arrived.values()):
        facts: dict[str, Any] = {"reason": reason} if reason else {"cards": [ref("card", each) for each in boosters]}
        d.tell(event, seat=who(seat), what=counted("resource", arrived), **facts)
    if any(lost.values()):
        d.tell("rivals.event.no_room", seat=who(seat), what=counted("resource", lost))


def marketplace(s: RivalsState, seat: int) -> None:
    """7.3c A6 With fewer regions of the number than the opponent: 1 of a type that those regions yield."""
    player, other = s.players[seat], s.players[1 - seat]
    if not has(player, "marketplace"):
        return
    mine, theirs = regions_showing(player, s.production), regions_showing(other, s.production)
    if len(mine) < len(theirs):
        types = {resource_of(region.kind) for region in theirs}
        owe(player, "card/marketplace", 1, stores_of(player, *types))


def regions_showing(player: Player, number: int) -> list[Region]:
    return [region for region in player.regions if NUMBER_OF[region.kind] == number]


class EventFace(Step[RivalsState]):
    """7.2 7.10 After production the face of the event die is resolved, then the actions begin."""

    name = "dice.event"

    def resume(self, d: Draft[RivalsState]) -> None:
        if d.state.face == "trade" and d.call_in(*awaited_by_trade(d.state)):
            return
        d.goto("turn.actions")
        match d.state.face:
            case "trade":
                trade_face(d)
            case "celebration":
                celebration(d)
            case "plentiful_harvest":
                plentiful_harvest(d)
            case "event_card":
                d.call("event.turn")


def awaited_by_trade(s: RivalsState) -> tuple[int, ...]:
    """7.5 Whose stores the taking depends on: the taker's, and the victim's where nothing else could be taken."""
    seat = trade_holder(s)
    if seat is None:
        return ()
    return (0, 1) if must_wait(s, seat) else (seat,)


def trade_face(d: Draft[RivalsState]) -> None:
    """7.5 15.16 The trade advantage takes 1 resource, with a Moneylender up to 2; the second may be left (A7)."""
    s = d.state
    seat = trade_holder(s)
    if seat is None:
        d.tell("rivals.event.nothing_trade")
        return
    if not fitting(s, seat):
        d.tell("rivals.event.nothing_fits", seat=who(seat), other=who(1 - seat))
        return
    constants = s.tables.constants
    most = constants.trade_face_takes + constants.moneylender_adds * has(s.players[seat], "moneylender")
    start_taking(d, seat, "face/trade", constants.trade_face_takes, most)


def celebration(d: Draft[RivalsState]) -> None:
    """7.6 15.13 More skill gains 1 of choice, on a tie both do; 1 more for the player of Reiner."""
    s = d.state
    skills = [skill(s, 0), skill(s, 1)]
    d.tell("rivals.event.celebration", standing={who(seat): number for seat, number in enumerate(skills)})
    for seat, player in enumerate(s.players):
        number = int(skills[seat] == max(skills)) + int(s.herald and seat == s.active)
        owe_choice(player, "face/celebration", number)
    collect(d)


def plentiful_harvest(d: Draft[RivalsState]) -> None:
    """7.7 A40 1 of choice each, and the gold of Toll Bridges and Pirate Ships besides, on both players' turns."""
    s = d.state
    for player in s.players:
        owe_choice(player, "face/plentiful_harvest", 1)
        for card in ("toll_bridge", "pirate_ship"):
            owe_gold(player, f"card/{card}", s.tables.faces[card].harvest_gold * count(player, card))
    collect(d)
