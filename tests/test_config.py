from __future__ import annotations

import errno
import re
from datetime import timedelta
from pathlib import Path
from typing import get_args
from unittest.mock import Mock

import pytest

from kwbot import config
from kwbot.config import PREFIX, Settings, WrongSettings, load_settings, oversights
from kwbot.tables.play.table_clock import LEAST_WAIT
from kwbot.text.catalogue import TRANSLATED

EXAMPLE = Path(__file__).parent.parent / ".env.example"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"{PREFIX}{name.upper()}", raising=False)
    monkeypatch.setattr(config, "HOME", tmp_path)
    monkeypatch.chdir(tmp_path)


def examples() -> dict[str, str]:
    lines = re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", EXAMPLE.read_text("utf-8"), re.MULTILINE)
    assert len(lines) == len(dict(lines))
    return dict(lines)


def test_the_example_documents_every_setting_and_no_other() -> None:
    assert list(examples()) == [f"{PREFIX}{name.upper()}" for name in Settings.model_fields]
    text = EXAMPLE.read_text("utf-8")
    for name in examples():
        assert re.search(rf"^# .+\n(?:# )?{name}=", text, re.MULTILINE), f"{name} has no comment"


def test_the_example_shows_the_defaults() -> None:
    for name, field in Settings.model_fields.items():
        shown = examples()[f"{PREFIX}{name.upper()}"]
        if field.default is not None:
            default = field.default
            text = str(default)
            assert shown == (text.lower() if isinstance(default, bool) else text), name


def test_the_example_says_how_long_a_turn_of_a_computer_takes_at_least() -> None:
    assert timedelta(seconds=0.25) == LEAST_WAIT
    told = " ".join(EXAMPLE.read_text(encoding="utf-8").replace("# ", "").split())
    assert "a turn takes them a quarter of a second at least" in told


def test_the_example_can_be_used_as_it_is_and_with_everything_uncommented(tmp_path: Path) -> None:
    text = EXAMPLE.read_text("utf-8")
    (tmp_path / ".env").write_text(text, "utf-8")
    assert load_settings() == Settings(_env_file=None)
    (tmp_path / ".env").write_text(re.sub(r"^# (?=KWBOT)", "", text, flags=re.MULTILINE), "utf-8")
    settings = load_settings()
    assert (settings.metrics_port, settings.token) == (8080, None)
    assert settings.sync_guild is not None


def test_the_environment_counts_before_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("KWBOT_LOG_FORMAT=json\nKWBOT_LOG_LEVEL=error\nOTHER=1\n")
    monkeypatch.setenv("KWBOT_LOG_LEVEL", "debug")
    settings = load_settings()
    assert (settings.log_format, settings.log_level) == ("json", "DEBUG")


def test_secrets_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KWBOT_TOKEN", "hunter2")
    monkeypatch.setenv("KWBOT_DATABASE_URL", "postgresql://me:hunter2@host/db")
    settings = load_settings()
    assert "hunter2" not in f"{settings!r} {settings}"
    assert settings.token is not None
    assert settings.token.get_secret_value() == "hunter2"


WRONG = {
    "KWBOT_DEFAULT_LANGUAGE": "hunter2",
    "KWBOT_SYNC_GUILD": "hunter2",
    "KWBOT_LOG_LEVEL": "hunter2",
    "KWBOT_LOG_FORMAT": "hunter2",
    "KWBOT_METRICS_PORT": "hunter2",
}


def test_each_wrong_setting_is_one_sentence_without_its_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in WRONG.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(WrongSettings) as wrong:
        load_settings()
    sentences = str(wrong.value).splitlines()
    assert [sentence.split()[0] for sentence in sentences] == list(WRONG)
    assert all(re.fullmatch(r"KWBOT_\w+ cannot be used: .+[^.]\.", one) for one in sentences)
    assert "hunter2" not in str(wrong.value).lower()
    assert wrong.value.__cause__ is None
    assert wrong.value.__suppress_context__


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DEFAULT_LANGUAGE", "de", "input should be 'en', 'da' or 'sv'"),
        ("DEFAULT_LANGUAGE", "english", "input should be 'en', 'da' or 'sv'"),
        ("LOCAL", "perhaps", "input should be a valid boolean, unable to interpret input"),
        ("SHARD_COUNT", "99999999999", "input should be less than or equal to 100000"),
        ("COMPUTER_PAUSE", "nan", "input should be a finite number"),
        ("METRICS_PORT", "99999", "input should be less than or equal to 65535"),
        ("API_PROXY", "http://a:b", "it looks like http://10.0.0.5:8081"),
        ("API_PROXY", "http://a:99999", "it looks like http://10.0.0.5:8081"),
        ("API_PROXY", "http://[", "it looks like http://10.0.0.5:8081"),
        ("THINKING_PROCESSES", "1000000", "input should be less than or equal to 1024"),
    ],
)
def test_what_no_setting_can_be_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(f"{PREFIX}{name}", value)
    with pytest.raises(WrongSettings) as wrong:
        load_settings()
    assert str(wrong.value) == f"{PREFIX}{name} cannot be used: {sentence}."


def test_the_languages_are_those_of_the_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert get_args(get_args(config.Spoken)[0]) == ("en", *TRANSLATED)
    monkeypatch.setenv("KWBOT_DEFAULT_LANGUAGE", "SV")
    assert load_settings().default_language == "sv"


# --- whatever folder it is started from ---------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another folder than that of bot.py, from which it is started."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_file_and_database_are_those_beside_the_bot(elsewhere: Path, tmp_path: Path) -> None:
    (elsewhere / ".env").write_text("KWBOT_LOG_LEVEL=DEBUG\n")
    (tmp_path / ".env").write_text("KWBOT_LOG_LEVEL=ERROR\n")
    settings = load_settings()
    assert settings.log_level == "ERROR"
    assert settings.database_url == f"sqlite:///{tmp_path}/data/kwbot.sqlite3"


def test_the_bot_is_where_its_program_is() -> None:
    assert Path(config.__file__).parents[1] == EXAMPLE.resolve().parent


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite+aiosqlite:///other.sqlite3", "{home}/other.sqlite3"),
        ("sqlite:///a/b.sqlite3", "{home}/a/b.sqlite3"),
        ("sqlite+aiosqlite:////srv/b.sqlite3", "/srv/b.sqlite3"),
        ("sqlite+aiosqlite:///C:/kwbot/b.sqlite3", "C:/kwbot/b.sqlite3"),
        ("sqlite+aiosqlite:///:memory:", ":memory:"),
        ("sqlite+aiosqlite://", ""),
        ("postgresql+asyncpg://me@host/name", "name"),
    ],
)
@pytest.mark.usefixtures("elsewhere")
def test_the_path_of_a_database_begins_beside_the_bot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str, path: str
) -> None:
    monkeypatch.setenv("KWBOT_DATABASE_URL", url)
    assert load_settings().database_url.endswith("/" + path.format(home=tmp_path).lstrip("/"))


def test_a_database_that_lies_where_it_was_looked_for_before_is_told(
    elsewhere: Path, tmp_path: Path
) -> None:
    (elsewhere / "data").mkdir()
    (elsewhere / "data/kwbot.sqlite3").touch()
    with pytest.raises(WrongSettings) as wrong:
        load_settings()
    assert f"what lies here is {elsewhere}/data/kwbot.sqlite3" in str(wrong.value)
    assert f"move it to {tmp_path}/data/kwbot.sqlite3" in str(wrong.value)
    (tmp_path / "data").mkdir()
    (tmp_path / "data/kwbot.sqlite3").touch()
    assert load_settings().database_url.endswith(f"{tmp_path}/data/kwbot.sqlite3")


# --- what is set and does nothing ----------------------------------------------------------------


def test_a_variable_that_is_no_setting_is_named_without_its_value(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert oversights() == []
    monkeypatch.setenv("KWBOT_TOKN", "hunter2")
    monkeypatch.setenv("KWBOT_TEST_DATABASE_URL", "hunter2")
    monkeypatch.setenv("KWBOT_VERSION", "1.0.0")
    (tmp_path / ".env").write_text("KWBOT_LOGLEVEL=hunter2\nkwbot_xyz=hunter2\nTOKEN=1\n")
    assert oversights() == [
        "There is no setting KWBOT_LOGLEVEL: did you mean KWBOT_LOG_LEVEL?",
        "There is no setting KWBOT_TOKN: did you mean KWBOT_TOKEN?",
        "There is no setting KWBOT_XYZ, so it does nothing.",
    ]
    load_settings()


@pytest.mark.parametrize("name", config.REMOVED)
def test_a_setting_that_is_gone_is_told_with_what_holds_instead(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "hunter2")
    assert oversights() == [f"{name} is gone: {config.REMOVED[name]}."]
    assert not hasattr(load_settings(), name.removeprefix(PREFIX).lower())
    assert name not in EXAMPLE.read_text("utf-8")


def test_a_file_where_none_is_read_is_named(elsewhere: Path, tmp_path: Path) -> None:
    (elsewhere / ".env").write_text("KWBOT_TOKEN=hunter2\n")
    beside = tmp_path / ".env"
    assert oversights() == [
        f"{elsewhere / '.env'} is not read: .env lies beside bot.py, as {beside}."
    ]
    beside.write_text("KWBOT_TOKEN=hunter2\n")
    assert oversights() == []


def test_a_file_in_another_encoding_is_told(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("KWBOT_TOKEN=å".encode("latin-1"))
    with pytest.raises(WrongSettings, match="not UTF-8"):
        load_settings()


def test_a_file_of_another_user_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("KWBOT_TOKEN=hunter2")
    error = PermissionError(errno.EACCES, "Permission denied", str(tmp_path / ".env"))
    monkeypatch.setattr("kwbot.config.Settings", Mock(side_effect=error))
    with pytest.raises(WrongSettings, match=r"^The file \S+/\.env cannot be read \(Permission"):
        load_settings()


def test_a_cluster_needs_presses_by_http(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KWBOT_CLUSTER_URL", "http://10.0.0.5:8081")
    with pytest.raises(WrongSettings, match=r"CLUSTER_URL .* it needs KWBOT_INTERACTIONS_PORT\.$"):
        load_settings()
    monkeypatch.setenv("KWBOT_INTERACTIONS_PORT", "8081")
    assert load_settings().cluster_url == "http://10.0.0.5:8081"
