"""Hides the names of learners: replaces them by stable ids, and removes them from texts and sample answers."""

from __future__ import annotations

import ast
import base64
import contextlib
import hashlib
import hmac
import os
import re
import secrets
import unicodedata
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.naming import folded, learner_name
from mxtutor.errors import UsageError, file_errors
from mxtutor.private_files import FILE_MODE
from mxtutor.syntax import parse

HIDDEN = "[name]"
"""Replaces a name in a text."""
KEY_BYTES = 32
_ID = 12
"""Length of an id; the probability that two of 10,000 learners get the same id is below 1e-10."""
_SHORT = 3
"""Minimum number of letters of a part of a name that is hidden alone; shorter parts are often ordinary words."""
_NUMBER = 5
"""Minimum number of digits of a number in a name that is hidden alone; shorter numbers are often values."""
_GENERIC = frozenset({"anon", "group", "learner", "participant", "student", "team", "user"})
"""Words that names of folders contain besides a learner's name; they are not hidden."""
_INSIDE = 5
"""Minimum number of letters of a part of a name that is also hidden inside a longer word, such as `anastasia2`."""
_WORD = re.compile(r"\w+")
_PIECE = re.compile(r"[^\W\d_]+|\d+")
_ADDRESS = re.compile(r"(?<![\w.+%'-])[\w.+%'-]+@[\w-]+(?:\.[\w-]+)+")
"""An e-mail address; it is hidden even if it contains no learner's name."""
_HOME = re.compile(r"((?:/home|/Users|[\\/]Users|/var/folders|/media)[\\/]+)([^\s\\/\"':;,<>]+)")
"""A path in a home folder; its second part is a login name."""
_SPELLINGS = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("å", "aa"), ("ø", "oe"), ("æ", "ae"), ("ñ", "ny"), ("đ", "dj"))
"""ASCII spellings of letters, as login names use them."""
_BARE = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i", "ħ": "h"})
"""ASCII forms of letters that Unicode does not decompose into a letter and an accent."""
FILE = "[file]"
"""Replaces the name of a file, which may contain a learner's name."""
_ENDING = re.compile(r"(?:\.\w{1,5})?$")
_NO_EXERCISE = re.compile(r"There is no exercise .*\.$", re.DOTALL)
_OTHER_FILE = re.compile(r"^(Another file for \S+ is graded): .*$", re.DOTALL)
STRUCTURAL = frozenset({"version", "exercise", "verdict", "kind", "aspect", "code", "device", "isolation", "type"})
"""Keys of a report whose values mxtutor writes; they are not scrubbed."""


def read_key(path: Path) -> bytes:
    """Return the secret key in a file; if the file is missing, make one that only its owner can read.

    Raises:
        UsageError: the file cannot be read or written, or contains no key.
    """
    if os.path.lexists(path):
        with contextlib.suppress(OSError, ValueError):
            key = bytes.fromhex(path.read_text("ascii").strip())
            if len(key) == KEY_BYTES:
                return key
        raise UsageError(f"{path} is not a key of mxtutor.", fix="Move the file away, or name another output.")
    with file_errors(path, fix="Name a folder that you can write."):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key.hex().encode() + b"\n")
    return key


def learner_id(key: bytes, name: str) -> str:
    """Return the id of a learner: the same for the same key and name."""
    digest = hmac.new(key, learner_name(name).encode(), hashlib.sha256).digest()
    return f"learner-{base64.b32encode(digest).decode().lower()[:_ID]}"


class NameScrubber:
    """Removes whole names and their parts from texts, also inside words; ignores case and accents."""

    def __init__(self, names: Iterable[str]) -> None:
        self._exact: set[str] = set()
        self._inside: set[str] = set()
        self._literal: list[str] = []
        for name in names:
            self._learn(unicodedata.normalize("NFC", name))
        self._hides = lru_cache(200_000)(self._holds_name)  # bounded: learners can make long texts on purpose

    def _learn(self, name: str) -> None:
        words = {form for word in _WORD.findall(name) for form in _spellings(word)}
        pieces = {form for piece in _PIECE.findall(name) for form in _spellings(piece)}
        hidden = {one for one in words | pieces if _is_hidden_alone(one)}
        hidden |= {one for one in _joined(_WORD.findall(name)) if len(one) > 1}
        if not hidden and name:
            self._literal.append(name)
        self._exact |= hidden
        self._inside |= {one for one in hidden if not one.isdecimal() and (len(one) >= _INSIDE or _has_no_case(one))}

    def scrub(self, text: str) -> str:
        """Return a text with `[name]` in place of each word that contains a name, e-mail address or login name."""
        composed = unicodedata.normalize("NFC", text) if not text.isascii() else text
        if "@" in composed:
            composed = _ADDRESS.sub(HIDDEN, composed)
        if "/" in composed or "\\" in composed:
            composed = _HOME.sub(rf"\g<1>{HIDDEN}", composed)
        if not (self._exact or self._literal):
            return composed
        for name in self._literal:
            composed = composed.replace(name, HIDDEN)
        return _WORD.sub(lambda found: HIDDEN if self._hides(found[0]) else found[0], composed)

    def _holds_name(self, word: str) -> bool:
        folded = _fold(word)
        parts = {folded, folded.replace("_", ""), *map(_fold, (*_PIECE.findall(word), *_camel_parts(word)))}
        return bool(parts & self._exact) or any(part in folded for part in self._inside)

    def scrub_json(self, value: Any, key: str = "") -> Any:
        """Return plain data, such as a report, with every text scrubbed except those under `STRUCTURAL` keys."""
        if isinstance(value, str):
            return value if key in STRUCTURAL else self.scrub(value)
        if isinstance(value, Mapping):
            return {name: self.scrub_json(part, name) for name, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.scrub_json(part, key) for part in value]
        return value


def _joined(words: Sequence[str]) -> set[str]:
    """Return login names for a whole name: `liwu` and `wuli` for Li Wu; for a CJK name also the given name."""
    folded = [_fold(word) for word in words]
    found = {"".join(folded), "".join(folded[-1:] + folded[:-1])}
    if len(words) == 1 and len(words[0]) == 3 and unicodedata.name(words[0][0], "").startswith(("CJK", "HANGUL")):
        found.add(_fold(words[0][1:]))
    return found


def _is_hidden_alone(part: str) -> bool:
    """Return whether a part of a name is hidden without the rest; short numbers and ordinary words are not."""
    if part.isdecimal():
        return len(part) >= _NUMBER
    return (len(part) >= _SHORT or _has_no_case(part)) and part not in _GENERIC


def _spellings(word: str) -> set[str]:
    """Return two lower-case spellings of a part of a name: without accents, and in ASCII (`mueller` for Müller)."""
    ascii_form = unicodedata.normalize("NFC", word).casefold()
    for letter, written in _SPELLINGS:
        ascii_form = ascii_form.replace(letter, written)
    return {_fold(word), _fold(ascii_form)}


def _fold(text: str) -> str:
    return folded(text).translate(_BARE)


def _camel_parts(word: str) -> list[str]:
    """Return the capitalised parts of a word such as `byAna2`."""
    parts = [""]
    for before, letter in zip(" " + word, word, strict=False):
        if not letter.isalpha() or (letter.isupper() and not before.isupper()):
            parts.append("")
        parts[-1] += letter if letter.isalpha() else ""
    return parts


def _has_no_case(text: str) -> bool:
    """Return whether a text is in a script without upper and lower case, such as Chinese, without spaces."""
    return len(text) > 1 and not text.isascii() and text.upper() == text.lower()


class Pseudonyms:
    """Replaces the learners of a class by ids, and removes their names from its texts."""

    def __init__(self, key: bytes, learners: Iterable[str]) -> None:
        self._key = key
        names = list(learners)
        self._ids = {name: learner_id(key, name) for name in names}
        self.scrubber = NameScrubber(names)

    def of(self, learner: str) -> str:
        """Return a learner's id; "" for "", which stands for a file that belongs to no learner."""
        if not learner:
            return ""
        return self._ids.get(learner) or learner_id(self._key, learner)

    def unread(self, listed: Iterable[Unread]) -> tuple[Unread, ...]:
        """Return the entries without names; a file that belongs to no learner gets a number."""
        found = []
        for number, one in enumerate(listed, 1):
            rest = self._rest(one)
            path = "/".join([self.of(one.learner), *([rest] if rest else [])])
            loose = f"file {number} beside the learners' folders"
            near = "" if one.nearest in self._ids else one.nearest
            found.append(Unread(self.of(one.learner), path if one.learner else loose, self._reason(one), near))
        return tuple(found)

    def _rest(self, one: Unread) -> str:
        """Return the path below the learner's folder; hide parts that resemble no exercise: they may be login names."""
        rest = one.path.partition("/")[2]
        if one.nearest or not rest:
            return self.scrubber.scrub(rest)
        return "/".join(f"{FILE}{_ENDING.search(part)[0]}" for part in rest.split("/"))  # type: ignore[index]

    def _reason(self, one: Unread) -> str:
        """Return the reason without names and without the learner's texts (file names, titles of cells)."""
        reason = self.scrubber.scrub(one.reason)
        if not one.nearest:
            reason = _NO_EXERCISE.sub("There is no exercise of that name.", reason)
        return _OTHER_FILE.sub(r"\1 of the same learner.", reason)


MAX_SAMPLE = 64 << 10
"""Longest answer that becomes a sample, in characters."""
MAX_LINES = 60
"""Maximum number of lines of a sample; the rest is left out."""
SAMPLED = 12
"""Maximum number of answers with the same mistake that are compared to find the most common one."""


def usual(samples: Iterable[str]) -> tuple[str, int]:
    """Return the most common of the first `SAMPLED` samples, and how often it occurs; ("", 0) if all are empty."""
    found = Counter(filter(None, islice(samples, SAMPLED)))
    return found.most_common(1)[0] if found else ("", 0)


def sample_of(source: str, scrubber: NameScrubber) -> str:
    """Return an answer's code without comments, docstrings and names; empty if it does not parse or is too long."""
    if len(source) > MAX_SAMPLE:
        return ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in an answer cause warnings
            tree = parse(source.lstrip("\ufeff"))
        text = ast.unparse(_Bare().visit(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        lines = [*lines[:MAX_LINES], "..."]
    return scrubber.scrub("\n".join(lines))


class _Bare(ast.NodeTransformer):
    """Removes docstrings and other statements that are only a string."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Remove statements that are only a string; a body that becomes empty gets `pass`."""
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body:
                kept = [one for one in body if not _is_text(one)]
                empty = [ast.Pass()] if name == "body" and not isinstance(node, ast.Module) else []
                setattr(node, name, kept or empty)
        return node


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
