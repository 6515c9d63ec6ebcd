"""A row of tabs; the pane of the chosen tab is shown below it."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static


class PaneTab(Static):
    """One tab, which a click chooses."""

    ALLOW_SELECT = False

    def on_click(self) -> None:
        if isinstance(self.parent, PaneTabs) and self.id is not None:
            self.parent.choose(self.id.removeprefix("tab-"))


class PaneTabs(Horizontal, can_focus=True):
    """The row of tabs; left and right choose a tab while it has the focus."""

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
        """`names` maps panes to labels; `chosen` is the first visible pane, for which no message is posted."""
        super().__init__(id=id)
        self.set_reactive(PaneTabs.chosen, chosen)
        self._tabs = {
            name: PaneTab(label, id=f"tab-{name}", classes="-chosen" if name == chosen else None, markup=False)
            for name, label in names.items()
        }
        """Created here and not on mounting, because a screen may change tabs before they are mounted."""

    def compose(self) -> ComposeResult:
        yield from self._tabs.values()

    def label(self, name: str, text: str) -> None:
        """Change the label of a tab, for example to "Hints 1/3"."""
        if self._tabs[name].content != text:  # an update lays out the screen
            self._tabs[name].update(text)

    def offer(self, name: str, offered: bool) -> None:
        self._tabs[name].display = offered

    def watch_chosen(self, name: str) -> None:
        for each, tab in self._tabs.items():
            tab.set_class(each == name, "-chosen")
        if name:
            self.post_message(self.Chosen(name))

    def choose(self, name: str) -> None:
        self.chosen = name

    def action_step(self, by: int) -> None:
        """Choose the next visible tab; the first follows the last."""
        shown = [name for name, tab in self._tabs.items() if tab.display]
        here = shown.index(self.chosen) if self.chosen in shown else -1
        self.choose(shown[(here + by) % len(shown)])
