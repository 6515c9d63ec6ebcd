"""A report, a run of a draft and a review as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from mxtutor.counts import count
from mxtutor.grading.protocol import Aspect, ErrorDetail, Play, Report, Review, SnippetRun, Verdict
from mxtutor.plain.spoken import code_lines, ended, input_lines, position, prose, value_lines
from mxtutor.reporting.advice import Advice, Offer
from mxtutor.reporting.review_words import MOST_NOTES, cost_sentence, note_text
from mxtutor.reporting.sections import FailingCase, Sections, sections_of
from mxtutor.reporting.words import VERDICT_WORDS, fits_headline, opening

OFFERS = {Offer.RUN_DRAFT: "The command run runs your draft.", Offer.HINT: "The command hint shows hints."}
"""How plain mode performs the offer of an advice."""
MORE = "The next wrong answer{} explains it."
MOST_CASES = 3
"""Cases besides the first failing one that are read one by one."""
MOST_OUTPUT = 20
"""Lines of output that a verdict shows; `details` shows all."""


def verdict_lines(
    report: Report, *, full: bool, coded: bool, helped: bool = True, hinted: bool = True
) -> Iterator[str]:
    """Yield a report as sentences, the verdict first.

    Without `full` a known mistake is named and not explained; `coded` means that the answer is a program. Without
    `helped` nothing refers to help, and without `hinted` there are no hints to open.
    """
    parts = sections_of(report, full=full)
    yield f"Verdict: {VERDICT_WORDS[parts.verdict]}."
    yield from filter(None, [_more_than_word(parts)])
    if parts.cause:
        yield from (f"What happened: {prose(sentence)}" for sentence in parts.cause.sentences)
        if parts.cause.named_only and helped:
            yield MORE.format(", or a hint," if hinted else "")
    yield from (f"Note: {prose(flag.message)}{flag.place}" for flag in parts.flags)
    if parts.error is not None:
        yield from _error(parts.error)
    if parts.failing is not None and coded:
        yield from _case(parts.failing, parts, helped=helped)
    yield from _cases(parts)
    if (coded and helped) or parts.fix:
        yield from _advice(parts.advice)
    if parts.output:
        yield from output_lines(parts.output, helped=helped)


def verdict_again(report: Report, *, changed: bool = False) -> str:
    """Return the verdict and its headline once more; `changed` means that the answer is another one now."""
    parts = sections_of(report)
    of = ", of the text before your change" if changed else ""
    return f"The last verdict{of}: {VERDICT_WORDS[parts.verdict]}. {_more_than_word(parts)}".rstrip()


def _more_than_word(parts: Sections) -> str:
    """Return the headline as a sentence, without the word of the verdict at its beginning; it may be empty."""
    word, text = VERDICT_WORDS[parts.verdict], parts.headline
    if not opening(word, text):
        text = text.removeprefix(word).lstrip(".: ")
        text = text[:1].upper() + text[1:]
    return ended(prose(text))


def detail_lines(report: Report) -> Iterator[str]:
    """Yield what a verdict leaves out: whole values, the traceback, all output, how to repeat the case, the seed."""
    parts = sections_of(report)
    case = parts.failing
    for aspect in case.failed if case else ():
        if aspect.expected:
            yield from value_lines(f"{aspect.aspect}, expected", aspect.expected, most=None)
        if aspect.got:
            yield from value_lines(f"{aspect.aspect}, got", aspect.got, most=None)
    for error in (parts.error, case.error if case else None):
        if error is not None and error.full:
            yield from code_lines("Traceback", error.full)
    if case is not None and case.repro:
        yield from code_lines("To see it again, run", case.repro)
    if parts.output:
        yield from output_lines(parts.output, most=None)
    if report.seconds and not parts.chosen:
        yield f"It took {report.seconds:.3f} seconds on {report.device}. The seed of the inputs is {report.seed}."


def _error(error: ErrorDetail) -> Iterator[str]:
    if not fits_headline(error):
        yield error.summary
    if error.frames:
        yield from (f"In your code, {_without_caret(frame)}" for frame in reversed(error.frames))
    elif error.line is not None:
        yield f"In your code, line {error.line}."


def _without_caret(frame: str) -> str:
    """Return the place of an error without the row below it that marks a column."""
    return "\n".join(line for line in frame.split("\n") if line.strip(" ^"))


def _case(case: FailingCase, parts: Sections, *, helped: bool) -> Iterator[str]:
    total = len(parts.cases)
    yield f"Case {case.number} of {total}, {case.title}, is not right." if total > 1 else "The case is not right."
    if case.inputs:
        yield from input_lines(case.inputs)
    if case.error is not None:
        yield from _error(case.error)
    for aspect in case.failed:
        yield from _failed(aspect, parts.headline, helped=helped)
    if case.passed:
        yield f"Right in this case: {', '.join(case.passed)}."


def _failed(aspect: Aspect, headline: str, *, helped: bool) -> Iterator[str]:
    """Yield what is wrong with an aspect, without what the headline says."""
    found = aspect.difference
    if found is not None and found.worst:
        said = f"{found.differing} of {count(found.total, 'value')} differ"
        if said not in headline:
            yield f"{aspect.aspect}: {said}."
        for worst in found.worst:
            yield f"{position(worst.index)}: expected {worst.expected:.7g}, got {worst.got:.7g}."
        if found.differing > len(found.worst):
            more = " The command details reads whole arrays." if helped else ""
            yield f"{found.differing - len(found.worst)} more values differ.{more}"
        return
    yield f"{aspect.aspect}: {prose(aspect.message) or 'not right'}"
    if aspect.expected:
        yield from value_lines("Expected", aspect.expected)
    if aspect.got:
        yield from value_lines("Got", aspect.got)


def _cases(parts: Sections) -> Iterator[str]:
    """Yield how many cases are right, and what became of the others: one by one if they are few."""
    if len(parts.cases) < 2 or parts.verdict is Verdict.RIGHT:
        return
    yield f"{parts.right} of {len(parts.cases)} cases are right."
    others = [case for case in parts.others if case.verdict is not Verdict.RIGHT]
    if len(others) <= MOST_CASES:
        for case in others:
            yield f"Case {case.number}, {case.title}: {VERDICT_WORDS[case.verdict].lower()}."
        return
    for verdict in dict.fromkeys(case.verdict for case in others):
        alike = [case.number for case in others if case.verdict is verdict]
        yield f"{'Case' if len(alike) == 1 else 'Cases'} {_ranges(alike)}: {VERDICT_WORDS[verdict].lower()}."


def _ranges(numbers: list[int]) -> str:
    """Return ascending numbers with runs as ranges: "2, 4 to 9"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in runs)


def _advice(advice: Advice) -> Iterator[str]:
    said = f"{advice.text} {OFFERS[advice.offer] if advice.offer else ''}".strip()
    if said:
        yield f"Try: {prose(said)}"


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
    """Yield the notes on a right answer, and its cost beside the solution's."""
    for note in review.notes[:MOST_NOTES]:
        yield f"Note: {prose(note_text(note))}"
    for one in review.cost:
        yield f"Cost of one call, {one.what}: yours {one.own}, solution {one.solution}."
    if sentence := cost_sentence(review.cost):
        yield sentence


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
