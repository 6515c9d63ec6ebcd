"""The `mxtutor` command: its handlers import what they need, so that the tutor paints at once."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mxtutor.cli.setup import MakeGrader
    from mxtutor.grading.grader import LocalGrader

NEW_OBJECTS = 50_000
"""New objects between two collections of garbage; with Python's default of 700, imports and tables cause dozens."""


def main(
    argv: Sequence[str] | None = None,
    *,
    make_grader: MakeGrader | None = None,
    make_local_grader: Callable[[], LocalGrader] | None = None,
) -> int:
    """Run `mxtutor` with arguments (those of the process by default) and return its exit code.

    0 right or done, 1 not right, 2 usage or bad input, 3 our fault. `make_grader` makes the grader of commands that
    grade answers, `make_local_grader` that of commands for authors; both have the defaults of `cli.setup`.
    """
    if argv is None:
        gc.set_threshold(NEW_OBJECTS)
    from mxtutor.cli import setup
    from mxtutor.cli.run import run

    made = setup.Setup(make_grader or setup.make_grader, make_local_grader or setup.make_local_grader)
    if argv is not None:
        return run(list(argv), made)
    try:
        return run(sys.argv[1:], made)
    finally:
        gc.freeze()  # the process ends: a last collection would visit all objects
