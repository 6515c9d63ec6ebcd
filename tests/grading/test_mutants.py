"""`dev check --mutants` refuses changed answers, shows those that pass, and checks the marks."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.authoring.mutation import run as mutation
from tests.grading.commands import Command, changed

pytestmark = [pytest.mark.grading, pytest.mark.usefixtures("kept")]
EVEN = (
    "solution: return nd.square(x) -> return nd.square(abs(x))",
    "solution: return nd.square(x) -> return nd.square(-x)",
)
MARKS = "equivalent:\n  A square has no sign:\n" + "".join(f"    - '{name}'\n" for name in EVEN)


def test_an_exercise_whose_cases_can_tell_has_no_survivors(run: Command) -> None:
    done = run("dev", "check", "--mutants", "tensors/halve", "--seed", 1)
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines()[-1] == "mxtutor: seed 1"
    assert done.err.splitlines()[-2].endswith("100.00%")


def test_survivors_are_listed_with_their_lines(run: Command) -> None:
    done = run("dev", "check", "--mutants", "tensors/square")
    assert done.code == 1
    lines = done.out.splitlines()
    assert f"    {EVEN[0]}" in lines
    assert "tensors/square/solution.py:5: survived, parameter-changed" in lines
    assert not any("np.sqrt" in line for line in lines)


def test_a_narrow_case_lets_a_constant_pass(run: Command, tmp_path: Path) -> None:
    pack = changed(tmp_path, "halve/solution.py", "x / 2", "x - x / 2")
    yaml = pack / "exercises" / "tensors" / "halve" / "exercise.yaml"
    text = yaml.read_text()
    yaml.write_text(
        text[: text.index("cases:")] + "cases:\n  - {x: {values: [0.0, 0.0]}}\n" + text[text.index("compare:") :]
    )
    done = run("dev", "check", "--mutants", "tensors/halve", pack=pack)
    assert done.code == 1
    assert "    solution: return x - x / 2 -> return x + x / 2" in done.out.splitlines()


def test_marks_are_taken_and_held_to_their_share(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = changed(tmp_path, "square/exercise.yaml", "explain:", f"{MARKS}explain:")
    done = run("dev", "check", "--mutants", "tensors/square", pack=pack)
    assert all(name not in done.out.replace("equivalent", "") or name in MARKS for name in EVEN)
    assert not any(f"    {name}" in done.out.splitlines() for name in EVEN)
    stale = changed(tmp_path, "square/exercise.yaml", EVEN[0], "solution: gone -> (dropped)")
    done = run("dev", "check", "--mutants", "tensors/square", pack=stale)
    assert "equivalent: there is no mutant 'solution: gone -> (dropped)' now" in done.out
    killed = changed(
        tmp_path, "square/exercise.yaml", "solution: gone -> (dropped)", "solution: return nd.square(x) -> return x"
    )
    done = run("dev", "check", "--mutants", "tensors/square", pack=killed)
    assert "equivalent: 'solution: return nd.square(x) -> return x' is refused: remove the mark" in done.out


def test_a_sample_takes_so_many_and_the_same_for_a_seed(run: Command) -> None:
    first, again = (run("dev", "check", "--mutants", "--sample", 12, "--seed", 3) for _ in range(2))
    assert first.err.splitlines()[-2].split()[:2] == ["tensors", "12"]
    assert (first.out, first.err.splitlines()[-1]) == (again.out, "mxtutor: seed 3")


def test_what_is_known_is_shown_when_a_run_is_stopped(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = mutation.tried, []

    def stopping(*arguments: object) -> mutation.Tried:
        calls.append(arguments)
        if len(calls) > 5:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(mutation, "tried", stopping)
    done = run("dev", "check", "--mutants", "tensors/halve", "--jobs", 1)
    assert done.code == 130
    assert any(line.startswith("mxtutor: stopped after 5 of ") for line in done.err.splitlines())
    assert any(line.split()[:2] == ["tensors", "5"] for line in done.err.splitlines())


def test_a_name_that_is_not_an_exercise_is_refused(run: Command) -> None:
    done = run("dev", "check", "--mutants", "tensors/nothing")
    assert (done.code, done.line) == (
        2,
        "The course has no exercise or topic tensors/nothing. `mxtutor list` shows the ids.",
    )
