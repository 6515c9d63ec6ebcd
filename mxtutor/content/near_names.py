"""Names of the truth table that are spelled like a name that it does not have."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable

from mxtutor.content.form_names import shown
from mxtutor.content.truth_index import Known, last

NEAR, CLOSE = 4, 0.65
"""Greatest number of similar names to suggest, and their smallest similarity (the ratio of `difflib`)."""

LONGEST = 60
"""Greatest number of characters of a name that may be spelled wrongly."""


def near_names(full: str, known: Iterable[Known]) -> list[str]:
    """Return the names of rows, in torch and in MXNet, that are most similar to a name, the most similar first."""
    full = full.casefold()
    own = last(full)
    if not own or len(own) > LONGEST:
        return []
    letters = Counter(own)
    matcher = difflib.SequenceMatcher(None, "", own, autojunk=False)
    path = difflib.SequenceMatcher(None, "", full, autojunk=False)
    scores: dict[str, float] = {}
    likeness: dict[str, float] = {}
    for row in known:
        for name in (*row.row.names, *map(shown, row.main)):
            end = last(name).casefold()
            if end not in likeness:
                likeness[end] = 0.0
                common = (
                    sum((letters & Counter(end)).values())
                    if 2 * min(len(own), len(end)) >= CLOSE * (len(own) + len(end))
                    else 0
                )
                if 2 * common >= CLOSE * (len(own) + len(end)):  # no ratio is greater than this share
                    matcher.set_seq1(end)
                    likeness[end] = matcher.ratio()
            if likeness[end] >= CLOSE:
                path.set_seq1(name.casefold())
                scores[name] = (
                    likeness[end] + (path.ratio() / 10 if "." in full else 0) + 0.05 * (name in row.row.names)
                )
    best: dict[str, str] = {}
    for name in sorted(scores, key=lambda n: -scores[n]):
        best.setdefault(name if "." in full else last(name).casefold(), name)
    return list(best.values())[:NEAR]
