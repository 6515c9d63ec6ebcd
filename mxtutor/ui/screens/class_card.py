"""Cards about the class: joining it, and what it stores about the learner."""

from __future__ import annotations

from pathlib import Path

import msgspec
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Static

from mxtutor.content.class_links import ClassLink
from mxtutor.content.workshop import Workshop
from mxtutor.counts import count
from mxtutor.errors import TutorError
from mxtutor.live.client import stored_rows
from mxtutor.live.joining import event_line, join_as, promises
from mxtutor.live.membership import Membership
from mxtutor.live.reporter import ClassReporter
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.key_table import in_browser
from mxtutor.ui.keys import CLASS_CARD, JOIN
from mxtutor.ui.marked_text import prose
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal

MOST_LINES = 500
"""Newest events of each kind that the card shows; `mxtutor class mine` shows all."""


class JoinCard(TutorModal[bool]):
    """Asks whether to join the class of a workshop: True if the learner has joined, False for "no", None for later."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS = JOIN.bindings()
    AUTO_FOCUS = "#join-name"

    def __init__(self, workshop: Workshop, home: Path) -> None:
        super().__init__()
        self._workshop, self._home = workshop, home

    def compose(self) -> ComposeResult:
        """Lay out what is sent, the line for the name or the link, and the buttons."""
        workshop = self._workshop
        planned = Membership(
            workshop.class_url, "", class_shares_code=workshop.share_code, exercises=workshop.path.exercises
        )
        with Vertical(classes="dialog fitted") as dialog:
            dialog.border_title = "Join the class?"
            asked = "Your name, as your instructor knows it" if workshop.class_code else "Your link or your token"
            with VerticalScroll(classes="card-body", can_focus=False):
                yield Static(Content(f"This workshop has a class at {workshop.class_url}."), markup=False)
                yield Static(prose(" ".join(promises(planned))), classes="muted", markup=False)
                if ClassLink(workshop.class_url).is_plain:
                    yield Static("Others on this network can read what is sent.", classes="muted", markup=False)
                yield Input(placeholder=asked, id="join-name", password=not workshop.class_code)
                yield Static("", id="join-problem", classes="muted", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("No", id="no", compact=True)
                yield Button(f"Not now ({JOIN.key('not_now')})", id="later", compact=True)
                yield Button("Join (enter)", id="yes", variant="primary", compact=True)

    @on(Input.Submitted)
    @on(Button.Pressed, "#yes")
    def try_to_join(self) -> None:
        """Join with what was typed."""
        typed = self.query_one("#join-name", Input).value.strip()
        if typed:
            self._join(typed)

    @on(Button.Pressed, "#no")
    def decline(self) -> None:
        """Close without joining; the next start does not ask again."""
        self.dismiss(False)

    @on(Button.Pressed, "#later")
    def action_not_now(self) -> None:
        """Close without joining; the next start asks again."""
        self.dismiss(None)

    @work(exclusive=True, exit_on_error=False, group="join", description="Joining the class")
    async def _join(self, typed: str) -> None:
        line = self.query_one("#join-problem", Static)
        line.update("Joining ...")
        try:
            await in_thread(lambda: _join(self._workshop, self._home, typed))
        except TutorError as error:
            line.update(plain(str(error)))
            return
        self.dismiss(True)


def _join(workshop: Workshop, home: Path, typed: str) -> Membership:
    # in a browser, the server must not ask addresses that learners choose
    return join_as(home, workshop.class_url, workshop.class_code, typed, anywhere=not in_browser())


class ClassCard(TutorModal[None]):
    """What the class stores about the learner, and what will be sent."""

    CSS_PATH = "workshop.tcss"
    BINDINGS = CLASS_CARD.bindings()

    def __init__(self, reporter: ClassReporter) -> None:
        super().__init__()
        self._reporter = reporter

    def compose(self) -> ComposeResult:
        """Lay out the promises and the lists."""
        membership, state = self._reporter.membership, self._reporter.state
        with VerticalScroll(id="workshop") as box:
            box.border_title = Content(plain(membership.title or "Your class"))
            box.border_subtitle = f"{CLASS_CARD.key('dismiss')} closes"
            yield Static(prose(" ".join(promises(membership))), markup=False, classes="part")
            why = state.detail or state.full
            detail = f": {plain(why)}" if why else ""
            yield Static(f"{membership.url} is {state.phase}{detail}", markup=False, classes="part")
            yield Static("Asking the server ...", id="class-lists", markup=False, classes="part")

    def on_mount(self) -> None:
        """Read the lists."""
        self._read()

    @work(exclusive=True, exit_on_error=False, group="mine", description="Asking the class server")
    async def _read(self) -> None:
        text = await in_thread(lambda: _lists(self._reporter))
        self.query_one("#class-lists", Static).update(Content(plain(text)))


def _lists(reporter: ClassReporter) -> str:
    waiting = [event_line(msgspec.to_builtins(one)) for one in reporter.waiting()]
    lines = [f"Waiting to be sent: {len(waiting)}", *(f"  {line}" for line in waiting[-MOST_LINES:]), ""]
    try:
        stored = stored_rows(reporter.membership.url, reporter.membership.token)
    except TutorError as error:
        return "\n".join([*lines, f"What the server stores cannot be shown now: {error}"])
    rows = [event_line(row) for row in stored["events"]]
    lines.append(f"The server knows you as {stored['learner']}, and stores {count(len(rows), 'event')}:")
    return "\n".join([*lines, *(f"  {line}" for line in reversed(rows[-MOST_LINES:]))])
