"""Mutants: the changes of right answers, the names of mutants, marks and figures."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mxtutor.authoring.mutation.run import (
    Mutant,
    Outcome,
    Tried,
    chosen,
    findings_of,
    mutants_of,
    survivors,
    table,
)
from mxtutor.authoring.mutation.run import tried as run_mutant
from mxtutor.content.model import Case, Compare, Exercise, Statistics
from mxtutor.grading.protocol import CaseResult, Report, Submission, Verdict


def exercise(folder: Path, solution: str, cases: tuple[dict[str, Any], ...] = (), **right: str) -> Exercise:
    """Return an exercise `f` whose parameters are those of its solution."""
    folder.mkdir(exist_ok=True)
    (folder / "solution.py").write_text(solution)
    for name, source in right.items():
        (folder / f"right_{name}.py").write_text(source)
    entry = next(n for n in ast.parse(solution).body if isinstance(n, ast.FunctionDef) and n.name == "f")
    params: Mapping[str, str] = {a.arg: "" for a in entry.args.args}
    drawn = tuple(Case(case) for case in cases)
    return Exercise("tensors/one", "code", "One", "Do it.", folder, entry="f", params=params, cases=drawn)


def changes(one: Exercise, operator: str) -> list[str]:
    """Return what a rule makes of each changed line, without the name of the file and the old line."""
    return [m.name.split(" -> ", 1)[1] for m in mutants_of(one) if m.operator == operator]


BODY: dict[str, tuple[str, str, list[str]]] = {
    "argument-dropped": ("return g(x, k=1)", "return g(k=1)", ["return g(x)"]),
    "arguments-swapped": ("return g(x, y)", "return g(y, x)", []),
    "argument-constant": ("s.step(x.shape[0])", "s.step(1)", []),
    "constant-changed": ("return g(x, 3)", "return g(x, 4)", ["return g(x, 2)", "return g(x, 0)", "return g(x, -3)"]),
    "name-exchanged": ("return g(x)", "return g(y)", []),
    "name-mistaken": ("return x.max()", "return x.min()", ["return x.sum()", "return x.mean()"]),
    "operator-exchanged": ("return x - y", "return x + y", ["return x * y"]),
    "operands-swapped": ("return x - y", "return y - x", []),
    "operand-dropped": ("s(x - y)", "s(x)", ["s(y)"]),
    "assignment-changed": ("x += y", "x = y", ["x = x + y"]),
    "comparison-exchanged": ("return x < y", "return x <= y", ["return x > y"]),
    "sign-dropped": ("g(-x)", "g(x)", []),
    "slice-shifted": ("return x[:2]", "return x[1:2]", []),
    "slice-opened": ("return x[1:]", "return x[:]", []),
    "slice-reversed": ("return x[1:]", "return x[1::-1]", []),
    "index-dropped": ("g(x[0])", "g(x)", []),
    "call-unwrapped": ("return g(x.copy())", "return x.copy()", ["return g(x)"]),
    "item-dropped": ("return g([x, y])", "return g([y])", ["return g([x])"]),
    "items-swapped": ("return g((x, y))", "return g((y, x))", []),
    "value-changed": ("return g({'lr': x})", "return g({'lr': x * 2})", []),
    "test-negated": ("if x:\n        g(y)", "if not x:", []),
    "branch-dropped": ("g(x if y else s)", "g(x)", ["g(s)"]),
    "statement-dropped": ("g(x)\n    return y", "(dropped)", []),
    "statement-repeated": ("g(x)\n    return y", "(twice)", []),
    "statements-swapped": ("g(x)\n    s(y)\n    return y", "(after: s(y))", []),
    "scope-removed": ("with g():\n        s(x)", "(no scope)", []),
    "scope-shortened": ("with g():\n        s(x)\n        s(y)", "(without: s(y))", ["(without: s(x))"]),
    "scope-exchanged": ("with g.record():\n        net(x)", "with g.record(train_mode=False):", []),
    "return-changed": ("return g(x)", "return None", ["return x", "return -g(x)", "return g(x)[0]", "return g(x) * 2"]),
}


@pytest.mark.parametrize("operator", list(BODY))
def test_a_rule_makes_its_changes(tmp_path: Path, operator: str) -> None:
    body, first, more = BODY[operator]
    found = changes(exercise(tmp_path, f"def f(x, y, s):\n    {body}\n"), operator)
    assert {first, *more} <= set(found)


@pytest.mark.parametrize("part", ["[:1]", "[:-1]", "[1:]", "[::-1]"])
def test_loops_run_less_often_and_backwards(tmp_path: Path, part: str) -> None:
    one = exercise(tmp_path, "def f(x):\n    for y in x:\n        z.append(y)\n")
    assert f"for y in list(x){part}:" in changes(one, "loop-changed")


def test_a_change_in_place_is_undone_where_others_hold_the_array(tmp_path: Path) -> None:
    one = exercise(tmp_path, "def f(x):\n    w = x.data()\n    w -= 1\n    y = x.copy()\n    y -= 1\n    return y\n")
    assert changes(one, "assignment-changed") == ["w = 1", "w = w - 1", "y = 1"]


def test_parameters_become_the_values_of_the_cases(tmp_path: Path) -> None:
    cases = ({"x": {"shape": [2, 5]}, "k": 3}, {"x": {"shape": [7]}, "k": None}, {"x": {"values": [[1.0]]}, "k": 3})
    one = exercise(tmp_path, "def f(x, k):\n    return g(x.shape[0], k)\n", cases)
    assert changes(one, "parameter-constant") == ["return g(x.shape[0], 3)", "return g(x.shape[0], None)"]
    assert changes(one, "size-constant") == [f"return g({n}, k)" for n in (2, 5, 7)]
    assert "return g(x.shape[1], k)" in changes(one, "constant-changed")


def test_arrays_lose_their_sign_and_ids_of_classes_have_none(tmp_path: Path) -> None:
    one = exercise(tmp_path, "def f(x):\n    return g(x)\n", ({"x": {"shape": [3]}},))
    assert changes(one, "parameter-changed") == ["return g(abs(x))", "return g(-x)", "return g(x * 0)"]
    ids = Exercise(**{**{s: getattr(one, s) for s in one.__slots__}, "params": {"x": "class ids (n,)"}})
    assert changes(ids, "parameter-changed") == ["return g(-x)", "return g(x * 0)"]


NET = """\
from mxnet import autograd
from mxnet.gluon import nn


class Net(nn.Block):
    def forward(self, x):
        return x + self.branch(x)


def f(x):
    net = nn.Sequential()
    net.add(nn.Dense(3), nn.Activation("relu"))
    return net
"""


def test_nets_get_a_dropout_lose_a_gradient_and_are_frozen(tmp_path: Path) -> None:
    one = exercise(tmp_path, NET)
    assert sum("Dropout(0.5)" in c for c in changes(one, "layer-added")) == 3
    assert changes(one, "layer-repeated") == ["net.add(nn.Dense(3), nn.Activation('relu'), nn.Dense(3))"]
    assert {"return x.detach() + self.branch(x)", "return x + self.branch(x).detach()"} <= set(changes(one, "detached"))
    assert changes(one, "frozen") == ["(frozen)"]
    assert changes(one, "scope-added") == ["(under autograd.pause())"]
    assert "(dropout-added)" in changes(one, "dropout-added")


def test_what_is_not_about_nets_gets_no_dropout(tmp_path: Path) -> None:
    made = {m.operator for m in mutants_of(exercise(tmp_path, "def f(x):\n    y = g(x)\n    return y\n"))}
    assert not made & {"layer-added", "detached", "frozen", "dropout-added", "scope-added"}


def test_results_and_arguments_are_wrapped_in_the_solution_alone(tmp_path: Path) -> None:
    case = {"x": {"shape": [3]}}
    one = exercise(tmp_path, "def f(x):\n    return g(x)\n", (case,), other="def f(x):\n    return h(g(x))\n")
    wraps = [m for m in mutants_of(one) if "abs(" in m.source]
    assert [m.file for m in wraps] == ["solution.py", "solution.py"]


HARMLESS = {
    "arguments of a symmetric function": ("return nd.maximum(x, y)", "nd.maximum(y, x)"),
    "an inferred size": ("return nn.Dense(y, in_units=x)", "nn.Dense(y)"),
    "a default": ("return nd.softmax(x, axis=-1)", "nd.softmax(x)"),
    "an idempotent call": ("x.attach_grad()\n    return x", "(twice)"),
    "a default by position": ("return x.copyto(mx.cpu(0))", "mx.cpu()"),
    "the order of a square": ("return (x - y) ** 2", "(y - x) ** 2"),
    "a member of a list of one": ("return g(x)[0]", "g(x)[-1]"),
    "the family of an array": ("return g(x.as_np_ndarray())", "g(x)"),
    "the order of a sum": ("return sum([g(v) for v in x])", "in list(x)[::-1]"),
    "an initializer that is not asked for": ("net.initialize(init.Xavier(2))\n    return net", "init.Normal("),
    "compilation that is not asked for": ("net.hybridize()\n    return net", "net.hybridize() -> (dropped)"),
    "a store that is read twice": ("store.pull(x, out=y)\n    return y", "(twice)"),
    "waiting that is not asked for": ("nd.waitall()\n    return y", "nd.waitall() -> (dropped)"),
    "recording where the mode alone counts": ("with autograd.train_mode():\n        return g(x)", "autograd.record()"),
    "the order of what is collected": ("x.append(1)\n    y.wait_to_read()\n    return x", "(after: y.wait"),
    "a Dropout in predict mode": ("with autograd.record(train_mode=False):\n        y = net(x)", "(dropout-added)"),
    "a mode that is restored": ("autograd.set_recording(x)\n    return y", "(twice)"),
    "a function of its own result": ("x = nd.relu(x)\n    return x", "(twice)"),
    "values and compilation": ("x.initialize()\n    x.hybridize()\n    return x", "(after: x.hybridize())"),
    "seeds of two generators": ("mx.random.seed(x)\n    np.random.seed(x)\n    return x", "(after: np.random.seed(x))"),
    "the sign of a length": ("return len(x)", "abs(len(x))"),
    "a default of a layer": ("return nn.MaxPool2D(2)", "nn.MaxPool2D()"),
    "names of a Block": ("super().__init__(**kwargs)\n    return x", "super().__init__()"),
    "a batch that only traces": ("net(x)\n    return y", "(twice)"),
    "the text of an error": ("raise ValueError('a')", "ValueError('ax')"),
    "equal constants": ("return g(a=1, b=True)", "g(a=True, b=1)"),
    "workers that are not asked for": ("return g(x, num_workers=1)", "g(x)"),
    "what a Block passes on": ("net.collect_params().initialize()\n    return y", "net.initialize()"),
    "a name of a parameter": ("return x.params.get('a', shape=y)", "params.get('ax'"),
    "a name of a Symbol": ("return g(mx.sym.var('a'))", "sym.var('ax')"),
    "how a graph gets its memory": ("x.hybridize(static_alloc=True)\n    return g(x)", "x.hybridize()"),
    "the order of rounds that are only counted": ("for _ in range(y):\n        x.append(1)", "list(range(y))[::-1]"),
    "which round is left out": ("for _ in range(y):\n        x.append(1)", "list(range(y))[1:]"),
    "the only update of a mean": ("metric.update([x], [y])\n    return metric.get()", "(twice)"),
    "a mean before or after a step": ("trainer.step(1)\n    metric.update([x], [y])", "(after: metric.update"),
    "the last axis of rows": ("return net(x).argmax(axis=1)", "axis=-1"),
    "values before or after compilation": ("w.set_data(x)\n    net.hybridize()", "(after: net.hybridize"),
    "values of two parameters": ("w.set_data(x)\n    v.set_data(y)", "(after: v.set_data"),
    "draws that replace draws": ("nd.random.normal(out=x)\n    return x", "(twice)"),
    "arrays without an axis": ("return x if x.ndim == 1 else y", "x.ndim <= 1"),
    "axes of a symmetric exchange": ("return x.swapaxes(0, 1)", "x.swapaxes(1, 0)"),
    "the sign of a size": ("return x.size", "abs(x.size)"),
    "a copy of a copy": ("x = x.copy()\n    return x", "(twice)"),
    "files of a net and its Trainer": ("net.save_parameters(x)\n    trainer.save_states(y)", "(after: trainer.save"),
    "files that are read twice": ("trainer.load_states(x)\n    return y", "(twice)"),
    "the order in a filled slice": ("x[:] = 0\n    return y", "x[::-1] = 0"),
    "an assignment, written out": ("x[y] += g(x)\n    return x", "x[y] = x[y] + g(x)"),
    "the sign of a mean of squares": ("return nd.square(x).mean()", "abs(nd.square(x)"),
    "which text is greater": ("return g(x) if y.grad_req != 'null' else y", "y.grad_req > 'null'"),
    "a second way back that is cut": ("with autograd.record():\n        z = g(x).detach()\n    return z", "(detached)"),
    "a scope for names": ("with x.name_scope():\n        g(y)", "(no scope)"),
}


@pytest.mark.parametrize("what", list(HARMLESS))
def test_changes_that_never_matter_are_not_made(tmp_path: Path, what: str) -> None:
    body, harmless = HARMLESS[what]
    made = mutants_of(exercise(tmp_path, f"def f(x, y):\n    {body}\n"))
    assert made
    assert not any(harmless in (m.name if "->" in harmless else m.name.split(" -> ", 1)[1]) for m in made)


def test_a_part_of_a_result_is_an_expression(tmp_path: Path) -> None:
    one = exercise(tmp_path, "def f(x):\n    return (len(x), *g(x))\n")
    assert "return len(x)" in changes(one, "return-changed")


MATTERS = {
    "rounds whose number is read": ("for i in range(y):\n        x.append(i)", "list(range(y))[::-1]"),
    "one of two updates": (
        "metric.update([x], [x])\n    metric.update([y], [y])",
        "metric.update([y], [y]) -> (twice)",
    ),
    "a trainer's update": ("trainer.update(x)\n    return y", "trainer.update(x) -> (twice)"),
    "a mean of a new output": ("trainer.step(1)\n    metric.update([x], [net(y)])", "(after: metric.update"),
    "draws around what was drawn": ("nd.random.normal(x, 1, out=x)\n    return x", "(twice)"),
    "a matrix or more": ("return x if x.ndim == 2 else y", "x.ndim <= 2"),
}


@pytest.mark.parametrize("what", list(MATTERS))
def test_changes_that_look_harmless_are_made(tmp_path: Path, what: str) -> None:
    body, change = MATTERS[what]
    assert any(change in m.name for m in mutants_of(exercise(tmp_path, f"def f(x, y):\n    {body}\n")))


@pytest.mark.parametrize(("said", "same"), [("float32 (n, k)", True), ("float32 (n, k) or (k,)", False), ("", False)])
def test_an_axis_counted_from_the_end_is_the_same_where_their_number_is_fixed(
    tmp_path: Path, said: str, same: bool
) -> None:
    one = exercise(tmp_path, "def f(x):\n    return g(x.shape[1])\n", ({"x": {"shape": [3, 4]}},))
    described = Exercise(**{**{s: getattr(one, s) for s in one.__slots__}, "params": {"x": said}})
    assert ("return g(x.shape[-1])" in changes(described, "constant-changed")) is not same
    assert "return g(x.shape[0])" in changes(described, "constant-changed")


@pytest.mark.parametrize(("law", "turned"), [(("uniform", 0.0, 1.0), False), (("bernoulli", "x"), True), ((), True)])
def test_draws_of_one_law_are_not_turned_round(tmp_path: Path, law: tuple[str | float, ...], turned: bool) -> None:
    one = exercise(tmp_path, "def f(x):\n    return g(x)\n", ({"x": {"shape": [3]}},))
    compare = Compare(statistics=Statistics(law=law) if law else None)
    drawn = Exercise(**{**{s: getattr(one, s) for s in one.__slots__}, "compare": compare})
    assert ("return g(x)[::-1]" in changes(drawn, "return-changed")) is turned
    assert ("return abs(g(x))" in changes(drawn, "return-changed")) is (law[:1] != ("bernoulli",))


def test_what_the_prompt_asks_for_is_changed(tmp_path: Path) -> None:
    one = exercise(tmp_path, "def f(net):\n    net.initialize(init.Xavier())\n    net.hybridize()\n    return net\n")
    asked = Exercise(
        **{**{s: getattr(one, s) for s in one.__slots__}, "prompt": "Hybridize it, with Xavier's weights."}
    )
    assert "net.initialize(init.Normal())" in changes(asked, "name-mistaken")
    assert "solution: net.hybridize() -> (dropped)" in [m.name for m in mutants_of(asked)]


def test_gradients_are_cut_only_where_they_are_recorded(tmp_path: Path) -> None:
    body = """\
    w.attach_grad()
    with autograd.record():
        y = w * x
        with autograd.pause():
            z = w * y
    w += w.grad * y
"""
    one = exercise(tmp_path, f"from mxnet import autograd\n\n\ndef f(x, w):\n{body}")
    assert changes(one, "detached") == ["(detached)", "y = w.detach() * x"]


def test_every_mutant_parses_and_differs_from_all_others_and_from_every_right_answer(tmp_path: Path) -> None:
    one = exercise(tmp_path, "def f(x):\n    return x - 1\n", other='def f(x):\n    """Text."""\n    return x + 1\n')
    made = mutants_of(one)
    forms = [ast.dump(ast.parse(m.source)) for m in made]
    right = [ast.dump(ast.parse(f"def f(x):\n    return x {sign} 1\n")) for sign in "-+"]
    assert len(set(forms)) == len(forms)
    assert not set(forms) & set(right)
    assert len({m.name for m in made}) == len(made)


def test_a_name_holds_when_other_lines_change(tmp_path: Path) -> None:
    before = exercise(tmp_path / "a", "def f(x):\n    y = g(x)\n    return y - 1\n")
    after = exercise(
        tmp_path / "b",
        "# A comment.\ndef h(x):\n    return x\n\n\ndef f(x):\n    y = h(g(x))\n    return y - 1  # more\n",
    )
    name = "solution: return y - 1 -> return y + 1"
    (old,) = [m for m in mutants_of(before) if m.name == name]
    (new,) = [m for m in mutants_of(after) if m.name == name]
    assert (old.line, new.line) == (3, 8)


def test_equal_lines_are_distinguished(tmp_path: Path) -> None:
    one = exercise(tmp_path, "def f(x):\n    g(x)\n    h(x)\n    g(x)\n")
    names = [m.name for m in mutants_of(one) if m.operator == "statement-dropped"]
    assert names == ["solution: g(x) -> (dropped)", "solution: h(x) -> (dropped)", "solution: g(x) -> (dropped) (2)"]


def test_mutants_come_in_the_same_order_and_a_seed_picks_the_same(tmp_path: Path) -> None:
    one = exercise(tmp_path, "def f(x, y):\n    return g(x, y) - h(y, x)\n")
    every = chosen([one], None, 0)
    assert every == chosen([one], None, 5)
    assert chosen([one], 6, 1) == chosen([one], 6, 1) != chosen([one], 6, 2)
    assert len(chosen([one], 6, 1)) == 6
    assert [every.index(pair) for pair in chosen([one], 6, 1)] == sorted(every.index(p) for p in chosen([one], 6, 1))


def tried(name: str, outcome: Outcome, line: int = 1) -> Tried:
    return Tried("tensors/one", Mutant(name, "sign-dropped", "solution.py", line, "source"), outcome, "message")


def marked(folder: Path, *names: str) -> Exercise:
    one = exercise(folder, "def f(x):\n    return x\n")
    marks = dict.fromkeys(names, "It does the same.")
    return Exercise(**{**{s: getattr(one, s) for s in one.__slots__}, "equivalent": marks})


FATES = [
    tried("a", "survived", 2), tried("b", "sometimes"), tried("c", "died"), tried("d", "broken"),
    *[tried(f"k{i}", "killed") for i in range(18)],
]  # fmt: skip


def test_survivors_are_those_without_a_mark_in_the_order_of_the_lines(tmp_path: Path) -> None:
    assert [r.mutant.name for r in survivors([marked(tmp_path)], FATES)] == ["b", "a"]
    assert [r.mutant.name for r in survivors([marked(tmp_path, "a")], FATES)] == ["b"]


def findings_on(one: Exercise, *, whole: bool = True) -> list[str]:
    """Return the findings on the marks; the last one is always that of the broken mutant."""
    *found, broken = map(str, findings_of(one, FATES, whole=whole))
    assert broken == "tensors/one: d could not be graded: message"
    return found


def test_a_mark_must_name_a_mutant_that_passes(tmp_path: Path) -> None:
    assert findings_on(marked(tmp_path, "a")) == []
    (killed,) = findings_on(marked(tmp_path, "k3"))
    assert killed == "tensors/one/exercise.yaml: equivalent: 'k3' is refused: remove the mark"
    (died,) = findings_on(marked(tmp_path, "c"), whole=False)
    assert "'c' is refused" in died
    (stale,) = findings_on(marked(tmp_path, "z"))
    assert "there is no mutant 'z' now" in stale
    assert findings_on(marked(tmp_path, "z"), whole=False) == []


def test_a_mark_without_an_answer_means_the_change_in_each_answer(tmp_path: Path) -> None:
    both = [tried("solution: x -> y", "survived"), tried("right_nd: x -> y", "survived")]
    many = [*both, *(tried(f"k{i}", "killed") for i in range(40))]
    one = marked(tmp_path, "x -> y")
    assert (list(survivors([one], many)), list(findings_of(one, many, whole=True))) == ([], [])
    assert [r.mutant.name for r in survivors([marked(tmp_path, "solution: x -> y")], many)] == ["right_nd: x -> y"]
    (found,) = findings_of(one, [*many[1:], tried("solution: x -> y", "killed")], whole=True)
    assert str(found).endswith("'solution: x -> y' is refused: name the answers in which it is right")


def test_at_most_one_running_mutant_in_twenty_is_marked(tmp_path: Path) -> None:
    (found,) = findings_on(marked(tmp_path, "a", "b"))
    assert found.endswith("equivalent: 2 of 20 running mutants are marked, at most 5% may be")


def test_the_table_counts_running_mutants_alone(tmp_path: Path) -> None:
    one = marked(tmp_path, "a")
    head, row = table([one], FATES)
    assert head.split() == ["topic", "mutants", "died", "running", "marked", "killed", "left", "share"]
    assert row.split() == ["tensors", "22", "1", "20", "1", "18", "1", "94.74%"]


class Reports:
    """A grader that has prepared verdicts."""

    def __init__(self, *verdicts: Verdict, cases: int = 2) -> None:
        self._verdicts, self._cases = list(verdicts), cases
        self.seeds: list[int | None] = []

    def grade(self, submission: Submission, *, named: bool) -> Report:
        assert not named
        self.seeds.append(submission.seed)
        verdict = self._verdicts.pop(0)
        cases = tuple(CaseResult("", verdict) for _ in range(self._cases))
        return Report(submission.exercise.id, verdict, verdict.value, cases)


R, W, E, B = Verdict.RIGHT, Verdict.WRONG, Verdict.ERROR, Verdict.BROKEN


@pytest.mark.parametrize(
    ("verdicts", "cases", "outcome"),
    [
        ((W,), 2, "killed"), ((W, W, W), 1, "killed"), ((W, R, W), 1, "sometimes"), ((R, W, W), 2, "sometimes"),
        ((R, R, R), 2, "survived"), ((E,), 2, "died"), ((Verdict.TIMEOUT,), 0, "died"), ((Verdict.CRASH,), 0, "died"),
        ((B, B), 0, "broken"), ((B, W), 2, "killed"),
    ],
)  # fmt: skip
def test_a_mutant_is_killed_by_two_cases_or_on_each_of_three_draws(
    tmp_path: Path, verdicts: tuple[Verdict, ...], cases: int, outcome: str
) -> None:
    grader: Any = Reports(*verdicts, cases=cases)
    one = exercise(tmp_path, "def f(x):\n    return x\n")
    result = run_mutant(grader, one, Mutant("m", "o", "solution.py", 1, "source"), 7)
    assert result.outcome == outcome
    assert len(grader.seeds) == len(verdicts)
    assert grader.seeds == ([7, 8, 9] if len(verdicts) == 3 else [7] * len(verdicts))
