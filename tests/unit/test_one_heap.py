"""All threads of a tutor share one heap."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

PROBE = """
import sys, threading
from mxtutor.one_heap import use_one_heap
if sys.argv[1] == "one":
    use_one_heap()
ready, done = threading.Barrier(5), threading.Event()
def work():
    kept = [bytes(2000) for _ in range(2000)]
    ready.wait()
    done.wait()
for _ in range(4):
    threading.Thread(target=work).start()
ready.wait()
with open("/proc/self/maps") as maps:
    print(sum("---p" in line for line in maps))  # the part of a heap that is reserved and not used yet
done.set()
"""
"""Starts four threads that allocate memory; prints the number of reserved regions."""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc gives threads heaps of their own")
def test_threads_get_no_heaps_of_their_own() -> None:
    def regions(which: str) -> int:
        command = [sys.executable, "-c", PROBE, which]
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    assert regions("many") - regions("one") == 4
