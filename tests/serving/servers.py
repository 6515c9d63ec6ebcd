"""Servers that tests start as users do, with homes, a roster and a grader of their own."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

STOP_SECONDS = 120
COMMAND = [sys.executable, "-m", "mxtutor"]
ENVIRONMENT: dict[str, str] = {}
"""The environment of servers and commands; `with_graders` fills it."""


@dataclass
class Running:
    """A server that runs."""

    process: subprocess.Popen[str]
    line: str
    """What it printed on standard output: its address, or the link of the one learner."""
    errors: Path
    """File with its standard error."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Maps ids of learners to links."""

    @property
    def said(self) -> str:
        """What it printed on standard error."""
        return self.errors.read_text()

    def stop(self) -> int:
        """Stop it as ctrl+c does; return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        code = self.process.wait(STOP_SECONDS)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


def all_links(roster: Path, *options: str) -> dict[str, dict[str, str]]:
    """Make links with the command; return its lines by the ids of the learners."""
    done = subprocess.run(
        [*COMMAND, "links", str(roster), *options], check=True, capture_output=True, text=True,
        env=ENVIRONMENT or None,
    )  # fmt: skip
    return {row["id"]: row for row in csv.DictReader(io.StringIO(done.stdout))}


def make_links(roster: Path, *options: str) -> dict[str, str]:
    """Make links with the command; return those for browsers by the ids of the learners."""
    return {learner: row["link"] for learner, row in all_links(roster, *options).items()}


def start(folder: Path, *options: str, port: int = 0) -> Running:
    """Start a server and wait until it listens; `folder` gets its homes and its standard error."""
    errors = folder / "errors"
    words: Sequence[str] = ["serve", "--port", str(port), "--homes", str(folder / "homes"), *options]
    with errors.open("a") as file:
        process = subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=file, text=True, env=ENVIRONMENT)
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    assert line, errors.read_text()
    return Running(process, line, errors)


@contextlib.contextmanager
def with_graders(folder: Path) -> Iterator[None]:
    """Let the block's commands share one grader, which ends with the block."""
    runtime = folder / "run"
    runtime.mkdir(mode=0o700)
    own = {"XDG_RUNTIME_DIR": str(runtime), "MXTUTOR_GRADER": "on", "MXTUTOR_HOME": str(folder / "home")}
    ENVIRONMENT.update(os.environ | own)
    try:
        yield
    finally:
        subprocess.run([*COMMAND, "grader", "stop"], check=False, capture_output=True, env=ENVIRONMENT)
        ENVIRONMENT.clear()
