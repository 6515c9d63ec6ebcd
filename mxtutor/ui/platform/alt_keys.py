"""Keys with alt, as terminals send them: escape, then the character."""

from __future__ import annotations

import string
from typing import NamedTuple, cast

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS

from mxtutor.ui.key_table import key_of

REPLIES = frozenset("[]\\^_")
"""Signs with which sequences of the terminal itself go on after escape."""


class _Sent(NamedTuple):
    """A key as Textual's table of sequences holds it."""

    value: str


def tell_alt_from_signs() -> None:
    """Let alt with a sign or a digit arrive as `alt+slash` or `alt+1`; Textual reads the sign alone, which is typed."""
    for sign in {*string.punctuation, *string.digits} - REPLIES:
        cast("dict[str, object]", ANSI_SEQUENCES_KEYS)[f"\x1b{sign}"] = (_Sent(f"alt+{key_of(sign)}"),)
