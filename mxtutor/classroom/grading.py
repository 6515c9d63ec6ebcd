"""Grades what a class handed in: many answers at once, one report each."""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from pathlib import Path

from mxtutor.classroom.hand_ins import Collected, HandIn, collect, read_hand_in
from mxtutor.classroom.safe_files import Refused
from mxtutor.content.model import Exercise
from mxtutor.errors import AnswerError, TutorError, UsageError
from mxtutor.grading.protocol import MAX_SOURCE, CommandGrader, Grader, Report, Submission, Verdict

CANCEL_SECONDS = 0.1
"""Seconds between two attempts to cancel the answers that still run."""


def check_source(data: bytes, name: str) -> bytes:
    """Return an answer's bytes; `name` is what the error calls it.

    Raises:
        AnswerError: larger than 1 MiB, or not text.
    """
    if len(data) > MAX_SOURCE:
        raise AnswerError(f"{name} is larger than 1 MiB.", fix="Hand in the Python module alone.")
    if b"\0" in data:
        raise AnswerError(f"{name} is not text.", fix="Hand in a Python module in UTF-8.")
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


def collect_class(folder: Path, ids: Sequence[str], content: Path) -> Collected:
    """Return the hand-ins below a folder that holds one folder per learner.

    `ids` are the exercises of the course; hard links to files below `content`, the course itself, are not graded.

    Raises:
        UsageError: it is not a folder, or it cannot be read.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder.", fix="Give the folder that holds a folder for each learner.")
    try:
        return collect(folder, ids, content)
    except OSError as error:
        raise UsageError(f"{folder} cannot be read: {error.strerror}.") from error


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
    with ThreadPoolExecutor(jobs, "mxtutor-grade") as pool:
        running = {pool.submit(_grade_one, grader, folder, one, exercises[one.exercise], seed): one for one in answers}
        try:
            for future in as_completed(running):
                yield running[future], future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            while wait(running, CANCEL_SECONDS).not_done:  # a job that had not begun was not cancelled
                grader.cancel()
            raise


def _grade_one(grader: Grader, folder: Path, answer: HandIn, exercise: Exercise, seed: int) -> Report:
    try:
        source = check_source(read_hand_in(folder, answer, MAX_SOURCE + 1), "The answer")
        return grader.grade(Submission(exercise, source, seed))
    except OSError as error:
        return Report(answer.exercise, Verdict.ERROR, f"The file cannot be read: {error.strerror}.")
    except Refused as error:
        return Report(answer.exercise, Verdict.ERROR, f"The file cannot be read: it is {error}.")
    except AnswerError as error:
        return Report(answer.exercise, Verdict.ERROR, str(error))
    except TutorError as error:
        return Report(answer.exercise, Verdict.BROKEN, error.message, fix=error.fix)
