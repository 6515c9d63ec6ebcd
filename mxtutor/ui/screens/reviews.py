"""The card at the end of reviews."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from mxtutor.counts import count
from mxtutor.ui.keys import HOME, REVIEWS
from mxtutor.ui.screens.base import TutorModal

SHOWN = 8
"""Most titles on the card."""


class ReviewsCard(TutorModal[None]):
    """What was passed, what comes back soon, and what is still due."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS = REVIEWS.bindings()

    def __init__(self, passed: int, missed: Sequence[str], rest: int) -> None:
        """Take the number of drills that passed, the titles of those with a miss, and the number of those left out."""
        super().__init__()
        self._passed, self._missed, self._rest = passed, missed, rest

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Reviews"
            dialog.border_subtitle = f"{REVIEWS.key('dismiss')} closes"
            yield Static("\n".join(self._lines()), id="reviews-text", markup=False)

    def _lines(self) -> list[str]:
        lines = [f"{count(self._passed, 'drill')} passed."]
        if self._missed:
            lines.append("These were not right at once, and come back soon:")
            lines += [f"  {title}" for title in self._missed[:SHOWN]]
            lines += [f"  and {len(self._missed) - SHOWN} more"] if len(self._missed) > SHOWN else []
        if self._rest:
            lines.append(f"{self._rest} still due: {HOME.key('reviews')} at home goes on.")
        else:
            lines.append("Nothing else is due today.")
        return lines
