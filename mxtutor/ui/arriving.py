"""The first start: shows the card, stores that it was answered, and goes the way that the learner chose."""

from __future__ import annotations

from textual.app import App

from mxtutor.content.minutes import course_minutes
from mxtutor.content.plan import CoursePath, reasons
from mxtutor.progress.journey import WELCOMED
from mxtutor.ui.messages import Open
from mxtutor.ui.navigator import Navigator
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.welcome import BEGIN, PLACEMENT, WelcomeCard
from mxtutor.ui.session import TutorSession


async def greet(app: App[None], session: TutorSession, navigator: Navigator) -> None:
    """Show the card of the first start above home."""
    course = session.course
    minutes = await in_thread(lambda: course_minutes(course))

    def go(choice: CoursePath | str | None) -> None:
        session.write(lambda progress: progress.save_setting(WELCOMED, "yes"), "Keeping your choice")
        if isinstance(choice, CoursePath):
            navigator.follow(choice.id)
        first = session.journey.next_exercise()
        if choice == PLACEMENT:
            app.post_message(Open("placement"))
        elif first is not None and (choice == BEGIN or isinstance(choice, CoursePath)):
            app.post_message(Open("exercise", first))

    await app.push_screen(WelcomeCard(reasons(course.paths), minutes), go)
