"""The `mxtutor` command: its handlers import what they need, so that the tutor paints at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mxtutor.cli.setup import MakeGrader


def main(argv: Sequence[str] | None = None, *, make_grader: MakeGrader | None = None) -> int:
    """Run `mxtutor` with arguments (those of the process by default) and return its exit code.

    0 right or done, 1 not right, 2 usage or bad input, 3 our fault. `make_grader` makes the grader of commands that
    grade; without it they use a `LocalGrader`.
    """
    from mxtutor.cli.run import run  # click: 30 ms
    from mxtutor.cli.setup import make_local_grader

    return run(list(sys.argv[1:] if argv is None else argv), make_grader or make_local_grader)
