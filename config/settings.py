"""What the operator may set, by environment variable or in a file named .env."""

import os
from ipaddress import ip_network
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from config.rooms import language_folders

LANGUAGE = "en"
"""The fallback unless the operator names another. What is stored without a language is in this one, whatever is set."""


OWN_BOX = "own-box"
"""Within the program's folder: figures that were typed in from one's own box."""


class ConfigError(Exception):
    """The program cannot start as it is set up; the text says what to change."""


class DataSettings(BaseSettings):
    """What every command heeds, whatever else is set. An empty variable counts as not set."""

    model_config = SettingsConfigDict(
        env_prefix="SIGNORIA_", env_file=".env", env_ignore_empty=True, extra="ignore", populate_by_name=True
    )

    corrections: Path | None = Field(None, validation_alias="SIGNORIA_DATA")
    """A folder of corrected game tables (`<game>/*.toml`): each table there replaces ours."""
    folder: Path = Path("data")
    """The folder for the embedded store, replay files and caches, and for figures typed in from one's own box."""

    @property
    def own_box(self) -> Path:
        """Where corrected tables are written: the folder that was named, or one of the program's own."""
        return self.corrections or self.folder / OWN_BOX

    @property
    def corrected_tables(self) -> Path | None:
        """Where corrected tables are read from; None: there are none."""
        return self.corrections or (self.own_box if self.own_box.is_dir() else None)


class Settings(DataSettings):
    """Every setting with its default."""

    redis_url: str | None = Field(None, validation_alias="REDIS_URL")
    """Where games are kept; without it the program starts a Valkey server of its own in the data folder."""
    language: str = LANGUAGE
    """The language of whoever has chosen none, and of texts that another one lacks: a folder of `config/text`."""
    web: bool = False
    """Whether `signoria run` serves the local table too, beside the chats."""
    host: str = "127.0.0.1"
    """The address on which the local table is served."""
    port: int = Field(8137, ge=0, le=65535)
    """The port of the local table."""
    public_url: str = ""
    """The https address under which a proxy or tunnel shows the page to the chats, such as https://games.example.org."""
    trusted_proxies: str = ""
    """Addresses or networks of proxies whose word about a client's address counts, with commas between."""
    health_host: str = "127.0.0.1"
    health_port: int = Field(0, ge=0, le=65535)
    """The port of /healthz and /metrics; 0 switches them off."""
    discord_token: SecretStr | None = Field(None, validation_alias="DISCORD_TOKEN")
    discord_shards: str = ""
    """Which shards this process hears, such as 0,1/4; empty for all of them."""
    discord_activity: str = Field("", pattern=r"^\d{0,20}$")
    """The application's id: with it, the client's secret and a public address the page opens inside Discord too."""
    discord_secret: SecretStr | None = Field(None, validation_alias="DISCORD_CLIENT_SECRET")
    """The client's secret, from the OAuth2 page of Discord's portal."""
    telegram_token: SecretStr | None = Field(None, validation_alias="TELEGRAM_TOKEN")
    telegram_base_url: str = ""
    """The address of a Bot API server of your own, such as http://localhost:8081; empty: Telegram's."""
    telegram_patience: float = Field(20.0, ge=1, le=120)
    """Seconds that Telegram may take for an answer."""
    telegram_webhook: str = ""
    """The public https address to which Telegram sends updates; empty: they are fetched by long polling."""
    telegram_secret: SecretStr | None = None
    """The secret that Telegram repeats with every update of the webhook."""
    telegram_port: int = Field(8443, ge=0, le=65535)
    """The local port on which the webhook listens, behind a proxy that speaks https."""
    workers: int = Field(4, ge=1, le=64)
    """How many tables one process attends to at the same time."""
    keep_days: int = Field(0, ge=0)
    """After so many days games that are over are forgotten; 0 keeps them for ever."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"

    @property
    def has_activity(self) -> bool:
        """Whether everything is set that the page inside Discord needs."""
        needed = (self.discord_activity, self.discord_secret, self.discord_token, self.public_url)
        return all(needed)

    @field_validator("public_url")
    @classmethod
    def _origin(cls, url: str) -> str:
        """Only a scheme and a host: the page stands at the top of its address."""
        parts = urlsplit(url.strip().rstrip("/").lower())
        if not url.strip():
            return ""
        if parts.scheme != "https" or not parts.hostname or parts.username or parts.path or parts.query:
            raise ValueError("give an https address with a host and no path, such as https://games.example.org")
        port = f":{parts.port}" if parts.port not in (None, 443) else ""
        return f"https://{parts.hostname}{port}"

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, written: str) -> str:
        for each in filter(None, [part.strip() for part in written.split(",")]):
            try:
                ip_network(each)
            except ValueError as error:
                raise ValueError(f"{error}; give addresses or networks, such as 127.0.0.1, 172.16.0.0/12") from None
        return written


def load_settings(**overrides: object) -> Settings:
    """Settings from the environment; what the command line gives wins."""
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        settings = Settings(**given)  # type: ignore[arg-type]
    except (ValidationError, UnicodeDecodeError) as error:
        raise ConfigError(_unreadable(error)) from error
    if settings.language not in language_folders():
        known = ", ".join(language_folders())
        raise ConfigError(f"Some settings are not usable:\nSIGNORIA_LANGUAGE: {settings.language} is none of {known}")
    if settings.language != LANGUAGE:
        os.environ["SIGNORIA_LANGUAGE"] = settings.language
    return settings


def load_corrections() -> Path | None:
    """The folder of corrected tables, whatever else is set."""
    try:
        return DataSettings().corrected_tables
    except (ValidationError, UnicodeDecodeError) as error:
        raise ConfigError(_unreadable(error)) from error


def _unreadable(error: ValidationError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "The file .env is not text: write it anew, one NAME=value in a line."
    lines = [
        f"{_variable(problem['loc'])}: {problem['msg'].removeprefix('Value error, ')}" for problem in error.errors()
    ]
    return "Some settings are not usable:\n" + "\n".join(lines)


def _variable(location: tuple[int | str, ...]) -> str:
    name = str(location[0]).upper()
    if name in ("CORRECTIONS", "SIGNORIA_DATA"):
        return "SIGNORIA_DATA"
    plain = ("REDIS_URL", "DISCORD_TOKEN", "DISCORD_CLIENT_SECRET", "TELEGRAM_TOKEN")
    return name if name in plain else f"SIGNORIA_{name}"
