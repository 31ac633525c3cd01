"""Settings from the environment and `.env`, read once when the program starts."""

import difflib
import os
import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

PREFIX = "KWBOT_"
HOME = Path(__file__).resolve().parents[1]
"""The folder of bot.py, where `.env` and `data` are, wherever the bot is started from."""
NO_SETTINGS = {"KWBOT_TEST_DATABASE_URL", "KWBOT_DECK", "KWBOT_VERSION"}
"""Variables that only the project's tests read, or that describe an image."""
REMOVED = {
    "KWBOT_COMPUTER_DELAY_SECONDS": "it is called KWBOT_COMPUTER_PAUSE",
    "KWBOT_PICTURE_ADDRESS": "all pictures are sent with their messages",
    "KWBOT_SEEN_ONLINE": (
        "a bot whose presses come by HTTP is shown as offline, and answers all the same"
    ),
    "KWBOT_SHARD_IDS": (
        "one process opens all shards, and several hear Discord by HTTP, each with "
        "KWBOT_INTERACTIONS_PORT"
    ),
}
"""Settings of earlier versions, each with what holds instead as the second half of a sentence."""

_RELATIVE = re.compile(r"(sqlite(?:\+aiosqlite)?:///)(?![/:]|file:|[A-Za-z]:[/\\])(.+)")
_ADDRESS = re.compile(r"https?://(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?/?")
MAX_SHARDS = 100_000
LogLevel = Annotated[
    Literal["DEBUG", "INFO", "WARNING", "ERROR"],
    BeforeValidator(lambda level: level.upper() if isinstance(level, str) else level),
]
LogFormat = Literal["plain", "json"]
Spoken = Annotated[
    Literal["en", "da", "sv"],
    BeforeValidator(lambda code: code.lower() if isinstance(code, str) else code),
]


def _address(url: str) -> str:
    found = _ADDRESS.fullmatch(url)
    if not found or int(found[1] or 0) > 65535:
        raise PydanticCustomError("address", "It looks like http://10.0.0.5:8081")
    return url


Address = Annotated[str, AfterValidator(_address)]


class WrongSettings(Exception):
    """A line for each setting that cannot be used. Lines hold no values except paths."""


class Settings(BaseSettings):
    """The settings of the program; `.env.example` explains each."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    token: SecretStr | None = None
    local: bool | None = None
    # Not in the repr, because the URL of a PostgreSQL database may hold its password.
    database_url: Annotated[str, Field(repr=False, validate_default=True)] = (
        "sqlite:///data/kwbot.sqlite3"
    )
    backups: Annotated[int, Field(ge=0, le=366)] = 7
    default_language: Spoken = "en"
    sync_guild: Annotated[int, Field(ge=1, lt=2**63)] | None = None
    log_level: LogLevel = "INFO"
    log_format: LogFormat = "plain"
    metrics_port: Annotated[int, Field(ge=1, le=65535)] | None = None
    metrics_host: str = "127.0.0.1"
    status_port: Annotated[int, Field(ge=1, le=65535)] | None = None
    status_host: str = "127.0.0.1"
    shard_count: Annotated[int, Field(ge=1, le=MAX_SHARDS)] | None = None
    interactions_port: Annotated[int, Field(ge=1, le=65535)] | None = None
    interactions_host: str = "127.0.0.1"
    cluster_url: Address | None = None
    api_proxy: Address | None = None
    computer_pause: Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)] = 1.0
    thinking_processes: Annotated[int, Field(ge=1, le=1024)] | None = None
    open_tables: Annotated[int, Field(ge=1, le=10**7)] = 3000
    emojis: bool = True

    @field_validator("database_url")
    @classmethod
    def _beside_the_bot(cls, url: str) -> str:
        """Make the path of an SQLite file relative to the bot's own folder."""
        named = _RELATIVE.fullmatch(url)
        if named is None:
            return url
        driver, path = named.groups()
        here, beside = Path(path.partition("?")[0]), HOME / path.partition("?")[0]
        if here.is_file() and not beside.exists():
            raise PydanticCustomError(
                "elsewhere",
                "Its path begins beside bot.py, where nothing is, and what lies here is {here}: "
                "move it to {beside}, or set its whole path",
                {"here": str(here.resolve()), "beside": str(beside)},
            )
        return f"{driver}{HOME.as_posix()}/{path}"

    @field_validator("cluster_url")
    @classmethod
    def _is_reached(cls, url: str | None, others: ValidationInfo) -> str | None:
        if url is not None and others.data.get("interactions_port") is None:
            raise PydanticCustomError("alone", "It needs KWBOT_INTERACTIONS_PORT")
        return url


def load_settings() -> Settings:
    """Return the settings. Raises WrongSettings."""
    try:
        return Settings(_env_file=HOME / ".env")
    except ValidationError as error:
        # `from None`, as the sentences say it all and pydantic's own error is long.
        raise WrongSettings("\n".join(explain(error))) from None
    except UnicodeDecodeError:
        raise WrongSettings("The file .env is not UTF-8 text.") from None
    except OSError as error:
        raise WrongSettings(
            f"The file {error.filename} cannot be read ({error.strerror}): "
            "give it to the user that runs the bot (chown)."
        ) from None


def oversights() -> list[str]:
    """Return a sentence for each variable, in the environment or the file, that is named like a
    setting but is none, and for a file where it is not read. They hold no values."""
    file = DotEnvSettingsSource(Settings, env_file=HOME / ".env")
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields} | NO_SETTINGS
    names = {name.upper() for name in (*file.env_vars, *os.environ)}
    wrong = sorted(one for one in names - known if one.startswith(PREFIX))
    sentences = [
        f"{name} is gone: {REMOVED[name]}." if name in REMOVED
        else f"There is no setting {name}{_meant(name.removeprefix(PREFIX))}"
        for name in wrong
    ]  # fmt: skip
    here, read = Path.cwd() / ".env", HOME / ".env"
    if not read.exists() and os.access(here, os.R_OK) and _has_settings(here):
        sentences.append(f"{here} is not read: .env lies beside bot.py, as {read}.")
    return sentences


def _has_settings(file: Path) -> bool:
    return file.is_file() and PREFIX in file.read_text(errors="replace")


def _meant(name: str) -> str:
    """Return the end of a sentence that suggests a setting named like `name`, if there is one."""
    near = difflib.get_close_matches(name, [one.upper() for one in Settings.model_fields], 1)
    return f": did you mean {PREFIX}{near[0]}?" if near else ", so it does nothing."


def explain(error: ValidationError) -> list[str]:
    """Return a sentence for each wrong setting, without its value."""
    wrong = error.errors(include_input=False, include_context=False, include_url=False)
    return [
        f"{PREFIX}{str(one['loc'][0]).upper()} cannot be used: "
        f"{one['msg'][:1].lower()}{one['msg'][1:]}."
        for one in wrong
    ]
