"""Every way in which an answer can end, with real workers."""

from __future__ import annotations

import pytest

from mxtutor.content.model import Compare
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from mxtutor.grading.workers.job import HEAD, TAIL
from tests.grading.tiny import CUBE, RIGHT, exercise, grade

pytestmark = pytest.mark.grading


def refused(report: Report) -> list[str]:
    """Return the aspects that were refused, case by case."""
    return [a.aspect for c in report.cases for a in c.aspects if not a.ok]


def test_an_exercise_is_judged_as_it_is_now_also_with_the_results_of_an_earlier_grading(grader: LocalGrader) -> None:
    near = "def square(x):\n    return x * x + 1e-4\n"
    assert grade(grader, near).verdict is Verdict.WRONG
    assert grade(grader, near, compare=Compare(values=(1e-2, 1e-2))).verdict is Verdict.RIGHT


@pytest.mark.parametrize("name", ["solution", "right_composite", "right_np"])
def test_answers_of_any_style_are_right(grader: LocalGrader, name: str) -> None:
    report = grade(grader, (exercise("square").folder / f"{name}.py").read_bytes())
    assert report.verdict is Verdict.RIGHT
    assert report.headline == "Agrees with PyTorch in all 4 cases."
    assert [c.verdict for c in report.cases] == [Verdict.RIGHT] * 4


@pytest.mark.parametrize(
    "source",
    [
        b"\xef\xbb\xbf" + RIGHT,
        b"# coding: latin-1\ns = '\xe9'\n" + RIGHT,
        RIGHT.replace(b"\n", b"\r\n"),
        b"class C:\n    def __call__(self, x):\n        return x * x\nsquare = C()\n",
        b"import mxnet as mx\nprint(mx.__version__)\nif __name__ == '__main__':\n    1 / 0\n" + RIGHT,
        b"import pickle\nclass P: pass\nassert type(pickle.loads(pickle.dumps(P()))) is P\n" + RIGHT,
    ],
    ids=["byte order mark", "coding line", "lines of Windows", "callable object", "main guard", "pickled class"],
)
def test_sources_of_any_form_are_taken(grader: LocalGrader, source: bytes) -> None:
    assert grade(grader, source).verdict is Verdict.RIGHT


def test_a_wrong_answer_gets_the_place_and_the_inputs(grader: LocalGrader) -> None:
    report = grade(grader, CUBE)
    assert (report.verdict, report.headline) == (Verdict.WRONG, "12 of 12 values differ")
    assert [d.code for d in report.diagnosis] == ["cube"]
    first = report.cases[0]
    assert first.inputs.startswith("x = # float32 (3, 4)\n[[")
    assert first.repro.startswith("x = nd.array([[")
    assert first.repro.endswith("square(x)")
    (values,) = [a for a in first.aspects if not a.ok]
    assert values.difference is not None
    assert (values.difference.total, len(values.difference.worst)) == (12, 5)


def test_a_hidden_case_keeps_its_values(grader: LocalGrader) -> None:
    report = grade(grader, "def square(x):\n    return x * x + (x == -7)\n")
    assert (report.verdict, report.headline) == (Verdict.WRONG, "It differs in a hidden case.")
    hidden = report.cases[-1]
    assert (hidden.name, hidden.hidden, hidden.inputs, hidden.repro) == ("a hidden one", True, "", "")
    assert {a.expected + a.got for a in hidden.aspects} == {""}
    assert {a.difference for a in hidden.aspects} == {None}
    assert "-7" not in repr(hidden)


@pytest.mark.parametrize(
    ("body", "aspect"),
    [
        ("return None", "type"),
        ("return (x * x).asnumpy()", "type"),
        ("return (x * x).reshape((-1, 1))", "shape"),
        ("return (x * x).astype('float64')", "dtype"),
        ("return x * x + 1e-4", "values"),
        ("return x * x * float('nan')", "values"),
        ("x[:] = x * x\n    return x.copy()", "inputs"),
        ("x *= x\n    return x", "inputs"),
    ],
)
def test_each_aspect_is_refused_by_name(grader: LocalGrader, body: str, aspect: str) -> None:
    report = grade(grader, f"def square(x):\n    {body}\n")
    assert report.verdict is Verdict.WRONG
    assert refused(report)[0] == aspect


def test_an_answer_that_gives_its_argument_back_shares_its_memory(grader: LocalGrader) -> None:
    report = grade(grader, "import builtins\n\n\ndef square(x):\n    builtins.kept = x * x\n    return kept\n")
    assert report.verdict is Verdict.RIGHT
    report = grade(grader, "def square(x):\n    x[:] = x * x\n    return x\n")
    assert {"inputs", "alias"} <= set(refused(report))


@pytest.mark.parametrize(
    ("source", "headline", "line", "frames"),
    [
        ("def square(x)\n    return x", "SyntaxError: expected ':' (line 1)", 1, ["line 1: def square(x)"]),
        ("def sqare(x):\n    return x", "the answer defines no function square. It defines sqare.", None, []),
        ("square = 3", "the answer defines no function square.", None, []),
        ("import mxnet\n1 / 0", "ZeroDivisionError: division by zero (line 2)", 2, ["line 2, in <module>: 1 / 0"]),
        (
            "import no_such",
            "no_such is not available to answers: an answer is one file with the standard library, NumPy and MXNet."
            " (line 1)",
            1,
            None,
        ),
        ("x = '\0'", None, None, None),
        ("# coding: utf-9\n", None, None, None),
        (b"s = '\xff'\n", None, None, None),
    ],
)
def test_an_answer_that_cannot_be_called_is_an_error(
    grader: LocalGrader, source: str | bytes, headline: str | None, line: int | None, frames: list[str] | None
) -> None:
    report = grade(grader, source)
    assert (report.verdict, report.cases) == (Verdict.ERROR, ())
    assert report.error is not None
    if headline is not None:
        assert (report.headline, report.error.line) == (headline, line)
    if frames is not None:
        assert list(report.error.frames) == frames


def test_an_exception_shows_the_learner_s_own_frames_only(grader: LocalGrader) -> None:
    report = grade(
        grader,
        """\
        from mxnet import nd


        def inner(x):
            return nd.dot(x, nd.zeros((9, 9)))


        def square(x):
            return inner(x)
        """,
    )
    error = report.cases[0].error
    assert report.verdict is Verdict.ERROR
    assert error is not None
    assert error.type == "MXNetError"
    assert error.text.startswith("Check failed:")
    assert error.frames == (
        "line 9, in square: return inner(x)",
        "line 5, in inner: return nd.dot(x, nd.zeros((9, 9)))",
    )
    assert error.line == 5
    assert "child.py" not in error.full
    assert report.headline.endswith("(line 5)")


def test_the_cases_before_an_exception_are_judged(grader: LocalGrader) -> None:
    report = grade(grader, "def square(x):\n    if x.ndim == 1:\n        raise ValueError('flat')\n    return x * x\n")
    assert [c.verdict for c in report.cases] == [Verdict.RIGHT, Verdict.RIGHT, Verdict.ERROR]
    assert report.headline == "ValueError: flat (line 3)"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("raise SystemExit(3)", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("return square(x)", "RecursionError"),
        ("kept = []\n    while True:\n        kept.append(bytearray(1 << 24))", "MemoryError"),
        ("class Sly(Exception):\n        def __str__(self):\n            1 / 0\n    raise Sly", "Sly"),
        ("input()", "EOFError"),
    ],
)
def test_whatever_is_raised_is_an_error(grader: LocalGrader, body: str, kind: str) -> None:
    report = grade(grader, f"def square(x):\n    {body}\n")
    error = report.cases[0].error
    assert report.verdict is Verdict.ERROR
    assert error is not None
    assert error.type == kind
    assert report.headline in (f"{kind} (line {error.line})", f"{kind}: {error.text} (line {error.line})")


def test_a_failure_of_mxnet_surfaces_in_the_line_that_caused_it(grader: LocalGrader) -> None:
    report = grade(
        grader,
        "from mxnet import nd\n\n\ndef square(x):\n    nd.linalg.potrf(nd.array([[-1.0]]))\n    return x * x\n",
    )
    assert report.verdict is Verdict.ERROR
    assert report.cases[0].error is not None
    assert report.cases[0].error.line == 5


def test_a_loop_is_a_timeout(grader: LocalGrader) -> None:
    report = grade(grader, "print('in')\n\n\ndef square(x):\n    while True: pass\n", seconds=1.0)
    assert (report.verdict, report.fix) == (Verdict.TIMEOUT, "Look for a loop or a wait that never ends.")
    assert report.output == "in\n"


def test_a_loop_in_c_is_a_timeout(grader: LocalGrader) -> None:
    source = "import re\n\n\ndef square(x):\n    re.match('(a+)+b', 'a' * 60)\n"
    assert grade(grader, source, seconds=1.0).verdict is Verdict.TIMEOUT


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("import ctypes; ctypes.string_at(0)", "SIGSEGV"),
        ("import os; os._exit(0)", "exit status 0"),
        ("import os; os._exit(3)", "exit status 3"),
        ("while True: print('x' * 100_000)", "32 MiB"),
        ("import os, sys; print('seen'); sys.stdout.flush(); os.closerange(0, 99)", "exit status 1"),
    ],
)
def test_a_process_that_dies_is_a_crash(grader: LocalGrader, body: str, words: str) -> None:
    report = grade(grader, f"def square(x):\n    {body}\n")
    assert report.verdict is Verdict.CRASH
    assert words in report.headline
    assert report.cases == ()


def test_memory_that_python_does_not_count_is_a_crash_or_an_error(grader: LocalGrader) -> None:
    loop = "    while True:\n        kept.append(nd.ones((4096, 4096)))\n"
    source = f"from mxnet import nd\nkept = []\n\n\ndef square(x):\n{loop}"
    report = grade(grader, source)
    assert report.verdict in (Verdict.CRASH, Verdict.ERROR)
    assert report.headline


def test_prints_are_kept_in_order_with_both_streams(grader: LocalGrader) -> None:
    report = grade(
        grader, "import sys\nprint('one', flush=True)\nprint('two', file=sys.stderr)\n" + RIGHT.decode() + "print('é')"
    )
    assert report.verdict is Verdict.RIGHT
    assert report.output == "one\ntwo\né\n"


def test_long_output_keeps_its_beginning_and_its_end(grader: LocalGrader) -> None:
    report = grade(grader, "print('begin', 'x' * 1_000_000, 'end')\n" + RIGHT.decode())
    assert report.verdict is Verdict.RIGHT
    assert report.output.startswith("begin xxx")
    assert report.output.endswith("xxx end\n")
    assert "bytes left out" in report.output
    assert len(report.output) < HEAD + TAIL + 100


def test_what_was_printed_before_a_crash_is_kept(grader: LocalGrader) -> None:
    report = grade(grader, "import os\n\n\ndef square(x):\n    print('so far')\n    os._exit(1)\n")
    assert (report.verdict, report.output) == (Verdict.CRASH, "so far\n")


def test_bytes_that_are_no_text_are_shown_as_text(grader: LocalGrader) -> None:
    report = grade(grader, "import os\nos.write(1, b'\\xff\\x00a\\n')\n" + RIGHT.decode())
    assert report.output == "\ufffd\x00a\n"


def test_standard_input_is_empty(grader: LocalGrader) -> None:
    assert grade(grader, "import sys\nassert sys.stdin.read() == ''\n" + RIGHT.decode()).verdict is Verdict.RIGHT


def test_nothing_is_left_for_the_next_answer(grader: LocalGrader) -> None:
    grade(
        grader, "import builtins\nfrom mxnet import nd\nnd.NDArray.__mul__ = None\nbuiltins.left = 1\n" + RIGHT.decode()
    )
    source = "import builtins\nassert not hasattr(builtins, 'left')\n" + RIGHT.decode()
    assert grade(grader, source).verdict is Verdict.RIGHT


def test_a_source_of_more_than_one_mebibyte_is_refused_unread(grader: LocalGrader) -> None:
    report = grade(grader, RIGHT + b"#" * (1 << 20))
    assert (report.verdict, report.cases) == (Verdict.ERROR, ())
    assert "larger than 1 MiB" in report.headline


@pytest.mark.parametrize(
    ("name", "verdict", "codes"),
    [
        ("solution", Verdict.RIGHT, []),
        ("right_np", Verdict.RIGHT, []),
        ("wrong_numpy", Verdict.WRONG, ["numpy"]),
        ("wrong_normal", Verdict.WRONG, ["normal"]),
        ("wrong_unit", Verdict.WRONG, ["unit"]),
    ],
)
def test_draws_are_judged_by_their_distribution(
    grader: LocalGrader, name: str, verdict: Verdict, codes: list[str]
) -> None:
    report = grade(grader, (exercise("uniform").folder / f"{name}.py").read_bytes(), "uniform")
    assert (report.verdict, [d.code for d in report.diagnosis]) == (verdict, codes)


def test_a_draw_that_is_the_same_each_time_is_refused(grader: LocalGrader) -> None:
    source = "import mxnet as mx\n\n\ndef uniform(low, high, shape):\n    mx.random.seed(1)\n" + (
        "    return mx.nd.random.uniform(low, high, shape=shape)\n"
    )
    assert "Two calls drew the same numbers." in [
        a.message for c in grade(grader, source, "uniform").cases for a in c.aspects
    ]


def test_a_fix_begins_with_a_bug_and_ends_right(grader: LocalGrader) -> None:
    starter = grader.grade(Submission(exercise("halve"), exercise("halve").starter.encode()))
    assert (starter.verdict, [d.code for d in starter.diagnosis]) == (Verdict.WRONG, ["in-place"])
    assert grade(grader, exercise("halve").solution, "halve").verdict is Verdict.RIGHT


@pytest.mark.parametrize(
    ("typed", "verdict", "codes"),
    [("(4, 3)", Verdict.RIGHT, []), ("(2, 6)", Verdict.WRONG, ["other-axis"]), ("shape", Verdict.ERROR, [])],
)
def test_a_prediction_is_judged_by_running_the_snippet(
    grader: LocalGrader, typed: str, verdict: Verdict, codes: list[str]
) -> None:
    report = grade(grader, typed, "width")
    assert (report.verdict, [d.code for d in report.diagnosis]) == (verdict, codes)


@pytest.mark.parametrize(("typed", "verdict"), [("b", Verdict.RIGHT), ("1", Verdict.WRONG), ("z", Verdict.ERROR)])
def test_a_choice_needs_no_worker(typed: str, verdict: Verdict) -> None:
    with LocalGrader() as grader:
        assert grade(grader, typed, "pick").verdict is verdict
        assert not any(worker.alive for worker in grader.frameworks.workers)
