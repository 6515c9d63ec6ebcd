"""Namespaces, capabilities and signals of the worker and of each job."""

from __future__ import annotations

import ctypes
import fcntl
import os
import signal
import socket
import struct

from mxtutor.grading.sandbox.plan import ConfinementPlan, SandboxError
from mxtutor.grading.sandbox.syscalls import call

NEW_MOUNTS, NEW_UTS, NEW_IPC = 0x00020000, 0x04000000, 0x08000000
NEW_USER, NEW_PID, NEW_NET = 0x10000000, 0x20000000, 0x40000000

FLAGS = {"userns": NEW_USER, "net": NEW_NET, "ipc": NEW_IPC | NEW_UTS, "mount": NEW_MOUNTS}
"""The namespaces that each layer of the worker unshares."""


def unshare(flags: int) -> None:
    """Move this process to new namespaces of the kinds `flags`; raises OSError."""
    call("unshare", flags)


def enter_user_namespace(proc: int, flags: int = 0) -> None:
    """Enter a new user namespace (and namespaces `flags`) as the current user, with all rights inside.

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
    fd = os.open("self/status", os.O_RDONLY | os.O_CLOEXEC, dir_fd=proc)
    try:
        return os.read(fd, 8192)
    finally:
        os.close(fd)


_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 1
_REQUEST = "=16sh14x"
"""struct ifreq: the name and the flags of an interface."""


def enter_network(plan: ConfinementPlan) -> None:
    """Move this process to a new network namespace and turn its loopback on; needs rights in its user namespace.

    Where the machine has no network namespaces, untrusted jobs are refused, and other jobs use the machine's loopback.
    Raises SandboxError.
    """
    if plan.uses("net"):
        try:
            unshare(NEW_NET)
            _bring_up("lo")
        except OSError as error:
            raise SandboxError(f"The sandbox cannot create a network namespace for the job: {error}.") from error
    elif plan.untrusted:
        raise SandboxError(
            "This exercise needs a separate network for each answer (the layer `net`), and this machine has none."
        )


def _bring_up(name: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        request = fcntl.ioctl(end, _GET_FLAGS, struct.pack(_REQUEST, name.encode(), 0))
        flags = struct.unpack(_REQUEST, request)[1]
        fcntl.ioctl(end, _SET_FLAGS, struct.pack(_REQUEST, name.encode(), flags | _UP))


_PDEATHSIG, _SET_DUMPABLE, _KEEP_CAPABILITIES, _NO_NEW_PRIVS = 1, 4, 8, 38
_CAPABILITY_VERSION = 0x20080522
_CAP_DAC_READ_SEARCH = 2
CAP_SYS_ADMIN = 21
_SIGNALS = tuple(
    int(number)
    for number in signal.valid_signals() - {getattr(signal, "SIGKILL", None), getattr(signal, "SIGSTOP", None)}
)


def effective_capabilities() -> int:
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith("CapEff:"):
                return int(line.split()[1], 16)
    return 0


def become(uid: int, *, keep_reading: bool = False) -> None:
    """Change from root to the user and group `uid`, without other groups and without capabilities.

    `keep_reading` keeps the capability to read files and enter folders that are closed to `uid`.
    """
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    if keep_reading:
        call("prctl", _KEEP_CAPABILITIES, 1, 0, 0, 0)
    os.setresuid(uid, uid, uid)
    set_capabilities(1 << _CAP_DAC_READ_SEARCH if keep_reading else 0)


def set_capabilities(bits: int) -> None:
    """Drop every capability of this process, except those in `bits` (numbers below 32)."""
    header = ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITY_VERSION, 0))
    sets = ctypes.create_string_buffer(struct.pack("=IIIIII", bits, bits, 0, 0, 0, 0))
    call("capset", ctypes.addressof(header), ctypes.addressof(sets))


def no_new_privileges() -> None:
    """Disable the privileges of set-id programs; Landlock and seccomp require this."""
    call("prctl", _NO_NEW_PRIVS, 1, 0, 0, 0)


def hide_memory() -> None:
    """Keep other processes of the same user from tracing this one and reading its memory."""
    call("prctl", _SET_DUMPABLE, 0, 0, 0, 0)


def die_with_parent() -> None:
    """Let the kernel kill this process when its parent ends; a change of the user id cancels this."""
    call("prctl", _PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def reset_signals(changed: int) -> None:
    """Reset the signals in `changed` (bit n - 1 is signal n) to the handlers of a new Python process, and unblock all.

    MXNet's own handlers turn a segmentation fault into exit status 255.
    """
    for number in _SIGNALS:
        if changed >> (number - 1) & 1:
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_IGN)  # the write fails instead, as in every Python process
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
