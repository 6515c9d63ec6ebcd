"""Figures, paths and links in the documents are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mxtutor.classroom.cluster.batches import LEAST, MOST
from mxtutor.classroom.cluster.coordinator import MOST_SECONDS, SILENT_SECONDS
from mxtutor.classroom.cluster.dask_link import PATIENCE
from mxtutor.classroom.cluster.ledger import MOST_BROKEN, MOST_LOSSES
from mxtutor.content.loader import load_course
from mxtutor.grading.answer.child import MOST_CALLS
from mxtutor.grading.flags.suspicion import MAX_PARSED
from mxtutor.grading.judging.chance import ALPHA, TAILS
from mxtutor.grading.priority import AHEAD_PAUSE
from mxtutor.grading.protocol import MAX_SOURCE
from mxtutor.grading.results.execute import ATTEMPTS
from mxtutor.grading.sandbox.plan import SLOTS, Limits
from mxtutor.grading.sandbox.probe import FIRST_UID
from mxtutor.grading.service.address import IDLE_SECONDS
from mxtutor.grading.service.connection import MAX_UNANSWERED, PING_SECONDS
from mxtutor.grading.service.turns import HALF_LIFE, MAX_WAITING, SLOTS_PER_CORE
from mxtutor.private_files import FILE_MODE, FOLDER_MODE
from tests.unit.test_project import PROJECT, ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
MIB, KIB = 1 << 20, 1 << 10
FIGURES = [
    ("docs/scale.md", f"batches of {LEAST} to {MOST} answers"),
    ("docs/scale.md", f"begins no further answer of a batch after {MOST_SECONDS:.0f} s"),
    ("docs/scale.md", f"says nothing for {SILENT_SECONDS:.0f} s"),
    ("docs/scale.md", f"workers are lost {MOST_LOSSES} times with the same answer"),
    ("docs/scale.md", f"up to {MOST_BROKEN} workers try"),
    ("docs/scale.md", f"no worker for {PATIENCE / 60:.0f} minutes"),
    ("docs/grading.md", f"is run up to {ATTEMPTS} times"),
    ("docs/grading.md", f"a\nprobability of at most {ALPHA:.0e}".replace("e-08", "e-8").replace("a\n", "a ")),
    ("docs/grading.md", "in the outer " + ", ".join(f"{tail:.0e}".replace("e-0", "e-") for tail in TAILS)),
    ("docs/grading.md", f"up to {MOST_CALLS} times more"),
    ("docs/grading.md", f"larger than {MAX_PARSED // KIB} KiB"),
    ("docs/api.md", f"larger than {MAX_SOURCE // MIB} MiB"),
    ("SECURITY.md", f"any Python program of at most {MAX_SOURCE // MIB} MiB"),
    ("docs/sandbox.md", f"files over {Limits().scratch_bytes // MIB} MiB together"),
    ("docs/sandbox.md", f"one of {SLOTS} user ids from {FIRST_UID} on"),
    ("docs/ARCHITECTURE.md", f"{AHEAD_PAUSE} s pause between a report and the work for the next check"),
    ("docs/grader.md", f"ends after {IDLE_SECONDS:.0f} s without one"),
    ("docs/grader.md", f"asks every {PING_SECONDS:.0f} s whether it still runs; after {MAX_UNANSWERED} questions"),
    ("docs/grader.md", f"{MAX_WAITING} calls of a class may wait, in their order"),
    ("docs/grader.md", f"up to {SLOTS_PER_CORE} for each core"),
    ("docs/grader.md", f"after {HALF_LIFE:.0f} s half of the use is forgotten"),
    ("docs/grader.md", f"runs again, up to {ATTEMPTS} times"),
    (
        "docs/ARCHITECTURE.md",
        f"| topic | a group of lessons: {', '.join(topic.id for topic in load_course(ROOT).topics)} |",
    ),
    ("CHANGELOG.md", f"Folders have mode {FOLDER_MODE:04o} and files {FILE_MODE:04o}"),
]


@pytest.mark.parametrize(("page", "sentence"), FIGURES, ids=[sentence[:50] for _, sentence in FIGURES])
def test_a_figure_is_that_of_the_code(page: str, sentence: str) -> None:
    assert sentence in " ".join((ROOT / page).read_text(encoding="utf-8").split())


def test_documents_name_the_pinned_versions() -> None:
    table = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    for need in PROJECT["project"]["dependencies"]:
        name, _, version = need.partition(";")[0].strip().partition("==")
        name = re.split(r"[<>=]", name)[0]
        assert re.search(rf"\b{name}\b", table), name
        assert version in table, need


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)#:]+)\)", prose)
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("name", ["ARCHITECTURE.md", "grading.md", "sandbox.md", "api.md", "README.md"])
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


def test_the_layers_are_those_that_are_checked() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    shown = text.partition("## Import layers")[2].partition("```text\n")[2].partition("```")[0]
    whole, inside = (contract["layers"] for contract in PROJECT["tool"]["importlinter"]["contracts"][:2])
    rows = [" | ".join(part.removeprefix("mxtutor.") for part in row.split(" | ")) for row in whole]
    rows[rows.index("grading")] = "grading:  " + " > ".join(inside)
    assert shown.splitlines() == rows
