"""What the editor can say about a text: completion, the signature of the call around the cursor, marks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textual.content import Content
from textual.widgets.text_area import Selection

from mxtutor.content.mxnet_index import MxnetIndex, mxnet_index
from mxtutor.content.torch_names import TorchNames, torch_names
from mxtutor.ui.widgets.editor.calls import call_at, signature_line
from mxtutor.ui.widgets.editor.completion import Completion, complete
from mxtutor.ui.widgets.editor.mark import Mark
from mxtutor.ui.widgets.editor.marks import NameMarks, nearest_names
from mxtutor.ui.widgets.editor.scope import Scope, binding_lines, scope_of
from mxtutor.ui.widgets.editor.tokens import Chain, Line, chains, is_code


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


class Assistant:
    """Knows MXNet's names; the names of torch are read later, in a thread."""

    def __init__(self, pack: Path) -> None:
        self._pack = pack
        self.index: MxnetIndex = mxnet_index()
        self.torch: TorchNames | None = None
        self._marker: NameMarks | None = None

    def read(self) -> None:
        """Read the names of torch; call it from a thread."""
        self.torch = torch_names(self._pack)

    def scope(self, text: Sequence[str]) -> Scope:
        """Return what the names of an answer mean."""
        return scope_of(binding_lines(text), self.index)

    def complete(
        self, text: Sequence[str], lines: Sequence[Line], place: tuple[int, int], *, asked: bool
    ) -> Completion | None:
        """Return what may follow at a place; None in strings and comments."""
        row, column = place
        if not is_code(lines[row], column):
            return None
        before = text[row][:column]
        typed = len(before) - len(before.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"))

        def words() -> set[str]:
            here = (row, column - typed)
            names = (
                (token.text, (number, token.start))
                for number, line in enumerate(lines)
                for token in line.tokens
                if token.kind == "name"
            )
            return {name for name, at in names if at != here and len(name) > 1}

        call = call_at(lines, row, column - typed)
        return complete(before, self.scope(text), self.index, words, call, asked=asked)

    def signature(
        self, text: Sequence[str], lines: Sequence[Line], place: tuple[int, int], width: int
    ) -> Content | None:
        """Return the signature of the call around a place, with what the truth table warns about; None outside."""
        call = call_at(lines, *place)
        scope = self.scope(text)
        entry = scope.entry(call.parts, self.index) if call else None
        if call is None or entry is None or not entry.signature:
            return None
        warning = self.torch.warning(entry.path) if self.torch else ""
        return signature_line(".".join(call.parts).lstrip("."), entry.signature, call, width, warning.replace("`", ""))

    def marks(self, text: Sequence[str], lines: Sequence[Line]) -> list[Mark]:
        """Return the names of torch and the names that MXNet does not have."""
        if self.torch is None:
            return []
        scope = self.scope(text)
        if self._marker is None or not self._marker.fits(scope, self.torch):
            self._marker = NameMarks(scope, self.index, self.torch)
        return list(self._marker.marks(lines))

    def advice(self, mark: Mark) -> str:
        """Return what the editor says about a mark."""
        near = self.near(mark)
        return f"{mark.text} Near: {', '.join(near)}." if near else mark.text

    def near(self, mark: Mark) -> list[str]:
        """Return the names that are spelled like an unknown one."""
        return nearest_names(self.index, mark.owner, mark.name) if mark.kind == "unknown" else []

    def name_at(self, text: Sequence[str], lines: Sequence[Line], place: tuple[int, int]) -> str:
        """Return the full name at a place for a look-up; empty for keywords and the answer's own names."""
        return full_name(lines[place[0]], place[1], self.scope(text))

    def insertion(
        self, name: str, text: Sequence[str], lines: Sequence[Line], place: Selection, *, instead: bool
    ) -> tuple[str, int, int]:
        """Return what is inserted for a name of MXNet, and the columns of the first selected row that it replaces.

        `instead` says whether the name at the cursor is replaced.
        """
        (row, start), (last, end) = sorted(place)
        columns = (start, end if row == last else len(text[row]))
        owner = name.rpartition(".")[0]
        entry = self.index.at(owner)
        method = owner != "mx" and (entry is None or entry.kind != "module")
        return insertion(name, lines[row], text[row], columns, self.scope(text), method=method, instead=instead)
