"""The parts of a report in reading order, as records that front ends draw, and the review of a right answer in words.

Texts are unchanged: each front end makes them safe with a function of `mxtutor.reporting.sanitize`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mxtutor.grading.differences import Curves, Mismatch, label_of
from mxtutor.grading.protocol import (
    HEADLINE_TEXT,
    Aspect,
    AspectKind,
    CaseResult,
    Cost,
    ErrorDetail,
    Note,
    Report,
    Verdict,
)
from mxtutor.reporting.mistakes import cause
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.unready import EMPTY, UNTOUCHED
from mxtutor.reporting.words import VERDICT_WORDS

MISTAKE = "The mistake:"
"""Prefix of the name of a known mistake, which could otherwise be read as a confirmation."""
SHORT = 60
"""Maximum length of arguments in one line, in characters."""
MOST_NOTES = 3
"""Maximum number of notes that are shown; JSON has all of them."""
_ARGUMENT = re.compile(r" (?=[A-Za-z_]\w* = )")
"""The space before an argument."""
_PART = re.compile(r"[\[\]()]|[^\s,\[\]()]+")
"""A bracket or a cell of a printed array."""


ADVICE: dict[AspectKind | Verdict, str] = {
    AspectKind.TYPE: "Return what the result of the reference is in MXNet; print(type(...)) shows what you return now.",
    AspectKind.SHAPE: "Print the shape after each step; check axes, keepdims and broadcasting.",
    AspectKind.DTYPE: "MXNet keeps or chooses dtypes differently from PyTorch: set it with astype(...) or dtype=...",
    AspectKind.VALUES: "Compare step by step with the inputs.",
    AspectKind.INPUTS: "Your function changes its argument; work on a new array instead of writing into the old one.",
    AspectKind.ALIAS: "Check whether the result shares memory with the argument; copy() makes a new array.",
    AspectKind.LATER: "Keep nothing between calls: no global array, no cache, no list as a default argument.",
    AspectKind.GRADIENT: "Compute the result from the arguments with MXNet's operators; check each step's gradient.",
    AspectKind.STATISTICS: "The draws follow another distribution: check what its parameters mean, and their order.",
    AspectKind.REPRODUCIBILITY: "Draw from MXNet's own generator, so that mx.random.seed gives the same numbers again.",
    AspectKind.CONTEXT: "Place the result with ctx=... or as_in_context(...).",
    Verdict.TIMEOUT: "Look for a loop that never ends, or work that grows with every step.",
    Verdict.CRASH: "Look for indices outside an array, for a very large array, or for code that ends the process.",
    Verdict.BROKEN: "Nothing is counted against you. Check again; `mxtutor doctor` finds what is missing.",
}
"""Advice by verdict, or by the kind of the first differing aspect."""


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
    """Number of the case, from 1."""
    name: str
    title: str
    """The case's name, or "arguments" without one, with a note for a hidden case."""
    place: str
    """The number of the case, with its arguments if they fit in a line, else with its title; may be empty."""
    inputs: str
    rest: str
    """The inputs; empty if `place` contains them."""
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
    """The known mistakes of a refused answer."""
    fix: str
    flags: tuple[str, ...]
    """Messages of the flags, each with its line."""
    error: ErrorDetail | None
    cases: tuple[CaseNote, ...]
    failing: FailingCase | None
    curves: tuple[Curves, ...]
    """The losses of the failed case, else those of the last case that has some."""
    advice: str
    """Advice, if no mistake is named."""
    output: str
    """Output of the answer; empty if it has only white space."""
    notes: tuple[Note, ...] = ()
    """Notes on a right answer."""
    remark: str = ""
    """A remark on the devices of the check."""
    chosen: bool = False
    """Whether the answer is an option of a question: the cause says why it is wrong, and there is no case to show."""

    @property
    def word(self) -> str:
        return "Not ready" if self.headline in (UNTOUCHED, EMPTY) else VERDICT_WORDS[self.verdict]

    @property
    def said(self) -> str:
        """The headline without the verdict at its beginning; may be empty."""
        text = self.headline.removeprefix(self.word)
        if text == self.headline or text[:1] not in ("", ".", ":"):
            return self.headline
        text = text.lstrip(".: ")
        return text[:1].upper() + text[1:]

    @property
    def why(self) -> tuple[str, ...]:
        """Why the answer is refused: its mistakes, else the advice; without what the headline says already."""
        lead = "" if self.chosen else f"{MISTAKE} "
        causes = (f"{lead}{text}" for text in self.causes if not self.says(text))
        return (*causes, *(text for text in (self.fix, self.advice) if text and not self.says(text)))

    @property
    def failures(self) -> tuple[ErrorDetail, ...]:
        """The errors of the whole answer and of its failed case."""
        return tuple(error for error in (self.error, self.failing.error if self.failing else None) if error)

    def says(self, message: str) -> bool:
        """Return whether the headline contains a message, with or without a capital at its beginning."""
        return _bare(message) in _bare(self.headline)

    def tells(self, error: ErrorDetail) -> bool:
        """Return whether the headline contains an error's full text, so that it need not be shown again."""
        text = error.text.strip()
        return not error.sandbox and "\n" not in text and len(text) <= HEADLINE_TEXT

    @property
    def right(self) -> int:
        """Number of right cases."""
        return sum(case.verdict is Verdict.RIGHT for case in self.cases)

    @property
    def others(self) -> tuple[CaseNote, ...]:
        """All cases except `failing`."""
        return tuple(case for case in self.cases if self.failing is None or case.number != self.failing.number)


def first_failing(report: Report) -> CaseResult | None:
    """Return the first case that is not right; None if there is none."""
    return next((case for case in report.cases if case.verdict is not Verdict.RIGHT), None)


def what_to_try(report: Report) -> str:
    """Return advice; empty after a right answer, and if the report names a mistake or contains advice itself."""
    if report.diagnosis or report.fix:
        return ""
    case = first_failing(report)
    failing = next((a.kind for a in case.aspects if not a.ok), None) if case else None
    return ADVICE.get(failing if failing and report.verdict is Verdict.WRONG else report.verdict, "")


def sections_of(report: Report, *, full: bool = True, advised: bool = True) -> Sections:
    """Return the parts of a report; without `full`, a known mistake has only its name and reason.

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


def array_rows(text: str) -> list[tuple[tuple[int, ...], list[str]]]:
    """Return the rows of a printed array, each as its index in the outer axes, from 0, and its cells.

    Lists and tuples are read in the same way. The result is empty for other texts: brackets do not match,
    or a list has both numbers and rows.
    """
    places = [-1]
    """For the text and each open bracket, the number of the last bracket that was opened inside it; -1 without one."""
    rows: dict[tuple[int, ...], list[str]] = {}
    for part in _PART.findall(text):
        if part in "[(":
            places[-1] += 1
            places.append(-1)
        elif part not in "])":
            rows.setdefault(tuple(places[:-1]), []).append(part)
        elif len(places) > 1:
            places.pop()
        else:
            return []
    if len(places) > 1 or len({len(index) for index in rows}) != 1:
        return []
    return [(index if places[0] else index[1:], cells) for index, cells in rows.items()]


def both_texts(aspect: Aspect) -> list[tuple[str, str]]:
    """Return (label, text) of the expected and the actual value, except those in the aspect's message."""
    texts = (("expected", aspect.expected.strip("\n")), ("got", aspect.got.strip("\n")))
    return [(label, text) for label, text in texts if text and text not in aspect.message]


def index_text(worst: Mismatch) -> str:
    """Return a position as an index in Python's form, such as [0, 2]."""
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
        failed=tuple(replace(one, aspect=label_of(one.aspect)) for one in case.aspects if not one.ok),
        passed=tuple(label_of(aspect.aspect) for aspect in case.aspects if aspect.ok),
        repro=case.repro,
    )


def _is_filler(line: str) -> bool:
    """Return whether an argument's value is only a name: `batches = batches`, `net = mlp`."""
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
    """Return the first sentence of an explanation, and the rest; an empty text if it does not begin with a sentence.

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


def note_text(note: Note) -> str:
    """Return a note with its line and the better code: "Line 7: ..."."""
    place = f"Line {note.line}: " if note.line else ""
    return f"{place}{note.message} {note.instead}".rstrip()


def worse_text(cost: Sequence[Cost]) -> str:
    """Return a sentence on the costs in which a call of the answer exceeds the solution; empty if there are none."""
    worse = [f"{one.what} {one.own} instead of {one.solution}" for one in cost if one.own > one.solution]
    return f"One call costs more than the solution's: {', '.join(worse)}." if worse else ""
