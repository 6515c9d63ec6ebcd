"""Decides which checked answers count as attempts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.model import Attempt

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

UNCALLED = frozenset({"SyntaxError", "IndentationError", "TabError", "MissingEntry"})
"""Errors of a text that does not parse, or that lacks the function to call."""
ENTRIES = frozenset({"entry-missing", "entry-name", "entry-nested", "entry-in-class", "entry-is-class"})
"""Codes of mistakes in the name or the place of the function to call."""
TYPOS = ENTRIES | {"syntax", "undefined-name", "name-self", "starter"}
"""Codes of mistakes that are not reviewed, because they are not about MXNet."""
NOT_COUNTED = "Not counted as an attempt."
_MODULES = frozenset({"mx", "torch", "torchvision", "np", "npx", "numpy", "nn", "optim", "F"})


def keep_attempt(
    progress: ProgressStore, exercise: Exercise, code: str, report: Report, *, again: bool = False
) -> bool:
    """Store a checked answer as an attempt; if it does not count, without a verdict or not at all.

    Return whether it counts. With `again`, the same program with the same verdict as just before counts again, because
    the learner asked for it by a command.
    """
    past, standing = progress.attempts(exercise.id), progress.standing(exercise.id)
    last = next((a for a in past if a.verdict is not None), None) if standing.attempts else None
    changed = standing.state(exercise.task_hash) == "changed"
    if counts(exercise, code, report, last=None if changed else last, again=again):
        progress.add_attempt(exercise.id, code, report, exercise.task_hash)
        return True
    if exercise.kind in ("code", "fix") and not _untouched(exercise, code):
        progress.keep_text(exercise.id, code)
    return False


def counts(exercise: Exercise, code: str, report: Report, *, last: Attempt | None, again: bool = False) -> bool:
    """Return whether a checked answer is an attempt; `last` is the previous attempt.

    A typed value that cannot be read, the same answer as just before, a typo and the unchanged starter do not count.
    With `again`, the same program as just before is an attempt.
    """
    if report.verdict is Verdict.BROKEN:
        return True
    if exercise.kind in ("predict", "choice"):
        return report.verdict is not Verdict.ERROR and not _sent_again(exercise, code, report, last)
    if not again and _sent_again(exercise, code, report, last):
        return False
    if report.verdict is Verdict.RIGHT:
        return True
    return not is_typo(report) and not _untouched(exercise, code)


def is_typo(report: Report) -> bool:
    """Return whether a program does not parse, lacks its function, or failed at an unknown name that is in no API."""
    error = report.error or next((case.error for case in report.cases if case.error is not None), None)
    if error is None or error.type in UNCALLED:
        return error is not None
    found = re.search(r"name '(\w+)' is not defined", error.text) if error.type == "NameError" else None
    return found is not None and not _is_of_an_api(found[1])


def _is_of_an_api(name: str) -> bool:
    """Return whether MXNet or PyTorch has a module, function or class of this name, by searching the indexes."""
    from mxtutor.content.mxnet_index import mxnet_index
    from mxtutor.content.truth import truth_files_of
    from mxtutor.paths import content_root

    owners = (entry.owner for entry in mxnet_index().named(name) if entry.name == name)
    if name in _MODULES or any(owner.rpartition(".")[2].islower() for owner in owners):  # a module, not a class
        return True
    table = "".join(file.read_text(encoding="utf-8") for file in truth_files_of(content_root()))
    starts = (found.start() for found in re.finditer(rf"\.{name}\b", table))
    return any(re.search(r"\btorch[\w.]*$", table[max(start - 60, 0) : start]) for start in starts)


def _sent_again(exercise: Exercise, code: str, report: Report, last: Attempt | None) -> bool:
    """Return whether an answer repeats the previous one; after a miss, a prediction asks about other numbers."""
    if last is None or code.strip() != last.code.strip() or report.verdict is not last.verdict:
        return False
    return exercise.variants <= 1 or report.verdict is Verdict.RIGHT


def _untouched(exercise: Exercise, code: str) -> bool:
    """Return whether an answer is empty or the starter."""
    return code.strip() in ("", exercise.starter.strip())
