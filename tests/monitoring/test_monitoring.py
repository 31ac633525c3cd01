"""The alert rules and the dashboard ask for metrics that exist, in words that Prometheus takes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kwbot import metrics, monitoring
from kwbot.storage.store import Store
from kwbot.tables.play.services import NoDisplay
from kwbot.tables.serving.game_manager import Tables
from kwbot.tables.thinking.worker_pool import WorkerPool
from kwbot.tables.time.clock import HandClock
from kwbot.variants import games

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "monitoring" / "alerts.yml"
DASHBOARD: dict[str, Any] = json.loads(
    (ROOT / "docs" / "monitoring" / "grafana-dashboard.json").read_text("utf-8")
)
TESTS = Path(__file__).with_name("alerts_test.yml")
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
OF_PROMETHEUS = {"up"}
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}


def promtool() -> str:
    """Where `.ci/run` puts it, or the system has it."""
    found = shutil.which("promtool", path=Path(sys.executable).parent) or shutil.which("promtool")
    if found is None:
        pytest.skip("there is no promtool: .ci/run installs it on Debian")
    return found


def check(*arguments: str | Path) -> str:
    done = subprocess.run([promtool(), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def expressions() -> Iterator[str]:
    """Those of the dashboard, with an interval in place of Grafana's own."""
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            yield target["expr"].replace("$__rate_interval", "5m")


def rules() -> list[str]:
    return re.findall(r"^ +expr: (.+)$", RULES.read_text("utf-8"), re.MULTILINE)


def used(expression: str) -> set[str]:
    """The metrics that it asks for."""
    bare = re.sub(r'"[^"]*"', "", expression)
    return set(re.findall(r"\b(?:kwbot|process|python|up)(?:_\w+)?\b(?!=)", bare))


async def shown() -> dict[str, set[str]]:
    """The metrics that a bot shows, by name, with their labels."""
    store = await Store.open("sqlite+aiosqlite://")
    workers = WorkerPool()
    tables = Tables(store, HandClock(), NoDisplay(), workers, games())
    registry = monitoring.registry(store, tables.index, workers)
    await store.close()
    names = {"kwbot_disk_free_bytes": set[str]()}  # a database in memory lies on no disk
    for family in registry.collect():
        for suffix in SUFFIXES.get(family.type, ("",)):
            labels = {label for sample in family.samples for label in sample.labels}
            names[f"{family.name}{suffix}"] = labels
    for metric in metrics.ALL_METRICS:
        for name in [name for name in names if name.startswith(metric._name)]:
            names[name] |= {*metric._labelnames}
    return names


async def test_only_metrics_that_exist_are_asked_for() -> None:
    known = await shown()
    for expression in [*expressions(), *rules()]:
        for name in used(expression):
            assert name in known.keys() | OF_PROMETHEUS, f"{name} in {expression}"
    for name in re.findall(r"`(kwbot_\w+)`", HOSTING):
        assert {name, f"{name}_bucket"} & known.keys(), name


async def test_only_labels_that_exist_are_asked_for() -> None:
    known = await shown()
    for expression in [*expressions(), *rules()]:
        for name, inside in re.findall(r"(kwbot_\w+)\{([^}]*)\}", expression):
            assert set(re.findall(r"(\w+)[=!]", inside)) <= known[name], expression
        labels = set().union(*(known.get(name, set()) for name in used(expression)))
        for grouped in re.findall(r"by \(([^)]*)\)", expression):
            assert {label.strip() for label in grouped.split(",")} <= labels | {"le"}, expression


async def test_the_dashboard_shows_everything_that_is_counted() -> None:
    asked = set().union(*map(used, expressions()))
    names = {name for name in await shown() if name.startswith("kwbot_")}
    roots = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in names}
    assert {root for root in roots if not any(name.startswith(root) for name in asked)} == set()


def test_the_rules_are_rules_and_cry_when_they_should() -> None:
    count = len(rules())
    assert f"{count} rules found" in check("check", "rules", RULES)
    assert "SUCCESS" in check("test", "rules", TESTS)
    assert f"value: {count}}}" in TESTS.read_text("utf-8")


def test_the_dashboard_asks_in_promql(tmp_path: Path) -> None:
    lines = [
        f"      - {{record: a:b{n}, expr: {json.dumps(e)}}}" for n, e in enumerate(expressions())
    ]
    file = tmp_path / "rules.yml"
    file.write_text("groups:\n  - name: dashboard\n    rules:\n" + "\n".join(lines) + "\n")
    assert "SUCCESS" in check("check", "rules", file)


def test_panels_stand_beside_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not taken & cells
        assert max(x for x, _ in cells) < 24
        taken |= cells
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
