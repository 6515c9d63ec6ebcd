"""Runs the connection to a class: opens it after the first screen, shows its state, and offers to join."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App

from mxtutor.progress.model import CLASS_DECLINED
from mxtutor.progress.store import ProgressStore
from mxtutor.ui.class_link import ClassLink
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.title_bar import TitleBar

NO_CLASS = "No class is named here. `mxtutor class join ADDRESS --code CODE` joins one."


class Enrolment:
    """One run of a tutor that may be in a class."""

    SECONDS: ClassVar[float] = 1.0
    """Time between two steps."""

    def __init__(self, app: App[None], session: TutorSession, link: ClassLink) -> None:
        self._app, self._session, self._link = app, session, link
        self._told, self._active = "", False

    async def begin(self) -> None:
        """Open the class of the learner; if there is none and the workshop names one, offer to join it."""
        self._link.begin()
        declined = await self._session.ask(lambda progress: progress.setting(CLASS_DECLINED))
        self.step()
        workshop = self._session.workshop.workshop if self._session.workshop else None
        if workshop is None or not workshop.class_url or self._link.problem:
            return
        reporter = self._link.reporter
        if reporter is None and declined != workshop.class_url:
            offer_class(self._app, self._session)
        elif reporter is not None and reporter.membership.url != workshop.class_url:
            title = reporter.membership.title or reporter.membership.url
            self._app.notify(
                f"This workshop has another class than yours, {title!r}. `mxtutor class leave` leaves yours.",
                severity="warning",
                timeout=15,
                markup=False,
            )

    def step(self) -> None:
        """Show the state of the connection in every title bar, and tell once why an event could not be written."""
        forms = self._link.forms()
        if self._link.active != self._active:
            self._active = self._link.active
            self._app.screen.refresh_bindings()
        for screen in self._app.screen_stack:
            for bar in screen.query(TitleBar):
                bar.in_class = forms
        problem = self._link.problem
        if problem and problem != self._told:
            self._app.notify(problem, title="Your class", severity="warning", timeout=12, markup=False)
        self._told = problem


def offer_class(app: App[None], session: TutorSession) -> None:
    """Ask whether the learner wants to join the class of the workshop; only a "no" is kept."""
    from mxtutor.ui.screens.class_card import JoinCard  # it imports the client of a class

    link, guide = session.class_link, session.workshop
    if link is None or guide is None or not guide.workshop.class_url:
        app.notify(NO_CLASS, markup=False)
        return
    url = guide.workshop.class_url

    def answered(joined: bool | None) -> None:
        if joined:
            session.write(_note_present, "Keeping where you are")
            link.begin()
        elif joined is False:
            session.write(lambda progress: progress.save_setting(CLASS_DECLINED, url), "Keeping your answer")

    app.push_screen(JoinCard(guide.workshop, link.home), answered)


def _note_present(progress: ProgressStore) -> None:
    """Store that the present exercise is open, so that a class that was just joined sees it."""
    place = progress.place()
    if place is not None and place.screen == "exercise":
        progress.note_work(place.id)
