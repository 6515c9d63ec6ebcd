"""The search for names that the truth table says are missing: through the modules and the operators of MXNet."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from mxtutor.content.truth_rows import Truth
from mxtutor.grading.grader import LocalGrader

DRIVER = Path(__file__).parent / "search_driver.py"
"""File whose text runs the search inside a worker."""
SHOWN = 4
"""Greatest number of names of MXNet that a finding shows."""


def unexpected_names(rows: Sequence[Truth], grader: LocalGrader) -> Iterator[tuple[str, str]]:
    """Yield the torch name of each missing row, and names of MXNet that are spelled like it and that it does not list.

    The spelling is compared without case and underscores.
    """
    missing = [row for row in rows if row.kind == "missing"]
    words = sorted({plain(name) for row in missing for name in row.names})
    source = f"{DRIVER.read_text(encoding='utf-8')}\n\nfound_names({json.dumps(words)!r}, mx)\n"
    run, value = grader.snippets.run("mxnet", source)
    if value is None:
        yield "search", run.broken or (run.error.summary if run.error else "no result")
        return
    found = json.loads(str(value.plain))
    for row in missing:
        own = {plain(name) for name in row.names}
        listed = {plain(name) for name in row.found}
        for word in sorted(own & set(found) - listed):
            names = ", ".join(found[word][:SHOWN])
            yield (
                row.torch,
                f"MXNet has {names}: list {word} in `found` if it is something else, or write a form with it",
            )
        for word in sorted(listed - (own & set(found))):
            yield row.torch, f"`found` lists {word}, which the search for its names does not find"


def plain(name: str) -> str:
    """Return the last part of a name in lower case without underscores."""
    return name.rpartition(".")[2].casefold().replace("_", "")
