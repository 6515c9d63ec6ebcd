"""The parts of a report in reading order, as plain records that front ends draw.

Texts come unchanged from the report: each front end makes them safe with its function of `mxtutor.reporting.sanitize`.
"""

from __future__ import annotations

from dataclasses import dataclass

from mxtutor.grading.differences import Curves, Mismatch
from mxtutor.grading.protocol import Aspect, AspectKind, CaseResult, ErrorDetail, Flag, Note, Report, Verdict
from mxtutor.reporting.advice import Advice, first_failing, what_to_try
from mxtutor.reporting.sanitize import plain

OF_PYTHON = frozenset(
    {"syntax", "entry-missing", "missing-import", "name-self", "undefined-name", "unused-parameter", "starter"}
) | {"empty-body", "missing-return", "printed"}
"""Mistakes that say nothing about MXNet: there is nothing to find out, so they are explained at once."""


@dataclass(frozen=True, slots=True)
class Cause:
    """The known mistakes behind a refused answer."""

    sentences: tuple[str, ...]
    named_only: bool
    """Whether an explanation exists that is not shown yet."""


@dataclass(frozen=True, slots=True)
class FlagNote:
    """A flag with the text of its place."""

    message: str
    place: str
    """The line in parentheses with a space before it; empty if no line shows it."""


@dataclass(frozen=True, slots=True)
class CaseNote:
    """One case in the list of all cases."""

    number: int
    """From 1."""
    title: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class FailingCase:
    """The first case that is not right."""

    number: int
    """From 1."""
    name: str
    title: str
    """The name, or "arguments" without one, with a note for a hidden case."""
    inputs: str
    error: ErrorDetail | None
    failed: tuple[Aspect, ...]
    passed: tuple[str, ...]
    """Names of the aspects that are right."""
    curves: tuple[Curves, ...]
    repro: str


@dataclass(frozen=True, slots=True)
class DrawnCase:
    """The last case of a right answer that has losses to draw."""

    title: str
    curves: tuple[Curves, ...]


@dataclass(frozen=True, slots=True)
class Sections:
    """The parts of a report; the fields are in reading order."""

    verdict: Verdict
    headline: str
    cause: Cause | None
    fix: str
    flags: tuple[FlagNote, ...]
    error: ErrorDetail | None
    cases: tuple[CaseNote, ...]
    failing: FailingCase | None
    drawn: DrawnCase | None
    """None if a case fails."""
    advice: Advice
    output: str
    """Output of the answer; empty if it is only white space."""
    notes: tuple[Note, ...] = ()
    """On a right answer."""
    chosen: bool = False
    """Whether the answer is an option: what is wrong with it is the cause, and there is no case to show."""

    @property
    def right(self) -> int:
        """Number of right cases."""
        return sum(case.verdict is Verdict.RIGHT for case in self.cases)

    @property
    def others(self) -> tuple[CaseNote, ...]:
        """All cases except the one in `failing`."""
        return tuple(case for case in self.cases if self.failing is None or case.number != self.failing.number)


def sections_of(report: Report, *, full: bool = True) -> Sections:
    """Return the parts of a report; without `full` a known mistake is named and not explained."""
    cases = tuple(CaseNote(number, _title(case), case.verdict) for number, case in enumerate(report.cases, 1))
    failing = first_failing(report)
    return Sections(
        verdict=report.verdict,
        headline=report.headline,
        cause=_cause(report, full=full) if report.diagnosis else None,
        fix=report.fix,
        flags=tuple(FlagNote(flag.message, _place(flag)) for flag in report.flags),
        error=report.error,
        cases=cases,
        failing=_failing(failing, report.cases.index(failing) + 1) if failing else None,
        drawn=None if failing else _drawn(report),
        advice=what_to_try(report),
        output=report.output if report.output.strip() else "",
        notes=report.notes,
        chosen=any(aspect.kind is AspectKind.CHOICE for case in report.cases for aspect in case.aspects),
    )


def index_text(worst: Mismatch) -> str:
    """Return a position as Python writes an index, such as [0, 2]."""
    return "[" + ", ".join(map(str, worst.index)) + "]"


def _cause(report: Report, *, full: bool) -> Cause:
    texts = tuple(mistake.text(full=full or mistake.code in OF_PYTHON) for mistake in report.diagnosis)
    return Cause(texts, texts != tuple(mistake.message for mistake in report.diagnosis))


def _place(flag: Flag) -> str:
    return f" (line {flag.line})" if flag.line else ""


def _failing(case: CaseResult, number: int) -> FailingCase:
    return FailingCase(
        number=number,
        name=case.name,
        title=_title(case),
        inputs="\n".join(line for line in case.inputs.splitlines() if not _repeats(line)),
        error=case.error,
        failed=tuple(aspect for aspect in case.aspects if not aspect.ok),
        passed=tuple(aspect.aspect for aspect in case.aspects if aspect.ok),
        curves=_curves(case),
        repro=case.repro,
    )


def _repeats(line: str) -> bool:
    """Return whether the line of an argument has its name alone: `batches = batches`."""
    name, _, value = line.partition(" = ")
    return bool(value) and name.strip() == value.strip()


def _drawn(report: Report) -> DrawnCase | None:
    drawn = [case for case in report.cases if _curves(case)]
    return DrawnCase(_title(drawn[-1]), _curves(drawn[-1])) if drawn else None


def _curves(case: CaseResult) -> tuple[Curves, ...]:
    return tuple(aspect.curves for aspect in case.aspects if aspect.curves is not None)


def _title(case: CaseResult) -> str:
    name = plain(case.name) or "arguments"
    return f"{name} (hidden)" if case.hidden and "hidden" not in name else name
