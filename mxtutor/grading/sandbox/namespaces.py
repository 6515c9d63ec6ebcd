"""Namespaces of the worker and of each job."""

from __future__ import annotations

import os

from mxtutor.grading.sandbox.syscalls import call

NEW_MOUNTS, NEW_UTS, NEW_IPC = 0x00020000, 0x04000000, 0x08000000
NEW_USER, NEW_PID, NEW_NET = 0x10000000, 0x20000000, 0x40000000

FLAGS = {"userns": NEW_USER, "net": NEW_NET, "ipc": NEW_IPC | NEW_UTS, "mount": NEW_MOUNTS}
"""The namespaces that each layer of the worker unshares."""


def unshare(flags: int) -> None:
    """Move this process to new namespaces of the kinds `flags`; raises OSError."""
    call("unshare", flags)


def enter_user_namespace(proc: int, flags: int = 0) -> None:
    """Enter a new user namespace (and namespaces `flags`) as the present user, with all rights inside.

    `proc` is a descriptor of /proc; the process must have one thread.
    """
    uid, gid = os.getuid(), os.getgid()
    unshare(NEW_USER | flags)
    _write(proc, "self/setgroups", "deny")
    _write(proc, "self/uid_map", f"{uid} {uid} 1")
    _write(proc, "self/gid_map", f"{gid} {gid} 1")


def _write(proc: int, name: str, value: str) -> None:
    fd = os.open(name, os.O_WRONLY | os.O_CLOEXEC, dir_fd=proc)
    try:
        os.write(fd, value.encode())
    finally:
        os.close(fd)


def return_to_own_pid_namespace(proc: int) -> None:
    """Let the next forks of this process belong to its own pid namespace again; raises OSError.

    Without this, `unshare(NEW_PID)` works only once per process. It needs rights over the user namespace that owns the
    pid namespace.
    """
    fd = os.open("self/ns/pid", os.O_RDONLY | os.O_CLOEXEC, dir_fd=proc)
    try:
        call("setns", fd, NEW_PID)
    finally:
        os.close(fd)


def own_id(proc: int) -> int:
    """Return the id of this process as /proc shows it, which is not `os.getpid()` in another pid namespace."""
    return int(os.readlink("self", dir_fd=proc))


def prefer_for_oom_kill(proc: int) -> None:
    """Let the kernel kill this process first when memory runs out."""
    _write(proc, "self/oom_score_adj", "1000")


def status_text(proc: int) -> bytes:
    """Return the text of /proc/self/status."""
    fd = os.open("self/status", os.O_RDONLY | os.O_CLOEXEC, dir_fd=proc)
    try:
        return os.read(fd, 8192)
    finally:
        os.close(fd)
