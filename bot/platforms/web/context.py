"""What all pages and actions of the local table share: the parts of the bot, who is asking, how an answer goes out."""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any
from urllib.parse import urlencode

from aiohttp import web

from bot.choices.controls import WEB
from bot.commands.context import Caller, Context
from bot.commands.conversation import Conversation
from bot.language.dates import absolute
from bot.language.speaker import Speaker
from bot.messages.composer import Composer
from bot.messages.film import Films
from bot.messages.story import Stories
from bot.platforms.web import browser_sessions
from bot.platforms.web.browser_sessions import COOKIE, LOOK, Browser, Looks
from bot.platforms.web.gate import KEY, SESSION, THEME, Gate
from bot.platforms.web.guard import Guard
from bot.platforms.web.home_data import HomeLoader
from bot.platforms.web.html import Element, as_json
from bot.platforms.web.inside import inside
from bot.platforms.web.invites import AGAIN, Invites
from bot.platforms.web.live_updates import LiveUpdates
from bot.platforms.web.page_data import PageDataLoader
from bot.platforms.web.parts.elements import Words, document, root
from bot.platforms.web.push_worker import PushWorker
from bot.platforms.web.sessions import Session
from bot.platforms.web.shares import Shares
from bot.service.page_access import tag_of
from bot.service.table_service import TableService
from bot.table.lobby import User
from bot.table.model import Table, as_code
from bot.table.preferences import Person
from engines import ENGINES
from engines.kit.errors import Refusal
from engines.kit.rulebook import sections
from render import Studio

log = logging.getLogger(__name__)


class Plain:
    """How the page writes: no markup at all, the tree escapes everything. Times stand in the reader's zone."""

    def __init__(self, person: Person | None = None) -> None:
        self.zone = (person or Person()).zone_info

    def plain(self, text: str) -> str:
        return text

    def bold(self, text: str) -> str:
        return text

    def time(self, moment: float, language: str) -> str:
        return absolute(moment, language, self.zone)

    def mention(self, user: str, name: str) -> str:
        return name

    def to(self, person: Person) -> Plain:
        return Plain(person)


WATCH = "watch:"
"""Begins the names of a person's notes about tables that they may watch."""
MOST_SAID = 1000
"""Browsers for which something is kept to be told; the oldest go first."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page to be shown. `refresh` is where its state is fetched anew, `codes` its tables (none: all mine)."""

    title: str
    body: Element
    refresh: str = ""
    name: str = ""
    codes: frozenset[str] = frozenset()
    mine: int = 0
    """How many of its questions wait for me: title and icon show it, and a sound tells of one more."""


@dataclass(frozen=True, slots=True)
class State:
    """A page as the script fetches it: `text` is JSON. The tree itself is not kept: the collector would walk it."""

    name: str
    codes: frozenset[str]
    rev: str
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """What an action leads to: a page, and a sentence about what was done."""

    go: str
    say: str = ""
    bad: bool = False
    quiet: bool = False
    """The page shows it anyway: tell it to ears only."""
    rule: tuple[str, str] | None = None
    """The rule that withholds it, and where it stands."""


@dataclass(slots=True)
class Site:
    """The local table's house."""

    service: TableService
    studio: Studio
    guard: Guard
    base: str = ""
    """The address that invitations begin with; empty: as the browser came."""
    is_alone: bool = False
    """Only this computer can open the page: nobody else could use an invitation."""
    pace: str = "2"
    """How long each move of others is shown to whoever has chosen nothing."""
    gate: Gate | None = None
    """Before the public page; None: the page is for this house alone."""
    gatherer: PageDataLoader = field(init=False)
    homes: HomeLoader = field(init=False)
    invites: Invites = field(init=False)
    shares: Shares = field(init=False)
    films: Films = field(init=False)
    stories: Stories = field(init=False)
    conversation: Conversation = field(init=False)
    pushes: PushWorker | None = None
    """Tells devices whose page is closed; None: there is no public address."""
    is_in_chats: bool = True
    """Whether the bot of a chat may play on the same tables: a store of this house alone has none."""
    open_up: Callable[[], Awaitable[bool]] | None = None
    """Lets the network in; None: it is in, or has another way."""
    screen: Callable[[Browser, str], Awaitable[Page]] = field(init=False)
    """Makes the table screen."""
    hub: LiveUpdates = field(default_factory=LiveUpdates)
    said: dict[str, Result] = field(default_factory=dict)
    """What a browser without script is told on its next page."""
    devices: dict[str, tuple[str, float]] = field(default_factory=dict)
    """Secrets that take seats to another device: the key, and until when."""
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def __post_init__(self) -> None:
        self.gatherer = PageDataLoader(self.service, self.studio)
        self.homes = HomeLoader(self.service)
        self.invites = Invites(self.service.work.store)
        self.shares = Shares(self.service.work.store)
        self.films = Films(self.service, self.studio)
        self.stories = Stories(self.service)
        composer = Composer(WEB, Plain(), self.studio)
        context = Context(self.service, composer, has_panels=False, films=self.films, stories=self.stories)
        self.conversation = Conversation(context)

    # --- who is asking ---

    async def browser(self, request: web.Request) -> Browser:
        """The browser of a request, with its owner's settings."""
        if (session := request.get(SESSION)) is not None:
            return await self._guest(request, session, request[KEY])
        key = browser_sessions.key_of(request)
        stored = await self.service.work.store.user(browser_sessions.user_of(key))
        person = Person.stored(stored["person"]) if "person" in stored else None
        language = browser_sessions.language_of(request, person)
        person = person or Person(language=language)
        looks = Looks.parse(request.cookies.get(LOOK, ""), self.pace)
        is_new = request.cookies.get(COOKIE) != key
        return Browser(
            key, looks, person, language, is_new, _noted(stored, AGAIN), watches=frozenset(_noted(stored, WATCH))
        )

    async def _guest(self, request: web.Request, session: Session, key: bytes) -> Browser:
        """Somebody at the public page: settings and looks are those of the account."""
        stored = await self.service.work.store.user(session.guest.ref)
        person = Person.stored(stored["person"]) if "person" in stored else None
        language = person.language if person is not None else session.guest.language
        looks = Looks.parse(stored.get(LOOK, ""), self.pace)
        theme = request.get(THEME) or request.headers.get("X-Theme", "")
        if looks.theme == "auto" and theme in ("light", "dark"):
            looks = replace(looks, theme=theme)
        return Browser(
            session.private_key(key),
            looks,
            person or Person(language=language),
            language,
            again=_noted(stored, AGAIN),
            session=session,
            watches=frozenset(_noted(stored, WATCH)),
            is_embedded=request.headers.get("X-Inside", "browser") != "browser",
        )

    async def watch_link(self, code: str) -> str:
        """A link that lets whoever has it watch a table to which people come only by invitation."""
        return f"{self.base}/w/{code}/{await tag_of(self.service.work.store, code)}"

    def device_link(self, browser: Browser) -> str:
        """The link that takes this browser's seats to another device, while it can be used; empty: none was wanted."""
        now = time.monotonic()
        self.devices = {name: kept for name, kept in self.devices.items() if kept[1] > now}
        return next((f"{self.base}/d/{name}" for name, kept in self.devices.items() if kept[0] == browser.key), "")

    def user(self, browser: Browser, ref: str = "", name: str = "") -> User:
        called = name or browser.name or Words(browser.language)("guest")
        return User(ref or browser.user, called, browser.language)

    def caller(self, browser: Browser, ref: str, request_id: str, room: str = "") -> Caller:
        where = room or (
            f"local:{browser.user.partition(':')[2]}" if browser.session is None else browser.session.guest.room
        )
        return Caller(self.user(browser, ref), where, request_id, True, browser.person)

    async def table(self, request: web.Request) -> Table:
        """The table that the address names."""
        return await self.service.queries.table(as_code(request.match_info["code"]))

    def origin(self, request: web.Request) -> str:
        return self.base or f"{request.scheme}://{request.host}"

    # --- answers ---

    def rev(self, shown: str) -> str:
        """A keyed hash of what is shown: equal pages, equal revs, and nothing else can be read from it."""
        return blake2b(shown.encode(), key=self.salt, digest_size=12).hexdigest()

    def state(self, browser: Browser, page: Page) -> State:
        """The page as a tree in JSON, with its rev: written once for whoever is told of it and fetches it."""
        body = page.body if browser.session is None else inside(page.body)
        tree = json.dumps(as_json(body), ensure_ascii=False, separators=(",", ":"))
        head = {"title": page.title, "mine": page.mine, "root": root(browser)}
        rev = self.rev(json.dumps(head) + tree)
        head |= {"rev": rev, "refresh": page.refresh, "name": page.name}
        return State(page.name, page.codes, rev, f'{json.dumps(head)[:-1]}, "tree": {tree}}}')

    def html(self, request: web.Request, browser: Browser, page: Page, status: int = 200) -> web.Response:
        """The page as a document, for the script as a tree; a new browser gets its key."""
        if request.headers.get("X-Script") == "1" or browser.session is not None:
            return web.json_response(text=self.state(browser, page).text, status=status)
        rev = self.state(browser, page).rev if page.refresh else ""
        text = document(browser, page.title, page.body, page.refresh, page.name, rev, page.mine)
        response = web.Response(text=text, content_type="text/html", status=status)
        if browser.is_new:
            browser_sessions.keep_key(response, browser.key, request.secure)
        return response

    def done(self, request: web.Request, browser: Browser, result: Result) -> web.Response:
        """An action's result: for the script as JSON, else as a way to the next page; other tabs look again."""
        self.hub.concerns(browser.user)
        if request.headers.get("X-Script") == "1" or browser.session is not None:
            body = {"go": result.go, "say": result.say, "bad": result.bad, "quiet": result.quiet, "rule": result.rule}
            return web.json_response(body)
        if result.say:
            self.said[browser.key] = result
            while len(self.said) > MOST_SAID:
                del self.said[next(iter(self.said))]
        return web.Response(status=303, headers={"Location": result.go})

    def refused(
        self, request: web.Request, browser: Browser, refusal: Refusal, go: str, game: str = ""
    ) -> web.Response:
        """What cannot be, in words."""
        speaker = Speaker(browser.language, game)
        return self.done(request, browser, refused(speaker, refusal, go))


def _noted(stored: Mapping[str, str], kind: str) -> dict[str, str]:
    """The notes of one kind about a person, by the tables that they name."""
    return {name.removeprefix(kind): value for name, value in stored.items() if name.startswith(kind)}


def refused(speaker: Speaker, refusal: Refusal, go: str, code: str = "") -> Result:
    """What cannot be, in words, with a link to the rule where our summary has it."""
    number = refusal.section
    if speaker.game not in ENGINES or number not in sections(speaker.game, speaker.language):
        return Result(go, speaker.refusal(refusal), bad=True)
    where = f"{address(f'/rules/{speaker.game}', at=code)}#r{number}"
    label = Words(speaker.language)("rule_number", number=number)
    return Result(go, speaker.refusal(refusal, with_rule=False), bad=True, rule=(label, where))


def address(path: str, **query: str | int | None) -> str:
    """A path with the parts of its query that are given."""
    given = {name: value for name, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(given)}" if given else path


def number_in(fields: Mapping[str, Any], name: str) -> int | None:
    """A whole number from a form or a query; None if there is none."""
    written = str(fields.get(name, ""))
    return int(written) if written.isdecimal() and len(written) < 6 else None


def plain(text: str) -> str:
    """Only what a code or a secret is made of."""
    return "".join([char for char in text if char.isascii() and (char.isalnum() or char in "-_")])[:64]
