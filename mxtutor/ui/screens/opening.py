"""The placeholder that is shown while the files of a screen are read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App, ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from mxtutor.ui.keys import READING
from mxtutor.ui.messages import Failed
from mxtutor.ui.platform.threads import OPENING, import_screens, in_thread
from mxtutor.ui.screens.base import TutorScreen

Found = Screen[Any] | Callable[[], object]
"""The result of reading: the screen to show, or a function to call instead of showing one."""


class OpeningScreen(TutorScreen):
    """Shows the title of a screen and a line until `reading` returns the screen, which then replaces it.

    Keys that are typed meanwhile are queued for that screen (`TutorApp.on_event`); escape goes back.
    """

    DEFAULT_CSS = "OpeningScreen #reading { padding: 0 2; color: $text-muted; }"
    OPENS = True
    leaves = READING
    KEYS = READING

    def __init__(self, title: tuple[str, ...], reading: Callable[[], Awaitable[Found]], description: str) -> None:
        """`title` is the path in the title bar, `description` is for an error message: "Opening the lesson"."""
        super().__init__()
        self._path, self._reading, self._description = title, reading, description
        self._found: Found | None = None
        """The result of `reading`; None while it runs."""
        self._gone = asyncio.Event()

    async def finished(self) -> None:
        """Wait until this screen is replaced."""
        await self._gone.wait()

    def compose_body(self) -> ComposeResult:
        yield Static("Reading ...", id="reading")

    def on_mount(self) -> None:
        self.set_title(*self._path)
        self.run_worker(self._read(), exit_on_error=False, group=OPENING, description=self._description)

    def on_unmount(self) -> None:
        self._gone.set()

    def on_screen_resume(self) -> None:
        """Show the screen that was read, if a dialog has delayed that until now."""
        self._give_way()

    async def _read(self) -> None:
        try:
            await in_thread(import_screens)
            self._found = await self._reading()
        except Exception as error:
            failed = Failed(error, self._description)
            self._found = lambda: self.app.post_message(failed)
        self._give_way()

    def _give_way(self) -> None:
        if self._found is None or not self.is_current:
            return
        if isinstance(self._found, Screen):
            self.app.switch_screen(self._found)
        else:
            self.dismiss()
            self._found()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow going back under any rules."""
        return action == "dismiss" or super().check_action(action, parameters)


def place(app: App[Any], screen: Screen[Any], *, over: Screen[Any] | None = None) -> None:
    """Show a screen in place of the screen `over` and all above it; without `over`, above the top screen."""
    stack = list(app.screen_stack)
    if over is None or over not in stack:
        app.push_screen(screen)
        return
    replaced = stack[stack.index(over) :]
    for one in replaced:
        if isinstance(one, TutorScreen):
            one.keep_draft()  # the next screen may read the draft
    for _ in replaced[1:]:
        app.pop_screen()
    app.switch_screen(screen)
