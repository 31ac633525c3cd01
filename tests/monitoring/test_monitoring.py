"""Alert rules and dashboard ask for metrics that exist, in words of Prometheus and Grafana."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard

from benches.stand_ins import HandClock, NoDisplay
from kwbot import metrics
from kwbot.hosting import monitoring
from kwbot.storage.store import Store
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.thinking.worker_pool import WorkerPool
from kwbot.variants import games
from tests.monitoring.tools import ROOT, WATCHED, run

RULES = (WATCHED / "alerts.yml").read_text("utf-8")
DASHBOARD: dict[str, Any] = json.loads((WATCHED / "grafana-dashboard.json").read_text("utf-8"))
TESTS = sorted(Path(__file__).parent.glob("alerts*_test.yml"))
HOSTING, PAGE = (
    (ROOT / "docs" / name).read_text("utf-8") for name in ("hosting.md", "monitoring.md")
)
OF_OTHERS = {"up", "node_filesystem_avail_bytes"}
OF_A_SERIES = {"le", "job", "instance", "device"}
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}


def expressions() -> Iterator[str]:
    """Those of the dashboard, with an interval in place of Grafana's own."""
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            yield target["expr"].replace("$__rate_interval", "5m")


def rules() -> dict[str, str]:
    """The rules by name, each as it is written."""
    parts = re.split(r"^      - (?:alert|record): (.+)\n", RULES, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def asked_for(rule: str) -> str:
    """The expression of a rule, in one line."""
    (found,) = re.findall(r"^        expr: (?:>-\n((?: {10}.+\n)+)|(.+)$)", rule, re.MULTILINE)
    return " ".join("".join(found).split())


def recorded() -> dict[str, str]:
    """What rules record under a name of ours: from which expression."""
    return {name: asked_for(rule) for name, rule in rules().items() if ":" in name}


def used(expression: str) -> set[str]:
    """The metrics that it asks for."""
    bare = re.sub(r'"[^"]*"', "", expression)
    return set(re.findall(r"(?<![\w:])(?:kwbot|process|python|node|up)(?:[_:]\w+)?\b(?!=)", bare))


async def shown() -> dict[str, set[str]]:
    """The metrics that a bot shows, by name, with their labels."""
    store = await Store.open("sqlite+aiosqlite://")
    workers = WorkerPool()
    tables = Tables(store, HandClock(), NoDisplay(), workers, games())
    registry = monitoring.registry(store, tables.index, workers)
    await store.close()
    of_files = ("kwbot_disk_free_bytes", "kwbot_backup_age_seconds")  # not of one in memory
    names = {name: set[str]() for name in (*of_files, *recorded())}
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
    for expression in [*expressions(), *map(asked_for, rules().values())]:
        for name in used(expression):
            assert name in known.keys() | OF_OTHERS, f"{name} in {expression}"
    for name in re.findall(r"`(kwbot_\w+)`", HOSTING):
        assert {name, f"{name}_bucket"} & known.keys(), name


async def test_only_labels_that_exist_are_asked_for() -> None:
    known = await shown()
    for expression in [*expressions(), *map(asked_for, rules().values())]:
        for name, inside in re.findall(r"(kwbot_\w+)\{([^}]*)\}", expression):
            assert set(re.findall(r"(\w+)[=!]", inside)) <= known[name], expression
        labels = set().union(*(known.get(name, set()) for name in used(expression)))
        for grouped in re.findall(r"by \(([^)]*)\)", expression):
            assert {label.strip() for label in grouped.split(",")} <= labels | OF_A_SERIES, (
                expression
            )


async def test_the_dashboard_shows_everything_that_is_counted() -> None:
    asked = set().union(*map(used, expressions()))
    for name in asked & recorded().keys():
        asked |= used(recorded()[name])
    names = {name for name in await shown() if name.startswith("kwbot_")}
    roots = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in names}
    assert {root for root in roots if not any(name.startswith(root) for name in asked)} == set()


def test_the_rules_are_rules_and_cry_when_they_should() -> None:
    said = run("promtool", "check", "rules", WATCHED / "alerts.yml")
    assert f"{len(rules())} rules found" in said
    assert run("promtool", "test", "rules", *TESTS).count("SUCCESS") == len(TESTS) == 2
    assert f"value: {len(rules()) - len(recorded())}}}" in TESTS[-1].read_text("utf-8")


def test_every_alarm_says_what_to_do() -> None:
    alarms = {name: rule for name, rule in rules().items() if name not in recorded()}
    for name, rule in alarms.items():
        said = re.findall(
            r"^          (\w+): .{10}", rule.partition("annotations:")[2], re.MULTILINE
        )
        assert said == ["summary", "description", "what_to_do"], name
        assert re.search(r"^        labels: \{severity: (page|warning|info)\}$", rule, re.MULTILINE)
    listed = re.findall(r"^\| `(Kwbot\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(alarms)


def test_the_dashboard_asks_in_promql(tmp_path: Path) -> None:
    lines = [
        f"      - {{record: a:b{n}, expr: {json.dumps(e)}}}" for n, e in enumerate(expressions())
    ]
    file = tmp_path / "rules.yml"
    file.write_text("groups:\n  - name: dashboard\n    rules:\n" + "\n".join(lines) + "\n")
    assert "SUCCESS" in run("promtool", "check", "rules", file)


def test_grafana_knows_all_that_the_dashboard_says() -> None:
    """Its own model drops what it does not know."""
    register_default_plugins()  # the panels and the queries that come with Grafana
    kept = json.loads(JSONEncoder().encode(Dashboard.from_json(DASHBOARD)))
    assert list(dropped(DASHBOARD, kept)) == []


def dropped(said: Any, kept: Any, at: str = "") -> Iterator[str]:
    """Where something was said that is not kept as it was."""
    if isinstance(said, dict) and isinstance(kept, dict):
        for key, value in said.items():
            yield from dropped(value, kept.get(key, ...), f"{at}.{key}")
    elif isinstance(said, list) and isinstance(kept, list) and len(said) == len(kept):
        for number, (value, there) in enumerate(zip(said, kept, strict=True)):
            yield from dropped(value, there, f"{at}[{number}]")
    elif said != kept:
        yield at


def test_panels_stand_beside_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not taken & cells
        assert max(x for x, _ in cells) < 24
        taken |= cells
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
