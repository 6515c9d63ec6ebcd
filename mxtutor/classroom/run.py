"""One run over a class: what there is to do, and what is written as each answer is graded."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, TypeVar

from mxtutor.classroom.anonymity import Pseudonyms
from mxtutor.classroom.fingerprints import answer_hash, content_hash, exercise_hash, result_key, versions
from mxtutor.classroom.hand_ins import Collected, HandIn, attempted_at, check_source, read_hand_in
from mxtutor.classroom.lines import VERSION, FullResult, Run, Withdrawn
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.classroom.safe_files import Refused
from mxtutor.classroom.samples import sample_of
from mxtutor.classroom.scoring import Scoring
from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.content.outline import Course
from mxtutor.errors import AnswerError, ContentError, TutorError, UsageError
from mxtutor.grading.protocol import MAX_SOURCE, CommandGrader, Grader, Report, Submission, Verdict
from mxtutor.suggest import did_you_mean, nearest

CANCEL_SECONDS = 0.1
"""Seconds between two attempts to cancel the answers that still run."""
AHEAD = 4
"""Answers per job that wait for their turn or whose results wait to be written."""


def require_isolation(grader: CommandGrader, *, fix: str) -> None:
    """Start the workers and make sure that untrusted answers may run in them; `fix` ends the error's text.

    Raises:
        BrokenError: a worker cannot start.
        UsageError: this machine lacks a layer of the sandbox that untrusted answers need.
    """
    grader.require_ready()
    if not grader.state.safe_for_untrusted:
        raise UsageError("This machine cannot isolate untrusted answers.", fix=fix)


_Item = TypeVar("_Item")
_Done = TypeVar("_Done")


def in_parallel(
    grader: Grader, items: Iterable[_Item], work: Callable[[_Item], _Done], jobs: int
) -> Generator[_Done, None, None]:
    """Yield what `work` returns for each item, in the order in which they are done, `jobs` at a time.

    Only a few items are taken ahead, so that results do not pile up in memory. Closing the generator ends what the
    grader runs.
    """
    waiting = iter(items)
    with ThreadPoolExecutor(jobs, "mxtutor-grade") as pool:
        running = {pool.submit(work, item) for item in itertools.islice(waiting, AHEAD * jobs)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                # Results before errors: what is done at the same time as an interruption is kept.
                for future in sorted(done, key=lambda one: one.exception() is not None):
                    running.update(pool.submit(work, item) for item in itertools.islice(waiting, 1))
                    yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            while left := [future for future in running if not future.done()]:
                grader.cancel()  # again and again: a job that had not begun was not cancelled
                wait(left, CANCEL_SECONDS)
            raise


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An answer that cannot be read, so that there is nothing to grade."""

    headline: str
    source: bytes = b""
    """What was read of it."""


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer that was graded."""

    answer: HandIn
    source: bytes | Unreadable
    report: Mapping[str, Any]
    """The report as the contract's JSON object."""


def read_checked(folder: Path, answer: HandIn) -> bytes | Unreadable:
    """Return the bytes of an answer, or why it cannot be graded."""
    source = b""
    try:
        source = read_hand_in(folder, answer, MAX_SOURCE + 1)
        return check_source(source, "The answer")
    except OSError as error:
        return Unreadable(f"The file cannot be read: {error.strerror}.")
    except Refused as error:
        return Unreadable(f"The file cannot be read: it is {error}.")
    except AnswerError as error:
        return Unreadable(str(error), source)


def grade_one(grader: Grader, answer: HandIn, source: bytes | Unreadable, exercise: Exercise, seed: int) -> Report:
    """Return the report of one answer, whatever happens."""
    if isinstance(source, Unreadable):
        return Report(answer.exercise, Verdict.ERROR, source.headline)
    try:
        return grader.grade(Submission(exercise, source, seed))
    except TutorError as error:
        return Report(answer.exercise, Verdict.BROKEN, error.message, fix=error.fix)


BLOCK = 32
"""Exercises that are graded before the next ones: the grader keeps the reference results of so many."""


def now() -> str:
    """Return the time in ISO 8601, UTC, to the second."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Content:
    """The exercises that a class was set, with their hashes."""

    exercises: Mapping[str, Exercise]
    """In the order of the course."""
    hashes: Mapping[str, str]

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids in the order of the course."""
        return tuple(self.exercises)

    @property
    def titles(self) -> dict[str, str]:
        """Titles by id."""
        return {identity: exercise.title for identity, exercise in self.exercises.items()}


def chosen_ids(course: Course, only: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the exercises and topics in `only`, in the order of the course; all of them without any.

    Raises:
        UsageError: the course has no such exercise or topic.
    """
    if not only:
        return course.exercises
    topics = {topic.id: topic.exercises for topic in course.topics}
    wanted: set[str] = set()
    for name in only:
        if name not in topics and name not in course.exercises:
            fix = did_you_mean(nearest(name, [*topics, *course.exercises]), "`mxtutor list` shows them all.")
            raise UsageError(f"There is no exercise or topic {name!r}.", fix=fix)
        wanted |= set(topics.get(name, (name,)))
    return tuple(identity for identity in course.exercises if identity in wanted)


def load_content(course: Course, ids: Sequence[str]) -> Content:
    """Return exercises of the course with their hashes.

    Raises:
        ContentError: an exercise cannot be read.
    """
    exercises = {identity: load_exercise(course.folder(identity), identity) for identity in ids}
    try:
        hashes = {identity: exercise_hash(course.folder(identity)) for identity in ids}
    except OSError as error:
        raise ContentError(f"An exercise cannot be read: {error}.") from error
    return Content(exercises, hashes)


def in_shard(learner: str, shard: tuple[int, int] | None) -> bool:
    """Return whether a learner belongs to a part (i, n) of the class; it does not depend on the other learners.

    Files that belong to no learner are in the first part.
    """
    if shard is None:
        return True
    number, parts = shard
    place = int.from_bytes(hashlib.sha256(learner.encode()).digest()[:8], "big") % parts if learner else 0
    return place == number - 1


def select(found: Collected, ids: Sequence[str], shard: tuple[int, int] | None) -> Collected:
    """Return the hand-ins of one part of the class to some exercises."""
    wanted = set(ids)
    answers = [one for one in found.answers if one.exercise in wanted and in_shard(one.learner, shard)]
    learners = tuple(one for one in found.learners if in_shard(one, shard))
    unread = [one for one in found.unread if in_shard(one.learner, shard)]
    return Collected(learners, answers, unread, found.alike, found.top)


@dataclass(slots=True)
class ClassRun:
    """Grades hand-ins and writes the results to a file as they come."""

    file: ResultsFile
    folder: Path
    found: Collected
    content: Content
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    pseudonyms: Pseudonyms | None = None
    """Hides names; None shows them."""
    scoring: Scoring | None = None
    root: str = ""
    """Folder of the content, for a later regrading; empty for mxtutor's own."""
    used: Mapping[str, str] = field(default_factory=versions)
    """Versions of this machine."""
    handed_in: float = 0.0
    """When everything was handed in, where a platform says so, seconds since 1970; 0 for the times of files."""
    called: Mapping[str, str] = field(default_factory=dict)
    """What the hand-ins of a learner were called, where a roster says another name."""
    stored: dict[tuple[str, str], tuple[bytes, float]] = field(default_factory=dict)
    """Answers that are not taken from the folder, by learner and exercise: their bytes, and when first attempted."""

    def name(self, learner: str) -> str:
        """Return what the file calls a learner."""
        return self.pseudonyms.of(learner) if self.pseudonyms else learner

    def key(self, exercise: str, answer: str) -> str:
        """Return the key of the result of an answer with a hash."""
        return result_key(answer, self.content.hashes[exercise], self.seed, self.used)

    def begin(self) -> list[HandIn]:
        """Write the start of the run; return the answers that must be graded, in the order in which to do it.

        Raises:
            UsageError: the file cannot be written.
        """
        accepted = self.found.accepted
        unread = self.pseudonyms.unread(self.found.unread) if self.pseudonyms else tuple(self.found.unread)
        run = Run(
            version=VERSION,
            started=now(),
            seed=self.seed,
            versions=self.used,
            content=content_hash(self.content.hashes),
            options=self.options,
            exercises=self.content.ids,
            learners=tuple(self.name(learner) for learner in self.found.learners),
            unread=unread,
            anonymous=self.pseudonyms is not None,
            points=dict(self.scoring.points) if self.scoring else None,
            due=self.scoring.due if self.scoring else None,
            late=self.scoring.late if self.scoring else "accepted",
            credit=self.scoring.credit if self.scoring else "all",
            titles=self.content.titles,
            root="" if self.pseudonyms else self.root,
            called={} if self.pseudonyms else self.called,
            accepted=tuple(self.pseudonyms.unread(accepted) if self.pseudonyms else accepted),
        )
        self.file.append(run)
        handed_in = {(self.name(one.learner), one.exercise) for one in self.found.answers}
        ids = set(self.content.ids)
        gone = [pair for pair in self.file.results if pair not in handed_in and pair[1] in ids]
        for learner, exercise in gone:
            self.file.append(Withdrawn(learner, exercise))
        return [answer for answer in self.ordered() if not self._is_kept(answer)]

    def ordered(self) -> list[HandIn]:
        """Return the answers block by block of exercises, and inside a block learner by learner.

        Reference results of a block are kept, and so are the parts of a learner's export.
        """
        rank = {identity: number for number, identity in enumerate(self.content.ids)}
        places = {learner: number for number, learner in enumerate(self.found.learners)}

        def order(one: HandIn) -> tuple[int, int, int]:
            return rank[one.exercise] // BLOCK, places[one.learner], rank[one.exercise]

        return sorted(self.found.answers, key=order)

    def _is_kept(self, answer: HandIn) -> bool:
        stored = self.file.results.get((self.name(answer.learner), answer.exercise))
        if stored is None or not stored.answer:
            return False
        digest = _digest(read_checked(self.folder, answer))
        return bool(digest) and self.file.kept(stored.learner, stored.exercise, self.key(answer.exercise, digest))

    def grade(self, grader: Grader, answers: Sequence[HandIn], jobs: int) -> Generator[HandIn, None, None]:
        """Grade answers and yield each one after its result is in the file; closing ends what runs.

        Raises:
            UsageError: the file cannot be written.
        """

        def work(answer: HandIn) -> Graded:
            source = self.read(answer)
            report = grade_one(grader, answer, source, self.content.exercises[answer.exercise], self.seed)
            return Graded(answer, source, report.to_json())

        return self.record(in_parallel(grader, answers, work, jobs))

    def read(self, answer: HandIn) -> bytes | Unreadable:
        """Return the bytes of an answer, or why it cannot be graded."""
        pair = self.name(answer.learner), answer.exercise
        return self.stored[pair][0] if pair in self.stored else read_checked(self.folder, answer)

    def _attempted(self, answer: HandIn, source: bytes | Unreadable) -> float:
        pair = self.name(answer.learner), answer.exercise
        if pair in self.stored:
            return self.stored[pair][1]
        if self.handed_in or isinstance(source, Unreadable):
            return 0.0
        return attempted_at(self.folder, answer, source)

    def record(self, done: Generator[Graded, None, None]) -> Generator[HandIn, None, None]:
        """Write each answer that was graded to the file, then yield it; closing closes `done`.

        Raises:
            UsageError: the file cannot be written.
        """
        with contextlib.closing(done):
            for graded in done:
                self.file.append(self._line(graded))
                yield graded.answer

    def _line(self, graded: Graded) -> FullResult:
        answer, source = graded.answer, graded.source
        digest = _digest(source)
        line = FullResult(
            learner=self.name(answer.learner),
            exercise=answer.exercise,
            report=graded.report,
            answer=digest,
            key=self.key(answer.exercise, digest) if digest else "",
            late=answer.late,
            modified=self.handed_in or answer.modified,
            at=now(),
            attempted=self._attempted(answer, source),
        )
        text = "" if isinstance(source, Unreadable) else _text(source)
        return with_code(line, text, self.pseudonyms, right=graded.report["verdict"] == Verdict.RIGHT.value)


def with_code(line: FullResult, text: str, pseudonyms: Pseudonyms | None, *, right: bool) -> FullResult:
    """Return a result with its answer's code, or in an anonymous file without any name and with a sample."""
    import msgspec

    if pseudonyms is None:
        return msgspec.structs.replace(line, code=text or None)
    sample = "" if right else sample_of(text, pseudonyms.scrubber)
    return msgspec.structs.replace(line, report=pseudonyms.scrubber.scrub_json(line.report), sample=sample or None)


def _digest(source: bytes | Unreadable) -> str:
    """Return the hash of an answer, or of what was read of it; empty if nothing was."""
    data = source.source if isinstance(source, Unreadable) else source
    return answer_hash(data) if data or isinstance(source, bytes) else ""


def _text(source: bytes) -> str:
    """Return an answer as text; empty if it is not UTF-8, because the file could not give its bytes back."""
    try:
        return source.decode()
    except UnicodeDecodeError:
        return ""
