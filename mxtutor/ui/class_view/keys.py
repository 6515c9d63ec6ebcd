"""The keys of the class view."""

from __future__ import annotations

from mxtutor.ui.keys import Key, KeyTable

CLASS = KeyTable(
    "class",
    "Class",
    (
        Key("1", "choose('attention')", "who asks for help, and who is stuck"),
        Key("2", "choose('grid')", "all learners and exercises"),
        Key("3", "choose('mistakes')", "common mistakes"),
        Key("tab,shift+tab", "", "next, previous part of the screen"),
        Key("up,down,left,right", "", "move; pgup, pgdn, home and end, too"),
        Key("h", "helped", "mark the learner as helped", label="Helped", command="Mark as helped"),
        Key("p,enter", "project", "project an answer with the marked mistake", label="Project", command="Project"),
        Key("n", "names", "show names, or ids", label="Names", command="Names or ids"),
        Key("s", "sort", "sort the grid: by name, or least right first", label="Sort", command="Sort"),
        Key("e", "columns", "the grid by exercise, or by topic", label="Columns", command="Exercises or topics"),
        Key("m", "marks", "marks in Unicode, or in ASCII", command="Marks"),
        Key("question_mark,f1", "keys", "these keys", label="Keys", command="Keys"),
        Key("q", "quit", "quit; the server goes on", label="Quit"),
    ),
)
CARD = KeyTable("card", "Card", (Key("escape,q,p,enter,question_mark,f1", "dismiss", "close"),))
