"""Medians, percentiles and ratios of interleaved runs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

Samples = Mapping[str, Sequence[float]]


def interleaved(rounds: int, subjects: Mapping[str, Callable[[], float]]) -> Samples:
    """Return the seconds of each subject in each round; subjects alternate, so that drift affects them equally."""
    samples: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(rounds):
        for name, run in subjects.items():
            samples[name].append(run())
    return samples


def clocked(run: Callable[[], object]) -> Callable[[], float]:
    """Return a function that runs `run` and returns the seconds it took."""

    def timed() -> float:
        began = time.perf_counter()
        run()
        return time.perf_counter() - began

    return timed


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that a share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def table(samples: Samples, base: str) -> Iterator[str]:
    """Yield a Markdown table: median, 95th percentile, and the median and p95 as multiples of a base's median."""
    unit = statistics.median(samples[base])
    yield f"| what | median ms | p95 ms | median / {base} | p95 / {base} |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for name, values in samples.items():
        middle, high = statistics.median(values), percentile(values, 0.95)
        yield f"| {name} | {middle * 1000:.1f} | {high * 1000:.1f} | {middle / unit:.2f} | {high / unit:.2f} |"
