"""A lesson, part by part: prose, then code that can be run in both frameworks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mxtutor.content.lessons import Block, CodePair, Prose, load_lesson
from mxtutor.content.model import LessonEntry
from mxtutor.counts import count
from mxtutor.grading.protocol import Grader
from mxtutor.plain.page import Handler, Page
from mxtutor.plain.session import PlainSession
from mxtutor.plain.spoken import code_lines, ended, spoken
from mxtutor.plain.verdicts import run_lines
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import Place
from mxtutor.reporting.journey_words import lesson_words
from mxtutor.reporting.pair_words import pair_words

FRAMEWORKS = {"torch": "PyTorch", "mxnet": "MXNet"}


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
    def prompt(self) -> str:
        """What can be typed."""
        more = "more, all, " if self._read < len(self._parts) else ""
        run = "run, " if self._code() is not None else ""
        return f"Type {more}{run}next, back or help"

    def commands(self) -> Mapping[str, Handler]:
        """Return the commands for reading and running."""
        return {"more": self._more, "all": self._all, "again": self._again, "run": self._run}

    def arrive(self) -> None:
        """Say the title, and read the first part."""
        self.session.say(*self.where())
        if self._lesson.summary:
            self.session.say(self._lesson.summary)
        self.session.arrive(Place("lesson", self._entry.id))
        self._more("")

    def where(self) -> Iterator[str]:
        """Yield the topic, the lesson and its length."""
        topic = next(t for t in self.session.course.topics if self._entry in t.lessons)
        place = f"Lesson {topic.lessons.index(self._entry) + 1} of {len(topic.lessons)}"
        yield f"Topic {topic.title}. {place}: {ended(self._lesson.title)}"
        read = f"{self._read} of {count(len(self._parts), 'part')} read"
        yield f"{lesson_words(self.session.course, self._entry)}. {read}."

    def _more(self, _: str) -> None:
        if self._read == len(self._parts):
            self._end()
            return
        self._read += 1
        self._again("")
        if self._read == len(self._parts):
            self._end()

    def _all(self, _: str) -> None:
        if self._read == len(self._parts):
            self._end()
        while self._read < len(self._parts):
            self._more("")

    def _again(self, _: str) -> None:
        for block in self._parts[self._read - 1]:
            self.session.say(*_lines(block))

    def _end(self) -> None:
        """Say what follows, and note that the lesson is read."""
        session, exercises = self.session, self._entry.exercises
        if self._entry.id not in session.lessons_read:
            session.lessons_read.add(self._entry.id)
            lesson = self._entry.id
            session.write(lambda progress: progress.mark_read(lesson), "Keeping what you read")
        session.numbered = [Entry("exercise", one) for one in exercises]
        session.say(f"End of the lesson. It has {count(len(exercises), 'exercise')}.")
        for number, entry in enumerate(session.numbered, 1):
            session.say(f"{number}. {session.title(entry)}, {entry.id}: {session.state(entry.id)}.")

    def _code(self) -> Block | None:
        """Return the code that was read last."""
        read = [block for part in self._parts[: self._read] for block in part if not isinstance(block, Prose)]
        return read[-1] if read else None

    def _run(self, _: str) -> None:
        block = self._code()
        if block is None or isinstance(block, Prose):
            self.session.say("No code was read yet. Type more to go on.")
            return
        lines = self.session.waiting.call("Running", lambda: list(_ran(self.session.grader, block)))
        if lines is not None:
            self.session.say(*lines)

    def next(self) -> Entry | None:
        """Return the first exercise that is not done, or the next lesson."""
        left = len(self._parts) - self._read
        if left and self._entry.id not in self.session.lessons_read:
            self.session.say(f"You have not read {count(left, 'part')} of this lesson. Type back to return to it.")
        following = self.session.following("lesson", self._entry.id)
        if following is None:
            self.session.say("That was the last one. Well done.")
        return following

    def other(self, line: str) -> bool:
        """Take an empty line as `more`."""
        if not line.strip():
            self._more("")
            return True
        return False


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
