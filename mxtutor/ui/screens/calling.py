"""The part of the exercise screen that asks the class for help."""

from __future__ import annotations

from textual.timer import Timer

from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.screens.editing import EditScreen

FOLLOW_SECONDS = 0.25
"""Time between two looks at what became of a call for help."""


class CallingScreen(EditScreen):
    """An exercise in which a learner of a class can ask for help."""

    _following: Timer | None = None
    """Runs while a call for help is under way."""
    _said = ""
    """What was said about it last."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer help of the instructor only in a class."""
        link = self._session.class_link
        if action == "need_help" and (link is None or not link.active):
            return False
        return super().check_action(action, parameters)

    def action_need_help(self) -> None:
        """Tell the class that the learner needs help here, or take it back."""
        link, exercise = self._session.class_link, self._exercise
        if link is None or link.reporter is None:
            return
        if not link.reporter.membership.wants(exercise.id):
            self.notify("Your class does not follow this exercise. Ask for help in one of the class.", markup=False)
            return
        if self._following is not None:
            self._following.stop()
        if link.toggle_help(exercise):
            self._said = ""
            self._following = self.set_interval(FOLLOW_SECONDS, self._follow_call)
        else:
            self.notify("Your call for help is taken back.", markup=False)

    def _follow_call(self) -> None:
        """Say what became of the call for help, and again when that changes, until the class has it."""
        link = self._session.class_link
        said = link.call_words(EXERCISE.key("need_help")) if link and link.help_in == self._exercise.id else ""
        if said and said != self._said:
            self._said = said
            self.notify(said, markup=False)
        if self._following is not None and (link is None or link.call in ("", "known", "refused")):
            self._following.stop()
