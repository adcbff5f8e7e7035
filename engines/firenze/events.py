"""9.3 Events: warding off, the own tower, Renaissance; those for all are in losses."""

from __future__ import annotations

from engines.firenze.bricks import add
from engines.firenze.hand import FOLDED, SCREENED, discard_played, may_play, might_play
from engines.firenze.labels import distinct, say, tower_key
from engines.firenze.losses import ALL_PLAYERS, loss_of, start_losses, tell_nothing
from engines.firenze.persons import targets_of_saboteur
from engines.firenze.piles import BACK, discard
from engines.firenze.ruins import lowest_first, take_storey
from engines.firenze.state import FirenzeState
from engines.kit import Draft, Option, Pick, PickStep, Step, deck, ref, seat_ref


def start_event(d: Draft[FirenzeState], card: str) -> None:
    """4.6 An event is resolved at once, after the question of the Patrician."""
    d.state.turn.event = card
    d.state.turn.warded = False
    d.call("event.resolve")
    d.call("event.ward", d.state.active)


def could_hurt(s: FirenzeState, seat: int) -> bool:
    """9.3 9.4 Whether the event does anything that could be warded off; all of it can be seen by all."""
    event, player = s.turn.event, s.players[seat]
    if event in ALL_PLAYERS:
        loss = loss_of(s, seat)
        return s.options.patrician_scope == "everyone" or bool(loss.due or loss.bricks or loss.threatened)
    return bool(player.towers) if event in ("collapse", "botch") else True


class Ward(PickStep[FirenzeState]):
    """9.2 A2 A3 Patrician: ward off the event just taken by oneself, or accept it; asked whoever is in the hand."""

    name = "event.ward"
    bluff = True
    since = SCREENED

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        if not might_play(s, seat, "patrician") or (s.rules >= FOLDED and not could_hurt(s, seat)):
            return None
        ward = (Option("ward", say("option.ward")),) if may_play(s, seat, "patrician") else ()
        options = (Option("accept", say("option.accept")), *ward)
        event = ref("card", s.turn.event)
        prompt = say("ask.event.ward", event=event, what=ref("effect", s.turn.event))
        return Pick(prompt, options, default=["accept"], private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        if value == ["ward"]:
            discard_played(d, seat, "patrician")
            d.state.turn.warded = True
            d.tell("firenze.event.warded", seat=seat_ref(seat), card=ref("card", d.state.turn.event))
        d.end()

    def resume(self, d: Draft[FirenzeState]) -> None:
        d.end()


class Resolve(Step[FirenzeState]):
    """4.6 9.3 A2 What the event does; warded off it does nothing to the player in turn, or nothing at all."""

    name = "event.resolve"

    def resume(self, d: Draft[FirenzeState]) -> None:
        s = d.state
        event, warded = s.turn.event, s.turn.warded
        if event in ALL_PLAYERS and not (warded and s.options.patrician_scope == "everyone"):
            d.goto("event.losses")
            start_losses(d)
        elif warded:
            d.goto("event.finish")
        elif event == "renaissance":
            d.goto("event.finish")
            rebirth(d)
        elif event == "saboteur":
            d.goto("event.finish")
            if targets_of_saboteur(s, s.active):
                d.call("saboteur.tower", s.active)
            else:
                tell_nothing(d)
        else:
            d.goto("event.tower", s.active)


class Finish(Step[FirenzeState]):
    """4.5 4.6 4.9 The event is over: the bricks set aside are the player's, the card is discarded before the refill."""

    name = "event.finish"

    def resume(self, d: Draft[FirenzeState]) -> None:
        s = d.state
        add(s.player.warehouse, s.turn.aside)
        s.turn.aside = {}
        if s.turn.event:
            event, s.turn.event = s.turn.event, ""
            discard(d, event)
        d.end()


class OwnTower(PickStep[FirenzeState]):
    """9.3 9.4 Collapse and Botch ask the player in turn alone, and only if own towers differ."""

    name = "event.tower"

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        towers = distinct(lowest_first(s.players[seat]))
        if not towers:
            return None
        options = [Option(tower_key(t), say("option.thing", what=ref("tower", tower_key(t)))) for t in towers]
        return Pick(say("ask.event.tower", event=ref("card", s.turn.event)), tuple(options))

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        s = d.state
        player = s.players[seat]
        tower = next(tower for tower in player.towers if tower_key(tower) == value[0])
        event = s.turn.event
        gone, shown = int(event != "collapse" and tower.height == 1), ref("tower", tower_key(tower))
        d.tell(f"firenze.event.{event}", seat=seat_ref(seat), tower=shown, gone=gone)
        if event == "collapse":
            player.towers.remove(tower)
            add(s.bag, {tower.colour: tower.height})
        else:
            take_storey(d, seat, tower)
        d.goto("event.finish")

    def resume(self, d: Draft[FirenzeState]) -> None:
        """9.3 No tower: nothing."""
        tell_nothing(d)
        d.goto("event.finish")


def rebirth(d: Draft[FirenzeState]) -> None:
    """9.3 Renaissance: draw pile, discard pile and this card are shuffled together as the new draw pile."""
    s = d.state
    cards = [card.kind for card in s.draw_pile] + s.discard_pile + [s.turn.event]
    s.draw_pile, s.discard_pile, s.turn.event = deck(cards, BACK), [], ""
    d.shuffle(s.draw_pile)
    d.tell("firenze.event.renaissance", cards=len(s.draw_pile))
