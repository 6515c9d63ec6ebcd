"""Shipped answers keep their verdicts for every seed; `python -m benchmarks.soak` runs more of them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.grading.rig import CHECKOUT

pytestmark = [pytest.mark.grading, pytest.mark.slow]


def test_no_verdict_flips() -> None:
    command = [sys.executable, "-m", "benchmarks.soak", "--gradings", "24", "--json"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True)
    assert done.stdout, done.stderr
    outcome = json.loads(done.stdout)
    assert outcome["gradings"] == 24
    assert outcome["flips"] == []
    assert outcome["misnamed"] == []
