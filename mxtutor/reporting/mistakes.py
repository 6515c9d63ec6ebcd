"""Splits the explanation of a known mistake: a verdict shows name and reason; what to write instead is a hint."""

from __future__ import annotations

import ast
import re

from mxtutor.grading.protocol import Diagnosis
from mxtutor.syntax import parse

OF_PYTHON = frozenset(
    {"syntax", "entry-missing", "missing-import", "name-self", "undefined-name", "unused-parameter", "starter"}
) | {"empty-body", "missing-return", "printed"}
"""Mistakes that are not about MXNet, which are explained in full after the first miss."""
_CODE = re.compile(r"`[^`]*`")
_END = re.compile(r"[.;:](?= |$)|, so (?=(?:call|leave|pass|use|write)\b)")
_OPENER = re.compile(r"(?:(?:The|Your) result|That|This|It|Every value) (?:is|has) |You return ")
"""Beginnings of sentences about the result; `_joined` ignores them when it compares two sentences."""
_ARTICLES = frozenset({"a", "an", "the", "your", "these", "this", "that"})
_PRESENT = {"was": "is", "were": "are"}
_SMALL = frozenset({"is", "are", "has", "in", "of", "to", "for"})
_IS_CODE = re.compile(r"\b(?:is|are)(?: called| the \w+| now)? `[^`]*[.(]")
"""A clause that gives the code to write, such as "The transpose is the attribute `a.T`"."""
_INSTRUCTIONS = """
add append apply ask average begin broadcast build call cast change choose clip collect compare compute concatenate
convert copy count create crop cut decay define differentiate divide do draw drop end exchange exclude fill first
flatten follow freeze get give go increase initialise initialize iterate join keep leave let load look loop make mark
mask measure mirror move multiply name normalise normalize only open order pad pass pick place put read record reduce
register repeat replace report reset reshape return reverse round save scale set shift shuffle sort split square stack
start step stop store subtract swap switch take test train transpose turn update use validate wait wrap write zero
"""
"""Words that begin an instruction."""


def cause(mistake: Diagnosis, *, full: bool) -> str:
    """Return name and reason of a mistake; with `full`, or for a mistake in `OF_PYTHON`, the full explanation."""
    if full or not mistake.name or mistake.code in OF_PYTHON:
        return mistake.message
    return _joined(mistake.name, reason(mistake.message))


def _joined(name: str, why: str) -> str:
    """Return both sentences, or one of them if it says what the other one says."""
    both = all(_OPENER.match(text) for text in (name, why))
    first, second = (_words(_OPENER.sub("", text) if both else text) for text in (name, why))
    contrast = "not" in first and "not" not in second
    if second == first[: len(second)] or (not contrast and set(second) - _SMALL <= set(first)):
        return name
    return why if first == second[: len(first)] else f"{name} {why}"


def _words(text: str) -> list[str]:
    """Return the words of a sentence without articles, in the present tense."""
    words = (word.strip(".,:;") for word in text.lower().split())
    return [_PRESENT.get(word, word) for word in words if word not in _ARTICLES]


def reason(message: str) -> str:
    """Return the part of a message that says why an answer is wrong; empty if it only says what to do.

    This is the first clause, unless it begins with an instruction or contains code to write: a call with arguments, an
    operator, an assignment, or code after "is".
    """
    text = " ".join(message.split())
    end = _END.search(_CODE.sub(lambda code: "`" * len(code[0]), text))  # punctuation inside code ends no clause
    clause = text[: end.start()] if end is not None else text
    word = re.match("[A-Za-z]*", clause)
    instructs = word is not None and word[0].lower() in _INSTRUCTIONS.split()
    if not clause or instructs or _IS_CODE.search(clause) or any(_is_formula(c[1:-1]) for c in _CODE.findall(clause)):
        return ""
    return f"{clause}."


def _is_formula(code: str) -> bool:
    if not re.search(r"\w", code) or code.rstrip("=").isidentifier():  # an operator, a name, a keyword
        return False
    try:
        nodes = list(ast.walk(parse(code)))
    except SyntaxError:  # a part of a statement, such as `with mx.cpu():`
        return True
    formulas = (ast.BinOp, ast.Compare, ast.Assign, ast.AugAssign)
    return any(isinstance(n, formulas) or (isinstance(n, ast.Call) and (n.args or n.keywords)) for n in nodes)
