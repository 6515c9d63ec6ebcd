"""The results of the reference and a draft for the same arguments, side by side if there is room."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from mxtutor.grading.protocol import Play
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.widgets.code_pair import shown_result

FRAMES = 8
"""Cells of two frames."""


class PlayView(Vertical):
    """Both results above, the arguments below; hidden until there is something to show."""

    _needed = 0
    """Cells of two copies of the longest line."""

    def compose(self) -> ComposeResult:
        """Lay out the two results and the arguments."""
        with Vertical(id="play-results"):
            for framework, title in (("torch", "PyTorch gives"), ("mxnet", "Your draft gives")):
                result = Static(id=f"play-{framework}", markup=False)
                result.border_title = title
                yield result
        yield Static(id="play-inputs", markup=False)

    def show(self, play: Play) -> None:
        """Show a play; the draft's output is shown elsewhere."""
        results = [_result(play, "torch"), _result(play, "mxnet")]
        self.query_one("#play-inputs", Static).update(Content.assemble(("Called with\n", "bold"), plain(play.inputs)))
        for framework, result in zip(("torch", "mxnet"), results, strict=True):
            self.query_one(f"#play-{framework}", Static).update(result)
        self._needed = 2 * max(line.cell_length for result in results for line in result.split("\n", allow_blank=True))
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
