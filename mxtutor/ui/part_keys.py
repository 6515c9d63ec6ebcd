"""The keys of the parts of a screen (editor, lists, tabs), which Textual and the widgets handle; help shows them."""

from __future__ import annotations

from textual.widget import Widget

from mxtutor.ui.key_table import Key, KeyTable

EDITOR = KeyTable(
    "part-editor",
    "Here: the editor",
    (
        Key("tab,shift+tab", "", "indent, dedent the selected lines"),
        Key("ctrl+left,ctrl+right", "", "go one word left, right"),
        Key("home,end", "", "go to the start, the end of the line"),
        Key("shift+up,shift+down", "", "select lines; shift with other keys selects, too"),
        Key("ctrl+c,ctrl+x,ctrl+v", "", "copy, cut, paste"),
        Key("ctrl+w,alt+backspace", "", "delete the word left of the cursor"),
        Key("ctrl+u", "", "delete the line left of the cursor"),
        Key("ctrl+z,ctrl+y", "", "undo, redo"),
        Key("escape", "", "leave the editor"),
    ),
)
TEXT = KeyTable(
    "part-text",
    "Here: lines of text",
    (
        Key("tab,shift+tab", "", "next, previous part of the screen"),
        Key("ctrl+left,ctrl+right", "", "go one word left, right"),
        Key("ctrl+c,ctrl+x,ctrl+v", "", "copy, cut, paste"),
    ),
)
LINE = KeyTable(
    "part-line",
    "Here: a line to type in",
    (
        Key("enter", "", "send the line"),
        Key("ctrl+w,alt+backspace", "", "delete the word left of the cursor"),
        Key("ctrl+u", "", "delete the line left of the cursor"),
        Key("home,end", "", "go to the start, the end"),
    ),
)
LIST = KeyTable(
    "part-list",
    "Here: a list",
    (Key("up,down", "", "mark another row"), Key("home,end", "", "first, last row"), Key("enter", "", "choose it")),
)
TREE = KeyTable(
    "part-tree",
    "Here: a tree",
    (
        Key("up,down", "", "mark another line"),
        Key("right,left", "", "unfold, fold"),
        Key("enter", "", "open the marked line"),
    ),
)
TABS = KeyTable("part-tabs", "Here: tabs", (Key("left,right", "", "show the previous, next pane"),))
BUTTON = KeyTable("part-button", "Here: a button", (Key("enter,space", "", "press it"),))
RUNNABLE = KeyTable("part-code", "Here: code of the lesson", (Key("enter", "", "run this code in both frameworks"),))
SCROLL = KeyTable(
    "part-scroll",
    "Here: text to scroll",
    (
        Key("up,down", "", "scroll one row"),
        Key("pageup,pagedown", "", "scroll one page"),
        Key("home,end", "", "go to the start, the end"),
    ),
)
PARTS = {
    "AnswerEditor": EDITOR,
    "TextArea": TEXT,
    "Input": LINE,
    "OptionList": LIST,
    "SelectionList": LIST,
    "DataTable": LIST,
    "Tree": TREE,
    "PaneTabs": TABS,
    "Button": BUTTON,
    "Runnable": RUNNABLE,
    "Collapsible": BUTTON,
    "CollapsibleTitle": BUTTON,
    "ScrollableContainer": SCROLL,
}
"""Tables by the names of classes of widgets: importing the classes would delay the first paint."""


def keys_of(widget: Widget | None) -> KeyTable | None:
    """Return the keys of a focused widget, by its class or a base of it; None if they are not known."""
    names = [base.__name__ for base in type(widget).__mro__] if widget is not None else []
    return next((PARTS[name] for name in names if name in PARTS), None)
