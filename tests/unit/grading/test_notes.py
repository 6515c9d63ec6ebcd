"""Notes on right answers, from the syntax and from counts, without MXNet."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.content.model import Case, Exercise
from mxtutor.grading.results.decode import MOST, Counts, LineCount, parse_counts
from mxtutor.grading.reviews import KINDS, notes_of
from mxtutor.grading.wire import WireError
from mxtutor.paths import content_root

SOLUTION = "from mxnet import nd\n\n\ndef f(x):\n    return nd.relu(x)\n"
HEAD = "import numpy as onp\nfrom mxnet import nd, np\n\n\n"
TAKES_NP = ", which takes arrays of `mxnet.np`: `x.as_np_ndarray()` makes one without a copy"
ONE = Counts((LineCount(5, operators=1),))


def exercise_in(folder: Path, solution: str = SOLUTION) -> Exercise:
    (folder / "solution.py").write_text(solution, encoding="utf-8")
    return Exercise(
        "t/f", "code", "F", "Do it.", folder, entry="f", params={"x": ""}, cases=(Case({"x": {"shape": [3]}}),)
    )


def codes(folder: Path, body: str, counts: Counts | None = None, *, solution: str = SOLUTION) -> dict[str, int | None]:
    """Return the codes of the notes on `def f(x): body`, with their lines; the body starts at line 6."""
    exercise = exercise_in(folder, solution)
    usual = ONE if counts is not None else None
    return {note.code: note.line for note in notes_of(exercise, f"{HEAD}def f(x):\n{body}", counts, usual)}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("    return nd.array([v.asscalar() for v in x])\n", "wait-in-loop"),
        ("    while x.sum().asscalar() > 1:\n        x = x / 2\n    return x\n", "wait-in-loop"),
        ("    return nd.array(onp.cumsum(x.asnumpy()))\n", "numpy-round-trip"),
        ("    a = x.asnumpy()\n    b = onp.linalg.norm(a)\n    return np.array([b])\n", "numpy-round-trip"),
        ("    return nd.array([max(v, 0) for v in x.asnumpy()])\n", "loop-of-numbers"),
        ("    return nd.reshape(x, 16)\n", "unchecked-reshape"),
        ("    return nd.take(x, x)\n", "clipped-index"),
        ("    return nd.take(x, x, 0)\n", "clipped-index"),
        ("    return x.pick(x, 0, True)\n", "clipped-index"),
        ("    return x.take(x)\n", "clipped-index"),
        ("    return nd.Concat(x, x)\n", "deprecated-name"),
        ("    return x * nd.ones(x.shape)\n", "default-context"),
    ],
)
def test_the_syntax_proves_a_note(tmp_path: Path, body: str, code: str) -> None:
    assert code in codes(tmp_path, body)


@pytest.mark.parametrize(
    "body",
    [
        "    return x.clip(0, 9)\n",
        "    for v in x.asnumpy():\n        pass\n    return x\n",  # it waits once, before the loop
        "    n = onp.prod(x.shape)\n    return x.reshape((n,))\n",  # numbers of a shape never were in an array
        "    return onp.cumsum(x.asnumpy())\n",  # nothing goes back to MXNet
        "    return nd.array(onp.interp(x.asnumpy(), [0], [1]), ctx=x.context)\n",  # MXNet has no operator for it
        "    return x.reshape((16,))\n",
        "    return nd.take(x, x, mode='raise')\n",
        "    return nd.take(x, x, 0, 'raise')\n",
        "    return x.take(x, 0, 'wrap')\n",
        "    return nd.pick(x, x, 0, True, 'wrap')\n",
        "    return x.pick(x, 0, True, 'wrap')\n",
        "    x = x.asnumpy()\n    return x.take(5)\n",  # NumPy refuses an index outside the array
        "    x = onp.array(x)\n    return x.take(5)\n",
        "    module.save_params('a')\n    return x\n",  # the only name that a Module has
        "    y = nd.zeros(x.shape)\n    y = y.as_in_context(x.context)\n    return y\n",
        "    y, z = nd.zeros((2,)), x\n    return y.copyto(z)\n",
        "    y = nd.array(x.asnumpy(), ctx=x.context)\n    onp.prod(y)\n    return nd.array(x.asnumpy(), x.context)\n",
        "    a = x.asnumpy()\n    n = onp.sqrt(len(a))\n    return nd.array(a / n, ctx=x.context)\n",
        "    rows = data.take(x)\n    return rows\n",  # not an array of the exercise
        "    return x * nd.ones(x.shape, ctx=x.context)\n",
        "    return x * nd.ones(x.shape, x.context)\n",
        "    return nd.ones(x.shape).as_in_context(x.context)\n",
        "    with x.context:\n        return nd.ones(x.shape)\n",
    ],
)
def test_other_code_gets_no_note(tmp_path: Path, body: str) -> None:
    assert codes(tmp_path, body) == {}


def test_what_ran_decides_over_the_syntax(tmp_path: Path) -> None:
    loop = "    for v in x:\n        y = float(v.sum())\n    return y\n"
    waited = Counts((LineCount(7, operators=3, to_numpy=3, waits=3, elements=3),))
    assert codes(tmp_path, loop, waited) == {"wait-in-loop": 7, "loop-of-operators": 7}
    once = Counts((LineCount(7, operators=1, to_numpy=1, waits=1, elements=1),))
    assert codes(tmp_path, loop, once) == {}
    part = "    return x.asnumpy()[2]\n"
    assert codes(tmp_path, part, Counts((LineCount(6, to_numpy=1, waits=1, elements=12),))) == {"whole-copy": 6}
    assert codes(tmp_path, part, Counts((LineCount(6, to_numpy=1, waits=1, elements=1),))) == {}
    assert codes(tmp_path, part, Counts(heads=(6,), written=("x", "unknown"))) == {
        "head-size": 6,
        "written-argument": None,
    }


def test_a_line_with_a_comprehension_counts_only_if_the_loop_runs_operators_or_waits(tmp_path: Path) -> None:
    once = "    return nd.sum(nd.abs(x) * nd.sign(x), axis=tuple(i + 1 for i in range(2)))\n"
    assert codes(tmp_path, once, Counts((LineCount(6, operators=4),))) == {}
    each = "    return nd.stack(*[v * 2 for v in x])\n"
    assert codes(tmp_path, each, Counts((LineCount(6, operators=7),))) == {"loop-of-operators": 6}
    ones = "    return nd.stack(*[nd.ones(3, ctx=x.context) for _ in range(2)])\n"
    assert codes(tmp_path, ones, Counts((LineCount(6, operators=3),))) == {"loop-of-operators": 6}
    read = "    return x.asscalar(), x.max().asscalar(), [int(s) for s in x.shape]\n"
    assert codes(tmp_path, read, Counts((LineCount(6, operators=1, to_numpy=2, waits=2, elements=2),))) == {}
    tested = "    return x if x.max() > 0 and x.min() < 1 and all(int(s) for s in x.shape) else -x\n"
    assert codes(tmp_path, tested, Counts((LineCount(6, operators=2, to_numpy=2, waits=2, elements=2),))) == {}
    both = "    return nd.array([float(v.asscalar()) for v in x], ctx=x.context)\n"
    assert codes(tmp_path, both, Counts((LineCount(6, to_numpy=2, waits=2, elements=2),))) == {"wait-in-loop": 6}
    waits = "    return nd.array([v.asscalar() for v in x], ctx=x.context)\n"
    assert codes(tmp_path, waits, Counts((LineCount(6, to_numpy=3, waits=3, elements=3),))) == {"wait-in-loop": 6}


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("[0]", False),  # all of an array of the shape (1, 12)
        ("[-1]", False),
        ("[0, -1]", False),
        ("[1]", True),
        ("[-2, 0]", True),
    ],
)
def test_a_part_of_a_copy_is_one_that_leaves_elements_out(tmp_path: Path, part: str, code: bool) -> None:
    counts = Counts((LineCount(6, to_numpy=1, waits=1, elements=12),))
    assert codes(tmp_path, f"    return x.asnumpy(){part}\n", counts) == ({"whole-copy": 6} if code else {})
    assert codes(tmp_path, f"    return float(x.asnumpy(){part})\n", counts) == {"whole-copy": 6}


@pytest.mark.parametrize(
    ("body", "instead"),
    [
        ("nd.array(onp.clip(x.asnumpy(), 0, 1))", "Use `nd.clip` of MXNet."),
        ("np.array(onp.clip(x.asnumpy(), 0, 1))", f"Use `np.clip` of MXNet{TAKES_NP}."),
        ("nd.array(onp.linalg.norm(x.asnumpy()))", f"Use `np.linalg.norm` of MXNet{TAKES_NP}."),
        ("nd.array(onp.split(x.asnumpy(), 2))", f"Use `np.split` of MXNet{TAKES_NP}."),  # nd.split has other arguments
    ],
)
def test_the_operator_for_a_function_of_numpy_is_that_of_nd_where_there_is_one(
    tmp_path: Path, body: str, instead: str
) -> None:
    exercise = exercise_in(tmp_path)
    (note,) = (n for n in notes_of(exercise, f"{HEAD}def f(x):\n    return {body}\n") if n.code == "numpy-round-trip")
    assert note.instead == instead


def test_a_source_that_is_too_deep_for_a_rule_gets_no_note_and_raises_nothing(tmp_path: Path) -> None:
    branches = "".join(f"    elif x == {n}:\n        y = nd.reshape(x, 16)\n" for n in range(400))
    body = f"    if x is None:\n        y = x\n{branches}    return y\n"
    assert codes(tmp_path, body) == {"unchecked-reshape": 9}
    assert codes(tmp_path, body, solution=f"{HEAD}def f(x):\n\n{body}") == {}
    deep = f"    a = {'-' * 900}x\n    return nd.reshape(nd.array(onp.cumsum(a.asnumpy())), 16)\n"
    assert codes(tmp_path, deep) == {}


def test_a_change_of_the_solution_is_seen(tmp_path: Path) -> None:
    body = "    return nd.reshape(x, 16)\n"
    assert codes(tmp_path, body) == {"unchecked-reshape": 6}
    assert codes(tmp_path, body, solution="def f(x):\n    return nd.reshape(x, 16)\n") == {"unchecked-reshape": 6}
    assert codes(tmp_path, body, solution=f"{HEAD}def f(x):\n{body}") == {}


def test_the_solution_and_what_it_does_too_get_no_note(tmp_path: Path) -> None:
    reshaping = "from mxnet import nd\n\n\ndef f(x):\n    return nd.reshape(x, 16)\n"
    assert codes(tmp_path, "    y = x\n    return nd.reshape(y, 16)\n", solution=reshaping) == {}


def test_a_source_that_does_not_parse_gets_no_note(tmp_path: Path) -> None:
    assert codes(tmp_path, "    return (\n") == {}


def test_each_kind_has_a_lesson_that_exists_and_two_sentences() -> None:
    for kind in KINDS:
        assert (content_root() / "lessons" / f"{kind.lesson}.md").is_file(), kind.code
        assert [kind.happens[-1], kind.instead[-1]] == [".", "."], kind.code


@pytest.mark.parametrize(
    "tree",
    [
        None,
        {},
        {"lines": [[1, 2, 3]], "heads": [], "written": []},
        {"lines": [[1, 2, 3, 4, 5, -1]], "heads": [], "written": []},
        {"lines": [[1, 2, 3, 4, 5, MOST + 1]], "heads": [], "written": []},
        {"lines": [[1, 2, 3, 4, 5, True]], "heads": [], "written": []},
        {"lines": [[1, 2, 3, 4, 5, 0.5]], "heads": [], "written": []},
        {"lines": [[n, 0, 0, 0, 0, 0] for n in range(501)], "heads": [], "written": []},
        {"lines": [], "heads": ["1"], "written": []},
        {"lines": [], "heads": [], "written": [1]},
        {"lines": [], "heads": [], "written": ["x" * 100]},
        {"lines": [], "heads": [], "written": "x"},
    ],
)
def test_counts_of_another_form_are_refused(tree: object) -> None:
    with pytest.raises(WireError):
        parse_counts(tree)


def test_counts_add_up() -> None:
    counts = parse_counts({"lines": [[5, 2, 1, 1, 1, 12], [6, 3, 0, 0, 4, 0]], "heads": [], "written": ["x"]})
    assert (counts.operators, counts.copies, counts.waits) == (5, 2, 5)
