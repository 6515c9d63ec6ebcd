"""Runs answers in the workers and judges the results on the trusted side; it returns one report per answer."""

from __future__ import annotations

import contextlib
import copy
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from mxtutor.content.model import Exercise
from mxtutor.errors import BrokenError, TutorError
from mxtutor.grading.diagnosis.diagnose import diagnose
from mxtutor.grading.diagnosis.evidence import RefusedAnswer
from mxtutor.grading.diagnosis.forms import read_names
from mxtutor.grading.diagnosis.known_mistakes import KnownMistakes
from mxtutor.grading.differences import LOSSES
from mxtutor.grading.flags import flags_of, replaced
from mxtutor.grading.protocol import (
    LIVE_SECONDS,
    MAX_SOURCE,
    CommandGrader,
    Diagnosis,
    GraderState,
    Note,
    PairRun,
    Play,
    Report,
    Review,
    SnippetRun,
    Submission,
    Verdict,
)
from mxtutor.grading.references.prepare import Prepared, answer_job, answer_limits, later_case
from mxtutor.grading.references.store import ReferenceStore, losses
from mxtutor.grading.references.verification import verify
from mxtutor.grading.reports import quiz
from mxtutor.grading.reports.play import SEED, Runner
from mxtutor.grading.reports.verdict import headline_of, judge_cases
from mxtutor.grading.results.decode import Failure, FailureReason, Result
from mxtutor.grading.results.execute import execute
from mxtutor.grading.results.values import FAMILIES, Sides
from mxtutor.grading.reviews import notes_of, review
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import FrameworkName, Frameworks, usual_roles


def read_names_early() -> None:
    """Read the names of MXNet in a thread (0.1 s), for which the first answer with a wrong name would wait."""
    threading.Thread(target=read_names, daemon=True).start()


class LocalGrader(CommandGrader):
    """A `Grader` with two workers on this machine; thread-safe, and a context manager that closes itself.

    With `confined`, answers run in the sandbox. With `untrusted`, answers that need a network are refused on a machine
    where they would share its network. Without `checked`, references are confined, too. `share` is another grader: this
    one uses its reference worker, reference results and known mistakes, so keep it open as long as this one. `workers`
    are workers that another object starts and closes; this grader then has reference results, known mistakes and jobs
    of its own.
    """

    def __init__(
        self,
        confined: bool = True,
        *,
        untrusted: bool = False,
        share: LocalGrader | None = None,
        workers: Frameworks | None = None,
        checked: bool = True,
    ) -> None:
        reference = share.frameworks.reference if share else None
        frameworks = workers or Frameworks(
            usual_roles(confined=confined, untrusted=untrusted, checked=checked), reference=reference
        )
        self.frameworks: Frameworks = frameworks
        self._owns_workers = workers is None
        self._untrusted = untrusted
        self.running = RunningJobs()
        self.references: ReferenceStore = share.references if share else ReferenceStore(frameworks.reference)
        self._known: KnownMistakes = share._known if share else KnownMistakes(frameworks.answer)

    @property
    def state(self) -> GraderState:
        return self.frameworks.state

    @property
    def snippets(self) -> Runner:
        """The object that runs code without grading."""
        return Runner(self.frameworks, self.references, self.running, partial(self.run_answer, twice=False))

    def for_call(self) -> LocalGrader:
        """Return this grader for one call: a cancel from now on ends its jobs, including those that it starts later."""
        made = copy.copy(self)
        made.running = self.running.call()
        return made

    def start(self) -> None:
        """Start both workers in parallel and wait for them; `state` says whether this failed."""
        read_names_early()
        self.frameworks.start()

    def join(self) -> bool:
        return self.state.phase == "ready"

    def require_ready(self) -> None:
        self.start()
        if self.state.phase == "broken":
            raise BrokenError(self.state.detail)

    def prepare(self, exercise: Exercise) -> None:
        """Compute the data for the next check of an exercise in advance; `grade` reports its errors."""
        if exercise.kind in ("code", "fix"):
            prepared = self._compute_ahead(exercise)
            if prepared is not None:
                with contextlib.suppress(TutorError):
                    self._known.results(prepared, self.running)

    def _compute_ahead(self, exercise: Exercise) -> Prepared | None:
        return self.references.compute_ahead(exercise, lambda: self.frameworks.gpus_for("auto"), self.running)

    def reference_losses(self, exercise: Exercise) -> tuple[float, ...]:
        prepared = self._compute_ahead(exercise) if LOSSES in exercise.compare.observe else None
        return losses(prepared) if prepared else ()

    def grade(
        self, submission: Submission, on_output: Callable[[bytes], object] | None = None, *, named: bool = True
    ) -> Report:
        """Run one answer and judge it; never raises. `on_output` is called with the answer's output while it runs.

        Without `named`, a refused answer gets no diagnosis; a live one never gets any, and is not verified.
        """
        started = time.perf_counter()
        exercise = submission.exercise
        try:
            return self.for_call()._report(submission, on_output, named=named and not submission.live)
        except TutorError as error:
            message, fix = error.message, error.fix
        except Exception as error:  # after an error of mxtutor, the learner can check again
            message, fix = f"mxtutor failed: {type(error).__name__}: {error}.", "Please report it."
        seconds = time.perf_counter() - started
        return Report(exercise.id, Verdict.BROKEN, message, fix=fix, seconds=seconds, isolation=self._isolation)

    @property
    def _sides(self) -> Sides:
        return Sides(*(FAMILIES[worker.role.framework] for worker in self.frameworks.workers))

    @property
    def _isolation(self) -> str:
        return "+".join(self.frameworks.isolation) or "none"

    def _report(self, submission: Submission, on_output: Callable[[bytes], object] | None, *, named: bool) -> Report:
        exercise, source = submission.exercise, submission.source
        if len(source) > MAX_SOURCE:
            return Report(exercise.id, Verdict.ERROR, "The answer is larger than 1 MiB: hand in the module alone.")
        if exercise.kind in ("choice", "predict"):
            return quiz.grade(submission, self.snippets.predicted)
        self._refuse_without_network_layer(exercise)
        prepared = self._prepared(submission)
        if submission.live:
            prepared = replace(prepared, exercise=replace(exercise, seconds=min(exercise.seconds, LIVE_SECONDS)))
        result = self.run_answer(prepared, source, on_output)
        report = Report(
            exercise.id, Verdict.BROKEN, "", output=result.output, seconds=result.elapsed, seed=prepared.seed,
            device=prepared.device, isolation=self._isolation,
        )  # fmt: skip
        if result.failure is not None and result.failure.verdict is Verdict.BROKEN:
            return replace(report, headline=result.failure.headline, fix=result.failure.fix)
        return self._judge(report, prepared, submission, result, named=named)

    def _prepared(self, submission: Submission) -> Prepared:
        gpus = self.frameworks.gpus_for(submission.device)
        return self.references.take(submission.exercise, submission.seed, gpus, self.running)

    def _refuse_without_network_layer(self, exercise: Exercise) -> None:
        """Refuse to run an untrusted answer that needs a network where no layer isolates it.

        Raises:
            BrokenError: the answer cannot be run safely on this machine.
        """
        if self._untrusted and exercise.loopback:
            self.frameworks.start()
            if "net" not in self.frameworks.isolation:
                problem = "This exercise needs a network between its processes, and this machine cannot isolate one."
                raise BrokenError(problem, fix="`mxtutor doctor` shows how to get the layer `net`.")

    def _judge(
        self, report: Report, prepared: Prepared, submission: Submission, result: Result, *, named: bool
    ) -> Report:
        """Complete the report: judge the answer's result, and verify a right answer, except a live one."""
        source, sides = submission.source, self._sides
        cases = judge_cases(prepared, result, sides)
        verdict, headline = headline_of(result, cases, sides)
        flags = (*flags_of(source), *replaced(result.tampered))
        if verdict is Verdict.RIGHT and not submission.live:
            verified, more = verify(self.frameworks.answer, self.running, prepared, result)
            flags = (*flags, *more)
            if verified is not result:
                result = verified
                cases = judge_cases(prepared, result, sides)
                verdict, headline = headline_of(result, cases, sides)
        diagnosis: tuple[Diagnosis, ...] = ()
        text = source.decode("utf-8", "replace")
        if named and verdict is not Verdict.RIGHT:
            refused = RefusedAnswer(prepared.exercise, text, result, cases, prepared.expected, prepared.cases)
            diagnosis = diagnose(refused, self._known.results(prepared, self.running))
        notes: tuple[Note, ...] = ()
        if named and verdict is Verdict.RIGHT:
            notes = notes_of(prepared.exercise, text, framework=self.frameworks.answer.role.framework)
        return replace(
            report,
            verdict=verdict,
            headline=headline,
            cases=cases,
            diagnosis=diagnosis,
            flags=flags,
            notes=notes,
            error=result.error,
            fix=result.failure.fix if result.failure else "",
        )

    def run_answer(
        self,
        prepared: Prepared,
        source: bytes,
        on_output: Callable[[bytes], object] | None = None,
        *,
        twice: bool = True,
    ) -> Result:
        """Run an answer on prepared cases and return its result, without judging; `twice` runs one case again.

        Raises:
            BrokenError: the worker cannot be used.
        """
        worker = self.frameworks.answer
        later = later_case(prepared.cases) if twice else None
        calls = [wanted.call for wanted in prepared.gradients] if twice else []
        job = answer_job(prepared.exercise, source, prepared.cases, prepared.seed, worker.role.framework, later, calls)
        count = len(prepared.cases)
        limits, runs = answer_limits(prepared.exercise, count), count + twice + len(calls)
        result = execute(worker, job, limits, cases=runs, running=self.running, on_output=on_output)
        first, second, gradients = result.cases[:count], result.cases[count : count + 1], result.cases[count + 1 :]
        result = replace(result, cases=first, later=next(iter(second), None), gradients=gradients)
        failure = result.failure
        if failure is None or failure.reason is not FailureReason.SIGNAL or failure.code != signal.SIGKILL:
            return result
        if "pid" not in self.frameworks.isolation:  # without this layer, an answer can kill itself
            return result
        headline = "The machine ended the answer's process."
        by_machine = Failure(Verdict.BROKEN, FailureReason.MACHINE, headline, "Free memory and check again.")
        return replace(result, failure=by_machine)

    def run(self, framework: FrameworkName, source: str) -> SnippetRun:
        return self.snippets.run(framework, source)[0]

    def pair(self, torch: str, mxnet: str, rtol: float, *, own: bool = False) -> PairRun:
        return self.snippets.pair(torch, mxnet, rtol, own=own)

    def play(self, exercise: Exercise, source: bytes, *, case: int = 0, seed: int = SEED, inputs: str = "") -> Play:
        return self.snippets.play(exercise, source, case=case, seed=seed, inputs=inputs)

    def review(self, submission: Submission) -> Review:
        """Run a right answer and the solution on one case, and count their calls; the seed is that of the report."""
        exercise = submission.exercise
        if exercise.kind not in ("code", "fix"):
            return Review()
        grader = self.for_call()
        try:
            return review(self.frameworks.answer, grader.running, grader._prepared(submission), submission.source)
        except Exception:  # an error of mxtutor, too: the answer is right without a review
            return Review()

    def cancel(self) -> None:
        self.running.cancel()

    def close(self) -> None:
        """End running jobs and both workers; idempotent."""
        self.cancel()
        if self._owns_workers:
            self.frameworks.close()
