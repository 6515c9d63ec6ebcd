"""What runs in a Dask worker: it checks that it grades as the command does, and grades batches of answers.

All threads of a Dask worker share one grader, so a worker with n threads grades n batches at once. The scheduler
imports this module, too; what is heavy is imported inside functions.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.classroom.cluster.messages import Batch, Check, Checked, Done, Reply, pack, unpack

if TYPE_CHECKING:
    from mxtutor.content.model import Exercise
    from mxtutor.grading.protocol import Grader
    from mxtutor.grading.workers.frameworks import Frameworks

KEPT_CHECKS = 8
"""Contents with their reference results that a worker keeps; the one that was checked longest ago leaves first."""
TOLD = 5
"""Exercises that are named where many differ."""


class ContentChangedError(Exception):
    """An exercise is not the one that was checked."""


class CheckedContent:
    """The exercises of one check, read when they are needed, and a grader that has seen no other content."""

    def __init__(self, root: Path, hashes: Mapping[str, str], grader: Grader) -> None:
        self._root, self._hashes = root, hashes
        self._read: dict[str, Exercise] = {}
        self._lock = threading.Lock()
        self.grader = grader

    def exercise(self, identity: str) -> Exercise:
        """Return an exercise.

        Raises:
            ContentChangedError: it is missing, damaged, or not the one that was checked.
        """
        from mxtutor.classroom.fingerprints import exercise_hash
        from mxtutor.content.loader import load_exercise
        from mxtutor.errors import ContentError

        with self._lock:
            if identity not in self._read:
                folder = self._root / "exercises" / identity
                try:
                    found = load_exercise(folder, identity)
                    same = exercise_hash(folder) == self._hashes.get(identity)
                except (ContentError, OSError) as error:
                    raise ContentChangedError(identity) from error
                if not same:
                    raise ContentChangedError(identity)
                self._read[identity] = found
            return self._read[identity]


class ClusterWorker:
    """The state of one Dask worker's process; thread-safe."""

    def __init__(self, pack_folder: Path | None = None) -> None:
        self._pack = pack_folder
        self._frameworks: dict[tuple[bool, bool], Frameworks] = {}
        self._checked: OrderedDict[str, CheckedContent] = OrderedDict()
        self._starting = threading.Lock()
        self._lock = threading.Lock()
        self._closed = False

    def root(self, named: str) -> Path:
        """Return the folder of the content that the command calls `named`."""
        from mxtutor.paths import content_root

        return (self._pack or Path(named)) if named else content_root()

    def check(self, wanted: Check) -> Checked:
        """Compare this worker with what the command wants, and start its grader."""
        from mxtutor.classroom.fingerprints import versions

        host = socket.gethostname()
        root = self.root(wanted.root)
        differs = [*version_differences(wanted.versions, versions()), *content_differences(wanted.hashes, root)]
        if differs:
            return Checked(tuple(differs), host=host)
        frameworks = self.frameworks(wanted.confined, own=not wanted.root)
        state = frameworks.state
        if state.phase == "broken":
            return Checked((state.detail,), host=host)
        if wanted.confined and not state.safe_for_untrusted:
            return Checked(
                ("its machine cannot isolate untrusted answers (`mxtutor doctor` there says why)",), host=host
            )
        self._remember(wanted, root, frameworks)
        return Checked((), state.missing if wanted.confined else (), host)

    def frameworks(self, confined: bool, *, own: bool) -> Frameworks:
        """Return the processes that run answers and references, started; `own`: the content is mxtutor's."""
        from mxtutor.errors import BrokenError
        from mxtutor.grading.workers.frameworks import Frameworks
        from mxtutor.grading.workers.worker import usual_roles

        with self._starting:
            if self._closed:
                raise BrokenError("The worker ends.")
            if (confined, own) not in self._frameworks:
                roles = usual_roles(confined=confined, untrusted=True, checked=own)
                self._frameworks[confined, own] = Frameworks(roles)
            found = self._frameworks[confined, own]
            if found.state.phase != "ready" or not all(worker.alive for worker in found.workers):
                found.start()
            return found

    def _remember(self, wanted: Check, root: Path, frameworks: Frameworks) -> None:
        from mxtutor.grading.grader import LocalGrader

        with self._lock:
            if wanted.digest in self._checked:
                self._checked.move_to_end(wanted.digest)
                return
            grader = LocalGrader(wanted.confined, untrusted=True, workers=frameworks)
            self._checked[wanted.digest] = CheckedContent(root, wanted.hashes, grader)
            if len(self._checked) > KEPT_CHECKS:
                self._checked.popitem(last=False)  # a batch that still uses it keeps it alive

    def grade(self, batch: Batch) -> Reply:
        """Grade answers one after the other until all are done or the time of the batch is over."""
        from mxtutor.grading.protocol import Submission

        began = time.monotonic()
        with self._lock:
            content = self._checked.get(batch.check)
        done: list[Done] = []
        if content is None:
            return Reply(unchecked=True)
        for item in batch.items:
            if done and time.monotonic() - began > batch.seconds:
                break
            try:
                exercise = content.exercise(item.exercise)
            except ContentChangedError:
                with self._lock:
                    self._checked.pop(batch.check, None)
                return Reply(tuple(done), time.monotonic() - began, unchecked=True)
            report = content.grader.grade(Submission(exercise, item.source, batch.seed))
            done.append(Done(item.number, report.to_json()))
        return Reply(tuple(done), time.monotonic() - began)

    def close(self) -> None:
        """End the graders and their processes; idempotent."""
        self._closed = True
        with self._lock:
            checked = list(self._checked.values())
            self._checked.clear()
        for content in checked:
            content.grader.close()
        for frameworks in list(self._frameworks.values()):
            frameworks.close()


def version_differences(wanted: Mapping[str, str], here: Mapping[str, str]) -> list[str]:
    """Return what differs in versions, for people."""
    return [
        f"{name} {here.get(name) or 'missing'} instead of {wanted.get(name) or 'missing'}"
        for name in (*wanted, *(name for name in here if name not in wanted))
        if wanted.get(name) != here.get(name)
    ]


def content_differences(wanted: Mapping[str, str], root: Path) -> list[str]:
    """Return what differs in the content at `root`, for people."""
    from mxtutor.classroom.fingerprints import exercise_hash

    if not (root / "exercises").is_dir():
        return [f"there is no content in {root} (start the worker with --pack FOLDER)"]
    other = []
    for identity, digest in wanted.items():
        try:
            same = (root / "exercises" / identity).is_dir() and exercise_hash(root / "exercises" / identity) == digest
        except OSError:
            same = False
        if not same:
            other.append(identity)
    if not other:
        return []
    more = f" and {len(other) - TOLD:,} more" if len(other) > TOLD else ""
    return [f"other content in {root}: {', '.join(other[:TOLD])}{more}"]


_workers: dict[int, ClusterWorker] = {}
"""The state of this process, by process id."""
_lock = threading.Lock()


def cluster_worker(pack_folder: Path | None = None) -> ClusterWorker:
    """Return the state of this process; the first call may name the folder of the content."""
    with _lock:
        if os.getpid() not in _workers:
            _workers[os.getpid()] = ClusterWorker(pack_folder)
        return _workers[os.getpid()]


def close_worker() -> None:
    """End what runs in this process for the cluster."""
    with _lock:
        found = _workers.pop(os.getpid(), None)
    if found is not None:
        found.close()


def check_worker(data: bytes) -> bytes:
    """Carry out a `Check`; return a `Checked`. Dask calls it."""
    return pack(cluster_worker().check(unpack(data, Check)))


def grade_batch(data: bytes) -> bytes:
    """Carry out a `Batch`; return a `Reply`. Dask calls it."""
    return pack(cluster_worker().grade(unpack(data, Batch)))
