"""Starts the process of a session: `mxtutor`, with limits and an environment of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from mxtutor.serving.limits import limit_process

_PASSED = ("CUDA_VISIBLE_DEVICES", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "TMPDIR", "TZ", "XDG_RUNTIME_DIR")
"""Variables of the server that a session gets: those by which it finds the shared grader, and those about language."""
DRIVER = "mxtutor.ui.platform.page_driver:PageDriver"
_ALL = {
    "TEXTUAL_DRIVER": DRIVER, "TEXTUAL_FPS": "30", "TEXTUAL_COLOR_SYSTEM": "truecolor", "TERM_PROGRAM": "textual",
    "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1",
    "MALLOC_ARENA_MAX": "1",  # an arena for each thread takes 64 MiB of the address space, which is limited
}  # fmt: skip
OUTPUT_BYTES = 1 << 16
"""Bytes of output that are kept until somebody reads them."""
Launch = Callable[[Mapping[str, str], Path], Awaitable[Process]]
"""Starts the process of a session with an environment, in a home; raises OSError if it cannot be started."""


def common_environment() -> dict[str, str]:
    """Return the variables that all sessions have."""
    return _ALL | {name: os.environ[name] for name in _PASSED if name in os.environ}


def tutor_command(arguments: Sequence[str]) -> list[str]:
    """Return the command line of a session's tutor with these arguments of `mxtutor`."""
    return [sys.executable, "-I", "-c", "import sys; from mxtutor.cli import main; sys.exit(main())", *arguments]


async def launch(command: Sequence[str], environment: Mapping[str, str], home: Path) -> Process:
    """Start a command as a session's process, in a session and a process group of its own.

    Raises:
        OSError: it cannot be started.
    """
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=OUTPUT_BYTES, env=environment, cwd=home,
        start_new_session=True,
    )  # fmt: skip
    with contextlib.suppress(ProcessLookupError):
        limit_process(process.pid)
    return process


def end_session(process: Process) -> None:
    """End a session's process, and what it started, at once."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
