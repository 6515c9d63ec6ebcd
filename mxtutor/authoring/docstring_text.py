"""Turns MXNet's docstrings, which hold reStructuredText and TeX, into text that a terminal can show."""

from __future__ import annotations

import ast
import re

_UNDERLINED = re.compile(r"^([ \t]*)(\S.*?):?\n[ \t]*[-=~]{3,}[ \t]*$", re.MULTILINE)
"""A title with a line of dashes below it."""
_DIRECTIVE = re.compile(r"^([ \t]*)\.\. (\w+)::[ \t]*(.*)$", re.MULTILINE)
_LABELS = {"note": "Note: ", "warning": "Warning: ", "versionadded": "Since NumPy "}
_ARGUMENT = r"\{([^{}]*)\}"
_PLAIN = re.compile(r"\\(?:text|textbf|textrm|mathbf|mathrm|mathcal|mathbb|hat|bar)\s*" + _ARGUMENT)
_ROOT = re.compile(r"\\sqrt\s*" + _ARGUMENT)
_FRACTION = re.compile(r"\\frac\s*" + _ARGUMENT + r"\s*" + _ARGUMENT)
_INDEX = re.compile(r"([_^])\{\s*(\w+)\s*\}")
_SIGNS = {
    "ast": "*", "cdot": "*", "times": "*", "circ": "*", "otimes": "*", "star": "*", "cdots": "...", "dots": "...",
    "leq": "<=", "le": "<=", "geq": ">=", "ge": ">=", "lt": "<", "gt": ">", "neq": "!=", "approx": "~", "mid": "|",
    "Vert": "||", "lVert": "||", "rVert": "||", "prime": "'", "left": "", "right": "", "big": "", "Bigg": "",
}  # fmt: skip
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_ARRAY = re.compile(r"\\(?:begin|end)\{\w+\*?\}(?:\{\w+\})?")
_LINE_END = re.compile(r"\\{2}[ \t]*$", re.MULTILINE)
_SOURCE = re.compile(r"^[ \t]*Defined in \S+:L\d+\s*$", re.MULTILINE)
_DEEPEST = 6
"""Commands inside each other that are replaced."""


def readable(doc: str) -> str:
    """Return a docstring without markup: titles end with a colon, formulas are written with ASCII characters."""
    if doc.startswith(('b"', "b'")):  # some operators hold the text of a bytes object
        head, _, tail = doc.partition("\n\n")
        doc = f"{_decoded(head)}\n\n{tail}"
    doc = _UNDERLINED.sub(r"\1\2:", doc)
    doc = _DIRECTIVE.sub(_directive, _SOURCE.sub("", doc))
    return re.sub(r"\n{3,}", "\n\n", _plain_formulas(doc)).strip()


def _decoded(literal: str) -> str:
    try:
        return str(ast.literal_eval(literal).decode()).strip()
    except (ValueError, SyntaxError, AttributeError):
        return literal


def _directive(found: re.Match[str]) -> str:
    indent, name, rest = found.groups()
    return f"{indent}{_LABELS.get(name, '')}{rest}" if rest or name in _LABELS else ""


def _plain_formulas(text: str) -> str:
    if "\\" not in text:
        return text
    text = _ARRAY.sub("", text)
    for _ in range(_DEEPEST):  # the innermost commands first
        text = _INDEX.sub(r"\1\2", _PLAIN.sub(r"\1", text))
        text = _ROOT.sub(lambda found: f"sqrt({found[1].strip()})", text)
        text = _FRACTION.sub(lambda found: f"{_in_brackets(found[1])} / {_in_brackets(found[2])}", text)
    text = _COMMAND.sub(lambda found: _SIGNS.get(found[1], found[1]), text.replace("\\{", "{").replace("\\}", "}"))
    text = _LINE_END.sub("", text).replace("\\*", "*").replace("\\ ", "")
    return re.sub(r"(?<=\S) +$", "", text, flags=re.MULTILINE)


def _in_brackets(part: str) -> str:
    part = part.strip()
    return part if re.fullmatch(r"[\w^\\]+", part) else f"({part})"
