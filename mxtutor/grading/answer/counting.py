"""Counts what MXNet does for an answer, line by line: operators, copies to and from NumPy, waits for results.

It runs in a job of its own, after the verdict. The counts come from the answer's process: no verdict depends on them.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import types
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from mxtutor.grading.answer.failures import FILE
from mxtutor.grading.answer.study_mxnet import borrower, replaced

OPERATORS = ("MXImperativeInvoke", "MXImperativeInvokeEx", "MXInvokeCachedOp", "MXInvokeCachedOpEx")
"""Functions of the C interface that run an operator, or all operators of a hybridized Block."""
TO_NUMPY = ("MXNDArraySyncCopyToCPU",)
"""Copies an array to NumPy, and waits for its result."""
FROM_NUMPY = ("MXNDArraySyncCopyFromCPU",)
WAITS = ("MXNDArrayWaitToRead", "MXNDArrayWaitToWrite", "MXNDArrayWaitAll")
BACKWARD = "MXAutogradBackwardEx"
MOST_LINES = 500
"""Maximum number of lines of an answer that have counts: the first ones that run."""
MOST_LAYERS = 20
"""Maximum number of decorators around an entry that are unwrapped."""
_OPERATOR, _TO, _FROM, _WAIT, _ELEMENTS = range(5)


def code_of(entry: Callable[..., Any]) -> types.CodeType | None:
    """Return the first code of the answer's file that a call of its entry runs; None if it is not found.

    Decorators, caches, `functools.partial` and objects with `__call__` are unwrapped.
    """
    one: Any = entry
    for _ in range(MOST_LAYERS):
        code = getattr(one, "__code__", None)
        if isinstance(code, types.CodeType) and code.co_filename == FILE:
            return code
        inner = one.func if isinstance(one, functools.partial) else getattr(one, "__wrapped__", None)
        one = type(one).__call__ if inner is None else inner
    return None


class LineCounts:
    """The counts of one case."""

    def __init__(self) -> None:
        self._lines: defaultdict[int, list[int]] = defaultdict(lambda: [0] * 5)
        self.heads: set[int] = set()
        """Lines of backward passes whose head gradient has another size than the output."""

    def add(self, line: int, what: int, number: int = 1) -> None:
        if line in self._lines or len(self._lines) < MOST_LINES:
            self._lines[line][what] += number

    def tree(self) -> dict[str, Any]:
        """Return rows of line, operators, copies to NumPy, copies from NumPy, waits, copied elements."""
        return {"lines": [[line, *counts] for line, counts in self._lines.items()], "heads": sorted(self.heads)}


class Counter:
    """Counts the calls of MXNet's C interface in the first call of an entry; made before the answer runs."""

    def __init__(self, mx: Any) -> None:
        self._lib, borrow = mx.base._LIB, borrower(mx)
        self._size: Callable[[Any], int] = lambda array: int(borrow(array).size)

    @contextlib.contextmanager
    def counting(self, code: types.CodeType) -> Iterator[LineCounts]:
        """In the block, count for each line of the answer, in the first call of a function with this code."""
        counts, first = LineCounts(), _FirstCall(code)

        def counted(original: Callable[..., Any], *whats: int) -> Callable[..., Any]:
            def call(*arguments: Any) -> Any:
                line = first.line()
                if line:
                    for what in whats:
                        counts.add(line, what)
                    if _TO in whats:
                        counts.add(line, _ELEMENTS, getattr(arguments[2], "value", 0))
                return original(*arguments)

            return call

        def sent_back(original: Callable[..., Any]) -> Callable[..., Any]:
            def call(count: int, outputs: Any, heads: Any, *rest: Any) -> Any:
                line = first.line()
                if line and hasattr(heads, "__len__"):
                    pairs = [(o, h) for o, h in zip(outputs, heads, strict=True) if h]
                    if any(self._size(o) != self._size(h) for o, h in pairs):
                        counts.heads.add(line)
                return original(count, outputs, heads, *rest)

            return call

        kinds = {**dict.fromkeys(OPERATORS, (_OPERATOR,)), **dict.fromkeys(TO_NUMPY, (_TO, _WAIT))}
        kinds |= {**dict.fromkeys(FROM_NUMPY, (_FROM,)), **dict.fromkeys(WAITS, (_WAIT,))}
        hooks = {name: counted(getattr(self._lib, name), *whats) for name, whats in kinds.items()}
        hooks[BACKWARD] = sent_back(getattr(self._lib, BACKWARD))
        with replaced(self._lib, hooks):
            yield counts


class _FirstCall:
    """Finds the line of the answer that runs, in the first call of its entry."""

    def __init__(self, code: types.CodeType) -> None:
        self._code = code
        self._call: types.FrameType | None = None

    def line(self) -> int:
        """Return the innermost line of the answer; 0 outside of the first call of the entry."""
        frame: types.FrameType | None = sys._getframe(2)
        line, outermost = 0, None
        while frame is not None:
            if frame.f_code.co_filename == FILE:
                line = line or frame.f_lineno
                if frame.f_code is self._code:
                    outermost = frame
            frame = frame.f_back
        if outermost is None:
            return 0
        self._call = self._call or outermost
        return line if outermost is self._call else 0
