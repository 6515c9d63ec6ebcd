"""Resource limits of a job, counted from what the process uses already."""

from __future__ import annotations

import math
import resource
from dataclasses import dataclass

from mxtutor.grading.sandbox.plan import MIB, Limits

_HARD_EXTRA = 64 * MIB
"""Lets an answer that met its limit still report the MemoryError, by raising the soft limit."""


@dataclass(frozen=True, slots=True)
class Status:
    """What the kernel says about this process."""

    data_bytes: int
    address_bytes: int
    parent: int
    threads: int
    ignored_signals: int
    """Bit n - 1 stands for signal n."""
    caught_signals: int


def parse_status(text: bytes) -> Status:
    """Return what the text of /proc/self/status tells."""

    def field(name: bytes) -> bytes:
        start = text.find(b"\n" + name) + len(name) + 1
        return text[start : text.find(b"\n", start)].split()[0]

    return Status(
        1024 * int(field(b"VmData:")),
        1024 * int(field(b"VmSize:")),
        int(field(b"PPid:")),
        int(field(b"Threads:")),
        int(field(b"SigIgn:"), 16),
        int(field(b"SigCgt:"), 16),
    )


def apply(limits: Limits, status: Status | None) -> None:
    """Limit this process in all but the number of tasks, and without `status` in all but memory."""
    cpu = math.ceil(2 * limits.wall_seconds)
    wanted = [
        (resource.RLIMIT_CPU, cpu, cpu + 1),
        (resource.RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes),
        (resource.RLIMIT_NOFILE, limits.open_files, limits.open_files),
        (resource.RLIMIT_CORE, 0, 0),
    ]
    if status is not None:
        data, address = status.data_bytes + limits.data_bytes, status.address_bytes + limits.address_bytes
        wanted.append((resource.RLIMIT_DATA, data, data + _HARD_EXTRA))
        wanted.append((resource.RLIMIT_AS, address, address))
    for which, soft, hard in wanted:
        _lower(which, soft, hard)


def apply_tasks(limits: Limits) -> None:
    """Limit the processes and threads of this user id in this user namespace, which must be this job's own.

    Set before a user namespace is made, the limit would count all jobs outside it.
    """
    _lower(resource.RLIMIT_NPROC, limits.tasks, limits.tasks)


def _lower(which: int, soft: int, hard: int) -> None:
    """Set a limit, or keep the present one where that is stricter."""
    present = resource.getrlimit(which)[1]
    if present != resource.RLIM_INFINITY:
        soft, hard = min(soft, present), min(hard, present)
    resource.setrlimit(which, (soft, hard))
