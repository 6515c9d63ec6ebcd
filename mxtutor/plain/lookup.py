"""The look-up as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mxtutor.content.lookup import Lookup
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import CLASS_WORDS, Truth
from mxtutor.plain.spoken import prose
from mxtutor.suggest import did_you_mean, shortened

FULL = 3
"""Greatest number of rows of which all is read."""
MOST = 12
"""Greatest number of rows that are read."""


def lookup_lines(root: Path, query: str) -> Iterator[str]:
    """Yield what the truth table says about a name."""
    if not query.strip():
        yield "Type a name after lookup, for example: lookup torch.clamp."
        return
    table = Lookup.over(load_truth(root))
    found = table.find(query)
    if not found:
        near = did_you_mean(table.near(query), "Try one name, such as torch.cat, or words, such as clip gradients.")
        yield f"{shortened(query)} is not in the table. {near}"
        return
    for row in found[:MOST]:
        yield from _row(row, full=len(found) <= FULL)
    if len(found) > MOST:
        yield f"{len(found) - MOST} more. A longer name finds fewer."


def _row(row: Truth, *, full: bool) -> Iterator[str]:
    yield f"{row.torch}: {CLASS_WORDS[row.kind]}."
    for family, form in (("nd", row.mxnet_nd), ("np", row.mxnet_np)):
        if family == "np" and row.mxnet_np == row.mxnet_nd:
            continue
        name = "MXNet" if row.mxnet_nd == row.mxnet_np else f"MXNet {family}"
        yield from (f"{name}: {line}" for line in form.splitlines() or ["nothing"])
    if row.note:
        yield prose(row.note)
    if not full:
        return
    yield from (prose(text) for text in row.advice)
    for demo in row.demos:
        yield f"PyTorch {demo.torch} gives {demo.torch_gives}"
        yield f"MXNet {demo.mxnet} gives {demo.mxnet_gives}"
    if row.claim:
        yield f"The migration guides say: {prose(row.claim)}"
    if row.exercise:
        yield f"The exercise {row.exercise} teaches it. Type open {row.exercise}."
    yield prose(row.proof_summary)
