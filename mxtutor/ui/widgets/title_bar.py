"""The first row of every screen: the path to the screen, and the state of MXNet."""

from __future__ import annotations

import time

from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from mxtutor.ui.tutor import tutor_of

STATUS_SECONDS = 6.0
"""Seconds for which a message is shown."""
ROOM_BESIDE = 4
"""Cells kept free beside a message for the mark of the workers' state."""


class TitleBar(Widget):
    """One row: the path at the left; timer, class connection and state of the workers at the right."""

    DEFAULT_CSS = """
    TitleBar {
        dock: top;
        height: 1;
        padding: 0 1;
        background: $panel;
        color: $foreground;
    }
    """

    ALLOW_SELECT = False
    _saying: Timer | None = None
    """Timer that ends the shown message."""

    path: reactive[tuple[str, ...]] = reactive(())
    """The path to the screen, outermost part first."""
    note: reactive[str] = reactive("")
    """A short note after the path."""
    timer: reactive[tuple[str, ...]] = reactive(())
    """Timer of a workshop's part in several lengths, longest first; empty if there is none."""
    in_class: reactive[tuple[str, ...]] = reactive(())
    """State of the connection to a class in several lengths, longest first; empty in no class."""
    status: reactive[str] = reactive("")
    """A message that is shown in place of the path for some seconds."""

    def on_mount(self) -> None:
        """Watch the state of the workers, and count the seconds until they are ready."""
        self._clock = self.set_interval(1, self.refresh)
        self.watch(self.app, "grader_state", self._follow)
        self.watch(self.app, "not_saved", self._follow, init=False)
        session = tutor_of(self).session
        if session is not None and session.guide is not None:
            self.timer = session.guide.timer_forms()
        if session is not None and session.class_link is not None:
            self.in_class = session.class_link.forms()

    def say(self, text: str) -> bool:
        """Show a message for some seconds; return False if there is too little room for it."""
        fits = "\n" not in text and Content(text).cell_length <= self.content_size.width - ROOM_BESIDE
        if fits:
            self.status = text
            if self._saying is not None:
                self._saying.stop()
            self._saying = self.set_timer(STATUS_SECONDS, lambda: setattr(self, "status", ""))
        return fits

    def _follow(self) -> None:
        state = tutor_of(self).grader_state
        if state is not None and state.phase in ("ready", "broken"):
            self._clock.stop()
        self.refresh()

    def render(self) -> Content:
        """Return the row; if it is too long, shorten workers and timer first, then the path, then the note."""
        width = self.content_size.width
        path = Content.assemble("mxtutor", *(Content.styled(f" / {part}", "bold") for part in self.path))
        note = Content.styled(f"  {self.note}" if self.note else "", "dim")
        instead = tutor_of(self).not_saved or self.status
        if instead:
            style = "bold reverse $text-error" if tutor_of(self).not_saved else "bold $text-accent"
            path, note = Content.styled(instead, style), Content()
        forms = _after(self.timer, _after(self.in_class, self._status()))
        needed = path.cell_length + note.cell_length + 2
        status = next((form for form in forms if needed + form.cell_length <= width), forms[-1])
        room = width - status.cell_length - 2 - note.cell_length
        if path.cell_length > room and self.path and not instead:  # leave out the app's name first
            path = Content.styled(" / ".join(self.path), "bold")
        if path.cell_length > room:
            path = path.truncate(max(room, 0), ellipsis=tutor_of(self).glyphs.name != "ascii")
        left = path + note
        return left + " " * max(1, width - left.cell_length - status.cell_length) + status

    def _status(self) -> list[Content]:
        """Return the state of the workers in several lengths, longest first."""
        tutor = tutor_of(self)
        glyphs = tutor.glyphs
        phase = tutor.grader_state.phase if tutor.grader_state else "cold"
        if phase == "ready":
            mark, style, words = glyphs.ready, "$text-success", ["MXNet ready", "ready", ""]
        elif phase == "broken":
            mark, style, words = glyphs.alert, "bold $text-error", ["MXNet unavailable", "no MXNet", ""]
        else:
            since = tutor.warming_since
            seconds = f"{time.monotonic() - since:.0f} s" if since is not None else ""
            mark, style = glyphs.waiting, "$text-warning"
            words = [f"MXNet is warming up ... {seconds}", f"warming up {seconds}", seconds]
        return [Content.styled(f"{mark} {word}" if word else "", style) for word in words]


def _after(first: tuple[str, ...], then: list[Content]) -> list[Content]:
    """Return the forms of `then` after each form of `first`, longest first; the shortest of `first` only once."""
    if not first:
        return then
    *longer, shortest = (Content.styled(f"{form}  ", "dim") for form in first)
    return [*(start + form for start in longer for form in then), shortest + then[-1]]
