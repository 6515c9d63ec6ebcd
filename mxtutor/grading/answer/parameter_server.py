"""MXNet's parameter server on 127.0.0.1: a scheduler, a server and workers, each in a separate process.

The processes are forked, since a sandboxed answer cannot start programs. They end when they are done, when their
shutdown pipe closes, or with the job. An exception of a worker is raised again in the process that started it.
"""

from __future__ import annotations

import gc
import os
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from mxtutor.grading import wire
from mxtutor.grading.answer.failures import FILE, describe_failure
from mxtutor.grading.answer.supervisor import OwnTime
from mxtutor.grading.procfs import activity

Work = Callable[[int], Any]
"""What a worker does, given its index; returns a tree of NumPy arrays and plain values."""

HOST = "127.0.0.1"
GRACE = 5.0
"""Seconds of their own time that scheduler and server get to end once the workers have."""
MEASURE_SECONDS = 0.03


@dataclass(frozen=True, slots=True)
class Ended:
    """How the processes ended."""

    results: tuple[Any, ...]
    """What each worker returned; None for one that did not come to an end."""
    left: tuple[str, ...]
    """Names of the processes that did not end by themselves with status 0."""


@dataclass(slots=True)
class _Process:
    name: str
    pid: int
    output: int
    received: bytearray
    status: int | None = None


def run(mx: Any, work: Work, *, workers: int = 2, seconds: float = 20.0) -> Ended:
    """Start all processes, run `work(index)` in each worker, wait until all processes have ended.

    They get `seconds` of their own time, which does not depend on how busy the machine is.

    Raises:
        Exception: of the type, text and line that a worker raised.
        OSError: the system has no socket or process left.
    """
    shutdown_pipe = os.pipe()
    started: list[_Process] = []
    try:
        for name, environment, body in _roles(mx, work, workers):
            started.append(_fork(name, environment, body, shutdown_pipe))
        replies = _collect(started, workers, seconds)
        if all(reply.get("value", {}).get("joined") for reply in replies):
            # if a worker never joined, the servers would wait for ever
            _await(started, GRACE)
        left = tuple(process.name for process in started if process.status != 0)
    finally:
        for end in shutdown_pipe:  # processes that still run end now
            os.close(end)
        for process in started:
            os.close(process.output)
            if process.status is None:
                os.waitpid(process.pid, 0)
    for reply in replies:
        if "error" in reply:
            _raise_again(reply["error"])
    return Ended(tuple(reply.get("value", {}).get("result") for reply in replies), left)


def _roles(mx: Any, work: Work, workers: int) -> Iterator[tuple[str, dict[str, str], Callable[[], Any]]]:
    """Yield name, environment and body of each process, the workers last."""
    place = {
        "DMLC_PS_ROOT_URI": HOST,
        "DMLC_PS_ROOT_PORT": str(_free_port()),
        "DMLC_NODE_HOST": HOST,
        "DMLC_NUM_WORKER": str(workers),
        "DMLC_NUM_SERVER": "1",
    }
    serve = mx.kvstore.kvstore_server._init_kvstore_server_module  # ends its process when the workers are done
    for name in ("scheduler", "server"):
        yield name, {**place, "DMLC_ROLE": name}, serve
    for index in range(workers):
        yield f"worker {index}", {**place, "DMLC_ROLE": "worker"}, partial(_take_part, mx, work, index)


def _take_part(mx: Any, work: Work, index: int) -> dict[str, Any]:
    stores = _watch(mx)
    result = work(index)
    _leave(mx)
    return {"result": result, "joined": any("dist" in kind for kind in stores)}


def _free_port() -> int:
    with socket.socket() as end:
        end.bind((HOST, 0))
        return int(end.getsockname()[1])


def _fork(name: str, environment: dict[str, str], body: Callable[[], Any], shutdown_pipe: tuple[int, int]) -> _Process:
    """Start a process that does `body` and writes one frame with its value or its error."""
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid:
        os.close(theirs)
        return _Process(name, pid, ours, bytearray())
    status = 1
    try:
        os.close(ours)
        os.close(shutdown_pipe[1])
        threading.Thread(target=_exit_on_shutdown, args=(shutdown_pipe[0],), daemon=True).start()
        os.environ.update(environment)
        reply = _outcome(body)
        _write(theirs, wire.pack(reply))
        status = 1 if "error" in reply else 0
    finally:
        os._exit(status)


def _exit_on_shutdown(shutdown_pipe: int) -> None:
    """Exit when the starting process closes the pipe or dies; the sandbox may forbid signals, but not pipes."""
    os.read(shutdown_pipe, 1)
    os._exit(1)


def _outcome(body: Callable[[], Any]) -> dict[str, Any]:
    try:
        return {"value": body() or {}}
    except BaseException as error:  # the answer can raise anything, SystemExit too
        if isinstance(error, SystemExit) and error.code in (None, 0):  # servers end in this way
            return {"value": {}}
        return {"error": describe_failure(error)}


def _watch(mx: Any) -> list[str]:
    """Return a list that gets the type of each store that is made from now on."""
    kinds: list[str] = []
    original = mx.kvstore.KVStore.__init__

    def made(store: Any, handle: Any) -> None:
        original(store, handle)
        kinds.append(store.type)

    mx.kvstore.KVStore.__init__ = made
    return kinds


def _leave(mx: Any) -> None:
    """Free the stores, as the interpreter does at exit: a worker then signs off from the scheduler."""
    gc.collect()
    for store in gc.get_objects():
        if type(store) is mx.kvstore.KVStore and store.handle is not None:
            mx.base.check_call(mx.base._LIB.MXKVStoreFree(store.handle))
            store.handle = None


def _write(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


class _Clock:
    """Measures the own time of processes."""

    def __init__(self, processes: Sequence[_Process]) -> None:
        self._pids = [one.pid for one in processes]
        self._own = OwnTime(activity(self._pids))

    def measure(self) -> float:
        """Return the seconds so far; call it every `MEASURE_SECONDS`."""
        self._own.measure(activity(self._pids))
        return self._own.seconds


def _collect(started: Sequence[_Process], workers: int, seconds: float) -> list[dict[str, Any]]:
    """Return the replies of the workers, {} for a worker without one; the first error ends the wait."""
    open_ends = {one.output: one for one in started[-workers:]}
    replies: dict[str, dict[str, Any]] = {}
    clock = _Clock(started)
    while open_ends and clock.measure() < seconds:
        for fd in select.select(list(open_ends), [], [], MEASURE_SECONDS)[0]:
            part = os.read(fd, 1 << 20)
            one = open_ends[fd]
            one.received += part
            if not part:
                del open_ends[fd]
                replies[one.name] = _unpacked(bytes(one.received))
                if "value" not in replies[one.name]:
                    open_ends = {}
                    break
    return [replies.get(one.name, {}) for one in started[-workers:]]


def _unpacked(frame: bytes) -> dict[str, Any]:
    try:
        tree = wire.unpack(frame)
    except wire.WireError:  # it ended before it had a result
        return {}
    return tree if isinstance(tree, dict) else {}


def _await(processes: Sequence[_Process], seconds: float) -> None:
    """Wait until all processes have ended, at most `seconds` of their own time."""
    clock = _Clock(processes)
    while any(one.status is None for one in processes) and clock.measure() < seconds:
        for one in processes:
            if one.status is None:
                pid, status = os.waitpid(one.pid, os.WNOHANG)
                one.status = status if pid else None
        time.sleep(0.005)


def _raise_again(error: dict[str, Any]) -> None:
    """Raise the exception of another process again, at the same line of the answer."""
    failure = type(str(error["type"]), (Exception,), {})(error["text"])
    frames = error.get("frames")
    if not frames:
        raise failure
    line, _, rest = str(frames[-1]).removeprefix("line ").partition(", in ")
    code = compile("\n" * (int(line) - 1) + "raise failure", FILE, "exec")
    exec(code.replace(co_name=rest.partition(":")[0]), {"failure": failure})
