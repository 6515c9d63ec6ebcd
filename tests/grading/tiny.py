"""The tiny course beside these tests, and answers to it."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Grader, Report, Submission

COURSE = Path(__file__).resolve().parents[1] / "course"
SEED = 7
RIGHT = b"def square(x):\n    return x * x\n"
CUBE = b"def square(x):\n    return x * x * x\n"
CRASH = b"import os\n\n\ndef square(x):\n    os._exit(0)\n"


@functools.cache
def exercise(slug: str) -> Exercise:
    """Return an exercise of the tiny course."""
    return load_exercise(COURSE / "exercises" / "tensors" / slug, f"tensors/{slug}")


def grade(
    grader: Grader, source: str | bytes, slug: str = "square", *, seed: int | None = SEED, **fields: Any
) -> Report:
    """Grade an answer; `fields` change the exercise."""
    data = source if isinstance(source, bytes) else dedent(source).encode()
    return grader.grade(Submission(replace(exercise(slug), **fields), data, seed))
