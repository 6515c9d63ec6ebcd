"""The pages of plain mode and their commands: course, lesson, first start, exercise, review, placement.

The rules of a page decide which commands it offers.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Union

from mxtutor.assessment.session import LONGEST_STEP
from mxtutor.classroom.hand_ins import read_answer
from mxtutor.content.lessons import Block, CodePair, Prose, Trap, load_lesson
from mxtutor.content.loader import load_exercise
from mxtutor.content.lookup import Lookup
from mxtutor.content.minutes import course_minutes
from mxtutor.content.model import Exercise, LessonEntry
from mxtutor.content.plan import I_KNOW_IT, CoursePath, reasons
from mxtutor.content.styles import styles_of
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import CLASS_WORDS, Truth
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.external_editor import EditFailed, edit, editor_command
from mxtutor.grading.protocol import Grader, Report
from mxtutor.live.reporter import NOT_FOLLOWED, TAKEN_BACK
from mxtutor.plain.commands import COMMANDS, help_lines
from mxtutor.plain.session import HOME, PlainSession, join_class
from mxtutor.plain.spoken import (
    code_lines,
    detail_lines,
    ended,
    play_lines,
    prose,
    review_lines,
    run_lines,
    spelled,
    spoken,
    verdict_again,
    verdict_lines,
)
from mxtutor.plain.terminal import END_OF_CODE
from mxtutor.progress.assessments import SessionStore
from mxtutor.progress.due import mistakes, reviews
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import FILTERS, Attempt, Draft, Place
from mxtutor.progress.schedule import DrillResult, day_of
from mxtutor.progress.statistics import MEASURED, statistics
from mxtutor.reporting.durations import date_and_time, duration, exercise_words, lesson_words
from mxtutor.reporting.unready import NO_ATTEMPT
from mxtutor.reporting.words import VERDICT_WORDS
from mxtutor.session.asking import Asking, keeper, placement
from mxtutor.session.asking import place as place_learner
from mxtutor.session.learner import drill_of
from mxtutor.session.lesson import FRAMEWORKS, run_block
from mxtutor.session.rules import REVIEW, Rules
from mxtutor.session.session import EXPLAINED, GIVE_UP, CheckedAnswer, Output, Task, asked
from mxtutor.suggest import did_you_mean, nearest, shortened
from mxtutor.typed_paths import expanded

FULL, MOST = 3, 12
"""Maximum number of rows of a look-up that are read in full, and that are read at all."""
MOST_MISTAKES = 20
"""Maximum number of mistakes that are listed."""
Said = Iterator[Union[str, Entry, "Page"]]
"""Lines to write, and what to open after them."""


class Page:
    """Base of the pages. Methods yield lines, which the loop writes, and entries or pages, which it opens.

    A method `do_NAME` runs the command NAME with its argument; the methods of this class work on every page.
    """

    prompt = "Type next, list, open, help or quit"
    """Possible input, as the prompt."""
    expected = ""
    """Possible input besides commands, as a sentence."""
    exercises: tuple[str, ...] = ()
    """The exercises of this page; in a workshop, the time counts for their part."""
    over = False
    """Whether this run of plain mode ends here."""

    def __init__(self, session: PlainSession) -> None:
        self.session = session

    @property
    def rules(self) -> Rules:
        return self.session.rules

    def offers(self, command: str) -> bool:
        """Return whether a command exists here, by its name."""
        return self.session.offers(command) and self.rules.action("plain", command)

    def commands(self) -> tuple[list[str], list[str]]:
        """Return the names of this page's own commands, and of the general ones that are available here."""
        names = [one.name for one in COMMANDS if one.name == "quit" or hasattr(self, f"do_{one.name}")]
        names = [name for name in names if self.offers(name)]
        everywhere = [name for name in names if name == "quit" or hasattr(Page, f"do_{name}")]
        return [name for name in names if name not in everywhere], everywhere

    def arrive(self) -> Said:
        """Yield the introduction of the page, and store the place."""
        yield from self.do_where("")

    def take(self, line: str) -> Said | None:  # noqa: ARG002 - some pages take a line that is not a command
        """Handle a line that is not a command; None if it means nothing on this page."""
        return None

    def leave(self) -> None:
        """Save unsaved data before another page opens."""

    def do_help(self, about: str) -> Said:
        yield from help_lines(*self.commands(), about.strip(), self.expected)

    def do_where(self, _: str) -> Said:
        raise NotImplementedError

    def do_next(self, _: str) -> Said:
        """Go on to the next entry."""
        raise NotImplementedError

    def do_back(self, _: str) -> Said:
        yield HOME

    def do_open(self, name: str) -> Said:
        """Open the entry with an id, or with a number of the last list.

        Raises:
            UsageError: there is no such entry, or several exercises have the name.
        """
        if name.strip():
            yield self.session.find(name.strip())
        else:
            yield "Type an id after open, for example: open tensors/first-steps."

    def do_list(self, what: str) -> Said:
        """Yield the topics, or the entries of a topic, or the exercises with a status; `open` takes the numbers.

        Raises:
            UsageError: there is no such topic.
        """
        session, course, what = self.session, self.session.course, what.strip()
        if what in FILTERS:
            status = {one: session.standing(one).status for one in course.exercises}
            listed = [one for one in status if status[one] in FILTERS[what]]
            chosen = [one for one in listed if one in course.shown or status[one] != "todo"]
            yield f"{count(len(chosen), 'exercise')}:" if chosen else "There is none."
            yield from session.listed(Entry("exercise", one) for one in chosen)
            return
        if not what:
            session.numbered = [Entry("topic", topic.id) for topic in course.topics]
            yield f"{count(len(course.topics), 'topic')}:"
            for number, topic in enumerate(course.topics, 1):
                done = session.done(topic.exercises)
                yield f"{number}. {topic.title}, {topic.id}: {done} of {count(len(topic.exercises), 'exercise')} done."
            yield "Type list and the name of a topic for its lessons and exercises."
            return
        topics = [*session.journey.whole.topics, *course.topics]  # topics list all exercises
        found = next((topic for topic in topics if topic.id == what), None)
        if found is None:
            near = nearest(what, [*(topic.id for topic in topics), *FILTERS])
            raise UsageError(f"There is no topic {what!r}.", fix=did_you_mean(near, "Type list for the topics."))
        entries: list[Entry] = []
        for lesson in found.lessons:
            entries += [] if lesson.continued else [Entry("lesson", lesson.id)]
            entries += [Entry("exercise", one) for one in lesson.exercises]
        yield f"{ended(found.title)} {found.summary}".strip()
        yield from session.listed(entries)

    def do_statistics(self, _: str) -> Said:
        """Yield the statistics of each topic, then of all topics."""
        session = self.session
        for title, cells in statistics(session.progress, session.journey.whole).rows():
            row = ", ".join(f"{head} {cell}" for head, cell in cells.items() if cell != "-")
            yield spelled(f"{title}: {row}.")
        read = session.lessons_read & {one.id for one in session.course.lessons}
        yield f"{count(len(read), 'lesson')} read."
        yield MEASURED

    do_progress = do_statistics

    def do_paths(self, _: str) -> Said:
        chosen, paths = self.session.journey.path, self.session.paths
        if not paths:
            yield "There are no paths to choose from here."
        for number, known in enumerate(paths, 1):
            mark = " You follow it now." if chosen is not None and chosen.id == known.id else ""
            yield f"{number}. {known.title}, {known.id}: {' '.join(known.summary.split())}{mark}"

    def do_path(self, name: str) -> Said:
        """Follow a learning path, by its id or its number.

        Raises:
            UsageError: there is no such path.
        """
        name, paths = name.strip(), self.session.paths
        found = next((one for number, one in enumerate(paths, 1) if name in (one.id, str(number))), None)
        if found is None:
            raise UsageError(f"There is no path {name!r}.", fix="Type paths for the list.")
        self.session.follow(found.id)
        yield f"You follow the path {ended(found.title)}"

    def do_due(self, _: str) -> Said:
        """Yield the exercises that are due for review; `review` takes the numbers."""
        session = self.session
        found = reviews(session.progress, session.course, session.now())
        words = found.text(day_of(session.now()))
        yield f"{words} Type review to begin." if found.due else words
        for number, one in enumerate(found.due, 1):
            made = f" Your mistakes: {prose(' '.join(one.mistakes))}" if one.mistakes else ""
            yield f"{number}. {session.title(one.exercise)}, {one.exercise}.{made}"

    def do_review(self, argument: str) -> Said:
        """Open a drill: of the exercise due longest, of a number in the list, or of any solved exercise by id.

        Raises:
            UsageError: there is no such exercise, or it is not solved.
        """
        session, waiting, argument = self.session, self.session.due(), argument.strip()
        if not argument and not waiting:
            yield from self.do_due("")
        elif not argument or (argument.isdecimal() and len(argument) < 9):
            number = int(argument or 1)
            if not 1 <= number <= len(waiting):
                raise UsageError(f"No review has the number {number}.", fix="Type due for the list.")
            yield ReviewPage(session, waiting[number - 1])
        else:
            entry = session.find(argument)
            if entry.kind != "exercise" or session.standing(entry.id).status not in ("done", "gave-up"):
                raise UsageError(f"{entry.id} is not solved yet.", fix=f"Type open {entry.id} to solve it.")
            yield ReviewPage(session, entry.id)

    def do_mistakes(self, _: str) -> Said:
        found = mistakes(self.session.progress, self.session.course)
        if not found:
            yield "No mistake of yours was named yet."
        for number, one in enumerate(found[:MOST_MISTAKES], 1):
            yield f"{number}. {prose(one.name)} In {one.exercise}, {one.text(self.session.now())}."
        if len(found) > MOST_MISTAKES:
            yield f"{len(found) - MOST_MISTAKES} more."

    def do_placement(self, _: str) -> Said:
        """Open the placement, a stored one or a new one."""
        session = self.session
        yield "Choosing questions."
        saved = SessionStore(session.progress, "placement").unfinished()
        asking = Asking(placement(session.journey.whole, saved, keeper(session, "placement")), session.grader)
        found = asking.item(session.course, lambda _: None)
        yield PlacementPage(session, found[0], asking) if found is not None else "There is nothing to ask here."

    def do_lookup(self, query: str) -> Said:
        """Yield the facts of the truth table about a name."""
        query = query.strip()
        if not query:
            yield "Type a name after lookup, for example: lookup torch.clamp."
            return
        table = Lookup.over(load_truth(self.session.course.root))
        meant = table.spelled(query)
        found = table.find(meant)
        if found and meant != query:
            yield f"{shortened(query)} is not in the table: this is about {meant}."
        if not found:
            yield f"{shortened(query)} is not in the table. {table.unknown(query)}"
        for row in found[:MOST]:
            yield from _row(row, full=len(found) <= FULL)
        if len(found) > MOST:
            yield f"{len(found) - MOST} more. A longer name finds fewer."

    def do_join(self, typed: str) -> Said:
        yield from join_class(self.session, typed.strip())

    def do_workshop(self, _: str) -> Said:
        yield from self.session.attendance.lines() if self.session.attendance is not None else ()

    def do_time(self, _: str) -> Said:
        yield from self.session.attendance.time_lines() if self.session.attendance is not None else ()

    def do_end(self, _: str) -> Said:
        yield from self.session.attendance.end() if self.session.attendance is not None else ()


class CoursePage(Page):
    """The page of the course, on which plain mode starts."""

    def arrive(self) -> Said:
        yield from self.do_where("")
        place = self.session.place
        if place is not None and place.screen != "home":
            self.session.arrive(Place("home", place.id, place.scroll))

    def do_where(self, _: str) -> Said:
        session = self.session
        exercises = session.course.shown
        done = session.done(exercises)
        words = session.journey.path_words(course_minutes(session.course))
        yield f"You are at the course. {words or f'{done} of ' + count(len(exercises), 'exercise') + ' done'}."
        goal = session.goal()
        if goal is None:
            yield "All exercises are done."
        else:
            yield f"Next: the {goal.kind} {session.title_of(goal)}, {goal.id}. Type next to open it."
        if not session.standings and session.workshop is None:
            yield "If you know a part of it: placement asks at most eight questions and marks what you know."
        if session.offers("review") and session.due():
            yield next(self.do_due(""))

    def do_next(self, _: str) -> Said:
        yield self.session.goal() or "All exercises are done. Well done."

    def do_back(self, _: str) -> Said:
        yield "This is the course. Type quit to end mxtutor."


class LessonPage(Page):
    """One lesson, read in parts: prose with the code after it."""

    def __init__(self, session: PlainSession, entry: LessonEntry) -> None:
        super().__init__(session)
        self._entry = entry
        self.exercises = entry.exercises
        self._lesson = load_lesson(entry.path)
        self._parts = _parts(self._lesson.blocks)
        self._read = 0
        """Number of parts read so far."""

    @property
    def prompt(self) -> str:  # type: ignore[override]
        more = "more, all, " if self._read < len(self._parts) else ""
        return f"Type {more}{'run, ' if self._code() is not None else ''}next, back or help"

    def arrive(self) -> Said:
        yield from self.do_where("")
        if self._lesson.summary:
            yield self._lesson.summary
        self.session.arrive(Place("lesson", self._entry.id))
        yield from self.do_more("")

    def do_where(self, _: str) -> Said:
        topic = next(t for t in self.session.course.topics if self._entry in t.lessons)
        place = f"Lesson {topic.lessons.index(self._entry) + 1} of {len(topic.lessons)}"
        yield f"Topic {topic.title}. {place}: {ended(self._lesson.title)}"
        read = f"{self._read} of {count(len(self._parts), 'part')} read"
        yield f"{lesson_words(self.session.course, self._entry)}. {read}."

    def do_more(self, _: str) -> Said:
        if self._read < len(self._parts):
            self._read += 1
            yield from self.do_again("")
        if self._read == len(self._parts):
            yield from self._end()

    def do_all(self, _: str) -> Said:
        yield from self.do_more("")
        while self._read < len(self._parts):
            yield from self.do_more("")

    def do_again(self, _: str) -> Said:
        for block in self._parts[self._read - 1]:
            yield from _lines(block)

    def do_run(self, _: str) -> Said:
        block = self._code()
        if block is None:
            yield "No code was read yet. Type more to go on."
        else:
            yield from self.session.waiting.call("Running", lambda: list(_ran(self.session.grader, block))) or ()

    def take(self, line: str) -> Said | None:
        return None if line.strip() else self.do_more("")

    def _end(self) -> Iterator[str]:
        """Yield the next entry, and store that the lesson is read."""
        session, lesson, exercises = self.session, self._entry.id, self._entry.exercises
        session.note_read(lesson)
        yield f"End of the lesson. It has {count(len(exercises), 'exercise')}."
        yield from session.listed(Entry("exercise", one) for one in exercises)

    def _code(self) -> CodePair | Trap | None:
        """Return the last code that was read; None before any."""
        read = [block for part in self._parts[: self._read] for block in part if not isinstance(block, Prose)]
        return read[-1] if read else None

    def do_next(self, _: str) -> Said:
        left = len(self._parts) - self._read
        if left and self._entry.id not in self.session.lessons_read:
            yield f"You have not read {count(left, 'part')} of this lesson. Type back to return to it."
        yield self.session.following("lesson", self._entry.id) or "That was the last one. Well done."


def _parts(blocks: tuple[Block, ...]) -> list[list[Block]]:
    """Group the blocks into parts, each of which ends with code or at the end of the lesson."""
    parts: list[list[Block]] = [[]]
    for block in blocks:
        parts[-1].append(block)
        if not isinstance(block, Prose):
            parts.append([])
    return [part for part in parts if part]


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Prose):
        yield from spoken(block.markdown)
    elif isinstance(block, CodePair):
        yield from code_lines("PyTorch code", block.torch)
        yield from code_lines("MXNet code", block.mxnet)
        yield "The command run runs both."
    else:
        yield from code_lines(f"{FRAMEWORKS.get(block.framework, block.framework)} code", block.source)
        if block.raises:
            yield f"It raises an error: {block.error}"


def _ran(grader: Grader, block: CodePair | Trap) -> Iterator[str]:
    """Run code of a lesson; yield its results, and whether they are as the lesson says."""
    runs, said, _ = run_block(grader, block)
    for framework, run in runs.items():
        yield from run_lines(FRAMEWORKS.get(framework, framework), run)
    yield said


class WelcomePage(Page):
    """The page of the first start: asks why the learner came, and begins the path for the chosen number."""

    def __init__(self, session: PlainSession) -> None:
        super().__init__(session)
        self._ways: list[tuple[str, Sequence[CoursePath]]] = [
            *reasons(session.course.paths).items(),
            (I_KNOW_IT, ()),
        ]

    @property
    def prompt(self) -> str:  # type: ignore[override]
        return f"Type a number from 1 to {len(self._ways)}, or next"

    def arrive(self) -> Said:
        yield "Why did you come?"
        yield from self.do_where("")

    def do_where(self, _: str) -> Said:
        minutes = course_minutes(self.session.course)
        for number, (text, paths) in enumerate(self._ways, 1):
            length = f" It takes about {duration(minutes.of(paths[0].exercises))}." if len(paths) == 1 else ""
            yield f"{number}. {ended(text)}{length}"

    def do_next(self, _: str) -> Said:
        yield from CoursePage(self.session).do_next("")

    def take(self, line: str) -> Said | None:
        number = line.strip()
        known = number.isdecimal() and len(number) < 9 and 1 <= int(number) <= len(self._ways)
        return self._begin(self._ways[int(number) - 1][1]) if known else None

    def _begin(self, paths: Sequence[CoursePath]) -> Said:
        """Follow the only path and open its first exercise; ask which one if there are several."""
        session = self.session
        if len(paths) > 1:
            self._ways = [(path.title, (path,)) for path in paths]
            yield "Which one?"
            yield from self.do_where("")
            return
        session.welcomed()
        if not paths:
            yield from self.do_placement("")
            return
        yield from self.do_path(paths[0].id)
        first = session.journey.next_exercise()
        yield Entry("exercise", first) if first is not None else CoursePage(session)


def _row(row: Truth, *, full: bool) -> Iterator[str]:
    yield f"{row.torch}: {CLASS_WORDS[row.kind]}."
    for family, form in row.forms:
        name = "MXNet" if family == "mxnet" else f"MXNet {family}"
        yield from (f"{name}: {line}" for line in form.splitlines() or ["nothing"])
    if row.note:
        yield prose(row.note)
    if not full:
        return
    yield from (prose(text) for text in row.advice)
    for demo in row.demos:
        yield f"PyTorch {demo.torch} gives {demo.torch_gives}"
        yield f"MXNet {demo.mxnet} gives {demo.mxnet_gives}"
    if row.exercise:
        yield f"The exercise {row.exercise} teaches it. Type open {row.exercise}."
    yield prose(row.proof_summary)


CODED = frozenset("code lines line insert delete edit use undo check run reset restore".split())  # noqa: SIM905
"""Commands for an answer that is a program; questions have `answer` instead."""
CALL_SECONDS = 3.0
"""Longest wait, in seconds, for the class to confirm a call for help."""
TAKEN = "The answer file has changed. Its text is your answer now; undo takes it back."
KEPT = "The answer file has changed. Its text is kept in the history."
ELSEWHERE = "Another mxtutor has changed this answer. Its text is kept in the history."
NEW_NUMBERS = "The code has other numbers now. Your next answer is about the new code."
_RANGE = re.compile(r"\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*")
_NUMBERED = re.compile(r"\s*(\d{1,6})(?: (.*))?", re.DOTALL)


class TextVersions:
    """A text with its earlier versions."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._earlier: list[str] = []

    def replace(self, text: str) -> None:
        """Replace the text; `undo` restores the current one."""
        if text != self.text:
            self._earlier.append(self.text)
            self.text = text

    def undo(self) -> bool:
        """Undo the last change; return whether there was one."""
        if not self._earlier:
            return False
        self.text = self._earlier.pop()
        return True

    @property
    def lines(self) -> list[str]:
        """The lines without line ends."""
        return self.text.rstrip("\n").split("\n") if self.text.strip("\n") else []

    def put(self, argument: str, *, insert: bool = False) -> str:
        """Replace a line, or insert one before it: "3 return x"; return a sentence about it. A number alone reads it.

        A text without indentation gets that of the line there, or of the last line.

        Raises:
            UsageError: there is no such line.
        """
        found = _NUMBERED.fullmatch(argument)
        if found is None:
            example = "insert 3 x = x + 1" if insert else "line 3 return x"
            raise UsageError("Type the number of a line, then its text.", fix=f"For example: {example}.")
        number, text, lines = int(found[1]), found[2] or "", self.lines
        if text or insert or not 1 <= number <= len(lines):
            if not 1 <= number <= len(lines) + 1:
                raise _no_line(number, len(lines))
            near = lines[min(number, len(lines)) - 1] if lines else ""
            if text.strip() and text == text.lstrip():
                text = near[: len(near) - len(near.lstrip())] + text
            lines[number - 1 : number - 1 if insert else number] = [text.rstrip()]
            self.replace("\n".join(lines) + "\n")
        return spoken_line(number, lines[number - 1])

    def delete(self, argument: str) -> str:
        """Delete lines: "3" or "3-5"; return a sentence about the change.

        Raises:
            UsageError: there are no such lines.
        """
        found = _RANGE.fullmatch(argument)
        if found is None:
            raise UsageError("Type the number of a line after delete.", fix="For example: delete 3, or delete 3-5.")
        first, last = int(found[1]), int(found[2] or found[1])
        lines = self.lines
        if not 1 <= first <= last <= len(lines):
            raise _no_line(first if not 1 <= first <= len(lines) else last, len(lines))
        del lines[first - 1 : last]
        self.replace("\n".join(lines) + "\n" if lines else "")
        return f"Deleted line {first}." if first == last else f"Deleted lines {first} to {last}."

    def spoken(self) -> Iterator[str]:
        """Yield the lines with their numbers and indentation in words."""
        for number, line in enumerate(self.lines, 1):
            yield spoken_line(number, line)


def spoken_line(number: int, line: str) -> str:
    """Return a line with its number and its indentation in words: "Line 3, indent 4: return x"."""
    text = line.expandtabs(4)
    indent = len(text) - len(text.lstrip())
    if not text.strip():
        return f"Line {number} is empty."
    return f"Line {number}{f', indent {indent}' if indent else ''}: {text.strip()}"


def _no_line(number: int, total: int) -> UsageError:
    has = f"Your answer has {count(total, 'line')}." if total else "Your answer is empty."
    return UsageError(f"There is no line {number}.", fix=has)


class TaskPage(Page):
    """The page of an exercise: its task, the answer, checks, help and attempts."""

    NAMED: tuple[str, ...] = ("hint", "next")
    """Commands that the prompt names, if they are available."""
    FILED = True
    """Whether other editors may change the answer in its file."""

    def __init__(self, session: PlainSession, task: Task, text: str | None) -> None:
        """Begin with a stored text; None for the starter."""
        super().__init__(session)
        self.task = task
        self.answer = TextVersions(task.exercise.starter if text is None else text)
        self._whole: str | None = None
        """The last text that replaced the whole answer."""
        self._given = text
        """The draft that was stored last."""
        self._listed: tuple[Attempt, ...] = ()
        """The attempts that `history` listed last."""

    @property
    def exercise(self) -> Exercise:
        """The current variant of the exercise."""
        return self.task.exercise

    @property
    def rules(self) -> Rules:
        return self.task.rules()

    def offers(self, command: str) -> bool:
        kind = not self.task.coded if command == "answer" else self.task.coded or command not in CODED
        return kind and super().offers(command)

    @property
    def prompt(self) -> str:  # type: ignore[override]
        kinds = {"choice": "a letter", "predict": "the value of result"}
        named = ("next", "solution") if self.task.right or self.task.passed else self.NAMED
        words = [] if named != self.NAMED else [kinds.get(self.exercise.kind, "code, check")]
        return f"Type {', '.join([*words, *filter(self.offers, (*named, 'back'))])} or help"

    @property
    def expected(self) -> str:  # type: ignore[override]
        if self.exercise.kind == "choice":
            return f"An answer is a letter from a to {[*self.exercise.lettered][-1]}."
        return "An answer is a value of Python; text needs quotes, such as 'cpu(0)'." if not self.task.coded else ""

    # Where the learner is

    def arrive(self) -> Said:
        session, exercise = self.session, self.exercise
        yield from self.do_where("")
        if not session.progress.claim(exercise.id):
            yield "This exercise is open in another mxtutor. What the other one writes is kept in the history."
        yield from self.take_saved()
        yield from self.do_task("")
        session.arrive(Place("exercise", exercise.id))
        session.report(lambda reporter: reporter.opened(exercise))
        session.prepare(exercise)

    def do_where(self, _: str) -> Said:
        exercise, course, guide = self.exercise, self.session.course, self.session.guide
        part = guide.part_of(exercise.id) if guide is not None else None
        of = f"lesson {course.lesson_of(exercise.id).title}" if part is None else f"part {part.title}"
        place = "Exercise {} of {}".format(*self.session.position(exercise.id))
        yield f"{place} of the {of}: {exercise.title}, {exercise.id}."
        if guide is not None and part is not None and part.minutes:
            yield f"Part {part.title}: {spelled(guide.about(exercise.id))}."
        yield f"It takes {exercise_words(course, exercise.id)}. Your status: {self.session.state(exercise.id)}."
        if self.task.report is not None:
            yield self._verdict_again(self.task.report)

    def do_next(self, _: str) -> Said:
        yield self.session.following("exercise", self.exercise.id) or "That was the last one. Well done."

    def do_back(self, _: str) -> Said:
        lessons = self.rules.screen("lesson")
        yield Entry("lesson", self.session.course.lesson_of(self.exercise.id).id) if lessons else HOME

    def leave(self) -> None:
        self.keep()
        self.session.progress.release(self.exercise.id)

    # The answer

    def keep(self) -> None:
        """Store the draft; the draft of another tutor goes to the history."""
        text = self.answer.text
        if text != self._given and (self._given is not None or text != self.exercise.starter or self.task.drills):
            self._given = text  # store nothing before the first input, because an export would contain it as an answer
            self.session.draft(self.task, Draft(text))

    def typed(self, text: str) -> str:
        """Return a typed answer for the grader: the letter of an option, also for its digit, or the value."""
        text = text.strip()
        if self.exercise.kind != "choice":
            return text
        return self.exercise.letter_of(text) or text

    def take(self, line: str) -> Said | None:
        known = bool(self.exercise.letter_of(line)) if self.exercise.kind == "choice" else is_value(line.strip())
        return self.do_answer(line) if known and not (self.task.passed or self.task.coded) else None

    def do_answer(self, text: str) -> Said:
        if text.strip():
            self.answer.replace(self.typed(text))
            yield from self.do_check("")
        else:
            yield "Type your answer after the word answer."

    def take_saved(self, said: str = TAKEN) -> Iterator[str]:
        """Load a text that another editor has saved in the answer file, and yield a note about it."""
        filed = self.FILED and self.task.coded
        found = self.session.saved_outside(self.task, self.session.progress) if filed else None
        if found is None or found[1] or found[0] == self.answer.text:  # each tutor keeps its own text
            return
        self._replace(found[0])
        yield said

    def replace(self, text: str) -> Iterator[str]:
        """Replace the whole answer; the earlier text stays in the history."""
        yield from self.take_saved(KEPT)
        self._replace(text)

    def _replace(self, text: str) -> None:
        if text != self.answer.text:
            self.session.set_aside(self.task, self.answer.text)
            self.answer.replace(text)
        self._whole = text
        self.keep()

    def _length(self, note: str = "") -> str:
        return f"Your answer has {count(len(self.answer.lines), 'line')}{note}."

    def _replaced(self, text: str, said: str = "") -> Iterator[str]:
        """Replace the whole answer, and yield a note about the change."""
        before = len(self.answer.lines)
        yield from self.replace(text)
        yield f"{said}{self._length(' now')} Type check to check it."
        if before:
            yield f"This replaced {all_lines(before)} that you had. Type undo to get them back."

    def do_code(self, _: str) -> Said:
        terminal = self.session.terminal
        if terminal.interactive:
            yield (
                f"Type your whole answer line by line; it replaces {all_lines(len(self.answer.lines))}. "
                f"A line with {END_OF_CODE!r} alone, or Ctrl-D, ends it."
            )
        lines: list[str] = []
        try:
            for line in terminal.lines():
                lines.append(line)
        except KeyboardInterrupt:
            self.session.set_aside(self.task, "".join(f"{line}\n" for line in lines))
            kept = " The command history lists what you typed." if any(line.strip() for line in lines) else ""
            yield f"Your answer stays as it was.{kept}"
        else:
            if any(line.strip() for line in lines):
                yield from self._replaced("\n".join(lines) + "\n")
            else:
                yield "You typed nothing. Your answer stays as it was."

    def do_lines(self, _: str) -> Said:
        yield from self.take_saved()
        yield from self.answer.spoken() if self.answer.lines else ["Your answer is empty."]

    def do_line(self, argument: str) -> Said:
        return self._edit(self.answer.put, argument)

    def do_insert(self, argument: str) -> Said:
        return self._edit(partial(self.answer.put, insert=True), argument)

    def do_delete(self, argument: str) -> Said:
        return self._edit(self.answer.delete, argument)

    def _edit(self, change: Callable[[str], str], argument: str) -> Said:
        if taken := list(self.take_saved()):  # the numbers of the lines may have changed
            yield from (*taken, "Nothing else was changed. Type lines to read it.")
            return
        said = change(argument)
        self.keep()
        yield said

    def do_undo(self, _: str) -> Said:
        if taken := list(self.take_saved()):
            yield from taken
            return
        text = self.answer.text
        if not self.answer.undo():
            yield "There is nothing to take back."
            return
        if text == self._whole:
            self.session.set_aside(self.task, text)
        self.keep()
        yield f"Taken back. {self._length(' now')}"

    def do_edit(self, _: str) -> Said:
        if not self.session.terminal.interactive:
            raise UsageError("An editor needs a terminal.", fix="The command `use FILE` takes an answer from a file.")
        yield from self.take_saved()
        rows = self.answer.text.splitlines()
        gap = next((number for number, row in enumerate(rows, 1) if row.strip() == "..."), 1)
        task = "\n".join(map(str, self.do_task("")))
        try:
            edited = edit(self.answer.text, self.exercise.slug, editor_command(), line=gap, task=task)
        except EditFailed as error:
            self.session.set_aside(self.task, error.text)
            yield str(error)
            if error.text:
                yield "What you wrote there is in the history."
            return
        yield from self.replace(edited)
        yield self._length(" now")
        yield from filter(None, [prose(self.session.offer_watch())])

    def do_use(self, name: str) -> Said:
        if name.strip():
            source = read_answer(expanded(Path(name.strip())))
            yield from self._replaced(source.decode("utf-8", "replace").replace("\r\n", "\n"), "Taken. ")
        else:
            file = self.session.progress.answer_file(self.exercise.id)
            yield f"Your answer is in the file {file}." if file is not None else "No file holds your answer."

    def do_reset(self, _: str) -> Said:
        yield from self.replace(self.exercise.starter)
        yield "Started over. Your earlier text is in the history; undo brings it back."
        yield from self.do_task("")

    # The task, checks and runs

    def do_task(self, _: str) -> Said:
        exercise = self.exercise
        snippet = exercise.snippet.strip() if exercise.kind == "predict" else ""
        yield from spoken(asked(exercise, snippet))
        for name, about in exercise.params.items():
            yield f"Parameter {name}: {prose(about)}"
        if snippet:
            yield from code_lines("This code", snippet)
            if not re.search(r"\bresult\b", exercise.prompt):
                yield "What is result? Type its value, such as (1, 2) or 'text'."
        elif exercise.kind == "choice":
            yield f"{count(len(exercise.options), 'option')}:"
            for letter, option in exercise.lettered.items():
                yield f"{letter}. {prose(option.text)}"
        else:
            yield from code_lines("PyTorch reference", exercise.reference)
            if self.answer.text == exercise.starter:
                title = "The code to repair" if exercise.kind == "fix" else "Your answer begins with"
                yield from code_lines(title, self.answer.text)
            else:
                yield f"{self._length()} Type lines to read them."

    def do_check(self, _: str) -> Said:
        yield from self.take_saved()
        self.keep()
        session, task, code, output, passed = self.session, self.task, self.answer.text, Output(), self.task.passed
        checked = session.unready(task, code)
        if checked is None:
            yield "Checking."
            checked = session.waiting.call("Still checking", lambda: session.grade(task, code, output.add), output)
        if checked is None:
            return
        rated: list[DrillResult] = []
        session.keep(task, checked, rated.append)
        yield from filter(None, ["" if task.drills else checked.late, "" if checked.ran else NO_ATTEMPT])
        advised = self.rules.help and task.coded
        yield from verdict_lines(checked.report, full=checked.full, helped=self.offers("details"), advised=advised)
        yield from self.after(checked, rated, passed=passed)
        if checked.draws:
            yield from self._draw_again()

    def after(self, checked: CheckedAnswer, rated: list[DrillResult], *, passed: bool) -> Said:  # noqa: ARG002 - of a drill
        """Yield the notes and the explanation after a right answer, and the next entry.

        `rated` has the result of a drill; `passed`: whether the drill had passed before.
        """
        session = self.session
        if not self.task.right:
            return
        if session.reviews(self.task):
            task, code = self.task, checked.code
            review = session.waiting.call("Counting what your answer costs", lambda: session.review(task, code))
            yield from review_lines(review) if review is not None else ()
        if self.rules.help:
            yield from self._explanation()
        following = session.following("exercise", self.exercise.id)
        if following is not None:
            yield f"Next: the {following.kind} {ended(session.title_of(following))} Type next to open it."

    def _draw_again(self) -> Said:
        self.task.take(self.session.variant(self.task))
        yield NEW_NUMBERS
        yield from self.do_task("")

    def do_run(self, _: str) -> Said:
        yield from self.take_saved()
        self.keep()
        session, code, (case, seed) = self.session, self.answer.text, self.task.failing
        play = session.waiting.call("Still running", lambda: session.run(self.task, code, case=case, seed=seed))
        if play is not None:
            yield from play_lines(play, reference=self.rules.help)

    def do_details(self, _: str) -> Said:
        task = self.task
        if task.report is None:
            found = self.session.progress.last_report(task.exercise.id)
            if found is not None and task.exercise.kind != "predict":
                task.report, task.judged = found[1], found[0].code
        if task.report is None:
            yield "There is no verdict yet. Type check first."
        else:
            yield self._verdict_again(task.report)
            yield from detail_lines(task.report)

    def _verdict_again(self, report: Report) -> str:
        return verdict_again(report, changed=self.answer.text != self.task.judged)

    # Help

    def do_hint(self, argument: str) -> Said:
        session, task = self.session, self.task
        if argument.strip().lower() == "again":
            for number in range(task.opened):
                yield from self._hint(number)
            if not task.opened:
                yield "No hint is open. Type hint to open the first one."
        elif held := session.held("hints"):
            yield spelled(held)
        elif session.hint(task):
            yield from self._hint(task.opened - 1)
        else:
            yield "There is no further hint. Type hint again for the open ones."

    def _hint(self, number: int) -> Iterator[str]:
        rungs = self.task.ladder
        name, text = rungs[number]
        yield f"Hint {number + 1} of {len(rungs)}, {name}:"
        if "\n" in text.strip() and "```" not in text and name != EXPLAINED:  # code, whose indentation matters
            yield from code_lines("Code", text)
        else:
            yield from spoken(text)

    def do_solution(self, argument: str) -> Said:
        session, task = self.session, self.task
        if held := session.held("solutions"):
            yield spelled(held)
            return
        if session.gives_up(task) and argument.strip().lower() != "yes":
            yield from GIVE_UP
            if not session.agrees("Type yes for the solution, no to keep trying"):
                yield "You keep trying."
                return
        session.solution(task)
        yield from self._solution()
        yield from self._explanation()
        if session.knows_value(task):
            yield from self._draw_again()

    def _solution(self) -> Iterator[str]:
        exercise, session = self.exercise, self.session
        if exercise.kind == "choice":
            for letter, option in exercise.lettered.items():
                yield f"{letter} is {'right' if option.right else 'not right'}: {prose(option.text)}"
                yield prose(option.why)
        elif exercise.kind == "predict":
            source = f"{exercise.snippet.rstrip()}\nresult\n"
            run = session.waiting.call("Running", lambda: session.grader.run("mxnet", source))
            yield from run_lines("The code", run) if run is not None else ()
        else:
            yield from code_lines("Idiomatic answer", exercise.solution)
            for style in styles_of(exercise):
                yield from code_lines(f"Another right answer, {style.name}", style.source)

    def _explanation(self) -> Iterator[str]:
        """Yield the explanation of the right answer, and the facts proven with the installed MXNet."""
        if self.exercise.explain:
            yield from spoken(self.exercise.explain)
        if self.exercise.truth:
            yield f"True on MXNet 1.9.1: {prose(self.exercise.truth)}"

    def do_call(self, _: str) -> Said:
        session, exercise, reporter = self.session, self.exercise, self.session.reporter
        if reporter is None or not reporter.membership.wants(exercise.id):
            yield NOT_FOLLOWED
            return
        called = reporter.state.help_in != exercise.id
        session.report(lambda one: (one.help if called else one.help_withdrawn)(exercise))
        session.called = ""
        if not called:
            yield TAKEN_BACK
            return
        reporter.await_call(CALL_SECONDS)
        state = reporter.state
        session.called = exercise.id if state.call == "waiting" and state.phase != "refused" else ""
        yield state.call_words("Type call again to take it back.")

    # Attempts

    def do_history(self, argument: str) -> Said:
        if argument.strip():
            attempt = self._attempt(argument)
            yield from code_lines(f"Attempt {argument.strip()}", attempt.code)
            return
        self._listed = self.session.progress.attempts(self.exercise.id)
        listed = f"{count(len(self._listed), 'attempt')}, newest first."
        yield listed if self._listed else "There is no attempt yet."
        for number, attempt in enumerate(self._listed, 1):
            word = VERDICT_WORDS[attempt.verdict] if attempt.verdict is not None else "Draft"
            yield f"{number}. {word}, {date_and_time(attempt.when)}. {prose(attempt.headline)}".rstrip()

    def do_restore(self, argument: str) -> Said:
        yield from self.replace(self._attempt(argument).code)
        yield f"Attempt {argument.strip()} is your answer now. Type lines to read it."

    def _attempt(self, argument: str) -> Attempt:
        """Return the attempt with a number in the list of `history`.

        Raises:
            UsageError: there is no such attempt.
        """
        attempts = self._listed or self.session.progress.attempts(self.exercise.id)
        word = argument.strip()
        if word.isdecimal() and len(word) < 7 and 1 <= int(word) <= len(attempts):
            return attempts[int(word) - 1]
        raise UsageError("Type the number of an attempt.", fix="The command history lists them.")


def exercise_page(session: PlainSession, identity: str) -> TaskPage:
    """Return the page of an exercise, with its stored draft.

    Raises:
        ContentError: the exercise is damaged.
    """
    exercise = session.exercise(identity)
    draft = session.saver.draft(identity, "answer") or session.progress.draft(identity)
    drawn = session.standing(identity).variant
    if drawn and exercise.variants > 1:
        exercise = load_exercise(exercise.folder, identity, drawn)
    page = TaskPage(session, session.open(exercise, drawn=drawn), draft.code if draft is not None else None)
    page.exercises = (identity,)
    page.task.known = draft.code if draft is not None and draft.code else exercise.starter
    page.task.elsewhere = lambda: session.say(ELSEWHERE)
    return page


def all_lines(number: int) -> str:
    """Return a number of lines in words: "all 6 lines"."""
    return f"all {number} lines" if number > 1 else count(number, "line")


def is_value(text: str) -> bool:
    """Return whether a text is a Python literal, such as (1, 2)."""
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return False
    return True


class ReviewPage(TaskPage):
    """The page of a drill: the exercise again, from its starter, with other inputs and without help."""

    FILED = False

    def __init__(self, session: PlainSession, identity: str) -> None:
        drill, drawn = drill_of(session.progress, identity, session.now())
        exercise = load_exercise(session.course.folder(identity), identity, drawn)
        rules = REVIEW.over(session.rules)
        task = session.open(exercise, rules=lambda: rules, drawn=drawn, drills=True)
        super().__init__(session, task, drill.code if drill is not None else None)

    def arrive(self) -> Said:
        yield from self.do_where("")
        yield "Other inputs, no help. Your own answer stays as it is."
        yield from self.do_task("")
        self.session.prepare(self.exercise)
        self.keep()

    def do_where(self, _: str) -> Said:
        yield f"Review: {self.exercise.title}, {self.exercise.id}."

    def after(self, checked: CheckedAnswer, rated: list[DrillResult], *, passed: bool) -> Said:
        if passed:
            yield "This review has passed already, so this check does not count."
        elif not (checked.ran and checked.counts):
            yield "Not handed in: this check does not count."
        for result in rated:  # without a result, the line before the prompt says that the verdict is not saved
            yield from map(prose, result.words(self.session.now()))

    def do_next(self, _: str) -> Said:
        others = [one for one in self.session.due() if one != self.exercise.id]
        if not others:
            yield "Nothing else is due."
        yield ReviewPage(self.session, others[0]) if others else HOME


class PlacementPage(TaskPage):
    """The page of the placement: questions without help; proven exercises count as known."""

    NAMED = ("skip", "stop")
    FILED = False

    def __init__(self, session: PlainSession, exercise: Exercise, asking: Asking) -> None:
        self._asking, self._assessment = asking, asking.assessment
        super().__init__(session, asking.open(exercise), asking.assessment.saved.draft)
        self._seen = monotonic()

    def offers(self, command: str) -> bool:
        return command == "check" or super().offers(command)  # to send a value again after a failure

    def arrive(self) -> Said:
        yield "Placement: a few questions without help. What you prove to know is marked as known."
        yield from self._ask()

    def do_where(self, _: str) -> Said:
        asked, most = len(self._assessment.responses), self._assessment.plan.most_items
        yield f"Placement, question {asked + 1} of at most {most}: {ended(self.exercise.title)}"

    def keep(self) -> None:
        """Store the draft and the time used."""
        if self._assessment.ended is None:
            now = monotonic()
            self._assessment.tick(now - self._seen)
            self._seen = now
            self._assessment.note_draft(self.answer.text)

    def do_next(self, _: str) -> Said:
        yield "Answer the question, or type skip if you do not know."

    def leave(self) -> None:
        self.keep()
        self._assessment.save()

    def _ask(self) -> Said:
        yield from self.do_where("")
        yield from self.do_task("")
        self.session.prepare(self.exercise)
        self._seen = monotonic()

    def do_check(self, _: str) -> Said:
        if missing := self._asking.missing(self.task, self.answer.text):
            yield f"{prose(missing)} Type skip if you do not know."
            return
        self.keep()
        text = self.answer.text
        checked = self.session.waiting.call("Your answer runs", lambda: self._asking.grade(self.task, text))
        self._seen = monotonic()
        if checked is None:
            return
        if said := self._asking.respond(checked):
            yield prose(said)
            yield f"Type {'check again' if self._asking.failures else 'another answer'}, or skip."
        else:
            yield from self._following()

    def do_skip(self, _: str) -> Said:
        self.keep()
        self._asking.skip()
        yield from self._following()

    def do_stop(self, _: str) -> Said:
        self._assessment.end("learner")
        yield from self._following()

    def _following(self) -> Said:
        """Ask the next question; at the end, yield the result and open the course."""
        found = self._asking.item(self.session.course, lambda _: None)
        if found is None:
            yield from self._finish()
            return
        self.task = self._asking.open(found[0])
        self.answer = TextVersions(self.exercise.starter)
        yield "Taken."
        yield from self._ask()

    def _finish(self) -> Said:
        found = place_learner(self.session, self._assessment)
        yield "The placement has ended."
        if found.known:
            yield f"{count(len(found.known), 'exercise')} known now; next skips them. They do not count as done."
            yield from (f"Known lesson: {ended(title)}" for title in found.lessons)
            yield from (f"This lesson teaches what you did not know: {ended(title)}" for title in found.taught)
            if found.first:
                yield f"Begin with: {ended(found.first)}"
        else:
            yield "These answers do not show yet what you know, so the course begins at its start."
        yield HOME


class AssessPage(PlacementPage):
    """The only page of `mxtutor --plain assess`: questions without help, in a limited time."""

    NAMED = ("skip", "quit")

    def arrive(self) -> Said:
        plan = self._assessment.plan
        yield f"{plan.title}: {plan.minutes:g} minutes, without help. Type skip if you do not know."
        yield "Type quit to leave the test; it goes on from there another time."
        yield from self._ask()

    def do_where(self, _: str) -> Said:
        self.keep()
        left = count(max(round(self._assessment.seconds_left / 60), 0), "minute")
        yield f"{left} left: {ended(self.exercise.title)}"

    def keep(self) -> None:
        while monotonic() - self._seen > LONGEST_STEP:  # one step counts at most this long
            self._assessment.tick(LONGEST_STEP)
            self._seen += LONGEST_STEP
        super().keep()

    def _finish(self) -> Said:
        self.over = True
        yield "The test has ended."


def elsewhere(page: Page, name: str) -> str:
    """Return where a command works that is not one of this page's, as in "in an exercise"; empty if nowhere."""
    places = ((LessonPage, "in a lesson"), (TaskPage, "in an exercise"), (PlacementPage, "in a placement"))
    if hasattr(page, f"do_{name}") or not page.session.offers(name):  # a rule closes it
        return ""
    return " or ".join(place for kind, place in places if f"do_{name}" in vars(kind))
