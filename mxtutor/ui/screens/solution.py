"""The solution beside the learner's answer, with an explanation."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mxtutor.content.model import Exercise
from mxtutor.content.styles import Style
from mxtutor.grading.protocol import Grader
from mxtutor.reporting.sanitize import plain
from mxtutor.session.session import LETTERS
from mxtutor.ui.keys import SOLUTION
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.sources import Sources
from mxtutor.ui.widgets.code_pair import shown_result
from mxtutor.ui.widgets.code_view import CodeView, coloured
from mxtutor.ui.widgets.markdown import CodeMarkdown

WIDEST, FRAME, SIDE = 120, 5, 4
"""Cells: the widest box; the frame and scroll bar; the part of each side that holds no code."""
Line = tuple[str, bool]
"""A line of code, and whether it differs from the other side."""


class Compared(CodeView):
    """Code in which lines that the other side has, too, are dimmed."""

    def __init__(self, lines: Sequence[Line]) -> None:
        super().__init__("\n".join(text for text, _ in lines))
        self._lines = lines

    def highlighted(self) -> Content:
        rows = zip(coloured(self.code).split("\n", allow_blank=True), self._lines, strict=False)
        return Content("\n").join(
            row if differs else Content.styled(row.plain, "$text-muted") for row, (_, differs) in rows
        )


class SolutionModal(TutorModal[None]):
    """The learner's answer beside right ones, differing lines marked; for a question, the right answer and why."""

    CSS_PATH = "solution.tcss"
    BINDINGS = SOLUTION.bindings()

    def __init__(
        self,
        grader: Grader,
        exercise: Exercise,
        sources: Sources,
        mine: str,
        styles: Sequence[Style],
        *,
        right: bool,
    ) -> None:
        """Compare `mine` with the solution; `right` tells that `mine` was checked and is right."""
        super().__init__()
        self._grader, self._exercise, self._sources = grader, exercise, sources
        self._mine, self._right = mine, right
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
                yield CodeView(self._sources.snippet.strip(), classes="part")
                yield Static("Running it ...", id="value", markup=False, classes="part")
            else:
                yield Horizontal(id="diff")
                yield Static("Yours is the same, but for blank lines.", classes="part", id="same")
            if exercise.explain:
                yield CodeMarkdown(exercise.explain)
            if exercise.sources.truth:
                truth = prose(f"True on MXNet 1.9.1: {exercise.sources.truth}")
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
            mine = _side("Yours, also right" if self._right else "Yours", left)
            await diff.mount(mine, _side(f"{name}{place}", right))
            self.query_one("#same", Static).display = not any(differs for _, differs in [*left, *right])

    def _options(self) -> Content:
        """Return the options, each with the reason why it is right or wrong."""
        glyphs = self.tutor.glyphs
        parts = []
        for letter, option in zip(LETTERS, self._exercise.options, strict=False):
            mark = glyphs.right if option.right else glyphs.wrong
            style = "bold $text-success" if option.right else "bold"
            parts.append(Content.assemble((f"{mark} {letter})  ", style), prose(option.text), "\n", prose(option.why)))
        return Content("\n\n").join(parts)


def _side(title: str, lines: list[Line]) -> Vertical:
    gutter = Static("\n".join("~" if differs else " " for _, differs in lines), classes="gutter", markup=False)
    side = Vertical(Horizontal(gutter, Compared(lines), classes="code-row"), classes="side")
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
