"""Open, draft, check, help, keep, next: what every front end does with an exercise, without a screen.

The tutor imports this module before its first paint, so functions import what only a check needs.
Front ends draw what these methods return. Calls of the grader block; `Session.cancel` ends one from another thread.
"""

from __future__ import annotations

import contextlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol

from mxtutor.errors import StoreError
from mxtutor.progress.journey import Entry, Journey
from mxtutor.progress.model import NEW, Draft, Standing
from mxtutor.progress.saving import Text
from mxtutor.progress.schedule import Drill, DrillResult
from mxtutor.reporting.sanitize import plain
from mxtutor.session.rules import Rules, rules_of

if TYPE_CHECKING:
    from mxtutor.content.model import Course, Exercise
    from mxtutor.grading.protocol import Device, Grader, Play, Report, Review
    from mxtutor.live.reporter import ClassReporter
    from mxtutor.progress.store import ProgressStore
    from mxtutor.reporting.workshop_words import What
    from mxtutor.session.guide import WorkshopGuide

STEPS = ("an idea", "the name in the API", "a skeleton")
"""Names of the hints, in order."""
EXPLAINED = "what to do about your mistake"
MOST_SEED = 1 << 31
"""Largest seed of a draft run without help."""
LARGEST = 1 << 20
"""Largest size, in bytes, of an answer file that is read."""
MOST_OUTPUT, LAST_OUTPUT = 32 * 1024, 2000
"""Maximum size, in bytes, of the beginning and of the end of the output that are shown while an answer runs."""
OnOutput = Callable[[bytes], object]
NOTHING = {"choice": "Choose an option first.", "predict": "Type a value first."}
SENT = {
    "choice": "You sent this option already. Choose another one.",
    "predict": "You sent this value already. Change it, or type it again.",
}
"""Messages for an answer that equals the last one, by the kind of exercise."""
GIVE_UP = (
    "Give up on this one?",
    "The solution shows after a right answer or after giving up.",
    "Giving up is recorded; you can still solve it.",
)
"""The question before the solution of an unsolved exercise is shown, and what showing it means."""


class Ruled(Protocol):
    """A drill or a placement, which has rules of its own."""

    @property
    def rules(self) -> Rules:
        """The rules of this drill or placement."""


@dataclass(slots=True)
class Task:
    """An open exercise, with the state of the learner's work on it."""

    exercise: Exercise
    rules: Callable[[], Rules]
    """Returns the rules that apply to the exercise now."""
    drawn: int = 0
    """Number of the variant of a prediction."""
    elsewhere: Callable[[], object] = lambda: None
    """Called in the thread of the store when another tutor has changed the answer."""
    known: str | None = None
    """The text in the store as this tutor knows it, which a draft replaces; None if another tutor wrote that text."""
    report: Report | None = None
    """Report of the last check; None before the first one."""
    judged: str = ""
    """The answer that was checked last."""
    hints: int = 0
    """How many hints of the exercise are open."""
    explained: bool = False
    """Whether the explanation of the mistake in `report` is open."""
    seed: int | None = None
    """Seed of the inputs, to repeat a check; None for new ones."""
    device: Device = "auto"
    drills: bool = False
    """Whether this is a drill, which never changes the stored answer."""
    passed: bool = False
    """Whether the drill is solved; later texts and checks of it are not stored."""
    sent: bool = False
    """Whether the current answer to a question was sent already; if so, `Session.missing` refuses it."""

    @property
    def coded(self) -> bool:
        """Whether the answer is a program."""
        return self.exercise.kind in ("code", "fix")

    @property
    def right(self) -> bool:
        """Whether the last check was right."""
        return self.report is not None and self.report.verdict.outcome == "right"

    @property
    def failing(self) -> tuple[int, int]:
        """Number of the first case that failed in the last check, from 0, and the seed of its inputs; else zeros."""
        from mxtutor.reporting.sections import first_failing

        case = first_failing(self.report) if self.report is not None else None
        return (self.report.cases.index(case), self.report.seed) if self.report is not None and case else (0, 0)

    @property
    def mistake(self) -> str:
        """The explanation of the last report's mistakes that the report leaves out; empty if it leaves out nothing."""
        made = self.report.diagnosis if self.report is not None else ()
        if not made:
            return ""
        from mxtutor.reporting.mistakes import cause

        return "\n".join(one.message for one in made if cause(one, full=self.drills) != one.message)

    @property
    def ladder(self) -> list[tuple[str, str]]:
        """All hints in the order in which they open, as (name, text), with the explanation of the mistake.

        The explanation often contains a whole expression: it comes after the idea and before the hints with code.
        """
        names = (*STEPS, *["more of the code"] * len(self.exercise.hints))
        rungs = list(zip(names, self.exercise.hints, strict=False))
        return [*rungs[:1], *([(EXPLAINED, self.mistake)] if self.mistake else []), *rungs[1:]]

    @property
    def opened(self) -> int:
        """How many of `ladder` are open."""
        return self.hints + bool(self.mistake and (self.explained or self.hints > 1))

    @property
    def varies(self) -> bool:
        """Whether this is a prediction that asks about other numbers after a wrong answer."""
        return self.exercise.kind == "predict" and self.exercise.variants > 1

    def take(self, exercise: Exercise) -> None:
        """Replace the exercise by the variant with other numbers that `Session.variant` returned."""
        self.exercise, self.drawn = exercise, self.drawn + 1


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """A graded or refused answer, as a front end shows it."""

    code: str
    report: Report
    """The report, without the help that the rules forbid."""
    asked: datetime
    ran: bool = True
    """Whether the answer was run; False for a text that is not an attempt, such as the starter."""
    full: bool = True
    """Whether the verdict explains a known mistake in full: a drill has no hints for that."""
    late: str = ""
    """Why the check does not count, as a sentence; empty if it does."""
    counts: bool = True
    """Whether the check counts in a drill."""
    draws: bool = False
    """Whether the same question with other numbers follows."""


def asked(exercise: Exercise, snippet: str) -> str:
    """Return the task without the code of a prediction (`snippet`), which front ends show by itself."""
    return exercise.prompt.replace(f"```python\n{snippet.strip()}\n```", "") if snippet else exercise.prompt


class Output:
    """The beginning and the end of a running answer's output; one thread adds to it, another one reads it."""

    def __init__(self) -> None:
        self._first = self._last = b""

    def add(self, data: bytes) -> None:
        self._first += data[: MOST_OUTPUT - len(self._first)]
        self._last = (self._last + data)[-LAST_OUTPUT:]

    def text(self) -> str:
        """Return the beginning of the output, without control codes."""
        return plain(self._first.decode("utf-8", "replace"))

    def last_line(self) -> str:
        """Return the last complete line; empty if there is none."""
        lines = self._last.decode("utf-8", "replace").split("\n")[:-1]
        return next((line for line in reversed(lines) if line.strip()), "")


class Session(ABC):
    """Opens, checks and stores exercises under rules; subclasses define how to write to the store and the class."""

    READS_FIRST: ClassVar[bool] = True
    """Whether a text that cannot run is refused without running it, where the rules allow help."""
    again = False
    """Whether a second check of the same answer counts as another attempt: a command asks for each check."""

    journey: Journey
    """The order in which the learner goes through the course; only sessions that go on to other exercises have it."""

    def __init__(self, grader: Grader, guide: WorkshopGuide | None = None) -> None:
        """`guide` is that of the workshop or path; None for the whole course."""
        self.grader, self.guide = grader, guide
        self.standings: dict[str, Standing] = {}
        self.rules_below = rules_of(guide.workshop if guide is not None else None)
        """The rules of the course or the workshop, without those of `above`."""
        self.above: Ruled | None = None
        """The running drill or placement, whose rules take precedence over `rules_below`; None if none runs."""
        self._cancelled = 0

    @abstractmethod
    def write(self, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None) -> None:
        """Call `call` with the store; `doing` names it in an error message; `text` is the learner's text in it."""

    @abstractmethod
    def report(self, call: Callable[[ClassReporter], object]) -> None:
        """Call `call` with the reporter of the learner's class, if there is a class."""

    def stands(self, exercise: str, standing: Standing) -> None:
        """Use the new standing after a write; called in the thread of the store."""
        self.standings[exercise] = standing

    @property
    def course(self) -> Course:
        """The course in the learner's order: the chosen path, then the rest."""
        return self.journey.course

    @property
    def rules(self) -> Rules:
        """The rules that apply now."""
        return self.above.rules if self.above is not None else self.rules_below

    def now(self) -> datetime:
        """Return the time of day as an aware datetime; in a workshop, the time of its clock."""
        return self.guide.moment if self.guide is not None else datetime.now(timezone.utc)

    def held(self, what: What) -> str:
        """Return a sentence that says why hints or solutions are closed now; empty if they are open."""
        return self.rules.held(what, self.now())

    def standing(self, exercise: str) -> Standing:
        return self.standings.get(exercise, NEW)

    def position(self, exercise: str) -> tuple[int, int]:
        """Return an exercise's number, from 1, in its lesson or part of a workshop, and how many exercises that has."""
        holder = self.guide.part_of(exercise) if self.guide is not None else self.course.lesson_of(exercise)
        return holder.exercises.index(exercise) + 1, len(holder.exercises)

    def following(self, kind: Literal["lesson", "exercise"], after: str) -> Entry | None:
        """Return the entry after a lesson's text or after an exercise; None at the end of the course."""
        found = self.journey.after_lesson(after) if kind == "lesson" else self.journey.after_exercise(after)
        if found is None:
            return None
        return Entry("exercise", found) if isinstance(found, str) else Entry("lesson", found.id)

    def record(
        self, exercise: str, call: Callable[[ProgressStore], object], doing: str, text: Text | None = None
    ) -> None:
        """Write to the store as `write` does, then read the exercise's new standing."""

        def write(progress: ProgressStore) -> None:
            call(progress)
            with contextlib.suppress(StoreError):  # it is written: another try would write it twice
                self.stands(exercise, progress.standing(exercise))

        self.write(write, doing, text)

    # An exercise

    def open(
        self, exercise: Exercise, *, rules: Callable[[], Rules] | None = None, drawn: int = 0, drills: bool = False
    ) -> Task:
        """Open an exercise, or with `drills` a drill of it; `drawn` is the number of a prediction's variant, from 0."""
        opened = self.standing(exercise.id).hints
        return Task(exercise, rules or (lambda: self.rules), drawn=drawn, hints=opened, drills=drills)

    def draft(self, task: Task, draft: Draft) -> None:
        """Store the text of an answer; a text that another tutor stored goes to the history."""
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

    def saved_outside(self, task: Task, progress: ProgressStore) -> tuple[str, bool] | None:
        """Return the text that another program saved in the answer file, and whether this was another tutor.

        None if the file is missing or empty, cannot be read, or has this tutor's own text. Call this in the thread of
        the store: there, `Task.known` is what this tutor has written.
        """
        file = progress.answer_file(task.exercise.id)
        try:
            if file is None or file.stat().st_size > LARGEST:
                return None
            text = file.read_bytes().decode("utf-8").replace("\r\n", "\n")
        except (OSError, UnicodeDecodeError):  # a file that is not complete yet, too
            return None
        if text == task.known or not text.strip():
            return None
        draft = progress.draft(task.exercise.id)
        return text, draft is not None and draft.code == text

    def set_aside(self, task: Task, text: str) -> None:
        """Store a text that will be replaced as an attempt without a verdict, unless it is stored or is the starter."""
        exercise = task.exercise.id
        if text.strip() and text != task.exercise.starter:
            text_kept = Text(exercise, Draft(text))
            self.write(lambda progress: progress.keep_text(exercise, text), "Keeping your earlier text", text_kept)

    def check(self, task: Task, code: str | bytes, output: OnOutput | None = None) -> CheckedAnswer | None:
        """Check an answer and store the attempt; None if the check was cancelled, and then nothing is stored.

        `output` gets the bytes that the answer prints, while it runs.
        """
        checked = self.grade(task, code, output)
        if checked is not None:
            self.keep(task, checked)
        return checked

    def missing(self, task: Task, text: str) -> str:
        """Return a sentence that says why a text is not checked now; empty if it can be checked.

        An answer to a question is sent once: front ends set `Task.sent`, and reset it when the answer changes.
        """
        if task.coded:
            return ""
        if not text.strip():
            return NOTHING[task.exercise.kind]
        if not task.sent:
            return ""
        return "That was right already." if task.right else SENT[task.exercise.kind]

    def looks(self, task: Task) -> bool:
        """Return whether the answer may be graded while the learner pauses: a fast program, where rules allow help."""
        exercise = task.exercise
        slow = exercise.processes or exercise.loopback or "losses" in exercise.compare.observe
        return task.coded and task.rules().live and not slow

    def lab_closed(self, task: Task) -> str:
        """Return a sentence that says why the lab is closed; empty if it is open (for a question: after its answer)."""
        standing = self.standing(task.exercise.id)
        if not task.rules().screen("lab"):
            return "There is no lab here."
        if task.coded or standing.status == "done" or standing.gave_up:
            return ""
        return "The lab would show the answer. Answer first: after a right answer it opens with the code."

    def unready(self, task: Task, code: str) -> CheckedAnswer | None:
        """Return the refusal of a text that is not an attempt, such as the starter; None if it can be graded."""
        from mxtutor.reporting.unready import unready

        found = unready(task.exercise, code) if self.READS_FIRST and task.rules().help else None
        return None if found is None else CheckedAnswer(code, found.report(task.exercise.id), self.now(), ran=False)

    def grade(
        self, task: Task, code: str | bytes, output: OnOutput | None = None, *, asked: datetime | None = None
    ) -> CheckedAnswer | None:
        """Grade an answer as `check` does, but store nothing; `asked` is when the learner asked, by default now."""
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
        return CheckedAnswer(
            code,
            report if task.rules().help else report_without_help(report, coded=task.coded),
            asked,
            full=task.drills,
            late=late,
            counts=not task.passed and counted,
            draws=task.varies and report.verdict is Verdict.WRONG,
        )

    def keep(self, task: Task, checked: CheckedAnswer, rated: Callable[[DrillResult], object] = lambda _: None) -> None:
        """Store a check, and report it to the class if it counts; `rated` gets the result of a drill.

        The thread of the store calls `rated`.
        """
        mistake = task.mistake
        task.report, task.judged = checked.report, checked.code
        task.explained = task.explained and task.mistake == mistake
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
        """Return the next variant of a prediction, for `Task.take`."""
        from mxtutor.content.loader import load_exercise

        return load_exercise(task.exercise.folder, task.exercise.id, task.drawn + 1)

    def run(self, task: Task, code: str, *, case: int = 0, seed: int = 0) -> Play:
        """Run a draft and the reference on the same inputs.

        Where the rules allow no help, the inputs are new each time (repeated inputs would let a learner work towards
        a result), and the reference's result is left out.
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
        """Return whether the last answer gets a review (notes, cost): a right program, where the solution may show."""
        rules = task.rules()
        return task.right and task.coded and rules.help and not rules.held("solutions", self.now())

    def review(self, task: Task, code: str) -> Review:
        """Review the right answer of the last check; blocks until this is done."""
        from mxtutor.grading.protocol import Submission

        seed = task.report.seed if task.report is not None else None
        return self.grader.review(Submission(task.exercise, code.encode("utf-8", "replace"), seed))

    def hint(self, task: Task) -> bool:
        """Open the next hint; return False if hints are closed or all are open.

        Hints of the exercise are counted. The explanation of a mistake is not.
        """
        if task.rules().held("hints", self.now()) or task.opened >= len(task.ladder):
            return False
        if task.ladder[task.opened][0] == EXPLAINED:
            task.explained = True
            return True
        task.hints += 1
        exercise, step = task.exercise, task.hints
        self.record(exercise.id, lambda progress: progress.open_hint(exercise.id, step), "Counting the hint")
        self.report(lambda reporter: reporter.hint(exercise, step))
        return True

    def gives_up(self, task: Task) -> bool:
        """Return whether opening the solution now counts as giving up."""
        standing = self.standing(task.exercise.id)
        return not (task.right or standing.gave_up or standing.status == "done")

    def solution(self, task: Task) -> None:
        """Record that the learner opens the solution, which gives up unless there was a right answer."""
        exercise = task.exercise
        if self.gives_up(task):
            self.record(exercise.id, lambda progress: progress.give_up(exercise.id), "Recording that you gave up")
            self.report(lambda reporter: reporter.gave_up(exercise))
        self.report(lambda reporter: reporter.solution(exercise))

    def knows_value(self, task: Task) -> bool:
        """Return whether a prediction needs other numbers after its solution, which shows the current value."""
        return task.varies and self.standing(task.exercise.id).status != "done"
