"""`mxtutor watch`: checks an answer each time that an editor saves it."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click
import watchfiles
from watchfiles import Change

from mxtutor import paths
from mxtutor.classroom.hand_ins import read_answer
from mxtutor.classroom.naming import Names
from mxtutor.cli.check import CommandSession, explains, report_json
from mxtutor.cli.options import DEVICES, ISOLATIONS, PATH
from mxtutor.cli.painting import paint, tell
from mxtutor.cli.setup import Setup
from mxtutor.cli.text import report_lines
from mxtutor.content.loader import find_exercise, load_course
from mxtutor.content.model import Course
from mxtutor.errors import BrokenError, TutorError, UsageError
from mxtutor.grading.protocol import Device, Grader, Report
from mxtutor.reporting.sanitize import clean_line
from mxtutor.suggest import did_you_mean
from mxtutor.typed_paths import resolved

if TYPE_CHECKING:
    from mxtutor.content.workshop import Workshop

REPEATED_SECONDS = 1.0
"""Seconds within which the same text is not checked again, because one save can be reported twice."""
CLOSE_SECONDS = 2.0
"""Longest wait at the end for a check that was cancelled."""


@click.command()
@click.argument("folder", type=PATH, metavar="[DIR]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print each report as one line of JSON.")
@click.option("--device", type=DEVICES, default="auto", show_default=True, help="Where answers run.")
@click.option("--isolation", type=ISOLATIONS, default="on", show_default=True, help="Confine the answers.")
@click.option("--explain", is_flag=True, help="Explain a known mistake in full.")
@click.pass_obj
def watch(setup: Setup, folder: Path | None, as_json: bool, device: Device, isolation: str, explain: bool) -> None:
    """Check each answer when an editor saves it. DIR is by default the folder of your own answers."""
    folder = _folder(folder)
    more = explains(setup.workshop, asked=explain)
    course = load_course(setup.root)
    with (
        setup.make_grader(root=setup.root, confined=isolation == "on") as grader,
        closing(
            _Checks(course, grader, setup.workshop, as_json=as_json, device=device, full=explain, more=more)
        ) as checks,
    ):
        starting = threading.Thread(target=_start, args=(grader,), daemon=True)
        starting.start()
        message = f"watching {clean_line(str(folder))}. Save an answer to check it; Ctrl+C ends."
        try:
            for saved in _watched(folder):
                if message:
                    _say(message)
                    message = ""
                for path in saved:
                    checks.take(path, path.relative_to(folder).parts)
                checks.go_on()
                if not starting.is_alive() and grader.state.phase == "broken":
                    raise BrokenError(grader.state.detail)
                if _reader_left():  # `mxtutor watch | head -1`
                    break
        except KeyboardInterrupt:
            _say("stopped watching.")


def _watched(folder: Path) -> Iterator[list[Path]]:
    try:
        yield from saved_files(folder, threading.Event(), _say)
    except OSError as error:
        raise UsageError(f"{folder} cannot be watched: {error.strerror or error}.") from error


def _reader_left() -> bool:
    """Return whether standard output is a pipe that no program reads any more."""
    try:
        output = sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):  # standard output is closed, or no file
        return False
    poll = select.poll()
    poll.register(output, 0)  # poll reports errors without being asked for them
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))


def _folder(named: Path | None) -> Path:
    folder = resolved(named or paths.home() / "answers")
    if folder.is_dir():
        return folder
    if named is None:
        raise UsageError(f"There are no answers in {folder} yet.", fix="Name a folder: `mxtutor watch DIR`.")
    raise UsageError(f"{named} is not a directory.", fix="Name the folder that holds <topic>/<slug>.py.")


def _say(message: str) -> None:
    with contextlib.suppress(ValueError, OSError):  # standard error is closed
        tell(message)


def _start(grader: Grader) -> None:
    grader.start()
    if grader.state.phase == "ready":
        _say("MXNet and PyTorch are ready.")


def exercise_of(parts: Sequence[str], names: Names) -> str:
    """Return the id of the exercise for a path below the watched folder; empty if there is none.

    A file in a folder that is not a topic, such as a project's own `clip.py`, is not an answer.
    """
    return names.exercise(parts) if len(parts) == 1 or parts[-2] in names.own_folders else ""


class _Checks:
    """Checks saved answers one after the other; a newer text of a file cancels the check of the older one."""

    def __init__(
        self,
        course: Course,
        grader: Grader,
        workshop: Workshop | None,
        *,
        as_json: bool,
        device: Device,
        full: bool,
        more: bool,
    ) -> None:
        self._course, self._grader, self._session = course, grader, CommandSession(grader, workshop)
        self._as_json, self._device, self._full, self._more = as_json, device, full, more
        self._names, self._pool = Names(course.exercises), ThreadPoolExecutor(1, "mxtutor-watch")
        self._waiting: dict[Path, str] = {}
        """Exercises of the saved files that wait for their check."""
        self._current: Path | None = None
        self._running: Future[None] | None = None
        self._checked: dict[Path, tuple[bytes, float]] = {}
        """Text and time (in seconds of the monotonic clock) of the last check, by file."""
        self._hinted = set[Path]()

    def take(self, path: Path, parts: Sequence[str]) -> None:
        """Queue a saved file; `parts` is its path below the folder. Name a file without an exercise once."""
        if exercise := exercise_of(parts, self._names):
            self._waiting[path] = exercise
            if self._current == path:
                self._session.cancel()
        elif path not in self._hinted:
            self._hinted.add(path)
            near = self._names.nearest(path.parts[-2:])
            fix = did_you_mean([f"{near}.py"] if near else [], "An answer is a file <topic>/<slug>.py.")
            _say(f"{clean_line(path.name)} does not belong to an exercise. {fix}")

    def go_on(self) -> None:
        """Begin the next check if none runs.

        Raises:
            Exception: the error of the last check, such as OSError for a report that cannot be written.
        """
        if self._running is not None:
            if not self._running.done():
                return
            self._running.result()
            self._running = self._current = None
        if self._waiting:
            self._current = path = next(iter(self._waiting))
            self._running = self._pool.submit(self._check_saved, path, self._waiting.pop(path))

    def close(self) -> None:
        """Cancel the running check."""
        self._session.cancel()
        wait([self._running] if self._running is not None else [], CLOSE_SECONDS)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _check_saved(self, path: Path, exercise_id: str) -> None:
        try:
            self._check(path, exercise_id)
        except TutorError as error:
            _say(clean_line(str(error)))

    def _check(self, path: Path, exercise_id: str) -> None:
        source = read_answer(path)
        now = time.monotonic()
        text, when = self._checked.get(path, (None, 0.0))
        if text == source and now - when < REPEATED_SECONDS:
            return
        self._checked[path] = source, now
        exercise = find_exercise(self._course, exercise_id)
        task = self._session.open_now(exercise)
        task.device = self._device
        checked = self._session.check(task, source)
        if checked is not None:
            self._show(checked.report, path, full=self._full or checked.full)
        else:  # a newer text or `close` cancelled the check
            del self._checked[path]  # the text was reported again in the meantime, and still needs its check
        if not self._waiting:
            self._grader.prepare(exercise)  # prepare the next check of the same exercise

    def _show(self, report: Report, path: Path, *, full: bool) -> None:
        if self._as_json:
            click.echo(report_json(report, more=self._more))
            return
        now = time.strftime("%H:%M:%S")
        click.echo(paint(f"-- {now} {report.exercise} ".ljust(78, "-"), dim=True))
        for line in report_lines(report, path, full=full, more=self._more, advised=self._session.rules.help):
            click.echo(line)


GATHER_MS = 10
"""Milliseconds to wait for more events of the same save, because editors write a file in several steps."""
SETTLE_SECONDS = 10.0
"""Seconds for which a new folder is also searched, because saves before it is watched are not reported."""
POLL_MS = 300
"""Interval of searching, in milliseconds, if the system reports no events."""


def saved_files(
    folder: Path, stop: threading.Event, note: Callable[[str], object], *, polling: bool | None = None
) -> Iterator[list[Path]]:
    """Yield the Python files below `folder` that were just written, sorted by name, until `stop` is set.

    The system reports each save at once (inotify). If it cannot, the folder is searched every 0.3 s, and `note`
    gets the reason; `polling` decides this in advance, by default watchfiles does (for Windows' files, for example).
    The first item is empty; after it, no save is missed.

    Raises:
        OSError: the folder is missing or cannot be read.
    """
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    try:
        yield from _watch(folder, stop, polling=polling)
    except OSError as error:  # the user's limit of watches is reached, or the file system reports no events
        if stop.is_set() or not folder.is_dir() or polling:
            raise
        reason = (error.strerror or str(error)).rstrip(".")
        note(f"mxtutor searches {folder} for changes every {POLL_MS / 1000:g} s: {reason}.")
        yield from _watch(folder, stop, polling=True)


def _watch(folder: Path, stop: threading.Event, *, polling: bool | None) -> Iterator[list[Path]]:
    changes = watchfiles.watch(
        folder,
        watch_filter=_is_wanted,
        step=GATHER_MS,
        debounce=10 * GATHER_MS,
        stop_event=stop,
        rust_timeout=100,
        yield_on_timeout=True,
        force_polling=polling,
        poll_delay_ms=POLL_MS,
        ignore_permission_denied=True,
    )
    new: dict[Path, float] = {}
    seen: dict[Path, tuple[int, int]] = {}
    for change in changes:
        found = {file for _, path in change for file in _files(Path(path))}
        new |= {Path(path): time.monotonic() + SETTLE_SECONDS for _, path in change if os.path.isdir(path)}
        for inside in list(new):
            found |= {file for file in _files(inside) if _stamp(file) != seen.get(file)}
            if time.monotonic() > new[inside]:
                del new[inside]
        seen |= {file: _stamp(file) for file in found}
        yield sorted(found)


def _is_wanted(change: Change, path: str) -> bool:
    """Return whether a change is a saved Python file or a new folder."""
    return change is not Change.deleted and (_is_answer(path) or (change is Change.added and os.path.isdir(path)))


def _is_answer(path: str) -> bool:
    """Return whether a path may be an answer: a Python file that is not an editor's temporary file."""
    name = os.path.basename(path)
    return name.endswith(".py") and not name.startswith(".")


def _stamp(file: Path) -> tuple[int, int]:
    """Return modification time and inode of a file, which a save changes; zeros if it does not exist."""
    try:
        status = file.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_ino


def _files(path: Path) -> Iterator[Path]:
    """Yield the path, or the answers in a new folder, because saves before it is watched cause no event."""
    if path.is_dir():
        yield from (file for file in path.rglob("*.py") if _is_answer(str(file)))
    else:
        yield path
