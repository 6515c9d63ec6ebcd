"""`mxtutor grade`: a class in parallel; one bad answer never stops it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import click

from mxtutor.cli.gradebook import WRITERS, Gradebook, write
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Course, Exercise
from mxtutor.errors import BrokenError, TutorError, UsageError
from mxtutor.grading.grader import MAX_SOURCE, LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from mxtutor.grading.reference import fresh_seed


@dataclass(frozen=True, slots=True)
class Answer:
    """One file of one learner."""

    learner: str
    exercise: Exercise
    path: Path


def grade_class(
    root: Path, folder: Path, *, jobs: int | None, outputs: Sequence[Path], seed: int | None, level: str
) -> int:
    """Grade DIR/<learner>/<topic>/<slug>.py and write the gradebook; 0 when every answer got a verdict."""
    for output in outputs:
        if output.suffix not in WRITERS:
            raise UsageError(f"{output} cannot be written.", fix=f"Its name must end in {', '.join(WRITERS)}.")
        if output.is_dir() or not output.absolute().parent.is_dir():
            raise UsageError(f"{output} cannot be written.", fix="Name a file in a folder that is there.")
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder.", fix="Give the folder that holds a folder for each learner.")
    course = load_course(root)
    answers = list(find_answers(course, folder))
    if not answers:
        raise UsageError(f"{folder} holds no answers.", fix="They are called <learner>/<topic>/<slug>.py.")
    grader = LocalGrader(level)
    try:
        _start(grader, level)
        book = Gradebook(len(course.exercises), tuple(map(name_of, find_learners(folder))))
        _grade_all(grader, answers, book, jobs or os.cpu_count() or 1, fresh_seed() if seed is None else seed)
    finally:
        grader.close()
    for output in outputs:
        write(book, output)
    if not outputs:
        for line in book.summary():
            click.echo(line)
    broken = sum(r.verdict is Verdict.BROKEN for rs in book.results.values() for r in rs)
    if broken:
        click.echo(
            f"mxtutor: {broken} answers got no verdict through our fault; `mxtutor doctor` looks into it", err=True
        )
    return 3 if broken else 0


def _start(grader: LocalGrader, level: str) -> None:
    grader.start()
    if grader.state.phase == "broken":
        raise BrokenError(grader.state.detail)
    if level != "none" and not grader.holds_strangers:
        raise UsageError(
            "Strangers' answers cannot be held on this machine.",
            fix="`mxtutor doctor` tells how to get the layers; `--isolation none` grades all the same.",
        )
    if grader.missing and level != "none":
        click.echo(
            f"mxtutor: graded without {', '.join(grader.missing)}; `mxtutor doctor` tells how to get it", err=True
        )


def find_learners(folder: Path) -> list[Path]:
    """Return the learners' folders, those without an answer too."""
    return sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith((".", "_")))


def name_of(learner: Path) -> str:
    """Return a learner's name as text that can be written anywhere, whatever bytes the folder's name has."""
    return learner.name.encode("utf-8", "backslashreplace").decode()


def find_answers(course: Course, folder: Path) -> Iterator[Answer]:
    """Yield the answers below a folder, exercise by exercise, so that each reference is computed once."""
    learners = find_learners(folder)
    known = set(course.exercises)
    for path in sorted(p for one in learners for p in one.glob("*/*.py")):
        identity = f"{path.parent.name}/{path.stem}"
        if identity not in known:
            click.echo(f"mxtutor: {path} is left out: there is no exercise {identity}", err=True)
    for identity in course.exercises:
        found = [(name_of(one), one / f"{identity}.py") for one in learners if (one / f"{identity}.py").is_file()]
        if found:
            exercise = load_exercise(course.folder(identity), identity)
            yield from (Answer(name, exercise, path) for name, path in found)


def _grade_all(grader: LocalGrader, answers: Sequence[Answer], book: Gradebook, jobs: int, seed: int) -> None:
    with ThreadPoolExecutor(jobs, "mxtutor-grade") as pool:
        running = {pool.submit(_grade_one, grader, answer, seed): answer for answer in answers}
        with click.progressbar(length=len(running), label="grading", file=sys.stderr) as bar:
            try:
                for future in as_completed(running):
                    book.add(running[future].learner, future.result())
                    bar.update(1)
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                grader.cancel()
                raise
    book.sort([a.exercise.id for a in answers])


def _grade_one(grader: LocalGrader, answer: Answer, seed: int) -> Report:
    try:
        with answer.path.open("rb") as file:
            source = file.read(MAX_SOURCE + 1)
        return grader.grade(Submission(answer.exercise, source, seed))
    except OSError as error:
        return Report(answer.exercise.id, Verdict.ERROR, f"The file cannot be read: {error.strerror}.")
    except TutorError as error:
        return Report(answer.exercise.id, Verdict.BROKEN, error.message, fix=error.fix)
