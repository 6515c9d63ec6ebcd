"""The characters that mark states; no state is shown by colour alone."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mxtutor.progress.model import STATE_WORDS, State

if TYPE_CHECKING:
    from mxtutor.grading.protocol import Verdict

GlyphSet = Literal["unicode", "ascii"]


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of one set; every mark is one cell wide."""

    name: GlyphSet
    right: str
    wrong: str
    alert: str
    todo: str
    tried: str
    gave_up: str
    known: str
    changed: str
    """The task has changed since the learner solved it."""
    stand_in: str
    ready: str
    waiting: str
    opened: str
    closed: str
    bar_full: str
    bar_empty: str
    heat: str
    """Eight characters for levels from "within tolerance" to "greatest error"."""
    dot: str
    arrow: str
    dash: str
    differs: str
    cut: str
    """Mark at the edge of a line that is cut off there."""
    live: str
    """Mark before a live verdict, which is not an attempt."""

    def status(self, state: State) -> str:
        """Return the mark of an exercise's state."""
        marks = {"todo": self.todo, "tried": self.tried, "done": self.right, "gave-up": self.gave_up}
        return (marks | {"known": self.known, "changed": self.changed})[state]

    def verdict(self, verdict: Verdict | None) -> str:
        """Return the mark of a verdict; None means a draft."""
        if verdict is None:
            return self.todo
        return {"right": self.right, "wrong": self.wrong}.get(verdict.value, self.alert)

    def bar(self, done: int, total: int, width: int) -> str:
        """Return a progress bar of `width` cells; the first is full if `done` > 0, the last only if all are done."""
        filled = 0 if not total else min(width if done >= total else width - 1, round(width * done / total))
        filled = max(filled, 1) if done else filled
        return self.bar_full * filled + self.bar_empty * (width - filled)


UNICODE = Glyphs(
    "unicode", right="✓", wrong="✗", alert="!", todo="○", tried="◐", gave_up="◇", known="≡", changed="↻", stand_in="≈",
    ready="●", waiting="○", opened="▾", closed="▸", bar_full="━", bar_empty="─", heat="·▁▂▃▄▅▆█", dot="·", arrow="→",
    dash="─", differs="≠", cut="›", live="◌",
)  # fmt: skip
ASCII = Glyphs(
    "ascii", right="+", wrong="x", alert="!", todo=".", tried="~", gave_up="o", known="=", changed="^", stand_in="~",
    ready="*", waiting=".", opened="v", closed=">", bar_full="#", bar_empty="-", heat=".:-=+*%#", dot="-", arrow="->",
    dash="-", differs="#", cut=">", live="o",
)  # fmt: skip


def glyph_set(name: str) -> Glyphs:
    """Return a set by name; for the empty name, ASCII if the terminal's encoding lacks the marks, else the default."""
    encoding = getattr(sys.__stderr__, "encoding", None) or "utf-8"  # Textual writes to it
    plain = not name and not encoding.lower().replace("-", "").startswith("utf")
    return ASCII if name == "ascii" or plain else UNICODE


STATUS_WORDS = {**STATE_WORDS, "changed": "changed"}
"""The word for each state."""
