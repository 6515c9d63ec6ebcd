"""Both workers of a grader: their start, their state, and what this machine offers them."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from mxtutor.errors import BrokenError
from mxtutor.gpus import find_gpus
from mxtutor.grading.protocol import Device, GraderState
from mxtutor.grading.workers.worker import FrameworkName, Roles, Worker, unchecked_reference


class Frameworks:
    """The worker that runs answers and the worker that runs references; thread-safe.

    `reference` is a reference worker that belongs to another object, which closes it; without one, a new one is made.
    """

    def __init__(self, roles: Roles, *, reference: Worker | None = None) -> None:
        self.answer = Worker(roles.answer)
        self.reference = reference or Worker(roles.reference)
        self._own = (self.answer,) if reference else (self.answer, self.reference)
        self._state = GraderState()
        self._lock = threading.Lock()
        self._learner: Worker | None = None
        """The worker of `of_learner`; None before the first use."""

    @property
    def state(self) -> GraderState:
        """What the workers are doing."""
        return self._state

    @property
    def workers(self) -> tuple[Worker, Worker]:
        """The answer worker and the reference worker."""
        return self.answer, self.reference

    @property
    def isolation(self) -> tuple[str, ...]:
        """Layers that confine an answer; empty before the start."""
        return self.answer.ready.isolation if self.answer.ready else ()

    @property
    def missing(self) -> tuple[str, ...]:
        """Layers that this machine lacks; empty before the start."""
        return self.answer.ready.missing if self.answer.ready else ()

    @property
    def safe_for_untrusted(self) -> bool:
        """Whether untrusted answers may run here."""
        return self.answer.ready is not None and self.answer.ready.safe_for_untrusted

    @property
    def gpus(self) -> int:
        """GPUs that both frameworks can use; 0 if a build, a card or a driver is missing."""
        if not all(worker.ready is not None and worker.ready.cuda for worker in self.workers):
            return 0
        found = find_gpus()
        return len(found) if all(gpu.runs_mxnet for gpu in found) else 0

    def gpus_for(self, device: Device) -> int:
        """Return the number of GPUs that a device setting means.

        Raises:
            BrokenError: GPUs are required, but there is none that both frameworks can use.
        """
        count = self.gpus if device in ("auto", "gpu") else 0
        if device == "gpu" and count == 0:
            fix = "`mxtutor doctor` shows the reason; `--device standin` judges placement on CPU contexts."
            raise BrokenError("There is no GPU here that both MXNet and PyTorch can use.", fix=fix)
        return count

    def of(self, framework: FrameworkName) -> Worker:
        """Return the worker that has imported a framework; the answer worker if both have.

        Raises:
            BrokenError: no worker has imported it.
        """
        for worker in self.workers:
            if worker.role.framework == framework:
                return worker
        raise BrokenError(f"No worker runs {framework}.")

    def of_learner(self, framework: FrameworkName) -> Worker:
        """Return a worker that confines code of a learner, as the answer worker does.

        The reference worker may be unconfined, so its framework gets a worker of its own at the first use.

        Raises:
            BrokenError: no worker has imported the framework.
        """
        worker = self.of(framework)
        if worker is not self.reference or worker.role.confined or not self.answer.role.confined:
            return worker
        with self._lock:
            if self._learner is None:
                self._learner = Worker(replace(unchecked_reference(), framework=framework))
            return self._learner

    def start(self) -> None:
        """Start both workers in parallel and wait for them; `state` reports a failure."""
        self._state = GraderState("starting", "MXNet and PyTorch are warming up")
        faults = []
        with ThreadPoolExecutor(2, "mxtutor-start") as pool:
            for starting in [pool.submit(worker.start) for worker in self.workers]:
                try:
                    starting.result()
                except BrokenError as error:
                    faults.append(str(error))
        self._state = GraderState("broken", " ".join(faults)) if faults else self._ready()

    def _ready(self) -> GraderState:
        return GraderState("ready", "", self.isolation, self.missing, self.safe_for_untrusted, self.gpus)

    def close(self) -> None:
        """End the workers for good; idempotent."""
        with self._lock:
            learner = self._learner
        for worker in (*self._own, *([learner] if learner else ())):
            worker.close()
