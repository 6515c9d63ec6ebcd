"""The terms that a file is lowered to: what each expression means, as data that processes can share.

A term is a tuple that starts with one of the words below; numbers in it are indices of other terms of the unit.

`("const", kind)`             a literal: None, bool, int, float, str, bytes, complex, ellipsis
`("import", module)`          `import module`; the term is the module itself
`("from", module, level, name)`  `from module import name`
`("builtin", name)`           a name that the file does not define
`("attr", base, name)`        an attribute
`("call", callee, arguments, keywords, site)`  a call; keywords are pairs of a name (or None) and a term
`("sub", base, kind, key)`    an index: `const` (int or str), `slice`, `many` (several terms), `any` (a term)
`("elem", base)`              one element of an iterable
`("unpack", base, place, starred)`  one target of an unpacking; the place is negative after a starred target
`("tuple" | "list" | "dict", items)`  a display or comprehension; a dict's items are pairs of key (or None) and term
`("star", base)`              `*base` in a call or a display
`("bin", left, right, sign)`  an operator of two operands
`("unary", operand)`          a sign
`("cmp", left, right)`        a comparison
`("phi", sources)`            one of several terms; the list grows while the file is read
`("func", number)`, `("class", number)`  a function or class of the unit
`("param", function, place)`  a parameter
`("self", class)`, `("cls", class)`, `("super", class)`  the first parameter of a method, and `super()` inside of it
`("enter", base)`             what `with base as name` binds
`("ann", base)`               a value whose annotation is `base`
`("narrow", base, type)`      `base` where `isinstance(base, type)` holds
`("hint", base, type)`        `base`, a call or an empty container, with an annotation that may tell more
`("await", base)`             what `await base` gives
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Term = tuple[Any, ...]

CONSTANTS = ("None", "bool", "int", "float", "str", "bytes", "complex", "ellipsis")
"""Kinds of literals; term 0 is unknown, term `1 + i` is the literal of kind `CONSTANTS[i]`."""
UNKNOWN = 0
NONE = 1
FIRST_TERMS: tuple[Term, ...] = (("unknown",), *(("const", kind) for kind in CONSTANTS))

WITH_ONE_PART = frozenset({"attr", "elem", "unpack", "star", "unary", "enter", "await", "hint", "sub"})
"""Words of terms that depend on their first part alone."""
IN_LOOP, IN_FORWARD, IN_TEST = 1, 2, 4
"""Flags of a site: inside of a loop, of a method `forward`, of a condition."""


@dataclass(slots=True)
class Function:
    """A function, a method or a lambda of a unit."""

    name: str
    owner: int
    """Number of its class; -1 for a function."""
    kind: str
    """`function`, `method`, `static`, `class` or `property`."""
    parameters: list[tuple[str, str, int, int]]
    """Name, kind (`plain`, `star`, `keyword`, `stars`), default and annotation, as terms; -1 for none."""
    returns: list[int] = field(default_factory=list)
    yields: list[int] = field(default_factory=list)
    annotation: int = -1
    """Term of the return annotation; -1 for none."""


@dataclass(slots=True)
class Class:
    """A class of a unit."""

    name: str
    bases: list[int]
    attributes: dict[str, list[int]] = field(default_factory=dict)
    """Everything that is assigned to an attribute, in the class body or through `self`."""
    methods: dict[str, list[int]] = field(default_factory=dict)
    """Numbers of the functions, by name; the last definition comes last."""
    appended: dict[str, list[int]] = field(default_factory=dict)
    """What is appended to the list or stored in the dict of an attribute."""
    annotations: dict[str, int] = field(default_factory=dict)
    packages: list[str] = field(default_factory=list)
    """The packages that its body and its methods import."""


@dataclass(slots=True)
class Site:
    """The place of a call, a base class or a decorator."""

    kind: str
    """`call`, `base` or `decorator`."""
    term: int
    line: int
    column: int
    flags: int
    function: int
    """Number of the function around it; -1 for none."""


@dataclass(slots=True)
class Unit:
    """A file as terms."""

    module: str
    """Its path."""
    terms: Sequence[Term]
    functions: list[Function]
    classes: list[Class]
    names: dict[str, int]
    """The module's global names, each with its term."""
    stars: list[tuple[str, int]]
    """Modules, with their level, of which all names are imported."""
    appended: dict[int, list[int]]
    """What is appended to the list, or stored in the dict, of a term."""
    stored: dict[str, list[int]]
    """What is assigned to an attribute of an object other than `self`, by the name of the attribute."""
    places: list[tuple[int, int, int]] | None = None
    """For a notebook: first line, number of the cell and first line inside it; None for other files."""


@dataclass(slots=True)
class Candidates:
    """What the naming of one file looks at."""

    sites: list[Site]
    attributes: list[tuple[int, int, int]]
    """Attributes that are read and not called: term, line and column."""
    suspects: list[tuple[str, int, int, int, int]]
    """Statements that may show a pattern: kind, line, two terms, flags."""


@dataclass(slots=True)
class Lowered:
    """A file as terms, with what other files ask of it."""

    unit: Unit
    candidates: Candidates
    callees: dict[str, list[int]]
    """Its calls by the last name of their callee."""
    bases: dict[str, list[int]]
    """Its classes, as numbers, by the last name of each base."""
    packages: set[str]
    """The packages that it imports."""


def parts_of(held: Term) -> tuple[int, ...]:
    """Return the terms that a term is made of."""
    kind = held[0]
    if kind in WITH_ONE_PART:
        return (held[1],)
    if kind == "call":
        return (held[1], *held[2], *[term for _, term in held[3]]) if held[3] else (held[1], *held[2])
    if kind in ("bin", "cmp", "narrow"):
        return (held[1], held[2])
    if kind in ("tuple", "list", "phi"):
        return tuple(held[1])
    if kind == "dict":
        return tuple(term for _, term in held[1])
    return ()
