"""The solution beside the learner's answer, and the list of earlier attempts, which can be restored."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.content.styles import Style, styles_of
from mxtutor.grading.protocol import Grader
from mxtutor.progress.model import Attempt
from mxtutor.reporting.durations import date_and_time
from mxtutor.reporting.sanitize import plain
from mxtutor.session.session import Task
from mxtutor.ui.keys import EXERCISE, HISTORY, SOLUTION
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.threads import OPENING, in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import Sources
from mxtutor.ui.widgets.code_view import CodePane, shown_result
from mxtutor.ui.widgets.markdown import CodeMarkdown
from mxtutor.ui.widgets.options import Options

WIDEST, FRAME, SIDE = 120, 5, 4
"""Cells: the widest box; the frame and scroll bar; the part of each side that holds no code."""
Line = tuple[str, bool]
"""A line of code, and whether it differs from the other side."""


class SolutionModal(TutorModal[None]):
    """The learner's answer beside right ones, differing lines marked; for a question, the right answer and why."""

    KEYS = SOLUTION

    def __init__(self, grader: Grader, task: Task, sources: Sources, mine: str) -> None:
        """Compare the answer `mine` with the solution of an open exercise, whose files are `sources`."""
        super().__init__()
        self._grader, self._exercise, self._sources, self._mine = grader, task.exercise, sources, mine
        self._title = "Yours, also right" if task.right and mine == task.judged else "Yours"
        styles = () if task.rules().never("solutions") else styles_of(task.exercise)
        self._answers = (Style("Idiomatic", sources.solution), *styles)
        """The right answers to compare with."""
        self._place = 0
        """Index of the one that is shown."""

    def compose(self) -> ComposeResult:
        exercise = self._exercise
        with VerticalScroll(id="solution", classes="box") as box:
            box.border_title = f"Solution: {exercise.title}"
            arrows = f"{SOLUTION.key('style(-1)')}, {SOLUTION.key('style(1)')}"
            other = f"{arrows}: other right answers  " if len(self._answers) > 1 else ""
            box.border_subtitle = f"{other}{SOLUTION.key('dismiss')} closes"
            if exercise.kind == "choice":
                yield Static(self._options(), markup=False, classes="part")
            elif exercise.kind == "predict":
                yield CodePane(self._sources.snippet.strip(), classes="part")
                yield Static("Running it ...", id="value", markup=False, classes="part")
            else:
                yield Horizontal(id="diff")
                yield Static("Yours is the same, but for blank lines.", classes="part", id="same")
            if exercise.explain:
                yield CodeMarkdown(exercise.explain)
            if exercise.truth:
                truth = prose(f"True on MXNet 1.9.1: {exercise.truth}")
                yield Static(truth, markup=False, classes="part muted")

    async def on_mount(self) -> None:
        """Show the comparison; for a prediction, run the snippet to show its real value."""
        if self._exercise.kind == "predict":
            self._run_snippet()
        await self.action_style(0)

    @work(exit_on_error=False, description="Running the snippet")
    async def _run_snippet(self) -> None:
        source = f"{self._sources.snippet.rstrip()}\nresult\n"
        result = await in_thread(lambda: self._grader.run("mxnet", source))
        self.query_one("#value", Static).update(Content.styled("result is ", "bold") + shown_result(result))

    async def action_style(self, step: int) -> None:
        """Compare with the next right answer (1) or the one before (-1)."""
        if self._exercise.kind not in ("code", "fix"):
            return
        self._place = (self._place + step) % len(self._answers)
        style, diff = self._answers[self._place], self.query_one("#diff", Horizontal)
        texts = self._mine.expandtabs(), style.source.expandtabs()
        needed = [max(map(len, text.splitlines()), default=0) + SIDE for text in texts]
        spare = min(WIDEST, self.app.size.width * 24 // 25) - FRAME - sum(needed)
        beside = spare >= 0 and self.app.size.width >= 100
        self.set_class(not beside, "-stacked")
        diff.styles.grid_columns = f"{needed[0] + spare // 2} 1fr" if beside else None
        left, right = aligned(self._mine, style.source, self._sources.starter, pad=beside)
        name = f"{style.name}, also right" if self._place else style.name
        place = f"  {self._place + 1} of {len(self._answers)}" if len(self._answers) > 1 else ""
        async with self.batch():
            await diff.remove_children()
            await diff.mount(_side(self._title, left), _side(f"{name}{place}", right))
            self.query_one("#same", Static).display = not any(differs for _, differs in [*left, *right])

    def _options(self) -> Content:
        """Return the options, each with the reason why it is right or wrong."""
        glyphs = self.tutor.glyphs
        parts = []
        for letter, option in self._exercise.lettered.items():
            mark = glyphs.right if option.right else glyphs.wrong
            style = "bold $text-success" if option.right else "bold"
            parts.append(Content.assemble((f"{mark} {letter})  ", style), prose(option.text), "\n", prose(option.why)))
        return Content("\n\n").join(parts)


def _side(title: str, lines: list[Line]) -> Vertical:
    """Return code in which lines that both sides have are dimmed, and the others have a mark."""
    same = {number for number, (_, differs) in enumerate(lines) if not differs}
    code = CodePane("\n".join(text for text, _ in lines), dimmed=same)
    gutter = Static("\n".join("~" if differs else " " for _, differs in lines), classes="gutter", markup=False)
    side = Vertical(Horizontal(gutter, code, classes="code-row"), classes="side frame")
    side.border_title = Content(plain(title))
    return side


def aligned(mine: str, solution: str, starter: str, *, pad: bool) -> tuple[list[Line], list[Line]]:
    """Return the lines of both sources; `pad` inserts blank lines so that equal lines are in the same row.

    The imports of the starter count as equal: the learner did not write them.
    """
    left, right = mine.strip("\n").splitlines(), solution.strip("\n").splitlines()
    given = {"", *(line.strip() for line in starter.splitlines() if line.startswith(("import ", "from ")))}
    rows: tuple[list[Line], list[Line]] = ([], [])
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        height = max(b - a, d - c)
        for lines, part in ((rows[0], left[a:b]), (rows[1], right[c:d])):
            lines += [(line, tag != "equal" and line.strip() not in given) for line in part]
            lines += [("", False)] * (height - len(part) if pad else 0)
    return rows


CLOSES = f"{HISTORY.key('dismiss')} closes"


class HistoryModal(TutorModal[str]):
    """Lists attempts, newest first, with the code of the marked one; its result is the code to restore."""

    KEYS = HISTORY

    def __init__(self, session: TutorSession, exercise: str) -> None:
        super().__init__()
        self._session, self._attempted = session, exercise
        self._attempts: Sequence[Attempt] = ()

    def compose(self) -> ComposeResult:
        with Vertical(id="history", classes="box") as box:
            box.border_title = "Attempts, newest first"
            box.border_subtitle = CLOSES
            yield Static("Reading your attempts ...", id="no-attempt", classes="muted")
            yield Options(id="attempts", compact=True, markup=False)
            yield CodePane("", id="code")

    def on_mount(self) -> None:
        self._fill()

    @work(exit_on_error=False, exclusive=True, group=OPENING, description="Reading your attempts")
    async def _fill(self) -> None:
        exercise = self._attempted
        self._attempts = await self._session.ask(lambda progress: progress.attempts(exercise))
        options = self.query_one(OptionList)
        options.add_options(Option(self._line(attempt)) for attempt in self._attempts)
        self.query_one("#no-attempt", Static).update(f"No attempt yet. {EXERCISE.key('check')} checks your answer.")
        self.set_class(bool(self._attempts), "-filled")
        if self._attempts:
            self.query_one("#history").border_subtitle = f"enter restores, {CLOSES}"
            options.highlighted = 0
            options.focus()

    def _line(self, attempt: Attempt) -> Content:
        word = attempt.verdict.value if attempt.verdict else "draft"
        mark = self.tutor.glyphs.verdict(attempt.verdict)
        return Content.assemble(
            f"{mark} {word:<8}", (f"{date_and_time(attempt.when)}  ", "dim"), plain(attempt.headline)
        )

    @on(OptionList.OptionHighlighted)
    def show_code(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one(CodePane).code = plain(self._attempts[event.option_index].code).rstrip()

    @on(OptionList.OptionSelected)
    def restore(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._attempts[event.option_index].code)
