"""A lesson: prose, runnable pairs of code, traps (code that fails) with their real error, and exercises."""

from __future__ import annotations

from functools import partial
from typing import cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.content.lessons import CodePair, Lesson, Prose, Trap
from mxtutor.content.model import LessonEntry
from mxtutor.grading.protocol import SnippetRun
from mxtutor.progress.model import Place
from mxtutor.session.lesson import run_block
from mxtutor.ui.glyphs import STATUS_WORDS, Glyphs
from mxtutor.ui.keys import LESSON
from mxtutor.ui.platform.threads import in_thread, start_in_thread
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.screens.lab import PairLab
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.code_view import CodePane, shown_result
from mxtutor.ui.widgets.markdown import CodeMarkdown
from mxtutor.ui.widgets.options import Options

BORDERS = 6
"""Cells of a box beside its code: the border, the padding, and that of the row."""


class CodeBox(Vertical):
    """Code of one framework, with its results below."""

    def __init__(self, framework: str, source: str, *, note: str = "") -> None:
        super().__init__(classes="code-pane frame")
        self._source = source
        self.border_title = f"{framework}: {note}" if note else framework

    def compose(self) -> ComposeResult:
        yield CodePane(self._source.strip("\n"), can_focus=False)
        yield Static(classes="output", markup=False)

    def show(self, result: SnippetRun) -> None:
        self.add_class("-ran")
        self.set_class(result.error is not None, "-raised")
        self.query_one(".output", Static).update(shown_result(result))


class Runnable(Vertical, can_focus=True):
    """Code that runs on enter, on a click on its lowest border, or when the screen runs it.

    A pair is shown side by side if both sides fit.
    """

    BINDINGS = [
        Binding("enter", "run", "Run", show=False),
        Binding("left", "sideways(-8)", "Left", show=False),
        Binding("right", "sideways(8)", "Right", show=False),
    ]

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

    def on_resize(self) -> None:
        """Put a pair one above the other if the code of a side does not fit beside the other's."""
        widest = max(pane.virtual_size.width for pane in self.query(CodePane))
        self.set_class(widest > self.size.width // 2 - BORDERS, "-stacked")

    def action_run(self) -> None:
        cast(LessonScreen, self.screen).run_blocks([self])

    def action_sideways(self, cells: int) -> None:
        """Scroll code that is wider than its box; both sides of a pair stay beside each other."""
        for pane in self.query(CodePane):
            pane.scroll_relative(x=cells, animate=False)

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

    def finish(self, runs: dict[str, SnippetRun], words: str, meant: bool | None, glyphs: Glyphs) -> None:
        """Show the results of `session.lesson.run_block`, and whether they are as the lesson says."""
        self.ran = True
        self.add_class("-ran")
        for box, result in zip(self.query(CodeBox), runs.values(), strict=True):
            box.show(result)
        mark, style = (glyphs.right, "$text-success") if meant else (glyphs.alert, "$text-warning")
        self.say(words, "dim") if meant is None else self.say(f"{mark} {words}", style)

    def say(self, text: str, style: str = "dim") -> None:
        line = self.query_one(".outcome", Static)
        line.update(Content.styled(text, style))
        line.display = True


STOPPED = "Stopped. Enter runs it again."


class LessonScreen(TutorScreen):
    """The screen of one lesson, which scrolls from top to bottom."""

    CSS_PATH = "lesson.tcss"
    AUTO_FOCUS = "#text"
    KEYS = LESSON
    UNDER_EXERCISES = True

    def __init__(self, session: TutorSession, entry: LessonEntry, lesson: Lesson, *, scroll: int = 0) -> None:
        super().__init__()
        self._session, self._entry, self._lesson, self._scroll = session, entry, lesson, scroll
        self._block_running: Runnable | None = None
        self._settled = False
        """Whether the stored scroll position has been restored."""

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(id="text"):
            yield Static(self._lesson.title, id="lesson-title", markup=False)
            if self._lesson.summary:
                yield Static(self._lesson.summary, id="summary", markup=False)
            for block in self._lesson.blocks:
                if isinstance(block, Prose):
                    yield CodeMarkdown(block.markdown)
                else:
                    yield Runnable(block)
            if self._entry.exercises:
                yield Static("Now you", id="now-you")
                options = [Option(self._option(exercise), id=exercise) for exercise in self._entry.exercises]
                yield Options(*options, id="exercises", compact=True, markup=False)

    def _option(self, exercise: str) -> Content:
        status = self._session.state(exercise)
        word = "" if status == "todo" else f"  {STATUS_WORDS[status]}"
        return Content.assemble(f"{self.glyphs.status(status)} {self._session.title(exercise)}", (word, "dim"))

    def on_mount(self) -> None:
        topic = next(t for t in self._session.course.topics if self._entry in t.lessons)
        lessons = topic.lessons
        self.set_title(topic.title, self._lesson.title, note=f"{lessons.index(self._entry) + 1} of {len(lessons)}")
        self.after_refresh(self._settle)

    def _settle(self) -> None:
        text = self.query_one("#text", VerticalScroll)
        self._settled = True
        self.follow_scroll(text, Place("lesson", self._entry.id, self._scroll))
        self.watch(text, "scroll_y", self._note_end, init=False)
        self.after_refresh(self._note_end)

    def _note_end(self) -> None:
        text = self.query_one("#text", VerticalScroll)
        if text.scroll_offset.y >= text.max_scroll_y - 1:
            self._session.note_read(self._entry.id)

    def on_screen_resume(self) -> None:
        """Update the exercises' marks, and store the place, unless another screen has opened in the meantime."""
        if self._settled and self.is_current:
            self._keep_place()
        self.redraw()

    def redraw(self) -> None:
        if not self._entry.exercises or not self.is_mounted:
            return
        options = self.query_one("#exercises", OptionList)
        for exercise in self._entry.exercises:
            options.replace_option_prompt(exercise, self._option(exercise))

    def on_unmount(self) -> None:
        if self._block_running is not None:
            start_in_thread(self._session.grader.cancel)

    def _keep_place(self) -> None:
        scroll = self.query_one("#text", VerticalScroll).scroll_offset.y
        self.tutor.note_place(Place("lesson", self._entry.id, scroll))

    @work(exclusive=True, exit_on_error=False, group="run", description="Running the code")
    async def run_blocks(self, blocks: list[Runnable]) -> None:
        if self._block_running is not None:
            self._block_running.say(STOPPED)
            await in_thread(self._session.grader.cancel)
        for block in blocks:
            self._block_running = block
            block.say("Running ...")
            block.finish(*await in_thread(partial(run_block, self._session.grader, block.block)), self.glyphs)
        self._block_running = None

    def _meant(self) -> Runnable | None:
        """Return the block to run: the focused one, else the first visible one that has not run yet."""
        focused = self.focused
        blocks = list(self.query(Runnable))
        if not isinstance(focused, Runnable):
            seen = self.query_one("#text").region
            on_screen = [b for b in blocks if seen.overlaps(b.region)]
            focused = next((b for b in [*on_screen, *blocks] if not b.ran), on_screen[0] if on_screen else None)
        return focused if isinstance(focused, Runnable) else None

    def action_run(self) -> None:
        """Run the focused block, else the first visible one that has not run yet."""
        if (block := self._meant()) is not None:
            block.focus()
            self.run_blocks([block])

    def action_lab(self) -> None:
        """Open that block in the lab."""
        block = self._meant()
        if block is None or not self.rules.screen("lab"):
            return
        block.focus()
        self.app.push_screen(PairLab(self._session.grader, (self._lesson.title,), *block.sources))

    def action_run_all(self) -> None:
        self.run_blocks(list(self.query(Runnable)))

    def action_page(self) -> None:
        self.query_one("#text", VerticalScroll).scroll_page_down(animate=False)

    def action_next(self) -> None:
        """Open the first exercise, or the next lesson."""
        self.tutor.open("after lesson", self._entry.id)

    def action_search(self) -> None:
        self.tutor.open("search")

    def action_back(self) -> None:
        """Cancel running code; if none runs, go back to the course."""
        if self._block_running is not None:
            self._stop()
            return
        self._keep_place()
        self.dismiss()

    @work(exclusive=True, exit_on_error=False, group="run", description="Stopping the code")
    async def _stop(self) -> None:
        running, self._block_running = self._block_running, None
        if running is not None:
            running.say(STOPPED)
            await in_thread(self._session.grader.cancel)

    @on(OptionList.OptionSelected, "#exercises")
    def open_exercise(self, event: OptionList.OptionSelected) -> None:
        self.tutor.open("exercise", str(event.option.id))
