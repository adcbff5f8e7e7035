"""Beside the chats the page is served only where the operator wants it."""

from __future__ import annotations

from aiohttp import ClientSession

from bot.platforms.web.run import opened
from bot.platforms.web.server import LocalTable
from config.settings import Settings


async def test_the_page_stands_beside_the_chats_when_it_is_wanted(table: LocalTable) -> None:
    service, studio = table.site.service, table.site.studio
    async with opened(Settings(web=False), service, studio) as nothing:
        assert nothing is None
    async with opened(Settings(web=True, port=0), service, studio) as page, ClientSession() as session:
        assert page is not None
        async with session.get(page.site.base) as response:
            assert response.status == 200
            assert "Signoria" in await response.text()
