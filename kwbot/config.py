"""Settings from the environment and `.env`, read once by whoever starts the program."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import (
    BeforeValidator,
    Field,
    PositiveInt,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX = "KWBOT_"

_SAFE = re.compile(r"https://[^/\s]+/?|http://(127\.0\.0\.1|localhost)(:\d+)?/?")
LogLevel = Annotated[
    Literal["DEBUG", "INFO", "WARNING", "ERROR"],
    BeforeValidator(lambda level: level.upper() if isinstance(level, str) else level),
]
LogFormat = Literal["plain", "json"]


def _numbers(text: object) -> object:
    """Read "0-3,8" as the numbers that it names."""
    if not isinstance(text, str):
        return text
    try:
        ends = [tuple(map(int, part.split("-"))) for part in text.split(",")]
    except ValueError:
        ends = []
    numbers = frozenset(n for one in ends for n in range(one[0], one[-1] + 1))
    if not numbers:
        raise PydanticCustomError("numbers", "It looks like 0-3 or 0,4,8")
    return numbers


class WrongSettings(Exception):
    """One line for each setting that cannot be used; no line holds what was set."""


class Settings(BaseSettings):
    """What each means stands in `.env.example`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    token: SecretStr | None = None
    # Out of the repr: the URL of a PostgreSQL database may hold its password.
    database_url: Annotated[str, Field(repr=False)] = "sqlite+aiosqlite:///data/kwbot.sqlite3"
    default_language: Annotated[str, Field(pattern="^[a-z]{2}$")] = "en"
    sync_guild: PositiveInt | None = None
    log_level: LogLevel = "INFO"
    log_format: LogFormat = "plain"
    metrics_port: Annotated[int, Field(ge=1, le=65535)] | None = None
    metrics_host: str = "127.0.0.1"
    shard_count: PositiveInt | None = None
    interactions_port: Annotated[int, Field(ge=1, le=65535)] | None = None
    interactions_host: str = "127.0.0.1"
    picture_address: str | None = None
    seen_online: bool = False
    cluster_url: Annotated[str, Field(pattern="^https?://[^/]+/?$")] | None = None
    shard_ids: Annotated[frozenset[int] | None, NoDecode, BeforeValidator(_numbers)] = None
    api_proxy: Annotated[str, Field(pattern="^https?://[^/]+/?$")] | None = None
    computer_pause: Annotated[float, Field(ge=0, le=10)] = 1.0
    thinking_processes: PositiveInt | None = None
    open_tables: PositiveInt = 3000
    emojis: bool = True

    @field_validator("cluster_url", "picture_address")
    @classmethod
    def _is_reached(cls, url: str | None, others: ValidationInfo) -> str | None:
        if url is not None and others.data.get("interactions_port") is None:
            raise PydanticCustomError("alone", "It needs KWBOT_INTERACTIONS_PORT")
        return url

    @field_validator("picture_address")
    @classmethod
    def _is_safe(cls, url: str | None) -> str | None:
        """Hands travel there: encrypted, unless they stay on this machine."""
        if url is not None and not _SAFE.fullmatch(url):
            raise PydanticCustomError("address", "It looks like https://whist.example.org")
        return url

    @field_validator("shard_ids")
    @classmethod
    def _are_shared(
        cls, ids: frozenset[int] | None, others: ValidationInfo
    ) -> frozenset[int] | None:
        if ids is None:
            return None
        if max(ids) >= (others.data.get("shard_count") or 0):
            raise PydanticCustomError("count", "It needs a KWBOT_SHARD_COUNT above all of them")
        if others.data.get("cluster_url") is None:  # direct messages come on one shard alone
            raise PydanticCustomError("alone", "It needs KWBOT_CLUSTER_URL")
        return ids


def load_settings() -> Settings:
    """Read the settings. Raise WrongSettings."""
    try:
        return Settings()
    except ValidationError as error:
        # `from None`: the sentences say it all, and pydantic's own error is long.
        raise WrongSettings("\n".join(explain(error))) from None
    except UnicodeDecodeError:
        raise WrongSettings("The file .env is not UTF-8 text.") from None


def explain(error: ValidationError) -> list[str]:
    """Return a sentence for each wrong setting, without its value."""
    wrong = error.errors(include_input=False, include_context=False, include_url=False)
    return [
        f"{PREFIX}{str(one['loc'][0]).upper()} cannot be used: "
        f"{one['msg'][:1].lower()}{one['msg'][1:]}."
        for one in wrong
    ]
