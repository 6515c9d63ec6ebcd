"""The classes of a key and of a table of keys, keys with alt, and the keys that the learner has chosen."""

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
"""Keys that a browser keeps for itself, or that a page cannot tell from others."""
NO_KEY = "no_key"
"""Placeholder for an action without a key: the palette offers it, and the learner may choose a key."""
_SIGNS = {"slash": "/", "question_mark": "?"}
"""Keys for which Textual has a name and people use the character."""
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
        """All keys as shown to people: "F5, ctrl+j"."""
        return ", ".join(map(key_name, self.shown))


def in_browser() -> bool:
    """Return whether the learner sees the tutor in a browser."""
    return served() is not None


def key_name(key: str) -> str:
    """Return the name of a key for people: "F5", "shift+F4", "ctrl+/"."""
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
