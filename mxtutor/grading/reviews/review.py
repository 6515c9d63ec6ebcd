"""Reviews a right answer: it runs once more on one case, and so does the solution, while their calls are counted."""

from __future__ import annotations

from mxtutor.grading.messages import CaseInputs, CountJob
from mxtutor.grading.protocol import Cost, Review
from mxtutor.grading.references.prepare import Prepared, answer_limits
from mxtutor.grading.results.counts import Counts
from mxtutor.grading.results.decode import Completed
from mxtutor.grading.results.execute import execute
from mxtutor.grading.reviews.notes import notes_of
from mxtutor.grading.workers.job import Running
from mxtutor.grading.workers.worker import Worker


def review(answers: Worker, running: Running, prepared: Prepared, source: bytes) -> Review:
    """Return the notes on a right answer, and its cost on the first case beside that of the solution.

    Counts that cannot be had leave the cost out, and the notes that need them.

    Raises:
        BrokenError: the worker cannot be used.
    """
    exercise = prepared.exercise
    own = _counts(answers, running, prepared, source)
    shipped = own is not None and (exercise.folder / "solution.py").is_file()  # own code has none before it is solved
    usual = _counts(answers, running, prepared, exercise.solution.encode()) if shipped else None
    both = (own, usual) if usual is not None else (None, None)
    return Review(notes_of(exercise, source.decode("utf-8", "replace"), *both), _cost(*both))


def _counts(answers: Worker, running: Running, prepared: Prepared, source: bytes) -> Counts | None:
    exercise, case = prepared.exercise, prepared.cases[0]
    inputs = (CaseInputs(case.inputs, case.extra),)
    job = CountJob(source, exercise.entries, exercise.observer("mxnet"), inputs)
    ran = execute(answers, job, answer_limits(exercise), running=running).result
    return ran.counts if isinstance(ran, Completed) else None


def _cost(own: Counts | None, usual: Counts | None) -> tuple[Cost, ...]:
    """Return the counts of both sides; empty if neither ran anything."""
    if own is None or usual is None:
        return ()
    pairs = (("operators", own.operators, usual.operators), ("copies", own.copies, usual.copies),
             ("waits", own.waits, usual.waits))  # fmt: skip
    return tuple(Cost(*pair) for pair in pairs if pair[1] or pair[2])
