"""Dialogs and screens of scenes that need data made by hand."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from textual.content import Content
from textual.screen import Screen

from mxtutor.live.membership import Membership
from mxtutor.session.asking import Placed
from mxtutor.ui.app import TutorApp
from tests.ui.test_race import COURSE as RACE
from tests.ui.test_race import fake
from tests.ui.workshops import WORKSHOP

CLOSED = (
    ("2 of 2 exercises, 1 at the first try.", Content()),
    ("You learned", Content("You can find the MXNet name of a function.")),
    ("Your mistakes", Content("- the inverse sine in place of the inverse cosine  2 times")),
    ("Next", Content("Joining and splitting\n2 exercises, about 6 minutes.")),
)


def race(app: TutorApp) -> Screen[Any]:
    """Return a race with runners that answer at once."""
    from mxtutor.ui.screens.race import RaceScreen

    return RaceScreen(fake(), RACE)


def error(app: TutorApp) -> Screen[Any]:
    """Return a failure of mxtutor."""
    from mxtutor.ui.screens.confirm import ErrorDialog

    return ErrorDialog(ValueError("a value that cannot be"), "Saving your draft")


def no_paths(app: TutorApp) -> Screen[Any]:
    """Return the paths of a course without any."""
    from mxtutor.ui.screens.cards import PathsModal

    assert app.session is not None
    return PathsModal(app.session)


def placed(app: TutorApp) -> Screen[Any]:
    """Return the end of a placement."""
    from mxtutor.ui.visits import PlacedCard

    known = tuple(f"tensors/{number}" for number in range(5))
    return PlacedCard(Placed(known, ("Names that changed", "Axes"), ("Arc cosine",), ""), app.glyphs.known)


def closed(app: TutorApp) -> Screen[Any]:
    """Return the end of a lesson."""
    from mxtutor.ui.screens.cards import ClosingCard

    return ClosingCard("Lesson complete: Names that changed", CLOSED, "Next")


def reviewed(app: TutorApp) -> Screen[Any]:
    """Return the end of a review."""
    from mxtutor.ui.screens.cards import ReviewsCard

    return ReviewsCard(2, ("Arc cosine",), 3)


def join(app: TutorApp) -> Screen[Any]:
    """Return the question whether to join a class."""
    from mxtutor.ui.screens.class_card import JoinCard

    return JoinCard(replace(WORKSHOP, class_url="http://127.0.0.1:8000", class_code="gluon"), Path("home"))


def member(app: TutorApp) -> Screen[Any]:
    """Return what a class stores."""
    from mxtutor.ui.screens.class_card import ClassCard

    reporter: Any = SimpleNamespace(
        membership=Membership("http://127.0.0.1:9", "token", title="Gluon"),
        state=SimpleNamespace(phase="away", detail="no answer", full=""),
        mine=lambda: {"waiting": [], "refused": [], "problem": "The server does not answer."},
    )
    return ClassCard(reporter)


def unsaved(app: TutorApp) -> Screen[Any]:
    """Return the question at the end of a tutor that cannot save."""
    from mxtutor.errors import StoreError
    from mxtutor.progress.model import Draft
    from mxtutor.progress.saving import InTurn, Saver, Text
    from mxtutor.ui.screens.confirm import UnsavedModal

    def full() -> None:
        raise StoreError("The disk is full.", reason="disk full")

    saver = Saver(InTurn(), changed=lambda _: None, fault=lambda *_: None)
    saver.submit(full, "Keeping your draft", Text("tensors/arccos", Draft("x = 1\n"), of="answer"))
    return UnsavedModal(saver)


def opening(app: TutorApp) -> Screen[Any]:
    """Return what shows until the files of an exercise are read."""
    from mxtutor.ui.screens.opening import Found, OpeningScreen

    async def never() -> Found:
        await asyncio.Event().wait()
        raise AssertionError

    return OpeningScreen(("tensors/arccos",), never, "Opening the exercise")
