"""Asks the class for help with an exercise."""

from __future__ import annotations

from textual.screen import Screen
from textual.timer import Timer

from mxtutor.content.model import Exercise
from mxtutor.ui.class_link import ClassLink
from mxtutor.ui.keys import EXERCISE

FOLLOW_SECONDS = 0.25
"""Time between two looks at what became of a call for help."""


class HelpCall:
    """A call for help from one screen, and what the learner reads of it."""

    def __init__(self, screen: Screen[None], link: ClassLink, exercise: Exercise) -> None:
        self._screen, self._link, self._exercise = screen, link, exercise
        self._following: Timer | None = None
        self._said = ""

    def toggle(self) -> None:
        """Tell the class that the learner needs help here, or take it back."""
        if self._link.reporter is None:
            return
        if not self._link.reporter.membership.wants(self._exercise.id):
            self._say("Your class does not follow this exercise. Ask for help in one of the class.")
            return
        if self._following is not None:
            self._following.stop()
        if self._link.toggle_help(self._exercise):
            self._said = ""
            self._following = self._screen.set_interval(FOLLOW_SECONDS, self._follow)
        else:
            self._say("Your call for help is taken back.")

    def _follow(self) -> None:
        """Say what became of the call, and again when that changes, until the class has it."""
        link = self._link
        said = link.call_words(EXERCISE.key("need_help")) if link.help_in == self._exercise.id else ""
        if said and said != self._said:
            self._said = said
            self._say(said)
        if self._following is not None and link.call in ("", "known", "refused"):
            self._following.stop()

    def _say(self, text: str) -> None:
        self._screen.notify(text, markup=False)
