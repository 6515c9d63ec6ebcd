"""Doctor checks everything, and says how to fix each fault."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from mxtutor.cli import doctor, main
from mxtutor.cli.doctor import Check
from mxtutor.gpus import Gpu, find_gpus


@pytest.mark.grading
def test_all_is_looked_at_and_said_in_the_contract_s_words(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--json"])
    data = json.loads(capsys.readouterr().out)
    names = [check["name"] for check in data["checks"]]
    assert names == ["python", "numpy", "mxnet", "torch", "sandbox", "gpu", "terminal", "progress", "content"]
    assert all(set(check) == {"name", "ok", "detail", "fix"} for check in data["checks"])
    assert data["ok"] == all(check["ok"] for check in data["checks"])
    assert all(check["fix"] for check in data["checks"] if not check["ok"])
    found = {check["name"]: check for check in data["checks"]}
    assert found["mxnet"]["detail"].startswith("MXNet 1.9.1, CPU build")
    assert all(found[name]["ok"] for name in ("python", "numpy", "mxnet", "progress", "content"))


def test_one_bad_check_is_not_ok(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    checks = [Check("a", True, "fine")]
    monkeypatch.setattr(doctor, "run_checks", lambda *_: checks)
    assert main(["doctor"]) == main(["doctor", "--json"]) == 0
    checks.append(Check("b", False, "amiss", "fix"))
    assert main(["doctor"]) == 1
    assert [line.split() for line in capsys.readouterr().out.splitlines()[-2:]] == [["[fix]", "b", "amiss"], ["fix"]]


def test_an_unsupported_python_is_named() -> None:
    assert doctor.check_python((3, 12)).ok
    check = doctor.check_python((3, 13))
    assert not check.ok
    assert "3.12" in check.fix


@pytest.mark.parametrize(("name", "check"), [("mxnet", doctor.check_mxnet), ("torch", doctor.check_torch)])
def test_a_missing_framework_says_how_to_get_it(name: str, check: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "version_of", lambda package: None if package == name else "1.0")
    assert callable(check)
    found = check()
    assert not found.ok
    assert "missing" in found.detail
    assert found.fix


def test_a_framework_that_cannot_be_imported_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        doctor, "MXNET_SCRIPT", "import sys; print('noise', file=sys.stderr); raise OSError('no libgfortran')"
    )
    check = doctor.check_mxnet()
    assert not check.ok
    assert check.detail == "MXNet cannot be used: OSError: no libgfortran"


def test_a_missing_system_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MXNET_SCRIPT", "import ctypes; ctypes.CDLL('libquadmath.so.99')")
    check = doctor.check_mxnet()
    assert "libquadmath.so.99: cannot open shared object file" in check.detail
    assert "apt install libgomp1 libquadmath0" in check.fix


@pytest.mark.parametrize(
    ("capability", "runs"),
    [("5.2", True), ("8.6", True), ("8.9", True), ("9.0", False), ("12.0", False), ("3.5", False)],
)
def test_gpus_that_mxnet_has_no_code_for_are_named(capability: str, runs: bool) -> None:
    check = doctor.check_gpus(lambda: [Gpu("NVIDIA X", capability)])
    assert check.ok, "the tutor works without a GPU"
    assert ("contain code for it" in check.detail) is runs
    assert ("has never run on a GPU" in check.detail) is runs
    assert "in place of GPUs" in check.fix
    assert f"compute capability {capability}" in check.detail


@pytest.mark.parametrize("capability", ["", "[N/A]"])
def test_a_gpu_of_unknown_capability_is_not_promised(capability: str) -> None:
    assert "contain code for it" not in doctor.check_gpus(lambda: [Gpu("NVIDIA X", capability)]).detail


def test_no_gpu_is_fine() -> None:
    check = doctor.check_gpus(list)
    assert check.ok
    assert check.detail.startswith("No NVIDIA GPU")


def test_gpus_are_read_from_the_driver_s_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "nvidia-smi"
    tool.write_text("#!/bin/sh\necho 'NVIDIA H200, 9.0'\necho 'NVIDIA RTX A2000, 8.6'\n", encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert find_gpus() == [Gpu("NVIDIA H200", "9.0"), Gpu("NVIDIA RTX A2000", "8.6")]


@pytest.mark.parametrize(
    ("environ", "size", "ok", "said", "fix"),
    [
        ({"TERM": "xterm-256color", "LANG": "C.UTF-8", "COLORTERM": "truecolor"}, (120, 40), True, "16 million", ""),
        ({"TERM": "xterm-256color", "LANG": "C.UTF-8"}, (80, 24), True, "256 colours", ""),
        ({"TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"}, (80, 24), True, "NO_COLOR", ""),
        ({"TERM": "xterm", "LANG": "C"}, (80, 24), True, "ASCII", "UTF-8"),
        ({"TERM": "dumb", "LANG": "C.UTF-8"}, (80, 24), True, "TERM=dumb", "Set TERM"),
        ({"LANG": "C.UTF-8"}, (79, 24), True, "TERM=unset", "80 x 24"),
        ({"TERM": "xterm", "LANG": "C.UTF-8"}, (30, 24), False, "30 x 24", "80 x 24"),
    ],
)
def test_the_terminal_is_described(
    environ: dict[str, str], size: tuple[int, int], ok: bool, said: str, fix: str
) -> None:
    check = doctor.check_terminal(environ, os.terminal_size(size))
    assert check.ok is ok
    assert said in check.detail
    assert fix in check.fix
    assert bool(check.fix) is bool(fix)


def test_progress_that_cannot_be_kept_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    check = doctor.check_progress(tmp_path / "file" / "home")
    assert not check.ok
    assert "MXTUTOR_HOME" in check.fix


def test_damaged_content_is_named(tmp_path: Path) -> None:
    check = doctor.check_content(tmp_path)
    assert not check.ok
    assert "course.yaml" in check.detail
    assert check.fix


def test_probes_run_under_this_python() -> None:
    assert doctor.run_python("-c", "import sys; print(sys.executable)") == (f"{sys.executable}\n", "")
    assert doctor.run_python("-c", "raise SystemExit(3)") == ("", "exit status 3")
