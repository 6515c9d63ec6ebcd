"""The `mxtutor` command; its handlers import what they need, so that the tutor starts fast."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mxtutor.cli.setup import MakeGrader
    from mxtutor.grading.grader import LocalGrader

NEW_OBJECTS = 50_000
"""Garbage collection threshold; with Python's default of 700, imports and tables cause dozens of collections."""


def main(
    argv: Sequence[str] | None = None,
    *,
    make_grader: MakeGrader | None = None,
    make_local_grader: Callable[[], LocalGrader] | None = None,
) -> int:
    """Run `mxtutor` with arguments (those of the process by default) and return its exit code.

    The code is 0 for right or done, 1 for not right, 2 for usage or bad input, 3 for a failure of mxtutor. `Setup`
    describes the other arguments, which by default are the functions of `cli.setup`.
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
        gc.freeze()  # the process ends: skip the last collection, which would visit all objects
