"""Grades what a class handed in: many answers at once, one report each."""

from __future__ import annotations

import codecs
import contextlib
import itertools
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from mxtutor.classroom.hand_ins import Collected, HandIn, class_inside, collect, read_hand_in, readable
from mxtutor.classroom.naming import learner_name
from mxtutor.classroom.safe_files import Refused
from mxtutor.content.model import Exercise
from mxtutor.errors import AnswerError, TutorError, UsageError
from mxtutor.grading.protocol import MAX_SOURCE, CommandGrader, Grader, Report, Submission, Verdict

CANCEL_SECONDS = 0.1
"""Seconds between two attempts to cancel the answers that still run."""
AHEAD = 4
"""Answers per job that wait for their turn or whose results wait to be written."""


def check_source(data: bytes, name: str) -> bytes:
    """Return an answer's bytes, as UTF-8 where a byte order mark says UTF-16; `name` is what the error calls it.

    Raises:
        AnswerError: larger than 1 MiB, or not text.
    """
    if len(data) > MAX_SOURCE:
        raise AnswerError(f"{name} is larger than 1 MiB.", fix="Hand in the Python module alone.")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # as `>` writes it in PowerShell
        data = data.decode("utf-16", "replace").encode("utf-8", "replace")
    if b"\0" in data:
        raise AnswerError(f"{name} is not text.", fix="Save it as text in UTF-8.")
    return data


def read_answer(file: Path) -> bytes:
    """Return the bytes of an answer file; "-" is standard input.

    Raises:
        AnswerError: it is missing, a folder, unreadable, binary or larger than 1 MiB.
    """
    if str(file) == "-":
        return check_source(sys.stdin.buffer.read(MAX_SOURCE + 1), "Standard input")
    try:
        with file.open("rb") as opened:
            return check_source(opened.read(MAX_SOURCE + 1), str(file))
    except FileNotFoundError as error:
        raise AnswerError(f"There is no file {file}.", fix="Give the path of your answer.") from error
    except IsADirectoryError as error:
        raise AnswerError(f"{file} is a folder.", fix="`mxtutor grade` takes folders.") from error
    except OSError as error:
        raise AnswerError(f"{file} cannot be read: {error.strerror}.") from error


def collect_class(folder: Path, ids: Sequence[str], content: Path, *, ignored: Collection[Path] = ()) -> Collected:
    """Return the hand-ins below a folder that holds one folder per learner, or in the .zip of a learning platform.

    `ids` are the exercises of the course; hard links to files below `content`, the course itself, are not graded.
    The files `ignored` are not hand-ins.

    Raises:
        UsageError: it is neither, or it cannot be read, or it holds the class's folder.
    """
    archive = folder.name.lower().endswith(".zip") and folder.is_file()
    if not archive and not folder.is_dir():
        fix = "Give the folder that holds a folder for each learner, or the .zip of Moodle or Canvas."
        raise UsageError(f"{folder} is not a folder.", fix=fix)
    try:
        if archive:
            found = collect(top_of(folder), ids, content, only=folder.name)
        else:
            found = collect(folder, ids, content, ignored=ignored)
    except OSError as error:
        raise UsageError(f"{folder} cannot be read: {error.strerror}.") from error
    if archive:
        _must_be_a_download(folder, found)
    elif inner := class_inside(found, ids):
        fix = f"Give {folder / inner}; if that is one learner, put all answers into one folder of it."
        raise UsageError(f"{folder} holds no folder for each learner; its folder {inner} does.", fix=fix)
    return found


def _must_be_a_download(file: Path, found: Collected) -> None:
    """Refuse an archive that would be graded as one learner.

    Raises:
        UsageError: the names in the archive are not those of a platform.
    """
    if not found.learners or found.learners == (learner_name(file.name[: -len(".zip")]),):
        whole = [one.reason for one in found.unread if one.path == readable(file.name)]
        why = whole[0] if whole else "The names in it do not say whose the files are."
        fix = "Unpack it, and give the folder that holds a folder or a .zip for each learner."
        raise UsageError(f"{file} is no download of Moodle or Canvas that mxtutor knows: {why}", fix=fix)


def top_of(folder: Path) -> Path:
    """Return the folder that the paths of hand-ins start at: the one above an archive."""
    return folder.absolute().parent if folder.is_file() else folder


def require_isolation(grader: CommandGrader, *, fix: str) -> None:
    """Start the workers and make sure that untrusted answers may run in them; `fix` ends the error's text.

    Raises:
        BrokenError: a worker cannot start.
        UsageError: this machine lacks a layer of the sandbox that untrusted answers need.
    """
    grader.require_ready()
    if not grader.state.safe_for_untrusted:
        raise UsageError("This machine cannot isolate untrusted answers.", fix=fix)


def grade_hand_ins(
    grader: Grader,
    folder: Path,
    answers: Sequence[HandIn],
    exercises: Mapping[str, Exercise],
    *,
    seed: int,
    jobs: int,
) -> Generator[tuple[HandIn, Report], None, None]:
    """Yield each answer with its report, in the order in which they are done, `jobs` at a time.

    Closing the generator, or an exception such as KeyboardInterrupt, ends the answers that run and drops the others.
    """

    def work(answer: HandIn) -> tuple[HandIn, Report]:
        return answer, grade_one(grader, answer, read_checked(folder, answer), exercises[answer.exercise], seed)

    with contextlib.closing(in_parallel(grader, answers, work, jobs)) as done:
        yield from done


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
