"""The class view on screen: attention, grid, mistakes, projecting, at several sizes."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Static

from mxtutor.content.loader import load_course
from mxtutor.errors import StoreError
from mxtutor.live.events import SentMistake
from mxtutor.live.people import People
from mxtutor.live.store import ClassEntry, ClassStore, Sent
from mxtutor.live.watching import ClassWatch, Snapshot, class_json
from mxtutor.paths import content_root
from mxtutor.reporting.durations import elapsed
from mxtutor.ui.class_view.app import ClassApp, KeysCard, ProjectCard
from mxtutor.ui.class_view.grid import ClassGrid
from tests.class_process import Server
from tests.ui.conftest import screen_text, told, until
from tests.unit.live.live_class import event

NOW = 10_000.0
IDS = ("tensors/arccos", "tensors/clip", "blocks/dense-last-axis")
CODE = '# by Ana Ruiz\ndef arccos(x):\n    """Ana did this."""\n    return ruiz.acos(x)\n'
SINE = SentMistake("sine")


class Class:
    """A store with three learners, and the view on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = ClassStore(folder / "class.db", create=True)
        self.people = People(folder / "class.roster.csv", folder / "class.key", create=True)
        self.store.begin(ClassEntry("Gluon [b]", True, IDS), 1.0)
        self.ids: dict[str, str] = {}
        self.store.note_server("Gluon [b]", NOW)
        for number, name in enumerate(("Ana Ruiz", "Bo", "Cy")):
            learner, _ = self.people.register(name)
            self.ids[name] = self.people.id_of(learner)
            self.send(name, *self._events(number))

    def _events(self, number: int) -> list[Any]:
        wrong: dict[str, Any] = {"kind": "attempt", "exercise": IDS[0], "verdict": "wrong", "mistakes": (SINE,)}
        if number == 0:
            return [
                event(1, at=9000.0, exercise=IDS[0]),
                *[event(n, at=9000.0 + n, code=CODE, **wrong) for n in range(2, 7)],
            ]
        if number == 1:
            return [event(1, at=9800.0, exercise=IDS[0]), event(2, at=9900.0, kind="help", exercise=IDS[0])]
        return [
            event(1, at=9700.0, code=None, **wrong),
            event(2, at=9800.0, kind="attempt", exercise=IDS[0], verdict="right"),
            event(3, at=9900.0, exercise=IDS[1]),
        ]

    def send(self, name: str, *events: Any) -> None:
        sender = Sent(self.ids[name], "a" * 32, NOW, NOW)
        self.store.add("Gluon [b]", sender, events)

    def app(self, names: bool = True, roster: Path | None = None) -> ClassApp:
        course = load_course(content_root())
        self.watch = ClassWatch(self.folder / "class.db", roster=roster, course=course)
        return ClassApp(self.watch, names=names, clock=lambda: NOW)


@pytest.fixture
def a_class(tmp_path: Path) -> Iterator[Class]:
    """A class with one learner who is stuck, one who asks for help, one who goes on."""
    made = Class(tmp_path)
    yield made
    made.store.close()
    made.watch.close()


async def ready(pilot: Pilot[None]) -> ClassApp:
    """Wait until the class is on the screen."""
    app = pilot.app
    assert isinstance(app, ClassApp)
    await until(pilot, lambda: app.view.snapshot.events, "the class is read")
    await pilot.pause()
    return app


def shows(app: ClassApp, text: str) -> bool:
    """Return whether a text is on the screen."""
    return text in screen_text(app)


def rows(app: ClassApp, name: str) -> list[list[str]]:
    """Return the cells of a table."""
    table: DataTable[Any] = app.view.query_one(f"#{name}-table", DataTable)
    return [[str(cell).strip() for cell in table.get_row_at(row)] for row in range(table.row_count)]


async def test_help_comes_first_then_who_is_stuck(a_class: Class) -> None:
    async with a_class.app().run_test(size=(80, 24)) as pilot:
        app = await ready(pilot)
        assert rows(app, "attention") == [
            ["?", "Bo", "tensors/arccos", "1 min", "0"],
            ["!", "Ana Ruiz", "tensors/arccos", "16 min", "5"],
        ]
        title = str(app.view.query_one("#class-title", Static).visual)
        assert "Gluon [b]" in title
        assert "3 learners, 1 asks for help, 1 stuck" in title


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 40)])
async def test_nothing_in_the_tables_is_cut(a_class: Class, size: tuple[int, int]) -> None:
    a_class.store.begin(ClassEntry("Gluon [b]", True, (*IDS, "trainers/capstone-mlp")), 2.0)
    a_class.send("Cy", event(10, at=9950.0, kind="help", exercise="trainers/capstone-mlp"))
    async with a_class.app().run_test(size=(200, 60)) as pilot:
        app = await ready(pilot)
        await pilot.resize_terminal(*size)
        for key, *words in (("1", "trainers/capstone-", "mlp", "Attempts"), ("3", "The result is", "inverse", "sine.")):
            await pilot.press(key)
            for word in words:
                await until(pilot, partial(shows, app, word), word)


async def test_ids_show_until_names_are_asked_for(a_class: Class) -> None:
    async with a_class.app(names=False).run_test(size=(140, 40)) as pilot:
        app = await ready(pilot)
        assert "Ana Ruiz" not in screen_text(app)
        assert a_class.ids["Bo"].removeprefix("learner-") in screen_text(app)
        await pilot.press("n")
        await until(pilot, lambda: "Ana Ruiz" in screen_text(app))


async def test_marking_as_helped_is_stored(a_class: Class) -> None:
    async with a_class.app().run_test(size=(80, 24), notifications=True) as pilot:
        app = await ready(pilot)
        await pilot.press("h")
        await until(pilot, lambda: [row[1] for row in rows(app, "attention")] == ["Ana Ruiz"])
        await pilot.press("h")  # Ana does not ask: only a note
        await until(pilot, lambda: "asks for help" in told(app))
        a_class.send("Bo", event(3, at=NOW, kind="help", exercise=IDS[0]))
        await until(pilot, lambda: len(rows(app, "attention")) == 2, "a later call for help shows again")


@pytest.mark.parametrize("size", [(80, 24), (140, 40), (200, 60)])
async def test_the_heat_map_shows_every_learner_and_exercise(a_class: Class, size: tuple[int, int]) -> None:
    async with a_class.app().run_test(size=size) as pilot:
        app = await ready(pilot)
        await pilot.press("2")
        await pilot.pause()
        lines = screen_text(app).splitlines()
        line = {
            name: next(text for text in lines if name in text and "tensors" not in text)
            for name in ("Ana Ruiz", "Bo", "Cy")
        }
        assert line["Ana Ruiz"].split("Ruiz")[1].split()[:3] == ["5", "·", "·"]
        assert line["Bo"].split("Bo")[1].split()[:3] == ["?", "·", "·"]
        assert line["Cy"].split("Cy")[1].split()[:3] == ["✓", "○", "·"]
        await pilot.press("down", "down", "right")
        assert app.view.query_one(ClassGrid).about_cursor() == "Cy: tensors/clip, opened, 0 attempts"
        await pilot.press("e")
        await pilot.pause()
        assert "blocks" in screen_text(app)
        assert " 1/2" in screen_text(app)
        await pilot.press("s")
        await until(pilot, lambda: app.view.snapshot.learners[-1].learner == a_class.ids["Cy"])


async def test_a_click_moves_the_cursor(a_class: Class) -> None:
    async with a_class.app().run_test(size=(80, 24)) as pilot:
        app = await ready(pilot)
        await pilot.press("2")
        grid = app.view.query_one(ClassGrid)
        await pilot.click(grid, offset=(21, 4))
        await pilot.pause()
        assert "Bo: tensors/clip, not opened" in screen_text(app)


async def test_the_cursor_reaches_every_cell_of_a_large_class_and_headings_are_whole(a_class: Class) -> None:
    ids = [f"{topic}/exercise-{n}" for topic in ("autograd", "data-pipelines", "tensors") for n in range(49)]
    a_class.store.begin(ClassEntry("Large", False, tuple(ids)), 2.0)
    for number in range(108):
        a_class.people.register(f"Learner {number:03}")
    sender = Sent(a_class.ids["Ana Ruiz"], "a" * 32, NOW, NOW)
    a_class.store.add("Large", sender, [event(1, at=9000.0, exercise=ids[-1], kind="attempt", verdict="right")])
    async with a_class.app().run_test(size=(80, 24)) as pilot:
        app = await ready(pilot)
        await pilot.press("2")
        await pilot.pause()
        assert all(f" {topic} " in screen_text(app) for topic in ("autograd", "data-pipelines", "tensors"))
        await pilot.press("e", "end")
        await pilot.pause()
        grid = app.view.query_one(ClassGrid)
        assert grid.about_cursor() == f"Ana Ruiz: {ids[-1]}, right, 1 attempt"
        assert "✓" in next(line for line in screen_text(app).splitlines() if "Ana Ruiz" in line)
        await pilot.press("ctrl+end")
        await pilot.pause()
        assert grid.about_cursor() == f"Learner 107: {ids[-1]}, not opened"
        assert "Learner 107" in screen_text(app)
        await pilot.press("home", "pageup")
        await pilot.pause()
        assert grid.about_cursor() == f"Learner 097: {ids[0]}, not opened"
        assert " learner " in screen_text(app)


async def test_projecting_shows_no_name_no_comment_and_no_docstring(a_class: Class) -> None:
    async with a_class.app().run_test(size=(100, 30)) as pilot:
        app = await ready(pilot)
        await pilot.press("3")
        assert rows(app, "mistakes") == [["100%", "2 of 2", "tensors/arccos", "The result is the inverse sine.", "1"]]
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, ProjectCard))
        await pilot.pause()
        shown = screen_text(app)
        assert "return [name].acos(x)" in shown
        for hidden in ("Ruiz", "ruiz", "by", "did this", "Bo", "Cy"):
            assert hidden not in shown, hidden
        assert "The result is the inverse sine" in shown
        await pilot.press("escape")
        assert not isinstance(app.screen, ProjectCard)


async def test_keys_and_ascii_marks(a_class: Class) -> None:
    async with a_class.app().run_test(size=(80, 24)) as pilot:
        app = await ready(pilot)
        await pilot.press("question_mark")
        assert isinstance(app.screen, KeysCard)
        await pilot.press("escape", "m", "2")
        await pilot.pause()
        assert "✓" not in screen_text(app)


async def test_a_store_that_goes_away_leaves_the_last_state(a_class: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_class.app().run_test(size=(120, 40)) as pilot:
        app = await ready(pilot)

        def away() -> bool:
            raise StoreError("The database is away.")

        monkeypatch.setattr(a_class.watch, "refresh", away)
        title = app.view.query_one("#class-title", Static)
        await until(pilot, lambda: "not up to date: The database is away." in str(title.visual))
        assert len(rows(app, "attention")) == 2


async def test_a_roster_that_cannot_be_read_is_told(a_class: Class) -> None:
    async with a_class.app().run_test(size=(120, 40), notifications=True) as pilot:
        app = await ready(pilot)
        title, whole = app.view.query_one("#class-title", Static), a_class.people.path.read_text()
        a_class.people.path.write_text("name,id\nAna,1\nEve,1\n")
        await until(pilot, lambda: "the earlier roster is in use" in str(title.visual))
        await until(pilot, lambda: "class.roster.csv:3: the id '1' is also in" in told(app), "a message")
        assert [row[1] for row in rows(app, "attention")] == ["Bo", "Ana Ruiz"]
        a_class.people.path.write_text(whole)
        await until(pilot, lambda: "the earlier roster is in use" not in str(title.visual))


async def test_a_reading_that_takes_longer_than_the_pause_between_two_is_drawn(
    a_class: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mxtutor.ui.class_view.app.REFRESH_SECONDS", 0.01)
    app = a_class.app()
    refresh, begun, go_on = a_class.watch.refresh, threading.Event(), threading.Event()
    ticks: list[None] = []

    def slow() -> bool:
        begun.set()
        assert go_on.wait(20)
        return refresh()

    monkeypatch.setattr(a_class.watch, "refresh", slow)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, begun.is_set)
        app.set_interval(0.01, lambda: ticks.append(None))
        await until(pilot, lambda: len(ticks) > 3, "the next readings are due")
        go_on.set()
        await until(pilot, lambda: len(rows(app, "attention")) == 2)


async def test_a_forgotten_learner_disappears(a_class: Class) -> None:
    async with a_class.app().run_test(size=(80, 24)) as pilot:
        app = await ready(pilot)
        a_class.store.forget("Gluon [b]", a_class.ids["Bo"])
        await until(pilot, lambda: [row[1] for row in rows(app, "attention")] == ["Ana Ruiz"])


@pytest.mark.parametrize(("seconds", "text"), [(0, "0 s"), (59, "59 s"), (60, "1 min"), (3700, "1 h 1 min")])
def test_durations(seconds: float, text: str) -> None:
    assert elapsed(seconds) == text


async def test_a_list_that_becomes_empty_keeps_the_focus(a_class: Class) -> None:
    app = a_class.app()
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.view.query_one("#attention-table", DataTable)
        await until(pilot, lambda: table.row_count == 2, "the rows")
        assert table.has_focus
        app.view.draw_snapshot(Snapshot(), "")
        await pilot.pause()
        assert table.row_count == 0
        assert table.has_focus
        assert "No learner asks for help" in screen_text(app)


async def test_all_parts_of_a_roomy_class_view_are_ascii_with_ascii_marks(a_class: Class) -> None:
    async with a_class.app().run_test(size=(160, 45)) as pilot:
        app = await ready(pilot)
        await pilot.press("m")
        await until(pilot, lambda: screen_text(app).isascii(), "ASCII alone")


HOSTILE = "[bold red]Ana cheats[/] \x1b]0;X\x07\x1b[2J \u202egnirts"


async def test_what_learners_write_never_stands_on_the_view(a_class: Class) -> None:
    a_class.store.begin(ClassEntry("Gluon [b]", True, ()), 2.0)  # a class without a set takes any exercise
    wrong: dict[str, Any] = {"kind": "attempt", "verdict": HOSTILE[:200]}
    a_class.send(
        "Cy",
        event(10, exercise=IDS[1], mistakes=(SentMistake("sine"), SentMistake(HOSTILE)), **wrong),
        event(11, exercise=IDS[1], mistakes=(SentMistake("transposed"),), **wrong),
        event(12, exercise=IDS[0], mistakes=(SentMistake("sine"),), **wrong),
        event(13, exercise="ana/cheats-all-day", **wrong),
        event(14, kind="help", exercise="ana/cheats-all-day"),
    )
    async with a_class.app().run_test(size=(150, 44)) as pilot:
        app = await ready(pilot)
        told = rows(app, "mistakes")
        assert sorted({row[-1] for row in told}) == ["The result is the inverse sine.", "The result is transposed."]
        seen = screen_text(app)
        for key in ("2", "right", "right", "e", "3", "p"):
            await pilot.press(key)
            await pilot.pause()
            seen += screen_text(app)
        assert "transposed" in seen
        assert not any(word in seen for word in ("cheats", "bold red", "gnirts", "\x1b", "\u202e"))
        assert "cheats" not in json.dumps(class_json(a_class.watch, NOW, names=True))


async def test_a_class_server_that_is_away_is_shown(a_class: Class) -> None:
    async with a_class.app().run_test(size=(80, 24)) as pilot:
        app = await ready(pilot)
        assert "class server" not in screen_text(app)
        a_class.store.note_server("Gluon [b]", NOW + 1)
        a_class.store.note_server("Gluon [b]", 0.0)
        await until(pilot, lambda: "the class server has stopped" in screen_text(app))
        a_class.store.note_server("Gluon [b]", NOW + 2)
        await until(pilot, lambda: "class server" not in screen_text(app))


@pytest.mark.parametrize(
    ("seen", "said"), [(NOW - 20, ""), (NOW - 45, "class server not seen for 45 s"), (NOW - 725, "not seen for 12 min")]
)
async def test_a_class_server_without_a_sign_is_shown_at_once(a_class: Class, seen: float, said: str) -> None:
    a_class.store.note_server("Gluon [b]", seen)
    async with a_class.app().run_test(size=(80, 24)) as pilot:
        app = await ready(pilot)
        await until(pilot, lambda: said in screen_text(app))
        assert ("class server" in screen_text(app)) == bool(said)
        assert "1 asks for help, 1 stuck" in " ".join(screen_text(app).split()), "a long title takes several lines"


def test_the_server_writes_signs_and_at_its_end_that_it_has_stopped(tmp_path: Path) -> None:
    server = Server(tmp_path, "--code", "birch-42-larch")
    with closing(ClassStore(tmp_path / "class.db")) as store:
        end = time.monotonic() + 60
        while not (seen := store.server_seen("class")):
            assert time.monotonic() < end
        assert abs(seen - time.time()) < 60
        assert server.stop() == 0
        assert store.server_seen("class") == 0.0
