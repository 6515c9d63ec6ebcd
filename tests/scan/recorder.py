"""Runs a driver and records which functions, classes and methods of torch each call in some folder really reached.

`python -m tests.scan.recorder FOLDER DRIVER OUT` runs the file DRIVER with FOLDER on `sys.path` and writes OUT, a JSON
object: file, then `line:column`, then the names that are right for what was called there. An empty list is a call of
something else; `?` marks a method of torch that a class of FOLDER overrides, which is right, but not missed if absent.
Calls, base classes and decorators are rewritten while FOLDER's modules are imported: `f(x)` becomes
`record(site, f)(x)`, so that the object itself is known and not only its code.
"""

from __future__ import annotations

import ast
import functools
import importlib.machinery
import json
import sys
import traceback
import types
import warnings
from pathlib import Path
from typing import Any

UNNAMED = ("__init__", "__new__", "__call__", "__enter__", "__exit__", "__iter__", "__getitem__")
RECORD = "__mxtutor_record__"


class Rewriter(ast.NodeTransformer):
    """Hands each callee to the recorder."""

    def __init__(self, file: str) -> None:
        self.file = file

    def wrapped(self, node: ast.expr, place: ast.expr) -> ast.expr:
        """Return `record(site, node)`."""
        arguments = [ast.Constant(self.file), ast.Constant(place.lineno), ast.Constant(place.col_offset), node]
        call = ast.Call(ast.Name(RECORD, ast.Load()), arguments, [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Wrap the callee of a call; `super` must stay what it is."""
        place = node
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Name) and node.func.id in ("super", "locals", "vars", "eval", "exec")):
            node.func = self.wrapped(node.func, place)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Wrap the base classes and the decorators of a class."""
        bases = list(node.bases)
        self.generic_visit(node)
        plain = (ast.Name, ast.Attribute)
        node.bases = [
            self.wrapped(new, old) if isinstance(old, plain) else new
            for old, new in zip(bases, node.bases, strict=True)
        ]
        return self._decorated(node)  # type: ignore[no-any-return]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Wrap the decorators of a function; leave its annotations alone."""
        node.body = [self.visit(one) for one in node.body]
        node.args.defaults = [self.visit(one) for one in node.args.defaults]
        node.args.kw_defaults = [self.visit(one) if one is not None else None for one in node.args.kw_defaults]
        called = [self.visit(one) if isinstance(one, ast.Call) else one for one in node.decorator_list]
        node.decorator_list = called
        return self._decorated(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        """Do the same for an async function."""
        return self.visit_FunctionDef(node)  # type: ignore[arg-type]

    def _decorated(self, node: Any) -> Any:
        plain = (ast.Name, ast.Attribute)
        ignored = ("property", "staticmethod", "classmethod")
        node.decorator_list = [
            self.wrapped(one, one) if isinstance(one, plain) and ast.unparse(one) not in ignored else one
            for one in node.decorator_list
        ]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        """Leave annotations alone."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node


class Recorder:
    """Collects names by site."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen: dict[str, dict[str, set[str]]] = {}
        self._paths: dict[int, list[str]] | None = None

    def record(self, file: str, line: int, column: int, callee: Any) -> Any:
        """Note what is called at a site and return it."""
        names = self.names(callee)
        self.seen.setdefault(file, {}).setdefault(f"{line}:{column}", set()).update(names)
        return callee

    def names(self, callee: Any) -> list[str]:
        """Return torch's names of a callee; empty if it is none of torch's."""
        import torch

        if isinstance(callee, functools.partial):
            return self.names(callee.func)
        if isinstance(callee, type):
            return self._named(callee)
        holder = getattr(callee, "__self__", None)
        name = getattr(callee, "__name__", "")
        if isinstance(callee, (types.MethodType, types.BuiltinMethodType)) and holder is not None:
            if name in UNNAMED:
                return []
            if isinstance(holder, torch.Tensor):
                inside = getattr(callee, "__module__", "") or "torch"
                return [f"Tensor.{name}"] if _is_torch(inside) and hasattr(torch.Tensor, name) else []
            if not isinstance(holder, types.ModuleType) and not _is_function_holder(holder):
                return self._method(holder if isinstance(holder, type) else type(holder), name, callee)
        if isinstance(callee, (types.FunctionType, types.BuiltinFunctionType)):
            wrapped = getattr(callee, "__wrapped__", None)
            if isinstance(wrapped, types.MethodType):  # a scheduler puts one around the optimizer's `step`
                return self.names(wrapped)
            return self._function(callee)
        if isinstance(callee, (types.MethodDescriptorType, types.WrapperDescriptorType)):
            owner: Any = callee.__objclass__
            return [f"Tensor.{name}"] if owner.__name__ in ("TensorBase", "Tensor") and name not in UNNAMED else []
        return []

    def _method(self, kind: type, name: str, callee: Any) -> list[str]:
        definers = [one for one in kind.__mro__ if name in vars(one)]
        function = getattr(callee, "__func__", None)
        own = [one for one in definers if getattr(vars(one)[name], "__func__", vars(one)[name]) is function]
        owners = [one for one in definers if _is_torch(one.__module__)]
        names = [f"{path}.{name}" for one in owners for path in self._named(one)]
        called = own[0] if own else definers[0] if definers else None
        if called is None or _is_torch(called.__module__):
            return names
        return [f"?{one}" for one in names]  # the project overrides torch's method

    def _named(self, thing: type) -> list[str]:
        inside = thing.__module__ or ""
        if not _is_torch(inside):
            return []
        return [*self.paths.get(id(thing), []), f"{inside}.{thing.__qualname__}"]

    def _function(self, callee: Any) -> list[str]:
        found = self.paths.get(id(callee), [])
        inside = getattr(callee, "__module__", "") or ""
        name = str(getattr(callee, "__qualname__", callee.__name__)).partition(".<locals>")[0]
        if callee.__name__ in UNNAMED:  # `Module.__init__(self)` is no site, as `super().__init__()` is none
            return []
        if found:
            return [*found, f"{inside}.{name}"]
        if _is_function_holder(getattr(callee, "__self__", None)):
            return [f"torch.{name}", f"torch.nn.functional.{name}"]
        if inside.partition(".")[0] in ("torch", "torchvision") and "<" not in name and "." not in name:
            return [f"{inside}.{name}"]
        if inside.startswith("torch._tensor") or name.startswith("Tensor."):
            return [f"Tensor.{callee.__name__}"]
        owner, dot, last = name.rpartition(".")
        if owner == "_VariableFunctionsClass":
            return [f"torch.{last}"]
        kind = getattr(sys.modules.get(inside), owner, None)
        if dot and isinstance(kind, type) and _is_torch(inside):
            return self._method(kind, last, None)
        return []

    @property
    def paths(self) -> dict[int, list[str]]:
        """Public paths of torch's objects, by id."""
        if self._paths is None:
            from tests.scan.torch_names import modules, public_paths

            self._paths = public_paths(modules())
        return self._paths


def _is_torch(module: str | None) -> bool:
    return (module or "").partition(".")[0] in ("torch", "torchvision", "torchaudio")


def _is_function_holder(holder: Any) -> bool:
    return isinstance(holder, type) and holder.__name__ == "_VariableFunctionsClass"


def install(recorder: Recorder) -> None:
    """Rewrite all modules of the recorder's folder at their import."""

    class Loader(importlib.machinery.SourceFileLoader):
        def get_code(self, fullname: str) -> types.CodeType:
            path = self.get_filename(fullname)
            return compiled(recorder, Path(path))

    details = importlib.machinery.FileFinder.path_hook((Loader, [".py"]))

    def hook(path: str) -> Any:
        if not Path(path).resolve().is_relative_to(recorder.folder):
            raise ImportError(path)
        return details(path)

    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.clear()
    import builtins

    setattr(builtins, RECORD, recorder.record)


def compiled(recorder: Recorder, path: Path) -> types.CodeType:
    """Return the code of a file, rewritten if it lies in the recorder's folder."""
    source = path.read_bytes()
    tree = ast.parse(source)
    resolved = path.resolve()
    if resolved.is_relative_to(recorder.folder):
        tree = Rewriter(resolved.relative_to(recorder.folder).as_posix()).visit(tree)
        ast.fix_missing_locations(tree)
    return compile(tree, str(path), "exec", dont_inherit=True)


def main(folder: str, driver: str, out: str) -> int:
    """Record one driver; an error inside of it ends the driver, not the record."""
    warnings.simplefilter("ignore")
    recorder = Recorder(Path(folder).resolve())
    sys.path.insert(0, folder)
    _ = recorder.paths  # before torch's functions are rewritten by anyone
    install(recorder)
    code = compiled(recorder, Path(driver))
    status = 0
    try:
        exec(code, {"__name__": "__main__", "__file__": driver})
    except Exception:
        traceback.print_exc()
        status = 1
    found = {file: {place: sorted(names) for place, names in sites.items()} for file, sites in recorder.seen.items()}
    Path(out).write_text(json.dumps(found, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return status


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:4]))
