"""Limits of a job: memory, processor time, files, processes and threads."""

from __future__ import annotations

import errno
import os
import random
import resource
import signal
import threading
from pathlib import Path

import pytest

from mxtutor.grading.sandbox.plan import MIB, SLOTS, Limits, parse_status
from mxtutor.grading.sandbox.syscalls import SUPPORTED
from tests.grading.sandbox_rig import PEOPLE, Who, confined, require

pytestmark = [pytest.mark.apart, pytest.mark.skipif(not SUPPORTED, reason="needs Linux on x86-64 or aarch64")]


@pytest.mark.parametrize("layers", [("rlimits",), None], ids=["alone", "all layers"])
def test_more_memory_than_allowed_is_a_memory_error(layers: tuple[str, ...] | None) -> None:
    limits = Limits(data_bytes=100 * MIB)
    assert confined(lambda: len(bytearray(50 * MIB)), layers, limits=limits).value == 50 * MIB
    assert confined(lambda: len(bytearray(200 * MIB)), layers, limits=limits).error.startswith("MemoryError")


def test_shared_maps_count_as_address_space() -> None:
    import mmap

    outcome = confined(lambda: len(mmap.mmap(-1, 200 * MIB)), ("rlimits",), limits=Limits(address_bytes=100 * MIB))
    assert outcome.error.startswith("OSError: [Errno 12]")


def test_the_hard_limit_of_memory_leaves_room_to_report() -> None:
    def raise_the_soft_limit() -> bool:
        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
        return hard - soft == 64 * MIB

    assert confined(raise_the_soft_limit).value is True


def test_limits_cannot_be_raised() -> None:
    def raise_them() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (100_000, 100_000))

    assert confined(raise_them).error.startswith("ValueError")


@pytest.mark.parametrize("who", PEOPLE)
def test_a_file_over_the_limit_is_an_error_and_not_a_signal(who: Who) -> None:
    def write() -> None:
        with open("big", "wb") as file:
            file.write(bytes(2 * MIB))

    outcome = confined(write, who=who, limits=Limits(file_bytes=MIB))
    assert outcome.error.startswith(f"OSError: [Errno {errno.EFBIG}]")


@pytest.mark.parametrize("who", PEOPLE)
def test_all_files_together_are_limited(who: Who) -> None:
    require(who, "mount")

    def fill(files: int) -> None:
        for number in range(files):
            Path(f"file{number}").write_bytes(bytes(MIB))

    limits = Limits(scratch_bytes=8 * MIB)
    assert confined(lambda: fill(6), who=who, limits=limits).error == ""
    assert confined(lambda: fill(9), who=who, limits=limits).error.startswith(f"OSError: [Errno {errno.ENOSPC}]")


def test_open_files_are_limited() -> None:
    def open_many() -> None:
        for _ in range(300):
            os.open("/dev/null", os.O_RDONLY)

    assert confined(open_many).error.startswith(f"OSError: [Errno {errno.EMFILE}]")


def _burn() -> None:
    while True:
        pass


def test_processor_time_is_limited() -> None:
    outcome = confined(_burn, ("rlimits",), limits=Limits(seconds=0.5))
    assert outcome.status in (-signal.SIGXCPU, -signal.SIGKILL)


def test_processor_time_is_limited_for_the_first_process_of_a_namespace() -> None:
    require("as started", "pid")
    assert confined(_burn, limits=Limits(seconds=0.5)).status in (-signal.SIGXCPU, -signal.SIGKILL)


def _fork_until_refused() -> int:
    forks = 0
    try:
        while forks < 500:
            if os.fork() == 0:
                while True:
                    signal.pause()
            forks += 1
    except OSError:
        pass
    return forks


@pytest.mark.parametrize("who", PEOPLE)
def test_a_fork_bomb_stops_at_the_limit_even_where_forks_are_allowed(who: Who) -> None:
    require(who, "pid", "uid" if who == "as started" else "userns")
    limits = Limits(processes=True, tasks=20)
    outcome = confined(_fork_until_refused, who=who, limits=limits, slot=random.randrange(SLOTS))
    assert 15 < outcome.value < 20  # a process of another test may have the same user id, and then counts, too


@pytest.mark.parametrize("who", PEOPLE)
def test_threads_count_as_tasks(who: Who) -> None:
    require(who, "uid" if who == "as started" else "userns")

    def start_many() -> int:
        stop = threading.Event()
        started = 0
        try:
            for _ in range(200):
                threading.Thread(target=stop.wait, daemon=True).start()
                started += 1
        except RuntimeError:
            pass
        stop.set()
        return started

    assert confined(start_many, who=who, limits=Limits(tasks=20), slot=random.randrange(SLOTS)).value in range(16, 20)


def test_no_core_is_dumped() -> None:
    assert confined(lambda: list(resource.getrlimit(resource.RLIMIT_CORE))).value == [0, 0]


def test_a_stricter_limit_of_the_machine_is_kept() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (600, before[1]))

    def limited() -> list[int]:
        return list(resource.getrlimit(resource.RLIMIT_NOFILE))

    try:
        assert confined(limited, limits=Limits(open_files=before[1] + 1)).value[1] <= before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_status_text_is_read() -> None:
    text = (
        b"Name:\tpython\nPPid:\t12\nVmSize:\t  200 kB\nVmData:\t   100 kB\nThreads:\t3\n"
        b"SigIgn:\t0000000001001000\nSigCgt:\t0000000000000402\n"
    )
    status = parse_status(text)
    assert (status.data_bytes, status.address_bytes) == (102_400, 204_800)
    assert (status.parent, status.threads) == (12, 3)
    assert (status.ignored_signals, status.caught_signals) == (1 << 12 | 1 << 24, 1 << 1 | 1 << 10)
