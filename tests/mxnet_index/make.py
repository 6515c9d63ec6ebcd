"""Makes the index of MXNet's names that the editor and the look-up read: `python -m tests.mxnet_index.make`."""

from __future__ import annotations

import ast
import json
import re
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path

from mxtutor.content.mxnet_index import INDEX_FILE, SCHEMA
from mxtutor.errors import TutorError

_UNDERLINED = re.compile(r"^([ \t]*)(\S.*?):?\n[ \t]*[-=~]{3,}[ \t]*$", re.MULTILINE)
"""A title that is underlined with dashes."""
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
"""Deepest nesting of LaTeX commands that is replaced."""


def readable(doc: str) -> str:
    """Return a docstring without markup: titles end with a colon, formulas are in ASCII."""
    if doc.startswith(('b"', "b'")):  # the docstrings of some operators are the text of a bytes object
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
    for _ in range(_DEEPEST):  # innermost commands first
        text = _INDEX.sub(r"\1\2", _PLAIN.sub(r"\1", text))
        text = _ROOT.sub(lambda found: f"sqrt({found[1].strip()})", text)
        text = _FRACTION.sub(lambda found: f"{_in_brackets(found[1])} / {_in_brackets(found[2])}", text)
    text = _COMMAND.sub(lambda found: _SIGNS.get(found[1], found[1]), text.replace("\\{", "{").replace("\\}", "}"))
    text = _LINE_END.sub("", text).replace("\\*", "*").replace("\\ ", "")
    return re.sub(r"(?<=\S) +$", "", text, flags=re.MULTILINE)


def _in_brackets(part: str) -> str:
    part = part.strip()
    return part if re.fullmatch(r"[\w^\\]+", part) else f"({part})"


Row = tuple[str, str, str, str, str, str]
"""Owner, name, kind, signature, docstring, and the owner of its members."""
LINE = 140
"""Most characters of a first sentence."""
_SENTENCE = re.compile(r"(.+?[.!?])(?:\s|$)")


def installed_names() -> list[Row]:
    """Return the rows of the installed MXNet, which a separate process imports.

    Raises:
        TutorError: MXNet cannot be imported.
    """
    command = [sys.executable, "-m", "tests.mxnet_index.listing"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    if done.returncode:
        raise TutorError(f"MXNet cannot be listed: {done.stderr.strip()[-300:]}")
    return [tuple(row) for row in json.loads(done.stdout.splitlines()[-1])]


def write_index(rows: Iterable[Row], path: Path = INDEX_FILE) -> int:
    """Replace the index file; return the number of names."""
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    docs: dict[str, int] = {"": 0}
    count = 0
    database = sqlite3.connect(new)
    try:
        database.executescript(SCHEMA)
        for owner, name, kind, signature, written, members in rows:
            doc = readable(written)
            number = docs.setdefault(doc, len(docs))
            count += 1
            database.execute(
                "INSERT INTO names VALUES (?, ?, ?, ?, ?, ?, ?)",
                (owner, name, kind, signature, first_sentence(doc), number, members),
            )
        packed = ((number, zlib.compress(doc.encode(), 9)) for doc, number in docs.items() if doc)
        database.executemany("INSERT INTO docs VALUES (?, ?)", packed)
        database.commit()
        database.execute("VACUUM")
    finally:
        database.close()
    new.replace(path)
    return count


def first_sentence(doc: str) -> str:
    """Return the first sentence of a docstring on one line."""
    text = " ".join(doc.partition("\n\n")[0].replace("``", "`").replace("**", "").split())
    found = _SENTENCE.match(text)
    short = found[1] if found else text
    return short if len(short) <= LINE else short[: LINE - 4].rpartition(" ")[0] + " ..."


if __name__ == "__main__":
    print(f"{write_index(installed_names())} names")
