"""The keys of each screen: bindings, help, palette and messages all use these tables."""

from __future__ import annotations

from textual.binding import Binding

from mxtutor.ui.dialog_keys import CLASS_CARD as CLASS_CARD
from mxtutor.ui.dialog_keys import CLOSING as CLOSING
from mxtutor.ui.dialog_keys import CONFIRM as CONFIRM
from mxtutor.ui.dialog_keys import DIALOG as DIALOG
from mxtutor.ui.dialog_keys import DIALOGS as DIALOGS
from mxtutor.ui.dialog_keys import ERROR as ERROR
from mxtutor.ui.dialog_keys import FIND as FIND
from mxtutor.ui.dialog_keys import HELP_DIALOG as HELP_DIALOG
from mxtutor.ui.dialog_keys import HISTORY as HISTORY
from mxtutor.ui.dialog_keys import JOIN as JOIN
from mxtutor.ui.dialog_keys import JUMP as JUMP
from mxtutor.ui.dialog_keys import LOOKUP as LOOKUP
from mxtutor.ui.dialog_keys import LOOKUP_PANE as LOOKUP_PANE
from mxtutor.ui.dialog_keys import PATHS as PATHS
from mxtutor.ui.dialog_keys import PLACED as PLACED
from mxtutor.ui.dialog_keys import REPORT as REPORT
from mxtutor.ui.dialog_keys import REVIEWS as REVIEWS
from mxtutor.ui.dialog_keys import SEARCH as SEARCH
from mxtutor.ui.dialog_keys import SOLUTION as SOLUTION
from mxtutor.ui.dialog_keys import UNSAVED as UNSAVED
from mxtutor.ui.dialog_keys import WELCOME as WELCOME
from mxtutor.ui.dialog_keys import WORKSHOP as WORKSHOP
from mxtutor.ui.key_table import RESERVED, Key, KeyTable, in_browser, key_name
from mxtutor.ui.lab_keys import LAB as LAB

HELP = Key("question_mark,f1", "app.help", "this help", label="Help")

HOME = KeyTable(
    "home",
    "Course",
    (
        Key("up,down,j,k", "", "move"),
        Key("right,left", "", "unfold, fold"),
        Key("enter", "", "open"),
        Key("c", "continue", "continue where you stopped", label="Continue", group="Go to"),
        Key("slash", "search", "search ids, titles, torch and MXNet names", label="Search", group="Go to"),
        Key("f", "filter", "filter: all, to do, tried, done, gave up, known", label="Filter"),
        Key("r", "race", "race: both frameworks train the same net", command="The race", group="Go to", local=True),
        Key(
            "p",
            "paths",
            "learning paths: choose what to continue with, see the map",
            label="Path",
            command="Learning paths",
            group="Go to",
        ),
        Key(
            "t",
            "placement",
            "placement: at most 8 questions that find what you know",
            command="Placement: skip what I know",
        ),
        Key("x", "known", "known exercises of this line: remove the mark, or set it again", command="Known or not"),
        Key("v", "reviews", "review what is due: drills with other inputs", command="Review what is due"),
        Key("m", "mistakes", "your mistakes, to drill them", command="My mistakes"),
        Key("s", "statistics", "statistics by topic and day", command="Statistics"),
        Key("w", "workshop", "in a workshop: its parts, times, points, rules", command="This workshop"),
        Key("e", "end", "in a sealed workshop: end it and make the report", command="End the workshop"),
        HELP,
        Key("q", "app.quit", "quit (your work is kept)", label="Quit"),
    ),
)
LESSON = KeyTable(
    "lesson",
    "Lesson",
    (
        Key("up,down", "", "scroll"),
        Key("space", "page", "scroll one page"),
        Key("tab", "", "choose a block of code; enter runs it"),
        Key("r,enter", "run", "run the code you look at, in both frameworks", label="Run", command="Run this code"),
        Key("e,f6", "lab", "edit and run it in the lab", label="Lab", command="Edit in the lab"),
        Key("a", "run_all", "run all code of the lesson", label="Run all", command="Run all code"),
        Key("n", "next", "next: the exercises", label="Next", command="Next"),
        Key("slash", "search", "search ids, titles, torch and MXNet names", group="Go to"),
        HELP,
        Key("escape", "back", "stop what runs; go back", label="Back"),
    ),
)
EXERCISE = KeyTable(
    "exercise",
    "Exercise",
    (
        Key(
            "f5,ctrl+j",
            "check",
            "check your answer",
            label="Check",
            command="Check",
            also="run test submit grade",
            priority=True,
        ),
        Key(
            "f6,ctrl+r",
            "run_draft",
            "the lab: run your draft beside PyTorch, ungraded, on inputs that you choose",
            label="Lab",
            command="The lab: run the draft",
            priority=True,
        ),
        Key(
            "f2,ctrl+g",
            "hint",
            "open the next hint (counted)",
            label="Hint",
            command="Hint",
            also="clue tip",
            priority=True,
        ),
        Key(
            "f3,ctrl+l",
            "solution",
            "the solution beside yours, or give up",
            label="Solution",
            command="Solution",
            also="answer give up diff",
            priority=True,
        ),
        Key("f1,alt+i", "app.help", "this help", label="Help", priority=True),
        Key("escape", "back", "stop a check; leave the editor; go back", label="Back"),
        Key(
            "f4,ctrl+o",
            "edit_outside",
            "edit in $VISUAL or $EDITOR",
            command="Edit outside",
            also="editor vim neovim nano emacs helix external",
            priority=True,
            local=True,
        ),
        Key(
            "f7,alt+p",
            "history",
            "earlier attempts, to look at or restore",
            command="Attempts",
            also="attempts versions earlier restore",
            priority=True,
        ),
        Key(
            "f8,alt+o",
            "reset",
            "start over (undo takes it back)",
            command="Start over",
            also="reset restart clear starter begin again",
            priority=True,
        ),
        Key(
            "f9,alt+y",
            "copy_repro",
            "copy lines that repeat the failure",
            command="Copy the failing case",
            priority=True,
        ),
        Key(
            "f12,alt+h",
            "need_help",
            "in a class: ask for help, or take it back",
            label="Need help",
            command="I need help",
            also="call instructor teacher raise hand",
            priority=True,
        ),
        Key("ctrl+n,alt+n", "next", "next exercise or lesson", command="Next", priority=True),
        Key(
            "alt+a,shift+f4",
            "again",
            "drill a solved exercise: other inputs, no help",
            command="Again with other inputs",
            priority=True,
        ),
        Key(
            "ctrl+t,alt+t",
            "next_pane",
            "next pane: Task, Verdict, Output, Hints",
            command="Next pane",
            group="View",
            priority=True,
        ),
        Key(
            "alt+l,shift+f6",
            "live",
            "verdict while you pause: on or off",
            command="Live verdict",
            also="automatic instant",
            priority=True,
        ),
        Key(
            "alt+pagedown,alt+k",
            "verdict_down",
            "scroll the verdict",
            command="Scroll the verdict",
            group="View",
            priority=True,
        ),
        Key(
            "alt+pageup,alt+u",
            "verdict_up",
            "scroll it back",
            command="Scroll the verdict back",
            group="View",
            priority=True,
        ),
        Key(
            "alt+v,shift+f5",
            "details",
            "tables and traceback of the verdict",
            command="Details of the verdict",
            group="View",
            priority=True,
        ),
        Key("alt+d,shift+f7", "compare", "compare a right answer with the solution", command="Compare", priority=True),
        Key(
            "f11,alt+m",
            "maximise",
            "the focused pane alone, or all",
            command="Maximise this pane",
            group="View",
            also="zoom full screen maximize",
            priority=True,
        ),
        Key(
            "alt+x,shift+f11",
            "flip",
            "task beside the answer, or above it",
            command="Flip the layout",
            group="View",
            also="layout split side above below vertical horizontal",
            priority=True,
        ),
        Key("ctrl+z", "undo", "undo"),
        Key("ctrl+y", "redo", "redo"),
        Key("tab,shift+tab", "", "indent, dedent the selected lines"),
        Key(
            "ctrl+space,ctrl+@,alt+slash",
            "complete",
            "complete a name of MXNet",
            command="Complete a name",
            also="autocomplete suggest",
            priority=True,
        ),
        Key(
            "alt+r,shift+f8",
            "replace_name",
            "replace the marked torch name at the cursor (a hint)",
            command="Replace the torch name",
            priority=True,
        ),
        Key("ctrl+f", "find", "find in your answer", command="Find in the answer", also="search", priority=True),
        Key(
            "ctrl+slash,ctrl+underscore,alt+c",
            "comment",
            "comment lines, or take it back",
            command="Comment lines",
            also="uncomment",
            priority=True,
        ),
    ),
)
RACE = KeyTable(
    "race",
    "The race",
    (
        Key("enter,s", "start", "start the race", label="Start", command="Start the race"),
        Key("t", "threads", "one thread each, or all cores", label="Threads", command="Threads"),
        HELP,
        Key("escape", "back", "stop the race; go back", label="Stop, back"),
    ),
)
APP = KeyTable(
    "app",
    "Everywhere",
    (
        Key("ctrl+p", "", "palette: find every action by its name"),
        Key("ctrl+k,f10", "lookup", "look a name up: torch and MXNet side by side", priority=True),
        Key("f1,alt+i", "help", "help: keys of this part, of the screen and everywhere"),
        Key(
            "alt+j,ctrl+backslash",
            "jump",
            "jump: a letter at each part of the screen focuses it",
            command="Jump to a part of the screen",
            group="View",
            priority=True,
        ),
        Key("tab,shift+tab", "", "next, previous part of the screen"),
        Key("ctrl+q,alt+q", "quit", "quit (your work is kept)", priority=True),
    ),
)
PALETTE = APP.defaults[0].names
"""The key of the palette, as people know it."""
MISTAKES = KeyTable(
    "mistakes",
    "Your mistakes",
    (
        Key("up,down,j,k", "", "move"),
        Key("enter", "", "drill the marked mistake, or open its exercise"),
        Key("v", "reviews", "review what is due", label="Review", command="Review what is due"),
        HELP,
        Key("escape,q,m", "back", "go back", label="Back"),
    ),
)
STATISTICS = KeyTable(
    "statistics",
    "Statistics",
    (
        Key("up,down,pageup,pagedown", "", "scroll"),
        HELP,
        Key("escape,q,s", "back", "go back", label="Back"),
    ),
)
SCREENS = (HOME, LESSON, EXERCISE, LAB, RACE, MISTAKES, STATISTICS)
_ROWS = {row.action: [other for table in SCREENS for other in table.rows if other.action == row.action]
         for table in SCREENS for row in table.rows if row.local}  # fmt: skip
"""Rows of the actions that work on the learner's own machine only."""


def instead_of(binding: Binding) -> str:
    """Return the name of a key that works here, for a binding whose key the browser keeps; else nothing."""
    if binding.key not in RESERVED or not in_browser():
        return ""
    rows = [row for table in (APP, *SCREENS) for row in table.rows if binding.key in row.keys.split(",")]
    return key_name(rows[0].shown[0]) if rows else ""


def is_offered(action: str) -> bool:
    """Return whether an action works here; in a browser those of the learner's own machine do not."""
    return not (in_browser() and any(row.local for row in _ROWS.get(action, ())))
