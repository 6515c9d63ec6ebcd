"""The keys of the dialogs; `keys` offers these tables together with those of the screens."""

from __future__ import annotations

from mxtutor.ui.key_table import Key, KeyTable

SEARCH = KeyTable(
    "search",
    "Search",
    (
        Key("enter", "", "open the marked result"),
        Key("down,ctrl+n", "move(1)", "next result", priority=True),
        Key("up", "move(-1)", "previous result", priority=True),
        Key("escape", "dismiss", "close"),
    ),
)
LOOKUP = KeyTable(
    "lookup",
    "Look-up",
    (
        Key("enter", "", "open the exercise of the marked row"),
        Key("down,ctrl+n", "move(1)", "next row", priority=True),
        Key("up", "move(-1)", "previous row", priority=True),
        Key("pagedown", "scroll(1)", "scroll the marked row", priority=True),
        Key("pageup", "scroll(-1)", "scroll back", priority=True),
        Key("escape", "dismiss", "close"),
    ),
)
LOOKUP_PANE = KeyTable(
    "lookup-pane",
    "Look-up beside the answer",
    (
        Key("enter", "insert", "put the name into your answer", priority=True),
        Key("ctrl+y", "copy", "copy the MXNet form", priority=True),
        Key("ctrl+e", "open", "open the exercise that teaches it", priority=True),
        Key("down", "move(1)", "next row", priority=True),
        Key("up", "move(-1)", "previous row", priority=True),
        Key("pagedown", "scroll(1)", "scroll the marked row", priority=True),
        Key("pageup", "scroll(-1)", "scroll back", priority=True),
        Key("escape", "leave", "to the answer", priority=True),
    ),
)
FIND = KeyTable(
    "find",
    "Find in the answer",
    (
        Key("enter,down", "step(1)", "next place", priority=True),
        Key("up", "step(-1)", "previous place", priority=True),
        Key("escape", "close", "close", priority=True),
    ),
)
HISTORY = KeyTable(
    "history",
    "Attempts",
    (Key("enter", "", "restore the marked attempt"), Key("escape,f7", "dismiss", "close")),
)
SOLUTION = KeyTable(
    "solution",
    "Solution",
    (
        Key("right", "style(1)", "compare with the next right answer", priority=True),
        Key("left", "style(-1)", "compare with the one before", priority=True),
        Key("escape,f3,q", "dismiss", "close"),
    ),
)
DIALOG = KeyTable("dialog", "Any dialog", (Key("f1,alt+i", "app.help", "help: keys of the dialog", priority=True),))
"""What every dialog inherits; help does not list it. Without priority, a line of text would take alt+i as a letter."""
HELP_DIALOG = KeyTable("help", "Help", (Key("escape,q,question_mark", "dismiss", "close"),))
JUMP = KeyTable("jump", "Jump", (Key("escape", "dismiss", "stay where you are"),))
CONFIRM = KeyTable(
    "confirm",
    "Question",
    (
        Key("y", "answer(True)", "yes"),
        Key("n,escape", "answer(False)", "no"),
        Key("left,right", "app.focus_next", "the other button"),
    ),
)
ERROR = KeyTable("error", "Error", (Key("escape,enter", "dismiss", "close"),))
UNSAVED = KeyTable(
    "unsaved",
    "Unsaved text",
    (
        Key("r", "retry", "try to save again"),
        Key("c", "copy", "copy the text"),
        Key("w", "write", "write the text to the folder", local=True),
        Key("x", "leave", "quit without saving"),
        Key("escape", "stay", "go on, and quit later"),
        Key("left,right", "app.focus_next", "the other buttons"),
    ),
)
PATHS = KeyTable(
    "paths",
    "Learning paths",
    (
        Key("enter", "", "follow the marked path"),
        Key("pagedown", "scroll(1)", "scroll the map", priority=True),
        Key("pageup", "scroll(-1)", "scroll back", priority=True),
        Key("escape,q,p", "dismiss", "close"),
    ),
)
REPORT = KeyTable(
    "report", "Report", (Key("s", "save", "save the report"), Key("enter,escape,q,w", "dismiss", "close"))
)
REVIEWS = KeyTable("reviews", "Reviews", (Key("enter,escape,q", "dismiss", "close"),))
WORKSHOP = KeyTable("workshop", "Workshop", (Key("enter,escape,q,w", "dismiss", "close"),))
WELCOME = KeyTable(
    "welcome",
    "Welcome",
    (
        Key("enter,c", "begin", "begin with the first lesson", priority=True),
        Key("p", "placement", "at most 8 questions: skip what you know"),
        Key("r", "race", "see both frameworks race", local=True),
        Key("escape", "look", "look at the course"),
    ),
)
PLACED = KeyTable(
    "placed",
    "Placement",
    (
        Key("enter,c", "go_on", "continue with what is new to you", priority=True),
        Key("escape,q", "dismiss", "close"),
    ),
)
CLOSING = KeyTable(
    "closing",
    "Complete",
    (
        Key("enter,ctrl+n,alt+n", "go_on", "go on with what is next", priority=True),
        Key("escape,q", "dismiss", "stay at the exercise"),
    ),
)
JOIN = KeyTable("join", "Join", (Key("escape", "not_now", "not now"),))
CLASS_CARD = KeyTable("class-card", "Your class", (Key("escape,enter,q", "dismiss", "close"),))
DIALOGS = (
    SEARCH,
    LOOKUP,
    LOOKUP_PANE,
    FIND,
    HISTORY,
    SOLUTION,
    HELP_DIALOG,
    CONFIRM,
    ERROR,
    PATHS,
    REVIEWS,
    WORKSHOP,
    REPORT,
    JOIN,
    CLASS_CARD,
    JUMP,
    WELCOME,
    PLACED,
    CLOSING,
    UNSAVED,
)
"""Help leaves these out: a dialog names its keys itself."""
