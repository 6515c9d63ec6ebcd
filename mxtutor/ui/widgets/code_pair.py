"""Runnable code of a lesson: a pair in both frameworks, or a block of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from mxtutor.content.lessons import CodePair, Trap
from mxtutor.grading.protocol import Grader, SnippetRun
from mxtutor.reporting.pair_words import pair_words
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import LESSON
from mxtutor.ui.widgets.code_view import CodeView

Framework = Literal["torch", "mxnet"]


class CodePane(Vertical):
    """Code of one framework, with its output below."""

    @dataclass
    class BorderClicked(Message):
        """The learner clicked on the lower border, which says how to run the code."""

    result: reactive[SnippetRun | None] = reactive(None)
    """The result of the code; None before it ran."""

    def __init__(self, framework: Framework, source: str, *, note: str = "") -> None:
        super().__init__(classes=f"code-pane -{framework}")
        self.framework = framework
        self.source = source
        self.border_title = f"{framework}: {note}" if note else framework

    def compose(self) -> ComposeResult:
        yield CodeView(self.source.strip("\n"))
        yield Static(classes="output", markup=False)

    def on_click(self, event: Click) -> None:
        """Tell of a click on the lower border."""
        if event.screen_y == self.region.bottom - 1:
            self.post_message(self.BorderClicked())

    def watch_result(self, result: SnippetRun | None) -> None:
        """Show what the code printed, its value or its error."""
        self.set_class(result is not None, "-ran")
        self.set_class(result is not None and result.error is not None, "-raised")
        if result is not None:
            self.query_one(".output", Static).update(shown_result(result))


def shown_result(result: SnippetRun, *, prints: bool = True) -> Content:
    """Return the text about a run: its output (with `prints`), then its value or the last line of its error."""
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
    """Code that runs on enter, on a click of its lowest border, or when the screen requests it."""

    BINDINGS = [Binding("enter", "run", "Run", show=False)]

    @dataclass
    class Wanted(Message):
        """The learner requests a run of this code."""

        runnable: Runnable

    def panes(self) -> list[CodePane]:
        return list(self.query(CodePane))

    @property
    def ran(self) -> bool:
        return any(pane.result is not None for pane in self.panes())

    def action_run(self) -> None:
        self.post_message(self.Wanted(self))

    def on_focus(self) -> None:
        """Say in the lowest border how to run the code."""
        self.panes()[-1].border_subtitle = f"enter or {LESSON.key('run')} runs it, {LESSON.key('lab')} edits it"

    def on_blur(self) -> None:
        """Say it only in the block that has the focus."""
        self.panes()[-1].border_subtitle = ""

    def sources(self) -> tuple[str, str, float]:
        """Return the code in torch and in MXNet (empty if there is none), and the tolerance of the comparison."""
        raise NotImplementedError

    def begin(self) -> None:
        """Show that the code is running."""
        self._show_text(Content.styled("Running ...", "dim"))

    def run_on(self, grader: Grader) -> tuple[list[SnippetRun], bool | None]:
        """Run the code; return one result per pane, and whether they agree or are what the lesson says.

        It takes long. The second value is None if it is unknown.
        """
        raise NotImplementedError

    def finish(self, results: list[SnippetRun], same: bool | None, glyphs: Glyphs) -> None:
        """Show the results of `run_on`, and their meaning."""
        self.add_class("-ran")
        for pane, result in zip(self.panes(), results, strict=True):
            pane.result = result
        self._show_text(self.verdict(results, same, glyphs))

    def stop(self) -> None:
        """Show that the run was stopped."""
        self._show_text(Content.styled("Stopped. Enter runs it again.", "dim"))

    def verdict(self, results: list[SnippetRun], same: bool | None, glyphs: Glyphs) -> Content:
        """Return a sentence about the results."""
        raise NotImplementedError

    def _show_text(self, text: Content) -> None:
        outcome = self.query_one(".outcome", Static)
        outcome.update(text)
        outcome.display = True

    def on_code_pane_border_clicked(self) -> None:
        self.action_run()


class PairView(Runnable):
    """A pair of blocks: side by side if there is room, else one below the other."""

    def __init__(self, pair: CodePair) -> None:
        super().__init__(classes="runnable")
        self._pair = pair

    def compose(self) -> ComposeResult:
        """Lay out both panes, and the row that says later what their results mean."""
        with Horizontal(classes="panes"):
            yield CodePane("torch", self._pair.torch)
            yield CodePane("mxnet", self._pair.mxnet)
        yield Static(classes="outcome", markup=False)

    def sources(self) -> tuple[str, str, float]:
        return self._pair.torch, self._pair.mxnet, self._pair.rtol

    def run_on(self, grader: Grader) -> tuple[list[SnippetRun], bool | None]:
        """Run both sides; return whether they agree, by the same rule as the tests of the lesson."""
        ran = grader.pair(self._pair.torch, self._pair.mxnet, self._pair.rtol)
        return [ran.torch, ran.mxnet], ran.same

    def verdict(self, results: list[SnippetRun], same: bool | None, glyphs: Glyphs) -> Content:
        """Return whether the results agree, and whether they should."""
        if any(result.broken for result in results):
            return Content.styled(f"{glyphs.alert} It could not run; this is not your fault.", "$text-warning")
        words = pair_words(self._pair, same)
        if same is None:
            return Content.styled(words, "dim")
        meant = same == (self._pair.agree != "differs")
        mark, style = (glyphs.right, "$text-success") if meant else (glyphs.alert, "$text-warning")
        return Content.styled(f"{mark} {words}", style)


class TrapView(Runnable):
    """A block of one framework, most often one that raises."""

    def __init__(self, trap: Trap) -> None:
        super().__init__(classes="runnable -trap" if trap.raises else "runnable")
        self._trap = trap
        self._framework: Framework = "torch" if trap.framework == "torch" else "mxnet"

    def compose(self) -> ComposeResult:
        """Lay out the pane, and the row that says later what its result means."""
        yield CodePane(self._framework, self._trap.source, note="raises an error" if self._trap.raises else "")
        if self._trap.raises:
            yield Static(Content.styled(self._trap.error, "$text-error"), classes="raises")
        yield Static(classes="outcome", markup=False)

    def sources(self) -> tuple[str, str, float]:
        """Return the block; the other side is empty."""
        torch = self._framework == "torch"
        return (self._trap.source, "", 1e-4) if torch else ("", self._trap.source, 1e-4)

    def run_on(self, grader: Grader) -> tuple[list[SnippetRun], bool]:
        """Run it; return whether it raised the error that the lesson announces."""
        result = grader.run(self._framework, self._trap.source)
        return [result], self._trap.raises in error_line(result)

    def verdict(self, results: list[SnippetRun], same: bool | None, glyphs: Glyphs) -> Content:
        """Return whether the result is the one that the lesson announces."""
        if results[0].broken:
            return Content.styled(f"{glyphs.alert} It could not run; this is not your fault.", "$text-warning")
        if not self._trap.raises:
            return Content.styled(f"{glyphs.right} Finished.", "$text-success")
        if same:
            return Content.styled(f"{glyphs.right} It raises this error, as the text says.", "$text-success")
        return Content.styled(f"{glyphs.alert} It does not raise that error here.", "$text-warning")
