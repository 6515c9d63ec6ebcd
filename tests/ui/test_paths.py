"""Learning paths in the tutor: the dialog, the map, and where the tutor continues."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from textual.widgets import OptionList, Static

from mxtutor.content.loader import load_course
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import Place
from mxtutor.ui.app import TutorApp
from mxtutor.ui.screens.cards import PathsModal
from mxtutor.ui.screens.home import HomeScreen
from tests.ui.conftest import MakeTutor, opened, until
from tests.ui.fakes import COURSE, RIGHT, FakeGrader, InjectedStore, opener

PATHS = """\
paths:
  - {id: whole, title: The whole course, summary: In the order of the course., parts: [{title: All, items: [ALL]}]}
  - id: axes
    title: Axes first
    summary: For those who know the names.
    parts:
      - {title: Axes, source: "the cheat sheet: axes", items: [tensors/flip, tensors/join-axis]}
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Return the tiny course with two paths."""
    folder = tmp_path / "course"
    shutil.copytree(COURSE, folder)
    file = folder / "lessons" / "course.yaml"
    every = ", ".join(load_course(COURSE).exercises)
    file.write_text(file.read_text(encoding="utf-8") + PATHS.replace("ALL", every), encoding="utf-8")
    return folder


@pytest.fixture
def tutor(course: Path, grader: FakeGrader, progress: InjectedStore) -> TutorApp:
    """Return the tutor on that course."""
    return TutorApp(lambda: load_course(course), grader, opener(progress))


def shown(app: TutorApp, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).visual)


async def test_the_chosen_path_is_followed_and_kept(
    tutor: TutorApp, course: Path, grader: FakeGrader, progress: InjectedStore
) -> None:
    progress.save_place(Place("home", "tensors/halve"))
    async with tutor.run_test(size=(100, 30)) as pilot:
        await opened(pilot, "HomeScreen")
        await until(pilot, lambda: tutor.session is not None)
        assert "Names that changed" not in shown(tutor, "#continue")
        await pilot.press("p")
        await opened(pilot, "PathsModal")
        options = tutor.screen.query_one(OptionList)
        assert options.option_count == 2
        await pilot.press("down")
        await until(pilot, lambda: "about" in str(options.get_option_at_index(1).prompt))
        assert "For those who know the names." in str(options.get_option_at_index(1).prompt)
        await pilot.press("enter")
        await opened(pilot, "HomeScreen")
        await until(pilot, lambda: "Axes first: 0 of 2 done, about " in shown(tutor, "#path"))
        home = tutor.screen
        assert isinstance(home, HomeScreen)
        assert f"{tutor.glyphs.arrow} Names that changed" in shown(tutor, "#continue"), "not what was open before"
        home.point_at(Entry("topic", "part-1"))
        await until(pilot, lambda: "From the cheat sheet: axes." in shown(tutor, "#about-text"))
        assert tutor.session is not None
        assert tutor.session.journey.next_exercise() == "tensors/flip"
        progress.add_attempt("tensors/flip", "", RIGHT)
        tutor.session.standings["tensors/flip"] = progress.standing("tensors/flip")
        assert tutor.session.journey.next_exercise(after="tensors/flip") == "tensors/join-axis"
    assert progress.setting("path") == "axes"


async def test_a_path_goes_on_after_a_restart(course: Path, grader: FakeGrader, progress: InjectedStore) -> None:
    progress.save_setting("path", "axes")
    app = TutorApp(lambda: load_course(course), grader, opener(progress))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await until(pilot, lambda: app.session is not None and "Axes first" in shown(app, "#path"))


async def test_a_path_that_is_gone_is_the_recommended_one(
    course: Path, grader: FakeGrader, progress: InjectedStore
) -> None:
    progress.save_setting("path", "removed")
    app = TutorApp(lambda: load_course(course), grader, opener(progress))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session is not None)
        assert app.session is not None
        assert app.session.journey.path is not None
        assert app.session.journey.path.id == "whole"
        await opened(pilot, "HomeScreen")


async def test_a_course_without_paths_offers_none(make_tutor: MakeTutor) -> None:
    app = make_tutor()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "HomeScreen")
        await until(pilot, lambda: app.session is not None)
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_escape_leaves_the_path_unchanged(tutor: TutorApp, progress: InjectedStore) -> None:
    async with tutor.run_test(size=(60, 20)) as pilot:
        await opened(pilot, "HomeScreen")
        await until(pilot, lambda: tutor.session is not None)
        await pilot.press("p")
        await opened(pilot, "PathsModal")
        assert isinstance(tutor.screen, PathsModal)
        await pilot.press("down", "escape")
        await opened(pilot, "HomeScreen")
        assert progress.setting("path") == ""
