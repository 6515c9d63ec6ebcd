"""Writes the MXNet form of a call site, with the site's own arguments where they are literals or names."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from mxtutor.content.truth_rows import Truth
from mxtutor.scan.records import SiteRecord
from mxtutor.scan.scopes import last_name
from mxtutor.syntax import parse_expression

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
MODULES = ("torch", "F", "nn", "optim")
"""Names before the dot that are not arrays."""
NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)
LONGEST = 60
"""Maximum length of an argument that is filled in, in characters."""


def form_of(known: Mapping[str, Truth], site: SiteRecord) -> str:
    """Return the MXNet form of a site; the general form of its row if its arguments do not fit, empty for none.

    `known` has the rows of the truth table by name.
    """
    row = known.get(site.name)
    if row is None:
        return ""
    try:
        call = parse_expression(site.code)
    except NOT_PYTHON:  # there is no text, or a report was edited
        call = None
    own = filled(site.name, row, call) if isinstance(call, ast.Call) else ""
    return own or row.mxnet_nd or row.mxnet_np


def filled(name: str, row: Truth, call: ast.Call) -> str:
    """Return the form of a row with the arguments of a call; empty if they do not match the row's."""
    if own := _with_shape(name, call) or _flattened(name, call):
        return own
    form = row.mxnet_nd or row.mxnet_np
    pattern = _pattern(row.torch_form, name)
    if not form or pattern is None:
        return ""
    names: dict[str, str] = {}
    if not _matches(pattern, call, names, method=_is_method(name)) or not names:
        return ""
    patterns = {word: rf"(?<![\w.']){re.escape(word)}(?![\w'])" for word in sorted(names, key=len, reverse=True)}
    if not all(word.isidentifier() or re.search(pattern, form) for word, pattern in patterns.items()):
        return ""
    return re.sub("|".join(patterns.values()), lambda match: names[match.group(0)], form)


def _with_shape(name: str, call: ast.Call) -> str:
    form = SHAPES.get(name)
    if form is None or call.keywords or not call.args or any(isinstance(one, ast.Starred) for one in call.args):
        return ""
    texts = [ast.unparse(one) for one in call.args]
    if len(texts) == 1 and not isinstance(call.args[0], (ast.Constant, ast.UnaryOp)):
        return ""  # it may be a tuple already
    shape = f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
    holder = _held(call.func.value) if isinstance(call.func, ast.Attribute) else "x"
    if len(shape) > LONGEST or len(holder) > LONGEST:
        return ""
    return form.format(x=holder, shape=shape)


def _flattened(name: str, call: ast.Call) -> str:
    """Return the form of a flatten that keeps the first axes: `nd.flatten` keeps one, the code 0 of reshape each."""
    if name not in ("torch.flatten", "Tensor.flatten"):
        return ""
    array, *rest = _operands(call, method=_is_method(name))
    given = dict(zip(("start_dim", "end_dim"), rest, strict=False)) | {k.arg or "": k.value for k in call.keywords}
    try:
        first, last = (
            ast.literal_eval(given.pop(key)) if key in given else usual
            for key, usual in (("start_dim", 0), ("end_dim", -1))
        )
    except ValueError:  # it is not a number
        return ""
    if given or last != -1 or type(first) is not int or not 1 <= first <= 6:
        return ""
    holder = _held(array)
    return f"{holder}.flatten()" if first == 1 else f"{holder}.reshape(({'0, ' * first}-1))"


def _held(node: ast.expr) -> str:
    """Return an expression as the receiver of a method, and as an operand."""
    text = ast.unparse(node)
    number = isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    whole = number or isinstance(node, (ast.Name, ast.Constant, ast.Attribute, ast.Call, ast.Subscript))
    return text if whole else f"({text})"


def _is_method(name: str) -> bool:
    """Return whether a name of torch is a method: its owner is a class, as in `Tensor.flip`."""
    return name.rpartition(".")[0].rpartition(".")[2][:1].isupper()


def _operands(call: ast.Call, *, method: bool) -> list[ast.expr]:
    """Return the positional arguments of a call, with the receiver of a method as the first one."""
    first = [call.func.value] if method and isinstance(call.func, ast.Attribute) else []
    return [*first, *call.args]


def _pattern(text: str, name: str) -> ast.Call | None:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    last = name.rpartition(".")[2]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and last_name(node) == last]
    return calls[0] if len(calls) == 1 else None


def _matches(pattern: ast.Call, call: ast.Call, names: dict[str, str], *, method: bool) -> bool:
    """Bind the names and literals of a row's call to a site's arguments; False if they differ in number or keywords.

    A method's receiver is the first argument: the site calls a method (`method`), the row perhaps the function.
    """
    module = isinstance(pattern.func, ast.Attribute) and ast.unparse(pattern.func.value).split(".")[0] in MODULES
    mine, theirs = _operands(pattern, method=not module), _operands(call, method=method)
    if len(mine) != len(theirs) or any(isinstance(one, ast.Starred) for one in call.args):
        return False
    keywords = {one.arg: one.value for one in call.keywords}
    if {one.arg for one in pattern.keywords} != set(keywords):
        return False
    pairs = [*zip(mine, theirs, strict=True), *((one.value, keywords[one.arg]) for one in pattern.keywords)]
    for asked, given in pairs:
        word, text = ast.unparse(asked), _held(given)
        if len(text) > LONGEST or names.get(word, text) != text:
            return False
        if isinstance(asked, ast.Constant) and not isinstance(given, (ast.Constant, ast.UnaryOp)):
            return False
        if isinstance(asked, (ast.Name, ast.Constant)):
            names[word] = text
        elif ast.unparse(given) != word:
            return False
    return True
