"""Compares the time of `mxtutor lookup` with that of a bare Python process, and measures searches in a loaded table."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.figures import clocked, interleaved, table
from mxtutor.content.lookup import Lookup
from mxtutor.content.truth import load_truth
from mxtutor.paths import content_root

ROUNDS = 40
QUERIES = {
    "a name": "torch.cat",
    "words": "clip gradients",
    "a line of code": "x = F.relu(self.fc(x.view(-1)))",
    "a name of MXNet": "nd.concat",
    "a name that is not in the table": "torch.concatenatee",
}


def measure() -> Iterator[str]:
    """Yield the table of times; the look-up runs once before, so that its table is in the cache."""
    runs = {"python -c pass": _process("-c", "pass"), "mxtutor --version": _process("-m", "mxtutor", "--version")}
    runs |= {what: _process("-m", "mxtutor", "lookup", query) for what, query in QUERIES.items()}
    for run in runs.values():
        run()
    yield from table(interleaved(ROUNDS, {what: clocked(run) for what, run in runs.items()}), "python -c pass")
    times = _searches()
    yield ""
    yield f"{len(times)} phrases in a loaded table, processor time: {statistics.median(times) * 1000:.1f} ms (median),"
    yield f"{max(times) * 1000:.0f} ms (slowest)."


def _searches() -> list[float]:
    """Return the processor time of a search for each phrase of the tests."""
    lines = (
        (Path(__file__).parents[1] / "tests/unit/content/lookup_phrases.txt").read_text(encoding="utf-8").splitlines()
    )
    phrases = [line.rpartition("=>")[0].strip() for line in lines if "=>" in line]
    rows = Lookup.over(load_truth(content_root()))
    rows.matches("a name that nobody has"), rows.near("nothing like it")  # the first searches make the indexes
    times = []
    for phrase in phrases:
        began = time.process_time()
        rows.find(phrase)
        times.append(time.process_time() - began)
    return times


def _process(*arguments: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
