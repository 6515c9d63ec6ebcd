"""Completes the name before the cursor: names of MXNet, arguments of a call, names of the answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from mxtutor.content.mxnet_index import Entry, MxnetIndex, rank_of
from mxtutor.ui.widgets.editor.calls import Call, parameters
from mxtutor.ui.widgets.editor.scope import OWNERS, Scope

MOST = 400
"""Greatest number of names that are offered."""
SHORTEST_WORD = 2
"""Letters after which names of the answer are offered."""
_BEFORE = re.compile(r"((?:[^\W\d]\w*\.)+|[)\]]\.)?(\w*)$")
_FROM = re.compile(r"^\s*from\s+(mxnet[\w.]*)\s+import\s+\(?(?:[\w\s,]*[\s,(])?(\w*)$")


class Suggestion(NamedTuple):
    """A name that may follow."""

    name: str
    note: str
    """Its signature, or what it is."""


class Completion(NamedTuple):
    """What may replace the text from `column` to the cursor."""

    column: int
    typed: str
    items: tuple[Suggestion, ...]
    sure: bool
    """Whether the names are those of a known module or class, so that enter may accept one."""


def complete(
    before: str,
    scope: Scope,
    index: MxnetIndex,
    words: Callable[[], Iterable[str]],
    call: Call | None,
    *,
    asked: bool = False,
) -> Completion | None:
    """Return the names that may follow a line's text before the cursor; None if there are none.

    Args:
        before: the line up to the cursor.
        scope: what the names of the answer mean.
        index: the names of MXNet.
        words: returns the names in the answer, without the one before the cursor.
        call: the call around the cursor.
        asked: whether the learner asked for the list; else it needs a few letters.
    """
    if found := _FROM.match(before):
        return _of_module(found[1], found[2], len(before), index)
    match = _BEFORE.search(before)
    if match is None:
        return None
    path, typed = match[1] or "", match[2]
    column = len(before) - len(typed)
    if typed[:1].isdigit() or (not path and before[:column].endswith(".")):
        return None
    if path:
        return _after_dot(path, typed, column, scope, index, asked=asked)
    if len(typed) < SHORTEST_WORD and not asked:
        return None
    return _plain(typed, column, scope, words, call, index)


def _of_module(path: str, typed: str, end: int, index: MxnetIndex) -> Completion | None:
    first, dot, rest = path.removeprefix("mxnet").removeprefix(".").partition(".")
    owner = f"{OWNERS.get(first, first)}{dot}{rest}" or "mx"
    return _made(end - len(typed), typed, map(_suggestion, index.matches(owner, typed)), sure=True)


def _after_dot(
    path: str, typed: str, column: int, scope: Scope, index: MxnetIndex, *, asked: bool
) -> Completion | None:
    parts = [part for part in path.rstrip(".").split(".") if part not in (")", "]")]
    if parts and scope.is_imported(parts[0]):
        owner, sure = scope.owner_of(parts, index), True
    elif typed or asked:
        owner, sure = scope.class_of(parts)[0], False
    else:
        return None
    if not owner:
        return None
    return _made(column, typed, map(_suggestion, index.matches(owner, typed)), sure=sure or len(typed) > 1)


def _plain(
    typed: str, column: int, scope: Scope, words: Callable[[], Iterable[str]], call: Call | None, index: MxnetIndex
) -> Completion | None:
    entry = scope.entry(call.parts, index) if call else None
    arguments = [f"{name}=" for name in parameters(entry.signature)] if entry else []
    items = [Suggestion(name, "argument") for name in _ranked(arguments, typed)]
    known = {*scope.owners, *scope.objects, *words()} - {typed}
    items += [Suggestion(name, scope.owners.get(name, "")) for name in _ranked(known, typed)]
    return _made(column, typed, items, sure=False)


def _ranked(names: Iterable[str], typed: str) -> list[str]:
    ranked = [(rank, name) for name in names if (rank := rank_of(name, typed)) is not None and rank[0] < 2]
    return [name for _, name in sorted(ranked)]


def _suggestion(entry: Entry) -> Suggestion:
    return Suggestion(entry.name, entry.signature or entry.kind)


def _made(column: int, typed: str, items: Iterable[Suggestion], *, sure: bool) -> Completion | None:
    found = tuple(items)[:MOST]
    if not found or (len(found) == 1 and found[0].name == typed):
        return None
    return Completion(column, typed, found, sure)
