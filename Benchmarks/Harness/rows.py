"""The table: which work is measured, what is read from it, and the bars it answers to."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .nginx import CONTENT, CONTENT_ID, Nginx
from .programs import OURS
from .running import Failure, Result, contract_line, silent

FACTORS = ("URLSession", "pycurl", "wget")
"""Peers that are far away: they run in every fifth round only."""


@dataclass(frozen=True)
class Contestant:
    """How one program does a work. The words `{requests}` and `{warmup}` are filled in."""

    program: str
    arguments: list[str]
    reading: Callable[[str], dict[str, Any]] = contract_line


@dataclass(frozen=True)
class Work:
    """What all contestants do in each round. Ours comes first."""

    name: str
    contestants: dict[str, Contestant]
    concurrency: int = 1
    starts: int = 1
    """How often the program is started in a round."""
    rounds: int | None = None
    """Instead of those asked for."""
    samples_memory: bool = False
    output: Path | None = None
    """The file that is written."""
    check: Callable[[Result], None] = lambda result: None
    """Raises `Failure` when the work was not done."""


@dataclass(frozen=True)
class Metric:
    """What a row reads from a run."""

    unit: str
    value: Callable[[Result], float]
    is_cost: bool = False
    """Less is better."""


@dataclass(frozen=True)
class Bar:
    """What must hold: of the ratio to a peer, or of our own number."""

    bound: float
    peer: str | None = None


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    name: str
    title: str
    work: str
    metric: Metric
    bars: list[Bar] = field(default_factory=list)


def requests_made(result: Result) -> int:
    """Of a whole process, those of the warm-up included."""
    return int(result.line["requests"]) + int(result.line.get("warmup", 0))


RATE = Metric("k/s", lambda r: r.line["requests"] / r.line["seconds"] / 1e3)
P50 = Metric("µs (p50)", lambda r: r.line["p50us"], is_cost=True)
P99 = Metric("µs (p99)", lambda r: r.line["p99us"], is_cost=True)
CPU = Metric("s CPU", lambda r: r.cpu / requests_made(r) * 1e5, is_cost=True)
THROUGHPUT = Metric("GB/s", lambda r: r.line["bytes"] / r.line["seconds"] / 1e9)
FILE_THROUGHPUT = Metric("GB/s", lambda r: r.line["bytes"] / r.wall / 1e9)
PEAK = Metric("MB", lambda r: r.peak * 1024 / 1e6, is_cost=True)
START = Metric("ms", lambda r: r.wall * 1e3, is_cost=True)


ROWS = [
    Row("get-32", "small JSON GET, 32 at once", "get-32", RATE, [Bar(0.95, "C"), Bar(1, "Go"), Bar(12, "URLSession")]),
    Row("decoded-32", "the same, decoded (C does not)", "decoded-32", RATE, [Bar(0.8, "C"), Bar(1, "Go")]),
    Row("get-1", "one at a time", "get-1", RATE, [Bar(0.6, "C")]),
    Row("get-512", "512 at once", "get-512", RATE, [Bar(1, "Go")]),
]


def works(server: Nginx) -> list[Work]:
    """All works, against this server."""
    return [
        get("get-1", server, 1),
        get("get-32", server, 32),
        get("get-512", server, 512),
        get("decoded-32", server, 32, decodes=True),
    ]


def get(name: str, server: Nginx, concurrency: int, extra: list[str] | None = None, decodes: bool = False) -> Work:
    """Requests for the small JSON."""
    words = ["get", "--url", server.url("/json"), "--requests", "{requests}", "--warmup", "{warmup}"]
    words += ["--concurrency", str(concurrency), *(extra or [])]

    def check(result: Result) -> None:
        if result.line["bytes"] != len(CONTENT):
            raise Failure(f"read {result.line['bytes']} bytes of {len(CONTENT)}")
        if "sum" in result.line and result.line["sum"] != CONTENT_ID * result.line["requests"]:
            raise Failure(f"decoded a sum of {result.line['sum']}")

    contestants = {}
    for program in (OURS, "C", "Go", "URLSession"):
        decode = ["--decode"] if decodes and program != "C" else []
        contestants[program] = Contestant(program, words + decode)
    return Work(name, contestants, concurrency, check=check)
