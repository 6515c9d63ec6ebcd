"""The address of a user's resident grader: its socket, lock files, and process.

There is one socket for each installation, content and isolation.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import socket
import stat
import struct
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mxtutor.errors import BrokenError, UsageError
from mxtutor.grading.procfs import kill, stopped
from mxtutor.private_files import lock

SWITCH = "MXTUTOR_GRADER"
"""Environment variable: `off` gives each command and tutor a private grader."""
FALLBACK = "/tmp"  # noqa: S108 - the folder below it has mode 0700 and its owner is checked
IDLE_SECONDS = 600.0
"""Seconds without a call after which a grader ends, even if tutors are open."""
MAX_PATH = 107
"""Longest path of a Unix socket, in bytes: `sun_path` of unix(7) without the closing zero."""
_LONGEST_NAME = len("/0123456789abcdef.sock")
PACKAGE = Path(__file__).resolve().parents[2]
_SHAPING = ("CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH", "TMPDIR")
"""Environment variables that affect workers; callers with other values get another grader."""
_CREDENTIALS = struct.Struct("3i")
"""`struct ucred` of unix(7): process, user, group."""


class UnavailableError(BrokenError):
    """This process cannot reach a resident grader, but may use a private one."""


def wants_resident() -> bool:
    """Return whether this process uses the resident grader.

    Raises:
        UsageError: the variable `MXTUTOR_GRADER` has an unknown value.
    """
    value = os.environ.get(SWITCH, "").strip().lower()
    if value not in ("", "on", "off"):
        raise UsageError(f"{SWITCH} is {value!r}.", fix="Set it to `on` or `off`, or unset it.")
    return value != "off"


@dataclass(frozen=True, slots=True)
class Address:
    """The files of one resident grader."""

    folder: Path
    key: str

    @property
    def socket(self) -> Path:
        return self.folder / f"{self.key}.sock"

    @property
    def lock(self) -> Path:
        """The file that a caller locks while it starts the grader."""
        return self.folder / f"{self.key}.lock"

    @property
    def owner(self) -> Path:
        """The file that the grader locks while it runs."""
        return self.folder / f"{self.key}.owner"

    @property
    def record(self) -> Path:
        """JSON that describes the grader: `control.GraderRecord`."""
        return self.folder / f"{self.key}.json"

    @property
    def log(self) -> Path:
        """The log: standard error of the grader's process."""
        return self.folder / f"{self.key}.log"


def find_address(root: Path, *, confined: bool) -> Address:
    """Return the address of the grader for the content at `root`.

    Raises:
        UnavailableError: this machine has no private folder for a socket.
    """
    return Address(runtime_folder(), _key(root, confined=confined))


def runtime_folder() -> Path:
    """Return the folder of the sockets, which no other user can enter; make it if it is missing.

    It is in `XDG_RUNTIME_DIR` if that is a private and writable folder of this user, otherwise in /tmp.

    Raises:
        UnavailableError: the folder cannot be made, or other users can enter it.
    """
    given = os.environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(given) and _is_private(Path(given)):
        folder = Path(given) / "mxtutor"
        if len(os.fsencode(folder)) + _LONGEST_NAME <= MAX_PATH:
            with contextlib.suppress(UnavailableError):
                return _private(folder)
    return _private(Path(FALLBACK) / f"mxtutor-{os.geteuid()}")


def _private(folder: Path) -> Path:
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise UnavailableError(f"{folder} cannot be made: {error.strerror}.", fix=f"Set {SWITCH}=off.") from error
    if not _is_private(folder):
        raise UnavailableError(
            f"{folder} is not a folder of this user alone.",
            fix=f"Remove it, or give it the mode 0700, or set {SWITCH}=off.",
        )
    return folder


def _is_private(folder: Path) -> bool:
    """Return whether this is a folder (no link) of this user that no other user can enter."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o077


def _key(root: Path, *, confined: bool) -> str:
    """Return a key of 16 hexadecimal digits for the installation, the content and the isolation."""
    parts = [sys.prefix, str(root), "on" if confined else "off", installation(), fingerprint(root)]
    parts += [f"{name}={os.environ.get(name, '')}" for name in _SHAPING]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def installation() -> str:
    """Return a fingerprint of the installed mxtutor: version, folder and files of the code."""
    from mxtutor import __version__

    return f"{__version__} {PACKAGE} {_stamp(PACKAGE, '.py')}"


def changed_since(began: int) -> bool:
    """Return whether a file of the installed code was added or changed after a time, in nanoseconds since 1970.

    Times in the future do not count: the clock was set back, or a file server has another time.
    """
    now = time.time_ns()
    return any(began < status.st_ctime_ns <= now for _, status in _files(str(PACKAGE), ".py"))


def fingerprint(root: Path) -> str:
    """Return a fingerprint of the content: names, sizes and times of all files in `lessons/` and `exercises/`."""
    return f"{_stamp(root / 'lessons')} {_stamp(root / 'exercises')}"


def _stamp(top: Path, suffix: str = "") -> str:
    digest = hashlib.sha256()
    files = _files(str(top), suffix)
    for line in sorted(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n" for path, status in files):
        digest.update(line.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:16]


def _files(folder: str, suffix: str) -> Iterator[tuple[str, os.stat_result]]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name in ("__pycache__", "_content"):
            continue
        try:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path, suffix)
            elif entry.name.endswith(suffix):
                yield entry.path, entry.stat()
        except OSError:  # removed in the meantime
            continue


def try_lock(path: Path) -> int | None:
    """Lock a file, created if missing; return its descriptor, or None if another process holds the lock.

    The file contains the id of the process with the lock, which may remove the file.

    Raises:
        OSError: the file cannot be made or opened.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        if not lock(descriptor):
            os.close(descriptor)
            return None
        if _is_at(descriptor, path):  # otherwise another process has removed the file in the meantime
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, str(os.getpid()).encode(), 0)
            return descriptor
        os.close(descriptor)


def holder(path: Path) -> int:
    """Return the process id in a lock file; 0 if there is none."""
    try:
        text = path.read_bytes()[:32]
    except OSError:
        return 0
    return int(text) if text.isdigit() else 0


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.lstat())
    except FileNotFoundError:
        return False


def remove_left(address: Address) -> None:
    """Remove the files of an address, unless a grader runs there or a caller starts one."""
    with contextlib.suppress(OSError), contextlib.ExitStack() as held:
        for path in (address.lock, address.owner):
            descriptor = try_lock(path)
            if descriptor is None:
                return
            held.callback(os.close, descriptor)
        halves = address.folder.glob(f".{address.record.name}.*")  # of an interrupted write of the record
        for path in (address.socket, address.record, *halves, address.log, address.owner, address.lock):
            with contextlib.suppress(OSError):
                path.unlink()


def addresses_in(folder: Path) -> Iterator[Address]:
    try:
        names = {name.split(".", 1)[0] for name in os.listdir(folder)}
    except OSError:
        return
    for name in sorted(names - {""}):
        yield Address(folder, name)


def peer(connection: socket.socket) -> tuple[int, int]:
    """Return the process id and the user id of the other end."""
    found = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid, user, _ = _CREDENTIALS.unpack(found)
    return pid, user


def is_own_user(connection: socket.socket) -> bool:
    return peer(connection)[1] == os.geteuid()


def kill_peer(connection: socket.socket) -> None:
    """Kill the process at the other end, also a stopped one; do nothing if it has ended or is this process."""
    with contextlib.suppress(OSError):  # another thread has closed the connection: the process has ended
        pid, user = peer(connection)
        if user == os.geteuid():
            kill(pid)


def peer_stopped(connection: socket.socket) -> bool:
    """Return whether a signal has stopped the process at the other end."""
    try:
        return stopped(peer(connection)[0])
    except OSError:  # another thread has closed the connection
        return False


def runs_module(pid: int, module: str) -> bool:
    """Return whether a process of this user runs a module, according to its command line."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        return os.stat(f"/proc/{pid}").st_uid == os.geteuid() and module.encode() in command
    except OSError:
        return False
