"""The cards along the course: why the learner came, the paths, and what a lesson, a topic or reviews taught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.content.lessons import summary_of
from mxtutor.content.minutes import CourseMinutes, course_minutes
from mxtutor.content.outline import LessonEntry, Topic
from mxtutor.content.plan import I_KNOW_IT, CoursePath
from mxtutor.counts import count
from mxtutor.progress.journey import Entry
from mxtutor.reporting.durations import duration, exercise_words, lesson_words
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.keys import CLOSE, CLOSING, EXERCISE, HOME, PATHS, WELCOME, in_browser
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.screens.confirm import Card
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.options import Options

NOTHING = (
    "This course has no learning paths: it has one order, and Continue at home follows it.\n"
    "mxtutor --path FILE starts the tutor on a path of your own; mxtutor scan PROJECT --path-out FILE makes one."
)


class PathsModal(TutorModal[str]):
    """Lists all learning paths; its result is the id of the chosen one."""

    KEYS = PATHS

    def __init__(self, session: TutorSession) -> None:
        super().__init__()
        self._session = session
        self._paths = session.course.paths

    def compose(self) -> ComposeResult:
        closes = f"{PATHS.key('dismiss')} closes"
        with Vertical(id="paths", classes="box") as box:
            box.border_title = "Learning paths"
            box.border_subtitle = f"enter follows the path, {closes}" if self._paths else closes
            if self._paths:
                options = [Option(self._text(path), id=path.id) for path in self._paths]
                yield Options(*options, id="path-list", markup=False)
            else:
                yield Static(NOTHING, id="no-path", markup=False)

    async def on_mount(self) -> None:
        """Mark the path that the learner follows, then show how long each takes."""
        if not self._paths:
            return
        options, course, followed = self.query_one(OptionList), self._session.course, self._session.journey.path
        options.highlighted = self._paths.index(followed) if followed in self._paths else 0
        options.focus()
        minutes = await in_thread(lambda: course_minutes(course))
        for number, path in enumerate(self._paths):
            options.replace_option_prompt_at_index(number, self._text(path, minutes))

    def _text(self, path: CoursePath, minutes: CourseMinutes | None = None) -> Content:
        mark = f"{self.tutor.glyphs.arrow} " if path == self._session.journey.path else ""
        length = f"about {duration(minutes.of(path.exercises))}, " if minutes is not None else ""
        done = f"{length}{self._session.done(path.exercises)} of {len(path.exercises)} done"
        return Content.assemble(mark, (path.title, "bold"), f"  {done}\n", (" ".join(path.summary.split()), "dim"))

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._paths[event.option_index].id)


PLACEMENT, BEGIN = "placement", "begin"
ABOUT = (
    "You see a function in PyTorch and write the same in MXNet 1.9.1. "
    f"{EXERCISE.key('check')} runs both, and says what differs and why."
)


class WelcomeCard(TutorModal[CoursePath | str]):
    """The card of the first start; its result is a path, `PLACEMENT`, or `BEGIN` for the order of the course."""

    KEYS = WELCOME

    def __init__(self, reasons: Mapping[str, Sequence[CoursePath]], minutes: CourseMinutes) -> None:
        """`reasons` maps the reasons why learners come to paths; `minutes` has the estimated minutes of the course."""
        super().__init__()
        self._minutes = minutes
        ways: list[tuple[str, Sequence[CoursePath] | str]] = list(reasons.items()) or [("Begin", BEGIN)]
        self._ways = [*ways, (I_KNOW_IT, PLACEMENT)]

    def compose(self) -> ComposeResult:
        with Vertical(classes="box dialog card") as dialog:
            dialog.border_title = "Welcome to mxtutor"
            dialog.border_subtitle = f"{WELCOME.key('look')} looks at the course"
            yield Static("Why did you come?", markup=False, classes="card-title")
            with Vertical(classes="ways"):
                yield from self._buttons()
            kept = "Your work is kept as you type."
            where = "" if in_browser() else "Everything runs on this machine. "
            yield Static(f"{ABOUT} {where}{kept}", markup=False, classes="muted")

    def _buttons(self) -> list[Button]:
        return [
            Button(Content.assemble((f"{number}  ", "bold"), text, (self._length(leads), "dim")), compact=True)
            for number, (text, leads) in enumerate(self._ways, 1)
        ]

    def _length(self, leads: Sequence[CoursePath] | str) -> str:
        """Return how long the path takes, if a reason has exactly one; else an empty text."""
        if isinstance(leads, str) or len(leads) > 1:
            return ""
        return f"  about {duration(self._minutes.of(leads[0].exercises))}"

    def on_mount(self) -> None:
        self.query(Button).first().focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.action_choose(list(self.query(Button)).index(event.button) + 1)

    def action_choose(self, number: int) -> None:
        """Choose the reason with this number; if it has several paths, ask for the path."""
        if number > len(self._ways):
            return
        leads = self._ways[number - 1][1]
        if isinstance(leads, str) or len(leads) == 1:
            self.dismiss(leads if isinstance(leads, str) else leads[0])
            return
        self._ways = [(path.title, (path,)) for path in leads]
        self.query_one(".card-title", Static).update("Which one?")
        self.run_worker(self._ask_again(), exclusive=True)

    async def _ask_again(self) -> None:
        ways = self.query_one(".ways")
        await ways.remove_children()
        await ways.mount(*self._buttons())
        self.query(Button).first().focus()

    def action_look(self) -> None:
        self.dismiss("")


MOST_MISTAKES = 5
"""Maximum number of mistakes on the card."""


def completed(session: TutorSession, exercise: str) -> LessonEntry | None:
    """Return the lesson that this exercise completes when passed; None if others are missing or a workshop is sealed.

    A lesson of one exercise needs no card, unless it completes its topic.
    """
    lesson = next((one for one in session.course.lessons if exercise in one.exercises), None)
    if lesson is None or not session.rules.help:
        return None
    whole = lesson if len(lesson.exercises) > 1 else _topic(session, lesson)
    return lesson if all(session.mastered(one) or one == exercise for one in whole.exercises) else None


async def closing_card(session: TutorSession, lesson: LessonEntry, following: Entry | None) -> ClosingCard | None:
    """Return the card after a lesson; None if the lesson is not complete in the store."""
    session.standings.update(await session.ask(lambda progress: dict(progress.standings())))
    if not all(map(session.mastered, lesson.exercises)):
        return None
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
    return ClosingCard(title, parts, "Next" if following is not None else "To the course")


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

    KEYS = CLOSING

    def __init__(self, title: str, parts: Sequence[tuple[str, Content]], label: str) -> None:
        """`parts` has paragraphs with their headings, `label` is that of the button that goes on."""
        headed = [
            Content("\n").join(filter(None, [Content.styled(head, "bold $text-accent"), text])) for head, text in parts
        ]
        buttons = {"stay": f"Stay ({CLOSING.key('dismiss')})", "go": f"{label} ({CLOSING.key('go_on')})"}
        super().__init__(Content(title), headed, buttons)

    def action_go_on(self) -> None:
        """Go on; stay if the focus is on the other button."""
        self.action_choose()


SHOWN = 8
"""Maximum number of titles on the card."""


class ReviewsCard(Card[str]):
    """The card after reviews: how many were passed, which come back soon, how many are still due."""

    KEYS = CLOSE

    def __init__(self, passed: int, missed: Sequence[str], rest: int) -> None:
        """`passed` counts passed drills, `missed` has the titles of the others, `rest` counts the reviews left."""
        lines = [f"{count(passed, 'drill')} passed."]
        if missed:
            lines.append("These were not right at once, and come back soon:")
            lines += [f"  {title}" for title in missed[:SHOWN]]
            lines += [f"  and {len(missed) - SHOWN} more"] if len(missed) > SHOWN else []
        goes_on = f"{rest} still due: {HOME.key('reviews')} at home goes on."
        lines.append(goes_on if rest else "Nothing else is due today.")
        super().__init__("Reviews", ["\n".join(lines)], {"go": f"Close ({CLOSE.key('dismiss')})"})
