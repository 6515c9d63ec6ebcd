"""A folder of sockets for the resident graders of a benchmark, so that it neither uses nor disturbs the user's own."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator

from mxtutor.grading.service import control


@contextlib.contextmanager
def own_graders() -> Iterator[None]:
    """Let the block's processes start resident graders of their own, and stop these after it."""
    before = os.environ.get("XDG_RUNTIME_DIR")
    with tempfile.TemporaryDirectory(prefix="mxt-", dir="/tmp") as name:  # a socket's path is short
        os.environ["XDG_RUNTIME_DIR"] = name
        try:
            yield
        finally:
            for found in control.find_all():
                control.stop(found)
            if before is None:
                del os.environ["XDG_RUNTIME_DIR"]
            else:
                os.environ["XDG_RUNTIME_DIR"] = before
