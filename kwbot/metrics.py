"""All counters and histograms. kwbot.hosting.monitoring adds gauges of a running bot.

Labels have few values: never an id, a name or a card, nor anything that forged input could choose.
"""

from functools import cache

from prometheus_client import Counter, Gauge, Histogram

ANSWER_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Buckets in seconds. Discord waits 3 s for an answer."""
STORED = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Buckets in seconds."""

READY_GAUGE = Gauge(
    "kwbot_ready", "Whether a part of the bot works, as /readyz says", ["part"],
    registry=None,
)  # fmt: skip
PRESSES = Counter(
    "kwbot_presses", "Presses of buttons and menus, submitted forms, commands", ["area", "outcome"],
    registry=None,
)  # fmt: skip
ANSWER_LATENCY = Histogram(
    "kwbot_answer_seconds", "From the arrival of a press or command until it is answered",
    ["kind"], buckets=ANSWER_BUCKETS, registry=None,
)  # fmt: skip
STORAGE_SECONDS = Histogram(
    "kwbot_storage_seconds", "Transactions, including the wait", ["operation"], buckets=STORED,
    registry=None,
)  # fmt: skip
DISCORD_CALLS = Counter(
    "kwbot_calls", "Calls to Discord; the status is a number, or broken", ["route", "status"],
    registry=None,
)  # fmt: skip
RATE_LIMITED = Counter(
    "kwbot_rate_limited", "Calls that Discord answered with 429", ["scope"],
    registry=None,
)  # fmt: skip
BACKLOG = Gauge("kwbot_backlog", "Calls that wait for the bot's own rate limit", registry=None)
DECISIONS = Counter(
    "kwbot_decisions",
    "Decisions of computer players: thought, by rule of thumb, or late: so after a timeout",
    ["kind"], registry=None,
)  # fmt: skip
_ERROR_COUNT = Counter(
    "kwbot_errors", "Unexpected errors and failures of the database", ["type"],
    registry=None,
)  # fmt: skip
WORKER_LOSSES = Counter(
    "kwbot_worker_losses", "Worker processes that were killed or lost", ["why"],
    registry=None,
)  # fmt: skip

ALL_METRICS = (
    READY_GAUGE, PRESSES, ANSWER_LATENCY, STORAGE_SECONDS, DISCORD_CALLS, RATE_LIMITED, BACKLOG,
    DECISIONS, _ERROR_COUNT, WORKER_LOSSES,
)  # fmt: skip

for metric in ALL_METRICS:  # every press needs the same few
    metric.labels = cache(metric.labels)  # type: ignore[assignment]

for kind in ("thought", "thumb", "late"):
    DECISIONS.labels(kind)  # so that they are 0 before the first event
for why in ("hung", "ended", "not_started"):
    WORKER_LOSSES.labels(why)
for scope in ("user", "global", "shared", "unknown"):
    RATE_LIMITED.labels(scope)


def count_error(error: BaseException | None) -> str:
    """Count an error and return its type, for the log, as its text may contain cards."""
    name = type(error).__name__
    _ERROR_COUNT.labels(name).inc()
    return name
