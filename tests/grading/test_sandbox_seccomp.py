"""The filter: every refused call by number, checks of arguments, and programs that get round simple filters."""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import signal
import socket
import struct
import threading
from collections.abc import Mapping

import pytest

from mxtutor.grading.sandbox.denials import ATTRIBUTES, NEVER, rules
from mxtutor.grading.sandbox.plan import Limits
from mxtutor.grading.sandbox.seccomp import LAST_KNOWN, OWN_PID, Filter, Rule, assemble, flags, never, only, refuse
from mxtutor.grading.sandbox.syscalls import CALLS, MACHINE, SUPPORTED
from tests.grading.sandbox_rig import confined, require

linux = pytest.mark.skipif(not SUPPORTED, reason="needs Linux on x86-64 or aarch64")
MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x50000


def run(program: Filter, machine: int, number: int, *arguments: int) -> int:
    """Return what the kernel's interpreter would answer."""
    padded = (*arguments, *(0,) * (6 - len(arguments)))
    data = struct.pack("=IIQ6Q", number, machine, 0, *padded)
    accumulator = at = 0
    while True:
        code, if_true, if_false, constant = struct.unpack_from("=HBBI", program.code, 8 * at)
        at += 1
        if code == 0x20:
            accumulator = struct.unpack_from("=I", data, constant)[0]
        elif code == 0x05:
            at += constant
        elif code == 0x06:
            return int(constant)
        else:
            holds = {0x15: accumulator == constant, 0x35: accumulator >= constant, 0x45: accumulator & constant != 0}
            at += if_true if holds[code] else if_false


def strict(machine: str) -> dict[int, Rule]:
    return rules(machine, processes=False, any_signal=False, attributes=False, unix_sockets=False)


@pytest.mark.parametrize("machine", MACHINES)
def test_the_tree_finds_the_rule_of_every_number(machine: str) -> None:
    table: Mapping[int, Rule] = strict(machine)
    program = assemble(table, machine)
    for number in range(LAST_KNOWN + 200):
        answer = run(program, MACHINES[machine], number)
        if number > LAST_KNOWN:
            assert answer == ERRNO | errno.ENOSYS
        elif number not in table:
            assert answer == ALLOW
        elif table[number] == refuse():
            assert answer == ERRNO | errno.EPERM


@pytest.mark.parametrize("machine", MACHINES)
def test_another_machine_kills(machine: str) -> None:
    program = assemble(strict(machine), machine)
    assert run(program, 0x40000003, 1) == KILL
    assert all(run(program, other, 1) == KILL for name, other in MACHINES.items() if name != machine)


def test_x32_calls_kill() -> None:
    program = assemble(strict("x86_64"), "x86_64")
    assert run(program, MACHINES["x86_64"], 0x40000000 | 39) == KILL
    assert run(program, MACHINES["x86_64"], 0xFFFFFFFF) == KILL


@pytest.mark.parametrize(
    ("rule", "value", "allowed"),
    [
        (only(2, 1, 5), 1, True),
        (only(2, 1, 5), 5, True),
        (only(2, 1, 5), 4, False),
        (never(2, 1, 5), 1, False),
        (never(2, 1, 5), 5, False),
        (never(2, 1, 5), 4, True),
        (flags(2, 4, 8), 4, True),
        (flags(2, 4, 8), 12, False),
        (flags(2, 4, 8), 1, False),
        (flags(2, 0, 8), 1, True),
        (flags(2, 0, 8), 9, False),
    ],
)
def test_checks_of_an_argument(rule: Rule, value: int, allowed: bool) -> None:
    program = assemble({100: rule}, "x86_64")
    answer = run(program, MACHINES["x86_64"], 100, 0, 0, value)
    assert answer == (ALLOW if allowed else ERRNO | errno.EPERM)


def test_the_process_id_is_filled_in_where_it_is_compared() -> None:
    program = assemble({62: only(0, OWN_PID)}, "x86_64")
    assert len(program.own_pid_at) == 1
    patched = bytearray(program.code)
    struct.pack_into("=I", patched, program.own_pid_at[0], 4711)
    ready = Filter(bytes(patched), ())
    assert run(ready, MACHINES["x86_64"], 62, 4711) == ALLOW
    assert run(ready, MACHINES["x86_64"], 62, 4712) == ERRNO | errno.EPERM


def test_numbers_agree_with_this_machine_s_headers() -> None:
    header = {"x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "aarch64": "/usr/include/asm-generic/unistd.h"}
    known = 0
    for machine, path in header.items():
        if not os.path.exists(path):
            continue
        with open(path) as file:
            words = [line.split() for line in file if line.startswith("#define __NR")]
        numbers = {one[1].split("_", 3)[3]: int(one[2]) for one in words if len(one) == 3 and one[2].isdigit()}
        numbers.update({one[1].removeprefix("__NR3264_"): int(one[2]) for one in words if "3264" in one[1]})
        column = list(MACHINES).index(machine)
        ours = {name: pair[column] for name, pair in {**NEVER, **ATTRIBUTES, **CALLS}.items()}
        for name, number in ours.items():
            if name in numbers:
                assert number == numbers[name], f"{name} on {machine}"
                known += 1
    if not known:
        pytest.skip("the kernel's headers are not installed")


@linux
def test_the_kernel_refuses_every_call_of_the_list() -> None:
    column = 0 if MACHINE == "x86_64" else 1
    numbers = {name: pair[column] for name, pair in NEVER.items() if pair[column] >= 0}

    def try_all() -> list[str]:
        libc = ctypes.CDLL(None, use_errno=True)
        wrong = []
        for name, number in numbers.items():
            if libc.syscall(number, -1, 0, 0, 0, 0, 0) != -1 or ctypes.get_errno() != errno.EPERM:
                wrong.append(f"{name}: {ctypes.get_errno()}")
        return wrong

    outcome = confined(try_all)
    assert outcome.value == [], outcome


@linux
def test_clone3_memfd_create_and_unknown_calls_do_not_exist() -> None:
    def errors() -> list[int]:
        libc = ctypes.CDLL(None, use_errno=True)
        found = []
        for number in (435, 319 if MACHINE == "x86_64" else 279, LAST_KNOWN + 1, 100_000):
            assert libc.syscall(number, 0, 0, 0, 0, 0, 0) == -1
            found.append(ctypes.get_errno())
        return found

    assert confined(errors, ("seccomp",)).value == [errno.ENOSYS] * 4


@linux
@pytest.mark.skipif(MACHINE != "x86_64", reason="32-bit calls of x86-64")
def test_a_32_bit_call_is_death() -> None:
    def call_getpid_the_old_way() -> int:
        memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        memory.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20; int 0x80; ret
        return int(ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))())

    assert confined(call_getpid_the_old_way, ()).value > 0
    assert confined(call_getpid_the_old_way, ("seccomp",)).status == -signal.SIGSYS


@linux
def test_a_thread_is_under_the_filter_too_and_threads_work() -> None:
    def in_a_thread() -> str:
        said: list[str] = []

        def misbehave() -> None:
            try:
                socket.socket(socket.AF_INET)
            except PermissionError:
                said.append("refused")

        thread = threading.Thread(target=misbehave)
        thread.start()
        thread.join()
        return said[0]

    assert confined(in_a_thread, ("seccomp",)).value == "refused"


@linux
@pytest.mark.parametrize("layers", [("seccomp",), None], ids=["alone", "all layers"])
def test_an_answer_may_signal_itself(layers: tuple[str, ...] | None) -> None:
    def signal_self() -> str:
        caught: list[int] = []
        signal.signal(signal.SIGUSR1, lambda number, frame: caught.append(number))
        os.kill(os.getpid(), signal.SIGUSR1)
        signal.raise_signal(signal.SIGUSR1)
        return "".join("x" for _ in caught)

    assert confined(signal_self, layers).value == "xx"


@linux
def test_a_crash_is_a_signal() -> None:
    outcome = confined(lambda: ctypes.string_at(0))
    assert outcome.status == -signal.SIGSEGV
    outcome = confined(os.abort)
    assert outcome.status in (-signal.SIGABRT, -signal.SIGSEGV)


@linux
def test_a_job_with_processes_may_fork_and_end_its_own() -> None:
    require("as started", "pid")

    def fork_and_kill() -> int:
        child = os.fork()
        if child == 0:
            signal.pause()
        os.kill(child, signal.SIGTERM)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    assert confined(fork_and_kill, limits=Limits(processes=True)).value == -signal.SIGTERM
    assert confined(fork_and_kill).error.startswith("PermissionError")
