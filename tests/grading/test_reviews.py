"""Reviews of right answers in real processes: their notes, their cost, and a process that lies about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mxtutor.content.loader import find_exercise, load_course
from mxtutor.grading.diagnosis.forms import mxnet_names
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Review, Submission, Verdict
from mxtutor.grading.reviews import CREATORS, DEPRECATED, FALLBACK
from mxtutor.paths import content_root

pytestmark = pytest.mark.grading

COURSE = load_course(content_root())
EXPECTED = Path(__file__).with_name("notes_on_right_answers.txt")
"""The notes that somebody read and found to be true: exercise, then file:code for each note of its right answers."""
REVIEWED = {line.split()[0]: set(line.split()[1:]) for line in EXPECTED.read_text(encoding="utf-8").splitlines()}
SEED = 7


def review(grader: LocalGrader, exercise: str, source: str) -> Review:
    return grader.review(Submission(find_exercise(COURSE, exercise), source.encode(), SEED))


def cost(found: Review) -> dict[str, tuple[int, int]]:
    return {one.what: (one.own, one.solution) for one in found.cost}


def _sampled() -> list[Any]:
    """Return the exercises, all but those with notes and a quarter of the others behind the mark `long`."""
    clean = [exercise for exercise, notes in REVIEWED.items() if not notes]
    long = set(clean) - set(clean[::4])
    return [pytest.param(one, marks=pytest.mark.long) if one in long else one for one in REVIEWED]


def test_the_notes_on_right_answers_to_every_exercise_were_read() -> None:
    coded = {one for one in COURSE.exercises if (COURSE.folder(one) / "solution.py").is_file()}
    assert coded - REVIEWED.keys() == set(), (
        f"`mxtutor check ID FILE` shows the notes; read them, list them in {EXPECTED}"
    )


@pytest.mark.parametrize("exercise", _sampled())
def test_a_right_answer_that_ships_has_the_notes_that_were_read(grader: LocalGrader, exercise: str) -> None:
    folder = COURSE.folder(exercise)
    found = {
        f"{path.stem}:{note.code}"
        for path in (folder / "solution.py", *sorted(folder.glob("right_*.py")))
        for note in review(grader, exercise, path.read_text(encoding="utf-8")).notes
    }
    assert found == REVIEWED[exercise]


def test_operators_copies_and_waits_are_counted_beside_the_solution(grader: LocalGrader) -> None:
    body = "a = x.asnumpy().clip(lo, hi)\n    return nd.array(a, dtype=x.dtype) + 0"
    answer = f"from mxnet import nd\n\n\ndef clip(x, lo, hi):\n    {body}\n"
    assert cost(review(grader, "tensors/clip", answer)) == {"operators": (1, 1), "copies": (2, 0), "waits": (1, 0)}


@pytest.mark.parametrize(
    "entry",
    [
        "@mx.util.use_np\ndef clip(x, lo, hi):\n    return mx.np.clip(x.as_np_ndarray(), lo, hi).as_nd_ndarray()\n",
        "@functools.lru_cache\ndef clip(x, lo, hi):\n    return x.clip(lo, hi)\n",
        "def g(lo, x, low, high):\n    return x.clip(low, high)\n\n\nclip = functools.partial(g, None)\n",
        "class Clip:\n    def __call__(self, x, lo, hi):\n        return x.clip(lo, hi)\n\n\nclip = Clip()\n",
    ],
)
def test_the_operators_of_a_wrapped_entry_are_counted(grader: LocalGrader, entry: str) -> None:
    found = cost(review(grader, "tensors/clip", f"import functools\nimport mxnet as mx\n\n\n{entry}"))
    assert found == {"operators": (1, 1)}


def test_an_entry_whose_code_is_not_in_the_answer_has_no_cost(grader: LocalGrader) -> None:
    assert review(grader, "tensors/clip", "from mxnet import nd\n\nclip = nd.clip\n") == Review()


def test_a_solution_costs_as_much_as_itself(grader: LocalGrader) -> None:
    for exercise in ("tensors/clip", "trainers/one-step", "autograd/head-gradient"):
        found = review(grader, exercise, find_exercise(COURSE, exercise).solution)
        assert found.notes == ()
        assert found.cost
        assert all(one.own == one.solution for one in found.cost)


def test_the_same_answer_costs_the_same_each_time(grader: LocalGrader) -> None:
    answer = find_exercise(COURSE, "tensors/bernoulli").solution
    assert review(grader, "tensors/bernoulli", answer) == review(grader, "tensors/bernoulli", answer)


def test_a_head_gradient_of_another_size_is_seen(grader: LocalGrader) -> None:
    answer = """
from mxnet import autograd, nd


def vjp(x, v):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        y = x * x + nd.sin(x)
    y.backward(nd.concat(v.reshape((-1,)), nd.ones((3,)), dim=0))
    return x.grad
"""
    assert [(n.code, n.line) for n in review(grader, "autograd/head-gradient", answer).notes][:1] == [("head-size", 10)]


def test_an_answer_that_ends_its_process_or_never_ends_has_no_cost(grader: LocalGrader) -> None:
    for line in ("import os; os._exit(0)", "raise SystemExit", "raise ValueError"):
        assert review(grader, "tensors/clip", f"def clip(x, lo, hi):\n    {line}\n").cost == ()


def test_a_process_that_lies_about_its_cost_changes_its_own_numbers_only(grader: LocalGrader) -> None:
    answer = """
import sys


def clip(x, lo, hi):
    frame = sys._getframe()
    while frame is not None:
        counts = frame.f_locals.get("counts")
        if counts is not None and hasattr(counts, "add"):
            counts.add(1, 0, 12345)
        frame = frame.f_back
    return x.clip(lo, hi)
"""
    assert cost(review(grader, "tensors/clip", answer))["operators"] == (12346, 1)
    huge = answer.replace("12345", "10**12")
    assert review(grader, "tensors/clip", huge).cost == ()


def test_a_review_that_fails_leaves_the_verdict(grader: LocalGrader, monkeypatch: pytest.MonkeyPatch) -> None:
    branches = "".join(f"    elif hi == {n}:\n        y = x\n" for n in range(1000, 1400))
    last = "    else:\n        y = x.clip(lo, hi)\n    return y\n"
    answer = f"def clip(x, lo, hi):\n    if hi is None:\n        y = x\n{branches}{last}"
    submission = Submission(find_exercise(COURSE, "tensors/clip"), answer.encode(), SEED)
    assert grader.grade(submission).verdict is Verdict.RIGHT
    monkeypatch.setattr("mxtutor.grading.grader.review", None)
    assert grader.review(submission) == Review()


def test_quiz_items_have_no_review(grader: LocalGrader) -> None:
    assert review(grader, "tensors/quiz-take-shape", "(2, 3)") == Review()


def test_tables_of_names_agree_with_mxnet(grader: LocalGrader) -> None:
    source = f"""
import mxnet as mx
from mxnet.numpy import fallback, fallback_linalg
old = [name for name in {sorted(DEPRECATED)} if "deprecated" not in eval(name.replace("mxnet", "mx")).__doc__.lower()]
gone = [name for name in {sorted(CREATORS)} if not callable(eval(name.replace("mxnet", "mx")))]
more = sorted({{*fallback.__all__, *fallback_linalg.__all__}} ^ set({sorted(FALLBACK)}))
[old, gone, more]
"""
    assert grader.run("mxnet", source).value == "[[], [], []]"
    assert "cumsum" in mxnet_names()["np"]
