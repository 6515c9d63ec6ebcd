"""The other pages of plain mode (course, lesson, first start), and the lists that can be read anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mxtutor.content.lessons import Block, CodePair, Prose, load_lesson
from mxtutor.content.lookup import Lookup
from mxtutor.content.minutes import course_minutes
from mxtutor.content.model import LessonEntry
from mxtutor.content.plan import CoursePath, reasons
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import CLASS_WORDS, Truth
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Grader
from mxtutor.plain.session import Page, PlainSession, Said
from mxtutor.plain.spoken import code_lines, ended, prose, run_lines, spoken
from mxtutor.plain.tasks import ReviewPage, due_exercises, placement
from mxtutor.progress.due import mistakes, reviews
from mxtutor.progress.journey import WELCOMED, Entry
from mxtutor.progress.model import Place
from mxtutor.progress.schedule import day_of
from mxtutor.progress.statistics import MEASURED, TopicStatistics, statistics
from mxtutor.reporting.durations import rough_duration
from mxtutor.reporting.journey_words import lesson_words
from mxtutor.reporting.pair_words import pair_words
from mxtutor.suggest import did_you_mean, nearest, shortened

FILTERS = {"todo": ("todo", "tried"), "tried": ("tried",), "done": ("done",), "known": ("known",)}
"""Words after `list`, and the statuses that they list."""
FRAMEWORKS = {"torch": "PyTorch", "mxnet": "MXNet"}
FULL, MOST = 3, 12
"""Greatest number of rows of the look-up of which all is read, and of rows that are read."""
MOST_MISTAKES = 20
"""Mistakes that are read."""


class CoursePage(Page):
    """The start of plain mode."""

    def arrive(self) -> Said:
        yield from self.where()
        place = self.session.progress.place()
        if place is not None and place.screen != "home":
            self.session.arrive(Place("home", place.id, place.scroll))

    def where(self) -> Iterator[str]:
        session = self.session
        exercises = session.course.shown
        done = sum(session.standing(one).status == "done" for one in exercises)
        words = session.journey.path_words(course_minutes(session.course))
        yield f"You are at the course. {words or f'{done} of ' + count(len(exercises), 'exercise') + ' done'}."
        goal = session.goal()
        if goal is None:
            yield "All exercises are done."
        else:
            yield f"Next: the {goal.kind} {session.title(goal)}, {goal.id}. Type next to open it."
        if not session.standings and session.workshop is None:
            yield "If you know a part of it: placement asks at most eight questions and marks what you know."
        if session.offers("review") and due_exercises(session):
            yield next(due_lines(session, ""))

    def next(self) -> Said:
        yield self.session.goal() or "All exercises are done. Well done."

    def back(self) -> Said:
        yield "This is the course. Type quit to end mxtutor."


class LessonPage(Page):
    """One lesson; a part is what is read at once: prose and the code after it."""

    def __init__(self, session: PlainSession, entry: LessonEntry) -> None:
        super().__init__(session)
        self._entry = entry
        self.exercises = entry.exercises
        self._lesson = load_lesson(entry.path)
        self._parts = _parts(self._lesson.blocks)
        self._read = 0
        """Number of parts that were read."""

    @property
    def prompt(self) -> str:  # type: ignore[override]
        more = "more, all, " if self._read < len(self._parts) else ""
        return f"Type {more}{'run, ' if self._code() is not None else ''}next, back or help"

    def arrive(self) -> Said:
        yield from self.where()
        if self._lesson.summary:
            yield self._lesson.summary
        self.session.arrive(Place("lesson", self._entry.id))
        yield from self.do_more("")

    def where(self) -> Iterator[str]:
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

    def takes(self, line: str) -> bool:
        return not line.strip()  # an empty line is `more`

    def take(self, line: str) -> Said:
        return self.do_more(line)

    def _end(self) -> Iterator[str]:
        """Say what follows, and note that the lesson is read."""
        session, lesson, exercises = self.session, self._entry.id, self._entry.exercises
        if lesson not in session.lessons_read:
            session.lessons_read.add(lesson)
            session.write(lambda progress: progress.mark_read(lesson), "Keeping what you read")
        yield f"End of the lesson. It has {count(len(exercises), 'exercise')}."
        yield from session.listed(Entry("exercise", one) for one in exercises)

    def _code(self) -> Block | None:
        """Return the code that was read last."""
        read = [block for part in self._parts[: self._read] for block in part if not isinstance(block, Prose)]
        return read[-1] if read else None

    def next(self) -> Said:
        left = len(self._parts) - self._read
        if left and self._entry.id not in self.session.lessons_read:
            yield f"You have not read {count(left, 'part')} of this lesson. Type back to return to it."
        yield self.session.following("lesson", self._entry.id) or "That was the last one. Well done."


def _parts(blocks: tuple[Block, ...]) -> list[list[Block]]:
    """Return the blocks as parts: each ends with code, or with the lesson."""
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


def _ran(grader: Grader, block: Block) -> Iterator[str]:
    """Run code of a lesson, and yield its results and what they mean."""
    if isinstance(block, CodePair):
        ran = grader.pair(block.torch, block.mxnet, block.rtol)
        yield from run_lines("PyTorch", ran.torch)
        yield from run_lines("MXNet", ran.mxnet)
        yield pair_words(block, ran.same)
    elif not isinstance(block, Prose):
        ran_alone = grader.run("torch" if block.framework == "torch" else "mxnet", block.source)
        yield from run_lines(FRAMEWORKS.get(block.framework, block.framework), ran_alone)
        if block.raises and ran_alone.error is not None:
            right = block.raises in ran_alone.error.summary
            yield "It raises this error, as the text says." if right else "It does not raise that error here."


def welcomes(session: PlainSession) -> bool:
    """Return whether the first start asks why the learner came: nothing is stored yet, and the course has paths."""
    if session.workshop is not None or not reasons(session.course.paths):
        return False
    known = session.standings or session.lessons_read or session.progress.place()
    return not (known or session.progress.setting(WELCOMED))


class WelcomePage(Page):
    """The first start: asks why the learner came, takes a number, and goes on with the path for that."""

    def __init__(self, session: PlainSession) -> None:
        super().__init__(session)
        self._ways: list[tuple[str, Sequence[CoursePath]]] = [
            *reasons(session.course.paths).items(),
            ("I know MXNet already: at most 8 questions", ()),
        ]

    @property
    def prompt(self) -> str:  # type: ignore[override]
        return f"Type a number from 1 to {len(self._ways)}, or next"

    def arrive(self) -> Said:
        yield "Why did you come?"
        yield from self.where()

    def where(self) -> Iterator[str]:
        minutes = course_minutes(self.session.course)
        for number, (text, paths) in enumerate(self._ways, 1):
            length = f" It takes {rough_duration(minutes.of(paths[0].exercises))}." if len(paths) == 1 else ""
            yield f"{number}. {ended(text)}{length}"

    def next(self) -> Said:
        yield from CoursePage(self.session).next()

    def takes(self, line: str) -> bool:
        number = line.strip()
        return number.isdecimal() and len(number) < 9 and 1 <= int(number) <= len(self._ways)

    def take(self, line: str) -> Said:
        session, paths = self.session, self._ways[int(line) - 1][1]
        if len(paths) > 1:
            self._ways = [(path.title, (path,)) for path in paths]
            yield "Which one?"
            yield from self.where()
            return
        session.write(lambda progress: progress.save_setting(WELCOMED, "yes"), "Keeping your choice")
        if not paths:
            yield from placement(session)
            return
        yield from follow(session, paths[0].id)
        first = session.journey.next_exercise()
        yield Entry("exercise", first) if first is not None else CoursePage(session)


# What can be read, and begun, on each page: functions of the session and the argument of their command


def list_lines(session: PlainSession, what: str) -> Iterator[str]:
    """Yield topics, or the lessons and exercises of one, or the exercises with a status; numbers are for `open`.

    Raises:
        UsageError: there is no such topic.
    """
    course = session.course
    if what in FILTERS:
        shown = frozenset(course.shown)
        status = {one: session.standing(one).status for one in course.exercises}
        chosen = [one for one in status if status[one] in FILTERS[what] and (one in shown or status[one] != "todo")]
        yield f"{count(len(chosen), 'exercise')}:" if chosen else "There is none."
        yield from session.listed(Entry("exercise", one) for one in chosen)
        return
    if not what:
        session.numbered = [Entry("topic", topic.id) for topic in course.topics]
        yield f"{count(len(course.topics), 'topic')}:"
        for number, topic in enumerate(course.topics, 1):
            done = sum(session.standing(one).status == "done" for one in topic.exercises)
            yield f"{number}. {topic.title}, {topic.id}: {done} of {count(len(topic.exercises), 'exercise')} done."
        yield "Type list and the name of a topic to hear its lessons and exercises."
        return
    topics = [*session.journey.whole.topics, *course.topics]  # a topic has all its exercises, a part those of the path
    found = next((topic for topic in topics if topic.id == what), None)
    if found is None:
        near = nearest(what, [*(topic.id for topic in topics), *FILTERS])
        raise UsageError(f"There is no topic {what!r}.", fix=did_you_mean(near, "Type list to hear the topics."))
    entries: list[Entry] = []
    for lesson in found.lessons:
        entries += [] if lesson.continued else [Entry("lesson", lesson.id)]
        entries += [Entry("exercise", one) for one in lesson.exercises]
    yield f"{ended(found.title)} {found.summary}".strip()
    yield from session.listed(entries)


def progress_lines(session: PlainSession, _: str) -> Iterator[str]:
    """Yield what was done in each topic."""
    for topic in statistics(session.progress, session.course).topics:
        others = ((topic.tried - topic.done, "tried"), (topic.known, "known"))
        also = "".join(f", {number} {word}" for number, word in others if number)
        yield f"{topic.title}: {topic.done} of {topic.exercises} done{also}."
    yield f"{count(len(session.lessons_read & {one.id for one in session.course.lessons}), 'lesson')} read."


def path_lines(session: PlainSession, _: str) -> Iterator[str]:
    """Yield the learning paths of the course."""
    chosen = session.journey.path
    if not session.course.paths or session.workshop is not None:
        yield "There are no paths to choose from here."
    for number, known in enumerate(session.course.paths if session.workshop is None else (), 1):
        mark = " You follow it now." if chosen is not None and chosen.id == known.id else ""
        yield f"{number}. {known.title}, {known.id}: {' '.join(known.summary.split())}{mark}"


def follow(session: PlainSession, name: str) -> Iterator[str]:
    """Follow a learning path, by its id or its number.

    Raises:
        UsageError: there is no such path.
    """
    paths = session.course.paths if session.workshop is None else ()
    names = {known.id: known for known in paths} | {str(place): known for place, known in enumerate(paths, 1)}
    if name not in names:
        raise UsageError(f"There is no path {name!r}.", fix="Type paths to hear them.")
    followed = names[name]
    session.journey.follow(followed.id)
    session.arrive(Place("home"))  # what was open before is on another path
    session.write(lambda progress: progress.save_setting("path", followed.id), "Keeping your path")
    yield f"You follow the path {ended(followed.title)}"


def due_lines(session: PlainSession, _: str) -> Iterator[str]:
    """Yield what is due for review; the numbers are for `review`."""
    found = reviews(session.progress, session.course, session.now())
    words = found.text(day_of(session.now()))
    yield f"{words} Type review to begin." if found.due else words
    for number, one in enumerate(found.due, 1):
        made = f" Your mistakes: {prose(' '.join(one.mistakes))}" if one.mistakes else ""
        yield f"{number}. {session.title(Entry('exercise', one.exercise))}, {one.exercise}.{made}"


def review(session: PlainSession, argument: str) -> Said:
    """Yield a drill: the longest due, one by its number in the list, or any solved exercise by its id.

    Raises:
        UsageError: there is no such exercise, or it is not solved.
    """
    waiting = due_exercises(session)
    if not argument and not waiting:
        yield from due_lines(session, "")
    elif not argument or (argument.isdecimal() and len(argument) < 9):
        number = int(argument or 1)
        if not 1 <= number <= len(waiting):
            raise UsageError(f"No review has the number {number}.", fix="Type due to hear what is due.")
        yield ReviewPage(session, waiting[number - 1])
    else:
        entry = session.find(argument)
        if entry.kind != "exercise" or session.standing(entry.id).status not in ("done", "gave-up"):
            raise UsageError(f"{entry.id} is not solved yet.", fix=f"Type open {entry.id} to solve it.")
        yield ReviewPage(session, entry.id)


def mistake_lines(session: PlainSession, _: str) -> Iterator[str]:
    """Yield the learner's named mistakes."""
    found = mistakes(session.progress, session.course)
    if not found:
        yield "No mistake of yours was named yet."
    for number, one in enumerate(found[:MOST_MISTAKES], 1):
        yield f"{number}. {prose(one.name)} In {one.exercise}, {one.text(session.now())}."
    if len(found) > MOST_MISTAKES:
        yield f"{len(found) - MOST_MISTAKES} more."


def statistics_lines(session: PlainSession, _: str) -> Iterator[str]:
    """Yield what was done in each topic, then in all of them."""
    found = statistics(session.progress, session.journey.whole)
    for one in (*(topic for topic in found.topics if topic.attempts), found.all):
        yield _topic_line(one)
    yield MEASURED


def _topic_line(one: TopicStatistics) -> str:
    rate = one.first_try_rate
    first = f", right at the first try: {100 * rate:.0f} percent of {one.begun}" if rate is not None else ""
    minutes = f", {count(round(one.seconds / 60), 'minute')}" if one.seconds >= 30 else ""
    helped = f", {count(one.hints, 'hint')}, {one.gave_up} given up"
    done = f"{one.done} of {one.exercises} done, {count(one.attempts, 'attempt')}"
    return f"{one.title}: {done}{first}{helped}{minutes}, {one.drills_right} of {count(one.drills, 'drill')} right."


def lookup_lines(session: PlainSession, query: str) -> Iterator[str]:
    """Yield what the truth table says about a name."""
    if not query:
        yield "Type a name after lookup, for example: lookup torch.clamp."
        return
    table = Lookup.over(load_truth(session.course.root))
    found = table.find(query)
    if not found:
        near = did_you_mean(table.near(query), "Try one name, such as torch.cat, or words, such as clip gradients.")
        yield f"{shortened(query)} is not in the table. {near}"
    for row in found[:MOST]:
        yield from _row(row, full=len(found) <= FULL)
    if len(found) > MOST:
        yield f"{len(found) - MOST} more. A longer name finds fewer."


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
    if row.claim:
        yield f"The migration guides say: {prose(row.claim)}"
    if row.exercise:
        yield f"The exercise {row.exercise} teaches it. Type open {row.exercise}."
    yield prose(row.proof_summary)
