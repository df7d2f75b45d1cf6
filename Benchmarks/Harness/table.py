"""What the measurements say: ratios, bars, and the Markdown table."""

from dataclasses import dataclass
from statistics import median

from .programs import OURS
from .rounds import Outcome
from .rows import Bar, Row
from .running import Failure, Unable


@dataclass(frozen=True)
class Verdict:
    """A row, measured."""

    row: Row
    ours: float | None
    peers: dict[str, float]
    """Medians of the peers' own numbers."""
    ratios: dict[str, float]
    """Medians of ours to theirs, each taken within a round."""
    failures: dict[str, Failure]

    def holds(self, bar: Bar) -> bool | None:
        """Whether a bar is met; `None` when its peer could not be measured, which is not our fault."""
        value = self.ours if bar.peer is None else self.ratios.get(bar.peer)
        if self.ours is None:
            return False
        if value is None:
            return None
        return value <= bar.bound if self.row.metric.is_cost else value >= bar.bound

    @property
    def is_missed(self) -> bool:
        """Whether a bar is missed. Who cannot do the work misses too, bar or not."""
        return self.ours is None or any(self.holds(bar) is False for bar in self.row.bars)


def judge(row: Row, outcome: Outcome) -> Verdict:
    """Reads a row's metric from the rounds of its work."""
    values = {
        name: {index: row.metric.value(result) for index, result in results.items()} for name, results in outcome.results.items()
    }
    ours = values.pop(OURS, {})
    ratios: dict[str, float] = {}
    for name, theirs in values.items():
        quotients = [ours[index] / theirs[index] for index in theirs if index in ours and theirs[index] > 0]
        if quotients:
            ratios[name] = median(quotients)
    return Verdict(
        row,
        median(ours.values()) if ours else None,
        {name: median(theirs.values()) for name, theirs in values.items() if theirs},
        ratios,
        outcome.failures,
    )


def markdown(verdicts: list[Verdict]) -> str:
    """The table, and below it what could not be measured and why."""
    lines = ["| row | what | Retriever | ratio to peers (their number) | bar | |", "|---|---|---|---|---|---|"]
    notes: list[str] = []
    for verdict in verdicts:
        lines.append("| " + " | ".join(cells(verdict)) + " |")
        for name, failure in verdict.failures.items():
            notes.append(f"- {verdict.row.work}: {name} {'cannot' if isinstance(failure, Unable) else 'failed'}: {failure}")
    return "\n".join(lines + ([""] + list(dict.fromkeys(notes)) if notes else []))


def cells(verdict: Verdict) -> list[str]:
    """A line of the table."""
    row = verdict.row
    ours = "–" if verdict.ours is None else f"{number(verdict.ours)} {row.metric.unit}"
    peers = [f"{verdict.ratios[name]:.2f} × {name} ({number(verdict.peers[name])})" for name in verdict.ratios]
    peers += [f"– {name}" for name in verdict.failures if name != OURS]
    if verdict.is_missed:
        result = "**MISS**"
    elif not row.bars:
        result = ""
    else:
        unknown = [bar.peer for bar in row.bars if verdict.holds(bar) is None]
        result = "pass" if not unknown else f"no {', '.join(name for name in unknown if name)}"
    return [row.name, row.title, ours, ", ".join(peers), row.bars_text, result]


def number(value: float) -> str:
    """Three digits that count."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
