"""Resident graders that a test starts for itself, and ends."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mxtutor.grading.service import control


@contextlib.contextmanager
def own_graders(switch: str = "on") -> Iterator[Path]:
    """Give the block's callers a folder of sockets of their own, and end the graders there after it.

    The folder lies in /tmp, since the path of a socket may have 107 bytes only.
    """
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="mxt-", dir="/tmp") as name:
        patch.setenv("XDG_RUNTIME_DIR", name)
        patch.setenv("MXTUTOR_GRADER", switch)
        try:
            yield Path(name)
        finally:
            for found in control.find_all():
                control.stop(found)
