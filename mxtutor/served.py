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
    """The settings that the server gives a session."""

    caller: str
    """Anonymous id of the learner in the shared grader, which gives each learner a turn."""
    name: str = ""
    """The learner's name as the roster has it; empty for the one local learner of a server without a roster."""
    untrusted: bool = True
    """Whether answers may run only if full isolation is available."""
    confined: bool = True
    """Whether the kernel keeps the session's process out of all folders but the learner's home (Landlock)."""
    examination: str = ""
    """In an examination, the session's token and the socket of the server, with a colon between them."""

    def to_environment(self) -> dict[str, str]:
        """Return the variable that `served` reads."""
        return {VARIABLE: json.dumps(asdict(self))}


def served() -> Served | None:
    """Return the settings of this session; None if this process is not a session of `mxtutor serve`.

    Raises:
        UsageError: the environment variable is damaged.
    """
    return _read(os.environ.get(VARIABLE, ""))


def start_again() -> str:
    """Return the advice for a program whose files have changed; a learner in a browser cannot start it again."""
    return "Start it again." if served() is None else "Tell the person who runs `mxtutor serve` to start it again."


@lru_cache(maxsize=1)
def _read(text: str) -> Served | None:
    if not text:
        return None
    try:
        return Served(**json.loads(text))
    except (ValueError, TypeError) as error:
        raise UsageError(f"{VARIABLE} is set by `mxtutor serve` only.", fix=f"Unset {VARIABLE}.") from error
