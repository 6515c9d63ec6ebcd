"""The keys of every screen, dialog and part: bindings, help, palette and messages all use these tables.

An action has one key (an F-key or ctrl with a letter), and a second one if other programs or keyboards reserve the
first. Rarely used actions have no key and are in the palette.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.binding import Binding, BindingType
from textual.keys import KEY_NAME_REPLACEMENTS
from textual.widget import Widget

from mxtutor.served import served

RESERVED = frozenset({"ctrl+n", "ctrl+q", "ctrl+t", "ctrl+w", "f11", "f12", "ctrl+slash"})
"""Keys that a browser keeps for itself, or that a page cannot tell from others."""
NO_KEY = "no_key"
"""Placeholder for an action without a key: the palette offers it, and the learner may choose a key."""
_SIGNS = {"slash": "/", "question_mark": "?"}
"""Keys that Textual calls by a name, and that are shown by their character."""
ALSO = {"ctrl+space": "ctrl+@", "ctrl+slash": "ctrl+underscore"}
"""Other names under which most terminals send a key; only the first name is shown."""
TERMINAL = frozenset(ALSO.values())
_SHORT = {"escape": "esc", "pagedown": "pgdn", "pageup": "pgup", "backslash": "\\"}


_chosen: dict[str, str] = {}


def choose_keys(keymap: Mapping[str, str]) -> None:
    """Show the keys of a keymap (action name to keys) in all tables; other actions get their default keys."""
    _chosen.clear()
    _chosen.update(keymap)


@dataclass(frozen=True, slots=True)
class Key:
    """One action on a screen, with its keys."""

    keys: str
    """Textual's names of the keys, separated by commas, the one for messages first; or `NO_KEY`."""
    action: str
    """Textual's action; empty if a widget or Textual itself handles the keys."""
    help: str
    """One line for help and palette."""
    label: str = ""
    """Label in the footer; empty: not in the footer."""
    command: str = ""
    """Title in the palette; empty: the label, or else the help."""
    also: str = ""
    """Synonyms for the search in the palette."""
    group: str = ""
    """Group in the palette; empty: the title of its table."""
    priority: bool | None = None
    """Whether the keys work with any focus; None: as the table says."""
    local: bool = False
    """Whether the action works on the learner's own machine only, not in a browser."""

    @property
    def shown(self) -> list[str]:
        """The keys that work here; in a browser without those of `RESERVED`."""
        kept = {NO_KEY, *TERMINAL, *(RESERVED if in_browser() else ())}
        return [key for key in self.keys.split(",") if key not in kept]

    @property
    def names(self) -> str:
        """All keys as shown to the learner: "F5, ctrl+j"."""
        return ", ".join(map(key_name, self.shown))


def in_browser() -> bool:
    """Return whether the learner sees the tutor in a browser."""
    return served() is not None


def key_name(key: str) -> str:
    """Return the name of a key as shown to the learner: "F5", "shift+F4", "ctrl+/"."""
    *modifiers, last = key.split("+")
    named = {**_SIGNS, **_SHORT}.get(last) or (last.upper() if last[0] == "f" and last[1:].isdigit() else last)
    return "+".join([*modifiers, named])


def key_of(character: str) -> str:
    """Return Textual's name of a character's key; empty for one that cannot be typed."""
    if character.isalnum():
        return character
    name = unicodedata.name(character, "").lower().replace(" ", "_").replace("-", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name) if character.isprintable() else ""


@dataclass(frozen=True, slots=True)
class KeyTable:
    """The keys of one screen, in the order of help and footer."""

    id: str
    """First part of the binding ids, such as `exercise` in `exercise.check`; keymaps use these ids."""
    title: str
    """Title of the group in help."""
    defaults: tuple[Key, ...]
    """The rows with their default keys."""
    priority: bool = False
    """Whether the keys of its rows work with any focus."""
    about: str = ""
    """A paragraph on what this part of the screen is for; help begins with it."""

    @property
    def rows(self) -> tuple[Key, ...]:
        """The rows with the keys that the learner has chosen, or the defaults."""
        return tuple(
            replace(row, keys=_chosen[name]) if (name := self.name_of(row)) in _chosen else row for row in self.defaults
        )

    def name_of(self, row: Key) -> str:
        """Return the name of a row's action, which is the id of its binding; empty if it has none."""
        return f"{self.id}.{row.action.rpartition('.')[2]}" if row.action else ""

    def has_priority(self, row: Key) -> bool:
        """Return whether the keys of a row work with any focus."""
        return self.priority if row.priority is None else row.priority

    def bindings(self) -> list[BindingType]:
        """Return Textual's bindings of the default keys that have an action; a keymap changes them by their ids."""
        return [
            Binding(
                row.keys,
                row.action,
                row.label or row.command or row.help,
                show=bool(row.label),
                key_display=_SIGNS.get(row.keys.partition(",")[0]),
                priority=self.has_priority(row),
                id=self.name_of(row),
            )
            for row in self.defaults
            if row.action
        ]

    def commands(self) -> Iterator[Key]:
        """Yield the rows for the palette: those with an action of the screen itself."""
        return (row for row in self.offered() if row.action and not row.action.startswith("app."))

    def entry(self, row: Key) -> str:
        """Return the palette's title of a row: "Exercise: Check"."""
        text = row.command or row.label or row.help
        return f"{row.group or self.title}: {text[0].upper()}{text[1:]}"

    def offered(self) -> Iterator[Key]:
        """Yield the rows whose actions work here."""
        return (row for row in self.rows if not (row.local and in_browser()))

    def keys_of(self, action: str) -> list[str]:
        return [key for row in self.rows if row.action == action for key in row.keys.split(",")]

    def works(self, action: str) -> bool:
        """Return whether an action works here; a row with `Key.local` does not work in a browser."""
        return not (in_browser() and any(row.local and row.action == action for row in self.defaults))

    def has(self, action: str) -> bool:
        return any(row.action == action for row in self.defaults)

    def key(self, action: str) -> str:
        """Return the first key of an action, for messages: "F5"; without a key, say that the palette has the action."""
        return self.names(action).partition(",")[0] or "the palette (ctrl+p)"

    def names(self, action: str) -> str:
        """Return all keys of an action: "F5, ctrl+j"; empty if it has none here."""
        return next(row.names for row in self.rows if row.action == action)


REPLIES = frozenset("[]\\^_")
"""Characters that follow escape in replies of the terminal itself."""


class _Sent(NamedTuple):
    """A key in the form that Textual's table of escape sequences needs."""

    value: str


def tell_alt_from_signs() -> None:
    """Make Textual read alt with a sign or a digit as `alt+slash` or `alt+1`; it would type the sign alone."""
    for sign in {*string.punctuation, *string.digits} - REPLIES:
        cast("dict[str, object]", ANSI_SEQUENCES_KEYS)[f"\x1b{sign}"] = (_Sent(f"alt+{key_of(sign)}"),)


def _table(id: str, title: str, *rows: Key, priority: bool = False, about: str = "") -> KeyTable:
    return KeyTable(id, title, rows, priority, about)


HELP = Key("f1,question_mark", "app.help", "what this part is for, and its keys", "Help")
HELP_TYPING = Key("f1", "app.help", "what this part is for, and its keys", "Help", priority=True)
"""The key of help where a question mark is text."""
UNDO, REDO = Key("ctrl+z", "undo", "undo"), Key("ctrl+y", "redo", "redo")
MOVE = Key("up,down,j,k", "", "move")

HOME = _table(
    "home",
    "Course",
    MOVE,
    Key("right,left", "", "unfold, fold"),
    Key("enter", "", "open"),
    Key("c", "continue", "continue where you stopped", "Continue", group="Go to"),
    Key("slash", "search", "search ids, titles, torch and MXNet names", "Search", group="Go to"),
    Key("f", "filter", "filter: all, to do, tried, done, gave up, known", "Filter"),
    Key("r", "race", "race: both frameworks train the same net", command="The race", group="Go to", local=True),
    Key("p", "paths", "learning paths: what to go on with, and the map", "Path", "Learning paths", group="Go to"),
    Key("t", "placement", "placement: 8 questions that find what you know", command="Placement: skip what I know"),
    Key("x", "known", "known exercises of this line: remove the mark, or set it again", command="Known or not"),
    Key("v", "reviews", "review what is due: drills with other inputs", command="Review what is due"),
    Key("m", "mistakes", "your mistakes, to drill them", command="My mistakes"),
    Key("s", "statistics", "statistics by topic and day", command="Statistics"),
    Key("w", "workshop", "in a workshop: its parts, times, points, rules", command="This workshop"),
    Key("e", "end", "in a sealed workshop: end it and make the report", command="End the workshop"),
    HELP,
    Key("q", "app.quit", "quit (your work is kept)", "Quit"),
)
LESSON = _table(
    "lesson",
    "Lesson",
    Key("up,down", "", "scroll"),
    Key("space", "page", "scroll one page"),
    Key("tab", "", "choose a block of code; enter runs it"),
    Key("left,right", "", "scroll the chosen code sideways, where it is cut"),
    Key("r,enter", "run", "run the code you look at, in both frameworks", "Run", "Run this code"),
    Key("e,f6", "lab", "edit and run it in the lab", "Lab", "Edit in the lab"),
    Key("a", "run_all", "run all code of the lesson", "Run all", "Run all code"),
    Key("n,ctrl+n", "next", "next: the exercises", "Next"),
    Key("slash", "search", "search ids, titles, torch and MXNet names", command="Search", group="Go to"),
    HELP,
    Key("escape", "back", "stop what runs; go back", "Back"),
)
EXERCISE = _table(
    "exercise",
    "Exercise",
    Key("f5,ctrl+j", "check", "check your answer", "Check", also="run test submit grade"),
    Key("f6,ctrl+r", "run_draft", "the lab: your draft beside PyTorch, ungraded, on inputs that you choose", "Lab",
        "The lab: run the draft"),
    Key("f2,ctrl+g", "hint", "open the next hint (counted)", "Hint", also="clue tip"),
    Key("f3,ctrl+l", "solution", "the solution beside yours, or give up", "Solution",
        also="answer give up diff compare"),
    HELP_TYPING,
    Key("ctrl+b,f12", "leave", "go back, from the editor, too", command="Back"),
    Key("escape", "back", "stop a check; close the look-up; outside the editor: go back", "Back"),
    Key("ctrl+n,f9", "next", "next exercise or lesson", command="Next"),
    Key("f4,ctrl+o", "edit_outside", "edit in $VISUAL or $EDITOR", command="Edit outside",
        also="editor vim neovim nano emacs helix external", local=True),
    Key("f7", "history", "earlier attempts, to look at or restore", command="Attempts",
        also="attempts versions earlier restore"),
    Key("f8", "reset", "start over (undo takes it back)", command="Start over",
        also="reset restart clear starter begin again"),
    Key("f10", "need_help", "in a class: ask for help, or take it back", command="I need help",
        also="call instructor teacher raise hand"),
    Key("f11", "maximise", "the focused pane alone, or all", command="Maximise this pane", group="View",
        also="zoom full screen maximize flip layout"),
    Key("ctrl+e", "details", "tables and traceback of the verdict", command="Details of the verdict", group="View"),
    Key("ctrl+down", "verdict_down", "scroll the verdict", command="Scroll the verdict", group="View"),
    Key("ctrl+up", "verdict_up", "scroll it back", command="Scroll the verdict back", group="View"),
    Key("ctrl+t", "next_pane", "next pane: Verdict, Output, Hints", command="Next pane", group="View"),
    Key("ctrl+d", "again", "drill a solved exercise: other inputs, no help", command="Again with other inputs"),
    UNDO,
    REDO,
    Key("tab,shift+tab", "", "indent, dedent the selected lines"),
    Key("ctrl+space,ctrl+@", "complete", "complete a name; put MXNet's in place of a marked one (a hint)",
        command="Complete a name", also="autocomplete suggest replace torch"),
    Key("ctrl+slash,ctrl+underscore", "comment", "comment lines, or take it back", command="Comment lines",
        also="uncomment"),
    Key(NO_KEY, "copy_repro", "copy lines that repeat the failure", command="Copy the failing case"),
    Key(NO_KEY, "live", "verdict while you pause: on or off", command="Live verdict", also="automatic instant"),
)  # fmt: skip
LAB = _table(
    "lab",
    "The lab",
    Key("f6,f5", "run", "run both sides", "Run", "Run both sides"),
    Key("f2,ctrl+g", "draw", "draw other inputs: a new seed", "New seed"),
    Key("f9", "take", "take this code as your answer (undo takes it back)", "Take code", "Take this code"),
    Key("f8", "reset", "start over (undo takes it back)", command="Start the lab over"),
    Key("ctrl+t", "next_part", "next part: inputs, code, results", command="Next part"),
    UNDO,
    REDO,
    HELP_TYPING,
    Key("escape", "back", "stop what runs; leave the lab", "Back"),
    about="Try things out: change the inputs or the code, and run both frameworks. Nothing here is graded. What you "
    "type stays here until you quit the tutor.",
)
RACE = _table(
    "race",
    "The race",
    Key("enter", "start", "start the race", "Start", "Start the race"),
    Key("t", "threads", "one thread each, or all cores", "Threads"),
    HELP,
    Key("escape", "back", "stop the race; go back", "Stop, back"),
)
MISTAKES = _table(
    "mistakes",
    "Your mistakes",
    MOVE,
    Key("enter", "", "drill the marked mistake, or open its exercise"),
    Key("v", "reviews", "review what is due", "Review", "Review what is due"),
    HELP,
    Key("escape,m", "back", "go back", "Back"),
)
STATISTICS = _table(
    "statistics",
    "Statistics",
    Key("up,down,left,right,pageup,pagedown", "", "scroll"),
    HELP,
    Key("escape,s", "back", "go back", "Back"),
)
READING = _table("reading", "Reading", Key("escape", "dismiss", "go back", "Back"))
APP = _table(
    "app",
    "Everywhere",
    Key("ctrl+p", "", "palette: find every action by its name"),
    Key("ctrl+k", "lookup", "look a name up: torch and MXNet side by side", command="Look up a name",
        also="documentation docs reference api search", group="Go to", priority=True),
    Key("f1", "help", "what this part is for, and its keys", command="Help", also="keys shortcuts bindings",
        group="App"),
    Key("ctrl+backslash", "jump", "jump: a letter at each part of the screen focuses it",
        command="Jump to a part of the screen", group="View", priority=True),
    Key("tab,shift+tab", "", "next, previous part of the screen"),
    Key("ctrl+q", "quit", "quit (your work is kept)", command="Quit", also="exit close leave", group="App",
        priority=True),
)  # fmt: skip
PALETTE = APP.defaults[0].names
"""The key of the palette, as messages name it."""
SCREENS = (HOME, LESSON, EXERCISE, LAB, RACE, MISTAKES, STATISTICS)

# Dialogs. Each shows its keys itself, and its help shows its table.


MARK = (Key("down", "move(1)", "next row"), Key("up", "move(-1)", "previous row"))
SCROLL_ROW = (Key("pagedown", "scroll(1)", "scroll the marked row"), Key("pageup", "scroll(-1)", "scroll back"))
SEARCH = _table(
    "search",
    "Search",
    Key("enter", "choose", "open the marked result"),
    *MARK,
    Key("escape", "dismiss", "close"),
    priority=True,
)
LOOKUP = _table(
    "lookup",
    "Look-up",
    Key("enter", "choose", "open the exercise of the marked row"),
    *MARK,
    *SCROLL_ROW,
    Key("escape", "dismiss", "close"),
    priority=True,
)
LOOKUP_PANE = _table(
    "lookup-pane",
    "Look-up beside the answer",
    Key("enter", "insert", "put the name into your answer"),
    Key("ctrl+y", "copy", "copy the MXNet form"),
    Key("ctrl+s", "open", "open the exercise that teaches it"),
    *MARK,
    *SCROLL_ROW,
    Key("escape", "leave", "to the answer"),
    priority=True,
)
HISTORY = _table(
    "history", "Attempts", Key("enter", "", "restore the marked attempt"), Key("escape,f7", "dismiss", "close")
)
SOLUTION = _table(
    "solution",
    "Solution",
    Key("right", "style(1)", "compare with the next right answer", priority=True),
    Key("left", "style(-1)", "compare with the one before", priority=True),
    Key("ctrl+pagedown,ctrl+pageup", "", "scroll long lines of the code with the focus sideways"),
    Key("escape,f3", "dismiss", "close"),
)
DIALOG = _table("dialog", "Any dialog", Key("f1", "app.help", "what this dialog is for, and its keys", priority=True))
"""The keys that every dialog inherits; help does not list them."""
HELP_DIALOG = _table(
    "help",
    "Help",
    Key("space,enter", "all", "all keys", priority=True),
    Key("escape,question_mark", "dismiss", "close"),
)
JUMP = _table("jump", "Jump", Key("escape", "dismiss", "stay where you are"))
CONFIRM = _table(
    "confirm",
    "Question",
    Key("y", "answer(True)", "yes"),
    Key("n,escape", "answer(False)", "no"),
    Key("left,right", "app.focus_next", "the other button"),
)
UNSAVED = _table(
    "unsaved",
    "Unsaved text",
    Key("r", "retry", "try to save again"),
    Key("c", "copy", "copy the text"),
    Key("w", "write", "write the text to the folder", local=True),
    Key("x", "leave", "quit without saving"),
    Key("escape", "stay", "go on, and quit later"),
    Key("left,right", "app.focus_next", "the other buttons"),
)
PATHS = _table(
    "paths", "Learning paths", Key("enter", "", "follow the marked path"), Key("escape,p", "dismiss", "close")
)
CLOSE = _table("close", "A card", Key("escape,enter", "dismiss", "close"))
"""The keys of every card that can only be closed."""
REPORT = _table("report", "Report", Key("s", "save", "save the report"), Key("enter,escape", "dismiss", "close"))
WELCOME = _table(
    "welcome",
    "Welcome",
    *(Key(str(number), f"choose({number})", f"way {number}") for number in range(1, 5)),
    Key("enter", "", "the marked way"),
    Key("up,left", "app.focus_previous", "the way before"),
    Key("down,right", "app.focus_next", "the next way"),
    Key("escape", "look", "look at the course"),
)
PLACED = _table(
    "placed",
    "Placement",
    Key("enter", "choose", "continue with what is new to you; on another button: what it says", priority=True),
    Key("c", "answer('go')", "continue with what is new to you"),
    Key("escape", "answer('quit')", "close"),
)
CLOSING = _table(
    "closing",
    "Complete",
    Key("enter,ctrl+n", "go_on", "go on with what is next", priority=True),
    Key("escape", "dismiss", "stay at the exercise"),
)
JOIN = _table("join", "Join", Key("escape", "not_now", "not now"))
DIALOGS = (
    *(SEARCH, LOOKUP, LOOKUP_PANE, HISTORY, SOLUTION, HELP_DIALOG, CONFIRM, CLOSE, PATHS),
    *(REPORT, JOIN, JUMP, WELCOME, PLACED, CLOSING, UNSAVED),
)

# The cards and the report of a test. Its items use the keys of an exercise, as far as the rules allow them.

ASSESS_END = _table(
    "assess-end",
    "Report",
    Key("up,down,pageup,pagedown", "", "scroll"),
    Key("enter,escape", "close", "close; the report is stored", "Close"),
)
ASSESS_START = _table(
    "assess-start",
    "Start",
    Key("enter", "choose", "begin, or go on; on another button: what it says", "Begin", priority=True),
    Key("n", "answer('anew')", "begin a new test"),
    Key("q,escape", "answer('quit')", "quit"),
)
PAUSE = _table(
    "pause",
    "Pause",
    Key("enter", "choose", "go on; on another button: what it says", priority=True),
    Key("escape", "answer('go')", "go on"),
    Key("q", "answer('quit')", "leave; the answers are kept, and it goes on here later"),
    Key("e", "answer('end')", "end now; what you proved counts"),
)

# Parts of a screen, whose keys Textual and the widgets handle; help begins with the focused part.

EDITOR = _table(
    "part-editor",
    "The editor",
    Key("ctrl+a", "", "select all"),
    Key("ctrl+home,ctrl+end", "", "go to the start, the end of the text; with shift they select"),
    Key("ctrl+left,ctrl+right", "", "go one word left, right"),
    Key("home,end", "", "go to the start, the end of the line"),
    Key("shift+up,shift+down", "", "select lines; shift with other keys selects, too"),
    Key("tab,shift+tab", "", "indent, dedent the selected lines"),
    Key("ctrl+c,ctrl+x,ctrl+v", "", "copy, cut, paste"),
    Key("ctrl+w,alt+backspace", "", "delete the word left of the cursor"),
    Key("ctrl+u", "", "delete the line left of the cursor"),
    Key("ctrl+z,ctrl+y", "", "undo, redo"),
    Key("escape", "", "close what is open; it never leaves the exercise"),
    about="Write your answer here. Names of MXNet complete themselves, and names of torch are struck through. "
    "It is right when it behaves as the PyTorch reference does, however it is written.",
)
TEXT = _table(
    "part-text",
    "Lines of text",
    Key("tab,shift+tab", "", "next, previous part of the screen"),
    Key("ctrl+left,ctrl+right", "", "go one word left, right"),
    Key("ctrl+c,ctrl+x,ctrl+v", "", "copy, cut, paste"),
    about="Lines of text that you can change; the screen says what they are for.",
)
LINE = _table(
    "part-line",
    "A line to type in",
    Key("enter", "", "send the line"),
    Key("ctrl+w,alt+backspace", "", "delete the word left of the cursor"),
    Key("ctrl+u", "", "delete the line left of the cursor"),
    Key("home,end", "", "go to the start, the end"),
    about="Type here; enter sends the line.",
)
LIST = _table(
    "part-list",
    "A list",
    Key("up,down", "", "mark another row"),
    Key("home,end", "", "first, last row"),
    Key("enter", "", "choose it"),
    about="A list to choose from: the arrows mark a row, enter chooses it.",
)
TREE = _table(
    "part-tree",
    "Lessons and exercises",
    Key("enter", "", "open the marked line"),
    Key("right,left", "", "unfold, fold"),
    Key("up,down", "", "mark another line"),
    about="Lessons and exercises in their order. The line on top continues where you stopped; each line says what you "
    "did there.",
)
TABS = _table(
    "part-tabs",
    "Tabs",
    Key("left,right", "", "show the previous, next pane"),
    about="The panes of this exercise; one of them shows at a time.",
)
BUTTON = _table("part-button", "A button", Key("enter,space", "", "press it"), about="A button; enter presses it.")
RUNNABLE = _table(
    "part-code",
    "Code of the lesson",
    Key("enter", "", "run this code in both frameworks"),
    about="The same program in both frameworks. Enter runs both and says whether their values agree.",
)
SCROLL = _table(
    "part-scroll",
    "Text to scroll",
    Key("up,down", "", "scroll one row"),
    Key("pageup,pagedown", "", "scroll one page"),
    Key("home,end", "", "go to the start, the end"),
    about="Text that may be longer than its place; the arrows scroll it.",
)
PARTS = {
    "AnswerEditor": EDITOR,
    "TextArea": TEXT,
    "Input": LINE,
    "OptionList": LIST,
    "StatisticsTable": SCROLL,
    "DataTable": LIST,
    "Tree": TREE,
    "PaneTabs": TABS,
    "Button": BUTTON,
    "Runnable": RUNNABLE,
    "ScrollableContainer": SCROLL,
}
"""Tables by the class names of widgets, because importing the classes would delay the first paint."""


def keys_of(widget: Widget | None) -> KeyTable | None:
    """Return the key table of a focused widget, by its class or a base class; None if there is no table."""
    names = [base.__name__ for base in type(widget).__mro__] if widget is not None else []
    return next((PARTS[name] for name in names if name in PARTS), None)


def instead_of(binding: Binding) -> str:
    """Return the name of another key for a binding whose key the browser reserves; empty if its key works."""
    if binding.key not in RESERVED or not in_browser():
        return ""
    rows = [
        row
        for table in (APP, *SCREENS)
        for row in table.rows
        if binding.key in row.keys.split(",") and binding.id in (None, table.name_of(row))
    ]
    return key_name(rows[0].shown[0]) if rows and rows[0].shown else ""
