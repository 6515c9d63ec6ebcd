"""The name at the cursor as a look-up needs it, and how a name that was looked up is written into the answer."""

from __future__ import annotations

from mxtutor.ui.widgets.editor.scope import Scope
from mxtutor.ui.widgets.editor.tokens import Chain, Line, chains


def chain_at(line: Line, column: int) -> Chain | None:
    """Return the dotted name that touches a column; None without one."""
    found = chains(line.tokens)
    return next((chain for chain in found if chain.parts[0].start <= column <= chain.parts[-1].end), None)


def full_name(line: Line, column: int, scope: Scope) -> str:
    """Return the dotted name at a column, with full names of modules.

    Empty for keywords and for names that are the answer's own.
    """
    chain = chain_at(line, column)
    if chain is None:
        return ""
    root, *rest = chain.names
    if not rest:
        found = scope.objects.get(root) or scope.torch.get(root, "")
        return "" if found == "torch" else found
    return ".".join((scope.owners.get(root) or scope.torch.get(root) or root or "x", *rest))


def insertion(
    name: str, line: Line, text: str, columns: tuple[int, int], scope: Scope, *, method: bool, instead: bool
) -> tuple[str, int, int]:
    """Return what is inserted for a name of MXNet, and the columns that it replaces.

    Args:
        name: the full name: `nd.clip`, `NDArray.reshape`.
        line: the tokens of the line.
        text: the line.
        columns: the selected columns, in order; equal ones are the cursor.
        scope: what the names of the answer mean.
        method: whether the owner of the name is a class.
        instead: whether the name at the cursor is replaced.
    """
    owner, _, own = name.rpartition(".")
    start, end = columns
    chain = chain_at(line, end) if instead else None
    if chain is not None:
        first = chain.parts[-1] if method and len(chain.parts) > 1 else chain.parts[0]
        start, end = max(first.start, 0), chain.parts[-1].end
    if not method:
        return f"{scope.alias(owner)}.{own}", start, end
    return own if text[:start].endswith(".") else f".{own}", start, end
