"""A report as lines of text, coloured if standard output is a terminal and NO_COLOR is not set."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from mxtutor.cli.painting import inline_code, paint
from mxtutor.content.styles import Style
from mxtutor.counts import count
from mxtutor.grading.differences import Difference
from mxtutor.grading.protocol import ErrorDetail, Report, Review, Verdict
from mxtutor.reporting.sanitize import clean, clean_line
from mxtutor.reporting.sections import MOST_NOTES, CaseNote, FailingCase, index_text, note_text, sections_of

_COLOURS = {Verdict.RIGHT: "green", Verdict.TIMEOUT: "yellow", Verdict.BROKEN: "magenta"}
"""Colours of verdicts; the others are red."""
_STEPS = " .:-=+*#"
"""A character for each level of the error profile; blank within the tolerance."""


def report_lines(
    report: Report, file: Path, *, full: bool = True, more: bool = True, advised: bool = True, command: str = ""
) -> Iterator[str]:
    """Yield a report as lines of text: verdict, cause, the first failed case, how to repeat it.

    Without `full`, the cause is only the name of the mistake and its reason; `more`: `--explain` shows the rest.
    `command` repeats the check, without the seed; by default `mxtutor check`. Without `advised`, advice, this command
    and the seed are left out.
    """
    parts = sections_of(report, full=full, advised=advised)
    mark = paint(f"[{parts.verdict.value}]", fg=_COLOURS.get(parts.verdict, "red"), bold=True)
    yield f"{mark} {report.exercise}: {inline_code(clean(parts.headline))}"
    yield from (f"  {paint('why', bold=True)}  {inline_code(clean(text))}" for text in parts.causes)
    if more and parts.causes != sections_of(report).causes:
        yield "       --explain says what to do."
    if parts.fix:
        yield f"  {paint('do', bold=True)}   {inline_code(clean(parts.fix))}"
    for flag in parts.flags:
        yield f"  {paint('flag', fg='yellow', bold=True)} {inline_code(clean(flag))}"
    if parts.error is not None:
        yield from error_lines(parts.error)
    if parts.cases:
        yield f"  {' '.join(map(_dot, parts.cases))}  {parts.right}/{len(parts.cases)} cases"
    if parts.failing is not None:
        yield from _case_lines(parts.failing)
        again = command or f"mxtutor check {report.exercise} {clean_line(str(file))}"
        if advised:
            yield f"  again: {again} --seed {report.seed}"
    if parts.advice:
        yield f"  {paint('try', bold=True)}  {inline_code(clean(parts.advice))}"
    if parts.output:
        yield paint("  your output:", bold=True)
        lines = clean(parts.output).splitlines()
        yield from (f"    {line}" for line in lines[:20])
        if len(lines) > 20:
            yield f"    [.. {count(len(lines) - 20, 'more line')}, all of them with --json ..]"
    if parts.remark:
        yield f"  {paint('device', bold=True)} {parts.remark}"
    ran = [f"{report.seconds * 1000:.0f} ms", f"seed {report.seed}", report.device, f"isolation: {report.isolation}"]
    yield paint(f"  {', '.join(ran if advised else [ran[0], *ran[2:]])}", dim=True)


def review_lines(review: Review) -> Iterator[str]:
    """Yield a review of a right answer as lines: notes, then the cost compared with the solution's."""
    for note in review.notes[:MOST_NOTES]:
        yield f"  {paint('note', bold=True)} {inline_code(clean(note_text(note)))}"
    if review.cost:
        counts = ", ".join(f"{one.what} {one.own} (solution {one.solution})" for one in review.cost)
        yield f"  {paint('cost', bold=True)} {counts}"


def style_lines(solution: str, styles: Sequence[Style]) -> Iterator[str]:
    """Yield the solution and the other right answers of an exercise, each with its name."""
    for name, source in (("Idiomatic", solution), *((style.name, style.source) for style in styles)):
        yield f"  {paint(clean_line(name), bold=True)}"
        yield from (f"    {line}".rstrip() for line in clean(source).strip("\n").splitlines())


def _dot(case: CaseNote) -> str:
    return paint("+", fg="green") if case.verdict is Verdict.RIGHT else paint("x", fg="red")


def error_lines(error: ErrorDetail) -> Iterator[str]:
    """Yield an error: its most informative line first, then the frames in the learner's code."""
    yield f"  {paint(clean(error.summary), fg='red')}"
    yield from (f"    {clean(frame)}" for frame in error.frames)


def _case_lines(case: FailingCase) -> Iterator[str]:
    yield f"  {paint('case', bold=True)} {clean_line(case.name)}"
    yield from (f"    {line}" for line in clean(case.inputs).splitlines())
    if case.error is not None:
        yield from error_lines(case.error)
    for aspect in case.failed:
        yield f"    {paint('x ' + aspect.aspect, fg='red')}: {inline_code(clean(aspect.message))}"
        texts = (("expected", aspect.expected), ("got", aspect.got))
        for name, value in filter(lambda text: text[1], texts):
            first, *rest = clean(value).splitlines() or [""]
            yield f"      {name:8} {first}"
            yield from (f"               {line}" for line in rest)
        if aspect.difference is not None:
            yield from _difference_lines(aspect.difference)
    if case.repro:
        yield "    to run it yourself:"
        yield from (f"      {line}" for line in clean(case.repro).splitlines())


def _difference_lines(found: Difference) -> Iterator[str]:
    yield f"      error    |{profile(found)}|  greatest {found.max_abs:.3g}, relative {found.max_rel:.3g}"
    for worst in found.worst:
        yield f"      {index_text(worst):>8} {worst.expected:.7g} expected, got {worst.got:.7g}"


def profile(found: Difference) -> str:
    """Draw the error along the flattened array: blank within the tolerance, denser for larger errors."""
    return "".join(_STEPS[level(share)] for share in found.strip)


def level(share: float) -> int:
    """Return 0 within the tolerance, else 1 (up to ten times the tolerance) to 7 (a million times, or NaN)."""
    if share <= 1:
        return 0
    last = len(_STEPS) - 1
    return last if math.isnan(share) or math.isinf(share) else min(1 + int(math.log10(share)), last)
