"""Recognises mistakes that are common to many exercises, by an answer's error, its source and its result."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

NAMES = Path(__file__).with_name("mistakes.txt")
"""The mistakes that any exercise may have, as lines `code: sentence`."""


@lru_cache(maxsize=1)
def mistake_names() -> Mapping[str, str]:
    """Return the sentence for each mistake that any exercise may have, by code."""
    lines = (line.partition(": ") for line in NAMES.read_text("utf-8").splitlines())
    return {code: text for code, _, text in lines}
