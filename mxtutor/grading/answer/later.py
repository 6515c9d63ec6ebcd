"""Runs a case once more, and looks for memory that the two runs share: each call must return what it made itself."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from typing import Any

import numpy as onp

from mxtutor.grading.answer.framework import Framework

SHARED = {"argument": "", "place": "", "kind": "shared", "says": ""}
"""The change that is reported for shared memory."""
_FOLDER = "later"
_MAKE, _ENTER = os.mkdir, os.chdir


class Later:
    """The arrays that the entry returned in a case, and in the same case at the end."""

    def __init__(self, framework: Framework) -> None:
        self._is_array, self._numpy, self._bump = framework.is_array, framework.numpy, framework.bump
        self._runs: list[Sequence[Any]] = []

    def keep(self, arrays: Sequence[Any]) -> None:
        """Store the arrays that a run returned."""
        self._runs.append(arrays)

    def begin(self) -> None:
        """Overwrite what the first run returned, and leave its files: an answer that reuses them is then wrong."""
        self._overwrite(nan=True)
        with contextlib.suppress(OSError):  # an answer may have removed the current folder
            _MAKE(_FOLDER)
            _ENTER(_FOLDER)

    def shares(self) -> bool:
        """Return whether the arrays of the second run change with those of the first one."""
        before = self._contents()
        self._overwrite()
        return before != self._contents()

    def _contents(self) -> list[bytes]:
        arrays = [self._numpy(array) if self._is_array(array) else array for array in self._runs[1]]
        return [array.tobytes() for array in arrays if type(array) is onp.ndarray]

    def _overwrite(self, *, nan: bool = False) -> None:
        for array in self._runs[0]:
            if self._is_array(array):
                with contextlib.suppress(Exception):  # such an array is left as it is
                    self._bump(array, nan=nan)
            elif type(array) is onp.ndarray and array.flags.writeable and array.dtype.kind in "fiub":
                array[...] = onp.nan if nan and array.dtype.kind == "f" else array != 1
