"""Plain mode as a process behind pipes, with the real grader, through whole topics."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Course, Exercise
from mxtutor.paths import content_root
from mxtutor.progress.store import open_store
from tests.grading.tiny import COURSE as TINY

pytestmark = pytest.mark.grading
ROOT = Path(__file__).resolve().parents[2]
PROOFS = {"tensors/width": "(4, 3)", "tensors/pick": "b"}
"""Right answers to the questions of the tests' course."""


def _plain(pack: Path | None, typed: str, *, timeout: float) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"}
    packed = ["--pack", str(pack)] if pack is not None else []
    command = [sys.executable, "-m", "mxtutor", *packed, "--plain"]
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=environ, timeout=timeout)


@contextlib.contextmanager
def _killed_after(seconds: float, process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Kill a process that still runs after some seconds, or at the end of the block."""
    timer = threading.Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        process.kill()


def _through(course: Course, topic: str) -> list[str]:
    """Return what a learner types who reads each lesson of a topic and solves each exercise, in order."""
    (chosen,) = [one for one in course.topics if one.id == topic]
    typed = []
    for lesson in chosen.lessons:
        typed += [f"open {lesson.id}" if lesson.id not in course.exercises else "back", "all"]
        for identity in lesson.exercises:
            typed += [f"open {identity}", *_answer(load_exercise(course.folder(identity), identity))]
    return typed


def _answer(exercise: Exercise) -> list[str]:
    if exercise.id in PROOFS:
        return [f"answer {PROOFS[exercise.id]}"]
    if exercise.kind == "choice":
        return ["abcdefgh"[next(place for place, option in enumerate(exercise.options) if option.right)]]
    if exercise.kind == "predict":
        return ["solution yes"]
    return ["code", *exercise.solution.splitlines(), ".", "check"]


@pytest.mark.slow
def test_a_topic_is_learned_over_pipes(home: Path) -> None:
    course = load_course(TINY)
    done = _plain(TINY, "\n".join(["help", *_through(course, "tensors"), "progress", "quit"]), timeout=240)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Verdict: Right.") == len(course.exercises)
    assert f"Tensors: done {len(course.exercises)} of {len(course.exercises)}," in done.stdout
    assert done.stdout.endswith("Everything is kept. Goodbye.\n")
    store = open_store(home)
    assert {store.standing(one).status for one in course.exercises} == {"done"}
    assert store.lessons_read() == {one.id for one in course.lessons}
    store.close()


@pytest.mark.slow
@pytest.mark.long
def test_a_topic_of_the_real_course_is_learned_over_pipes(home: Path) -> None:
    course = load_course(content_root())
    done = _plain(None, "\n".join(_through(course, "gpu")), timeout=900)
    assert (done.returncode, done.stderr) == (0, "")
    store = open_store(home)
    topic = next(one for one in course.topics if one.id == "gpu")
    kinds = {one: load_exercise(course.folder(one), one).kind for one in topic.exercises}
    assert {store.standing(one).status for one in topic.exercises if kinds[one] != "predict"} == {"done"}
    assert {store.standing(one).status for one in topic.exercises if kinds[one] == "predict"} == {"gave-up"}
    store.close()


def test_a_reader_that_goes_away_ends_it_quietly(home: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "mxtutor", "--pack", str(TINY), "--plain"]
    with (
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ
        ) as process,
        _killed_after(120, process),
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"open tensors/square\ncode\nkept = 1\n.\n")
        process.stdin.flush()
        assert any(b"Your answer has 1 line now." in line for line in process.stdout), "it ended before"
        process.stdout.close()
        process.stdin.write(b"help\nlist\nhelp\n" * 50)
        process.stdin.close()
        assert process.wait() == 0
        assert process.stderr.read() == b""
    assert (home / "answers" / "tensors" / "square.py").read_text() == "kept = 1\n"
