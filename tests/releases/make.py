"""Writes the stored copies of the running release: `python -m tests.releases.make` before a release.

It makes a learner's home with real gradings, drafts, hints, lessons, settings, reviews, a placement, assessments, an
examination and a class, and its exports, in `tests/releases/<version>/`. The copies stay in the repository: every
later release must open them without loss.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path

from mxtutor import __version__, paths
from mxtutor.assessment.difficulty import items_of
from mxtutor.assessment.planning import begin, placement_plan, plan_for
from mxtutor.assessment.report import report_of
from mxtutor.assessment.session import Assessment
from mxtutor.classroom.examination import Begun, Event, Opened, checked, workshop_hash
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.model import Exercise
from mxtutor.content.workshop import load_workshop
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission
from mxtutor.live.membership import Membership, save_membership
from mxtutor.live.record import record_of
from mxtutor.progress.assessments import SessionStore
from mxtutor.progress.model import Draft, Place
from mxtutor.progress.schedule import Drill
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.transfer import export_to

HERE = Path(__file__).resolve().parent
SOLVED = ("tensors/arccos", "blocks/convnet", "autograd/record-and-backward")
WRONG = {
    "tensors/arcsin": "import mxnet as mx\nfrom mxnet import nd\n\n\ndef arcsin(x):\n    return nd.asin(x)\n",
    "tensors/erf": "def erf(x:\n",
    "tensors/zeros": "from mxnet import nd\n\n\ndef zeros(rows, cols):\n    while True:\n        pass\n",
    "tensors/quiz-repeat": "(2, 2)",
}
SERVER = "http://127.0.0.1:8899"
EXAMINATION = """version: 1
title: Examination
sealed: true
parts:
  - {title: Names, minutes: 20, exercises: [tensors/arccos, tensors/clip]}
  - {title: Gradients, minutes: 30, exercises: [autograd/record-and-backward]}
"""
DRAFT = "# ユニコード, é, 𝛁, and a tab:\t\ndef clip(x, lo, hi):\n    ...\n"


def main() -> int:
    """Write the copies of this version; refuse to overwrite those of a release."""
    target = HERE / __version__
    if target.exists():
        print(f"{target} exists. The copies of a release never change.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder, LocalGrader() as grader:
        home = Path(folder)
        os.environ["MXTUTOR_HOME"] = folder
        with closing(open_store(home)) as store:
            _fill(store, grader)
            _review(store, grader)
            _place(store)
            _assess(store)
            _join(home, store)
        _examine(home, grader)
        for name in ("export.json", "export.zip"):
            export_to(home / name, home)
        for path in home.rglob("*.db"):
            with closing(sqlite3.connect(path)) as database:
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                database.execute("PRAGMA journal_mode = delete")
        shutil.copytree(home, target, ignore=shutil.ignore_patterns("*.lock", "*-wal", "*-shm", "cache"))
    print(f"{target} holds the copies of {__version__}.")
    return 0


def _exercise(name: str) -> Exercise:
    return load_exercise(paths.content_root() / "exercises" / name, name)


def _graded(grader: LocalGrader, exercise: Exercise, code: str) -> Report:
    return grader.grade(Submission(exercise, code.encode(), seed=20811))


def _fill(store: ProgressStore, grader: LocalGrader) -> None:
    for name in (*SOLVED, *WRONG):
        exercise = _exercise(name)
        code = WRONG.get(name) or exercise.solution
        store.save_draft(name, Draft(code, (1, 2)))
        store.add_attempt(name, code, _graded(grader, exercise, code))
    store.open_hint("tensors/arcsin", 2)
    store.give_up("tensors/erf")
    store.save_draft("tensors/clip", Draft(DRAFT, (2, 4)))
    store.set_aside("tensors/clip", "an earlier draft")
    store.add_attempt("tensors/gone", "x = 1\n", _any_report(store))
    store.start_over(["tensors/zeros"])
    for lesson in ("tensors/creating", "tensors/names"):
        store.mark_read(lesson)
    store.save_setting("theme", "textual-light")
    store.save_place(Place("exercise", "tensors/clip", 3))


def _review(store: ProgressStore, grader: LocalGrader) -> None:
    """Pass a drill after a miss, and leave another one begun."""
    now, exercise = datetime.now(timezone.utc), _exercise(SOLVED[0])
    for code in ("def arccos(x):\n    return x\n", exercise.solution):
        store.keep_drill_check(exercise.id, code, _graded(grader, exercise, code), now)
    store.save_drill(SOLVED[1], Drill(DRAFT, (1, 0)), now)


def _answer(assessment: Assessment, most: int) -> None:
    for number in range(most):
        item = assessment.current()
        if item is None:
            break
        right = number % 3 > 0
        assessment.respond("right" if right else "skipped", verdict="right" if right else "", seed=7, answer=item.id)


def _place(store: ProgressStore) -> None:
    """Leave a placement after four questions."""
    course = load_course(paths.content_root())
    items, _ = items_of(course, course.exercises)
    assessment = Assessment(begin(placement_plan(course, items)), items)
    _answer(assessment, 4)
    SessionStore(store, "placement").save(assessment.saved)


def _assess(progress: ProgressStore) -> None:
    """Finish an assessment, and leave another one."""
    course, store = load_course(paths.content_root()), SessionStore(progress)
    items, _ = items_of(course, course.exercises)
    for most in (1000, 3):
        assessment = Assessment(begin(plan_for(course, items, minutes=20), "Ana"), items, store.save)
        _answer(assessment, most)
        if assessment.ended is not None:
            assessment.saved.report = report_of(assessment, course, {one: one for one in course.exercises})
        assessment.note_draft("half an answer")
        assessment.save()


def _join(home: Path, store: ProgressStore) -> None:
    """Join a class that was never reached: what follows waits, but for one event that it refused."""
    save_membership(home, Membership(SERVER, "a" * 32, title="Gluon class", share_code=True))
    store.enter_class(SERVER, shares_code=True)
    for exercise in SOLVED:
        store.note_work(exercise)
    store.note_sent(SERVER, 0, {store.unsent(SERVER)[0].number: "too large"})


def _examine(home: Path, grader: LocalGrader) -> None:
    """Answer one exercise of an examination, and answer again after its time."""
    file = home / "exam.yaml"
    file.write_text(EXAMINATION)
    workshop = load_workshop(file)
    exercise, begun = _exercise("tensors/arccos"), datetime(2026, 11, 20, 9, tzinfo=timezone.utc)
    events: list[Event] = [Begun(workshop_hash(workshop), when=begun), Opened(exercise.id, when=begun)]
    for minutes, code in ((5, "def arccos(x):\n    return x\n"), (9, exercise.solution), (25, exercise.solution)):
        asked, late = begun + timedelta(minutes=minutes), minutes > 20
        events.append(checked(_graded(grader, exercise, code), code, asked, counts=not late, late=late))
    record_of(workshop).exchange(events)


def _any_report(store: ProgressStore) -> Report:
    report = store.report(store.attempts("tensors/arccos")[0].number)
    assert report is not None
    return report


if __name__ == "__main__":
    sys.exit(main())
