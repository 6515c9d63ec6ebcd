"""Copies the learner's code, or a port, with all that it uses of its project, and writes a module that loads it."""

from __future__ import annotations
import __future__

import ast
import builtins
import dis
import importlib.util
import pprint
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType

from mxtutor.errors import AnswerError, UsageError
from mxtutor.own_code.sources import Import, Original, bound_names, names_of, parsed_file, statements
from mxtutor.scan.sources import Source, parse
from mxtutor.suggest import did_you_mean, nearest

MOST_FILES = 400
MOST_BYTES = 8 << 20
"""Maximum number of files, and maximum size in bytes, that are copied with the learner's code."""


@dataclass(frozen=True, slots=True)
class Missing:
    """An import of a package that is not installed here."""

    package: str
    where: str
    """`file.py:line`."""


@dataclass(slots=True)
class Cut:
    """The learner's code with what it uses of its project."""

    module: str
    """Dotted name under which the file is imported."""
    files: dict[str, str]
    """Maps relative paths to texts, in which lines that are not needed are empty."""
    missing: list[Missing]


_TEMPLATE = '''\
"""Makes {owner} ready; the files below are copies, and the project itself stays as it is."""

import importlib
import os
import sys

FILES = {files}

_top = os.path.abspath("own_code")
for _name, _text in FILES.items():
    _path = os.path.join(_top, _name)
    os.makedirs(os.path.dirname(_path), exist_ok=True)
    with open(_path, "w", encoding="utf-8") as _file:
        _file.write(_text)
sys.path.insert(0, _top)
_argv, sys.argv = sys.argv, [{file!r}]
try:
    _module = importlib.import_module({module!r})
finally:
    sys.argv = _argv
if not hasattr(_module, {owner!r}):
    raise NameError("the module defines no {owner} when it runs")
{owner} = _module.{owner}
if not callable({owner}):
    raise TypeError("{owner} is not a function or a class, but an object of type " + type({owner}).__name__)
'''


def loaded_cut(original: Original, cut: Cut | None = None) -> str:
    """Return the source of a module that defines the learner's code, as it is now, by importing copies of its files."""
    cut = cut or cut_out(original)
    files = pprint.pformat(cut.files, width=110)  # a string for each line, so that diffs of a pack are readable
    return _TEMPLATE.format(owner=original.owner, file=original.path.name, module=cut.module, files=files)


def cut_out(original: Original, *, also: Sequence[str] = (), whole: bool = False) -> Cut:
    """Return the learner's code with the statements that it names, directly and indirectly, of its project's modules.

    Statements that define nothing (a training loop, `parse_args()`) and imports that nothing needs are left out.

    Args:
        original: the learner's code.
        also: other names of its file that are needed, such as those of examples.
        whole: take all of its own file.

    Raises:
        UsageError: the files are too many, or too large.
    """
    root, module = package_root(original.path)
    cutter = _Cutter(root, original)
    cutter.need(original.path, None if whole else [original.owner, *also])
    files = {cutter.name_of(path): one.text_kept() for path, one in cutter.modules.items()}
    if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
        fix = "Put the function into a file that imports less."
        raise UsageError(f"The code needs more than {MOST_FILES} files or 8 MiB of its project.", fix=fix)
    return Cut(module, files, cutter.missing)


def port_source(path: Path, source: bytes, owner: str, entry: str) -> bytes:
    """Return the source of a port, as the grader takes it.

    `entry` names what the port defines in place of `owner`. Modules of the port's project come along as copies.

    Raises:
        AnswerError: the port defines no such name.
    """
    tree, _ = parse(source)
    if tree is None:
        return source  # the report says what is wrong
    text, known = Source(tree, data=source).text, bound_names(tree)
    if entry != owner and entry not in known:
        fix = did_you_mean(nearest(entry, known), f"It defines {', '.join(list(known)[:8])}." if known else "")
        raise AnswerError(f"{path} defines no {entry!r}.", fix=fix)
    if str(path) != "-":
        port = Original(path.absolute(), entry, text, tree, None)
        cut = cut_out(port, whole=True)
        if len(cut.files) > 1 and entry in known:
            text = loaded_cut(port, cut)
    renamed = f"\n\n{owner} = {entry}\n" if entry != owner else ""
    return (text + renamed).encode("utf-8", "replace")


def package_root(path: Path) -> tuple[Path, str]:
    """Return the folder from which a file is imported, and its dotted name; a package has an `__init__.py`."""
    folder, parts = path.parent, [path.stem]
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        parts.insert(0, folder.name)
        folder = folder.parent
    if not all(part.isidentifier() for part in parts):
        return path.parent, "own_code_module"
    if parts[-1] == "__init__":
        parts.pop()
    return folder, ".".join(parts)


@dataclass(slots=True)
class _Module:
    """A file of the project, and the statements of it that are needed."""

    text: str
    tree: ast.Module
    binds: dict[str, list[ast.stmt]] = field(default_factory=dict)
    """The statements that bind a name, or change its object."""
    stars: list[ast.ImportFrom] = field(default_factory=list)
    kept: dict[ast.stmt, set[str]] = field(default_factory=dict)
    """Maps each needed statement to the names that are needed of it, if it is an import."""

    def __post_init__(self) -> None:
        for node in self.tree.body:
            if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test):
                continue
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                self.kept[node] = {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
                self.stars.append(node)
            else:
                for name in dict.fromkeys(_bound(node)):
                    self.binds.setdefault(name, []).append(node)

    def loaded(self, node: ast.stmt) -> set[str]:
        """Return the names of the module that a statement reads, including those that its functions read later."""
        future = any(isinstance(n, ast.ImportFrom) and n.module == "__future__" for n in self.kept)
        flags = __future__.annotations.compiler_flag if future else 0
        try:
            code = compile(ast.Module([node], []), "own", "exec", flags, dont_inherit=True)
            return set(_global_names(code))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}

    def text_kept(self) -> str:
        """Return the text with empty lines in place of what is not needed, so that lines keep their numbers."""
        old = self.text.splitlines()
        new = [""] * len(old)
        for node, names in self.kept.items():
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))]) - 1
            if isinstance(node, Import):
                part = [alias for alias in node.names if _name(alias) in names or alias.name == "*"]
                ends = "; " if new[first] else ""
                new[first] += ends + ast.unparse(type(node)(**{**dict(ast.iter_fields(node)), "names": part}))
            else:
                new[first : node.end_lineno] = old[first : node.end_lineno]
        return "\n".join(new) + "\n"


def _global_names(code: CodeType) -> Iterator[str]:
    for one in dis.get_instructions(code):
        if one.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_CLASSDEREF"):
            yield str(one.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _global_names(inner)


def _name(alias: ast.alias) -> str:
    """Return the name that an import binds."""
    return alias.asname or alias.name.partition(".")[0]


def _bound(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement at the top of a module binds, and those of objects that it changes."""
    call = node.value.func if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None
    if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name):
        yield call.value.id  # `TABLE.update(..)`
    for inner in statements([node]):
        if not isinstance(inner, ast.Expr):
            yield from names_of(inner)


class _Cutter:
    def __init__(self, root: Path, original: Original) -> None:
        self._root = root
        self._tops = [
            *([root / "src"] if _is_project(root) else []),
            root,
            *([root.parent] if _is_project(root.parent) else []),
        ]
        self.modules: dict[Path, _Module] = {original.path: _Module(original.text, original.tree)}
        self.missing: list[Missing] = []
        self._busy = set[tuple[Path, str]]()

    def name_of(self, path: Path) -> str:
        """Return the relative path of the copy of a file."""
        path = path.with_suffix(".py")
        if path.parent == self._root and not path.stem.isidentifier():
            return "own_code_module.py"
        top = next((top for top in self._tops if path.is_relative_to(top)), path.parent)
        return path.relative_to(top).as_posix()

    def need(self, path: Path, names: Iterable[str] | None) -> bool:
        """Keep the statements that bind names in a file (all for None); return whether the file binds all the names."""
        module = self._module(path)
        if module is None:
            return False
        for folder in path.parents:
            if folder in self._tops:
                break
            self._module(folder / "__init__.py")
        if names is None:
            rest = [node for node in module.tree.body if node not in module.kept]
            for node in rest:
                self._keep(path, module, node, [*map(_name, getattr(node, "names", []))])
            return True
        found = [self._name(path, module, name) for name in names]
        return all(found)

    def _module(self, path: Path) -> _Module | None:
        if path not in self.modules and (found := parsed_file(path)) is not None:
            self.modules[path] = _Module(*found)
        return self.modules.get(path)

    def _name(self, path: Path, module: _Module, name: str) -> bool:
        if (path, name) in self._busy:
            return True
        self._busy.add((path, name))
        for node in module.binds.get(name, ()):
            self._keep(path, module, node, [name])
        if name in module.binds:
            return True
        for star in [] if name in dir(builtins) else module.stars:
            place = self._place(path, star)
            if place is None or self.need(place, [name]):
                module.kept.setdefault(star, set())
                return True
        self._busy.discard((path, name))
        return False

    def _keep(self, path: Path, module: _Module, node: ast.stmt, names: list[str]) -> None:
        if isinstance(node, Import):
            for alias in node.names:
                if _name(alias) in names and self._follow(path, node, alias, guarded=False):
                    module.kept.setdefault(node, set()).add(_name(alias))
            return
        if node in module.kept:
            return
        module.kept[node] = set()
        for inner in ast.walk(node):
            if isinstance(inner, Import):
                for alias in inner.names:
                    self._follow(path, inner, alias, guarded=True)
        loaded = module.loaded(node)
        for name in loaded:
            self._name(path, module, name)
        self._attributes(path, module, node, loaded)

    def _attributes(self, path: Path, module: _Module, node: ast.stmt, loaded: set[str]) -> None:
        """Keep what a statement uses of modules: `f` of `layers.f`, or all of a module that it uses as a value."""
        inside = set[ast.expr]()
        for one in ast.walk(node):
            parts, root = list[str](), one
            while isinstance(root, ast.Attribute):
                parts.insert(0, root.attr)
                inside.add(root.value)
                root = root.value
            if isinstance(root, ast.Name) and root.id in loaded and one not in inside:
                for bound in module.binds.get(root.id, ()):
                    if isinstance(bound, ast.Assign) and ast.unparse(bound.value) == "sys.modules[__name__]":
                        self.need(path, parts[:1])
                    elif isinstance(bound, Import):
                        self._of_module(path, bound, root.id, parts)

    def _of_module(self, path: Path, node: Import, name: str, parts: list[str]) -> None:
        alias = next(a for a in node.names if _name(a) == name)
        if isinstance(node, ast.Import):
            first = alias.name.split(".")
            place = self._found(first if alias.asname else first[:1])
        else:
            holder = self._place(path, node)
            place = _inside(holder, alias.name) if holder is not None else None
        while place is not None:
            if not parts:
                self.need(place, None)
                return
            inner, module = _inside(place, parts[0]), self._module(place)
            if inner is None or (module is not None and parts[0] in module.binds):
                self.need(place, parts[:1])
                return
            self.need(inner, ())
            place, parts = inner, parts[1:]

    def _follow(self, path: Path, node: Import, alias: ast.alias, *, guarded: bool) -> bool:
        """Keep what an import needs from the project; return whether the import can succeed here."""
        top = alias.name if isinstance(node, ast.Import) else node.module or ""
        place = self._found(top.split(".")) if isinstance(node, ast.Import) else self._place(path, node)
        if place is not None:
            if isinstance(node, ast.ImportFrom) and (alias.name == "*" or not self.need(place, [alias.name])):
                inner = _inside(place, alias.name)
                self.need(place if inner is None else inner, None if inner is None and alias.name == "*" else ())
            else:
                self.need(place, ())
            return True
        package = top.partition(".")[0]
        relative = isinstance(node, ast.ImportFrom) and node.level > 0
        if relative or installed(package):
            return True
        self.missing.append(Missing(package, f"{path.name}:{node.lineno}"))
        return guarded

    def _place(self, path: Path, node: ast.ImportFrom) -> Path | None:
        """Return the file of the module from which an import takes names; None outside of the project."""
        parts = node.module.split(".") if node.module else []
        if not node.level:
            return self._found(parts)
        start = path.parents[node.level - 1] if node.level <= len(path.parents) else path.parent
        return _file_of(start, parts)

    def _found(self, parts: list[str]) -> Path | None:
        top = next((t for t in self._tops if _holds(t, parts[0])), None) if parts else None
        return _file_of(top, parts) if top is not None else None


def _file_of(folder: Path, parts: list[str]) -> Path | None:
    place = folder.joinpath(*parts)
    found = (place.with_name(f"{place.name}.py") if parts else place / "__init__.py", place / "__init__.py")
    return next((path for path in found if path.is_file()), place / "__init__.py" if place.is_dir() else None)


def _inside(path: Path, name: str) -> Path | None:
    """Return the file of a module in a package."""
    if path.name != "__init__.py":
        return None
    return next((p for p in (path.parent / f"{name}.py", path.parent / name / "__init__.py") if p.is_file()), None)


def _is_project(folder: Path) -> bool:
    return any((folder / name).exists() for name in ("pyproject.toml", "setup.py", "setup.cfg", ".git"))


def _holds(folder: Path, name: str) -> bool:
    place = folder / name
    if (folder / f"{name}.py").is_file() or (place / "__init__.py").is_file():
        return True
    return place.is_dir() and not installed(name) and any(place.glob("*.py"))


@cache
def installed(package: str) -> bool:
    """Return whether a package is part of Python or installed beside mxtutor."""
    if package in sys.stdlib_module_names or package in sys.builtin_module_names:
        return True
    try:
        return bool(package) and importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):
        return False
