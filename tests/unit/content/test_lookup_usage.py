"""The names that code uses most, and lines as people type them: the look-up answers, or says that it has no row."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.content.lookup import Lookup
from mxtutor.content.truth import load_truth
from mxtutor.paths import content_root

HERE = Path(__file__).parent
COVERED = 0.99
"""Share of the call sites whose name must have a row."""


def usage() -> dict[str, int]:
    """Return the names at the call sites of public repositories, with the number of sites."""
    lines = (line for line in (HERE / "torch_usage.txt").read_text().splitlines() if not line.startswith("#"))
    return {name: int(sites) for sites, name in (line.split(" ", 1) for line in lines)}


def queries() -> list[tuple[str, list[str]]]:
    """Return the queries with the names that each must find; no names where it must find nothing."""
    found = []
    for line in (HERE / "lookup_queries.txt").read_text().splitlines():
        query, arrow, names = line.rpartition("=>")
        if arrow and not line.startswith("# QUERY"):
            found.append((query.strip(), [name.strip() for name in names.split(",") if name.strip()]))
    return found


@pytest.fixture(scope="module")
def table() -> Lookup:
    """The tutor's own table."""
    return Lookup.over(load_truth(content_root()))


def meant(name: str) -> set[str]:
    """Return the names in the table that a name of the list may mean: it joins modules and optimizers."""
    owner, _, method = name.partition(".")
    if owner == "Module/Optimizer":
        return {f"{kind}.{method}" for kind in ("torch.nn.Module", "torch.optim.Optimizer")}
    paths = {"torch.utils.data.dataloader.": "torch.utils.data.", "torch.utils.data.sampler.": "torch.utils.data."}
    paths |= {"torch.nn.modules.": "torch.nn.", "torch.distributions.poisson.": "torch.distributions."}
    return {name, *(new + name.removeprefix(old) for old, new in paths.items() if name.startswith(old))}


@pytest.mark.parametrize("name", usage())
def test_a_used_name_finds_its_own_row_or_nothing(table: Lookup, name: str) -> None:
    for match in table.matches(name):
        assert meant(name) & set(match.row.names), f"{match.row.torch} is a row of another path"


def test_the_table_answers_for_nearly_all_call_sites(table: Lookup) -> None:
    sites = usage()
    assert len(sites) == 600
    found = sum(count for name, count in sites.items() if table.matches(name))
    assert found / sum(sites.values()) >= COVERED


def test_a_used_name_without_a_row_is_said_not_to_be_in_the_table(
    table: Lookup, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = [name for name in usage() if not table.matches(name)]
    assert lost
    for name in lost:
        assert main(["lookup", name]) == 1
        assert f"{name!r} is not in the table." in capsys.readouterr().err


def test_there_are_many_queries_of_each_kind() -> None:
    text = (HERE / "lookup_queries.txt").read_text()
    assert len(queries()) >= 400
    assert [part.splitlines()[0] for part in text.split("\n## ")[1:]] == [
        "names",
        "words",
        "operators",
        "lines",
        "from MXNet",
        "words inside of names, and words for tasks",
    ]


@pytest.mark.parametrize(("query", "names"), queries())
def test_a_query_finds_its_rows(table: Lookup, query: str, names: list[str]) -> None:
    rows = table.find(query)
    if not names:
        assert rows == []
        return
    assert rows, f"nothing found, near: {table.near(query)}"
    assert names[0] in rows[0].names, [row.torch for row in rows]
    found = {name for row in rows for name in row.names}
    assert set(names) <= found, [row.torch for row in rows]


def test_the_owner_of_a_method_decides(table: Lookup) -> None:
    assert table.find("model.to(device)")[0].torch == "torch.nn.Module.to"
    assert table.find("x.to(device)")[0].torch == "Tensor.to"
    assert {row.torch for row in table.find("net.train()")} == {"torch.nn.Module.train"}
    assert table.find('"a b".split()') == []
    assert table.find("os.path.join(a, b)") == []
    (dot,) = (row for row in table.find("np.dot(a, b)") if row.torch == "torch.dot")
    assert "np.dot" in dot.mxnet_np


def test_each_name_of_a_line_is_answered_once_and_in_order(table: Lookup) -> None:
    rows = [row.torch for row in table.find("y = F.relu(self.fc(x.view(x.size(0), -1))).view(-1)")]
    assert rows == ["Tensor.view", "torch.relu", "Tensor.size"]


def test_a_look_up_imports_no_framework() -> None:
    code = (
        "import sys, json\nfrom mxtutor.content.lookup import Lookup\nfrom mxtutor.content.truth import load_truth\n"
        "from mxtutor.paths import content_root\ntable = Lookup.over(load_truth(content_root()))\n"
        "table.matches('x.view(-1)'), table.near('torch.acoss'), table.browse('cl')\n"
        "print(json.dumps(sorted({n.partition('.')[0] for n in sys.modules})))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(json.loads(run.stdout)) & {"torch", "mxnet", "numpy", "textual"}


def test_a_second_process_reads_no_yaml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path))
    code = (
        "import sys\nfrom mxtutor.content.truth import load_truth\nfrom mxtutor.paths import content_root\n"
        "print(len(load_truth(content_root())), 'yaml' in sys.modules)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(2)]
    (first, read), (second, again) = (run.stdout.split() for run in runs)
    assert (first, read, again) == (second, "True", "False")
    (kept,) = (tmp_path / "cache").iterdir()
    assert kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", [b"", b"x" * 40, None])
def test_a_damaged_cache_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes | None) -> None:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path))
    whole = load_truth.__wrapped__(content_root())
    (kept,) = (tmp_path / "cache").iterdir()
    data = kept.read_bytes()
    kept.write_bytes(data[:-20] if damage is None else damage)
    assert load_truth.__wrapped__(content_root()) == whole
    assert kept.read_bytes() == data


def test_a_changed_table_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    file = tmp_path / "pack" / "lessons" / "truth.yaml"
    file.parent.mkdir(parents=True)
    row = "- torch: torch.acos\n  class: missing\n  note: {note}\n  proof: {{torch: torch.acos(x)}}\n"
    notes = []
    for note in ("One.", "Two."):
        file.write_text("format_version: 1\nverified: {torch: 2.13.0}\nrows:\n" + row.format(note=note))
        notes += [found.note for found in load_truth.__wrapped__(tmp_path / "pack")]
    assert notes == ["One.", "Two."]


def test_rows_may_be_in_files_of_a_folder(tmp_path: Path) -> None:
    lessons = tmp_path / "lessons"
    (lessons / "truth").mkdir(parents=True)
    head = "format_version: 1\nverified: {torch: 2.13.0}\nrows:\n"
    row = "- torch: torch.NAME\n  class: missing\n  note: Nothing.\n  proof: {torch: torch.NAME(x)}\n"
    (lessons / "truth.yaml").write_text(head + row.replace("NAME", "acos"))
    (lessons / "truth" / "b.yaml").write_text(head + row.replace("NAME", "sin"))
    (lessons / "truth" / "a.yaml").write_text(head + row.replace("NAME", "cos"))
    assert [found.torch for found in load_truth(tmp_path)] == ["torch.acos", "torch.cos", "torch.sin"]
