"""Loss curves in a report: what the reference's training gave and what the answer's did."""

from __future__ import annotations

from dataclasses import dataclass

from mxtutor.grading.protocol import CaseResult

ASPECT = "losses"


@dataclass(frozen=True, slots=True)
class Curves:
    """One loss an epoch on either side; the lengths differ where the answer ran another number of epochs."""

    torch: tuple[float, ...]
    mxnet: tuple[float, ...]


def loss_curves(case: CaseResult) -> Curves | None:
    """Return the loss curves of a judged case, right or wrong; None where it has none, or its values are no numbers."""
    for aspect in case.aspects:
        if aspect.aspect == ASPECT and aspect.expected and aspect.got:
            try:
                return Curves(_numbers(aspect.expected), _numbers(aspect.got))
            except ValueError:  # an answer's list may hold anything
                return None
    return None


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(part) for part in text.strip("[]()").split(",") if part.strip())
