"""An exercise: the task beside the editor; verdict, output and hints in panes."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Static

from mxtutor.content.model import Exercise
from mxtutor.content.styles import styles_of
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.model import CHANGED, Attempt, Draft, Place
from mxtutor.reporting.workshop_words import What
from mxtutor.ui.choices import Choices
from mxtutor.ui.glyphs import STATUS_WORDS
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.messages import OpenDrill, OpenNext
from mxtutor.ui.platform.threads import start_in_thread
from mxtutor.ui.screens.arranging import PANES, SHOWN_ALONE, WIDE, ArrangedScreen
from mxtutor.ui.screens.confirm import ConfirmModal
from mxtutor.ui.screens.history import when_checked
from mxtutor.ui.screens.solution import SolutionModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.sources import Sources
from mxtutor.ui.widgets.hint_ladder import HintLadder
from mxtutor.ui.widgets.pane_tabs import PaneTabs
from mxtutor.ui.widgets.play_view import PlayView
from mxtutor.ui.widgets.report_view import ReportView
from mxtutor.ui.widgets.task_pane import TaskPane

GIVING_UP = (
    "The solution shows after a right answer or after giving up.\nGiving up is recorded; you can still solve it."
)

PREPARE_SECONDS = 0.4
"""Delay before the reference is computed in advance, because this work would slow the painting of the screen."""

AFTER_PASS = {"next": "Next", "compare": "Compare", "again": "Again"}
"""Actions that the footer offers first after a right answer, with their words."""


def _offered(active: ActiveBinding) -> ActiveBinding:
    binding = active.binding
    return active._replace(binding=replace(binding, show=True, description=AFTER_PASS[binding.action]))


class ExerciseScreen(ArrangedScreen):
    """One exercise of any kind."""

    CSS_PATH = "exercise.tcss"
    AUTO_FOCUS = "#editor, #typed, #options"
    KEYS = EXERCISE
    BINDINGS = EXERCISE.bindings()

    def __init__(
        self,
        session: TutorSession,
        exercise: Exercise,
        sources: Sources,
        draft: Draft | None,
        *,
        last: tuple[Attempt, Report] | None = None,
        drawn: int = 0,
        scroll: int = 0,
        choices: Choices | None = None,
    ) -> None:
        super().__init__(session, exercise, sources, draft, drawn, scroll=scroll)
        self.choices = choices or Choices()
        self._alone = self.choices.maximised if self.choices.maximised in SHOWN_ALONE else ""
        self._last = last
        done = session.standing(exercise.id).status == "done"
        if last is not None and (done or exercise.kind != "predict"):  # the numbers of a failed prediction have changed
            self._opened.report, self._opened.judged = last[1], last[0].code

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """Return the keys for the footer: after a right answer `next` comes first, and a quiz has a lab."""
        found = super().active_bindings
        coded = self._exercise.kind in ("code", "fix")
        passed = self._passed
        hidden = {"run_draft"} if passed == coded else set()
        hidden |= {"hint"} if passed or self.rules.never("hints") else set()
        hidden |= {"solution"} if passed and coded else set()  # the footer has `compare` in its place
        hidden |= {"solution", "compare"} if self.rules.never("solutions") else set()
        hidden |= {"compare"} if not coded else set()
        for key, active in found.items():
            if active.binding.action in hidden:
                found[key] = active._replace(binding=replace(active.binding, show=False))
        if not passed:
            return found
        by_action = {active.binding.action: key for key, active in reversed(found.items())}
        first = [by_action[action] for action in AFTER_PASS if action in by_action and action not in hidden]
        shown = {key: _offered(found[key]) for key in first}
        return {**shown, **{key: active for key, active in found.items() if key not in shown}}

    @property
    def _passed(self) -> bool:
        """Whether the last check of this visit, or the stored one, was right."""
        return self._opened.report is not None and self._opened.report.verdict is Verdict.RIGHT

    def _held(self, what: What) -> str:
        """Return why hints or solutions do not show now, as a sentence; empty if they do."""
        return self.rules.held(what, self._session.now())

    def compose_body(self) -> ComposeResult:
        """Lay out the panes beside the answer, or above it if the screen is narrow."""
        exercise = self._exercise
        chosen = "verdict" if self.app.size.width >= WIDE else "task"
        side = " ".join(name for name, has in self._side_classes(chosen).items() if has)
        with Container(id="work", classes=f"-{exercise.kind}"):
            with Vertical(id="side", classes=side):
                yield TaskPane(exercise, self._sources)
                with Vertical(id="results"):
                    with Horizontal(id="pane-row"):
                        yield PaneTabs(PANES, chosen=chosen, id="panes")
                        yield Static("", id="alone", markup=False)
                        yield Button("Check", id="check", variant="primary", compact=True)
                    coded = exercise.kind in ("code", "fix")
                    idle = f"Not checked yet. {EXERCISE.key('check')} checks your answer."
                    helped = self.rules.help
                    view = ReportView(idle=idle, explain=exercise.explain, coded=coded, help=helped, id="verdict")
                    view.hinted = helped and bool(exercise.hints) and not self._held("hints")
                    yield view
                    with VerticalScroll(id="output"):
                        yield PlayView(id="play")
                        yield Static(
                            f"What your code prints appears here. {EXERCISE.key('run_draft')} runs it in the lab.",
                            id="printed",
                            markup=False,
                        )
                    opened = self._session.standing(exercise.id).hints
                    hints = exercise.hints if helped else ()
                    yield HintLadder(hints, opened=opened, held=self._held("hints"), id="hints")
            with Horizontal(id="pair", classes=f"-{exercise.kind}"):
                if self._is_broad(self.app.size):
                    yield self._beside()
                yield self._answer

    def on_mount(self) -> None:
        """Show the task, restore the cursor, and start to compute the reference in advance."""
        place = Place("exercise", self._exercise.id, self._scroll)

        def settle() -> None:
            self._fit()  # the scroll range of the task is known only after the layout
            self.after_refresh(lambda: self.follow_scroll(self.query_one("#task"), place))

        self.after_refresh(settle)
        self._draw_title()
        if editor := self._answer.editor:
            editor.point_at(self._first.cursor, gap=self._first.code == self._sources.starter)
        self.query_one("#check", Button).tooltip = EXERCISE.names("check")
        if self._exercise.kind not in ("code", "fix"):
            self.query_one(PaneTabs).offer("output", False)
        self.query_one(PaneTabs).offer("hints", self.rules.action("exercise", "hint"))
        self.set_timer(PREPARE_SECONDS, self._prepare)
        self._show_last()

    def _show_last(self) -> None:
        """Show the verdict of an earlier visit."""
        if self._last is None or self._opened.report is None:
            return
        view = self.query_one(ReportView)
        view.note = f"Checked {when_checked(self._last[0].when)}. {EXERCISE.key('check')} checks again."
        view.report = self._opened.report
        self._answer.mark(self._last[0].code, self._opened.report.verdict)
        self.compare_with_judged()
        self.refresh_bindings()

    def _prepare(self) -> None:
        start_in_thread(lambda: self._session.grader.prepare(self._exercise))
        if self._last is not None and self._opened.report is self._last[1] and self._session.reviews(self._opened):
            self.look_closer(self._last[0].code, self._opened.report)

    def _draw_title(self) -> None:
        standing = self._session.standing(self._exercise.id)
        place = "{} of {}".format(*self._session.position(self._exercise.id))
        if self._session.workshop and (points := self._session.workshop.short_points(self._exercise.id)):
            place = f"{place}  {points}"
        if self._sources.minutes:
            place = f"{place}  about {self._sources.minutes} min"
        state = self._session.state(self._exercise.id)
        word = CHANGED if state == "changed" else STATUS_WORDS[state]
        self.set_title(self._exercise.id, note=f"{place}  {self.glyphs.status(state)} {word}")
        hints = len(self._exercise.hints)
        self.query_one(PaneTabs).label("hints", f"Hints {standing.hints}/{hints}" if hints else "Hints")

    def action_hint(self) -> None:
        """Show the hints and open the next one."""
        self._show_alone("")
        ladder, tabs = self.query_one(HintLadder), self.query_one(PaneTabs)
        ladder.held = self._held("hints")
        if self._session.hint(self._opened):
            ladder.opened = self._opened.hints
            tabs.label("hints", f"Hints {ladder.opened}/{len(self._exercise.hints)}")
            self.query_one(ReportView).full = True
        tabs.choose("hints")

    def open_hints(self, count: int) -> None:
        """Show that so many hints are open."""
        ladder, hints = self.query_one(HintLadder), len(self._exercise.hints)
        if hints and ladder.opened < count:
            ladder.opened = self._opened.hints = min(count, hints)

    def action_solution(self) -> None:
        """Compare with the solution; before a right answer, ask whether to give up."""
        if held := self._held("solutions"):
            self.notify(held, markup=False)
            return
        if not self._session.gives_up(self._opened):
            self._show_solution()
            return

        question = ConfirmModal(
            "Give up on this one?",
            GIVING_UP,
            yes="Show the solution",
            no="Keep trying",
        )
        self.app.push_screen(question, self._give_up)

    def _give_up(self, agreed: bool | None) -> None:
        if agreed:
            self._show_solution()

    def action_compare(self) -> None:
        """Compare a right answer with the solution."""
        if self._passed or self._session.standing(self._exercise.id).status == "done":
            self.action_solution()
        else:
            self.notify(f"A right answer comes first; {EXERCISE.key('solution')} gives up.", markup=False)

    def _show_solution(self) -> None:
        def closed(_: object) -> None:
            if self._session.knows_value(self._opened):
                self._draw_variant()  # the learner knows the value of the present one now

        self._session.solution(self._opened)
        styles = () if self.rules.never("solutions") else styles_of(self._exercise)
        right = self._passed and self._answer.text == self._opened.judged
        modal = SolutionModal(
            self._session.grader, self._exercise, self._sources, self._answer.text, styles, right=right
        )
        self.app.push_screen(modal, closed)

    def action_next(self) -> None:
        """Open the next exercise or lesson."""
        self.post_message(OpenNext("exercise", self._exercise.id))

    def action_back(self) -> None:
        """Stop the check or run; else close the look-up, else leave the editor, else leave the exercise."""
        if self._work.busy is not None:
            self._stop()
        elif self.query("#lookup-pane"):
            self.close_lookup()
        elif self._answer.editor is not None and self._answer.editor.has_focus:
            self._show_alone("")
            self.after_refresh(self._focus_pane, "results")
        else:
            self._go_back()

    def _go_back(self) -> None:
        self.dismiss()

    def action_again(self) -> None:
        """Open the exercise once more, with other inputs and without help; only after it was solved or given up."""
        if self._session.standing(self._exercise.id).status in ("done", "gave-up"):
            self.post_message(OpenDrill(self._exercise.id))
        else:
            self.notify("Solve it first. Then it comes again with other inputs.", markup=False)

    def note_standing(self) -> None:
        """Show the standing as it is now."""
        self._draw_title()
        self.refresh_bindings()

    def redraw(self) -> None:
        """Draw all marks again."""
        self._draw_title()
        if self._opened.report is not None:
            self.compare_with_judged()
            if self._work.busy is None:
                self.query_one(ReportView).mutate_reactive(ReportView.report)
