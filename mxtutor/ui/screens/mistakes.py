"""The learner's named mistakes, with drills."""

from __future__ import annotations

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.progress.due import Mistake, mistakes
from mxtutor.progress.model import Status
from mxtutor.reporting.sanitize import clean_line
from mxtutor.ui.keys import EXERCISE, MISTAKES
from mxtutor.ui.marked_text import prose
from mxtutor.ui.messages import Open
from mxtutor.ui.platform.threads import OPENING
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.options import Options

NONE_YET = (
    "No mistake has a name yet.\n"
    f"When {EXERCISE.key('check')} refuses an answer and mxtutor knows why, the mistake is listed here. "
    "You can then drill it with other inputs."
)


BORDERS = 9
"""Columns of the screen beside the text of a line: border, padding, mark, scroll bar."""


class MistakesScreen(TutorScreen):
    """Open mistakes first, the newest first; enter drills one."""

    CSS_PATH = "mistakes.tcss"
    AUTO_FOCUS = "#mistakes"
    KEYS = MISTAKES
    BINDINGS = MISTAKES.bindings()
    UNDER_EXERCISES = True

    def __init__(self, session: TutorSession) -> None:
        super().__init__()
        self._session = session
        self._listed: tuple[Mistake, ...] = ()

    def compose_body(self) -> ComposeResult:
        """Lay out the list and a line about the marked mistake; the list is empty until the mistakes are read."""
        with Vertical(id="mistakes-box") as box:
            box.border_title = "Your mistakes"
            yield Static("Reading your mistakes ...", id="no-mistake", markup=False)
            yield Options(id="mistakes", markup=False)
            yield Static(id="mistake-help", classes="muted", markup=False)

    def on_mount(self) -> None:
        self.set_title("Your mistakes")

    def on_screen_resume(self) -> None:
        """Read the mistakes again: a drill may have changed them."""
        self._fill()

    @on(Resize)
    def wrap_again(self) -> None:
        if self._listed:
            self._show()

    def redraw(self) -> None:
        self._show()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading your mistakes")
    async def _fill(self) -> None:
        session = self._session
        self._listed = await session.ask(lambda progress: mistakes(progress, session.course))
        await session.read([item.exercise for item in self._listed])
        self._show()

    def _show(self) -> None:
        options = self.query_one(OptionList)
        marked = options.highlighted or 0
        options.clear_options()
        width = max(self.size.width - BORDERS, 20)
        options.add_options(Option(self._entry(item, width)) for item in self._listed)
        self.query_one("#no-mistake", Static).update(NONE_YET)
        self.set_class(bool(self._listed), "-filled")
        if self._listed:
            options.highlighted = min(marked, len(self._listed) - 1)
            still = sum(not item.resolved for item in self._listed)
            self.set_title("Your mistakes", note=f"{still} open, {len(self._listed) - still} resolved")

    def _entry(self, item: Mistake, width: int) -> Content:
        """Return the mistake, and below it how often it was made, when it is due, and the exercise."""
        glyphs = self.tutor.glyphs
        state: Status = "done" if item.resolved else "tried" if item.passes else "todo"
        facts = f"{item.text(self._session.now())}: {self._session.title(item.exercise)}"
        lines = prose(clean_line(item.name)).wrap(width) + Content.styled(facts, "dim").wrap(width)
        return Content.assemble(f"{glyphs.status(state)} ", Content("\n  ").join(lines))

    @on(OptionList.OptionHighlighted)
    def show_help(self, event: OptionList.OptionHighlighted) -> None:
        """Say what enter does with the marked mistake."""
        item = self._listed[event.option_index]
        if not item.drills:
            text = "enter opens the exercise. Solve it, then this mistake comes back for review."
        elif item.resolved:
            text = "Resolved: two drills in a row passed without it. enter drills it once more."
        else:
            text = f"enter drills it with other inputs, without help. {2 - item.passes} in a row resolve it."
            text = text.replace("1 in a row resolve", "One more resolves")
        self.query_one("#mistake-help", Static).update(text)

    @on(OptionList.OptionSelected)
    def open_drill(self, event: OptionList.OptionSelected) -> None:
        """Drill the chosen mistake, or open its exercise."""
        item = self._listed[event.option_index]
        self.post_message(Open("drill", item.exercise) if item.drills else Open("exercise", item.exercise))

    def action_reviews(self) -> None:
        self.post_message(Open("reviews"))

    def action_back(self) -> None:
        self.dismiss()
