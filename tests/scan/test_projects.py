"""A scan names the calls that the drivers of the sample projects really made, as the recorder saw them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from mxtutor.scan.project import scan_project
from mxtutor.scan.records import SiteRecord

PROJECTS = Path(__file__).parent / "projects"
NAMES = sorted(folder.name for folder in PROJECTS.iterdir() if (folder / "expected.json").is_file())
GRADES = ("sure", "likely", "name")


def measured(folder: Path) -> tuple[Counter[str], Counter[str], Counter[str], int]:
    """Return right and wrong sites by grade, sites that were found by their best grade, and all that were called."""
    expected: dict[str, dict[str, list[str]]] = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    told: dict[tuple[str, str], list[SiteRecord]] = {}
    for site in scan_project(folder, jobs=1).sites:
        told.setdefault((site.file, f"{site.line}:{site.col}"), []).append(site)
    right, wrong, found, called = Counter[str](), Counter[str](), Counter[str](), 0
    for file, sites in expected.items():
        for place, names in sites.items():
            mine = told.get((file, place), [])
            allowed = {name.lstrip("?") for name in names}
            for site in mine:
                (right if site.name in allowed else wrong)[site.sure] += 1
            if any(not name.startswith("?") for name in names):
                called += 1
                good = [site.sure for site in mine if site.name in names]
                found.update([min(good, key=GRADES.index)] if good else [])
    return right, wrong, found, called


def test_grades_keep_their_promises() -> None:
    right, wrong, found, called = Counter[str](), Counter[str](), Counter[str](), 0
    for name in NAMES:
        one = measured(PROJECTS / name)
        right, wrong, found, called = right + one[0], wrong + one[1], found + one[2], called + one[3]
    assert called > 400
    assert wrong["sure"] == 0
    assert right["likely"] >= 0.98 * (right["likely"] + wrong["likely"])
    assert right["name"] >= 0.70 * (right["name"] + wrong["name"])
    assert found["sure"] + found["likely"] >= 0.92 * called
    assert sum(found.values()) >= 0.97 * called


def named(project: str, file: str, line: str) -> list[str]:
    """Return the names of the sites in the line of a file that holds a text."""
    texts = (PROJECTS / project / file).read_text(encoding="utf-8").splitlines()
    number = next(i for i, text in enumerate(texts, 1) if line in text)
    return [
        site.name for site in scan_project(PROJECTS / project, jobs=1).sites if (site.file, site.line) == (file, number)
    ]


def test_the_owner_of_a_method_is_right() -> None:
    assert named("training", "train.py", "model = build_model().to(device)") == ["torch.nn.Module.to"]
    assert named("training", "train.py", 'batch["label"].to(device)') == ["Tensor.to"]
    assert named("training", "train.py", "optimizer.zero_grad()") == ["torch.optim.Optimizer.zero_grad"]
    assert named("training", "train.py", "scheduler.step()") == ["torch.optim.lr_scheduler.LRScheduler.step"]
    assert named("training", "metrics.py", 'fields = line.split(",")') == []
    assert named("idioms", "names.py", "return array.mean()") == []


def test_a_package_of_the_project_hides_a_library() -> None:
    sites = scan_project(PROJECTS / "training", jobs=1).sites
    assert not [site for site in sites if "transforms" in site.name or site.name.startswith("datasets")]


@pytest.mark.slow
@pytest.mark.grading
@pytest.mark.parametrize("name", NAMES)
def test_the_expectation_is_what_the_driver_does(name: str, tmp_path: Path) -> None:
    out = tmp_path / "expected.json"
    folder = PROJECTS / name
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "tests.scan.recorder",
        str(folder),
        str(folder / "driver.py"),
        str(out),
    ]
    subprocess.run(command, check=True, cwd=PROJECTS.parents[2], capture_output=True)
    assert json.loads(out.read_text(encoding="utf-8")) == json.loads(
        (folder / "expected.json").read_text(encoding="utf-8")
    )


FOREIGN = """import torch
from latticework import Lattice, lattice

def product(a, b):
    whole = lattice(a)
    part = whole.transpose(-1, -2).unsqueeze(0)
    Lattice(b).to_dense()
    a.add_low_rank(b)
    a.unsqueeze(0)
    return torch.matmul(a, b).unsqueeze(0) + part.sum(-1)

def told(x: torch.Tensor, y: torch.Tensor | Lattice):
    return x.unsqueeze(0), y.unsqueeze(0)
"""


def test_objects_of_packages_that_are_not_known_are_no_certain_tensors(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(FOREIGN, encoding="utf-8")
    scanned = scan_project(tmp_path, jobs=1)
    assert [(site.line, site.name, site.sure) for site in scanned.sites] == [
        (6, "Tensor.transpose", "name"),  # a lattice may have both methods
        (6, "Tensor.unsqueeze", "name"),
        (10, "torch.matmul", "sure"),
        (10, "Tensor.unsqueeze", "likely"),
        (10, "Tensor.sum", "name"),
        (13, "Tensor.unsqueeze", "likely"),
        (13, "Tensor.unsqueeze", "name"),
    ]
    assert [seen.line for seen in scanned.unclear] == [7, 9]  # an object of a class; no tensor has `add_low_rank`


def test_a_function_or_a_net_is_not_named_as_the_function(tmp_path: Path) -> None:
    code = "import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self, act=torch.sigmoid):\n"
    code += "        super().__init__()\n        self.act = act\n"
    code += "    def forward(self, x):\n        return self.act(x)\nNet(nn.Softplus())\n"
    (tmp_path / "code.py").write_text(code, encoding="utf-8")
    scanned = scan_project(tmp_path, jobs=1)
    assert [site.line for site in scanned.sites] == [3, 9]
    assert [seen.line for seen in scanned.unclear] == [8]
    (tmp_path / "code.py").write_text(code.replace("Softplus", "Sigmoid"), encoding="utf-8")
    assert (8, "torch.sigmoid", "name") in [
        (site.line, site.name, site.sure) for site in scan_project(tmp_path, jobs=1).sites
    ]


def graded(folder: Path, code: str) -> list[tuple[int, str, str]]:
    """Return line, name and grade of the sites of a file."""
    (folder / "code.py").write_text(code, encoding="utf-8")
    return [(site.line, site.name, site.sure) for site in scan_project(folder, jobs=1).sites]


def test_fields_of_data_classes_are_what_their_annotations_say(tmp_path: Path) -> None:
    code = "import torch\nfrom dataclasses import dataclass, field\n@dataclass\nclass Batch:\n"
    code += "    parts: list[torch.Tensor] = field(default_factory=list)\n"
    code += "def f(batch: Batch):\n    for part in batch.parts:\n        part.exp()\n"
    assert graded(tmp_path, code) == [(8, "Tensor.exp", "likely")]


def test_an_import_that_may_fail_is_still_sure(tmp_path: Path) -> None:
    code = "try:\n    import torch\nexcept ImportError:\n    torch = None\ndef f():\n    return torch.zeros(1)\n"
    assert graded(tmp_path, code) == [(6, "torch.zeros", "sure")]
    code = code.replace("torch = None", "torch = Stand()")
    assert graded(tmp_path, code) == [(6, "torch.zeros", "likely")]
    code = "import torch\nfor _ in range(2):\n    while True:\n        torch.zeros(1)\n"
    assert graded(tmp_path, code) == [(4, "torch.zeros", "sure")]


def test_names_that_are_made_at_run_time_are_no_sites(tmp_path: Path) -> None:
    code = "import sys\nfrom torch import nn\nfrom torchvision import models\nnames = sorted(models.__dict__.keys())\n"
    code += "nn.__dict__['ReLU']()\nmodels.__dict__[sys.argv[1]](pretrained=True)\ntorch = nn.__name__.split('.')\n"
    assert graded(tmp_path, code) == []


def test_a_parameter_for_a_class_is_one_of_several(tmp_path: Path) -> None:
    code = (
        "from torch import nn\nclass Net(nn.Module):\n    def __init__(self, kind: type[nn.Module] = nn.LayerNorm):\n"
    )
    code += "        super().__init__()\n        self.norm = kind(3)\n"
    assert graded(tmp_path, code)[-1] == (5, "torch.nn.LayerNorm", "name")  # a caller elsewhere may give another


def test_an_annotation_may_follow_the_name(tmp_path: Path) -> None:
    code = "import torch\nfound = None\nfound: torch.Tensor\ndef f():\n    found.exp()\n"
    assert graded(tmp_path, code) == [(5, "Tensor.exp", "likely")]


def test_a_name_that_torch_does_not_have_is_no_site(tmp_path: Path) -> None:
    code = "import torch\nimport numpy as np\nx: torch.Tensor = torch.ones(2)\n"
    code += "torch.nn.SiLU.isdigit(), {'a': 1}.values(), np.ones(2).tolist(), x.shape.index(1), torch.relu.isdigit()\n"
    assert graded(tmp_path, code) == [(3, "torch.ones", "sure")]
