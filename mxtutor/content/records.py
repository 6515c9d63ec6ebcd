"""Converts plain data of content files to typed records; invalid data gives an error of one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from mxtutor.content.record import Record
from mxtutor.conversion import convert
from mxtutor.errors import ContentError
from mxtutor.suggest import did_you_mean, nearest

Text = Annotated[str, Meta(pattern=r"\S", description="a text that is not empty")]
Texts = str | tuple[str, ...]
"""One text or a list of texts; `texts` converts both to a tuple."""
Positive = Annotated[float, Meta(gt=0, le=1e9, description="a number above 0")]
Share = Annotated[float, Meta(ge=0, lt=1, description="a number from 0 to below 1")]
Id = Annotated[str, Meta(pattern=r"\A[a-z0-9-]+/[a-z0-9-]+\Z", description="topic/slug in a-z, 0-9 and dashes")]

_WORDS: dict[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    type(None): "nothing",
    tuple: "a list",
    Mapping: "a mapping",
}
_SHOWN = 60
"""Maximum length of an invalid value in a message, in characters."""
_FREE = frozenset({"params", "cases", "given", "variants"})
"""Keys whose mappings have arbitrary names; empty values in them have a meaning and are kept."""


T = TypeVar("T", bound=Record)
_LEFT_OUT = object()
"""Replaces an invalid value of an optional key."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a content file."""

    key: str
    """Key in the file: `parts[1].exercises[0]`."""
    message: str
    """The error in one sentence."""
    fix: str = ""
    named: bool = False
    """Whether the message names the key."""

    @property
    def line(self) -> str:
        return self.message if self.named else f"{self.key}: {self.message}"


def decode(
    data: object, kind: type[T], place: str, key: str = "", *, line_of: Callable[[str], int | None] | None = None
) -> T:
    """Convert plain data of a YAML file to a record. A key without a value counts as missing.

    Args:
        data: the plain data.
        kind: the class of the record.
        place: name of the file in error messages.
        key: the key of `data` in the file, `compare.statistical`; empty for the whole file.
        line_of: returns the line of a key, from 1, for messages; None if it is not known.

    Raises:
        ContentError: a key is unknown, missing or has a value that is not allowed; one line with file and key for the
            first one, and `more` has the others.
    """
    faults: list[Fault] = []
    record = mended(data, kind, faults, place, key)
    if faults:
        lines = {fault: line_of(fault.key) if line_of else None for fault in faults}
        told = [f"{place}:{lines[one]}: {one.line}" if lines[one] else f"{place}: {one.line}" for one in faults]
        more = [f"{line} {one.fix}".rstrip() for line, one in zip(told, faults, strict=True)]
        raise ContentError(told[0], fix=faults[0].fix, more=more[1:])
    assert record is not None
    return record


def mended(data: object, kind: type[T], faults: list[Fault], place: str, key: str = "") -> T | None:
    """Convert plain data to a record without the invalid parts, and add these to `faults`.

    Return None if the rest is not a record. The other arguments are as in `decode`.

    Raises:
        ContentError: the data is nested too deeply.
    """
    try:
        plain = _without_blanks(data)
        try:
            record: T = convert(plain, kind)
        except msgspec.ValidationError:
            kept = _mended(plain, kind, key, faults)
            return convert(kept, kind) if _fits(kept, kind) else None
        return record
    except RecursionError as error:
        raise ContentError(f"{place}: lists and mappings are nested too deeply.") from error


def texts(value: Texts) -> tuple[str, ...]:
    """Return one text or several as a tuple."""
    return (value,) if isinstance(value, str) else value


def _without_blanks(data: object) -> object:
    if isinstance(data, dict):
        return {k: v if k in _FREE else _without_blanks(v) for k, v in data.items() if v is not None}
    return [_without_blanks(item) for item in data] if isinstance(data, list) else data


def _fits(value: object, kind: Any) -> bool:
    try:
        convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _mended(value: Any, kind: Any, key: str, faults: list[Fault]) -> Any:
    """Return the valid part of a value that does not fit a type, and add the errors to `faults`."""
    origin, parts = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Record) and isinstance(value, dict):
        return _mended_record(value, kind, key, faults)
    if origin in (Union, UnionType):
        for part in parts:  # probably the alternative with the same structure is meant
            if _has_form(value, part):
                return _mended(value, part, key, faults)
    elif isinstance(value, dict) and _has_form(value, kind):
        kept = {}
        for name, item in value.items():
            if isinstance(name, str):
                kept[name] = item if _fits(item, parts[1]) else _mended(item, parts[1], f"{key}.{name}", faults)
            else:
                faults.append(Fault(key, f"{key}: the key {name!r} must be a text.", "Put it in quotes.", named=True))
        return {name: item for name, item in kept.items() if item is not _LEFT_OUT}
    elif isinstance(value, list) and _has_form(value, kind):
        within = [parts[0 if parts[-1] is ... else number] for number in range(len(value))]
        left = [
            item if _fits(item, part) else _mended(item, part, f"{key}[{number}]", faults)
            for number, (item, part) in enumerate(zip(value, within, strict=True))
        ]
        return [_stand_in(part, faults) if item is _LEFT_OUT else item for item, part in zip(left, within, strict=True)]
    fix = "Put it in quotes." if "text" in _words(kind) and not isinstance(value, (str, list, dict)) else ""
    faults.append(Fault(key, f"{key} is {_shown(value)}; it must be {_words(kind)}.", fix, named=True))
    return _LEFT_OUT


def _mended_record(value: dict[Any, Any], kind: type[Record], key: str, faults: list[Fault]) -> Any:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    within, before = f"{key}." if key else "", len(faults)
    for name in value:
        if name not in fields:
            message = f"{key}: unknown key {name!r}." if key else f"unknown key {name!r}."
            near = [repr(word) for word in nearest(str(name), fields, most=1, likeness=0.6)]
            known = did_you_mean(near, f"Known keys: {', '.join(fields)}.")
            faults.append(Fault(f"{within}{name}", message, known, named=True))
    kept: dict[str, Any] = {}
    for name, field in fields.items():
        item = value.get(name, _LEFT_OUT)
        if item is _LEFT_OUT and field.required:
            faults.append(Fault(key, f"{within}{name} is missing.", named=True))
        elif item is not _LEFT_OUT and not _fits(item, field.type):
            item = _mended(item, field.type, f"{within}{name}", faults)
        if item is _LEFT_OUT and field.required:
            item = _stand_in(field.type, faults)
        if item is not _LEFT_OUT and _fits(item, field.type):
            kept[name] = item
    if len(faults) == before:
        try:
            convert(value, kind)
        except msgspec.ValidationError as error:  # a rule of this record about several keys is violated
            text = str(error.__cause__)
            faults.append(Fault(key, f"{key}: {text}" if key else text, named=True))
    return kept if _fits(kept, kind) else _LEFT_OUT


def _stand_in(kind: Any, faults: list[Fault]) -> Any:
    """Return a valid value of a type to replace an invalid one; each text is another one, as titles must differ."""
    origin = get_origin(kind)
    if origin is Annotated:
        return _stand_in(get_args(kind)[0], faults)
    if isinstance(kind, type) and issubclass(kind, Record):
        return {
            field.encode_name: _stand_in(field.type, faults) for field in msgspec.structs.fields(kind) if field.required
        }
    return {str: f"refused/{len(faults)}", tuple: [], float: 1.0, int: 1}.get(origin or kind, _LEFT_OUT)


def _has_form(value: object, kind: Any) -> bool:
    """Return whether a value is a mapping or list as the type requires, so that its error must be inside."""
    origin, parts = get_origin(kind), get_args(kind)
    if isinstance(value, dict):
        return origin is Mapping or (isinstance(kind, type) and issubclass(kind, Record))
    return isinstance(value, list) and origin is tuple and (parts[-1] is ... or len(parts) == len(value))


def _words(kind: Any) -> str:
    """Return the allowed values of a type in words: `true or false`, `one of exact, any`."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return next((m.description for m in kind.__metadata__ if m.description), "") or _words(parts[0])
    if origin is Literal:
        words = [str(part) or "nothing" for part in parts]
        return words[0] if len(words) == 1 else f"one of {', '.join(words)}"
    if origin in (Union, UnionType):
        return " or ".join(_words(part) for part in parts if part is not type(None))
    if origin is tuple and parts[-1] is not ...:
        return f"a list of {len(parts)}, each {_words(parts[0])}"
    if isinstance(kind, type) and issubclass(kind, Record):
        return "a mapping"
    return _WORDS.get(origin or kind, "a value")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
