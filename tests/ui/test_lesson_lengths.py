"""Every lesson of the course fits two screens of 120 x 40, as people see it before they run its code."""

from __future__ import annotations

import pytest
from textual.containers import VerticalScroll

from mxtutor.content.loader import load_course
from mxtutor.ui.app import TutorApp
from mxtutor.ui.screens.lesson import LessonScreen
from tests.ui.conftest import until
from tests.ui.fakes import FakeGrader, InjectedStore, opener
from tests.unit.project.test_project import ROOT

SCREENS = 2
COURSE = load_course(ROOT)


@pytest.mark.long
@pytest.mark.parametrize("topic", [topic.id for topic in COURSE.topics])
async def test_each_lesson_has_two_screens_at_most(progress: InjectedStore, topic: str) -> None:
    lessons = [entry.id for entry in COURSE.lessons if entry.id.startswith(f"{topic}/")]
    app = TutorApp(lambda: COURSE, FakeGrader(), opener(progress), start_at=lessons[0])
    rows: dict[str, int] = {}
    async with app.run_test(size=(120, 40)) as pilot:
        for lesson in lessons:
            app.open("lesson", lesson)
            await until(pilot, lambda: isinstance(app.screen, LessonScreen) and app.screen._entry.id == lesson)  # noqa: B023
            await pilot.pause(0.1)
            text = app.screen.query_one("#text", VerticalScroll)
            rows[lesson] = text.virtual_size.height
            most = SCREENS * text.size.height
            await pilot.press("escape")
    assert {lesson: height for lesson, height in rows.items() if height > most} == {}
