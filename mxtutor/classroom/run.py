"""A run over a class: chooses the answers to grade, grades them, and writes each result as it arrives."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import datetime, timezone
from functools import partial
from typing import Any, TypeVar

import msgspec

from mxtutor.classroom.anonymity import Pseudonyms, sample_of
from mxtutor.classroom.fingerprints import answer_hash, content_hash, exercise_hashes, result_key, versions
from mxtutor.classroom.hand_ins import Collected, HandIn, check_source
from mxtutor.classroom.lines import VERSION, Result, ResultLine, Run, Withdrawn
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.classroom.scoring import Scoring
from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.content.outline import Course
from mxtutor.errors import AnswerError, TutorError, UsageError
from mxtutor.grading.protocol import MAX_SOURCE, CommandGrader, Grader, Report, Submission, Verdict
from mxtutor.suggest import did_you_mean, nearest

CANCEL_SECONDS = 0.1
"""Interval, in seconds, of attempts to cancel the answers that are being graded."""
AHEAD = 4
"""Maximum number of answers per job that are taken before their results are written."""


def require_isolation(grader: CommandGrader, *, confined: bool = True, fix: str) -> Sequence[str]:
    """Start the workers, and if `confined` check that they can isolate untrusted answers.

    Return the layers of the sandbox that this machine lacks; none if not `confined`. `fix` is the advice in the error.

    Raises:
        BrokenError: a worker cannot start.
        UsageError: this machine lacks a layer that untrusted answers need.
    """
    grader.require_ready()
    if confined and not grader.state.safe_for_untrusted:
        raise UsageError("This machine cannot isolate untrusted answers.", fix=fix)
    return grader.state.missing if confined else ()


_Item = TypeVar("_Item")
_Done = TypeVar("_Done")


def in_parallel(
    grader: Grader, items: Iterable[_Item], work: Callable[[_Item], _Done], jobs: int
) -> Generator[_Done, None, None]:
    """Yield the result of `work` for each item, `jobs` at a time, in the order of completion.

    At most `AHEAD * jobs` items are taken before their results are used, so that results do not fill the memory.
    Closing the generator cancels the answers that are being graded.
    """
    waiting = iter(items)
    with ThreadPoolExecutor(jobs, "mxtutor-grade") as pool:
        running = {pool.submit(work, item) for item in itertools.islice(waiting, AHEAD * jobs)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                # Results before errors: results that arrive together with an interruption are kept.
                for future in sorted(done, key=lambda one: one.exception() is not None):
                    running.update(pool.submit(work, item) for item in itertools.islice(waiting, 1))
                    yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            while left := [future for future in running if not future.done()]:
                grader.cancel()  # repeatedly, because a job that has not begun yet cannot be cancelled
                wait(left, CANCEL_SECONDS)
            raise


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer with its report."""

    answer: HandIn
    source: bytes
    report: Mapping[str, Any]
    """The report as plain data for JSON (`Report.to_json`)."""


def source_of(answer: HandIn) -> tuple[bytes, Report | None]:
    """Return the bytes of an answer, and a report if it cannot be graded (not text, too large), else None."""
    source = answer.read()
    try:
        return check_source(source, "The answer"), None
    except AnswerError as error:
        return source, Report(answer.exercise, Verdict.ERROR, str(error))


def grade_one(grader: Grader, exercise: Exercise, source: bytes, seed: int) -> Report:
    """Return the report of one answer; a failure gives a report with the verdict `broken`."""
    try:
        return grader.grade(Submission(exercise, source, seed))
    except TutorError as error:
        return Report(exercise.id, Verdict.BROKEN, error.message, fix=error.fix)


BLOCK = 32
"""Number of exercises that are graded together, so that their reference results stay in the grader's cache."""


def now() -> str:
    """Return the time in ISO 8601, UTC, to the second."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Content:
    """The exercises of a run, with their hashes."""

    exercises: Mapping[str, Exercise]
    """Exercises by id, in the order of the course."""
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
    return Content(exercises, exercise_hashes(course, ids))


def in_shard(learner: str, shard: tuple[int, int] | None) -> bool:
    """Return whether a learner belongs to the part `shard` (number from 1, number of parts); without it, True.

    It depends on the name alone, not on the other learners. Files that belong to no learner are in the first part.
    """
    if shard is None:
        return True
    number, parts = shard
    place = int.from_bytes(hashlib.sha256(learner.encode()).digest()[:8], "big") % parts if learner else 0
    return place == number - 1


def select(found: Collected, ids: Sequence[str], shard: tuple[int, int] | None) -> Collected:
    """Return the hand-ins of one part of the class to the exercises `ids`."""
    wanted = set(ids)
    answers = [one for one in found.answers if one.exercise in wanted and in_shard(one.learner, shard)]
    learners = tuple(one for one in found.learners if in_shard(one, shard))
    unread = [one for one in found.unread if in_shard(one.learner, shard)]
    return Collected(learners, answers, unread, found.alike)


Change = tuple[Result, Result]
"""The results of an answer that got another verdict when it was graded again: before and after."""


@dataclass(slots=True)
class ClassRun:
    """Grades hand-ins and writes each result to a file as it arrives.

    Raises (every method that writes):
        UsageError: the file cannot be written.
    """

    file: ResultsFile
    found: Collected
    content: Content
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    pseudonyms: Pseudonyms | None = None
    """Replaces the names of learners; None keeps them."""
    scoring: Scoring | None = None
    root: str = ""
    """Folder of the content, for a later regrading; empty for mxtutor's own."""
    used: Mapping[str, str] = field(default_factory=versions)
    """Versions of packages on the machine that grades."""
    handed_in: float = 0.0
    """When everything was handed in, if a platform says so, seconds since 1970; 0 to use the times of files."""
    called: Mapping[str, str] = field(default_factory=dict)
    """Original names of hand-ins, by learner, if a roster gives the learner another name."""
    changes: list[Change] = field(default_factory=list)
    """The answers that were graded again with another verdict."""

    def name(self, learner: str) -> str:
        """Return the learner's name or pseudonym in the file."""
        return self.pseudonyms.of(learner) if self.pseudonyms else learner

    def key(self, exercise: str, answer: str) -> str:
        """Return the key of a result, for the hash of an answer."""
        return result_key(answer, self.content.hashes[exercise], self.seed, self.used)

    def begin(self) -> list[HandIn]:
        """Write the start of the run; return the answers that must be graded, in the order of grading."""
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
        self._keep_overrides()
        return [answer for answer in self.ordered() if not self._is_kept(answer)]

    def _keep_overrides(self) -> None:
        """Copy the overrides of learners to whom a roster has given another name since then."""
        names = {self.name(original): self.name(learner) for learner, original in self.called.items()}
        answers = {(self.name(one.learner), one.exercise): one for one in self.found.answers}
        known = self.file.set_lines
        for line in [one for (learner, _), one in known.items() if learner in names]:
            pair = names[line.learner], line.exercise
            judged = answer_hash(source_of(answers[pair])[0]) if pair in answers else ""
            # Only for the same answer: a corrected roster may give the old name to another learner.
            if pair not in known and line.answer in ("", judged):
                self.file.append(msgspec.structs.replace(line, learner=pair[0]))

    def ordered(self) -> list[HandIn]:
        """Return the answers by blocks of exercises, and inside a block by learner.

        The reference results of a block stay in the grader's cache.
        """
        rank = {identity: number for number, identity in enumerate(self.content.ids)}
        places = {learner: number for number, learner in enumerate(self.found.learners)}

        def order(one: HandIn) -> tuple[int, int, int]:
            return rank[one.exercise] // BLOCK, places[one.learner], rank[one.exercise]

        return sorted(self.found.answers, key=order)

    def _is_kept(self, answer: HandIn) -> bool:
        pair = self.name(answer.learner), answer.exercise
        if pair not in self.file.results:  # saves reading the answer
            return False
        return self.file.kept(*pair, self.key(answer.exercise, answer_hash(source_of(answer)[0])))

    def grade(self, grader: Grader, answers: Sequence[HandIn], jobs: int) -> Generator[HandIn, None, None]:
        """Grade answers and yield each one after its result is written; closing the generator cancels the rest."""

        def work(answer: HandIn) -> Graded:
            source, report = source_of(answer)
            report = report or grade_one(grader, self.content.exercises[answer.exercise], source, self.seed)
            return Graded(answer, source, report.to_json())

        return self.record(in_parallel(grader, answers, work, jobs))

    def record(self, done: Generator[Graded, None, None]) -> Generator[HandIn, None, None]:
        """Write each graded answer to the file, then yield it; closing the generator closes `done`."""
        with contextlib.closing(done):
            for graded in done:
                pair = self.name(graded.answer.learner), graded.answer.exercise
                before = self.file.results.get(pair)
                self.file.append(self._line(graded))
                after = self.file.result(*pair)
                if before and after and before.answer == after.answer and before.graded is not after.graded:
                    self.changes.append((before, after))
                yield graded.answer

    def _line(self, graded: Graded) -> ResultLine[Mapping[str, Any]]:
        answer, source = graded.answer, graded.source
        digest = answer_hash(source)
        line = ResultLine(
            learner=self.name(answer.learner),
            exercise=answer.exercise,
            report=graded.report,
            answer=digest,
            key=self.key(answer.exercise, digest),
            late=answer.late,
            modified=self.handed_in or answer.modified,
            at=now(),
            attempted=0.0 if self.handed_in else answer.attempted,
        )
        text = _text(source)
        if self.pseudonyms is None:
            return msgspec.structs.replace(line, code=text or None)
        scrubber, right = self.pseudonyms.scrubber, graded.report["verdict"] == Verdict.RIGHT.value
        sample = None if right else sample_of(text, scrubber) or None
        return msgspec.structs.replace(line, report=scrubber.scrub_json(line.report), sample=sample)


def _text(source: bytes) -> str:
    """Return an answer as text; empty if the text could not give the same bytes again, or it is too large."""
    with contextlib.suppress(UnicodeDecodeError):
        return source.decode() if len(source) <= MAX_SOURCE and b"\0" not in source else ""
    return ""


REMOVED = "the course has no such exercise any more"
NO_CODE = "the file does not hold the answer; grade the folder again with `mxtutor grade`"


def changed_answers(run: ClassRun, only: Iterable[str] | None = None) -> tuple[list[HandIn], list[tuple[Result, str]]]:
    """Return the answers to grade again, and the results of those that cannot be graded again, with the reason.

    An answer is graded again if its exercise or a version has changed, or mxtutor failed on it; `only` limits this to
    some exercises. The answers are read from the file of results and become the hand-ins of `run`.

    Raises:
        UsageError: the file holds no run.
    """
    due, left, file = [], list[tuple[Result, str]](), run.file
    for result in file.book().all():
        if result.place < 0 or not result.answer or (only is not None and result.exercise not in only):
            continue
        if result.exercise not in run.content.hashes:
            left.append((result, REMOVED))
        elif run.key(result.exercise, result.answer) != result.key or result.graded is Verdict.BROKEN:
            if code := file.source(result):
                read, when = partial(str.encode, code), result.attempted
                due.append(
                    HandIn(result.learner, result.exercise, "", read, result.modified, result.late, attempted=when)
                )
            else:
                left.append((result, NO_CODE))
    run.found = Collected(tuple(dict.fromkeys(one.learner for one in due)), due)
    return run.ordered(), left


def begin_again(run: ClassRun) -> None:
    """Write the start of a run over the same learners and exercises, with the current content and versions.

    Raises:
        UsageError: the file cannot be written.
    """
    before = run.file.book().run
    hashes = {i: run.content.hashes[i] for i in before.exercises if i in run.content.hashes}
    changed = {
        "started": now(),
        "versions": run.used,
        "content": content_hash(hashes),
        "options": {**before.options, "regraded": now()},
        "titles": {**before.titles, **{i: run.content.titles[i] for i in hashes}},
    }
    run.file.append(msgspec.structs.replace(before, **changed))
