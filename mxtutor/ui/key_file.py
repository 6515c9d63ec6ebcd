"""The keys that a learner has chosen: `keys.yaml` in the learner's folder, a mapping of actions to keys.

exercise.check: f5, ctrl+j
home.race: "r"
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from pathlib import Path

from textual.keys import Keys

from mxtutor.content.yaml_files import parse_yaml
from mxtutor.errors import ContentError, UsageError, reason_of
from mxtutor.suggest import did_you_mean, nearest
from mxtutor.ui.keys import ALSO, APP, DIALOGS, EDITOR, EXERCISE, SCREENS, Key, KeyTable, key_of

MODIFIERS = ("ctrl", "alt", "shift")
TABLES = (APP, *SCREENS, *DIALOGS)
"""The key tables whose actions the file may name."""
GONE = frozenset(f"exercise.{action}" for action in ("flip", "compare", "replace_name", "find"))
GONE |= {f"{card}.dismiss" for card in ("reviews", "workshop", "class-card", "error", "placed")} | {"placed.go_on"}
GONE |= {"find.step(1)", "find.step(-1)", "find.close"}
"""Actions of earlier releases; a file that names them (or an action of `assess`) is not an error."""
MOST_CHARACTERS = 20_000
PALETTE = "ctrl+p"
"""The key of Textual's palette, which works everywhere."""
_TYPING = frozenset(
    key
    for row in (*EDITOR.defaults, Key("enter,backspace,delete,space,up,down,left,right", "", ""))
    for key in row.keys.split(",")
    if not any(key in other.keys.split(",") for other in EXERCISE.defaults if other.action)
)
"""Keys of the editor; actions that work while the learner types cannot have them."""


def read_keys(path: Path) -> dict[str, str]:
    """Return the chosen keys by the name of the action, in Textual's form; empty if there is no file.

    Raises:
        UsageError: the file cannot be read, or a line names an unknown action or key, or a key that is already taken.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MOST_CHARACTERS + 1)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {reason_of(error)}.", fix="Repair or delete it.") from error
    if len(text) > MOST_CHARACTERS:
        raise UsageError(f"{path} has more than {MOST_CHARACTERS} characters.", fix="Shorten or delete it.")
    try:
        found = parse_yaml(text, str(path)) if _has_content(text) else {}
        return _checked(found)
    except ContentError as error:
        raise UsageError(error.message, fix="Repair or delete the file.") from error
    except ValueError as error:
        raise UsageError(f"{path}: {error}", fix="`mxtutor keys` lists actions and keys.") from error


def _has_content(text: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines())


def changeable() -> dict[str, tuple[KeyTable, Key]]:
    """Return the actions whose keys can be chosen, by their names."""
    return {table.name_of(row): (table, row) for table in TABLES for row in table.defaults if row.action}


def _checked(found: dict[str, object]) -> dict[str, str]:
    known = changeable()
    chosen: dict[str, str] = {}
    for name, keys in found.items():
        if str(name).partition(".")[0] == "assess" or name in GONE:
            continue
        if name not in known:
            raise ValueError(f"there is no action {name!r}. {did_you_mean(nearest(str(name), known))}".rstrip())
        if not isinstance(keys, str) or not keys.strip():
            raise ValueError(f'the keys of {name} are not text. Write them in quotes: {name}: "f5, n".')
        table, row = known[name]
        written = [_key(name, part.strip()) for part in keys.split(",")]
        parts = [one for key in written for one in (key, ALSO.get(key)) if one]
        if table is EXERCISE or (table is APP and row.priority):
            _check_typing(name, parts)
        chosen[name] = ",".join(dict.fromkeys(parts))
    for table in TABLES:
        _check_clashes(table, chosen)
    return chosen


def _key(name: str, text: str) -> str:
    """Return Textual's name of a key.

    Raises:
        ValueError: there is no such key.
    """
    *modifiers, last = text.split("+") if len(text) > 1 else [text]
    key = key_of(last.lower() if modifiers else last) if len(last) == 1 else last.lower()
    if modifiers == ["shift"] and len(last) == 1:
        raise ValueError(
            f"{name}: terminals do not send {text!r}. Write the character that you type: {last.upper()!r}."
        )
    if (other := _SAME.get("+".join([*modifiers, key]))) is not None:
        raise ValueError(f"{name}: terminals send {other} for {text!r}. Choose another key.")
    if not key or not all(one in MODIFIERS for one in modifiers) or not (len(key) == 1 or key in _KNOWN):
        raise ValueError(f"{name}: {text!r} is not a key. Keys are f5, ctrl+j, alt+n, escape, a, slash and so on.")
    return "+".join([*modifiers, key])


_SAME = {
    "ctrl+m": "enter",
    "ctrl+i": "tab",
    "ctrl+h": "backspace",
    "ctrl+left_square_bracket": "escape",
    "alt+f": "ctrl+right",
    "alt+b": "ctrl+left",
    "shift+enter": "enter",
    "ctrl+enter": "enter",
    **{f"f{number + 12}": f"shift+f{number}" for number in range(1, 13)},
}
"""Keys that most terminals send as another key."""


def _check_typing(name: str, keys: Sequence[str]) -> None:
    for key in keys:
        plain = (
            "+" not in key and not (key[0] == "f" and key[1:].isdigit()) and key not in ("escape", "pageup", "pagedown")
        )
        if plain or key in _TYPING:
            raise ValueError(f"{name}: {key!r} is for typing an answer. Choose a function key, ctrl+ or alt+.")


def _check_clashes(table: KeyTable, chosen: dict[str, str]) -> None:
    """Refuse a chosen key that another action of the same screen has."""
    owner: dict[str, str] = {}
    for name, keys in _keys_of(table, chosen):
        for key in keys.split(","):
            other = owner.setdefault(key, name)
            if other != name and (name in chosen or other in chosen):
                raise ValueError(f"{key} is the key of {other} and of {name}.")


def _keys_of(table: KeyTable, chosen: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield names and keys of the actions of a screen, and of those that work everywhere."""
    for one in (table,) if table is APP else (table, APP):
        for row in one.defaults:
            name = one.name_of(row)
            if one is table or ((row.priority or row.keys == PALETTE) and not table.has(f"app.{row.action}")):
                yield name or f"{one.id} ({row.help})", chosen.get(name, row.keys)


_KNOWN = frozenset([*(str(key.value) for key in Keys), *map(key_of, string.punctuation)])
"""Textual's names of keys, with those of punctuation."""
