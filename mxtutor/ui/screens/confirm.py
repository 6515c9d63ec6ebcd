"""Dialogs: a question before an action with consequences, an error, and unsaved text on quitting."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ScreenResultType
from textual.widget import Widget
from textual.widgets import Button, Input, Static
from textual.widgets.button import ButtonVariant

from mxtutor.counts import count
from mxtutor.errors import TutorError, UsageError
from mxtutor.progress.saving import Saver, writable_folder, written_to
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.keys import CLOSE, CONFIRM, UNSAVED, in_browser
from mxtutor.ui.platform.clipboard import copy_text
from mxtutor.ui.platform.threads import in_thread, within
from mxtutor.ui.screens.base import TutorModal


class Card(TutorModal[ScreenResultType]):
    """A dialog of paragraphs, which scroll if they must, and a row of buttons; without buttons, keys close it."""

    AUTO_FOCUS = "#go, .card-body"  # set early: before a later focus, enter would press the first button, which leaves

    def __init__(
        self,
        title: Content | str,
        parts: Iterable[Content | str] = (),
        buttons: Mapping[str, str] | None = None,
        classes: str | None = None,
        *,
        keys: str = "",
    ) -> None:
        """`parts` are the paragraphs, `buttons` maps ids to labels; the button `go` goes on.

        `keys` is what the lower border says.
        """
        super().__init__(classes=classes)
        self._title, self._paragraphs, self._buttons, self._keys = title, parts, buttons or {}, keys

    def parts(self) -> Iterable[Content | str | Widget]:
        """Return the paragraphs; subclasses override this for parts that need the app, or that change."""
        return self._paragraphs

    def compose(self) -> ComposeResult:
        variants: dict[str, ButtonVariant] = {"go": "primary", "yes": "warning"}
        with Vertical(classes="box dialog card fitted") as dialog:
            dialog.border_title, dialog.border_subtitle = self._title, self._keys
            with VerticalScroll(classes="card-body", can_focus=not self._buttons):
                for part in self.parts():
                    yield part if isinstance(part, Widget) else paragraph(part)
            if self._buttons:
                with Horizontal(classes="buttons"):
                    for name, label in self._buttons.items():
                        yield Button(label, id=name, variant=variants.get(name, "default"), compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.action_answer(event.button.id)

    def on_key(self, event: Key) -> None:
        """Scroll the paragraphs by a page while a button has the focus."""
        body = self.query_one(".card-body")
        if event.key == "pagedown":
            body.scroll_page_down(animate=False)
        elif event.key == "pageup":
            body.scroll_page_up(animate=False)

    def action_choose(self) -> None:
        """Answer with the focused button; without a focused button, with `go`."""
        self.action_answer(self.focused.id if isinstance(self.focused, Button) else "go")

    def action_answer(self, answer: object) -> None:
        """Close with an answer, if the dialog has a button for it."""
        if answer in self._buttons:
            self.dismiss(cast(ScreenResultType, answer))


def paragraph(text: Content | str, id: str | None = None) -> Static:
    return Static(text, id=id, markup=False, classes="card-part")


class ConfirmModal(Card[str]):
    """Asks before an action with consequences; its result is "yes" or "no"."""

    KEYS = CONFIRM
    AUTO_FOCUS = "#no"

    def __init__(self, title: str, text: str, *, yes: str, no: str) -> None:
        """`yes` and `no` are the labels of the answers; "no", which changes nothing, has the focus."""
        keys = {name: CONFIRM.key(f"answer({name == 'yes'})") for name in ("yes", "no")}
        super().__init__(title, [text], {"no": f"{no} ({keys['no']})", "yes": f"{yes} ({keys['yes']})"})

    def action_answer(self, answer: object) -> None:
        """Close with an answer; the actions of keys, which keymaps name, have the answers True and False."""
        super().action_answer(("no", "yes")[answer] if isinstance(answer, bool) else answer)


class ErrorDialog(Card[None]):
    """Shows an error in one line, with a traceback only if it is not a `TutorError`."""

    KEYS = CLOSE

    def __init__(self, error: BaseException, doing: str = "", not_saved: str = "") -> None:
        """`doing` is the task that failed, `not_saved` what is not saved."""
        known = isinstance(error, TutorError)
        what = str(error) if known else f"{type(error).__name__}: {error}"
        self.message = plain(f"{doing} failed. {what}" if doing else what)
        kept = not_saved or "Nothing is counted against you; your work is kept."
        trace = "" if known else plain("".join(traceback.format_exception(error))).rstrip()
        parts = [Content(self.message), Content.styled(kept, "$text-muted"), *([Content(trace)] if trace else [])]
        super().__init__("Something went wrong in mxtutor", parts, {"go": f"Close ({CLOSE.key('dismiss')})"})

    def action_answer(self, answer: object) -> None:  # noqa: ARG002
        self.dismiss(None)


WAIT_SECONDS = 15.0
"""Longest wait for a retry, in seconds: a little more than the database waits for another transaction."""
LOOK_SECONDS = 0.5
"""Interval, in seconds, of checking whether all is saved."""
BUTTONS = {"retry": "Retry", "copy": "Copy", "write": "Write", "leave": "Quit anyway"}


class UnsavedModal(Card[str]):
    """Asks what to do with unsaved text on quitting; its result is the line to print after the end, None to go on."""

    KEYS = UNSAVED
    AUTO_FOCUS = "#retry"

    def __init__(self, saver: Saver) -> None:
        offered = {name: label for name, label in BUTTONS.items() if name != "write" or not in_browser()}
        buttons = {name: f"{label} ({UNSAVED.key(name)})" for name, label in offered.items()}
        super().__init__("Your text is not saved", buttons=buttons)
        self._saver = saver

    def parts(self) -> Iterator[Widget]:
        texts = self._saver.texts()
        yield Static(self._why(), id="why", markup=False)
        listed = [f"  {exercise}, {count(len(text.splitlines()), 'line')}" for exercise, text in texts[:5]]
        yield paragraph("\n".join([*listed, *([f"  and {len(texts) - 5} more"] if len(texts) > 5 else [])]))
        if not in_browser():  # the learner in a browser has no access to this folder
            yield Static(f"{UNSAVED.key('write')} writes it to this folder:", classes="muted")
            yield Input(str(writable_folder()), id="folder", classes="frame")

    def on_mount(self) -> None:
        """Watch the saver, and quit as soon as all is saved."""
        self._looking = self.set_interval(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        if not self._saver.waits:
            self._leave("")

    def _leave(self, parting: str | None) -> None:
        self._looking.stop()
        self.dismiss(parting)

    def _why(self) -> str:
        reason = self._saver.reason or "the store does not answer"
        return f"{reason[0].upper()}{reason[1:]}. Nothing is lost until you quit."

    def _say(self, text: str) -> None:
        self.query_one("#why", Static).update(plain(text))

    def action_answer(self, answer: object) -> None:
        """Run the action of a button."""
        self.call_later(self.run_action, str(answer))

    @work(exclusive=True, exit_on_error=False, group="retry", description="Saving")
    async def action_retry(self) -> None:
        """Retry, and quit if everything is saved then."""
        self._say("Saving ...")
        await within(self._saver.retry(), WAIT_SECONDS)
        if self._saver.waits:
            self._say(f"Still not saved: {self._saver.reason or 'the store does not answer'}.")

    @work(exclusive=True, exit_on_error=False, group="copy", description="Copying")
    async def action_copy(self) -> None:
        parts = [text if n == 0 else f"# {exercise}\n{text}" for n, (exercise, text) in enumerate(self._saver.texts())]
        self._say(f"{await copy_text(self.app, chr(10).join(parts))} Paste it somewhere before you quit.")

    @on(Input.Submitted)
    @work(exclusive=True, exit_on_error=False, group="write", description="Writing your text")
    async def action_write(self) -> None:
        """Write the unsaved texts to the folder, and quit if that succeeds."""
        if in_browser():
            return
        folder = self.query_one("#folder", Input).value.strip()
        texts = self._saver.texts()
        try:
            parting = await in_thread(lambda: written_to(texts, folder))
        except UsageError as error:
            self._say(str(error))
            return
        self._saver.drop()
        self._leave(parting)

    def action_leave(self) -> None:
        self._saver.drop()
        self._leave("Your text was not saved.")

    def action_stay(self) -> None:
        self._leave(None)
