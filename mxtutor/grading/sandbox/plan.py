"""The request to a sandbox: its layers, the files that may be read, and the limits of one job."""

from __future__ import annotations

import math
import resource
from dataclasses import dataclass

LAYERS = ("landlock", "seccomp", "userns", "net", "ipc", "mount", "pid", "uid", "rlimits")
"""Every layer, in the order in which reports name them."""

MIB = 1 << 20

SLOTS = 256
"""Jobs that can run at the same time under different user ids (when started as root)."""


class SandboxError(Exception):
    """A promised layer could not be set up, so the job must not run (verdict `broken`)."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one job; memory counts from the use at the time of the fork."""

    seconds: float = 10.0
    """Time limit in the job's own time, measured by the supervisor; the kernel limits each process's processor time."""
    data_bytes: int = 1024 * MIB
    """Private memory on top of the worker's."""
    address_bytes: int = 3072 * MIB
    """Address space, shared maps included, on top of the worker's."""
    file_bytes: int = 32 * MIB
    """Largest file."""
    scratch_bytes: int = 64 * MIB
    """Size of all files together, if the scratch folder is a separate file system."""
    open_files: int = 256
    tasks: int = 64
    """Number of processes and threads, if the kernel can count them per job."""
    processes: bool = False
    """The job may fork (worker processes of a DataLoader)."""
    loopback: bool = False
    """The job may fork, and its processes may communicate over 127.0.0.1 (a parameter server)."""


@dataclass(frozen=True, slots=True)
class ReadList:
    """The files that an answer may read; everything else is absent or refused."""

    trees: tuple[str, ...]
    """Absolute paths of files and folders (with everything below them)."""
    hidden: tuple[str, ...] = ()
    """Folders below a tree that appear empty except for trees inside them (site-packages)."""
    devices: tuple[str, ...] = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
    """Device files that may be read and written."""


@dataclass(frozen=True, slots=True)
class ConfinementPlan:
    """The request to `confine_worker`."""

    layers: tuple[str, ...]
    """Layers to use, a subset of `LAYERS`; each of them must work here."""
    read: ReadList
    uid: int | None = None
    """First of `SLOTS` unprivileged user ids when mxtutor was started as root, otherwise None."""
    untrusted: bool = False
    """Refuse jobs that need a separate network if the machine has no network namespaces."""
    keep_reading: bool = False
    """Keep the capability to read folders that are closed to that user id (a Python below /root); needs Landlock."""

    def uses(self, layer: str) -> bool:
        return layer in self.layers

    @property
    def counts_tasks(self) -> bool:
        """Whether the kernel counts processes and threads per job."""
        return self.uses("rlimits") and (self.uses("uid") or self.uses("userns"))


_HARD_EXTRA = 64 * MIB
"""Bytes by which the soft limit may be raised, so that an answer at its limit can still report the MemoryError."""


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
    """Set a limit; keep the current limit if it is stricter."""
    present = resource.getrlimit(which)[1]
    if present != resource.RLIM_INFINITY:
        soft, hard = min(soft, present), min(hard, present)
    resource.setrlimit(which, (soft, hard))
