"""Simulated learners: intervals cover the truth, and a fixed test needs more items. `python -m benchmarks assess` is
the long form; seeds are fixed here.
"""

from __future__ import annotations

import statistics

import pytest

from benchmarks import assess
from benchmarks import learners as simulated

FEW = 12
"""Learners of the usual run; 72 intervals of topics."""
MANY = 200


def covered(error: str, learners: int) -> tuple[float, float, float]:
    """Return how often intervals of topics, of all exercises and of projects cover the truth."""
    results = [simulated.one_test(error, seed) for seed in range(learners)]
    return (
        statistics.mean(good for result in results for good, _ in result.topics),
        statistics.mean(result.total[0] for result in results),
        statistics.mean(result.project[0] for result in results),
    )


def test_intervals_cover_the_truth() -> None:
    topics, _, _ = covered("normal", FEW)
    assert topics >= 0.82  # 0.92 less three standard errors of 72 intervals


@pytest.mark.long
@pytest.mark.parametrize("error", simulated.ERRORS)
def test_intervals_cover_the_truth_as_often_as_they_claim(error: str) -> None:
    topics, total, project = covered(error, MANY)
    assert topics >= 0.86
    assert total >= 0.84
    assert project >= 0.84


@pytest.mark.long
def test_an_adaptive_test_needs_fewer_items_than_a_fixed_one() -> None:
    learners = range(12)
    narrow = simulated.bank()[1].narrow
    adaptive = [assess.until_narrow(seed) for seed in learners]
    assert all(widest <= narrow for _, _, widest, _ in adaptive)
    items = statistics.mean(one[0] for one in adaptive)
    place = next(n for n, length in enumerate(assess.LENGTHS) if length >= 1.5 * items)
    fixed = [assess.fixed_test("fixed", seed)[place][1] for seed in learners]
    assert any(widest > narrow for widest in fixed)


def test_the_rows_of_the_table() -> None:
    row = assess.coverage_row("right", [simulated.one_test("none", seed) for seed in range(2)])
    assert row.count("|") == 8
    assert row.startswith("| right | ")
