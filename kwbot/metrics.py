"""Every metric that is counted or timed, by name. What is merely looked up is named in bot.py.

Labels are few and fixed: never an id, a name, or a card. What forged input could choose is counted
under a name of ours.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SOON = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Seconds; Discord waits 3 s for an answer."""
STORED = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Seconds that a disk may take."""

READY = Gauge(
    "kwbot_ready", "Whether a part of the bot can do its work, as /readyz says", ["part"],
    registry=None,
)  # fmt: skip
PRESSES = Counter(
    "kwbot_presses", "Presses of buttons and menus, and sent forms", ["area", "outcome"],
    registry=None,
)  # fmt: skip
ANSWER_SECONDS = Histogram(
    "kwbot_answer_seconds", "From the arrival of a press or command to the end of its answer",
    ["kind"], buckets=SOON, registry=None,
)  # fmt: skip
STORAGE_SECONDS = Histogram(
    "kwbot_storage_seconds", "Transactions, waiting included", ["operation"], buckets=STORED,
    registry=None,
)  # fmt: skip
CALLS = Counter(
    "kwbot_calls", "Calls to Discord; the status is a number, or broken", ["route", "status"],
    registry=None,
)  # fmt: skip
RATE_LIMITED = Counter(
    "kwbot_rate_limited", "Calls that Discord answered with 429, by what was used up", ["scope"],
    registry=None,
)  # fmt: skip
BACKLOG = Gauge(
    "kwbot_backlog", "Calls that wait for our own limit, below Discord's", registry=None
)
DECISIONS = Counter(
    "kwbot_decisions",
    "Decisions of computer players: thought, by the rule of thumb, or by it as thought came late",
    ["kind"], registry=None,
)  # fmt: skip
ERRORS = Counter(
    "kwbot_errors", "Errors that nobody foresaw, and failures of the database, by type", ["type"],
    registry=None,
)  # fmt: skip
WORKER_LOSSES = Counter(
    "kwbot_worker_losses", "Processes of the computer players that were killed or lost", ["why"],
    registry=None,
)  # fmt: skip

ALL = (
    READY, PRESSES, ANSWER_SECONDS, STORAGE_SECONDS, CALLS, RATE_LIMITED, BACKLOG, DECISIONS,
    ERRORS, WORKER_LOSSES,
)  # fmt: skip

for kind in ("thought", "thumb", "late"):
    DECISIONS.labels(kind)  # so that rates start at 0 rather than at the first event
for why in ("hung", "ended", "not_started"):
    WORKER_LOSSES.labels(why)
for scope in ("user", "global", "shared", "unknown"):
    RATE_LIMITED.labels(scope)


def counted(error: BaseException | None) -> str:
    """The type of an error, for the log: its text may hold cards."""
    name = type(error).__name__
    ERRORS.labels(name).inc()
    return name


def add_to(registry: CollectorRegistry) -> None:
    """Show all of them in `registry`."""
    for metric in ALL:
        registry.register(metric)
