"""The process that sessions are forks of: it imports the tutor and its tables, then forks whenever the server asks.

It has one thread, no event loop and no open file but the socket to the server, which is its standard input. It reads
no order of a session: the fork does.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import struct
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from mxtutor.errors import TutorError
from mxtutor.serving.limits import limit_process

FORK, REAP = b"f", b"r"
"""First bytes of the server's requests: fork, with sockets; forget an ended fork, whose id follows."""
FORKED = struct.Struct("=i")
"""The answer: the id of the fork, with a descriptor of it; or the negative number of an error."""
Tutor = Callable[[list[str]], int]
SOCKETS = 4
"""A fork's standard input, output and error, and the socket with its environment and home as JSON."""

_SHARED = (
    "fsrs", "mxtutor.cli.run", "mxtutor.cli.setup", "mxtutor.cli.tutor", "mxtutor.content.lessons",
    "mxtutor.content.loader", "mxtutor.content.torch_names", "mxtutor.content.truth_index",
    "mxtutor.grading.service.connection", "mxtutor.grading.service.join", "mxtutor.grading.service.spawn",
    "mxtutor.progress.activity", "mxtutor.progress.card_store", "mxtutor.progress.counting", "mxtutor.progress.store",
    "mxtutor.reporting.sections", "mxtutor.serving.confinement", "mxtutor.serving.session_grader",
    "mxtutor.ui.downloading", "mxtutor.ui.platform.page_driver", "mxtutor.ui.run", "pygments.lexers.python",
    "textual.layouts.factory", "textual.pilot", "textual.worker", "yaml",
)  # fmt: skip
"""What each session imports, besides all screens and widgets."""
_ALL_OF = ("mxtutor.ui.screens", "mxtutor.ui.widgets", "mxtutor.ui.widgets.editor")
_WITH_OPTIONS = (
    "mxtutor.cli.commands",
    "mxtutor.content.workshop",
    "mxtutor.progress.workshop_guide",
    "mxtutor.ui.attendances",
)
"""What the sessions of a workshop, a path or a pack import."""


def main(tutor: Tutor) -> None:
    """Import the tutor, then fork until the server ends.

    `sys.argv` has the folder with the content, then the arguments of the sessions. `tutor` runs `mxtutor` with
    arguments, and returns its exit code.
    """
    root, *arguments = sys.argv[1:]
    control = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.close(nothing)
    import_tutor(arguments)
    prepare_editor(Path(root))
    gc.collect()
    gc.freeze()
    with contextlib.suppress(ConnectionError):  # the server has ended
        _answer(control, partial(tutor, arguments))
    os._exit(0)


def _answer(control: socket.socket, run: Callable[[], int]) -> None:
    """Answer requests until the server closes the connection."""
    forgotten: set[int] = set()
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, 64, SOCKETS)
        if not data:
            return
        if data[:1] == REAP:
            forgotten.add(FORKED.unpack(data[1:])[0])
        elif data == FORK:
            _fork(control, descriptors, run)
        forgotten -= {pid for pid in forgotten if _reap(pid)}


def import_tutor(arguments: Sequence[str]) -> None:
    """Import what sessions need; start nothing."""
    names = [*_SHARED, *(_WITH_OPTIONS if arguments else ())]
    for package in _ALL_OF:
        found = importlib.import_module(package)
        names += [f"{package}.{module.name}" for module in pkgutil.iter_modules(found.__path__)]
    for name in names:
        importlib.import_module(name)


def prepare_editor(root: Path) -> None:
    """Read the names of torch, and let Pygments compile its patterns, so that no session does either.

    A confined session may start no process, so it would read the whole truth table for the names: 8 MB. A pack
    without a truth table is not an error here.
    """
    from mxtutor.content.torch_names import torch_names

    importlib.import_module("mxtutor.ui.widgets.editor.colours").coloured("def f(x):  # 1", "")
    with contextlib.suppress(TutorError, OSError):
        torch_names(root)


def _reap(pid: int) -> bool:
    """Forget a fork if it has ended, without a wait; return whether nothing is left of it."""
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except OSError:
        return True


def _fork(control: socket.socket, descriptors: Sequence[int], run: Callable[[], int]) -> None:
    """Fork a session and tell the server its id; or tell it why there is none."""
    pid = 0
    try:
        if len(descriptors) < SOCKETS:  # no more are free
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        pid = os.fork()
        if pid == 0:
            _become(control, descriptors, run)
        watch = os.pidfd_open(pid)
    except OSError as error:
        if pid > 0:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        control.send(FORKED.pack(-(error.errno or 1)))
    else:
        socket.send_fds(control, [FORKED.pack(pid)], [watch])
        os.close(watch)
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def _become(control: socket.socket, descriptors: Sequence[int], run: Callable[[], int]) -> None:
    """Become a session; never return."""
    code = 3
    try:
        os.setsid()
        limit_process(os.getpid())
        for standard in range(3):
            os.dup2(descriptors[standard], standard)
        told = json.loads(_read_all(descriptors[3]))
        control.detach()
        for name in os.listdir("/proc/self/fd"):
            if int(name) > 2:
                with contextlib.suppress(OSError):  # that of the listing
                    os.close(int(name))
        os.environ.clear()
        os.environ.update(told["environment"])
        os.chdir(told["home"])
        code = run()
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:  # also an end by an exception: nothing of the template may run in a session
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(code)


def _read_all(descriptor: int) -> bytes:
    parts = []
    while part := os.read(descriptor, 1 << 16):
        parts.append(part)
    return b"".join(parts)
