"""The first start of plain mode: asks why the learner came, and goes on with the path for that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mxtutor.content.minutes import course_minutes
from mxtutor.content.plan import CoursePath, reasons
from mxtutor.plain.course_page import follow
from mxtutor.plain.page import Handler, Page
from mxtutor.plain.placement_page import placement
from mxtutor.plain.session import HOME, PlainSession
from mxtutor.plain.spoken import ended
from mxtutor.progress.journey import WELCOMED, Entry
from mxtutor.reporting.durations import rough_duration


def welcomes(session: PlainSession) -> bool:
    """Return whether the learner is asked: nothing is stored yet, and the course has paths to choose from."""
    if session.workshop is not None or not reasons(session.course.paths):
        return False
    known = session.standings or session.lessons_read or session.progress.place()
    return not (known or session.progress.setting(WELCOMED))


class WelcomePage(Page):
    """Takes the number of a way."""

    def __init__(self, session: PlainSession) -> None:
        super().__init__(session)
        self._ways: list[tuple[str, Sequence[CoursePath]]] = [
            *reasons(session.course.paths).items(),
            ("I know MXNet already: at most 8 questions", ()),
        ]

    @property
    def prompt(self) -> str:
        """What can be typed."""
        return f"Type a number from 1 to {len(self._ways)}, or next"

    def arrive(self) -> None:
        """Ask."""
        self.session.say("Why did you come?", *self.where())

    def where(self) -> Iterator[str]:
        """Yield the ways, and how long the path of each takes."""
        minutes = course_minutes(self.session.course)
        for number, (text, paths) in enumerate(self._ways, 1):
            length = f" It takes {rough_duration(minutes.of(paths[0].exercises))}." if len(paths) == 1 else ""
            yield f"{number}. {ended(text)}{length}"

    def commands(self) -> Mapping[str, Handler]:
        """Return no commands: it takes a number."""
        return {}

    def other(self, line: str) -> Entry | Page | bool:
        """Take the number of a way."""
        number = line.strip()
        if not (number.isdecimal() and len(number) < 9 and 1 <= int(number) <= len(self._ways)):
            return False
        session, paths = self.session, self._ways[int(number) - 1][1]
        if len(paths) > 1:
            self._ways = [(path.title, (path,)) for path in paths]
            session.say("Which one?", *self.where())
            return True
        session.write(lambda progress: progress.save_setting(WELCOMED, "yes"), "Keeping your choice")
        if not paths:
            return placement(session) or True
        follow(session, paths[0].id)
        first = session.journey.next_exercise()
        return Entry("exercise", first) if first is not None else HOME

    def next(self) -> Entry | None:
        """Return what the course begins with."""
        return self.session.goal()
