"""The doctor looks at the public address as a phone would; settings that cannot be one are refused in words."""

from __future__ import annotations

import ssl
from base64 import b64encode
from pathlib import Path

import pytest
import trustme
from pydantic import SecretStr

from bot.app.findings import Grade
from bot.app.public_page import activity, public_page
from bot.store import Store
from config.settings import ConfigError, Settings, load_settings
from tests.bot.platforms.web.public_house import HOST, ORIGIN, house
from tests.bot.store.tls import Authority, encrypted


class Named(Authority):
    """Its certificates are for the public name."""

    def context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.made.issue_cert(HOST).configure_cert(context)
        return context


@pytest.mark.parametrize(
    ("written", "origin"),
    [("https://Games.Example.org/", ORIGIN), ("https://games.example.org:8443", f"{ORIGIN}:8443"), ("", "")],
)
def test_a_public_address_is_a_host_by_https(written: str, origin: str) -> None:
    assert load_settings(public_url=written).public_url == origin


@pytest.mark.parametrize(
    "written",
    ["http://games.example.org", "games.example.org", "https://", "https://a.example/b", "https://u@a.example"],
)
def test_what_cannot_be_a_public_address_is_refused_in_words(written: str) -> None:
    with pytest.raises(ConfigError, match="SIGNORIA_PUBLIC_URL"):
        load_settings(public_url=written)


def test_proxies_are_addresses_or_networks() -> None:
    assert load_settings(trusted_proxies="127.0.0.1, 172.16.0.0/12,::1").trusted_proxies
    with pytest.raises(ConfigError, match="SIGNORIA_TRUSTED_PROXIES"):
        load_settings(trusted_proxies="caddy")


def test_the_doctor_names_what_the_page_inside_discord_lacks() -> None:
    assert activity(Settings()) == []
    half = Settings(discord_activity="77", discord_token=SecretStr("x.y.z"))
    (lacking,) = activity(half)
    assert lacking.grade is Grade.WARNING
    assert "DISCORD_CLIENT_SECRET, SIGNORIA_PUBLIC_URL" in lacking.text
    assert not half.has_activity
    whole = half.model_copy(update={"discord_secret": SecretStr("s"), "public_url": ORIGIN})
    assert whole.has_activity
    assert [each.grade for each in activity(whole)] == [Grade.WELL]
    token = SecretStr(f"{b64encode(b'78').decode()}.y.z")
    assert [each.grade for each in activity(whole.model_copy(update={"discord_token": token}))] == [Grade.ILL]
    with pytest.raises(ConfigError, match="SIGNORIA_DISCORD_ACTIVITY"):
        load_settings(discord_activity="my app")


async def test_the_doctor_tells_whether_the_address_leads_to_the_page(one: Store, tmp_path: Path) -> None:
    settings = Settings(public_url=ORIGIN, trusted_proxies="127.0.0.1", telegram_token=SecretStr("1:x"))
    authority = Named(trustme.CA(), tmp_path)
    trust = ssl.create_default_context()
    authority.made.configure_trust(trust)
    async with house(one, tmp_path) as table, encrypted(table.port, authority) as port:
        (well,) = await public_page(settings, trust, ("127.0.0.1", port))
        assert (well.grade, ORIGIN in well.text) == (Grade.WELL, True)
        (untrusted,) = await public_page(settings, None, ("127.0.0.1", port))
        assert untrusted.grade is Grade.ILL
        assert "certificate" in untrusted.text
        other = settings.model_copy(update={"public_url": f"{ORIGIN}:444"})
        (renamed,) = await public_page(other, trust, ("127.0.0.1", port))
        assert renamed.grade is Grade.ILL
        assert "Host" in renamed.text
        bare = settings.model_copy(update={"trusted_proxies": "", "telegram_token": None, "host": "0.0.0.0"})
        found = await public_page(bare, trust, ("127.0.0.1", port))
        assert [each.grade for each in found] == [Grade.WELL, Grade.WARNING, Grade.WELL, Grade.WARNING]
    (away,) = await public_page(settings, trust, ("127.0.0.1", port))
    assert away.grade is Grade.WARNING
    assert await public_page(Settings(), trust) == []
