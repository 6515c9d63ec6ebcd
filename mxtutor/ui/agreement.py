"""Whether two printed results agree, as far as their digits tell."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mxtutor.grading.protocol import SnippetRun

_NUMBER = re.compile(
    r"(?<![\w.])[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|inf)(?![\w])|\bTrue\b|\bFalse\b"
)
_TRAILER = re.compile(
    r"<NDArray[^>]*>"
    r"|,?\s*(?:dtype|device|grad_fn|size|ctx|requires_grad)\s*=\s*(?:<[^>]*>|'[^']*'|\([^)]*\)|[\w.]+(?:\([^)]*\))?)"
)
_WORDS = {"True": 1.0, "False": 0.0}


@dataclass(frozen=True, slots=True)
class Printed:
    """The numbers of a printed result and how they nest."""

    numbers: tuple[float, ...]
    digits: tuple[int, ...]
    """Digits printed after each number's point."""
    shape: str
    """Brackets and commas alone, without the outermost pair round a single number."""
    whole: bool
    """False where the framework left elements out."""


def agree(torch: SnippetRun, mxnet: SnippetRun, rtol: float) -> bool | None:
    """Return whether two results agree in numbers and nesting; None when their text does not tell.

    Frameworks round what they print, so half a unit of the last printed digit is allowed beside `rtol`.
    """
    if torch.error or mxnet.error or torch.broken or mxnet.broken:
        return None
    left, right = _read(torch.value or torch.output), _read(mxnet.value or mxnet.output)
    if not left.whole or not right.whole:
        return None
    if not left.numbers and not right.numbers:
        return None if not (torch.value or mxnet.value) else _words(torch.value) == _words(mxnet.value)
    if len(left.numbers) != len(right.numbers) or left.shape != right.shape:
        return False
    pairs = zip(left.numbers, left.digits, right.numbers, right.digits, strict=True)
    return all(_close(a, b, 10.0 ** -min(m, n) * 0.51, rtol) for a, m, b, n in pairs)


def _close(a: float, b: float, rounding: float, rtol: float) -> bool:
    if a != a or b != b:
        return a != a and b != b
    return a == b or abs(a - b) <= rounding + rtol * abs(a)


def _read(text: str) -> Printed:
    text = _TRAILER.sub("", text)
    numbers, digits = [], []
    for found in _NUMBER.findall(text):
        numbers.append(_WORDS[found] if found in _WORDS else float(found))
        head, _, exponent = found.lower().partition("e")
        digits.append(len(head.partition(".")[2]) - int(exponent or 0) if head not in ("nan", "inf") else 0)
    return Printed(tuple(numbers), tuple(digits), _nesting(text), "..." not in text)


def _nesting(text: str) -> str:
    """Return `[[][]]` for a matrix of two rows; () and (1,) give the same."""
    brackets = re.sub(r"[^\[\]]", "", text)
    return "" if brackets == "[]" else brackets


def _words(text: str) -> str:
    return re.sub(r"\b(?:torch|mxnet|mx|numpy|np)\.|<class '|'>|\s", "", text)
