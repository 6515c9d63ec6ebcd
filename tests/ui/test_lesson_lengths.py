"""Every lesson of the course fits two screens of 120 x 40, as people see it before they run its code."""

from __future__ import annotations

import pytest
from textual.containers import VerticalScroll

from mxtutor.content.loader import load_course
from mxtutor.ui.app import TutorApp
from tests.ui.conftest import screen_text, until
from tests.ui.fakes import FakeGrader, InjectedStore, opener
from tests.unit.project.test_project import ROOT

SCREENS = 2
COURSE = load_course(ROOT)


@pytest.mark.long
@pytest.mark.parametrize("topic", [topic.id for topic in COURSE.topics])
async def test_each_lesson_has_two_screens_at_most(progress: InjectedStore, topic: str) -> None:
    lessons = {entry.id: entry.title for entry in COURSE.lessons if entry.id.startswith(f"{topic}/")}
    app = TutorApp(lambda: COURSE, FakeGrader(), opener(progress), start_at=next(iter(lessons)))
    rows: dict[str, int] = {}
    async with app.run_test(size=(120, 40)) as pilot:
        for lesson, title in lessons.items():
            app.open("lesson", lesson)
            await until(pilot, lambda: title in screen_text(app) and app.screen.query("#text"))  # noqa: B023
            text = app.screen.query_one("#text", VerticalScroll)
            rows[lesson] = text.virtual_size.height
            most = SCREENS * text.size.height
            await pilot.press("escape")
    assert {lesson: height for lesson, height in rows.items() if height > most} == {}
