"""Runs the contestants of a work in turn, round after round."""

import math
import sys
from dataclasses import dataclass, field

from .programs import OURS, Programs
from .running import Failure, Result, run
from .works import Contestant, Work

SLICE = 0.4
"""Seconds that a contestant measures in each round."""
FAR_AWAY = ("URLSession", "pycurl", "wget")
"""Peers whose bars are factors, if they have any: they run in every fifth round only."""


@dataclass
class Outcome:
    """What came of a work: for each contestant its results by round, or why there are none."""

    results: dict[str, dict[int, Result]] = field(default_factory=dict)
    failures: dict[str, Failure] = field(default_factory=dict)

    def fail(self, name: str, failure: Failure) -> None:
        """Takes a contestant out: numbers of a program that fails now and then are worth nothing."""
        self.failures[name] = failure
        self.results.pop(name, None)


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
        """One round of this contestant. Of several starts, the mean of the wall time counts."""
        results = [self.start() for _ in range(self.work.starts)]
        results[-1].wall = sum(result.wall for result in results) / len(results)
        return results[-1]

    def start(self) -> Result:
        """Starts the program once, and checks what it has done."""
        output = self.work.output
        if output:
            output.unlink(missing_ok=True)
        numbers = {"{requests}": str(self.requests), "{warmup}": str(self.warmup)}
        words = [numbers.get(word, word) for word in self.contestant.arguments]
        result = run(self.command + words, self.contestant.reading, self.work.samples_memory)
        result.warmup = self.warmup if "{warmup}" in self.contestant.arguments else 0
        result.written = output.stat().st_size if output and output.exists() else 0
        self.work.check(result)
        return result


def measure(work: Work, rounds: int, programs: Programs) -> Outcome:
    """All rounds of a work."""
    outcome = Outcome()
    runners = prepare(work, programs, outcome)
    rounds = 1 if work.runs_once else rounds
    for index in range(rounds if OURS in runners else 0):  # without us there is nothing to compare
        print(f"\r{work.name}: round {index + 1} of {rounds} ", end="", file=sys.stderr, flush=True)
        for name in rotated(list(runners), index):
            if name in FAR_AWAY and index % 5:
                continue
            try:
                outcome.results[name][index] = runners[name].measure()
            except Failure as failure:
                outcome.fail(name, failure)
                del runners[name]
    print(file=sys.stderr)
    return outcome


def prepare(work: Work, programs: Programs, outcome: Outcome) -> dict[str, Runner]:
    """The contestants that are here and can do the work."""
    runners: dict[str, Runner] = {}
    for name, contestant in work.contestants.items():
        command = programs.command(contestant.program)
        if command is None:
            continue  # named below the table
        try:
            runners[name] = Runner(work, contestant, command)
            outcome.results[name] = {}
        except Failure as failure:
            outcome.fail(name, failure)
    return runners


def rotated(names: list[str], by: int) -> list[str]:
    """Another one goes first in each round: what runs before leaves its mark on what runs next."""
    by %= len(names)
    return names[by:] + names[:by]
