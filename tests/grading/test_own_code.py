"""Ports of sample code are compared with their originals: right ones pass, others are refused for what differs."""

from __future__ import annotations

import contextlib
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from mxtutor.cli.own_code import TryOptions, try_code
from mxtutor.errors import AnswerError, UsageError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.grading.workers.worker import Worker
from mxtutor.own_code.packs import all_saved
from tests.grading.own_code_rig import SAMPLES, Rig, unchecked

pytestmark = pytest.mark.grading
QUICK = ("losses:label_smoothing_loss", "tensors:classify", "nets:TextEncoder")
"""Samples of the default run; the others are long."""
INPUTS = {"tensors:concat": "tensors=(float32[2,3],float32[2,3])"}
RIGHT = (
    *(f"losses:{n}" for n in ("focal_loss", "label_smoothing_loss", "topk_accuracy", "box_iou", "dice_score")),
    *(f"nets:{n}" for n in ("BasicBlock", "SelfAttention", "PositionalEncoding", "TextEncoder", "Gate", "LayerNorm")),
    "nets:NoisyGate",
    "nets:Tagger",
    "mixers:Mixer",
    *(f"tensors:{n}" for n in ("pixel_shuffle", "causal_mask", "statistics", "classify", "pool", "add_noise_scale")),
    *(f"tensors:{n}" for n in ("concat", "gumbel_sample", "Swish", "Normalizer", "Normalizer.inverse")),
    *(f"tensors:{n}" for n in ("Normalizer.scale", "count_large", "scatter_mean")),
)
WRONG = (
    ("losses:label_smoothing_loss", "log_probs.mean(axis=-1)).mean()", "log_probs.mean(axis=-1)).sum()", "values"),
    ("tensors:classify", '.astype("int64")', "", "dtypes"),
    ("nets:TextEncoder", "nn.LayerNorm(in_channels=dim)", "nn.LayerNorm(in_channels=dim, epsilon=0.1)", "outputs"),
    ("nets:TextEncoder", "nn.Embedding(vocab_size, dim)", "nn.Embedding(vocab_size + 1, dim)", "carried"),
    ("losses:label_smoothing_loss", "smoothing=0.1", "smoothing=0.2", "values"),
    ("mixers:Mixer", 'net.basis[:] = state["basis"]', "pass", "outputs"),
    ("losses:focal_loss", "(1 - pt) ** gamma", "(1 - pt)", "values"),
    ("losses:focal_loss", 'reduction == "sum"', "False", "shape"),
    ("losses:topk_accuracy", "k=max(topk)", "k=1", "outputs"),
    ("losses:box_iou", "nd.relu(rb - lt)", "(rb - lt)", "values"),
    ("nets:BasicBlock", "self.bn1 = nn.BatchNorm(", "self.bn1 = nn.BatchNorm(momentum=0.5, ", "statistics"),
    ("nets:BasicBlock", "return nd.relu(out)", "return out", "outputs"),
    ("nets:SelfAttention", "self.drop(nd.softmax(att, axis=-1))", "nd.softmax(att, axis=-1)", "training"),
    ("nets:SelfAttention", "nd.ones_like(att) * -1e30", "nd.zeros_like(att)", "outputs"),
    ("nets:PositionalEncoding", "nn.Dropout(dropout)", "nn.Dropout(0.3)", "training"),
    ("nets:Gate", "i, f, g, o = (", "i, g, f, o = (", "outputs"),
    ("nets:Gate", "return h, (h, c)", "return h, h, c", "structure"),
    ("nets:NoisyGate", "0.5 * nd.random", "0.8 * nd.random", "spread draws"),
    ("nets:NoisyGate", "self.fc(x)", "self.fc(x) + 0.5", "draws"),
    ("nets:NoisyGate", "nn.Dense(3,", "nn.Dense(4,", "carried"),
    ("nets:LayerNorm", "/ (n - 1)", "/ n", "outputs"),
    ("tensors:pixel_shuffle", "(0, 1, 4, 2, 5, 3)", "(0, 1, 4, 3, 5, 2)", "values"),
    ("tensors:causal_mask", ', dtype="bool"', "", "dtypes"),
    ("tensors:statistics", "x.shape[-1] - 1", "x.shape[-1]", "outputs"),
    ("tensors:pool", "x.max(axis=1)", "x.max(axis=2)", "shape"),
    ("tensors:add_noise_scale", "x *= scale", "x = x * scale", "inputs"),
    ("tensors:gumbel_sample", "/ temperature", "", "spread draws"),
    ("tensors:gumbel_sample", "(logits + noise)", "logits", "draws"),
    ("tensors:gumbel_sample", "(logits + noise)", "noise", "draws"),
    ("tensors:Swish", "grad * (s + x * s * (1 - s))", "grad * s", "gradients"),
    ("tensors:count_large", "x > limit", "x > 0", "values"),
    ("tensors:scatter_mean", "nd.maximum(rows.sum(axis=0), 1.0)", "(rows.sum(axis=0) + 1.0)", "values"),
)


def marked(cases: tuple[tuple[str, ...], ...]) -> list[object]:
    return [pytest.param(*c, marks=() if c[0] in QUICK else pytest.mark.long, id="-".join(c[:2])) for c in cases]


@pytest.fixture(scope="module")
def rig(grader: LocalGrader, confined: Worker) -> Rig:
    """The session's workers for own code."""
    return Rig(unchecked(grader, confined))


def port_of(name: str) -> str:
    """Return the right ports of a module of samples."""
    return (SAMPLES / "ports" / f"{name.partition(':')[0]}.py").read_text()


def refused_by(report: Report) -> str:
    """Return the aspect that the first failing case was refused by."""
    case = next(c for c in report.cases if c.verdict is not Verdict.RIGHT)
    return next(a.aspect if isinstance(a.aspect, str) else a.aspect.value for a in case.aspects if not a.ok)


@pytest.mark.parametrize("name", marked(tuple((n,) for n in RIGHT)))
def test_a_right_port_agrees(rig: Rig, name: str) -> None:
    report = rig.report(rig.sample(name, INPUTS.get(name, "")), port_of(name))
    assert report.verdict is Verdict.RIGHT, (report.headline, report.cases)
    assert len(report.cases) > 2


@pytest.mark.parametrize(("name", "old", "new", "aspect"), marked(WRONG))
def test_a_wrong_port_is_refused_for_what_differs(rig: Rig, name: str, old: str, new: str, aspect: str) -> None:
    right = port_of(name)
    assert old in right
    report = rig.report(rig.sample(name, INPUTS.get(name, "")), right.replace(old, new))
    assert report.verdict is Verdict.WRONG, report.headline
    assert refused_by(report) in aspect.split(), report.headline


def test_carry_over_puts_parameters_where_the_rules_cannot(rig: Rig, tmp_path: Path) -> None:
    file = tmp_path / "net.py"
    file.write_text(
        "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self, n: int):\n"
        "        super().__init__()\n        self.w = nn.Parameter(torch.randn(n, 3))\n"
        "        self.head = nn.Linear(3, 2)\n\n    def forward(self, x):\n        return self.head(x @ self.w)\n"
    )
    made = rig.design(f"{file}:Net", "n=4; x=float32[2,4]")
    port = (
        "from mxnet import gluon, nd\nfrom mxnet.gluon import nn\n\n\nclass Net(gluon.Block):\n"
        "    def __init__(self, n):\n        super().__init__()\n"
        "        self.first = nn.Dense(3, in_units=n, use_bias=False)\n        self.head = nn.Dense(2, in_units=3)\n\n"
        "    def forward(self, x):\n        return self.head(self.first(x))\n"
    )
    assert refused_by(rig.report(made, port)) == "carried"
    carry = (
        "\n\ndef carry_over(net, state):\n    net.first.weight.set_data(state['w'].T)\n"
        "    net.head.weight.set_data(state['head.weight'])\n    net.head.bias.set_data(state['head.bias'])\n"
    )
    assert rig.report(made, port + carry).verdict is Verdict.RIGHT
    assert refused_by(rig.report(made, port + carry.replace("state['w'].T", "state['w'].T * 2"))) == "outputs"


def test_the_command_compares_in_json_and_with_exit_codes(
    rig: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = f"{SAMPLES}/originals/losses.py:label_smoothing_loss"
    port = tmp_path / "port.py"
    port.write_text(port_of("losses:x").replace("def label_smoothing_loss", "def smooth"))
    assert try_code(target, TryOptions(port, entry="smooth", as_json=True, seed=7), rig.lent) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["version"], printed["verdict"], printed["seed"]) == (1, "right", 7)
    own = printed["own_code"]
    assert own["draws"] * own["cases"] == len(printed["cases"])
    port.write_text("def smooth(logits, target, smoothing=0.1):\n    return logits\n")
    pack = tmp_path / "pack"
    assert try_code(target, TryOptions(port, entry="smooth", export=pack), rig.lent) == 1
    out, err = capsys.readouterr()
    assert f"mxtutor try {target} --answer {port} --seed" in out
    assert f"{own['cases']} cases, each drawn {own['draws']} times, from" in err
    assert "wrote no pack, because the port is not right" in err
    assert not pack.exists()
    with pytest.raises(AnswerError, match=r"defines no 'smoth'\. Did you mean smooth"):
        try_code(target, TryOptions(port, entry="smoth"), rig.lent)


def test_an_export_is_a_pack_that_holds_the_port(rig: Rig, tmp_path: Path) -> None:
    from mxtutor.content.loader import find_exercise, load_course

    target = f"{SAMPLES}/originals/losses.py:label_smoothing_loss"
    pack = tmp_path / "pack"
    port = SAMPLES / "ports" / "losses.py"
    assert try_code(target, TryOptions(port, export=pack), rig.lent) == 0
    exercise = find_exercise(load_course(pack), "own-code/label-smoothing-loss")
    assert exercise.solution == port.read_text()
    assert "def label_smoothing_loss(logits, target, smoothing=0.1)" in exercise.reference
    with pytest.raises(UsageError, match="is not empty"):
        try_code(target, TryOptions(port, export=pack), rig.lent)


def test_modules_of_the_project_come_along(rig: Rig, tmp_path: Path) -> None:
    package = tmp_path / "lab" / "ops"
    package.mkdir(parents=True)
    (tmp_path / "lab" / "__init__.py").write_text("")
    (package / "__init__.py").write_text("from .basic import double\n")
    (package / "basic.py").write_text("from lab.constants import FACTOR\n\n\ndef double(x):\n    return x * FACTOR\n")
    (tmp_path / "lab" / "constants.py").write_text("FACTOR = 2.0\n")
    file = tmp_path / "lab" / "model.py"
    file.write_text("from .ops import double\n\n\ndef twice(x):\n    return double(double(x))\n")
    shutil.copytree(tmp_path / "lab", tmp_path / "ports")
    made = rig.design(f"{file}:twice", "x=float32[2,3]")
    assert rig.report(made, "def twice(x):\n    return x * 4\n").verdict is Verdict.RIGHT


def test_a_module_that_works_when_it_is_imported_is_cut(rig: Rig, tmp_path: Path) -> None:
    file = tmp_path / "train.py"
    file.write_text(
        "import argparse\nimport wandb_is_missing\nimport torch\n\nparser = argparse.ArgumentParser()\n"
        "parser.add_argument('data')\nargs = parser.parse_args()\nSCALE = 3.0\n\n\ndef helper(x):\n"
        "    return x * SCALE\n"
        "\n\ndef loss(x: torch.Tensor):\n    return helper(x).sum()\n\n\nfor epoch in range(10**9):\n    print(epoch)\n"
    )
    made = rig.design(f"{file}:loss")
    assert "for epoch" not in made.prepared.source
    assert rig.report(made, "def loss(x):\n    return (x * 3).sum()\n").verdict is Verdict.RIGHT


def test_a_cell_of_a_notebook_can_be_tried(rig: Rig, tmp_path: Path) -> None:
    cells = [
        "%matplotlib inline\nimport torch",
        "!pip install x\ndef norm(x):\n    return x.norm(dim=-1)",
        "norm(torch.ones(2, 4))",
    ]
    file = tmp_path / "notes.ipynb"
    file.write_text(json.dumps({"cells": [{"cell_type": "code", "source": c} for c in cells]}))
    made = rig.design(f"{file}:norm")
    assert rig.report(made, "def norm(x):\n    return x.norm(axis=-1)\n").verdict is Verdict.RIGHT


PARTLY = {
    "DotProductAttention": ("wrong", "differ"),
    "accuracy": ("wrong", "built in another way"),
    "total_variation": ("wrong", "differ"),
    "weighted_average": ("wrong", "differ"),
    "drop_path": ("wrong", "draws"),
    "agc": ("", "gives no result"),
    "zeros_for": ("", "gives the same result for all inputs"),
}
"""Originals, the verdict on a port that leaves a part out ("" for a refusal of the original), and what is said."""


@pytest.mark.parametrize("name", PARTLY)
def test_a_port_that_leaves_out_what_usual_inputs_do_not_exercise_is_not_right(
    rig: Rig, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    verdict, said = PARTLY[name]
    options = TryOptions(answer=SAMPLES / "ports" / "exercised.py", seed=4)
    if not verdict:
        with pytest.raises(UsageError, match=said):
            try_code(f"{SAMPLES}/originals/exercised.py:{name}", options, rig.lent)
        return
    assert try_code(f"{SAMPLES}/originals/exercised.py:{name}", options, rig.lent) == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"[{verdict}] ")
    assert said in out + err


def test_own_code_is_saved_continued_and_asked_about_when_it_changed(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "code.py"
    file.write_text("import torch\n\n\ndef f(x: torch.Tensor):\n    return x * 2\n")
    opened: list[tuple[Path, str]] = []
    asked: list[str] = []
    made: list[str] = []

    @contextlib.contextmanager
    def lent() -> Iterator[LocalGrader]:
        made.append("design")
        yield rig.grader

    def answer(text: str, **_: object) -> str:
        asked.append(text)
        return "no"

    def start_tutor(root: Path, start: str) -> int:
        opened.append((root, start))
        return 0

    monkeypatch.setattr("mxtutor.cli.tutor.start_tutor", start_tutor)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("sys.stdout", SimpleNamespace(isatty=lambda: True, write=sys.stdout.write, flush=lambda: None))
    monkeypatch.setattr("click.confirm", lambda text, **_: answer(text) != "no")
    assert try_code(f"{file}:f", TryOptions(), lent) == 0
    assert (made, asked) == (["design"], [])
    assert try_code(f"{file}:f", TryOptions(), lent) == 0
    assert (made, opened[0]) == (["design"], opened[1])
    root, start = opened[0]
    assert (root.stat().st_mode & 0o777, start.partition("/")[0]) == (0o700, "own-code")
    file.write_text(file.read_text().replace("2", "3"))
    assert try_code(f"{file}:f", TryOptions(), lent) == 0
    assert "has changed since you tried it" in asked[-1]
    assert (made, opened[2]) == (["design"], opened[0])
    monkeypatch.setattr("click.confirm", lambda text, **_: True)
    assert try_code(f"{file}:f", TryOptions(), lent) == 0
    assert len(made) == 2
    reference = root / "exercises" / start / "reference.py"
    assert "x * 3" in reference.read_text()
    assert [one.name for one in all_saved()] == ["f"]
    (root / "own-code.json").write_text("{")
    assert all_saved() == []


SLOW = """import time
def slow(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
"""
"""Takes its time on every machine."""
ODD = {
    "async def f(x):\n    return x\n": "asynchronous",
    "def f(x):\n    yield x\n": "generator",
    "f = 3\n": "not a function or a class",
    "import torch\nclass f(torch.nn.Module):\n    pass\n": "defines no forward",
    "class f:\n    def run(self, x):\n        return x\n": "has no __call__. Write odd.py:f.run",
    "import torch\ndef f(x):\n    return torch.fft.fft(x)\n": "complex numbers",
    "class T: pass\ndef f(x):\n    return T()\n": "returns T, which cannot be compared",
    "def f(x):\n    return x.cuda()\n": "It asks for a GPU",
    "import torch\ndef f(x):\n    return torch.rand(3), x\n": "is random",
    "def f(x):\n    raise KeyError('never')\n": "KeyError",
    "def f(x):\n    return x * len(open('vocab.txt').read())\n": "It uses a file",
    "import torch\n@torch.jit.script\ndef f(x):\n    return x\n": "compiled by torch.jit",
    "import torch\ndef f(x):\n    return x.bfloat16()\n": "returns a tensor of torch.bfloat16",
    "import torch\ndef f(x):\n    return x.relu().to_sparse()\n": "layout torch.sparse_coo",
    "from torch.utils.data import *\ndef f(x):\n    return [*DataLoader(x, num_workers=1)]\n": "starts a process",
    f"import torch\n{SLOW}\ndef f(x):\n    slow(0.04)\n    return torch.rand(3)\n": "s a call",
    f"def f({', '.join(f'p{i}' for i in range(3000))}):\n    return p0\n": "has too many parameters",
    "import missing_one\ndef f(x):\n    return missing_one.g(x)\n": "odd.py:1 imports missing_one, which is not",
}


@pytest.mark.parametrize("source", ODD, ids=ODD.values())
def test_code_that_cannot_be_tried_gets_one_line(rig: Rig, tmp_path: Path, source: str) -> None:
    file = tmp_path / "odd.py"
    file.write_text(source)
    with pytest.raises(UsageError) as caught:
        rig.design(f"{file}:f")
    assert ODD[source] in str(caught.value)
    assert "\n" not in str(caught.value)


FOCAL = """import torch
def focal(logits, target, gamma=2.0):
    return gamma * torch.nn.functional.cross_entropy(logits, target)
"""


def test_inputs_that_lack_limits_are_told_their_form(rig: Rig, tmp_path: Path) -> None:
    file = tmp_path / "losses.py"
    file.write_text(FOCAL)
    with pytest.raises(UsageError) as caught:
        rig.design(f"{file}:focal", "logits=float32[64,3]; target=int64[64]")
    said = str(caught.value)
    assert "focal does not run on the given inputs (IndexError: Target 3 is out of bounds)." in said
    assert "int64[4](0,2)" in said
    assert "gamma" not in said
    assert rig.design(f"{file}:focal", "logits=float32[64,3]; target=int64[64](0,2)").cases


TORCH_RUNS = {
    "half": ("return (x.half() * 2).float()", "return (x.astype('float16') * 2).astype('float32')"),
    "bfloat16": ("return (x.sign().bfloat16() * 3).float()", "return x.sign() * 3"),
    "compile": ("return torch.compile(lambda y: y.relu() * 2, fullgraph=True)(x)", "return x.relu() * 2"),
    "export": ("return torch.export.export(Net(), (x,)).module()(x)", "return x.relu() + 1"),
    "trace": ("return torch.jit.trace(lambda y: y * 2, x)(x)", "return x * 2"),
}


@pytest.mark.parametrize("what", TORCH_RUNS)
def test_what_torch_runs_elsewhere_runs_in_the_confined_process(rig: Rig, tmp_path: Path, what: str) -> None:
    body, port = TORCH_RUNS[what]
    file = tmp_path / "runs.py"
    net = "class Net(torch.nn.Module):\n    def forward(self, x):\n        return x.relu() + 1\n"
    file.write_text(f"import torch\n{net}\ndef f(x):\n    {body}\n")
    made = rig.design(f"{file}:f", "x=float32[2,3]")
    report = rig.report(made, f"from mxnet import nd\ndef f(x):\n    {port}\n")
    assert report.verdict is Verdict.RIGHT, report.headline


REDUCTION = """
def f(x, reduction="{default}"):
    loss = x * x
    if reduction == "mean":
        return loss.mean()
    return loss.sum() if reduction == "sum" else loss
"""


@pytest.mark.parametrize("default", ["mean", "none"])
def test_a_result_that_is_a_number_in_some_cases_only_is_judged_case_by_case(
    rig: Rig, tmp_path: Path, default: str
) -> None:
    file = tmp_path / "reduced.py"
    choices = 'REDUCTIONS = ("mean", "sum", "none")\n'
    body = REDUCTION.format(default=default).replace(
        "loss = x * x", 'assert reduction in ("mean", "sum", "none")\n    loss = x * x'
    )
    file.write_text(choices + body)
    made = rig.design(f"{file}:f", "x=float32[2,3]")
    assert len(made.cases) > 3
    assert rig.report(made, body).verdict is Verdict.RIGHT
    always = rig.report(made, f'def f(x, reduction="{default}"):\n    return (x * x).mean()\n')
    assert always.verdict is Verdict.WRONG


def test_a_handler_that_ran_in_no_case_is_told_and_leaves_the_verdict_open(
    rig: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, port = tmp_path / "handled.py", tmp_path / "port.py"
    body = "def f(x):\n    try:\n        return x.reshape(-1) * 2\n    except RuntimeError:\n        return x * 0\n"
    file.write_text(body)
    port.write_text("def f(x):\n    return x.reshape((-1,)) * 2\n")
    assert try_code(f"{file}:f", TryOptions(port, seed=4), rig.lent) == 1
    out, err = capsys.readouterr()
    assert out.startswith("[undecided] The port agrees in all ")
    assert "line 5 of handled.py ran in no case" in err
