"""The truth table covers the documents and teaches by exercises that exist; its proof by `dev check` finds faults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mxtutor.authoring.table_form import form_findings
from mxtutor.authoring.truth import check_truth
from mxtutor.content.loader import load_course
from mxtutor.content.model import Course
from mxtutor.content.truth import load_truth
from mxtutor.grading.grader import LocalGrader
from mxtutor.paths import content_root

ROOT = content_root()
DOCUMENTED, BEYOND = 110, 60
"""Smallest numbers of rows from the documents and of names beyond them."""


@pytest.fixture(scope="module")
def grader() -> Iterator[LocalGrader]:
    """Both frameworks, warm."""
    with LocalGrader() as made:
        made.require_ready()
        yield made


def test_each_row_of_the_documents_is_taught() -> None:
    rows = [row for row in load_truth(ROOT) if row.rows]
    assert len({name for row in rows for name in row.rows}) >= 90
    assert [row.torch for row in rows if not row.exercise] == []


def test_the_exercise_of_each_row_exists() -> None:
    named = {row.exercise for row in load_truth(ROOT)} - {""}
    assert {i for i in named if not (ROOT / "exercises" / i / "exercise.yaml").is_file()} == set()


def test_the_table_is_as_large_as_it_claims() -> None:
    rows = load_truth(ROOT)
    documented = sum(bool(row.rows) for row in rows)
    assert documented >= DOCUMENTED
    assert len(rows) - documented >= BEYOND


def test_each_row_brings_what_its_class_needs() -> None:
    assert list(form_findings(load_truth(ROOT), load_course(ROOT))) == []


HEAD = "format_version: 1\nverified: {torch: 2.13.0, mxnet: 1.9.1}\nrows:\n"
CLIP = """\
  - torch: torch.clamp
    class: renamed
    mxnet_nd: nd.clip(x, lo, hi)
    mxnet_np: np.clip(x, lo, hi)
    note: It is called clip.
    short: "`nd.clip(x, lo, hi)`"
    arguments: {min: a_min, out: {nd: out}, input: {instead: Pass the array first.}}
    demos:
      - {torch: "torch.tensor([7]) / 2", torch_gives: "[3.5]", nd: "nd.arange(2).clip(1)", mxnet_gives: "error: a_max"}
    exercise: tensors/clip
    proof:
      given: {x: [-3, 0.5, 7], lo: -1.0, hi: 1.5}
      torch: torch.clamp(x, lo, hi)
      absent: [nd.clamp]
      gone: [torch.clamper]
      traps:
        - {nd: "nd.clip(x, lo)", raises: Required parameter a_max}
        - {nd: "nd.clip(x, lo, 9)", differs: true}
        - {nd: "nd.clip(x, lo, hi).shape == (3,)", holds: true}
        - {nd: "nd.clip(x, a_min=-2, a_max=9, out=x)", torch: "torch.clamp(x, min=-2, max=9, out=x)", agrees: true}
        - {np: "np.clip(x, a_min=-2, a_max=9)", torch: "torch.clamp(x, min=-2, max=9)", agrees: true}
"""


def proven(folder: Path, rows: str, grader: LocalGrader) -> list[str]:
    """Return the faults of a table with these rows."""
    (folder / "lessons").mkdir()
    (folder / "lessons" / "truth.yaml").write_text(HEAD + rows)
    real = load_course(ROOT)
    return [str(finding) for finding in check_truth(Course(folder, real.topics), grader)]


@pytest.mark.grading
def test_a_sound_row_has_no_findings(tmp_path: Path, grader: LocalGrader) -> None:
    assert proven(tmp_path, CLIP, grader) == []


@pytest.mark.grading
@pytest.mark.parametrize(
    ("was", "planted", "message"),
    [
        ("nd.clip(x, lo, hi)\n", "nd.clip(x, lo, 2)\n", "the nd form gives"),
        ("np.clip(x, lo, hi)", "np.clip(x, hi)", "the np form gives nothing to compare"),
        ("np.clip(x, lo, hi)", "np.clip(x[:2], lo, hi)", "the np form gives"),
        ("torch: torch.clamp(x, lo, hi)", "torch: torch.clamp(x, 'lo')", "the torch code gives nothing to compare"),
        ("torch: torch.clamp(x, lo, hi)", "torch: torch.clip(x, lo, hi)", "its torch code does not use the name"),
        ("absent: [nd.clamp]", "absent: [nd.clip]", "nd.clip is not absent"),
        ("absent: [nd.clamp]", "absent: []", "absent must list torch's name"),
        ("gone: [torch.clamper]", "gone: [torch.clamp]", "torch.clamp is not gone"),
        ("raises: Required", "raises: Nothing of", "'Nothing of parameter a_max' expected"),
        ("nd.clip(x, lo, 9)", "nd.clip(x, lo, hi)", "it gives torch's value"),
        ("nd.clip(x, lo, 9)", "nd.clip(x)", "it raises MXNetError"),
        (".shape == (3,)", ".shape == (4,)", "it gives False"),
        ("tensors/clip", "tensors/clamp", "its exercise 'tensors/clamp' is not in the course"),
        ("class: renamed", "class: same", "a form must use torch's name"),
        ("class: renamed", "class: behaviour\n    also: [torch.clamp]", "lists torch.clamp too"),
        (
            "class: renamed",
            "class: renamed\n    also: [torch.nn.functional.relu]",
            "relu gives nothing to compare: TypeError",
        ),
        ("class: renamed", "class: renamed\n    also: [torch.fmod]", "torch.fmod gives nothing to compare"),
        (
            "class: renamed",
            "class: renamed\n    also: [{torch: torch.minimum, proof: 'torch.minimum(x, x)'}]",
            "gives [",
        ),
        (
            "class: renamed",
            "class: renamed\n    also: [{torch: torch.clip, proof: 'x.clamp(lo, hi)'}]",
            "does not use the name",
        ),
        ("class: renamed", "class: renamed\n    also: [torchvision.clip]", "not_run must give the reason"),
        ("torch: torch.clamp(x, lo, hi)", "torch: x.clamp(lo, hi)", "its torch code does not use the name"),
        ("gone: [torch.clamper]", "gone: ['torch.clamper(x']", "torch.clamper(x is not gone: SyntaxError"),
        ("differs: true", "agrees: true", "torch gives"),
        ("min: a_min", "min: lower", "no code of nd that agrees with torch passes min as lower"),
        ("min: a_min", "least: a_min", "torch.clamp has no argument least"),
        ('torch_gives: "[3.5]"', 'torch_gives: "[3]"', "[3] expected, it gives [3.5]"),
        ("error: a_max", "error: a_most", "'a_most' expected, it gives MXNetError"),
        ("error: a_max", "[1, 1]", "[1, 1] expected, it gives MXNetError"),
        ('short: "`nd.clip', 'short: "`np.clamp', "short shows np.clamp(x, lo, hi), which neither"),
        ("class: renamed", "class: missing", "instead and cost must tell"),
        (
            "nd.clip(x, lo, hi)\n",
            "nd.clip(x, lo, hi).detach()\n",
            "gradient of the nd form is none, the row says right",
        ),
        (
            "nd.clip(x, lo, hi)\n",
            "nd.clip(x.detach(), lo, hi) + x - x.detach()\n",
            "gradient of the nd form is wrong, the row says",
        ),
        (
            "nd.clip(x, lo, hi)\n",
            "nd.clip(x, lo, hi, out=x)\n",
            "gradient of the nd form is raises, the row says right",
        ),
        (
            "class: renamed",
            "class: renamed\n    gradient: {np: none}",
            "gradient of the np form is right, the row says none",
        ),
        ('nd: "nd.clip(x, a_min=-2', 'nd: "nd.clip(x, -2', "no code of nd that agrees with torch passes min as a_min"),
        ("np.clip(x, a_min=-2", "np.clip(x, -2", "no code of np that agrees with torch passes min as a_min"),
        (
            "class: renamed",
            "class: renamed\n    also: [{torch: Tensor.clamp_, proof: '(x * 1).clamp_(lo, hi)'}]",
            "its torch code does not call it on a variable",
        ),
        ("class: renamed", "class: missing\n    found: [clamp]", "which is not a name of it"),
    ],
)
def test_a_planted_fault_is_found_and_names_its_row(
    tmp_path: Path, grader: LocalGrader, was: str, planted: str, message: str
) -> None:
    assert was in CLIP
    found = proven(tmp_path, CLIP.replace(was, planted, 1), grader)
    assert any(message in line and line.startswith("truth.yaml: torch.clamp: ") for line in found), found


@pytest.mark.grading
def test_a_name_that_a_search_finds_is_not_missing(tmp_path: Path, grader: LocalGrader) -> None:
    row = """\
  - torch: torch.fft.fft
    class: missing
    note: Nothing.
    instead: NumPy.
    cost: A copy.
    proof: {torch: torch.fft.fft(torch.ones(2)).real, absent: [nd.fft]}
"""
    (line,) = proven(tmp_path, row, grader)
    assert "MXNet has nd.contrib.fft" in line
    (tmp_path / "listed").mkdir()
    assert proven(tmp_path / "listed", row.replace("    note", "    found: [fft]\n    note"), grader) == []


@pytest.mark.grading
def test_other_names_are_proven_as_functions_methods_and_by_code_of_their_own(
    tmp_path: Path, grader: LocalGrader
) -> None:
    own = "{torch: torch.minimum, proof: 'torch.minimum(x.clamp(lo), x * 0 + hi)'}"
    names = f"[Tensor.clamp, torch.clip, Tensor.clip_, {own}]"
    assert proven(tmp_path, CLIP.replace("class: renamed", f"class: renamed\n    also: {names}"), grader) == []


@pytest.mark.grading
def test_a_row_that_changes_its_process_does_not_change_the_proofs_of_others(
    tmp_path: Path, grader: LocalGrader
) -> None:
    changing = CLIP.replace("torch.clamp", "torch.clip").replace(
        "      torch: torch.clip(x", "      alone: true\n      torch: torch.clip(x"
    )
    changing = changing.replace("nd.clip(x, lo, hi)\n", "(nd.clip(x, lo, hi), setattr(nd, 'clip', None))[0]\n")
    assert "alone: true" in changing
    assert proven(tmp_path, changing + CLIP, grader) == []


@pytest.mark.grading
def test_a_row_that_kills_its_process_is_named_and_the_others_are_proven(tmp_path: Path, grader: LocalGrader) -> None:
    fatal = CLIP.replace("torch.clamp", "torch.clip").replace(
        "nd.clip(x, lo, hi)\n", "(__import__('os').abort(), x)[1]\n"
    )
    found = proven(tmp_path, CLIP + fatal, grader)
    assert found
    assert all(line.startswith("truth.yaml: torch.clip: ") for line in found), found


@pytest.mark.grading
def test_other_versions_than_those_stated_are_reported(tmp_path: Path, grader: LocalGrader) -> None:
    row = CLIP.replace("    proof:", "    verified: {torch: 1.0.0, mxnet: 1.9.1}\n    proof:")
    (line,) = proven(tmp_path, row, grader)
    assert "verified on torch 1.0.0, mxnet 1.9.1; this is torch 2.13.0, mxnet 1.9.1" in line


FIRST_WORDS = ("Without a gradient", "Its gradient is", "It is an error inside", "In `nd`: ", "In `np`: ")


def test_the_note_of_a_row_with_another_gradient_than_torch_begins_with_it() -> None:
    rows = [row for row in load_truth(ROOT) if row.gradient]
    assert rows
    assert {row.torch for row in rows if not row.note.startswith(FIRST_WORDS)} == set()


STACK = """\
  - torch: torch.stack
    class: args
    mxnet_nd: nd.stack(*rows)
    note: The arrays are arguments.
    proof:
      given: {rows: {list: [[1, 2], [3, 4]]}}
      torch: torch.stack(rows)
      traps: [{nd: "nd.stack(rows)", raises: must have NDArray type}]
"""


@pytest.mark.grading
def test_gradients_of_a_list_of_arrays_are_compared(tmp_path: Path, grader: LocalGrader) -> None:
    copied = STACK.replace("nd.stack(*rows)", "nd.array([list(row.asnumpy()) for row in rows])")
    (line,) = proven(tmp_path, copied, grader)
    assert "the gradient of the nd form is none, the row says right" in line


def test_no_row_speaks_of_documents_that_its_reader_never_saw() -> None:
    told = {row.torch: " ".join((row.note, row.instead, row.cost, *row.advice)) for row in load_truth(ROOT)}
    assert {name for name, text in told.items() if "the documents" in text.casefold()} == set()


ATTENTION = (ROOT / "exercises/tensors/fix-attention-padding/right_np.py").read_text(encoding="utf-8")
ATTEND = """
values = nd.array([[[0.5, 1.0], [2.0, -1.0], [3.0, 0.25]]])
scores, lengths = np.array([[[1.0, 2.0, 0.5]]]), np.array([2.0])
scores.attach_grad()
npx.set_np()
with autograd.record():
    y = attend(scores.as_nd_ndarray(), lengths.as_nd_ndarray(), values)
y.backward()
[round(float(g), 4) for g in scores.grad.asnumpy().ravel()]
"""
EXPECTED = """
scores = torch.tensor([[[1.0, 2.0, 0.5]]], requires_grad=True)
values = torch.tensor([[[0.5, 1.0], [2.0, -1.0], [3.0, 0.25]]])
attend(scores, torch.tensor([2.0]), values).sum().backward()
[round(float(g), 4) for g in scores.grad.ravel()]
"""


@pytest.mark.grading
def test_the_right_answer_with_masked_scores_has_torch_s_gradient(grader: LocalGrader) -> None:
    reference = (ROOT / "exercises/tensors/fix-attention-padding/reference.py").read_text(encoding="utf-8")
    torch, mxnet = grader.run("torch", reference + EXPECTED), grader.run("mxnet", ATTENTION + ATTEND)
    assert mxnet.value == torch.value == "[0.0983, -0.0983, 0.0]"
