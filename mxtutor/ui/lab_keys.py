"""The keys of the lab."""

from __future__ import annotations

from mxtutor.ui.key_table import Key, KeyTable

LAB = KeyTable(
    "lab",
    "The lab",
    (
        Key("f6,ctrl+r,f5,ctrl+j", "run", "run both sides", label="Run", command="Run both sides", priority=True),
        Key("f2,alt+s", "draw", "draw other inputs: a new seed", label="New seed", command="New seed", priority=True),
        Key(
            "f9,alt+w",
            "take",
            "take this code as your answer (undo takes it back)",
            label="Take code",
            command="Take this code",
            priority=True,
        ),
        Key("f8,alt+o", "reset", "start over (undo takes it back)", command="Start the lab over", priority=True),
        Key("ctrl+t,alt+t", "next_part", "next part: inputs, code, results", command="Next part", priority=True),
        Key("ctrl+z", "undo", "undo"),
        Key("ctrl+y", "redo", "redo"),
        Key("f1,alt+i", "app.help", "this help", label="Help", priority=True),
        Key("escape", "back", "stop what runs; leave the lab", label="Back"),
    ),
)
