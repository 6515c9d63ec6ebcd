"""Whether this process is a session of `mxtutor serve`: a tutor that its learner sees in a browser."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from functools import lru_cache

from mxtutor.errors import UsageError

VARIABLE = "MXTUTOR_SERVED"
"""Environment variable that the server sets for its sessions; JSON of `Served`."""


@dataclass(frozen=True, slots=True)
class Served:
    """What the server tells a session."""

    caller: str
    """Name of the learner's turns in the shared grader; it tells nobody the learner's name."""
    name: str = ""
    """The learner's name as the roster has it; empty for the one local learner of a server without a roster."""
    untrusted: bool = True
    """Whether answers run with full isolation only."""
    confined: bool = True
    """Whether the kernel keeps the session's process out of all folders but the learner's home (Landlock)."""
    examination: str = ""
    """In an examination, the session's token and the socket of the server, with a colon between them."""

    def to_environment(self) -> dict[str, str]:
        """Return the variable that `served` reads."""
        return {VARIABLE: json.dumps(asdict(self))}


def served() -> Served | None:
    """Return what the server told this process; None for a tutor in a terminal and for all commands.

    Raises:
        UsageError: the variable holds something else.
    """
    return _read(os.environ.get(VARIABLE, ""))


def start_again() -> str:
    """Return what to do about a program whose files have changed; a learner in a browser cannot start it again."""
    return "Start it again." if served() is None else "Tell the person who runs `mxtutor serve` to start it again."


@lru_cache(maxsize=1)
def _read(text: str) -> Served | None:
    if not text:
        return None
    try:
        return Served(**json.loads(text))
    except (ValueError, TypeError) as error:
        raise UsageError(f"{VARIABLE} is set by `mxtutor serve` only.", fix=f"Unset {VARIABLE}.") from error
