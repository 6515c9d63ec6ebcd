"""Records of content files: plain data becomes typed values; data that does not fit gives an error of one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from mxtutor.content.record import Record
from mxtutor.conversion import convert
from mxtutor.errors import ContentError
from mxtutor.suggest import did_you_mean, nearest

Text = Annotated[str, Meta(pattern=r"\S", description="a text that is not empty")]
Texts = str | tuple[str, ...]
"""One text or a list of texts; `texts` makes both a tuple."""
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
"""Greatest number of characters of a refused value that a message shows."""
_FREE = frozenset({"params", "cases", "given", "variants"})
"""Keys whose mappings have free names; empty values in them have a meaning and are kept."""


T = TypeVar("T", bound=Record)


class _Refusal(NamedTuple):
    """Why a value is refused."""

    key: str
    """Where the value is in the file: `parts[1].exercises`."""
    message: str
    fix: str = ""


def decode(
    data: object, kind: type[T], place: str, key: str = "", *, line_of: Callable[[str], int | None] | None = None
) -> T:
    """Return the record that plain data of a YAML file describes. A key without a value counts as left out.

    Args:
        data: the data that the YAML contains.
        kind: the record to make.
        place: name of the file in error messages.
        key: the key of `data` in the file, `compare.statistical`; empty for the whole file.
        line_of: gives the line of a key, counted from 1, so that messages name it; None where it is not known.

    Raises:
        ContentError: a key is unknown, missing or has a value that is not allowed; one line with file and key.
    """
    try:
        plain = _without_blanks(data)
        try:
            record: T = convert(plain, kind)
        except msgspec.ValidationError as error:
            refused = _refusal(plain, kind, key)
            line = line_of(refused.key) if line_of else None
            where = f"{place}:{line}" if line else place
            raise ContentError(f"{where}: {refused.message}", fix=refused.fix) from error
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


def _refusal(value: Any, kind: Any, key: str) -> _Refusal:
    """Return why a value is refused, and what to do about it; `kind` is the type that it does not fit."""
    origin, parts = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Record) and isinstance(value, dict):
        return _record_refusal(value, kind, key)
    if origin in (Union, UnionType):
        for part in parts:  # the alternative with the form of the value is probably meant
            if _has_form(value, part):
                return _refusal(value, part, key)
    elif isinstance(value, dict) and _has_form(value, kind):
        for name, item in value.items():
            if not isinstance(name, str):
                return _Refusal(key, f"{key}: the key {name!r} must be a text.", "Put it in quotes.")
            if not _fits(item, parts[1]):
                return _refusal(item, parts[1], f"{key}.{name}")
    elif isinstance(value, list) and _has_form(value, kind):
        for number, item in enumerate(value):
            part = parts[0 if parts[-1] is ... else number]
            if not _fits(item, part):
                return _refusal(item, part, f"{key}[{number}]")
    fix = "Put it in quotes." if "text" in _words(kind) and not isinstance(value, (str, list, dict)) else ""
    return _Refusal(key, f"{key} is {_shown(value)}; it must be {_words(kind)}.", fix)


def _record_refusal(value: dict[Any, Any], kind: type[Record], key: str) -> _Refusal:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    within = f"{key}." if key else ""
    for name in value:
        if name not in fields:
            message = f"{key}: unknown key {name!r}." if key else f"unknown key {name!r}."
            near = [repr(word) for word in nearest(str(name), fields, most=1, likeness=0.6)]
            return _Refusal(f"{within}{name}", message, did_you_mean(near, f"Known keys: {', '.join(fields)}."))
    for name, field in fields.items():
        if field.required and name not in value:
            return _Refusal(key, f"{within}{name} is missing.")
    for name, item in value.items():
        if not _fits(item, fields[name].type):
            return _refusal(item, fields[name].type, f"{within}{name}")
    try:
        convert(value, kind)
    except msgspec.ValidationError as error:  # a rule of this record about several keys
        return _Refusal(key, f"{key}: {error.__cause__}" if key else str(error.__cause__))
    raise AssertionError(f"{kind.__name__} takes {value!r}")


def _has_form(value: object, kind: Any) -> bool:
    """Return whether a value is a mapping or list as the type needs; a fault is then inside of it."""
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
        return _one_of(map(str, parts))
    if origin in (Union, UnionType):
        return " or ".join(_words(part) for part in parts if part is not type(None))
    if origin is tuple and parts[-1] is not ...:
        return f"a list of {len(parts)}, each {_words(parts[0])}"
    if isinstance(kind, type) and issubclass(kind, Record):
        return "a mapping"
    return _WORDS.get(origin or kind, "a value")


def _one_of(words: Iterable[str]) -> str:
    listed = [word or "nothing" for word in words]
    return listed[0] if len(listed) == 1 else f"one of {', '.join(listed)}"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
