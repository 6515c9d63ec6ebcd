"""The truth table as data, its search in both directions, and `mxtutor lookup`."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.content.form_names import mxnet_names
from mxtutor.content.lookup import Lookup
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import Truth
from mxtutor.errors import ContentError
from mxtutor.paths import content_root

HEAD = "format_version: 1\nverified: {torch: 2.13.0, mxnet: 1.9.1}\nrows:\n"
ROW = """
- torch: torch.acos
  class: renamed
  mxnet_nd: nd.arccos(x)
  note: MXNet spells it out.
  proof:
    given: {x: [0.5]}
    torch: torch.acos(x)
    absent: [nd.acos]
"""


@pytest.fixture(scope="module")
def table() -> Lookup:
    """The tutor's own table."""
    return Lookup.over(load_truth(content_root()))


def pack(folder: Path, rows: str, head: str = HEAD) -> Path:
    """Return a pack that holds a truth table and nothing else."""
    (folder / "lessons").mkdir(parents=True)
    (folder / "lessons" / "truth.yaml").write_text(head + textwrap.indent(rows.strip("\n"), "  ") + "\n")
    return folder


def test_a_row_is_read_as_it_is_written(tmp_path: Path) -> None:
    (row,) = load_truth(pack(tmp_path, ROW))
    assert (row.torch, row.kind, row.mxnet_nd, row.mxnet_np) == ("torch.acos", "renamed", "nd.arccos(x)", "")
    assert row.verified == "torch 2.13.0, mxnet 1.9.1"
    assert row.proof.nd is not None
    assert row.proof.nd.do == "nd.arccos(x)"
    assert row.proof.np is None
    assert row.torch_form == "torch.acos(x)"
    with pytest.raises(AttributeError):
        row.torch = "torch.asin"  # type: ignore[misc]


def test_names_that_are_not_run_are_not_called_proven(tmp_path: Path) -> None:
    names = "  also: [Tensor.acos, {torch: torchvision.acos, not_run: not installed}]\n  class"
    (row,) = load_truth(pack(tmp_path, ROW.replace("  class", names, 1)))
    assert row.names == ("torch.acos", "Tensor.acos", "torchvision.acos")
    assert row.proven_names == ("torch.acos", "Tensor.acos")
    assert row.to_json()["proven_names"] == ["torch.acos", "Tensor.acos"]
    (row,) = load_truth(pack(tmp_path / "b", ROW.replace("  class", "  not_run: no GPU\n  class", 1)))
    assert row.proven_names == ()
    assert row.torch_form == "torch.acos"


@pytest.mark.parametrize(
    ("gradient", "first"),
    [
        ("none", "Without a gradient. MXNet spells it out."),
        ("{nd: wrong}", "Its gradient is wrong. MXNet spells it out."),
    ],
)
def test_a_note_begins_with_a_gradient_that_is_not_torch_s(tmp_path: Path, gradient: str, first: str) -> None:
    (row,) = load_truth(pack(tmp_path, ROW.replace("  note", f"  gradient: {gradient}\n  note", 1)))
    assert row.note == first
    assert row.to_json()["gradient"] == {"nd": gradient.strip("{}").rpartition(" ")[2]}


def test_one_form_without_a_gradient_is_named(tmp_path: Path) -> None:
    both = "  mxnet_np: np.arccos(x)\n  gradient: {np: raises}\n  note"
    (row,) = load_truth(pack(tmp_path, ROW.replace("  note", both, 1)))
    assert row.note == "In `np`: it is an error inside `record()`. MXNet spells it out."


def test_a_name_in_place_says_how_to_write_into_the_array(tmp_path: Path) -> None:
    (row,) = load_truth(pack(tmp_path, ROW.replace("  class", "  also: [Tensor.acos, Tensor.acos_]\n  class", 1)))
    assert row.advice == ("`Tensor.acos_`: write the result into the array, `x[:] = ..`, outside of `record()`.",)


@pytest.mark.parametrize(
    ("proof", "form"),
    [
        ("callable(torch.acos)", "torch.acos"),
        (r'"import torch.x\ncallable(torch.x.y(wait=1))"', "torch.x.y(wait=1)"),
        ("isinstance(torch.acos(x), torch.Tensor)", "torch.acos"),
    ],
)
def test_a_question_whether_a_name_exists_is_not_shown_as_code_to_port(tmp_path: Path, proof: str, form: str) -> None:
    (row,) = load_truth(pack(tmp_path, ROW.replace("torch.acos(x)", proof)))
    assert row.torch_form == form


def test_a_pack_without_a_table_has_the_tutor_s_own(tmp_path: Path) -> None:
    assert load_truth(tmp_path) == load_truth(content_root())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("class: renamed", "class: spelled"), "torch.acos: class is 'spelled'"),
        (("  note: MXNet spells it out.\n", ""), "torch.acos: note is missing"),
        (("note:", "notes:"), "unknown key 'notes'"),
        (("- torch: torch.acos\n  class", "- class"), "row 1: torch is missing"),
        (("absent: [nd.acos]", "absent: nd.acos"), "proof.absent is 'nd.acos'; it must be a list."),
        (("given: {x: [0.5]}", "given: [0.5]"), "proof.given is [0.5]; it must be a mapping."),
        (("torch: torch.acos(x)", "torch: {run: torch.acos(x)}"), "proof.torch: unknown key 'run'"),
        (("absent: [nd.acos]", "traps: [{nd: nd.acos}]"), "a trap needs nd, np or torch, and one of raises"),
        (
            ("  proof", "  verified: {torch: 2.13}\n  proof"),
            "verified.torch is 2.13; it must be a text. Put it in quotes.",
        ),
        (("absent: [nd.acos]", "alone: yes please"), "proof.alone is 'yes please'; it must be true or false."),
        (("absent: [nd.acos]", "rtol: tight"), "proof.rtol is 'tight'; it must be a number above 0."),
        (
            ("absent: [nd.acos]", "traps: [{nd: nd.acos, differs: 3}]"),
            "proof.traps[0].differs is 3; it must be true or false",
        ),
        (("absent: [nd.acos]", "given: {}"), "is not valid YAML: line 11, column 7: the key 'given' occurs twice."),
        (("absent: [nd.acos]", "traps: [nd.acos]"), "proof.traps[0] is 'nd.acos'; it must be a mapping."),
        (("  class", "  also: torch.arccos\n  class"), "also is 'torch.arccos'; it must be a list."),
        (
            ("  class", "  also: [{name: torch.arccos}]\n  class"),
            "also[0]: unknown key 'name'. Known keys: torch, proof, not_run.",
        ),
        (("  class", "  also: [{torch: torch.arccos, proves: 1}]\n  class"), "also[0]: unknown key 'proves'."),
    ],
)
def test_damage_is_one_line_that_names_the_row(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    assert change[0] in ROW
    with pytest.raises(ContentError, match=r"truth\.yaml") as error:
        load_truth(pack(tmp_path, ROW.replace(*change)))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("head", "message"),
    [
        (HEAD.replace("1\n", "2\n", 1), "format_version is 2, this release reads 1"),
        (HEAD.replace("verified: {torch: 2.13.0, mxnet: 1.9.1}\n", ""), "verified is missing."),
        (HEAD.replace("rows:", "rows: [1"), "is not valid YAML"),
    ],
)
def test_a_damaged_head_is_reported(tmp_path: Path, head: str, message: str) -> None:
    with pytest.raises(ContentError) as error:
        load_truth(pack(tmp_path, ROW, head))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("torch.acos", "torch.acos"),
        ("acos", "torch.acos"),
        ("x.acos()", "torch.acos"),
        ("torch.acos(x)", "torch.acos"),
        ("torch.Tensor.acos", "torch.acos"),
        ("nd.arccos", "torch.acos"),
        ("mx.nd.arccos", "torch.acos"),
        ("mxnet.ndarray.arccos", "torch.acos"),
        ("np.arccos", "torch.acos"),
        ("mx.np.arccos", "torch.acos"),
        ("`nd.arccos`", "torch.acos"),
        ("nn.Linear", "torch.nn.Linear"),
        ("torch.nn.Linear", "torch.nn.Linear"),
        ("nn.linear", "torch.nn.Linear"),
        ("F.relu", "torch.relu"),
        ("nn.functional.relu", "torch.relu"),
        ("batch_dot", "torch.bmm"),
        ("nn.Dense", "torch.nn.Linear"),
        ("gluon.Trainer", "torch.optim.SGD"),
        ("trainer.step", "torch.optim.Optimizer.step"),
        ("model.parameters()", "torch.nn.Module.parameters"),
        ("collect_params", "torch.nn.Module.parameters"),
        ("x.view(16)", "Tensor.view"),
        ("x.repeat", "Tensor.repeat"),
        ("nd.repeat", "torch.repeat_interleave"),
        ("x.add_", "torch.add"),
        ("nd.sum", "torch.sum"),
        ("optim.AdamW", "torch.optim.AdamW"),
        ("DataLoader", "torch.utils.data.DataLoader"),
        ("asscalar", "Tensor.item"),
        ("wait_to_read", "torch.cuda.synchronize"),
        ("nd.linalg_syevd", "torch.linalg.eigh"),
        ("inverse cosine", "torch.acos"),
    ],
)
def test_a_name_is_found_as_people_write_it(table: Lookup, query: str, first: str) -> None:
    assert [row.torch for row in table.find(query)][:1] == [first]


def test_a_torch_name_is_not_an_mxnet_name(table: Lookup) -> None:
    assert table.find("torch.arccos")[0].torch == "torch.acos"
    assert table.find("torch.batch_dot") == []


@pytest.mark.parametrize(
    ("query", "near"),
    [("arcos", "torch.arccos"), ("nd.batchdot", "nd.batch_dot"), ("torch.unsqeeze", "torch.unsqueeze"), ("zzzz", None)],
)
def test_near_misses_are_offered(table: Lookup, query: str, near: str | None) -> None:
    assert table.find(query) == []
    assert table.near(query)[:1] == ([near] if near else [])


def test_every_name_of_every_row_finds_that_row(table: Lookup) -> None:
    lost = [name for known in table.known for name in known.row.names if known.row not in table.find(name)]
    assert lost == []


def test_typing_narrows_and_an_empty_line_lists_all(table: Lookup) -> None:
    everything = table.browse("  ")
    assert len(everything) == len(table.known)
    narrowed = [len(table.browse("nd.arccos"[:length])) for length in (4, 6, 9)]
    assert narrowed == sorted(narrowed, reverse=True)
    assert table.browse("arcc")[0].torch == "torch.acos"
    assert table.browse("softmaks")[0].torch == "torch.softmax"
    assert table.browse("qqqqqq") == []


def test_names_in_a_form() -> None:
    form = "m + nd.batch_dot(a, b).sum(axis=0) + x.reshape((1,)).T + onp.pi + mx.init.One() + net.initialize()"
    names = ["nd.batch_dot", "NDArray.sum", "NDArray.reshape", "NDArray.T", "init.One", "gluon.HybridBlock.initialize"]
    assert mxnet_names(form) == names


CONTRACT = {"torch", "mxnet_nd", "mxnet_np", "class", "note", "exercise", "verified"}
CLASSES = {"same", "renamed", "args", "behaviour", "composite", "missing", "removed"}


def test_json_is_the_contract_s(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", "nd.clip", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["query"] == "nd.clip"
    (match,) = answer["matches"]
    assert set(match) >= CONTRACT
    assert all(isinstance(match[key], str) for key in CONTRACT)
    assert (match["torch"], match["class"], match["exercise"]) == ("torch.clamp", "renamed", "tensors/clip")
    assert match["asked"] == "nd.clip"
    assert match["proven_names"] == ["torch.clamp", "Tensor.clamp", "torch.clip", "Tensor.clip", "Tensor.clamp_"]
    assert match["verified"] == "torch 2.13.0, mxnet 1.9.1"


def test_a_name_that_was_not_run_is_not_called_proven(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", "torchvision.transforms.Resize", "--json"]) == 0
    (match,) = json.loads(capsys.readouterr().out)["matches"]
    assert (match["proven_names"], match["verified"]) == ([], "mxnet 1.9.1")
    assert "torchvision is not installed here" in match["not_run"]
    assert main(["lookup", "torchvision.transforms.Resize"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "proven" not in out
    assert "not run: torchvision.transforms.Resize (torchvision is not installed here" in out
    assert main(["lookup", "torch.acos"]) == 0
    assert "all 5 names proven on torch 2.13.0, mxnet 1.9.1" in capsys.readouterr().out


def test_json_without_a_match_names_near_misses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", "torch.arcos", "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["matches"] == []
    assert "torch.arccos" in json.loads(out)["near"]
    assert err.count("\n") == 1


def test_text_shows_class_forms_note_and_exercise(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", "x.repeat"]) == 0
    out, err = capsys.readouterr()
    for part in ("Tensor.repeat", "behaviour", "x.repeat(m, n)", "x.tile((m, n))", "np.tile", "tensors/tile", "1.9.1"):
        assert part in out
    assert err == ""


def test_text_without_a_match_is_one_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", "torch.arcos"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("mxtutor: 'torch.arcos' is not in the table. Did you mean torch.arccos, ")


def test_no_name_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", " "]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_damaged_table_of_a_pack_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = pack(tmp_path, ROW.replace("class: renamed", "class: spelled"))
    assert main(["--pack", str(root), "lookup", "acos"]) == 2
    assert "class is 'spelled'" in capsys.readouterr().err


def test_classes_are_the_contract_s(table: Lookup) -> None:
    rows: list[Truth] = [known.row for known in table.known]
    assert {row.kind for row in rows} == CLASSES


def test_a_difference_arguments_and_costs_are_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["lookup", "torch.round"]) == 0
    out = capsys.readouterr().out
    assert "  torch  torch.tensor([0.5, 2.5]).round()  # [0.0, 2.0]\n" in out
    assert "  nd     nd.array([0.5, 2.5]).round()  # [1.0, 3.0]\n" in out
    assert main(["lookup", "torch.rand"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Arguments: size: shape (nd), size (np); device: ctx;" in out
    assert "requires_grad: Call x.attach_grad() on the array." in out
    assert main(["lookup", "torch.optim.AdamW"]) == 0
    out = capsys.readouterr().out
    assert "Instead: Register a subclass of mx.optimizer.Optimizer" in out
    assert "Cost: About 25 lines." in out


def test_a_line_with_many_names_is_answered_in_short(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["lookup", "correct += pred.eq(target.view_as(pred)).sum().item()"]) == 0
    out = capsys.readouterr().out
    heads = [line.split()[0] for line in out.splitlines() if line and not line.startswith(" ")]
    assert heads[:5] == ["torch.sum", "torch.eq", "Tensor.view_as", "Tensor.__iadd__", "Tensor.item"]
    assert "proven" not in out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_notes_fit_80_columns(
    capsys: pytest.CaptureFixture[str], table: Lookup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for known in table.known[::40]:
        assert main(["lookup", known.row.torch]) == 0
        out = capsys.readouterr().out
        prose = [line for line in out.splitlines() if line.startswith(" " * 9) and "(" not in line]
        assert all(len(line) <= 80 for line in prose), known.row.torch


def test_rows_that_need_it_show_a_difference_or_say_what_to_do(table: Lookup) -> None:
    rows = [known.row for known in table.known]
    assert [r.torch for r in rows if r.kind == "behaviour" and not (r.demos or r.not_run)] == []
    assert [r.torch for r in rows if r.kind == "missing" and not (r.instead and r.cost)] == []
    shown = [demo for row in rows for demo in row.demos]
    assert len(shown) >= 60
    assert [d.torch for d in shown if d.torch_gives == d.mxnet_gives] == []
    assert sum(bool(row.arguments) for row in rows) >= 60
