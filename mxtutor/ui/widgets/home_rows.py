"""The rows at the top of home: what to continue, what is due for review, the chosen path."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from mxtutor.ui.keys import HOME


class HomeRow(Static):
    """A row with one action of home; a click does it."""

    def __init__(self, text: str = "", *, action: str, id: str) -> None:
        super().__init__(text, id=id, markup=False, classes="home-row")
        self._action = action

    async def on_click(self) -> None:
        """Do what the row names."""
        await self.screen.run_action(f"screen.{self._action}")

    def show(self, name: str, *text: Content | str | tuple[str, str]) -> None:
        """Show the row: its name, its text, and the key; hide it if the text is empty."""
        key = HOME.key(self._action) if HOME.has(self._action) else ""
        self.update(Content.assemble((f"{name} ", "bold $text-accent"), *text, (f"  {key}", "dim")))
        self.display = any(text)
