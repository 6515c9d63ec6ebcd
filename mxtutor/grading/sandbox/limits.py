"""Resource limits of a job, on top of what the process uses already."""

from __future__ import annotations

import math
import resource
from dataclasses import dataclass

from mxtutor.grading.sandbox.plan import MIB, Limits

_HARD_EXTRA = 64 * MIB
"""Bytes that the soft limit may be raised by, so that an answer at its limit can still report the MemoryError."""


@dataclass(frozen=True, slots=True)
class Status:
    """The kernel's status of this process."""

    data_bytes: int
    address_bytes: int
    parent: int
    threads: int
    ignored_signals: int
    """Bit n - 1 is signal n."""
    caught_signals: int


def parse_status(text: bytes) -> Status:
    """Return the fields of the text of /proc/self/status that the limits need."""

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
    """Set all limits of this process except the number of tasks; without `status` also without the memory limits."""
    cpu = math.ceil(limits.seconds) + 1  # later than the supervisor, which counts all processes of the job together
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
    """Limit the processes and threads of this user id in this user namespace, which must belong to this job alone.

    Before the job has its own user namespace, the kernel counts the tasks of all jobs together.
    """
    _lower(resource.RLIMIT_NPROC, limits.tasks, limits.tasks)


def _lower(which: int, soft: int, hard: int) -> None:
    """Set a limit; keep the present limit where it is stricter."""
    present = resource.getrlimit(which)[1]
    if present != resource.RLIM_INFINITY:
        soft, hard = min(soft, present), min(hard, present)
    resource.setrlimit(which, (soft, hard))
