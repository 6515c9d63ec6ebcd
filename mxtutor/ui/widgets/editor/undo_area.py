"""A TextArea whose undo and redo work where they remove a scroll bar."""

from __future__ import annotations

from textual.widgets import TextArea
from textual.widgets.text_area import Edit, Selection


class UndoArea(TextArea):
    """The text area of all screens.

    Textual's own fits the scroll bars after an undo before it moves the cursor, which may stand in a line that the
    undo has removed: it fails. Here the cursor first goes to where the changed part begins, which is always there.
    """

    def undo(self) -> None:
        """Undo the last change."""
        self._go_to_last(self.history.undo_stack)
        super().undo()

    def redo(self) -> None:
        """Redo the change that was undone last."""
        self._go_to_last(self.history.redo_stack)
        super().redo()

    def _go_to_last(self, stack: list[list[Edit]]) -> None:
        if stack:
            self.selection = Selection.cursor(min(edit.top for edit in stack[-1]))
