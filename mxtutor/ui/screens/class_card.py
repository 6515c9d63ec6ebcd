"""The class on the learner's side: joining it, the state of the connection, and the data that it stores."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import App
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from mxtutor.content.class_links import ClassLink as Address
from mxtutor.content.workshop import Workshop
from mxtutor.errors import TutorError
from mxtutor.live.membership import join_as, note_present, promises, promises_before
from mxtutor.live.reporter import ClassReporter, lines_of_mine
from mxtutor.progress.model import CLASS_DECLINED
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.class_link import LiveReporter
from mxtutor.ui.keys import CLOSE, EXERCISE, JOIN, in_browser
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.confirm import Card, paragraph
from mxtutor.ui.session import TutorSession

MOST_LINES = 500
"""Maximum number of events of each kind on the card, newest first; `mxtutor class mine` shows all."""


class JoinCard(Card[bool]):
    """Asks whether to join the class of a workshop: True if the learner has joined, False for "no", None for later."""

    KEYS = JOIN
    AUTO_FOCUS = "#join-name"

    def __init__(self, workshop: Workshop, home: Path) -> None:
        buttons = {"no": "No", "later": f"Not now ({JOIN.key('not_now')})", "go": "Join (enter)"}
        super().__init__("Join the class?", buttons=buttons)
        self._workshop, self._home = workshop, home

    def parts(self) -> Iterator[Content | str | Widget]:
        workshop = self._workshop
        yield f"This workshop has a class at {workshop.class_url}."
        yield prose(" ".join(promises_before(workshop)))
        if Address(workshop.class_url).is_plain:
            yield "Others on this network can read what is sent."
        asked = "Your name, as your instructor knows it" if workshop.class_code else "Your link or your token"
        yield Input(placeholder=asked, id="join-name", classes="frame", password=not workshop.class_code)
        yield Static("", id="join-problem", classes="muted", markup=False)

    @on(Input.Submitted)
    def try_to_join(self) -> None:
        typed = self.query_one("#join-name", Input).value.strip()
        if typed:
            self._join(typed)

    def action_answer(self, answer: object) -> None:
        """Join, or close with the answer of the other buttons."""
        if answer == "go":
            self.try_to_join()
        else:
            self.dismiss(False if answer == "no" else None)

    def action_not_now(self) -> None:
        self.dismiss(None)

    @work(exclusive=True, exit_on_error=False, group="join", description="Joining the class")
    async def _join(self, typed: str) -> None:
        home, url, code = self._home, self._workshop.class_url, self._workshop.class_code
        line = self.query_one("#join-problem", Static)
        line.update("Joining ...")
        try:
            # in a browser: the server must not connect to addresses that learners choose
            await in_thread(lambda: join_as(home, url, code, typed, anywhere=not in_browser()))
        except TutorError as error:
            line.update(plain(str(error)))
            return
        self.dismiss(True)


class ClassCard(Card[None]):
    """The card that shows what the class stores about the learner, and what is still to be sent."""

    KEYS = CLOSE

    def __init__(self, reporter: ClassReporter) -> None:
        title = Content(plain(reporter.membership.title or "Your class"))
        super().__init__(title, keys=f"{CLOSE.key('dismiss')} closes")
        self._reporter = reporter

    def parts(self) -> Iterator[Content | str | Widget]:
        membership, state = self._reporter.membership, self._reporter.state
        yield prose(" ".join(promises(membership)))
        why = state.detail or state.full
        yield f"{membership.url} is {state.phase}{f': {plain(why)}' if why else ''}"
        yield paragraph("Asking the server ...", "class-lists")

    def on_mount(self) -> None:
        self._read()

    @work(exclusive=True, exit_on_error=False, group="mine", description="Asking the class server")
    async def _read(self) -> None:
        text = await in_thread(lambda: "\n".join(lines_of_mine(self._reporter.mine(), MOST_LINES)))
        self.query_one("#class-lists", Static).update(Content(plain(text)))


NO_CLASS = "No class is named here. `mxtutor class join ADDRESS --code CODE` joins one."


class Enrolment:
    """The class in one run of the tutor: joining, and the state of the connection."""

    SECONDS: ClassVar[float] = 1.0
    """Interval of `step`, in seconds."""

    def __init__(self, app: App[None], session: TutorSession, link: LiveReporter) -> None:
        self._app, self._session, self._link = app, session, link
        self._told, self._active = "", False

    async def begin(self) -> None:
        """Open the learner's class; without one, offer to join the class that the workshop names."""
        self._link.begin()
        declined = await self._session.ask(lambda progress: progress.setting(CLASS_DECLINED))
        self.step()
        workshop = self._session.guide.workshop if self._session.guide else None
        if workshop is None or not workshop.class_url or self._link.problem:
            return
        reporter = self._link.reporter
        if reporter is None and declined != workshop.class_url:
            offer_class(self._app, self._session)
        elif reporter is not None and not in_browser() and reporter.membership.url != workshop.class_url:
            title = reporter.membership.title or reporter.membership.url
            self._app.notify(
                f"This workshop has another class than yours, {title!r}. `mxtutor class leave` leaves yours.",
                severity="warning",
                timeout=15,
                markup=False,
            )

    def step(self) -> None:
        """Offer the keys of a class while there is one; say what became of a call for help, or of a failed event."""
        if self._link.active != self._active:
            self._active = self._link.active
            self._app.screen.refresh_bindings()
        place = self._session.place
        called = place is not None and (place.screen, place.id) == ("exercise", self._link.help_in)
        if called and (news := self._link.call_news(EXERCISE.key("need_help"))):
            self._app.notify(news, markup=False)
        problem = self._link.problem
        if problem and problem != self._told:
            self._app.notify(problem, title="Your class", severity="warning", timeout=12, markup=False)
        self._told = problem


def offer_class(app: App[None], session: TutorSession) -> None:
    """Ask whether the learner wants to join the class of the workshop; only a "no" is stored."""
    link, guide = session.class_link, session.guide
    if link is None or guide is None or not guide.workshop.class_url:
        app.notify(NO_CLASS, markup=False)
        return
    url = guide.workshop.class_url

    def answered(joined: bool | None) -> None:
        if joined:
            session.write(note_present, "Keeping where you are")
            link.begin()
        elif joined is False:
            session.write(lambda progress: progress.save_setting(CLASS_DECLINED, url), "Keeping your answer")

    app.push_screen(JoinCard(guide.workshop, link.home), answered)
