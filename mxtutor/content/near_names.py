"""Names that the truth table does not have: those that torch has, and names of the table that are spelled like them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from functools import cache
from typing import Any

import msgspec

from mxtutor.content.form_names import shown
from mxtutor.content.roots import TORCH, TORCH_TABLE
from mxtutor.content.truth_index import Known, last
from mxtutor.suggest import nearest

NEAR, CLOSE = 4, 0.65
"""Maximum number of similar names to suggest, and their smallest similarity (the ratio of `difflib`)."""

LONGEST = 60
"""Maximum length of a name for which similar ones are suggested, in characters."""


def near_names(full: str, known: Iterable[Known]) -> list[str]:
    """Return the names of rows, in torch and in MXNet, that are most similar to a name, the most similar first."""
    full = full.casefold()
    own = last(full)
    if not own or len(own) > LONGEST:
        return []
    ends: dict[str, dict[str, float]] = {}
    for row in known:
        for name in (*row.row.names, *map(shown, row.main)):  # a name of torch counts a little more
            ends.setdefault(last(name).casefold(), {}).setdefault(name, 0.05 * (name in row.row.names))
    scores: dict[str, float] = {}
    close = set(nearest(own, ends, most=len(ends) or 1, likeness=CLOSE))
    for end in (end for end in ends if end in close):
        likeness = SequenceMatcher(None, end, own).ratio()
        for name, more in ends[end].items():
            path = SequenceMatcher(None, name.casefold(), full).ratio() / 10 if "." in full else 0.0
            scores[name] = likeness + path + more
    best: dict[str, str] = {}
    for name in sorted(scores, key=lambda n: -scores[n]):
        best.setdefault(name if "." in full else last(name).casefold(), name)
    return list(best.values())[:NEAR]


def name_in_torch(name: str) -> str:
    """Return the full name in torch of a full name or of its last part; an empty text if torch has no such name."""
    known = _torch_names()
    return known.get(name) or known.get(last(name), "")


@cache
def _torch_names() -> Mapping[str, str]:
    """Return the documented functions, classes and methods of tensors by their full names and by their last parts."""
    table: dict[str, Any] = msgspec.json.decode(TORCH_TABLE.read_bytes())
    modules = {"torch", *TORCH.values()}
    names = [name for name in (*table["functions"], *table["classes"]) if name.rpartition(".")[0] in modules]
    names += [f"Tensor.{name}" for name in table["classes"]["torch.Tensor"]["methods"]]
    return {last(name): name for name in reversed(names)} | {name: name for name in names}
