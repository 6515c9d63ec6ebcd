"""Whether a text can be an answer to an item: what is refused before it runs does not count."""

from __future__ import annotations

import ast
from typing import Literal

from mxtutor.content.model import Exercise


def not_ready(exercise: Exercise, text: str) -> str:
    """Return why a text cannot be an answer yet, as a sentence; empty if it can."""
    if exercise.kind == "choice":
        return "" if text.strip() else "Choose an option first."
    if exercise.kind == "predict":
        return unparsed(text.strip(), "eval") if text.strip() else "Type a value first."
    if text.strip() in ("", exercise.starter.strip()):
        return "Write an answer first."
    if found := unparsed(text, "exec"):
        return found
    if not any(name in text for name in exercise.entries):
        return f"Not handed in: it does not define `{exercise.entry}`."
    return ""


def unparsed(text: str, mode: Literal["exec", "eval"]) -> str:
    """Return why a text is not Python, as a sentence; empty if it is."""
    try:
        ast.parse(text, mode=mode)
    except SyntaxError as error:
        where = f" in line {error.lineno}" if error.lineno and mode == "exec" else ""
        return f"Not handed in: this does not parse{where}: {error.msg}."
    except (ValueError, RecursionError, MemoryError):
        return "Not handed in: this does not parse."
    return ""
