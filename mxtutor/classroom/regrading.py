"""Grades the stored answers of a class again where the exercise or the versions changed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

import msgspec

from mxtutor.classroom.anonymity import Pseudonyms
from mxtutor.classroom.fingerprints import answer_hash, content_hash, result_key, versions
from mxtutor.classroom.gradebook import Result
from mxtutor.classroom.grading import in_parallel
from mxtutor.classroom.lines import FullResult, Run
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.classroom.run import Content, now, with_code
from mxtutor.errors import TutorError, UsageError
from mxtutor.grading.protocol import Grader, Report, Submission, Verdict


class Left(str, Enum):
    """Why an answer is not graded again; the value completes "It was not graded again: ..."."""

    REMOVED = "the course has no such exercise any more"
    NO_CODE = "the file does not hold the answer; give the folder with --from"
    MISSING = "the folder does not hold the answer"
    OTHER = "the folder holds another answer; grade it with `mxtutor grade`"


@dataclass(frozen=True, slots=True)
class Change:
    """An answer that was graded again and has another verdict."""

    before: Result
    after: Result


@dataclass(slots=True)
class Regrading:
    """One regrading of a file of results."""

    file: ResultsFile
    content: Content
    """The exercises as they are today."""
    answers: Callable[[Result], bytes | None] | None = None
    """Returns the bytes of a learner's present answer; None takes the answers from the file."""
    pseudonyms: Pseudonyms | None = None
    """Hides names in new reports of an anonymous file."""
    only: frozenset[str] | None = None
    """Exercises to grade again; None for all."""
    used: Mapping[str, str] = field(default_factory=versions)
    left: list[tuple[Result, Left]] = field(default_factory=list)
    """Answers that are not graded again although something changed."""

    def due(self) -> list[Result]:
        """Return the results that may have changed, exercise by exercise, and note which cannot be graded again.

        Raises:
            UsageError: the file holds no run.
        """
        book = self.file.book()
        found = []
        rank = {identity: number for number, identity in enumerate(book.exercises)}
        for result in sorted(book.all(), key=lambda one: rank[one.exercise]):
            if result.place < 0 or not result.answer or (self.only is not None and result.exercise not in self.only):
                continue
            if result.exercise not in self.content.hashes:
                self.left.append((result, Left.REMOVED))
            elif self._key(result) != result.key or result.graded is Verdict.BROKEN:
                found.append(result)
        return found

    def _key(self, result: Result) -> str:
        seed = self.file.run.seed if self.file.run else result.seed
        return result_key(result.answer, self.content.hashes[result.exercise], seed, self.used)

    def begin(self, options: Mapping[str, str]) -> None:
        """Write the start of the run.

        Raises:
            UsageError: the file cannot be written.
        """
        run = self._run()
        hashes = {i: self.content.hashes[i] for i in run.exercises if i in self.content.hashes}
        titles = dict(run.titles) | {i: t for i, t in self.content.titles.items() if i in hashes}
        self.file.append(
            msgspec.structs.replace(
                run,
                started=now(),
                versions=self.used,
                content=content_hash(hashes),
                options=dict(run.options) | dict(options),
                titles=titles,
            )
        )

    def _run(self) -> Run:
        if self.file.run is None:
            raise UsageError(f"{self.file.path} holds no results.")
        return self.file.run

    def grade(self, grader: Grader, due: Sequence[Result], jobs: int) -> Generator[Change | None, None, None]:
        """Grade answers again and yield what changed, None where the verdict is the same or the answer is missing.

        Raises:
            UsageError: the file cannot be written.
        """
        seed = self._run().seed

        def taken() -> Generator[tuple[Result, bytes | None], None, None]:
            for result in due:  # in this thread: the file has one position
                yield result, self._source(result)

        def work(item: tuple[Result, bytes | None]) -> tuple[Result, bytes, Report | None]:
            result, source = item
            if source is None:
                return result, b"", None
            try:
                submission = Submission(self.content.exercises[result.exercise], source, seed)
                return result, source, grader.grade(submission)
            except TutorError as error:
                return result, source, Report(result.exercise, Verdict.BROKEN, error.message, fix=error.fix)

        done = in_parallel(grader, taken(), work, jobs)
        try:
            for result, source, report in done:
                yield None if report is None else self._keep(result, source, report)
        finally:
            done.close()

    def _source(self, result: Result) -> bytes | None:
        if self.answers is None:
            code = self.file.source(result)
            if not code:
                self.left.append((result, Left.NO_CODE))
            return code.encode() if code else None
        source = self.answers(result)
        if source is None:
            self.left.append((result, Left.MISSING))
        elif answer_hash(source) != result.answer:
            self.left.append((result, Left.OTHER))
            return None
        return source

    def _keep(self, before: Result, source: bytes, report: Report) -> Change | None:
        line = FullResult(
            learner=before.learner,
            exercise=before.exercise,
            report=report.to_json(),
            answer=before.answer,
            key=self._key(before),
            late=before.late,
            modified=before.modified,
            at=now(),
            attempted=before.attempted,
        )
        right = report.verdict is Verdict.RIGHT
        self.file.append(with_code(line, source.decode("utf-8", "ignore"), self.pseudonyms, right=right))
        after = self.file.overridden(before.learner, before.exercise)
        return Change(before, after) if after and after.graded is not before.graded else None
