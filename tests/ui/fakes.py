"""A grader that answers at once, and the real store with faults to inject."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

from mxtutor.content.model import Exercise
from mxtutor.grading.differences import Difference, Mismatch, Table
from mxtutor.grading.protocol import (
    Aspect,
    CaseResult,
    Cost,
    Diagnosis,
    ErrorDetail,
    Grader,
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
from mxtutor.progress.model import Draft
from mxtutor.progress.store import ProgressStore

COURSE = Path(__file__).parent / "course"

WRONG_CASE = CaseResult(
    "both ends and the middle",
    Verdict.WRONG,
    (
        Aspect("type", True),
        Aspect("shape", True),
        Aspect("dtype", True),
        Aspect(
            "values",
            False,
            "3 of 5 values differ, most at [0]: 3.14159 expected, got -1.5708 (allowed 3.5e-05)",
            "[3.1415927, 2.0943952, 1.5707964, 1.0471976, 0.0]",
            "[-1.5707964, -0.5235988, 0.0, 0.5235988, 1.5707964]",
            Difference(
                (5,), 3, 5, 4.712389, 1.5,
                (
                    Mismatch((0,), 3.1415927, -1.5707964, 3.5e-5),
                    Mismatch((1,), 2.0943952, -0.5235988, 2.4e-5),
                    Mismatch((4,), 0.0, 1.5707964, 3.1e-6),
                ),
                (134000.0, 109000.0, 0.0, 0.2, float("inf")),
            ),
        ),
        Aspect("inputs", True),
    ),
    inputs="x = [-1.0, -0.5, 0.0, 0.5, 1.0]  # float32 (5,)",
    repro="x = nd.array([-1.0, -0.5, 0.0, 0.5, 1.0])\narccos(x)",
)  # fmt: skip

WRONG = Report(
    "tensors/arccos",
    Verdict.WRONG,
    "3 of 5 values differ",
    cases=(CaseResult("x: 3 x 4", Verdict.RIGHT), WRONG_CASE, CaseResult("x: 2 x 3 x 2", Verdict.WRONG, hidden=True)),
    diagnosis=(Diagnosis("sine", "That is the inverse sine; the inverse cosine is `nd.arccos`."),),
    output="shape [bold](5,)[/bold] \x1b[31mred\x1b[0m\nsecond line\n",
    seconds=0.031,
    seed=20811,
)
RIGHT = Report(
    "tensors/arccos",
    Verdict.RIGHT,
    "Agrees with PyTorch in all 3 cases.",
    cases=tuple(CaseResult(name, Verdict.RIGHT) for name in ("x: 3 x 4", "both ends and the middle", "x: 2 x 3 x 2")),
    seconds=0.018,
    seed=77,
)
ERROR = Report(
    "tensors/arccos",
    Verdict.ERROR,
    "AttributeError: module 'mxnet.ndarray' has no attribute 'acos' (line 6)",
    diagnosis=(Diagnosis("torch-name", "MXNet spells inverse functions out: it is `nd.arccos`, not `acos`."),),
    error=ErrorDetail(
        "AttributeError",
        "module 'mxnet.ndarray' has no attribute 'acos'",
        6,
        ("line 6, in arccos: return nd.acos(x)",),
        (
            "Traceback (most recent call last):\n"
            '  File "answer.py", line 6, in arccos\n    return nd.acos(x)\nAttributeError: ...'
        ),
    ),
    seconds=0.012,
    seed=9,
)
BROKEN = Report("tensors/arccos", Verdict.BROKEN, "The reference could not run.", fix="Run `mxtutor doctor`.")

REVIEW = Review(
    (
        Note("wait-in-loop", "In a loop, the code waits 4 times for a result. Without that, MXNet computes ahead.",
            "Keep arrays in the loop, and read the numbers once after it.", "autograd/waiting", 6),
        Note("unchecked-reshape", "The function `nd.reshape` does not check the number of elements.",
            "Write `x.reshape(shape)`; the method checks it.", "tensors/reshaping", 7),
    ),
    (Cost("operators", 14, 3), Cost("copies", 1, 0), Cost("waits", 4, 4)),
)  # fmt: skip

TORCH_RUN = SnippetRun(value="tensor([1.5708, 1.0472, 0.0000])")
MXNET_RUN = SnippetRun(value="\n[1.5707964 1.0471976 0.       ]\n<NDArray 3 @cpu(0)>")
TABLE = Table(
    "",
    "Tensor float32 (2, 3)",
    "NDArray float32 (2, 3)",
    ("[0]", "[1]"),
    (("1.571", "1.047", "0."), ("0.5", "1.", "2.")),
    (("1.571", "-1.047", "0."), ("0.5", "1.", "2.")),
    ((0, 1),),
    "1 of 6 values differ, first at [0, 1]; the greatest difference is 2.094.",
)
SAME_TABLE = replace(TABLE, mxnet_cells=TABLE.torch_cells, differing=(), note="")
PLAY = Play(
    "x = [0.0, 0.5, 1.0]  # float32 (3,)",
    TORCH_RUN,
    replace(MXNET_RUN, output="called\n"),
    (TABLE,),
    "x = array([0.0, 0.5, 1.0])",
)
RAISED = SnippetRun(error=ErrorDetail("AttributeError", "module 'mxnet.ndarray' has no attribute 'acos'", 3))


class FakeGrader:
    """Returns prepared reports; with `gate` it waits like a grader with a slow answer."""

    def __init__(self, *reports: Report, phase: Literal["ready", "starting", "broken"] = "ready") -> None:
        self.reports = list(reports) or [WRONG]
        self.phase = phase
        self.gate: threading.Event | None = None
        self.start_gate: threading.Event | None = None
        self.graded: list[Submission] = []
        """Answers that were handed in."""
        self.finished = 0
        """Answers whose report is out."""
        self.ran: list[tuple[str, str]] = []
        self.prepared: list[str] = []
        self.played: list[tuple[bytes, int, int]] = []
        self.inputs: list[str] = []
        """The chosen inputs of each play."""
        self.owned: list[bool] = []
        """Whether the code of each pair was a learner's."""
        self.reviewed: list[Submission] = []
        """Right answers that were reviewed."""
        self.review_gate: threading.Event | None = None
        """A review waits for it."""
        self.said = Review()
        """What a review says."""
        self.same: bool | None = True
        """Whether the values of a pair agree."""
        self.prints = b""
        """What an answer prints while it runs."""
        self.cancelled = 0
        self.closed = 0
        self.started = 0
        self.runs = False
        """Whether its workers run before it starts."""
        self._starting = False
        self.fault: Exception | None = None

    @property
    def state(self) -> GraderState:
        if self._starting:
            return GraderState("starting", "MXNet and PyTorch are warming up")
        detail = "mxnet is not installed. Run `mxtutor doctor`." if self.phase == "broken" else ""
        return GraderState(self.phase if self.started else "cold", detail)

    def join(self) -> bool:
        """Be ready at once where `runs` says so."""
        self.started += self.runs
        return self.runs

    def start(self) -> None:
        self.started += 1
        if self.start_gate is not None:
            self._starting = True
            self.start_gate.wait(300)
            self._starting = False

    def prepare(self, exercise: Exercise) -> None:
        self.prepared.append(exercise.id)

    def grade(self, submission: Submission, on_output: Callable[[bytes], object] | None = None) -> Report:
        self.graded.append(submission)
        if on_output is not None and self.prints:
            on_output(self.prints)
        if self.fault is not None:
            raise self.fault
        report = self.reports.pop(0) if len(self.reports) > 1 else self.reports[0]
        if self.gate is not None:
            self.gate.wait(300)
        self.finished += 1
        return replace(report, exercise=submission.exercise.id)

    def reference_losses(self, exercise: Exercise) -> tuple[float, ...]:
        return (2.0, 1.0, 0.5) if "losses" in exercise.compare.observe else ()

    def run(self, framework: Literal["torch", "mxnet"], source: str) -> SnippetRun:
        self.ran.append((framework, source))
        if self.gate is not None:
            self.gate.wait(300)
        if "acos(nd" in source:
            return RAISED
        if "result" in source:
            return SnippetRun(value="(4, 3)")
        return TORCH_RUN if framework == "torch" else MXNET_RUN

    def pair(self, torch: str, mxnet: str, rtol: float, *, own: bool = False) -> PairRun:
        self.owned.append(own)
        ran = self.run("torch", torch), self.run("mxnet", mxnet)
        tables = () if any(run.error for run in ran) else (SAME_TABLE if self.same else TABLE,)
        return PairRun(*ran, self.same, tables)

    def play(self, exercise: Exercise, source: bytes, *, case: int = 0, seed: int = 0, inputs: str = "") -> Play:
        self.played.append((source, case, seed))
        self.inputs.append(inputs)
        if "bad" in inputs:
            return Play("", SnippetRun(), SnippetRun(), lines=inputs, problem="x: there is no function bad.")
        if b"acos" in source:
            return replace(PLAY, mxnet=RAISED)
        if self.gate is not None:
            self.gate.wait(300)
        return PLAY

    def review(self, submission: Submission) -> Review:
        self.reviewed.append(submission)
        if self.review_gate is not None:
            self.review_gate.wait(300)
        return self.said

    def cancel(self) -> None:
        self.cancelled += 1

    def close(self) -> None:
        self.closed += 1


class InjectedStore(ProgressStore):
    """The real store; it fails if `fault` is set, and counts the saved drafts."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.fault: Exception | None = None
        """What `save_draft` raises."""
        self.saves = 0
        """Drafts that were saved."""
        self.closed = False

    def save_draft(self, exercise: str, draft: Draft) -> None:
        if self.fault is not None:
            raise self.fault
        super().save_draft(exercise, draft)
        self.saves += 1

    def replace_draft(self, exercise: str, draft: Draft, known: str | None) -> bool:
        if self.fault is not None:
            raise self.fault
        replaced = super().replace_draft(exercise, draft, known)
        self.saves += 1
        return replaced

    def close(self) -> None:
        super().close()
        self.closed = True


_: Grader = FakeGrader()  # the type checker compares the fake with the protocol


def opener(progress: InjectedStore) -> Callable[[], InjectedStore]:
    """Return what opens that store."""
    return lambda: progress
