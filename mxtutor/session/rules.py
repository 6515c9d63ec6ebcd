"""What a learner may see and do now: the one record that every front end asks.

Practice and a workshop allow everything but what they close; a drill, an assessment and an examination allow only what
is listed. A new action or screen is therefore closed in them until somebody decides that it gives no help, and adds it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from mxtutor.content.workshop import Hold, Workshop
    from mxtutor.reporting.workshop_words import What

Kind = Literal["practice", "workshop", "review", "drill", "assessment", "examination"]


def _names(table: str, actions: str) -> frozenset[str]:
    return frozenset(f"{table}.{action}" for action in actions.split())


@dataclass(frozen=True, slots=True)
class Rules:
    """Actions, screens and kinds of help. Commands of plain mode are the actions of the table `plain`."""

    kind: Kind = "practice"
    called: str = ""
    """What closes something, as the subject of a sentence; empty where nothing asks for it."""
    actions: frozenset[str] | None = None
    """Actions of the key tables that run, as `table.action`; None for all that are not closed."""
    closed: frozenset[str] = frozenset()
    """Actions that do not run."""
    closed_after: frozenset[str] = frozenset()
    """Actions of a drill that stay closed after it has passed."""
    screens: frozenset[str] | None = None
    """Ids of the key tables of the screens that open; None for all."""
    help: bool = True
    """Whether reports explain mistakes and show what PyTorch gives, and hints, solutions and explanations exist."""
    live: bool = True
    """Whether mxtutor helps while the learner types: live verdicts, completion, names to replace."""
    verdicts: bool = True
    """Whether a check shows its verdict."""
    hints: Hold = "open"
    """Whether hints are open, or from when on."""
    solutions: Hold = "open"
    tells_class: bool = True
    """Whether the learner's class hears what happens."""

    def action(self, table: str, action: str) -> bool:
        """Return whether an action of a key table may run; `app.help` is the action `help` of the table `app`."""
        name = action if action.startswith("app.") else f"{table}.{action}"
        return name not in self.closed and (self.actions is None or name in self.actions)

    def screen(self, table: str) -> bool:
        """Return whether a screen may open, by the id of its key table."""
        return self.screens is None or table in self.screens

    def held(self, what: What, now: datetime) -> str:
        """Return why hints or solutions do not show at this time, as a sentence; empty if they do."""
        from mxtutor.reporting.workshop_words import held_text  # the tutor's first paint does not need it

        return held_text(self.hints if what == "hints" else self.solutions, what, now)

    def never(self, what: What) -> bool:
        """Return whether hints or solutions are held for ever."""
        return (self.hints if what == "hints" else self.solutions) == "never"

    def over(self, below: Rules, *, passed: bool = False) -> Rules:
        """Return these rules, of a drill, in a run under the rules `below`; `passed` means that it was solved.

        What the run holds back stays held back. A drill that was passed is under the rules of the run again, but for
        `closed_after`.
        """
        if passed:
            return replace(below, closed=below.closed | self.closed_after)
        return replace(self, hints=below.hints, solutions=below.solutions)


_APP = _names("app", "help jump quit")
_VIEW = _names("exercise", "next_pane maximise verdict_down verdict_up")
_TEXT = _names("exercise", "check back leave reset next undo redo comment")
_DIALOGS = frozenset({"help", "confirm", "error"})
_PLAIN_TEXT = _names("plain", "task answer code lines line insert delete edit use undo check")
_PLAIN_PLACES = _names(
    "plain",
    "help where next back list open progress paths path due review mistakes statistics placement join workshop time "
    "quit",
)
_NO_HELP = _names("exercise", "hint history need_help run_draft live")

PRACTICE = Rules(closed=_names("home", "workshop end") | _names("plain", "workshop time end"))
"""The course, a pack, own code."""
WORKSHOP = Rules("workshop", closed=_names("home", "paths placement known end") | _names("plain", "end"))
"""A workshop or a path, before its file is read; see `rules_of`."""
DRILL = Rules(
    "drill",
    "A drill",
    # The key of the look-up says that a drill does not show it; in the editor it would delete a line.
    actions=_APP | _TEXT | _VIEW | _PLAIN_TEXT | _PLAIN_PLACES
    | frozenset({"app.lookup", "exercise.edit_outside", "exercise.copy_repro", "exercise.details"}),
    closed_after=_NO_HELP,
    screens=_DIALOGS | {"join"},
    live=False,
)  # fmt: skip
"""A drill that runs: verdicts explain mistakes, but there are no hints, no look-up and no solution."""
REVIEW = replace(DRILL, kind="review", closed_after=_NO_HELP | {"exercise.again"})
"""A drill among the reviews of the day: it is not repeated."""
ASSESSMENT = Rules(
    "assessment",
    "A placement",
    actions=_names("app", "help quit") | _names("exercise", "check back leave next undo redo comment maximise")
    | _PLAIN_TEXT | _PLAIN_PLACES | _names("plain", "skip stop"),
    screens=_DIALOGS,
    help=False,
    live=False,
    verdicts=False,
    hints="never",
    solutions="never",
)  # fmt: skip
"""An assessment or a placement: the answer and its pause, and nothing that tells how MXNet does it."""
EXAMINATION = Rules(
    "examination",
    "A sealed workshop",
    actions=_APP | _TEXT | _VIEW | _names("exercise", "run_draft history details")
    | _names("home", "continue filter workshop end")
    | _names("plain", "help where next back list open progress workshop time end quit")
    | _names("plain", "task code lines line insert delete undo answer check run reset history restore"),
    screens=_DIALOGS | {"home", "exercise", "history", "jump", "workshop", "report"},
    help=False,
    live=False,
    hints="never",
    solutions="never",
    tells_class=False,
)  # fmt: skip
"""A sealed workshop: the learner's own text, attempts and results, and nothing that tells how MXNet does it."""


def rules_of(workshop: Workshop | None) -> Rules:
    """Return the rules of a workshop, filled from its file; those of practice without one."""
    if workshop is None:
        return PRACTICE
    return replace(EXAMINATION if workshop.sealed else WORKSHOP, hints=workshop.hints, solutions=workshop.solutions)
