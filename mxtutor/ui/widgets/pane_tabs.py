"""A row of names; the pane of the chosen name is shown below."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static


class PaneTab(Static):
    """One name; a click chooses it."""

    ALLOW_SELECT = False

    def on_click(self) -> None:
        if isinstance(self.parent, PaneTabs) and self.id is not None:
            self.parent.choose(self.id.removeprefix("tab-"))


class PaneTabs(Horizontal, can_focus=True):
    """The row; left and right move along it while it has the focus."""

    DEFAULT_CSS = """
    PaneTabs {
        height: 1;
        width: 1fr;
        & PaneTab { width: auto; padding: 0 1; color: $text-muted; }
        & PaneTab.-chosen { text-style: bold underline; color: $text; }
        & PaneTab:hover { color: $text; }
        &:focus PaneTab.-chosen { text-style: bold reverse; }
    }
    """
    BINDINGS = [Binding("left", "step(-1)", "Left", show=False), Binding("right", "step(1)", "Right", show=False)]

    chosen: reactive[str] = reactive("", init=False)
    """Name of the visible pane."""

    @dataclass
    class Chosen(Message):
        """Another pane was chosen."""

        name: str

    def __init__(self, names: dict[str, str], *, chosen: str = "", id: str | None = None) -> None:
        """Make the row; `chosen` is the pane that is visible at first, for which no message is posted."""
        super().__init__(id=id)
        self.set_reactive(PaneTabs.chosen, chosen)
        self._tabs = {
            name: PaneTab(label, id=f"tab-{name}", classes="-chosen" if name == chosen else None, markup=False)
            for name, label in names.items()
        }
        """They are created here, because a screen may change them before they are mounted."""

    def compose(self) -> ComposeResult:
        yield from self._tabs.values()

    def label(self, name: str, text: str) -> None:
        """Change the text of a tab, for example to "Hints 1/3"."""
        self._tabs[name].update(text)

    def offer(self, name: str, offered: bool) -> None:
        """Show or hide the tab of a pane."""
        self._tabs[name].display = offered

    def watch_chosen(self, name: str) -> None:
        """Mark the chosen name and post `Chosen`."""
        for each, tab in self._tabs.items():
            tab.set_class(each == name, "-chosen")
        if name:
            self.post_message(self.Chosen(name))

    def choose(self, name: str) -> None:
        """Show a pane."""
        self.chosen = name

    def action_step(self, by: int) -> None:
        """Choose the next visible name; after the last one the first one follows."""
        shown = [name for name, tab in self._tabs.items() if tab.display]
        here = shown.index(self.chosen) if self.chosen in shown else -1
        self.choose(shown[(here + by) % len(shown)])
