"""The keys of an assessment. None of them helps: no hint, solution, look-up, run beside the reference or history."""

from __future__ import annotations

from mxtutor.ui.key_table import Key, KeyTable

ASSESS = KeyTable(
    "assess",
    "Assessment",
    (
        Key("f5,ctrl+j", "hand_in", "hand in your answer: it is run once and counts", label="Hand in", priority=True),
        Key("f7,ctrl+g", "skip", "leave this item: you do not know it", label="I do not know", priority=True),
        Key("escape", "back", "stop the run; pause, end or quit", label="Pause"),
        Key("f1,alt+i", "app.help", "this help", label="Help", priority=True),
        Key("ctrl+q", "app.quit", "quit (your answers are kept)", priority=True),
        Key("tab,shift+tab", "", "next, previous part of the screen; in code: indent, dedent"),
        Key("ctrl+z", "", "undo"),
        Key("ctrl+y", "", "redo"),
    ),
)
ASSESS_END = KeyTable(
    "assess-end",
    "Report",
    (
        Key("up,down,pageup,pagedown", "", "scroll"),
        Key("enter,q,escape", "close", "close; the report is stored", label="Close"),
    ),
)
ASSESS_START = KeyTable(
    "assess-start",
    "Start",
    (
        Key("enter", "choose", "begin, or go on; on another button: what it says", label="Begin", priority=True),
        Key("n", "answer('anew')", "begin a new test"),
        Key("q,escape", "answer('quit')", "quit"),
    ),
)
PLACEMENT_PAUSE = KeyTable(
    "placement-pause",
    "Pause",
    (
        Key("enter", "choose", "go on; on another button: what it says", priority=True),
        Key("escape", "answer('go')", "go on"),
        Key("q", "answer('quit')", "leave; the placement goes on here later"),
        Key("e", "answer('end')", "end now; what you proved counts"),
    ),
)
ASSESS_PAUSE = KeyTable(
    "assess-pause",
    "Pause",
    (
        Key("enter", "choose", "go on; on another button: what it says", priority=True),
        Key("escape", "answer('go')", "go on"),
        Key("q", "answer('quit')", "quit; the answers are kept"),
        Key("e", "answer('end')", "end now, with a report"),
    ),
)
