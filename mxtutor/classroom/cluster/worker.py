"""Code in a Dask worker: a plugin that admits workers which grade exactly as the command would, and the task.

Every task needs the resource `mxtutor`, which the plugin grants to a worker that passed the check. All threads of a
worker share one grader: a worker with n threads grades n answers at once.
"""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from distributed import Status, WorkerPlugin, get_worker

from mxtutor.classroom.fingerprints import exercise_hash, versions
from mxtutor.classroom.run import require_isolation
from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.counts import listed
from mxtutor.errors import BrokenError, TutorError, UsageError
from mxtutor.grading.protocol import Submission, Verdict
from mxtutor.paths import content_root

if TYPE_CHECKING:
    from distributed import Worker

    from mxtutor.grading.grader import LocalGrader

NAME = "mxtutor"
"""Name of the plugin, of the resource that it grants, and of the topic of its events."""
PACK = "MXTUTOR_CLUSTER_PACK"
"""Environment variable with the content's folder on a worker where it differs from the command's."""
TOLD = 5
"""Most exercises that are named if many differ."""


@dataclass(frozen=True, slots=True)
class Check:
    """The requirements for a worker: the same content and versions, and isolation."""

    root: str
    """Folder of the content; empty for mxtutor's own content."""
    hashes: Mapping[str, str]
    """Hashes of the exercises by id."""
    versions: Mapping[str, str]
    confined: bool

    def folder(self) -> Path:
        """Return the folder of the content on this machine."""
        return Path(os.environ.get(PACK, self.root)) if self.root else content_root()

    def differences(self) -> list[str]:
        """Return the differences of this machine, as texts for people."""
        here = versions()
        found = [
            f"{name} {here.get(name) or 'missing'} instead of {self.versions.get(name) or 'missing'}"
            for name in sorted(here | dict(self.versions))
            if self.versions.get(name) != here.get(name)
        ]
        folder = self.folder() / "exercises"
        if not folder.is_dir():
            return [*found, f"there is no content in {self.folder()} (set {PACK} to its folder)"]
        other = [identity for identity, digest in self.hashes.items() if not _has(folder / identity, digest)]
        if other:
            found.append(f"other content in {self.folder()}: {listed(other, TOLD)}")
        return found


def _has(folder: Path, digest: str) -> bool:
    try:
        return folder.is_dir() and exercise_hash(folder) == digest
    except OSError:
        return False


class ClassGrader(WorkerPlugin):
    """Dask plugin that checks a worker and starts its grader; the scheduler sends it to each worker that joins."""

    name = NAME

    def __init__(self, check: Check) -> None:
        self._check = check

    async def setup(self, worker: Worker) -> None:
        """Begin the check in the background: before this returns, the worker sends no heartbeats."""
        self._worker: Any = worker  # Dask's methods have no types
        self._lock = threading.Lock()
        self._exercises: dict[str, Exercise] = {}
        self._grader: LocalGrader | None = None
        self._closed = False
        self._checking = asyncio.create_task(self._admit())

    async def _admit(self) -> None:
        try:
            missing = await asyncio.to_thread(self._start)
        except (TutorError, OSError) as error:
            self._tell(refused=str(error))
            return
        threads = self._worker.state.nthreads
        await self._worker.set_resources(**{NAME: threads})
        self._tell(threads=threads, missing=missing)
        # Dask sends waiting tasks to a worker that resumes, but not to one that only gets the resource.
        self._worker.status = Status.paused
        self._worker.status = Status.running

    def _tell(self, **event: Any) -> None:
        self._worker.log_event(NAME, {"worker": self._worker.address, "host": socket.gethostname(), **event})

    def _start(self) -> list[str]:
        """Check the worker and start its grader; return the layers of the sandbox that this machine lacks.

        Raises:
            UsageError: this worker differs from the check, or cannot isolate answers.
            BrokenError: the grader does not start.
        """
        from mxtutor.grading.grader import LocalGrader

        if differences := self._check.differences():
            raise UsageError("; ".join(differences))
        confined = self._check.confined
        with self._lock:
            if self._closed:
                raise BrokenError("The worker ends.")
            folder = self._check.folder() / "exercises"
            self._exercises = {identity: load_exercise(folder / identity, identity) for identity in self._check.hashes}
            self._grader = LocalGrader(confined, untrusted=True, checked=not self._check.root)
            self._grader.start()
            return [*require_isolation(self._grader, confined=confined, fix="`mxtutor doctor` there says why.")]

    def grade(self, identity: str, source: bytes, seed: int) -> Mapping[str, Any]:
        """Return the report on an answer to the exercise `identity`.

        Raises:
            BrokenError: the grader failed, or the content has changed since the check; Dask retries it.
        """
        assert self._grader is not None
        exercise = self._exercises[identity]
        if not _has(exercise.folder, self._check.hashes[identity]):
            self._leave()
            raise BrokenError(f"The content of {socket.gethostname()} changed.")
        report = self._grader.grade(Submission(exercise, source, seed))
        if report.verdict is Verdict.BROKEN:
            if self._grader.state.phase == "broken":
                self._leave()
            raise BrokenError(report.headline)
        return report.to_json()

    def _leave(self) -> None:
        """Retire this worker: Dask moves its tasks to others, and a nanny starts it again, to be checked again."""
        self._worker.loop.add_callback(self._worker.close_gracefully, restart=True)

    async def teardown(self, worker: Any) -> None:
        """Close the grader, when the command or the worker ends."""
        self._closed = True
        if worker.status == Status.running:
            await worker.set_resources(**{NAME: 0})
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        with self._lock:
            if self._grader is not None:
                self._grader.close()


def grade_answer(identity: str, source: bytes, seed: int) -> Mapping[str, Any]:
    """Return the report on an answer; Dask calls this in a worker that has the resource."""
    plugin: ClassGrader = get_worker().plugins[NAME]  # type: ignore[assignment]
    try:
        return plugin.grade(identity, source, seed)
    except TutorError:
        raise
    except Exception as error:  # an error of the grader may contain objects that cannot be pickled
        raise BrokenError(f"{type(error).__name__}: {str(error)[:200]}") from None
