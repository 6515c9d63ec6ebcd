"""What all connections to a grader's process share: the workers, the exercises as read, and the turns."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import threading
import time
from pathlib import Path

from cachetools import LRUCache

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.errors import ContentError
from mxtutor.grading.diagnosis.missing_names import read_names
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Grader, GraderState
from mxtutor.grading.service.address import installation
from mxtutor.grading.service.messages import Condition, ExerciseId
from mxtutor.grading.service.turns import Turns
from mxtutor.grading.workers.frameworks import Frameworks
from mxtutor.grading.workers.roles import usual_roles
from mxtutor.paths import content_root

KEPT_EXERCISES = 256
RETURN_SECONDS = 5.0
"""Least seconds between two returns of free memory to the system."""
_ID = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


class Service:
    """What all connections share: the workers, the exercises as read, and the turns; thread-safe."""

    def __init__(self, root: Path, *, confined: bool) -> None:
        self.root, self.confined = root, confined
        self.workers = Frameworks(usual_roles(confined=confined, untrusted=False, checked=root == content_root()))
        self.turns = Turns(len(os.sched_getaffinity(0)))
        self.installation = installation()
        self.began = time.monotonic()
        self.stopping = threading.Event()
        """Set when the process shall end."""
        self.retiring = threading.Event()
        """Set when the process shall end as soon as its last caller has left."""
        self._exercises: LRUCache[tuple[object, ...], Exercise] = LRUCache(KEPT_EXERCISES)
        self._reading = threading.Lock()
        self._starting = threading.Lock()
        self._returned_at = self.began
        """When free memory was returned last; two threads that do it at once are no harm."""

    def start(self) -> GraderState:
        """Start the workers, unless they run, wait for them, and return their state."""
        with self._starting:
            threading.Thread(
                target=read_names, daemon=True
            ).start()  # 0.1 s, which the first wrong name would have to wait
            if self.workers.state.phase != "ready" or not all(w.alive for w in self.workers.workers):
                self.workers.start()
            return self.workers.state

    def exercise(self, named: ExerciseId) -> Exercise:
        """Return an exercise of the content, as its files are now.

        Raises:
            ContentError: the content has no such exercise, or it is damaged.
        """
        folder = self.root / "exercises" / named.id
        if not _ID.fullmatch(named.id) or not folder.is_dir():
            raise ContentError(f"{self.root} has no exercise {named.id!r}.", fix="`mxtutor list` shows them all.")
        try:
            with os.scandir(folder) as entries:
                times = tuple(sorted((e.name, e.stat().st_mtime_ns) for e in entries))
        except OSError as error:
            raise ContentError(f"{folder} changes just now: {error}.", fix="Check again.") from error
        key = (named.id, named.variant, times)
        with self._reading:
            if (found := self._exercises.get(key)) is None:
                found = self._exercises[key] = load_exercise(folder, named.id, named.variant)
            return found

    def make_grader(self, *, untrusted: bool) -> Grader:
        """Return the grader of one caller: with the shared workers, and with results and jobs of its own."""
        return LocalGrader(untrusted=untrusted, workers=self.workers)

    def return_memory(self) -> None:
        """Return what ended calls used to the system; the C library keeps it, in pieces, for as long as it can."""
        if time.monotonic() - self._returned_at > RETURN_SECONDS:
            self._returned_at = time.monotonic()
            with contextlib.suppress(AttributeError, OSError):  # not glibc
                ctypes.CDLL(None).malloc_trim(0)

    def condition(self) -> Condition:
        """Return what the grader does now."""
        from mxtutor import __version__

        callers, running, waiting, calls, idle = self.turns.condition()
        state = self.workers.state
        return Condition(
            os.getpid(), __version__, str(self.root), "+".join(self.workers.isolation) or "none", state.phase,
            state.detail, time.monotonic() - self.began, idle, callers, running, waiting, calls,
            tuple(w.pid for w in self.workers.workers if w.pid is not None),
        )  # fmt: skip

    def close(self) -> None:
        """End the workers for good."""
        self.workers.close()
