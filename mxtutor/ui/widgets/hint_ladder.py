"""The hints of an exercise; they are opened one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.containers import VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.marked_text import prose

STEPS = ("an idea", "the name in the API", "a skeleton")
"""Names of the hints, in order."""


class HintLadder(VerticalScroll):
    """Shows open hints in full, the others by name."""

    opened: reactive[int] = reactive(0, init=False)
    """Number of open hints."""

    held: reactive[str] = reactive("", init=False)
    """Why closed hints stay closed, as a sentence; empty if the learner may open them."""

    def __init__(self, hints: Sequence[str], *, opened: int, held: str = "", id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints = tuple(hints)
        self.set_reactive(HintLadder.held, held)
        self.set_reactive(HintLadder.opened, opened)

    def compose(self) -> Iterator[Widget]:
        """Lay out one part per hint."""
        if not self._hints:
            yield Static("There are no hints here.", classes="muted")
        note = Static(self.held, id="held", classes="muted", markup=False)
        note.display = bool(self.held and self._hints)
        yield note
        for number in range(len(self._hints)):
            yield Static(self._hint(number), classes="section", markup=False)

    def show(self, hints: Sequence[str]) -> None:
        """Show the hints of another variant; the number of open hints stays the same."""
        self._hints = tuple(hints)
        for number, part in enumerate(self.query(".section").results(Static)):
            part.update(self._hint(number))

    def watch_opened(self) -> None:
        """Show the open hints."""
        for number, part in enumerate(self.query(".section").results(Static)):
            part.update(self._hint(number))
        self.scroll_end(animate=False)

    def watch_held(self) -> None:
        """Show whether closed hints can be opened now."""
        note = self.query_one("#held", Static)
        note.update(self.held)
        note.display = bool(self.held and self._hints)
        self.watch_opened()

    def _hint(self, number: int) -> Content:
        step = STEPS[number] if number < len(STEPS) else "more of the code"
        head = Content.styled(f"Hint {number + 1}: {step}", "bold")
        if number < self.opened:
            return head + "\n" + prose(self._hints[number])
        opens = number == self.opened and not self.held
        key = f"{EXERCISE.key('hint')} opens it" if opens else "held" if self.held else "closed"
        return Content.styled(f"Hint {number + 1}: {step}  ({key})", "dim")
