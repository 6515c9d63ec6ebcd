"""The `mxtutor` command: its handlers import what they need, so that the tutor paints at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run `mxtutor` with arguments (those of the process by default) and return its exit code.

    0 right or done, 1 not right, 2 usage or bad input, 3 our fault.
    """
    from mxtutor.cli.commands import run  # click: 30 ms

    return run(list(sys.argv[1:] if argv is None else argv))
