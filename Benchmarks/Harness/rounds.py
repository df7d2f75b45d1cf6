"""Runs the contestants of a work in turn, round after round."""

import math
import sys
from dataclasses import dataclass, field

from .programs import OURS, Programs
from .rows import FACTORS, Contestant, Work
from .running import Failure, Result, Unable, run

SLICE = 0.4
"""Seconds that a contestant measures in each round."""
FACTOR_EVERY = 5
"""Peers that are far away run in every so many rounds."""


@dataclass
class Outcome:
    """What came of a work: for each contestant its results by round, or why there are none."""

    results: dict[str, dict[int, Result]] = field(default_factory=dict)
    failures: dict[str, Failure] = field(default_factory=dict)


class Runner:
    """One contestant of one work, with the number of requests that fills its slice of time."""

    def __init__(self, work: Work, contestant: Contestant, command: list[str]) -> None:
        self.work = work
        self.contestant = contestant
        self.command = command
        self.requests = max(100, 8 * work.concurrency)
        if "{requests}" in contestant.arguments:
            self.calibrate()

    @property
    def warmup(self) -> int:
        """Requests that open the connections and wake what sleeps."""
        return max(2 * self.work.concurrency, self.requests // 10)

    def calibrate(self) -> None:
        """Raises the number of requests until they take a slice of time."""
        for _ in range(4):
            seconds = self.measure().line["seconds"]
            self.requests = max(self.work.concurrency, math.ceil(self.requests * SLICE / max(seconds, SLICE / 50)))
            if seconds > SLICE / 2:
                return

    def measure(self) -> Result:
        """One round of this contestant. Several starts give their mean."""
        numbers = {"{requests}": str(self.requests), "{warmup}": str(self.warmup)}
        command = self.command + [numbers.get(word, word) for word in self.contestant.arguments]
        results = []
        for _ in range(self.work.starts):
            if self.work.output:
                self.work.output.unlink(missing_ok=True)
            result = run(command, self.contestant.reading, self.work.samples_memory)
            if "{warmup}" in self.contestant.arguments:
                result.line["warmup"] = self.warmup
            self.work.check(result)
            results.append(result)
        results[-1].wall = sum(result.wall for result in results) / len(results)
        return results[-1]


def measure(work: Work, rounds: int, programs: Programs) -> Outcome:
    """All rounds of a work."""
    outcome = Outcome()
    runners: dict[str, Runner] = {}
    for name, contestant in work.contestants.items():
        command = programs.command(contestant.program)
        if command is None:
            outcome.failures[name] = Unable("not installed")
            continue
        try:
            runners[name] = Runner(work, contestant, command)
            outcome.results[name] = {}
        except Failure as failure:
            outcome.failures[name] = failure
    if OURS not in runners:  # nothing to compare with
        return outcome
    for index in range(work.rounds or rounds):
        print(f"\r{work.name}: round {index + 1} of {work.rounds or rounds} ", end="", file=sys.stderr, flush=True)
        for name in rotated(list(runners), index):
            if name in FACTORS and index % FACTOR_EVERY:
                continue
            try:
                outcome.results[name][index] = runners[name].measure()
            except Failure as failure:
                outcome.failures[name] = failure
                del runners[name], outcome.results[name]
    print(file=sys.stderr)
    return outcome


def rotated(names: list[str], by: int) -> list[str]:
    """Another one goes first in each round: what runs before leaves its mark on what runs next."""
    by %= len(names)
    return names[by:] + names[:by]
