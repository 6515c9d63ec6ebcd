"""Reads a YAML or JSON file that is not part of the course, with the lines of keys for error messages."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from mxtutor.content.record import Record
from mxtutor.content.records import Fault, decode, mended
from mxtutor.content.yaml_files import MAX_NODES, line_numbers, parse_yaml
from mxtutor.errors import ContentError, reason_of

MAX_BYTES = 4 << 20
"""Largest file that is read, in bytes; 10,000 exercises take half of it."""
VERSION = 1
"""The only `version` of a learning path or a workshop that this release reads."""

T = TypeVar("T", bound=Record)


@dataclass(slots=True)
class Document:
    """The contents of one file."""

    path: Path
    text: str
    data: dict[str, Any]
    """Plain data; dates and times are strings in ISO 8601."""
    _lines: dict[str, int] | None = field(default=None, repr=False)

    def line_of(self, key: str) -> int | None:
        """Return the line, counted from 1, of a key such as `parts[1].exercises[0]`; None if it is not known."""
        if self._lines is None:
            self._lines = line_numbers(self.text)
        return self._lines.get(key)

    def place(self, key: str = "") -> str:
        """Return the file's name for messages, with the line of a key if it is known."""
        line = self.line_of(key)
        return f"{self.path}:{line}" if line else str(self.path)

    def decode(self, kind: type[T]) -> T:
        """Check the `version`, and return the contents as a record.

        Raises:
            ContentError: the version is another one, or a key is unknown, missing or of the wrong type.
        """
        self.check_version()
        return decode(self.data, kind, str(self.path), line_of=self.line_of)

    def mended(self, kind: type[T], faults: list[Fault]) -> T | None:
        """Check the `version`, and return the record without invalid parts; see `records.mended`.

        Raises:
            ContentError: the version is another one, or the data is nested too deeply.
        """
        self.check_version()
        return mended(self.data, kind, faults, str(self.path))

    def check_version(self) -> None:
        """Check that this release reads the file.

        Raises:
            ContentError: the file has another `version`, or none.
        """
        found = self.data.get("version")
        if found is None:
            raise ContentError(f"{self.path}: version is missing.", fix=f"Begin the file with `version: {VERSION}`.")
        if type(found) is not int or found != VERSION:
            raise ContentError(f"{self.place('version')}: version is {found!r}; this release reads {VERSION}.")


def read_document(path: Path) -> Document:
    """Return the mapping in a file; `.json` is read as JSON, every other name as YAML.

    Raises:
        ContentError: the file is missing, too large, not text, not YAML or JSON, or not a mapping.
    """
    text = _read_text(path)
    data = _parse_json(text, path) if path.suffix == ".json" else parse_yaml(text, str(path))
    return Document(path, text, _plain(data, path))


def _read_text(path: Path) -> str:
    try:
        if not path.is_file():  # reading a device or a pipe might never end
            raise ContentError(f"There is no file {path}.", fix="Give the path of a YAML or JSON file.")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ContentError(f"{path} is larger than {MAX_BYTES >> 20} MiB.", fix="Give a workshop or a path.")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ContentError(f"{path} is not text in UTF-8.", fix="Save it in UTF-8.") from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise ContentError(f"{path} cannot be read: {reason_of(error)}.") from error


def _parse_json(text: str, path: Path) -> dict[str, Any]:
    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
            raise ContentError(f"{path} is not valid JSON: the key {twice!r} occurs twice.")
        return found

    try:
        data = json.loads(text, object_pairs_hook=mapping)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ContentError(f"{path} is not valid JSON: {where}: {error.msg}.") from error
    except (ValueError, RecursionError) as error:
        raise ContentError(f"{path} is not valid JSON: {error}.") from error
    if not isinstance(data, dict):
        raise ContentError(f"{path} must hold a mapping of keys to values.")
    return data


def _plain(data: Mapping[Any, Any], path: Path) -> dict[str, Any]:
    """Return a copy with dates and times as strings.

    Raises:
        ContentError: there are more than `MAX_NODES` values, or they are nested too deeply.
    """
    left = MAX_NODES

    def copy(value: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise ContentError(f"{path} holds more than {MAX_NODES:,} values.", fix="Use no aliases of lists.")
        if isinstance(value, dict):
            return {key: copy(item) for key, item in value.items()}
        if isinstance(value, list):
            return [copy(item) for item in value]
        return value.isoformat() if isinstance(value, date) else value

    try:
        return {key: copy(item) for key, item in data.items()}
    except RecursionError as error:
        raise ContentError(f"{path}: lists and mappings are nested too deeply.") from error
