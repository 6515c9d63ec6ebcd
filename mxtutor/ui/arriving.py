"""The first start: shows the card, stores that it was answered, and goes the way that the learner chose."""

from __future__ import annotations

from textual.app import App

from mxtutor.content.minutes import course_minutes
from mxtutor.ui.messages import OpenExercise, OpenLesson, OpenPlacement, OpenRace
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.welcome import Choice, WelcomeCard
from mxtutor.ui.session import TutorSession
from mxtutor.ui.startup import WELCOMED


async def greet(app: App[None], session: TutorSession) -> None:
    """Show the card of the first start above home."""
    course = session.course
    minutes = await in_thread(lambda: course_minutes(course).of(course.exercises))

    def go(choice: Choice | None) -> None:
        session.write(lambda progress: progress.save_setting(WELCOMED, "yes"), "Keeping your choice")
        first = session.journey.goal(None)
        if choice == "begin" and first is not None:
            app.post_message(OpenExercise(first.id) if first.kind == "exercise" else OpenLesson(first.id))
        elif choice == "placement":
            app.post_message(OpenPlacement())
        elif choice == "race":
            app.post_message(OpenRace())

    await app.push_screen(WelcomeCard(len(course.lessons), len(course.exercises), minutes), go)
