"""Landlock: restricts files, TCP, signals and abstract sockets, if the kernel's version supports this."""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Iterator, Sequence

from mxtutor.grading.sandbox.plan import ReadList
from mxtutor.grading.sandbox.syscalls import call

READ_FILE, READ_DIR = 1 << 2, 1 << 3
WRITE_FILE, TRUNCATE, IOCTL_DEV = 1 << 1, 1 << 14, 1 << 15
REMOVE_FILE, MAKE_REG = 1 << 5, 1 << 8
_MAKE_DEVICES = 1 << 6 | 1 << 11
_FILE_RIGHTS = 1 | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
_HANDLED_FILES = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1, 5: (1 << 16) - 1}
_TCP = 0b11
_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11
_ALL_THREADS = 1 << 3
READ = READ_FILE | READ_DIR
SCRATCH = ((1 << 15) - 1) & ~_MAKE_DEVICES & ~1
"""All rights except running programs and creating devices."""
DEVICE = READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEV
SHARED_MEMORY = READ_FILE | WRITE_FILE | TRUNCATE | REMOVE_FILE | MAKE_REG
"""Create and use own files in a shared folder without listing it."""

Rule = tuple[str, int]
"""A path, and the rights on it and on everything below it."""

OpenRule = tuple[int, int]
"""A descriptor of a path, and the rights on it and on everything below it."""


def abi() -> int:
    """Return the version of Landlock; raises OSError if the kernel has no Landlock."""
    return call("landlock_create_ruleset", 0, 0, 1)


def handled(version: int) -> tuple[int, int, int]:
    """Return the rights on files, the network and the scopes that version `version` can refuse."""
    files = _HANDLED_FILES[min(max(version, 1), 5)]
    return files, _TCP if version >= 4 else 0, _ABSTRACT_SOCKETS_AND_SIGNALS if version >= 6 else 0


def open_rules(rules: Sequence[Rule]) -> tuple[OpenRule, ...]:
    """Return `rules` with open descriptors; a path that is missing or cannot be opened needs no rule."""
    return tuple(opened for path, rights in rules for opened in _open(path, rights))


def _open(path: str, rights: int) -> Iterator[OpenRule]:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return
    yield fd, rights if stat.S_ISDIR(os.fstat(fd).st_mode) else rights & _FILE_RIGHTS


def build(rules: Sequence[OpenRule], version: int, *, tcp: bool = False) -> int:
    """Return the descriptor of a ruleset for the kernel's version `version` that allows `rules` and nothing else.

    `tcp`: the ruleset does not restrict TCP.
    """
    files, net, scoped = handled(version)
    attributes = ctypes.create_string_buffer(struct.pack("=QQQ", files, 0 if tcp else net, scoped))
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = call("landlock_create_ruleset", ctypes.addressof(attributes), size, 0)
    below = ctypes.create_string_buffer(12)
    try:
        for fd, rights in rules:
            struct.pack_into("=Qi", below, 0, rights & files, fd)
            call("landlock_add_rule", ruleset, 1, ctypes.addressof(below), 0)
    except OSError:
        os.close(ruleset)
        raise
    return ruleset


def restrict(ruleset: int, version: int) -> None:
    """Apply `ruleset` to this process permanently; below version 8 the process must have one thread."""
    call("landlock_restrict_self", ruleset, _ALL_THREADS if version >= 8 else 0)


def reading_rules(read: ReadList) -> list[Rule]:
    """Return the rules that allow `read`; a hidden folder and its parents can be listed, but not read."""
    hidden = {os.path.realpath(path) for path in read.hidden}
    rules: dict[str, int] = {}
    for tree in (os.path.realpath(path) for path in read.trees):
        for path, rights in _around(tree, hidden):
            rules[path] = rules.get(path, 0) | rights
    return [*rules.items(), *((path, DEVICE) for path in read.devices)]


def _around(tree: str, hidden: set[str]) -> Iterator[Rule]:
    """Yield rules for `tree` without the folders `hidden`, since a Landlock rule cannot exclude a subfolder."""
    inner = {path for path in hidden if path != tree and path.startswith(tree.rstrip("/") + "/")}
    if not inner:
        yield tree, READ
        return
    yield tree, READ_DIR  # the import system treats a folder that it cannot list as empty
    try:
        names = os.listdir(tree)
    except OSError:
        return
    for path in (os.path.join(tree, name) for name in names):
        if path not in inner and not os.path.islink(path):
            yield from _around(path, inner)
