"""Reads YAML files as plain data. A repeated key in a mapping is an error, because it is nearly always a mistake."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

from mxtutor.errors import ContentError, reason_of

_CONVERSION_ERRORS = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""Errors of PyYAML for scalars that do not fit their tag (`!!int x`, the 45th of May) and for deep nesting."""
_FLOAT = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)[eE][-+]?\d+\Z")
"""Numbers such as 1e-5, which are numbers in YAML 1.2 but strings in PyYAML (YAML 1.1)."""

MAX_CHARACTERS = 4 << 20
"""Longest text that is parsed, in characters; the largest file of the course has a tenth of it."""
MAX_NODES = 200_000
"""Maximum number of keys, values, lists and mappings of one text; each alias counts as much as its target."""
MAX_DEPTH = 100
"""Deepest nesting of lists and mappings; PyYAML recurses in C, where a stack overflow kills the process."""
_SMALL = 20_000
"""Characters below which a text without anchors and with few brackets is within all limits and is not checked."""
_CHAIN = re.compile(r"(?:[-?] ){50}")
"""Deeply nested lists or keys on one line."""


def read_yaml(path: Path) -> dict[str, Any]:
    """Return the mapping in a YAML file.

    Raises:
        ContentError: the file is missing, not UTF-8, not YAML or not a mapping.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MAX_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(
            f"{path} cannot be read: {reason_of(error)}.", fix="Reinstall mxtutor or fix the pack."
        ) from error
    return parse_yaml(text, str(path))


def text_of(path: Path) -> str:
    """Return the text of a file; empty if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def parse_yaml(text: str, place: str) -> dict[str, Any]:
    """Return the mapping in YAML text; `place` is its name in error messages.

    Raises:
        ContentError: the text is not YAML, repeats a key or is not a mapping.
    """
    import yaml  # takes 20 ms, which commands without content need not spend

    try:
        check_limits(text)
        data = yaml.load(text, Loader=_loader())  # noqa: S506 - a subclass of the safe loader
    except TooMuchError as error:
        raise ContentError(f"{place} is not read: {error}.", fix=error.fix) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        tab = mark is not None and "\t" in "".join(text.split("\n")[mark.line : mark.line + 1])[: mark.column + 1]
        fix = "YAML is indented with spaces; there is a tab." if tab else ""
        raise ContentError(f"{place} is not valid YAML: {where}{_line(error.problem or error)}.", fix=fix) from error
    except (yaml.YAMLError, *_CONVERSION_ERRORS) as error:
        raise ContentError(f"{place} is not valid YAML: {_line(error)}.") from error
    if not isinstance(data, dict):
        raise ContentError(f"{place} must hold a mapping of keys to values.")
    return data


class TooMuchError(ValueError):
    """A text is too long, too deep, or describes too many values; `fix` says what to do."""

    def __init__(self, message: str, *, fix: str = "Shorten it.") -> None:
        super().__init__(message)
        self.fix = fix


def check_limits(text: str) -> None:
    """Check the size of the data in YAML text, in time and memory proportional to the text.

    Raises:
        TooMuchError: it exceeds a limit; the message names it.
        yaml.YAMLError: it is not YAML.
    """
    if len(text) > MAX_CHARACTERS:
        raise TooMuchError(f"it has more than {MAX_CHARACTERS:,} characters")
    brackets = text.count("[") + text.count("{")
    if "&" not in text and len(text) < _SMALL and brackets < MAX_DEPTH and not _CHAIN.search(text):
        return
    sizes = [0]
    """Number of nodes in each open list or mapping; the first entry is for the whole text."""
    names: list[str | None] = []
    """Anchors of the open lists and mappings."""
    repeated: dict[str, int] = {}
    """Number of nodes of each anchor."""
    parser = _loader()(text)
    try:
        while parser.check_event():
            _count(parser.get_event(), sizes, names, repeated)
    finally:
        parser.dispose()


def _count(event: Any, sizes: list[int], names: list[str | None], repeated: dict[str, int]) -> None:
    """Count one event of a text; the arguments are the variables of `check_limits`."""
    import yaml

    if isinstance(event, yaml.ScalarEvent):
        sizes[-1] += 1
        if event.anchor is not None:
            repeated[event.anchor] = 1
    elif isinstance(event, yaml.AliasEvent):
        if event.anchor in names:
            raise TooMuchError(f"*{event.anchor} repeats itself without end")
        sizes[-1] += repeated.get(event.anchor or "", 1)
    elif isinstance(event, yaml.CollectionStartEvent):
        sizes.append(1)
        names.append(event.anchor)
    elif isinstance(event, yaml.CollectionEndEvent):
        size, name = sizes.pop(), names.pop()
        if name is not None:
            repeated[name] = size
        sizes[-1] += size
    if len(names) > MAX_DEPTH:
        raise TooMuchError(f"lists and mappings are nested too deeply: more than {MAX_DEPTH} levels")
    if sum(sizes[-2:]) > MAX_NODES:
        raise TooMuchError(f"it holds more than {MAX_NODES:,} values", fix="Use no aliases of lists.")


def line_numbers(text: str) -> dict[str, int]:
    """Return the lines of keys and list items in YAML or JSON text, by key: `parts[1].exercises[0]`.

    Lines count from 1. Nodes repeated by an alias have no line, and a text that is not YAML has none at all.
    """
    import yaml

    try:
        check_limits(text)
        root = yaml.compose(text, Loader=_loader())
    except (yaml.YAMLError, *_CONVERSION_ERRORS):
        return {}
    lines: dict[str, int] = {}
    seen: set[int] = set()
    waiting: list[tuple[str, Any]] = [("", root)]
    while waiting:
        place, node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                name = f"{place}.{key.value}" if place else str(key.value)
                lines[name] = key.start_mark.line + 1
                waiting.append((name, value))
        elif isinstance(node, yaml.SequenceNode):
            for number, item in enumerate(node.value):
                lines[f"{place}[{number}]"] = item.start_mark.line + 1
                waiting.append((f"{place}[{number}]", item))
    return lines


def _line(error: object) -> str:
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__


@lru_cache(maxsize=1)
def _loader() -> Any:
    """Return PyYAML's safe loader, in C if libyaml is installed (ten times faster), with a check for repeated keys."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            keys = [(key.tag, key.value) for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
            if len(set(keys)) < len(keys):
                twice = Counter(keys).most_common(1)[0][0]
                mark = next(key.start_mark for key, _ in reversed(node.value) if (key.tag, key.value) == twice)
                raise yaml.constructor.ConstructorError(None, None, f"the key {twice[1]!r} occurs twice", mark)
            return super().construct_mapping(node, deep)

    Loader.add_implicit_resolver("tag:yaml.org,2002:float", _FLOAT, list("-+.0123456789"))
    return Loader
