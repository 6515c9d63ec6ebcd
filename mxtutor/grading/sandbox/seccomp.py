"""A seccomp filter as BPF: a decision tree over system call numbers with checks of single arguments."""

from __future__ import annotations

import ctypes
import errno
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mxtutor.grading.sandbox.syscalls import call

Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, constant."""

_LOAD, _JUMP, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER_AT, _MACHINE_AT, _ARGUMENTS_AT = 0, 4, 16
_AUDIT_MACHINE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000
LAST_KNOWN = 462
"""Calls with a higher number than this one (mseal) get ENOSYS, because they were not reviewed."""
OWN_PID = -1
"""Placeholder for the process id, which `Filter.load` fills in."""
_OWN_PID_CONSTANT = 0xFFFFFFFF
_SET_FILTER, _ALL_THREADS = 1, 1

Rule = tuple[Instruction, ...]
"""The instructions for one system call; every path through them ends with a return."""

ALLOW: Rule = ((_RETURN, 0, 0, _ALLOW),)


def refuse(number: int = errno.EPERM) -> Rule:
    return ((_RETURN, 0, 0, _ERRNO | number),)


def only(argument: int, *values: int) -> Rule:
    """Allow when the low half of the argument with index `argument` is one of `values`, else EPERM."""
    return (_load(argument), *_equal(values, 1), (_RETURN, 0, 0, _ERRNO | errno.EPERM), *ALLOW)


def never(argument: int, *values: int) -> Rule:
    """Refuse with EPERM when the low half of the argument is one of `values`."""
    return (_load(argument), *_equal(values, 1), *ALLOW, (_RETURN, 0, 0, _ERRNO | errno.EPERM))


def flags(argument: int, required: int, forbidden: int) -> Rule:
    """Allow when one of the bits `required` (0: no condition) and none of `forbidden` is set, else EPERM."""
    test = ((_ANY_BIT, 0, 1, required), *ALLOW) if required else ALLOW
    denied = (_RETURN, 0, 0, _ERRNO | errno.EPERM)
    return (_load(argument), (_ANY_BIT, 0, 1, forbidden), denied, *test, denied)


def when(argument: int, value: int, then: Rule, otherwise: Rule) -> Rule:
    """Apply `then` when the low half of the argument is `value`, else `otherwise`."""
    return (_load(argument), (_EQUAL, 0, len(then), value), *then, *otherwise)


def _load(argument: int) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * argument)  # both machines are little-endian: the low half is first


def _equal(values: Sequence[int], over: int) -> list[Instruction]:
    """Return comparisons that skip `over` instructions after the last of them when one holds."""
    return [
        (_EQUAL, len(values) - 1 - position + over, 0, _OWN_PID_CONSTANT if value == OWN_PID else value)
        for position, value in enumerate(values)
    ]


@dataclass(frozen=True, slots=True)
class Filter:
    """An assembled program."""

    code: bytes
    own_pid_at: tuple[int, ...]
    """Byte offsets of the constants that `load` replaces by the process id."""

    def load(self, pid: int) -> None:
        """Apply the filter permanently to all threads of this process, whose id is `pid`; needs no_new_privs."""
        program = ctypes.create_string_buffer(self.code, len(self.code))
        for offset in self.own_pid_at:
            struct.pack_into("=I", program, offset, pid)
        header = ctypes.create_string_buffer(struct.pack("@HP", len(self.code) // 8, ctypes.addressof(program)))
        call("seccomp", _SET_FILTER, _ALL_THREADS, ctypes.addressof(header))


def assemble(rules: Mapping[int, Rule], machine: str) -> Filter:
    """Return the filter that applies `rules` by number; other known numbers are allowed."""
    body = _tree(_spans(rules))
    guard: list[Instruction] = [
        (_LOAD, 0, 0, _MACHINE_AT),
        (_EQUAL, 1, 0, _AUDIT_MACHINE[machine]),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER_AT),
    ]
    if machine == "x86_64":
        guard += [(_AT_LEAST, 0, 1, _X32_BIT), (_RETURN, 0, 0, _KILL_PROCESS)]
    program = guard + body
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in program)
    comparisons = (index for index, one in enumerate(program) if one[0] == _EQUAL and one[3] == _OWN_PID_CONSTANT)
    return Filter(code, tuple(8 * index + 4 for index in comparisons))


def _spans(rules: Mapping[int, Rule]) -> list[tuple[int, Rule]]:
    """Return (first number, rule) pairs that cover all numbers; neighbours with the same rule are joined."""
    spans: list[tuple[int, Rule]] = []
    for number in range(LAST_KNOWN + 2):
        rule = refuse(errno.ENOSYS) if number > LAST_KNOWN else rules.get(number, ALLOW)
        if not spans or spans[-1][1] != rule:
            spans.append((number, rule))
    return spans


def _tree(spans: Sequence[tuple[int, Rule]]) -> list[Instruction]:
    """Return a binary search over `spans`; the kernel runs it once per number when the filter is loaded."""
    if len(spans) == 1:
        return list(spans[0][1])
    middle = len(spans) // 2
    below, above = _tree(spans[:middle]), _tree(spans[middle:])
    if len(below) < 256:
        return [(_AT_LEAST, len(below), 0, spans[middle][0]), *below, *above]
    return [(_AT_LEAST, 0, 1, spans[middle][0]), (_JUMP, 0, 0, len(below)), *below, *above]
