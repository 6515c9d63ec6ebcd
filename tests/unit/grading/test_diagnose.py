"""Known mistakes are named by behaviour, by error and by syntax; other odd answers are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mxtutor.content.model import Compare, Mistake, Observation, Statistics
from mxtutor.grading.diagnosis.diagnose import diagnose
from mxtutor.grading.diagnosis.evidence import RefusedAnswer
from mxtutor.grading.diagnosis.likeness import behaves_alike, judged_alike
from mxtutor.grading.protocol import ErrorDetail, Verdict
from mxtutor.grading.results.decode import Failure, FailureReason, Result
from mxtutor.grading.results.values import Outcome, Value, ValueKind
from tests.unit.specimens import exercise, f32, nd, plain, sequence

CLOSE = Compare(values=(1e-5, 1e-6))
NAN = float("nan")


def ran(*values: Value | Outcome) -> Result:
    """Return the behaviour of an answer with these results, one a case."""
    return Result(tuple(v if isinstance(v, Outcome) else Outcome(v) for v in values))


def raised(kind: str, text: str, *before: Value) -> Result:
    """Return the behaviour of an answer that raised after some results."""
    return Result((*ran(*before).cases, ErrorDetail(kind, text, 3)))


def unfit(kind: str, text: str) -> Result:
    """Return the behaviour of an answer that raised while it was imported."""
    return Result(error=ErrorDetail(kind, text, 1))


def codes(behaviour: Result, source: str = "", *mistakes: Mistake, **behaviours: Result) -> list[str]:
    """Return the codes that a refused answer is given; `behaviours` are the shipped wrong answers' behaviours."""
    known = [Mistake(code, "It is that.") for code in behaviours]
    subject = exercise(compare=CLOSE, mistakes=(*known, *mistakes))
    return [d.code for d in diagnose(RefusedAnswer(subject, source, behaviour), behaviours)]


CUBE = ran(nd([1, 8]), nd([27]))


def test_the_same_results_on_every_case_are_the_known_mistake() -> None:
    assert codes(ran(nd([1, 8]), nd([27])), cube=CUBE) == ["cube"]
    assert codes(ran(nd([1, 8.0000001], "np"), nd([27], "np")), cube=CUBE) == ["cube"]


def test_of_mistakes_with_the_same_results_the_most_similar_source_is_named(tmp_path: Path) -> None:
    """Random inputs can give two mistakes the same results."""
    sources = {"last": "def f(x):\n    return x[-1]\n", "best": "def f(x):\n    return x[x.argmax()]\n"}
    mistakes = tuple(Mistake(code, "It is that.", source=tmp_path / f"wrong_{code}.py") for code in sources)
    for mistake in mistakes:
        assert mistake.source
        mistake.source.write_text(f'"""It is that.\n\nDo this.\n"""\n\n{sources[mistake.code]}', encoding="utf-8")
    subject = exercise(compare=CLOSE, mistakes=mistakes)
    for code, source in sources.items():
        renamed = source.replace("f(x)", "other(x)")
        found = diagnose(RefusedAnswer(subject, renamed, CUBE), dict.fromkeys(sources, CUBE))
        assert [d.code for d in found] == [code]


def test_what_the_exercise_does_not_judge_may_differ() -> None:
    changed, shared = Outcome(nd([1, 8]), {"x": f32(9)}), Outcome(nd([1, 8]), alias=("x",))
    for behaviour in (ran(changed, nd([27])), ran(shared, nd([27]))):
        assert codes(behaviour, cube=CUBE) == ["cube"]
        assert not judged_alike(Compare(values=(1e-5, 0), inputs="unchanged", alias="fresh"), behaviour, CUBE)


def test_an_observation_is_alike_within_its_own_error_and_kind() -> None:
    def seen(*labels: int, dtype: str = "int64", rate: float = 0.5) -> Result:
        array = Value(ValueKind.NUMPY, array=np.array(labels, dtype))
        return ran(Outcome(plain("none"), observed={"labels": array, "rate": plain("float", rate)}))

    kind = Observation("The labels are wrong.", values="exact", dtype="kind")
    compare = Compare(type="none", observe={"labels": kind, "rate": Observation("The rate is wrong.", values=(0.1, 0))})
    assert judged_alike(compare, seen(0, 1), seen(0, 1, dtype="int32", rate=0.52))
    assert not judged_alike(compare, seen(0, 1), seen(0, 2))
    assert not judged_alike(compare, seen(0, 1), seen(0, 1, rate=0.6))
    assert not judged_alike(compare, seen(0, 1), seen(0, 1, dtype="float32"))


def test_a_tuple_of_other_numbers_is_not_the_mistake_of_a_list() -> None:
    compare = Compare("python_tuple")
    known, other = ran(sequence("list", plain("int", 2))), ran(sequence("tuple", plain("float", 2.0)))
    assert judged_alike(compare, known, known)
    assert not judged_alike(compare, other, known)


def test_two_mistakes_that_only_what_is_not_judged_tells_apart_are_not_named() -> None:
    one, other = (ran(Outcome(nd([1]), {"x": f32(value)})) for value in (1, 2))
    assert codes(ran(Outcome(nd([1]), {"x": f32(3)})), one=one, other=other) == []


def test_a_number_of_numpy_equals_one_of_python() -> None:
    scalar = Value(ValueKind.NUMPY_SCALAR, plain=0.5, type="numpy.float32")
    assert codes(ran(scalar), half=ran(plain("float", 0.5))) == ["half"]
    assert codes(ran(scalar), half=ran(plain("float", 0.25))) == []
    assert codes(ran(scalar), half=ran(plain("str", "0.5"))) == []


@pytest.mark.parametrize(
    "behaviour",
    [
        ran(nd([1, 8]), nd([28])),
        ran(nd([1, 8])),
        ran(nd([[1, 8]]), nd([27])),
        ran(nd(np.array([1, 8])), nd([27])),
        ran(nd([1, 8], "numpy"), nd([27], "numpy")),
        ran(nd([1, 8]), plain("float", 27.0)),
        ran(Value(ValueKind.ND, array=f32(1, 8), context="cpu(1)"), nd([27])),
        ran(Outcome(nd([1, 8]), observed={"mode": plain("bool", True)}), nd([27])),
        raised("ValueError", "no", nd([1, 8])),
        unfit("ValueError", "no"),
        Result(failure=Failure(Verdict.TIMEOUT, FailureReason.WALL, "The answer ran out of time and was stopped.")),
    ],
)
def test_what_differs_in_any_respect_is_not(behaviour: Result) -> None:
    assert codes(behaviour, cube=CUBE) == []


def test_the_first_known_mistake_that_fits_is_named_alone() -> None:
    assert codes(CUBE, "", Mistake("by-call", "", calls=("nd.cube",)), cube=CUBE, third_power=CUBE) == ["cube"]


@pytest.mark.parametrize(
    ("parameters", "code"), [("x, n", "cube"), ("n, x", "parameter-order"), ("a, b", "cube"), ("x", "cube")]
)
def test_parameters_in_another_order_explain_more_than_an_equal_result(
    tmp_path: Path, parameters: str, code: str
) -> None:
    (tmp_path / "wrong.py").write_text("def power(x, n):\n    return n ** x\n")
    cube = Mistake("cube", "It is that.", source=tmp_path / "wrong.py")
    subject = exercise(entry="power", params={"x": "", "n": ""}, compare=CLOSE, mistakes=(cube,))
    refused = RefusedAnswer(subject, f"def power({parameters}):\n    return x ** n\n", CUBE)
    assert [d.code for d in diagnose(refused, {"cube": CUBE})] == [code]


def test_effects_are_part_of_the_behaviour() -> None:
    in_place = Outcome(nd([1]), {"x": f32(1)}, ("x",))
    assert behaves_alike(CLOSE, ran(in_place), ran(Outcome(nd([1]), {"x": f32(1)}, ("x",))))
    assert not behaves_alike(CLOSE, ran(in_place), ran(Outcome(nd([1]), {"x": f32(2)}, ("x",))))


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (plain("float", NAN), plain("float", NAN), True),
        (plain("float", 1.0), plain("float", 1.0 + 1e-9), True),
        (plain("float", 1.0), plain("int", 1), False),
        (
            sequence("list", plain("float", 0.5)),
            sequence("list", Value(ValueKind.NUMPY_SCALAR, plain=0.5, type="numpy.float64")),
            True,
        ),
        (
            sequence("list", plain("int", 1)),
            sequence("list", Value(ValueKind.NUMPY_SCALAR, plain=1, type="numpy.int64")),
            False,
        ),
        (plain("none"), plain("none"), True),
        (Value(ValueKind.OTHER, type="answer.Net"), Value(ValueKind.OTHER, type="answer.Net"), True),
        (Value(ValueKind.OTHER, type="answer.Net"), Value(ValueKind.OTHER, type="answer.Web"), False),
        (sequence("tuple", nd([1])), sequence("tuple", nd([1])), True),
        (sequence("tuple", nd([1])), sequence("list", nd([1])), False),
        (sequence("tuple", nd([1])), sequence("tuple", nd([2])), False),
        (nd([NAN, 1]), nd([NAN, 1]), True),
        (nd([NAN, 1]), nd([0, 1]), False),
    ],
)
def test_results_of_any_kind_can_be_alike(one: Value, other: Value, alike: bool) -> None:
    assert behaves_alike(CLOSE, ran(one), ran(other)) is alike


def test_random_draws_are_alike_when_their_distributions_are() -> None:
    rng = np.random.default_rng(1)
    random = Compare(statistics=Statistics(ks=0.05))

    def draws(power: float = 1) -> Outcome:
        first, second = (nd((rng.uniform(size=(2, 5000)) ** power).astype(np.float32)) for _ in range(2))
        return Outcome(first, again=second, reseeded=first)

    assert behaves_alike(random, ran(draws()), ran(draws()))
    assert not behaves_alike(random, ran(draws()), ran(draws(2)))
    fixed = nd(np.zeros((2, 5000), np.float32))
    assert not behaves_alike(random, ran(draws()), ran(Outcome(fixed, again=fixed, reseeded=fixed)))


def test_measures_of_random_draws_are_alike_within_their_allowed_error() -> None:
    measure = Observation("The spread is wrong.", values=(0.1, 0))
    random = Compare(observe={"spread": measure, "draws": Observation("Not random.", test="normal")})

    def seen(spread: float) -> Outcome:
        return Outcome(plain("none"), observed={"spread": sequence("list", plain("float", spread))})

    assert behaves_alike(random, ran(seen(1.0)), ran(seen(1.05)))
    assert not behaves_alike(random, ran(seen(1.0)), ran(seen(1.2)))
    assert not behaves_alike(Compare(observe={"spread": measure}), ran(seen(1.0)), ran(seen(1.05)))


def test_the_same_error_but_for_numbers_and_addresses_is_the_known_mistake() -> None:
    same = raised("MXNetError", "Shape (3,4) of 0x7f12ab at line 17 is odd")
    assert codes(raised("MXNetError", "Shape (5,6) of 0x99ffee at line 3 is odd"), axis=same) == ["axis"]
    assert codes(raised("MXNetError", "Shape (5,6) of 0x99ffee is even"), axis=same) == []
    assert codes(raised("TypeError", "Shape (5,6) of 0x99ffee at line 3 is odd"), axis=same) == []


def test_the_names_of_blocks_before_an_operator_do_not_count() -> None:
    same = raised("MXNetError", "Error in operator block2__plus0: in node block2__plus0 at 1-th input")
    assert codes(raised("MXNetError", "Error in operator net1__plus0: in node net1__plus0 at 1-th input"), a=same) == [
        "a"
    ]
    assert codes(raised("MXNetError", "Error in operator net1__mul0: in node net1__mul0 at 1-th input"), a=same) == []


def test_an_error_before_the_first_call_can_be_a_known_mistake() -> None:
    assert codes(unfit("ImportError", "no nd"), "", lost=unfit("ImportError", "no nd")) == ["lost"]


def test_the_same_end_of_the_process_is_the_mistake_whatever_the_headline_says() -> None:
    crash = Result(
        failure=Failure(Verdict.CRASH, FailureReason.SIGNAL, "The answer's process was killed by SIGSEGV.", code=11)
    )
    reworded = Result(failure=Failure(Verdict.CRASH, FailureReason.SIGNAL, "SIGSEGV ended the answer.", code=11))
    loop = Result(failure=Failure(Verdict.TIMEOUT, FailureReason.WALL, "The answer ran out of time."))
    other = Result(
        failure=Failure(Verdict.CRASH, FailureReason.SIGNAL, "The answer's process was killed by SIGSEGV.", code=8)
    )
    assert codes(reworded, loop=loop, divided=other, beyond=crash) == ["beyond"]
    assert codes(loop, loop=loop) == []  # on a busy machine, any answer can run out of time


def test_a_known_mistake_may_be_recognised_by_its_error_or_by_a_name_it_uses() -> None:
    by_error = Mistake("by-error", "It is not `acos`.", error=("no attribute 'acos'",))
    by_call = Mistake("by-call", "", calls=("nd.acos",))
    failed = raised("AttributeError", "module 'mxnet.ndarray' has no attribute 'acos'")
    assert codes(failed, "y = nd.acos(x)", by_call, by_error) == ["by-error"]
    assert codes(raised("TypeError", "odd"), "y = nd.acos(x)", by_call, by_error) == ["by-call"]
    assert codes(raised("TypeError", "odd"), "y = nd.arccos(x)", by_call, by_error) == []


def test_a_known_mistake_is_called_by_its_name_or_by_its_code_in_words() -> None:
    failed = raised("MXNetError", "odd shape")

    def name(mistake: Mistake) -> str:
        subject = exercise(compare=CLOSE, mistakes=(mistake,))
        return diagnose(RefusedAnswer(subject, "", failed), {})[0].name

    assert (
        name(Mistake("two-sizes", "Give a tuple.", error=("odd",), name="The sizes are apart."))
        == "The sizes are apart."
    )
    assert name(Mistake("two-sizes", "Give a tuple.", error=("odd",))) == "A known mistake: two sizes."
    behaves = Mistake("cube", "It is the third power.", source=Path("/wrong.py"))
    subject = exercise(compare=CLOSE, mistakes=(behaves,))
    assert diagnose(RefusedAnswer(subject, "", CUBE), {"cube": CUBE})[0].name == "A known mistake: cube."


def test_names_in_an_answer_that_ran_prove_nothing() -> None:
    assert codes(ran(nd([3]), nd([4])), "nd.acos", Mistake("by-call", "", calls=("nd.acos",))) == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("AttributeError", "'list' object has no attribute 'view'"),
        ("AttributeError", "'NoneType' object has no attribute 'item'"),
        ("ValueError", "'NDArray' object has no attribute 'view'"),
        ("ZeroDivisionError", "division by zero"),
        ("AssertionError", ""),
    ],
)
def test_errors_of_other_causes_are_not_named(kind: str, text: str) -> None:
    assert codes(raised(kind, text)) == []


def test_right_but_odd_answers_and_unrelated_ones_are_left_alone() -> None:
    odd = ran(nd([1, 4], "np"), nd([9], "np"))
    assert codes(odd, "import torch  # never used\nnd.acos", cube=CUBE) == []
    assert (
        codes(
            Result(failure=Failure(Verdict.CRASH, FailureReason.EXIT, "The answer ended its own process.")), cube=CUBE
        )
        == []
    )


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("nd.linalg.syevd(x)", {"nd.linalg.syevd", "nd.linalg"}),
        ("f = mx.nd.acos", {"mx.nd.acos", "mx.nd"}),
        ("f(x).view(3)", set()),
        ("def broken(:", set()),
        ("\0", set()),
        ("(" * 5000, set()),
    ],
)
def test_dotted_names_are_read_from_the_syntax_tree(source: str, names: set[str]) -> None:
    for name in ("nd.linalg.syevd", "nd.linalg", "mx.nd.acos", "mx.nd", "x.view"):
        mistake = Mistake("by-call", "", calls=(name,))
        assert (codes(raised("TypeError", "odd"), source, mistake) == ["by-call"]) == (name in names)


def test_an_answer_of_deeply_nested_code_is_parsed() -> None:
    deep: Any = "x" + "+x" * 20_000
    assert codes(raised("TypeError", "odd"), deep, Mistake("by-call", "", calls=("nd.acos",))) == []
