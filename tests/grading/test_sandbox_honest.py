"""Honest answers work inside every layer: MXNet, threads, worker processes, files, late imports."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mxtutor.grading.sandbox.syscalls import SUPPORTED
from tests.grading.sandbox_honest import WITH_PROCESSES, WITHOUT
from tests.grading.sandbox_rig import PEOPLE, Who, probed

pytestmark = [pytest.mark.grading, pytest.mark.skipif(not SUPPORTED, reason="needs Linux on x86-64 or aarch64")]
NO_NAMESPACES = ("landlock", "seccomp", "uid", "rlimits")


@functools.cache
def results(who: Who, layers: str) -> dict[str, str]:
    """Return what went wrong with each honest thing; one worker runs them all."""
    command = [sys.executable, "-m", "tests.grading.sandbox_honest", who, layers]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("thing", [one.__name__ for one in (*WITHOUT, *WITH_PROCESSES)])
@pytest.mark.parametrize("namespaces", [True, False], ids=["all layers", "no namespaces"])
@pytest.mark.parametrize("who", PEOPLE)
def test_it_works(thing: str, namespaces: bool, who: Who) -> None:
    layers = "all" if namespaces else ",".join(layer for layer in NO_NAMESPACES if probed(who).works(layer))
    assert results(who, layers)[thing] == ""
