"""The card that closes a lesson, a topic or the course: what was learned, the mistakes made, what is next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from mxtutor.content.lessons import summary_of
from mxtutor.content.outline import LessonEntry, Topic
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import NEW
from mxtutor.reporting.journey_words import exercise_words, lesson_words
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.keys import CLOSING, HOME
from mxtutor.ui.marked_text import prose
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.session import TutorSession

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore


MASTERED = ("done", "known")


@dataclass(frozen=True, slots=True)
class Closed:
    """What the card says."""

    title: str
    """"Lesson complete: Copies and casts"."""
    learned: str
    """What the learner can do now; may be empty."""
    tally: str
    mistakes: tuple[tuple[str, int], ...]
    """The named mistakes that were made in it, and how often, most frequent first."""
    following: str
    """Title of what comes next; empty at the end of the course."""
    length: str
    """How long that takes, and what it needs."""


def completed(session: TutorSession, exercise: str) -> LessonEntry | None:
    """Return the lesson that an exercise completes if it is passed; None if others are missing, or in a sealed one.

    A lesson of one exercise needs no card, unless it completes its topic.
    """
    lesson = next((one for one in session.course.lessons if exercise in one.exercises), None)
    if lesson is None or not session.rules.help:
        return None
    whole = lesson if len(lesson.exercises) > 1 else _topic(session, lesson)
    return lesson if all(session.mastered(one) or one == exercise for one in whole.exercises) else None


async def close_lesson(
    app: App[None],
    session: TutorSession,
    lesson: LessonEntry,
    following: Entry | None,
    go_on: Callable[[], None],
    finished: set[str],
) -> None:
    """Show the card if the lesson is complete in the store; else go on at once. Enter on the card goes on.

    A lesson whose card shows is added to `finished`.
    """
    standings = await session.ask(lambda progress: progress.standings())
    if not all(standings.get(one, NEW).status in MASTERED for one in lesson.exercises):
        go_on()
        return
    finished.add(lesson.id)
    session.standings.update({one: standings[one] for one in lesson.exercises})
    exercises = frozenset(_scope(session, lesson))
    mistakes = await session.ask(lambda progress: mistakes_in(progress, exercises))

    def answered(agreed: bool | None) -> None:
        if agreed:
            go_on()

    await app.push_screen(ClosingCard(_words(session, lesson, following, mistakes)), answered)


def _topic(session: TutorSession, lesson: LessonEntry) -> Topic:
    return next(one for one in session.course.topics if lesson in one.lessons)


def _path(session: TutorSession) -> tuple[str, ...]:
    path = session.journey.path
    return path.exercises if path is not None else session.course.shown


def _scope(session: TutorSession, lesson: LessonEntry) -> tuple[str, ...]:
    """Return the exercises of the greatest part that is complete now: the path, the topic or the lesson."""
    for exercises in (_path(session), _topic(session, lesson).exercises):
        if all(map(session.mastered, exercises)):
            return exercises
    return lesson.exercises


def _words(
    session: TutorSession, lesson: LessonEntry, following: Entry | None, mistakes: tuple[tuple[str, int], ...]
) -> Closed:
    course, part, topic = session.course, _scope(session, lesson), _topic(session, lesson)
    title, learned = f"Lesson complete: {lesson.title}", summary_of(lesson.path)
    if set(topic.exercises) <= set(part):
        title, learned = f"Topic complete: {topic.title}", f"{learned}\n{topic.summary}".strip()
    if part == _path(session):
        path = session.journey.path
        title = f"Path complete: {path.title}" if path is not None else "Course complete"
    done = session.done(part)
    tally = f"{done} of {len(part)} exercises done" + (f", {len(part) - done} known" if done < len(part) else "")
    name, length = "", ""
    if following is not None and following.kind == "lesson":
        entry = next(one for one in course.lessons if one.id == following.id)
        name, length = entry.title, lesson_words(course, entry)
    elif following is not None:
        words = exercise_words(course, following.id)
        name, length = session.title(following.id), words[0].upper() + words[1:]
    return Closed(title, learned, tally, mistakes, name, length)


def mistakes_in(progress: ProgressStore, exercises: frozenset[str]) -> tuple[tuple[str, int], ...]:
    """Return the named mistakes that were made in these exercises, and how often, most frequent first."""
    counts: dict[str, int] = {}
    for card in progress.cards():
        if card.mistake and card.exercise in exercises:
            counts[card.name] = counts.get(card.name, 0) + card.times
    return tuple(sorted(counts.items(), key=lambda one: (-one[1], one[0])))


MOST_MISTAKES = 5
"""Mistakes that the card lists."""


class ClosingCard(TutorModal[bool]):
    """Shows once, when the learner goes on after the last exercise; its result is True to go on."""

    CSS_PATH = ["dialogs.tcss", "cards.tcss"]
    BINDINGS = CLOSING.bindings()

    def __init__(self, closed: Closed) -> None:
        super().__init__()
        self._shown = closed

    def compose(self) -> ComposeResult:
        closed = self._shown
        with Vertical(classes="dialog card fitted") as dialog:
            dialog.border_title = Content(closed.title)
            with VerticalScroll(classes="card-body", can_focus=False):
                tally = Content.assemble((f"{self.tutor.glyphs.right} ", "bold $text-success"), closed.tally)
                yield Static(tally, markup=False, classes="card-part")
                if closed.learned:
                    yield _part("You learned", prose(closed.learned))
                yield _part("Your mistakes", *self._mistakes())
                if closed.following:
                    yield _part("Next", Content.assemble((closed.following, "bold"), f"\n{closed.length}"))
            with Horizontal(classes="buttons"):
                yield Button(f"Stay ({CLOSING.key('dismiss')})", id="stay", compact=True)
                label = "Next" if closed.following else "To the course"
                yield Button(f"{label} ({CLOSING.key('go_on')})", id="go-on", variant="primary", compact=True)

    def _mistakes(self) -> list[Content]:
        mistakes = self._shown.mistakes
        if not mistakes:
            return [Content("No named mistake.")]
        dot = self.tutor.glyphs.dot
        lines = [
            Content.assemble(f"{dot} ", prose(plain(name)), (f"  {times} times" if times > 1 else "", "dim"))
            for name, times in mistakes[:MOST_MISTAKES]
        ]
        if HOME.has("mistakes"):
            lines.append(Content.styled(f"{HOME.key('mistakes')} at home drills them.", "dim"))
        return lines

    def on_mount(self) -> None:
        """Focus the usual answer."""
        self.query_one("#go-on").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "go-on")

    def action_go_on(self) -> None:
        """Go on, or stay if the learner moved the focus there."""
        self.dismiss(not (isinstance(self.focused, Button) and self.focused.id == "stay"))


def _part(title: str, *lines: Content) -> Static:
    text = Content("\n").join([Content.styled(title, "bold $text-accent"), *lines])
    return Static(text, markup=False, classes="card-part")
