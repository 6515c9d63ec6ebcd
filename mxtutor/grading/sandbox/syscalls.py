"""System calls by number, for calls without a function in Python's library."""

from __future__ import annotations

import ctypes
import os
import platform
import sys

_MACHINES = ("x86_64", "aarch64")
CALLS = {
    "capset": (126, 91),
    "landlock_add_rule": (445, 445),
    "landlock_create_ruleset": (444, 444),
    "landlock_restrict_self": (446, 446),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "pivot_root": (155, 41),
    "prctl": (157, 167),
    "process_vm_readv": (310, 270),
    "ptrace": (101, 117),
    "seccomp": (317, 277),
    "setns": (308, 268),
    "umount2": (166, 39),
    "unshare": (272, 97),
}
"""The numbers of each call on the machines."""

MACHINE = platform.machine()
SUPPORTED = sys.platform == "linux" and MACHINE in _MACHINES and sys.maxsize > 1 << 32
NUMBERS = {name: both[_MACHINES.index(MACHINE)] for name, both in CALLS.items()} if SUPPORTED else {}

if SUPPORTED:
    _syscall = ctypes.CDLL(None, use_errno=True).syscall
    _syscall.restype = ctypes.c_long


def call(name: str, *arguments: int) -> int:
    """Make the system call `name` with up to six integers (addresses for pointers); raises OSError."""
    if not SUPPORTED:
        raise OSError(38, f"{name} needs Linux on x86-64 or aarch64")
    result = int(_syscall(ctypes.c_long(NUMBERS[name]), *(ctypes.c_long(value) for value in arguments)))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def text(value: str) -> ctypes.Array[ctypes.c_char]:
    """Return `value` as a C string; keep it alive while its address is in use."""
    return ctypes.create_string_buffer(os.fsencode(value))
