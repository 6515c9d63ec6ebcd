"""The tutor's connection to a class, for the screens; events are written and sent in other threads."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.errors import StoreError, TutorError

if TYPE_CHECKING:  # only a tutor in a class needs these imports
    from mxtutor.content.model import Exercise
    from mxtutor.live.reporter import ClassReporter

SENDING_SECONDS = 3.0
"""Seconds after which a call for help that is not confirmed is shown as waiting."""
Report = Callable[["ClassReporter"], object]


class LiveReporter:
    """Reports to the class of a learner's home, if the home is in a class."""

    def __init__(self, home: Path, submit: Callable[[Callable[[], object]], object]) -> None:
        """`home` is the learner's folder; `submit` queues a call for the thread of the store."""
        self.home = home
        self.reporter: ClassReporter | None = None
        """None before `begin`, and for a home that is in no class."""
        self.problem = ""
        """The error of the event that could not be written, in one line; empty without one."""
        self._said = ""
        """The sentence that `call_news` returned last."""
        self._pressed = self._written = 0
        """How often help was called for or taken back, and how often this was written."""
        self._wanted = ""
        """`help_in` after the latest press, which counts while it is not written."""
        self._submit = submit
        if os.environ.get("MXTUTOR_CLASS"):
            submit(self._enter)

    @property
    def active(self) -> bool:
        """Whether the tutor is in a class."""
        return self.reporter is not None

    @property
    def help_in(self) -> str:
        """The exercise in which the learner calls for help; empty without a call."""
        if self._pressed > self._written:
            return self._wanted
        return self.reporter.state.help_in if self.reporter is not None else ""

    @property
    def joined(self) -> bool:
        """Whether the home is in a class, also before `begin` has opened it."""
        from mxtutor.live.membership import FILE, VARIABLE

        return self.active or bool(os.environ.get(VARIABLE)) or (self.home / FILE).exists()

    def begin(self) -> None:
        """Open the home's class and begin to send, in the background; call it again after joining a class."""
        self._submit(self._open)

    def report(self, call: Report) -> None:
        """Write an event in the background; without a class do nothing."""
        self._submit(lambda: self._write(call))

    def forms(self) -> tuple[str, ...]:
        """Return the state of the connection in several lengths, longest first; empty in no class."""
        if self.reporter is None:
            return ("class: not joined", "no class") if self.problem else ()
        state = self.reporter.state
        asked = "" if not state.help_in else "help asked, " if state.call == "known" else "help waits, "
        if self.problem:
            return f"{asked}class: events are not written", f"{asked}class!"
        waiting = state.waiting
        if state.phase == "refused":
            return f"{asked}class: your token is refused", f"{asked}class refused"
        if state.phase == "offline":
            return f"{asked}class: offline, {waiting} to send", f"{asked}offline {waiting}", f"off {waiting}"
        if state.full:
            return f"{asked}class: it stores no more events", f"{asked}class full"
        if state.phase == "connecting" or waiting:
            return f"{asked}class: {waiting} to send" if waiting else f"{asked}class ...", f"{asked}class"
        return f"{asked}class", asked.rstrip(", ") or "class"

    def call_news(self, key: str) -> str:
        """Return the state of the call for help as a sentence if it has changed; `key` withdraws the call."""
        before, self._said = self._said, self._call_words(key)
        return self._said if self._said != before else ""

    def _call_words(self, key: str) -> str:
        """Return the state of the call; empty while it is sent."""
        if self.reporter is None or not (state := self.reporter.state).help_in:
            return ""
        reachable = state.phase not in ("refused", "offline") and not self.problem
        if state.call == "waiting" and reachable and time.monotonic() - self.reporter.called_at <= SENDING_SECONDS:
            return ""
        return state.call_words(f"{key} takes it back.")

    def toggle_help(self, exercise: Exercise) -> bool:
        """Call for help in an exercise, or withdraw the call; return whether help is called for now."""
        calls, self._said = self.help_in != exercise.id, ""
        self._pressed, self._wanted = self._pressed + 1, exercise.id if calls else ""

        def write() -> None:
            self._write(lambda reporter: (reporter.help if calls else reporter.help_withdrawn)(exercise))
            self._written += 1

        self._submit(write)
        return calls

    def close(self) -> None:
        """Stop sending; unsent events are sent at the next start."""
        if self.reporter is not None:
            self.reporter.stop()

    def _enter(self) -> None:
        """Join the class that the environment names, so that events before `begin` reach it, too."""
        from mxtutor.live.reporter import open_reporter

        with contextlib.suppress(TutorError):  # `_open` reports the error
            if (reporter := open_reporter(self.home)) is not None:
                reporter.stop()

    def _open(self) -> None:
        from mxtutor.live.membership import read_membership

        if self.reporter is None:
            try:
                self.problem = ""
                if read_membership(self.home) is None:
                    return
                from mxtutor.live.reporter import open_reporter  # it costs 2 MB, and only a class needs it

                self.reporter = open_reporter(self.home)
            except TutorError as error:
                self.problem = str(error)
        if self.reporter is not None:
            self.reporter.start()

    def _write(self, call: Report) -> None:
        if self.reporter is not None:
            try:
                call(self.reporter)
                self.problem = ""
            except (StoreError, OSError) as error:  # the learner goes on; the title bar shows the problem
                self.problem = str(error)
