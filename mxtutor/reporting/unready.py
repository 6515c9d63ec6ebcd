"""Finds answers that need not be run: they do not parse, are the unchanged starter, or lack a part.

This takes less than a millisecond, so the learner sees the reason immediately.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import ErrorDetail, Report, Verdict
from mxtutor.syntax import parse

MOST = 20_000
"""Longest answer that is examined, in characters; longer ones are graded without this."""
UNTOUCHED, FILL = "This is still the starter.", "Replace the `...` by your answer."
EMPTY, BEGIN = "There is no answer yet.", "Write a function, or start over."
NO_ATTEMPT = "Not run, and not counted."
REPAIR = "Fix this line, then check again."


@dataclass(frozen=True, slots=True)
class Unready:
    """The reason why an answer is not run."""

    message: str
    """What is wrong, as a sentence."""
    fix: str
    """What to do, as a sentence."""
    error: ErrorDetail | None = None
    """The error of an answer that does not parse, with its line and a `^` below the position."""

    @property
    def short(self) -> str:
        """The message with the number of the line before it, for one row of the screen."""
        return f"line {self.error.line}: {self.message}" if self.error and self.error.line else self.message

    def report(self, exercise: str) -> Report:
        """Return the report of an answer that was not run."""
        place = f" in line {self.error.line}" if self.error and self.error.line else ""
        lead = f"{self.error.type}{place}: " if self.error else ""
        return Report(exercise, Verdict.ERROR, f"{lead}{self.message}", error=self.error, fix=self.fix)


def unready(exercise: Exercise, code: str) -> Unready | None:
    """Return why an answer need not be run; None for one that can be checked."""
    if exercise.kind not in ("code", "fix") or len(code) > MOST:
        return None
    if not code.strip():
        return Unready(EMPTY, BEGIN)
    if code.strip() == exercise.starter.strip() and exercise.kind == "code":
        return Unready(UNTOUCHED, FILL)
    return _unparsed(code)


def unfinished(exercise: Exercise, code: str) -> str:
    """Return a sentence on what is missing in an answer that parses; empty if nothing is.

    A check still runs such an answer, but a live verdict would add nothing.
    """
    try:
        tree = parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    nodes = list(ast.walk(tree))
    statements = [node.value for node in nodes if isinstance(node, ast.Expr)]
    if any(isinstance(one, ast.Constant) and one.value is ... for one in statements):
        return "a `...` is left"
    entries = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in exercise.entries]
    if not entries or exercise.compare.type == "none":
        return ""
    returned = any(isinstance(node, (ast.Return, ast.Yield)) and node.value for node in ast.walk(entries[-1]))
    return "" if returned else "nothing is returned yet"


def _unparsed(code: str) -> Unready | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(code, "answer.py", "exec", dont_inherit=True)
    except SyntaxError as error:
        message = (error.msg or "invalid syntax").rstrip(".")
        detail = ErrorDetail(type(error).__name__, message, error.lineno, tuple(filter(None, [_marked(code, error)])))
        return Unready(message, REPAIR, detail)
    except (ValueError, RecursionError, MemoryError, OverflowError):  # the grader reports the error
        return None
    return None


def _marked(code: str, error: SyntaxError) -> str:
    """Return the line of an error with a `^` below the position."""
    lines = code.split("\n")
    if error.lineno is None or not 1 <= error.lineno <= len(lines):
        return ""
    line = lines[error.lineno - 1].expandtabs(4)
    column = min(max((error.offset or 1) - 1, 0), len(line))
    indent = len(line) - len(line.lstrip())
    lead = f"line {error.lineno}: "
    return f"{lead}{line[indent:].rstrip()}\n{' ' * (len(lead) + max(column - indent, 0))}^"
