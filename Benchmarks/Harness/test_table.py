"""Whether a bar is missed is decided rightly."""

import unittest

from .programs import OURS
from .rounds import Outcome
from .rows import RATE, WHOLE, Bar, Metric, Row
from .running import Failure, Result, Unable
from .table import Verdict, judge, markdown


def made(*rates: float) -> dict[int, Result]:
    """Rounds with so many thousand requests per second, each of which took as many milliseconds as a whole process."""
    line = {"seconds": 1.0}
    return {index: Result(rate / 1e3, 0, line=line | {"requests": rate * 1e3}) for index, rate in enumerate(rates)}


def verdict(outcome: Outcome, *bars: Bar, metric: Metric = RATE) -> Verdict:
    """What comes of these rounds under these bars."""
    return judge(Row("row", "title", "work", metric, list(bars)), outcome)


class BarTests(unittest.TestCase):
    def test_ratio_is_the_median_of_those_within_rounds(self) -> None:
        drifting = Outcome({OURS: made(10, 20, 90), "C": made(20, 40, 30)})
        self.assertEqual(verdict(drifting).ratios, {"C": 0.5})

    def test_peer_that_sat_rounds_out_is_compared_in_those_it_ran(self) -> None:
        theirs = made(1, 1, 1)
        del theirs[1]
        self.assertEqual(verdict(Outcome({OURS: made(4, 100, 6), "Go": theirs})).ratios, {"Go": 5})

    def test_rate_below_its_bar_misses(self) -> None:
        outcome = Outcome({OURS: made(94), "C": made(100)})
        self.assertTrue(verdict(outcome, Bar(0.95, "C")).is_missed)
        self.assertFalse(verdict(outcome, Bar(0.94, "C")).is_missed)

    def test_cost_above_its_bar_misses(self) -> None:
        outcome = Outcome({OURS: made(16), "curl": made(10)})
        self.assertTrue(verdict(outcome, Bar(1.5, "curl"), metric=WHOLE).is_missed)
        self.assertFalse(verdict(outcome, Bar(1.6, "curl"), metric=WHOLE).is_missed)

    def test_bar_without_peer_is_for_our_own_number(self) -> None:
        outcome = Outcome({OURS: made(21)})
        self.assertTrue(verdict(outcome, Bar(20), metric=WHOLE).is_missed)
        self.assertFalse(verdict(outcome, Bar(21), metric=WHOLE).is_missed)

    def test_what_we_cannot_do_is_missed(self) -> None:
        outcome = Outcome(failures={OURS: Unable("no HTTP/2")})
        self.assertTrue(verdict(outcome).is_missed)
        self.assertIn("work: Retriever cannot: no HTTP/2", markdown([verdict(outcome)]))

    def test_peer_that_fails_is_not_our_miss_but_is_named(self) -> None:
        outcome = Outcome({OURS: made(1)}, {"Go": Failure("crashed")})
        self.assertFalse(verdict(outcome, Bar(1, "Go")).is_missed)
        self.assertIn("no Go", markdown([verdict(outcome, Bar(1, "Go"))]))
        self.assertIn("work: Go failed: crashed", markdown([verdict(outcome)]))


if __name__ == "__main__":
    unittest.main()
