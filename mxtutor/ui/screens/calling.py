"""The part of the exercise screen that asks the class for help."""

from __future__ import annotations

from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.screens.editing import EditScreen


class CallingScreen(EditScreen):
    """An exercise in which a learner of a class can ask for help."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer help of the instructor only in a class."""
        if action == "need_help":
            link = self._session.class_link
            return link is not None and link.active
        return super().check_action(action, parameters)

    def action_need_help(self) -> None:
        """Tell the class that the learner needs help here, or take it back."""
        link, exercise = self._session.class_link, self._exercise
        if link is None or link.reporter is None:
            return
        if not link.reporter.membership.wants(exercise.id):
            self.notify("Your class does not follow this exercise. Ask for help in one of the class.", markup=False)
            return
        if link.toggle_help(exercise.id):
            self._session.report(lambda reporter: reporter.help(exercise))
            again = EXERCISE.key("need_help")
            self.notify(f"Your class knows that you need help here. {again} takes it back.", markup=False)
        else:
            self._session.report(lambda reporter: reporter.help_withdrawn(exercise))
            self.notify("Your call for help is taken back.", markup=False)
