"""Describes an exception of an answer: its message, and only the frames of the answer itself."""

from __future__ import annotations

import linecache
import traceback
from types import TracebackType
from typing import Any

from mxtutor.grading.answer.refusals import explain

FILE = "answer.py"
MAX_TEXT = 4000
MAX_FULL = 20_000


def register(source: str) -> None:
    """Make the answer's lines known to tracebacks."""
    linecache.cache[FILE] = (len(source), None, source.splitlines(keepends=True), FILE)


def describe_failure(error: BaseException) -> dict[str, Any]:
    """Return type, text, line and frames of an exception; `str(error)` may run code of the answer and fail."""
    name = type(error).__name__
    try:
        text = str(error)
    except BaseException as inner:  # learner code
        text = f"(its text cannot be read: {type(inner).__name__})"
    if isinstance(error, SyntaxError) and error.filename == FILE:
        frames = [f"line {error.lineno}: {(error.text or '').strip()}"] if error.lineno else []
        return {
            "type": name,
            "text": str(error.msg)[:MAX_TEXT],
            "line": error.lineno,
            "frames": frames,
            "full": text[:MAX_FULL],
        }
    if isinstance(error, MemoryError) and not text:
        text = "the answer asks for more memory than it may take"
    own = _own_frames(error.__traceback__)
    return {
        "type": name,
        "text": essential_text(name, text)[:MAX_TEXT],
        "line": own[-1][0] if own else None,
        "frames": [f"line {line}, in {function}: {source}" for line, function, source in own][-20:],
        "full": _full(error, text),
        "sandbox": _explained(error),
    }


def _explained(error: BaseException) -> str:
    try:
        return explain(error)
    except BaseException:  # the answer may define the class of the error
        return ""


def essential_text(name: str, text: str) -> str:
    """Return the text of an error without C++ frames, which MXNet puts before the message."""
    marker = f"{name}: "
    if "Traceback (most recent call last)" in text:
        text = text.rpartition(marker)[2] if marker in text else _after_frames(text)
    return text.strip().removeprefix(marker)  # some texts of MXNet begin with the name of the type


def _after_frames(text: str) -> str:
    """Return what follows the last line of the form `File "..", line 3`; the whole text if nothing does."""
    return text.rpartition("\n  File ")[2].partition("\n")[2] or text


def _own_frames(trace: TracebackType | None) -> list[tuple[int, str, str]]:
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == FILE:
            found.append((trace.tb_lineno, code.co_name, linecache.getline(FILE, trace.tb_lineno).strip()))
        trace = trace.tb_next
    return found


def _full(error: BaseException, text: str) -> str:
    """Return the traceback from the answer's first frame on; the frames of the grader are left out."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != FILE:
        trace = trace.tb_next
    try:
        return "".join(traceback.format_exception(type(error), error, trace or error.__traceback__))[-MAX_FULL:]
    except BaseException:  # learner code in __str__ or __cause__
        return text[:MAX_FULL]
