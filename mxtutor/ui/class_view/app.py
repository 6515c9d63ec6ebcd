"""The app of the class view: who needs attention, the grid, and common mistakes; it reads the store in a thread."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from rich.table import Table
from rich.text import Text  # in a table, Textual wraps `Text` but not `Content`
from textual import on, work
from textual.app import App, ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import DataTable, Static

from mxtutor.counts import count
from mxtutor.errors import TutorError
from mxtutor.live.picture import STUCK_MISSES, STUCK_SECONDS, CommonMistake, Sample
from mxtutor.live.watching import Snapshot
from mxtutor.reporting.durations import elapsed
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.class_view.grid import ClassGrid
from mxtutor.ui.class_view.keys import CARD, CLASS
from mxtutor.ui.glyphs import UNICODE, Glyphs, glyph_set
from mxtutor.ui.marked_text import prose
from mxtutor.ui.screens.base import KeyFooter
from mxtutor.ui.themes import draw_with, use_own_themes
from mxtutor.ui.widgets.code_view import CodeView
from mxtutor.ui.widgets.pane_tabs import PaneTabs

if TYPE_CHECKING:
    from mxtutor.live.watching import ClassWatch

REFRESH_SECONDS = 2.0
"""Interval, in seconds, of reading the store."""
REDRAW_SECONDS = 15.0
"""Seconds after which the shown times are updated without a new event."""
_T = TypeVar("_T")


PANES = {"attention": "1 Attention", "grid": "2 Everybody", "mistakes": "3 Mistakes"}
TITLES = {"attention": "Attention", "grid": "Everybody", "mistakes": "Common mistakes"}

REST = 0
"""Width of the column that gets the remaining space."""
COLUMNS = {
    "attention": {"": 1, "Learner": 18, "Exercise": 26, "For": 10, "Attempts": 8},
    "mistakes": {"Share": 5, "Who": 10, "Exercise": 24, "Mistake": REST, "Still": 5},
}
"""Widths of the columns of each table, by heading."""
NARROW = {
    "attention": {"": 1, "Learner": 13, "Exercise": 18, "For": 6, "Attempts": 8},
    "mistakes": {"Who": 8, "Exercise": 18, "Mistake": REST},
}
"""The same for a table with less room than `NEEDED`."""
NEEDED = {"attention": 73, "mistakes": 90}
"""Room that `COLUMNS` need, in columns of the terminal."""
ROOMY = 80
"""Minimum width of the terminal, in columns, for the program's name in the title."""


class ClassScreen(Screen[None]):
    """Draws snapshots of a class; the app handles the actions."""

    def __init__(self) -> None:
        super().__init__()
        self.snapshot = Snapshot()
        self._state = ""

    def compose(self) -> ComposeResult:
        yield Static("", id="class-title", markup=False)
        yield PaneTabs(PANES, id="class-tabs")
        with Container(id="class-body"):
            with Vertical(id="attention", classes="pane"):
                yield Static("", classes="empty", markup=False)
                yield DataTable[Content | Text](id="attention-table", cursor_type="row", zebra_stripes=False)
            with Vertical(id="mistakes", classes="pane"):
                yield Static("", classes="empty", markup=False)
                yield DataTable[Content | Text](id="mistakes-table", cursor_type="row")
            with Vertical(id="grid", classes="pane"):
                yield ClassGrid(id="class-grid")
                yield Static("", id="about-cell", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        for name, title in TITLES.items():
            self.query_one(f"#{name}").border_title = title
        self.choose("attention")

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw_again)

    def _draw_again(self) -> None:
        if self.is_running and self.snapshot.title:
            self.draw_snapshot(self.snapshot, self._state)

    def choose(self, name: str) -> None:
        self.query_one(PaneTabs).choose(name)
        self.query_one("#class-grid" if name == "grid" else f"#{name}-table").focus()

    @on(PaneTabs.Chosen)
    def show_pane(self, event: PaneTabs.Chosen) -> None:
        body = self.query_one("#class-body")
        for name in PANES:
            body.set_class(name == event.name, f"-show-{name}")

    def draw_snapshot(self, snapshot: Snapshot, state: str) -> None:
        """Draw a snapshot; `state` says why it may be out of date."""
        self.snapshot, self._state = snapshot, state
        everybody, active, asking, stuck = snapshot.counts()
        learners = count(everybody, "learner")
        parts = [f"{active} of {learners} at work" if active < everybody else learners]
        parts += [f"{asking} {'asks' if asking == 1 else 'ask'} for help"] if asking else []
        parts += [f"{stuck} stuck"] if stuck else []
        program = "mxtutor class / " if self.app.size.width >= ROOMY else ""
        title = Content.assemble(program, (plain(snapshot.title), "bold"), "   ")
        said = Content.styled(f"{state}   " if state else "", "$text-warning")
        self.query_one("#class-title", Static).update(title + said + Content(", ".join(parts)))
        self._show_attention(snapshot)
        self._show_mistakes(snapshot)
        grid = self.query_one(ClassGrid)
        grid.snapshot = snapshot
        self.show_cell()

    @on(ClassGrid.Moved)
    def show_cell(self) -> None:
        """Describe the cell under the grid's cursor in a line below the grid."""
        self.query_one("#about-cell", Static).update(self.query_one(ClassGrid).about_cursor())

    def _show_attention(self, snapshot: Snapshot) -> None:
        rows = []
        for one in snapshot.attention:
            cell = one.view.cells.get(one.exercise)
            mark = ("?", "bold $text-error") if one.help else ("!", "bold $text-warning")
            learner, attempts = plain(snapshot.label(one.view.learner)), cell.attempts if cell else 0
            texts = {
                "Learner": learner,
                "Exercise": one.exercise,
                "For": elapsed(one.seconds),
                "Attempts": f"{attempts}",
            }
            rows.append({"": Content.styled(*mark)} | {label: Text(text) for label, text in texts.items()})
        self._fill("attention", rows, "No learner asks for help or is stuck.")

    def _show_mistakes(self, snapshot: Snapshot) -> None:
        rows = []
        for one in snapshot.mistakes:
            text = plain(one.text or one.code).replace("\n", " ")
            who = f"{one.learners} of {one.tried}"
            texts = {"Who": who, "Exercise": one.exercise, "Mistake": text, "Still": f"{one.still}"}
            share = Content.styled(f"{one.share:5.0%}", "bold")
            rows.append({"Share": share} | {label: Text(text) for label, text in texts.items()})
        self._fill("mistakes", rows, "No answer was wrong yet.")

    def _columns(self, name: str) -> dict[str, int]:
        """Return the widths of the columns of a table that fit on the screen, by heading."""
        room = self.size.width - 4  # padding and scrollbar
        if self.has_class("-wide") and self.has_class("-high"):
            room = self.size.width // 2 - 6
        chosen = (COLUMNS if room >= NEEDED[name] else NARROW)[name]
        rest = room - sum(chosen.values()) - 2 * len(chosen)
        return {label: width or max(rest, 12) for label, width in chosen.items()}

    def _fill(self, name: str, rows: Sequence[Mapping[str, Content | Text]], empty: str) -> None:
        """Replace the columns and rows of a table; the cursor stays where it was."""
        table: DataTable[Any] = self.query_one(f"#{name}-table", DataTable)
        at, scroll = table.cursor_row, table.scroll_y
        note = self.query_one(f"#{name} .empty", Static)
        note.update(empty)
        note.display, table.show_header = not rows, bool(rows)  # a hidden table would lose the focus
        table.clear(columns=True)
        columns = self._columns(name)
        for label, width in columns.items():
            table.add_column(label, width=width)
        for row in rows:
            table.add_row(*(row[label] for label in columns), height=None)
        if rows:
            table.move_cursor(row=min(at, len(rows) - 1), animate=False)
            table.scroll_to(y=scroll, animate=False)

    def asked(self) -> tuple[str, str] | None:
        """Return the learner under the cursor who asks for help, and the exercise; None if there is none."""
        grid = self.query_one(ClassGrid)
        if grid.has_focus:
            view = grid.chosen()
            return (view.learner, view.help_in) if view is not None and view.help_in else None
        table: DataTable[Any] = self.query_one("#attention-table", DataTable)
        if table.cursor_row < len(self.snapshot.attention):
            one = self.snapshot.attention[table.cursor_row]
            return (one.view.learner, one.exercise) if one.help else None
        return None

    def mistake(self) -> CommonMistake | None:
        """Return the mistake under the cursor; None if there is none."""
        table: DataTable[Any] = self.query_one("#mistakes-table", DataTable)
        mistakes = self.snapshot.mistakes
        return mistakes[table.cursor_row] if table.cursor_row < len(mistakes) else None


NO_CODE = "No learner shares the code of an answer with this mistake."
HOW_TO_SHARE = "Code is shared if the workshop says `share_code: true`, or if a learner runs `mxtutor class share on`."


class ProjectCard(ModalScreen[None]):
    """A mistake and an answer with it on the whole screen, without the learner's name."""

    BINDINGS = CARD.bindings()

    def __init__(self, mistake: CommonMistake, sample: Sample) -> None:
        super().__init__()
        self._mistake, self._sample = mistake, sample

    def compose(self) -> ComposeResult:
        mistake, sample = self._mistake, self._sample
        with VerticalScroll(id="project"):
            yield Static(Content.styled(mistake.exercise, "bold"), id="project-exercise", markup=False)
            yield Static(prose(mistake.text or mistake.code), id="project-text", markup=False)
            if sample.code:
                yield CodeView(sample.code, id="project-code")
                look = "looks" if sample.same == 1 else "look"
                which = (
                    f"{sample.same} of {sample.shared} shared answers {look} like this. " if sample.shared > 1 else ""
                )
            else:
                yield Static(prose(HOW_TO_SHARE if not sample.shared else "The shared answers do not parse."))
                which = f"{NO_CODE} "
            made = f"{mistake.learners} of {mistake.tried} who tried made this mistake. {which}"
            yield Static(f"{made}{CARD.key('dismiss')} closes.", id="project-foot", markup=False)


class KeysCard(ModalScreen[None]):
    """The keys and the marks of the class view."""

    BINDINGS = CARD.bindings()

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs

    def compose(self) -> ComposeResult:
        glyphs, table, minutes = self._glyphs, Table.grid(padding=(0, 2, 0, 0)), STUCK_SECONDS / 60
        marks = {
            glyphs.right: "right",
            "1-9": "answers in a row that are not right",
            glyphs.todo: "opened",
            glyphs.gave_up: "gave up",
            glyphs.dot: "not opened",
            "?": "asks for help",
            "!": f"stuck: {minutes:.0f} minutes in one exercise, or {STUCK_MISSES} answers in a row, without success",
        }
        for names, text in [*((row.names, row.help) for row in CLASS.rows), ("", ""), *marks.items()]:
            table.add_row(Text(names, "bold"), Text(text))
        with VerticalScroll(id="keys") as box:
            box.border_title = "Keys"
            box.border_subtitle = f"{CARD.key('dismiss')} closes"
            yield Static(table)


class ClassApp(App[None]):
    """The class view in a terminal."""

    TITLE = "mxtutor class"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (130, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-high")]
    CSS_PATH = ["class_view.tcss"]  # Textual loads no styles of a default screen
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = CLASS.bindings()

    def __init__(self, watch: ClassWatch, *, names: bool, clock: Callable[[], float] = time.time) -> None:
        """Show the class of `watch`, with `names` or with ids; `clock` returns seconds since 1970."""
        super().__init__()
        use_own_themes(self)
        self._class_watch, self._names, self._clock = watch, names, clock
        self._by_need, self._reading = False, asyncio.Lock()
        self.glyphs: Glyphs = UNICODE
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="mxtutor-class-view")
        self._store_state, self._drawn = "reading the class ...", float("-inf")
        self._problem = ""
        """Why the roster cannot be read."""

    def get_default_screen(self) -> ClassScreen:
        return ClassScreen()

    @property
    def view(self) -> ClassScreen:
        """The screen of the class, which is below all cards."""
        screen = self.screen_stack[0]
        assert isinstance(screen, ClassScreen)
        return screen

    def on_mount(self) -> None:
        if glyph_set("") is not self.glyphs:
            self.action_marks()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.view.draw_snapshot(Snapshot(self._class_watch.entry.title), self._store_state)
        self._read_class()
        self.set_interval(REFRESH_SECONDS, self._read_class)

    async def _in_reader(self, call: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._reader, call)

    @work(group="refresh")
    async def _read_class(self, *, force: bool = False) -> None:
        """Read new events and draw the class, with `force` also without new events; one reading at a time."""
        if force or not self._reading.locked():
            async with self._reading:
                await self._read_and_draw(force=force)

    async def _read_and_draw(self, *, force: bool) -> None:
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
            state = away or ("the earlier roster is in use" if problem else "")
            if unknown and not state:
                state = f"mistakes of {count(unknown, 'exercise')} have no names: give --workshop"
            self._tell_once(problem)
        except TutorError as error:
            snapshot, state = None, f"not up to date: {error.message}"
        if snapshot is not None or state != self._store_state:
            self._store_state = state
            self.view.draw_snapshot(snapshot or self.view.snapshot, state)

    def _tell_once(self, problem: str) -> None:
        """Notify once why the roster cannot be read; the title has no room for the text."""
        if problem and problem != self._problem:
            self.notify(
                f"The changed roster cannot be read, so the earlier one is in use: {problem}",
                severity="warning",
                markup=False,
            )
        self._problem = problem

    def action_choose(self, name: str) -> None:
        self.view.choose(name)

    def action_names(self) -> None:
        """Switch between names and ids of the learners."""
        if not self._class_watch.has_names:
            self.notify("There is no roster beside the store: name it with --roster.", markup=False)
            return
        self._names = not self._names
        self._read_class(force=True)

    def action_sort(self) -> None:
        """Switch the order of the grid's rows between names and numbers of right answers."""
        self._by_need = not self._by_need
        self.notify("Fewest right answers first." if self._by_need else "In the order of names.", markup=False)
        self._read_class(force=True)

    def action_columns(self) -> None:
        """Switch the grid's columns between exercises and topics."""
        grid = self.view.query_one(ClassGrid)
        grid.by_topic = not grid.shows_topics
        self.view.show_cell()

    def action_marks(self) -> None:
        """Switch between the two sets of marks."""
        self.glyphs = glyph_set("unicode" if self.glyphs.name == "ascii" else "ascii")
        self.view.query_one(ClassGrid).glyphs = self.glyphs
        draw_with(self, self.glyphs)

    def action_keys(self) -> None:
        self.push_screen(KeysCard(self.glyphs))

    @work(exclusive=True, group="helped")
    async def action_helped(self) -> None:
        """Store that the learner under the cursor was helped."""
        marked = self.view.asked()
        if marked is None:
            self.notify("Mark a learner who asks for help, in the list or in the grid.", markup=False)
            return
        try:
            await self._in_reader(lambda: self._class_watch.mark_helped(*marked, self._clock()))
        except TutorError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self._read_class(force=True)

    @work(exclusive=True, group="project")
    async def action_project(self) -> None:
        """Show the mistake under the cursor with an anonymous answer, on the whole screen."""
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
        """On enter: show the mistake on the whole screen."""
        if event.data_table.id == "mistakes-table":
            self.action_project()

    async def on_unmount(self) -> None:
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
