"""Each rank of the list finds a mistake that no rank before it finds; the first one names the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mxtutor.content.model import Compare, Mistake, Observation
from mxtutor.grading.diagnosis.diagnose import RANKS, ranked
from mxtutor.grading.diagnosis.evidence import RefusedAnswer
from mxtutor.grading.judging.result import gradients, judge, later
from mxtutor.grading.protocol import CaseResult, ErrorDetail, Verdict
from mxtutor.grading.results.decode import Failure, FailureReason, Result
from mxtutor.grading.results.values import FAMILIES, Array, Change, Outcome, Value, ValueKind
from tests.unit.specimens import drawn, exercise, f32, nd, plain, tensor

RIGHT = "def square(x):\n    return x * x\n"
GIVEN = np.arange(1, 7, dtype=np.float32).reshape(2, 3)
WANTED = GIVEN * GIVEN
ODD = f32(3, 1, 4, 1, 5, 9).reshape(2, 3)
"""Values that have no relation to the right ones."""
CLOSE = Compare(values=(1e-5, 1e-6))


def gave(
    got: Array | Value | Outcome, source: str = RIGHT, params: tuple[str, ...] = ("x",), compare: Compare = CLOSE
) -> RefusedAnswer:
    """Return an answer that returned this where the squares were expected."""
    value = nd(got) if isinstance(got, np.ndarray) else got
    outcome = value if isinstance(value, Outcome) else Outcome(value)
    case = drawn(x=GIVEN)
    aspects = judge(compare, case, Outcome(tensor(WANTED)), outcome)
    judged = CaseResult("", Verdict.WRONG, aspects)
    subject = exercise(compare=compare, params=dict.fromkeys(params, ""))
    return RefusedAnswer(subject, source, Result((outcome,)), (judged,), (Outcome(tensor(WANTED)),), (case,))


def raised(kind: str, text: str, source: str = RIGHT) -> RefusedAnswer:
    """Return an answer that raised an error in its second line."""
    return RefusedAnswer(exercise(params={"x": ""}), source, Result((ErrorDetail(kind, text, 2),)))


def knows(refused: RefusedAnswer, *mistakes: Mistake) -> RefusedAnswer:
    """Return an answer to an exercise with these mistakes."""
    return replace(refused, exercise=replace(refused.exercise, mistakes=mistakes))


def partly() -> RefusedAnswer:
    """Return an answer that gets wrong what a known mistake does, and more."""

    def saw(mode: bool, count: float) -> Outcome:
        return Outcome(plain("none"), observed={"mode": plain("bool", mode), "count": plain("float", count)})

    observed = {"mode": Observation("Another mode."), "count": Observation("Another count.")}
    subject = exercise(compare=Compare(type="none", observe=observed), mistakes=(Mistake("part", "It is that."),))
    case = drawn(x=GIVEN)
    judged = CaseResult("", Verdict.WRONG, judge(subject.compare, case, saw(True, 1.0), saw(False, 7.0)))
    right, own, known = saw(True, 1.0), Result((saw(False, 7.0),)), Result((saw(False, 1.0),))
    return RefusedAnswer(subject, RIGHT, own, (judged,), (right,), (case,), {"part": known})


def second() -> RefusedAnswer:
    """Return an answer whose second call returns the array of the first one."""
    refused, right = gave(WANTED), Outcome(nd(WANTED), changes=(Change("shared"),))
    aspects = later(CLOSE, refused.drawn[0], Outcome(tensor(WANTED)), right, {}, ("x",), FAMILIES["mxnet"])
    judged = (CaseResult("", Verdict.WRONG, aspects),)
    return replace(refused, cases=judged, result=replace(refused.result, later=right))


def untrained() -> RefusedAnswer:
    """Return an answer whose result is right and has no gradient."""
    refused, slopes = gave(WANTED), Outcome(Value(ValueKind.DICT, items=(nd(0 * GIVEN),), keys=("x",)))
    aspects = gradients(CLOSE, {"x": 2 * GIVEN}, {"x": 12.0}, slopes)
    judged = (CaseResult("", Verdict.WRONG, aspects),)
    return replace(refused, cases=judged, result=replace(refused.result, gradients=(slopes,)))


LOOP = Result(failure=Failure(Verdict.TIMEOUT, FailureReason.CPU, "The answer ran out of time."))
MASK = "def square(x):\n    x[x < 0] = 0\n    return x\n"
MASKED = "def square(x):\n    y = nd.SequenceMask(x, sequence_length=n, use_sequence_length=True)\n"
SHAPES = "Shape inconsistent, Provided = [3], inferred shape=(5,)"
GRAPH = "Cannot differentiate node because it is not in a computational graph."
THAT = Mistake("that", "It is that.")
EXAMPLES: dict[str, Callable[[], RefusedAnswer]] = {
    "a right first call": second,
    "right results": untrained,
    "all of a known mistake": lambda: replace(knows(gave(ODD), THAT), known={"that": Result((Outcome(nd(ODD)),))}),
    "no end": lambda: replace(gave(ODD), result=LOOP),
    "all that is judged of a known mistake": lambda: replace(
        knows(gave(Outcome(nd(ODD), {"x": f32(9)})), THAT), known={"that": Result((Outcome(nd(ODD)),))}
    ),
    "an unfinished answer": lambda: gave(plain("none"), "def square(x):\n    ...\n"),
    "the order of the parameters": lambda: gave(ODD, "def square(y, x):\n    return x\n", ("x", "y")),
    "the kind of the result": lambda: gave(nd(ODD, "numpy")),
    "the source": lambda: gave(ODD, MASK),
    "an effect on the arguments": lambda: gave(
        Outcome(nd(WANTED), {"x": ODD}), compare=Compare(values=(1e-5, 1e-6), inputs="unchanged")
    ),
    "the dtype": lambda: gave(WANTED.astype(np.int64)),
    "a relation to the right values": lambda: gave(-WANTED),
    "a part of a known mistake": partly,
    "the exercise's pattern of the error": lambda: knows(raised("ValueError", "odd"), replace(THAT, error=("odd",))),
    "an unchanged starter or an empty body": lambda: raised("TypeError", "odd", "def square(x):\n    ...\n"),
    "a syntax error, a missing entry or name": lambda: raised("NameError", "name 'nd' is not defined"),
    "an error whose cause the source shows": lambda: raised("MXNetError", SHAPES, MASKED),
    "an error that the source confirms": lambda: raised("MXNetError", GRAPH, "def square(x):\n    x.backward()\n"),
    "a word in the error that MXNet does not have": lambda: raised(
        "AttributeError", "module 'mxnet.ndarray' has no attribute 'acos'", "def square(x):\n    return nd.acos(x)\n"
    ),
    "an error with one cause": lambda: raised(
        "ValueError", "The truth value of an NDArray with multiple elements is ambiguous."
    ),
    "a call of a known mistake": lambda: knows(
        raised("TypeError", "odd", "def square(x):\n    return nd.power(x)\n"), replace(THAT, calls=("nd.power",))
    ),
    "the source of an answer with an error": lambda: raised("TypeError", "odd", MASK),
    "the order of the parameters of an answer with an error": lambda: replace(
        raised("ValueError", "odd", "def square(y, x):\n    return x\n"), exercise=exercise(params={"x": "", "y": ""})
    ),
    "an error with several causes": lambda: raised("KeyError", "'weight'"),
}


def test_every_rank_has_an_example() -> None:
    assert list(EXAMPLES) == [rank.name for rank in RANKS]


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_an_answer_is_named_by_the_first_rank_that_knows_it(name: str, tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text("def square(x, y=1):\n    return x * x * y\n", encoding="utf-8")
    refused = EXAMPLES[name]()
    placed = replace(refused, exercise=replace(refused.exercise, folder=tmp_path))
    found, diagnosis = ranked(placed, placed.known)
    assert found == name
    assert (diagnosis == ()) == (name == "no end")


def test_an_answer_that_no_rank_knows_has_no_name() -> None:
    assert ranked(gave(ODD), {}) == ("", ())
    assert ranked(gave(Value(ValueKind.ND, array=ODD, context="cpu(0)")), {}) == ("", ())
