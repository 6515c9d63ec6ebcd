"""What a learner is at: the course, a lesson, an exercise, a placement. Each page has commands of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping

from mxtutor.plain.session import HOME, PlainSession
from mxtutor.progress.journey import Entry
from mxtutor.session.rules import Rules

Handler = Callable[[str], "Entry | Page | None"]
"""Carries out a command with its argument; returns what opens after it, if anything does."""


class Page(ABC):
    """One place of plain mode."""

    exercises: tuple[str, ...] = ()
    """Exercises whose part of a workshop the learner works in here."""

    def __init__(self, session: PlainSession) -> None:
        self.session = session

    @property
    def rules(self) -> Rules:
        """What the learner may do and see here."""
        return self.session.rules

    @property
    def expected(self) -> str:
        """What can be typed besides commands, as a sentence; empty if nothing can."""
        return ""

    @property
    @abstractmethod
    def prompt(self) -> str:
        """What can be typed, for the line on which the learner types."""

    @abstractmethod
    def arrive(self) -> None:
        """Say what the page is about, and store the place."""

    @abstractmethod
    def where(self) -> Iterator[str]:
        """Yield where the learner is."""

    @abstractmethod
    def commands(self) -> Mapping[str, Handler]:
        """Return the page's own commands."""

    @abstractmethod
    def next(self) -> Entry | Page | None:
        """Return what follows; None if the page itself goes on, or if there is nothing."""

    def back(self) -> Entry | Page | None:
        """Return what `back` opens."""
        return HOME

    def other(self, line: str) -> Entry | Page | bool:  # noqa: ARG002 - some pages take a line that is no command
        """Take a line that is no command; return whether it means something here, or what it opens."""
        return False

    def leave(self) -> None:  # noqa: B027 - most pages have nothing to do
        """Keep what is not kept yet, before another page opens."""
