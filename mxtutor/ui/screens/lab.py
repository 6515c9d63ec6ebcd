"""The lab: a learner edits code and inputs and sees both frameworks' results. Nothing is graded or stored.

A lab that opens again has the texts with which it was left, until the tutor quits.
"""

from __future__ import annotations

import ast
import builtins
import re
import secrets
from collections.abc import Callable, Iterator
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Static, TextArea

from mxtutor.content.model import Exercise
from mxtutor.grading.differences import Table
from mxtutor.grading.protocol import Grader, PairRun, Play, SnippetRun
from mxtutor.reporting.sanitize import plain
from mxtutor.session.lesson import FRAMEWORKS
from mxtutor.session.session import Task
from mxtutor.syntax import parse
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import LAB
from mxtutor.ui.platform.threads import in_thread, start_in_thread
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.tutor import tutor_of
from mxtutor.ui.widgets.answer_editor import AnswerEditor, UndoArea
from mxtutor.ui.widgets.array_grid import ArrayGrid, Grid
from mxtutor.ui.widgets.code_view import error_line


class LabResults(VerticalScroll):
    """Shows the results of the last run; before the first one, a line that says what to do."""

    def __init__(self) -> None:
        super().__init__(id="lab-results", classes="frame")
        self._shown: tuple[SnippetRun | None, SnippetRun | None, tuple[Table, ...]] | None = None
        self.border_title = "Results"

    def compose(self) -> ComposeResult:
        yield Static(f"{LAB.key('run')} runs both sides.", classes="muted", markup=False)

    async def show_line(self, text: str, style: str = "muted") -> None:
        """Show a line in place of results; `style` is "muted" or "refused"."""
        self._shown = None
        await self._replace([Static(plain(text), classes=style, markup=False)])

    async def show(self, torch: SnippetRun | None, mxnet: SnippetRun | None, tables: tuple[Table, ...]) -> None:
        """Show the results of a run; None for a framework without code."""
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
    """Yield widgets for a run: grids with notes, or else values and errors of each side, then the output."""
    runs = {"torch": torch, "mxnet": mxnet}
    for table in tables:
        yield ArrayGrid(grid_of(table))
        yield Static(_note(table, glyphs), classes="note", markup=False)
    for framework, run in runs.items():
        if run is None:
            continue
        if run.broken:
            yield _said(FRAMEWORKS[framework], plain(run.broken), "$text-warning", glyphs.alert)
        elif run.error is not None:
            line = f" (line {run.error.line})" if run.error.line else ""
            yield _said(f"{FRAMEWORKS[framework]} raises", f"{error_line(run)}{line}", "$text-error", glyphs.wrong)
        elif not tables:
            yield _said(f"{FRAMEWORKS[framework]} gives", plain(run.value).strip("\n") or "nothing (no value)")
    for framework, run in runs.items():
        if run is not None and run.output.strip():
            yield _said(f"{FRAMEWORKS[framework]} printed", plain(run.output).strip("\n"))
    if tables and not any(run and run.output.strip() for run in runs.values()):
        yield Static("Nothing was printed.", classes="muted", markup=False)


def grid_of(table: Table) -> Grid:
    """Return the grid for a table of two results."""
    name = f"{table.name}: " if table.name else ""
    torch, mxnet = table.torch.removeprefix("Tensor "), table.mxnet.removeprefix("NDArray ")  # the usual types
    # The reference's side may hold the type expected of MXNet, such as "HybridBlock", which is not a result of PyTorch.
    word = table.torch == "str"
    titles = (f"{name}expected", f"{name}got") if word else (f"{name}PyTorch {torch}", f"{name}MXNet {mxnet}")
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


NO_ARRAY = "A seed changes arrays of numbers, and these inputs have none."
NO_CODE = "This question has no code to run."
IMPORTS = {
    "mx": "import mxnet as mx",
    **{name: f"from mxnet import {name}" for name in ("nd", "np", "npx", "autograd", "gluon")},
    "nn": "from mxnet.gluon import nn",
}
"""Import lines that questions leave out, by the name that each defines."""
RTOL = 1e-4
"""Relative tolerance between the results of both sides."""
SEEDS = 10**6
"""Seeds are less than this, so that they are short enough to type."""


class LabScreen(TutorScreen):
    """Editors beside results; subclasses define the editors and how their texts run."""

    CSS_PATH = "lab.tcss"
    KEYS = LAB
    LACKS: ClassVar[frozenset[str]] = frozenset({"draw", "take"})
    """Actions of the key table that this lab does not have, because they need a seed or an answer."""

    def __init__(self, grader: Grader, title: tuple[str, ...], *first: object) -> None:
        """`title` and `first`, what the lab begins with, tell whether it is the same one when it opens again."""
        super().__init__()
        self._grader, self._path = grader, title
        self._key = (*title, *first)
        self._under_way = False
        self._ran: tuple[str, ...] = ()

    def compose_body(self) -> ComposeResult:
        with Container(id="lab"):
            with Vertical(id="lab-left"):
                yield from self.compose_editors()
            yield LabResults()

    def compose_editors(self) -> ComposeResult:
        """Yield the panes of the editors."""
        raise NotImplementedError

    async def call(self) -> Play | PairRun:
        """Run the texts of the editors, and return the result."""
        raise NotImplementedError

    def reset(self) -> None:
        """Restore the first texts of the editors."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.set_title(*self._path, "Lab", note="not graded")
        self.action_run()

    def kept(self) -> tuple[str, ...]:
        """Return the texts with which this lab was left, in the order of `texts`; empty the first time."""
        session = self.tutor.session
        return session.labs.get(self._key, ()) if session is not None else ()

    def texts(self) -> tuple[str, ...]:
        """Return the texts to keep when the lab closes."""
        return self._texts()

    def dismiss(self, result: None = None) -> AwaitComplete:
        if (session := self.tutor.session) is not None:
            session.labs[self._key] = self.texts()
        return super().dismiss(result)

    def on_unmount(self) -> None:
        if self._under_way:
            start_in_thread(self._grader.cancel)

    @on(Button.Pressed, "#run")
    @on(Input.Submitted)
    @work(exclusive=True, exit_on_error=False, group="lab", description="Running the lab")
    async def action_run(self) -> None:
        """Run both sides; cancel a running one first."""
        if self._under_way:
            await in_thread(self._grader.cancel)
        self._under_way = True
        results = self.query_one(LabResults)
        results.border_subtitle = f"running ... {LAB.key('back')} stops it"
        state = self.tutor.grader_state
        if state is None or state.phase in ("cold", "starting"):
            await results.show_line("Waiting for MXNet, then it runs.")
        self._ran = self._texts()
        result = await self.call()
        self._under_way = False
        await self.show(result)
        self.note_change()

    async def show(self, result: Play | PairRun) -> None:
        await self.query_one(LabResults).show(result.torch, result.mxnet, result.tables)

    @on(TextArea.Changed)
    @on(Input.Changed)
    def note_change(self) -> None:
        """Mark the results as stale if a text has changed since the run."""
        if not self._under_way:
            changed = self._texts() != self._ran
            self.query_one(LabResults).border_subtitle = f"changed: {LAB.key('run')} runs it" if changed else ""

    def _texts(self) -> tuple[str, ...]:
        areas = tuple(area.text for area in self.query(TextArea))
        return areas + tuple(line.value for line in self.query(Input))

    def action_reset(self) -> None:
        """Restore the first texts; undo brings the edited ones back."""
        self.reset()
        self.action_run()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in self.LACKS and super().check_action(action, parameters)

    def action_next_part(self) -> None:
        self.focus_next()

    def action_undo(self) -> None:
        """Undo the last change of the editor that has the focus."""
        if isinstance(self.focused, TextArea):
            self.focused.undo()

    def action_redo(self) -> None:
        if isinstance(self.focused, TextArea):
            self.focused.redo()

    def action_back(self) -> None:
        """Cancel the run; if none goes on, leave the lab."""
        if self._under_way:
            self._stop()
        else:
            self.dismiss()

    @work(exclusive=True, exit_on_error=False, group="lab", description="Stopping the lab")
    async def _stop(self) -> None:
        self._under_way = False
        results = self.query_one(LabResults)
        results.border_subtitle = ""
        await results.show_line(f"Stopped. {LAB.key('run')} runs it again.")
        await in_thread(self._grader.cancel)


class ExerciseLab(LabScreen):
    """The lab of an exercise: the learner edits the arguments, the seed and a copy of the draft."""

    AUTO_FOCUS = "#inputs"
    LACKS = frozenset()

    def __init__(self, grader: Grader, task: Task, code: str, take: Callable[[str], None]) -> None:
        """Begin with the first case that failed in the last check, else with the first one."""
        case, seed = task.failing
        super().__init__(grader, (task.exercise.id,), code, case, seed)
        self._exercise, self._code, self._case, self._seed, self._take = task.exercise, code, case, seed, take
        self._lines = ""
        """Source lines of the drawn arguments; empty before the first run."""

    def texts(self) -> tuple[str, ...]:
        """Return inputs, code, seed, and the drawn inputs."""
        return *self._texts(), self._lines

    def compose_editors(self) -> ComposeResult:
        inputs, code, seed, self._lines = self.kept() or ("", self._code, str(self._seed), "")
        with Vertical(id="inputs-pane", classes="lab-pane frame") as pane:
            pane.border_title = "Inputs of both sides"
            yield UndoArea(inputs, id="inputs", soft_wrap=False, tab_behavior="focus", highlight_cursor_line=False)
            with Horizontal(id="seed-row"):
                yield Label("Seed")
                yield Input(seed, id="seed", type="integer", max_length=6)
                yield Button("New seed", id="new-seed", compact=True)
                yield Button("Run", id="run", variant="primary", compact=True)
        with Vertical(id="code-pane", classes="lab-pane frame") as pane:
            pane.border_title = "MXNet: a copy of your answer"
            pane.border_subtitle = f"{LAB.key('take')} takes it as your answer"
            yield AnswerEditor(code, id="lab-code")

    @property
    def seed(self) -> int:
        """The seed in the input line; 0 if the line is empty or no number."""
        text = self.query_one("#seed", Input).value
        return abs(int(text)) % SEEDS if text.strip("-").isdigit() else 0

    @property
    def _edited(self) -> str:
        return self.query_one("#inputs", TextArea).text

    async def call(self) -> Play:
        code = self.query_one("#lab-code", AnswerEditor).text.encode("utf-8", "replace")
        inputs, seed = self._edited if self._lines else "", self.seed
        return await in_thread(
            lambda: self._grader.play(self._exercise, code, case=self._case, seed=seed, inputs=inputs)
        )

    async def show(self, result: Play | PairRun) -> None:
        """Show both results; the first run also fills the editor of the inputs."""
        assert isinstance(result, Play)
        self._lines = self._lines or result.lines
        if not self._edited.strip() and result.lines:
            self.query_one("#inputs", TextArea).load_text(result.lines)
            self._ran = self._texts()
        if result.problem:
            await self.query_one(LabResults).show_line(result.problem, "refused")
        else:
            await super().show(result)

    @on(Button.Pressed, "#new-seed")
    def action_draw(self) -> None:
        """Draw a new seed and run; literal arrays become random ones of the same range."""
        self.query_one("#seed", Input).value = str(secrets.randbelow(SEEDS))
        inputs, text = self.query_one("#inputs", TextArea), drawn(self._edited)
        if text != inputs.text:
            inputs.replace(text, inputs.document.start, inputs.document.end)
        if self._lines and "random(" not in text:
            self.notify(NO_ARRAY, markup=False)
        self.action_run()

    def reset(self) -> None:
        self.query_one("#seed", Input).value = str(self._seed)
        inputs = self.query_one("#inputs", TextArea)
        inputs.replace(self._lines, inputs.document.start, inputs.document.end)
        self.query_one("#lab-code", AnswerEditor).take(self._code)

    def action_take(self) -> None:
        """Replace the answer by this code, and leave; undo restores the earlier answer."""
        code = self.query_one("#lab-code", AnswerEditor).text
        self.dismiss()
        self._take(code)


def drawn(inputs: str) -> str:
    """Return the source of inputs with each `array(...)` replaced by a `random(...)` of its shape, range and dtype.

    Everything else stays as it is, and so does a text that cannot be parsed.
    """
    try:
        calls = [node for node in ast.walk(parse(inputs)) if isinstance(node, ast.Call)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return inputs
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        lines = inputs.encode().splitlines(keepends=True)  # the column offsets of a syntax tree count bytes
        first, last = (sum(map(len, lines[: row - 1])) for row in (call.lineno, call.end_lineno or call.lineno))
        start, end = first + call.col_offset, last + (call.end_col_offset or 0)
        if new := _random(call):
            inputs = (inputs.encode()[:start] + new.encode() + inputs.encode()[end:]).decode()
    return inputs


def _random(call: ast.Call) -> str:
    """Return the source of the `random` call for an `array` call; empty for other calls and for no numbers."""
    if ast.unparse(call.func).rpartition(".")[2] != "array" or len(call.args) != 1:
        return ""
    try:
        shape, values = [], [ast.literal_eval(call.args[0])]
    except (ValueError, TypeError):
        return ""
    while values and all(isinstance(one, (list, tuple)) for one in values):
        shape.append(len(values[0]))
        if any(len(one) != shape[-1] for one in values):
            return ""
        values = [item for one in values for item in one]
    if not values or not all(isinstance(value, (int, float)) for value in values):
        return ""
    low, high = min(values), max(values)
    if low == high:  # a single number gives no range
        low, high = min(low, 0), max(high, 0) or 1
    limits = [] if isinstance(values[0], bool) else [f"low={low}", f"high={high}"]
    keywords = [ast.unparse(keyword) for keyword in call.keywords]
    return f"random({', '.join([*(map(str, shape) if shape else ['()']), *limits, *keywords])})"


class PairLab(LabScreen):
    """The lab of a block of a lesson: the learner edits the code of both sides."""

    AUTO_FOCUS = "#lab-torch"

    def __init__(self, grader: Grader, title: tuple[str, ...], torch: str, mxnet: str, rtol: float) -> None:
        super().__init__(grader, title, torch, mxnet)
        self._first = {"torch": torch.strip("\n"), "mxnet": mxnet.strip("\n")}
        self._rtol = rtol

    def compose_editors(self) -> ComposeResult:
        texts = self.kept() or tuple(self._first.values())
        for (framework, title), text in zip(FRAMEWORKS.items(), texts, strict=True):
            with Vertical(classes="lab-pane frame") as pane:
                pane.border_title = title
                yield AnswerEditor(text, id=f"lab-{framework}")
        pane.border_subtitle = "the last lines are compared"

    def _text(self, framework: str) -> str:
        return self.query_one(f"#lab-{framework}", AnswerEditor).text

    async def call(self) -> PairRun:
        torch, mxnet = self._text("torch"), self._text("mxnet")
        return await in_thread(lambda: self._grader.pair(torch, mxnet, self._rtol, own=True))

    async def show(self, result: Play | PairRun) -> None:
        """Show both results; with code on one side only, that side's result without a comparison."""
        torch = result.torch if self._text("torch").strip() else None
        mxnet = result.mxnet if self._text("mxnet").strip() else None
        tables = result.tables if torch is not None and mxnet is not None else ()
        await self.query_one(LabResults).show(torch, mxnet, tables)

    def reset(self) -> None:
        for framework, code in self._first.items():
            self.query_one(f"#lab-{framework}", AnswerEditor).take(code)


class QuizLab(PairLab):
    """The lab of a question, with its code in MXNet; the editor for PyTorch is empty at first."""

    AUTO_FOCUS = "#lab-mxnet"


async def quiz_lab(grader: Grader, exercise: Exercise) -> QuizLab | None:
    """Return the lab of a question; None if it has no code to run."""
    code = await in_thread(lambda: _code(exercise))
    return QuizLab(grader, (exercise.id,), "", code, RTOL) if code else None


def _code(exercise: Exercise) -> str:
    """Return the runnable code that a question shows; without any, the code that proves its options."""
    if exercise.kind == "predict":
        return f"{exercise.snippet.strip()}\nresult\n"
    blocks = re.findall(r"^```python\n(.*?)^```", exercise.prompt, re.DOTALL | re.MULTILINE)
    return _runnable("\n".join(map(str, blocks))) or exercise.proof


def _runnable(code: str) -> str:
    """Return code with its missing imports and a last line that has a value; empty if it uses other undefined names."""
    tree = parse(code)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    assigned = {node.id for node in names if isinstance(node.ctx, ast.Store)} | {*dir(builtins)}
    assigned |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assigned |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    missing = list(dict.fromkeys(node.id for node in names if node.id not in assigned))
    if not tree.body or not all(name in IMPORTS for name in missing):
        return ""
    last = tree.body[-1]
    shown = last.targets[0] if isinstance(last, ast.Assign) else None
    value = f"\n{shown.id}" if isinstance(shown, ast.Name) else ""
    imports = "".join(f"{IMPORTS[name]}\n" for name in missing)
    return f"{imports}\n{code.strip()}{value}\n".lstrip()
