"""The code of a learner as it is now, to find out whether it has changed."""

from __future__ import annotations

from mxtutor.own_code.loader import loading_source
from mxtutor.own_code.probing import cut_files
from mxtutor.own_code.project import snapshot
from mxtutor.own_code.sources import Original


def current_source(original: Original) -> tuple[str, str]:
    """Return the module that makes own code ready now: with its whole module, and cut out of it."""
    shot = snapshot(original)
    owner, file = original.owner, original.path.name
    return loading_source(owner, file, shot.module, shot.files, shot.data), loading_source(
        owner, file, "own_code_cut", cut_files(original, shot), shot.data
    )
