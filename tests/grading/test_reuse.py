"""Nothing remains from one answer to the next where both run under the same supervisor."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mxtutor.grading.messages import CodeJob, JobLimits
from mxtutor.grading.procfs import ending
from mxtutor.grading.results.decode import FailureReason, Result
from mxtutor.grading.results.execute import execute
from mxtutor.grading.workers import child_process
from mxtutor.grading.workers.worker import Role, Worker
from tests.grading.rig import below, family, leftovers, supervisors_of

pytestmark = [pytest.mark.grading, pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")]
LIMITS = JobLimits(20.0)
MAY_FORK, MAY_CONNECT = replace(LIMITS, processes=True), replace(LIMITS, loopback=True)
SOON = 120.0
MARK = "left_by_an_answer"


def started(role: Role) -> Worker:
    """Return a worker that starts a supervisor only when a job comes and none is free."""
    patience = "from mxtutor.grading.answer import worker; worker.PAUSE = 3600.0; worker.SURPLUS_SECONDS = 0.05; "
    one = Worker(role)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(child_process, "START", child_process.START.replace("{lifetime}", "{lifetime}" + patience))
        one.start()
    return one


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """A confined worker with one supervisor."""
    one = started(Role("mxnet", confined=True))
    if one.ready is None or not {"pid", "mount", "landlock", "seccomp"} <= set(one.ready.isolation):
        one.close()
        pytest.skip("this machine lacks layers of the sandbox")
    assert printed(run(one, "print('fine')")) == "fine"
    yield one
    one.close()


def run(worker: Worker, source: str, limits: JobLimits = LIMITS) -> Result:
    """Run code in a child of the worker's only supervisor."""
    return execute(worker, CodeJob(source.encode(), "last"), limits)


def only_supervisor(worker: Worker) -> int:
    """Return the worker's supervisor when it is the only one, and its next child waits."""
    assert worker.pid is not None
    end = time.monotonic() + SOON
    while True:
        found = supervisors_of(worker.pid)
        if len(found) == 1 and not leftovers(worker.pid, 0):
            children = below(found[0])
            if len(children) == 1 and not ending(children[0]):
                return found[0]
        assert time.monotonic() < end, found
        time.sleep(0.01)


def in_turn(worker: Worker, *jobs: tuple[str, JobLimits]) -> list[Result]:
    """Run jobs one after the other under one supervisor, each in a child of its own."""
    supervisor, children, ends = only_supervisor(worker), set[int](), []
    for source, limits in jobs:
        assert only_supervisor(worker) == supervisor
        children |= set(below(supervisor))
        ends.append(run(worker, source, limits))
    assert only_supervisor(worker) == supervisor
    assert len(children) == len(jobs)
    assert not children & set(below(supervisor))
    return ends


def printed(result: Result) -> str:
    """Return what a job printed, which must have ended well."""
    assert result.failure is None, result
    assert result.error is None, result
    return result.output.strip()


FILES = f"""
import contextlib, os, pathlib
for folder in (".", os.environ["HOME"], os.environ["TMPDIR"], "/dev/shm"):
    pathlib.Path(folder, "{MARK}").write_text("x")
with contextlib.suppress(OSError):  # a checkout below /tmp makes it a folder that is only read
    pathlib.Path("/tmp", "{MARK}").write_text("x")
os.mkfifo("pipe_{MARK}")
print("ready")
"""
FIND_FILES = f"""
import os
found = []
for top in ("/", "/dev/shm", "/tmp", ".", "/scratch"):
    for folder, folders, files in os.walk(top):
        folders[:] = [f for f in folders if f not in ("proc", "kernel", "sys", "lib", "usr", "root")]
        found += [os.path.join(folder, f) for f in files + folders if "{MARK}" in f]
print(found, os.listdir("."), os.listdir("/dev/shm"))
"""
PROCESSES = f"""
import ctypes, os, signal, sys, time
def settle(stop):
    os.setsid()
    if os.fork():
        os._exit(0)
    ctypes.CDLL(None).prctl(15, b"{MARK}"[:15])
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    if stop:
        os.kill(os.getpid(), signal.SIGSTOP)
    while True:
        time.sleep(1)
for stop in (False, True):
    if os.fork() == 0:
        settle(stop)
    os.wait()
time.sleep(0.2)
print(len([p for p in os.listdir("/proc") if p.isdecimal()]))
"""
FIND_PROCESSES = """
import os
print(sorted(int(p) for p in os.listdir("/proc") if p.isdecimal()), os.getpid())
try:
    print(os.waitpid(-1, os.WNOHANG))
except ChildProcessError:
    print("no child")
"""
STATE = f"""
import atexit, builtins, gc, os, resource, signal, sys, threading
import numpy as np, mxnet as mx
os.environ["{MARK}"] = "x"
builtins.{MARK} = np.{MARK} = mx.{MARK} = sys.{MARK} = "x"
os.umask(0)
os.nice(3)
resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))
signal.signal(signal.SIGUSR1, lambda *_: None)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
signal.alarm(600)
signal.setitimer(signal.ITIMER_VIRTUAL, 0.01)
signal.signal(signal.SIGVTALRM, signal.SIG_IGN)
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
sys.setrecursionlimit(99)
mx.random.seed(3); np.random.seed(3)
os.chdir("/")
print("ready")
"""
FIND_STATE = f"""
import builtins, os, resource, signal, sys
import numpy as np, mxnet as mx
umask = os.umask(0o77)
print([
    [n for n in os.environ if "{MARK}" in n],
    [m.__name__ for m in (builtins, np, mx, sys) if hasattr(m, "{MARK}")],
    umask, os.getpriority(os.PRIO_PROCESS, 0), resource.getrlimit(resource.RLIMIT_NOFILE)[0],
    signal.getsignal(signal.SIGUSR1) == signal.SIG_DFL, sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])),
    signal.alarm(0), signal.getitimer(signal.ITIMER_VIRTUAL)[0], len(os.sched_getaffinity(0)),
    sys.getrecursionlimit(), os.getcwd(),
])
"""
SECRET = "the_secret_of_" + "the_answer_before"
SOURCE_WITH_SECRET = f"""
import mxnet as mx, numpy as np
text = "{SECRET}" * 1000
kept = [text + str(i) for i in range(100)]
array = np.full((1000, 100), 7.0 ** 7)
print(text[:20])
array[0]
"""
FIND_MEMORY = """
import ctypes
first_half, second_half = b"the_secret_of_", b"the_answer_before"
found = 0
with open("/proc/self/maps") as maps:
    lines = maps.read().splitlines()
for line in lines:
    place, mode, _, _, inode, *name = line.split()
    if not mode.startswith("rw") or inode != "0":
        continue
    first, last = (int(one, 16) for one in place.split("-"))
    for chunk in range(first, last, 1 << 24):
        text = ctypes.string_at(chunk, min(last - chunk, 1 << 24))
        at = text.find(first_half)
        while at >= 0:
            found += text[at + 14 : at + 31] == second_half
            at = text.find(first_half, at + 1)
print(found)
"""
PORT = """
import os, socket, time
door = socket.create_server(("127.0.0.1", 33333))
if os.fork() == 0:
    os.setsid()
    time.sleep(1000)
print("listening")
"""
FIND_PORT = """
import socket
with socket.socket() as end:
    end.settimeout(2)
    print(end.connect_ex(("127.0.0.1", 33333)))
with socket.socket() as end:
    end.bind(("127.0.0.1", 33333))
print("free")
"""
DESCRIPTORS = """
import os
kinds = sorted(os.readlink(f"/proc/self/fd/{n}").partition(":")[0] for n in os.listdir("/proc/self/fd") if int(n) < 1000
               and os.path.lexists(f"/proc/self/fd/{n}"))
print(kinds)
"""
UNIX = (
    """
import os, socket, time
one = socket.socket(socket.AF_UNIX)
one.bind("\\0"""
    + MARK
    + """")
one.listen()
if os.fork() == 0:
    os.setsid()
    time.sleep(1000)
print("listening")
"""
)
FIND_UNIX = (
    """
import socket
one = socket.socket(socket.AF_UNIX)
try:
    one.connect("\\0"""
    + MARK
    + """")
    print("reached")
except OSError:
    print("nobody")
"""
)


@pytest.mark.parametrize(
    ("leave", "find", "limits"),
    [
        (FILES, FIND_FILES, LIMITS),
        (PROCESSES, FIND_PROCESSES, MAY_FORK),
        (STATE, FIND_STATE, LIMITS),
        (PORT, FIND_PORT, MAY_CONNECT),
        (UNIX, FIND_UNIX, MAY_FORK),
        ("import os\nfor _ in range(20): os.dup(1)", DESCRIPTORS, LIMITS),
    ],
    ids=["files", "processes", "state", "port", "unix socket", "descriptors"],
)
def test_the_next_answer_sees_what_the_first_one_saw(leave: str, find: str, limits: JobLimits, worker: Worker) -> None:
    run(worker, "0", limits)  # the next child has these limits
    before, left, after = in_turn(worker, (find, limits), (leave, limits), (find, limits))
    printed(left)
    assert printed(after) == printed(before)
    assert MARK not in printed(after)


def test_what_is_left_can_be_found_by_the_answer_that_leaves_it(worker: Worker) -> None:
    run(worker, "0", MAY_CONNECT)
    files, processes, port, memory = in_turn(
        worker,
        (FILES + FIND_FILES, MAY_CONNECT),
        (PROCESSES + FIND_PROCESSES, MAY_CONNECT),
        (PORT + FIND_PORT.replace("end.bind", "pass #"), MAY_CONNECT),
        (SOURCE_WITH_SECRET + FIND_MEMORY, MAY_CONNECT),
    )
    assert MARK in printed(files)
    assert "(0, 0)" in printed(processes)  # /proc hides them, but they are children of the first process
    assert "\n0\n" in printed(port)
    assert int(printed(memory).split()[-1]) > 1000


def test_memory_of_an_answer_does_not_reach_the_next_one(worker: Worker) -> None:
    secret, found = in_turn(worker, (SOURCE_WITH_SECRET, LIMITS), (FIND_MEMORY, LIMITS))
    assert printed(secret) == SECRET[:20]
    assert printed(found) == "0"


def test_the_supervisor_never_holds_what_an_answer_had(worker: Worker) -> None:
    in_turn(worker, (SOURCE_WITH_SECRET, LIMITS))
    supervisor = only_supervisor(worker)
    if not os.access(f"/proc/{supervisor}/mem", os.R_OK):
        pytest.skip("the memory of a supervisor cannot be read from here")
    maps = Path(f"/proc/{supervisor}/maps").read_text().splitlines()
    with Path(f"/proc/{supervisor}/mem").open("rb", 0) as memory:
        for line in maps:
            place, mode = line.split()[:2]
            if "r" in mode and "[v" not in line:
                first, last = (int(one, 16) for one in place.split("-"))
                memory.seek(first)
                assert SECRET.encode() not in memory.read(last - first), line


HOSTILE = """
import ctypes, os, signal
libc = ctypes.CDLL(None, use_errno=True)
done = []
for pid in range(-1, 40):
    if pid in (0, os.getpid()):
        continue
    for number in (signal.SIGSTOP, signal.SIGKILL):
        try:
            os.kill(pid, number)
            done.append(("kill", pid))
        except OSError:
            pass
    if pid > 0 and libc.ptrace(16, pid, 0, 0) == 0:
        done.append(("ptrace", pid))
for name in ("/proc/1/mem", "/proc/self/../2/mem"):
    try:
        os.open(name, os.O_RDWR)
        done.append(name)
    except OSError:
        pass
try:
    os.setpgid(0, 0)
    os.killpg(0, signal.SIGCONT)
except OSError:
    pass
print([d for d in done if d[1] not in (-1, 1)])
"""


def test_an_answer_reaches_neither_its_supervisor_nor_the_next_child(worker: Worker) -> None:
    hostile, after = in_turn(worker, (HOSTILE, LIMITS), ("print('fine')", LIMITS))
    assert printed(hostile).replace("'/proc/1/mem'", "") in ("[]", "[, ]"), printed(hostile)
    assert printed(after) == "fine"


@pytest.mark.parametrize(
    "odd",
    ["import os\nos._exit(3)", "import os\nos.abort()", "while True: pass", "x = bytearray(10**8)\nwhile True: x += x"],
    ids=["exit", "signal", "time", "memory"],
)
def test_a_supervisor_ends_after_an_answer_that_ends_oddly(odd: str, worker: Worker) -> None:
    supervisor = only_supervisor(worker)
    result = run(worker, odd, replace(LIMITS, seconds=1.0))
    if result.failure is None:  # a MemoryError is an answer's own error
        assert result.error is not None
        return
    assert printed(run(worker, "print('fine')")) == "fine"
    assert only_supervisor(worker) != supervisor


def test_a_supervisor_ends_after_its_last_answer() -> None:
    worker = started(Role("mxnet", confined=True, answers=3))
    try:
        seen = []
        for _ in range(5):
            assert printed(run(worker, "print('fine')")) == "fine"
            seen += supervisors_of(worker.pid or 0)
            time.sleep(0.2)  # one that has served its last job is leaving
        pids = worker.ready is not None and "pid" in worker.ready.isolation
        assert len(set(seen)) == (2 if pids else 5)
    finally:
        worker.close()


def test_processor_time_counts_for_one_answer_only(worker: Worker) -> None:
    limits = replace(LIMITS, seconds=2.0)
    burn = "import time\nend = time.process_time() + 1.4\nwhile time.process_time() < end: pass\n"
    run(worker, "0", limits)  # the next child has these limits
    in_turn(worker, (burn, limits))
    crashed = run(worker, f"{burn}import ctypes\nctypes.string_at(0)", limits)
    assert crashed.failure is not None
    assert crashed.failure.reason is FailureReason.SIGNAL  # and not the time of both
    assert printed(run(worker, "print('fine')")) == "fine"


def test_memory_of_a_supervisor_stays_constant(worker: Worker) -> None:
    def private(pid: int) -> int:
        text = Path(f"/proc/{pid}/status").read_text()
        return int(text.partition("RssAnon:")[2].split()[0])

    after = []
    for _ in range(3):
        in_turn(worker, *[("x = bytearray(10**7)\nlen(x)", LIMITS)] * 6)
        after.append(private(only_supervisor(worker)))
    assert after[-1] - after[0] < 512


def test_family_knows_the_first_process(worker: Worker) -> None:
    assert worker.pid is not None
    supervisor = only_supervisor(worker)
    assert set(below(worker.pid)) - {supervisor} <= family(worker.pid)
