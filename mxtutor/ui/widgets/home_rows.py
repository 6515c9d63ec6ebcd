"""The rows at the top of home: what to continue, what is due for review, the chosen path."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from mxtutor.counts import count
from mxtutor.ui.keys import HOME
from mxtutor.ui.session import TutorSession


class HomeRow(Static):
    """A row with one action of home; a click does it."""

    def __init__(self, text: str = "", *, action: str, id: str) -> None:
        super().__init__(text, id=id, markup=False, classes="home-row")
        self._action = action

    async def on_click(self) -> None:
        """Do what the row names."""
        await self.screen.run_action(f"screen.{self._action}")

    def show(self, name: str, *text: Content | str | tuple[str, str]) -> None:
        """Show the row: its name, its text, and the key."""
        key = HOME.key(self._action) if HOME.has(self._action) else ""
        self.update(Content.assemble((f"{name} ", "bold $text-accent"), *text, (f"  {key}", "dim")))
        self.display = True


def path_words(session: TutorSession) -> str:
    """Return the path that the learner chose and what is done of it; empty for the recommended order."""
    path = session.journey.route.path
    if path is None or path == session.course.paths[0]:
        return ""
    exercises = path.exercises
    return f"{path.title}, {session.done(exercises)} of {len(exercises)} done"


def due_words(exercises: int) -> str:
    """Return how much is due for review."""
    return f"{count(exercises, 'exercise')} {'is' if exercises == 1 else 'are'} due, with other inputs"
