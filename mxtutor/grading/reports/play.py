"""Runs code without a verdict: lessons, predictions, and a draft beside the reference on one case."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Literal

from mxtutor.content.model import Exercise
from mxtutor.errors import BrokenError, TutorError
from mxtutor.grading.cases.chosen import ChosenError, choose, written
from mxtutor.grading.cases.draw import show_inputs
from mxtutor.grading.differences import label_of
from mxtutor.grading.judging.numeric import agrees
from mxtutor.grading.messages import CodeJob, JobLimits
from mxtutor.grading.protocol import ErrorDetail, PairRun, Play, SnippetRun
from mxtutor.grading.references.prepare import Prepared, run_reference
from mxtutor.grading.references.store import ReferenceStore
from mxtutor.grading.reports.tables import outcome_tables, value_tables
from mxtutor.grading.results.decode import Failure, Result
from mxtutor.grading.results.execute import execute
from mxtutor.grading.results.values import Outcome, Value, ValueKind, show, type_name
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import FrameworkName, Frameworks, Worker

LIMITS = JobLimits(seconds=10.0)
"""Limits of lesson code: the defaults of answers, so that the waiting supervisor can be used for both."""


SEED = 0
"""Seed of a run without an earlier check, so that all these runs have the same inputs."""
SHOWN = 2000
"""Longest shown text of a result, in characters."""

RunAnswer = Callable[[Prepared, bytes], Result]
"""`LocalGrader.run_answer`: the result of an answer on prepared cases."""


class Runner:
    """Runs code in the workers, and drafts on drawn or chosen arguments; thread-safe. `running` can cancel the runs."""

    def __init__(
        self, frameworks: Frameworks, references: ReferenceStore, running: RunningJobs, run_answer: RunAnswer
    ) -> None:
        self._frameworks, self._references, self._running = frameworks, references, running
        self._run_answer = run_answer

    def predicted(self, exercise: Exercise) -> Result:
        """Run the snippet of a `predict` exercise; the result has the value of its variable `result`.

        Raises:
            BrokenError: the worker cannot be used.
        """
        return self._run(self._frameworks.answer, "result", exercise.snippet)

    def run(self, framework: FrameworkName, source: str, *, own: bool = False) -> tuple[SnippetRun, Value | None]:
        """Run code; return the run and the value of its last expression (None without a value).

        `own` means that a learner wrote it, so that the sandbox confines it in either framework.
        """
        try:
            worker = self._frameworks.of_learner(framework) if own else self._frameworks.of(framework)
            result = self._run(worker, "last", source)
        except BrokenError as error:
            return SnippetRun(broken=str(error)), None
        if result.failure is not None:
            return _run_of(result.failure, result.output, 0.0), None
        return SnippetRun(result.output, result.shown, result.error, result.seconds), result.value

    def pair(self, torch: str, mxnet: str, rtol: float, *, own: bool = False) -> PairRun:
        """Run both sides of a lesson's pair in parallel and compare the values."""
        with ThreadPoolExecutor(1) as beside:
            running = beside.submit(self.run, "torch", torch, own=own)
            (ours, our_value), (theirs, their_value) = self.run("mxnet", mxnet, own=own), running.result()
        if our_value is None or their_value is None:
            return PairRun(theirs, ours, None)
        same = agrees(their_value, our_value, rtol)
        nothing = our_value.kind is their_value.kind is ValueKind.NONE
        return PairRun(theirs, ours, same, () if nothing else value_tables(their_value, our_value, rtol))

    def _run(self, worker: Worker, value: Literal["last", "result"], source: str) -> Result:
        job = CodeJob(source.encode("utf-8", "replace"), value)
        return execute(worker, job, LIMITS, running=self._running)

    def play(self, exercise: Exercise, source: bytes, *, case: int, seed: int, inputs: str) -> Play:
        """Run a draft and the reference on one case; see `Grader.play`."""
        try:
            prepared = self._references.get(exercise, seed, self._frameworks.gpus_for("auto"), self._running)
            one = one_case(prepared, case)
            expected: Outcome | ErrorDetail | Failure = one.expected[0]
            lines = written(one.cases[0])
            if inputs.strip():
                chosen = choose(exercise, one.cases[0], seed, inputs)
                if any(chosen.inputs[name] is not recipe for name, recipe in one.cases[0].inputs.items()):
                    one = replace(one, cases=(chosen,))
                    result = run_reference(self._frameworks.reference, exercise, one.cases, seed, self._running)
                    expected = result.failure or result.error or result.cases[0]
                lines = inputs
            return replace(played(one, expected, self._run_answer(one, source)), lines=lines)
        except ChosenError as error:
            return Play("", SnippetRun(), SnippetRun(), lines=inputs, problem=str(error))
        except TutorError as error:
            return Play("", SnippetRun(broken=str(error)), SnippetRun(broken=str(error)), lines=inputs)


def one_case(prepared: Prepared, wanted: int) -> Prepared:
    """Return the data of one case; if that case is hidden, of the first one that is not."""
    shown = [n for n, case in enumerate(prepared.cases) if not case.hidden] or [0]
    index = wanted if wanted in shown else shown[0]
    return replace(prepared, cases=(prepared.cases[index],), expected=(prepared.expected[index],))


def played(one: Prepared, expected: Outcome | ErrorDetail | Failure, result: Result) -> Play:
    """Return the reference result and the draft's result on the case, as texts and as tables."""
    inputs = show_inputs(one.cases[0])
    got = result.failure or result.error or result.cases[0]
    both = isinstance(expected, Outcome) and isinstance(got, Outcome)
    tables = outcome_tables(expected, got, one.exercise.compare) if both else ()  # type: ignore[arg-type]
    return Play(inputs, _run_of(expected, "", 0.0), _run_of(got, result.output, result.elapsed), tables)


def _run_of(got: Outcome | ErrorDetail | Failure, output: str, seconds: float) -> SnippetRun:
    if isinstance(got, Failure):
        return SnippetRun(output, broken=f"{got.headline} {got.fix}".strip())
    if isinstance(got, ErrorDetail):
        return SnippetRun(output, error=got, seconds=seconds)
    return _given(got, output, seconds)


def _given(outcome: Outcome, output: str, seconds: float) -> SnippetRun:
    """Return a result as text, with the observations."""
    lines = (
        []
        if outcome.observed and outcome.value.kind in (ValueKind.NONE, ValueKind.OTHER)
        else [_describe(outcome.value)]
    )
    lines += [f"{label_of(name)}: {_describe(value)}" for name, value in outcome.observed.items()]
    return SnippetRun(output, "\n".join(lines), seconds=seconds)


def _describe(value: Value) -> str:
    """Describe an array by type, dtype, shape and numbers, any other value by itself."""
    if value.array is None:
        return show(value, SHOWN)
    place = "" if value.context in ("", "cpu", "cpu(0)") else f" on {value.context}"
    name = type_name(value).removeprefix("an ").removeprefix("a ")
    return f"{name}, {value.array.dtype.name} {value.array.shape}{place}\n{show(value, SHOWN)}"
