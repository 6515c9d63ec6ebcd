"""`dev check` finds each planted fault, and in what `dev new` makes the texts that an author must replace."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.grading.workers import child_process
from tests.grading.commands import Command, changed

pytestmark = pytest.mark.grading


@pytest.mark.usefixtures("kept")
def test_the_tiny_course_is_proven(run: Command) -> None:
    done = run("dev", "check")
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines()[-1] == "mxtutor: 8 proven, 0 findings"


@pytest.mark.usefixtures("kept")
def test_a_sample_is_proven_beside_the_listing(run: Command) -> None:
    done = run("dev", "check", "--sample", "2", "--seed", "1")
    assert done.code == 0
    assert done.err.splitlines()[-1] == "mxtutor: 3 proven, 0 findings"


CHANCE = '''\
"""Chance.

That is chance.
"""

import numpy as onp
from mxnet import nd


def square(x):
    return nd.array(onp.random.random(x.shape))
'''
FAULTS: dict[str, tuple[str, str, str, str]] = {
    "starter right": ("halve/starter.py", "x /= 2\n    return x", "return x / 2", "the starter is right already"),
    "solution wrong": ("square/solution.py", "nd.square(x)", "nd.abs(x)", "solution.py is wrong: "),
    "solution in pieces": ("square/solution.py", "(x):", "(x)", "solution.py does not parse"),
    "right wrong": ("square/right_np.py", "np.square", "np.abs", "right_np.py is wrong: "),
    "wrong passes": ("square/wrong_cube.py", "x * x * x", "x * x", "wrong_cube.py passes (seed "),
    "wrong unnamed": ("square/wrong_random.py", "", CHANCE, "wrong_random.py is refused as no known mistake"),
    "wrong alike": (
        "square/wrong_in_place.py",
        "x *= x\n    return x",
        "return x * x * x",
        "wrong_in_place.py is refused as cube",
    ),
    "wrong without message": ("square/wrong_cube.py", "That is the third power: multiply once.", "", "its docstring"),
    "trivial passes": ("square/exercise.yaml", "type: mxnet", "type: none", "the trivial answer 'none' passes"),
    "trivial in vain": ("square/exercise.yaml", "explain:", "trivial: [ones]\nexplain:", "trivial lists 'ones'"),
    "two hints": ("square/exercise.yaml", '[Multiply., "`nd', '["`nd', "exercise.yaml has 2 hints, 3 to 6 are needed"),
    "eight hints": ("square/exercise.yaml", "[Multiply., ", "[a, b, c, d, e, Multiply., ", "exercise.yaml has 8 hints"),
    "no tolerance": (
        "square/exercise.yaml",
        "1.0e-6, 1.0e-6], inputs: unchanged, alias: fresh}\ntolerance: One multiplication, rounded once.",
        "1.0e-3, 1.0e-6], inputs: unchanged, alias: fresh}",
        "lacks tolerance",
    ),
    "no explanation": ("pick/exercise.yaml", "explain: MXNet says `concat`.", "", "exercise.yaml lacks explain"),
    "a file too many": ("square/notes.txt", "", "mine", "notes.txt is not a file of an exercise"),
    "style unnamed": ("square/right_x.py", "", "def square(x):\n    return x * x\n", "right_x.py: 'X' does not name"),
    "style named twice": (
        "square/right_composite.py",
        "def square",
        '"""Arrays of mx.np."""\n\n\ndef square',
        "another right answer is named 'Arrays of mx.np'",
    ),
    "other parameters": ("square/right_composite.py", "(x)", "(x, y=None)", "parameters ['x', 'y']"),
    "reference raises": ("square/reference.py", "torch.square(x)", "torch.cube(x)", "reference.py raised"),
    "case in vain": ("square/exercise.yaml", "{shape: [3, 4], ", "{shap: [3, 4], ", "case 1: no known key among"),
    "a size in vain": (
        "square/exercise.yaml",
        "explain:",
        "domain: {sizes: {q: 1..3}, x: {shape: any}}\nexplain:",
        "domain: the size q is in no argument",
    ),
    "a condition in vain": (
        "square/exercise.yaml",
        "explain:",
        "domain: {sizes: {q: 1..3}, cover: [q = 7], x: {shape: [q]}}\nexplain:",
        "domain: `cover` has 'q = 7', which never comes",
    ),
    "a domain with an odd word": (
        "square/exercise.yaml",
        "explain:",
        "domain: {x: {shape: any}, axis: axis of x}\nexplain:",
        "axis: 'axis of x' is not a range, an axis or a formula of sizes",
    ),
    "a domain without a parameter": (
        "square/exercise.yaml",
        "explain:",
        "domain: {y: [1, 2]}\nexplain:",
        "domain lacks 'x'",
    ),
    "an odd pattern": ("square/exercise.yaml", '"no attribute \'square_\'"', '"("', "is not a regular expression"),
    "two right options": ("pick/exercise.yaml", "text: \"`nd.join", "right: true, text: \"`nd.join", "exactly one"),
    "proof fails": ("pick/proof.py", "(2, 2)", "(1, 4)", "proof.py fails: AssertionError"),
    "proof of nothing": ("pick/proof.py", "assert ", "", "proof.py has no assertion"),
    "snippet fails": ("width/snippet.py", "nd.concat", "nd.cat", "snippet.py fails: AttributeError"),
    "a folder unlisted": ("cube/exercise.yaml", "", "title: Cube", "tensors/cube: course.yaml does not list it"),
    "a lesson unlisted": ("roots.md", "", "---\ntitle: Roots\n---\n", "tensors/roots: course.yaml does not list it"),
    "a pair that differs": ("powers.md", "nd.array([1.0, 3.0])", "nd.array([1.0, 2.0])", "block 2: They differ here."),
    "a pair that agrees": ("powers.md", "```mxnet\n", "```mxnet agree=differs\n", "block 2: Both give the same"),
    "a pair that fails": ("powers.md", "torch.square", "torch.cube", "block 2: the torch block fails: AttributeError"),
    "a trap that is none": ("powers.md", ".square_()", ".square()", "block 4: It does not raise"),
    "another trap": ("powers.md", "attribute 'square_'\"", "attribute 'cube_'\"", "block 4: It does not"),
    "another title": ("powers.md", "title: Powers", "title: Roots", "its title is 'Roots', course.yaml says 'Powers'"),
}  # fmt: skip


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(("name", "old", "new", "finding"), FAULTS.values(), ids=list(FAULTS))
def test_a_planted_fault_is_found(run: Command, tmp_path: Path, name: str, old: str, new: str, finding: str) -> None:
    pack = changed(tmp_path, name, old, new)
    only = ["tensors/powers"] if name.endswith(".md") else [f"tensors/{name.partition('/')[0]}"]
    done = run("dev", "check", *(() if "course.yaml does not list" in finding else only), pack=pack)
    assert done.code == 1
    assert finding in done.out


@pytest.mark.usefixtures("kept")
def test_a_reference_that_raises_is_one_finding(run: Command, tmp_path: Path) -> None:
    done = run("dev", "check", "tensors/square", pack=changed(tmp_path, "square/reference.py", "square(x)", "cube(x)"))
    assert done.out.count("\n") == 1
    assert done.err.splitlines()[-1] == "mxtutor: 0 proven, 1 finding"


@pytest.mark.parametrize("options", [[], ["--mutants"]])
def test_an_exercise_that_is_not_listed_yet_is_one_line(run: Command, tmp_path: Path, options: list[str]) -> None:
    done = run(
        "dev", "check", "tensors/cube", *options, pack=changed(tmp_path, "cube/exercise.yaml", "", "title: Cube")
    )
    assert done.code == 2
    assert done.line.endswith(" tensors/cube. List it in lessons/course.yaml.")


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(("last", "told"), [("return y", True), ("return ___", False)])
def test_hints_that_contain_a_whole_solution_are_found(run: Command, tmp_path: Path, last: str, told: bool) -> None:
    lines = ["y = nd.square(x)", "assert y.shape == x.shape", "y = y * 1", "return y"]
    changed(tmp_path, "square/solution.py", "return nd.square(x)", "\n    ".join(lines))
    skeleton = "\\n".join([*lines[:3], last])
    pack = changed(tmp_path, "square/exercise.yaml", "return nd.___(x)", skeleton)
    done = run("dev", "check", "tensors/square", pack=pack)
    assert ("the hints contain the whole solution" in done.out) == told


@pytest.mark.usefixtures("kept")
def test_what_a_domain_covers_is_shown(run: Command, tmp_path: Path) -> None:
    domain = "domain: {sizes: {m: 1..4, n: 1..4}, x: {shape: [m, n], values: -3..3}}\nexplain:"
    pack = changed(tmp_path, "square/exercise.yaml", "explain:", domain)
    done = run("dev", "check", "tensors/square", "--seed", "1", pack=pack)
    assert (done.code, done.out) == (0, "")
    lines = [line.split() for line in done.err.splitlines()]
    assert any(line[:1] == ["tensors/square:"] and line[2:] == ["cases", "from", "a", "domain"] for line in lines)
    (row,) = (line for line in lines if line[:2] == ["m,", "n"])
    assert [*row[2:4], *row[6:8]] == ["m", "<", "m", "="]


@pytest.mark.usefixtures("kept")
def test_inputs_are_drawn_by_a_given_seed(run: Command, tmp_path: Path) -> None:
    pack = changed(tmp_path, "square/wrong_cube.py", "x * x * x", "x * x")
    done = run("dev", "check", "tensors/square", "--seed", 20811, pack=pack)
    assert "wrong_cube.py passes (seed 20811)" in done.out


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("name", ["square/solution.py", "square/reference.py", "halve/starter.py", "width/snippet.py"])
def test_a_file_that_is_missing_is_found(run: Command, tmp_path: Path, name: str) -> None:
    pack = changed(tmp_path, name, "\n", "\n")
    (pack / "exercises" / "tensors" / name).unlink()
    done = run("dev", "check", f"tensors/{name.partition('/')[0]}", pack=pack)
    assert done.code == 1
    assert Path(name).name in done.out


@pytest.mark.usefixtures("kept")
def test_a_listing_with_faults_is_found(run: Command, tmp_path: Path) -> None:
    pack = changed(tmp_path, "square/right_np.py", "x", "x")
    path = pack / "lessons" / "course.yaml"
    path.write_text(path.read_text().replace("tensors/halve", "tensors/square, tensors/third"))
    done = run("dev", "check", pack=pack)
    assert done.code == 1
    for finding in (
        "tensors/square: course.yaml lists it more than once",
        "tensors/third: course.yaml lists it, but it has no folder",
        "tensors/halve: course.yaml does not list it",
    ):
        assert finding in done.out


def test_content_is_not_blamed_for_workers_that_cannot_start(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "START", "raise SystemExit('no disk left')")
    done = run("dev", "check", "tensors/square")
    assert (done.code, done.out) == (3, "")
    assert "no disk left" in done.line


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("slug", ["fourth-power", "lambda"])
def test_what_dev_new_makes_is_proven_but_for_its_texts(run: Command, tmp_path: Path, slug: str) -> None:
    pack = changed(tmp_path, "square/right_np.py", "x", "x")
    made = run("dev", "new", f"tensors/{slug}", pack=pack)
    folder = pack / "exercises" / "tensors" / slug
    assert made.code == 0
    assert sorted(made.out.split()) == sorted(str(path) for path in folder.iterdir())
    path = pack / "lessons" / "course.yaml"
    path.write_text(path.read_text().replace("tensors/halve", f"tensors/{slug}"))
    done = run("dev", "check", f"tensors/{slug}", pack=pack)
    assert done.code == 1
    assert len(done.out.splitlines()) == 5
    assert all("exercise.yaml still says" in line for line in done.out.splitlines())
