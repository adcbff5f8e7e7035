"""Chapter 8, the action phase: everything that may be done now, in one menu."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engines.kit import WORDLESS, Draft, Facts, Option, Pick, PickStep, Text, Withheld, bare, counted, ref
from engines.rivals import cards_basic as basic
from engines.rivals import cards_gold as gold
from engines.rivals import cards_progress as progress
from engines.rivals import cards_turmoil as turmoil
from engines.rivals import reasons
from engines.rivals.board import has, town_number
from engines.rivals.building import can_build, shown_on, start_building
from engines.rivals.centre import centre_keys, cost_of_centre, start_centre
from engines.rivals.gains import is_buying
from engines.rivals.labels import card_facts, card_note, choices, in_hand
from engines.rivals.leisure import is_losing
from engines.rivals.state import Deed, RivalsState
from engines.rivals.stores import amounts
from engines.rivals.takings import TAKING, WEIGHED
from engines.rivals.trade import can_remove, can_trade


@dataclass(frozen=True, slots=True)
class Action:
    """8.1 An action card: whether every part of it can be done, and what it does."""

    can: Callable[[RivalsState, int], bool]
    play: Callable[[Draft[RivalsState], int], None]


ACTIONS: dict[str, Action] = {
    "goldsmith": Action(basic.can_goldsmith, basic.goldsmith),
    "merchant_caravan": Action(basic.can_merchant_caravan, basic.merchant_caravan),
    "relocation": Action(basic.can_relocation, basic.relocation),
    "brigands": Action(gold.can_brigands, gold.brigands),
    "gudrun": Action(gold.can_gudrun, gold.gudrun),
    "merchant": Action(gold.can_merchant, gold.merchant),
    "trade_master": Action(gold.can_trade_master, gold.trade_master),
    "archer": Action(turmoil.can_archer, turmoil.archer),
    "arsonist": Action(turmoil.can_arsonist, turmoil.arsonist),
    "traitor": Action(turmoil.can_traitor, turmoil.traitor),
    "voyage_of_plunder": Action(turmoil.can_voyage_of_plunder, turmoil.voyage_of_plunder),
    "benjamin": Action(progress.can_benjamin, progress.benjamin),
    "three_field_system": Action(progress.can_three_field_system, progress.three_field_system),
    "mineral_mining": Action(progress.can_mineral_mining, progress.mineral_mining),
    "doctor": Action(progress.can_doctor, progress.doctor),
    "guido": Action(progress.can_guido, progress.fetch),
    "gustav": Action(progress.can_gustav, progress.fetch),
}
"""One effect per action card of the action phase."""


def can_play(s: RivalsState, seat: int, kind: str) -> bool:
    """8.1 All requirements hold and every instruction can be carried out."""
    if kind in WEIGHED and (is_losing(s, 1 - seat) or (kind in TAKING and is_buying(s, 1 - seat))):
        return False
    action = ACTIONS.get(kind)
    needs = s.tables.faces[kind].needs
    return action is not None and (not needs or has(s.players[seat], *needs)) and action.can(s, seat)


class ChooseAction(PickStep[RivalsState]):
    """8.11 6.2 Any number of actions in any order, until the player ends the phase."""

    name = "action"
    sides = ("take.wait", "loss.wait")
    bluff = True  # an action phase that ended by itself would tell of a hand without a playable card

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        held = amounts(s.players[seat])
        options = [
            *hand_options(s, seat, held),
            *face_up_options(s, seat, held),
            *centre_options(s, seat, held),
            *other_options(s, seat, held),
            bare("end") if s.lean else Option("end", Text("rivals.option.action.end"), "group/other"),
        ]
        if s.lean:
            return Pick(WORDLESS, tuple(options), private=True)
        return Pick(Text("rivals.ask.action"), tuple(options), default=["end"], private=True)

    def withheld(self, s: RivalsState, seat: int) -> Withheld:
        return reasons.in_phase(s, seat, [option.key for option in self.ask(s, seat).options])

    def preview(self, s: RivalsState, seat: int, value: list[str]) -> tuple[Text, ...]:
        """8.2 The points on a card that would be built."""
        verb, _, what = value[0].partition(":")
        hand = s.players[seat].hand
        if verb == "build":
            return shown_on(s, hand[choices(hand)[what]].kind)
        return shown_on(s, what) if verb == "open" else ()

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        verb, _, what = value[0].partition(":")
        match verb:
            case "end":
                d.end()
                d.goto("hand.start")
            case "play":
                s.deed = Deed(place=choices(s.players[seat].hand)[what])
                kind = s.players[seat].hand[s.deed.place].kind
                d.goto("card.done")
                ACTIONS[kind].play(d, seat)
            case "build":
                place = choices(s.players[seat].hand)[what]
                start_building(d, seat, s.tables.faces[s.players[seat].hand[place].kind], place)
            case "open":
                start_building(d, seat, s.tables.faces[what], -1)
            case "trade":
                d.goto("trade.rate")
            case "remove":
                d.goto("remove.card")
            case _:
                start_centre(d, seat, value[0])


def hand_options(s: RivalsState, seat: int, held: dict[str, int]) -> list[Option]:
    """8.1 8.2 What can be done with the cards of the hand."""
    options = []
    hand = s.players[seat].hand
    for key, place in choices(hand).items():
        kind = hand[place].kind
        face = s.tables.faces[kind]
        verb = "play" if can_play(s, seat, kind) else "build" if can_build(s, seat, face, held) else ""
        if not verb:
            continue
        if s.lean:
            options.append(bare(f"{verb}:{key}"))
            continue
        facts = card_facts(s, kind, hand[place].back)
        if verb == "play":
            label = Text("rivals.option.action.play", facts)
            options.append(Option(f"play:{key}", label, "group/play", card_note(s, kind), in_hand(kind)))
        else:
            cost = {"cost": counted("resource", face.cost)} if face.cost else {}
            label = Text("rivals.option.action.build", {**facts, **cost})
            options.append(Option(f"build:{key}", label, "group/build", card_note(s, kind), in_hand(kind)))
    return options


def face_up_options(s: RivalsState, seat: int, held: dict[str, int]) -> list[Option]:
    """8.5 Cards of the face-up stack are built straight from it, by both players while copies are left."""
    if not s.face_up or not can_build(s, seat, s.tables.faces[s.face_up[0].kind], held):
        return []
    kind = s.face_up[0].kind
    if s.lean:
        return [bare(f"open:{kind}")]
    facts: Facts = {"card": ref("card", kind), "cost": counted("resource", s.tables.faces[kind].cost)}
    label, at = Text("rivals.option.action.build", facts), (ref("card", kind), "deck/face_up")
    return [Option(f"open:{kind}", label, "group/build", card_note(s, kind), at)]


SETTLEMENT = "centre/settlement"
CENTRE_LABELS = {
    "road": "rivals.option.action.road",
    "settlement": "rivals.option.action.settlement",
    "scout": "rivals.option.action.scout",
    "city": "rivals.option.action.city",
}


def centre_options(s: RivalsState, seat: int, held: dict[str, int]) -> list[Option]:
    """8.7 Roads, settlements and cities, each with its place."""
    keys = centre_keys(s, seat, held)
    if s.lean:
        return [bare(key) for key in keys]
    options = []
    for key in keys:
        piece, _, spot = key.partition(":")
        if piece == "city":
            number = town_number(s.players[seat], int(spot))
            where: Facts = {"town": number}
            at: tuple[str, ...] = (f"town/town-{number}", f"seat/{seat}")
        else:
            where, at = {"side": ref("side", spot)}, ("centre/road" if piece == "road" else SETTLEMENT, "supply/supply")
        where["cost"] = counted("resource", cost_of_centre(s, piece))
        options.append(Option(key, Text(CENTRE_LABELS[piece], where), "group/build", at=at))
    return options


def other_options(s: RivalsState, seat: int, held: dict[str, int]) -> list[Option]:
    """8.8 8.9 Trading and removing."""
    player = s.players[seat]
    options = []
    if can_trade(s, player, held):
        options.append(bare("trade") if s.lean else Option("trade", Text("rivals.option.action.trade"), "group/other"))
    if can_remove(s, player):
        options.append(
            bare("remove") if s.lean else Option("remove", Text("rivals.option.action.remove"), "group/other")
        )
    return options
