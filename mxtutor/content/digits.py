"""The course's data set of handwritten digits; `data/digits.md` names source, licence and citation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PARTS = ("train", "held_out")
"""Parts: 600 digits for training (60 per class), and 200 held-out digits (20 per class)."""


def load_digits(part: str) -> tuple[Any, Any]:
    """Return the images of a part, uint8 (n, 8, 8) in 0..16, and their class ids, uint8 (n,).

    Raises:
        KeyError: the part is not one of `PARTS`.
    """
    import numpy as np  # takes 70 ms, which importing this module must not cost

    with np.load(Path(__file__).with_name("data") / "digits.npz", allow_pickle=False) as held:
        return held[f"{part}_images"], held[f"{part}_labels"]
