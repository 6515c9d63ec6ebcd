"""What both frameworks gave in the lab: aligned grids with the differences marked, errors by name, what was printed."""

from __future__ import annotations

from collections.abc import Iterator

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from mxtutor.grading.differences import Table
from mxtutor.grading.protocol import SnippetRun
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.tutor import tutor_of
from mxtutor.ui.widgets.array_grid import ArrayGrid, Grid
from mxtutor.ui.widgets.code_pair import error_line

NAMES = {"torch": "PyTorch", "mxnet": "MXNet"}


class LabResults(VerticalScroll):
    """The results of the last run; a line before the first one."""

    def __init__(self, idle: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._idle = idle
        self._shown: tuple[SnippetRun | None, SnippetRun | None, tuple[Table, ...]] | None = None
        """The run that is shown."""
        self.border_title = "Results"

    def compose(self) -> ComposeResult:
        """Show what to do before the first run."""
        yield Static(self._idle, classes="muted", markup=False)

    async def show_line(self, text: str, style: str = "muted") -> None:
        """Show a line in place of results; `style` is "muted" or "refused"."""
        self._shown = None
        await self._replace([Static(plain(text), classes=style, markup=False)])

    async def show(self, torch: SnippetRun | None, mxnet: SnippetRun | None, tables: tuple[Table, ...]) -> None:
        """Show a run; None stands for a side without code."""
        self._shown = torch, mxnet, tables
        await self._replace(list(parts_of(torch, mxnet, tables, tutor_of(self).glyphs)))
        self.scroll_home(animate=False)

    @work(exclusive=True, exit_on_error=False, group="marks", description="Drawing the results")
    async def redraw_marks(self) -> None:
        if self._shown is not None:
            await self.show(*self._shown)

    async def _replace(self, parts: list[Widget]) -> None:
        async with self.batch():
            await self.remove_children()
            await self.mount(*parts)


def parts_of(
    torch: SnippetRun | None, mxnet: SnippetRun | None, tables: tuple[Table, ...], glyphs: Glyphs
) -> Iterator[Widget]:
    """Yield the parts of a run: grids with notes, else values and errors of each side, then what was printed."""
    runs = {"torch": torch, "mxnet": mxnet}
    for table in tables:
        yield ArrayGrid(grid_of(table))
        yield Static(_note(table, glyphs), classes="note", markup=False)
    for framework, run in runs.items():
        if run is None:
            continue
        if run.broken:
            yield _said(NAMES[framework], plain(run.broken), "$text-warning", glyphs.alert)
        elif run.error is not None:
            line = f" (line {run.error.line})" if run.error.line else ""
            yield _said(f"{NAMES[framework]} raises", f"{error_line(run)}{line}", "$text-error", glyphs.wrong)
        elif not tables:
            yield _said(f"{NAMES[framework]} gives", plain(run.value).strip("\n") or "nothing (no value)")
    for framework, run in runs.items():
        if run is not None and run.output.strip():
            yield _said(f"{NAMES[framework]} printed", plain(run.output).strip("\n"))
    if tables and not any(run and run.output.strip() for run in runs.values()):
        yield Static("Nothing was printed.", classes="muted", markup=False)


def grid_of(table: Table) -> Grid:
    """Return what a grid draws for a table."""
    name = f"{table.name}: " if table.name else ""
    torch, mxnet = table.torch.removeprefix("Tensor "), table.mxnet.removeprefix("NDArray ")  # the usual types
    titles = f"{name}PyTorch {torch}", f"{name}MXNet {mxnet}"
    return Grid(table.torch_cells, table.mxnet_cells, frozenset(table.differing), titles, table.labels)


def _note(table: Table, glyphs: Glyphs) -> Content:
    left = f" {table.hidden} elements are not shown." if table.hidden else ""
    if table.same:
        return Content.assemble((f"{glyphs.right} Both give the same.", "$text-success"), (left, "dim"))
    return Content.assemble((f"{glyphs.differs} {table.note}", "$text-error"), (left, "dim"))


def _said(title: str, text: str, style: str = "", mark: str = "") -> Static:
    head = f"{mark} {title}" if mark else title
    return Static(
        Content.assemble((head, f"bold {style}".strip()), "\n", (text, style) if style else text),
        classes="note",
        markup=False,
    )
