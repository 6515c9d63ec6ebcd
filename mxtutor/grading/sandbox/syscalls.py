"""System calls by number, for calls without a function in Python's library."""

from __future__ import annotations

import ctypes
import os
import platform
import sys

_X86_64 = {
    "capset": 126,
    "landlock_add_rule": 445,
    "landlock_create_ruleset": 444,
    "landlock_restrict_self": 446,
    "mount": 165,
    "mount_setattr": 442,
    "move_mount": 429,
    "open_tree": 428,
    "pivot_root": 155,
    "prctl": 157,
    "process_vm_readv": 310,
    "ptrace": 101,
    "seccomp": 317,
    "setns": 308,
    "umount2": 166,
    "unshare": 272,
}
_AARCH64 = {
    "capset": 91,
    "landlock_add_rule": 445,
    "landlock_create_ruleset": 444,
    "landlock_restrict_self": 446,
    "mount": 40,
    "mount_setattr": 442,
    "move_mount": 429,
    "open_tree": 428,
    "pivot_root": 41,
    "prctl": 167,
    "process_vm_readv": 270,
    "ptrace": 117,
    "seccomp": 277,
    "setns": 268,
    "umount2": 39,
    "unshare": 97,
}
_TABLES = {"x86_64": _X86_64, "aarch64": _AARCH64}

MACHINE = platform.machine()
SUPPORTED = sys.platform == "linux" and MACHINE in _TABLES and sys.maxsize > 1 << 32
NUMBERS = _TABLES[MACHINE] if SUPPORTED else {}

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
