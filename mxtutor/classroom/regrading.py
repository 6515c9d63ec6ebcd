"""Grades the answers in a file of results again where the exercise or the versions changed."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from mxtutor.classroom.fingerprints import content_hash
from mxtutor.classroom.hand_ins import Collected, HandIn
from mxtutor.classroom.lines import Result
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.classroom.run import ClassRun, now
from mxtutor.grading.protocol import Grader, Verdict

REMOVED = "the course has no such exercise any more"
NO_CODE = "the file does not hold the answer; grade the folder again with `mxtutor grade`"


@dataclass(frozen=True, slots=True)
class Change:
    """An answer that was graded again and has another verdict."""

    before: Result
    after: Result


def changed_answers(run: ClassRun, only: Iterable[str] | None = None) -> tuple[list[HandIn], list[tuple[Result, str]]]:
    """Return the answers that may have another verdict now, and those that cannot be graded again, and why.

    The run has the exercises as they are today; `only` names those to grade again. It then takes the answers from the
    file of results.

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
                pair = result.learner, result.exercise
                due.append(HandIn(*pair, (), modified=result.modified, late=result.late))
                run.stored[pair] = code.encode(), result.attempted
            else:
                left.append((result, NO_CODE))
    run.found = Collected(tuple(dict.fromkeys(one.learner for one in due)), due)
    return run.ordered(), left


def begin_again(run: ClassRun) -> None:
    """Write the start of a run over the same learners and exercises, with today's content and versions.

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


def graded_with_changes(
    run: ClassRun, grader: Grader, due: Sequence[HandIn], jobs: int
) -> Generator[tuple[HandIn, Change | None], None, None]:
    """Grade answers and yield each one; with the change, if the same answer had another verdict before.

    Raises:
        UsageError: the file cannot be written.
    """
    before = dict(run.file.results)
    for answer in run.grade(grader, due, jobs):
        yield answer, change_of(run.file, before, (run.name(answer.learner), answer.exercise))


def change_of(file: ResultsFile, before: Mapping[tuple[str, str], Result], pair: tuple[str, str]) -> Change | None:
    """Return the change of an answer's verdict; None if there is none, or the answer is another one."""
    was, after = before.get(pair), file.overridden(*pair)
    same = was is not None and after is not None and was.answer == after.answer
    return Change(was, after) if same and was and after and was.graded is not after.graded else None
