"""Decides whether a report of a sealed workshop is what a server signed, and whether it can be true."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from mxtutor.classroom.sealed_report import MOST_SEEDS, SealedReport
from mxtutor.classroom.sealing import PublicKey
from mxtutor.grading.protocol import Verdict

Outcome = Literal["sealed", "unsealed", "invalid"]
"""`sealed`: signed by a known key, and everything fits. `unsealed`: an honest report without a signature. `invalid`:
changed after it was signed, signed by an unknown key, or not plausible.
"""
SLACK = timedelta(seconds=5)
"""Times are rounded to seconds, and the last check of a part begins before its end."""
_ROUNDING = 1e-4


@dataclass(frozen=True, slots=True)
class Expected:
    """What the reports should be about."""

    workshop: str
    """`sealed_report.workshop_hash`."""
    content: str
    """`fingerprints.content_hash` of its exercises."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What is known of one report."""

    outcome: Outcome
    reason: str
    """Why it is not sealed, without a full stop; empty for a sealed report."""


def verify(
    data: Mapping[str, Any],
    report: SealedReport,
    keys: Sequence[PublicKey],
    *,
    now: datetime,
    expected: Expected | None = None,
) -> Verification:
    """Return whether a report is valid: `data` is what the file holds, `report` the same as a record.

    `keys` are the servers' keys that are trusted, `now` is the time of day (aware).
    """
    signature = report.signature
    if signature is None:
        if report.sealed:
            return Verification("invalid", "it says that it is sealed, but has no signature")
        return Verification("unsealed", f"it has no signature: {report.why.rstrip('.')}")
    known = [key for key in keys if key.id == signature.key]
    if not known:
        return Verification("invalid", f"it is signed with the key {signature.key}, which is not one of the given keys")
    if not any(key.accepts(data) for key in known):
        return Verification("invalid", "it was changed after it was signed")
    if not report.sealed:
        return Verification("unsealed", report.why.rstrip("."))
    if faults := [*_against(report, expected), *implausible(report, now)]:
        return Verification("invalid", f"the signature is right, but {faults[0]}")
    return Verification("sealed", "")


def _against(report: SealedReport, expected: Expected | None) -> Iterator[str]:
    if expected is None:
        return
    if report.workshop.hash != expected.workshop:
        yield "it is about another workshop, or another version of it"
    if report.content != expected.content:
        yield "its exercises are not those that are installed here"


def implausible(report: SealedReport, now: datetime) -> Iterator[str]:
    """Yield what cannot be true in a report: times, counts and sums that contradict each other."""
    yield from _times(report, now)
    yield from _counts(report)
    for name, said, parts in (
        ("points", report.points, [one.points for one in report.exercises]),
        ("points that can be reached", report.of, [one.of for one in report.exercises]),
    ):
        if abs(said - math.fsum(parts)) > _ROUNDING * max(len(parts), 1):
            yield f"its {name} do not add up"


def _times(report: SealedReport, now: datetime) -> Iterator[str]:
    end = report.ended + SLACK
    if report.started > end:
        yield "it ends before it starts"
    if report.signed is None or report.signed + SLACK < report.ended:
        yield "it was signed before it ended"
    if max(report.ended, report.signed or report.ended) > now + timedelta(days=1):  # clocks and time zones differ
        yield "it ends in the future"
    for part in report.parts:
        if part.opened is not None and not report.started - SLACK <= part.opened <= end:
            yield f"the part {part.title!r} was opened before the workshop began or after it ended"
        if part.seconds > 60 * part.minutes + SLACK.total_seconds():
            yield f"the part {part.title!r} took longer than it lasts"
        if part.opened is None and (part.seconds or part.late_checks):
            yield f"the part {part.title!r} was never opened, but took time"


def _counts(report: SealedReport) -> Iterator[str]:
    parts = {part.title: part for part in report.parts}
    names = [one.exercise for one in report.exercises]
    if len(set(names)) < len(names) or len(parts) < len(report.parts):
        yield "a part or an exercise occurs twice"
    if report.in_time != all(part.late_checks == 0 for part in report.parts):
        yield "it contradicts itself about the time limits"
    for one in report.exercises:
        right = one.verdict is Verdict.RIGHT
        part = parts.get(one.part)
        if part is None or (one.attempts and part.opened is None):
            yield f"{one.exercise} belongs to no part that was opened"
        if (one.verdict is None) != (one.attempts == 0) or len(one.seeds) != min(one.attempts, MOST_SEEDS):
            yield f"the attempts at {one.exercise} do not fit its verdict"
        if one.points > one.of or (one.points and not right) or (one.first_try and not right):
            yield f"the points of {one.exercise} do not fit its verdict"
