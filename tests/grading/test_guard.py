"""What an answer replaces in the grader or in MXNet is found, and makes it wrong."""

from __future__ import annotations

import pytest

from mxtutor.grading.answer.guard import Guard, Place
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from tests.grading.rig import exercise


class Watched:
    """A class with everything that an attacker may replace."""

    def method(self, a: int = 1) -> int:
        """Return the argument."""
        return a

    @property
    def place(self) -> str:
        """Where it is."""
        return "here"

    @staticmethod
    def free() -> int:
        """Return a number."""
        return 1


@pytest.fixture
def guard() -> Guard:
    """A guard of a class and of a namespace."""
    return Guard([Place("Watched", vars(Watched)), Place("names", NAMES, ("used",))])


def used() -> int:
    """Return a number."""
    return 1


NAMES: dict[str, object] = {"used": used, "free": used}


def test_nothing_changed(guard: Guard) -> None:
    assert guard.changed() == []


def test_a_replaced_function_is_named(guard: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watched, "method", lambda self: 2)
    monkeypatch.setattr(Watched, "place", property(lambda self: "there"))
    assert guard.changed() == ["Watched.method", "Watched.place"]


def test_only_the_place_of_a_function_can_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    light = Guard([Place("Watched", vars(Watched), parts=False), Place("names", NAMES, parts=False)])
    monkeypatch.setattr(Watched.method, "__defaults__", (2,))
    assert light.changed() == []
    monkeypatch.setattr(Watched, "method", lambda self: 2)
    monkeypatch.setitem(NAMES, "free", lambda: 2)
    assert light.changed() == ["Watched.method", "names.free"]


def test_another_code_is_named(guard: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    place = vars(Watched)["place"].fget
    monkeypatch.setattr(place, "__code__", (lambda self: "there").__code__)
    monkeypatch.setattr(Watched.free, "__code__", (lambda: 2).__code__)
    monkeypatch.setattr(Watched.method, "__defaults__", (2,))
    assert guard.changed() == ["Watched.method", "Watched.place", "Watched.free"]


def test_only_the_listed_names_are_watched(guard: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMES, "free", None)
    assert guard.changed() == []
    monkeypatch.delitem(NAMES, "used")
    assert guard.changed() == ["names.used"]


def graded(grader: LocalGrader, text: str) -> Report:
    return grader.grade(Submission(exercise("tensors/arccos"), text.encode(), seed=3))


RIGHT = "def arccos(x):\n    return mx.nd.arccos(x)\n"


@pytest.mark.grading
@pytest.mark.parametrize(
    ("patch", "name"),
    [
        ("mx.nd.NDArray.context = property(lambda self: mx.cpu(1))", "NDArray.context"),
        ("mx.gluon.Parameter.grad = lambda self, ctx=None: None", "Parameter.grad"),
        ("mx.autograd.record = mx.autograd.pause", "autograd.record"),
        ("import sys\nsys._getframe(1).f_globals['describe'].__defaults__ = (1,)", "child.describe"),
        ("import sys\nsys._getframe(1).f_globals.update(describe_failure=print)", "child.describe_failure"),
    ],
)
def test_a_right_answer_that_replaces_parts_of_the_grader_is_wrong(patch: str, name: str, grader: LocalGrader) -> None:
    report = graded(grader, f"import mxnet as mx\n\n{patch}\n\n\n{RIGHT}")
    assert report.verdict is Verdict.WRONG, report.headline
    assert name in report.headline
    assert "tampered" in [flag.code for flag in report.flags]


@pytest.mark.grading
def test_additions_of_an_answer_are_its_own_affair(grader: LocalGrader) -> None:
    report = graded(grader, f"import mxnet as mx\n\nmx.nd.NDArray.halved = lambda self: self / 2\n\n\n{RIGHT}")
    assert report.verdict is Verdict.RIGHT
    assert [flag.code for flag in report.flags] == ["patch"]


@pytest.mark.grading
def test_modules_of_the_grader_are_out_of_sight(grader: LocalGrader) -> None:
    look = (
        "import sys\nassert not [n for n in sys.modules if n.startswith('mxtutor')]\n"
        "assert 'main' not in dir(sys.modules['__main__'])"
    )
    report = graded(grader, f"import mxnet as mx\n{look}\n\n\n{RIGHT}")
    assert report.verdict is Verdict.RIGHT, report.headline
