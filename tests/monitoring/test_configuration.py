"""What watches over the bot starts with what we give it, in containers and without."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.monitoring.tools import ROOT, WATCHED, run

COMPOSE = {
    name: (ROOT / name).read_text("utf-8") for name in ("compose.yaml", "compose.scale.yaml")
}
WATCHING = (ROOT / "compose.monitoring.yaml").read_text("utf-8")
PAGE = (ROOT / "docs" / "monitoring.md").read_text("utf-8")
WEBHOOK = "https://discord.com/api/webhooks/1/x"


def inline(name: str, text: str) -> str:
    """The content of a config of a compose file."""
    (found,) = re.findall(
        rf"^  {name}:.*\n    content: \|\n((?:      .*\n|\n)+)", text, re.MULTILINE
    )
    return str(found).replace("\n      ", "\n").removeprefix("      ")


@pytest.mark.parametrize("compose", COMPOSE.values(), ids=COMPOSE.keys())
def test_prometheus_takes_its_configuration_with_the_targets(compose: str, tmp_path: Path) -> None:
    for name in ("prometheus.yml", "alerts.yml"):
        shutil.copy(WATCHED / name, tmp_path)
    (tmp_path / "targets.yml").write_text(inline("targets", compose))
    said = run("promtool", "check", "config", tmp_path / "prometheus.yml")
    assert "SUCCESS" in said
    assert "WARNING" not in said


def test_prometheus_takes_the_configuration_of_the_page(tmp_path: Path) -> None:
    (block,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    shutil.copy(WATCHED / "alerts.yml", tmp_path)
    (tmp_path / "prometheus.yml").write_text(block)
    assert "SUCCESS" in run("promtool", "check", "config", tmp_path / "prometheus.yml")


def test_alertmanager_takes_its_configuration_with_an_address(tmp_path: Path) -> None:
    """As the container writes it, by the very line of `compose.monitoring.yaml`."""
    (line,) = re.findall(r"^ +sed (.*) /etc/alertmanager/discord.yml\n", WATCHING, re.MULTILINE)
    script = f"sed {line} '{WATCHED / 'alertmanager.yml'}'".replace("$$", "$")

    def written(address: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False,
                              env={"PATH": "/usr/bin:/bin", "ALERT_WEBHOOK": address})  # fmt: skip

    assert "ALERT_WEBHOOK: set it in .env" in written("").stderr
    made = written(WEBHOOK).stdout
    assert made.count("https://") == made.count(WEBHOOK) == 1
    (tmp_path / "alertmanager.yml").write_text(made)
    for file in (tmp_path, WATCHED):
        assert "1 receivers" in run("amtool", "check-config", file / "alertmanager.yml")


def test_only_this_machine_reaches_them() -> None:
    published = re.findall(r"^    ports: (.*)$", WATCHING, re.MULTILINE)
    assert len(published) == 3
    for ports in published:
        assert re.fullmatch(r'\["127\.0\.0\.1:\d+:\d+"\]', ports)
    for text in COMPOSE.values():
        assert set(re.findall(r"^    ports: (.*)$", text, re.MULTILINE)) <= {
            '["80:80", "443:443"]'  # Caddy's
        }


def test_what_they_read_is_there() -> None:
    named = re.findall(r"^      - (\./\S+?):", WATCHING, re.MULTILINE)
    assert len(named) == 4
    for file in named:
        assert (ROOT / file).is_file(), file
    for text in COMPOSE.values():
        assert "\ninclude: [compose.monitoring.yaml]\n" in text


@pytest.mark.parametrize("name", COMPOSE)
def test_compose_understands_its_files(name: str, tmp_path: Path) -> None:
    found = which_compose()
    if found is None:
        pytest.skip("there is no Docker Compose of version 2.23.1 or newer")
    (tmp_path / ".env").touch()
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    for file in (name, "compose.monitoring.yaml"):
        shutil.copy(ROOT / file, tmp_path)
    values = {"POSTGRES_PASSWORD": "x", "DOMAIN": "localhost", "PATH": "/usr/bin:/bin"}
    profiles = ["--profile", "monitoring", "--profile", "proxy"]
    done = subprocess.run(
        [*found, "-f", name, *profiles, "config", "--quiet"],
        cwd=tmp_path, env=values, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not done.returncode, done.stderr


def which_compose() -> list[str] | None:
    """The command of Docker Compose, if it knows what our files say."""
    for command in (["docker-compose"], ["docker", "compose"]):
        if found := shutil.which(command[0]):
            whole = [found, *command[1:]]
            done = subprocess.run(
                [*whole, "version", "--short"], capture_output=True, text=True, check=False
            )
            version = [int(number) for number in re.findall(r"\d+", done.stdout)]
            if not done.returncode and version >= [2, 23, 1]:
                return whole
    return None
