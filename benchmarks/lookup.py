"""Compares the time of `mxtutor lookup`, from the start of its process, with that of a bare Python process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator

from benchmarks.figures import clocked, interleaved, table

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


def _process(*arguments: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
