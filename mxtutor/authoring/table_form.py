"""Looks at the truth table without running it: what each class of row must bring along."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mxtutor.content.model import Course
from mxtutor.content.truth import Truth

NOTE = 320
"""Characters of a note: two sentences, what is true and the trap."""


def form_findings(rows: Sequence[Truth], course: Course) -> Iterator[tuple[str, str]]:
    """Yield the torch name and the fault of each row that does not hold together."""
    owners: dict[str, str] = {}
    for row in rows:
        for name in row.names:
            if name in owners:
                yield row.torch, f"{name} stands in the row of {owners[name]} too"
            owners[name] = row.torch
        if row.exercise and row.exercise not in course.exercises:
            yield row.torch, f"its exercise {row.exercise!r} is not in the course"
        if len(row.note) > NOTE:
            yield row.torch, f"its note has {len(row.note)} characters, {NOTE} at most"
        if row.claim and not row.rows:
            yield row.torch, "it has a claim, but no row of the documents"
        for fault in _faults(row):
            yield row.torch, fault


def _faults(row: Truth) -> Iterator[str]:
    """Yield what the class of a row asks for and the row lacks."""
    proof, forms = row.proof, f"{row.mxnet_nd}\n{row.mxnet_np}"
    own = row.torch.startswith(("torch.", "Tensor."))  # torchvision and the like are not there to be run
    code = "\n".join((proof.torch.before, proof.torch.do, proof.torch.after))
    if own and row.kind != "removed" and not mentions(row.names, code):
        yield "its torch code does not use the name"
    if row.kind not in ("missing", "removed") and not forms.strip():
        yield f"a row of class {row.kind} needs a form"
    if row.kind == "same" and not mentions(row.names, forms):
        yield "class same: no form has torch's name"
    if row.kind in ("renamed", "composite", "missing") and not proof.absent:
        yield f"class {row.kind}: absent must list torch's name"
    if row.kind in ("args", "behaviour") and not proof.traps:
        yield f"class {row.kind}: traps must show the difference"
    if row.kind == "behaviour" and not any(t.expects in ("differs", "holds") for t in proof.traps):
        yield "class behaviour: a trap must run and differ"
    if row.kind == "removed" and not proof.gone:
        yield "class removed: gone must list torch's name"


def mentions(names: Sequence[str], code: str) -> bool:
    """Whether code uses one of the names, by its last part; a special method is used without being named."""
    last = [name.rpartition(".")[2] for name in names]
    return any(n.endswith("__") or re.search(rf"(?<!\w){re.escape(n)}(?!\w)", code) for n in last)
