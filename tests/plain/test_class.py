"""A class in plain mode: joining it, and a call for help that is known only when the class has confirmed it."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mxtutor.content.class_links import ClassLink
from mxtutor.content.plan import Plan, PlanPart
from mxtutor.content.workshop import Workshop
from mxtutor.live.membership import join, read_membership
from mxtutor.live.reporter import open_reporter
from mxtutor.plain.terminal import Terminal
from mxtutor.plain.tutor import run_plain
from mxtutor.progress.store import open_store
from tests.ui.fakes import COURSE, FakeGrader
from tests.unit.live.live_class import CODE, Running, running

WAITS = "Your call waits until the class can be reached. Type call again to take it back."
KNOWS = "Your class knows that you need help here. Type call again to take it back."


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A class server on loopback."""
    (tmp_path / "server").mkdir()
    with running(tmp_path / "server") as found:
        yield found


class Typed(io.BytesIO):
    """Lines to type. A function is called in its turn; `until TEXT` waits until the text was said; both type `time`."""

    def __init__(self, written: io.StringIO, *lines: str | Callable[[], object]) -> None:
        super().__init__()
        self._written, self._lines, self._end = written, list(lines), time.monotonic() + 100

    def readline(self, _: int | None = -1) -> bytes:
        if not self._lines:
            return b""
        line = self._lines.pop(0)
        if not isinstance(line, str):
            line()
            return b"time\n"
        if not line.startswith("until "):
            return f"{line}\n".encode()
        if line.removeprefix("until ") not in self._written.getvalue() and time.monotonic() < self._end:
            self._lines.insert(0, line)
            time.sleep(0.05)
        return b"time\n"


def talk(home: Path, server: Running, *lines: str | Callable[[], object]) -> str:
    """Carry out lines in a workshop with the class of a server; return what was said."""
    written = io.StringIO()
    path = Plan(1, "Gluon", (PlanPart("One", ("tensors/arccos",)),))
    reporter = open_reporter(home)
    if reporter is not None:
        reporter.start()
    try:
        run_plain(
            Terminal(Typed(written, *lines), written, interactive=False),
            COURSE,
            grader=FakeGrader(),
            open_progress=lambda: open_store(home),
            workshop=Workshop(path, home / "w.yaml", class_url=server.url, class_code=CODE),
            reporter=reporter,
            home=home,
        )
    finally:
        if reporter is not None:
            reporter.stop()
    return written.getvalue()


def kinds(server: Running) -> list[str]:
    """Return the kinds of all stored events."""
    return [row.kind for row in server.rows()]


def test_a_call_is_known_when_the_server_has_confirmed_it(home: Path, server: Running) -> None:
    join(home, ClassLink(server.url), code=CODE, name="Ana")
    said = talk(home, server, "open tensors/arccos", "call", "call", "call")
    assert said.count(KNOWS) == 2
    assert said.count("Your call for help is taken back.") == 1
    assert WAITS not in said
    assert kinds(server)[:2] == ["opened", "help"]


def test_a_call_waits_while_the_server_is_away_and_its_delivery_is_said(
    home: Path, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mxtutor.live.reporter.FIRST_PAUSE", 0.2)
    join(home, ClassLink(server.url), code=CODE, name="Ana")
    server.stop()

    knows = "Your class knows now that you need help in tensors/arccos."
    said = talk(home, server, "open tensors/arccos", "call", server.start, f"until {knows}", "time")
    assert "help" in kinds(server)
    assert WAITS in said
    assert KNOWS not in said
    assert said.count(knows) == 1


def test_a_workshop_asks_to_join_at_each_start_until_it_is_joined_or_declined(home: Path, server: Running) -> None:
    asks = "Do you want to join it?"
    server.stop()
    said = talk(home, server, "join Ana")
    assert asks in said
    assert "does not answer" in said
    assert read_membership(home, {}) is None
    server.start()
    said = talk(home, server, "workshop", "help", "join Ana", "open tensors/arccos", "call", "help join", "join Bo")
    assert asks in said, "a join that failed is asked again"
    assert "You are not in its class. The command join joins it." in said
    assert "join NAME: joins the class" in said
    assert "You are in the class Gluon." in said
    assert KNOWS in said
    assert "The command join does not work here." in said, "the class is joined"
    assert [one.name for one in server.people.roster.learners] == ["Ana"]
    assert asks not in talk(home, server)


def test_a_class_that_is_joined_in_an_exercise_sees_that_it_is_open(home: Path, server: Running) -> None:
    said = talk(home, server, "open tensors/arccos", "join Ana", "call")
    assert KNOWS in said
    assert kinds(server) == ["opened", "help"]


def test_an_explicit_no_is_kept_and_join_still_works(home: Path, server: Running) -> None:
    assert "You are not asked again." in talk(home, server, "join no")
    said = talk(home, server, "join", "join Ana")
    assert "Do you want to join it?" not in said
    assert "Type join and your name to join it" in said
    assert "You are in the class Gluon." in said
