"""The screen of an exercise of any kind: the task, below it reference and answer, below them the results."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace

from textual import on, work
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import ActiveBinding
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Button, Input, Markdown, Static

from mxtutor.content.model import Exercise
from mxtutor.errors import UsageError
from mxtutor.external_editor import EditFailed, edit, editor_command
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.model import CHANGED, Attempt, Draft, Place
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.sections import first_failing
from mxtutor.reporting.unready import NO_ATTEMPT
from mxtutor.session.rules import Rules
from mxtutor.session.session import GIVE_UP, CheckedAnswer, Session, Task, asked
from mxtutor.ui.exercise.results import Results
from mxtutor.ui.exercise.work import AnswerSession, Drafts, LiveVerdict, Work
from mxtutor.ui.glyphs import STATUS_WORDS, Glyphs
from mxtutor.ui.keys import APP, EXERCISE
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.clipboard import copy_text
from mxtutor.ui.platform.threads import OPENING, in_thread, start_in_thread
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.screens.confirm import ConfirmModal
from mxtutor.ui.screens.lab import NO_CODE, ExerciseLab, quiz_lab
from mxtutor.ui.screens.solution import HistoryModal, SolutionModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import Sources, load_sources
from mxtutor.ui.widgets.answer_area import AnswerArea
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from mxtutor.ui.widgets.code_view import CodePane
from mxtutor.ui.widgets.lookup_pane import LookupPane
from mxtutor.ui.widgets.markdown import CodeMarkdown
from mxtutor.ui.widgets.pane_tabs import PaneTabs

_IMPORT = re.compile(r"(?:import|from) \w[\w.]*\b.*")


def folded(source: str) -> str:
    """Return code with its leading imports but `import torch` on one line, without the blank lines after them."""
    lines = source.strip("\n").split("\n")
    imports = []
    while lines and (not lines[0].strip() or _IMPORT.fullmatch(lines[0])) and not lines[0].endswith(("(", "\\")):
        if (line := lines.pop(0).strip()) and line != "import torch":
            imports.append(line)
    body = re.sub(r"\n\s*\n(?:\s*\n)+", "\n\n", "\n".join(lines))
    return "\n".join(part for part in ("; ".join(imports), body) if part)


class TaskPane(VerticalScroll):
    """Title, text and parameters of an exercise; as high as they need, up to a limit, then it scrolls."""

    def __init__(self, exercise: Exercise, sources: Sources) -> None:
        super().__init__(id="task")
        self._exercise, self._sources = exercise, sources

    def compose(self) -> ComposeResult:
        yield Static(self._exercise.title, id="task-title", markup=False)
        yield CodeMarkdown(asked(self._exercise, self._sources.snippet), id="prompt")
        if params := self._exercise.params:
            lines = "\n".join(f"`{name}`: {about}" for name, about in params.items())
            yield Static(prose(lines, code="bold"), id="params", markup=False)

    async def show(self, exercise: Exercise, sources: Sources) -> None:
        await self.query_one("#prompt", Markdown).update(asked(exercise, sources.snippet))


PREPARE_SECONDS = 0.4
"""Seconds before the reference is computed in advance, because this work would slow the painting of the screen."""
TICK_SECONDS = 0.25
"""Interval, in seconds, of updating the view of a running check."""
STEP_SECONDS = 1.0
"""Interval, in seconds, of updating the clock."""
AFTER_PASS = {"next": "Next", "solution": "Compare", "again": "Again"}
"""Actions that come first in the footer after a right answer, with their labels."""
PARTS = ("#task", "#reference", "#results", "#answer")
"""The parts that can be shown alone."""
REFERENCE_CELLS, ANSWER_CELLS = 4, 8
"""Columns that borders, padding, scroll bars and line numbers take around reference and answer."""
ROOMY = 120
"""Width, in columns, from which reference and answer are equally wide if both fit; below, the answer gets the rest."""
ESCAPE = f"{EXERCISE.key('leave')} goes back; {APP.key('jump')} goes to another part."
"""Message of escape in the editor, which escape does not leave."""


class Visit:
    """An exercise in the course, a workshop or the learner's own code; subclasses override what differs elsewhere."""

    keeps_place = True
    """Whether the next start of the tutor opens this exercise again."""
    pauses = False
    """Whether leaving only pauses; escape then leaves from the editor, too."""

    @property
    def labels(self) -> Mapping[str, str]:
        """Labels of actions in the footer; an empty label leaves an action out."""
        return {}

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def rules(self) -> Rules:
        return self.session.rules

    def open(self, exercise: Exercise, drawn: int) -> Task:
        """Open the exercise; `drawn` is the number of its variant, from 0."""
        return self.session.open(exercise, rules=lambda: self.rules, drawn=drawn)

    def title(self, task: Task, sources: Sources, glyphs: Glyphs) -> tuple[tuple[str, ...], str]:
        """Return the path in the title bar, and the note beside it."""
        session, exercise = self.session, task.exercise.id
        assert isinstance(session, TutorSession)
        place = "{} of {}".format(*session.position(exercise))
        if session.guide and (points := session.guide.short_points(exercise)):
            place = f"{place}  {points}"
        if sources.minutes:
            place = f"{place}  about {sources.minutes} min"
        state = session.state(exercise)
        word = CHANGED if state == "changed" else STATUS_WORDS[state]
        return (exercise,), f"{place}  {glyphs.status(state)} {word}"

    def keep(self, screen: ExerciseScreen, checked: CheckedAnswer) -> None:
        self.session.keep(screen.opened, checked)

    def tell_missing(self, screen: ExerciseScreen, missing: str) -> None:
        """Show why an answer is not checked now (`missing`)."""
        screen.notify(missing, markup=False)

    def next(self, screen: ExerciseScreen) -> None:
        """Go on to the next entry of the course."""
        screen.tutor.open("after exercise", screen.opened.exercise.id)

    def leave(self, screen: ExerciseScreen) -> None:
        screen.dismiss()

    def again(self, screen: ExerciseScreen) -> None:
        """Open the exercise again as a drill, if it is solved or given up."""
        exercise = screen.opened.exercise.id
        if self.session.standing(exercise).status in ("done", "gave-up"):
            screen.tutor.open("drill", exercise)
        else:
            screen.notify("Solve it first. Then it comes again with other inputs.", markup=False)

    def clock(self, glyphs: Glyphs) -> str:  # noqa: ARG002
        """Return the clock's line above the task; empty without a clock."""
        return ""

    def step(self, *, busy: bool) -> None:
        """Count the time since the last call; called each second, and before and after a run."""

    def closed(self) -> None:
        """Note that the screen has closed."""


def _longest(*codes: str) -> int:
    return max((len(line) for code in codes for line in code.splitlines()), default=0)


class ExerciseScreen(TutorScreen):
    """One exercise; the session and the visit decide what the learner may do and what comes next."""

    CSS_PATH = "exercise.tcss"
    AUTO_FOCUS = "#editor, #typed, #options"
    ALLOW_IN_MAXIMIZED_VIEW = "TitleBar, KeyFooter, TooSmall"
    KEYS = EXERCISE

    def __init__(
        self,
        visit: Visit,
        exercise: Exercise,
        sources: Sources,
        draft: Draft | None,
        *,
        drawn: int = 0,
        last: tuple[Attempt, Report] | None = None,
        scroll: int = 0,
        live: bool = True,
    ) -> None:
        """Open an exercise with its files and its stored text; None for the starter.

        `drawn` is the number of the variant, from 0; the report of the `last` attempt is shown first; `scroll` is the
        first row of the task on the screen; `live` tells whether the learner wants live verdicts.
        """
        super().__init__()
        self.visit, self._session, self._sources, self._scroll = visit, visit.session, sources, scroll
        self.opened = visit.open(exercise, drawn)
        """The state of the open exercise."""
        self._shared = self._session if isinstance(self._session, TutorSession) else None
        """The tutor's session; None for a test, which has one of its own."""
        self._first = draft or Draft(sources.starter)
        pack = self._shared.course.root if self._shared and self.rules.live else None
        self.area = AnswerArea(exercise, sources, self._first.code, pack)
        self._drafts = Drafts(self, self._first)
        self._work = AnswerSession(self._session)
        self._live = LiveVerdict(self, self._work)
        self._live.wanted = live
        self._link = self._shared.class_link if self._shared else None
        self._target: tuple[float, ...] = ()
        """The losses of the reference, to show beside those of a running check."""
        self._last = last
        done = self._session.standing(exercise.id).status == "done"
        if last is not None and (done or exercise.kind != "predict"):  # the numbers of a failed prediction have changed
            self.opened.report, self.opened.judged = last[1], last[0].code

    # What the rules and the session say

    @property
    def rules(self) -> Rules:
        return self.visit.rules

    @property
    def checking(self) -> bool:
        """Whether a check runs or its report is not stored yet."""
        return self._work.busy == "check"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable actions that the rules close, that need a class, or that this kind of exercise does not have."""
        if action == "need_help" and (self._link is None or not self._link.active):
            return False
        if action == "live" and not (self.rules.live and self.opened.coded):
            return False
        return super().check_action(action, parameters)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """Return the keys for the footer with the labels of the visit; after a right answer, `next` comes first."""
        found, coded, passed = super().active_bindings, self.opened.coded, self.opened.right
        hidden = {"run_draft"} if passed == coded else set()
        hidden |= {"hint"} if passed or self.rules.never("hints") else set()
        hidden |= {"solution"} if self.rules.never("solutions") else set()
        labels = {**(AFTER_PASS if passed else {}), **self.visit.labels}
        if self._stays:
            hidden, labels = hidden | {"back"}, labels | {"leave": "Back"}
        for key, active in found.items():
            action = active.binding.action
            label = "" if action in hidden else labels.get(action, active.binding.description)
            shows = bool(label) and (active.binding.show or action in labels)
            if action in hidden or action in labels:
                found[key] = active._replace(binding=replace(active.binding, show=shows, description=label or "Leave"))
        if not passed:
            return found
        by_action = {active.binding.action: key for key, active in reversed(found.items()) if active.binding.show}
        first = [by_action[action] for action in AFTER_PASS if action in by_action]
        return {key: found[key] for key in [*first, *(key for key in found if key not in first)]}

    # The parts and their places

    def compose_body(self) -> ComposeResult:
        yield Static(id="clock", markup=False)
        with Vertical(id="work"):
            yield TaskPane(self.opened.exercise, self._sources)
            with Container(id="pair"):
                if self._sources.reference:
                    reference = CodePane(folded(self._sources.reference), id="reference", classes="frame")
                    reference.border_title = "PyTorch reference"
                    yield reference
                yield self.area
            if self.rules.verdicts:
                yield Results(self._session, self.opened)
        yield Static(id="note", markup=False)

    def size_classes(self, size: Size) -> dict[str, bool]:
        """Return the CSS classes for a size; they also depend on the exercise and on the visible parts."""
        return {
            **super().size_classes(size),
            "-beside": bool(self._beside(size.width)),
            "-checked": self.opened.report is not None or self._work.busy is not None or self._reads_help,
        }

    @property
    def _reads_help(self) -> bool:
        """Whether hints or output are visible; the task then gets fewer rows, as for a verdict."""
        return any(results.pane is not results.view for results in self.query(Results) if results.is_mounted)

    def _beside(self, width: int) -> int:
        """Return the width, in columns, of the reference beside the answer; 0 if the lines of both do not fit."""
        if not self._sources.reference:
            return 0
        needed = _longest(folded(self._sources.reference)) + REFERENCE_CELLS
        answer = _longest(self._first.code, self._sources.starter, self._sources.solution) + ANSWER_CELLS
        if needed + answer > width:
            return 0
        return max(min(width // 2, width - answer), needed) if width >= ROOMY else needed

    @on(Resize)
    def _arrange(self) -> None:
        """Put reference and answer beside each other, or one above the other."""
        self.update_classes(self.size_classes(self.app.size))
        for reference in self.query("#reference"):
            reference.styles.width = self._beside(self.app.size.width) or None

    def _scroll_both(self) -> None:
        panes = [*self.query(CodePane).filter("#reference"), *self.query(AnswerEditor)]
        if len(panes) < 2:
            return
        reference, editor = panes

        def follow(leader: Widget, other: Widget) -> None:
            if leader.has_focus or not other.has_focus:
                other.scroll_to(x=leader.scroll_x, animate=False)

        self.watch(reference, "scroll_x", lambda: follow(reference, editor), init=False)
        self.watch(editor, "scroll_x", lambda: follow(editor, reference), init=False)

    def action_maximise(self) -> None:
        """Show the focused part alone, or all parts again."""
        around = self.focused.ancestors_with_self if self.focused is not None else []
        part = next((part for part in self.query(", ".join(PARTS)) if part in around), self.area)
        if self.maximized is not None:
            self.minimize()
        elif self.maximize(part, container=False):
            self.notify(f"{EXERCISE.key('maximise')} shows all parts again.", markup=False)

    @property
    def _results(self) -> Results:
        return self.query_one(Results)

    # Opening and closing

    def on_mount(self) -> None:
        self._drafts.begin()
        self._ticks = self.set_interval(TICK_SECONDS, self._tick, pause=True)
        self._scroll_both()
        self.note_standing()
        if editor := self.area.editor:
            editor.point_at(self._first.cursor, gap=self._first.code == self._sources.starter)
        if self.visit.keeps_place:
            place = Place("exercise", self.opened.exercise.id, self._scroll)
            self.after_refresh(lambda: self.after_refresh(lambda: self.follow_scroll(self.query_one("#task"), place)))
        if self._last is not None and self.opened.report is not None:
            self._results.show_earlier(*self._last)
            self.area.mark(self._last[0].code, self.opened.report.verdict)
            self._compare()
        self.set_timer(PREPARE_SECONDS, self._prepare)
        if self.visit.clock(self.glyphs):
            self._step()
            self.set_interval(STEP_SECONDS, self._step)

    def on_unmount(self) -> None:
        self._drafts.end()
        self._work.abandon()
        self.visit.closed()

    def keep_draft(self) -> None:
        self._drafts.keep()

    def _prepare(self) -> None:
        start_in_thread(lambda: self._session.grader.prepare(self.opened.exercise))
        if self._last is not None and self.opened.report is self._last[1] and self._session.reviews(self.opened):
            self._look_closer(self._last[0].code, self.opened.report)

    def _step(self) -> None:
        self.visit.step(busy=self._work.busy is not None)
        self.query_one("#clock", Static).update(self.visit.clock(self.glyphs))

    def note_standing(self) -> None:
        path, note = self.visit.title(self.opened, self._sources, self.glyphs)
        self.set_title(*path, note=note)
        self.set_class(bool(self.visit.clock(self.glyphs)), "-timed")
        self.refresh_bindings()

    def redraw(self) -> None:
        self.note_standing()
        for results in self.query(Results):
            self._compare()
            if self._work.busy is None:
                results.redraw()

    def say(self, text: str) -> None:
        """Show a line below the answer; an empty text removes it."""
        note = self.query_one("#note", Static)
        note.update(Content(plain(text)))
        note.display = bool(text)

    # A check

    @on(Button.Pressed, "#check")
    @on(AnswerArea.Submitted)
    def action_check(self) -> None:
        """Check the answer; cancel a running check first, and refuse an answer that cannot run at once."""
        self.keep_draft()
        task, text = self.opened, self.area.text
        if self._work.busy is not None and (task.sent or not self.rules.verdicts):
            return
        if missing := self._session.missing(task, text):
            self.visit.tell_missing(self, missing)
            return
        task.sent = not task.coded
        self._check(text, self._session.unready(task, text))

    @work(exclusive=True, exit_on_error=False, group="grading", description="Checking your answer")
    async def _check(self, code: str, refused: CheckedAnswer | None) -> None:
        """Grade an answer; `refused` is the refusal of a text that is not an attempt."""
        beginning = self._begin("check", "" if refused else f"Checking ...  {EXERCISE.key('back')} stops it")
        if refused is not None:
            await beginning
            await self._work.end_others()
            self._work.busy = None
            self._session.keep(self.opened, refused)
            self._show(refused, NO_ATTEMPT)
            return
        try:  # the screen is drawn while the answer runs
            _, checked = await asyncio.gather(beginning, self._graded(code))
        except Exception:
            self._ended()
            self.opened.sent = False
            if self.rules.verdicts:
                await self._results.say(f"Not checked. {EXERCISE.key('check')} checks again.")
            raise
        if checked is not None:
            self._take_report(checked)
        elif self._work.busy == "check":
            self._stop()

    async def _graded(self, code: str) -> CheckedAnswer | None:
        exercise, asked = self.opened.exercise, self._session.now()
        if "losses" in exercise.compare.observe and self.rules.help:
            self._target = await in_thread(lambda: self._session.grader.reference_losses(exercise))
        return await self._work.check(self.opened, code, asked)

    async def _begin(self, work: Work, line: str) -> None:
        """Show that a check or a run begins, and end the live verdict."""
        self.visit.step(busy=False)
        self._live.end()
        self._work.begin(work)
        self._target = ()
        if not self.rules.verdicts:
            self.area.disabled = True
            self.say(f"Your answer runs ...  {EXERCISE.key('back')} takes it back.")
            return
        self.minimize()
        self.call_later(self._arrange)  # while the answer runs, not when its verdict is to be drawn
        state = self.tutor.grader_state
        if line and (state is None or state.phase in ("cold", "starting")):
            line = f"Waiting for MXNet, then: {line[0].lower()}{line[1:]}"
        if line:
            await self._results.say(line, "verdict" if work == "check" else "output")
        self._ticks.resume()

    def _ended(self) -> None:
        """Note that the check or run has ended; its time does not count as the learner's."""
        self.visit.step(busy=True)
        self._work.busy = None
        if self.area.disabled:
            self.area.disabled = False
            self.area.focus_answer()

    def _tick(self) -> None:
        if self._work.busy is None:
            self._ticks.pause()
        state = self.tutor.grader_state
        begun = state is not None and state.phase not in ("cold", "starting")
        if self._work.busy is not None and self._work.seconds >= 1 and begun:
            self._results.show_progress(self._work, self._target)

    def _take_report(self, checked: CheckedAnswer) -> None:
        report = checked.report
        if self._work.busy is None and not self.rules.verdicts:
            return  # the check was cancelled
        self._ended()
        self.opened.sent = self.opened.sent and report.verdict is not Verdict.BROKEN
        self.visit.keep(self, checked)
        if not self.rules.verdicts:
            return
        asked = self._sources.snippet.strip() if checked.draws else ""
        if checked.draws:
            self._draw_variant()
        self._show(checked, asked=asked)
        self.area.mark(checked.code, report.verdict)
        if self._session.reviews(self.opened):
            self._look_closer(checked.code, report)
        self._show_covered()

    def _show(self, checked: CheckedAnswer, note: str = "", asked: str = "") -> None:
        self._results.show(checked, asked, note)
        self._compare()
        self._arrange()
        self.refresh_bindings()

    def rated(self, report: Report, words: str) -> None:
        """Show what a check changed in a drill (`words`) beside its report."""
        if not self.is_running:
            return
        view = self._results.view
        if self.opened.report is report and words:
            view.note = f"{view.note} {words}".strip()
            self._results.redraw()
        self.note_standing()

    @work(exclusive=True, exit_on_error=False, group="review", description="Counting what your answer costs")
    async def _look_closer(self, code: str, report: Report) -> None:
        """Add notes and cost to the report of a right answer."""
        review = await self._work.review(self.opened, code)
        if self._work.busy is None:
            await self._results.show_review(report, review)

    @work(exclusive=True, exit_on_error=False, group="grading", description="Stopping")
    async def _stop(self) -> None:
        stopped = self._work.busy
        self.opened.sent = False
        self._ended()
        if not self.rules.verdicts:
            self.say("Taken back: it does not count.")
        elif stopped == "check":
            await self._results.say(f"Stopped. {EXERCISE.key('check')} checks again.")
        else:
            await self._results.say(f"Stopped. {EXERCISE.key('run_draft')} runs it again.", "output")
        self._arrange()
        self.refresh_bindings()  # escape does not go back any more
        await self._work.cancel()

    @work(exclusive=True, exit_on_error=False, group="variant", description="Drawing other numbers")
    async def _draw_variant(self) -> None:
        exercise = await in_thread(lambda: self._session.variant(self.opened))
        sources = await in_thread(lambda: load_sources(exercise))
        self.opened.take(exercise)
        self._sources = sources
        await self.query_one(TaskPane).show(exercise, sources)
        self.area.show(sources)
        self._results.draw_hints()
        self.query_one("#typed", Input).action_select_all()

    # Typing

    @on(AnswerArea.Edited)
    def note_edit(self) -> None:
        """After a change of the answer: save it soon, mark the verdict as stale, await the pause of a live verdict."""
        self.opened.sent = False
        self._drafts.keep_later()
        self._compare()
        self._live.edited()

    def on_key(self) -> None:
        self._live.moved()

    def _compare(self) -> None:
        if not self.checking:
            for results in self.query(Results):
                results.compare(self.area.text)

    def show_live(self, line: Content | str = "", *, verdict: bool = False) -> None:
        """Show a line about the current answer, which may be a live verdict; an empty text removes it."""
        if self.opened.coded:
            for results in self.query(Results):
                results.show_live(Content(line) if isinstance(line, str) else line, verdict)

    def action_live(self) -> None:
        """Switch live verdicts on or off, and store the choice."""
        self._live.switch(not self._live.wanted)
        chosen = "on" if self._live.wanted else "off"
        self._session.write(lambda progress: progress.save_setting("live", chosen), "Keeping your choice")

    # The text of the answer

    def action_history(self) -> None:
        """Show all attempts; the chosen one replaces the answer."""
        if self._shared is None:
            return

        def restore(code: str | None) -> None:
            if code is not None:
                self._drafts.replace(code)
                self.area.focus_answer()

        self.keep_draft()
        self.app.push_screen(HistoryModal(self._shared, self.opened.exercise.id), restore)

    def action_reset(self) -> None:
        """Restore the starter; undo restores the draft, which is also saved as an attempt."""
        editor = self.area.editor
        if editor is None or self.area.text == self._sources.starter:
            self.notify("There is nothing to reset.", markup=False)
            return
        self._drafts.replace(self._sources.starter)
        editor.point_at((0, 0), gap=True)
        self.area.focus_answer()
        if not self.opened.drills:
            has = f"{EXERCISE.key('history')} has the draft, too."
            self.notify(f"Started over. {EXERCISE.key('undo')} undoes it; {has}", markup=False)

    def action_undo(self) -> None:
        """Undo the last change of the answer; the focus may be on another part of the screen."""
        if editor := self.area.editor:
            editor.undo()

    def action_redo(self) -> None:
        if editor := self.area.editor:
            editor.redo()

    def action_comment(self) -> None:
        if editor := self.area.editor:
            editor.action_comment()

    def action_complete(self) -> None:
        """Replace the marked name at the cursor by MXNet's, which counts as a hint; else show completions."""
        editor = self.area.editor
        if editor is None or not editor.has_focus:
            return
        if not editor.can_replace:
            editor.action_complete()
        elif held := self.rules.held("hints", self._session.now()):
            self.notify(held, markup=False)
        else:
            editor.replace_name()

    @on(AnswerEditor.Replaced)
    def count_hint(self, event: AnswerEditor.Replaced) -> None:
        """Count the replacement of a torch name as the first hint."""
        event.stop()
        exercise = self.opened.exercise
        if not self._session.standing(exercise.id).hints:
            self._session.record(exercise.id, lambda progress: progress.open_hint(exercise.id, 1), "Counting the hint")
            if exercise.hints:
                self.opened.hints = max(self.opened.hints, 1)
                self._results.draw_hints()

    def action_edit_outside(self) -> None:
        if self.area.editor is None:
            self.notify("This answer needs no editor.", markup=False)
            return
        exercise, line = self.opened.exercise, self.area.cursor[0] + 1
        task = f"{exercise.prompt.strip()}\n\nThe PyTorch reference:\n\n{self._sources.reference.strip()}"
        try:
            command = editor_command()
            with self.app.suspend():
                edited = edit(self.area.text, exercise.slug, command, line=line, task=task)
        except UsageError as error:
            kept = ""
            if isinstance(error, EditFailed) and error.text:
                self._session.set_aside(self.opened, error.text)
                kept = f" What you wrote there is in your attempts ({EXERCISE.key('history')})."
            self.notify(f"{error}{kept}", severity="warning", markup=False)
            return
        except SuspendNotSupported:
            self.notify("No editor can run in this terminal.", severity="warning", markup=False)
            return
        self._drafts.replace(edited)
        self.refresh(layout=True)
        if self._shared is not None and (offer := self._shared.offer_watch()):
            self.notify(offer, markup=False)

    @work(exclusive=True, exit_on_error=False, group="copy", description="Copying")
    async def action_copy_repro(self) -> None:
        case = first_failing(self.opened.report) if self.opened.report else None
        if case is None or not case.repro:
            self.notify("There is no failing case to copy.", markup=False)
            return
        self.notify(await copy_text(self.app, case.repro), markup=False)

    # The lab, or the run of a draft where there is no lab

    def action_run_draft(self) -> None:
        """Open the lab with the draft or a question's code; a sealed pack only runs the draft."""
        self.keep_draft()
        closed = self._session.lab_closed(self.opened)
        if not closed:
            self._open_lab()
        elif self.opened.coded:
            self._play(self.area.text)
        else:
            self.notify(closed, markup=False)

    @work(exclusive=True, exit_on_error=False, group=OPENING, description="Opening the lab")
    async def _open_lab(self) -> None:
        if self._work.busy is not None:  # a run in the lab would cancel the check
            await self._stop().wait()
        task, grader = self.opened, self._session.grader
        if task.coded:
            self.app.push_screen(ExerciseLab(grader, task, self.area.text, self.take_from_lab))
        elif (quiz := await quiz_lab(grader, task.exercise)) is not None:
            self.app.push_screen(quiz)
        else:
            self.notify(NO_CODE, markup=False)

    def take_from_lab(self, code: str) -> None:
        """Replace the answer by the lab's code; undo and the attempts keep the earlier text."""
        self._drafts.replace(code)
        self.area.focus_answer()
        self.notify(f"Your answer is the lab's code now. {EXERCISE.key('undo')} takes it back.", markup=False)

    @work(exclusive=True, exit_on_error=False, group="grading", description="Running your draft")
    async def _play(self, code: str) -> None:
        await self._begin("run", f"Running ...  {EXERCISE.key('back')} stops it")
        play = await self._work.run(self.opened, code)
        self._ended()
        self._results.show_run(play)

    # Help

    def action_hint(self) -> None:
        """Show the hints and open the next one."""
        self.minimize()
        if not self._session.hint(self.opened) and self.opened.opened >= len(self.opened.ladder) > 0:
            self.notify("All hints are open.", markup=False)
        self._results.draw_hints()
        self._results.choose("hints")

    def action_solution(self) -> None:
        """Show the solution beside the answer; before a right answer, ask whether to give up."""
        if held := self.rules.held("solutions", self._session.now()):
            self.notify(held, markup=False)
        elif self._session.gives_up(self.opened):
            question, *about = GIVE_UP
            modal = ConfirmModal(question, "\n".join(about), yes="Show the solution", no="Keep trying")
            self.app.push_screen(modal, lambda answer: self._show_solution() if answer == "yes" else None)
        else:
            self._show_solution()

    def _show_solution(self) -> None:
        def closed(_: object) -> None:
            if self._session.knows_value(self.opened):
                self._draw_variant()  # the solution tells the value of the current variant

        self._session.solution(self.opened)
        modal = SolutionModal(self._session.grader, self.opened, self._sources, self.area.text)
        self.app.push_screen(modal, closed)

    def action_need_help(self) -> None:
        """Call the class for help in this exercise, or withdraw the call; `Enrolment` says what became of it."""
        link, exercise = self._link, self.opened.exercise
        if link is None or link.reporter is None:
            return
        from mxtutor.live.reporter import NOT_FOLLOWED, TAKEN_BACK  # it costs 2 MB, and only a class needs it

        if not link.reporter.membership.wants(exercise.id):
            self.notify(NOT_FOLLOWED, markup=False)
        elif not link.toggle_help(exercise):
            self.notify(TAKEN_BACK, markup=False)

    # The look-up beside the answer

    def toggle_lookup(self) -> None:
        """Show the look-up beside the answer, with the name at the cursor, or close it."""
        self.minimize()
        for pane in self.query(LookupPane):
            if self.focused in pane.walk_children():
                self.close_lookup()
            else:
                pane.query_one(Input).focus()
            return
        if self._shared is not None:
            editor = self.area.editor
            self.add_class("-lookup")
            pane = LookupPane(self._shared, editor.name_at_cursor() if editor else "", self.area)
            self.query_one("#pair").mount(pane, before=self.area)

    @work(exclusive=True, exit_on_error=False, group="lookup", description="Closing the look-up")
    async def close_lookup(self) -> None:
        within = self.focused is not None and self.focused in self.query("#lookup-pane *")
        await self.query("#lookup-pane").remove()
        self.remove_class("-lookup")
        if within:
            self.area.focus_answer()

    @on(PaneTabs.Chosen)
    def _show_covered(self) -> None:
        """Make room for the chosen pane; close a look-up that covers it."""
        self._arrange()
        if self.query("#lookup-pane") and not self.has_class("-wide"):
            self.close_lookup()

    # Going on

    def action_next(self) -> None:
        if self._work.busy is None or self.rules.verdicts:
            self.visit.next(self)

    def action_again(self) -> None:
        self.visit.again(self)

    @property
    def _stays(self) -> bool:
        """Whether escape leaves nothing here: the editor has the focus, and nothing is open or runs."""
        editor = self.area.editor if self.area.is_mounted else None
        typing = editor is not None and editor.has_focus and not self.visit.pauses
        return typing and self._work.busy is None and not self.query("#lookup-pane")

    def action_back(self) -> None:
        """Cancel the check or run; else close the look-up or show all parts; else leave, except from the editor."""
        if self._work.busy is not None:
            self._stop()
        elif self.query("#lookup-pane"):
            self.close_lookup()
        elif self._stays:
            self.notify(ESCAPE, markup=False)
        else:
            self.visit.leave(self)

    def action_leave(self) -> None:
        if self._work.busy is not None:
            self._stop()
        else:
            self.visit.leave(self)

    def action_next_pane(self) -> None:
        self.minimize()
        self.query_one(PaneTabs).action_step(1)

    def action_verdict_down(self) -> None:
        """Scroll the pane of the results down by a page; the focus stays."""
        self._scroll_results(1)

    def action_verdict_up(self) -> None:
        self._scroll_results(-1)

    def _scroll_results(self, direction: int) -> None:
        pane = self._results.pane
        pane.scroll_relative(y=direction * max(pane.size.height - 2, 1), animate=False)

    def action_details(self) -> None:
        """Show or hide tables and traceback of the verdict."""
        results = self._results
        if results.view.report is not None and results.pane is not results.view:
            results.view.remove_class("-detailed")
            results.choose("verdict")
        results.view.toggle_details()
