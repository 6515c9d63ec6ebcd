"""Textual's driver for a session in a browser: it redraws for a page that connects later, and ends with the server.

The environment variable TEXTUAL_DRIVER names it: `mxtutor.ui.platform.page_driver:PageDriver`.
"""

from __future__ import annotations

from textual import events, messages
from textual.drivers.web_driver import WebDriver
from textual.geometry import Size

MODES = "\x1b[?1049h\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h\x1b[?25l\x1b[?2004h"
"""The sequences that `WebDriver` sends at its start: alternate screen, mouse, no cursor, bracketed paste."""


class PageDriver(WebDriver):
    """`WebDriver` for a session that outlives the page which shows it."""

    def start_application_mode(self) -> None:
        """Begin to draw; give the app the focus, which Textual assumes a page does not have at first."""
        super().start_application_mode()
        self._app.call_later(self._app.post_message, events.AppFocus())

    def run_input_thread(self) -> None:
        """Read the server's packets; the end of this input ends the session, even if the server was killed."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(messages.ExitApp())

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Carry out a message of the server: those of Textual, `attach` (a page has connected) and `tell`."""
        if packet_type == "attach":
            size = Size(int(str(payload["width"])), int(str(payload["height"])))
            self._loop.call_soon_threadsafe(self._attach, size)
        elif packet_type == "tell":
            text = str(payload["text"])
            self._loop.call_soon_threadsafe(lambda: self._app.notify(text, timeout=20, markup=False))
        else:
            super().on_meta(packet_type, payload)

    def _attach(self, size: Size) -> None:
        self.write(MODES)
        if size != self._app.size:
            self._size = (size.width, size.height)
            self._app.post_message(events.Resize(size, size))
        self._app.post_message(events.AppFocus())
        self._app.refresh(layout=True)
