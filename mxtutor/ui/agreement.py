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
    roundings: tuple[float, ...]
    """How far each number may lie from the one that was printed."""
    shape: str
    """Brackets alone, without the pair round a single number."""
    whole: bool
    """False where the framework left elements out."""


def agree(torch: SnippetRun, mxnet: SnippetRun, rtol: float) -> bool | None:
    """Return whether two results agree in numbers and nesting; None when their text does not tell.

    torch prints tensors with four digits behind the point, so half a unit of the last one is allowed beside `rtol`.
    MXNet prints what NumPy prints, eight digits, which `rtol` covers.
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
    pairs = zip(left.numbers, right.numbers, left.roundings, strict=True)
    return all(_close(a, b, rounding, rtol) for a, b, rounding in pairs)


def _close(a: float, b: float, rounding: float, rtol: float) -> bool:
    if a != a or b != b:
        return a != a and b != b
    return a == b or abs(a - b) <= rounding + rtol * abs(a)


def _read(text: str) -> Printed:
    rounded = "tensor(" in text
    text = _TRAILER.sub("", text)
    found = _NUMBER.findall(text)
    numbers = tuple(_WORDS[word] if word in _WORDS else float(word) for word in found)
    roundings = tuple(_rounding(word) if rounded else 0.0 for word in found)
    return Printed(numbers, roundings, _nesting(text), "..." not in text)


def _rounding(word: str) -> float:
    """Return half a unit of the last digit; 0 for "3" and "3.", which are printed only where they are exact."""
    head, _, exponent = word.lower().partition("e")
    digits = head.partition(".")[2]
    return 0.51 * 10.0 ** (int(exponent or 0) - len(digits)) if digits.isdigit() else 0.0


def _nesting(text: str) -> str:
    """Return `[[][]]` for a matrix of two rows; () and (1,) give the same."""
    brackets = re.sub(r"[^\[\]]", "", text)
    return "" if brackets == "[]" else brackets


def _words(text: str) -> str:
    return re.sub(r"\b(?:torch|mxnet|mx|numpy|np)\.|<class '|'>|\s", "", text)
