"""Help: the keys of the screen beneath, and how to work here."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from mxtutor.ui.screens.base import TutorModal

EVERYWHERE = (
    ("ctrl+p", "palette: everything that can be done"),
    ("ctrl+k, F10", "look a name up: torch and MXNet side by side"),
    ("F1", "this help"),
    ("tab, shift+tab", "next, previous part of the screen"),
    ("esc", "stop a check; leave the editor; go back"),
    ("ctrl+q", "quit (your work is kept)"),
)
MOVING = (
    ("up, down, j, k", "move"),
    ("right, left", "unfold, fold"),
    ("enter", "open"),
    ("c", "continue where you stopped"),
    ("/", "search ids, titles, torch and MXNet names"),
    ("f", "filter: all, to do, tried, done, gave up"),
    ("r", "race: both frameworks train the same net"),
)
READING = (
    ("up, down, space", "scroll"),
    ("tab, then enter", "choose a block of code, then run it"),
    ("r", "run the code you look at, in both frameworks"),
    ("a", "run all code"),
    ("n", "next: the exercises"),
)
WRITING = (
    ("F5, ctrl+j", "check your answer"),
    ("F6, ctrl+r", "your draft beside PyTorch, ungraded"),
    ("F2, ctrl+g", "open the next hint (counted)"),
    ("F3, ctrl+l", "the solution beside yours, or give up"),
    ("F4, ctrl+o", "edit in $VISUAL or $EDITOR"),
    ("F7", "earlier attempts, to look at or restore"),
    ("F8", "start over (ctrl+z takes it back)"),
    ("F9", "copy what reproduces the failing case"),
    ("ctrl+n", "next exercise"),
    ("ctrl+z, ctrl+y", "undo, redo"),
    ("tab, shift+tab", "indent, dedent the selected lines"),
    ("ctrl+t", "next pane: Task, Verdict, Output, Hints"),
)
RACING = (
    ("enter", "start the race"),
    ("t", "one thread each, or all cores"),
    ("esc", "stop the race; go back"),
)
WORDS = (
    "An answer is right when it behaves as the PyTorch reference does,\nhowever it is written.",
    "{todo} not tried   {tried} tried   {right} done   {gave_up} gave up   {alert} error or crash",
)


class HelpModal(TutorModal[None]):
    """Keys in groups, the open screen's first."""

    CSS_PATH = "help.tcss"
    BINDINGS = [Binding("escape,q,f1,question_mark", "dismiss", "Close")]

    def __init__(self, beneath: Screen[Any]) -> None:
        super().__init__()
        self._kind = type(beneath).__name__

    def compose(self) -> ComposeResult:
        """Lay out the groups."""
        with VerticalScroll(id="help") as box:
            box.border_title = "Help"
            box.border_subtitle = "esc closes"
            yield Static(self._text(), markup=False)

    def _text(self) -> Content:
        groups = {
            "HomeScreen": ("Course", MOVING),
            "LessonScreen": ("Lesson", READING),
            "ExerciseScreen": ("Exercise", WRITING),
            "RaceScreen": ("The race", RACING),
        }
        first = groups.pop(self._kind, None)
        listed = ([first] if first else []) + [("Everywhere", EVERYWHERE), *groups.values()]
        parts: list[Content] = []
        for title, keys in listed:
            parts.append(Content.styled(title, "bold $text-primary"))
            parts += [Content.assemble((f"  {key:<18}", "bold"), told) for key, told in keys]
            parts.append(Content(""))
        marks = self.tutor.glyphs
        told = WORDS[1].format(
            todo=marks.todo, tried=marks.tried, right=marks.right, gave_up=marks.gave_up, alert=marks.alert
        )
        return Content("\n").join([*parts, Content(WORDS[0]), Content(told)])
