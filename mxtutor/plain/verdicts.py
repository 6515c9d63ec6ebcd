"""A report, a run of a draft and a review as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from mxtutor.counts import count
from mxtutor.grading.protocol import Aspect, ErrorDetail, Play, Report, Review, SnippetRun, Verdict
from mxtutor.plain.spoken import code_lines, ended, input_lines, position, prose, value_lines
from mxtutor.reporting.review_words import MOST_NOTES, note_text, worse_text
from mxtutor.reporting.sections import Sections, both_texts, sections_of

MOST_OUTPUT = 20
"""Lines of output that a verdict shows; `details` shows all."""


def verdict_lines(report: Report, *, full: bool, helped: bool = True, advised: bool = True) -> Iterator[str]:
    """Yield a report as sentences: the verdict, why, and what differs in the first failing case.

    Without `full` a known mistake is not explained in full; without `helped` nothing refers to the command `details`,
    and without `advised` there is no advice.
    """
    parts = sections_of(report, full=full, advised=advised)
    yield f"Verdict: {parts.word}."
    yield from filter(None, [ended(prose(parts.said))])
    yield from map(prose, parts.why)
    yield from (f"Note: {prose(flag)}" for flag in parts.flags)
    for error in parts.failures:
        yield from _error(error, fits=parts.tells(error))
    if parts.failing is not None and not parts.chosen:
        yield from filter(None, [ended(parts.failing.place)])
        if not helped:  # where `details` does not read them
            yield from input_lines(parts.failing.rest)
        for aspect in parts.failing.failed[:1]:
            yield from _failed(aspect, parts, helped=helped)
    if parts.remark:
        yield parts.remark
    if parts.output:
        yield from output_lines(parts.output, helped=helped)


def verdict_again(report: Report, *, changed: bool = False) -> str:
    """Return the verdict and its headline once more; `changed` means that the answer is another one now."""
    parts = sections_of(report)
    of = ", of the text before your change" if changed else ""
    return f"The last verdict{of}: {parts.word}. {ended(prose(parts.said))}".rstrip()


def detail_lines(report: Report) -> Iterator[str]:
    """Yield what a verdict leaves out: inputs, other aspects, whole values, traceback, output, all cases, the seed."""
    parts = sections_of(report)
    case = None if parts.chosen else parts.failing
    if case is not None:
        yield from input_lines(case.inputs)
        if case.passed:
            yield f"Right in this case: {', '.join(case.passed)}."
        for number, aspect in enumerate(case.failed):
            if number:
                yield f"{aspect.aspect}: {prose(aspect.message) or 'not right'}"
            if aspect.expected:
                yield from value_lines(f"{aspect.aspect}, expected", aspect.expected, most=None)
            if aspect.got:
                yield from value_lines(f"{aspect.aspect}, got", aspect.got, most=None)
    for error in parts.failures:
        if error.full:
            yield from code_lines("Traceback", error.full)
    if case is not None and case.repro:
        yield from code_lines("To see it again, run", case.repro)
    if parts.output:
        yield from output_lines(parts.output, most=None)
    if len(parts.cases) > 1:
        wrong = [str(one.number) for one in parts.cases if one.verdict is not Verdict.RIGHT]
        listed = f" Not right: {', '.join(wrong)}." if wrong else ""
        yield f"{parts.right} of {len(parts.cases)} cases are right.{listed}"
    if case is not None and report.seed:
        yield f"The seed of the inputs is {report.seed}."


def _error(error: ErrorDetail, *, fits: bool) -> Iterator[str]:
    if not fits:
        yield error.summary
    for frame in reversed(error.frames):  # without the row that marks a column
        yield "In your code, " + "\n".join(line for line in frame.split("\n") if line.strip(" ^"))


def _failed(aspect: Aspect, parts: Sections, *, helped: bool) -> Iterator[str]:
    """Yield what is wrong with an aspect, without what the headline says."""
    found = aspect.difference
    if found is not None and found.worst:
        said = f"{found.differing} of {count(found.total, 'value')} differ"
        if said not in parts.headline:
            yield f"{aspect.aspect}: {said}."
        for worst in found.worst:
            yield f"{position(worst.index)}: expected {worst.expected:.7g}, got {worst.got:.7g}."
        if found.differing > len(found.worst):
            more = " The command details reads whole arrays." if helped else ""
            yield f"{found.differing - len(found.worst)} more values differ.{more}"
        return
    if not aspect.message or not parts.says(aspect.message):
        yield f"{aspect.aspect}: {prose(aspect.message) or 'not right'}"
    for label, text in both_texts(aspect):
        yield from value_lines(label.capitalize(), text)


def output_lines(output: str, most: int | None = MOST_OUTPUT, *, helped: bool = True) -> Iterator[str]:
    """Yield what an answer printed, at most `most` lines."""
    lines = output.strip("\n").splitlines()
    shown = lines if most is None else lines[:most]
    yield f"Your code printed {count(len(lines), 'line')}:"
    yield from shown
    if len(shown) < len(lines):
        yield f"{len(lines) - len(shown)} more lines.{' The command details reads them.' if helped else ''}"
    yield "End of output."


def review_lines(review: Review) -> Iterator[str]:
    """Yield the notes on a right answer, and what it needs more often than the solution."""
    for note in review.notes[:MOST_NOTES]:
        yield f"Note: {prose(note_text(note))}"
    yield from filter(None, [worse_text(review.cost)])


def run_lines(title: str, run: SnippetRun) -> Iterator[str]:
    """Yield the result of code: what it printed, then its value or its error."""
    if run.broken:
        yield f"{title}: it could not run; this is not your fault. {run.broken}"
        return
    if run.output.strip():
        yield f"{title} prints:"
        yield from run.output.strip("\n").splitlines()
    if run.value.strip():
        yield from value_lines(f"{title} gives", run.value)
    if run.error is not None:
        where = f" (line {run.error.line})" if run.error.line else ""
        yield f"{title} raises {run.error.summary}{where}"
    elif not run.value.strip() and not run.output.strip():
        yield f"{title} prints nothing and has no value."


def play_lines(play: Play, *, reference: bool = True) -> Iterator[str]:
    """Yield the results of the reference and of a draft for the same arguments; without `reference`, of the draft."""
    if play.inputs.strip():
        yield from input_lines(play.inputs)
    if reference:
        yield from run_lines("PyTorch", play.torch)
    yield from run_lines("Your draft", play.mxnet)
