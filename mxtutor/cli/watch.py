"""`mxtutor watch`: checks an answer each time that an editor saves it."""

from __future__ import annotations

import contextlib
import errno
import os
import platform
import select
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click
import watchfiles
from watchfiles import Change

from mxtutor import paths
from mxtutor.classroom.hand_ins import read_answer
from mxtutor.classroom.naming import Names
from mxtutor.cli.check import CommandSession
from mxtutor.cli.options import DEVICES, PATH, Isolation
from mxtutor.cli.painting import paint, tell
from mxtutor.cli.setup import MakeGrader, Setup
from mxtutor.cli.text import report_lines
from mxtutor.content.loader import find_exercise, load_course
from mxtutor.content.model import Course
from mxtutor.errors import BrokenError, TutorError, UsageError
from mxtutor.grading.protocol import Device, Grader, Report
from mxtutor.reporting.sanitize import clean_line, json_text
from mxtutor.suggest import did_you_mean
from mxtutor.typed_paths import resolved

REPEATED_SECONDS = 1.0
"""Seconds within which the same text is not checked again, because one save can be reported twice."""


@click.command()
@click.argument("folder", type=PATH, metavar="[DIR]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print each report as one line of JSON.")
@click.option("--device", type=DEVICES, default="auto", show_default=True, help="Where answers run.")
@click.option("--isolation", type=Isolation(), default="on", show_default=True, help="Confine the answers.")
@click.option("--explain", is_flag=True, help="Explain a known mistake in full.")
@click.pass_obj
def watch(setup: Setup, folder: Path | None, as_json: bool, device: Device, isolation: str, explain: bool) -> int:
    """Check each answer when an editor saves it. DIR is by default the folder of your own answers."""
    return watch_answers(
        setup.root, folder, as_json=as_json, device=device, confined=isolation == "on", explain=explain,
        make_grader=setup.make_grader,
    )  # fmt: skip


def watch_answers(
    root: Path,
    folder: Path | None,
    *,
    as_json: bool,
    device: Device,
    confined: bool,
    explain: bool,
    make_grader: MakeGrader,
    stop: threading.Event | None = None,
) -> int:
    """Check each answer below a folder when it is saved, until Ctrl+C or `stop`; return the exit code.

    Without `folder` these are the tutor's own answer files. Reports go to standard output, one JSON object per line
    with `as_json`; messages go to standard error. It ends, too, when no program reads standard output any more.

    Raises:
        UsageError: the folder does not exist.
        BrokenError: the workers cannot start.
        OSError: a report cannot be written.
    """
    folder = _folder(folder)
    course = load_course(root)
    ended = stop or threading.Event()
    with make_grader(root=root, confined=confined) as grader:
        checker = _Checker(course, grader, as_json=as_json, device=device, explain=explain, ended=ended)
        starting = threading.Thread(target=_start, args=(grader,), daemon=True)
        starting.start()
        worker = threading.Thread(target=checker.run, daemon=True)
        worker.start()
        try:
            message = f"watching {clean_line(str(folder))}. Save an answer to check it; Ctrl+C ends."
            for saved in saved_files(folder, ended, _say):
                if message:
                    _say(message)
                    message = ""
                for path in saved:
                    checker.saved(path, exercise_of(path.relative_to(folder).parts, course.exercises))
                if not starting.is_alive() and grader.state.phase == "broken":
                    raise BrokenError(grader.state.detail)
                if _reader_left():  # `mxtutor watch | head -1`
                    break
        except KeyboardInterrupt:
            _say("stopped watching.")
        except OSError as error:
            raise UsageError(f"{folder} cannot be watched: {error.strerror or error}.") from error
        finally:
            checker.close()
            worker.join(2)
    if checker.failure is not None:
        raise checker.failure
    return 0


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


def exercise_of(parts: Sequence[str], ids: Sequence[str]) -> str:
    """Return the id of the exercise for a path; empty if there is none.

    `parts` is the path below the watched folder. It ends with `<topic>/<slug>.py`, or is only `<slug>.py` if a single
    exercise has this slug.
    """
    slug = parts[-1].removesuffix(".py")
    if len(parts) > 1 and (identity := f"{parts[-2]}/{slug}") in ids:
        return identity
    same = [identity for identity in ids if identity.partition("/")[2] == slug]
    return same[0] if len(same) == 1 and len(parts) == 1 else ""


class _Checker:
    """Checks saved answers one after the other; a newer text of a file cancels the check of the older one."""

    def __init__(
        self, course: Course, grader: Grader, *, as_json: bool, device: Device, explain: bool, ended: threading.Event
    ) -> None:
        self._course, self._grader, self._session = course, grader, CommandSession(grader)
        self._as_json, self._device, self._explain = as_json, device, explain
        self._ended = ended
        self.failure: Exception | None = None
        """The error that ended `run`; None without one."""
        self._changed = threading.Condition()
        self._waiting: dict[Path, str] = {}
        self._current: Path | None = None
        self._closed = False
        self._checked: dict[Path, tuple[bytes, float]] = {}
        """Text and time (in seconds of the monotonic clock) of the last check, by file."""
        self._hinted: defaultdict[Path, int] = defaultdict(int)

    def saved(self, path: Path, exercise_id: str) -> None:
        """Queue a saved file; print the name of a file without an exercise once."""
        if not exercise_id:
            self._hint(path)
            return
        with self._changed:
            self._waiting[path] = exercise_id
            if self._current == path:
                self._session.cancel()
            self._changed.notify()

    def _hint(self, path: Path) -> None:
        self._hinted[path] += 1
        if self._hinted[path] == 1:
            near = Names(self._course.exercises).nearest(path.parts[-2:])
            fix = did_you_mean([f"{near}.py"] if near else [], "An answer is a file <topic>/<slug>.py.")
            _say(f"{clean_line(path.name)} does not belong to an exercise. {fix}")

    def run(self) -> None:
        """Check saved files until `close`; a failure is stored in `failure` and sets `ended`."""
        try:
            self._check_saved()
        except Exception as error:  # the main thread raises it and ends the command
            self.failure = error
            self._ended.set()

    def _check_saved(self) -> None:
        while True:
            with self._changed:
                self._current = None
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                path = next(iter(self._waiting))
                exercise_id = self._waiting.pop(path)
                self._current = path
            try:
                self._check(path, exercise_id)
            except TutorError as error:
                _say(clean_line(str(error)))

    def close(self) -> None:
        """Cancel the running check, and end `run`."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._session.cancel()

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
            self._show(checked.report, path, full=self._explain or checked.full)
        else:  # a newer text or `close` cancelled the check
            del self._checked[path]  # the text was reported again in the meantime, and still needs its check
        if not self._waiting:
            self._grader.prepare(exercise)  # prepare the next check of the same exercise

    def _show(self, report: Report, path: Path, *, full: bool) -> None:
        if self._as_json:
            click.echo(json_text(report.to_json()))
            return
        now = time.strftime("%H:%M:%S")
        click.echo(paint(f"-- {now} {report.exercise} ".ljust(78, "-"), dim=True))
        for line in report_lines(report, path, full=full):
            click.echo(line)


GATHER_MS = 10
"""Milliseconds to wait for more events of the same save, because editors write a file in several steps."""
SETTLE_SECONDS = 10.0
"""Seconds for which a new folder is also searched, because saves before it is watched are not reported."""
POLL_MS = 300
"""Interval of searching, in milliseconds, if the system reports no events."""
_POLLING = "WATCHFILES_FORCE_POLLING"
"""Environment variable of watchfiles that enables polling."""


def saved_files(
    folder: Path, stop: threading.Event, note: Callable[[str], object], *, polling: bool | None = None
) -> Iterator[list[Path]]:
    """Yield the Python files below `folder` that were just written, sorted by name, until `stop` is set.

    The system reports each save at once (inotify). If it cannot, the folder is searched every 0.3 s, and `note`
    gets the reason; `polling` decides this in advance. The first item is empty; after it, no save is missed.

    Raises:
        OSError: the folder is missing or cannot be read.
    """
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    reason = _why_polling() if polling is None else ("it is turned on" if polling else "")
    if not reason:
        try:
            yield from _watch(folder, stop, polling=False)
        except OSError as error:  # the user's limit of watches is reached, or the file system reports no events
            if stop.is_set() or not folder.is_dir():
                raise
            reason = error.strerror or str(error)
        else:
            return
    note(f"mxtutor searches {folder} for changes every {POLL_MS / 1000:g} s: {reason.rstrip('.')}.")
    yield from _watch(folder, stop, polling=True)


def _why_polling() -> str:
    if os.environ.get(_POLLING, "").lower() not in ("", "0", "false"):
        return f"{_POLLING} is set"
    if "microsoft-standard" in platform.release():
        return "Windows Subsystem for Linux reports no events for files of Windows"
    return ""


def _watch(folder: Path, stop: threading.Event, *, polling: bool) -> Iterator[list[Path]]:
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
