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

    def find_gpus(self) -> tuple[int, str]:
        """Return the number of GPUs that both frameworks can use, and why there is none."""
        for worker in self.workers:
            if worker.ready is None:
                return 0, f"{worker.role.framework} has not started."
            if not worker.ready.cuda:
                return 0, f"The installed build of {worker.role.framework} has no code for GPUs."
        found = find_gpus()
        if not found:
            return 0, "`nvidia-smi` lists no GPU."
        if old := [gpu for gpu in found if not gpu.runs_mxnet]:
            capability = old[0].capability or "unknown"
            return 0, f"MXNet has no code for {old[0].name} (compute capability {capability}; it needs 5.0 to 8.6)."
        return len(found), ""

    def gpus_for(self, device: Device) -> int:
        """Return the number of GPUs that a device setting means.

        Raises:
            BrokenError: GPUs are required, but there is none that both frameworks can use.
        """
        count, reason = self.find_gpus() if device in ("auto", "gpu") else (0, "")
        if device == "gpu" and count == 0:
            fix = "`--device standin` judges placement on CPU contexts."
            raise BrokenError(f"No GPU can be used: {reason}", fix=fix)
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
        return GraderState("ready", "", self.isolation, self.missing, self.safe_for_untrusted, *self.find_gpus())

    def close(self) -> None:
        """End the workers for good; idempotent."""
        with self._lock:
            learner = self._learner
        for worker in (*self._own, *([learner] if learner else ())):
            worker.close()
