"""The handwritten digits that ship with the course; `data/digits.md` names source, licence and citation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PARTS = ("train", "held_out")
"""600 digits for training, 60 of each class, and 200 other digits, 20 of each class."""


def load_digits(part: str) -> tuple[Any, Any]:
    """Return images, uint8 (n, 8, 8) in 0..16, and class ids, uint8 (n,), of a part.

    Raises:
        KeyError: the part is not one of `PARTS`.
    """
    import numpy as np  # takes 70 ms; importing this module stays fast

    with np.load(Path(__file__).with_name("data") / "digits.npz", allow_pickle=False) as held:
        return held[f"{part}_images"], held[f"{part}_labels"]
