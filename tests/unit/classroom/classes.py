"""Graded classes made from reports, and a grader that runs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mxtutor.classroom.fingerprints import answer_hash
from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.lines import VERSION, ResultLine, Run
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.grading.protocol import (
    CaseResult,
    Diagnosis,
    ErrorDetail,
    GraderState,
    Report,
    Submission,
    Verdict,
)

WHEN = "2026-11-22T10:00:00+00:00"
EXERCISES = ("tensors/square", "tensors/cube")
VERSIONS = {"mxtutor": "0.2.0", "python": "3.11.7", "mxnet": "1.9.1", "torch": "2.13.0", "numpy": "1.23.5"}


def run_line(learners: Sequence[str], exercises: Sequence[str] = EXERCISES, **fields: Any) -> Run:
    """Return the start of a run."""
    plain: dict[str, Any] = {
        "version": VERSION, "started": WHEN, "seed": 20811, "versions": VERSIONS, "content": "c0ffee" * 10,
        "options": {"isolation": "on"}, "exercises": tuple(exercises), "learners": tuple(learners),
        "titles": {identity: identity.partition("/")[2].title() for identity in exercises},
    }  # fmt: skip
    return Run(**(plain | fields))


def result_line(
    learner: str, report: Report, code: str = "def square(x):\n    return x\n", **fields: Any
) -> ResultLine[Any]:
    """Return one result."""
    digest = answer_hash(code.encode())
    plain: dict[str, Any] = {
        "learner": learner, "exercise": report.exercise, "report": report.to_json(), "answer": digest,
        "key": f"key of {digest}", "at": WHEN, "code": code,
    }  # fmt: skip
    return ResultLine(**(plain | fields))


def graded(
    path: Path,
    reports: Mapping[str, Sequence[Report]],
    *,
    exercises: Sequence[str] = EXERCISES,
    unread: Sequence[Unread] = (),
    partial: bool = False,
    codes: Mapping[str, str] | None = None,
    **fields: Any,
) -> ResultsFile:
    """Return a new file of results with these reports, open for reading and writing."""
    file = ResultsFile(path)
    file.append(run_line(tuple(reports), exercises, unread=tuple(unread), **fields))
    for learner, own in reports.items():
        for report in own:
            code = (codes or {}).get(learner, "def square(x):\n    return x\n")
            file.append(result_line(learner, report, code))
    file.end(partial=partial, at=WHEN)
    return file


class FakeGrader:
    """A grader that tells right answers by a word in them; what it says quotes the answer, as real errors do."""

    def __init__(self, after: Callable[[int], None] = lambda _: None) -> None:
        self.graded: list[tuple[str, bytes]] = []
        self.state = GraderState("ready", isolation=("fake",), safe_for_untrusted=True)
        self._after = after

    def __enter__(self) -> FakeGrader:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing."""

    def require_ready(self) -> None:
        """Do nothing."""

    def grade(self, submission: Submission, on_output: object = None) -> Report:
        """Return a report on an answer."""
        identity, text = submission.exercise.id, submission.source.decode("utf-8", "replace")
        self.graded.append((identity, submission.source))
        self._after(len(self.graded))
        seed = submission.seed or 0
        if "right" in text:
            return Report(identity, Verdict.RIGHT, "Agrees.", output=text, seed=seed)
        error = ErrorDetail("ValueError", text, 1, (f"line 1, in f: {text}",), f"Traceback: {text}")
        case = CaseResult(f"case of {text}", Verdict.ERROR, (), inputs=text, repro=text, error=error)
        mistake = Diagnosis("cube", f"{text} is the third power.", "A cube.")
        return Report(identity, Verdict.WRONG, f"No: {text}", (case,), (mistake,), output=text, error=error, seed=seed)

    def cancel(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
