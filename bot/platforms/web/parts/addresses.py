"""Where a table's page leads: the same table through the same seat, shown otherwise or with a half-made move."""

from __future__ import annotations

from urllib.parse import urlencode

from bot.platforms.web.page_data import PageData


def with_query(sight: PageData, **more: str) -> str:
    """This table through the same seat, shown otherwise."""
    seat = {"seat": str(sight.seat)} if len(sight.seats) > 1 and sight.seat is not None else {}
    ahead = {"ahead": "1"} if sight.ahead and "plan" in more else {}
    query = urlencode({name: value for name, value in {**seat, **more, **ahead}.items() if value}, safe="~:")
    return f"/t/{sight.code}?{query}" if query else f"/t/{sight.code}"


def plan_address(sight: PageData, plan: str, side: str = "", about: int = -1) -> str:
    """This table with a half-made move on it; `side`: a question beside, `about`: a thing that is explained."""
    view = "text" if sight.in_words else ""
    return with_query(sight, view=view, plan=plan, side=side, about="" if about < 0 else str(about))


def plan_of(sight: PageData) -> str:
    """The half-made move as it stands."""
    return sight.move.plan if sight.move else ""
