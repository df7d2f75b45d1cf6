"""The table: what is read from each work, and the bars it answers to."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .running import Result


@dataclass(frozen=True)
class Metric:
    """A number that a run gives."""

    unit: str
    value: Callable[[Result], float]
    is_cost: bool = False
    """Less is better."""


@dataclass(frozen=True)
class Bar:
    """What must hold: of the ratio to a peer, or of our own number. A lower bound, for costs an upper one."""

    bound: float
    peer: str | None = None


@dataclass(frozen=True)
class Row:
    """A line of the table. Several may read one work."""

    name: str
    title: str
    work: str
    metric: Metric
    bars: list[Bar] = field(default_factory=list)

    @property
    def bars_text(self) -> str:
        """The bars as people read them."""
        sign = "≤" if self.metric.is_cost else "≥"
        return ", ".join(f"{sign} {bar.bound:g} {f'× {bar.peer}' if bar.peer else self.metric.unit}" for bar in self.bars)


RATE = Metric("k/s", lambda run: run.line["requests"] / run.line["seconds"] / 1e3)
DOCUMENTS = Metric("/s", lambda run: run.line["requests"] / run.line["seconds"])
P50 = Metric("µs", lambda run: run.line["p50us"], is_cost=True)
P99 = Metric("µs", lambda run: run.line["p99us"], is_cost=True)
CPU = Metric("s", lambda run: run.cpu / (run.line["requests"] + run.warmup) * 1e5, is_cost=True)
THROUGHPUT = Metric("GB/s", lambda run: run.line["bytes"] / run.line["seconds"] / 1e9)
FILE_THROUGHPUT = Metric("GB/s", lambda run: run.written / run.wall / 1e9)
PEAK = Metric("MB", lambda run: run.peak * 1024 / 1e6, is_cost=True)
RESIDENT = Metric("MB", lambda run: run.line["residentKiB"] * 1024 / 1e6, is_cost=True)
LOOPS = Metric("thread", lambda run: run.line["loops"], is_cost=True)
GROWTH = Metric("× the first tenth", lambda run: run.line["residentKiB"][-1] / run.line["residentKiB"][0], is_cost=True)
EACH = Metric("µs", lambda run: run.line["seconds"] / run.line["requests"] * 1e6, is_cost=True)
WHOLE = Metric("ms", lambda run: run.wall * 1e3, is_cost=True)

ROWS = [
    Row("get-32", "small JSON, 32 at once", "get-32", RATE, [Bar(0.95, "C"), Bar(1, "Go"), Bar(12, "URLSession")]),
    Row("get-1", "one at a time", "get-1", RATE, [Bar(0.6, "C")]),
    Row("get-1-loop", "one at a time, on the loop's executor", "get-1-loop", RATE, [Bar(0.95, "C"), Bar(1, "Go")]),
    Row("get-512", "512 at once", "get-512", RATE, [Bar(1, "Go")]),
    Row("decoded-32", "32 at once, decoded (not by C)", "decoded-32", RATE, [Bar(0.8, "C"), Bar(1, "Go")]),
    Row("decoded-1", "one at a time, decoded (not by C)", "decoded-1", RATE),
    Row("decoded-512", "512 at once, decoded (not by C)", "decoded-512", RATE),
    Row("tls-32", "32 at once over TLS", "tls-32", RATE, [Bar(1, "Go")]),
    Row("h2-32", "32 at once over HTTP/2", "h2-32", RATE, [Bar(1, "Go")]),
    Row("form-32", "form POST, 32 at once", "form-32", RATE, [Bar(0.9, "C"), Bar(1, "Go")]),
    Row("p50", "latency one at a time, median", "get-1", P50, [Bar(1.5, "C")]),
    Row("p99", "latency one at a time, 99th percentile", "get-1", P99, [Bar(1.5, "C")]),
    Row("cpu", "processor time of 100,000 requests, 32 at once", "get-32", CPU, [Bar(1.3, "C")]),
    Row("discard", "download, thrown away", "discard", THROUGHPUT, [Bar(0.9, "C")]),
    Row("discard-peak", "its largest memory", "discard", PEAK, [Bar(20)]),
    Row("file", "download to a file, whole process", "file", FILE_THROUGHPUT, [Bar(1, "curl")]),
    Row("file-peak", "its largest memory", "file", PEAK, [Bar(20)]),
    Row("segments", "8 segments, 100 MB/s a connection, whole process", "segments", FILE_THROUGHPUT, [Bar(1, "aria2")]),
    Row("start", "`retrieve`, whole process with one GET", "start", WHOLE, [Bar(1, "curl")]),
    Row("cached", "stored response in memory", "cached", RATE, [Bar(1000)]),
    Row("cached-disk", "stored response on the disk", "cached-disk", RATE, [Bar(50)]),
    Row("miss", "one at a time, with a cache that does not help", "miss", RATE, [Bar(0.95, "without")]),
    Row("json-small", "JSON of 110 bytes into a struct", "json-small", EACH, [Bar(3), Bar(1 / 2, "Foundation")]),
    Row("json-array", "JSON of 10 MB, an array of such", "json-array", DOCUMENTS, [Bar(3, "Foundation")]),
    Row("json-encoded", "such a struct into JSON", "json-encoded", EACH, [Bar(1, "Foundation")]),
    Row("json-elements", "memory of elements from 100 MB of JSON", "json-elements", PEAK, [Bar(20)]),
    Row("hold", "memory of 10,000 open transfers", "hold", RESIDENT, [Bar(400)]),
    Row("hold-loops", "threads that carry them", "hold", LOOPS, [Bar(1)]),
    Row("soak", "memory after 1,000,000 requests", "soak", GROWTH, [Bar(1.1)]),
    Row("service", "`retriever-service`, /jokes/random, under wrk", "service", RATE, [Bar(0.8, "nginx")]),
]
