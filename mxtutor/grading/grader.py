"""The trusted side: hands answers to the workers and judges what comes back; whatever happens, one report comes out."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import numpy as np

from mxtutor.content.model import Exercise
from mxtutor.errors import BrokenError, TutorError
from mxtutor.gpus import find_gpus
from mxtutor.grading.curves import ASPECT as LOSSES
from mxtutor.grading.diagnosis.diagnose import Behaviour, Refused, diagnose
from mxtutor.grading.diagnosis.known_mistakes import Interrupted, run_known_mistakes
from mxtutor.grading.diagnosis.missing_names import read_names
from mxtutor.grading.flags.suspicion import look_at, replaced
from mxtutor.grading.judging.lesson_pairs import agrees
from mxtutor.grading.protocol import (
    Device,
    Diagnosis,
    GraderState,
    PairRun,
    Play,
    Report,
    SnippetRun,
    Submission,
    Verdict,
)
from mxtutor.grading.references.cache import Memo
from mxtutor.grading.references.prepare import Prepared, answer_order, fresh_seed, prepare
from mxtutor.grading.references.verification import verify
from mxtutor.grading.reports import quiz
from mxtutor.grading.reports.play import SEED, one_case, played
from mxtutor.grading.reports.verdict import headline_of, judge_cases
from mxtutor.grading.results.decode import Completed, ProcessFailure, interrupted, read
from mxtutor.grading.results.values import Value
from mxtutor.grading.workers.job import Running
from mxtutor.grading.workers.worker import Worker

MAX_SOURCE = 1 << 20
"""Bytes of an answer that is still taken."""
ATTEMPTS = 3
"""Runs of an answer whose processes are killed; what kills a job often hits the supervisor of the next one too."""
SNIPPET_SECONDS = 10.0
"""Wall clock of a piece of lesson code; an answer's default, so that one waiting supervisor fits both."""
AHEAD_PAUSE = 0.2
"""Seconds between a report and the work for the next check."""
KEPT = 64
"""Prepared references that are kept."""


class LocalGrader:
    """`Grader` over two workers on this machine; thread-safe.

    `level` is the sandbox's ("all", "light", "none"). With `ahead`, the next references of an exercise are computed
    behind the scenes as soon as one was used, so that a check costs the answer's own run only.
    """

    def __init__(self, level: str = "light", *, ahead: bool = False) -> None:
        self._answers = Worker("mxnet", level)
        self._torch = Worker("torch", "none")
        self._ahead = ahead
        self._state = GraderState()
        self._lock = threading.RLock()
        self._running = Running()
        self._prepared: Memo[Prepared] = Memo(KEPT)
        self._slips: Memo[dict[str, Behaviour]] = Memo(KEPT)
        self._next: dict[str, Prepared] = {}
        self._making: dict[str, threading.Lock] = {}
        self._behind = ThreadPoolExecutor(4, "mxtutor-behind")
        self._closed = False

    @property
    def state(self) -> GraderState:
        """Where the workers stand."""
        return self._state

    @property
    def isolation(self) -> tuple[str, ...]:
        """Layers that hold an answer."""
        return tuple(self._answers.ready.get("isolation", ()))

    @property
    def gpus(self) -> int:
        """GPUs that both frameworks can use here; 0 where a build, a card or its driver is missing."""
        if not (self._answers.ready.get("cuda") and self._torch.ready.get("cuda")):
            return 0
        found = find_gpus()
        return len(found) if all(gpu.runs_mxnet for gpu in found) else 0

    @property
    def missing(self) -> tuple[str, ...]:
        """Layers that this machine lacks."""
        return tuple(self._answers.ready.get("missing", ()))

    @property
    def safe_for_untrusted(self) -> bool:
        """Whether the layers suffice for answers of people whom nobody knows."""
        return bool(self._answers.ready.get("strangers", False))

    @property
    def workers(self) -> tuple[Worker, Worker]:
        """The answer worker and the reference worker, for benchmarks and fault tests."""
        return self._answers, self._torch

    def start(self) -> None:
        """Start both workers side by side and wait for them; a failure is told by `state`."""
        self._state = GraderState("starting", "MXNet and PyTorch are warming up")
        waiting = [self._behind.submit(w.start) for w in (self._answers, self._torch)]
        self._behind.submit(read_names)  # 0.1 s, which the first wrong name would have to wait
        faults = []
        for future in waiting:
            try:
                future.result()
            except BrokenError as error:
                faults.append(str(error))
        self._state = GraderState("broken", " ".join(faults)) if faults else GraderState("ready", "", self.isolation)

    def prepare(self, exercise: Exercise) -> None:
        """Draw the next inputs of an exercise, compute reference and slips ahead; faults show when it is graded."""
        if exercise.kind not in ("code", "fix") or self._closed:
            return
        with self._lock:
            making = self._making.setdefault(exercise.id, threading.Lock())
        with making:
            if exercise.id in self._next:
                return
            try:
                prepared = self._next[exercise.id] = self.references(exercise, fresh_seed(), self._count("auto"))
            except TutorError:
                return
        with contextlib.suppress(TutorError):
            self._behaviours(prepared)

    def reference_losses(self, exercise: Exercise) -> tuple[float, ...]:
        """Return PyTorch's losses, one an epoch, on the first case of the next check; empty where none are told."""
        if LOSSES not in exercise.compare.observe:
            return ()
        self.prepare(exercise)
        with self._lock:
            ready = self._next.get(exercise.id)
        seen = ready.expected[0].observed.get(LOSSES) if ready else None
        return tuple(n for item in (seen.items if seen else ()) if (n := item.number) is not None)

    def _prepare_later(self, exercise: Exercise) -> None:
        """Prepare once the report is on the screen: drawing it and this work would hold each other up."""
        time.sleep(AHEAD_PAUSE)
        self.prepare(exercise)

    def grade(
        self, submission: Submission, on_output: Callable[[bytes], object] | None = None, *, named: bool = True
    ) -> Report:
        """Run one answer and judge it; never raises. `on_output` is given what the answer prints, as it comes.

        Without `named`, no mistake is looked for in a refused answer.
        """
        started = time.perf_counter()
        exercise = submission.exercise
        try:
            if len(submission.source) > MAX_SOURCE:
                return Report(exercise.id, Verdict.ERROR, "The answer is larger than 1 MiB: hand in the module alone.")
            if exercise.kind in ("choice", "predict"):
                return quiz.grade(submission, self._run_value)
            return self._grade(submission, on_output, named=named)
        except TutorError as error:
            return self._broken(exercise, error.message, error.fix, started)
        except Exception as error:  # a bug of ours must not cost the learner more than this check
            return self._broken(
                exercise, f"mxtutor failed: {type(error).__name__}: {error}.", "Please report it.", started
            )
        finally:
            if self._ahead and not self._closed:
                self._behind.submit(self._prepare_later, exercise)

    def _broken(self, exercise: Exercise, message: str, fix: str, started: float) -> Report:
        seconds = time.perf_counter() - started
        return Report(exercise.id, Verdict.BROKEN, message, fix=fix, seconds=seconds, isolation=self._told_isolation())

    def _told_isolation(self) -> str:
        return "+".join(self.isolation) or "none"

    def _grade(self, submission: Submission, on_output: Callable[[bytes], object] | None, *, named: bool) -> Report:
        exercise = submission.exercise
        prepared = self._take(exercise, submission.seed, self._count(submission.device))
        behaviour, seconds, output = self._run_answer(prepared, submission.source, on_output)
        common: dict[str, Any] = {
            "output": output, "seconds": seconds, "seed": prepared.seed, "device": prepared.device,
            "isolation": self._told_isolation(),
        }  # fmt: skip
        if isinstance(behaviour, ProcessFailure) and behaviour.verdict is Verdict.BROKEN:
            return Report(exercise.id, behaviour.verdict, behaviour.headline, fix=behaviour.fix, **common)
        cases = judge_cases(prepared, behaviour)
        verdict, headline = headline_of(behaviour, cases)
        flags = (*look_at(submission.source), *replaced(behaviour.tampered if isinstance(behaviour, Completed) else ()))
        if verdict is Verdict.RIGHT and isinstance(behaviour, Completed):
            verified = verify(self._answers, self._running, prepared, behaviour)
            behaviour, flags = verified.ran, (*flags, *verified.flags)
            cases = judge_cases(prepared, behaviour)
            verdict, headline = headline_of(behaviour, cases)
        error = behaviour.error if isinstance(behaviour, Completed) else None
        diagnosis: tuple[Diagnosis, ...] = ()
        if named and verdict is not Verdict.RIGHT:
            source = submission.source.decode("utf-8", "replace")
            diagnosis = diagnose(
                Refused(exercise, source, behaviour, cases, prepared.expected, prepared.cases),
                self._behaviours(prepared),
            )
        fix = behaviour.fix if isinstance(behaviour, ProcessFailure) else ""
        return Report(exercise.id, verdict, headline, cases, diagnosis, error=error, fix=fix, flags=flags, **common)

    def _count(self, device: Device) -> int:
        """Return the GPUs that a device setting means.

        Raises:
            BrokenError: GPUs are asked for, and there are none that both frameworks can use.
        """
        count = self.gpus if device in ("auto", "gpu") else 0
        if device == "gpu" and count == 0:
            fix = "`mxtutor doctor` tells why; `--device standin` judges placement on CPU contexts."
            raise BrokenError("There is no GPU here that both MXNet and PyTorch can use.", fix=fix)
        return count

    def _take(self, exercise: Exercise, seed: int | None, gpus: int) -> Prepared:
        """Return the references of a seed; without one, those that were prepared ahead, once each."""
        if seed is not None:
            return self.references(exercise, seed, gpus)
        with self._lock:
            making = self._making.setdefault(exercise.id, threading.Lock())
        with making:  # one that is being prepared is nearly done
            ready = self._next.pop(exercise.id, None)
        return ready if ready and ready.gpus == gpus else self.references(exercise, fresh_seed(), gpus)

    def references(self, exercise: Exercise, seed: int, gpus: int = 0) -> Prepared:
        """Return the cases of a seed, on so many GPUs, with their expected results.

        Raises:
            BrokenError: torch cannot be used.
            ContentError: the exercise is at fault.
        """
        key = (str(exercise.folder), seed, gpus)
        return self._prepared.get(key, lambda: prepare(self._torch, exercise, seed, gpus))

    def _run_answer(
        self, prepared: Prepared, source: bytes, on_output: Callable[[bytes], object] | None = None
    ) -> tuple[Behaviour, float, str]:
        """Run an answer; again when it was interrupted, which is hardly ever its own doing."""
        order = answer_order(prepared.exercise, source, prepared.cases, prepared.seed)
        for attempt in range(1, ATTEMPTS + 1):
            job, nonce = self._answers.submit(
                order,
                seconds=prepared.exercise.seconds,
                processes=prepared.exercise.processes,
                loopback=prepared.exercise.loopback,
            )
            job.on_output = on_output
            end = self._running.wait(job)
            lost = interrupted(end) or (end.ended not in ("cancelled", "done") and not self._answers.alive)
            if end.ended == "overdue":
                self._answers.kill()  # it or its supervisor is stuck: nothing of that worker is trusted any more
            if lost and attempt < ATTEMPTS and not self._closed:
                continue
            # with the pid layer no answer can kill itself
            if end.ended == "signal" and interrupted(end) and "pid" in self.isolation:
                fault = ProcessFailure(
                    Verdict.BROKEN, "The machine ended the answer's process.", "Free memory and check again."
                )
                return fault, end.seconds, end.output
            return read(end, nonce, len(prepared.cases)), end.seconds, end.output
        raise AssertionError("unreachable")

    def _behaviours(self, prepared: Prepared) -> dict[str, Behaviour]:
        """Return what the shipped slips do on the same inputs."""
        key = (str(prepared.exercise.folder), prepared.seed, prepared.gpus)
        try:
            return self._slips.get(key, lambda: run_known_mistakes(self._answers, prepared, self._running))
        except Interrupted as cut:
            return cut.found

    def _run_value(self, exercise: Exercise) -> Completed | ProcessFailure:
        """Run the snippet of a `predict` exercise and return what it assigned to `result`."""
        return self._run(self._answers, "values", exercise.snippet)[0]

    def _run(self, worker: Worker, kind: str, source: str) -> tuple[Behaviour, str]:
        order = {"kind": kind, "source": np.frombuffer(source.encode("utf-8", "replace"), np.uint8)}
        job, nonce = worker.submit(order, seconds=SNIPPET_SECONDS)
        end = self._running.wait(job)
        return read(end, nonce, 0), end.output

    def run(self, framework: Literal["torch", "mxnet"], source: str) -> SnippetRun:
        """Run a piece of code in one framework, ungraded."""
        return self.run_value(framework, source)[0]

    def run_value(self, framework: Literal["torch", "mxnet"], source: str) -> tuple[SnippetRun, Value | None]:
        """Run a piece of code, and return its last expression's value, too; None where it gave none."""
        worker = self._answers if framework == "mxnet" else self._torch
        try:
            behaviour, output = self._run(worker, "snippet", source)
        except BrokenError as error:
            return SnippetRun(broken=str(error)), None
        if isinstance(behaviour, ProcessFailure):
            return SnippetRun(output, broken=f"{behaviour.headline} {behaviour.fix}".strip()), None
        return SnippetRun(output, behaviour.shown, behaviour.error, behaviour.seconds), behaviour.value

    def pair(self, torch: str, mxnet: str, rtol: float) -> PairRun:
        """Run a pair of a lesson side by side and compare the values."""
        with ThreadPoolExecutor(1) as beside:
            running = beside.submit(self.run_value, "torch", torch)
            (ours, our_value), (theirs, their_value) = self.run_value("mxnet", mxnet), running.result()
        same = None if their_value is None or our_value is None else agrees(their_value, our_value, rtol)
        return PairRun(theirs, ours, same)

    def play(self, exercise: Exercise, source: bytes, *, case: int = 0, seed: int = SEED) -> Play:
        """Call a draft on one case beside the reference, ungraded."""
        try:
            prepared = self.references(exercise, seed, self._count("auto"))
            one = one_case(prepared, case)
            return played(one, *self._run_answer(one, source))
        except TutorError as error:
            return Play("", SnippetRun(broken=str(error)), SnippetRun(broken=str(error)))

    def cancel(self) -> None:
        """End what is running."""
        self._running.cancel()

    def close(self) -> None:
        """End running jobs and both workers; idempotent."""
        self._closed = True
        self.cancel()
        self._behind.shutdown(wait=False, cancel_futures=True)
        for worker in (self._answers, self._torch):
            worker.close()
