"""Makes the index of MXNet's names that the editor and the look-up read."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path

from mxtutor.authoring.docstring_text import readable
from mxtutor.content.mxnet_index import INDEX_FILE, SCHEMA
from mxtutor.errors import TutorError

Row = tuple[str, str, str, str, str, str]
"""Owner, name, kind, signature, docstring, and the owner of its members."""
LINE = 140
"""Greatest number of characters of a first sentence."""
_SENTENCE = re.compile(r"(.+?[.!?])(?:\s|$)")


def installed_names() -> list[Row]:
    """Return the rows of the installed MXNet; a process of its own imports it.

    Raises:
        TutorError: MXNet cannot be imported.
    """
    command = [sys.executable, "-m", "mxtutor.authoring.api_driver"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise TutorError(f"MXNet cannot be listed: {done.stderr.strip()[-300:]}")
    return [tuple(row) for row in json.loads(done.stdout.splitlines()[-1])]


def write_index(rows: Iterable[Row], path: Path = INDEX_FILE) -> int:
    """Write the index in place of the present one, and return the number of names."""
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
