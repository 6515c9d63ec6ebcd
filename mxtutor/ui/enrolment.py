"""Runs the connection to a class: opens it after the first screen, shows its state, and offers to join."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mxtutor.ui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from textual.app import App

    from mxtutor.ui.class_link import ClassLink
    from mxtutor.ui.session import Session

DECLINED = "class-declined"
"""Setting: the address of the class that the learner did not want to join."""


class Enrolment:
    """One run of a tutor that may be in a class."""

    SECONDS: ClassVar[float] = 1.0
    """Time between two steps."""

    def __init__(self, app: App[None], session: Session, link: ClassLink) -> None:
        self._app, self._session, self._link = app, session, link
        self._told, self._active = "", False

    async def begin(self) -> None:
        """Open the class of the learner; if there is none and the workshop names one, offer to join it."""
        self._link.begin()
        declined = await self._session.ask(lambda progress: progress.setting(DECLINED))
        self.step()
        workshop = self._session.workshop.workshop if self._session.workshop else None
        if workshop is None or not workshop.class_url or self._link.problem:
            return
        reporter = self._link.reporter
        if reporter is None and declined != workshop.class_url:
            self.offer()
        elif reporter is not None and reporter.membership.url != workshop.class_url:
            title = reporter.membership.title or reporter.membership.url
            self._app.notify(
                f"This workshop has another class than yours, {title!r}. `mxtutor class leave` leaves yours.",
                severity="warning",
                timeout=15,
                markup=False,
            )

    def offer(self) -> None:
        """Ask whether the learner wants to join the class of the workshop."""
        from mxtutor.ui.screens.class_card import JoinCard

        assert self._session.workshop is not None
        workshop = self._session.workshop.workshop

        def answered(joined: bool | None) -> None:
            if joined:
                self._link.begin()
            else:
                url = workshop.class_url
                self._session.keep(lambda progress: progress.save_setting(DECLINED, url), "Keeping your answer")

        self._app.push_screen(JoinCard(workshop, self._link.home), answered)

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
