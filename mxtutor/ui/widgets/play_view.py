"""The results of the reference and a draft for the same arguments, side by side if there is room."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from mxtutor.grading.protocol import Play
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.widgets.code_pair import shown_result

TITLES = {"torch": "PyTorch gives", "mxnet": "Your draft gives"}
FRAMES = 8
"""Cells of two frames."""


class PlayView(Vertical):
    """Both results above, the arguments below; hidden until there is something to show."""

    _needed = 0
    """Cells of two copies of the longest line."""

    def __init__(self, *, reference: bool = True, id: str | None = None) -> None:
        """Show the reference's result, too, or with `reference=False` the draft's alone."""
        super().__init__(id=id)
        self._frameworks = ("torch", "mxnet") if reference else ("mxnet",)

    def compose(self) -> ComposeResult:
        """Lay out the results and the arguments."""
        with Vertical(id="play-results"):
            for framework in self._frameworks:
                result = Static(id=f"play-{framework}", markup=False)
                result.border_title = TITLES[framework]
                yield result
        yield Static(id="play-inputs", markup=False)

    def show(self, play: Play) -> None:
        """Show a play; the draft's output is shown elsewhere."""
        results = [_result(play, framework) for framework in self._frameworks]
        self.query_one("#play-inputs", Static).update(Content.assemble(("Called with\n", "bold"), plain(play.inputs)))
        for framework, result in zip(self._frameworks, results, strict=True):
            self.query_one(f"#play-{framework}", Static).update(result)
        self._needed = len(results) * max(
            line.cell_length for result in results for line in result.split("\n", allow_blank=True)
        )
        self.add_class("-played")
        self._place()

    def on_resize(self) -> None:
        """Place the results side by side if there is room."""
        self._place()

    def _place(self) -> None:
        self.query_one("#play-results").set_class(self._needed + FRAMES <= self.size.width, "-beside")

    def hide(self) -> None:
        """Show nothing."""
        self.remove_class("-played")


def _result(play: Play, framework: str) -> Content:
    run = play.torch if framework == "torch" else play.mxnet
    line = run.error.line if run.error else None
    return shown_result(run, prints=False) + (f" (line {line})" if line else "")
