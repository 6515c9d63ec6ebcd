"""Finds arguments that a function of MXNet does not have, with their names in MXNet."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from mxtutor.content.truth import load_truth
from mxtutor.content.truth_arguments import ArgumentNames, argument_names
from mxtutor.errors import TutorError
from mxtutor.grading.diagnosis.evidence import Finding, Refused, last_name
from mxtutor.paths import content_root
from mxtutor.suggest import did_you_mean, nearest

_OPERATOR = re.compile(r"Cannot find argument '(\w+)', Possible Arguments:\s*-*\s*([\s\S]*)")
_PYTHON = re.compile(r"(?:([\w.]+)\(\)|\b(\w+)) got an unexpected keyword argument '(\w+)'")
_POSSIBLE = re.compile(r"^(\w+) : ", re.MULTILINE)


def by_argument(refused: Refused) -> Finding | None:
    """Return MXNet's name of an unknown argument; None for another error."""
    error = refused.error
    if error is None:
        return None
    if found := _OPERATOR.search(error.text):
        return _finding(refused, found[1], "", frozenset(_POSSIBLE.findall(found[2])))
    if error.type == "TypeError" and (found := _PYTHON.search(error.text)):
        return _finding(refused, found[3], found[1] or found[2] or "", frozenset())
    return None


def _finding(refused: Refused, word: str, function: str, possible: frozenset[str]) -> Finding:
    called = _caller(refused, word) or function.removesuffix(".__init__")
    place = f"`{called}`" if called else "The function"
    short = f"{place} has no argument `{word}`."
    known = listed_arguments()
    ways = [way for way in known.ways(called, word) if not possible or way.partition("=")[0] in possible]
    if (not ways or ways[0] == word) and (instead := known.instead(called, word)):
        return Finding("torch-argument", short, f"{short} {instead}", key=word)
    if ways and ways[0] != word:
        return Finding("torch-argument", short, f"{short} MXNet calls it `{ways[0]}`.", key=f"{word} {ways[0]}")
    near = nearest(word, possible, most=1, likeness=0.6)
    listed = sorted(possible - {"num_args", "out", "name"})[:6]
    arguments = f"It has {', '.join(f'`{n}`' for n in listed)}." if listed else ""
    advice = did_you_mean(near, arguments, code=True)
    return Finding("unknown-argument", short, f"{short} {advice}".rstrip(), key=word)


@lru_cache(maxsize=1)
def listed_arguments() -> ArgumentNames:
    """Return what the truth table says of arguments; nothing if it cannot be read."""
    try:
        return argument_names(load_truth(content_root()))
    except TutorError:
        return ArgumentNames()


def _caller(refused: Refused, word: str) -> str:
    """Return the name of the function that the source calls with this argument."""
    line = refused.error.line if refused.error else None
    named = [
        node for node in ast.walk(refused.tree or ast.Module([], []))
        if isinstance(node, ast.Call) and any(k.arg == word for k in node.keywords)
    ]  # fmt: skip
    here = [n for n in named if line is not None and n.lineno <= line <= (n.end_lineno or n.lineno)]
    names = {last_name(n.func) for n in (here or named)}
    return names.pop() if len(names) == 1 else ""
