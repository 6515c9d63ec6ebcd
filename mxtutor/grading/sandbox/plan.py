"""What a sandbox is asked for: layers, what may be read, and the limits of one job."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["all", "light", "none"]
"""`all`: every layer that works here; `light`: those that cost a check less than 10 ms; `none`: limits only.

All layers together cost 2 to 3 ms, so that `light` gives up none of them; the two differ in who refuses to go on
when layers are missing: strangers' answers ask for `all`.
"""

LAYERS = ("landlock", "seccomp", "userns", "net", "ipc", "mount", "pid", "uid", "rlimits")
"""Every layer, in the order in which reports name them."""

MIB = 1 << 20

SLOTS = 256
"""Jobs that can run at once with a user id (as root) of their own."""


class SandboxError(Exception):
    """A layer that was promised could not be put up; the job must not run (our fault, `broken`)."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may use; memory is counted from the use at the time of the fork."""

    wall_seconds: float = 10.0
    """Wall clock that the supervisor enforces; CPU seconds are limited to twice that."""
    data_bytes: int = 1024 * MIB
    """Private memory beyond what the worker has."""
    address_bytes: int = 3072 * MIB
    """Address space (which holds shared maps too) beyond what the worker has."""
    file_bytes: int = 32 * MIB
    """Largest file."""
    scratch_bytes: int = 64 * MIB
    """All files together, where the scratch folder is a file system of its own."""
    open_files: int = 256
    tasks: int = 64
    """Processes and threads together, where they can be counted a job."""
    processes: bool = False
    """The job may fork (worker processes of a DataLoader)."""
    loopback: bool = False
    """The job may fork, and its processes may talk over 127.0.0.1 (a parameter server)."""


@dataclass(frozen=True, slots=True)
class ReadList:
    """What an answer may read; everything else is absent or refused."""

    trees: tuple[str, ...]
    """Absolute paths of folders (with all that is below) and files."""
    hidden: tuple[str, ...] = ()
    """Folders below a tree that are empty but for trees that lie below them (site-packages)."""
    devices: tuple[str, ...] = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
    """Device files to read and write."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What `confine_worker` is asked to put up."""

    level: Level
    layers: tuple[str, ...]
    """Layers to use, a subset of `LAYERS`; each of them must work."""
    read: ReadList
    uid: int | None = None
    """First of `SLOTS` unprivileged user ids when started as root, else None."""
    keep_reading: bool = False
    """Keep the right to enter folders closed to that user id, for a Python below root's home; needs Landlock."""

    def uses(self, layer: str) -> bool:
        """Return whether `layer` is wanted."""
        return layer in self.layers

    @property
    def counts_tasks(self) -> bool:
        """Whether each job has a count of processes and threads of its own."""
        return self.uses("rlimits") and (self.uses("uid") or self.uses("userns"))
