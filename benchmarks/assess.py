"""Simulated learners with known ability: do the intervals of `mxtutor assess` cover the truth, and how many items less
than a fixed test does it need for the same width? It needs about ten minutes of one core.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from benchmarks.learners import ERRORS, GROUPS, Result, known_bank, learner, one_test, seeded, sit
from mxtutor.assessment.model import Belief, Item, belief_after
from mxtutor.assessment.planning import begin
from mxtutor.assessment.records import Blueprint
from mxtutor.assessment.session import Assessment
from mxtutor.assessment.shares import members_of, total_spread

LEARNERS = 200
COMPARED = 100
"""Learners of the comparison with fixed tests."""
LENGTHS = tuple(range(12, 79, 6))
"""Lengths of fixed tests."""
SHARE = 0.9
"""Share of learners whose every interval must be narrow enough."""


def until_narrow(seed: int) -> tuple[int, float, float, float]:
    """Return items, minutes, widest and mean width of a test without a limit of time."""
    items, plan = known_bank()
    rng = random.Random(f"narrow:{seed}")
    who = learner(items, "normal", rng)
    endless = seeded(plan, seed, minutes=10_000.0)
    test = sit(items, endless, who, rng)
    widths = [found.width for topic in plan.topics if (found := test.interval(topic)) is not None]
    minutes = sum(items[one].minutes for one in test.responses)
    return len(test.responses), minutes, max(widths), statistics.mean(widths)


def fixed_test(form: str, seed: int) -> list[tuple[float, float, float, float]]:
    """Return for each of `LENGTHS`: minutes, widest and mean width; and widest width if topics are scored alone.

    `form`: `fixed`, the same items for all, spread over the difficulties; `random`, other items for each learner.
    Both have as many items of each topic.
    """
    items, plan = known_bank()
    rng = random.Random(f"narrow:{seed}")
    who = learner(items, "normal", rng)
    order = _form(items, plan, form, rng)
    given = {one: who.answers(items[one], rng) for one in order}
    found = []
    for length in LENGTHS:
        responses = {one: given[one] for one in order[:length]}
        together = belief_after(plan.topics, items, responses)
        alone = {
            topic: belief_after([topic], items, {o: r for o, r in responses.items() if items[o].topic == topic})
            for topic in plan.topics
        }
        widths = [_width(together, items, plan, responses, topic) for topic in plan.topics]
        own = [_width(alone[topic], items, plan, responses, topic) for topic in plan.topics]
        minutes = sum(items[one].minutes for one in responses)
        found.append((minutes, max(widths), statistics.mean(widths), max(own)))
    return found


def measure() -> Iterator[str]:
    """Yield the tables."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        yield f"{LEARNERS} learners for each row, tests of 20 minutes, intervals of 90 %."
        yield ""
        yield "| learners | topics covered | width | all exercises covered | project covered | width | items |"
        yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
        for error, words in {**ERRORS, **GROUPS}.items():
            yield coverage_row(words, list(pool.map(partial(one_test, error), range(LEARNERS), chunksize=25)))
        yield ""
        yield from _comparison(pool)
    yield ""
    yield _speed()


def coverage_row(words: str, results: Sequence[Result]) -> str:
    """Return a row: how often intervals cover the truth, and their mean width."""
    topics = [one for result in results for one in result.topics]
    return (
        f"| {words} | {_cover(topics)} | {_mean_width(topics)} | {_cover([r.total for r in results])} | "
        f"{_cover([r.project for r in results])} | {_mean_width([r.project for r in results])} | "
        f"{statistics.mean(r.items for r in results):.1f} |"
    )


def _comparison(pool: ProcessPoolExecutor) -> Iterator[str]:
    _, plan = known_bank()
    adaptive = list(pool.map(until_narrow, range(COMPARED), chunksize=10))
    items = statistics.mean(one[0] for one in adaptive)
    minutes = statistics.mean(one[1] for one in adaptive)
    reached = statistics.mean(one[2] <= plan.narrow for one in adaptive)
    yield (
        f"{COMPARED} learners; the test ends when each interval is at most {plan.narrow:g} wide. A fixed test is long "
        f"enough when {SHARE:.0%} of the learners have only such intervals."
    )
    yield ""
    yield "| test | items | minutes | learners with narrow intervals | mean width | items, adaptive / this |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    width = statistics.mean(one[3] for one in adaptive)
    yield f"| adaptive | {items:.1f} | {minutes:.0f} | {reached:.0%} | {width:.2f} | |"
    for form in ("fixed", "random"):
        rows = list(pool.map(partial(fixed_test, form), range(COMPARED), chunksize=10))
        for place, scored in ((1, "scored with the same model"), (3, "each topic scored alone")):
            found = _needed(rows, place, plan.narrow)
            if found is None:
                yield f"| {form}, {scored} | more than {LENGTHS[-1]} | | | | below {items / LENGTHS[-1]:.2f} |"
                continue
            needed, took, mean = found
            yield (
                f"| {form}, {scored} | {needed:.1f} | {took:.0f} | {SHARE:.0%} | "
                f"{f'{mean:.2f}' if place == 1 else ''} | {items / needed:.2f} |"
            )
        same = _where([statistics.mean(row[k][2] for row in rows) for k in range(len(LENGTHS))], width)
        yield f"| {form}, of the same mean width only | {same:.1f} | | | {width:.2f} | {items / same:.2f} |"


def _needed(
    rows: Sequence[Sequence[tuple[float, ...]]], place: int, narrow: float
) -> tuple[float, float, float] | None:
    """Return items, minutes and mean width of the shortest fixed test that is long enough; None if none is."""
    wide = [1.0 - statistics.mean(row[k][place] <= narrow for row in rows) for k in range(len(LENGTHS))]
    if wide[-1] > 1.0 - SHARE:
        return None
    length = _where(wide, 1.0 - SHARE)
    nearest = min(range(len(LENGTHS)), key=lambda k: abs(LENGTHS[k] - length))
    minutes = statistics.mean(row[nearest][0] for row in rows)
    return length, minutes, statistics.mean(row[nearest][2] for row in rows)


def _where(values: Sequence[float], limit: float) -> float:
    """Return the length at which values that fall with the length reach a limit, between the lengths by a line."""
    for k, value in enumerate(values):
        if value <= limit:
            if k == 0:
                return float(LENGTHS[0])
            before = values[k - 1]
            return LENGTHS[k] - (LENGTHS[k] - LENGTHS[k - 1]) * (limit - value) / (before - value)
    return float(LENGTHS[-1])


def _speed() -> str:
    """Return how long the choice of an item takes in this process."""
    items, plan = known_bank()
    took: list[float] = []
    for seed in range(10):
        rng = random.Random(seed)
        who = learner(items, "normal", rng)
        test = Assessment(begin(seeded(plan, seed, minutes=60.0)), items)
        while True:
            began = time.process_time()
            item = test.current()
            took.append(time.process_time() - began)
            if item is None:
                break
            for _ in range(4):
                test.tick(15 * item.minutes)
            test.respond("right" if who.answers(item, rng) else "not-right")
    took.sort()
    return (
        f"Choosing the next of {len(items)} items takes {1000 * statistics.median(took):.0f} ms of CPU time "
        f"(median), {1000 * took[int(0.99 * len(took))]:.0f} ms (99th percentile)."
    )


def _form(items: Mapping[str, Item], plan: Blueprint, form: str, rng: random.Random) -> list[str]:
    """Return all items in the order in which longer and longer forms take them, topic by topic in turn."""
    columns = []
    for topic in plan.topics:
        own = sorted((item for item in items.values() if item.topic == topic), key=lambda item: item.difficulty)
        if form == "random":
            rng.shuffle(own)
        else:  # a permutation whose beginnings are spread over the difficulties
            own = [own[k] for k in sorted(range(len(own)), key=_spread)]
        columns.append([item.id for item in own])
    return [column[k] for k in range(max(map(len, columns))) for column in columns if k < len(column)]


def _spread(number: int) -> float:
    """Return the van der Corput value of a number: the bits after the point in reverse."""
    value, part = 0.0, 0.5
    while number:
        value += part * (number & 1)
        number, part = number >> 1, part / 2
    return value


def _width(belief: Belief, items: Mapping[str, Item], plan: Blueprint, given: Mapping[str, bool], topic: str) -> float:
    return total_spread(belief, members_of(items, plan.weights, given, topic)).interval().width


def _cover(found: Sequence[tuple[bool, float]]) -> str:
    return f"{100 * statistics.mean(good for good, _ in found):.1f} %"


def _mean_width(found: Sequence[tuple[bool, float]]) -> str:
    return f"{statistics.mean(width for _, width in found):.2f}"
