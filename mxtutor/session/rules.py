"""The rules that say what a learner may see and do; every front end asks them.

Practice and workshops allow everything that they do not close. Drills, assessments and examinations allow only listed
actions and screens: a new one stays closed there until a developer decides that it gives no help, and lists it.
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
    """The allowed actions, screens and kinds of help. Commands of plain mode are actions of the table `plain`."""

    kind: Kind = "practice"
    called: str = ""
    """Subject of the sentence that says why an action is closed: "A drill"; empty where no such sentence is shown."""
    actions: frozenset[str] | None = None
    """The actions that run, as `table.action` of the key tables; None allows all that are not in `closed`."""
    closed: frozenset[str] = frozenset()
    """Actions that do not run, as `table.action`."""
    closed_after: frozenset[str] = frozenset()
    """Actions of a drill that stay closed after it has passed."""
    screens: frozenset[str] | None = None
    """The screens that may open, by the ids of their key tables or the words that open them; None allows all."""
    help: bool = True
    """Whether reports explain mistakes and show PyTorch's result, and whether there are hints and solutions."""
    live: bool = True
    """Whether mxtutor helps while the learner types: live verdicts, completion, names to replace."""
    verdicts: bool = True
    """Whether a check shows its verdict."""
    hints: Hold = "open"
    """Whether hints are open, always closed ("never"), or closed until a time."""
    solutions: Hold = "open"
    tells_class: bool = True
    """Whether events are sent to the learner's class."""

    def action(self, table: str, action: str) -> bool:
        """Return whether an action of a key table may run; `app.help` is the action `help` of the table `app`."""
        name = action if action.startswith("app.") else f"{table}.{action}"
        return name not in self.closed and (self.actions is None or name in self.actions)

    def screen(self, table: str) -> bool:
        """Return whether a screen may open, by the id of its key table."""
        return self.screens is None or table in self.screens

    def held(self, what: What, now: datetime) -> str:
        """Return a sentence that says why hints or solutions are closed at this time; empty if they are open."""
        from mxtutor.reporting.workshop_words import held_text  # the tutor's first paint does not need it

        return held_text(self.hints if what == "hints" else self.solutions, what, now)

    def never(self, what: What) -> bool:
        """Return whether hints or solutions never open."""
        return (self.hints if what == "hints" else self.solutions) == "never"

    def over(self, below: Rules, *, passed: bool = False) -> Rules:
        """Return the rules of a drill (these) inside a session with the rules `below`; `passed`: the drill is solved.

        What `below` closes stays closed. After a pass the rules are `below` again, but `closed_after` stays closed.
        """
        if passed:
            return replace(below, closed=below.closed | self.closed_after)
        return replace(self, closed=self.closed | below.closed, hints=below.hints, solutions=below.solutions)


_APP = _names("app", "help jump quit")
_VIEW = _names("exercise", "next_pane maximise verdict_down verdict_up")
_TEXT = _names("exercise", "check back leave reset next undo redo comment")
_DIALOGS = frozenset({"help", "confirm"})
_PLAIN_TEXT = _names("plain", "task answer code lines line insert delete edit use undo check")
_PLAIN_PLACES = _names(
    "plain",
    "help where next back list open progress paths path due review mistakes statistics placement join workshop time "
    "quit",
)
_NO_HELP = _names("exercise", "hint history need_help run_draft live")

PRACTICE = Rules(closed=_names("home", "workshop end") | _names("plain", "workshop time end"))
"""Rules of the course, of a pack, and of the learner's own code."""
WORKSHOP = Rules(
    "workshop", closed=_names("home", "paths placement known end") | _names("plain", "paths path placement end")
)
"""Rules of a workshop or a path; `rules_of` adds the times of hints and solutions."""
DRILL = Rules(
    "drill",
    "A drill",
    # The look-up is allowed so that its key says that a drill has none; otherwise the key would delete a line.
    actions=_APP | _TEXT | _VIEW | _PLAIN_TEXT | _PLAIN_PLACES
    | frozenset({"app.lookup", "exercise.edit_outside", "exercise.copy_repro", "exercise.details"}),
    closed_after=_NO_HELP,
    screens=_DIALOGS | {"join"},
    live=False,
)  # fmt: skip
"""Rules of a drill: verdicts explain mistakes, but there are no hints, no look-up and no solution."""
REVIEW = replace(DRILL, kind="review", closed_after=_NO_HELP | {"exercise.again"})
"""Rules of a drill among the reviews of the day, which cannot be repeated."""
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
"""Rules of an assessment or a placement: edit, check and pause, without any help."""
TEST = replace(
    ASSESSMENT,
    actions=_names("plain", "help where next task answer code lines line insert delete edit undo check skip quit"),
)
"""Rules of an assessment in plain mode, which has no other pages."""
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
"""Rules of a sealed workshop: the learner's own text, attempts and verdicts, without any help."""


def rules_of(workshop: Workshop | None) -> Rules:
    """Return the rules of a workshop, with the times that its file sets; for None, `PRACTICE`."""
    if workshop is None:
        return PRACTICE
    return replace(EXAMINATION if workshop.sealed else WORKSHOP, hints=workshop.hints, solutions=workshop.solutions)
