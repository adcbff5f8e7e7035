"""What the operator may set, by environment variable or in a file named .env."""

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from config import env_file
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

    @field_validator("*", mode="before")
    @classmethod
    def _bare(cls, written: Any, info: ValidationInfo) -> Any:
        """Without the blanks and quotation marks that come along when something is pasted. Nothing is not set."""
        if not isinstance(written, str):
            return written
        bare = written.strip()
        if bare[:1] in ("'", '"') and bare[0] == bare[-1]:
            bare = bare[1:-1].strip()
        return bare or cls.model_fields[str(info.field_name)].default

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
    telegram_secret: SecretStr | None = Field(None, validate_default=True)
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
        if not url.strip():
            return ""
        try:
            parts = urlsplit(url.strip().rstrip("/").lower())
            if parts.scheme != "https" or not parts.hostname or parts.username or parts.path or parts.query:
                raise ValueError
            port = f":{parts.port}" if parts.port not in (None, 443) else ""
        except ValueError:
            raise ValueError(
                "give an https address with a host and no path, such as https://games.example.org"
            ) from None
        return f"https://{parts.hostname}{port}"

    @field_validator("telegram_base_url")
    @classmethod
    def _server(cls, url: str) -> str:
        parts = urlsplit(url)
        if url and (parts.scheme not in ("http", "https") or not parts.hostname):
            raise ValueError("give an address that begins with http:// or https://, such as http://localhost:8081")
        return url

    @field_validator("telegram_webhook")
    @classmethod
    def _called(cls, url: str) -> str:
        parts = urlsplit(url)
        if url and (parts.scheme != "https" or not parts.hostname):
            raise ValueError("Telegram calls https alone; give an address such as https://games.example.org/telegram")
        return url

    @field_validator("telegram_secret")
    @classmethod
    def _repeated(cls, secret: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        if secret is None and info.data.get("telegram_webhook"):
            raise ValueError("the webhook wants it: 1 to 256 letters, digits, _ and -, which nobody can guess")
        if secret is not None and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret.get_secret_value()):
            raise ValueError("Telegram takes 1 to 256 letters, digits, _ and - alone")
        return secret

    @field_validator("discord_shards")
    @classmethod
    def _shards(cls, written: str) -> str:
        found = re.fullmatch(r"(\d+(?:,\d+)*)/(\d+)", written.replace(" ", ""))
        if written.strip() and (found is None or any(int(each) >= int(found[2]) for each in found[1].split(","))):
            raise ValueError("give numbers of shards from 0 on, and behind the stroke how many there are: 0,1/4")
        return written

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
    _require_readable()
    try:
        settings = Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        raise ConfigError(_unusable(error, given)) from error
    _heed(settings.language)
    return settings


def load_corrections() -> Path | None:
    """The folder of corrected tables, whatever else is set."""
    _require_readable()
    try:
        return DataSettings().corrected_tables
    except ValidationError as error:
        raise ConfigError(_unusable(error, {})) from error


def heed_language() -> None:
    """The language that the file .env names, for the words of commands that read no other setting."""
    _require_readable()
    if not os.environ.get("SIGNORIA_LANGUAGE") and (named := env_file.read().get("SIGNORIA_LANGUAGE")):
        _heed(named)


def unknown() -> list[str]:
    """Names that look like settings of ours and are none, so that what they set counts for nothing."""
    ours = [_variable((str(field.validation_alias or name),), {}) for name, field in Settings.model_fields.items()]
    there = {name.upper() for name in (*env_file.read(), *os.environ)}
    strange = [name for name in sorted(there.difference(ours)) if name.startswith("SIGNORIA_")]
    mistyped = [name for name in env_file.read() if name.upper() not in ours and get_close_matches(name, ours, 1, 0.85)]
    return [*strange, *[name for name in mistyped if name.upper() not in strange]]


def _heed(language: str) -> None:
    if language not in language_folders():
        known = ", ".join(language_folders())
        raise ConfigError(f"Some settings are not usable:\nSIGNORIA_LANGUAGE: {language} is none of {known}")
    if language != LANGUAGE:
        os.environ["SIGNORIA_LANGUAGE"] = language


def _require_readable() -> None:
    if fault := env_file.fault():
        raise ConfigError(fault)


def _unusable(error: ValidationError, given: Mapping[str, object]) -> str:
    lines = [f"{_variable(problem['loc'], given)}: {_wanted(problem)}" for problem in error.errors()]
    return "Some settings are not usable:\n" + "\n".join(lines)


def _wanted(problem: ErrorDetails) -> str:
    """What to write instead; what was written is repeated only where it was to be a number or one of a few words."""
    kind, written = problem["type"], problem["input"]
    if kind == "value_error":
        return problem["msg"].removeprefix("Value error, ")
    if kind == "bool_parsing":
        return f"give 1 or 0, not {written}"
    if kind == "literal_error":
        return f"give {problem['ctx']['expected']}, not {written}"
    if kind == "string_pattern_mismatch":
        return "give digits alone, at most 20: the Application ID"
    field = Settings.model_fields.get(str(problem["loc"][0]))
    if field is None or field.annotation not in (int, float):
        return problem["msg"]
    least = next(each.ge for each in field.metadata if hasattr(each, "ge"))
    most = next((f" to {each.le}" for each in field.metadata if hasattr(each, "le")), " on")
    return f"give a {'whole ' if field.annotation is int else ''}number from {least}{most}, not {written}"


def _variable(location: tuple[int | str, ...], given: Mapping[str, object]) -> str:
    """What to set anew: a variable, or what stands in the command."""
    if location[0] in given and location[0] in ("host", "port"):
        return f"--{location[0]}"
    name = str(location[0]).upper()
    if name in ("CORRECTIONS", "SIGNORIA_DATA"):
        return "SIGNORIA_DATA"
    plain = ("REDIS_URL", "DISCORD_TOKEN", "DISCORD_CLIENT_SECRET", "TELEGRAM_TOKEN")
    return name if name in plain else f"SIGNORIA_{name}"
