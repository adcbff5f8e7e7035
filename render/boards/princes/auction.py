"""The piles of the auctions with the bid ladder, the turns of phase B, and the bids for characters."""

from collections.abc import Sequence

from engines.princes.view import AuctionSeen, CharacterSeen, PileSeen, PrincesView
from render.boards.princes.pieces import ICONS
from render.boxes import Box
from render.sheet import Reader, Sheet
from render.widgets.stone import slab, tile

HEIGHT = 288
PILE = 154
STEPS = 6
STEP = 112
BUYER = 38


def centre(sheet: Sheet, view: PrincesView) -> None:
    """What everybody looks at now: piles and bids, or characters and bids, and below whose turn stands how."""
    c = sheet.c
    box = sheet.panel(HEIGHT)
    slab(c, box, hair=True)
    with c.within("auction", box):
        _centre(sheet, box, view)


def _centre(sheet: Sheet, box: Box, view: PrincesView) -> None:
    if view.phase == "characters":
        cells = Box(box.x + 20, box.y + 17, box.w - 40, PILE).columns(len(view.characters), 9)
        for character, cell in zip(view.characters, cells, strict=True):
            _character(sheet, cell, character)
    else:
        cells = Box(box.x + 20, box.y + 17, box.w - 40, PILE).columns(len(view.piles), 9)
        for pile, cell in zip(view.piles, cells, strict=True):
            _pile(sheet, cell, pile, lot=view.auction is not None and view.auction.lot == pile.pile)
    lower = Box(box.x + 24, box.y + 185, box.w - 48, 90)
    if view.auction is not None:
        _ladder(sheet, lower, view, view.auction)
    else:
        _turns(sheet, lower, view)


def _plate(sheet: Sheet, box: Box, *, now: bool, flat: bool) -> None:
    c, t = sheet.c, sheet.t
    if flat:
        c.plate(box, t.slab2, radius=8)
    else:
        tile(c, box, t.tint(1.6) if now else t.slab2, 8)
    c.plate(box, outline=t.leaf if now else t.line, width=4 if now else 2, radius=8)


def _pile(sheet: Sheet, box: Box, pile: PileSeen, *, lot: bool) -> None:
    """A pile: sold and closed ones are dim, with buyer and price."""
    c, t, w = sheet.c, sheet.t, sheet.words
    gone = pile.buyer is not None or pile.closed or not pile.left
    _plate(sheet, box, now=lot, flat=gone)
    ink = t.mute if gone and not lot else t.ink
    c.icon(ICONS[pile.pile], box.cx, box.y + 42, 60, ink, 0.45 if gone and not lot else 1)
    c.text(box.cx, box.y + 90, w(f"pile_{pile.pile}"), "b", 28, ink, align="m", width=box.w - 8)
    if pile.buyer is not None:
        price = w.number(pile.price or 0)
        left_edge = box.cx - (BUYER + 4 + c.measure(price, "x", 30)) / 2
        sheet.emblem(pile.buyer, left_edge + BUYER / 2, box.y + 130, BUYER)
        c.text(left_edge + BUYER + 4, box.y + 130, price, "x", 30)
    else:
        c.text(box.cx, box.y + 126, w("left", n=pile.left), "r", 27, t.mute, align="m", width=box.w - 8)
    refs = (f"pile/{pile.pile}", f"lot/{pile.pile}", f"object/{pile.pile}")
    c.place(box, *refs, rings=((refs[1],), (refs[2],)))


def _ladder(sheet: Sheet, box: Box, view: PrincesView, auction: AuctionSeen) -> None:
    """The last bids, newest right, then who is to bid; at the right who has passed, bought or is out."""
    c, t, w = sheet.c, sheet.t, sheet.words
    steps = [(seat, amount, False) for seat, amount in auction.bids if auction.lot]
    asked = next_bidder(sheet, auction)
    if asked is not None:
        steps.append((asked, auction.bid + view.raise_by, True))
    for n, (seat, amount, following) in enumerate(steps[-STEPS:]):
        last = not following and n == len(steps[-STEPS:]) - (2 if steps[-1][2] else 1)
        spot = Box(box.x + n * STEP, box.y, STEP - 9, 88)
        plate = Box(spot.x, spot.y + 50, spot.w, 36)
        c.plate(plate, t.tint(2.2) if following else t.faint, radius=4)
        strong = following or last
        c.text(plate.cx, plate.cy, w.number(amount), "x" if strong else "r", 30, t.ink if strong else t.mute, align="m")
        if following:
            c.emblem(seat, spot.cx, spot.y + 25, 42, "?")
        else:
            sheet.emblem(seat, spot.cx, spot.y + 25, 42, dim=not last)
        told = ((f"seat/{seat}", "event/bid"), (f"seat/{seat}", "event/opened")) if last else ()
        bid = "figure/next_bid" if following else "figure/bid"
        c.place(Box(spot.x, spot.y + 2, spot.w, 84), bid, f"seat/{seat}", kind="figure", rings=told)
    if not auction.lot:
        sheet.emblem(auction.opener, box.x + 30, box.y + 45, 52)
        c.text(box.x + 70, box.y + 45, w(opening(view, auction)), "r", 30, t.mute)
    for n, (key, seats) in enumerate(done_with(auction)[:2]):
        y = box.y + 25 + 45 * n
        label = c.text(box.x + 684, y, w(key), "r", 27, t.mute, width=112)
        for k, seat in enumerate(seats):
            sheet.emblem(seat, box.x + 684 + max(label, 92) + 28 + k * 43, y, 40, dim=True)


def opening(view: PrincesView, auction: AuctionSeen) -> str:
    """What the opener does: the last who has neither bought nor declined takes an object without auction."""
    left_over = len(view.players) - len({*auction.bought, *auction.out})
    return "takes" if left_over == 1 else "opens"


def done_with(auction: AuctionSeen) -> list[tuple[str, Sequence[int]]]:
    """Who is done with the auctions, or with the present one."""
    groups = [("passed", auction.passed if auction.lot else ()), ("bought", auction.bought), ("out", auction.out)]
    return [(key, seats) for key, seats in groups if seats]


def next_bidder(reader: Reader, auction: AuctionSeen) -> int | None:
    """Who may raise the standing bid now."""
    asked = [seat for seat in reader.p.owed if seat != auction.bidder and seat not in auction.bought]
    return asked[0] if auction.lot and len(asked) == 1 else None


def _turns(sheet: Sheet, box: Box, view: PrincesView) -> None:
    """Each seat's actions left and its best work of the round."""
    c, t, w = sheet.c, sheet.t, sheet.words
    turn = view.turn
    for player, cell in zip(view.players, box.columns(len(view.players), 8), strict=True):
        now = turn is not None and turn.seat == player.seat
        if now:
            c.plate(cell, t.tint(), radius=6)
        c.place(cell, f"seat/{player.seat}", "figure/turn", kind="figure", rings=())
        later = turn is not None and player.seat in turn.waiting
        sheet.emblem(player.seat, cell.x + 32, cell.cy, 44, dim=not now and not later)
        if now and turn is not None:
            words = w("actions_left", n=turn.actions)
        elif view.phase == "characters":
            words = w("passed") if player.seat in view.passed_characters else w("bidding")
        else:
            is_coming = later or (turn is None and not view.ended)
            words = w("to_come") if is_coming else w("done")
        c.text(cell.x + 64, cell.y + 25, words, "r", 27, None if now else t.mute, width=cell.w - 70)
        if player.best:
            c.icon("scroll-unfurled", cell.x + 80, cell.y + 65, 32, t.mute)
            c.text(cell.x + 106, cell.y + 65, player.best, "x", 30)
        else:
            c.text(cell.x + 66, cell.y + 65, "–", "r", 28, t.mute)


def _character(sheet: Sheet, box: Box, seen: CharacterSeen) -> None:
    c, t, w = sheet.c, sheet.t, sheet.words
    gone = seen.place != "display"
    _plate(sheet, box, now=seen.marker is not None, flat=gone)
    c.icon(ICONS[seen.character], box.cx, box.y + 40, 56, t.mute if gone else t.ink, 0.45 if gone else 1)
    name = w.noun("character", seen.character)
    c.text(box.cx, box.y + 89, name, "b", 28, t.mute if gone else None, align="m", width=box.w - 10)
    if seen.owner is not None:
        sheet.emblem(seen.owner, box.cx, box.y + 129, 38)
    elif seen.marker is not None:
        sheet.emblem(seen.marker, box.cx - 36, box.y + 129, 38)
        c.text(box.cx + 24, box.y + 129, w.number(seen.bid or 0), "x", 30, align="m")
    elif seen.money is not None:
        c.icon("two-coins", box.cx - 34, box.y + 127, 30, t.mute)
        c.text(box.cx + 14, box.y + 127, w.number(seen.money), "b", 28, t.mute, align="m")
    c.place(box, f"character/{seen.character}")
