"""The Mini App: the page of a table inside Telegram, from the private chat, its menu button, and groups."""

from __future__ import annotations

from dataclasses import dataclass

from telegram import Bot, MenuButtonDefault, MenuButtonWebApp, WebAppInfo

from bot.language.speaker import catalogue
from bot.messages.post import Button
from bot.service.page_access import PageAccess, watch_tag
from config.languages import fallback

DOOR = "/in/telegram"


@dataclass(frozen=True, slots=True)
class MiniApp:
    """Links to the page. In a group only a link of Telegram's own opens it, and only if BotFather knows the page."""

    origin: str
    key: bytes
    bot: str = ""
    """The bot's name, if it has a main Mini App."""

    @classmethod
    async def of(cls, access: PageAccess | None, bot: Bot) -> MiniApp | None:
        """None without a public address."""
        if access is None:
            return None
        return cls(access.origin, await access.key(), bot.username if bot.bot.has_main_web_app else "")

    @property
    def door(self) -> str:
        return f"{self.origin}{DOOR}"

    def private(self, code: str, label: str) -> Button:
        return Button("", label, url=f"{self.door}?at=t_{code}", is_app=True)

    def room(self, code: str, label: str) -> Button | None:
        """With the permission to watch: whoever is in the group may."""
        url = f"https://t.me/{self.bot}?startapp=t_{code}_{watch_tag(self.key, code)}"
        return Button("", label, url=url) if self.bot else None


async def set_menu(bot: Bot, app: MiniApp | None) -> None:
    """The button beside the line that people type in; one of ours that leads nowhere any more is taken away."""
    if app is not None:
        text = catalogue(fallback())["chat.button.tables"]
        await bot.set_chat_menu_button(menu_button=MenuButtonWebApp(text, WebAppInfo(app.door)))
        return
    there = await bot.get_chat_menu_button()
    if isinstance(there, MenuButtonWebApp) and there.web_app.url.endswith(DOOR):
        await bot.set_chat_menu_button(menu_button=MenuButtonDefault())
