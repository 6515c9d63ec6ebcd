"""A tutor in a class: what it sends, what it shows, and that the class never stands in the way of the learner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandList
from textual.pilot import Pilot
from textual.widgets import Button, Input, Static

from mxtutor.classroom.roster import issue_tokens, revoke_tokens
from mxtutor.content.class_links import ClassLink as Link
from mxtutor.content.loader import load_course
from mxtutor.content.plan import Plan, PlanPart
from mxtutor.content.workshop import Workshop
from mxtutor.live.membership import join, read_membership
from mxtutor.session.guide import WorkshopGuide
from mxtutor.ui.app import TutorApp
from mxtutor.ui.class_link import LiveReporter
from mxtutor.ui.commands import commands_of
from mxtutor.ui.exercise.screen import ExerciseScreen
from mxtutor.ui.marked_text import GLUE
from mxtutor.ui.screens.base import TitleBar
from mxtutor.ui.screens.class_card import ClassCard, JoinCard
from mxtutor.ui.screens.workshop import WorkshopCard
from mxtutor.ui.widgets.answer_area import AnswerArea
from tests.ui.conftest import told, until
from tests.ui.fakes import COURSE, RIGHT, WRONG, FakeGrader, InjectedStore, opener
from tests.unit import specimens
from tests.unit.live.live_class import CLASS, CODE, Running, running

ANSWER = "def arccos(x):\n    return 1\n"
MakeMember = Callable[..., TutorApp]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A class server on loopback."""
    (tmp_path / "server").mkdir()
    with running(tmp_path / "server") as found:
        yield found


@pytest.fixture
def make_member(progress: InjectedStore, home: Path) -> Iterator[MakeMember]:
    """Return a function that makes a tutor that reports to the class of its home."""
    made: list[TutorApp] = []

    def make(*reports: Any, workshop: Workshop | None = None) -> TutorApp:
        guide = WorkshopGuide(workshop) if workshop else None
        app = TutorApp(
            lambda: load_course(COURSE),
            FakeGrader(*reports),
            opener(progress),
            start_at="tensors/arccos",
            workshop=guide,
            class_home=home,
        )
        made.append(app)
        return app

    yield make
    for app in made:
        if app.session is not None and app.session.class_link is not None:
            app.session.class_link.close()


def workshop(server: Running, file: Path, **fields: Any) -> Workshop:
    """Return a workshop with the class of a server."""
    path = Plan(1, "Gluon", (PlanPart("One", ("tensors/arccos",)),))
    return replace(Workshop(path, file, class_url=server.url, class_code=CODE), **fields)


def bar(app: TutorApp) -> str:
    """Return the title bar of the exercise; empty while it is not open."""
    bars = [one.query(TitleBar) for one in app.screen_stack if isinstance(one, ExerciseScreen)]
    return str(bars[0].first().render()) if bars and bars[0] else ""


def kinds(server: Running) -> list[str]:
    """Return the kinds of all stored events."""
    return [row.kind for row in server.rows()]


async def test_everything_that_a_learner_does_arrives(make_member: MakeMember, server: Running, home: Path) -> None:
    join(home, Link(server.url), code=CODE, name="Ana")
    app = make_member(WRONG, RIGHT)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "class" in bar(app), "the class is shown")
        screen = app.screen
        assert isinstance(screen, ExerciseScreen)
        screen.area.take(ANSWER)
        await pilot.press("f2", "f10")
        await until(pilot, lambda: "help asked" in bar(app), "help is shown")
        await pilot.press("f5")
        await until(pilot, lambda: "attempt" in kinds(server), "the attempt arrives")
        await pilot.press("f5")
        await until(pilot, lambda: kinds(server).count("attempt") == 2, "the second attempt arrives")
        await until(pilot, lambda: "help asked" not in bar(app), "a right answer ends the call for help")
    opened, hint, help_, wrong, right = server.rows()
    assert [opened.kind, hint.kind, help_.kind] == ["opened", "hint", "help"]
    assert (wrong.verdict, wrong.headline, wrong.seed) == ("wrong", "", "20811")
    assert '"sine"' in wrong.mistakes
    assert (right.verdict, right.code) == ("right", None)  # nobody has shared code
    assert [row.seq for row in server.rows()] == [1, 2, 3, 4, 5]
    assert len({row.device for row in server.rows()}) == 1


async def test_a_mark_of_the_instructor_ends_the_call_for_help(
    make_member: MakeMember, server: Running, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mxtutor.live.reporter.CALL_SECONDS", 0.1)
    join(home, Link(server.url), code=CODE, name="Ana")
    app = make_member()
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "class" in bar(app))
        for turn in (1, 2):  # the answer to the first call does not answer the second
            await pilot.press("f10")
            await until(pilot, lambda: kinds(server).count("help") >= turn, "the call arrives")  # noqa: B023
            await until(pilot, lambda: "help asked" in bar(app), "the call is shown")
            await pilot.pause(1.5)  # many looks at the server, and one at the title bar
            assert "help asked" in bar(app), turn
            learner = server.rows()[-1].learner
            server.store.add_helped(CLASS.title, learner, "tensors/arccos", server.now())
            await until(pilot, lambda: "help asked" not in bar(app), "the learner sees the mark")


async def test_code_is_sent_only_if_somebody_says_so(make_member: MakeMember, server: Running, home: Path) -> None:
    join(home, Link(server.url), code=CODE, name="Ana", share_code=True)
    app = make_member(WRONG)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "class" in bar(app))
        assert isinstance(app.screen, ExerciseScreen)
        app.screen.area.take(ANSWER)
        await pilot.press("f5")
        await until(pilot, lambda: "attempt" in kinds(server))
    assert server.rows()[-1].code == ANSWER


async def test_without_network_the_learner_works_on(make_member: MakeMember, server: Running, home: Path) -> None:
    join(home, Link(server.url), code=CODE, name="Ana")
    server.stop()
    app = make_member(WRONG)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await until(pilot, lambda: "offline" in bar(app), "the state is shown")
        await pilot.press("f10")
        await until(pilot, lambda: "Your call waits until the class can be reached. F10 takes it back." in told(app))
        await until(pilot, lambda: "help waits" in bar(app))
        assert "knows" not in told(app)
        await until(
            pilot,
            lambda: (
                app.session
                and app.session.class_link
                and app.session.class_link.reporter
                and len(app.session.class_link.reporter.waiting()) == 2
            ),
        )
    server.start()
    second = make_member(WRONG)
    async with second.run_test(size=(100, 30), notifications=True) as pilot:
        await until(pilot, lambda: len(kinds(server)) >= 2, "all arrives at the next start")
    assert kinds(server)[:2] == ["opened", "help"]


async def test_the_call_for_help_is_known_when_the_class_server_has_confirmed_it(
    make_member: MakeMember, server: Running, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mxtutor.live.reporter.FIRST_PAUSE", 0.2)
    join(home, Link(server.url), code=CODE, name="Ana")
    server.stop()
    app = make_member(WRONG)
    knows = "Your class knows that you need help here. F10 takes it back."
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await until(pilot, lambda: "offline" in bar(app))
        await pilot.press("f10")
        await until(pilot, lambda: "Your call waits until the class can be reached. F10 takes it back." in told(app))
        assert knows not in told(app)
        server.start()
        await until(pilot, lambda: knows in told(app), "the message changes when the call is delivered")
        assert "help" in kinds(server)
        await until(pilot, lambda: "help asked" in bar(app))
        await pilot.press("f10")
        await until(pilot, lambda: "help-withdrawn" in kinds(server))
        await until(pilot, lambda: "help asked" not in bar(app))


async def test_a_call_that_the_server_takes_at_once_is_known(
    make_member: MakeMember, server: Running, home: Path
) -> None:
    join(home, Link(server.url), code=CODE, name="Ana")
    app = make_member(WRONG)
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await until(pilot, lambda: "class" in bar(app))
        for turn in (1, 2):
            await pilot.press("f10")
            await until(pilot, lambda: "knows" in told(app) and kinds(server).count("help") == turn)  # noqa: B023
            await pilot.press("f10")
        assert "waits" not in told(app)


async def test_a_second_press_takes_a_call_back_also_while_the_first_is_not_stored(home: Path, server: Running) -> None:
    join(home, Link(server.url), code=CODE, name="Ana")
    queued: list[Callable[[], object]] = []
    link = LiveReporter(home, queued.append)
    link.begin()
    queued.pop()()
    pressed = [link.toggle_help(specimens.exercise(id="tensors/arccos")) for _ in range(3)]
    for call in queued:
        call()
    assert (pressed, link.help_in) == ([True, False, True], "tensors/arccos")
    link.close()


async def test_a_revoked_token_is_shown_and_nothing_is_lost(
    make_member: MakeMember, server: Running, home: Path
) -> None:
    issue_tokens(server.people.path, [])
    join(home, Link(server.url), code=CODE, name="Ana")
    revoke_tokens(server.people.path, ["Ana"])
    app = make_member(WRONG)
    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: "refused" in bar(app))
        assert not app.screen.query("ErrorDialog")


async def test_no_class_no_key_and_no_file(make_member: MakeMember, home: Path) -> None:
    app = make_member(WRONG)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ExerciseScreen))
        await until(pilot, lambda: app.grader_state)
        assert app.screen.check_action("need_help", ()) is False
        assert "need_help" not in [active.binding.action for active in app.screen.active_bindings.values()]
        assert "class" not in bar(app)
    assert not list(home.glob("class*"))


async def test_a_damaged_membership_is_told_once(make_member: MakeMember, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "class.json").write_text("{")
    app = make_member(WRONG)
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await until(pilot, lambda: "not joined" in bar(app))
        await until(pilot, lambda: "damaged" in told(app), "the message")


async def test_a_workshop_offers_its_class(make_member: MakeMember, server: Running, home: Path) -> None:
    app = make_member(WRONG, workshop=workshop(server, home / "w.yaml"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, JoinCard))
        await pilot.press(*"Ana")
        assert app.screen.query_one("#join-name", Input).value == "Ana"
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, JoinCard), "the card closes")
        await until(pilot, lambda: kinds(server) == ["opened"], "the exercise where the learner is is reported")
        assert isinstance(app.screen, ExerciseScreen)
        app.screen.query_one(AnswerArea).take(ANSWER)
        await pilot.press("f5")
        await until(pilot, lambda: kinds(server) == ["opened", "attempt"], "the check arrives")
    assert [one.name for one in server.people.roster.learners] == ["Ana"]
    found = read_membership(home, {})
    assert found is not None
    assert found.url == server.url


async def test_a_taken_name_is_told_in_the_card(make_member: MakeMember, server: Running, home: Path) -> None:
    server.joined("Ana")
    app = make_member(WRONG, workshop=workshop(server, home / "w.yaml"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, JoinCard))
        await pilot.press(*"Ana", "enter")
        await until(pilot, lambda: "joined already" in str(app.screen.query_one("#join-problem", Static).visual))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, JoinCard))
    assert read_membership(home, {}) is None


async def test_a_learner_who_declines_is_not_asked_again(make_member: MakeMember, server: Running, home: Path) -> None:
    plan = workshop(server, home / "w.yaml")
    app = make_member(WRONG, workshop=plan)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, JoinCard) and app.screen.query("#no"))
        app.screen.query_one("#no", Button).press()  # a click may miss it while the card is laid out
        await until(pilot, lambda: not isinstance(app.screen, JoinCard))
        assert app.session is not None
        setting = await app.session.ask(lambda progress: progress.setting("class-declined"))
        assert setting == server.url
        await pilot.press("f1")  # nothing else was opened in its place
        await until(pilot, lambda: type(app.screen).__name__ == "HelpModal")
    assert kinds(server) == []


async def palette(pilot: Pilot[None], query: str) -> str:
    """Type into the palette; return its first command."""
    await pilot.press("ctrl+p", *query)

    def first() -> str:
        listed = pilot.app.screen.query(CommandList)
        return str(listed.first().get_option_at_index(0).prompt) if listed and listed.first().option_count else ""

    await until(pilot, lambda: "class" in first().lower())
    return first()


@pytest.mark.parametrize("query", ["join", "class"])
async def test_a_join_that_failed_is_asked_again_and_works_from_the_palette(
    make_member: MakeMember, server: Running, home: Path, query: str
) -> None:
    plan = workshop(server, home / "w.yaml")
    server.stop()
    app = make_member(WRONG, workshop=plan)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, JoinCard))
        await pilot.press(*"Ana", "enter")
        await until(pilot, lambda: "does not answer" in str(app.screen.query_one("#join-problem", Static).visual))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, JoinCard))
    again = make_member(WRONG, workshop=plan)
    async with again.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(again.screen, JoinCard), "it is asked again")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(again.screen, ExerciseScreen))
        await again.push_screen(WorkshopCard(WorkshopGuide(plan)))
        assert "ctrl+p, then Join the class, joins it" in text_of(again)
        await pilot.press("escape")
        server.start()
        assert "Join the class" in await palette(pilot, query)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(again.screen, JoinCard))
        await pilot.press(*"Ana", "enter")
        await until(pilot, lambda: "class" in bar(again), "the class is joined")
        assert "Join the class" not in [one.title for one in commands_of(again, again.screen)]
    assert read_membership(home, {}) is not None


def text_of(app: TutorApp) -> str:
    """Return the text of the screen on top."""
    return " ".join(" ".join(str(one.visual) for one in app.screen.query(Static)).replace(GLUE, " ").split())


async def test_the_card_shows_what_is_stored_and_what_waits(
    make_member: MakeMember, server: Running, home: Path
) -> None:
    join(home, Link(server.url), code=CODE, name="Ana")
    app = make_member(WRONG)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: kinds(server) == ["opened"])
        assert app.session is not None
        assert app.session.class_link is not None
        assert app.session.class_link.reporter is not None
        await app.push_screen(ClassCard(app.session.class_link.reporter))

        def text() -> str:
            return str(app.screen.query_one("#class-lists", Static).visual)

        await until(pilot, lambda: "stores 1 event:" in text())
        assert "opened     tensors/arccos" in text()
        await pilot.press("escape")
