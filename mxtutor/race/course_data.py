"""The images, labels and first weights that both frameworks race with."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from mxtutor.content.digits import load_digits
from mxtutor.race.model import Course

SIDE = 28
GREATEST = 16
"""Brightest value of the shipped digits."""


def given() -> Course:
    """Return the course that the process was started with."""
    return Course(**json.loads(sys.argv[1]))


def data(course: Course) -> tuple[Any, Any]:
    """Return float32 images (n, 1, 28, 28) in [0, 1] and int64 labels (n,): the digits, enlarged and repeated."""
    images, labels = load_digits("train")
    rows = np.arange(SIDE) * images.shape[-1] // SIDE
    large = images.reshape(-1, images.shape[-2], images.shape[-1])[:, rows][:, :, rows]
    pick = np.arange(course.images) % len(large)
    return large[pick].reshape(-1, 1, SIDE, SIDE).astype("float32") / GREATEST, labels[pick].astype("int64")


def weights(course: Course) -> list[Any]:
    """Return equal first weights for both: (hidden, 784), (hidden,), (10, hidden), (10,)."""
    rng = np.random.default_rng(7)
    shapes = [(course.hidden, SIDE * SIDE), (course.hidden,), (10, course.hidden), (10,)]
    return [rng.uniform(-0.05, 0.05, size=s).astype("float32") for s in shapes]


def serve(version: str, epoch: Callable[[], float]) -> None:
    """Say the version, then run an epoch for each line of standard input and say its seconds and mean loss."""
    _say({"version": version})
    for _ in sys.stdin:
        began = time.perf_counter()
        loss = epoch()
        _say({"seconds": time.perf_counter() - began, "loss": loss})


def _say(what: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()
