"""The cards after reviews, a lesson, a topic or the course: what was learned, mistakes made, what is next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from textual.app import App
from textual.content import Content

from mxtutor.content.lessons import summary_of
from mxtutor.content.outline import LessonEntry, Topic
from mxtutor.counts import count
from mxtutor.progress.journey import Entry
from mxtutor.reporting.journey_words import exercise_words, lesson_words
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.keys import CLOSING, HOME, REVIEWS
from mxtutor.ui.marked_text import prose
from mxtutor.ui.screens.confirm import Card
from mxtutor.ui.session import TutorSession

MOST_MISTAKES = 5
"""Most mistakes on the card."""


def completed(session: TutorSession, exercise: str) -> LessonEntry | None:
    """Return the lesson that this exercise completes when passed; None if others are missing or a workshop is sealed.

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
    """Show the closing card if the lesson is complete in the store; else call `go_on` at once.

    The lesson of a shown card is added to `finished`.
    """
    session.standings.update(await session.ask(lambda progress: dict(progress.standings())))
    if not all(map(session.mastered, lesson.exercises)):
        go_on()
        return
    finished.add(lesson.id)
    title, exercises, learned = _scope(session, lesson)
    cards = await session.ask(lambda progress: progress.cards())
    made: Counter[str] = Counter()
    for card in cards:
        if card.mistake and card.exercise in exercises:
            made[card.name] += card.times
    done = session.done(exercises)
    known = f", {len(exercises) - done} known" if done < len(exercises) else ""
    parts = [(f"{done} of {len(exercises)} exercises done{known}", Content())]
    parts += [("You learned", prose(learned))] if learned else []
    parts.append(("Your mistakes", Content("\n").join(_mistakes(made))))
    parts += [("Next", _following(session, following))] if following is not None else []
    label = "Next" if following is not None else "To the course"
    await app.push_screen(ClosingCard(title, parts, label), lambda answer: go_on() if answer == "go" else None)


def _topic(session: TutorSession, lesson: LessonEntry) -> Topic:
    return next(one for one in session.course.topics if lesson in one.lessons)


def _scope(session: TutorSession, lesson: LessonEntry) -> tuple[str, Sequence[str], str]:
    """Return the largest complete part (path, topic or lesson): a heading, its exercises, what it taught."""
    path, topic, learned = session.journey.path, _topic(session, lesson), summary_of(lesson.path)
    followed = path.exercises if path is not None else session.course.shown
    if all(map(session.mastered, followed)):
        learned = f"{learned}\n{topic.summary}".strip() if set(topic.exercises) <= set(followed) else learned
        return f"Path complete: {path.title}" if path is not None else "Course complete", followed, learned
    if all(map(session.mastered, topic.exercises)):
        return f"Topic complete: {topic.title}", topic.exercises, f"{learned}\n{topic.summary}".strip()
    return f"Lesson complete: {lesson.title}", lesson.exercises, learned


def _mistakes(made: Counter[str]) -> Iterator[Content]:
    """Yield a line for each named mistake with how often it was made, most frequent first."""
    for name, times in sorted(made.items(), key=lambda one: (-one[1], one[0]))[:MOST_MISTAKES]:
        yield Content.assemble("- ", prose(plain(name)), (f"  {times} times" if times > 1 else "", "dim"))
    more = f"{HOME.key('mistakes')} at home drills them."
    yield Content.styled(more, "dim") if made else Content("No named mistake.")


def _following(session: TutorSession, following: Entry) -> Content:
    """Return title, duration and prerequisites of the next entry."""
    if following.kind == "lesson":
        entry = next(one for one in session.course.lessons if one.id == following.id)
        title, words = entry.title, lesson_words(session.course, entry)
    else:
        title, words = session.title(following.id), exercise_words(session.course, following.id)
    return Content.assemble((title, "bold"), f"\n{words[0].upper()}{words[1:]}")


class ClosingCard(Card[str]):
    """The card after the last exercise of a part, shown once; its result is "go" to go on."""

    BINDINGS = CLOSING.bindings()

    def __init__(self, title: str, parts: Sequence[tuple[str, Content]], label: str) -> None:
        """Take a title, the paragraphs with their headings, and the label of the button that goes on."""
        headed = [
            Content("\n").join(filter(None, [Content.styled(head, "bold $text-accent"), text])) for head, text in parts
        ]
        buttons = {"stay": f"Stay ({CLOSING.key('dismiss')})", "go": f"{label} ({CLOSING.key('go_on')})"}
        super().__init__(Content(title), headed, buttons)

    def action_go_on(self) -> None:
        """Go on; stay if the focus is on the other button."""
        self.action_choose()


SHOWN = 8
"""Most titles on the card."""


class ReviewsCard(Card[str]):
    """The card after reviews: how many were passed, which come back soon, how many are still due."""

    BINDINGS = REVIEWS.bindings()

    def __init__(self, passed: int, missed: Sequence[str], rest: int) -> None:
        """Take the number of passed drills, the titles of the missed ones, and the number of reviews left."""
        lines = [f"{count(passed, 'drill')} passed."]
        if missed:
            lines.append("These were not right at once, and come back soon:")
            lines += [f"  {title}" for title in missed[:SHOWN]]
            lines += [f"  and {len(missed) - SHOWN} more"] if len(missed) > SHOWN else []
        goes_on = f"{rest} still due: {HOME.key('reviews')} at home goes on."
        lines.append(goes_on if rest else "Nothing else is due today.")
        super().__init__("Reviews", ["\n".join(lines)], {"go": f"Close ({REVIEWS.key('dismiss')})"})
