"""Open, draft, check, help, keep, next: what every front end does with an exercise, without a screen.

The tutor imports this module before its first paint: what only a check needs is imported by its functions.
Front ends draw what these methods return. Calls of the grader block; `Session.cancel` ends one from another thread.
"""

from __future__ import annotations

import contextlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol

from mxtutor.errors import StoreError
from mxtutor.progress.journey import Entry, Journey
from mxtutor.progress.model import NEW, Draft, Standing
from mxtutor.progress.saving import Text
from mxtutor.progress.schedule import Drill, DrillResult
from mxtutor.session.rules import Rules, rules_of

if TYPE_CHECKING:
    from mxtutor.content.model import Course, Exercise
    from mxtutor.grading.protocol import Device, Grader, Play, Report
    from mxtutor.live.reporter import ClassReporter
    from mxtutor.progress.store import ProgressStore
    from mxtutor.progress.workshop_guide import WorkshopGuide
    from mxtutor.reporting.workshop_words import What

STEPS = ("an idea", "the name in the API", "a skeleton")
"""Names of the hints, in order."""
EXPLAINED = "what to do about your mistake"
MOST_SEED = 1 << 31
"""Greatest seed of a draft run without help."""
OnOutput = Callable[[bytes], object]
NOTHING = {"choice": "Choose an option first.", "predict": "Type a value first."}
SENT = {
    "choice": "You sent this option already. Choose another one.",
    "predict": "You sent this value already. Change it, or type it again.",
}
"""What a learner reads who sends nothing, or the same answer once more."""


class Ruled(Protocol):
    """What has rules of its own."""

    @property
    def rules(self) -> Rules:
        """What the learner may do and see in it."""


def ladder(hints: Sequence[str], mistake: str) -> list[tuple[str, str]]:
    """Return name and text of each hint in the order in which they open; `mistake` explains a mistake that was made.

    The explanation often holds a whole expression: it comes after the idea, before what shows code.
    """
    rungs = [(STEPS[number] if number < len(STEPS) else "more of the code", text) for number, text in enumerate(hints)]
    return [*rungs[:1], *([(EXPLAINED, mistake)] if mistake else []), *rungs[1:]]


@dataclass(slots=True)
class Task:
    """An exercise that is open."""

    exercise: Exercise
    rules: Callable[[], Rules]
    """What the learner may do and see in it now."""
    drawn: int = 0
    """Number of the variant of a prediction."""
    elsewhere: Callable[[], object] = lambda: None
    """Called when another tutor has changed the answer; the thread of the store calls it."""
    known: str | None = None
    """The stored text that a draft may replace; None if another tutor wrote the stored text."""
    report: Report | None = None
    """The last check."""
    judged: str = ""
    """The answer that it was about."""
    hints: int = 0
    """Open hints of the exercise."""
    told: bool = False
    """Whether the explanation of the mistake in `report` is open."""
    seed: int | None = None
    """Seed of the inputs, to repeat a check; None for new ones."""
    device: Device = "auto"
    drills: bool = False
    """Whether it is a drill, which leaves the learner's own answer as it is."""
    passed: bool = False
    """Whether the drill has passed; then its texts and checks count no more."""
    sent: bool = False
    """Whether the present answer to a question was sent; `Session.missing` refuses it then."""

    @property
    def coded(self) -> bool:
        """Whether the answer is a program."""
        return self.exercise.kind in ("code", "fix")

    @property
    def right(self) -> bool:
        """Whether the last check was right."""
        return self.report is not None and self.report.verdict.outcome == "right"

    @property
    def mistake(self) -> str:
        """What the last report does not say of the mistake that it names; empty if it says all."""
        made = self.report.diagnosis if self.report is not None else ()
        if not made:
            return ""
        from mxtutor.reporting.mistakes import cause

        return "\n".join(one.message for one in made if cause(one, full=self.drills) != one.message)

    @property
    def ladder(self) -> list[tuple[str, str]]:
        """Names and texts of all hints, with the explanation of the mistake."""
        return ladder(self.exercise.hints, self.mistake)

    @property
    def opened(self) -> int:
        """How many of `ladder` are open."""
        return self.hints + bool(self.mistake and (self.told or self.hints > 1))

    @property
    def varies(self) -> bool:
        """Whether a prediction has other numbers after a wrong answer."""
        return self.exercise.kind == "predict" and self.exercise.variants > 1

    def take(self, exercise: Exercise) -> None:
        """Ask about other numbers from now on, which `Session.variant` drew."""
        self.exercise, self.drawn = exercise, self.drawn + 1


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check gives a front end to show."""

    code: str
    report: Report
    """What shows of the report, under the rules."""
    asked: datetime
    ran: bool = True
    """False for a text that is no attempt at all, which was not run."""
    full: bool = True
    """Whether the verdict explains a known mistake in full, because no hint does."""
    late: str = ""
    """Why the check does not count, as a sentence; empty if it does."""
    counts: bool = True
    """Whether the check counts in a drill."""
    draws: bool = False
    """Whether the same code follows with other numbers."""


class Session(ABC):
    """A learner's exercises under rules, with a store and a grader; a front end says how it writes."""

    READS_FIRST: ClassVar[bool] = True
    """Whether a text that cannot run is refused without the grader, where help is allowed."""
    again = False
    """Whether an answer that was checked just before counts once more, because a command asks for it."""

    journey: Journey
    """The course in the learner's order, and what opens next; only where a front end goes on to other exercises."""

    def __init__(self, grader: Grader, guide: WorkshopGuide | None = None) -> None:
        """Take a grader, and what knows the workshop or path that runs; None for the whole course."""
        self.grader, self.guide = grader, guide
        self.standings: dict[str, Standing] = {}
        self.rules_below = rules_of(guide.workshop if guide is not None else None)
        """The rules of the course or the workshop, without what runs over it."""
        self.above: Ruled | None = None
        """The drill or placement that runs over the course, under rules of its own; None if none does."""
        self._cancelled = 0

    @abstractmethod
    def write(self, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None) -> None:
        """Write to the store; `text` is what the learner wrote, if it is that."""

    @abstractmethod
    def report(self, call: Callable[[ClassReporter], object]) -> None:
        """Tell the class of the learner, if there is one."""

    def stands(self, exercise: str, standing: Standing) -> None:
        """Take the standing that follows from a write; the thread of the store calls it."""
        self.standings[exercise] = standing

    @property
    def course(self) -> Course:
        """The course in the order in which the learner goes on: the chosen path, then what it leaves out."""
        return self.journey.course

    @property
    def rules(self) -> Rules:
        """What the learner may do and see now."""
        return self.above.rules if self.above is not None else self.rules_below

    def now(self) -> datetime:
        """Return the time of day, aware; in a workshop that of its clock."""
        return self.guide.moment if self.guide is not None else datetime.now(timezone.utc)

    def held(self, what: What) -> str:
        """Return why hints or solutions do not show now, as a sentence; empty if they do."""
        return self.rules.held(what, self.now())

    def standing(self, exercise: str) -> Standing:
        """Return the learner's standing in an exercise."""
        return self.standings.get(exercise, NEW)

    def position(self, exercise: str) -> tuple[int, int]:
        """Return an exercise's place, from 1, and the number of exercises, in its lesson or its part of a workshop."""
        holder = self.guide.part_of(exercise) if self.guide is not None else self.course.lesson_of(exercise)
        return holder.exercises.index(exercise) + 1, len(holder.exercises)

    def following(self, kind: Literal["lesson", "exercise"], after: str) -> Entry | None:
        """Return what follows a lesson's text or an exercise; None at the end of the course."""
        found = self.journey.after_lesson(after) if kind == "lesson" else self.journey.after_exercise(after)
        if found is None:
            return None
        return Entry("exercise", found) if isinstance(found, str) else Entry("lesson", found.id)

    def record(
        self, exercise: str, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None
    ) -> None:
        """Write to the store, then take the standing that follows."""

        def write(progress: ProgressStore) -> None:
            call(progress)
            with contextlib.suppress(StoreError):  # it is written: another try would write it twice
                self.stands(exercise, progress.standing(exercise))

        self.write(write, doing, text)

    # An exercise

    def open(
        self, exercise: Exercise, *, rules: Callable[[], Rules] | None = None, drawn: int = 0, drills: bool = False
    ) -> Task:
        """Open an exercise, or with `drills` a drill of it; `drawn` is the number of the variant of a prediction."""
        opened = self.standing(exercise.id).hints
        return Task(exercise, rules or (lambda: self.rules), drawn=drawn, hints=opened, drills=drills)

    def draft(self, task: Task, draft: Draft) -> None:
        """Keep the text of an answer; what another tutor wrote goes to the history."""
        exercise, drawn, now = task.exercise.id, task.drawn, self.now()
        if task.drills:
            if not task.passed:
                drill = Drill(draft.code, draft.cursor, drawn)
                text = Text(exercise, draft, of="drill")
                self.write(lambda progress: progress.save_drill(exercise, drill, now), "Keeping your drill", text)
            return

        def write(progress: ProgressStore) -> None:
            known, task.known = task.known, draft.code
            try:
                replaced = progress.replace_draft(exercise, draft, known)
            except BaseException:
                task.known = known  # the store may have the earlier text
                raise
            if replaced:
                task.elsewhere()

        self.write(write, "Keeping your draft", Text(exercise, draft, of="answer"))

    def set_aside(self, task: Task, text: str) -> None:
        """Keep a text that is replaced among the attempts, without a verdict, unless it is there or is the starter."""
        exercise = task.exercise.id
        if text.strip() and text != task.exercise.starter:
            text_kept = Text(exercise, Draft(text))
            self.write(lambda progress: progress.keep_text(exercise, text), "Keeping your earlier text", text_kept)

    def check(self, task: Task, code: str | bytes, output: OnOutput | None = None) -> Checked | None:
        """Check an answer and keep the attempt; None if it was cancelled, which leaves nothing.

        `output` gets what the answer prints, while it runs.
        """
        checked = self.grade(task, code, output)
        if checked is not None:
            self.keep(task, checked)
        return checked

    def missing(self, task: Task, text: str) -> str:
        """Return why a text is not checked now, as a sentence; empty if it is.

        The answer to a question is sent once; a front end sets `Task.sent`, and takes it back when the answer changes.
        """
        if task.coded:
            return ""
        if not text.strip():
            return NOTHING[task.exercise.kind]
        if not task.sent:
            return ""
        return "That was right already." if task.right else SENT[task.exercise.kind]

    def looks(self, task: Task) -> bool:
        """Return whether a program may be graded while the learner pauses: one that runs for a moment, with help."""
        exercise = task.exercise
        slow = exercise.processes or exercise.loopback or "losses" in exercise.compare.observe
        return task.coded and task.rules().live and not slow

    def lab_closed(self, task: Task) -> str:
        """Return why the lab does not open, as a sentence; empty if it does: that of a question after its answer."""
        standing = self.standing(task.exercise.id)
        if not task.rules().screen("lab"):
            return "There is no lab here."
        if task.coded or standing.status == "done" or standing.gave_up:
            return ""
        return "The lab would show the answer. Answer first: after a right answer it opens with the code."

    def unready(self, task: Task, code: str) -> Checked | None:
        """Return why a text is no attempt at all; None for one that can be graded."""
        from mxtutor.reporting.unready import unready

        found = unready(task.exercise, code) if self.READS_FIRST and task.rules().help else None
        return None if found is None else Checked(code, found.report(task.exercise.id), self.now(), ran=False)

    def grade(
        self, task: Task, code: str | bytes, output: OnOutput | None = None, *, asked: datetime | None = None
    ) -> Checked | None:
        """Grade an answer, and keep nothing yet, see `check`; `asked` is when the learner asked."""
        from mxtutor.grading.protocol import Submission, Verdict
        from mxtutor.progress.counting import NOT_COUNTED, counts
        from mxtutor.reporting.without_help import report_without_help

        source = code if isinstance(code, bytes) else code.encode("utf-8", "replace")
        code = code if isinstance(code, str) else code.decode("utf-8", "replace")
        if (found := self.unready(task, code)) is not None:
            return found
        exercise, asked, begun = task.exercise, asked or self.now(), self._cancelled
        report = self.grader.grade(Submission(exercise, source, task.seed, task.device), output)
        if report.verdict.outcome == "failed" and begun != self._cancelled:
            return None
        late = self.guide.not_counted(exercise.id, asked) if self.guide is not None else ""
        counted = counts(exercise, code, report, last=None)
        if not late and task.coded and not counted:
            late = NOT_COUNTED
        return Checked(
            code,
            report if task.rules().help else report_without_help(report, coded=task.coded),
            asked,
            full=task.drills,
            late=late,
            counts=not task.passed and counted,
            draws=task.varies and report.verdict is Verdict.WRONG,
        )

    def keep(self, task: Task, checked: Checked, rated: Callable[[DrillResult], object] = lambda _: None) -> None:
        """Keep a check, and tell the class if it counts; `rated` gets what it changed in a drill.

        The thread of the store calls `rated`.
        """
        explained = task.mistake
        task.report, task.judged = checked.report, checked.code
        task.told = task.told and task.mistake == explained
        if not checked.ran or (task.drills and not checked.counts):
            return
        exercise, code, report, asked, guide = task.exercise, checked.code, checked.report, checked.asked, self.guide

        def drilled(progress: ProgressStore) -> None:
            guessed, when = exercise.kind == "choice", max(asked, self.now())
            result = progress.keep_drill_check(exercise.id, code, report, when, guessed=guessed)
            task.passed = task.passed or result.passed
            rated(result)

        def tried(progress: ProgressStore) -> None:
            if guide is not None:
                kept = guide.keep_check(progress, exercise, code, report, asked)
            else:
                from mxtutor.progress.counting import keep_attempt

                kept = keep_attempt(progress, exercise, code, report, again=self.again)
            if kept and self.rules_below.tells_class:
                self.report(lambda reporter: reporter.attempt(exercise, code, report))

        text = Text(exercise.id, Draft(code))
        self.record(exercise.id, drilled if task.drills else tried, "Keeping the verdict", text)

    def variant(self, task: Task) -> Exercise:
        """Return a prediction with other numbers; `Task.take` takes it."""
        from mxtutor.content.loader import load_exercise

        return load_exercise(task.exercise.folder, task.exercise.id, task.drawn + 1)

    def run(self, task: Task, code: str, *, case: int = 0, seed: int = 0) -> Play:
        """Run a draft beside the reference; without help on new inputs each time, and without the reference's result.

        Inputs that come back would let a learner work towards a result.
        """
        from mxtutor.reporting.without_help import play_without_help

        source = code.encode("utf-8", "replace")
        if task.rules().help:
            return self.grader.play(task.exercise, source, case=case, seed=seed)
        return play_without_help(self.grader.play(task.exercise, source, seed=secrets.randbelow(MOST_SEED) + 1))

    def cancel(self) -> None:
        """End the check or run that another thread waits for."""
        self._cancelled += 1
        self.grader.cancel()

    # Help

    def reviews(self, task: Task) -> bool:
        """Return whether notes and cost show after the last check: for a right program, where the solution may show."""
        rules = task.rules()
        return task.right and task.coded and rules.help and not rules.held("solutions", self.now())

    def hint(self, task: Task) -> bool:
        """Open the next hint; False if hints are held back, or if there is no further one.

        One of the exercise is counted. The explanation of a mistake is not: it opens after a hint that was, if any.
        """
        if task.rules().held("hints", self.now()) or task.opened >= len(task.ladder):
            return False
        if task.ladder[task.opened][0] == EXPLAINED:
            task.told = True
            return True
        task.hints += 1
        exercise, step = task.exercise, task.hints
        self.record(exercise.id, lambda progress: progress.open_hint(exercise.id, step), "Counting the hint")
        self.report(lambda reporter: reporter.hint(exercise, step))
        return True

    def gives_up(self, task: Task) -> bool:
        """Return whether the learner gives up who sees the solution now."""
        standing = self.standing(task.exercise.id)
        return not (task.right or standing.gave_up or standing.status == "done")

    def solution(self, task: Task) -> None:
        """Record that the learner sees the solution, and gives up if no right answer came before."""
        exercise = task.exercise
        if self.gives_up(task):
            self.record(exercise.id, lambda progress: progress.give_up(exercise.id), "Recording that you gave up")
            self.report(lambda reporter: reporter.gave_up(exercise))
        self.report(lambda reporter: reporter.solution(exercise))

    def knows_value(self, task: Task) -> bool:
        """Return whether other numbers follow a solution: the learner knows the value of the present ones."""
        return task.varies and self.standing(task.exercise.id).status != "done"
