"""Runs code without grading: blocks and pairs of lessons, and the snippets of predictions."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from mxtutor.content.model import Exercise
from mxtutor.errors import BrokenError
from mxtutor.grading.judging.lesson_pairs import agrees
from mxtutor.grading.messages import CodeJob, JobLimits
from mxtutor.grading.protocol import PairRun, SnippetRun
from mxtutor.grading.reports.tables import value_tables
from mxtutor.grading.results.decode import Completed, ProcessFailure
from mxtutor.grading.results.execute import Execution, execute
from mxtutor.grading.results.values import Value, ValueKind
from mxtutor.grading.workers.frameworks import Frameworks
from mxtutor.grading.workers.job import Running
from mxtutor.grading.workers.worker import FrameworkName, Worker

LIMITS = JobLimits(seconds=10.0)
"""Limits of lesson code: the defaults of answers, so that the waiting supervisor can be used for both."""


class SnippetRunner:
    """Runs code in the workers; thread-safe."""

    def __init__(self, frameworks: Frameworks, running: Running) -> None:
        self._frameworks, self._running = frameworks, running

    def predicted(self, exercise: Exercise) -> Completed | ProcessFailure:
        """Run the snippet of a `predict` exercise and return what it assigned to `result`.

        Raises:
            BrokenError: the worker cannot be used.
        """
        return self._run(self._frameworks.answer, "result", exercise.snippet).result

    def run(self, framework: FrameworkName, source: str, *, own: bool = False) -> tuple[SnippetRun, Value | None]:
        """Run code; return the run and the value of its last expression (None if it gave none).

        `own` means that a learner wrote it, so that the sandbox confines it in either framework.
        """
        try:
            worker = self._frameworks.of_learner(framework) if own else self._frameworks.of(framework)
            ran = self._run(worker, "last", source)
        except BrokenError as error:
            return SnippetRun(broken=str(error)), None
        result, output = ran.result, ran.end.output
        if isinstance(result, ProcessFailure):
            return SnippetRun(output, broken=f"{result.headline} {result.fix}".strip()), None
        return SnippetRun(output, result.shown, result.error, result.seconds), result.value

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

    def _run(self, worker: Worker, value: Literal["last", "result"], source: str) -> Execution:
        job = CodeJob(source.encode("utf-8", "replace"), value)
        return execute(worker, job, LIMITS, running=self._running)
