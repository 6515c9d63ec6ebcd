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
from mxtutor.ui.keys import SOLUTION
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.sources import Sources
from mxtutor.ui.widgets.answer_area import LETTERS
from mxtutor.ui.widgets.code_pair import shown_result
from mxtutor.ui.widgets.code_view import CodeView
from mxtutor.ui.widgets.markdown import CodeMarkdown

WIDEST, FRAME, SIDE = 120, 4, 4
"""Most cells of the box, cells of its frame, and cells of each side that hold no code."""


class SolutionModal(TutorModal[None]):
    """The learner's answer and the solution side by side, differences marked; for a quiz, the right answer and why."""

    CSS_PATH = "solution.tcss"
    BINDINGS = SOLUTION.bindings()

    def __init__(
        self,
        grader: Grader,
        exercise: Exercise,
        sources: Sources,
        mine: str,
        styles: Sequence[Style] = (),
        *,
        right: bool = False,
    ) -> None:
        """Compare `mine` with the solution; `right` means that it was checked and is right, too."""
        super().__init__()
        self._right = right
        self._grader, self._exercise, self._sources, self._mine = grader, exercise, sources, mine
        self._answers = (Style("Idiomatic", sources.solution), *styles)
        """What the learner's answer is compared with."""
        self._place = 0
        """Which of them shows."""

    def compose(self) -> ComposeResult:
        """Lay out both answers, then the explanation."""
        exercise = self._exercise
        with VerticalScroll(id="solution") as box:
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
                yield Horizontal(*self._sides(), id="diff")
                same = Static("Yours is the same, but for blank lines.", classes="part", id="same")
                same.display = self._same()
                yield same
            if exercise.explain:
                yield CodeMarkdown(exercise.explain, open_links=False)
            if exercise.sources.truth:
                truth = prose(f"True on MXNet 1.9.1: {exercise.sources.truth}")
                yield Static(truth, markup=False, classes="part muted")

    def on_mount(self) -> None:
        """Choose the layout; run the snippet of a prediction, to show its real value."""
        self.set_class(self._stacked(), "-stacked")
        if self._exercise.kind == "predict":
            self._run_snippet()

    @work(exit_on_error=False, description="Running the snippet")
    async def _run_snippet(self) -> None:
        source = f"{self._sources.snippet.rstrip()}\nresult\n"
        result = await in_thread(lambda: self._grader.run("mxnet", source))
        self.query_one("#value", Static).update(Content.styled("result is ", "bold") + shown_result(result))

    async def action_style(self, step: int) -> None:
        """Compare with the next right answer, or with the one before."""
        if len(self._answers) == 1 or self._exercise.kind not in ("code", "fix"):
            return
        self._place = (self._place + step) % len(self._answers)
        diff = self.query_one("#diff", Horizontal)
        async with self.batch():
            await diff.remove_children()
            await diff.mount(*self._sides())
            self.query_one("#same", Static).display = self._same()

    def _aligned(self) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
        pad = self.app.size.width >= 100 and not self._stacked()
        return aligned(self._mine, self._answers[self._place].source, pad=pad)

    def _stacked(self) -> bool:
        """Return whether one answer shows above the other, because a line would be cut beside the other."""
        room = (min(WIDEST, self.app.size.width * 24 // 25) - FRAME) // 2 - SIDE
        texts = (self._mine, *(one.source for one in self._answers))
        return any(len(line.expandtabs()) > room for text in texts for line in text.splitlines())

    def _same(self) -> bool:
        left, right = self._aligned()
        return all(not changed for _, changed in [*left, *right])

    def _sides(self) -> list[Vertical]:
        """Return the learner's answer and the one that it is compared with."""
        (left, right), style = self._aligned(), self._answers[self._place]
        place = f"  {self._place + 1} of {len(self._answers)}" if len(self._answers) > 1 else ""
        if self._right:  # nothing of it must go
            return [self._side("Yours, also right", left, "~"), self._side(f"{style.name}{place}", right, "~")]
        return [self._side("Yours", left, "-"), self._side(f"{style.name}{place}", right, "+")]

    def _side(self, title: str, lines: list[tuple[str, bool]], mark: str) -> Vertical:
        view = CodeView("\n".join(text for text, _ in lines))
        gutter = Static("\n".join(mark if changed else " " for _, changed in lines), classes="gutter", markup=False)
        side = Vertical(Horizontal(gutter, view, classes="code-row"), classes="side")
        side.border_title = Content(plain(title))
        return side

    def _options(self) -> Content:
        """Return the options, each with the reason why it is right or wrong."""
        glyphs = self.tutor.glyphs
        parts = []
        for letter, option in zip(LETTERS, self._exercise.options, strict=False):
            mark = glyphs.right if option.right else glyphs.wrong
            style = "bold $text-success" if option.right else "bold"
            parts.append(Content.assemble((f"{mark} {letter})  ", style), prose(option.text), "\n", prose(option.why)))
        return Content("\n\n").join(parts)


def aligned(mine: str, solution: str, *, pad: bool) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
    """Return both sources as (line, changed); `pad` inserts blank lines, so that equal lines are on the same row."""
    left, right = mine.strip("\n").splitlines(), solution.strip("\n").splitlines()
    rows: tuple[list[tuple[str, bool]], list[tuple[str, bool]]] = ([], [])
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        height = max(b - a, d - c)
        for lines, part in ((rows[0], left[a:b]), (rows[1], right[c:d])):
            lines += [(line, tag != "equal" and bool(line.strip())) for line in part]
            lines += [("", False)] * (height - len(part) if pad else 0)
    return rows
