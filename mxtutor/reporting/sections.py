"""The parts of a report in reading order, as plain records that front ends draw.

Texts come unchanged from the report: each front end makes them safe with its function of `mxtutor.reporting.sanitize`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mxtutor.grading.differences import Curves, Mismatch
from mxtutor.grading.protocol import (
    HEADLINE_TEXT,
    Aspect,
    AspectKind,
    CaseResult,
    ErrorDetail,
    Note,
    Report,
    Verdict,
)
from mxtutor.reporting.advice import first_failing, what_to_try
from mxtutor.reporting.mistakes import cause
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.words import VERDICT_WORDS

MISTAKE = "The mistake:"
"""What stands before the name of a known mistake, which could be read as a confirmation."""
SHORT = 60
"""Most characters of arguments that a line has room for."""
_ARGUMENT = re.compile(r" (?=[A-Za-z_]\w* = )")
"""The space before an argument."""


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
    place: str
    """Which case it is, with its arguments if a line has room for them, else with its title; may be empty."""
    inputs: str
    rest: str
    """The inputs again; empty if `place` has them."""
    error: ErrorDetail | None
    failed: tuple[Aspect, ...]
    passed: tuple[str, ...]
    """Names of the aspects that are right."""
    repro: str


@dataclass(frozen=True, slots=True)
class Sections:
    """The parts of a report; the fields are in reading order."""

    verdict: Verdict
    headline: str
    causes: tuple[str, ...]
    """The known mistakes behind a refused answer."""
    fix: str
    flags: tuple[str, ...]
    """Messages of the flags, each with its line."""
    error: ErrorDetail | None
    cases: tuple[CaseNote, ...]
    failing: FailingCase | None
    curves: tuple[Curves, ...]
    """The losses of the failing case, else those of the last case that has some."""
    advice: str
    """What to try where nothing else says what is wrong."""
    output: str
    """Output of the answer; empty if it is only white space."""
    notes: tuple[Note, ...] = ()
    """On a right answer."""
    remark: str = ""
    """About the devices of the check."""
    chosen: bool = False
    """Whether the answer is an option: what is wrong with it is the cause, and there is no case to show."""

    @property
    def word(self) -> str:
        """The verdict in words."""
        return VERDICT_WORDS[self.verdict]

    @property
    def said(self) -> str:
        """The headline without the word of the verdict at its beginning; it may be empty."""
        text = self.headline.removeprefix(self.word)
        if text == self.headline or text[:1] not in ("", ".", ":"):
            return self.headline
        text = text.lstrip(".: ")
        return text[:1].upper() + text[1:]

    @property
    def why(self) -> tuple[str, ...]:
        """Why the answer is refused: its mistakes, else what to do or to try; nothing that the headline says."""
        lead = "" if self.chosen else f"{MISTAKE} "
        causes = (f"{lead}{text}" for text in self.causes if not self.says(text))
        return (*causes, *(text for text in (self.fix, self.advice) if text and not self.says(text)))

    @property
    def failures(self) -> tuple[ErrorDetail, ...]:
        """The errors of the answer as a whole, and of its failing case."""
        return tuple(error for error in (self.error, self.failing.error if self.failing else None) if error)

    def says(self, message: str) -> bool:
        """Return whether the headline says all of a message; it may begin with a capital."""
        return _bare(message) in _bare(self.headline)

    def tells(self, error: ErrorDetail) -> bool:
        """Return whether the headline contains all of an error's text, so that it need not be shown again."""
        text = error.text.strip()
        return not error.sandbox and "\n" not in text and len(text) <= HEADLINE_TEXT

    @property
    def right(self) -> int:
        """Number of right cases."""
        return sum(case.verdict is Verdict.RIGHT for case in self.cases)

    @property
    def others(self) -> tuple[CaseNote, ...]:
        """All cases except the one in `failing`."""
        return tuple(case for case in self.cases if self.failing is None or case.number != self.failing.number)


def sections_of(report: Report, *, full: bool = True, advised: bool = True) -> Sections:
    """Return the parts of a report; without `full` a known mistake has its name and its reason, not what to do.

    Without `advised`, as for questions and where help is closed, there is no advice.
    """
    cases = tuple(CaseNote(number, _title(case), case.verdict) for number, case in enumerate(report.cases, 1))
    failing = first_failing(report)
    return Sections(
        verdict=report.verdict,
        headline=report.headline,
        causes=tuple(cause(mistake, full=full) for mistake in report.diagnosis),
        fix=report.fix,
        flags=tuple(f"{one.message} (line {one.line})" if one.line else one.message for one in report.flags),
        error=report.error,
        cases=cases,
        failing=_failing(failing, report.cases.index(failing) + 1, len(cases)) if failing else None,
        curves=_curves(failing) if failing else next(filter(None, map(_curves, reversed(report.cases))), ()),
        advice=what_to_try(report) if advised else "",
        output=report.output if report.output.strip() else "",
        notes=report.notes,
        remark="CPU contexts stand in for GPUs." if report.device == "standin" else "",
        chosen=any(aspect.kind is AspectKind.CHOICE for case in report.cases for aspect in case.aspects),
    )


def both_texts(aspect: Aspect) -> list[tuple[str, str]]:
    """Return what was expected and what came, each with its label, where the message does not say it."""
    texts = (("expected", aspect.expected.strip("\n")), ("got", aspect.got.strip("\n")))
    return [(label, text) for label, text in texts if text and text not in aspect.message]


def index_text(worst: Mismatch) -> str:
    """Return a position as Python writes an index, such as [0, 2]."""
    return "[" + ", ".join(map(str, worst.index)) + "]"


def _failing(case: CaseResult, number: int, total: int) -> FailingCase:
    lines = [line for line in case.inputs.splitlines() if not _is_filler(line)]
    short = _ARGUMENT.sub(", ", " ".join(line.strip() for line in lines))
    fits = 0 < len(short) <= SHORT
    place = f"Case {number} of {total}: {short if fits else _title(case)}" if total > 1 else short if fits else ""
    return FailingCase(
        number=number,
        name=case.name,
        title=_title(case),
        place=place,
        inputs="\n".join(lines),
        rest="" if fits else "\n".join(lines),
        error=case.error,
        failed=tuple(aspect for aspect in case.aspects if not aspect.ok),
        passed=tuple(aspect.aspect for aspect in case.aspects if aspect.ok),
        repro=case.repro,
    )


def _is_filler(line: str) -> bool:
    """Return whether the line of an argument has a bare name for a value: `batches = batches`, `net = mlp`."""
    name, _, value = line.partition(" = ")
    value = value.strip()
    return name.isidentifier() and value.isidentifier() and value not in ("True", "False", "None", "nan", "inf")


def _curves(case: CaseResult) -> tuple[Curves, ...]:
    return tuple(aspect.curves for aspect in case.aspects if aspect.curves is not None)


def _title(case: CaseResult) -> str:
    name = plain(case.name) or "arguments"
    return f"{name} (hidden)" if case.hidden and "hidden" not in name else name


def _bare(text: str) -> str:
    return " ".join(text.replace("`", "").lower().rstrip(".").split())


def learned(explain: str) -> tuple[str, str]:
    """Return the first sentence of an explanation, and the rest of it; no sentence if it begins otherwise.

    A dot in code between backticks ends no sentence.
    """
    text, in_code = explain.strip(), False
    for place, character in enumerate(text):
        if text.startswith(("\n\n", "```"), place):
            break
        if character == "`":
            in_code = not in_code
        elif character == "." and not in_code and text[place + 1 : place + 2] in ("", " ", "\n"):
            return " ".join(text[: place + 1].split()), text[place + 1 :].strip()
    return "", text
