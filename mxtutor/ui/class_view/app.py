"""The class view: reads the store in a thread, draws what it says, and projects answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from textual import work
from textual.app import App
from textual.widgets import DataTable

from mxtutor.counts import count
from mxtutor.errors import TutorError
from mxtutor.live.watching import Snapshot
from mxtutor.ui.class_view.cards import KeysCard, ProjectCard
from mxtutor.ui.class_view.grid import ClassGrid
from mxtutor.ui.class_view.keys import CLASS
from mxtutor.ui.class_view.screen import ClassScreen
from mxtutor.ui.glyphs import UNICODE, Glyphs, glyph_set
from mxtutor.ui.themes import draw_with, use_own_themes

if TYPE_CHECKING:
    from mxtutor.live.watching import ClassWatch

REFRESH_SECONDS = 2.0
REDRAW_SECONDS = 15.0
"""Time after which times are drawn again, though nothing has happened."""
_T = TypeVar("_T")


class ClassApp(App[None]):
    """The class view in a terminal."""

    TITLE = "mxtutor class"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (130, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-high")]
    CSS_PATH = ["class_view.tcss"]  # Textual loads no styles of a default screen
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = CLASS.bindings()

    def __init__(self, watch: ClassWatch, *, names: bool, clock: Callable[[], float] = time.time) -> None:
        """Show a class; `clock` gives seconds since 1970."""
        super().__init__()
        use_own_themes(self)
        self._class_watch, self._names, self._clock = watch, names, clock
        self._by_need = self._reading = self._force = False
        self.glyphs: Glyphs = UNICODE
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="mxtutor-class-view")
        self._store_state, self._drawn = "reading the class ...", float("-inf")
        self._problem = ""
        """Why the roster cannot be read."""
        self._snapshot = Snapshot(watch.entry.title)

    def get_default_screen(self) -> ClassScreen:
        """Return the screen of the class."""
        return ClassScreen()

    @property
    def view(self) -> ClassScreen:
        """The screen below all cards."""
        screen = self.screen_stack[0]
        assert isinstance(screen, ClassScreen)
        return screen

    def on_mount(self) -> None:
        """Begin to read after the first frame."""
        if glyph_set("") is not self.glyphs:
            self.action_marks()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.view.draw_snapshot(self._snapshot, self._store_state)
        self._read_class()
        self.set_interval(REFRESH_SECONDS, self._read_class)

    async def _in_reader(self, call: Callable[[], _T]) -> _T:
        import asyncio

        return await asyncio.get_running_loop().run_in_executor(self._reader, call)

    @work(group="refresh")
    async def _read_class(self, *, force: bool = False) -> None:
        """Read what is new and draw it, with `force` even if nothing is; one reading at a time."""
        self._force = self._force or force
        if self._reading:
            return
        self._reading = True
        try:
            await self._read_and_draw()
            while self._force:
                await self._read_and_draw()
        finally:
            self._reading = False

    async def _read_and_draw(self) -> None:
        force, self._force = self._force, False

        def read() -> tuple[Snapshot | None, str, str]:
            new = self._class_watch.refresh()
            now, problem = self._clock(), self._class_watch.problem
            away = self._class_watch.server_away(now)
            if not (new or force or abs(now - self._drawn) >= REDRAW_SECONDS):
                return None, problem, away
            self._drawn = now
            return self._class_watch.snapshot(now, names=self._names, by_need=self._by_need), problem, away

        try:
            snapshot, problem, away = await self._in_reader(read)
            unknown = self._class_watch.unknown
            state = (
                f"give --workshop: its mistakes have no names here ({count(unknown, 'exercise')})" if unknown else ""
            )
            state = away or ("the earlier roster is in use" if problem else state)
            self._tell_once(problem)
        except TutorError as error:
            snapshot, state = None, f"not up to date: {error.message}"
        if snapshot is not None:
            self._snapshot = snapshot
        if snapshot is not None or state != self._store_state:
            self._store_state = state
            self.view.draw_snapshot(self._snapshot, state)

    def _tell_once(self, problem: str) -> None:
        """Say why the roster cannot be read; the line of the title has no room for it."""
        if problem and problem != self._problem:
            self.notify(
                f"The changed roster cannot be read, so the earlier one is in use: {problem}",
                severity="warning",
                markup=False,
            )
        self._problem = problem

    def action_choose(self, name: str) -> None:
        """Show a part of the view."""
        self.view.choose(name)

    def action_names(self) -> None:
        """Show names in place of ids, or ids again."""
        if not self._class_watch.has_names:
            self.notify("There is no roster beside the store: name it with --roster.", markup=False)
            return
        self._names = not self._names
        self._read_class(force=True)

    def action_sort(self) -> None:
        """Sort the grid in the other way."""
        self._by_need = not self._by_need
        self.notify("Fewest right answers first." if self._by_need else "In the order of names.", markup=False)
        self._read_class(force=True)

    def action_columns(self) -> None:
        """Show exercises in place of topics, or topics again."""
        grid = self.view.query_one(ClassGrid)
        grid.by_topic = not grid.shows_topics
        self.view.show_cell()

    def action_marks(self) -> None:
        """Draw marks from the other set."""
        self.glyphs = glyph_set("unicode" if self.glyphs.name == "ascii" else "ascii")
        self.view.query_one(ClassGrid).glyphs = self.glyphs
        draw_with(self, self.glyphs)

    def action_keys(self) -> None:
        """Show the keys and the marks."""
        glyphs = self.glyphs
        self.push_screen(
            KeysCard(
                f"{glyphs.right} right   1-9 answers in a row that are not right   {glyphs.todo} opened   "
                f"{glyphs.gave_up} gave up   {glyphs.dot} not opened\n? asks for help   ! stuck: 10 minutes in one "
                "exercise, or 4 answers in a row, without success"
            )
        )

    @work(exclusive=True, group="helped")
    async def action_helped(self) -> None:
        """Store that the marked learner was helped."""
        marked = self.view.asked()
        if marked is None:
            self.notify("Mark somebody who asks for help, in the list or in the grid.", markup=False)
            return
        try:
            await self._in_reader(lambda: self._class_watch.mark_helped(*marked, self._clock()))
        except TutorError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self._read_class(force=True)

    @work(exclusive=True, group="project")
    async def action_project(self) -> None:
        """Show the marked mistake with an anonymous answer, on the whole screen."""
        mistake = self.view.mistake()
        if mistake is None:
            self.notify("There is no mistake to project yet.", markup=False)
            return
        try:
            sample = await self._in_reader(lambda: self._class_watch.sample(mistake))
        except TutorError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.push_screen(ProjectCard(mistake, sample))

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Project a mistake that was entered; an entered learner shows in the grid."""
        if event.data_table.id == "mistakes-table":
            self.action_project()

    async def on_unmount(self) -> None:
        """End the thread."""
        self._reader.shutdown(wait=False, cancel_futures=True)

    def get_key_display(self, binding: Any) -> str:
        """Return the name of a key in the footer."""
        shown = super().get_key_display(binding)
        return shown if shown.isascii() or self.glyphs.name != "ascii" else str(binding.key).partition(",")[0]


def run_class_view(watch: ClassWatch, *, names: bool) -> int:
    """Show a class until the instructor quits; return the exit code."""
    app = ClassApp(watch, names=names)
    app.run()
    return app.return_code or 0
