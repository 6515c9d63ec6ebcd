"""Writes the MXNet form of a call site, with the site's own arguments where they are literals or names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from mxtutor.content.truth_rows import Truth
from mxtutor.scan.records import SiteRecord
from mxtutor.scan.sources import read_source

SHAPES = {
    "Tensor.view": "{x}.reshape({shape})",
    "Tensor.reshape": "{x}.reshape({shape})",
    "Tensor.permute": "{x}.transpose({shape})",
    "Tensor.expand": "{x}.broadcast_to({shape})",
    "Tensor.repeat": "{x}.tile({shape})",
    "torch.zeros": "nd.zeros({shape})",
    "torch.ones": "nd.ones({shape})",
    "torch.randn": "nd.random.normal(shape={shape})",
    "torch.rand": "nd.random.uniform(shape={shape})",
    "torch.empty": "nd.empty({shape})",
}
"""Names that take any number of sizes, and the form with a tuple."""
LONGEST = 60
"""Characters of an argument that is filled in."""


class Forms:
    """The forms of the sites of one project; each file is parsed once, and its tree is not kept."""

    def __init__(self, root: Path, known: Mapping[str, Truth], sites: Iterable[SiteRecord]) -> None:
        self.root = root
        self.known = known
        self._sites: dict[str, list[SiteRecord]] = {}
        for site in sites:
            if not site.cell and site.name in known:
                self._sites.setdefault(site.file, []).append(site)
        self._filled: dict[str, dict[tuple[int, int, str], str]] = {}

    def of(self, site: SiteRecord) -> str:
        """Return the MXNet form of a site; the row's general form if its arguments do not fit, empty for none."""
        row = self.known.get(site.name)
        if row is None:
            return ""
        found = self._filled.get(site.file)
        if found is None:
            found = self._filled[site.file] = self._file(site.file)
        return found.get((site.line, site.col, site.name)) or row.mxnet_nd or row.mxnet_np

    def _file(self, file: str) -> dict[tuple[int, int, str], str]:
        """Return the forms with arguments of the sites of a file."""
        sites = self._sites.pop(file, [])
        tree = read_source(self.root, file).tree if sites else None
        calls = {
            (node.lineno, node.col_offset, _last(node.func)): node
            for node in (ast.walk(tree) if tree is not None else ())
            if isinstance(node, ast.Call)
        }
        found: dict[tuple[int, int, str], str] = {}
        for site in sites:
            call = calls.get((site.line, site.col, site.name.rpartition(".")[2]))
            text = filled(site.name, self.known[site.name], call) if call is not None else ""
            if text:
                found[(site.line, site.col, site.name)] = text
        return found


def filled(name: str, row: Truth, call: ast.Call) -> str:
    """Return the form of a row with the arguments of a call; empty if they do not match the row's."""
    shape = _with_shape(name, call)
    if shape:
        return shape
    form = row.mxnet_nd or row.mxnet_np
    pattern = _pattern(row.torch_form, name)
    if not form or pattern is None:
        return ""
    names: dict[str, str] = {}
    if not _matches(pattern, call, names) or not names:
        return ""
    for word in names:
        if len(re.findall(rf"(?<![\w.']){re.escape(word)}(?![\w'])", form)) == 0 and not word.isidentifier():
            return ""
    parts = sorted(names, key=len, reverse=True)
    found = re.compile("|".join(rf"(?<![\w.']){re.escape(word)}(?![\w'])" for word in parts))
    return found.sub(lambda match: names[match.group(0)], form)


def _with_shape(name: str, call: ast.Call) -> str:
    form = SHAPES.get(name)
    if form is None or call.keywords or not call.args or any(isinstance(one, ast.Starred) for one in call.args):
        return ""
    texts = [ast.unparse(one) for one in call.args]
    if len(texts) == 1 and not isinstance(call.args[0], (ast.Constant, ast.UnaryOp)):
        return ""  # it may be a tuple already
    shape = f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
    holder = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else "x"
    if len(shape) > LONGEST or len(holder) > LONGEST:
        return ""
    return form.format(x=holder, shape=shape)


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _pattern(text: str, name: str) -> ast.Call | None:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    last = name.rpartition(".")[2]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _last(node.func) == last]
    return calls[0] if len(calls) == 1 else None


def _matches(pattern: ast.Call, call: ast.Call, names: dict[str, str]) -> bool:
    """Bind the names and literals of a row's call to a site's arguments; False if they differ in number or keywords."""
    if len(pattern.args) != len(call.args) or any(isinstance(one, ast.Starred) for one in call.args):
        return False
    keywords = {one.arg: one.value for one in call.keywords}
    if {one.arg for one in pattern.keywords} != set(keywords):
        return False
    pairs = [*zip(pattern.args, call.args, strict=True), *((one.value, keywords[one.arg]) for one in pattern.keywords)]
    if isinstance(pattern.func, ast.Attribute) and isinstance(call.func, ast.Attribute):
        held = pattern.func.value
        if isinstance(held, ast.Name) and held.id not in ("torch", "F", "nn", "optim"):
            pairs.append((held, call.func.value))
    for mine, theirs in pairs:
        text = ast.unparse(theirs)
        word = ast.unparse(mine)
        if len(text) > LONGEST or names.get(word, text) != text:
            return False
        if isinstance(mine, ast.Constant) and not isinstance(theirs, (ast.Constant, ast.UnaryOp)):
            return False
        if not isinstance(mine, (ast.Name, ast.Constant)):
            if text != word:
                return False
            continue
        names[word] = (
            text
            if isinstance(theirs, (ast.Name, ast.Constant, ast.Attribute, ast.Call, ast.Subscript))
            else f"({text})"
        )
    return True
