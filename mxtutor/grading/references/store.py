"""Caches reference results by exercise and seed, within a limit of bytes, and computes the next ones in advance."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

import numpy as np
from cachetools import LRUCache, cached

from mxtutor.content.model import Exercise
from mxtutor.errors import TutorError
from mxtutor.grading.differences import LOSSES
from mxtutor.grading.references.prepare import Prepared, fresh_seed, prepare
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import Worker

KEPT_BYTES = 128 * 1024**2
"""Size of the cache, in bytes; the least recently used results leave it first, and larger ones never enter.

The results of all wrong answers of one exercise need up to 100 MB; to run them again takes seconds for each check.
"""
_OBJECT = 300
"""Approximate size of a small object with its fields, in bytes."""

Made = TypeVar("Made")


def size(value: object) -> int:
    """Return the approximate size of a result with everything in it, in bytes."""
    total, todo = 0, [value]
    while todo:
        one = todo.pop()
        total += _OBJECT
        if isinstance(one, np.ndarray):
            total += one.nbytes
        elif isinstance(one, (str, bytes)):
            total += len(one)
        elif isinstance(one, Mapping):
            todo += one.values()
        elif isinstance(one, (tuple, list)):
            todo += one
        elif is_dataclass(one) and not isinstance(one, type):
            todo += (getattr(one, field.name) for field in fields(one))
    return total


_cache: LRUCache[Hashable, Any] = LRUCache(KEPT_BYTES, getsizeof=size)
_changed = threading.Condition()


def kept(make: Callable[..., Made], key: Callable[..., Hashable]) -> Callable[..., Made]:
    """Return a function that caches the results of `make`; threads that ask for the same key wait for one computation.

    It is thread-safe. Each caller has its own results, but all share the limit `KEPT_BYTES`.
    """
    own = object()  # no caller gets the results of another one
    return cached(_cache, key=lambda *arguments: (own, key(*arguments)), condition=_changed)(make)


class ReferenceStore:
    """Reference results of one reference worker; thread-safe. The `running` of a call can cancel its computation.

    Two locks: the cache's condition, under which threads that ask for the same key wait for one computation, and one
    lock per exercise, under which `_ahead` of that exercise is read and written.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._cached = kept(self._compute, key=_key)
        self._ahead: dict[str, tuple[int, int]] = {}
        """Seed and GPUs of the next check, by exercise; its results are in the cache, unless others replaced them."""
        self._turns: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def get(self, exercise: Exercise, seed: int, gpus: int = 0, running: RunningJobs | None = None) -> Prepared:
        """Return the cases of a seed, on `gpus` GPUs, with their expected results.

        Raises:
            BrokenError: the reference's framework cannot be used.
            ContentError: the exercise is wrong.
        """
        found = self._cached(exercise, seed, gpus, running)
        # how it is judged may have changed since then
        return found if found.exercise is exercise else replace(found, exercise=exercise)

    def _compute(self, exercise: Exercise, seed: int, gpus: int, running: RunningJobs | None) -> Prepared:
        return prepare(self._worker, exercise, seed, gpus, running=running)

    def take(self, exercise: Exercise, seed: int | None, gpus: int, running: RunningJobs | None = None) -> Prepared:
        """Return the reference results of a seed; without a seed, those computed in advance, which are used only once.

        Raises:
            BrokenError, ContentError: as `get`.
        """
        if seed is not None:
            return self.get(exercise, seed, gpus, running)
        with self._turns[exercise.id]:  # wait for a computation that has started
            ahead = self._ahead.pop(exercise.id, None)
        return self.get(exercise, ahead[0] if ahead and ahead[1] == gpus else fresh_seed(), gpus, running)

    def compute_ahead(
        self, exercise: Exercise, gpus: Callable[[], int], running: RunningJobs | None = None
    ) -> Prepared | None:
        """Return the reference results of the next check; compute them if they are missing; None if this failed."""
        with self._turns[exercise.id]:
            try:
                place = self._ahead.get(exercise.id) or (fresh_seed(), gpus())
                prepared = self.get(exercise, *place, running)
            except TutorError:  # the check itself will report it
                return None
            self._ahead[exercise.id] = place
            return prepared


def losses(prepared: Prepared) -> tuple[float, ...]:
    """Return the reference's losses, one per epoch, on the first case; empty if the exercise compares none."""
    seen = prepared.expected[0].observed.get(LOSSES)
    return tuple(n for item in (seen.items if seen else ()) if (n := item.number) is not None)


def _key(exercise: Exercise, seed: int, gpus: int, _running: RunningJobs | None) -> tuple[str, str, int, int]:
    return str(exercise.folder), exercise.task_hash, seed, gpus
