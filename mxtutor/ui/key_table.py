"""What one row and one table of keys are, keys with alt, and the keys that the learner has chosen."""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.binding import Binding, BindingType
from textual.keys import KEY_NAME_REPLACEMENTS

from mxtutor.served import served

RESERVED = frozenset({"ctrl+n", "ctrl+q", "ctrl+t", "ctrl+w", "f11", "f12", "ctrl+slash"})
"""Keys that a page never gets, or cannot tell from others."""
NO_KEY = "no_key"
"""What stands for a key where an action has none: the palette finds it, and a learner may choose a key for it."""
_SIGNS = {"slash": "/", "question_mark": "?"}
"""Keys for which Textual has a name and people use the character."""
ALSO = {"ctrl+space": "ctrl+@", "ctrl+slash": "ctrl+underscore"}
"""Other names under which most terminals send a key; people see the first name only."""
TERMINAL = frozenset(ALSO.values())
_SHORT = {"escape": "esc", "pagedown": "pgdn", "pageup": "pgup", "backslash": "\\"}


_chosen: dict[str, str] = {}


def choose_keys(keymap: Mapping[str, str]) -> None:
    """Let tables show the keys of a keymap, by the names of the actions; all other rows get their defaults."""
    _chosen.clear()
    _chosen.update(keymap)


@dataclass(frozen=True, slots=True)
class Key:
    """One action on a screen, with its keys."""

    keys: str
    """Textual's names of the keys, separated by commas; messages name the first one. `NO_KEY`: the palette has it."""
    action: str
    """Textual's action; empty if a widget or Textual itself handles the keys. Help shows both."""
    help: str
    """One line for help and palette."""
    label: str = ""
    """Text in the footer; empty: the footer does not show it."""
    command: str = ""
    """Title in the palette; empty: its label, or else its help."""
    also: str = ""
    """Other words under which people look for it in the palette."""
    group: str = ""
    """Group in the palette; empty: the title of its table."""
    priority: bool | None = None
    """Whether the keys work with any focus; None: as the table says."""
    local: bool = False
    """Whether it works on the learner's own machine only, and not in a browser."""

    @property
    def shown(self) -> list[str]:
        """The keys that people can press here: a browser leaves out those that it keeps for itself."""
        kept = {NO_KEY, *TERMINAL, *(RESERVED if in_browser() else ())}
        return [key for key in self.keys.split(",") if key not in kept]

    @property
    def names(self) -> str:
        """All keys as shown to people: "F5, ctrl+j"."""
        return ", ".join(map(key_name, self.shown))


def in_browser() -> bool:
    """Return whether the learner sees the tutor in a browser."""
    return served() is not None


def key_name(key: str) -> str:
    """Return the name of a key as people know it: "F5", "shift+F4", "ctrl+/"."""
    *modifiers, last = key.split("+")
    named = {**_SIGNS, **_SHORT}.get(last) or (last.upper() if last[0] == "f" and last[1:].isdigit() else last)
    return "+".join([*modifiers, named])


def key_of(character: str) -> str:
    """Return Textual's name of a character's key; empty for one that nobody can type."""
    if character.isalnum():
        return character
    name = unicodedata.name(character, "").lower().replace(" ", "_").replace("-", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name) if character.isprintable() else ""


@dataclass(frozen=True, slots=True)
class KeyTable:
    """The keys of one screen, in the order of help and footer."""

    id: str
    """First part of the ids of the bindings, such as `exercise.check`; a keymap uses the ids to change keys."""
    title: str
    """Title of the group in help."""
    defaults: tuple[Key, ...]
    """The rows with the keys that they have when nobody has chosen others."""
    priority: bool = False
    """Whether the keys of its rows work with any focus."""
    about: str = ""
    """What the part of the screen is for, in a paragraph; the first part of help."""

    @property
    def rows(self) -> tuple[Key, ...]:
        """The rows with the keys that they have now."""
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
        """Yield the rows that the palette shows: those with an action of the screen's own."""
        return (row for row in self.offered() if row.action and not row.action.startswith("app."))

    def entry(self, row: Key) -> str:
        """Return the palette's title of a row: "Exercise: Check"."""
        text = row.command or row.label or row.help
        return f"{row.group or self.title}: {text[0].upper()}{text[1:]}"

    def offered(self) -> Iterator[Key]:
        """Yield the rows whose actions work here."""
        return (row for row in self.rows if not (row.local and in_browser()))

    def keys_of(self, action: str) -> list[str]:
        """Return Textual's names of all keys of an action."""
        return [key for row in self.rows if row.action == action for key in row.keys.split(",")]

    def has(self, action: str) -> bool:
        """Return whether the table has an action."""
        return any(row.action == action for row in self.defaults)

    def key(self, action: str) -> str:
        """Return the first key of an action, for messages: "F5"; an action without one is in the palette."""
        return self.names(action).partition(",")[0] or "the palette (ctrl+p)"

    def names(self, action: str) -> str:
        """Return all keys of an action: "F5, ctrl+j"; empty if it has none here."""
        return next(row.names for row in self.rows if row.action == action)


REPLIES = frozenset("[]\\^_")
"""Signs with which sequences of the terminal itself go on after escape."""


class _Sent(NamedTuple):
    """A key as Textual's table of sequences holds it."""

    value: str


def tell_alt_from_signs() -> None:
    """Let alt with a sign or a digit arrive as `alt+slash` or `alt+1`; Textual reads the sign alone, which is typed."""
    for sign in {*string.punctuation, *string.digits} - REPLIES:
        cast("dict[str, object]", ANSI_SEQUENCES_KEYS)[f"\x1b{sign}"] = (_Sent(f"alt+{key_of(sign)}"),)
