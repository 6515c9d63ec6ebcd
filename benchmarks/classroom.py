"""Measures the memory, time and files of a class of 500 learners who hand in all exercises.

The verdicts are recorded before, one right and one wrong answer per exercise: the benchmark is about everything around
the grader. A process of its own does what `mxtutor grade` does, with all forms of output and pages for the learners.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from mxtutor.content.loader import load_course, load_exercise
from mxtutor.grading.protocol import GraderState, Report, Submission
from mxtutor.paths import content_root

LEARNERS = 500
LIMIT_MB = 500
SEED = 1
FORMS = (".jsonl", ".html", ".json", ".csv")


class RecordedGrader:
    """A grader that returns recorded reports: by the exercise, and by whether the answer is the right one."""

    def __init__(self, recorded: Path) -> None:
        self._reports = json.loads(recorded.read_text("utf-8"))
        self.state = GraderState("ready", isolation=("recorded",), safe_for_untrusted=True)

    def __enter__(self) -> RecordedGrader:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Do nothing."""

    def require_ready(self) -> None:
        """Do nothing."""

    def grade(self, submission: Submission, _: object = None) -> Report:
        """Return the recorded report of an answer, with the seed of the class."""
        right, wrong = self._reports[submission.exercise.id]
        report = Report.from_json(wrong if b"# wrong" in submission.source else right)
        return replace(report, seed=submission.seed or 0)

    def cancel(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def measure() -> Iterator[str]:
    """Yield the table of a class that is graded, and graded again without a change."""
    with tempfile.TemporaryDirectory(prefix="mxtutor-class-") as name:
        folder = Path(name)
        recorded, out = folder / "recorded.json", folder / "out"
        answers = _record(recorded)
        _hand_in(folder / "class", answers)
        out.mkdir()
        yield "| run | answers | seconds | answers per second | peak memory (MB) |"
        yield "| --- | ---: | ---: | ---: | ---: |"
        peaks = []
        for run in ("first", "again, nothing changed"):
            seconds, peak = _run(folder, recorded, out)
            count = LEARNERS * len(answers)
            peaks.append(peak)
            yield f"| {run} | {count:,} | {seconds:.0f} | {count / seconds:,.0f} | {peak:.0f} |"
        yield ""
        yield "| file | MB |"
        yield "| --- | ---: |"
        for form in FORMS:
            yield f"| class{form} | {(out / f'class{form}').stat().st_size / 1e6:.1f} |"
        pages = [path.stat().st_size for path in (out / "feedback").iterdir()]
        yield f"| {len(pages)} pages for learners | {sum(pages) / 1e6:.1f} |"
        assert max(peaks) < LIMIT_MB, f"a class takes {max(peaks):.0f} MB"


def _record(path: Path) -> dict[str, tuple[str, str]]:
    """Grade a right and a wrong answer to each exercise, store the reports and return the answers."""
    from mxtutor.grading.grader import LocalGrader

    course = load_course(content_root())
    answers: dict[str, tuple[str, str]] = {}
    reports: dict[str, list[dict[str, Any]]] = {}
    with LocalGrader() as grader:
        grader.start()
        for identity in course.exercises:
            exercise = load_exercise(course.folder(identity), identity)
            if exercise.kind in ("code", "fix"):
                wrong = next((m.source.read_text("utf-8") for m in exercise.mistakes if m.source), "x = 1\n")
                right = exercise.solution
            else:
                right, wrong = "a", "b"
            answers[identity] = right, f"{wrong}\n# wrong\n"
            found = [grader.grade(Submission(exercise, source.encode(), SEED)) for source in (right, wrong)]
            reports[identity] = [report.to_json() for report in found]
    path.write_text(json.dumps(reports), "utf-8")
    return answers


def _hand_in(folder: Path, answers: dict[str, tuple[str, str]]) -> None:
    """Write a .zip per learner; a third of all answers is wrong."""
    folder.mkdir()
    draw = random.Random(SEED)  # noqa: S311
    for number in range(LEARNERS):
        with zipfile.ZipFile(folder / f"learner {number:04}.zip", "w") as archive:
            for identity, pair in answers.items():
                archive.writestr(f"{identity}.py", f"{pair[draw.random() < 1 / 3]}\n# {number}\n")


def _run(folder: Path, recorded: Path, out: Path) -> tuple[float, float]:
    """Return the seconds and the peak of the memory in MB of one run."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "benchmarks.classroom", str(folder / "class"), str(recorded), str(out)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return time.perf_counter() - began, float(done.stdout)


def _child(folder: str, recorded: str, out: str) -> None:
    """Grade the class and print the peak of this process's memory in MB."""
    from mxtutor.cli import main

    outputs = [part for form in FORMS for part in ("--out", f"{out}/class{form}")]
    code = main(
        ["grade", folder, *outputs, "--feedback", f"{out}/feedback", "--jobs", str(os.cpu_count() or 1)],
        make_grader=lambda **_: RecordedGrader(Path(recorded)),  # type: ignore[arg-type]
    )
    assert code == 0
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    _child(*sys.argv[1:])
