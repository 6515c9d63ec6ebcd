"""The hints of an exercise; they are opened one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual import work
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from mxtutor.session.session import ladder
from mxtutor.ui.keys import EXERCISE
from mxtutor.ui.marked_text import prose


class HintLadder(VerticalScroll):
    """Shows open hints in full, the others by name."""

    opened: reactive[int] = reactive(0, init=False)
    """Number of open hints."""

    held: reactive[str] = reactive("", init=False)
    """Why closed hints stay closed, as a sentence; empty if the learner may open them."""

    mistake: reactive[str] = reactive("", init=False)
    """The explanation of the mistake in the last verdict, which is one of the hints; empty if there is none."""

    def __init__(
        self, hints: Sequence[str], *, opened: int, held: str = "", mistake: str = "", id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._hints = tuple(hints)
        self.set_reactive(HintLadder.held, held)
        self.set_reactive(HintLadder.opened, opened)
        self.set_reactive(HintLadder.mistake, mistake)

    def compose(self) -> Iterator[Widget]:
        """Lay out why hints are held back, then the hints."""
        yield Static("", id="held", classes="muted", markup=False)
        yield Vertical()

    def on_mount(self) -> None:
        self._draw()

    def show(self, hints: Sequence[str]) -> None:
        """Show the hints of another variant; the number of open hints stays the same."""
        self._hints = tuple(hints)
        self._draw()

    def watch_opened(self) -> None:
        self._draw()

    watch_held = watch_mistake = watch_opened

    @work(exclusive=True)
    async def _draw(self) -> None:
        """Show each hint; the one that was opened last comes into view."""
        rungs, shown = ladder(self._hints, self.mistake), self.query_one(Vertical)
        parts = [self._hint(number, *rung) for number, rung in enumerate(rungs)] or [
            Content("There are no hints here.")
        ]
        made = [
            Static(part, classes="section", markup=False) for part in parts or [Content("There are no hints here.")]
        ]
        async with self.batch():
            await shown.remove_children()
            await shown.mount(*made)
        if self.opened:
            self.call_after_refresh(made[min(self.opened, len(made)) - 1].scroll_visible, animate=False, top=True)
        note = self.query_one("#held", Static)
        note.update(self.held)
        note.display = bool(self.held and rungs)

    def _hint(self, number: int, name: str, text: str) -> Content:
        if number < self.opened:
            return Content.styled(f"Hint {number + 1}: {name}", "bold") + "\n" + prose(text)
        opens = number == self.opened and not self.held
        key = f"{EXERCISE.key('hint')} opens it" if opens else "held" if self.held else "closed"
        return Content.styled(f"Hint {number + 1}: {name}  ({key})", "dim")
