"""What the tutor does while no key is pressed: it collects garbage, and its cursor stops blinking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mxtutor.ui import latency

if TYPE_CHECKING:
    from textual.app import App
    from textual.timer import Timer

SECONDS = 20.0
"""Seconds without a key or a click after which the tutor is quiet."""


class Quiet:
    """Notices that no key is pressed; a tutor that nobody uses then takes no time from a machine with many of them."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._timer: Timer | None = None
        self._still: Any = None
        """The editor or input whose cursor blinks again at the next key."""

    def begin(self) -> None:
        """Watch from now on."""
        self._timer = self._app.set_interval(SECONDS, self.rest)

    def end(self) -> None:
        """Note a key or a click."""
        if self._timer is not None:
            self._timer.reset()
        if self._still is not None:
            widget, self._still = self._still, None
            if widget.is_attached:
                widget.cursor_blink = True

    def rest(self) -> None:
        """Do what the learner would notice while typing."""
        if not any(worker.is_running for worker in self._app.workers):  # the learner watches a check
            latency.tidy()
        focused = self._app.focused
        if getattr(focused, "cursor_blink", False):
            self._still = focused
            self._still.cursor_blink = False
