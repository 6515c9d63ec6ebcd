"""The public interface for scripts: the course, grading one answer, many answers, or a class.

    from mxtutor.api import Grader, grade

    report = grade("tensors/arccos", "def arccos(x):\\n    return x.arccos()\\n")
    print(report.verdict.value, report.headline)

The names in `__all__` and their documented fields stay as they are; new fields and arguments may be added.
Everything else in mxtutor may change with any release. docs/api.md shows more examples.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from mxtutor import paths
from mxtutor.classroom.hand_ins import Unread
from mxtutor.content.loader import find_exercise, load_course, load_exercise
from mxtutor.content.outline import Course, LessonEntry, Topic
from mxtutor.errors import AnswerError, BrokenError, ContentError, TutorError, UsageError
from mxtutor.grading.differences import Difference, Mismatch
from mxtutor.grading.protocol import Aspect, CaseResult, Device, Diagnosis, ErrorDetail, Flag, Report, Verdict

if TYPE_CHECKING:  # these modules import NumPy, which a script that only lists the course does not need
    from mxtutor.classroom.hand_ins import HandIn
    from mxtutor.content.model import Exercise
    from mxtutor.grading.service.client import RemoteGrader

__all__ = [
    "AnswerError",
    "Aspect",
    "BrokenError",
    "CaseResult",
    "ClassResult",
    "ContentError",
    "Course",
    "Diagnosis",
    "Difference",
    "ErrorDetail",
    "ExerciseInfo",
    "Flag",
    "Grader",
    "LearnerResult",
    "LessonEntry",
    "Mismatch",
    "Report",
    "Topic",
    "TutorError",
    "Unread",
    "UsageError",
    "Verdict",
    "course",
    "exercise",
    "exercises",
    "grade",
    "grade_folder",
]


@dataclass(frozen=True, slots=True)
class ExerciseInfo:
    """The parts of an exercise that a learner sees before the first check."""

    id: str
    """`topic/slug`; it never changes."""
    kind: str
    """`code` and `fix` ask for a Python module, `predict` for a value, `choice` for the letter of an option."""
    title: str
    prompt: str
    """Markdown."""
    entry: str
    """Name of the function that an answer defines; empty for `predict` and `choice`."""
    params: Mapping[str, str]
    """Parameters of that function, in order, with their descriptions."""
    starter: str
    """Source that the editor shows at first; empty for `predict` and `choice`."""


def course(pack: Path | str | None = None) -> Course:
    """Return the topics, lessons and exercise ids in the order in which they are taught.

    `pack` is the folder of another course, with `lessons/` and `exercises/`; None is the one that ships.

    Raises:
        ContentError: the course cannot be read.
    """
    return load_course(_root(pack))


def exercises(pack: Path | str | None = None) -> tuple[ExerciseInfo, ...]:
    """Return all exercises in the order in which they are taught.

    Raises:
        ContentError: the course or an exercise cannot be read.
    """
    found = course(pack)
    return tuple(_info(load_exercise(found.folder(identity), identity)) for identity in found.exercises)


def exercise(exercise_id: str, pack: Path | str | None = None) -> ExerciseInfo:
    """Return one exercise.

    Raises:
        UsageError: the course has no exercise of this id; the text names similar ones.
        ContentError: the course or the exercise cannot be read.
    """
    return _info(find_exercise(course(pack), exercise_id))


def grade(
    exercise_id: str,
    answer: str | bytes | Path,
    *,
    seed: int | None = None,
    device: Device = "auto",
    pack: Path | str | None = None,
    sandbox: bool = True,
) -> Report:
    """Grade one answer and return its report; starting the grader, if none runs, takes 1 to 3 seconds.

    Arguments and errors are those of `Grader` and `Grader.grade`. For several answers use one `Grader`.
    """
    with Grader(pack=pack, sandbox=sandbox) as grader:
        return grader.grade(exercise_id, answer, seed=seed, device=device)


def grade_folder(
    folder: Path | str,
    *,
    jobs: int | None = None,
    seed: int | None = None,
    pack: Path | str | None = None,
    sandbox: bool = True,
) -> ClassResult:
    """Grade a class and return its results, as `mxtutor grade` does.

    Arguments and errors are those of `Grader` and `Grader.grade_folder`.
    """
    with Grader(pack=pack, sandbox=sandbox) as grader:
        return grader.grade_folder(folder, jobs=jobs, seed=seed)


@dataclass(frozen=True, slots=True)
class LearnerResult:
    """The reports on the answers of one learner."""

    learner: str
    """Name of the learner's folder."""
    reports: tuple[Report, ...] = ()
    """One per answer, in the order of the course."""
    unread: tuple[Unread, ...] = ()
    """Files that could not be read as answers, each with the reason."""

    @property
    def right(self) -> int:
        """Number of right answers."""
        return sum(report.verdict is Verdict.RIGHT for report in self.reports)


@dataclass(frozen=True, slots=True)
class ClassResult:
    """The results of a class."""

    learners: tuple[LearnerResult, ...]
    """Sorted by name; learners without answers are included."""
    total: int
    """Number of exercises in the course."""
    seed: int
    """Seed of the drawn inputs, the same for all answers."""
    unread: tuple[Unread, ...] = ()
    """Files that look like answers, but are in no learner's folder."""


class Grader:
    """Grades any number of answers; all methods may be called from any thread.

    Use it as a context manager. The answers run in the grader that all of mxtutor shares; if it does not run yet, it
    starts when the block begins (1 to 3 seconds). With `MXTUTOR_GRADER=off` in the environment, the block has a private
    grader, which ends with it.
    `pack` is the folder of another course. With `sandbox=False` answers run with all rights of this process.
    """

    def __init__(self, *, pack: Path | str | None = None, sandbox: bool = True) -> None:
        """Read the course; start no process.

        Raises:
            ContentError: the course cannot be read.
        """
        self._course = course(pack)
        self._sandbox = sandbox
        self._grader: RemoteGrader | None = None
        self._open = contextlib.ExitStack()

    def __enter__(self) -> Grader:
        """Join the grader, and start it if it does not run.

        Raises:
            BrokenError: a worker cannot start, for example because PyTorch is not installed.
        """
        from mxtutor.grading.service.client import RemoteGrader

        root = self._course.root.resolve()
        with contextlib.ExitStack() as stack:
            grader = stack.enter_context(RemoteGrader(root, self._sandbox, untrusted=True, many=True, ahead=False))
            grader.require_ready()
            self._open = stack.pop_all()
        self._grader = grader
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._grader = None
        self._open.close()

    def grade(
        self, exercise_id: str, answer: str | bytes | Path, *, seed: int | None = None, device: Device = "auto"
    ) -> Report:
        """Grade one answer and return its report; errors of the answer raise nothing here.

        `answer` is the text or the bytes of a Python module, or the path of a file; for a prediction it is the value,
        for a choice the letter. The same `seed` draws the same inputs; without it they are new. `device` is `auto`
        (GPUs where both frameworks can use them), `cpu`, `gpu`, or `standin` (CPU contexts in place of GPUs).
        A report with the verdict `broken` is a failure of mxtutor and says nothing about the answer.

        Raises:
            UsageError: the course has no exercise of this id.
            ContentError: the exercise cannot be read.
            AnswerError: the file cannot be read, or the answer is larger than 1 MiB or not text.
            RuntimeError: the grader is not started.
        """
        from mxtutor.classroom.hand_ins import check_source, read_answer
        from mxtutor.grading.protocol import Submission

        grader = self._started()
        subject = find_exercise(self._course, exercise_id)
        if isinstance(answer, Path):
            source = read_answer(answer)
        else:
            source = check_source(
                answer.encode("utf-8", "replace") if isinstance(answer, str) else answer, "The answer"
            )
        return grader.grade(Submission(subject, source, seed, device))

    def grade_folder(self, folder: Path | str, *, jobs: int | None = None, seed: int | None = None) -> ClassResult:
        """Grade a folder that holds one folder per learner, and return the results.

        docs/class.md lists what learners may hand in; `folder` may also be the .zip of a learning platform.
        `jobs` answers run at the same time, by default one per core; all get the inputs of one `seed`.

        Raises:
            UsageError: the folder cannot be read, or this machine cannot isolate untrusted answers.
            ContentError: an exercise cannot be read.
            RuntimeError: the grader is not started.
        """
        from mxtutor.classroom.finder import collect_class
        from mxtutor.classroom.run import grade_one, in_parallel, require_isolation, source_of
        from mxtutor.grading.references.prepare import fresh_seed

        grader = self._started()
        if self._sandbox:
            require_isolation(grader, fix="`mxtutor doctor` says how to get the layers of the sandbox.")
        ids = self._course.exercises
        found = collect_class(Path(folder), ids)
        asked = {answer.exercise for answer in found.answers}
        subjects: dict[str, Exercise] = {i: load_exercise(self._course.folder(i), i) for i in ids if i in asked}
        chosen = fresh_seed() if seed is None else seed
        reports: dict[str, list[Report]] = {learner: [] for learner in found.learners}

        def work(answer: HandIn) -> tuple[HandIn, Report]:
            source, report = source_of(answer)
            return answer, report or grade_one(grader, subjects[answer.exercise], source, chosen)

        with contextlib.closing(in_parallel(grader, found.answers, work, jobs or os.cpu_count() or 1)) as done:
            for hand_in, report in done:
                reports[hand_in.learner].append(report)
        learners = tuple(
            LearnerResult(
                learner, tuple(sorted(own, key=lambda r: ids.index(r.exercise))), _unread(found.unread, learner)
            )
            for learner, own in reports.items()
        )
        return ClassResult(learners, len(ids), chosen, _unread(found.unread, ""))

    def _started(self) -> RemoteGrader:
        if self._grader is None:
            raise RuntimeError("The grader is not started; use it in a `with` block.")
        return self._grader


def _root(pack: Path | str | None) -> Path:
    return paths.content_root() if pack is None else Path(pack)


def _info(found: Exercise) -> ExerciseInfo:
    return ExerciseInfo(found.id, found.kind, found.title, found.prompt, found.entry, dict(found.params), found.starter)


def _unread(unread: list[Unread], learner: str) -> tuple[Unread, ...]:
    return tuple(one for one in unread if one.learner == learner)
