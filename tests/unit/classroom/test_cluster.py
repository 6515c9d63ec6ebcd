"""Grading on a cluster, without one: what a worker is checked for, and the command's options."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mxtutor.classroom.cluster import ClassGrader
from mxtutor.classroom.fingerprints import exercise_hash, versions
from mxtutor.cli.grade import GradingProgress, unencrypted
from tests.grading.tiny import COURSE
from tests.unit.classroom.test_class_commands import Class, klass

__all__ = ["klass"]


def test_other_versions_and_other_content_are_named(tmp_path: Path) -> None:
    shutil.copytree(COURSE, tmp_path / "pack")
    folder = tmp_path / "pack" / "exercises" / "tensors"
    hashes = {f"tensors/{one.name}": exercise_hash(one) for one in sorted(folder.iterdir())}
    check = ClassGrader(tmp_path / "pack", hashes, versions(), confined=True)
    assert check.differences() == []
    (folder / "square" / "reference.py").write_text("# changed\n")
    assert check.differences() == [f"other content in {tmp_path}/pack: tensors/square"]
    other = ClassGrader(tmp_path / "nothing", hashes, versions() | {"mxnet": "1.8"}, confined=True)
    version, missing = other.differences()
    assert version == f"mxnet {versions()['mxnet'] or 'missing'} instead of 1.8"
    assert missing.startswith(f"there is no content in {tmp_path}/nothing")


def test_options_that_cannot_work_are_refused_before_anything_is_read(klass: Class, tmp_path: Path) -> None:
    broken = tmp_path / "scheduler.json"
    broken.write_text("[]")
    for options, said in (
        (["--scheduler", "tcp://x:1", "--local-cluster", 2], "cannot be used together"),
        (["--scheduler", "tcp://x:1", "--jobs", 2], "--jobs does not belong to --scheduler"),
        (["--scheduler", broken], "holds no address of a scheduler"),
        (["--local-cluster", 0], "--local-cluster"),
    ):
        assert klass.grade(*options) == 2, options
        (line,) = klass.err.splitlines()
        assert said in line


def test_without_dask_one_line_says_how_to_install_it(klass: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "distributed" else find(name))
    assert klass.grade("--local-cluster", 2) == 2
    assert klass.err.rstrip().endswith("-m pip install 'mxtutor[cluster]'")
    assert len(klass.err.splitlines()) == 1


def test_where_no_scheduler_answers_one_line_says_so(klass: Class) -> None:
    klass.put("ana/tensors/square.py")
    for address in ("bogus::x", "tls://127.0.0.1:1"):
        assert klass.grade("--scheduler", address) == 2
        (line,) = klass.err.splitlines()
        assert f"No scheduler answers at {address} (" in line


def test_a_scheduler_takes_nobody_without_tls_or_with_keys_of_another_authority(klass: Class) -> None:
    dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
    klass.put("ana/square.py", "x")
    own, foreign = distributed.Security.temporary(), distributed.Security.temporary()
    parts = {
        "ca-file": foreign.tls_ca_file,
        "client.cert": foreign.tls_client_cert,
        "client.key": foreign.tls_client_key,
    }
    with distributed.LocalCluster(
        n_workers=0, host="127.0.0.1", protocol="tls://", security=own, dashboard_address=None, silence_logs=50
    ) as cluster:
        address = cluster.scheduler_address
        plain = address.replace("tls://", "tcp://")
        for given, keys in (
            (plain, {}),
            (address, {f"distributed.comm.tls.{name}": pem for name, pem in parts.items()}),
        ):
            with dask.config.set(keys):
                assert klass.grade("--scheduler", given) == 2
            line = klass.err.splitlines()[-1]
            assert line.startswith(f"mxtutor: No scheduler answers at {given} (")


def test_the_address_of_a_scheduler_comes_from_its_file(klass: Class, tmp_path: Path) -> None:
    klass.put("ana/tensors/square.py")
    file = tmp_path / "scheduler.json"
    file.write_text('{"type": "Scheduler", "address": "tcp://127.0.0.1:1"}')
    assert klass.grade("--scheduler", file) == 2
    assert "No scheduler answers at tcp://127.0.0.1:1 (" in klass.err


def test_messages_that_a_network_can_read_are_noticed() -> None:
    assert [unencrypted(one) for one in ("tcp://10.0.0.4:1", "tls://10.0.0.4:1", "tcp://127.0.0.1:1")] == [
        True,
        False,
        False,
    ]


def test_the_progress_tells_workers_and_rate() -> None:
    times = iter([0.0, *[10.0] * 10])
    progress = GradingProgress("ab", terminal=False, clock=lambda: next(times), note=lambda: "2 workers")
    progress.add("a")
    assert progress.line() == "graded 1 of 2 answers, 1 of 2 learners, 2 workers, 0.1 per second, about 10 s left"


def test_only_grading_on_a_cluster_imports_dask() -> None:
    script = "import sys, mxtutor.cli.grade;print([m for m in ('dask', 'distributed', 'tornado') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
