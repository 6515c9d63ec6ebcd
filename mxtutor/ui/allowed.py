"""What a learner may do and see in this session: the one record that all screens ask.

A sealed workshop and a placement allow only what is listed here. A new key or screen is therefore closed in them until
somebody decides that it gives no help, and adds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mxtutor.content.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Allowed:
    """Actions, screens and kinds of help."""

    actions: frozenset[str] | None = None
    """Actions of the key tables, as `table.action`; None for all."""
    screens: frozenset[str] | None = None
    """Ids of the key tables of the screens that open; None for all."""
    aids: bool = True
    """Whether mxtutor helps while the learner types: live verdicts, completion, names to replace."""
    help: bool = True
    """Whether reports explain mistakes and show what PyTorch gives, and hints, solutions and explanations exist."""

    def action(self, table: str, action: str) -> bool:
        """Return whether an action of a key table may run; `app.help` is the action `help` of the table `app`."""
        name = action if action.startswith("app.") else f"{table}.{action}"
        return self.actions is None or name in self.actions

    def screen(self, table: str) -> bool:
        """Return whether a screen may open, by the id of its key table."""
        return self.screens is None or table in self.screens


EVERYTHING = Allowed()
PLACING = Allowed(
    actions=frozenset({"app.help", "app.quit", "assess.hand_in", "assess.skip", "assess.back"}),
    screens=frozenset({"assess", "help", "confirm", "error"}),
    aids=False,
    help=False,
)
"""While a placement asks: the answer and its pause, and nothing that tells how MXNet does it."""
SEALED = Allowed(
    actions=frozenset(
        {
            "app.help",
            "app.jump",
            "app.quit",
            "home.continue",
            "home.filter",
            "home.workshop",
            "home.end",
            "exercise.check",
            "exercise.run_draft",
            "exercise.back",
            "exercise.history",
            "exercise.reset",
            "exercise.next",
            "exercise.next_pane",
            "exercise.maximise",
            "exercise.flip",
            "exercise.verdict_down",
            "exercise.verdict_up",
            "exercise.undo",
            "exercise.redo",
            "exercise.find",
            "exercise.comment",
        }
    ),
    screens=frozenset({"home", "exercise", "history", "help", "jump", "confirm", "error", "workshop", "report"}),
    aids=False,
    help=False,
)
"""A sealed workshop: the learner's own text, attempts and results, and nothing that tells how MXNet does it."""
DRILL = Allowed(
    actions=frozenset(
        {
            "app.help",
            "app.quit",
            "app.jump",
            "app.lookup",  # the key says that a drill does not show it; in the editor it would delete a line
            "exercise.check",
            "exercise.back",
            "exercise.edit_outside",
            "exercise.reset",
            "exercise.copy_repro",
            "exercise.next",
            "exercise.next_pane",
            "exercise.maximise",
            "exercise.flip",
            "exercise.verdict_down",
            "exercise.verdict_up",
            "exercise.details",
            "exercise.find",
            "exercise.comment",
            "exercise.undo",
            "exercise.redo",
        }
    ),
    screens=frozenset({"help", "confirm", "error"}),
    aids=False,
)
"""A drill that runs: verdicts explain mistakes, but there are no hints, no look-up and no solution."""


def allowed_in(workshop: Workshop) -> Allowed:
    """Return what a workshop allows."""
    return SEALED if workshop.sealed else EVERYTHING
