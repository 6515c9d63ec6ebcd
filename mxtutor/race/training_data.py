"""Images, labels and initial weights, equal for both frameworks."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from mxtutor.content.digits import load_digits
from mxtutor.race.model import RaceConfig

SIDE = 28
GREATEST = 16
"""Greatest pixel value of the shipped digits."""


def given() -> RaceConfig:
    """Return the configuration from the command line of this process."""
    return RaceConfig(**json.loads(sys.argv[1]))


def data(config: RaceConfig) -> tuple[Any, Any]:
    """Return float32 images (n, 1, 28, 28) in [0, 1] and int64 labels (n,): the digits, enlarged and repeated."""
    images, labels = load_digits("train")
    rows = np.arange(SIDE) * images.shape[-1] // SIDE
    large = images.reshape(-1, images.shape[-2], images.shape[-1])[:, rows][:, :, rows]
    pick = np.arange(config.images) % len(large)
    return large[pick].reshape(-1, 1, SIDE, SIDE).astype("float32") / GREATEST, labels[pick].astype("int64")


def weights(config: RaceConfig) -> list[Any]:
    """Return the initial weights, float32, equal for both frameworks: (hidden, 784), (hidden,), (10, hidden), (10,)."""
    rng = np.random.default_rng(7)
    shapes = [(config.hidden, SIDE * SIDE), (config.hidden,), (10, config.hidden), (10,)]
    return [rng.uniform(-0.05, 0.05, size=s).astype("float32") for s in shapes]


def serve(version: str, epoch: Callable[[], float]) -> None:
    """Print the version, then run one epoch per line of standard input and print its seconds and mean loss."""
    _print({"version": version})
    for _ in sys.stdin:
        began = time.perf_counter()
        loss = epoch()
        _print({"seconds": time.perf_counter() - began, "loss": loss})


def _print(what: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()
