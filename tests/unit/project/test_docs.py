"""Versions, paths and links in the documents are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.unit.project.test_project import PROJECT, ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "benchmarks" / "README.md"])


def test_documents_name_the_pinned_versions() -> None:
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for need in PROJECT["project"]["dependencies"]:
        name, _, version = need.partition(";")[0].strip().partition("==")
        name = re.split(r"[<>=]", name)[0]
        assert re.search(rf"\b{name}\b", table), name
        assert version in table, need


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    wrong = []
    for path, anchor in re.findall(r"\]\(([^)#:]*)#?([^):]*)\)", prose):
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            wrong.append(f"{path}#{anchor}")
    assert wrong == []


def _anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", ["ARCHITECTURE.md", "grading.md", "sandbox.md", "api.md"])
def test_paths_in_documents_exist(name: str) -> None:
    """A path is relative to the checkout, to the package, or to the package's `grading`."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    starts = (ROOT, ROOT / "mxtutor", ROOT / "mxtutor" / "grading", ROOT / "mxtutor" / "grading" / "diagnosis")
    named = set(re.findall(r"(?<![\w/<.*-])((?:[a-z_]+/)+[a-z_]*(?:\.py)?|[a-z_]+\.py)(?![\w*<]|\.\w)", text))
    named -= {
        "answer.py",
        "examples.py",
        "exercise.py",
        "observe_mxnet.py",
        "observe_torch.py",
        "verify_mxnet.py",
        "reference.py",
    }
    outside = ("tensors/", "trainers/", "hand-ins/", "proc/", "dev/", "etc/", "scratch/", "answers/")
    missing = [one for one in named if not one.startswith(outside) and not any((top / one).exists() for top in starts)]
    assert sorted(missing) == []


def test_every_room_has_a_line() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^\| ([\w.]+) \|", text.partition("## Rooms")[2].partition("\n## ")[0], re.MULTILINE))
    code = ROOT / "mxtutor"
    rooms = {file.parent.relative_to(code) for top in ("*", "grading/*") for file in code.glob(f"{top}/__init__.py")}
    assert {".".join(room.parts) for room in rooms} <= shown
