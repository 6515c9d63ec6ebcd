"""`mxtutor scan`: the JSON of the contract, the other outputs, exit codes, merging."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from mxtutor.cli import main

CODE = """import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)
    def forward(self, x):
        return self.fc(x.view(2, -1)).to("cpu")

net = Net().to("cpu")
print(unknown(net).split(3))
"""
CELLS = [
    ["import torch\n", "%matplotlib inline\n", "!pip install x\n"],
    ["%%bash\n", "ls\n"],
    ["y = torch.cat([torch.ones(2)])\n"],
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project with a module, a notebook, a document and files that cannot be read."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "net.py").write_text(CODE, encoding="utf-8")
    notebook = {"cells": [{"cell_type": "code", "source": cell} for cell in CELLS]}
    (folder / "play.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    (folder / "README.md").write_text("# Use\n\n```python\nimport torch\ntorch.zeros(3)\n```\n", encoding="utf-8")
    (folder / "old.py").write_text("print 'two'\n", encoding="utf-8")
    (folder / "build").mkdir()
    (folder / "build" / "made.py").write_text("import torch\ntorch.rand(2)\n", encoding="utf-8")
    (folder / ".gitignore").write_text("build/\n", encoding="utf-8")
    return folder


def scanned(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Return what `scan --json` prints."""
    assert main(["scan", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_is_that_of_the_contract(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = scanned(capsys, str(project))
    assert report["version"] == 1
    assert {"files", "calls", "apis", "summary", "path", "sites", "not_understood", "patterns", "skipped"} <= set(
        report
    )
    assert {"lines", "seconds", "versions"} <= set(report)
    apis = {api["torch"]: api for api in report["apis"]}
    assert apis["torch.cat"]["where"] == ["play.ipynb:3:1"]
    assert apis["torch.zeros"]["where"] == ["README.md:5"]
    assert apis["torch.nn.Module.to"]["where"] == ["net.py:11"]
    assert apis["Tensor.to"]["where"] == ["net.py:9"]
    assert set(apis["torch.cat"]) >= {"torch", "count", "where", "class", "mxnet", "exercise"}
    assert "torch.rand" not in apis
    assert report["calls"] == len(report["sites"]) == sum(report["summary"].values())
    assert {site["sure"] for site in report["sites"]} <= {"sure", "likely", "name"}
    assert {one["file"]: one["reason"] for one in report["skipped"]} == {
        "build": "ignored by .gitignore", "old.py": "Python 2 (line 1)",
    }  # fmt: skip


def test_what_is_not_understood_is_shown_with_its_code(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "more.py").write_text("import torch\ndef f(a, b):\n    return a.sub(b)\n", encoding="utf-8")
    report = scanned(capsys, str(project))
    unclear = [one for one in report["not_understood"] if one["file"] == "more.py"]
    assert [(one["line"], one["name"], one["seen"]) for one in unclear] == [(3, "Tensor.sub", "return a.sub(b)")]


def test_no_summary_speaks_of_sites_without_all_and_those_not_understood(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["scan", str(project)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("What decides\n- MXNet is retired")
    assert "of 8 sites have no counterpart; 0 are not in the truth table." in printed
    assert "; 0 more are not understood." in " ".join(printed.split())
    assert max(map(len, printed.splitlines())) <= 80
    assert "\x1b" not in printed


def test_one_site_is_told_in_the_singular_and_the_next_steps_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.py").write_text("import torch\ntorch.acos(x)\n")
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["scan", str(tmp_path / "one.py"), "--path-out", str(tmp_path / "path.json")]) == 0
    printed, said = capsys.readouterr()
    words = " ".join(printed.split())
    assert "1 call site of torch: 1 sure" in words
    assert "1 exercise, about 2 minutes, covers 100 % of the 1 site that needs practice." in words
    assert "mxtutor assess --scan PATH" in words
    assert all(line == line.rstrip() for line in printed.splitlines())
    assert said == f"mxtutor: wrote {tmp_path}/path.json. `mxtutor --path {tmp_path}/path.json` opens it.\n"
    assert main(["scan", str(tmp_path / "one.py"), "--out", str(tmp_path / "one.md")]) == 0
    assert "`mxtutor assess --scan PATH`" in (tmp_path / "one.md").read_text()


def test_a_magic_with_many_options_is_read_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = "import torch\n%time" + (" -a" + " " * 8) * 30 + "-\ntorch.acos(x)\n"
    cells = [{"cell_type": "code", "source": code, "metadata": {}}]
    (tmp_path / "n.ipynb").write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    assert main(["scan", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["calls"] == 1


def test_a_form_has_the_arguments_of_its_sites(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import torch\ndef f(x: torch.Tensor):\n    a = {}\n    b = x.unsqueeze(-1)\n    return a, b\n"
    monkeypatch.setenv("COLUMNS", "120")
    for called, form in (
        ("x.flatten(1)", "x.flatten()"),
        ("(x + 1).flatten(start_dim=1)", "(x + 1).flatten()"),
        ("torch.flatten(x, 2)", "x.reshape((0, 0, -1))"),
        ("x.flatten()", "x.reshape((-1,))"),
    ):
        (tmp_path / "net.py").write_text(code.format(called))
        assert main(["scan", str(tmp_path)]) == 0
        shown = dict(line.split(maxsplit=2)[1:] for line in capsys.readouterr().out.splitlines() if "  1 " in line[:8])
        assert form in (shown.get("Tensor.flatten"), shown.get("torch.flatten"))
        assert shown["Tensor.unsqueeze"] == "nd.expand_dims(x, axis=-1)"


def test_outputs_are_written_by_their_ending(project: Path, tmp_path: Path) -> None:
    targets = [tmp_path / f"report{ending}" for ending in (".json", ".md", ".html")]
    assert main(["scan", str(project), *(word for target in targets for word in ("--out", str(target)))]) == 0
    data, page, html = (target.read_text(encoding="utf-8") for target in targets)
    assert json.loads(data)["version"] == 1
    assert "x.reshape((2, -1))" in page
    assert "x.reshape((2, -1))" in html
    assert "`play.ipynb:3:1` → `nd.ones((2,))`" in page
    assert "<script" not in html
    assert "http:" not in html
    assert "https:" not in html
    assert main(["scan", str(project), "--out", str(tmp_path / "report.doc")]) == 2


def test_a_path_is_one_that_the_tutor_opens(project: Path, tmp_path: Path) -> None:
    from mxtutor.content.plan import load_plan

    target = tmp_path / "path.json"
    assert main(["scan", str(project), "--path-out", str(target), "--out", str(tmp_path / "r.json")]) == 0
    path = load_plan(target)
    assert list(path.exercises) == json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["path"]
    assert all(part.minutes for part in path.parts)


def test_fail_on_decides_the_exit_code(project: Path, tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "r.json")]
    assert main(["scan", str(project), "--fail-on", "behaviour", *out]) == 1
    assert main(["scan", str(project), "--fail-on", "removed", *out]) == 0


@pytest.mark.parametrize(
    ("code", "classes", "said"),
    [
        ("torch.cat(x)", ["behaviour", "stop", "composite"], ""),
        ("torch.cat(x)", ["renamed", "same", "args"], "1 of 1 site has the class renamed or same or args."),
        ("torch.cat(x)\ntorch.cat(y)\ntorch.abs(x)", ["args", "args"], "2 of 3 sites have the class args."),
        ("torch.vmap(f)", ["stop"], "1 of 1 site has the class stop."),
        ("torch.ones(2).is_contiguous()", ["stop"], ""),
    ],
)
def test_fail_on_says_how_many_sites_have_the_classes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str, classes: list[str], said: str
) -> None:
    (tmp_path / "one.py").write_text(f"import torch\n{code}\n", encoding="utf-8")
    main(["scan", str(tmp_path), *(word for name in classes for word in ("--fail-on", name))])
    assert capsys.readouterr().err == (f"mxtutor: {said}\n" if said else "")


def test_every_form_of_the_report_says_what_to_do_instead_and_what_it_costs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "one.py").write_text("from torch import nn\nnn.MultiheadAttention(8, 2)\n", encoding="utf-8")
    outputs = [tmp_path / f"report{ending}" for ending in (".json", ".md", ".html")]
    assert main(["scan", str(tmp_path), *(word for path in outputs for word in ("--out", str(path)))]) == 0
    assert main(["scan", str(tmp_path)]) == 0
    api = json.loads(outputs[0].read_text(encoding="utf-8"))["apis"][0]
    assert api["instead"]
    assert api["cost"]
    texts = [outputs[1].read_text(encoding="utf-8"), unescape(outputs[2].read_text(encoding="utf-8"))]
    for text in (*texts, capsys.readouterr().out):
        assert "Instead: Write a HybridBlock" in " ".join(text.split())
        assert "Cost: About 40 lines" in " ".join(text.split())


def test_reports_merge(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(project), "--out", str(tmp_path / "other.json")]) == 0
    capsys.readouterr()
    report = scanned(capsys, str(project), str(tmp_path / "other.json"))
    assert report["projects"] == ["project", "other"]
    apis = {api["torch"]: api for api in report["apis"]}
    assert apis["torch.cat"]["where"] == ["project/play.ipynb:3:1", "other/play.ipynb:3:1"]
    assert report["calls"] == 16


def test_bad_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(tmp_path / "nowhere")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    (tmp_path / "x.json").write_text("{}", encoding="utf-8")
    assert main(["scan", str(tmp_path / "x.json")]) == 2


def test_a_report_whose_sites_have_other_names_is_refused(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = scanned(capsys, str(project))
    report["sites"][0]["name"] = "torch.other"
    (tmp_path / "x.json").write_text(json.dumps(report), encoding="utf-8")
    assert main(["scan", str(tmp_path / "x.json")]) == 2
    assert "do not fit together" in capsys.readouterr().err


def test_a_folder_without_python_says_what_to_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("torch", encoding="utf-8")
    assert main(["scan", str(tmp_path)]) == 0
    assert "No Python code was found. Name a file, or a folder" in " ".join(capsys.readouterr().out.split())


GLUON = """import mxnet as mx
from mxnet import autograd, gluon, nd

def train(net, trainer, data, loss):
    x = nd.ones((2, 3)).reshape((3, 2))
    with autograd.record():
        y = loss(net(x.transpose()), x.sum(axis=1)).mean()
    y.backward()
    trainer.step(2)
    return y.asnumpy().tolist(), x.detach().squeeze().split(2)
"""
USER = "from train import train\n\ndef run(x):\n    return x.view(-1).unsqueeze(0)\n"


@pytest.fixture
def gluon(tmp_path: Path) -> Path:
    """Return a project that imports MXNet, and no torch."""
    folder = tmp_path / "gluon"
    folder.mkdir()
    for number in range(6):
        (folder / f"train{number}.py").write_text(GLUON, encoding="utf-8")
    (folder / "use.py").write_text(USER, encoding="utf-8")
    return folder


def test_a_project_of_mxnet_has_no_sites_of_torch_and_says_so(gluon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = [gluon.parent / f"report.{ending}" for ending in ("json", "md", "html")]
    assert main(["scan", str(gluon), *(part for path in outputs for part in ("--out", str(path)))]) == 0
    report = json.loads(outputs[0].read_text())
    assert (report["calls"], report["sites"], report["not_understood"], report["patterns"]) == (0, [], [], [])
    assert report["torch_files"] == 0
    assert report["mxnet_files"] == [f"train{number}.py" for number in range(6)]
    assert main(["scan", str(gluon), "--fail-on", "stop"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    named = "(train0.py, train1.py, train2.py, train3.py and 2 more)."
    line = f"6 files import MXNet and no torch: no site in them counts as torch's {named}"
    for text in (printed, outputs[1].read_text(), unescape(outputs[2].read_text())):
        assert "Nothing here imports torch." in text
        assert line in text
        assert "From PyTorch to MXNet" not in text


def test_a_project_with_both_reports_only_the_files_that_import_torch(
    gluon: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (gluon / "net.py").write_text(CODE, encoding="utf-8")
    (gluon / "both.py").write_text("import mxnet\nimport torch\ntorch.ones(2)\n", encoding="utf-8")
    report = scanned(capsys, str(gluon))
    assert {site["file"] for site in report["sites"]} == {"net.py", "both.py", "use.py"}
    assert report["torch_files"] == 2
    assert main(["scan", str(gluon)]) == 0
    printed = capsys.readouterr().out
    assert "6 files import MXNet and no torch" in printed
    assert "Nothing here imports torch" not in printed


def test_merged_reports_name_the_files_of_mxnet_with_their_projects(
    gluon: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = scanned(capsys, str(gluon), str(project))
    assert report["torch_files"] == 3
    assert report["mxnet_files"][0] == "gluon/train0.py"


def test_a_part_of_a_package_that_is_named_torch_does_not_hide_torch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "torch").mkdir()
    for path in ("__init__.py", "torch/__init__.py"):
        (tmp_path / path).write_text("", encoding="utf-8")
    (tmp_path / "torch" / "model.py").write_text("import torch\n\nx = torch.cat([torch.ones(2)])\n", encoding="utf-8")
    report = scanned(capsys, str(tmp_path))
    assert sorted(site["name"] for site in report["sites"]) == ["torch.cat", "torch.ones"]
