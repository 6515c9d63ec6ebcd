"""The result of a draft in a sealed workshop, with the arguments; elsewhere the lab shows both sides."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from mxtutor.grading.protocol import Play
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.widgets.code_pair import shown_result


class PlayView(Vertical):
    """The result above, the arguments below; hidden until there is something to show."""

    def compose(self) -> ComposeResult:
        result = Static(id="play-mxnet", markup=False)
        result.border_title = "Your draft gives"
        yield result
        yield Static(id="play-inputs", markup=False)

    def show(self, play: Play) -> None:
        """Show a play; the draft's output is shown elsewhere."""
        line = play.mxnet.error.line if play.mxnet.error else None
        result = shown_result(play.mxnet, prints=False) + (f" (line {line})" if line else "")
        self.query_one("#play-mxnet", Static).update(result)
        self.query_one("#play-inputs", Static).update(Content.assemble(("Called with\n", "bold"), plain(play.inputs)))
        self.add_class("-played")
