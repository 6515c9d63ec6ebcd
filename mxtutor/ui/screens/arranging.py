"""Arranges the panes of an exercise: beside each other or above each other, one of them alone, the verdict scrolled."""

from __future__ import annotations

from dataclasses import replace

from textual import on
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Static

from mxtutor.ui.answer_session import Work
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.screens.live import LiveScreen
from mxtutor.ui.widgets.code_view import CodeView
from mxtutor.ui.widgets.pane_tabs import PaneTabs
from mxtutor.ui.widgets.report_view import ReportView
from mxtutor.ui.widgets.task_pane import TaskPane, folded

WIDE = 100
"""Columns that are needed to show the task beside the answer."""

BROAD = 170
"""Columns that are needed to show the reference beside the answer, too."""

LEAST_SIDE, LEAST_BESIDE, LEAST_ANSWER = 50, 40, 60
"""Fewest columns of task and results, of the reference, and of the answer, where all three are beside each other."""
MOST_SIDE, USUAL_ANSWER = 78, 84
"""Most columns of task and results there, and columns of the answer from which they get more."""
BESIDE_CELLS = 5
"""Columns of the reference's border, padding and scroll bar."""
BELOW_CELLS = 4
"""Columns of its padding and scroll bar below the task."""
ANSWER_CELLS = 8
"""Columns of the answer's border, line numbers and scroll bar."""

LOOKUP_BELOW = 120
"""Columns from which the look-up leaves room for the task; below, it covers the task."""

FRESH_ROWS = 3
"""Rows of the tabs and the line below them before the first check."""

PANES = {"task": "Task", "verdict": "Verdict", "output": "Output", "hints": "Hints"}
SHOWN_ALONE = {"task-pane": "-task-alone", "results": "-results-alone", "answer": "-answer-alone"}
"""Class of the screen that shows one pane alone, by the id of the pane."""


class ArrangedScreen(LiveScreen):
    """An exercise screen whose panes fit the terminal and the learner's choice."""

    _fitted_rows = 0
    """Rows of the task's column when the rows of task and reference were divided."""
    _alone = ""
    """The pane that is shown alone, one of `SHOWN_ALONE`; empty if all are shown."""

    def size_classes(self, size: Size) -> dict[str, bool]:
        """Return the classes for a size; they also depend on the learner's choices."""
        return {
            **super().size_classes(size),
            "-flipped": size.width >= WIDE and self.choices.flipped,
            "-broad": self._is_broad(size),
            "-lookup-below": size.width >= LOOKUP_BELOW,
            **{name: pane == self._alone for pane, name in SHOWN_ALONE.items()},
        }

    def _is_broad(self, size: Size) -> bool:
        """Return whether the reference stands beside the answer: it has room for the longest line."""
        flipped = size.width >= WIDE and self.choices.flipped
        fits = self._longest_line + BESIDE_CELLS <= self._room_beside(size.width, flipped)
        return size.width >= BROAD and bool(self._sources.reference) and fits

    def _side_classes(self, chosen: str) -> dict[str, bool]:
        """Return the classes of `#side` for the chosen pane."""
        wide = self.app.size.width >= WIDE
        fresh = self._opened.report is None and self._work.busy is None and chosen in ("task", "verdict")
        shown = {f"-show-{name}": name == chosen for name in PANES}
        return shown | {"-fresh": wide and fresh and not self.choices.flipped}

    def on_mount(self) -> None:
        """Show the panes as in the exercise before."""
        self.screen_layout_refresh_signal.subscribe(self, lambda _: self._fit_new_rows())
        self._show_alone(self.choices.maximised)
        if self.choices.maximised:  # the title that says so exists after the first layout only
            self.after_refresh(self._show_alone, self.choices.maximised)

    def on_resize(self, event: Resize) -> None:
        """Show the task in its own column if there is room, else as one of the panes."""
        wide = event.size.width >= WIDE
        tabs = self.query_one(PaneTabs)
        tabs.offer("task", not wide)
        if wide and tabs.chosen == "task":
            tabs.choose("verdict")
        self._arrange()

    def _arrange(self) -> None:
        """Give the task the whole column before the first verdict, and half of it afterwards."""
        classes = self.size_classes(self.app.size)
        styles_all = any(self.has_class(name) != has for name, has in classes.items())
        self.query_one("#side").update_classes(
            self._side_classes(self.query_one(PaneTabs).chosen), update=not styles_all
        )
        self.update_classes(classes)
        if self.has_class("-broad") and not self.query("#beside"):
            self.query_one("#pair").mount(self._beside(), before="#answer")
        self._divide()
        self.after_refresh(self._fit)

    def _beside(self) -> VerticalScroll:
        """Return the reference that stands beside the answer."""
        box = VerticalScroll(CodeView(folded(self._sources.reference)), id="beside", can_focus=False)
        box.border_title = "PyTorch reference"
        return box

    @property
    def _longest_line(self) -> int:
        """Columns of the longest line of the reference."""
        return max(map(len, folded(self._sources.reference).splitlines()), default=0)

    def _room_beside(self, width: int, flipped: bool) -> int:
        """Return the most columns that the reference can have beside an answer whose lines are as long."""
        answer = max(LEAST_ANSWER, min(self._longest_line + ANSWER_CELLS, USUAL_ANSWER))
        return width - answer - (0 if flipped else LEAST_SIDE)

    def _divide(self) -> None:
        """Give the reference the columns of its longest line, beside the answer or below the task."""
        side, width = self.query_one("#side"), self.app.size.width
        side.styles.width = None
        flipped, divided = self.has_class("-flipped"), not self.has_class("-flipped") and not self._alone
        if not self.has_class("-broad"):
            if divided and width >= BROAD and self._sources.reference:
                side.styles.width = max(width // 2, min(self._longest_line + BELOW_CELLS, width - USUAL_ANSWER))
            return
        beside = max(min(self._longest_line + BESIDE_CELLS, self._room_beside(width, flipped)), LEAST_BESIDE)
        for box in self.query("#beside"):
            box.styles.width = beside
        if divided:
            side.styles.width = max(min(width - beside - USUAL_ANSWER, MOST_SIDE), LEAST_SIDE)

    def _fit_new_rows(self) -> None:
        """Divide the rows again if their number is known only now."""
        if self.query_one("#side").size.height != self._fitted_rows:
            self._fit()

    def _fit(self) -> None:
        side = self.query_one("#side")
        rows = self._fitted_rows = side.size.height
        if self.size.width >= WIDE and not self.choices.flipped and not self.has_class("-task-alone"):
            rows = rows - FRESH_ROWS if side.has_class("-fresh") else rows // 2 - 1
        elif self._exercise.kind in ("predict", "choice"):  # the task has no more rows than it needs now
            rows = max(rows, self.size.height // 2)
        if rows > 0:
            self.query_one(TaskPane).fit(rows)

    @on(PaneTabs.Chosen)
    def show_pane(self) -> None:
        """Show the chosen pane."""
        self._arrange()

    async def toggle_lookup(self) -> None:
        """Show all panes, then the look-up, or close it."""
        self._show_alone("")
        await super().toggle_lookup()

    def action_next_pane(self) -> None:
        """Show the next pane."""
        self._show_alone("")
        self.query_one(PaneTabs).action_step(1)

    def action_flip(self) -> None:
        """Show the task above the answer instead of beside it, or the other way round; store the choice."""
        if self.size.width < WIDE:
            self._say(f"The layout changes only in a terminal of at least {WIDE} columns.")
            return
        self.choose(replace(self.choices, flipped=not self.choices.flipped))
        self._show_alone("")
        self._arrange()

    def action_maximise(self) -> None:
        """Show the focused pane alone, or all panes again; store the choice, except of the task."""
        alone = "" if self._alone else self._pane_with_focus()
        if alone != "task-pane":  # the next exercise must show where to write
            self.choose(replace(self.choices, maximised=alone))
        self._show_alone(alone)
        self._arrange()

    def _pane_with_focus(self) -> str:
        focused = self.focused
        around = [node.id for node in focused.ancestors_with_self] if focused is not None else []
        return next((pane for pane in SHOWN_ALONE if pane in around), "answer")

    def _show_alone(self, pane: str) -> None:
        """Show one pane alone, or all with an empty id; the focus goes to a pane that is shown."""
        pane = self._alone = pane if pane in SHOWN_ALONE else ""
        self.update_classes({name: each == pane for each, name in SHOWN_ALONE.items()})
        hint = f"{EXERCISE.key('maximise')} shows all"
        self._answer.tell_alone(hint if pane == "answer" else "")
        self.query_one("#alone", Static).update(f"{hint}  " if pane == "results" else "")
        self._divide()
        if pane and pane != self._pane_with_focus():
            self.after_refresh(self._focus_pane, pane)

    def _focus_pane(self, pane: str) -> None:
        if pane == "answer":
            self._answer.focus_answer()
        else:
            self.query_one("#task" if pane == "task-pane" else f"#{self.query_one(PaneTabs).chosen}").focus()

    async def _begin(self, work: Work, pane: str, line: str) -> None:
        """Show all panes: a check and a run have results."""
        self._show_alone("")
        await super()._begin(work, pane, line)

    def action_verdict_down(self) -> None:
        """Scroll the verdict, or the pane in its place, by a page; the focus stays."""
        self._scroll_results(1)

    def action_verdict_up(self) -> None:
        """Scroll it back."""
        self._scroll_results(-1)

    def _scroll_results(self, direction: int) -> None:
        pane = self.query_one(f"#{self.query_one(PaneTabs).chosen}")
        step = max(pane.size.height - 2, 1)
        pane.scroll_relative(y=direction * step, animate=False)

    def action_details(self) -> None:
        """Show tables and traceback of the verdict, or hide them."""
        view, tabs = self.query_one(ReportView), self.query_one(PaneTabs)
        if view.report is not None and tabs.chosen != "verdict":
            view.remove_class("-detailed")
            tabs.choose("verdict")
        view.toggle_details()

    def _say(self, text: str) -> None:
        self.notify(text, markup=False)
