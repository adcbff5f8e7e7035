"""9.4 Events for all: what each player loses, chosen by all at once and carried out together."""

from __future__ import annotations

from engines.firenze.bricks import COLOURS, add, least_missed, remove, size
from engines.firenze.ending import has_turn_left
from engines.firenze.hand import FOLDED
from engines.firenze.labels import brick_bundle, bricks_fact, copies, numbered, say, tower_key, towers_fact
from engines.firenze.ruins import tear_down
from engines.firenze.state import FirenzeState, Loss, Player, Tower
from engines.kit import WORDLESS, Bundle, BundleStep, Draft, Pick, PickStep, Step, ref, seat_ref

ALL_PLAYERS = ("flood", "warehouse_fire", "luxury_tax", "tribute")
ANY = "any"


def flood_loss(s: FirenzeState, bricks: int) -> int:
    """9.3 Flood: a third of the warehouse, rounded up."""
    return -(-bricks // s.tables.losses.flood_divisor)


def loss_of(s: FirenzeState, seat: int) -> Loss:
    """9.4 A5 What the event takes from this player; bricks kept aside are not in the warehouse here."""
    player = s.players[seat]
    match s.turn.event:
        case "flood":
            loss = Loss(due=flood_loss(s, size(player.warehouse)))
        case "warehouse_fire":
            loss = Loss(due=min(s.tables.losses.fire_bricks, size(player.warehouse)))
        case "luxury_tax":
            loss = luxury_tax(s, player)
        case _:
            loss = tribute(player)
    settle_bricks(player, loss)
    return loss


def luxury_tax(s: FirenzeState, player: Player) -> Loss:
    """9.4 A4 Luxury Tax: two bricks for each high tower, for as many as the warehouse can bear."""
    table = s.tables.losses
    high = [tower for tower in player.towers if tower.height >= table.luxury_height]
    paid = min(len(high), size(player.warehouse) // table.luxury_bricks)
    loss = Loss(due=paid * table.luxury_bricks, threatened=[tower.id for tower in high])
    split_group(loss, high, paid, ANY)
    return loss


def tribute(player: Player) -> Loss:
    """9.4 A4 Tribute: colour by colour, a brick of it for each tower as long as there is one."""
    loss = Loss()
    for colour in COLOURS:
        towers = [tower for tower in player.towers if tower.colour == colour]
        paid = min(len(towers), player.warehouse.get(colour, 0))
        loss.threatened += [tower.id for tower in towers]
        if paid:
            loss.bricks[colour] = paid
        split_group(loss, towers, paid, colour)
    return loss


def split_group(loss: Loss, towers: list[Tower], paid: int, group: str) -> None:
    """9.4 Ask about towers only if some can stay, not all, and they are not all alike."""
    if 0 < paid < len(towers) and len({tower_key(tower) for tower in towers}) > 1:
        loss.undecided.append(group)
    else:
        loss.spared += [tower.id for tower in towers[:paid]]


def settle_bricks(player: Player, loss: Loss) -> None:
    """9.4 No question about bricks if none go, all go, or all are of one colour."""
    stock = player.warehouse
    if loss.due and (loss.due == size(stock) or len(stock) == 1):
        loss.bricks = least_missed(stock, loss.due, ())
        loss.due = 0


def group_towers(player: Player, loss: Loss, group: str) -> list[Tower]:
    """The threatened towers of one group, from the one kept first: highest, rarer colour, older (9.4)."""
    towers = [player.tower(id) for id in loss.threatened]
    mine = [tower for tower in towers if group in (ANY, tower.colour)]
    return sorted(mine, key=lambda tower: (-tower.height, -COLOURS.index(tower.colour), tower.id))


def number_kept(s: FirenzeState, loss: Loss, group: str) -> int:
    """9.4 How many towers of a group are paid for."""
    if group != ANY:
        return loss.bricks[group]
    bricks = s.tables.losses.luxury_bricks
    return (loss.due or size(loss.bricks)) // bricks


def start_losses(d: Draft[FirenzeState]) -> None:
    """9.4 A1 Ask all who have a choice at once; who wards the event off is left out."""
    s = d.state
    asked = []
    for seat in s.order_from(s.active):
        if seat == s.active and s.turn.warded:
            continue
        loss = s.players[seat].loss = loss_of(s, seat)
        if s.options.forced_discard == "auto" or _cannot_matter(s, seat, loss):
            choose_automatically(s, seat)
        elif loss.due or loss.undecided:
            asked.append(seat)
    d.each("loss.towers", asked)


def _cannot_matter(s: FirenzeState, seat: int, loss: Loss) -> bool:
    """9.4 11.2 Only bricks are to be chosen, by a player who will not build again."""
    return s.rules >= FOLDED and not loss.undecided and seat != s.active and not has_turn_left(s, seat)


def choose_automatically(s: FirenzeState, seat: int) -> None:
    """9.4 The automatic choice: the highest towers stay, bricks of colours without a tower go first."""
    player = s.players[seat]
    loss = _loss(player)
    for group in loss.undecided:
        kept = number_kept(s, loss, group)
        loss.spared += [tower.id for tower in group_towers(player, loss, group)[:kept]]
    loss.undecided = []
    if loss.due:
        loss.bricks = least_missed(player.warehouse, loss.due, player.tower_colours)
        loss.due = 0


def _loss(player: Player) -> Loss:
    if player.loss is None:
        raise LookupError("no event takes anything from this player")
    return player.loss


class Towers(PickStep[FirenzeState]):
    """9.4 Luxury Tax and Tribute: which towers stay, where not all can."""

    name = "loss.towers"

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        player = s.players[seat]
        loss = _loss(player)
        if not loss.undecided:
            return None
        group = loss.undecided[0]
        kept = number_kept(s, loss, group)
        options = copies("tower", [tower_key(tower) for tower in group_towers(player, loss, group)])
        best = [option.key for option in options[:kept]]
        prompt = say("ask.loss.towers", event=ref("card", s.turn.event), keep=kept)
        return Pick(prompt, options, kept, kept, default=best, suggested=(best,), private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        player = d.state.players[seat]
        loss = _loss(player)
        towers = group_towers(player, loss, loss.undecided[0])
        keys = [key for key, _, _ in numbered([tower_key(tower) for tower in towers])]
        loss.spared += [tower.id for key, tower in zip(keys, towers, strict=True) if key in value]
        loss.undecided.pop(0)

    def resume(self, d: Draft[FirenzeState]) -> None:
        d.goto("loss.bricks", d.stack[-1].seat)


class LostBricks(BundleStep[FirenzeState]):
    """9.4 Flood, Warehouse Fire and Luxury Tax: which bricks go."""

    name = "loss.bricks"

    def ask(self, s: FirenzeState, seat: int) -> Bundle | None:
        player = s.players[seat]
        loss = _loss(player)
        if not loss.due:
            return None
        suggestion = least_missed(player.warehouse, loss.due, player.tower_colours)
        prompt = WORDLESS if s.lean else say("ask.loss.bricks", event=ref("card", s.turn.event), due=loss.due)
        return brick_bundle(prompt, player.warehouse, loss.due, suggestion, private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: dict[str, int]) -> None:
        loss = _loss(d.state.players[seat])
        loss.bricks, loss.due = value, 0
        d.end()

    def resume(self, d: Draft[FirenzeState]) -> None:
        d.end()


class CarryOut(Step[FirenzeState]):
    """9.4 All losses at once, in seat order from the player in turn; only then the row is refilled."""

    name = "event.losses"

    def resume(self, d: Draft[FirenzeState]) -> None:
        s, told = d.state, len(d.events)
        for seat in s.order_from(s.active):
            player = s.players[seat]
            if player.loss is not None:
                loss, player.loss = player.loss, None
                suffer(d, seat, loss)
        if len(d.events) == told:
            tell_nothing(d)
        d.goto("event.finish")


def tell_nothing(d: Draft[FirenzeState]) -> None:
    """9.3 9.4 An event that finds nothing to take is told all the same."""
    d.tell("firenze.event.nothing", event=ref("card", d.state.turn.event))


def suffer(d: Draft[FirenzeState], seat: int, loss: Loss) -> None:
    """9.4 A4 The bricks go to the bag, towers without payment fall; rubble has paid for nothing."""
    s = d.state
    player = s.players[seat]
    if loss.bricks:
        remove(player.warehouse, loss.bricks)
        add(s.bag, loss.bricks)
        bricks, paid_for = bricks_fact(loss.bricks), towers_fact([player.tower(id) for id in loss.spared])
        event = ref("card", s.turn.event)
        d.tell("firenze.event.lost", seat=seat_ref(seat), event=event, bricks=bricks, towers=paid_for)
    for id in loss.threatened:
        if id not in loss.spared:
            tear_down(d, seat, player.tower(id))
