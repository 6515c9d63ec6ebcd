"""Runnable code of a lesson: a pair in both frameworks, or a block in one of them."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from mxtutor.content.lessons import CodePair, Trap
from mxtutor.grading.protocol import SnippetRun
from mxtutor.reporting.sanitize import plain
from mxtutor.session.lesson import outcome
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import LESSON
from mxtutor.ui.widgets.code_view import CodeView


class CodeBox(Vertical):
    """Code of one framework, with its results below."""

    def __init__(self, framework: str, source: str, *, note: str = "") -> None:
        super().__init__(classes=f"code-pane -{framework}")
        self._source = source
        self.border_title = f"{framework}: {note}" if note else framework

    def compose(self) -> ComposeResult:
        yield CodeView(self._source.strip("\n"))
        yield Static(classes="output", markup=False)

    def show(self, result: SnippetRun) -> None:
        self.add_class("-ran")
        self.set_class(result.error is not None, "-raised")
        self.query_one(".output", Static).update(shown_result(result))


def shown_result(result: SnippetRun, *, prints: bool = True) -> Content:
    """Return a run as text: its output (with `prints`), then its value or the last line of its error."""
    if result.broken:
        return Content.styled(plain(result.broken), "$text-warning")
    shown = (result.output if prints else "", result.value)
    parts = [Content(plain(text).strip("\n")) for text in shown if text.strip()]
    if result.error is not None:
        parts.append(Content.styled(error_line(result), "$text-error"))
    return Content("\n").join(parts) if parts else Content.styled("(nothing printed, no value)", "dim")


def error_line(result: SnippetRun) -> str:
    """Return "Type: text" of a run's error; empty without one."""
    return "" if result.error is None else plain(result.error.summary)


class Runnable(Vertical, can_focus=True):
    """Code that runs on enter, on a click on its lowest border, or when the screen runs it.

    A pair is shown side by side if there is room.
    """

    BINDINGS = [Binding("enter", "run", "Run", show=False)]

    @dataclass
    class Wanted(Message):
        """The learner asks to run this code."""

        runnable: Runnable

    def __init__(self, block: CodePair | Trap) -> None:
        self._raises = isinstance(block, Trap) and bool(block.raises)
        super().__init__(classes="runnable -trap" if self._raises else "runnable")
        self.block = block
        self.ran = False

    def compose(self) -> ComposeResult:
        if isinstance(self.block, CodePair):
            with Horizontal(classes="panes"):
                yield CodeBox("torch", self.block.torch)
                yield CodeBox("mxnet", self.block.mxnet)
        else:
            yield CodeBox(self.block.framework, self.block.source, note="raises an error" if self._raises else "")
            if self._raises:
                yield Static(Content.styled(self.block.error, "$text-error"), classes="raises")
        yield Static(classes="outcome", markup=False)

    @property
    def sources(self) -> tuple[str, str, float]:
        """The code in torch and in MXNet (empty if there is none), and the relative tolerance of the comparison."""
        block = self.block
        if isinstance(block, CodePair):
            return block.torch, block.mxnet, block.rtol
        return (block.source, "", 1e-4) if block.framework == "torch" else ("", block.source, 1e-4)

    def action_run(self) -> None:
        self.post_message(self.Wanted(self))

    def on_click(self, event: Click) -> None:
        """Run the code if the lower border was clicked, which names the key."""
        boxes = [box.region for box in self.query(CodeBox)]
        if any(box.contains(*event.screen_offset) and event.screen_y == box.bottom - 1 for box in boxes):
            self.action_run()

    def on_focus(self) -> None:
        """Show the key in the lowest border."""
        hint = f"enter or {LESSON.key('run')} runs it, {LESSON.key('lab')} edits it"
        self.query(CodeBox).last().border_subtitle = hint

    def on_blur(self) -> None:
        """Hide the key: only the focused block shows it."""
        self.query(CodeBox).last().border_subtitle = ""

    def finish(self, runs: dict[str, SnippetRun], same: bool | None, glyphs: Glyphs) -> None:
        """Show the results of `session.lesson.run_block`, and whether they are as the lesson says."""
        self.ran = True
        self.add_class("-ran")
        for box, result in zip(self.query(CodeBox), runs.values(), strict=True):
            box.show(result)
        words, meant = outcome(self.block, runs, same)
        mark, style = (glyphs.right, "$text-success") if meant else (glyphs.alert, "$text-warning")
        self.say(words, "dim") if meant is None else self.say(f"{mark} {words}", style)

    def say(self, text: str, style: str = "dim") -> None:
        line = self.query_one(".outcome", Static)
        line.update(Content.styled(text, style))
        line.display = True
