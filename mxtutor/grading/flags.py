"""Finds code in an answer that accesses the grader, for the flags of a report.

The source is parsed, never run. This cannot find code that is made at run time, so making code is flagged, too.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator, Sequence

from mxtutor.grading.protocol import Flag
from mxtutor.syntax import parse

_MAX_DEPTH = 100
"""Maximum number of attributes in a chain that are followed."""


class Names:
    """The names that imports and plain assignments bind, anywhere in a module."""

    def __init__(self, tree: ast.AST) -> None:
        self._bound: dict[str, str] = {}
        nodes = list(ast.walk(tree))
        for node in nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    whole = alias.name if alias.asname else alias.name.partition(".")[0]
                    self._bound[alias.asname or whole] = whole
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    self._bound[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        for _ in range(3):  # an alias of an alias of an alias
            for node in nodes:
                if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                    self._alias(node.targets[0].id, node.value)
                elif isinstance(node, ast.NamedExpr):
                    self._alias(node.target.id, node.value)

    def _alias(self, name: str, value: ast.expr) -> None:
        if isinstance(value, (ast.Name, ast.Attribute)) and name not in self._bound:
            full_name = self.resolve(value)
            if full_name.partition(".")[0] in {m.partition(".")[0] for m in self._bound.values()}:
                self._bound[name] = full_name

    def resolve(self, node: ast.expr) -> str:
        """Return the full name of a dotted expression ("mxnet.ndarray.NDArray"); "" for any other expression."""
        parts: list[str] = []
        for _ in range(_MAX_DEPTH):
            if not isinstance(node, ast.Attribute):
                break
            parts.append(node.attr)
            node = node.value
        if isinstance(node, ast.Call) and self.resolve(node.func) in ("__import__", "importlib.import_module"):
            root = text_of(node.args[0]) if node.args else None
            return ".".join([root or "?", *reversed(parts)])
        if not isinstance(node, ast.Name):
            return ""
        return ".".join([self._bound.get(node.id, node.id), *reversed(parts)])

    def foreign(self, node: ast.expr) -> str | None:
        """Return the text of an expression for an imported module or its member; None for any other expression.

        The type of a value counts, too (`type(x)`, `x.__class__`), except of `self` and `cls`.
        """
        if isinstance(node, ast.Call):
            own = isinstance(node.func, ast.Name) and node.func.id == "type" and len(node.args) == 1
            if own and not _is_self(node.args[0]):
                return f"type({dotted(node.args[0])})"
            return dotted(node) if self.resolve(node) else None
        if isinstance(node, ast.Attribute) and node.attr == "__class__":
            return None if _is_self(node.value) else dotted(node)
        root: ast.expr = node
        for _ in range(_MAX_DEPTH):
            if not isinstance(root, ast.Attribute):
                break
            root = root.value
        return dotted(node) if isinstance(root, ast.Name) and root.id in self._bound else None

    def is_namespace(self, node: ast.expr) -> bool:
        """Return whether an expression is the dictionary of a foreign object (`vars(nd)`, `nd.__dict__`)."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "vars" and node.args:
            return self.foreign(node.args[0]) is not None
        if isinstance(node, ast.Attribute) and node.attr == "__dict__":
            return self.foreign(node.value) is not None
        return False


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def dotted(node: ast.expr) -> str:
    """Return the source text of an expression in one short line."""
    try:
        text = ast.unparse(node)
    except (RecursionError, ValueError):
        return "an expression"
    return text if len(text) <= 60 else f"{text[:57]}..."


def text_of(node: ast.expr) -> str | None:
    """Return the string value of an expression of literals ("f_" + "back", "".join([..])); None if it is not one."""
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        return value if isinstance(value, str) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _halves(node)
        return None if left is None or right is None else left + right
    if isinstance(node, ast.JoinedStr):
        parts = [text_of(p.value) if isinstance(p, ast.FormattedValue) else text_of(p) for p in node.values]
        return "".join(p for p in parts if p is not None) if None not in parts else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
        return _joined(node)
    return None


def _halves(node: ast.BinOp) -> tuple[str | None, str | None]:
    """Return the string values of both sides of a sum; None for a very long sum."""
    depth, inner = 0, node.left
    while isinstance(inner, ast.BinOp) and depth <= _MAX_DEPTH:
        depth, inner = depth + 1, inner.left
    return (None, None) if depth > _MAX_DEPTH else (text_of(node.left), text_of(node.right))


def _joined(node: ast.Call) -> str | None:
    separator = text_of(node.func.value) if isinstance(node.func, ast.Attribute) else None
    if separator is None or len(node.args) != 1 or not isinstance(node.args[0], (ast.List, ast.Tuple)):
        return None
    parts = [text_of(item) for item in node.args[0].elts]
    return None if None in parts else separator.join(p for p in parts if p is not None)


MAX_PARSED = 64 * 1024
"""Largest source, in bytes, that is searched; no answer needs more."""
_LOOKS = "which looks into the grader. Ask the learner about it."
_CHANGES = "which changes what the grader sees. Ask the learner about it."
_ENDS = "which ends the process that is graded. Ask the learner about it."
_HIDES = "which runs code that its source does not contain. Ask the learner about it."
_UNREAD = "so its source was not searched for code that accesses the grader. Ask the learner about it."

_ATTRIBUTES = {
    **dict.fromkeys(("_getframe", "_current_frames", "currentframe", "getouterframes", "getinnerframes"), "frames"),
    **dict.fromkeys(("f_back", "f_locals", "f_globals", "f_builtins", "f_code", "f_trace"), "frames"),
    **dict.fromkeys(("tb_frame", "gi_frame", "cr_frame", "ag_frame", "_getframemodulename"), "frames"),
    **dict.fromkeys(("get_objects", "get_referrers", "get_referents"), "objects"),
    **dict.fromkeys(("__globals__", "__builtins__", "__closure__", "__code__", "__subclasses__"), "interpreter"),
    **dict.fromkeys(("settrace", "setprofile", "addaudithook", "meta_path", "path_hooks"), "tracing"),
    **dict.fromkeys(("settrace_all_threads", "setprofile_all_threads"), "tracing"),
    "_exit": "exit",
}
"""Maps attributes that are only needed to access the interpreter's internals to the code of their flag."""
_MEMORY = ("pythonapi", "py_object", "PyDLL", "CDLL", "cdll", "pydll", "memmove", "memset", "util", "_SimpleCData")
"""Members of `ctypes` that access the interpreter's memory; types and casts alone do not."""
_MODULES = {
    "mxtutor": "grader-modules",
    "_ctypes": "interpreter",
    "cffi": "interpreter",
    **{f"ctypes.{name}": "interpreter" for name in _MEMORY},
    "unittest.mock": "patch",
    "_testcapi": "interpreter",
    "marshal": "hidden-code",
}
_RUNNERS = {"exec", "eval", "compile", "builtins.exec", "builtins.eval", "builtins.compile"}
_IMPORTERS = {"__import__", "importlib.import_module", "builtins.__import__", "importlib.__import__"}
_SETTERS = {"setattr", "delattr", "builtins.setattr", "builtins.delattr"}
_SLOTS = {"__setattr__", "__delattr__"}
_STREAMS = {"sys.stdout", "sys.stderr", "sys.stdin"}


def flags_of(source: bytes) -> tuple[Flag, ...]:
    """Return the flags of a source, one per code, in the order of their lines; none if it does not parse."""
    if len(source) > MAX_PARSED:
        return (Flag("hidden-code", f"This answer is larger than {MAX_PARSED // 1024} KiB, {_UNREAD}"),)
    found: dict[str, Flag] = {}
    for code, line, what, why in sorted(_scan(source), key=lambda seen: seen[1]):
        found.setdefault(code, Flag(code, f"This answer {what}, {why}", line))
    return tuple(found.values())


def replaced(names: Sequence[str]) -> tuple[Flag, ...]:
    """Return the flag of an answer that replaced functions."""
    if not names:
        return ()
    return (Flag("tampered", f"This answer replaces `{names[0]}`, {_CHANGES}"),)


Finding = tuple[str, int, str, str]
"""Code, line, what the answer does, why it is flagged."""


def _scan(source: bytes | str, line: int = 0) -> Iterator[Finding]:
    """Yield the findings in a source; for a source in a string, `line` is the line of the string."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    names = Names(tree)
    for node in ast.walk(tree):
        for code, what, why in _look(node, names):
            yield code, line or getattr(node, "lineno", 1), what, why
        if isinstance(node, ast.Call) and names.resolve(node.func) in _RUNNERS and node.args:
            text = text_of(node.args[0])
            if text is None:
                yield "hidden-code", line or node.lineno, f"calls `{dotted(node.func)}` on made-up text", _HIDES
            elif not line:
                yield from _scan(text, node.lineno)


Found = Iterator[tuple[str, str, str]]


def _look(node: ast.AST, names: Names) -> Found:
    if isinstance(node, ast.expr) and (text := text_of(node)):
        yield from _named(text.split("."))
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from _imports(node)
    elif isinstance(node, ast.Attribute):
        yield from _attribute(node, names)
    elif isinstance(node, ast.Name) and node.id == "__builtins__":
        yield "interpreter", "uses `__builtins__`", _LOOKS
    elif isinstance(node, ast.Call):
        yield from _call(node, names)
    elif isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete, ast.For)):
        yield from _targets(node, names)
    elif isinstance(node, ast.Subscript):
        yield from _subscript(node)
    elif isinstance(node, ast.MatchClass):
        yield from _named(node.kwd_attrs)


def _imports(node: ast.Import | ast.ImportFrom) -> Found:
    if isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    else:
        modules = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        for alias in node.names:
            if alias.name in _ATTRIBUTES:
                why = _ENDS if alias.name == "_exit" else _LOOKS
                yield _ATTRIBUTES[alias.name], f"imports `{node.module}.{alias.name}`", why
            elif node.module == "sys" and alias.name == "modules":
                yield "grader-modules", "imports `sys.modules`", _LOOKS
    for module in modules:
        yield from _module(module)


def _module(name: str) -> Found:
    for known, code in _MODULES.items():
        if name == known or name.startswith(f"{known}."):
            yield code, f"imports `{name}`", _CHANGES if code == "patch" else _LOOKS


def _attribute(node: ast.Attribute, names: Names) -> Found:
    full_name = names.resolve(node)
    if full_name == "sys.modules":
        yield "grader-modules", "uses `sys.modules`", _LOOKS
    elif full_name.startswith("ctypes.") and full_name.split(".")[1] in _MEMORY:
        yield "interpreter", f"uses `{dotted(node)}`", _LOOKS
    elif full_name == "inspect.stack":
        yield "frames", "uses `inspect.stack`", _LOOKS
    elif node.attr in _ATTRIBUTES and not (node.attr == "_exit" and full_name != "os._exit"):
        yield _ATTRIBUTES[node.attr], f"uses `{dotted(node)}`", _ENDS if full_name == "os._exit" else _LOOKS


def _call(node: ast.Call, names: Names) -> Found:
    called, arguments = names.resolve(node.func), node.args
    texts = [text_of(a) for a in arguments]
    if called in _IMPORTERS and texts:
        if texts[0] is None:
            yield "hidden-code", f"calls `{dotted(node.func)}` on a made-up name", _HIDES
        else:
            yield from _module(texts[0])
    sets = called in _SETTERS or (isinstance(node.func, ast.Attribute) and node.func.attr in _SLOTS)
    if sets and arguments and (owner := names.foreign(arguments[0])) is not None:
        yield "patch", f"sets attributes of `{owner}`", _CHANGES
    by_name = called in ("getattr", "builtins.getattr") and len(arguments) > 1 and texts[1] is None
    if by_name and names.resolve(arguments[0]) in ("sys", "gc", "inspect", "os", "builtins", "types"):
        yield "hidden-code", f"looks up a made-up name in `{dotted(arguments[0])}`", _HIDES


def _named(names: Iterable[str]) -> Found:
    """Yield the names that an answer has as texts or in a pattern, with which it may look them up."""
    for name in names:
        if name in _ATTRIBUTES and name != "_exit":
            yield _ATTRIBUTES[name], f"names `{name}`", _LOOKS


def _subscript(node: ast.Subscript) -> Found:
    text = text_of(node.slice)
    if text and (text == "mxtutor" or text.startswith("mxtutor.")):
        yield "grader-modules", f"looks up `{text}`", _LOOKS


def _targets(node: ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete | ast.For, names: Names) -> Found:
    listed = node.targets if isinstance(node, (ast.Assign, ast.Delete)) else [node.target]
    todo = list(listed)
    while todo:
        target = todo.pop()
        if isinstance(target, (ast.Tuple, ast.List)):
            todo += target.elts
        elif isinstance(target, ast.Attribute):
            if target.attr == "__class__":
                yield "patch", f"sets `{dotted(target)}`", _CHANGES
            elif names.foreign(target.value) is not None and names.resolve(target) not in _STREAMS:
                yield "patch", f"replaces `{dotted(target)}`", _CHANGES
        elif isinstance(target, ast.Subscript) and names.is_namespace(target.value):
            yield "patch", f"writes to `{dotted(target.value)}`", _CHANGES
