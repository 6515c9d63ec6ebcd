"""Privileges that a process gives up permanently: user id, capabilities, new privileges; and its signal handlers."""

from __future__ import annotations

import ctypes
import os
import signal
import struct

from mxtutor.grading.sandbox.syscalls import call

_PDEATHSIG, _SET_DUMPABLE, _KEEP_CAPABILITIES, _NO_NEW_PRIVS = 1, 4, 8, 38
_CAPABILITY_VERSION = 0x20080522
_CAP_DAC_READ_SEARCH = 2
CAP_SYS_ADMIN = 21
_SIGNALS = tuple(
    int(number)
    for number in signal.valid_signals() - {getattr(signal, "SIGKILL", None), getattr(signal, "SIGSTOP", None)}
)


def effective_capabilities() -> int:
    """Return the bits of the effective capabilities of this process."""
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
