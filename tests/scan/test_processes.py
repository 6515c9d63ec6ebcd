"""A large project is read by several processes; every file has its result, whatever a process does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mxtutor.scan.project import Project, scan_project
from mxtutor.scan.records import Found

ROOT = Path(__file__).resolve().parents[2]


def test_a_process_that_dies_costs_the_file_that_kills_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scan = Project.scan

    def dies_at_some(project: Project, path: str) -> Found:
        if path in ("file3.py", "file17.py"):
            os.kill(os.getpid(), signal.SIGKILL)
        return scan(project, path)

    monkeypatch.setattr("mxtutor.scan.project.SMALL", 0)
    monkeypatch.setattr(Project, "scan", dies_at_some)
    for number in range(20):
        (tmp_path / f"file{number}.py").write_text("import torch\ntorch.ones(2)\n", encoding="utf-8")
    scanned = scan_project(tmp_path, jobs=2)
    assert (scanned.files, len(scanned.sites)) == (18, 18)
    assert [one.file for one in scanned.skipped] == ["file17.py", "file3.py"]
    assert multiprocessing.active_children() == []


def test_several_processes_find_what_one_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(__file__).parent / "projects"
    alone = scan_project(folder, jobs=1)
    monkeypatch.setattr("mxtutor.scan.project.SMALL", 0)
    together = scan_project(folder, jobs=2)
    assert (together.sites, together.unclear, together.patterns) == (alone.sites, alone.unclear, alone.patterns)


def test_a_small_project_needs_no_other_process(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("import torch\ntorch.ones(2)\n", encoding="utf-8")
    script = (
        "import sys\nfrom mxtutor.cli import main\ncode = main(['scan', sys.argv[1], '--json'])\n"
        "print([name for name in ('multiprocessing', 'jinja2') if name in sys.modules], code)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "[] 0"
