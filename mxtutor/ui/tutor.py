"""The interface of the app for screens and widgets, which do not import the app's class."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, cast

from textual.message_pump import MessagePump
from textual.widget import Widget

from mxtutor.ui.glyphs import Glyphs

if TYPE_CHECKING:
    from mxtutor.grading.protocol import GraderState
    from mxtutor.progress.model import Place
    from mxtutor.ui.messages import Opens
    from mxtutor.ui.session import TutorSession


class Tutor(Protocol):
    """The app, as screens and widgets see it."""

    glyphs: Glyphs
    """The marks in use."""
    session: TutorSession | None
    """Course, progress and grader; None until the course and the progress are read."""
    grader_state: GraderState | None
    """State of the workers; None before they start. Reactive: every title bar watches it."""
    not_saved: str
    """What is not saved and why, in one line; empty if everything is saved. Reactive."""
    warming_since: float | None
    """Time at which the start of the workers began, in seconds of the monotonic clock; None before that."""

    def open(self, what: Opens, identity: str = "") -> None:
        """Show a screen or dialog if the rules allow it; `identity` is the id of an entry, or the name to look up."""

    def note_place(self, place: Place) -> None:
        """Store where the learner is now; at home also what was open last."""

    def end_workshop(self) -> None:
        """Ask whether to end the sealed workshop that runs."""

    async def give_keys(self) -> None:
        """Give the queued keys to the top screen, once that is mounted."""

    def after_typing(self, line: Widget, call: Callable[[], object]) -> None:
        """Call a function once an input line has received the keys typed so far; later keys wait for the call."""

    def choose_glyphs(self, name: str) -> None:
        """Draw marks from the set with this name, and store the choice."""


def tutor_of(node: MessagePump) -> Tutor:
    """Return the app in which a screen or a widget runs."""
    return cast(Tutor, node.app)
