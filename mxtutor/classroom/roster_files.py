"""Reads and writes the lines of a roster: CSV, YAML or JSON. `roster.py` says what they mean."""

from __future__ import annotations

import codecs
import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mxtutor.content.documents import Document, read_document
from mxtutor.content.record import Record
from mxtutor.content.records import Text
from mxtutor.errors import ContentError, UsageError
from mxtutor.private_files import write_private

KEYS = ("name", "id", "token", "expires", "link_token", "link_expires")
NEW_KEYS = KEYS[:4]
"""Columns of a roster that is new."""
MAX_BYTES = 4 << 20
"""Size of the largest CSV file that is read; 20,000 learners with tokens take half of it."""
_SEPARATORS = ",;\t"
_MAPPINGS = (".yaml", ".yml", ".json")


class _Entry(Record, frozen=True):
    name: Text
    id: str = ""
    token: str = ""
    expires: str = ""
    link_token: str = ""
    link_expires: str = ""


class _RosterFile(Record, frozen=True):
    version: int
    learners: tuple[_Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a roster, as it stands in the file."""

    place: str
    """File and line, for messages."""
    name: str
    id: str = ""
    token: str = ""
    expires: str = ""
    link_token: str = ""
    link_expires: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)
    """Other columns of a CSV file, in their order."""


def read_rows(path: Path) -> list[Row]:
    """Return the lines of a roster.

    Raises:
        UsageError: the file cannot be read, or has another form; one line with the place.
    """
    if path.suffix.lower() in _MAPPINGS:
        return _mapping_rows(path)
    if path.suffix.lower() == ".csv":
        return _csv_rows(path)
    raise UsageError(f"{path} is not a roster.", fix="Its name must end in .csv, .yaml or .json.")


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write a roster in one step, with the rights of its owner alone; comments at the start of a YAML file stay.

    Raises:
        UsageError: the file cannot be written; the old one is still whole.
    """
    form = path.suffix.lower()
    try:
        text = _csv_text(path, rows) if form == ".csv" else _mapping_text(path, rows, as_json=form == ".json")
        write_private(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"{path} cannot be written: {reason}.", fix="Free space, or use another folder.") from error


def _mapping_rows(path: Path) -> list[Row]:
    try:
        document: Document = read_document(path)
        found = document.decode(_RosterFile)
    except ContentError as error:
        raise UsageError(error.message, fix=error.fix or "Correct the roster.") from error
    return [
        Row(
            document.place(f"learners[{number}]"),
            one.name,
            one.id,
            one.token,
            one.expires,
            one.link_token,
            one.link_expires,
        )
        for number, one in enumerate(found.learners)
    ]


def _csv_rows(path: Path) -> list[Row]:
    text = _text(path)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    rows: list[Row] = []
    columns: list[str] | None = None
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if columns is None:
                columns = _columns(path, cells)
                continue
            place = f"{path}:{reader.line_num}"
            if len(cells) > len(columns):
                raise UsageError(f"{place}: it has more cells than the first line.", fix="Put commas in quotes.")
            line = dict(zip(columns, cells, strict=False))
            known = {key: line.pop(key, "") for key in KEYS}
            rows.append(Row(place, **known, extra=line))
    except csv.Error as error:
        raise UsageError(f"{path}:{reader.line_num}: it is not CSV: {error}.", fix="Correct the line.") from error
    if columns is None:
        raise UsageError(f"{path} is empty.", fix="Begin it with the line `name` or `name,id`.")
    return rows


def _text(path: Path) -> str:
    try:
        if not path.is_file():  # a device or a pipe could be read without end
            raise UsageError(f"There is no file {path}.", fix="Give the path of a roster.")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise UsageError(f"{path} is larger than {MAX_BYTES >> 20} MiB.", fix="Give the roster of one class.")
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not text in UTF-8.", fix="Save it as CSV in UTF-8.") from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UsageError(f"{path} cannot be read: {reason}.", fix="Give the path of a roster.") from error
    if "\0" in text:
        raise UsageError(f"{path} is not text.", fix="Save it as CSV in UTF-8.")
    return text


def _separator(text: str) -> str:
    """Return what separates the cells of the first line: spreadsheets use commas, semicolons or tabs."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(_SEPARATORS, key=first.count)


def _columns(path: Path, cells: Sequence[str]) -> list[str]:
    """Return the names of the columns; those that have a meaning here without regard to case."""
    names = [cell.strip().lower() if cell.strip().lower() in KEYS else cell.strip() for cell in cells]
    if "name" not in names:
        raise UsageError(f"{path}: its first line has no column `name`.", fix="Begin it with `name` or `name,id`.")
    twice = next((name for number, name in enumerate(names) if name in names[:number]), None)
    if twice is not None:
        raise UsageError(f"{path}: the column {twice!r} occurs twice.", fix="Rename or remove one.")
    return names


def _csv_text(path: Path, rows: Sequence[Row]) -> str:
    columns, separator, start, line_end = list(NEW_KEYS), ",", "", "\n"
    if path.exists():
        old = _text(path)
        with path.open("rb") as file:  # spreadsheets on Windows need both
            first_line = file.readline()
        start = "\ufeff" if first_line.startswith(codecs.BOM_UTF8) else ""
        line_end = "\r\n" if first_line.endswith(b"\r\n") else "\n"
        separator = _separator(old)
        first = next(
            (cells for cells in csv.reader(io.StringIO(old, newline=""), delimiter=separator) if any(cells)), []
        )
        columns = _columns(path, first) if first else columns
    for row in rows:
        used = {key: getattr(row, key) for key in KEYS} | dict(row.extra)
        columns += [key for key, text in used.items() if text and key not in columns]
    out = io.StringIO(newline="")
    out.write(start)
    writer = csv.writer(out, delimiter=separator, lineterminator=line_end)
    writer.writerow(columns)
    for row in rows:
        cells = {**row.extra, **{key: getattr(row, key) for key in KEYS}}
        writer.writerow([cells.get(key, "") for key in columns])
    return out.getvalue()


def _mapping_text(path: Path, rows: Sequence[Row], *, as_json: bool) -> str:
    learners = [{key: text for key in KEYS if (text := getattr(row, key))} for row in rows]
    data = {"version": 1, "learners": learners}
    if as_json:
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    import yaml

    comments = ""
    if path.exists():
        for line in path.read_text("utf-8-sig").splitlines():
            if line.strip() and not line.startswith("#"):
                break
            comments += line + "\n"
    return comments + yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=200)
