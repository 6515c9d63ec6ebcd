"""Answers in a text that was typed into the page of a learning platform, which is downloaded as HTML.

Each answer begins with a line `# topic/slug`. A text is an answer only if it is still Python: a platform can lose the
spaces before a line.
"""

from __future__ import annotations

import html
import re

from mxtutor.classroom.notebooks import NAMED, as_tree
from mxtutor.classroom.safe_files import Refused

MAX_TYPED = 1 << 20
"""Bytes of the largest text that is read."""
_BODY = re.compile(r"<body\b", re.IGNORECASE)
_LINE_END = re.compile(r"<(?:br|/p|/div|/li|/pre|/tr|/h[1-6])\b[^<>]*>\n?", re.IGNORECASE)
_TAG = re.compile(r"<[!/?a-z][^<>]*>", re.IGNORECASE)


def typed_answers(data: bytes) -> dict[str, str]:
    """Return the source of each answer in a typed text by what its first line names; the last one of a name counts.

    Raises:
        Refused: the code of an answer cannot be read.
    """
    page = data.decode("utf-8", "replace")
    body = _BODY.search(page)
    text = _TAG.sub("", _LINE_END.sub("\n", page[body.start() :] if body else page))
    lines = html.unescape(text).replace("\xa0", " ").splitlines()
    starts = [number for number, line in enumerate(lines) if NAMED.fullmatch(line.strip())]
    found: dict[str, str] = {}
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        named = NAMED.fullmatch(lines[start].strip())
        source = "\n".join(["", *lines[start + 1 : end]]).rstrip() + "\n"
        if named and as_tree(source) is None:
            raise Refused("a text that was typed into the platform, and its code is no Python; ask for a file")
        if named:
            found[named["id"]] = source
    return found
