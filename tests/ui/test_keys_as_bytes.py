"""Keys as terminals send them: what help, footer, palette and documents name must arrive at its action."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key as KeyEvent

from mxtutor.ui.class_view.keys import CARD, CLASS
from mxtutor.ui.keys import (
    APP,
    ASSESS_END,
    ASSESS_START,
    DIALOG,
    DIALOGS,
    EXERCISE,
    NO_KEY,
    PARTS,
    PAUSE,
    RESERVED,
    SCREENS,
    TERMINAL,
    Key,
    KeyTable,
    key_name,
    tell_alt_from_signs,
)
from mxtutor.ui.widgets.answer_editor import AnswerEditor
from tests.ui.conftest import MakeTutor, opened, until

ROOT = Path(__file__).resolve().parents[2]
ASSESSMENT = (ASSESS_END, ASSESS_START, PAUSE)
EVERY = (APP, DIALOG, *SCREENS, *DIALOGS, *ASSESSMENT, CLASS, CARD, *dict.fromkeys(PARTS.values()))

SIGNS = {"slash": "/", "question_mark": "?", "backslash": "\\", "space": " ", "@": "@", "underscore": "_"}
NAMED = {"enter": "\r", "escape": "\x1b", "tab": "\t", "backspace": "\x7f"}
ARROWS = {"up": "A", "down": "B", "right": "C", "left": "D", "home": "H", "end": "F"}
PAGES = {"delete": 3, "pageup": 5, "pagedown": 6}
FUNCTION = {f"f{n}": code for n, code in enumerate((11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24), 1)}
CONTROL = {"space": 0, "@": 0, "backslash": 28, "slash": 31, "underscore": 31}


def _modified(modifiers: tuple[str, ...]) -> int:
    return 1 + sum({"shift": 1, "alt": 2, "ctrl": 4}[one] for one in modifiers)


def xterm(modifiers: tuple[str, ...], last: str) -> str | None:
    """Return what xterm sends with `metaSendsEscape`; tmux and kitty without its protocol send the same."""
    if last in ARROWS or last in PAGES or last in FUNCTION:
        number = _modified(modifiers)
        if last in ("f1", "f2", "f3", "f4"):
            letter = "PQRS"[int(last[1]) - 1]
            return f"\x1b[1;{number}{letter}" if modifiers else f"\x1bO{letter}"
        if last in ARROWS:
            return f"\x1b[1;{number}{ARROWS[last]}" if modifiers else f"\x1b[{ARROWS[last]}"
        code = PAGES.get(last) or FUNCTION[last]
        return f"\x1b[{code};{number}~" if modifiers else f"\x1b[{code}~"
    if (modifiers, last) == (("shift",), "tab"):
        return "\x1b[Z"
    if "shift" in modifiers:
        return None  # shift+enter is sent as enter
    sent = NAMED.get(last) or SIGNS.get(last) or last
    if "ctrl" in modifiers:
        sent = chr(CONTROL[last] if last in CONTROL else ord(last) - 96)
    return f"\x1b{sent}" if "alt" in modifiers else sent


def kitty(modifiers: tuple[str, ...], last: str) -> str | None:
    """Return what kitty sends in its protocol, with ambiguous keys told apart."""
    if last in ("f1", "f2", "f4") or last in ARROWS:
        letter = ARROWS.get(last) or "PQRS"[int(last[1]) - 1]
        return f"\x1b[1;{_modified(modifiers)}{letter}" if modifiers else f"\x1b[{letter}"
    if last in FUNCTION or last in PAGES:
        code = FUNCTION.get(last) or PAGES[last]
        return f"\x1b[{code};{_modified(modifiers)}~" if modifiers else f"\x1b[{code}~"
    if last == "escape":
        return "\x1b[27u"
    if last in ("@", "underscore"):
        return None  # names of what others send
    if not modifiers:
        return NAMED.get(last) or SIGNS.get(last) or last
    return f"\x1b[{ord(NAMED.get(last) or SIGNS.get(last) or last)};{_modified(modifiers)}u"


def console(modifiers: tuple[str, ...], last: str) -> str | None:
    """Return what the console of Linux sends."""
    if modifiers and (last in FUNCTION or last in PAGES or last in ARROWS):
        return None  # with shift it has sequences of other keys, with alt and ctrl those of the plain key
    if last in ("f1", "f2", "f3", "f4", "f5"):
        return "\x1b[[" + "ABCDE"[int(last[1]) - 1]
    if last in ("home", "end"):
        return "\x1b[1~" if last == "home" else "\x1b[4~"
    if (modifiers, last) == (("shift",), "tab"):
        return "\x1b\t"
    if (modifiers, last) == (("ctrl",), "slash"):
        return None  # its keymaps differ
    return xterm(modifiers, last)


def page(modifiers: tuple[str, ...], last: str) -> str | None:
    """Return what xterm.js sends in the page of `mxtutor serve`."""
    if "+".join([*modifiers, last]) in RESERVED:
        return None
    return xterm(modifiers, last)


TERMINALS = {"xterm": xterm, "tmux": xterm, "kitty": xterm, "kitty's protocol": kitty, "console": console, "page": page}


def sent(terminal: str, key: str) -> str | None:
    *modifiers, last = key.split("+")
    return TERMINALS[terminal](tuple(modifiers), last)


def arrives(data: str) -> KeyEvent | None:
    """Return the one key that Textual reads from what a terminal sends; None if it reads no key or several."""
    tell_alt_from_signs()
    parser = XTermParser()
    found = [*parser.feed(data), *parser.feed("")]
    return found[0] if len(found) == 1 and isinstance(found[0], KeyEvent) else None


def rows() -> Iterator[tuple[KeyTable, Key]]:
    for table in EVERY:
        for row in table.defaults:
            yield table, row


def works(terminal: str, row: Key, key: str) -> bool:
    """Return whether a key of a row arrives as one of its keys."""
    data = sent(terminal, key)
    event = arrives(data) if data is not None else None
    return event is not None and (event.key in row.keys.split(",") or (key, event.key) in SAME)


SAME = {("alt+backspace", "ctrl+w")}
"""Keys of Textual's own widgets that arrive as another one of theirs, which does the same."""
UNLIKE = {("kitty's protocol", "alt+backspace")}
"""Keys that do nothing in a terminal; their row has another one."""


@pytest.mark.parametrize("terminal", ["xterm", "tmux", "kitty", "kitty's protocol"])
def test_each_key_of_the_tables_arrives_as_a_key_of_its_action(terminal: str) -> None:
    lost = [
        f"{table.id}: {row.help!r} {key}"
        for table, row in rows()
        for key in row.keys.split(",")
        if key not in (*TERMINAL, NO_KEY) and not works(terminal, row, key) and (terminal, key) not in UNLIKE
    ]
    assert not lost


@pytest.mark.parametrize("terminal", TERMINALS)
def test_no_key_of_an_action_arrives_as_text_or_as_another_action(terminal: str) -> None:
    for table, row in rows():
        others = {key: other for other in table.defaults if other is not row for key in other.keys.split(",")}
        for key in row.keys.split(","):
            data = sent(terminal, key)
            event = arrives(data) if data is not None and key not in (*TERMINAL, NO_KEY) else None
            if event is None or event.key in row.keys.split(","):
                continue
            assert not event.is_printable, f"{terminal}: {key} types {event.character!r}"
            assert event.key not in others, f"{terminal}: {key} does {others[event.key].help!r}"


NEEDED = {"check", "run_draft", "hint", "solution", "edit_outside", "next", "back"}
"""What a learner does in every exercise: it has a key where function keys or those of browsers are kept."""


def test_what_every_exercise_needs_has_a_key_in_a_page_and_without_function_keys() -> None:
    for row in EXERCISE.defaults:
        if row.action in NEEDED:
            keys = row.keys.split(",")
            assert any(works("page", row, key) for key in keys), row.help
            assert any(works("xterm", row, key) for key in keys if not re.fullmatch(r"f\d+", key)), row.help


def test_each_action_has_a_key_in_the_console_of_linux() -> None:
    for table, row in rows():
        if row.keys == NO_KEY:
            continue
        assert any(works("console", row, key) for key in row.keys.split(",")) or row.help in ONLY_ELSEWHERE, (
            f"{table.id}: {row.help!r} {row.keys}"
        )


ONLY_ELSEWHERE = {
    "go to the start, the end of the text; with shift they select",
    "scroll the verdict",
    "scroll it back",
    "go one word left, right",
    "select lines; shift with other keys selects, too",
    "scroll long lines of the code with the focus sideways",
}
"""What cannot be done in the console, which sends plain arrows and pages."""


def test_documents_name_only_keys_that_the_tables_have() -> None:
    known = {key_name(key).lower() for _, row in rows() for key in row.keys.split(",")}
    known |= {"f12", "ctrl+backspace", "ctrl+s"}  # of browsers, sent by the page as alt+backspace, and a chosen key
    named = re.compile(r"(?<![\w+-])(?:(?:ctrl|alt|shift)\+(?:[a-z]+\b|[/\\])|F\d{1,2}\b)", re.IGNORECASE)
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        found = {name.lower() for name in named.findall(path.read_text(encoding="utf-8"))}
        assert found <= known, f"{path.name}: {sorted(found - known)}"


async def test_the_bytes_of_comment_and_of_complete_do_it_and_type_nothing(make_tutor: MakeTutor) -> None:
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, "ExerciseScreen")

        def press(*keys: str) -> None:
            for key in keys:
                event = arrives(sent("tmux", key) or "")
                assert event is not None
                app.post_message(event)

        editor = app.screen.query_one(AnswerEditor)
        before = editor.text
        press("ctrl+slash")
        await until(pilot, lambda: editor.text != before and "#" in editor.text)
        press("ctrl+slash")
        await until(pilot, lambda: editor.text == before)
        press("alt+slash", "alt+1", "alt+f")
        await pilot.pause()
        assert editor.text == before
