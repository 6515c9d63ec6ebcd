"""The app's interface for screens and widgets; they do not import its class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from textual.message_pump import MessagePump

from mxtutor.ui.glyphs import Glyphs

if TYPE_CHECKING:
    from mxtutor.grading.protocol import GraderState
    from mxtutor.ui.session import TutorSession


class Tutor(Protocol):
    """The app, as screens and widgets see it."""

    @property
    def glyphs(self) -> Glyphs:
        """The marks in use."""

    @property
    def session(self) -> TutorSession | None:
        """Course, progress and grader; None until the course and the progress are read."""

    @property
    def grader_state(self) -> GraderState | None:
        """State of the workers; None before they start. It is reactive: every title bar watches it."""

    @property
    def not_saved(self) -> str:
        """What is not saved and why, in one line; empty where all is saved. It is reactive."""

    @property
    def warming_since(self) -> float | None:
        """When the workers began to start, on the monotonic clock in seconds; None before."""

    def choose_glyphs(self, name: str) -> None:
        """Draw marks from the set with this name, and store the choice."""


def tutor_of(node: MessagePump) -> Tutor:
    """Return the app in which a screen or a widget runs."""
    return cast(Tutor, node.app)
